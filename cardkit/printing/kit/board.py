"""The board on one large page, or on pages to glue together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardkit.decks import RarityDeck
from cardkit.decks.materials import BOARD_MM
from cardkit.errors import InputError
from cardkit.findings import Finding, Severity
from cardkit.printing.areas import Area
from cardkit.printing.arrangement import Orientation, Pieces
from cardkit.printing.composing import Piece, compose_sheets
from cardkit.printing.drawing import (
    INK,
    WHITE,
    Align,
    Clip,
    Element,
    Font,
    FormBook,
    Group,
    Line,
    Path,
    Rectangle,
    Text,
    mixed,
)
from cardkit.printing.imposition import Paper
from cardkit.printing.jobs import PrintJob
from cardkit.printing.kit.shapes import badge, ball
from cardkit.printing.kit.zones import COLUMNS, ROWS, ZONE_MM, Zone, ZoneKind, zones
from cardkit.printing.options import BackMode, GuideKind, SheetOptions
from cardkit.printing.text import TextBox, Typography, fit, texts
from cardkit.resources import template
from cardkit.rules import HouseRules

POSTER = "poster"
_GAP_MM, _TICK_MM, _TICK_LINE_MM = 0.35, 1.6, 0.12
"""Of the ticks at the corners of a part."""
_COLOURS = {
    ZoneKind.BALL: "#1F4E5F",
    ZoneKind.DECK: "#1B1D22",
    ZoneKind.BADGE: "#B98A12",
    ZoneKind.ENEMY: "#A3362B",
    ZoneKind.ENERGY: "#6B5B95",
    ZoneKind.PLAYER: "#2E6E4E",
    ZoneKind.DIE: "#5D636B",
    ZoneKind.SPARE: "#B4B8BE",
}
_STRONG = ("Enemy", "Active")
"""The two zones where the fight is."""


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

    @property
    def window_mm(self) -> tuple[float, float]:
        """The largest part of the board on a page, with its strips."""
        first = self.tiles()[0]
        return first.width_mm + first.strip_x_mm, first.height_mm + first.strip_y_mm

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


def _most(room_mm: float, zone_mm: float, count: int, overlap_mm: float) -> int:
    if room_mm + 1e-6 >= count * zone_mm:
        return count
    return min(count, math.floor((room_mm - overlap_mm + 1e-6) / zone_mm))


def board_pdf(
    rules: HouseRules, *, options: SheetOptions, title: str
) -> tuple[PrintJob, tuple[Tile, ...]]:
    """Return the board and its pages' parts.

    Args:
        rules: name the places of bench and PC.
        options: paper, margins, orientation and style; what they say of pieces does not matter.
        title: of the pool.

    Raises:
        InputError: the paper does not hold a single zone.
    """
    from cardkit.printing.pdf import typefaces

    fonts, book = typefaces(), FormBook()
    tiling = tile_board(options)
    tiles = tiling.tiles()
    width, height = tiling.window_mm
    drawer = _BoardDrawer(rules, fonts, book)
    pieces = [
        Piece(what=f"zones from {tile.x_mm:g}, {tile.y_mm:g} mm", name=tile.name, elements=elements)
        for tile, elements in ((tile, drawer.tile(tile)) for tile in tiles)
    ]
    page = replace(
        options,
        pieces=Pieces(width_mm=width, height_mm=height, columns=1, rows=1),
        orientation=Orientation.LANDSCAPE if tiling.turned else Orientation.PORTRAIT,
        guides=replace(options.guides, kind=GuideKind.NONE, outline=False),
        corner_mm=0.0,
        backs=BackMode.NONE,
        skip=(),
        start_at=1,
        noun="parts",
    )
    job = compose_sheets(
        pieces,
        product="board",
        title=title,
        options=page,
        book=book,
        fonts=fonts,
        warnings=_crowded(rules),
    )
    return job, tiles


def _crowded(rules: HouseRules) -> list[Finding]:
    """Say where the board has fewer places than the house rules."""
    found = []
    for name, places in (("bench", rules.bench_size), ("PC", rules.pc_size)):
        if places > COLUMNS - 2:
            found.append(
                Finding(
                    code="board-too-small",
                    severity=Severity.NOTE,
                    what=f"the board has {COLUMNS - 2} places for the {name}, "
                    f"the house rules {places}",
                    where="board",
                    remedy="lay the others beside it",
                    rule="S8",
                )
            )
    return found


class _BoardDrawer:
    """Draws the board once, and shows a part of it on each page."""

    def __init__(self, rules: HouseRules, fonts: Typography, book: FormBook) -> None:
        self._rules, self._fonts, self._book = rules, fonts, book
        self._look: dict[str, Any] = template("kit")["board"]

    def tile(self, tile: Tile) -> tuple[Element, ...]:
        """Return a page's part from its own corner, with the marks for joining."""
        width, height = tile.width_mm + tile.strip_x_mm, tile.height_mm + tile.strip_y_mm
        window = Rectangle(x_mm=0, y_mm=0, width_mm=width, height_mm=height, fill=WHITE)
        board = self._book.use("board", (float(BOARD_MM[0]), float(BOARD_MM[1])), self._board)
        shown = Group(x_mm=-tile.x_mm, y_mm=-tile.y_mm, elements=(board,))
        joints = Group(x_mm=-tile.x_mm, y_mm=-tile.y_mm, elements=tuple(self._joints(tile)))
        return (Clip(window=window, elements=(shown, joints)), *_corners(tile))

    def _board(self) -> Sequence[Element]:
        return [
            Group(x_mm=zone.x_mm, y_mm=zone.y_mm, elements=tuple(self._zone(zone)))
            for zone in zones(self._rules)
        ]

    def _zone(self, zone: Zone) -> list[Element]:
        look, colour = self._look, _COLOURS[zone.kind]
        inset = look["inset_mm"]
        width, height = ZONE_MM[0] - 2 * inset, ZONE_MM[1] - 2 * inset
        strong = zone.label in _STRONG
        frame = Area(
            x_mm=inset,
            y_mm=inset,
            width_mm=width,
            height_mm=height,
            radius_mm=look["radius_mm"],
            stroke_mm=2.2 * look["line_mm"] if strong else look["line_mm"],
        )
        elements: list[Element] = []
        if zone.kind is not ZoneKind.SPARE:
            elements.append(frame.filled(mixed(colour, 0.12 if strong else 0.06)))
        elements.append(frame.stroked(colour))
        elements += self._sign(zone)
        place = {"x_mm": inset + 3, "width_mm": width - 6}
        label = TextBox(
            y_mm=inset + 2.5,
            height_mm=8.0,
            size_pt=look["label_pt"],
            least_pt=6.0,
            lines=2,
            font=Font.BOLD,
            align=Align.CENTRE,
            colour=INK,
            **place,
        )
        note = TextBox(
            y_mm=ZONE_MM[1] - inset - 7.5,
            height_mm=5.5,
            size_pt=look["note_pt"],
            least_pt=4.5,
            lines=2,
            align=Align.CENTRE,
            colour=INK,
            **place,
        )
        for words, box in ((zone.label, label), (zone.note, note)):
            elements += texts(fit(words, box, self._fonts), box)
        return elements

    def _sign(self, zone: Zone) -> list[Element]:
        """A faint drawing of what belongs into a zone."""
        middle_x, middle_y = ZONE_MM[0] / 2, ZONE_MM[1] / 2
        match zone.kind:
            case ZoneKind.BALL:
                return ball(middle_x, middle_y, 11.0, spent=True)
            case ZoneKind.BADGE:
                sides = template("kit")["badges"][zone.number - 1]["sides"]
                return badge(middle_x, middle_y, 11.0, sides, zone.number)
            case ZoneKind.DECK:
                mark = list(RarityDeck)[zone.number - 1].mark
                box = TextBox(
                    x_mm=8,
                    y_mm=middle_y - 8,
                    width_mm=ZONE_MM[0] - 16,
                    height_mm=16,
                    size_pt=34.0,
                    least_pt=12.0,
                    align=Align.CENTRE,
                )
                return [*texts(fit(mark, box, self._fonts), box)]
            case _:
                return []

    def _joints(self, tile: Tile) -> list[Element]:
        """Diamonds on the seams, in the board's own measure, so that they meet on both pages."""
        elements: list[Element] = []
        left, top = tile.x_mm, tile.y_mm
        right, bottom = left + tile.width_mm, top + tile.height_mm
        if (tile.width_mm, tile.height_mm) == BOARD_MM:
            return []
        upright = [x for x, joined in ((left, left > 0), (right, tile.strip_x_mm > 0)) if joined]
        lying = [y for y, joined in ((top, top > 0), (bottom, tile.strip_y_mm > 0)) if joined]
        for x in upright:
            elements.append(_seam(x, top, x, bottom + tile.strip_y_mm))
            elements += [self._diamond(x, y) for y in _thirds(top, bottom)]
        elements.append(
            Text(
                x_mm=left + 0.7,
                y_mm=top + 1.4,
                text=tile.name,
                size_pt=self._look["tile_pt"],
                colour=_COLOURS[ZoneKind.DIE],
            )
        )
        for y in lying:
            elements.append(_seam(left, y, right + tile.strip_x_mm, y))
            elements += [self._diamond(x, y) for x in _thirds(left, right)]
        return elements

    def _diamond(self, x_mm: float, y_mm: float) -> Path:
        size = self._look["mark_mm"]
        corners = ((0, -size), (size, 0), (0, size), (-size, 0))
        steps = [("L" if at else "M", (x_mm + x, y_mm + y)) for at, (x, y) in enumerate(corners)]
        return Path(
            steps=(*steps, ("Z", ())),
            fill=WHITE,
            stroke=_COLOURS[ZoneKind.DIE],
            stroke_mm=0.25,
        )


