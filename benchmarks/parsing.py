"""How long the grammar takes to read every distinct attack text, cold.

    python benchmarks/parsing.py BULK_FOLDER [RUNS]

BULK_FOLDER is a copy of the public bulk card data. Each run is a process of its own, in which
every text is read once, so that nothing is known from before; building the grammar counts. The
garbage collector is paused meanwhile, as it is when ``cardkit coverage`` reads every text.
Seconds are of CPU. Between every forty texts the same texts are split into words that are counted
in a table: the least that any reader of texts does, in the same interpreter. The ratio to it tells
how much work the reading is, whatever else the machine does meanwhile; the seconds alone do not.
Of each forty texts the least seconds of all runs are added up as well: what a run would take that
nothing else disturbed.

This measures the cardkit that this Python has installed, and the first line says whether it is
compiled; of a checkout that is not installed, ``PYTHONPATH=. python benchmarks/parsing.py``.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from cardkit.cardtext import Unread, read_text
from cardkit.cardtext.reading import grammar
from cardkit.collecting import collector_paused
from cardkit.compiled import how_built
from cardkit.errors import InputError

CHUNK = 40
"""Texts between two turns of the reference."""
TURNS = 3
"""How often the reference counts the words of each chunk."""
_WORD = re.compile(r"[^ ,.]+")


def distinct_texts(folder: Path) -> list[tuple[str, str]]:
    """Return each attack text once, with the name of the first card that has it.

    Raises:
        InputError: the folder is not the bulk card data.
    """
    files = sorted((folder / "cards/en").glob("*.json"))
    if not files:
        raise InputError(
            f"the bulk card data has its cards in cards/en/*.json, got the folder {str(folder)!r}",
            remedy="give the folder that cards/ and sets/ are in",
        )
    found: dict[str, str] = {}
    for path in files:
        for card in json.loads(path.read_text(encoding="utf-8")):
            for attack in card.get("attacks", ()):
                text = attack.get("text", "").strip()
                if text:
                    found.setdefault(text, card["name"])
    return list(found.items())


def count_words(texts: Iterable[tuple[str, str]]) -> dict[str, int]:
    """The reference: look every word up in a table."""
    table: dict[str, int] = {}
    for text, _ in texts:
        for word in _WORD.findall(text):
            table[word] = table.get(word, 0) + 1
    return table


def run_once(texts: list[tuple[str, str]]) -> None:
    """Read every text and print texts, unread texts, and seconds as JSON.

    The seconds are those of building the grammar, then those of reading and those of the reference
    for each forty texts.
    """
    gc.collect()  # what is left of finding the texts is not collected while they are read
    with collector_paused():
        seconds = timed(texts)
    print(json.dumps([len(texts), *seconds]))


def timed(texts: list[tuple[str, str]]) -> tuple[int, float, list[float], list[float]]:
    """Read every text; see :func:`run_once` for what is returned."""
    start = time.process_time()
    grammar()
    building = time.process_time() - start
    reading: list[float] = []
    reference: list[float] = []
    unread = 0
    for first in range(0, len(texts), CHUNK):
        chunk = texts[first : first + CHUNK]
        before = time.process_time()
        for _ in range(TURNS):
            count_words(chunk)
        between = time.process_time()
        for text, name in chunk:
            unread += isinstance(read_text(text, name), Unread)
        reading.append(time.process_time() - between)
        reference.append((between - before) / TURNS)
    return unread, building, reading, reference


def main() -> None:
    """Measure, as the module's documentation says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="a copy of the public bulk card data")
    parser.add_argument("runs", type=int, nargs="?", default=7)
    parser.add_argument("--once", action="store_true", help="one run, printed as JSON")
    options = parser.parse_args()
    if options.once:
        run_once(distinct_texts(options.folder))
        return
    if options.runs < 1:
        parser.error(f"at least one run is measured, got {options.runs!r}; ask for 1 or more")
    try:
        distinct_texts(options.folder)
    except InputError as error:
        parser.exit(error.exit_code, f"{error}\n")
    print(how_built())
    runs = []
    for _ in range(options.runs):
        command = [sys.executable, __file__, str(options.folder), "--once"]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        texts, unread, *seconds = json.loads(printed)
        runs.append(seconds)
    building = statistics.median(run[0] for run in runs)
    reading = statistics.median(sum(run[1]) for run in runs)
    reference = statistics.median(sum(run[2]) for run in runs)
    both = statistics.median(run[0] + sum(run[1]) for run in runs)
    ratio = statistics.median((run[0] + sum(run[1])) / sum(run[2]) for run in runs)
    least = min(run[0] for run in runs) + sum(map(min, zip(*(run[1] for run in runs), strict=True)))
    print(f"{texts} distinct texts, {unread} of them unread")
    print(f"grammar built in {building:.3f} s, texts read in {reading:.3f} s, both {both:.3f} s")
    print(f"words counted in {reference:.3f} s; ratio {ratio:.1f} (medians of {len(runs)} runs)")
    print(f"both {least:.3f} s with the least of each {CHUNK} texts")


if __name__ == "__main__":
    main()
