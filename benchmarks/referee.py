"""Measure the referee against python-chess, and its validation games and replays.

    python benchmarks/referee.py [MANIFEST] [--games N] [--runs N] [--seconds S]

The reference scenario is the game that ``cardkit build examples/collection.csv`` makes, unless a
MANIFEST is given. Two players without a thought play it and chess in turn, in one process: each
lists the legal moves, takes one by chance and plays it. Of the adventure that includes everything:
draws, check-ups, the enemy's turns, knock-outs, events. A move of chess can be taken back, which an
applied action cannot: what that costs is the line of pushed actions, each of them checked as well.
A round is a turn of the player and the enemy's turn after it. An adventure is left after 2,000
actions, a game of chess at its end or after 400 half-moves. Needs python-chess (GPL-3): `pip
install -e '.[bench]'`; numbers are CPU time, medians of the runs after a warm-up.

Then N adventures of the careful autopilot and N / 10 of the random one are played as validation
games, and 100 of the careful one's are written down and replayed.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess

from cardkit.compiled import how_built
from cardkit.manifest import Manifest, read_manifest
from cardkit.referee import Adventure, Seeded, Table, What
from cardkit.referee.choices import legal_actions
from cardkit.referee.games import Limits
from cardkit.referee.records import Record, read_record, write_record
from cardkit.referee.trials import run_trials
from cardkit.referee.trials_report import TrialsReport
from cardkit.referee.verification import verify

EXAMPLE = Path(__file__).parent.parent / "examples" / "collection.csv"
RECORDS = 100
MOST_ACTIONS = 2000
MOST_PLIES = 400
HEARD_NOTHING: frozenset[What] = frozenset()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("manifest", nargs="?", type=Path)
    parser.add_argument("--games", type=int, default=1000, help="0 plays none")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    print(how_built())
    manifest = _read(given.manifest) if given.manifest else _example()
    compare(Table.lay(manifest), given.runs, given.seconds)
    if given.games:
        measure_games(manifest, given.games, "careful")
        measure_games(manifest, max(1, given.games // 10), "random")
        measure_replays(manifest, min(RECORDS, given.games))


def _read(path: Path) -> Manifest:
    return read_manifest(path.read_text(encoding="utf-8"), str(path))


def _example() -> Manifest:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "cardkit", "build", str(EXAMPLE), "-o", folder, "--force"],
            check=True,
            capture_output=True,
            env={**os.environ, "CARDKIT_CATALOGUE": str(Path(folder) / "catalogue.db")},
        )
        return _read(Path(folder) / "manifest.json")


def compare(table: Table, runs: int, seconds: float) -> None:
    """Play both games in turn, and print the medians."""
    measured: dict[str, list[float]] = {}
    for run in range(runs + 1):
        actions, rounds = adventures(table, seconds, None)
        silent, silent_rounds = adventures(table, seconds, HEARD_NOTHING)
        plies = chess_moves(seconds)
        pushed, _ = adventures(table, seconds, HEARD_NOTHING, push=True)
        if run:  # the first is the warm-up
            for name, value in (
                ("python-chess, moves/s", plies),
                ("referee, actions/s", silent),
                ("referee, rounds/s", silent_rounds),
                ("referee, everything told, actions/s", actions),
                ("referee, everything told, rounds/s", rounds),
                ("referee, pushed actions/s", pushed),
                ("actions per move of chess", silent / plies),
                ("rounds per move of chess", silent_rounds / plies),
            ):
                measured.setdefault(name, []).append(value)
    print(f"random players in turn, medians of {runs} runs of {seconds} s:")
    for name, values in measured.items():
        least, most = min(values), max(values)
        print(f"  {name:36} {statistics.median(values):12,.2f}  ({least:,.2f} to {most:,.2f})")


def adventures(
    table: Table, seconds: float, heard: frozenset[What] | None, *, push: bool = False
) -> tuple[float, float]:
    """Return actions and player turns per second."""
    actions = rounds = games = 0
    chosen = random.Random(1).random
    start = now = time.process_time()
    while now < start + seconds:
        adventure = Adventure.on(table, Seeded(games), heard=heard)
        games += 1
        state, play = adventure.state, adventure.push if push else adventure.apply
        for _ in range(MOST_ACTIONS):
            legal = legal_actions(state)
            if not legal:
                break
            play(legal[int(chosen() * len(legal))])
            actions += 1
        rounds += state.rounds
        now = time.process_time()
    return actions / (now - start), rounds / (now - start)


def chess_moves(seconds: float) -> float:
    """Return half-moves per second."""
    moves = 0
    chosen = random.Random(1).random
    start = now = time.process_time()
    while now < start + seconds:
        board = chess.Board()
        for _ in range(MOST_PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(chosen() * len(legal))])
            moves += 1
        now = time.process_time()
    return moves / (now - start)


def _timed(work: Callable[[], TrialsReport]) -> tuple[TrialsReport, float]:
    start = time.perf_counter()
    report = work()
    return report, time.perf_counter() - start


def measure_games(manifest: Manifest, games: int, player: str) -> None:
    report, seconds = _timed(lambda: run_trials(manifest, games, 1, player, limits=Limits()))
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

    _, written = _timed(lambda: run_trials(manifest, games, 1, on_record=keep))
    start = time.perf_counter()
    actions = sum(verify(read_record(text), manifest).actions for text in texts)
    seconds = time.perf_counter() - start
    size = sum(map(len, texts)) / len(texts) / 1000
    print(f"{games} games played and written down in {written:.1f} s, {size:.0f} kB each")
    print(f"  replayed in {seconds:.1f} s: {actions / seconds:,.0f} actions/s, all verified")


if __name__ == "__main__":
    main()
