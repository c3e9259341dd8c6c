"""Which game of many is worth stepping through, and its record."""

from __future__ import annotations

from cardkit.manifest import Manifest
from cardkit.referee.games import GameResult
from cardkit.referee.records import Record
from cardkit.referee.series import Series
from cardkit.referee.trials_report import TrialsReport


def typical_game(report: TrialsReport) -> GameResult | None:
    """Return the won game whose length is nearest to the middle one; None without any game.

    Where none was won it is the one that came furthest, and of those the one that did so in the
    fewest rounds.
    """
    middle = report.median_rounds
    if middle is not None:
        won = [game for game in report.finished if game.won]
        return min(won, key=lambda game: (abs(game.rounds - middle), game.number))
    return min(
        report.finished,
        key=lambda game: (-game.badges, sum(game.badge_rounds[-1:]), game.actions, game.number),
        default=None,
    )


def typical_record(manifest: Manifest, report: TrialsReport) -> Record | None:
    """Play the typical game again, and write it down this time.

    Args:
        manifest: the one that the report is about.
        report: of its games.

    Raises:
        ValueError: when the report is about another manifest.
    """
    if manifest.digest() != report.digest:
        raise ValueError("the report is about another manifest")
    game = typical_game(report)
    if game is None:
        return None
    series = Series(
        manifest=manifest,
        player=report.player,
        seed=report.seed,
        limits=report.limits,
        recorded=(game.number,),
    )
    (played,) = series.play([game.number])
    return played.record
