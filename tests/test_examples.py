"""The shipped examples hold what `examples/README.md` promises."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from cardkit.cards import BASIC_ENERGY_TYPES, Card, CardId, EnergyType
from cardkit.catalogue import Catalogue, SetVocabulary
from cardkit.catalogue.starter import starter_cards
from cardkit.collection import Collection
from cardkit.decks import (
    Pool,
    RarityDeck,
    Requirements,
    build_pool,
    check_pool,
    choose_proxies,
    shortage,
    with_proxies,
)
from cardkit.imports import ImportReport, import_file, read_collection, read_path
from cardkit.manifest import Manifest
from cardkit.naming import CollectorNumber, fold_name, number_key
from cardkit.playing.game import SAVED
from cardkit.referee.records import read_record
from cardkit.referee.verification import Replay
from cardkit.resources import template
from cardkit.rules import HouseRules
from tests.conftest import REPOSITORY

EXAMPLES = REPOSITORY / "examples"
CATCHABLE = (RarityDeck.COMMON, RarityDeck.UNCOMMON, RarityDeck.RARE)
REQUIREMENTS = Requirements.default()


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What one example file is to hold: its format and the rows that are no owned cards."""

    columns: tuple[str, str, str]
    delimiter: str
    format_name: str
    skipped: dict[str, int]
    unresolved: dict[str, tuple[str, ...]]
    notes: tuple[str, ...] = ()


PROMISES = {
    "collection.csv": Promise(
        columns=("Set", "Card Number", "Simple Name"),
        delimiter=",",
        format_name="tcgplayer-app",
        skipped={"quantity 0": 1, "sealed": 1},
        unresolved={"Switch (Prerelease)": ("base1-95", "me1-130")},
    ),
    "collectr.csv": Promise(
        columns=("Set", "Card Number", "Product Name"),
        delimiter=",",
        format_name="collectr",
        skipped={"other game": 1, "sealed": 1, "wish list": 1},
        unresolved={},
    ),
    "generic.csv": Promise(
        columns=("Expansion", "No.", "Card Name"),
        delimiter=";",
        format_name="generic",
        skipped={},
        unresolved={},
        notes=("column 'Shelf' was not understood",),
    ),
}


def printings(name: str) -> Iterator[CardId | None]:
    """Yield the printing of each row, found a second way: by set label and number alone."""
    sets, cards = starter_cards()
    vocabulary = SetVocabulary(sets)
    by_number = {(card.set_id, number_key(card.number)): card for card in cards}
    promise = PROMISES[name]
    with (EXAMPLES / name).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter=promise.delimiter):
            label, number, words = (row[column] for column in promise.columns)
            key = CollectorNumber.parse(number).key if number else ""
            ids = [each for each in vocabulary.by_label(label) if (each, key) in by_number]
            if not ids:
                yield None
                continue
            (card,) = (by_number[each, key] for each in ids)
            assert fold_name(card.name) == fold_name(words)
            yield card.card_id


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path_factory.mktemp("catalogue") / "catalogue.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def pool(catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> Pool:
    """The pool that the example collection makes."""
    folder = tmp_path_factory.mktemp("game")
    with Collection.open(folder) as collection:
        source = EXAMPLES / "collection.csv"
        import_file(source, catalogue, collection, at=datetime(2026, 11, 29, tzinfo=UTC))
        return build_pool(collection.pool_entries(catalogue), REQUIREMENTS)


def report_on(name: str, catalogue: Catalogue) -> ImportReport:
    return read_collection(read_path(EXAMPLES / name), catalogue)


def fighters(pool: Pool, *decks: RarityDeck) -> list[Card]:
    return [entry.card for deck in decks for entry in pool.decks[deck]]


@pytest.mark.parametrize("name", PROMISES)
def test_every_row_is_read_as_promised(name: str, catalogue: Catalogue) -> None:
    report, promise = report_on(name, catalogue), PROMISES[name]
    assert report.format_name == promise.format_name
    assert report.notes == promise.notes
    assert report.skipped_per_reason == promise.skipped
    assert {row.card.name: row.card.candidates for row in report.unresolved} == promise.unresolved
    assert report.rows_read == len(report.rows) + len(report.skipped)


@pytest.mark.parametrize("name", PROMISES)
def test_each_row_finds_its_printing(name: str, catalogue: Catalogue) -> None:
    expected = dict(enumerate(printings(name), start=2))
    owned = report_on(name, catalogue).owned
    assert {row.line: row.card.card_id for row in owned} == {
        row.line: expected[row.line] for row in owned
    }


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.csv")} == set(PROMISES)


def test_the_collection_is_of_a_real_size(catalogue: Catalogue) -> None:
    assert 90 <= report_on("collection.csv", catalogue).rows_read <= 120


def test_only_the_vmax_deck_is_short(pool: Pool) -> None:
    assert shortage(pool, REQUIREMENTS) == {RarityDeck.VMAX: 3}


def test_the_findings_are_the_shortage_and_what_the_owner_is_to_decide(pool: Pool) -> None:
    found = check_pool(pool, REQUIREMENTS)
    assert Counter(finding.code for finding in found) == {
        "deck-short": 1,
        "undecided": 2,
        "taken-for-trainers": 1,
    }


