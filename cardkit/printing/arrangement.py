"""The best way to lay pieces on a sheet.

Pure arithmetic in millimetres, like :mod:`cardkit.printing.imposition`, whose grids it chooses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from cardkit.errors import InputError
from cardkit.printing.imposition import Grid, Margins, Paper, Slot, fit_grid

_TOUCH_MM = 1e-6
_MOST_PLACES = 5000
"""More on one sheet are a mistake in a size, and would fill the memory."""


class Orientation(StrEnum):
    """How the paper and the pieces lie."""

    AUTO = "auto"
    """Upright or on the long edge, whichever takes more pieces."""
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"
    MIXED = "mixed"
    """Some pieces upright and some on their side, where that takes more."""


class Flip(StrEnum):
    """The edge over which the sheet is turned to print its back."""

    LONG = "long-edge"
    SHORT = "short-edge"


class Box(NamedTuple):
    """A rectangle of the sheet, in millimetres from its top left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @classmethod
    def of(cls, slot: Slot, *, wider_by_mm: float = 0.0) -> Box:
        """Return the rectangle of a slot, perhaps with an edge around it."""
        return cls(
            slot.x_mm - wider_by_mm,
            slot.y_mm - wider_by_mm,
            slot.width_mm + 2 * wider_by_mm,
            slot.height_mm + 2 * wider_by_mm,
        )

    def overlaps(self, other: Box) -> bool:
        """Whether two rectangles share more than an edge."""
        return (
            self.x_mm < other.x_mm + other.width_mm - _TOUCH_MM
            and other.x_mm < self.x_mm + self.width_mm - _TOUCH_MM
            and self.y_mm < other.y_mm + other.height_mm - _TOUCH_MM
            and other.y_mm < self.y_mm + self.height_mm - _TOUCH_MM
        )


