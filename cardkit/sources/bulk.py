"""Card data in the layout of the public bulk repository: ``cards/en/*.json``, ``sets/en.json``.

The folders may lie anywhere inside a folder, a zip or a tar archive. A card that cannot be read
never stops the others: what was wrong with it becomes a finding, with file and JSON path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec.json

from cardkit.cards import Card, CardSet
from cardkit.catalogue.rows import Row, card_from_row, card_to_row
from cardkit.errors import Fault, InputError
from cardkit.findings import Finding, Severity
from cardkit.plurals import counted
from cardkit.sources.archives import Limits, PackedFile, read_files
from cardkit.sources.bulk_card import BulkReader
from cardkit.sources.bulk_rows import UNREAD, RowReader, left_to_reader
from cardkit.sources.bulk_values import Note

_CARDS = re.compile(r"(?:.*/)?cards/en/[^/]+\.json")
_SETS = re.compile(r"(?:.*/)?sets/en\.json")
_MOST_FINDINGS = 100
_EXPECTED = "the layout of the public bulk data: cards/en/*.json and sets/en.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkFile:
    """What one file of the bulk data holds.

    Attributes:
        name: its path in the folder or archive.
        of: how many files there are altogether; None when that is not known beforehand.
        rows: its cards, in the form in which the catalogue stores them.
        findings: what could not be read, and what is new; an error means that something is
            missing from ``rows`` or ``sets``.
    """

    name: str
    of: int | None = None
    rows: tuple[Row, ...] = ()
    sets: tuple[CardSet, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards, to be looked at."""
        return tuple(map(card_from_row, self.rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkData:
    """All of a folder or archive at once."""

    cards: tuple[Card, ...]
    sets: tuple[CardSet, ...]
    findings: tuple[Finding, ...]


def read_bulk(path: Path, limits: Limits | None = None) -> BulkData:
    """Read everything at once; see :func:`stream_bulk`."""
    files = tuple(stream_bulk(path, limits))
    return BulkData(
        cards=tuple(card for file in files for card in file.cards),
        sets=tuple(each for file in files for each in file.sets),
        findings=tuple(finding for file in files for finding in file.findings),
    )


def stream_bulk(path: Path, limits: Limits | None = None) -> Iterator[BulkFile]:
    """Read a folder or archive of card data, file by file.

    Args:
        path: a folder, or a zip or tar archive (also .gz, .bz2, .xz).
        limits: how much is unpacked at most; None for the usual bounds.

    Raises:
        InputError: it cannot be read, or there is no card in it that can.
    """
    reader = _FileReader()
    cards = 0
    errors: list[Finding] = []
    for packed in read_files(path, is_wanted, limits):
        file = reader.read(packed)
        cards += len(file.rows)
        errors += [each for each in file.findings if each.severity is Severity.ERROR]
        yield file
    if not cards and errors:
        raise InputError.of(
            Fault(where=each.where, what=each.what, remedy=each.remedy)
            for each in errors[:_MOST_FINDINGS]
        )
    if not cards:
        raise InputError(
            f"expected {_EXPECTED}; got none of these files",
            where=str(path),
            remedy="name the folder that holds cards/en, or an archive of it",
        )


def is_wanted(name: str) -> bool:
    """Whether a path is that of a file of English cards or sets."""
    return (_CARDS.fullmatch(name) or _SETS.fullmatch(name)) is not None


@dataclass(slots=True)
class _FileReader:
    """Reads file after file; a card counts where it is met first."""

    _reader: BulkReader = field(default_factory=BulkReader)
    _quick: RowReader = field(default_factory=RowReader)
    _first_seen: dict[str, tuple[str, int]] = field(default_factory=dict)

    def read(self, packed: PackedFile) -> BulkFile:
        findings = _Findings(packed.name)
        if _SETS.fullmatch(packed.name):
            entries = findings.entries(packed.content)
            return BulkFile(
                name=packed.name,
                of=packed.of,
                sets=tuple(self._sets(entries, findings)),
                findings=findings.kept(),
            )
        self._reader.novelties.clear()
        return BulkFile(
            name=packed.name,
            of=packed.of,
            rows=tuple(self._rows(packed.content, findings)),
            findings=(*findings.kept(), *self._novelties(packed.name)),
        )

    def _sets(self, entries: list[Any], findings: _Findings) -> Iterator[CardSet]:
        for place, entry in enumerate(entries):
            card_set, notes = self._reader.card_set(entry)
            findings.add(notes, place, entry, "set")
            if card_set is not None:
                yield card_set

    def _rows(self, content: bytes, findings: _Findings) -> Iterator[Row]:
        set_id = PurePosixPath(findings.name).stem
        rows: Sequence[Row | None]
        entries: Mapping[int, Any]
        try:
            rows = self._quick.rows(content, set_id)
            entries = left_to_reader(content, rows)
        except UNREAD:
            entries = dict(enumerate(findings.entries(content)))
            rows = [None] * len(entries)
        for place, row in enumerate(rows):
            if row is None:
                row = self._row(entries[place], place, set_id, findings)
            if row is None:
                continue
            here = findings.name, place
            first = self._first_seen.setdefault(row.key, here)
            if first is here:
                yield row
            else:
                findings.repeated(row, place, *first)

    def _row(self, entry: object, place: int, set_id: str, findings: _Findings) -> Row | None:
        card, notes = self._reader.card(entry, set_id)
        findings.add(notes, place, entry, "card")
        return None if card is None else card_to_row(card)

    def _novelties(self, name: str) -> Iterator[Finding]:
        """Yield what the cards of a file carry that is not known yet; it is kept as it is."""
        for (kind, text), count in self._reader.novelties.items():
            consequence = "counts as rare" if kind == "rarity" else "no rule knows it"
            yield Finding(
                code=f"bulk-new-{kind}",
                severity=Severity.WARNING,
                where=name,
                what=f"{kind} {text!r} is new, on {counted(count, 'card')}: kept, {consequence}",
                remedy="update cardkit when a version knows it",
            )


def _parsed(content: bytes) -> Any:
    """Read JSON fast; what the fast reader refuses, the forgiving one may read or explain."""
    try:
        return msgspec.json.decode(content)
    except UNREAD:
        return json.loads(content)


class _Findings:
    """What is to be said of one file; not more than anybody would read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._path = "$"
        self._findings: list[Finding] = []
        self._left_out = 0

    def entries(self, content: bytes) -> list[Any]:
        """Return the entries of a file; none when it cannot be read."""
        try:
            document = _parsed(content)
        except (ValueError, RecursionError) as error:
            return self._refuse(f"the file is no JSON: {_first_line(error)}")
        if isinstance(document, dict) and isinstance(document.get("data"), list):
            document, self._path = document["data"], "$.data"  # an answer of the API, saved
        if not isinstance(document, list):
            return self._refuse(f"expected a list, got {type(document).__name__}")
        if b"\\" in content and b"\\u" in content:  # the first is looked for much faster
            return [_without_lone_surrogates(entry) for entry in document]
        return document

    def _refuse(self, what: str) -> list[Any]:
        self._add("bulk-file-refused", Severity.ERROR, self.name, what, "get the file again")
        return []

    def add(self, notes: list[Note], place: int, entry: object, kind: str) -> None:
        """Turn the notes on a card or set into findings."""
        named = f" ({entry['id']})" if isinstance(entry, dict) and entry.get("id") else ""
        for note in notes:
            refused = note.refused
            self._add(
                f"bulk-{kind}-refused" if refused else "bulk-value-left-out",
                Severity.ERROR if refused else Severity.WARNING,
                f"{self.name}: {self._path}[{place}]{note.path}",
                f"{note.what}{named}",
                f"correct the {kind} and add the file again" if refused else "correct the value",
            )

    def repeated(self, row: Row, place: int, first_file: str, first_place: int) -> None:
        """Say that a card came before."""
        first = f"{first_file}: {self._path}[{first_place}]"
        self._add(
            "bulk-card-repeated",
            Severity.WARNING,
            f"{self.name}: {self._path}[{place}].id",
            f"expected each card once, got {row.key!r} again; the one at {first} counts",
            "remove one of them",
        )

    def kept(self) -> tuple[Finding, ...]:
        """Return the findings."""
        if not self._left_out:
            return tuple(self._findings)
        more = Finding(
            code="bulk-more",
            severity=Severity.WARNING,
            where=self.name,
            what=f"{counted(self._left_out, 'more value')} of this file could not be read",
            remedy="correct the ones above first",
        )
        return (*self._findings, more)

    def _add(self, code: str, severity: Severity, where: str, what: str, remedy: str) -> None:
        if len(self._findings) >= _MOST_FINDINGS:
            self._left_out += 1
            return
        self._findings.append(
            Finding(code=code, severity=severity, where=where, what=what, remedy=remedy)
        )


def _without_lone_surrogates(value: Any) -> Any:
    """Replace halves of characters, which JSON can spell and nothing can store."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_without_lone_surrogates(part) for part in value]
    if isinstance(value, dict):
        return {
            _without_lone_surrogates(key): _without_lone_surrogates(part)
            for key, part in value.items()
        }
    return value


def _first_line(error: Exception) -> str:
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    return text[:1].lower() + text[1:]
