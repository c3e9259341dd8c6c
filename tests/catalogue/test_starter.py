from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from cardkit.cards import BASIC_ENERGY_TYPES, Ability, Attack, Card, Damage, EnergyType, Stage
from cardkit.cardtext import Powers, read_ability
from cardkit.cardtext.effects import Unread
from cardkit.cardtext.notation import read_effects, write_effects
from cardkit.cardtext.reading import read_attack
from cardkit.cardtext.values import part_names
from cardkit.catalogue.starter import read_starter, starter_cards
from cardkit.errors import InputError

SETS, CARDS = starter_cards()
POKEMON = [card for card in CARDS if card.is_pokemon]

SET_LINE = "[base1] Base | Base | 102 | BS | 1999-01-09"
CARD_LINE = (
    "46 | Charmander | Common | Basic | 50 | R | | W×2 | | 1 | | C Scratch 10 / RC Ember 30 *"
)


def test_ids_are_unique_over_all_files() -> None:
    assert Counter(card.card_id for card in CARDS).most_common(1)[0][1] == 1
    assert Counter(card_set.set_id for card_set in SETS).most_common(1)[0][1] == 1


def test_each_set_has_cards_and_each_card_a_set() -> None:
    assert {card.set_id for card in CARDS} == {card_set.set_id for card_set in SETS}


def test_sets_and_cards_stand_in_order_of_release() -> None:
    dates = {card_set.set_id: card_set.release_date for card_set in SETS}
    assert list(dates.values()) == sorted(dates.values())
    assert [dates[card.set_id] for card in CARDS] == sorted(dates[card.set_id] for card in CARDS)


def test_many_real_printings_from_many_eras() -> None:
    assert len(CARDS) >= 220
    assert len({card_set.series for card_set in SETS} - {"Other"}) >= 5


def test_most_texts_stand_as_effects_that_can_be_read() -> None:
    omitted = [attack for card in CARDS for attack in card.attacks if attack.text_omitted]
    told = [attack for attack in omitted if attack.effects]
    assert len(told) >= 0.92 * len(omitted)
    for attack in told:
        assert write_effects(read_effects(attack.effects)) == attack.effects


def test_most_abilities_stand_as_effects_that_can_be_read() -> None:
    abilities = [ability for card in CARDS for ability in card.abilities]
    told = [ability for ability in abilities if ability.effects]
    assert len(told) >= 0.85 * len(abilities)
    for ability in told:
        read = read_ability(ability, "")
        assert isinstance(read, Powers)
        assert write_effects(read.parts) == ability.effects


def test_no_card_text_is_carried() -> None:
    for card in CARDS:
        assert not card.rules
        assert not card.artist
        assert not any(attack.text for attack in card.attacks)
        assert not any(ability.text for ability in card.abilities)


def test_each_card_survives_its_document_form() -> None:
    assert all(Card.from_dict(card.to_dict()) == card for card in CARDS)


def test_every_basic_energy_in_several_printings() -> None:
    printings = Counter(card.basic_energy_type for card in CARDS)
    assert all(printings[kind] >= 2 for kind in BASIC_ENERGY_TYPES)
    names = {card.name for card in CARDS if card.basic_energy_type is EnergyType.FIRE}
    assert names == {"Fire Energy", "Basic Fire Energy"}


def test_special_energy_is_not_basic() -> None:
    special = {str(card.card_id): card for card in CARDS if "Special" in card.subtypes}
    assert special["neo1-104"].name == "Darkness Energy"
    assert not any(card.is_basic_energy for card in special.values())


@pytest.mark.parametrize("stage", [Stage.STAGE_1, Stage.STAGE_2, Stage.VMAX, Stage.MEGA])
def test_most_evolutions_have_what_they_evolve_from(stage: Stage) -> None:
    """Evolution by defeat needs both cards (Rule: S40)."""
    names = {card.name for card in POKEMON}
    evolved = [card for card in POKEMON if card.stage is stage]
    assert len(evolved) >= 5
    assert sum(card.evolves_from in names for card in evolved) / len(evolved) >= 0.9


# What a deck needs: the minimum of rule S4, and ten spare to propose proxies from.
LEAST_PER_DECK = {"common": 30, "uncommon": 28, "rare": 16, "ex": 16, "vmax": 16}


def rarity_deck(card: Card) -> str:
    """Rule S1, written down a second time."""
    marks = {mechanic.value for mechanic in card.mechanics}
    if marks & {"VMAX", "VSTAR", "MEGA", "Tera"}:
        return "vmax"
    if marks & {"V", "GX", "EX", "ex"}:
        return "ex"
    return {"Common": "common", "Uncommon": "uncommon", "None": "common"}.get(
        str(card.rarity), "rare"
    )


def one_piece(card: Card) -> bool:
    return card.stage not in (Stage.LEGEND, Stage.V_UNION)


