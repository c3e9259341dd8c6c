"""Two pools side by side, played with the same seeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cardkit.manifest import Manifest
from cardkit.referee.advice import effect_of
from cardkit.referee.effects import Effect
from cardkit.referee.games import GameResult, Limits
from cardkit.referee.pace import Pace
from cardkit.referee.series import Crew, Series
from cardkit.referee.shares import CONFIDENCE
from cardkit.referee.stopping import Certainty
from cardkit.referee.trials import check_numbers, report_of
from cardkit.referee.trials_report import TrialsReport

FORMAT = "cardkit-comparison/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What the games of two pools say about each other.

    Attributes:
        first: the report of the one.
        second: the report of the other.
        effect: what the second does to games of the same seeds.
    """

    first: TrialsReport
    second: TrialsReport
    effect: Effect

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form (``schemas/comparison.schema.json``)."""
        return {
            "format": FORMAT,
            "first": self.first.to_dict(),
            "second": self.second.to_dict(),
            "effect": self.effect.to_dict(),
        }


def compare(
    first: Manifest,
    second: Manifest,
    games: int = 100,
    seed: int = 1,
    player: str = "careful",
    *,
    limits: Limits | None = None,
    pace: Pace | None = None,
    crew: Crew | None = None,
    on_game: Callable[[GameResult], None] | None = None,
) -> Comparison:
    """Play so many games of each of two pools, number by number with the same seed.

    Raises:
        InputError: when a manifest cannot be played.
        UsageError: when a number or the player's name makes no sense.
    """
    check_numbers(games, seed, None)
    bounds = limits or Limits()
    series = Series(manifest=first, player=player, seed=seed, limits=bounds)
    other = replace(series, manifest=second)
    numbers = range(1, games + 1)
    results: list[GameResult] = []
    for played in (crew or Crew()).play_all([(series, numbers), (other, numbers)]):
        results.append(played.result)
        if on_game is not None:
            on_game(played.result)
    certainty = Certainty(
        confidence=CONFIDENCE, planned=games, precision=None, looks=(), early=False
    )
    halves = tuple(results[:games]), tuple(results[games:])
    return Comparison(
        first=report_of(series, halves[0], certainty, pace=pace),
        second=report_of(other, halves[1], certainty, pace=pace),
        effect=effect_of(*halves, CONFIDENCE, bounds),
    )
