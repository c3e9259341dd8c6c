"""Reading a collection file and adding it to a collection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from cardkit.catalogue import Catalogue
from cardkit.collecting import collector_paused
from cardkit.collection import Answers, Change, Collection, Repeat, Row
from cardkit.errors import InputError, UsageError
from cardkit.imports.decklists import decklist_dialects, is_decklist, read_decklist
from cardkit.imports.dialects import Dialect, dialects, refusal, unknown_header
from cardkit.imports.exports import OWN, OWN_FORMATS, Restorer, is_exported_json, read_json
from cardkit.imports.mapping import ColumnMap, FormatChoice
from cardkit.imports.matching import Matcher
from cardkit.imports.notes import column_notes
from cardkit.imports.reading import Source, read_path, source_of
from cardkit.imports.report import ImportReport, SkippedRow, SkipReason
from cardkit.imports.rows import RowReader, counted_apart, each_count
from cardkit.imports.table import DELIMITERS, Header, find_header, odd_delimiter, read_rows
from cardkit.imports.table import Row as TableRow
from cardkit.nearness import nearest
from cardkit.plurals import counted

MAX_ROWS = 300_000
"""Rows of one file; the largest known collections have a tenth of it."""

_ROWS_PER_STEP = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did: the report, and the change; no change when nothing was new."""

    report: ImportReport
    change: Change | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How files are to be read.

    Attributes:
        format_name: the format to read them as; None to find it by the header.
        columns: what the owner says of columns, for these files only.
        saved: mappings of columns that the settings keep.
    """

    format_name: str | None = None
    columns: ColumnMap | None = None
    saved: tuple[ColumnMap, ...] = ()

    @property
    def asked_for(self) -> Dialect | None:
        """The format that is asked for by its name; None for the owner's own mapping as well.

        Raises:
            UsageError: there is none of this name.
        """
        name = (self.format_name or "").strip()
        return format_named(name) if name and not self._mapping else None

    @property
    def mapping(self) -> ColumnMap | None:
        """What the owner says of columns, now or in a mapping that is asked for by its name."""
        return self.columns or self._mapping

    @property
    def _mapping(self) -> ColumnMap | None:
        name = (self.format_name or "").strip()
        return {each.name: each for each in self.saved}.get(name)


def import_file(
    source: Path | bytes | Source,
    catalogue: Catalogue,
    collection: Collection,
    *,
    at: datetime,
    reading: Reading | None = None,
    repeat: Repeat = Repeat.REFUSE,
    progress: Callable[[int], None] | None = None,
) -> Imported:
    """Read a collection file, match its rows, and add them to the collection in one transaction.

    Args:
        source: a file, its bytes, or what :mod:`cardkit.imports.reading` has read.
        catalogue: the cards to match against.
        collection: what the rows are added to; what its owner has answered before holds.
        at: the time of the change.
        reading: how to read it.
        repeat: what to do with a file that the collection holds already.
        progress: called now and then with the number of rows read since the last call.

    Raises:
        InputError: the file is no collection, or the collection refuses it; nothing is changed.
        UsageError: no format is called as ``reading`` says.
    """
    opened = opened_source(source)
    if repeat is Repeat.REFUSE:
        collection.refuse_repeated(name=opened.name, digest=opened.digest, path=opened.path)
    with collector_paused():
        report = read_collection(
            opened, catalogue, reading=reading, answers=collection.answers(), progress=progress
        )
        change = collection.add_import(report.to_import(), at=at, repeat=repeat)
    return Imported(report=report, change=change)


def opened_source(source: Path | bytes | Source) -> Source:
    """Read what an import was given, unless it was read already."""
    if isinstance(source, Path):
        return read_path(source)
    return source_of(source, name="table") if isinstance(source, bytes) else source


def read_collection(
    source: Source,
    catalogue: Catalogue,
    *,
    reading: Reading | None = None,
    answers: Answers | None = None,
    progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Read a collection file and match its rows, without changing anything.

    Args:
        source: what was read of the file.
        catalogue: the cards to match against.
        reading: how to read it.
        answers: what the owner has said of rows that no step decides.
        progress: called now and then with the number of rows read since the last call.

    Raises:
        InputError: it is no table with a header that is known, or has no or too many rows.
        UsageError: no format is called as ``reading`` says.
    """
    reader = _FileReader(source, catalogue, answers or Answers(), progress or (lambda _rows: None))
    with collector_paused():
        return reader.read(reading or Reading())


def formats() -> tuple[Dialect, ...]:
    """Return all formats, tables and decklists, in the order in which people see them."""
    return (*dialects(), OWN, *decklist_dialects())


def format_named(name: str) -> Dialect:
    """Return the format that a person asks for.

    Raises:
        UsageError: there is none of this name.
    """
    for dialect in formats():
        if dialect.name == name.strip().casefold():
            return dialect
    known = [dialect.name for dialect in formats()]
    near = nearest(name, known)
    meant = f"did you mean {near}? " if near else ""
    raise UsageError(f"no format is called {name!r}; {meant}known are {', '.join(known)}")


