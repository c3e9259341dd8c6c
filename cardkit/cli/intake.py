"""Taking a file into the collection of a build, and back out when the build fails.

Imported inside command functions only: it brings the library along.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from cardkit.catalogue import Catalogue
from cardkit.cli.import_job import saved_mappings
from cardkit.cli.output import Invocation
from cardkit.cli.pool import OpenedPool, ProxyWishes, assemble_pool
from cardkit.collection import Change, Collection, ImportedFile, Repeat
from cardkit.errors import InputError
from cardkit.files import remove_folders
from cardkit.imports import ImportReport, Reading, Source, read_collection, settler
from cardkit.printing import ProxyCard, proxy_cards
from cardkit.settings import load_settings


class Others(StrEnum):
    """What becomes of other files that the folder's collection holds."""

    ASK = "ask"
    KEEP = "keep"
    REPLACE = "replace"


class Intake:
    """The import of a build: taken back when the build does not come to its end.

    Attributes:
        report: what became of each row.
        others: other files whose cards the pool holds.
        opened: the pool with proposed proxies.
        proxies: what is to be printed for them.
    """

    report: ImportReport
    others: tuple[ImportedFile, ...]
    opened: OpenedPool
    proxies: tuple[ProxyCard, ...]

    def __init__(
        self, invocation: Invocation, source: Source, others: Others, wishes: ProxyWishes
    ) -> None:
        self._folder = invocation.folder
        self._was_new = not (invocation.folder / "cardkit.db").exists()
        self._made_folders: tuple[Path, ...] = ()
        self._change: Change | None = None
        try:
            self._carry_out(invocation, source, others, wishes)
        except BaseException:
            self._take_back()
            raise

    def _carry_out(
        self, invocation: Invocation, source: Source, others: Others, wishes: ProxyWishes
    ) -> None:
        settings = load_settings(invocation.folder)
        with (
            Catalogue.open() as catalogue,
            Collection.open(
                invocation.folder, settle=settler(catalogue), create=True
            ) as collection,
        ):
            with invocation.progress(f"{source.name}: rows") as bar:
                self.report = read_collection(
                    source,
                    catalogue,
                    reading=Reading(saved=saved_mappings(settings)),
                    answers=collection.answers(),
                    progress=bar.advance,
                )
            self.others = _other_files(collection, self.report, others)
            self._change = collection.add_import(
                self.report.to_import(),
                at=datetime.now(UTC),
                repeat=Repeat.REFRESH,
                instead_of=self.others if others is Others.REPLACE else (),
            )
            self._made_folders = collection.made_folders
            if others is Others.REPLACE:
                self.others = ()
            owned = collection.pool_entries(catalogue)
            self.opened = assemble_pool(invocation, owned, settings, catalogue, wishes)
            self.proxies = proxy_cards(self.opened.proxies, catalogue.card_set)

    def __enter__(self) -> Intake:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            self._take_back()

    def _take_back(self) -> None:
        if self._change is not None:
            with Collection.open(self._folder) as collection:
                collection.undo(self._change)
        if self._was_new and self._folder.is_dir():
            (self._folder / "cardkit.db").unlink(missing_ok=True)
            remove_folders(self._made_folders)


def _other_files(
    collection: Collection, report: ImportReport, others: Others
) -> tuple[ImportedFile, ...]:
    """Return the other files that the collection holds.

    Raises:
        InputError: the file is new to a collection that holds others, and nobody said what is to
            become of them: a newer export under another name would count every card twice.
    """
    known = collection.earlier(digest=report.digest, path=report.path)
    held = tuple(file for file in collection.imports() if file not in known)
    if held and not known and others is Others.ASK:
        raise InputError(
            f"the folder already holds the cards of {', '.join(file.name for file in held)}",
            where=report.file,
            remedy="add --replace to put this file in their place, --again to count it besides, "
            "or name another folder with -o",
        )
    return held
