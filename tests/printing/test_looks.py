"""One page of each product beside a coarse picture of it that a person has reviewed.

Each picture is a text: a letter stands for the darkness of a square of the page, from a blank
(white) to 9 (black). ``pytest --renew`` writes the pictures anew.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from cardkit.cards import EnergyType
from cardkit.decks import Requirements
from cardkit.printing import (
    LabelStock,
    deck_labels,
    label_sheet_named,
    labels_pdf,
    paper_named,
    proxies_pdf,
)
from cardkit.printing.arrangement import Flip
from cardkit.printing.box_labels import box_labels_pdf
from cardkit.printing.calibration import calibration_pdf
from cardkit.printing.card_labels import CardLabel, card_labels_pdf
from cardkit.printing.divider_groups import Grouping, dividers_of
from cardkit.printing.dividers import DividerShape, dividers_pdf
from cardkit.printing.energy_list import energy_list_pdf
from cardkit.printing.kit import Kit, Stock, counter_side_mm, kit_file, log_size_mm
from cardkit.printing.layouts import layout_named
from cardkit.printing.options import SheetOptions
from cardkit.printing.printers import Printer
from cardkit.printing.stickers import choose_energy_cards, stickers_pdf
from cardkit.settings import Settings
from tests.decks.making import full_pool
from tests.printing.making import proxy
from tests.printing.measuring import said_on
from tests.printing.test_golden import FULL

A4 = paper_named("a4")
PLAIN = SheetOptions.from_dict({}, paper=A4)
SLEEVES = Requirements.default().sleeves
HEAPS = deck_labels(full_pool(), SLEEVES)
COLUMNS, ROWS = 60, 85
_SHADES = " 123456789"
_TOLERANCE = 1
_DIFFERING = 0.01
"""Share of squares that may be off by more, where two renderers round differently."""


KINDS = (EnergyType.FIRE, EnergyType.WATER, EnergyType.PSYCHIC, EnergyType.METAL)


def _proxies(layout: str = "solo", **document: Any) -> bytes:
    cards = [proxy(f"Testmon {kind.letter}", kind, **FULL) for kind in KINDS]
    options = SheetOptions.from_dict(document, paper=A4)
    shown = layout_named(layout)
    return proxies_pdf(cards, paper=A4, title="Test", layout=shown, options=options).content


def _backs() -> bytes:
    options = SheetOptions.from_dict({"backs": "separate"}, paper=A4)
    cards = [proxy(f"Testmon {kind.letter}", kind) for kind in KINDS]
    return proxies_pdf(cards, paper=A4, title="Test", options=options).files[1].content


def _energy_list() -> bytes:
    cards = [proxy(f"Testmon {kind.letter}", kind) for kind in KINDS]
    _, needs = choose_energy_cards(cards, {EnergyType.FIRE: 1})
    return energy_list_pdf(needs, paper=A4, title="Test").content


def _dividers() -> bytes:
    shape = DividerShape.of((66, 91))
    size = {"card_size": "66x101"}
    found = dividers_of(full_pool(), Grouping.DECK, SLEEVES, lambda _: None)
    options = SheetOptions.from_dict(size, paper=A4)
    return dividers_pdf(found, shape, options=options, title="Test").content


def _kit(stock: Stock) -> bytes:
    kit = Kit(rules=Settings.from_dict({}).house_rules, title="Test")
    document: dict[str, object] = {}
    if stock is Stock.COUNTERS:
        document = {"card_size": f"{counter_side_mm()}x{counter_side_mm()}"}
    if stock is Stock.SHEETS:
        size = "{:.4f}x{:.4f}".format(*log_size_mm(PLAIN))
        document = {"card_size": size, "guides": {"kind": "none"}}
    made = kit_file(kit, stock, SheetOptions.from_dict(document, paper=A4))
    assert made is not None
    return made.job.content


PRODUCTS: dict[str, Callable[[], bytes]] = {
    "proxies": _proxies,
    "proxies-full": partial(_proxies, "full"),
    "proxies-text": partial(_proxies, "text"),
    "proxies-print-shop": partial(_proxies, print_shop=True),
    "proxies-fold": partial(_proxies, backs="fold", gap_mm=2, bleed_mm=1),
    "proxies-low-ink": partial(_proxies, style="low-ink"),
    "backs": _backs,
    "energy-list": _energy_list,
    "stickers": lambda: (
        stickers_pdf([proxy()], LabelStock(sheet=label_sheet_named("L7160"))).content
    ),
    "labels-decks": lambda: labels_pdf(HEAPS, LabelStock(sheet=label_sheet_named("L7160"))).content,
    "labels-outline": lambda: (
        labels_pdf(HEAPS, LabelStock(sheet=label_sheet_named("L7160"), outline=True)).content
    ),
    "labels-cards": lambda: (
        card_labels_pdf(
            [CardLabel(name="Testachu", mark="★★", printing="test1-7", count=8)],
            LabelStock(sheet=label_sheet_named("L7656")),
            owner="Ada",
        ).content
    ),
    "labels-boxes": lambda: (
        box_labels_pdf(
            HEAPS, LabelStock(sheet=label_sheet_named("L7163"), title="Test"), copies=2
        ).content
    ),
    "dividers": _dividers,
    "calibration": lambda: calibration_pdf(A4, printer=Printer(), flip=Flip.LONG).content,
    **{f"kit-{stock}": partial(_kit, stock) for stock in Stock},
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_the_first_page_looks_as_reviewed(name: str, request: pytest.FixtureRequest) -> None:
    found = _picture(PRODUCTS[name]())
    path = Path(__file__).parent / "looks" / f"{name}.txt"
    if request.config.getoption("--renew"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(line.rstrip() + "\n" for line in found))
    wanted = [line.ljust(COLUMNS) for line in path.read_text().splitlines()]
    assert len(wanted) == len(found) == ROWS
    pairs = [pair for lines in zip(wanted, found, strict=True) for pair in zip(*lines, strict=True)]
    off = sum(abs(_SHADES.index(a) - _SHADES.index(b)) > _TOLERANCE for a, b in pairs)
    assert off <= _DIFFERING * len(pairs), "\n".join(found)


@pytest.mark.parametrize("name", PRODUCTS)
def test_every_product_is_sound_its_fonts_embedded_and_the_same_twice(name: str) -> None:
    content = PRODUCTS[name]()
    assert content == PRODUCTS[name]()
    assert not set("■□") & set("".join(said_on(content)))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        parts = [part for part in pdf.objects if isinstance(part, pikepdf.Dictionary)]
        fonts = [part for part in parts if part.get("/Type") == "/FontDescriptor"]
        assert fonts or name == "backs"
        assert all("/FontFile2" in font for font in fonts)


def _picture(content: bytes) -> list[str]:
    """Return the first page in shades, one character for a square of it."""
    pdf = pypdfium2.PdfDocument(content)
    try:
        page = pdf[0].render(scale=1.0).to_pil().convert("L")
    finally:
        pdf.close()
    small = page.resize((COLUMNS, ROWS), resample=4)  # Pillow's BOX: the mean of each square
    levels = small.tobytes()
    shades = [_SHADES[min(9, (255 - level) * 10 // 256)] for level in levels]
    return ["".join(shades[at : at + COLUMNS]) for at in range(0, len(shades), COLUMNS)]
