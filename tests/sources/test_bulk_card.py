from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import (
    Ability,
    Card,
    DamageForm,
    EnergyType,
    Mechanic,
    Supertype,
    TypeModifier,
)
from cardkit.catalogue.rows import card_from_row, card_to_row
from cardkit.rarities import Rarity
from cardkit.schema_check import schema_faults
from cardkit.sources.bulk_card import BulkReader
from cardkit.sources.bulk_rows import UNREAD, RowReader
from tests.sources.making import pokemon

FIRE, COLORLESS = EnergyType.FIRE, EnergyType.COLORLESS


def read(document: object) -> tuple[Card | None, list[str]]:
    card, notes = BulkReader().card(document)
    if card is not None:
        row = card_to_row(card)
        assert card_from_row(row) == card
        for escaped in (True, False):
            content = json.dumps([document], ensure_ascii=escaped).encode()
            with suppress(*UNREAD):  # such as infinity, which is no JSON
                assert RowReader().rows(content, "") in ([row], [None])
    return card, [f"{note.path}: {note.what}" for note in notes]


def clean(document: object) -> Card:
    card, notes = read(document)
    assert notes == []
    assert card is not None
    assert schema_faults(card.to_dict(), "card") == ()
    assert Card.from_dict(json.loads(json.dumps(card.to_dict()))) == card
    return card


def attack(**fields: Any) -> list[dict[str, Any]]:
    return [{"name": "Try", "cost": ["Fire"], "damage": "30"} | fields]


QUIRKS: list[tuple[str, dict[str, Any], str, Any]] = [
    # what, fields of the document, attribute of the card, its value
    ("hp is text", {"hp": "120"}, "hp", 120),
    ("hp is a number", {"hp": 120}, "hp", 120),
    ("a trainer may have hp", {"supertype": "Trainer", "hp": "40"}, "hp", 40),
    ("no retreat cost is free", {"retreatCost": None, "convertedRetreatCost": None},
        "retreat_cost", 0),
    ("converted retreat of 0", {"retreatCost": None, "convertedRetreatCost": 0}, "retreat_cost", 0),
    ("retreat as letters", {"retreatCost": "CCC"}, "retreat_cost", 3),
    ("retreat as a number", {"retreatCost": 2}, "retreat_cost", 2),
    ("two weaknesses",
        {"weaknesses": [{"type": "Fire", "value": "×2"}, {"type": "Water", "value": "+20"}]},
        "weaknesses", (TypeModifier.parse("Fire", "×2"), TypeModifier.parse("Water", "+20"))),
    ("weakness in another schema", {"weaknesses": [{"type": "R", "value": "x2"}]},
        "weaknesses", (TypeModifier.parse("Fire", "×2"),)),
    ("resistance with a true minus", {"resistances": [{"type": "Grass", "value": "−30"}]},
        "resistances", (TypeModifier.parse("Grass", "-30"),)),
    ("no weakness", {"weaknesses": None}, "weaknesses", ()),
    ("types as letters", {"types": ["R", "w"]}, "types", (FIRE, EnergyType.WATER)),
    ("rarity as one word", {"rarity": "DoubleRare"}, "rarity", Rarity.DOUBLE_RARE),
    ("rarity as a constant", {"rarity": "MEGA_ATTACK_RARE"}, "rarity", Rarity.MEGA_ATTACK_RARE),
    ("no rarity", {"rarity": None}, "rarity", None),
    ("an unknown rarity is kept", {"rarity": "Sparkling Rare"}, "rarity", "Sparkling Rare"),
    ("old ex under a later rarity", {"rarity": "Rare Holo EX", "subtypes": ["Basic", "ex"]},
        "mechanics", frozenset({Mechanic.EX_LOWER})),
    ("new EX under the same rarity", {"rarity": "Rare Holo EX", "subtypes": ["Basic", "EX"]},
        "mechanics", frozenset({Mechanic.EX_UPPER})),
    ("promos that say EX and are ex", {"name": "Testmander ex", "subtypes": ["Basic", "EX"]},
        "mechanics", frozenset({Mechanic.EX_LOWER})),
    ("MEGA on a Trainer", {"supertype": "Trainer", "subtypes": ["Item", "MEGA"]},
        "mechanics", frozenset()),
    ("subtype in another schema", {"subtypes": ["Basic Stage"]}, "subtypes", ("Basic",)),
    ("stage in another schema", {"subtypes": ["Stage1", "tera"]}, "subtypes", ("Stage 1", "Tera")),
    ("Ex is told by the name", {"name": "Testmander ex", "subtypes": ["Ex"]}, "subtypes", ("ex",)),
    ("Ex is told by the name, too", {"name": "Testmander-EX", "subtypes": ["Ex"]},
        "subtypes", ("EX",)),
    ("no subtypes", {"subtypes": None}, "subtypes", ()),
    ("supertype without accent", {"supertype": "Pokemon"}, "supertype", Supertype.POKEMON),
    ("level is text", {"level": "X"}, "level", "X"),
    ("level is a number", {"level": 12}, "level", "12"),
    ("number is a number", {"number": 12}, "number", "12"),
    ("a name with other letters", {"name": "タマタマ[Exeggcute]"}, "name", "タマタマ[Exeggcute]"),
    ("spaces around a name", {"name": " Testmander "}, "name", "Testmander"),
    ("evolves from a fossil", {"evolvesFrom": "Mysterious Fossil"},
        "evolves_from", "Mysterious Fossil"),
    ("ancient trait", {"ancientTrait": {"name": "θ Stop", "text": "No."}},
        "abilities", (Ability(name="θ Stop", kind="Ancient Trait", text="No."),)),
    ("kinds of ability", {"abilities": [{"name": "Warm", "text": "Yes.", "type": "Poké-Body"}]},
        "abilities", (Ability(name="Warm", kind="Poké-Body", text="Yes."),)),
    ("line feeds in rules stay", {"rules": ["one\ntwo"]}, "rules", ("one\ntwo",)),
    ("other controls in texts go", {"rules": ["a\x1b[31mb"]}, "rules", ("a [31mb",)),
    ("the set of an answer of the API", {"set": {"id": "own2"}}, "set_id", "own2"),
    ("a set id with a hyphen", {"id": "own-x-1"}, "set_id", "own-x"),
    ("two cards, one number", {"id": "cel25c-15_A1", "number": "15"}, "set_id", "cel25c"),
    ("a number that is wrong in the data", {"id": "zsv10pt5-80", "number": "60"}, "number", "80"),
    ("the same number on another card", {"id": "zsv10pt5-60", "number": "60"}, "number", "60"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "attribute", "value"), [row[1:] for row in QUIRKS], ids=[row[0] for row in QUIRKS]
)
def test_quirks_of_cards(fields: dict[str, Any], attribute: str, value: Any) -> None:
    assert getattr(clean(pokemon(**fields)), attribute) == value


