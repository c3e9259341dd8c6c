"""What stands around the pieces on a sheet: crop marks, rulers and footer, all in the margins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.printing.arrangement import Arrangement, Box
from cardkit.printing.drawing import Align, Element, Font, Line, Text
from cardkit.printing.guides import Reach, corner_ticks, full_lines
from cardkit.printing.imposition import Grid, Margins, Slot
from cardkit.printing.options import GuideKind, Guides
from cardkit.printing.text import CAP_HEIGHT, Typography
from cardkit.resources import template
from cardkit.units import MM_PER_INCH, mm_to_points, points_to_mm

RULER_LINE = "100 mm - print at 100 % (actual size)"
_HAIR_MM = 1e-6
_WORDS_GAP_MM = 4.0
"""Between the words of a ruler and what stands beside them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ruler:
    """A scale; every tick whose number ``long`` divides is long, ``middling`` makes it middling."""

    length_mm: float
    step_mm: float
    middling: int
    long: int
    words: str

    def tick_share(self, index: int) -> float:
        if index % self.long == 0:
            return 1.0
        return 0.62 if index % self.middling == 0 else 0.36


def _metric(length_mm: int, words: str = "") -> _Ruler:
    words = words or f"{length_mm} mm"
    return _Ruler(length_mm=length_mm, step_mm=5.0, middling=2, long=10, words=words)


def _inches(length_in: int) -> _Ruler:
    length_mm, step_mm = length_in * MM_PER_INCH, MM_PER_INCH / 4
    return _Ruler(length_mm=length_mm, step_mm=step_mm, middling=2, long=4, words=f"{length_in} in")


