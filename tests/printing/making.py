"""Cards to print, in few words, and a look into the PDF made of them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pdfplumber

from cardkit.cards import Card, CardId, CardSet, EnergyType, SetId, Supertype, TypeModifier
from cardkit.decks import RarityDeck
from cardkit.printing import ProxyCard
from cardkit.units import points_to_mm

TEST_SET = CardSet(set_id=SetId("test1"), name="Test Set", printed_total=99)


def proxy(
    name: str = "Testachu",
    *kinds: EnergyType,
    deck: RarityDeck = RarityDeck.RARE,
    count: int = 1,
    card_set: CardSet | None = TEST_SET,
    **changes: Any,
) -> ProxyCard:
    facts: dict[str, Any] = {
        "card_id": CardId("test1-7"),
        "supertype": Supertype.POKEMON,
        "set_id": SetId("test1"),
        "number": "7",
        "subtypes": ("Stage 1",),
        "hp": 90,
        "types": kinds or (EnergyType.LIGHTNING,),
        "evolves_from": "Testichu",
        "weaknesses": (TypeModifier.parse("Fighting", "×2"),),
        "resistances": (TypeModifier.parse("Metal", "-20"),),
        "retreat_cost": 2,
    }
    card = Card(name=name, **(facts | changes))
    return ProxyCard(card=card, deck=deck, count=count, card_set=card_set)


@contextmanager
def opened(content: bytes) -> Iterator[Any]:
    """Open a PDF for measuring; its pages count from 0."""
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        yield pdf


def text_of(content: bytes) -> str:
    """Return all characters in the order in which they are drawn."""
    with opened(content) as pdf:
        return "".join(letter["text"] for page in pdf.pages for letter in page.chars)


def words_of(content: bytes) -> list[str]:
    """Return what stands apart on the pages, as a reader sees it."""
    with opened(content) as pdf:
        return [word["text"] for page in pdf.pages for word in page.extract_words()]


def boxes_mm(
    page: Any, width_mm: float, height_mm: float, tolerance_mm: float = 0.02
) -> list[tuple[float, float]]:
    """Return where rectangles of a size stand: left and top in mm, row by row."""
    found = {
        (round(points_to_mm(box["x0"]), 3), round(points_to_mm(box["top"]), 3))
        for box in page.rects
        if abs(points_to_mm(box["width"]) - width_mm) <= tolerance_mm
        and abs(points_to_mm(box["height"]) - height_mm) <= tolerance_mm
    }
    return sorted(found, key=lambda corner: (corner[1], corner[0]))
