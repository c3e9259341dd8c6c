"""How many rows find their card, whether any finds a wrong one, and how long an import takes.

Run with the folder of a copy of the public bulk data:

    python benchmarks/imports.py FOLDER

Every card of the data is written in the vocabulary of an app, and read back with the whole
catalogue and with nothing but the starter cards. The speed is that of 100,000 rows in the form of
the TCGplayer app, against ``csv.DictReader`` over the same file: each time in a process of its
own, in which nothing was looked up before, first by ``csv.DictReader`` and then by cardkit.
"""

from __future__ import annotations

import csv
import io
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from cardkit.cards import Card
from cardkit.catalogue import Catalogue, set_facts
from cardkit.collecting import collector_paused
from cardkit.collection import Collection
from cardkit.imports import read_collection, read_path
from cardkit.imports.reading import source_of
from cardkit.sources.bulk import read_bulk

_ROWS = 100_000
_RUNS = 7
_MOST_RATIO = 8.0
_MOST_MIB = 300
_SPELT = (
    ("♀", "F"),
    ("♂", "M"),
    ("-EX", " EX"),
    ("-GX", " GX"),
    (" δ", " (Delta Species)"),
    ("★", "Star"),
    ("é", "e"),
    ("'", "’"),
)
_RARITIES = {"Rare Holo": "Holo Rare", "Rare Secret": "Secret Rare", "Rare Ultra": "Ultra Rare"}

Row = tuple[object, ...]


class Vocabulary:
    """How an app writes the cards of the data."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def name(self, card: Card) -> str:
        """Return the name as an app without signs writes it."""
        text = card.name
        for printed, written in _SPELT:
            text = text.replace(printed, written)
        return text

    def label(self, card: Card) -> str:
        """Return the shop's name of the set."""
        facts = set_facts().get(card.set_id)
        return (facts.tcgplayer_name if facts else "") or self.set_name(card)

    def set_name(self, card: Card) -> str:
        """Return the set's own name."""
        card_set = self._catalogue.card_set(card.set_id)
        return card_set.name if card_set else ""

    def code(self, card: Card) -> str:
        """Return the code of decklists, else the set's identifier."""
        card_set = self._catalogue.card_set(card.set_id)
        return (card_set.ptcgo_code if card_set else "") or card.set_id

    def number(self, card: Card) -> str:
        """Return number and total, padded with zeros."""
        card_set = self._catalogue.card_set(card.set_id)
        total = card_set.printed_total if card_set else 0
        plain = card.number.isdigit() and total
        return f"{card.number.zfill(3)}/{total:03}" if plain else card.number

    def rarity(self, card: Card) -> str:
        """Return the rarity in the app's words."""
        return _RARITIES.get(str(card.rarity), str(card.rarity or ""))


_TCGPLAYER = (
    "Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,"
    "Product ID,SKU,Price,Price Each"
)
_COLLECTR = (
    "Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,Card Condition,"
    "Average Cost Paid,Quantity,Market Price (As of 2026-04-01),Price Override,Watchlist,"
    "Date Added,Notes"
)
_FORMS: dict[str, tuple[str, Callable[[Vocabulary, Card], Row]]] = {
    "TCGplayer app": (_TCGPLAYER, lambda words, card: _tcgplayer(words, card)),
    "Collectr": (
        _COLLECTR,
        lambda words, card: (
            "Main", "Pokemon", words.set_name(card), words.name(card), card.number,
            words.rarity(card), "Normal", "Ungraded", "Near Mint", "0.0000", 1, "1.00", 0,
            "false", "2026-04-01", "; ",
        ),
    ),
    "set, name, number": (
        "Set,Name,Number",
        lambda words, card: (words.set_name(card), words.name(card), card.number),
    ),
    "code, number": (
        "Set Code,Number",
        lambda words, card: (words.code(card), card.number),
    ),
    "code, number, name": (
        "Set Code,Number,Name",
        lambda words, card: (words.code(card), card.number, words.name(card)),
    ),
    "name, number/total": (
        "Name,Number",
        lambda words, card: (words.name(card), words.number(card)),
    ),
    "name, set, rarity": (
        "Name,Set,Rarity",
        lambda words, card: (words.name(card), words.label(card), words.rarity(card)),
    ),
}  # fmt: skip


