"""Where things go on paper: pure arithmetic in millimetres.

One code path for cards (as many as fit, centred) and for bought label sheets (a fixed grid).
The origin is the paper's top left corner and y runs downwards, as a ruler lies on a sheet.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.errors import Fault, InputError
from cardkit.plurals import agreeing, counted

_ROUNDING_MM = 1e-6
"""Sums of decimal lengths miss a bound by less than this; a nanometre is no misfit."""
_LANDSCAPE = " landscape"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A sheet of paper, as it lies before the reader.

    Attributes:
        name: the word that options and settings use, e.g. ``a4``.
        label: the name printed on the sheet, e.g. ``A4 (210 x 297 mm)``.
    """

    name: str
    label: str
    width_mm: float
    height_mm: float

    @classmethod
    def from_dict(cls, name: str, document: Mapping[str, Any]) -> Paper:
        """Read one table of ``templates/papers.toml``."""
        return cls(
            name=name,
            label=document["label"],
            width_mm=document["width_mm"],
            height_mm=document["height_mm"],
        )

    @property
    def is_upright(self) -> bool:
        """Whether the long edges stand left and right."""
        return self.height_mm >= self.width_mm

    def turned(self) -> Paper:
        """Return the sheet lying on its other edge."""
        label = self.label.removesuffix(_LANDSCAPE)
        return Paper(
            name=self.name,
            label=label if label != self.label else label + _LANDSCAPE,
            width_mm=self.height_mm,
            height_mm=self.width_mm,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """The edges that a printer does not reach, or that are to stay white."""

    left_mm: float
    right_mm: float
    top_mm: float
    bottom_mm: float

    @classmethod
    def even(cls, width_mm: float) -> Margins:
        """Return the same margin on all four edges."""
        return cls(left_mm=width_mm, right_mm=width_mm, top_mm=width_mm, bottom_mm=width_mm)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The place of one piece.

    Attributes:
        page: the sheet, from 1.
        column: in its grid, from 1.
        row: in its grid, from 1.
        place: on its sheet, from 1, row by row.
        x_mm: from the paper's left edge.
        y_mm: from the paper's top edge.
        width_mm: of the piece as it lies.
        height_mm: of the piece as it lies.
        turned: whether the piece lies on its side, its top to the right.
    """

    page: int
    column: int
    row: int
    place: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turned: bool = False

    @property
    def right_mm(self) -> float:
        """From the paper's left edge to the end of the piece."""
        return self.x_mm + self.width_mm

    @property
    def bottom_mm(self) -> float:
        """From the paper's top edge to the end of the piece."""
        return self.y_mm + self.height_mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Equal pieces in columns and rows on one paper.

    Attributes:
        left_mm: from the paper's left edge to the first column.
        top_mm: from the paper's top edge to the first row.
        width_mm: of one piece.
        height_mm: of one piece.
        pitch_x_mm: from the start of one column to the start of the next.
        pitch_y_mm: from the start of one row to the start of the next.
        turned: whether the pieces lie on their side; width and height are those of the side.
    """

    paper: Paper
    columns: int
    rows: int
    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float
    pitch_x_mm: float
    pitch_y_mm: float
    turned: bool = False

    @property
    def places(self) -> int:
        """Pieces on one page."""
        return self.columns * self.rows

    @property
    def right_mm(self) -> float:
        """From the paper's left edge to the end of the last column."""
        return self.left_mm + (self.columns - 1) * self.pitch_x_mm + self.width_mm

    @property
    def bottom_mm(self) -> float:
        """From the paper's top edge to the end of the last row."""
        return self.top_mm + (self.rows - 1) * self.pitch_y_mm + self.height_mm

    def slot(self, index: int) -> Slot:
        """Return the place of piece ``index`` (from 0): row by row, page by page.

        >>> a4 = Paper(name="a4", label="A4", width_mm=210, height_mm=297)
        >>> slot = fit_grid(a4, Margins.even(5), width_mm=63, height_mm=88).slot(10)
        >>> slot.page, slot.column, slot.row, slot.x_mm, slot.y_mm
        (2, 2, 1, 73.5, 16.5)
        """
        page, place = divmod(index, self.places)
        row, column = divmod(place, self.columns)
        return Slot(
            page=page + 1,
            column=column + 1,
            row=row + 1,
            place=place + 1,
            x_mm=self.left_mm + column * self.pitch_x_mm,
            y_mm=self.top_mm + row * self.pitch_y_mm,
            width_mm=self.width_mm,
            height_mm=self.height_mm,
            turned=self.turned,
        )

    def impose(self, count: int, *, start_at: int = 1) -> tuple[Slot, ...]:
        """Return the places of ``count`` pieces.

        Args:
            count: pieces to place.
            start_at: the first place to use on the first page; 1 is the top left one.

        Raises:
            InputError: when the page has no such place.
        """
        if not 1 <= start_at <= self.places:
            raise InputError(
                f"the first place must be 1 to {self.places} on this sheet, got {start_at!r}",
                remedy="count the places row by row from the top left",
            )
        return tuple(self.slot(index) for index in range(start_at - 1, start_at - 1 + count))

    def pages(self, count: int, *, start_at: int = 1) -> int:
        """Return how many pages ``count`` pieces take."""
        return math.ceil((start_at - 1 + count) / self.places) if count else 0


def fit_grid(
    paper: Paper,
    margins: Margins,
    *,
    width_mm: float,
    height_mm: float,
    gap_x_mm: float = 0.0,
    gap_y_mm: float = 0.0,
    columns: int | None = None,
    rows: int | None = None,
) -> Grid:
    """Lay out as many pieces as fit, centred between the margins.

    Args:
        paper: the sheet.
        margins: nothing is placed inside them.
        width_mm: of one piece.
        height_mm: of one piece.
        gap_x_mm: between columns.
        gap_y_mm: between rows.
        columns: exactly so many instead of as many as fit.
        rows: exactly so many instead of as many as fit.

    Raises:
        InputError: a length makes no sense, or the grid does not fit; says what would.
    """
    _check_lengths(paper, margins, width_mm, height_mm, gap_x_mm, gap_y_mm)
    across = _Axis("columns", paper.width_mm, margins.left_mm, margins.right_mm)
    down = _Axis("rows", paper.height_mm, margins.top_mm, margins.bottom_mm)
    count_x, faults_x = across.fit(paper, width_mm, gap_x_mm, columns)
    count_y, faults_y = down.fit(paper, height_mm, gap_y_mm, rows)
    if faults_x or faults_y:
        raise InputError.of(faults_x + faults_y)
    return Grid(
        paper=paper,
        columns=count_x,
        rows=count_y,
        left_mm=across.start_mm(count_x, width_mm, gap_x_mm),
        top_mm=down.start_mm(count_y, height_mm, gap_y_mm),
        width_mm=width_mm,
        height_mm=height_mm,
        pitch_x_mm=width_mm + gap_x_mm,
        pitch_y_mm=height_mm + gap_y_mm,
    )


@dataclass(frozen=True, slots=True)
class _Axis:
    """One direction of a paper, between its two margins."""

    noun: str
    paper_mm: float
    before_mm: float
    after_mm: float

    @property
    def room_mm(self) -> float:
        return self.paper_mm - self.before_mm - self.after_mm

    def start_mm(self, count: int, piece_mm: float, gap_mm: float) -> float:
        """Return where the first of ``count`` centred pieces starts."""
        return self.before_mm + (self.room_mm - _needed_mm(count, piece_mm, gap_mm)) / 2

    def fit(
        self, paper: Paper, piece_mm: float, gap_mm: float, wanted: int | None
    ) -> tuple[int, list[Fault]]:
        """Return how many pieces to lay, and what is wrong with that."""
        most = math.floor((self.room_mm + gap_mm + _ROUNDING_MM) / (piece_mm + gap_mm))
        count = max(most, 1) if wanted is None else wanted
        if count < 1:
            return 0, [Fault(what=f"a sheet needs at least 1 of its {self.noun}, got {count!r}")]
        if count <= most:
            return count, []
        needed_mm = _needed_mm(count, piece_mm, gap_mm)
        singular = self.noun.removesuffix("s")
        what = (
            f"{counted(count, singular, self.noun)} {agreeing(count, 'needs', 'need')} "
            f"{needed_mm:.2f} mm, "
            f"the margins of {paper.label} leave {self.room_mm:.2f} mm"
        )
        ways = [f"take {counted(most, singular, self.noun)}"] if most > 0 else []
        if gap_mm and count > 1 and self.room_mm >= count * piece_mm:
            gap = (self.room_mm - count * piece_mm) / (count - 1)
            ways.append(f"a gap of at most {_rounded_down(gap):.2f} mm")
        if self.paper_mm >= needed_mm:
            margin = (self.paper_mm - needed_mm) / 2
            ways.append(f"margins of at most {_rounded_down(margin):.2f} mm")
        remedy = " or ".join(ways) or "take larger paper or smaller pieces"
        return count, [Fault(what=what, remedy=remedy)]


def _needed_mm(count: int, piece_mm: float, gap_mm: float) -> float:
    return count * piece_mm + (count - 1) * gap_mm


def _rounded_down(length_mm: float) -> float:
    return math.floor(length_mm * 100 + _ROUNDING_MM) / 100


def _check_lengths(
    paper: Paper,
    margins: Margins,
    width_mm: float,
    height_mm: float,
    gap_x_mm: float,
    gap_y_mm: float,
) -> None:
    above_zero = {
        "paper width": paper.width_mm,
        "paper height": paper.height_mm,
        "piece width": width_mm,
        "piece height": height_mm,
    }
    at_least_zero = {
        "left margin": margins.left_mm,
        "right margin": margins.right_mm,
        "top margin": margins.top_mm,
        "bottom margin": margins.bottom_mm,
        "gap between columns": gap_x_mm,
        "gap between rows": gap_y_mm,
    }
    faults = [
        Fault(what=f"the {name} must be more than 0 mm, got {length!r}")
        for name, length in above_zero.items()
        if not 0 < length < math.inf
    ]
    faults += [
        Fault(what=f"the {name} must be 0 mm or more, got {length!r}")
        for name, length in at_least_zero.items()
        if not 0 <= length < math.inf
    ]
    if faults:
        raise InputError.of(faults)