def _thirds(start_mm: float, end_mm: float) -> tuple[float, float]:
    return start_mm + (end_mm - start_mm) / 4, start_mm + 3 * (end_mm - start_mm) / 4


def _seam(x1_mm: float, y1_mm: float, x2_mm: float, y2_mm: float) -> Line:
    return Line(
        x1_mm=x1_mm,
        y1_mm=y1_mm,
        x2_mm=x2_mm,
        y2_mm=y2_mm,
        width_mm=0.15,
        colour=_COLOURS[ZoneKind.SPARE],
        dash_mm=1.5,
    )


def _corners(tile: Tile) -> list[Element]:
    """Ticks outside the part, in line with its edges, to cut along."""
    right, bottom = tile.width_mm + tile.strip_x_mm, tile.height_mm + tile.strip_y_mm
    lines: list[Element] = []
    for x, across in ((0.0, -1), (right, 1)):
        for y, down in ((0.0, -1), (bottom, 1)):
            near_x, far_x = x + across * _GAP_MM, x + across * _TICK_MM
            near_y, far_y = y + down * _GAP_MM, y + down * _TICK_MM
            lines += [
                Line(x1_mm=near_x, y1_mm=y, x2_mm=far_x, y2_mm=y, width_mm=_TICK_LINE_MM),
                Line(x1_mm=x, y1_mm=near_y, x2_mm=x, y2_mm=far_y, width_mm=_TICK_LINE_MM),
            ]
    return lines