def main() -> None:
    if sys.argv[1] == "--once":
        print(json.dumps(asdict(_once(Path(sys.argv[2]), Path(sys.argv[3])))))
        return
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        bulk = read_bulk(folder)
        with (
            Catalogue.open(Path(scratch) / "full.db") as full,
            Catalogue.open(Path(scratch) / "starter.db") as starter,
        ):
            full.add(bulk.cards, bulk.sets, "bulk")
            words = Vocabulary(full)
            cards = list(full.cards())
            print(f"{len(cards):,} cards in each form; resolved, and resolved wrongly")
            print(f"{'':22}{'whole catalogue':>24}{'starter only':>24}")
            for title, (header, form) in _FORMS.items():
                content = _table(header, (form(words, card) for card in cards))
                found = [_accuracy(content, cards, catalogue) for catalogue in (full, starter)]
                print(f"{title:22}" + "".join(f"{right:>16,}{wrong:>8,}" for right, wrong in found))
        print(f"\n{_ROWS:,} rows of the TCGplayer app, {_RUNS} cold runs each")
        fast = [_speed(Path(scratch), cards, words, each) for each in (5_000, len(cards))]
    sys.exit(0 if all(fast) else 1)


def _tcgplayer(words: Vocabulary, card: Card) -> Row:
    name, number = words.name(card), words.number(card)
    return (
        1, f"{name} - {number}", name, words.label(card), number, "", "Normal", "Near Mint",
        "English", words.rarity(card), 123456, 7654321, "$1.65", "$1.65",
    )  # fmt: skip


def _table(header: str, rows: Iterable[Row]) -> bytes:
    text = io.StringIO()
    text.write(f"{header}\n")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _accuracy(content: bytes, cards: Sequence[Card], catalogue: Catalogue) -> tuple[int, int]:
    report = read_collection(source_of(content, name="generated"), catalogue)
    wrong = sum(row.card.card_id != cards[row.line - 2].card_id for row in report.owned)
    return len(report.owned), wrong


def _speed(scratch: Path, cards: Sequence[Card], words: Vocabulary, distinct: int) -> bool:
    chance = random.Random(4)
    lines = [_tcgplayer(words, card) for card in chance.sample(cards, distinct)]
    content = _table(_TCGPLAYER, (chance.choice(lines) for _ in range(_ROWS)))
    path = scratch / f"{distinct}.csv"
    path.write_bytes(content)
    print(f"{distinct:,} different cards, {len(content) / 1e6:.0f} MB")
    command = [sys.executable, __file__, "--once", str(path), str(scratch / "full.db")]
    runs = []
    for _ in range(_RUNS):
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        run = Run(**json.loads(output))
        print(
            f"    csv.DictReader {run.plain_s:.2f} s, reading {run.reading_s:.2f} s, with writing "
            f"the collection {run.import_s:.2f} s, peak {run.peak_mib:.0f} MiB"
        )
        runs.append(run)
    reading = median(run.reading_s / run.plain_s for run in runs)
    whole = median(run.import_s / run.plain_s for run in runs)
    peak_mib = max(run.peak_mib for run in runs)
    print(
        f"    median ratio: reading {reading:.1f}, with writing {whole:.1f} (at most "
        f"{_MOST_RATIO:.0f}); peak {peak_mib:.0f} MiB (below {_MOST_MIB})"
    )
    return whole <= _MOST_RATIO and peak_mib < _MOST_MIB


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One cold run: processor seconds, so that other work on the machine does not count."""

    plain_s: float
    reading_s: float
    import_s: float
    peak_mib: float


def _once(path: Path, catalogue_path: Path) -> Run:
    """Read a table plainly, then into a new collection."""
    start_s = time.process_time()
    with path.open(newline="", encoding="utf-8") as stream:
        rows = sum(1 for _ in csv.DictReader(stream))
    plain_s = time.process_time() - start_s
    start_s = time.process_time()
    with (
        Catalogue.open(catalogue_path) as catalogue,
        tempfile.TemporaryDirectory() as folder,
        Collection.open(Path(folder)) as collection,
        collector_paused(),
    ):
        report = read_collection(read_path(path), catalogue)
        reading_s = time.process_time() - start_s
        collection.add_import(report.to_import(), at=datetime.now(UTC))
    import_s = time.process_time() - start_s
    if report.rows_read != rows:
        sys.exit(f"rows are lost: {rows - report.rows_read}")
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Run(plain_s=plain_s, reading_s=reading_s, import_s=import_s, peak_mib=peak_mib)


if __name__ == "__main__":
    main()
