"""Reading a collection file and adding it to a collection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cardkit.catalogue import Catalogue
from cardkit.collection import Change, Collection, Repeat, Row
from cardkit.collection.model import counted
from cardkit.errors import InputError, UsageError
from cardkit.imports.decklists import decklist_dialects, is_decklist, read_decklist
from cardkit.imports.dialects import (
    Dialect,
    detect,
    dialects,
    header_score,
    refusal,
    unknown_header,
)
from cardkit.imports.matching import Matcher
from cardkit.imports.reading import Source, read_path, source_of
from cardkit.imports.report import ImportReport, SkippedRow, SkipReason
from cardkit.imports.rows import RowReader, counted_apart, each_count
from cardkit.imports.table import DELIMITERS, Header, find_header, read_rows
from cardkit.imports.table import Row as TableRow

MAX_ROWS = 300_000
"""Rows of one file; the largest known collections have a tenth of it."""

_ROWS_PER_STEP = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did: the report, and the change; no change when nothing was new."""

    report: ImportReport
    change: Change | None


def import_file(
    source: Path | bytes | Source,
    catalogue: Catalogue,
    collection: Collection,
    *,
    at: datetime,
    format_name: str | None = None,
    repeat: Repeat = Repeat.REFUSE,
    progress: Callable[[int], None] | None = None,
) -> Imported:
    """Read a collection file, match its rows, and add them to the collection in one transaction.

    Args:
        source: a file, its bytes, or what :mod:`cardkit.imports.reading` has read.
        catalogue: the cards to match against.
        collection: what the rows are added to.
        at: the time of the change.
        format_name: the format to read it as; None to find it by the header.
        repeat: what to do with a file that the collection holds already.
        progress: called now and then with the number of rows read since the last call.

    Raises:
        InputError: the file is no collection, or the collection refuses it; nothing is changed.
        UsageError: no format is called ``format_name``.
    """
    opened = opened_source(source)
    if repeat is Repeat.REFUSE:
        collection.refuse_repeated(name=opened.name, digest=opened.digest, path=opened.path)
    report = read_collection(opened, catalogue, format_name=format_name, progress=progress)
    return Imported(
        report=report, change=collection.add_import(report.to_import(), at=at, repeat=repeat)
    )


def opened_source(source: Path | bytes | Source) -> Source:
    """Read what an import was given, unless it was read already."""
    if isinstance(source, Path):
        return read_path(source)
    return source_of(source, name="table") if isinstance(source, bytes) else source


def read_collection(
    source: Source,
    catalogue: Catalogue,
    *,
    format_name: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Read a collection file and match its rows, without changing anything.

    Raises:
        InputError: it is no table with a header that is known, or has no or too many rows.
        UsageError: no format is called ``format_name``.
    """
    progress = progress or (lambda _rows: None)
    wanted = format_named(format_name) if format_name else None
    header = None
    if wanted not in decklist_dialects():
        header = find_header(source.lines(), lambda keys: header_score(keys, wanted))
        dialect = wanted or (detect(header.keys) if header else None)
        if header is not None and dialect is not None and header_score(header.keys, wanted):
            refused = refusal(dialect, f"{source.name}:{header.line}", asked_for=wanted is not None)
            if refused is not None:
                raise refused
            rows = read_rows(source.lines(), header)
            if dialect.counts:
                rows = each_count(rows, header, dialect)
                header, dialect = counted_apart(header, dialect)
            return _read_rows(source, catalogue, header, dialect, rows, progress)
    if wanted in decklist_dialects() or (wanted is None and is_decklist(source.lines(), catalogue)):
        found = read_decklist(source.lines(), catalogue, format_name and wanted and wanted.name)
        return _read_rows(source, catalogue, found.header, found.dialect, found.rows, progress)
    raise unknown_header(header, source.name, wanted)


def formats() -> tuple[Dialect, ...]:
    """Return all formats, tables and decklists, in the order in which people see them."""
    return (*dialects(), *decklist_dialects())


def format_named(name: str) -> Dialect:
    """Return the format that a person asks for.

    Raises:
        UsageError: there is none of this name.
    """
    for dialect in formats():
        if dialect.name == name.strip().casefold():
            return dialect
    known = ", ".join(dialect.name for dialect in formats())
    raise UsageError(f"no format is called {name!r}; known are {known}")


def _read_rows(
    source: Source,
    catalogue: Catalogue,
    header: Header,
    dialect: Dialect,
    table_rows: Iterable[TableRow],
    progress: Callable[[int], None],
) -> ImportReport:
    reader = RowReader(dialect, header, Matcher(catalogue), file=source.name)
    rows: list[Row] = []
    skipped = [SkippedRow(line=row.line, reason=SkipReason.ABOVE_HEADER) for row in header.above]
    rows_read = len(header.above)
    for row in _with_progress(table_rows, progress):
        rows_read += 1
        if rows_read > MAX_ROWS:
            raise InputError(
                f"a collection file has at most {MAX_ROWS:,} rows, this one has more",
                where=source.name,
                remedy="split it into several files and import them one after the other",
            )
        result = reader.read(row)
        if isinstance(result, Row):
            rows.append(result)
        else:
            skipped.append(result)
    if rows_read == len(header.above):
        raise InputError(
            "there is no row below the header",
            where=f"{source.name}:{header.line}",
            remedy="export the collection again, then import it",
        )
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
        notes=_notes(source, header, reader.without_quantity),
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
