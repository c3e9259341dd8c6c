"""What stands around the pieces on a sheet: crop marks, rulers and footer, all in the margins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.printing.drawing import Align, Element, Font, Line, Text
from cardkit.printing.imposition import Grid, Slot
from cardkit.printing.text import CAP_HEIGHT, Typography
from cardkit.resources import template
from cardkit.units import MM_PER_INCH, mm_to_points, points_to_mm

RULER_LINE = "100 mm - print at 100 % (actual size)"
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


_METRIC = _Ruler(length_mm=100.0, step_mm=5.0, middling=2, long=10, words=RULER_LINE)
_INCHES = _Ruler(
    length_mm=4 * MM_PER_INCH, step_mm=MM_PER_INCH / 4, middling=2, long=4, words="4 in"
)


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
    """

    def __init__(self, grid: Grid, *, margin_mm: float, fonts: Typography) -> None:
        self._grid = grid
        self._fonts = fonts
        self._marks: Mapping[str, Any] = template("papers")["marks"]
        self._look: Mapping[str, Any] = template("papers")["edge"]
        width_mm, height_mm = grid.paper.width_mm, grid.paper.height_mm
        top, left = grid.top_mm, grid.left_mm
        bottom, right = height_mm - grid.bottom_mm, width_mm - grid.right_mm
        bands = [self._band_mm(room - margin_mm) for room in (top, bottom, left, right)]
        line = [margin_mm + band for band in bands]
        self._top = self._edge((left, line[0]), (1, 0), (0, -1), 0, bands[0], top - margin_mm)
        self._bottom = self._edge(
            (left, height_mm - line[1]), (1, 0), (0, 1), 0, bands[1], bottom - margin_mm
        )
        self._left = self._edge(
            (line[2], grid.bottom_mm), (0, -1), (-1, 0), 90, bands[2], left - margin_mm
        )
        self._right = self._edge(
            (width_mm - line[3], top), (0, 1), (1, 0), -90, bands[3], right - margin_mm
        )

    @property
    def crowded(self) -> bool:
        """Whether a margin is too narrow for its ruler."""
        edges = (self._top, self._bottom, self._left, self._right)
        return any(edge.band_mm == 0 for edge in edges)

    def crop_marks(self, slots: Sequence[Slot]) -> list[Line]:
        """Return the marks of one page: in line with every edge to cut, outside all pieces."""
        offset = self._marks["offset_mm"]
        lefts, tops = {slot.x_mm for slot in slots}, {slot.y_mm for slot in slots}
        xs = sorted(lefts | {x + self._grid.width_mm for x in lefts})
        ys = sorted(tops | {y + self._grid.height_mm for y in tops})
        up, down = ys[0] - offset, ys[-1] + offset
        back, forth = xs[0] - offset, xs[-1] + offset
        lines = []
        for x in xs:
            lines.append(self._mark(x, up, x, up - self._top.mark_mm))
            lines.append(self._mark(x, down, x, down + self._bottom.mark_mm))
        for y in ys:
            lines.append(self._mark(back, y, back - self._left.mark_mm, y))
            lines.append(self._mark(forth, y, forth + self._right.mark_mm, y))
        return lines

    def rulers(self) -> list[Element]:
        """Return 100 mm and 4 in for each axis, as far as there is room."""
        return [
            *self._ruler(self._top, _METRIC),
            *self._ruler(self._left, _METRIC),
            *self._ruler(self._bottom, _INCHES),
            *self._ruler(self._right, _INCHES),
        ]

    def footer(self, title: str, rest: str) -> list[Text]:
        """Return the footer, right of the lower ruler; a long title gives way to the rest."""
        edge = self._bottom
        if not edge.band_mm:
            return []
        least_pt = self._look["least_text_pt"]
        room_mm = self._room_beside(edge, _INCHES)
        words = f"{title} · {rest}" if title else rest
        while title and self._width_mm(words, least_pt) > room_mm:
            title = title[:-1].rstrip()
            words = f"{title}… · {rest}" if title else rest
        return [self._right_aligned(words, edge, room_mm)]

    def header(self, words: str) -> list[Text]:
        """Return a line right of the upper ruler."""
        edge = self._top
        return (
            [self._right_aligned(words, edge, self._room_beside(edge, _METRIC))]
            if edge.band_mm
            else []
        )

    def _room_beside(self, edge: _Edge, ruler: _Ruler) -> float:
        """What a ruler and its words leave of a horizontal margin."""
        taken_mm = ruler.length_mm + edge.band_mm + _WORDS_GAP_MM
        taken_mm += self._width_mm(ruler.words, self._words_pt(edge))
        return self._grid.right_mm - self._grid.left_mm - taken_mm

    def _right_aligned(self, words: str, edge: _Edge, room_mm: float) -> Text:
        return Text(
            x_mm=self._grid.right_mm,
            y_mm=edge.point(0.0, edge.words_mm)[1],
            text=words,
            size_pt=min(self._words_pt(edge), room_mm / self._width_mm(words, 1.0)),
            align=Align.RIGHT,
        )

    def _band_mm(self, room_mm: float) -> float:
        """Height that rulers may take where marks of the least length are to stand, too."""
        marks = self._marks
        taken = marks["offset_mm"] + marks["least_length_mm"] + self._look["clearance_mm"]
        band = min(self._look["band_mm"], room_mm - taken)
        return band if band >= self._look["least_band_mm"] else 0.0

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
        return _Edge(
            start=start,
            along=along,
            outward=outward,
            turn=turn,
            # Words stand upright: above the line at the top, below it at the bottom.
            words_mm=band_mm if outward == (0, 1) else 0.0,
            band_mm=band_mm,
            mark_mm=max(self._marks["least_length_mm"], min(self._marks["length_mm"], free_mm)),
        )

    def _mark(self, x1_mm: float, y1_mm: float, x2_mm: float, y2_mm: float) -> Line:
        return Line(
            x1_mm=x1_mm,
            y1_mm=y1_mm,
            x2_mm=x2_mm,
            y2_mm=y2_mm,
            width_mm=self._marks["width_mm"],
        )

    def _ruler(self, edge: _Edge, ruler: _Ruler) -> list[Element]:
        if not edge.band_mm:
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
