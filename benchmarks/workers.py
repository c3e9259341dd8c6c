"""Measure how much faster two workers play validation games than one.

    python benchmarks/workers.py [GAMES] [RUNS]

Plays GAMES adventures (400) of the careful autopilot on the shipped example, RUNS times (3) with
one and with two workers in turn, and prints medians: seconds on the clock, and seconds of processor
time of all processes together. On a machine that does other things as well only the second is
trustworthy: two workers can be at most 2 x (its ratio) as fast.
"""

from __future__ import annotations

import resource
import sys
import time
from statistics import median

from pools import example_pool

from cardkit.manifest import Manifest
from cardkit.referee.series import Crew
from cardkit.referee.trials import run_trials


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    manifest = example_pool()
    clock: dict[int, list[float]] = {1: [], 2: []}
    processor: dict[int, list[float]] = {1: [], 2: []}
    for run in range(1, runs + 1):
        for workers in clock:
            seconds, used = measure(manifest, games, workers)
            clock[workers].append(seconds)
            processor[workers].append(used)
            print(f"run {run}, workers {workers}: {seconds:.1f} s, processor {used:.1f} s")
    ratio = median(clock[1]) / median(clock[2])
    work = median(processor[1]) / median(processor[2])
    print(f"{games} games, medians of {runs}: two workers are {ratio:.2f} x as fast on the clock,")
    print(f"and at most {2 * work:.2f} x by the processor time that they use")


def measure(manifest: Manifest, games: int, workers: int) -> tuple[float, float]:
    """Return seconds on the clock and of processor time, start and end of the workers included."""
    start, used = time.perf_counter(), _used_s()
    with Crew(workers) as crew:
        run_trials(manifest, games, crew=crew)
    return time.perf_counter() - start, _used_s() - used


def _used_s() -> float:
    """Return the processor time of this process and of all that it waited for."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


if __name__ == "__main__":
    main()
