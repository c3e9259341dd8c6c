"""Several files at once, and folders: read first, then added together, all or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from cardkit.catalogue import Catalogue
from cardkit.collecting import collector_paused
from cardkit.collection import Change, Collection, Repeat
from cardkit.errors import Fault, InputError
from cardkit.files import os_fault
from cardkit.imports.importing import Imported, Reading, read_collection
from cardkit.imports.reading import Source, read_path
from cardkit.imports.report import ImportReport

_OWN_FILES = frozenset({"cardkit.db", "cardkit.db-journal", "cardkit.toml"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What became of several files.

    Attributes:
        imported: those that are collections.
        left_out: what else lies in the folders, and why it was not imported: it is no collection,
            is in the collection already, or was not looked into.
    """

    imported: tuple[Imported, ...]
    left_out: tuple[Fault, ...] = ()


def import_several(
    files: Sequence[Path],
    catalogue: Catalogue,
    collection: Collection,
    *,
    at: datetime,
    reading: Reading | None = None,
    repeat: Repeat = Repeat.REFUSE,
    dry_run: bool = False,
    open_file: Callable[[Path], Source] = read_path,
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Read files and folders, and add what they hold in one transaction.

    A file that is named must be a collection; what lies in a folder need not.

    Args:
        files: files and folders; of a folder, the files that lie in it.
        catalogue: the cards to match against.
        collection: what the rows are added to.
        at: the time of the changes; each file is one, to be undone alone.
        reading: how to read them.
        repeat: what to do with files that the collection holds already.
        dry_run: read only, change nothing.
        open_file: reads a file's bytes.
        progress: called now and then with the number of rows read since the last call.

    Raises:
        InputError: with the faults of all named files; nothing is changed.
        UsageError: no format is called as ``reading`` says.
    """
    reading = reading or Reading()
    _ = reading.asked_for  # a format that is none is the first thing to say

    def read(path: Path, before: Iterable[ImportReport]) -> ImportReport:
        source = open_file(path)
        if repeat is Repeat.REFUSE:
            _refuse_known(source, before, None if dry_run else collection)
        answers = collection.answers()
        return read_collection(
            source, catalogue, reading=reading, answers=answers, progress=progress
        )

    reports, left_out = _read_all(files, read)
    changes: Sequence[Change | None] = [None] * len(reports)
    if not dry_run:
        with collector_paused():
            new = (report.to_import() for report in reports)
            changes = collection.add_imports(new, at=at, repeat=repeat)
    pairs = zip(reports, changes, strict=True)
    imported = (Imported(report=report, change=change) for report, change in pairs)
    return Batch(imported=tuple(imported), left_out=left_out)


def _read_all(
    files: Sequence[Path], read: Callable[[Path, Iterable[ImportReport]], ImportReport]
) -> tuple[list[ImportReport], tuple[Fault, ...]]:
    """Return what was read, and what of the folders was not.

    Args:
        files: files and folders.
        read: reads one file, given the reports of those before it.

    Raises:
        InputError: a named file cannot be read, or there is none to read in the folders.
    """
    reports: list[ImportReport] = []
    faults: list[Fault] = []
    left_out: list[Fault] = []
    passed_over: list[Fault] = []
    for path, in_folder in _files(files):
        reason = _passed_over(path) if in_folder else None
        if reason is not None:
            passed_over.append(reason)
            continue
        try:
            reports.append(read(path, reports))
        except InputError as error:
            if in_folder:
                left_out += (_with_folder(fault, path) for fault in error.faults)
            else:
                faults += error.faults
    if faults or not reports:
        raise InputError.of(faults or left_out or [_nothing_in(files)])
    return reports, tuple(sorted((*left_out, *passed_over), key=lambda fault: fault.where))


def _files(paths: Iterable[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield files and what lies in folders, and whether its folder is named and not itself."""
    for path in paths:
        try:
            if not path.is_dir():
                yield path, False
                continue
            inside = sorted(path.iterdir())
        except OSError as error:
            raise os_fault(error, path, "read the folder") from error
        yield from ((each, True) for each in inside)


def _passed_over(path: Path) -> Fault | None:
    """Return why something in a folder is not even read; None where it is."""
    if not path.is_file():
        what, remedy = "not a file", "name it to import what lies in it"
        if path.is_dir():
            what = "a folder inside the folder"
    elif path.name in _OWN_FILES:
        what, remedy = "a file of the pool itself", "nothing is to be done"
    elif path.name.startswith("."):
        what, remedy = "its name begins with a dot", "name it itself to import it"
    else:
        return None
    return Fault(what=what, where=str(path), remedy=remedy)


def _with_folder(fault: Fault, path: Path) -> Fault:
    """Name the folder before the file: several folders may hold files of one name."""
    if not fault.where.startswith(path.name):
        return fault
    return replace(fault, where=f"{path}{fault.where.removeprefix(path.name)}")


def _refuse_known(
    source: Source, before: Iterable[ImportReport], collection: Collection | None
) -> None:
    """Make sure that a file is new, among those imported with it and in the collection."""
    for report in before:
        if report.digest == source.digest:
            raise InputError(
                f"the content is the same as that of {report.file!r}, which is imported with it",
                where=source.name,
                remedy="name one of them only, or add --again to count the copies of both",
            )
    if collection is not None:
        collection.refuse_repeated(name=source.name, digest=source.digest, path=source.path)


def _nothing_in(files: Sequence[Path]) -> Fault:
    return Fault(
        what="there is no file to import in the folder",
        where=", ".join(map(str, files)),
        remedy="name a collection file, or the folder that holds it",
    )