COSTS = [
    (["Fire", "Colorless"], (FIRE, COLORLESS)),
    (["Free"], ()),
    ([], ()),
    (None, ()),
    ("", ()),
    ("RCC", (FIRE, COLORLESS, COLORLESS)),
    (["R", "C"], (FIRE, COLORLESS)),
    ("Fire", (FIRE,)),
    ("Free", ()),
    (0, ()),
]


@pytest.mark.parametrize(("cost", "types"), COSTS)
def test_the_cost_counts_and_not_its_sum(cost: object, types: tuple[EnergyType, ...]) -> None:
    card = clean(pokemon(attacks=attack(cost=cost, convertedEnergyCost=1)))
    assert card.attacks[0].cost == types


DAMAGES = [
    ("30", 30, DamageForm.FIXED),
    (30, 30, DamageForm.FIXED),
    ("30+", 30, DamageForm.PLUS),
    ("30＋", 30, DamageForm.PLUS),
    ("20×", 20, DamageForm.TIMES),
    ("20x", 20, DamageForm.TIMES),
    ("50-", 50, DamageForm.MINUS),
    ("50−", 50, DamageForm.MINUS),
    ("?", 0, DamageForm.UNKNOWN),
    ("", 0, DamageForm.NONE),
    (None, 0, DamageForm.NONE),
]


@pytest.mark.parametrize(("damage", "amount", "form"), DAMAGES)
def test_damage_in_all_forms(damage: object, amount: int, form: DamageForm) -> None:
    card = clean(pokemon(attacks=attack(damage=damage)))
    assert (card.attacks[0].damage.amount, card.attacks[0].damage.form) == (amount, form)
    assert not card.attacks[0].text_omitted


def test_a_missing_damage_key() -> None:
    card = clean(pokemon(attacks=[{"name": "Try", "cost": ["Fire"], "text": "Draw."}]))
    assert card.attacks[0].damage.form is DamageForm.NONE


LEFT_OUT: list[tuple[dict[str, Any], str, str, Any]] = [
    # fields, what is said, attribute, its value
    ({"hp": "many"}, ".hp: expected a whole number from 10 to 1000 in steps of 10, got 'many'",
        "hp", None),
    ({"hp": "65"}, ".hp: ", "hp", None),
    ({"hp": True}, ".hp: ", "hp", None),
    ({"types": ["Fire", "Sound"]}, ".types[1]: expected a type such as Fire or R, got 'Sound'",
        "types", (FIRE,)),
    ({"types": {"0": "Fire"}}, ".types[0]: ", "types", ()),
    ({"rarity": ["Rare"]}, ".rarity: expected one line of text", "rarity", None),
    ({"artist": "two\nlines"}, ".artist: expected one line of text", "artist", ""),
    ({"weaknesses": [{"type": "Fire"}]}, ".weaknesses[0]: expected a type and a value",
        "weaknesses", ()),
    ({"weaknesses": "Fire ×2"}, ".weaknesses[0]: ", "weaknesses", ()),
    ({"weaknesses": [{"type": "Fire", "value": "n/a"}]}, ".weaknesses[0]: ", "weaknesses", ()),
    ({"retreatCost": {"a": 1}}, ".retreatCost: ", "retreat_cost", 0),
    ({"retreatCost": ["Colorless"] * 50}, ".retreatCost: ", "retreat_cost", 0),
    ({"rules": "x" * 5000}, ".rules[0]: expected a text of at most 4000 letters", "rules", ()),
    ({"attacks": attack(cost=["Fire", "Sound"])}, ".attacks[0].cost: expected a list of types",
        "attacks", ()),
    ({"attacks": ["Try"]}, ".attacks[0]: expected an attack with a name, got 'Try'",
        "attacks", ()),
    ({"attacks": [{"cost": []}]}, ".attacks[0]: expected an attack with a name", "attacks", ()),
    ({"abilities": [{"text": "Yes."}]}, ".abilities[0]: expected an ability with a name",
        "abilities", ()),
    ({"ancientTrait": "θ Stop"}, ".ancientTrait: expected an ability", "abilities", ()),
    ({"subtypes": [["Basic"]]}, ".subtypes[0]: expected one line", "subtypes", ()),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "said", "attribute", "value"), LEFT_OUT)
