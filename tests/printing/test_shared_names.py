from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardkit.cards import CardId, CardSet, EnergyType, SetId, TypeModifier
from cardkit.printing.areas import Area
from cardkit.printing.drawing import FormBook
from cardkit.printing.faces import SoloFace
from cardkit.printing.pdf import typefaces
from tests.printing.making import proxy

JAPANESE = {"xy12-109"}
"""The one card whose name is printed in Japanese."""


@pytest.fixture(scope="module")
def printings(bulk_folder: Path) -> list[tuple[dict[str, Any], CardSet]]:
    listed = json.loads((bulk_folder / "sets/en.json").read_text(encoding="utf-8"))
    sets = {
        each["id"]: CardSet(
            set_id=SetId(each["id"]), name=each["name"], printed_total=each["printedTotal"]
        )
        for each in listed
    }
    found = []
    for path in sorted((bulk_folder / "cards/en").glob("*.json")):
        card_set = sets.get(path.stem, CardSet(set_id=SetId(path.stem), name=path.stem))
        cards = json.loads(path.read_text(encoding="utf-8"))
        found += [(card, card_set) for card in cards]
    return found


def test_every_name_fits_its_box_and_no_glyph_is_missing(
    printings: list[tuple[dict[str, Any], CardSet]],
) -> None:
    book, fonts = FormBook(), typefaces()
    card_area = Area(x_mm=0, y_mm=0, width_mm=63, height_mm=88)
    face = SoloFace(card=card_area, book=book, fonts=fonts)
    said: dict[str, list[str]] = {}
    for card, card_set in printings:
        made = proxy(
            card["name"],
            EnergyType.FIRE,
            card_set=card_set,
            card_id=CardId(card["id"]),
            number=card["number"],
            evolves_from=card.get("evolvesFrom") or "",
            weaknesses=_modifiers(card, "weaknesses"),
            resistances=_modifiers(card, "resistances"),
            retreat_cost=len(card.get("retreatCost") or ()),
        )
        _, findings = face.compose(made)
        if findings:
            said[card["id"]] = [finding.code for finding in findings]
    assert len(printings) > 10_000
    assert set(said) <= JAPANESE
    assert {code for codes in said.values() for code in codes} <= {"glyph-missing"}
    assert len(book.forms) < 150  # few values, each drawn once


def _modifiers(card: dict[str, Any], key: str) -> tuple[TypeModifier, ...]:
    return tuple(
        TypeModifier.parse(part["type"], part["value"])
        for part in card.get(key) or ()
        if part.get("value")
    )
