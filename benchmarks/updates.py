"""Updates over HTTP: how long they take, what they need, and what a kill -9 leaves.

Run from the repository, with the folder of a copy of the public bulk data:

    python -m benchmarks.updates FOLDER [KILLS]

A server on 127.0.0.1 gives out the folder as an archive and as both APIs.
"""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from cardkit.cards import SetId
from cardkit.catalogue import Catalogue
from tests.sources.server import CardServer

_KILLS = 100
_SETS_OF_AN_API = 8
"""Small sets that are asked of the APIs, one after the other, so that kills fall among them."""
_SMALL_SET = range(15, 50)


@dataclass(frozen=True, kw_only=True)
class Commands:
    """Runs cardkit against the server, with a catalogue of its own."""

    folder: Path

    @property
    def catalogue(self) -> Path:
        """The file."""
        return self.folder / "catalogue.db"

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Begin a command."""
        return subprocess.Popen(
            [sys.executable, "-m", "cardkit", "-C", str(self.folder), *arguments],
            env=os.environ
            | {
                "CARDKIT_CATALOGUE": str(self.catalogue),
                "CARDKIT_CACHE": str(self.folder / "cache"),
                "NO_PROXY": "127.0.0.1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *arguments: str) -> float:
        """Run a command to its end; return how many seconds it took."""
        start = time.perf_counter()
        with self.start(*arguments) as process:
            out, err = process.communicate()
        if process.returncode:
            raise SystemExit(f"{' '.join(arguments)}: {process.returncode}\n{out!r}\n{err!r}")
        return time.perf_counter() - start

    def clear(self) -> None:
        """Begin with no catalogue."""
        for path in self.folder.glob("catalogue.db*"):
            path.unlink()


def main() -> None:
    folder = Path(sys.argv[1])
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else _KILLS
    with tempfile.TemporaryDirectory() as scratch, CardServer(folder) as server:
        commands = Commands(folder=Path(scratch))
        (commands.folder / "cardkit.toml").write_text(
            f"""
            [sources.snapshot]
            address = "{server.url}/archive/cards.zip"
            [sources.ptcgapi]
            address = "{server.url}/v2"
            requests_per_minute = 6000
            [sources.tcgdex]
            address = "{server.url}/tcgdex"
            """
        )
        _time(commands)
        _kill(commands, kills)


def _time(commands: Commands) -> None:
    start_s = commands.run("--version")
    commands.run("catalogue", "update")  # the server packs its archive
    commands.clear()
    first_s = commands.run("catalogue", "update")
    peak_mib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    before = commands.catalogue.read_bytes()
    second_s = commands.run("catalogue", "update")
    unchanged = commands.catalogue.read_bytes() == before
    print(f"start of the program         {start_s:.2f} s")
    print(f"update of an empty catalogue {first_s:.2f} s, peak {peak_mib:.0f} MiB")
    print(f"update with nothing new      {second_s:.2f} s, file unchanged: {unchanged}")


def _kill(commands: Commands, kills: int) -> None:
    sets = [f"--set={name}" for name in _some_sets(commands)]
    updates = {
        "snapshot": ["catalogue", "update"],
        "ptcgapi": ["catalogue", "update", "--source", "ptcgapi", *sets],
        "tcgdex": ["catalogue", "update", "--source", "tcgdex", *sets],
    }
    chance = random.Random(9)
    for name, update in updates.items():
        commands.clear()
        length_s = commands.run(*update)
        whole = _cards(commands)
        left: Counter[str] = Counter()
        for _ in range(kills // 2 if name == "snapshot" else kills // 4):
            commands.clear()
            before = _cards(commands)
            with commands.start(*update) as process:
                time.sleep(chance.uniform(0.1, 1) * length_s)
                process.send_signal(signal.SIGKILL)
            journal = commands.catalogue.with_name("catalogue.db-journal").exists()
            commands.run("catalogue", "verify")
            cards = _cards(commands)
            state = "new" if cards == whole else "old" if cards == before else "some sets"
            left[f"{state}{', in the middle of a write' if journal else ''}"] += 1
            commands.run(*update)
            if _cards(commands) != whole:
                raise SystemExit(f"{name}: the next update did not complete")
        print(f"killed updates from {name:9} all sound, all completed; left: {dict(left)}")


def _some_sets(commands: Commands) -> list[SetId]:
    with Catalogue.open(commands.catalogue) as catalogue:
        sets = [each.set_id for each in catalogue.sets()]
        small = [each for each in sets if len(catalogue.cards_of(each)) in _SMALL_SET]
    return small[:_SETS_OF_AN_API]


def _cards(commands: Commands) -> tuple[int, int]:
    """Return how many cards there are, and how many of them come with cardkit."""
    with Catalogue.open(commands.catalogue) as catalogue:
        info = catalogue.info()
        return info.cards, info.starter_cards


if __name__ == "__main__":
    main()
