from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardkit.catalogue import Catalogue
from cardkit.collection import Collection
from cardkit.collection.listing import ListedCard, list_cards, matching, meant
from cardkit.decks import RarityDeck, Requirements
from cardkit.schema_check import schema_faults
from tests.collection.making import AT, new_import, row
from tests.imports.making import small_catalogue


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with small_catalogue(tmp_path) as opened:
        yield opened


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.open(tmp_path) as opened:
        opened.add_import(
            new_import(
                row(card_id="base1-5", set_label="Base Set", number="005/006", count=2),
                row(card_id="hil1-5", set_label="Windy Hills"),
                row("Snorlax (Full Art)", set_label="Lost Valley", number="14/20", rarity="Rare"),
                row(card_id="base1-5", set_label="Base Set (Unlimited)"),
                row("Kadabra", set_label="Lost Valley", count=0, reason="expects a quantity"),
            ),
            at=AT,
        )
        yield opened


def listed(collection: Collection, catalogue: Catalogue) -> tuple[ListedCard, ...]:
    return list_cards(collection, catalogue, Requirements.default())


def test_copies_of_one_card_stand_together(collection: Collection, catalogue: Catalogue) -> None:
    found = listed(collection, catalogue)
    assert [(each.handle, each.count, each.name, each.set_name, each.number) for each in found] == [
        ("base1-5", 3, "Pikachu", "Base", "5"),
        ("hil1-5", 1, "Pikachu", "Windy Hills", "5"),
        ("3", 1, "Snorlax (Full Art)", "Lost Valley", "14/20"),
        ("5", 0, "Kadabra", "Lost Valley", ""),
    ]
    assert [each.placement.deck for each in found] == [
        RarityDeck.COMMON,
        RarityDeck.COMMON,
        RarityDeck.RARE,
        RarityDeck.COMMON,
    ]
    assert found[3].placement.undecided


def test_the_document_is_what_its_schema_says(collection: Collection, catalogue: Catalogue) -> None:
    cards = [each.to_dict() for each in listed(collection, catalogue)]
    document = {"format": "cardkit-collection/1", "cards": cards}
    assert schema_faults(document, "collection") == ()
    assert cards[2]["rows"][0]["candidates"] == []
    assert cards[0]["rows"][0]["step"] == "set-number-name"


@pytest.mark.parametrize(
    ("words", "handles"),
    [
        ("", ["base1-5", "hil1-5", "3", "5"]),
        ("pika", ["base1-5", "hil1-5"]),
        ("PIKACHU base", ["base1-5"]),
        ("pikachu 5/6", ["base1-5", "hil1-5"]),
        ("unlimited", ["base1-5"]),
        ("hil1", ["hil1-5"]),
        ("snorlax 14", ["3"]),
        ("abra", []),
        ("lost", ["3", "5"]),
    ],
)
def test_words_narrow_the_list(
    words: str, handles: list[str], collection: Collection, catalogue: Catalogue
) -> None:
    found = matching(listed(collection, catalogue), words)
    assert [each.handle for each in found] == handles


@pytest.mark.parametrize(
    ("text", "handles"),
    [
        ("base1-5", ["base1-5"]),
        ("BASE1-5", ["base1-5"]),
        ("4", ["base1-5"]),
        ("#3", ["3"]),
        ("snorlax", ["3"]),
        ("Pikachu", ["base1-5", "hil1-5"]),
        ("pikachu windy", ["hil1-5"]),
        ("mew", []),
        ("", []),
    ],
)
def test_a_card_is_meant_by_id_row_or_name(
    text: str, handles: list[str], collection: Collection, catalogue: Catalogue
) -> None:
    assert [each.handle for each in meant(listed(collection, catalogue), text)] == handles
