from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardkit.catalogue.rows import Row, card_to_row
from cardkit.sources.bulk_card import BulkReader
from cardkit.sources.bulk_rows import UNREAD, RowReader
from tests.sources.making import pokemon

USUAL = (
    pokemon(1),
    pokemon(
        2, attacks=[{"name": "Try", "cost": ["Free"], "damage": "20×", "text": "Flip a coin."}]
    ),
    pokemon(3, rules=['"one"'], abilities=[{"name": "Warm", "text": "Yes.", "type": "Ability"}]),
    pokemon(4, retreatCost=["Colorless"] * 3, artist=" A. Uthor ", level="X"),
)


def rows(*documents: dict[str, Any]) -> list[Row | None]:
    """Return the rows of a file with these cards."""
    return RowReader().rows(json.dumps(documents).encode(), "own1")


def test_usual_cards_come_to_what_the_reader_makes_of_them() -> None:
    made = [BulkReader().card(document)[0] for document in USUAL]
    assert rows(*USUAL) == [card_to_row(card) for card in made if card]


UNUSUAL: list[dict[str, Any]] = [
    {"ancientTrait": {"name": "θ Stop", "text": "No."}},
    {"set": {"id": "own2"}},
    {"id": "zsv10pt5-80", "number": "60"},
    {"rules": ["one\ntwo"]},
    {"attacks": [{"name": "Try", "cost": ["Fire"], "damage": "30", "effect": "Flip a coin."}]},
    {"convertedRetreatCost": 2, "retreatCost": None},
]


@pytest.mark.parametrize("fields", UNUSUAL)
def test_a_card_of_another_shape_is_left_to_the_reader_alone(fields: dict[str, Any]) -> None:
    first, odd, last = rows(USUAL[0], pokemon(9, **fields), USUAL[1])
    assert odd is None
    assert first is not None
    assert last is not None


SAID: list[dict[str, Any]] = [
    {"hp": "many"},
    {"rarity": "Sparkling Rare"},
    {"subtypes": ["Ex"]},
    {"artist": "two\nlines"},
    {"name": " "},
    {"attacks": [{"name": "Try", "cost": ["Sound"], "damage": "30", "text": ""}]},
    {"retreatCost": None, "convertedRetreatCost": False},
]


@pytest.mark.parametrize("fields", SAID)
def test_where_there_is_something_to_say_the_reader_says_it(fields: dict[str, Any]) -> None:
    odd, *usual = rows(pokemon(9, **fields), *USUAL)
    assert odd is None
    assert None not in usual


def test_few_cards_of_the_bulk_data_are_left_to_the_reader(bulk_folder: Path) -> None:
    reader = RowReader()
    found: list[Row | None] = []
    for path in sorted((bulk_folder / "cards/en").glob("*.json")):
        found += reader.rows(path.read_bytes(), path.stem)
    assert len(found) > 10_000
    assert found.count(None) < len(found) / 100


@pytest.mark.parametrize("content", [b'{"data": []}', b"[{}", b"\xff", b"[" * 100_000, b""])
def test_a_file_of_another_kind_is_left_to_the_reader(content: bytes) -> None:
    with pytest.raises(UNREAD):
        RowReader().rows(content, "own1")
