"""What ``import`` does, and how it tells about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import typer

from cardkit.catalogue import Catalogue
from cardkit.cli.adding import say_made_folder
from cardkit.cli.hints import quoted
from cardkit.cli.importing import capital, described
from cardkit.cli.output import Invocation, table, table_widths, wrap
from cardkit.cli.unread import with_the_readable
from cardkit.collection import Change, Collection, Repeat
from cardkit.errors import ExitCode, Fault
from cardkit.files import refuse_input, refuse_occupied, write_atomic
from cardkit.imports import (
    Batch,
    ColumnMap,
    ImportReport,
    Reading,
    Source,
    UnreadFilesError,
    formats,
    import_several,
    read_path,
    read_stream,
)
from cardkit.imports.not_owned import not_owned_csv
from cardkit.plurals import agreeing, counted
from cardkit.settings import Settings, load_settings

_MOST_LINES = 60
"""Lines of a table for people; the JSON document has all."""
_OF_OTHER_GAMES = "nothing in this file is known as a Pokemon card; it may be of another game"


def open_source(file: Path) -> Source:
    """Return the file to import; ``-`` is the standard input."""
    import sys

    return read_stream(sys.stdin.buffer) if str(file) == "-" else read_path(file)


def saved_mappings(settings: Settings) -> tuple[ColumnMap, ...]:
    """Return the mappings of columns that the settings keep."""
    return tuple(ColumnMap.of(dict(each.columns), each.name) for each in settings.mappings)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportJob:
    """One call of ``cardkit import``; the attributes are its options."""

    invocation: Invocation
    files: tuple[Path, ...]
    format_name: str | None
    mapping: tuple[str, ...]
    repeat: Repeat
    dry_run: bool

    def run(self, *, report: Path | None, force: bool, as_json: bool) -> None:
        """Import, tell what became of every row, and write the rows that are not owned."""
        if report is not None:
            refuse_input(report, self.files)
            refuse_occupied(report, force=force)
        batch = self._import()
        if report is not None:
            reports = [each.report for each in batch.imported]
            write_atomic(report, not_owned_csv(*reports).encode("utf-8-sig"), force=force)
        if as_json:
            self.invocation.json(self._document(batch))
        else:
            self._show(batch)
        self._say_what_changed(batch, report)
        if any(each.report.of_other_games for each in batch.imported):
            raise typer.Exit(ExitCode.FINDING)

    def _import(self) -> Batch:
        reading = Reading(
            format_name=self.format_name,
            columns=ColumnMap.read(self.mapping),
            saved=saved_mappings(load_settings(self.invocation.folder)),
        )
        label = "rows" if len(self.files) > 1 else f"{self.files[0].name}: rows"
        with (
            Collection.open(self.invocation.folder, create=True) as collection,
            Catalogue.open() as catalogue,
            self.invocation.progress(label) as bar,
        ):
            try:
                batch = import_several(
                    self.files,
                    catalogue,
                    collection,
                    at=datetime.now(UTC),
                    reading=reading,
                    repeat=self.repeat,
                    dry_run=self.dry_run,
                    open_file=open_source,
                    progress=bar.advance,
                )
            except UnreadFilesError as error:
                raise with_the_readable(error, self.files, self._command) from None
        say_made_folder(self.invocation, collection)
        return batch

    @property
    def _command(self) -> str:
        """What was typed before the names of the files."""
        options = {Repeat.ADD: " --again", Repeat.REPLACE: " --replace"}.get(self.repeat, "")
        options += f" --format {quoted(self.format_name)}" if self.format_name else ""
        return f"cardkit import{options}" + "".join(f" --map {quoted(m)}" for m in self.mapping)

    @property
    def _is_one_file(self) -> bool:
        return len(self.files) == 1 and not self.files[0].is_dir()

    def _document(self, batch: Batch) -> dict[str, object]:
        """Return what ``schemas/import.schema.json`` describes, or the schema of several."""
        documents = [
            each.report.to_dict() | {"imported": each.change is not None} for each in batch.imported
        ]
        if self._is_one_file:
            return documents[0]
        left_out = [{"file": fault.where, "why": fault.what} for fault in batch.left_out]
        return {"format": "cardkit-imports/1", "imports": documents, "left_out": left_out}

    def _show(self, batch: Batch) -> None:
        if not self._is_one_file:
            read = [each.report for each in batch.imported]
            self.invocation.result(f"{files_text(read, batch.left_out)}\n")
        for number, each in enumerate(batch.imported):
            if number:
                self.invocation.result("")
            _show_report(self.invocation, each.report)

    def _say_what_changed(self, batch: Batch, report: Path | None) -> None:
        say = self.invocation.say
        if report is not None:
            say(f"The rows that are not owned: {report}")
        changes = [each.change for each in batch.imported if each.change is not None]
        if not changes:
            say("Nothing was changed: this was a dry run.")
            return
        strange = [each.report.file for each in batch.imported if each.report.of_other_games]
        if strange and self._is_one_file:
            say("To take this import back: cardkit undo")
            return
        say(wrap(f"{_changes(changes)}. Next: cardkit check; take it back: cardkit undo"))
        if strange:
            say(wrap(f"Nothing in {', '.join(strange)} is known as a Pokemon card."))
        for paragraph in unresolved_text(each.report for each in batch.imported):
            say(paragraph)
        if self.mapping:
            say(_mapping_to_keep(self.mapping))


def show_formats(invocation: Invocation) -> None:
    """List what ``--format`` takes."""
    rows = [(dialect.name, dialect.title) for dialect in formats()]
    invocation.result(table(("format", "what it is"), rows))


def import_text(report: ImportReport) -> str:
    """Return what was read, in a few lines."""
    skipped, unresolved = len(report.skipped), len(report.unresolved)
    owned = len(report.rows) - unresolved
    lines = [
        f"{report.file}: {report.format_title} ({report.format_name}), "
        f"{report.delimiter}, {report.encoding}",
        f"{counted(report.rows_read, 'row')} read = {owned:,} owned + {skipped:,} skipped "
        f"+ {unresolved:,} unresolved; {counted(report.copies, 'copy', 'copies')}",
        *(f"note: {note}" for note in report.notes),
        *((f"warning: {_OF_OTHER_GAMES}",) if report.of_other_games else ()),
    ]
    return "\n".join(map(wrap, lines))


def unresolved_text(reports: Iterable[ImportReport]) -> list[str]:
    """Return what the unresolved rows count for, and what settles them; a paragraph for each."""
    unresolved = [row for report in reports for row in report.unresolved]
    missing = sum("catalogue" in row.card.reason for row in unresolved)
    paragraphs = []
    if missing:
        paragraphs.append(
            f"{counted(missing, 'row of a card', 'rows of cards')} that the catalogue lacks: "
            f"{agreeing(missing, 'it counts by its', 'they count by their')} own rarity and name. "
            f"Get {agreeing(missing, 'it', 'them')}, and the "
            f"{agreeing(missing, 'row is', 'rows are')} settled: cardkit catalogue update"
        )
    if len(unresolved) > missing:
        rows = counted(len(unresolved) - missing, "unresolved row")
        it = agreeing(len(unresolved) - missing, "it means", "they mean")
        paragraphs.append(f"{rows}: settle what {it} with cardkit review")
    return [wrap(paragraph) for paragraph in paragraphs]


def _show_report(invocation: Invocation, report: ImportReport) -> None:
    invocation.result(import_text(report))
    lines: list[tuple[int, str, str, str]] = [
        (row.line, row.name, f"skipped: {row.reason}", "") for row in report.skipped
    ]
    lines += [
        (row.line, described(row.card), row.card.reason, ", ".join(row.card.candidates[:2]))
        for row in report.unresolved
    ]
    if not lines:
        return
    lines.sort(key=lambda cells: cells[0])
    invocation.result("")
    _show_rows(invocation, lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES
        invocation.result(f"... and {more:,} more; --json and --report FILE have them all")


def _show_rows(invocation: Invocation, lines: Sequence[tuple[int, str, str, str]]) -> None:
    """Print a table; where it would cut a reason, every reason stands in full below its row."""
    headers = ("line", "row", "why", "nearest")
    rows = [(str(line), *cells) for line, *cells in lines]  # a place: it has no thousands
    if table_widths(headers, rows) is not None:
        text = table(headers, rows, right=">")
        _, _, *shown = text.split("\n")
        if all(why in row for (_, _, why, _), row in zip(lines, shown, strict=True)):
            invocation.result(text)
            return
    for line, row, why, nearest in lines:
        near = f"; nearest: {nearest}" if nearest else ""
        invocation.result(wrap(f"line {line}: {row}"))
        invocation.result(wrap(f"-> {why}{near}", indent="   "))


def files_text(reports: Sequence[ImportReport], left_out: Sequence[Fault]) -> str:
    """Return which files were read and which were not, and why; a line for each."""
    found = [f"read: {report.file}, {counted(report.rows_read, 'row')}" for report in reports]
    found += [f"left out: {fault.where}: {fault.what}" for fault in left_out]
    lines = found[:_MOST_LINES]
    if len(found) > len(lines):
        lines.append(f"... and {len(found) - len(lines):,} more; --json has them all")
    head = f"{counted(len(reports), 'file')} read"
    head += f", {len(left_out):,} left out" if left_out else ""
    return "\n".join((head, *map(wrap, lines)))


def _changes(changes: Sequence[Change]) -> str:
    if len(changes) == 1:
        return capital(changes[0].words)
    return f"{counted(len(changes), 'import')}, each to be taken back alone"


def _mapping_to_keep(mapping: Sequence[str]) -> str:
    """Return the lines of the settings that keep a mapping for the next file."""
    import json

    columns = ColumnMap.read(mapping)
    lines = ["To keep this mapping for every such file, write into cardkit.toml:", ""]
    lines.append("[imports.mappings.mine]")
    for key, title in (columns.titles if columns else {}).items():
        meaning = columns.meanings[key] if columns else None
        lines.append(f'{json.dumps(title, ensure_ascii=False)} = "{meaning or "ignore"}"')
    return "\n".join(lines)
