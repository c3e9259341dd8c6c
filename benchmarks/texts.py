"""Measure what reading card text costs the validation games.

    python benchmarks/texts.py [MANIFEST] [--runs N] [--seconds S] [--players NAMES]

Plays the same pool three times in turn in one process: as it is, without its powers, and made plain
- the same cards with the damage that they print and no text at all. Each player's games go on until
S seconds of processor time are over; the seeds are the same. Without a MANIFEST the pools are the
shipped example, and the same cards each with an invented power. Numbers are medians of the runs
after a warm-up; a share is that of the rounds, or games, in a second of the plain pool.

Players are seated once: what they learn of the cards before the first game (half a second with
texts) is paid in the warm-up. A round of a pool with texts is not the same work as one of a plain
pool: more is decided in it, and games take fewer or more rounds. So both are printed.

This measures the cardkit that this Python has installed, and the first line says whether it is
compiled; of a checkout that is not installed, `PYTHONPATH=. python benchmarks/texts.py`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import count
from pathlib import Path

from pools import example_pool, gifted_pool, plain_pool, powerless_pool

from cardkit.compiled import how_built
from cardkit.manifest import Manifest, read_manifest
from cardkit.referee import Table
from cardkit.referee.autopilots import PlayerMaker, player_maker
from cardkit.referee.games import Limits, game_seed, play_game

PLAYERS = "random,careful,planner"
SEED = 7
LIMITS = Limits(rounds=400, actions=4000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("manifest", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--players", default=PLAYERS)
    given = parser.parse_args()
    print(how_built())
    if given.manifest is not None:
        text = given.manifest.read_text(encoding="utf-8")
        pools = {"as given": read_manifest(text, str(given.manifest))}
    else:
        example = example_pool()
        pools = {"the example": example, "every Pokemon with a power": gifted_pool(example)}
    for name, manifest in pools.items():
        print(f"{name}: medians of {given.runs} runs of {given.seconds} s")
        for player in given.players.split(","):
            compare(manifest, player, given.runs, given.seconds)


def compare(manifest: Manifest, player: str, runs: int, seconds: float) -> None:
    """Play the pool in its three forms in turn, and print the medians."""
    forms = {
        "with texts": manifest,
        "attacks only": powerless_pool(manifest),
        "plain": plain_pool(manifest),
    }
    tables = {name: Table.lay(form) for name, form in forms.items()}
    seats = {name: player_maker(player, table) for name, table in tables.items()}
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in tables}
    for run in range(runs + 1):
        for name, table in tables.items():
            speed = speed_of(table, seats[name], seconds)
            if run:  # the first is the warm-up
                speeds[name].append(speed)
    plain = [statistics.median(values) for values in zip(*speeds["plain"], strict=True)]
    for name, measured in speeds.items():
        rounds, games = (statistics.median(values) for values in zip(*measured, strict=True))
        print(
            f"  {player:8} {name:13} {rounds:12,.1f} rounds/s ({rounds / plain[0]:6.1%}) "
            f"{games:9,.2f} games/s ({games / plain[1]:6.1%})"
        )


def speed_of(table: Table, seat: PlayerMaker, seconds: float) -> tuple[float, float]:
    """Return rounds and games in a second of processor time."""
    rounds, games = 0, 0
    start = now = time.process_time()
    for number in count(1):
        seed = game_seed(SEED, number)
        result = play_game(table, seat(seed), number=number, seed=seed, limits=LIMITS)
        if result.crash:
            raise RuntimeError(f"game {number}: {result.crash}")
        rounds += result.rounds
        games += 1
        now = time.process_time()
        if now - start >= seconds:
            break
    return rounds / (now - start), games / (now - start)


if __name__ == "__main__":
    main()
