"""The shipped examples hold what `examples/README.md` promises."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache

import pytest

from cardkit.cards import Card, EnergyType
from cardkit.catalogue.sets import SetVocabulary
from cardkit.catalogue.starter import starter_cards
from cardkit.decks import OwnedCard, Place, Pool, RarityDeck, Requirements
from cardkit.decks.check import check_pool, shortage
from cardkit.decks.pool import build_pool
from cardkit.naming import CollectorNumber, fold_name, number_key
from tests.conftest import REPOSITORY

EXAMPLES = REPOSITORY / "examples"
COLUMNS = {
    "collection.csv": (",", "Set", "Card Number", "Simple Name", "Quantity"),
    "collectr.csv": (",", "Set", "Card Number", "Product Name", "Quantity"),
    "generic.csv": (";", "Expansion", "No.", "Card Name", "Qty"),
}
CATCHABLE = (RarityDeck.COMMON, RarityDeck.UNCOMMON, RarityDeck.RARE)


def rows(name: str) -> Iterator[tuple[Card | None, int, str]]:
    """Yield card, quantity and name of each row, found by set label and number alone."""
    sets, cards = starter_cards()
    vocabulary = SetVocabulary(sets)
    by_number = {(card.set_id, number_key(card.number)): card for card in cards}
    delimiter, set_column, number_column, name_column, quantity_column = COLUMNS[name]
    with (EXAMPLES / name).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter=delimiter):
            key = CollectorNumber.parse(row[number_column]).key if row[number_column] else ""
            found = [
                by_number[set_id, key]
                for set_id in vocabulary.by_label(row[set_column])
                if (set_id, key) in by_number
            ]
            assert len(found) <= 1, row
            yield (found[0] if found else None), int(row[quantity_column]), row[name_column]


@cache
def example_pool() -> Pool:
    owned = [
        OwnedCard(card=card, count=count)
        for card, count, _ in rows("collection.csv")
        if card is not None and count
    ]
    return build_pool(owned, Requirements.default())


def fighters(*decks: RarityDeck) -> list[Card]:
    return [entry.card for deck in decks for entry in example_pool().decks[deck]]


@pytest.mark.parametrize("name", COLUMNS)
def test_each_row_names_the_card_that_its_number_says(name: str) -> None:
    wrong = [
        (words, card.name)
        for card, _, words in rows(name)
        if card is not None and fold_name(words) != fold_name(card.name)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "without_card"),
    [
        ("collection.csv", ["Scarlet & Violet 151 Booster Bundle", "Switch"]),
        ("collectr.csv", ["Stitch - Rock Star", "Crown Zenith Elite Trainer Box"]),
        ("generic.csv", []),
    ],
)
def test_all_rows_but_the_intended_ones_are_in_the_starter_catalogue(
    name: str, without_card: list[str]
) -> None:
    assert [words for card, _, words in rows(name) if card is None] == without_card


def test_the_collection_is_of_a_real_size() -> None:
    assert 90 <= len(list(rows("collection.csv"))) <= 120
    assert [words for _, count, words in rows("collection.csv") if not count] == ["Mewtwo"]


def test_only_the_vmax_deck_is_short() -> None:
    assert shortage(example_pool(), Requirements.default()) == {RarityDeck.VMAX: 3}


def test_the_findings_are_the_shortage_and_two_open_decisions() -> None:
    found = check_pool(example_pool(), Requirements.default())
    assert [(finding.code, finding.where) for finding in found] == [
        ("deck-short", "vmax deck"),
        ("undecided", "common deck"),
        ("undecided", "rare deck"),
    ]


def test_trainers_and_special_energy_are_left_out() -> None:
    left_out = {entry.card.name for entry in example_pool().left_out}
    assert left_out == {
        "Double Colorless Energy",
        "Potion",
        "Professor's Research (Professor Magnolia)",
        "Ultra Ball",
    }
    assert all(entry.placement.place is Place.LEFT_OUT for entry in example_pool().left_out)


def test_eight_types_of_energy_and_more_than_one_printing_of_each() -> None:
    assert set(example_pool().energy) == set(EnergyType) - {
        EnergyType.FAIRY,
        EnergyType.DRAGON,
        EnergyType.COLORLESS,
    }
    printings = [card.basic_energy_type for card, _, _ in rows("collection.csv") if card]
    assert all(printings.count(kind) == 2 for kind in example_pool().energy)


@pytest.mark.parametrize("deck", CATCHABLE)
def test_the_player_can_attack_with_plain_attacks(deck: RarityDeck) -> None:
    cards = fighters(deck)
    plain = sum(any(attack.is_plain for attack in card.attacks) for card in cards)
    assert plain / len(cards) >= (0.8 if deck is RarityDeck.RARE else 1)


def test_types_are_spread() -> None:
    assert len({kind for card in fighters(RarityDeck.COMMON) for kind in card.types}) == 10
    assert len({kind for card in fighters(RarityDeck.UNCOMMON) for kind in card.types}) == 10
    assert len({kind for card in fighters(RarityDeck.EX) for kind in card.types}) == 8


def test_each_weakness_of_a_strong_enemy_can_be_used() -> None:
    weaknesses = {
        weakness.energy_type
        for card in fighters(RarityDeck.RARE, RarityDeck.EX, RarityDeck.VMAX)
        for weakness in card.weaknesses
    }
    own_types = {kind for card in fighters(*CATCHABLE) for kind in card.types}
    assert len(weaknesses) >= 7
    assert weaknesses <= own_types


def test_evolution_by_defeat_happens_often_and_up_to_the_highest_deck() -> None:
    """Only cards that can be caught or drawn at the start count as the lower card (Rule: S40)."""
    lower = {card.name for card in fighters(*CATCHABLE)}
    higher = {deck: [c for c in fighters(deck) if c.evolves_from in lower] for deck in RarityDeck}
    assert sum(len(cards) for cards in higher.values()) >= 30
    assert len(higher[RarityDeck.RARE]) >= 8
    assert len(higher[RarityDeck.EX]) >= 5
    assert len(higher[RarityDeck.VMAX]) >= 2