def test_trainers_and_special_energy_are_left_out(pool: Pool) -> None:
    assert {entry.card.name for entry in pool.left_out} == {
        "Double Colorless Energy",
        "Potion",
        "Professor's Research (Professor Magnolia)",
        "Switch",
        "Ultra Ball",
    }


def test_eight_types_of_energy_and_two_printings_of_each(pool: Pool, catalogue: Catalogue) -> None:
    assert set(pool.energy) == set(BASIC_ENERGY_TYPES) - {EnergyType.FAIRY}
    cards = [catalogue.card(card_id) for card_id in printings("collection.csv") if card_id]
    counted = Counter(card.basic_energy_type for card in cards if card)
    assert all(counted[kind] == 2 for kind in pool.energy)


@pytest.mark.parametrize("deck", CATCHABLE)
def test_the_player_can_attack_without_card_text(pool: Pool, deck: RarityDeck) -> None:
    cards = fighters(pool, deck)
    plain = sum(any(attack.is_plain for attack in card.attacks) for card in cards)
    assert plain / len(cards) >= (0.8 if deck is RarityDeck.RARE else 1)


@pytest.mark.parametrize(
    ("deck", "types"), [(RarityDeck.COMMON, 10), (RarityDeck.UNCOMMON, 10), (RarityDeck.EX, 8)]
)
def test_types_are_spread(pool: Pool, deck: RarityDeck, types: int) -> None:
    assert len({kind for card in fighters(pool, deck) for kind in card.types}) == types


def test_each_weakness_of_a_strong_enemy_can_be_used(pool: Pool) -> None:
    strong = fighters(pool, RarityDeck.RARE, RarityDeck.EX, RarityDeck.VMAX)
    weaknesses = {weakness.energy_type for card in strong for weakness in card.weaknesses}
    assert len(weaknesses) >= 7
    assert weaknesses <= {kind for card in fighters(pool, *CATCHABLE) for kind in card.types}


def test_evolution_by_defeat_happens_often_and_up_to_the_highest_deck(pool: Pool) -> None:
    """Only a card that can be caught or dealt counts as the lower one (Rule: S40)."""
    lower = {card.name for card in fighters(pool, *CATCHABLE)}
    higher = Counter(
        deck for deck in RarityDeck for card in fighters(pool, deck) if card.evolves_from in lower
    )
    assert higher.total() >= 40
    assert higher[RarityDeck.RARE] >= 10
    assert higher[RarityDeck.EX] >= 5
    assert higher[RarityDeck.VMAX] >= 2


def test_three_proxies_make_it_a_game(pool: Pool, catalogue: Catalogue) -> None:
    proxies = choose_proxies(pool, catalogue.cards(), REQUIREMENTS)
    complete = with_proxies(pool, proxies)
    assert len(proxies) == 3
    assert shortage(complete, REQUIREMENTS) == {}
    manifest = Manifest.from_pool(
        complete,
        name="example",
        rules=HouseRules.from_dict(template("rules")),
        requirements=REQUIREMENTS,
    )
    assert sum(card.count for card in manifest.decks[RarityDeck.VMAX]) == 6


def test_the_commands_of_the_readme_name_files_that_exist() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    named = {word for word in text.split() if word.startswith("examples/")}
    assert named
    assert all((REPOSITORY / word).is_file() for word in named)
    assert all(f"`{name}`" in text for name in PROMISES)


GAMES = ("terminal-game", "companion-game")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> tuple[str, Replay]:
    """A recorded example game, verified to its end."""
    name = f"{request.param}.jsonl"
    replay = Replay(read_record((EXAMPLES / name).read_bytes(), name), name)
    for _ in replay:
        pass
    return request.param, replay


def test_the_games_replay_to_a_badge(game: tuple[str, Replay]) -> None:
    name, replay = game
    found = replay.verification()
    assert found.badges == 1
    assert found.stopped == SAVED
    assert (found.seed is None) == (name == "companion-game")


def test_the_games_are_played_with_the_example(
    game: tuple[str, Replay], pool: Pool, catalogue: Catalogue
) -> None:
    complete = with_proxies(pool, choose_proxies(pool, catalogue.cards(), REQUIREMENTS))
    played = {
        (deck, entry.card.card_id)
        for deck, cards in game[1].record.opening.manifest.decks.items()
        for entry in cards
    }
    assert played == {
        (deck, entry.card.card_id) for deck, cards in complete.decks.items() for entry in cards
    }


def test_the_games_are_told_step_by_step(game: tuple[str, Replay]) -> None:
    name, replay = game
    told = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    steps = iter(told)
    for move in replay.record.moves:
        assert any(line.startswith(f"{move.number}. {move.action}") for line in steps), move
    assert all(len(line) <= 80 for line in told)
    assert "   the gym is won; badges: 1 (S18)" in told


def test_the_companion_game_shows_what_a_person_said(game: tuple[str, Replay]) -> None:
    name, replay = game
    found = replay.verification()
    said = (found.by_hand, found.corrections)
    assert said == ((1, 2) if name == "companion-game" else (0, 0))
