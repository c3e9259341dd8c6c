"""The board on one large page, or on pages to glue together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardkit.decks import RarityDeck
from cardkit.decks.materials import BOARD_MM
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
    Step,
    Text,
    mixed,
)
from cardkit.printing.jobs import PrintJob
from cardkit.printing.kit.shapes import badge, ball
from cardkit.printing.kit.tiles import WHOLE, Fit, Tile, fit_board, tile_board
from cardkit.printing.kit.zones import COLUMNS, ZONE_MM, Zone, ZoneKind, zones
from cardkit.printing.options import BackMode, GuideKind, SheetOptions
from cardkit.printing.text import TextBox, Typography, fit, texts
from cardkit.resources import template
from cardkit.rules import HouseRules

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


def board_pdf(
    rules: HouseRules, *, options: SheetOptions, title: str, fit: bool = False
) -> tuple[PrintJob, tuple[Tile, ...]]:
    """Return the board and its pages' parts.

    Args:
        rules: name the places of bench and PC.
        options: paper, margins, orientation and style; what they say of pieces does not matter.
        title: of the pool.
        fit: print all of it on one page, smaller where that does not hold it.

    Raises:
        InputError: the paper does not hold a single zone.
    """
    from cardkit.printing.pdf import typefaces

    fonts, book = typefaces(), FormBook()
    drawer = _BoardDrawer(rules, fonts, book)
    fitted = fit_board(options) if fit else None
    tiling = tile_board(options) if fitted is None else None
    tiles = (WHOLE,) if tiling is None else tiling.tiles()
    scale = 1.0 if fitted is None else fitted.scale
    turned = any(way is not None and way.turned for way in (fitted, tiling))
    warnings = [*_crowded(rules), *(() if fitted is None else _scaled(fitted))]
    job = compose_sheets(
        [_piece(drawer, tile, scale) for tile in tiles],
        product="board",
        title=title,
        options=_page(options, tiles[0], scale, turned=turned),
        book=book,
        fonts=fonts,
        warnings=warnings,
    )
    return job, tiles


def _piece(drawer: _BoardDrawer, tile: Tile, scale: float) -> Piece:
    elements, outline = drawer.tile(tile), Path(steps=_edge(tile))
    if scale != 1.0:
        elements = (Group(x_mm=0, y_mm=0, elements=elements, scale_x=scale, scale_y=scale),)
        outline = outline.placed(0.0, 0.0, scale=scale)
    what = f"zones from {tile.x_mm:g}, {tile.y_mm:g} mm"
    return Piece(what=what, name=tile.name, elements=elements, outline=outline.steps)


def _page(options: SheetOptions, tile: Tile, scale: float, *, turned: bool) -> SheetOptions:
    """Return how a page holds one part; the first part is the largest."""
    width = scale * (tile.width_mm + tile.strip_x_mm)
    height = scale * (tile.height_mm + tile.strip_y_mm)
    return replace(
        options,
        pieces=Pieces(width_mm=width, height_mm=height, columns=1, rows=1),
        orientation=Orientation.LANDSCAPE if turned else Orientation.PORTRAIT,
        guides=replace(options.guides, kind=GuideKind.NONE, outline=False),
        corner_mm=0.0,
        backs=BackMode.NONE,
        skip=(),
        start_at=1,
        noun="parts" if scale == 1.0 else f"board at {100 * scale:.0f} %,",
    )


def _scaled(fit: Fit) -> list[Finding]:
    """Say when the zones are smaller than the cards that lie in them."""
    if fit.scale == 1.0:
        return []
    width, height = fit.zone_mm
    return [
        Finding(
            code="board-scaled",
            severity=Severity.WARNING,
            what=f"it is printed at {100 * fit.scale:.0f} % of its size: a zone is "
            f"{width:.1f} x {height:.1f} mm, a card {ZONE_MM[0]:g} x {ZONE_MM[1]:g} mm",
            where="board",
            remedy="cards lie over the lines; leave --board-fit out for the true size",
            rule="S10",
        )
    ]


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
        return [*elements, *self._sign(zone), *self._words(zone)]

    def _words(self, zone: Zone) -> list[Element]:
        """The label at the head of a zone and the note at its foot."""
        look, inset = self._look, self._look["inset_mm"]
        label = TextBox(
            x_mm=inset + 3,
            y_mm=inset + 2.5,
            width_mm=ZONE_MM[0] - 2 * inset - 6,
            height_mm=8.0,
            size_pt=look["label_pt"],
            least_pt=6.0,
            lines=2,
            font=Font.BOLD,
            align=Align.CENTRE,
            colour=INK,
        )
        note = replace(
            label,
            y_mm=ZONE_MM[1] - inset - 7.5,
            height_mm=5.5,
            size_pt=look["note_pt"],
            least_pt=4.5,
            font=Font.REGULAR,
        )
        elements: list[Element] = []
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


def _edge(tile: Tile) -> tuple[Step, ...]:
    """The edge of a part with its strips, along which it is cut out."""
    right, bottom = tile.width_mm + tile.strip_x_mm, tile.height_mm + tile.strip_y_mm
    corners = ((right, 0.0), (right, bottom), (0.0, bottom))
    return (("M", (0.0, 0.0)), *(("L", corner) for corner in corners), ("Z", ()))


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