@pytest.mark.parametrize("deck", LEAST_PER_DECK)
def test_enough_for_a_complete_pool_with_ten_spare(deck: str) -> None:
    assert (
        sum(rarity_deck(card) == deck for card in POKEMON if one_piece(card))
        >= (LEAST_PER_DECK[deck])
    )


@pytest.mark.parametrize("deck", LEAST_PER_DECK)
def test_every_type_in_every_deck(deck: str) -> None:
    found = {kind for card in POKEMON if rarity_deck(card) == deck for kind in card.types}
    assert found == set(EnergyType)


@pytest.mark.parametrize(
    ("deck", "least"), [("common", 0.97), ("uncommon", 0.9), ("rare", 0.6), ("ex", 0.6)]
)
def test_most_pokemon_have_an_attack_that_needs_no_text(deck: str, least: float) -> None:
    cards = [card for card in POKEMON if rarity_deck(card) == deck]
    plain = sum(any(attack.is_plain for attack in card.attacks) for card in cards)
    assert plain / len(cards) >= least


def test_decks_in_which_a_card_is_hard_to_place_are_there() -> None:
    """Promos and cards without a rarity (Rule: S3), cards of several pieces (Rule: S2)."""
    plain_promos = [c for c in POKEMON if str(c.rarity) == "Promo" and not c.mechanics]
    assert len(plain_promos) >= 2
    assert len([card for card in POKEMON if card.rarity is None]) >= 2
    assert {card.stage for card in POKEMON if not one_piece(card)} == {Stage.LEGEND, Stage.V_UNION}


FAULTS = [
    (CARD_LINE.replace("| 50 |", "| fifty |"), "HP must be a whole number, got 'fifty'"),
    (CARD_LINE.replace("| 50 |", "| 55 |"), "HP must be a multiple of 10 above 0, got '55'"),
    (CARD_LINE.replace("| R |", "| X |"), "a type must be one of GRWLPFDMYNC, got 'X'"),
    (CARD_LINE.replace("| R |", "| |"), "a Pokemon must have a type, got ''"),
    (CARD_LINE.replace("W×2", "W*2"), "weakness or resistance must look like ×2, +20 or -30"),
    (CARD_LINE.replace("| 1 |", "| 9 |"), "a retreat cost must be at most 5, got '9'"),
    (CARD_LINE.replace("Common", "common"), "a rarity must be spelt as in cardkit.rarities"),
    (CARD_LINE.replace("Basic", "Basics"), "a subtype must be one that cards carry, got 'Basics'"),
    (CARD_LINE.replace("Basic", "Tera"), "a Pokemon must have a stage, got 'Tera'"),
    (CARD_LINE.replace("Basic", "Stage 1"), "just what is not Basic must evolve from a card"),
    (CARD_LINE.replace("R | |", "R | Mew |"), "just what is not Basic must evolve from a card"),
    (CARD_LINE.replace("46", "4/6"), "a number must look like 4, 28a or TG01, got '4/6'"),
    (CARD_LINE.replace("Charmander", ""), "a card must have a name, got ''"),
    (CARD_LINE.replace("| | C", "| Torrent | C"), "an ability must look like 'Ability: Name'"),
    (CARD_LINE.replace("C Scratch 10", "Scratch 10"), "an attack must look like 'RC Ember 30 *'"),
    (CARD_LINE.replace("C Scratch 10", "CQ Scratch 10"), "a type must be one of"),
    (CARD_LINE.replace("30 *", "30+"), "an attack without fixed damage prints a text"),
    (CARD_LINE.replace("Scratch 10", "Scratch"), "an attack without fixed damage prints a text"),
    (CARD_LINE + " | 9", "a Pokemon has 12 fields and any other card 4, got 13"),
    ("94 | Potion | Common | Gadget", "a card of four fields must be a Trainer or an Energy"),
    (CARD_LINE + "\n" + CARD_LINE, "each number may stand once in a set, got '46'"),
    (SET_LINE, "each set may begin once, got 'base1' again"),
    ("[base2] Jungle | Base | 64 | JU", "a set must be [id] and 5 fields"),
    ("[base2] Jungle | Base | 64 | JU | 1999/06/16", "a date of release must look like"),
    ("[base2] Jungle | Base | many | JU | 1999-06-16", "a printed total must be a whole number"),
]


@pytest.mark.parametrize(("line", "what"), FAULTS)
def test_a_mistake_names_its_line(line: str, what: str) -> None:
    text = f"{SET_LINE}\n{line}"
    with pytest.raises(InputError) as caught:
        read_starter(text, "era.txt")
    fault = caught.value.faults[-1]
    assert fault.where == f"era.txt:{len(text.splitlines())}"
    assert fault.what.startswith(what)
    assert fault.remedy


def test_remarks_and_empty_lines_say_nothing() -> None:
    assert read_starter(f"# {CARD_LINE}\n\n{SET_LINE}\n#", "era.txt")[1] == ()


