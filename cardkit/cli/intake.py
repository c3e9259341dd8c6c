"""Taking files into the collection of a build, and back out when the build fails.

Imported inside command functions only: it brings the library along.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from itertools import chain
from pathlib import Path

from cardkit.catalogue import Catalogue
from cardkit.cli.hints import quoted
from cardkit.cli.import_job import open_source, saved_mappings
from cardkit.cli.output import Invocation
from cardkit.cli.pool import OpenedPool, ProxyWishes, assemble_pool
from cardkit.cli.unread import with_the_readable
from cardkit.collection import Change, Collection, ImportedFile, Repeat
from cardkit.errors import Fault, InputError
from cardkit.files import remove_folders
from cardkit.imports import ImportReport, Reading, UnreadFilesError, read_several, settler
from cardkit.plurals import agreeing
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
        reports: what became of each row, file by file.
        left_out: what else lies in the folders that were named, and why it was not read.
        others: other files whose cards the pool holds.
        opened: the pool with proposed proxies.
        proxies: what is to be printed for them.
    """

    reports: tuple[ImportReport, ...]
    left_out: tuple[Fault, ...]
    others: tuple[ImportedFile, ...]
    opened: OpenedPool
    proxies: tuple[ProxyCard, ...]

    def __init__(
        self, invocation: Invocation, files: Sequence[Path], others: Others, wishes: ProxyWishes
    ) -> None:
        self._folder = invocation.folder
        self._was_new = not (invocation.folder / "cardkit.db").exists()
        self._made_folders: tuple[Path, ...] = ()
        self._changes: tuple[Change | None, ...] = ()
        try:
            self._carry_out(invocation, files, others, wishes)
        except BaseException:
            self._take_back()
            raise

    def _carry_out(
        self, invocation: Invocation, files: Sequence[Path], others: Others, wishes: ProxyWishes
    ) -> None:
        settings = load_settings(invocation.folder)
        with (
            Catalogue.open() as catalogue,
            Collection.open(
                invocation.folder, settle=settler(catalogue), create=True
            ) as collection,
        ):
            label = "rows" if len(files) > 1 else f"{files[0].name}: rows"
            with invocation.progress(label) as bar:
                try:
                    self.reports, self.left_out = read_several(
                        files,
                        catalogue,
                        collection,
                        reading=Reading(saved=saved_mappings(settings)),
                        open_file=open_source,
                        progress=bar.advance,
                    )
                except UnreadFilesError as error:
                    command = f"cardkit build -o {quoted(invocation.folder)}"
                    raise with_the_readable(error, files, command) from None
            self.others = _other_files(collection, self.reports, others)
            self._changes = collection.add_imports(
                (report.to_import() for report in self.reports),
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
        changes = [change for change in self._changes if change is not None]
        if changes:
            with Collection.open(self._folder) as collection:
                for change in reversed(changes):
                    collection.undo(change)
        if self._was_new and self._folder.is_dir():
            (self._folder / "cardkit.db").unlink(missing_ok=True)
            remove_folders(self._made_folders)


def _other_files(
    collection: Collection, reports: Sequence[ImportReport], others: Others
) -> tuple[ImportedFile, ...]:
    """Return the other files that the collection holds.

    Raises:
        InputError: a file is new to a collection that holds others, and nobody said what is to
            become of them: a newer export under another name would count every card twice.
    """
    known = [collection.earlier(digest=each.digest, path=each.path) for each in reports]
    held = tuple(file for file in collection.imports() if file not in chain(*known))
    if not held or others is not Others.ASK:
        return held
    new = [each.file for each, earlier in zip(reports, known, strict=True) if not earlier]
    if new:
        this = agreeing(len(new), "this file", "these files")
        it = agreeing(len(new), "it", "them")
        raise InputError(
            f"the folder already holds the cards of {', '.join(file.name for file in held)}",
            where=", ".join(new),
            remedy=f"add --replace to put {this} in their place, --again to count {it} besides, "
            "or name another folder with -o",
        )
    return held
