"""What the kit is made of, and on what it is printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from cardkit.cards import EnergyType
from cardkit.printing.composing import Piece, compose_sheets
from cardkit.printing.drawing import FormBook
from cardkit.printing.imposition import Margins
from cardkit.printing.jobs import PrintJob
from cardkit.printing.kit.board import board_pdf
from cardkit.printing.kit.cards import CardDrawer
from cardkit.printing.kit.counters import CounterDrawer
from cardkit.printing.kit.log_sheet import LogDrawer
from cardkit.printing.kit.tiles import Tile
from cardkit.printing.options import SheetOptions
from cardkit.printing.text import clean
from cardkit.resources import template
from cardkit.rules import HouseRules


class Stock(StrEnum):
    """One file for each kind of paper: card stock, thick card, plain paper, the board's."""

    CARDS = "cards"
    COUNTERS = "counters"
    BOARD = "board"
    SHEETS = "sheets"


class KitPart(StrEnum):
    """The parts, as ``--only`` names them."""

    POKEBALLS = "pokeballs"
    ENERGY = "energy"
    BADGES = "badges"
    TURN_ORDER = "turn-order"
    CATCH_RATES = "catch-rates"
    CHART = "chart"
    RULES = "rules"
    DAMAGE = "damage"
    CONDITIONS = "conditions"
    STATES = "states"
    DIE = "die"
    BOARD = "board"
    LOG = "log"

    @property
    def stock(self) -> Stock:
        """The file that it is in."""
        return _STOCKS.get(self, Stock.CARDS)

    @property
    def says(self) -> str:
        """What it is, for people."""
        return _SAYS[self]


_STOCKS = {
    KitPart.DAMAGE: Stock.COUNTERS,
    KitPart.CONDITIONS: Stock.COUNTERS,
    KitPart.STATES: Stock.COUNTERS,
    KitPart.DIE: Stock.COUNTERS,
    KitPart.BOARD: Stock.BOARD,
    KitPart.LOG: Stock.SHEETS,
}
_SAYS = {
    KitPart.POKEBALLS: "five Pokeball cards (S6)",
    KitPart.ENERGY: "Energy cards that the Energy deck lacks (S5)",
    KitPart.BADGES: "three badges (S11)",
    KitPart.TURN_ORDER: "your turn and the enemy's, step by step (S21, S34)",
    KitPart.CATCH_RATES: "when and how a catch succeeds (S30)",
    KitPart.CHART: "the chart of special conditions in force (S35)",
    KitPart.RULES: "the rest of the rules in short (S11 to S45)",
    KitPart.DAMAGE: "damage counters (S7)",
    KitPart.CONDITIONS: "markers of the five conditions (S36)",
    KitPart.STATES: "markers: knocked out, ready, spent (S27, S6)",
    KitPart.DIE: "the six faces of a die (S7)",
    KitPart.BOARD: "the board of 5 x 7 zones, 441 x 440 mm (S10)",
    KitPart.LOG: "a log of the adventure to write on",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KitFile:
    """One file of the kit.

    Attributes:
        stock: what it is printed on.
        job: the file and its plan.
        parts: what is in it.
        tiles: of the board, the part on each page.
    """

    stock: Stock
    job: PrintJob
    parts: tuple[KitPart, ...]
    tiles: tuple[Tile, ...] = ()

    @property
    def advice(self) -> str:
        """What to print it on."""
        if self.stock is Stock.BOARD:
            return "paper; glue the pages together" if len(self.tiles) > 1 else "one large sheet"
        return {
            Stock.CARDS: "card stock, or paper in sleeves",
            Stock.COUNTERS: "thick card, or paper glued on card",
            Stock.SHEETS: "plain paper",
        }[self.stock]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """What is to be printed.

    Attributes:
        rules: the house rules in force.
        energy: Energy cards by type.
        title: of the pool.
        parts: all of them, unless some are left out.
        fit_board: print the board on one page, smaller where the paper does not hold it.
    """

    rules: HouseRules
    energy: Mapping[EnergyType, int] = field(default_factory=dict)
    title: str = ""
    parts: Sequence[KitPart] = tuple(KitPart)
    fit_board: bool = False

    def parts_of(self, stock: Stock) -> tuple[KitPart, ...]:
        """Return the wanted parts that are printed on a stock, in their order."""
        return tuple(part for part in KitPart if part.stock is stock and part in self.parts)


def counter_side_mm() -> float:
    """Return the side of a counter."""
    return float(template("kit")["counters"]["side_mm"])


def log_size_mm(options: SheetOptions) -> tuple[float, float]:
    """Return the size of the log on a paper: what its margins leave."""
    margin = max(template("kit")["log"]["margin_mm"], *_edges(options.margins))
    return options.paper.width_mm - 2 * margin, options.paper.height_mm - 2 * margin


def _edges(margins: Margins) -> tuple[float, float, float, float]:
    return margins.left_mm, margins.right_mm, margins.top_mm, margins.bottom_mm


def kit_file(kit: Kit, stock: Stock, options: SheetOptions) -> KitFile | None:
    """Return one file of the kit; None when nothing of it is wanted.

    Args:
        kit: what is to be printed.
        stock: which file.
        options: how its sheets are laid out; the pieces have the size that the stock asks for:
            of cards, :func:`counter_side_mm`, :func:`log_size_mm`.

    Raises:
        InputError: the pieces do not fit on the paper; says what would.
    """
    from cardkit.printing.pdf import typefaces

    parts = kit.parts_of(stock)
    if not parts:
        return None
    if stock is Stock.BOARD:
        job, tiles = board_pdf(kit.rules, options=options, title=kit.title, fit=kit.fit_board)
        return KitFile(stock=stock, job=job, parts=parts, tiles=tiles)
    drawn = _drawers(kit, stock, options)
    found = [(part, drawn[part]()) for part in parts]
    pieces = [piece for _, some in found for piece in some]
    if not pieces:
        return None
    job = compose_sheets(
        pieces,
        product=stock.value,
        title=kit.title,
        options=replace(options, noun="log" if stock is Stock.SHEETS else stock.value),
        book=FormBook(),
        fonts=typefaces(),
    )
    return KitFile(stock=stock, job=job, parts=tuple(part for part, some in found if some))


def _drawers(
    kit: Kit, stock: Stock, options: SheetOptions
) -> Mapping[KitPart, Callable[[], Sequence[Piece]]]:
    """Return what draws each part of a stock."""
    from cardkit.printing.pdf import typefaces

    fonts = typefaces()
    size = options.pieces.width_mm, options.pieces.height_mm
    if stock is Stock.COUNTERS:
        counters = CounterDrawer(fonts)
        return {
            KitPart.DAMAGE: counters.damage,
            KitPart.CONDITIONS: counters.conditions,
            KitPart.STATES: counters.states,
            KitPart.DIE: counters.die,
        }
    if stock is Stock.SHEETS:
        title = clean(kit.title, fonts.has_glyph).text
        return {KitPart.LOG: lambda: [LogDrawer(size, kit.rules, fonts).page(title)]}
    cards = CardDrawer(size, kit.rules, fonts, bleed_mm=options.bleed_mm)
    return {
        KitPart.POKEBALLS: cards.pokeballs,
        KitPart.ENERGY: lambda: cards.energy(kit.energy),
        KitPart.BADGES: cards.badges,
        KitPart.TURN_ORDER: lambda: cards.texts(KitPart.TURN_ORDER),
        KitPart.CATCH_RATES: lambda: cards.texts(KitPart.CATCH_RATES),
        KitPart.CHART: cards.chart,
        KitPart.RULES: lambda: cards.texts(KitPart.RULES),
    }
