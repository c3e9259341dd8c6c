"""How long the catalogue takes to fill, and how many look-ups it answers in a second.

Run with the folder of a copy of the public bulk data:

    python benchmarks/catalogue.py FOLDER [ROUNDS]

Filling is compared with ``json.loads`` over the same files, all in turn in one process: once as
documents come and go, as they do when a catalogue is filled, and once with all of them kept.
"""

from __future__ import annotations

import json
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cardkit.catalogue import Catalogue
from cardkit.naming import fold_name
from cardkit.sources.bulk import stream_bulk

_ROUNDS = 5
_LOOK_UPS = 40_000
_SEARCHES = 300


def main() -> None:
    folder = Path(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else _ROUNDS
    files = sorted(folder.glob("**/cards/en/*.json"))
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "catalogue.db"
        _fill(path, folder)
        peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"fill an empty catalogue: peak {peak_mib:.0f} MiB")
        _compare(
            rounds,
            {
                "json.loads, documents dropped": lambda: _load(files),
                "json.loads, documents kept": lambda: [
                    json.loads(file.read_bytes()) for file in files
                ],
                "fill an empty catalogue": lambda: _fill_anew(path, folder),
                "fill again, nothing new": lambda: _fill(path, folder),
            },
        )
        _look_ups(path)


def _compare(rounds: int, works: Mapping[str, Callable[[], object]]) -> None:
    """Do each in turn, so that all have the same machine; print times and how they compare."""
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            spent[name].append(_time(work))
    first, second, *_ = works
    for clock, place in (("seconds", 0), ("of CPU", 1)):
        print(f"{clock:30} {'median':>8} {'least':>7} {'most':>7}   x dropped, x kept")
        dropped, kept = (_median(spent[name], place) for name in (first, second))
        for name, times in spent.items():
            each = sorted(time[place] for time in times)
            middle = _median(times, place)
            print(
                f"{name:30} {middle:8.2f} {each[0]:7.2f} {each[-1]:7.2f}"
                f"   {middle / dropped:9.2f} {middle / kept:7.2f}"
            )


def _median(times: Sequence[tuple[float, float]], place: int) -> float:
    return statistics.median(time[place] for time in times)


def _load(files: Sequence[Path]) -> None:
    for file in files:
        json.loads(file.read_bytes())


def _fill_anew(path: Path, folder: Path) -> None:
    path.unlink()
    _fill(path, folder)


def _fill(path: Path, folder: Path) -> None:
    with Catalogue.open(path, starter=False) as catalogue, catalogue.adding("benchmark") as batch:
        for file in stream_bulk(folder):
            batch.put_sets(file.sets)
            batch.put_rows(file.rows)
        batch.finish()


class Asked(NamedTuple):
    """What is known of a card that is looked up."""

    card_id: str
    set_id: str
    code: str
    number: str
    name: str
    printed_total: int


def _look_ups(path: Path) -> None:
    with Catalogue.open(path) as catalogue:
        sets = {each.set_id: each for each in catalogue.sets()}
        cards = [
            Asked(
                card.card_id,
                card.set_id,
                sets[card.set_id].ptcgo_code or card.set_id,
                card.number,
                card.name,
                sets[card.set_id].printed_total,
            )
            for card in catalogue.cards()
        ]
    asked = random.Random(1).choices(cards, k=_LOOK_UPS)
    kinds: dict[str, Callable[[Catalogue, Asked], object]] = {
        "identifier": lambda catalogue, card: catalogue.card(card.card_id),
        "set and number": lambda catalogue, card: catalogue.by_number(card.set_id, card.number),
        "name": lambda catalogue, card: catalogue.by_name(card.name),
        "code and number": lambda catalogue, card: catalogue.by_code(card.code, card.number),
        "name, number, total": lambda catalogue, card: catalogue.by_print(
            card.name, card.number, card.printed_total
        ),
    }
    for name, look_up in kinds.items():
        with Catalogue.open(path) as catalogue:
            first, again = (_rate(catalogue, look_up, asked) for _ in range(2))
        print(
            f"by {name:20} {first[0]:9,.0f} a second at first ({first[1]:,.0f} of CPU),"
            f" {again[0]:9,.0f} when warm"
        )
    with Catalogue.open(path) as catalogue:
        catalogue.search("anything")
        _search(catalogue, asked[:_SEARCHES])


def _search(catalogue: Catalogue, asked: Sequence[Asked]) -> None:
    """Leave the third letter out of names, and look whether the right card comes among five."""
    meant = {
        card.name[:2] + card.name[3:]: fold_name(card.name) for card in asked if len(card.name) > 4
    }
    found = 0

    def search() -> None:
        nonlocal found
        for typed, name in meant.items():
            found += name in {fold_name(card.name) for card in catalogue.search(typed, limit=5)}

    seconds, _ = _time(search)
    print(
        f"search a misspelt name  {seconds / len(meant) * 1_000:.1f} ms;"
        f" among the first five: {found} of {len(meant)}"
    )


def _rate(
    catalogue: Catalogue, look_up: Callable[[Catalogue, Asked], object], asked: Sequence[Asked]
) -> tuple[float, float]:
    """Return how many look-ups a second of the clock, and one of the processor, is enough for."""
    times = _time(lambda: [look_up(catalogue, card) for card in asked])
    return len(asked) / times[0], len(asked) / times[1]


def _time(work: Callable[[], object]) -> tuple[float, float]:
    """Return how many seconds something takes, by the clock and of the processor."""
    clock_s, cpu_s = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock_s, time.process_time() - cpu_s


if __name__ == "__main__":
    main()
