"""Measure how strong the autopilots are, against one another.

    python benchmarks/strength.py [GAMES] [ROUNDS] [PLAYER...]

Each autopilot plays GAMES adventures (1,000) with the same seeds, each given up after ROUNDS (300,
about three evenings), on the shipped example and on a pool of exactly the minimums. A stronger
player wins more of them, and sooner; where nobody wins, badges tell. Intervals are 95%.
"""

from __future__ import annotations

import sys
import time
from statistics import fmean

from pools import example_pool, smallest_pool

from cardkit.manifest import Manifest
from cardkit.referee.autopilots import AUTOPILOTS
from cardkit.referee.events import BADGES
from cardkit.referee.games import Limits
from cardkit.referee.series import Crew, processors
from cardkit.referee.shares import Share, mean_interval
from cardkit.referee.trials import run_trials
from cardkit.referee.trials_report import TrialsReport


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    players = sys.argv[3:] or list(AUTOPILOTS)
    with Crew(processors()) as crew:
        for title, manifest in (
            ("the example", example_pool()),
            ("exactly the minimums", smallest_pool()),
        ):
            print(f"{title}: {games} adventures of at most {rounds} rounds, seed 1")
            for player in players:
                measure(manifest, games, rounds, player, crew)


def measure(manifest: Manifest, games: int, rounds: int, player: str, crew: Crew) -> None:
    start = time.perf_counter()
    report = run_trials(manifest, games, 1, player, limits=Limits(rounds=rounds), crew=crew)
    seconds = time.perf_counter() - start
    print(f"{player:>8}: won {report.won}, {seconds:.0f} s, {len(report.crashes)} crashes")
    for name, values, furthest in (
        ("rounds", [float(game.rounds) for game in report.finished], rounds),
        ("badges", [float(game.badges) for game in report.finished], BADGES),
    ):
        least, most = mean_interval(values, furthest)
        print(f"{'':>10}{name} on average {fmean(values):.2f} ({least:.2f} to {most:.2f})")
    for fight in report.fights:
        if fight.first_try is not None and fight.first_try.of:
            print(f"{'':>10}{fight.label} at first try {fight.first_try}")
    print(f"{'':>10}won within {_milestones(report)}", flush=True)


def _milestones(report: TrialsReport) -> str:
    return ", ".join(f"{one.rounds}: {_short(one.won)}" for one in report.milestones)


def _short(share: Share) -> str:
    return f"{share.share:.1%} ({share.interval.least:.1%} to {share.interval.most:.1%})"


if __name__ == "__main__":
    main()
