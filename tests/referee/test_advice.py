"""Changes of a pool: which are tried, and what is said of them; two pools side by side."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from cardkit.cards import EnergyType
from cardkit.decks.model import RarityDeck
from cardkit.errors import UsageError
from cardkit.manifest import Manifest
from cardkit.referee import EventKind, Reason
from cardkit.referee.advice import effect_of, find_advice
from cardkit.referee.changes import candidates
from cardkit.referee.comparison import compare
from cardkit.referee.games import GameResult, Limits
from cardkit.referee.series import Crew, Played, Series
from cardkit.referee.sightings import Sightings
from cardkit.referee.trials import run_trials
from cardkit.referee.trials_report import TrialsReport
from cardkit.schema_check import schema_faults
from tests.referee.recorded import EASY, playable
from tests.referee.worlds import adventure_world

POOL = playable(adventure_world())
LIMITS = Limits(rounds=200)


@pytest.fixture(scope="module")
def report() -> TrialsReport:
    """Of two games, in which every card then is said to have won some events."""
    played = run_trials(POOL, 2, limits=Limits(rounds=60))
    cards = tuple(
        replace(card, met=20, lost_events=1 + number % 7)
        for number, card in enumerate(played.cards)
    )
    energies = tuple(
        replace(energy, attacks=number) for number, energy in enumerate(played.energies)
    )
    return replace(played, cards=cards, energies=energies, limits=LIMITS)


def game(number: int, rounds: int, *, crash: str = "") -> GameResult:
    won = rounds < LIMITS.rounds and not crash
    return GameResult(
        number=number,
        seed=number,
        reason=Reason.CHAMPION_BEATEN if won else None,
        stopped="" if won or crash else "the limit",
        crash=crash,
        rounds=rounds,
        events=7,
        actions=rounds,
        badges=3,
        event=EventKind.CHAMPION,
        lost=(),
        badge_rounds=(),
        spent={},
        fought={},
        sightings=Sightings(),
    )


class Pretending(Crew):
    """Plays nothing: the rounds of a game follow from the pool and its number."""

    def __init__(self, rounds: Callable[[Manifest], float]) -> None:
        super().__init__()
        self._rounds = rounds
        self.played: list[tuple[str, int]] = []

    def play_all(self, jobs: Sequence[tuple[Series, Sequence[int]]]) -> Iterator[Played]:  # type: ignore[override]
        for series, numbers in jobs:
            digest, mean = series.manifest.digest(), self._rounds(series.manifest)
            for number in numbers:
                self.played.append((digest, number))
                rounds = int(mean + random.Random(number).gauss(0, 10))
                yield Played(game(number, min(rounds, LIMITS.rounds)), None)


class TestChanges:
    def test_each_keeps_the_rules_of_a_pool(self, report: TrialsReport) -> None:
        minimal = replace(
            POOL,
            minimums={deck: POOL.size(deck) for deck in RarityDeck},
            energy_total=(45, 48),
            energy_per_type=5,
        )
        for pool in (POOL, minimal):
            found = candidates(pool, report)
            assert len({change.what for change in found}) == len(found) >= 9
            for change in found:
                assert change.manifest != pool
                assert Manifest.from_dict(change.manifest.to_dict()) == change.manifest

    def test_more_of_a_type_are_copies_of_a_typical_card(self, report: TrialsReport) -> None:
        change = next(one for one in candidates(POOL, report) if "more Uncommons" in one.what)
        assert change.manifest.size(RarityDeck.UNCOMMON) == POOL.size(RarityDeck.UNCOMMON) + 6
        assert len(change.manifest.decks[RarityDeck.UNCOMMON]) == len(
            POOL.decks[RarityDeck.UNCOMMON]
        )

    def test_the_worst_enemies_go_or_are_exchanged(self, report: TrialsReport) -> None:
        less = next(one for one in candidates(POOL, report) if "Uncommons less" in one.what)
        assert less.manifest.size(RarityDeck.UNCOMMON) == POOL.size(RarityDeck.UNCOMMON) - 2
        full = replace(POOL, minimums={deck: POOL.size(deck) for deck in RarityDeck})
        other = next(one for one in candidates(full, report) if "other Uncommons" in one.what)
        assert other.manifest.size(RarityDeck.UNCOMMON) == POOL.size(RarityDeck.UNCOMMON)
        worst = [card.name for card in report.beaters if card.deck is RarityDeck.UNCOMMON][:2]
        assert all(name in less.what and name in other.what for name in worst)

    def test_energy_is_added_or_exchanged(self, report: TrialsReport) -> None:
        total = sum(POOL.energy.values())
        energy = [one for one in candidates(POOL, report) if "Energy" in one.what]
        assert energy
        assert all(sum(one.manifest.energy.values()) == total + 3 for one in energy)
        full = replace(POOL, energy_total=(total, total), energy_per_type=4)
        exchanged = [one for one in candidates(full, report) if "Energy" in one.what]
        assert exchanged
        for one in exchanged:
            assert sum(one.manifest.energy.values()) == total
            assert min(one.manifest.energy.values()) >= 4
            assert "of others" in one.what


class TestAdvice:
    def advise(
        self, report: TrialsReport, rounds: Callable[[Manifest], float]
    ) -> tuple[Pretending, TrialsReport]:
        crew = Pretending(rounds)
        return crew, replace(report, advice=find_advice(POOL, report, crew, budget=300))

    def test_what_really_helps_is_found(self, report: TrialsReport) -> None:
        chosen = next(one for one in candidates(POOL, report) if "VMAX" in one.what)
        digest = chosen.manifest.digest()
        crew, advised = self.advise(report, lambda pool: 80 if pool.digest() == digest else 100)
        advice = advised.advice
        assert advice is not None
        best = advice.best
        assert best is not None
        assert best.what == chosen.what
        assert best.effect is not None
        assert best.effect.shorter
        assert best.effect.rounds_interval.least <= -20 <= best.effect.rounds_interval.most
        assert best.effect.confidence == 0.975, "two changes are compared"
        assert advice.games == len(crew.played) <= 300
        assert not schema_faults(advised.to_dict(), "trials")

    def test_what_does_not_help_is_not_praised(self, report: TrialsReport) -> None:
        _, advised = self.advise(report, lambda _pool: 100)
        assert advised.advice is not None
        assert advised.advice.best is None
        assert advised.advice.to_dict()["best"] is None

    def test_games_that_chose_a_change_do_not_speak_for_it(self, report: TrialsReport) -> None:
        crew, _ = self.advise(report, lambda _pool: 100)
        numbers = [number for _, number in crew.played]
        base = [number for digest, number in crew.played if digest == POOL.digest()]
        assert min(base) > max(number for number in numbers if number not in base)
        assert min(numbers) > 1_000_000, "nor do the games of the report"


def test_an_effect_by_hand() -> None:
    base = [game(n, 100) for n in range(1, 5)]
    other = [game(1, 90), game(2, 80), game(3, 200), game(4, 100, crash="KeyError")]
    effect = effect_of(base, other, 0.95, LIMITS)
    assert effect.games == 3
    assert effect.rounds == pytest.approx((-10 - 20 + 100) / 3)
    assert effect.won == pytest.approx(-1 / 3)
    assert not effect.shorter
    assert not effect.longer


class TestComparison:
    def test_a_pool_against_itself(self) -> None:
        found = compare(EASY, EASY, 3)
        assert (found.effect.rounds, found.effect.won) == (0, 0)
        assert found.first == found.second == run_trials(EASY, 3)
        assert not schema_faults(found.to_dict(), "comparison")

    def test_the_harder_pool_takes_longer(self) -> None:
        found = compare(EASY, POOL, 24, crew=Pretending(lambda pool: 50 + 50 * (pool == POOL)))
        assert found.effect.longer
        assert found.effect.rounds == 50

    def test_numbers_that_make_no_sense(self) -> None:
        with pytest.raises(UsageError, match="got 0"):
            compare(EASY, EASY, 0)


def test_a_change_names_its_type(report: TrialsReport) -> None:
    kinds = {kind.value for kind in EnergyType}
    more = [one.what for one in candidates(POOL, report) if " more " in one.what]
    assert more
    assert all(kinds & set(what.split()) for what in more)