@dataclass(frozen=True, kw_only=True)
class Arrangement:
    """The places of one sheet: one grid, or two where pieces lie both ways.

    Attributes:
        paper: as it lies before the reader.
        grids: places are counted through them in this order.
        skipped: places that stay empty on every sheet, counted from 1.
    """

    paper: Paper
    grids: tuple[Grid, ...]
    skipped: frozenset[int] = frozenset()

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every place of the first sheet, skipped ones too."""
        found = [grid.slot(index) for grid in self.grids for index in range(grid.places)]
        return tuple(replace(slot, place=place) for place, slot in enumerate(found, start=1))

    @cached_property
    def _open(self) -> tuple[Slot, ...]:
        return tuple(slot for slot in self.slots if slot.place not in self.skipped)

    @property
    def places(self) -> int:
        """Pieces on one sheet."""
        return self._numbered - len(self.skipped)

    @property
    def _numbered(self) -> int:
        return sum(grid.places for grid in self.grids)

    @property
    def left_mm(self) -> float:
        """From the paper's left edge to the first piece."""
        return min(grid.left_mm for grid in self.grids)

    @property
    def top_mm(self) -> float:
        """From the paper's top edge to the first piece."""
        return min(grid.top_mm for grid in self.grids)

    @property
    def right_mm(self) -> float:
        """From the paper's left edge to the end of the last piece."""
        return max(grid.right_mm for grid in self.grids)

    @property
    def bottom_mm(self) -> float:
        """From the paper's top edge to the end of the last piece."""
        return max(grid.bottom_mm for grid in self.grids)

    def impose(self, count: int, *, start_at: int = 1) -> tuple[Slot, ...]:
        """Return the places of ``count`` pieces, sheet by sheet.

        Args:
            count: pieces to place.
            start_at: the first place that may be used on the first sheet, counted from 1.

        Raises:
            InputError: the sheet has no such place, or no place is left.
        """
        if not 1 <= start_at <= self._numbered:
            raise InputError(
                f"the first place must be 1 to {self._numbered} on this sheet, got {start_at!r}",
                remedy="count the places row by row from the top left",
            )
        if not self._open:
            raise InputError(
                f"every place of the sheet is skipped, got {sorted(self.skipped)!r}",
                remedy="skip fewer places",
            )
        used = sum(slot.place < start_at for slot in self._open)
        found = []
        for index in range(used, used + count):
            page, place = divmod(index, len(self._open))
            found.append(replace(self._open[place], page=page + 1))
        return tuple(found)

    def without(self, places: Iterable[int]) -> Arrangement:
        """Return the arrangement with more places skipped.

        Raises:
            InputError: the sheet has no such place.
        """
        wanted = frozenset(places)
        unknown = sorted(place for place in wanted if not 1 <= place <= self._numbered)
        if unknown:
            raise InputError(
                f"the places to skip must be 1 to {self._numbered} on this sheet, "
                f"got {', '.join(map(str, unknown))}",
                remedy="count the places row by row from the top left",
            )
        return replace(self, skipped=self.skipped | wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """What is to be laid out.

    Attributes:
        width_mm: of one piece, upright.
        height_mm: of one piece, upright.
        gap_x_mm: between columns.
        gap_y_mm: between rows.
        bleed_mm: how far a picture may reach beyond the cut on each side.
        outer_bleed: only where no other piece lies; pieces may touch then.
        columns: exactly so many instead of as many as fit.
        rows: exactly so many instead of as many as fit.
    """

    width_mm: float
    height_mm: float
    gap_x_mm: float = 0.0
    gap_y_mm: float = 0.0
    bleed_mm: float = 0.0
    outer_bleed: bool = False
    columns: int | None = None
    rows: int | None = None

    def upright(self) -> Mapping[str, Any]:
        """Return the arguments of :func:`fit_grid` for pieces that stand."""
        return {
            "width_mm": self.width_mm,
            "height_mm": self.height_mm,
            "gap_x_mm": self.gap_x_mm,
            "gap_y_mm": self.gap_y_mm,
        }

    def lying(self) -> Mapping[str, Any]:
        """Return the arguments of :func:`fit_grid` for pieces on their side."""
        return {**self.upright(), "width_mm": self.height_mm, "height_mm": self.width_mm}


def _nothing_blocked(_paper: Paper) -> tuple[Box, ...]:
    return ()


def arrange(
    paper: Paper,
    margins: Margins,
    pieces: Pieces,
    orientation: Orientation = Orientation.AUTO,
    *,
    blocked: Callable[[Paper], Iterable[Box]] = _nothing_blocked,
) -> Arrangement:
    """Lay out as many pieces as fit, centred between the margins.

    Args:
        paper: the sheet, upright.
        margins: of the sheet as it lies before the reader; no bleed reaches into them.
        pieces: what is laid out.
        orientation: how the paper may lie; of two ways that take equally many, portrait wins.
        blocked: what else stands on a paper; the places that it covers are skipped.

    Raises:
        InputError: a length makes no sense, or the pieces do not fit; says what would.
    """
    _check_bleed(pieces)
    room = _with_bleed(margins, pieces.bleed_mm)
    ways = _ways(paper, room, pieces, orientation)
    most = max(way.places for way in ways)
    if most > _MOST_PLACES:
        raise InputError(
            f"a sheet takes at most {_MOST_PLACES} pieces, got {most}",
            remedy="take larger pieces or a smaller paper",
        )
    found = [way.without(_covered(way, blocked(way.paper), pieces.bleed_mm)) for way in ways]
    best = max(found, key=lambda each: each.places)
    if not best.places:
        raise InputError(
            f"the registration marks leave no place on {best.paper.label}",
            remedy="move them outwards, or take larger paper",
        )
    return best


def _covered(way: Arrangement, boxes: Iterable[Box], bleed_mm: float) -> list[int]:
    taken = tuple(boxes)
    if not taken:
        return []
    return [
        slot.place
        for slot in way.slots
        if any(Box.of(slot, wider_by_mm=bleed_mm).overlaps(box) for box in taken)
    ]


def _ways(
    paper: Paper, room: Margins, pieces: Pieces, orientation: Orientation
) -> list[Arrangement]:
    """Return every way that the orientation allows, the plainest first."""
    if orientation is Orientation.MIXED:
        return _mixed(paper, room, pieces)
    papers = {
        Orientation.PORTRAIT: (paper,),
        Orientation.LANDSCAPE: (paper.turned(),),
    }.get(orientation, (paper, paper.turned()))
    found, refused = [], []
    for sheet in papers:
        try:
            grid = fit_grid(
                sheet, room, **pieces.upright(), columns=pieces.columns, rows=pieces.rows
            )
        except InputError as error:
            refused.append(error)
        else:
            found.append(Arrangement(paper=sheet, grids=(grid,)))
    if not found:
        raise refused[0]
    return found


def _check_bleed(pieces: Pieces) -> None:
    bleed = pieces.bleed_mm
    if not 0 <= bleed < math.inf:
        raise InputError(f"the bleed must be 0 mm or more, got {bleed!r}")
    gap = min(pieces.gap_x_mm, pieces.gap_y_mm)
    if bleed and not pieces.outer_bleed and gap < 2 * bleed - _TOUCH_MM:
        raise InputError(
            f"a bleed of {bleed:g} mm on all sides needs gaps of {2 * bleed:g} mm, got {gap:g} mm",
            remedy="widen the gaps, or take the bleed on the outer edges only",
        )


def _with_bleed(margins: Margins, bleed_mm: float) -> Margins:
    return Margins(
        left_mm=margins.left_mm + bleed_mm,
        right_mm=margins.right_mm + bleed_mm,
        top_mm=margins.top_mm + bleed_mm,
        bottom_mm=margins.bottom_mm + bleed_mm,
    )


def _mixed(paper: Paper, room: Margins, pieces: Pieces) -> list[Arrangement]:
    """Return the ways with all upright, all on their side, and both in two bands of the sheet."""
    if pieces.columns is not None or pieces.rows is not None:
        raise InputError(
            "columns and rows cannot be chosen for pieces that lie both ways",
            remedy="leave them out, or take the orientation auto",
        )
    ways: list[Arrangement] = []
    refused: list[InputError] = []
    for turned in (False, True):
        try:
            grid = _grid(paper, room, pieces, turned=turned)
        except InputError as error:
            refused.append(error)
        else:
            ways.append(Arrangement(paper=paper, grids=(grid,)))
    ways += [Arrangement(paper=paper, grids=grids) for grids in _bands(paper, room, pieces)]
    if not ways:
        raise refused[0]
    return ways


def _grid(
    paper: Paper,
    room: Margins,
    pieces: Pieces,
    *,
    turned: bool,
    columns: int | None = None,
    rows: int | None = None,
) -> Grid:
    sizes = pieces.lying() if turned else pieces.upright()
    return replace(fit_grid(paper, room, **sizes, columns=columns, rows=rows), turned=turned)


def _bands(paper: Paper, room: Margins, pieces: Pieces) -> Iterator[tuple[Grid, Grid]]:
    """Yield the ways to divide the sheet: upright pieces first, the others below or beside."""
    down_mm = paper.height_mm - room.top_mm - room.bottom_mm
    across_mm = paper.width_mm - room.left_mm - room.right_mm
    for count in range(1, math.ceil(down_mm / pieces.height_mm)):
        taken = count * (pieces.height_mm + pieces.gap_y_mm)
        below = replace(room, top_mm=room.top_mm + taken)
        yield from _two(paper, room, below, pieces, {"rows": count}, "top_mm")
    for count in range(1, math.ceil(across_mm / pieces.width_mm)):
        taken = count * (pieces.width_mm + pieces.gap_x_mm)
        beside = replace(room, left_mm=room.left_mm + taken)
        yield from _two(paper, room, beside, pieces, {"columns": count}, "left_mm")


def _two(
    paper: Paper,
    room: Margins,
    rest: Margins,
    pieces: Pieces,
    first: Mapping[str, int],
    edge: str,
) -> Iterator[tuple[Grid, Grid]]:
    """Yield one division of the sheet, both bands together centred; nothing where it fails."""
    far = "bottom_mm" if edge == "top_mm" else "right_mm"
    length = paper.height_mm if edge == "top_mm" else paper.width_mm
    if getattr(rest, edge) + getattr(rest, far) >= length:
        return
    try:
        one = _grid(paper, room, pieces, turned=False, **first)
        other = _grid(paper, rest, pieces, turned=True)
    except InputError:
        return
    gap = pieces.gap_y_mm if edge == "top_mm" else pieces.gap_x_mm
    size_one = getattr(one, far) - getattr(one, edge)
    size_other = getattr(other, far) - getattr(other, edge)
    start = getattr(room, edge)
    start += (length - start - getattr(room, far) - size_one - gap - size_other) / 2
    places: list[dict[str, Any]] = [{edge: start}, {edge: start + size_one + gap}]
    yield replace(one, **places[0]), replace(other, **places[1])
