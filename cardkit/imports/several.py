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
BUILD_FILES = frozenset(
    {
        "report.txt",
        "decks.txt",
        "not-owned.csv",
        "proxies.pdf",
        "labels.pdf",
        "manifest.json",
        "games.json",
        "game.jsonl",
    }
)
"""What ``cardkit build`` makes beside a collection; some of it would pass for a list of cards."""


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


class UnreadFilesError(InputError):
    """Some of the files that are named cannot be read, so nothing is added.

    Attributes:
        readable: those that can be read, in order.
    """

    readable: tuple[Path, ...] = ()


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
        UnreadFilesError: with the faults of all named files; nothing is changed.
        InputError: the collection refuses them; nothing is changed.
        UsageError: no format is called as ``reading`` says.
    """
    reports, left_out = read_several(
        files,
        catalogue,
        collection,
        reading=reading,
        refuse_known=repeat is Repeat.REFUSE and not dry_run,
        refuse_twins=repeat is Repeat.REFUSE,
        open_file=open_file,
        progress=progress,
    )
    changes: Sequence[Change | None] = [None] * len(reports)
    if not dry_run:
        with collector_paused():
            new = (report.to_import() for report in reports)
            changes = collection.add_imports(new, at=at, repeat=repeat)
    pairs = zip(reports, changes, strict=True)
    imported = (Imported(report=report, change=change) for report, change in pairs)
    return Batch(imported=tuple(imported), left_out=left_out)


def read_several(
    files: Sequence[Path],
    catalogue: Catalogue,
    collection: Collection,
    *,
    reading: Reading | None = None,
    refuse_known: bool = False,
    refuse_twins: bool = True,
    open_file: Callable[[Path], Source] = read_path,
    progress: Callable[[int], None] | None = None,
) -> tuple[tuple[ImportReport, ...], tuple[Fault, ...]]:
    """Read files and folders without adding them; see :func:`import_several`.

    Args:
        files: files and folders.
        catalogue: the cards to match against.
        collection: knows what its owner has answered, and which files it holds.
        reading: how to read them.
        refuse_known: refuse a file that the collection holds already.
        refuse_twins: refuse a file whose content another one has.
        open_file: reads a file's bytes.
        progress: called now and then with the number of rows read since the last call.

    Returns:
        What was read, in order; and what of the folders was not, with the reason.

    Raises:
        UnreadFilesError: a named file cannot be read, or there is none to read in the folders.
        UsageError: no format is called as ``reading`` says.
    """
    reading = reading or Reading()
    _ = reading.asked_for  # a format that is none is the first thing to say
    answers = collection.answers()

    def read(path: Path, before: Iterable[ImportReport]) -> ImportReport:
        source = open_file(path)
        if refuse_twins:
            _refuse_twin(source, before)
        if refuse_known:
            collection.refuse_repeated(name=source.name, digest=source.digest, path=source.path)
        return read_collection(
            source, catalogue, reading=reading, answers=answers, progress=progress
        )

    return _read_all(files, read)


def _read_all(
    files: Sequence[Path], read: Callable[[Path, Iterable[ImportReport]], ImportReport]
) -> tuple[tuple[ImportReport, ...], tuple[Fault, ...]]:
    """Return what was read, and what of the folders was not.

    Args:
        files: files and folders.
        read: reads one file, given the reports of those before it.
    """
    reports: list[ImportReport] = []
    readable: list[Path] = []
    faults: list[Fault] = []
    left_out: list[Fault] = []
    passed_over: list[Fault] = []
    for found in _files(files):
        if isinstance(found, Fault):
            faults.append(found)
            continue
        path, in_folder = found
        reason = _passed_over(path) if in_folder else None
        if reason is not None:
            passed_over.append(reason)
            continue
        try:
            reports.append(read(path, reports))
            readable.append(path)
        except InputError as error:
            several = in_folder or len(files) > 1
            told = [_with_folder(fault, path) if several else fault for fault in error.faults]
            (left_out if in_folder else faults).extend(told)
    if faults or not reports:
        refused = UnreadFilesError.of(faults or left_out or [_nothing_in(files)])
        refused.readable = tuple(readable)
        raise refused
    return tuple(reports), tuple(sorted((*left_out, *passed_over), key=lambda each: each.where))


def _files(paths: Iterable[Path]) -> Iterator[tuple[Path, bool] | Fault]:
    """Yield files and what lies in folders, and whether its folder is named and not itself."""
    for path in paths:
        kind = "file"
        try:
            kind = "folder" if path.is_dir() else kind
            inside = sorted(path.iterdir()) if kind == "folder" else None
        except OSError as error:
            yield from os_fault(error, path, f"read the {kind}").faults
        else:
            yield from [(path, False)] if inside is None else [(each, True) for each in inside]


def _passed_over(path: Path) -> Fault | None:
    """Return why something in a folder is not even read; None where it is."""
    if not path.is_file():
        what, remedy = "not a file", "name it to import what lies in it"
        if path.is_dir():
            what = "a folder inside the folder"
    elif path.name in _OWN_FILES or (
        path.name in BUILD_FILES and path.with_name("cardkit.db").exists()
    ):
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


def _refuse_twin(source: Source, before: Iterable[ImportReport]) -> None:
    """Make sure that a file is another one than those imported with it."""
    for report in before:
        if report.digest == source.digest:
            raise InputError(
                f"the content is the same as that of {report.file!r}, which is imported with it",
                where=source.name,
                remedy="name one of them only; cardkit import --again counts the copies of both",
            )


def _nothing_in(files: Sequence[Path]) -> Fault:
    return Fault(
        what="there is no file to import in the folder",
        where=", ".join(map(str, files)),
        remedy="name a collection file, or the folder that holds it",
    )
