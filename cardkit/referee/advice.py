"""Which one change of the pool would help most: tried by playing, never guessed.

Changes are screened with a few games each, the worse half is dropped again and again, and what is
left is played against the unchanged pool with fresh seeds, the same for all: games that chose a
change never speak for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean

from cardkit.manifest import Manifest
from cardkit.referee.changes import Change, candidates
from cardkit.referee.effects import Advice, Effect, TriedChange
from cardkit.referee.games import GameResult, Limits
from cardkit.referee.series import Crew, Series
from cardkit.referee.shares import CONFIDENCE, difference_interval, mean_interval
from cardkit.referee.trials_report import TrialsReport

BUDGET_GAMES = 400
"""Games that are played for advice."""
FINALISTS = 2
"""Changes that are played against the unchanged pool."""

_SCREENED_SHARE = 0.5
_SCREENING = 1_000_000
_FINAL = 2_000_000
"""Numbers before the first game; no report has so many games of its own."""


def find_advice(
    manifest: Manifest,
    report: TrialsReport,
    crew: Crew,
    *,
    budget: int = BUDGET_GAMES,
    on_game: Callable[[GameResult], None] | None = None,
) -> Advice:
    """Try changes of a pool and return what each does.

    The result does not depend on the crew.

    Args:
        manifest: the pool.
        report: of its own games; says which enemies win and which Energy is used.
        crew: who plays.
        budget: games at most, though each of the last changes gets twenty.
        on_game: told each result as it comes, for progress.
    """
    table = _Trying(manifest, report, crew, on_game)
    every = candidates(manifest, report)
    alive = table.screen(every, int(budget * _SCREENED_SHARE))
    games = max(20, (budget - table.games) // (len(alive) + 1))
    base, *finals = table.play([Change(what="", manifest=manifest), *alive], _FINAL, games)
    sure = 1 - (1 - CONFIDENCE) / max(1, len(alive))
    tried = [
        TriedChange(what=change.what, effect=effect_of(base, played, sure, report.limits))
        for change, played in zip(alive, finals, strict=True)
    ]
    tried.sort(key=lambda one: one.effect.rounds if one.effect else 0.0)
    dropped = [TriedChange(what=one.what, effect=None) for one in every if one not in alive]
    return Advice(
        games=table.games,
        rounds=fmean(_rounds(game, report.limits) for game in base),
        tried=(*tried, *dropped),
    )


def effect_of(
    base: Sequence[GameResult], other: Sequence[GameResult], confidence: float, limits: Limits
) -> Effect:
    """Return what another pool does to games of the same seeds; crashed pairs do not count."""
    pairs = [
        (one, two) for one, two in zip(base, other, strict=True) if not one.crash and not two.crash
    ]
    rounds = [float(_rounds(two, limits) - _rounds(one, limits)) for one, two in pairs]
    gained = sum(two.won and not one.won for one, two in pairs)
    lost = sum(one.won and not two.won for one, two in pairs)
    return Effect(
        games=len(pairs),
        confidence=confidence,
        rounds=fmean(rounds) if rounds else 0.0,
        rounds_interval=mean_interval(rounds, limits.rounds, confidence),
        won=(gained - lost) / max(1, len(pairs)),
        won_interval=difference_interval(gained, lost, len(pairs), confidence),
    )


def _rounds(game: GameResult, limits: Limits) -> int:
    """Return the rounds to the win; a game that was given up counts the whole limit."""
    return game.rounds if game.won else limits.rounds


class _Trying:
    """Plays changed pools, and counts the games."""

    def __init__(
        self,
        manifest: Manifest,
        report: TrialsReport,
        crew: Crew,
        on_game: Callable[[GameResult], None] | None,
    ) -> None:
        self._series = Series(
            manifest=manifest, player=report.player, seed=report.seed, limits=report.limits
        )
        self._crew = crew
        self._on_game = on_game
        self.games = 0

    def screen(self, changes: Sequence[Change], budget: int) -> list[Change]:
        """Return the best few; each round drops the worse half and plays the others more."""
        alive = list(changes)
        sums = dict.fromkeys(range(len(alive)), 0.0)
        numbers = {change.what: number for number, change in enumerate(changes)}
        steps = max(1, (max(1, len(alive) - 1) // FINALISTS).bit_length())
        first = _SCREENING
        while len(alive) > FINALISTS:
            games = max(2, budget // steps // len(alive))
            for change, played in zip(alive, self.play(alive, first, games), strict=True):
                rounds = sum(_rounds(game, self._series.limits) for game in played)
                sums[numbers[change.what]] += rounds
            first += games
            alive.sort(key=lambda change: sums[numbers[change.what]])
            alive = alive[: max(FINALISTS, len(alive) // 2)]
        return alive

    def play(self, changes: Sequence[Change], first: int, games: int) -> list[list[GameResult]]:
        """Play so many games of each pool, with the same seeds."""
        numbers = range(first + 1, first + games + 1)
        jobs = [(replace(self._series, manifest=change.manifest), numbers) for change in changes]
        results: list[GameResult] = []
        for played in self._crew.play_all(jobs):
            results.append(played.result)
            if self._on_game is not None:
                self._on_game(played.result)
        self.games += len(results)
        return [results[start : start + games] for start in range(0, len(results), games)]