def test_what_cannot_be_read_is_left_out_and_said(
    fields: dict[str, Any], said: str, attribute: str, value: Any
) -> None:
    card, notes = read(pokemon(**fields))
    assert card is not None
    assert getattr(card, attribute) == value
    assert len(notes) == 1
    assert notes[0].startswith(said)


def test_unread_damage_counts_as_an_unread_text() -> None:
    card, notes = read(pokemon(attacks=attack(damage="n/a")))
    assert card is not None
    assert card.attacks[0].text_omitted
    assert not card.attacks[0].is_plain
    assert notes == [
        ".attacks[0].damage: expected damage such as 30, 30+, 20×, 50-, ? or nothing, got 'n/a'"
    ]


REFUSED = [
    ("a text", ": expected a card as an object, got 'a text'"),
    (None, ": expected a card as an object, got None"),
    (pokemon(id=None), ".id: expected an identifier such as sv3pt5-6, got None"),
    (pokemon(id="own1 1"), ".id: expected an identifier such as sv3pt5-6, got 'own1 1'"),
    (pokemon(id="loose"), ".set: expected the identifier of a set, got None"),
    (pokemon(name=""), ".name: expected the name of the card, got ''"),
    (pokemon(number=None), ".number: expected a collector number, got None"),
    (pokemon(supertype="Stamp"), ".supertype: expected Pokémon, Trainer or Energy, got 'Stamp'"),
    (pokemon(supertype=["Pokémon"]), ".supertype: expected Pokémon, Trainer or Energy"),
]


@pytest.mark.parametrize(("document", "said"), REFUSED)
def test_a_card_that_cannot_be_told_is_refused(document: object, said: str) -> None:
    card, notes = read(document)
    assert card is None
    assert notes[-1].startswith(said)


def test_every_fault_of_a_card_is_said_at_once() -> None:
    card, notes = BulkReader().card({"hp": 5})
    assert card is None
    assert [note.path for note in notes] == [".id", ".name", ".number", ".supertype"]
    assert all(note.refused for note in notes)


def test_the_file_name_tells_the_set_where_the_identifier_does_not() -> None:
    card, _ = BulkReader().card(pokemon(id="loose"), "own1")
    assert card is not None
    assert card.set_id == "own1"


def test_new_rarities_and_subtypes_are_counted() -> None:
    reader = BulkReader()
    for number in (1, 2):
        reader.card(pokemon(number, rarity="Sparkling Rare", subtypes=["Basic", "Hyper"]))
    assert reader.novelties == {("rarity", "Sparkling Rare"): 2, ("subtype", "Hyper"): 2}


def test_what_was_noted_once_is_noted_again() -> None:
    reader = BulkReader()
    notes = [reader.card(pokemon(number, hp="many"))[1] for number in (1, 2)]
    assert [len(each) for each in notes] == [1, 1]


SETS: list[tuple[object, str]] = [
    ({"id": "own1"}, ".name: expected the name of the set, got None"),
    ({"name": "Own"}, ".id: expected the id of the set, got None"),
    ([], ": expected a set as an object, got []"),
]


@pytest.mark.parametrize(("document", "said"), SETS)
def test_a_set_without_identity_is_refused(document: object, said: str) -> None:
    card_set, notes = BulkReader().card_set(document)
    assert card_set is None
    assert f"{notes[-1].path}: {notes[-1].what}" == said


def test_values_of_a_set_that_cannot_be_read_are_left_out() -> None:
    card_set, notes = BulkReader().card_set(
        {"id": "own1", "name": "Own", "printedTotal": "ten", "releaseDate": "in spring"}
    )
    assert card_set is not None
    assert (card_set.printed_total, card_set.release_date) == (0, "")
    assert [note.path for note in notes] == [".releaseDate", ".printedTotal"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(
            st.sampled_from(["name", "cost", "type", "value", "damage", "text"]), parts
        )
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*pokemon(), "rules", "abilities", "ancientTrait"]), JSON))
def test_whatever_is_kept_of_a_card_is_in_order(fields: dict[str, Any]) -> None:
    card, _ = read(pokemon() | fields)
    if card is not None:
        assert schema_faults(card.to_dict(), "card") == ()
        assert Card.from_dict(card.to_dict()) == card
