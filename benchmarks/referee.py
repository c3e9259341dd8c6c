"""Measure the referee: validation games and replays of a manifest.

    python benchmarks/referee.py MANIFEST [GAMES]

Plays GAMES adventures (1,000) of each autopilot with seed 1, then writes down and replays 100 of
the careful one's.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from cardkit.manifest import Manifest, read_manifest
from cardkit.referee.games import Limits
from cardkit.referee.records import Record, read_record, write_record
from cardkit.referee.trials import run_trials
from cardkit.referee.trials_report import TrialsReport
from cardkit.referee.verification import verify

RECORDS = 100


def main() -> None:
    path = Path(sys.argv[1])
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    manifest = read_manifest(path.read_text(encoding="utf-8"), str(path))
    measure_games(manifest, games, "careful")
    measure_games(manifest, max(1, games // 10), "random")
    measure_replays(manifest, min(RECORDS, games))


def measure_games(manifest: Manifest, games: int, player: str) -> None:
    start = time.perf_counter()
    report = run_trials(manifest, games, 1, player, limits=Limits())
    seconds = time.perf_counter() - start
    print(f"{player}: {games} adventures in {seconds:.1f} s, {len(report.crashes)} crashes")
    print(f"  {_speed(report, seconds)}")
    least, most = report.won.interval
    print(f"  wins {report.wins} ({least:.1%} to {most:.1%}), badges {report.badges}")
    print(f"  middle win after {report.median_rounds} rounds")


def _speed(report: TrialsReport, seconds: float) -> str:
    actions = sum(game.actions for game in report.games)
    rounds = sum(game.rounds for game in report.games)
    return (
        f"{len(report.games) / seconds:.1f} adventures/s, {actions / seconds:,.0f} actions/s, "
        f"{rounds / seconds:,.0f} rounds/s"
    )


def measure_replays(manifest: Manifest, games: int) -> None:
    texts: list[bytes] = []

    def keep(_number: int, record: Record) -> None:
        texts.append(write_record(record).encode())

    start = time.perf_counter()
    run_trials(manifest, games, 1, on_record=keep)
    written = time.perf_counter() - start
    start = time.perf_counter()
    actions = sum(verify(read_record(text), manifest).actions for text in texts)
    seconds = time.perf_counter() - start
    size = sum(map(len, texts)) / len(texts) / 1000
    print(f"{games} games played and written down in {written:.1f} s, {size:.0f} kB each")
    print(f"  replayed in {seconds:.1f} s: {actions / seconds:,.0f} actions/s, all verified")


if __name__ == "__main__":
    main()
