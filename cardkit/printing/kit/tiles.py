"""How the board is divided between pages: whole zones, and strips to glue on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from cardkit.decks.materials import BOARD_MM
from cardkit.errors import InputError
from cardkit.printing.arrangement import Orientation
from cardkit.printing.imposition import Paper
from cardkit.printing.kit.zones import COLUMNS, ROWS, ZONE_MM
from cardkit.printing.options import SheetOptions
from cardkit.resources import template

POSTER = "poster"
"""The name of the page that holds the whole board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One page's part of the board: whole zones, and the strip that is glued over.

    Attributes:
        page: counted from 1, row by row.
        column: of the page among the pages, from 0.
        row: of the page among the pages, from 0.
        x_mm: of the part, from the board's left edge.
        y_mm: of the part, from the board's top edge.
        width_mm: of the whole zones, without the strip.
        height_mm: of the whole zones, without the strip.
        strip_x_mm: how far the part goes on to the right, under its neighbour.
        strip_y_mm: how far the part goes on downwards, under its neighbour.
    """

    page: int
    column: int
    row: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    strip_x_mm: float = 0.0
    strip_y_mm: float = 0.0

    @property
    def name(self) -> str:
        """A letter for the row and a number for the column, e.g. ``B2``."""
        return f"{'ABCDE'[self.row]}{self.column + 1}"

    def to_dict(self) -> dict[str, Any]:
        """Return the document form, lengths in mm."""
        return {
            "page": self.page,
            "name": self.name,
            "board_x_mm": round(self.x_mm, 4),
            "board_y_mm": round(self.y_mm, 4),
            "width_mm": round(self.width_mm, 4),
            "height_mm": round(self.height_mm, 4),
            "strip_x_mm": self.strip_x_mm,
            "strip_y_mm": self.strip_y_mm,
        }


_EDGE_MM = 3.6
"""What rulers and the footer, which tells the scale, take of each edge."""
WHOLE = Tile(
    page=1,
    column=0,
    row=0,
    x_mm=0.0,
    y_mm=0.0,
    width_mm=float(BOARD_MM[0]),
    height_mm=float(BOARD_MM[1]),
)
"""The board as one part."""


def poster_paper() -> Paper:
    """Return a page that holds the board and a margin, for a print shop."""
    margin = template("kit")["board"]["poster_margin_mm"]
    width, height = BOARD_MM[0] + 2 * margin, BOARD_MM[1] + 2 * margin
    label = f"poster ({width:g} x {height:g} mm)"
    return Paper(name=POSTER, label=label, width_mm=width, height_mm=height)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiling:
    """How many zones lie on one page, and whether the paper lies on its long edge."""

    columns: int
    rows: int
    overlap_mm: float
    turned: bool = False

    @property
    def pages(self) -> int:
        """How many pages the board takes."""
        return math.ceil(COLUMNS / self.columns) * math.ceil(ROWS / self.rows)

    def tiles(self) -> tuple[Tile, ...]:
        """Return the part of each page, row by row."""
        across, down = _spans(COLUMNS, self.columns), _spans(ROWS, self.rows)
        found: list[Tile] = []
        for row, (top, bottom) in enumerate(down):
            for column, (left, right) in enumerate(across):
                found.append(
                    Tile(
                        page=len(found) + 1,
                        column=column,
                        row=row,
                        x_mm=left * ZONE_MM[0],
                        y_mm=top * ZONE_MM[1],
                        width_mm=(right - left) * ZONE_MM[0],
                        height_mm=(bottom - top) * ZONE_MM[1],
                        strip_x_mm=self.overlap_mm if right < COLUMNS else 0.0,
                        strip_y_mm=self.overlap_mm if bottom < ROWS else 0.0,
                    )
                )
        return tuple(found)


def _spans(count: int, most: int) -> list[tuple[int, int]]:
    """Spread zones over as few pages as they need, the first ones fullest.

    >>> _spans(7, 3)
    [(0, 3), (3, 5), (5, 7)]
    """
    parts = math.ceil(count / most)
    sizes = [count // parts + (index < count % parts) for index in range(parts)]
    return [(sum(sizes[:index]), sum(sizes[: index + 1])) for index in range(parts)]


def tile_board(options: SheetOptions) -> Tiling:
    """Return the way that takes the fewest pages; of two equal ones the paper stands upright.

    Raises:
        InputError: the paper does not hold a single zone.
    """
    turns = {Orientation.PORTRAIT: (False,), Orientation.LANDSCAPE: (True,)}
    overlap = template("kit")["board"]["overlap_mm"]
    margins = options.margins
    ways = []
    for turned in turns.get(options.orientation, (False, True)):
        paper = options.paper.turned() if turned else options.paper
        room_x = paper.width_mm - margins.left_mm - margins.right_mm
        room_y = paper.height_mm - margins.top_mm - margins.bottom_mm
        columns = _most(room_x, ZONE_MM[0], COLUMNS, overlap)
        rows = _most(room_y, ZONE_MM[1], ROWS, overlap)
        if columns and rows:
            ways.append(Tiling(columns=columns, rows=rows, overlap_mm=overlap, turned=turned))
    if not ways:
        raise InputError(
            f"the board needs room for a zone of {ZONE_MM[0]:g} x {ZONE_MM[1]:g} mm and a strip of "
            f"{overlap:g} mm on each page, got {options.paper.label}",
            remedy="take larger paper or smaller margins",
        )
    return min(ways, key=lambda way: way.pages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """The whole board on one page, smaller where the paper asks for it."""

    scale: float
    turned: bool

    @property
    def zone_mm(self) -> tuple[float, float]:
        """Width and height of a zone as it is printed."""
        return ZONE_MM[0] * self.scale, ZONE_MM[1] * self.scale


def fit_board(options: SheetOptions) -> Fit:
    """Return the way that prints the board on one page as large as it can be, never larger."""
    turns = {Orientation.PORTRAIT: (False,), Orientation.LANDSCAPE: (True,)}
    margins = options.margins
    ways = []
    for turned in turns.get(options.orientation, (False, True)):
        paper = options.paper.turned() if turned else options.paper
        room_x = paper.width_mm - margins.left_mm - margins.right_mm - 2 * _EDGE_MM
        room_y = paper.height_mm - margins.top_mm - margins.bottom_mm - 2 * _EDGE_MM
        scale = min(1.0, room_x / BOARD_MM[0], room_y / BOARD_MM[1])
        # Hundredths, so that the footer tells the scale exactly.
        ways.append(Fit(scale=math.floor(100 * scale + 1e-9) / 100, turned=turned))
    best = max(ways, key=lambda way: way.scale)
    if best.scale <= 0:
        raise InputError(
            f"the margins leave no room for the board, got {options.paper.label}",
            remedy="take larger paper or smaller margins",
        )
    return best


def _most(room_mm: float, zone_mm: float, count: int, overlap_mm: float) -> int:
    if room_mm + 1e-6 >= count * zone_mm:
        return count
    return min(count, math.floor((room_mm - overlap_mm + 1e-6) / zone_mm))