def test_every_mistake_is_named_at_once() -> None:
    text = "\n".join([CARD_LINE, SET_LINE, "x", CARD_LINE, "y"])
    with pytest.raises(InputError) as caught:
        read_starter(text, "era.txt")
    assert [fault.where for fault in caught.value.faults] == [
        "era.txt:1",
        "era.txt:3",
        "era.txt:5",
    ]
    assert caught.value.faults[0].what.startswith("a set must begin before its first card")


def printed(card: dict[str, Any]) -> dict[str, Any]:
    """The facts of one card of the public bulk data, in the document form without its texts."""
    facts = {
        "id": card["id"],
        "name": card["name"],
        "supertype": card["supertype"],
        "set": card["id"].rsplit("-", 1)[0],
        "number": card["number"],
        "rarity": card.get("rarity"),
        "subtypes": card.get("subtypes", []),
        "hp": int(card["hp"]) if card["supertype"] == "Pokémon" else None,
        "types": card.get("types", []),
        "evolves_from": card.get("evolvesFrom"),
        "attacks": [printed_attack(attack, card["name"]) for attack in card.get("attacks", [])],
        "abilities": [printed_ability(each, card["name"]) for each in card.get("abilities", [])],
        "weaknesses": card.get("weaknesses"),
        "resistances": card.get("resistances"),
        "retreat_cost": len(card.get("retreatCost", [])),
    }
    return {key: value for key, value in facts.items() if value}


def printed_ability(ability: dict[str, Any], card_name: str) -> dict[str, Any]:
    one = Ability(name=ability["name"], kind=ability["type"], text=ability["text"])
    read = read_ability(one, card_name)
    effects = "" if isinstance(read, Unread) else write_effects(wordless(read.parts))
    facts = {"name": one.name, "kind": one.kind, "text_omitted": True, "effects": effects}
    return {key: value for key, value in facts.items() if value}


def printed_attack(attack: dict[str, Any], card_name: str) -> dict[str, Any]:
    damage = Damage.parse(attack.get("damage", ""))
    one = Attack(name=attack["name"], cost=(), damage=damage, text=attack.get("text", ""))
    read = read_attack(one, card_name)
    effects = ""
    if one.text and not isinstance(read, Unread):
        effects = write_effects(wordless(read.steps))
    facts = {
        "effects": effects,
        "name": attack["name"],
        "cost": [name for name in attack["cost"] if name != "Free"],
        "damage": attack.get("damage"),
        "text_omitted": bool(attack.get("text")),
    }
    return {key: value for key, value in facts.items() if value}


def wordless(value: Any) -> Any:
    """Take the words of card text out of effects: what is void needs none."""
    if isinstance(value, tuple):
        return tuple(map(wordless, value))
    if not isinstance(value, Struct):
        return value
    changes: dict[str, Any] = {}
    for name in part_names(type(value)):
        part = getattr(value, name)
        said = name in ("what", "where") and type(part) is str
        changes[name] = "" if said else wordless(part)
    return replace(value, **changes)


def test_each_card_agrees_with_the_public_data_field_by_field(bulk_folder: Path) -> None:
    shipped = {card.card_id for card in CARDS}
    found = {
        card["id"]: printed(card)
        for card_set in SETS
        for card in json.loads((bulk_folder / f"cards/en/{card_set.set_id}.json").read_text())
        if card["id"] in shipped
    }
    assert {card.card_id: card.to_dict() for card in CARDS} == {
        card.card_id: found[card.card_id] for card in CARDS
    }


def test_each_set_agrees_with_the_public_data(bulk_folder: Path) -> None:
    found = {
        each["id"]: (
            each["name"],
            each["series"],
            each["printedTotal"],
            each.get("ptcgoCode", ""),
            each["releaseDate"].replace("/", "-"),
        )
        for each in json.loads((bulk_folder / "sets/en.json").read_text())
    }
    for each in SETS:
        assert (
            each.name,
            each.series,
            each.printed_total,
            each.ptcgo_code,
            each.release_date,
        ) == found[each.set_id]


@pytest.mark.parametrize(
    "line",
    [
        "    Scratch: [Flip()]",
        "    Claw: [Flip()]",
        "    Ember: Flip()",
        "    Ember [Flip()]",
    ],
)
def test_effects_stand_once_below_an_attack_with_a_text(line: str) -> None:
    with pytest.raises(InputError, match="effects"):
        read_starter(f"{SET_LINE}\n{CARD_LINE}\n{line}", "example")


def test_an_attack_has_the_effects_below_its_card() -> None:
    _, (card,) = read_starter(f"{SET_LINE}\n{CARD_LINE}\n    Ember: [Flip()]", "example")
    assert [attack.effects for attack in card.attacks] == ["", "[Flip()]"]
