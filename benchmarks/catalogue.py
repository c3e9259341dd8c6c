"""How long the catalogue takes to fill, and how many look-ups it answers in a second.

Run with the folder of a copy of the public bulk data:

    python benchmarks/catalogue.py FOLDER
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cardkit.cards import Card
from cardkit.catalogue import Catalogue
from cardkit.naming import fold_name
from cardkit.sources.bulk import stream_bulk

_LOOK_UPS = 40_000
_SEARCHES = 300


def main() -> None:
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "catalogue.db"
        filled_s = _seconds(lambda: _fill(path, folder))
        peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        files = sorted(folder.glob("**/cards/en/*.json"))
        kept_s = _seconds(lambda: [json.loads(file.read_bytes()) for file in files])
        dropped_s = _seconds(lambda: [json.loads(file.read_bytes()) is None for file in files])
        again_s = _seconds(lambda: _fill(path, folder))
        print(f"fill an empty catalogue      {filled_s:.2f} s, peak {peak_mib:.0f} MiB")
        print(f"json.loads, documents kept   {kept_s:.2f} s  -> ratio {filled_s / kept_s:.1f}")
        print(
            f"json.loads, documents gone   {dropped_s:.2f} s  -> ratio {filled_s / dropped_s:.1f}"
        )
        print(f"fill again, nothing new      {again_s:.2f} s")
        with Catalogue.open(path) as catalogue:
            cards = tuple(catalogue.cards())
        _look_ups(path, cards)


def _fill(path: Path, folder: Path) -> None:
    with Catalogue.open(path, starter=False) as catalogue, catalogue.adding("benchmark") as batch:
        for file in stream_bulk(folder):
            batch.put_sets(file.sets)
            batch.put_rows(file.rows)
        batch.finish()


def _look_ups(path: Path, cards: Sequence[Card]) -> None:
    chance = random.Random(1)
    asked = chance.choices(cards, k=_LOOK_UPS)
    with Catalogue.open(path) as catalogue:
        sets = {each.set_id: each for each in catalogue.sets()}
    kinds: dict[str, Callable[[Catalogue, Card], object]] = {
        "identifier": lambda catalogue, card: catalogue.card(card.card_id),
        "set and number": lambda catalogue, card: catalogue.by_number(card.set_id, card.number),
        "name": lambda catalogue, card: catalogue.by_name(card.name),
        "code and number": lambda catalogue, card: catalogue.by_code(
            sets[card.set_id].ptcgo_code or card.set_id, card.number
        ),
        "name, number, total": lambda catalogue, card: catalogue.by_print(
            card.name, card.number, sets[card.set_id].printed_total
        ),
    }
    for name, look_up in kinds.items():
        with Catalogue.open(path) as catalogue:
            rates = [_rate(catalogue, look_up, asked) for _ in range(2)]
        print(f"by {name:20}  {rates[0]:9,.0f} a second at first, {rates[1]:9,.0f} when warm")
    with Catalogue.open(path) as catalogue:
        catalogue.search("anything")
        _search(catalogue, asked[:_SEARCHES])


def _search(catalogue: Catalogue, asked: Sequence[Card]) -> None:
    """Leave the third letter out of names, and look whether the right card comes among five."""
    meant = {
        card.name[:2] + card.name[3:]: fold_name(card.name) for card in asked if len(card.name) > 4
    }
    found = 0

    def search() -> None:
        nonlocal found
        for typed, name in meant.items():
            found += name in {fold_name(card.name) for card in catalogue.search(typed, limit=5)}

    seconds = _seconds(search)
    print(
        f"search a misspelt name  {seconds / len(meant) * 1_000:.1f} ms;"
        f" among the first five: {found} of {len(meant)}"
    )


def _rate(
    catalogue: Catalogue, look_up: Callable[[Catalogue, Card], object], asked: Sequence[Card]
) -> float:
    return len(asked) / _seconds(lambda: [look_up(catalogue, card) for card in asked])


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
