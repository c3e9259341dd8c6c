"""How long the grammar takes to read every distinct attack text, cold.

    python benchmarks/parsing.py BULK_FOLDER [RUNS]

BULK_FOLDER is a copy of the public bulk card data. Each run is a process of its own, in which
every text is read once, so that nothing is known from before; building the grammar counts.
Seconds are of CPU. Between every forty texts the same texts are split into words that are counted
in a table: the least that any reader of texts does, in the same interpreter. The ratio to it tells
how much work the reading is, whatever else the machine does meanwhile; the seconds alone do not.
"""

from __future__ import annotations

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

CHUNK = 40
"""Texts between two turns of the reference."""
TURNS = 3
"""How often the reference counts the words of each chunk."""
_WORD = re.compile(r"[^ ,.]+")


def distinct_texts(folder: Path) -> list[tuple[str, str]]:
    """Return each attack text once, with the name of the first card that has it."""
    found: dict[str, str] = {}
    for path in sorted((folder / "cards/en").glob("*.json")):
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


def run_once(folder: Path) -> None:
    """Read every text and print texts, unread texts, seconds: building, reading, reference."""
    texts = distinct_texts(folder)
    start = time.process_time()
    grammar()
    building = time.process_time() - start
    reading = reference = 0.0
    unread = 0
    for first in range(0, len(texts), CHUNK):
        chunk = texts[first : first + CHUNK]
        before = time.process_time()
        for _ in range(TURNS):
            count_words(chunk)
        between = time.process_time()
        for text, name in chunk:
            unread += isinstance(read_text(text, name), Unread)
        reading += time.process_time() - between
        reference += between - before
    print(len(texts), unread, building, reading, reference / TURNS)


def main() -> None:
    folder, *rest = sys.argv[1:]
    if rest == ["once"]:
        run_once(Path(folder))
        return
    runs = []
    for _ in range(int(rest[0]) if rest else 7):
        command = [sys.executable, __file__, folder, "once"]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        texts, unread, building, reading, reference = map(float, printed.split())
        runs.append((building, reading, building + reading, reference))
    building, reading, both, reference = map(statistics.median, zip(*runs, strict=True))
    ratio = statistics.median(run[2] / run[3] for run in runs)
    print(f"{texts:.0f} distinct texts, {unread:.0f} of them unread")
    print(f"grammar built in {building:.3f} s, texts read in {reading:.3f} s, both {both:.3f} s")
    print(f"words counted in {reference:.3f} s; ratio {ratio:.1f} (medians of {len(runs)} runs)")


if __name__ == "__main__":
    main()