_METRIC = (_metric(100, RULER_LINE), _metric(100), _metric(50), _metric(20))
_INCHES = (_inches(4), _inches(2), _inches(1))
"""The longest that a paper has room for is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edge:
    """One margin, along which a ruler stands.

    Attributes:
        start: where the ruler's line begins.
        along: direction of the line.
        outward: direction to the paper's edge.
        turn: of the words, degrees anticlockwise.
        words_mm: baseline of the words, outward from the line.
        band_mm: height of ruler and words; 0 where there is no room for them.
        mark_mm: length of the crop marks in this margin.
    """

    start: tuple[float, float]
    along: tuple[int, int]
    outward: tuple[int, int]
    turn: int
    words_mm: float
    band_mm: float
    mark_mm: float

    def point(self, along_mm: float, outward_mm: float = 0.0) -> tuple[float, float]:
        return (
            self.start[0] + along_mm * self.along[0] + outward_mm * self.outward[0],
            self.start[1] + along_mm * self.along[1] + outward_mm * self.outward[1],
        )


class SheetEdges:
    """Composes the margins of a grid after ``templates/papers.toml``.

    Rulers and footer keep ``margin_mm`` away from the paper's edge, where printers do not reach;
    crop marks stand between them and the pieces and are shortened to the room there.

    Args:
        grid: the paper, and the block of pieces on it.
        margin_mm: on all edges; or the four margins.
        fonts: measure what is to fit.
        guides: how lines to cut along look.
        bleed_mm: how far pictures reach beyond the block, across and down.
        clear_of: no line to cut along is drawn there.
        marks_first: whether crop marks, not rulers, are kept where there is no room for both.
    """

    def __init__(
        self,
        grid: Grid | Arrangement,
        *,
        margin_mm: float | Margins,
        fonts: Typography,
        guides: Guides | None = None,
        bleed_mm: tuple[float, float] = (0.0, 0.0),
        clear_of: Sequence[Box] = (),
        marks_first: bool = True,
    ) -> None:
        margins = margin_mm if isinstance(margin_mm, Margins) else Margins.even(margin_mm)
        self._grid = grid
        self._fonts = fonts
        self._margins = margins
        self._guides = guides or Guides.from_dict({})
        self._bleed_mm = max(bleed_mm)
        self._clear_of = tuple(clear_of)
        self._marks_first = marks_first
        self._marks: Mapping[str, Any] = template("papers")["marks"]
        self._look: Mapping[str, Any] = template("papers")["edge"]
        width_mm, height_mm = grid.paper.width_mm, grid.paper.height_mm
        top, left = grid.top_mm, grid.left_mm
        rooms = (
            top - bleed_mm[1] - margins.top_mm,
            height_mm - grid.bottom_mm - bleed_mm[1] - margins.bottom_mm,
            left - bleed_mm[0] - margins.left_mm,
            width_mm - grid.right_mm - bleed_mm[0] - margins.right_mm,
        )
        bands = [self._band_mm(room) for room in rooms]
        line_top, line_left = margins.top_mm + bands[0], margins.left_mm + bands[2]
        line_bottom = height_mm - margins.bottom_mm - bands[1]
        line_right = width_mm - margins.right_mm - bands[3]
        self._top = self._edge((left, line_top), (1, 0), (0, -1), 0, bands[0], rooms[0])
        self._bottom = self._edge((left, line_bottom), (1, 0), (0, 1), 0, bands[1], rooms[1])
        self._left = self._edge(
            (line_left, grid.bottom_mm), (0, -1), (-1, 0), 90, bands[2], rooms[2]
        )
        self._right = self._edge((line_right, top), (0, 1), (1, 0), -90, bands[3], rooms[3])

    @property
    def crowded(self) -> bool:
        """Whether a margin is too narrow for its ruler."""
        edges = (self._top, self._bottom, self._left, self._right)
        return any(edge.band_mm == 0 for edge in edges)

    def crop_marks(self, slots: Sequence[Slot]) -> list[Line]:
        """Return the lines to cut along on one page, of the kind that the guides name."""
        guides = self._guides
        if guides.kind is GuideKind.NONE:
            return []
        if guides.kind is GuideKind.FULL:
            return full_lines(slots, guides, area=self._between_rulers(), clear_of=self._clear_of)
        return corner_ticks(
            slots,
            guides,
            offset_mm=self._marks["offset_mm"] + self._bleed_mm,
            reach=Reach(
                self._left.mark_mm, self._right.mark_mm, self._top.mark_mm, self._bottom.mark_mm
            ),
            clear_of=self._clear_of,
        )

    def _between_rulers(self) -> Box:
        left, top = self._left.start[0], self._top.start[1]
        width_mm, height_mm = self._right.start[0] - left, self._bottom.start[1] - top
        return Box(left, top, width_mm, height_mm)

    def rulers(self) -> list[Element]:
        """Return 100 mm and 4 in for each axis, or shorter ones, as far as there is room."""
        return [
            *self._ruler(self._top, _METRIC),
            *self._ruler(self._left, _METRIC),
            *self._ruler(self._bottom, _INCHES),
            *self._ruler(self._right, _INCHES),
        ]

    def footer(self, title: str, rest: str, *more: str) -> list[Text]:
        """Return the footer, right of the lower ruler.

        Args:
            title: gives way to the rest where both are too long.
            rest: what the sheet must say.
            more: is said as far as there is room, the first before the others.
        """
        edge = self._bottom
        if not edge.band_mm:
            return []
        least_pt = self._look["least_text_pt"]
        room_mm = self._room_beside(edge, _INCHES)
        for said in range(len(more), 0, -1):
            words = " · ".join(filter(None, (title, rest, *more[:said])))
            if self._width_mm(words, least_pt) <= room_mm:
                return self._right_aligned(words, edge, room_mm)
        words = f"{title} · {rest}" if title else rest
        while title and self._width_mm(words, least_pt) > room_mm:
            title = title[:-1].rstrip()
            words = f"{title}… · {rest}" if title else rest
        return self._right_aligned(words, edge, room_mm)

    def header(self, words: str) -> list[Text]:
        """Return a line right of the upper ruler."""
        edge = self._top
        if not edge.band_mm:
            return []
        return self._right_aligned(words, edge, self._room_beside(edge, _METRIC))

    def _fitting(self, edge: _Edge, rulers: Sequence[_Ruler]) -> _Ruler | None:
        """Return the longest ruler that the paper has room for along an edge, with its words."""
        paper, margins, (x, y) = self._grid.paper, self._margins, edge.start
        room_mm = {
            (1, 0): paper.width_mm - margins.right_mm - x,
            (0, 1): paper.height_mm - margins.bottom_mm - y,
            (0, -1): y - margins.top_mm,
        }[edge.along]
        return next((one for one in rulers if self._taken_mm(edge, one) <= room_mm), None)

    def _taken_mm(self, edge: _Edge, ruler: _Ruler) -> float:
        words_mm = self._width_mm(ruler.words, self._words_pt(edge))
        return ruler.length_mm + edge.band_mm + words_mm

    def _room_beside(self, edge: _Edge, rulers: Sequence[_Ruler]) -> float:
        """What a ruler and its words leave of a horizontal margin."""
        ruler = self._fitting(edge, rulers)
        taken_mm = 0.0 if ruler is None else self._taken_mm(edge, ruler) + _WORDS_GAP_MM
        return self._words_end_mm - self._grid.left_mm - taken_mm

    @property
    def _words_end_mm(self) -> float:
        """Where footer and header end: with the block, or with the margin where that is short."""
        wide_mm = self._look["narrow_mm"]
        if self._grid.right_mm - self._grid.left_mm >= wide_mm:
            return self._grid.right_mm
        return self._grid.paper.width_mm - self._margins.right_mm

    def _right_aligned(self, words: str, edge: _Edge, room_mm: float) -> list[Text]:
        size_pt = min(self._words_pt(edge), room_mm / self._width_mm(words, 1.0))
        if size_pt < self._look["illegible_pt"]:
            return []
        return [
            Text(
                x_mm=self._words_end_mm,
                y_mm=edge.point(0.0, edge.words_mm)[1],
                text=words,
                size_pt=size_pt,
                align=Align.RIGHT,
            )
        ]

    def _band_mm(self, room_mm: float) -> float:
        """Height that rulers may take, beside marks of the least length or in their place."""
        marks, clearance_mm = self._marks, self._look["clearance_mm"]
        for length_mm in (marks["least_length_mm"], 0.0)[: 1 if self._marks_first else 2]:
            taken = marks["offset_mm"] + length_mm + clearance_mm
            band: float = min(self._look["band_mm"], room_mm - taken)
            if band >= self._look["least_band_mm"]:
                return band
        return 0.0

    def _edge(
        self,
        start: tuple[float, float],
        along: tuple[int, int],
        outward: tuple[int, int],
        turn: int,
        band_mm: float,
        room_mm: float,
    ) -> _Edge:
        clearance = self._look["clearance_mm"] if band_mm else 0.0
        free_mm = room_mm - band_mm - clearance - self._marks["offset_mm"]
        least_mm = self._marks["least_length_mm"]
        # In a margin that the ruler fills there are no marks.
        least_mm = 0.0 if band_mm and free_mm < least_mm - _HAIR_MM else least_mm
        return _Edge(
            start=start,
            along=along,
            outward=outward,
            turn=turn,
            # Words stand upright: above the line at the top, below it at the bottom.
            words_mm=band_mm if outward == (0, 1) else 0.0,
            band_mm=band_mm,
            mark_mm=min(self._guides.length_mm, max(least_mm, free_mm)),
        )

    def _ruler(self, edge: _Edge, rulers: Sequence[_Ruler]) -> list[Element]:
        ruler = self._fitting(edge, rulers)
        if not edge.band_mm or ruler is None:
            return []

        def line(from_mm: float, to_mm: float, outward_mm: float) -> Line:
            x1, y1 = edge.point(from_mm)
            x2, y2 = edge.point(to_mm, outward_mm)
            width = self._look["line_mm"]
            return Line(x1_mm=x1, y1_mm=y1, x2_mm=x2, y2_mm=y2, width_mm=width)

        ticks = [
            line(index * ruler.step_mm, index * ruler.step_mm, edge.band_mm * share)
            for index in range(round(ruler.length_mm / ruler.step_mm) + 1)
            for share in (ruler.tick_share(index),)
        ]
        x_mm, y_mm = edge.point(ruler.length_mm + edge.band_mm, edge.words_mm)
        words = Text(
            x_mm=x_mm,
            y_mm=y_mm,
            text=ruler.words,
            size_pt=self._words_pt(edge),
            turn=edge.turn,
        )
        return [line(0.0, ruler.length_mm, 0.0), *ticks, words]

    def _words_pt(self, edge: _Edge) -> float:
        """Words as high as the ruler's long ticks."""
        largest_pt: float = self._look["text_pt"]
        return min(largest_pt, mm_to_points(edge.band_mm) / CAP_HEIGHT)

    def _width_mm(self, words: str, size_pt: float) -> float:
        return points_to_mm(self._fonts.measure(words, Font.REGULAR)) * size_pt