class _FileReader:
    """Reads one file, whatever its format is."""

    def __init__(
        self,
        source: Source,
        catalogue: Catalogue,
        answers: Answers,
        progress: Callable[[int], None],
    ) -> None:
        self._source = source
        self._catalogue = catalogue
        self._answers = answers
        self._progress = progress

    def read(self, reading: Reading) -> ImportReport:
        """Find the format and read the rows."""
        source = self._source
        if is_exported_json(source.content):
            return self._rows(*read_json(source.content, source.name), OWN)
        columns, wanted = reading.mapping, reading.asked_for
        header = odd = None
        if wanted not in decklist_dialects():
            choice = FormatChoice(wanted, columns, reading.saved, known=OWN_FORMATS)
            header = find_header(source.lines(), choice.score)
            dialect = choice.of(header.keys) if header else None
            if header is not None and dialect is not None:
                return self._table(header, dialect, asked_for=wanted is not None)
            if columns is not None:
                raise choice.fault(header, source.name)
            odd = odd_delimiter(source.lines(), choice.score)
        if wanted in decklist_dialects() or (
            wanted is None and is_decklist(source.lines(), self._catalogue)
        ):
            found = read_decklist(source.lines(), self._catalogue, wanted.name if wanted else None)
            return self._rows(found.header, found.rows, found.dialect)
        if odd is not None:
            raise _odd_delimiter(source, *odd)
        raise unknown_header(header, source.name, wanted)

    def _table(self, header: Header, dialect: Dialect, *, asked_for: bool) -> ImportReport:
        where = f"{self._source.name}:{header.line}"
        refused = refusal(dialect, where, asked_for=asked_for)
        if refused is not None:
            raise refused
        rows = read_rows(self._source.lines(), header)
        notes = column_notes(dialect, header)
        if dialect.counts:
            rows = each_count(rows, header, dialect)
            header, dialect = counted_apart(header, dialect)
        return self._rows(header, rows, dialect, notes)

    def _rows(
        self,
        header: Header,
        table_rows: Iterable[TableRow],
        dialect: Dialect,
        notes: tuple[str, ...] = (),
    ) -> ImportReport:
        source = self._source
        known = replace(dialect, labels={**dialect.labels, **self._answers.labels})
        reader = RowReader(known, header, Matcher(self._catalogue), file=source.name)
        restorer = Restorer(header, self._catalogue) if dialect.name == OWN.name else None
        rows: list[Row] = []
        skipped = [
            SkippedRow(line=each.line, reason=SkipReason.ABOVE_HEADER) for each in header.above
        ]
        rows_read = len(header.above)
        for row in _with_progress(table_rows, self._progress):
            rows_read += 1
            if rows_read > MAX_ROWS:
                raise _too_many_rows(source)
            restored = restorer.restored(row) if restorer else None
            result = restored or reader.read(row)
            if not isinstance(result, Row):
                skipped.append(result)
            elif result.card.card_id is None:
                rows.append(self._answers.applied(result))
            else:
                rows.append(result)
        if rows_read == len(header.above):
            raise _no_row(source, header)
        return ImportReport(
            file=source.name,
            path=source.path,
            digest=source.digest,
            format_name=dialect.name,
            format_title=dialect.title,
            encoding=source.encoding.removesuffix("-sig"),
            delimiter=DELIMITERS.get(header.delimiter, "space"),
            rows_read=rows_read,
            rows=tuple(rows),
            skipped=tuple(skipped),
            notes=_notes(source, header, reader.without_quantity) + notes,
        )


def _odd_delimiter(source: Source, line: int, delimiter: str) -> InputError:
    readable = ", ".join(
        f"{name} ({each})" for each, name in DELIMITERS.items() if each.isprintable()
    )
    return InputError(
        f"expects something between the cells that no name or number holds, got {delimiter!r}",
        where=f"{source.name}:{line}",
        remedy=f"save it as CSV again, with one of these between the cells: {readable}, or a tab",
    )


def _no_row(source: Source, header: Header) -> InputError:
    return InputError(
        "there is no row below the header",
        where=f"{source.name}:{header.line}",
        remedy="export the collection again, then import it",
    )


def _too_many_rows(source: Source) -> InputError:
    return InputError(
        f"a collection file has at most {MAX_ROWS:,} rows, this one has more",
        where=source.name,
        remedy="split it into several files and import them one after the other",
    )


def _with_progress(rows: Iterable[TableRow], progress: Callable[[int], None]) -> Iterator[TableRow]:
    waiting = 0
    for row in rows:
        yield row
        waiting += 1
        if waiting == _ROWS_PER_STEP:
            progress(waiting)
            waiting = 0
    progress(waiting)


def _notes(source: Source, header: Header, without_quantity: int) -> tuple[str, ...]:
    notes = list(source.notes)
    if without_quantity:
        rows = counted(without_quantity, "row")
        notes.append(f"{rows} without a quantity: one copy for each")
    unnamed = sum(not name for name in header.names)
    if unnamed:
        notes.append(f"{counted(unnamed, 'column')} without a name: not looked at")
    return tuple(notes)
