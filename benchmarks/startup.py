"""How long `cardkit --help` takes against `python -c "import typer"`, in turn, as medians.

Run: python benchmarks/startup.py [RUNS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

HELP = [sys.executable, "-m", "cardkit", "--help"]
REFERENCE = [sys.executable, "-c", "import typer"]


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    pairs = [(seconds(HELP), seconds(REFERENCE)) for _ in range(runs + 1)][1:]
    shown, reference = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"cardkit --help {shown * 1000:.0f} ms, import typer {reference * 1000:.0f} ms")
    print(f"ratio {shown / reference:.2f} (median of {runs} runs each; the bar is 2)")


if __name__ == "__main__":
    main()
