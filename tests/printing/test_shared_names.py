"""Every Pokemon of the public data, in every layout."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from cardkit.cards import Card, CardSet, SetId, Stage
from cardkit.decks import RarityDeck
from cardkit.printing import ProxyCard
from cardkit.printing.drawing import Align, Element, Font, FormBook, Group, Text
from cardkit.printing.faces import CardFace
from cardkit.printing.layouts import layout_named, shipped_layouts
from cardkit.printing.pdf import typefaces
from cardkit.sources.bulk import stream_bulk
from cardkit.units import points_to_mm

JAPANESE = {"xy12-109"}
"""The one card whose name is printed in Japanese."""
_PEAK_MIB = 250
_BEFORE = {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}


@pytest.fixture(scope="module")
def printings(bulk_folder: Path) -> tuple[ProxyCard, ...]:
    sets: dict[SetId, CardSet] = {}
    cards: list[Card] = []
    for file in stream_bulk(bulk_folder):
        sets |= {each.set_id: each for each in file.sets}
        cards += [card for card in file.cards if card.is_pokemon]
    decks = list(RarityDeck)
    return tuple(
        ProxyCard(card=card, deck=decks[index % 5], card_set=sets.get(card.set_id))
        for index, card in enumerate(cards)
    )


@pytest.mark.parametrize("name", shipped_layouts())
def test_every_name_fits_its_box_and_no_glyph_is_missing(
    name: str, printings: Sequence[ProxyCard]
) -> None:
    book, fonts, layout = FormBook(), typefaces(), layout_named(name)
    face = CardFace(layout, size_mm=layout.card.size, book=book, fonts=fonts)
    right_mm, bottom_mm = layout.card.width_mm - 2.5, layout.card.height_mm - 2.5
    said: dict[str, set[str]] = {}
    for made in telling(printings, moves="moves" in layout.parts):
        elements, findings = face.compose(made)
        if findings:
            said[made.card.card_id] = {finding.code for finding in findings}
        for text in _texts(elements):
            width_mm = _width_mm(text.text, text.font) * text.size_pt
            left_mm = text.x_mm - _BEFORE[text.align] * width_mm
            assert left_mm >= 2.5, (made.card.card_id, text)
            assert left_mm + width_mm <= right_mm + 1e-6, (made.card.card_id, text)
            assert 2.5 <= text.y_mm <= bottom_mm, (made.card.card_id, text)
    assert len(printings) > 10_000
    quarters = {made.card.card_id for made in printings if made.card.stage is Stage.V_UNION}
    long = {card_id for card_id, codes in said.items() if "text-cut" in codes}
    # A quarter of a V-UNION carries the texts of the whole; such cards are left out (Rule: S2).
    assert long <= (quarters if "moves" in layout.parts else set())
    assert set(said) - long <= JAPANESE
    assert {code for codes in said.values() for code in codes} <= {"glyph-missing", "text-cut"}
    assert len(book.forms) < 200  # few values, each drawn once


def telling(printings: Sequence[ProxyCard], *, moves: bool) -> Iterator[ProxyCard]:
    """Yield the cards that fill some box as no card before them; boxes know nothing of each other.

    What cards can do shares one box, so only the whole of it counts.
    """
    seen: set[object] = set()
    for made in printings:
        card = made.card
        filled: set[object] = {
            ("name", card.name),
            ("stage", card.stage, card.evolves_from),
            ("place", card.set_id, len(card.number), card.rarity),
            ("facts", card.hp, card.types, card.weaknesses, card.resistances, card.retreat_cost),
            ("mechanics", card.mechanics),
            ("deck", made.deck),
        }
        if moves:
            filled.add(("moves", card.attacks, card.abilities))
        if not filled <= seen:
            seen |= filled
            yield made


def _texts(elements: Sequence[Element]) -> Iterator[Text]:
    for element in elements:
        if isinstance(element, Text):
            yield element
        elif isinstance(element, Group):
            yield from _texts(element.elements)


@cache
def _width_mm(words: str, font: Font) -> float:
    """Width of a text set in a size of one point."""
    return points_to_mm(typefaces().measure(words, font))


_ALL_AT_ONCE = """
import re, sys
from pathlib import Path
from cardkit.decks import RarityDeck
from cardkit.printing import ProxyCard, paper_named, proxies_pdf
from cardkit.sources.bulk import stream_bulk
cards = [card for file in stream_bulk(Path(sys.argv[1])) for card in file.cards if card.is_pokemon]
proxies = [ProxyCard(card=card, deck=RarityDeck.RARE) for card in cards]
job = proxies_pdf(proxies, paper=paper_named("a4"), title="all")
# The figure of getrusage would hold the memory of the process that started this one.
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024
print(len(cards), job.pages, len(job.warnings), len(job.content) // 1024, peak)
"""


def test_all_pokemon_are_printed_in_one_run_in_little_memory(bulk_folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _ALL_AT_ONCE, str(bulk_folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    cards, pages, warnings, content_kib, peak_mib = map(int, done.stdout.split())
    assert pages == -(-cards // 9)
    assert warnings == 2  # of the one card printed in Japanese: its name and what it evolves from
    assert content_kib / cards * 1_000 < 300
    assert peak_mib < _PEAK_MIB
