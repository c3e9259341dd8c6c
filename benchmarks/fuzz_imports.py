"""Mutates collection files at random, imports each, and fails where one crashes or loses a row.

Run with files or folders of exports; every mutation is made from the seed and its number, so a
failure can be seen again with --only:

    python benchmarks/fuzz_imports.py FOLDER... [--mutations 50000] [--seed 1] [--only NUMBER]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

from cardkit.catalogue import Catalogue
from cardkit.errors import InputError
from cardkit.imports import ImportReport, read_collection
from cardkit.imports.exports import export_csv
from cardkit.imports.reading import source_of

_PIECES = (
    b'"', b'""', b",", b";", b"\t", b"|", b"\n", b"\r", b"\r\n", b"\x00", b"\xff", b"\xfe\xff",
    b"\xef\xbb\xbf", b"=", b'="004"', b"'", b"-1", b"0", b"999999999999", b"4-Feb",
    b"sep=;\n", b"{R}",
    b"(JP)", b"#", b"/", b"&", b" - ", b"x", "é".encode(), "é".encode("cp1252"), "枚".encode(),
    "\u200b".encode(),
    b"%s", b"[", b")", b"**",
)  # fmt: skip
_ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-be", "utf-32", "cp1252", "latin-1", "cp437")
_DELIMITERS = (b",", b";", b"\t", b"|")
_EXPORTED = 0.25
"""Share of the files that are exported and read again."""
_EVERY = 2_500
_PART = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Mutations that one process makes."""

    samples: list[bytes]
    seed: int
    numbers: Sequence[int]
    catalogue: Path | None


def main() -> int:
    options = _options()
    samples = _samples(options.files)
    if not samples:
        print("no file to mutate")
        return 2
    numbers = range(options.mutations) if options.only is None else range(1)
    first = options.only or 0
    jobs = [
        Job(
            samples=samples,
            seed=options.seed,
            numbers=range(first + start, first + min(start + _PART, len(numbers))),
            catalogue=options.catalogue,
        )
        for start in range(0, len(numbers), _PART)
    ]
    told: Counter[str] = Counter()
    broken = done = 0
    started = time.perf_counter()
    with Pool(options.workers) as pool:
        for found, faults in pool.imap_unordered(_run, jobs):
            told += found
            broken += len(faults)
            done += found.total() + len(faults)
            print("".join(faults), end="")
            if done % _EVERY == 0:
                spent_s = time.perf_counter() - started
                print(f"{done:,} mutations, {spent_s:.0f} s", flush=True)
    for what, times in told.most_common():
        print(f"{times:8,} {what}")
    print(
        f"{done:,} mutations of {len(samples)} files in "
        f"{time.perf_counter() - started:.0f} s: {broken} broken"
    )
    return 1 if broken else 0


def _run(job: Job) -> tuple[Counter[str], list[str]]:
    """Make some mutations; return what became of them, and what broke."""
    told: Counter[str] = Counter()
    broken = []
    with Catalogue.open(job.catalogue) as catalogue:
        for number in job.numbers:
            chance = random.Random(f"{job.seed}:{number}")
            content = _mutated(job.samples, chance)
            try:
                told[_import(content, catalogue, chance.random() < _EXPORTED)] += 1
            except InputError:
                told["refused in words"] += 1
            except Exception:
                broken.append(f"mutation {number} is broken: {traceback.format_exc(limit=-4)}\n")
    return told, broken


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--mutations", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--catalogue", type=Path, help="default: the user's")
    return parser.parse_args()


def _samples(paths: Sequence[Path]) -> list[bytes]:
    files: list[Path] = []
    for path in paths:
        files += sorted(path.iterdir()) if path.is_dir() else [path]
    return [each.read_bytes() for each in files if each.is_file()]


def _import(content: bytes, catalogue: Catalogue, export: bool) -> str:
    """Read a file; check that its rows add up, and perhaps that they survive an export."""
    report = read_collection(source_of(content, name="fuzz"), catalogue)
    _check(report)
    if report.rows and export:
        again = read_collection(
            source_of(export_csv(report.rows).encode("utf-8", "replace"), name="again"), catalogue
        )
        _check(again)
        if [row.count for row in again.rows] != [row.count for row in report.rows]:
            raise AssertionError("the export holds other copies")
    return f"read as {report.format_name}"


def _check(report: ImportReport) -> None:
    parts = (report.owned, report.skipped, report.unresolved)
    if report.rows_read != sum(map(len, parts)):
        raise AssertionError("rows do not add up")
    for row in report.rows:
        if (row.card.card_id is None) != bool(row.card.reason) or not row.card.name:
            raise AssertionError(f"line {row.line} says neither what it is nor why not")


def _mutated(samples: Sequence[bytes], chance: random.Random) -> bytes:
    content = chance.choice(samples)
    for _ in range(chance.randint(1, 8)):
        content = chance.choice(_MUTATIONS)(content, samples, chance)
    return content


def _inserted(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    at = chance.randint(0, len(content))
    return content[:at] + chance.choice(_PIECES) + content[at:]


def _replaced(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    at, length = chance.randint(0, len(content)), chance.randint(1, 12)
    return content[:at] + chance.choice(_PIECES) + content[at + length :]


def _flipped(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.randint(1, 10)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    first, last = sorted((chance.randint(0, len(content)), chance.randint(0, len(content))))
    return content[:first] + content[last:] if chance.random() < 0.5 else content[first:last]


def _shuffled(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    what = chance.random()
    if what < 0.4:
        chance.shuffle(lines)
    elif what < 0.7:
        lines.insert(chance.randint(0, len(lines)), chance.choice(lines))
    else:
        lines.pop(chance.randrange(len(lines)))
    return b"\n".join(lines)


def _swapped_columns(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    delimiter = chance.choice(_DELIMITERS)
    lines = [line.split(delimiter) for line in content.split(b"\n")]
    first, last = chance.randrange(12), chance.randrange(12)
    for cells in lines:
        if max(first, last) < len(cells):
            cells[first], cells[last] = cells[last], cells[first]
    return b"\n".join(delimiter.join(cells) for cells in lines)


def _delimited(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    return content.replace(chance.choice(_DELIMITERS), chance.choice(_DELIMITERS))


def _ended(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    return content.replace(b"\n", chance.choice((b"\r", b"\r\n", b"\n\n", b"\n\r", b"")))


def _encoded(content: bytes, _samples: Sequence[bytes], chance: random.Random) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(chance.choice(_ENCODINGS), chance.choice(("replace", "ignore")))


def _spliced(content: bytes, samples: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(samples)
    return content[: chance.randint(0, len(content))] + other[chance.randint(0, len(other)) :]


_MUTATIONS = (
    _inserted, _inserted, _replaced, _flipped, _cut, _shuffled, _swapped_columns, _delimited,
    _ended, _encoded, _spliced,
)  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
