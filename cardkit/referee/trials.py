"""Many validation games of one manifest, and what they say about its pool."""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import closing
from dataclasses import dataclass

from cardkit.errors import UsageError
from cardkit.manifest import Manifest
from cardkit.referee.games import GameResult, Limits
from cardkit.referee.pace import Pace
from cardkit.referee.records import Record
from cardkit.referee.series import Crew, Series
from cardkit.referee.shares import CONFIDENCE
from cardkit.referee.stopping import FIRST_LOOK, Certainty, check_precision, is_known, look_games
from cardkit.referee.table import Table
from cardkit.referee.tallies import all_sightings, cards_of, energies_of, fights_of, texts_of
from cardkit.referee.trials_report import TrialsReport
from cardkit.referee.verdicts import pool_findings, trial_findings


class _Every:
    """All numbers."""

    def __contains__(self, _number: object) -> bool:
        return True


def run_trials(
    manifest: Manifest,
    games: int = 100,
    seed: int = 1,
    player: str = "careful",
    *,
    limits: Limits | None = None,
    pace: Pace | None = None,
    precision: float | None = None,
    crew: Crew | None = None,
    on_game: Callable[[GameResult], None] | None = None,
    on_record: Callable[[int, Record], None] | None = None,
    recorded: Container[int] | None = None,
) -> TrialsReport:
    """Play many adventures and report on the pool.

    The same arguments give the same report on every machine and for every crew; game 7 is the
    same game whether 10 or 1,000 are played.

    Args:
        manifest: the pool.
        games: how many adventures, at least 1.
        seed: of all games, at least 0.
        player: name of an autopilot.
        limits: when a game is given up.
        pace: how fast people play; None is the estimate that travels with cardkit.
        precision: stop as soon as the share of adventures that are won is known to plus or minus
            this; None plays all games.
        crew: who plays; None is this process alone.
        on_game: told each result as it comes, for progress.
        on_record: takes the number and the record of each game that is written down.
        recorded: numbers of the games that are written down; None is all, if ``on_record`` is
            given. Writing a game down takes about twice the time.

    Raises:
        InputError: when the manifest cannot be played.
        UsageError: when a number or the player's name makes no sense.
    """
    check_numbers(games, seed, precision)
    written: Container[int] = () if on_record is None else _Every()
    if on_record is not None and recorded is not None:
        written = recorded
    series = Series(
        manifest=manifest,
        player=player,
        seed=seed,
        limits=limits or Limits(),
        recorded=written,
    )
    watch = _Watch(planned=games, precision=precision)
    results = _played(crew or Crew(), series, watch, on_game, on_record)
    return report_of(series, tuple(results), watch.certainty(len(results)), pace=pace)


def _played(
    crew: Crew,
    series: Series,
    watch: _Watch,
    on_game: Callable[[GameResult], None] | None,
    on_record: Callable[[int, Record], None] | None,
) -> list[GameResult]:
    """Play until the answer is known."""
    results: list[GameResult] = []
    with closing(crew.play(series, range(1, watch.planned + 1))) as playing:
        for game in playing:
            results.append(game.result)
            if on_record is not None and game.record is not None:
                on_record(game.result.number, game.record)
            if on_game is not None:
                on_game(game.result)
            if watch.is_enough(results):
                break
    return results


def report_of(
    series: Series,
    results: tuple[GameResult, ...],
    certainty: Certainty,
    *,
    pace: Pace | None = None,
) -> TrialsReport:
    """Return what the results of a series say."""
    table = Table.lay(series.manifest)
    finished = [game for game in results if not game.crash]
    sightings = all_sightings(results)
    return TrialsReport(
        name=series.manifest.name,
        digest=series.manifest.digest(),
        seed=series.seed,
        player=series.player,
        limits=series.limits,
        pace=pace or Pace.estimated(),
        certainty=certainty,
        games=results,
        fights=fights_of(finished),
        cards=cards_of(table, finished, sightings),
        energies=energies_of(table, sightings),
        texts=texts_of(table),
        findings=(*pool_findings(table), *trial_findings(table, results, series.player)),
    )


def check_numbers(games: int, seed: int, precision: float | None) -> None:
    """Refuse numbers that make no sense.

    Raises:
        UsageError: naming the first of them.
    """
    if games < 1:
        raise UsageError(f"at least one game is played, got {games}")
    if seed < 0:
        raise UsageError(f"a seed is 0 or more, got {seed}")
    check_precision(precision)


@dataclass(slots=True, kw_only=True)
class _Watch:
    """Looks at the results at the fixed numbers of games, when they may stop early."""

    planned: int
    precision: float | None

    def is_enough(self, results: list[GameResult]) -> bool:
        """Whether the answer is known."""
        looks = self._looks(len(results))
        if self.precision is None or not looks or looks[-1] != len(results):
            return False
        finished = sum(not game.crash for game in results)
        wins = sum(game.won for game in results)
        return is_known(len(looks), wins, finished, self.precision)

    def certainty(self, played: int) -> Certainty:
        """Return how sure the shares are now."""
        return Certainty(
            confidence=CONFIDENCE,
            planned=self.planned,
            precision=self.precision,
            looks=self._looks(played) if self.precision is not None else (),
            early=played < self.planned,
        )

    def _looks(self, played: int) -> tuple[int, ...]:
        if self.planned <= FIRST_LOOK:
            return ()  # the only look is the end: nothing is to be allowed for
        return tuple(games for games in look_games(self.planned) if games <= played)
