"""Owned copies, the owner's choices of deck, and the log of what changed them.

What the decks need is :meth:`Collection.pool_entries`; everything that changes is one transaction
and can be undone, the last change first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType

from cardkit.cards import SetId
from cardkit.collection.answers import Answer, Answers
from cardkit.collection.cells import (
    CARD_COLUMNS,
    CHANGE_COLUMNS,
    FILE_COLUMNS,
    ROW_COLUMNS,
    answer_from_cells,
    card_from_cells,
    card_to_cells,
    change_from_cells,
    choice_from_cells,
    file_from_cells,
    label_from_cells,
    row_from_cells,
    row_to_cells,
)
from cardkit.collection.database import Database
from cardkit.collection.entries import CardLookup, choice_among, owned_card
from cardkit.collection.model import (
    Change,
    ChangeKind,
    ImportedFile,
    NewImport,
    Repeat,
    Row,
    RowCard,
    StoredRow,
)
from cardkit.decks import OwnedCard, RarityDeck
from cardkit.errors import InputError
from cardkit.plurals import counted

Settle = Callable[[RowCard, str, Mapping[str, SetId]], RowCard]
"""Returns what an unresolved card is by now, or the card as it is.

It is given the card, the name of its file's format, and what labels of sets mean to the owner.
"""


class Collection:
    """The collection of one folder (``cardkit.db``); a context manager.

    What a row was taken for is what the catalogue knew at the time of the import. Given
    ``settle``, unresolved rows are looked at anew whenever they are read, and nothing is written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Collection.open(Path(folder)) as collection:
    ...     collection.rows()
    ()
    """

    def __init__(self, database: Database, settle: Settle | None = None) -> None:
        self._database = database
        self._settle = settle

    @classmethod
    def open(
        cls, folder: Path, *, settle: Settle | None = None, create: bool = False
    ) -> Collection:
        """Open the collection of a folder; an empty one where there is none yet.

        Args:
            folder: where ``cardkit.db`` is.
            settle: returns what an unresolved card is by now, see :mod:`cardkit.imports.settling`.
            create: a missing folder is no fault: the first change makes it.

        Raises:
            InputError: the folder does not exist, or ``cardkit.db`` cannot be used.
        """
        return cls(Database(folder, create=create), settle)

    def __enter__(self) -> Collection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @property
    def path(self) -> Path:
        """The file, whether it exists yet or not."""
        return self._database.path

    @property
    def made_folders(self) -> tuple[Path, ...]:
        """The folders that the first change has made for the file, the innermost first."""
        return self._database.made_folders

    def rows(self) -> tuple[StoredRow, ...]:
        """Return all rows that count, in the order of the imports and their lines."""
        answers = self.answers()
        return tuple(stored for file in self.imports() for stored in self._by_now(file, answers))

    def _by_now(self, file: ImportedFile, answers: Answers) -> Iterator[StoredRow]:
        """Yield the rows of a file as the owner has answered, else as the catalogue knows them."""
        settled: dict[RowCard, RowCard] = {}
        for stored in self._rows_of(file):
            row = answers.applied(stored.row)
            # Where no quantity could be read, it is the row that is unresolved, not the card.
            if self._settle is not None and row.count and row.card.card_id is None:
                if row.card not in settled:
                    settled[row.card] = self._settle(row.card, file.format_name, answers.labels)
                row = replace(row, card=settled[row.card])
            yield stored if row is stored.row else replace(stored, row=row)

    def _rows_of(self, file: ImportedFile) -> Iterator[StoredRow]:
        cards = dict(
            self._database.read(
                card_from_cells,
                f"SELECT row_card_id, {CARD_COLUMNS} FROM row_card WHERE change_id = ?",  # noqa: S608
                file.change_id,
            )
        )
        for row_id, row in self._database.read(
            lambda cells: row_from_cells(cells, cards),
            f"SELECT row_id, row_card_id, {ROW_COLUMNS} FROM row "  # noqa: S608
            "WHERE change_id = ? ORDER BY row_id",
            file.change_id,
        ):
            yield StoredRow(row_id=row_id, file=file.name, row=row)

    def imports(self) -> tuple[ImportedFile, ...]:
        """Return the files whose rows count, the oldest first."""
        found = self._database.read(
            file_from_cells,
            f"SELECT {FILE_COLUMNS} FROM import JOIN change USING (change_id) "  # noqa: S608
            "WHERE replaced_by IS NULL ORDER BY change_id",
        )
        return tuple(found)

    def changes(self) -> tuple[Change, ...]:
        """Return all changes, the oldest first."""
        statement = f"SELECT {CHANGE_COLUMNS} FROM change ORDER BY change_id"  # noqa: S608
        return tuple(self._database.read(change_from_cells, statement))

    def choices(self) -> dict[str, RarityDeck]:
        """Return the owner's choices of deck: :attr:`Row.subject` to deck."""
        statement = "SELECT subject, deck FROM choice ORDER BY change_id"
        return dict(self._database.read(choice_from_cells, statement))

    def answers(self) -> Answers:
        """Return what the owner has answered about unresolved rows and labels of sets."""
        if not self._database.has_answers:
            return Answers()
        given = self._database.read(
            answer_from_cells,
            "SELECT question, card_id, count FROM answer ORDER BY change_id, rowid",
        )
        labels = self._database.read(
            label_from_cells, "SELECT label, set_id FROM label ORDER BY change_id, rowid"
        )
        return Answers(given, dict(labels))

    def pool_entries(self, catalogue: CardLookup) -> tuple[OwnedCard, ...]:
        """Return what the decks are made of: one entry per card, in the order of the rows.

        A row without a printing in the catalogue becomes a sketch of its own columns. Rows whose
        quantity could not be read hold no copies, so they are not among the entries.
        """
        counted_rows: dict[str, list[Row]] = {}
        for stored in self.rows():
            if stored.row.count:
                counted_rows.setdefault(stored.row.card.subject, []).append(stored.row)
        choices = self.choices()
        return tuple(
            owned_card(
                rows[0].card,
                sum(row.count for row in rows),
                choice_among(choices, (row.card for row in rows)),
                catalogue,
            )
            for rows in counted_rows.values()
        )

    def earlier(self, *, digest: str, path: str) -> tuple[ImportedFile, ...]:
        """Return the imports that a file would repeat: of the same content, or the same file."""
        return tuple(
            file for file in self.imports() if file.digest == digest or (path and file.path == path)
        )

    def refuse_repeated(self, *, name: str, digest: str, path: str) -> None:
        """Make sure that a file is new.

        Raises:
            InputError: the collection holds rows of it; names that import and the ways out.
        """
        for file in self.earlier(digest=digest, path=path):
            same = "the same content" if file.digest == digest else "this file, changed since then,"
            raise InputError(
                f"{same} was imported on {file.at.astimezone():%Y-%m-%d %H:%M} as {file.name!r} "
                f"({counted(file.rows_read, 'row')} read)",
                where=name,
                remedy="add --again to count its copies once more, or --replace to put it in the "
                "place of that import",
            )

    def add_import(
        self,
        new: NewImport,
        *,
        at: datetime,
        repeat: Repeat = Repeat.REFUSE,
        instead_of: Iterable[ImportedFile] = (),
    ) -> Change | None:
        """Add the rows of a file.

        Args:
            new: the file.
            at: the time of the change.
            repeat: what to do with an import that it repeats.
            instead_of: other imports whose place it takes.

        Returns:
            The change; None when ``repeat`` is :attr:`Repeat.REFRESH` and nothing differs.

        Raises:
            InputError: the file is in the collection already and ``repeat`` says to refuse, or
                the file cannot be written; nothing is changed then.
        """
        return self.add_imports([new], at=at, repeat=repeat, instead_of=instead_of)[0]

    def add_imports(
        self,
        several: Iterable[NewImport],
        *,
        at: datetime,
        repeat: Repeat = Repeat.REFUSE,
        instead_of: Iterable[ImportedFile] = (),
    ) -> tuple[Change | None, ...]:
        """Add the rows of several files, all or none; see :meth:`add_import`."""
        instead = [tuple(instead_of)]  # they go when the first of the files comes
        with self._database.transaction():
            return tuple(
                self._add_import(new, at, repeat, instead.pop() if instead else ())
                for new in several
            )

    def _add_import(
        self, new: NewImport, at: datetime, repeat: Repeat, instead_of: Iterable[ImportedFile]
    ) -> Change | None:
        if repeat is Repeat.REFUSE:
            self.refuse_repeated(name=new.name, digest=new.digest, path=new.path)
        repeated = self.earlier(digest=new.digest, path=new.path)
        earlier = (*repeated, *(file for file in instead_of if file not in repeated))
        if earlier and repeat is Repeat.REFRESH and self._holds(new, earlier):
            return None
        words = f"import of {new.name} ({counted(len(new.rows), 'row')})"
        if earlier and repeat in (Repeat.REPLACE, Repeat.REFRESH):
            words = f"{words}, replacing {counted(len(earlier), 'earlier import')}"
        change = self._log(ChangeKind.IMPORT, words, at)
        if repeat in (Repeat.REPLACE, Repeat.REFRESH):
            for file in earlier:
                self._database.insert(
                    "UPDATE import SET replaced_by = ? WHERE change_id = ?",
                    change.change_id,
                    file.change_id,
                )
        self._insert(new, change.change_id)
        return change

    def add_by_hand(self, new: NewImport, *, words: str, at: datetime) -> Change:
        """Add cards that the owner has named.

        Args:
            new: the cards; name and format say where they come from.
            words: what is added, for the log.
            at: the time of the change.
        """
        with self._database.transaction():
            change = self._log(ChangeKind.ADD, f"addition of {words}", at)
            self._insert(new, change.change_id)
        return change

    def assign(self, subject: str, deck: RarityDeck, *, words: str, at: datetime) -> Change:
        """Keep the owner's choice of deck for a card or an unresolved row (Rule: S3).

        Args:
            subject: :attr:`Row.subject`.
            deck: the deck chosen.
            words: what the card is called in the log.
            at: the time of the change.
        """
        with self._database.transaction():
            change = self._log(ChangeKind.ASSIGN, f"assignment of {words} to the {deck} deck", at)
            self._database.insert(
                "INSERT INTO choice VALUES (?, ?, ?)", change.change_id, subject, deck.value
            )
        return change

    def answer(
        self,
        answers: Iterable[Answer],
        *,
        words: str,
        at: datetime,
        labels: Mapping[str, SetId] | None = None,
    ) -> Change:
        """Keep the owner's answers about unresolved rows, as one change.

        Args:
            answers: which printings the rows mean.
            words: what was answered, for the log.
            at: the time of the change.
            labels: which sets labels mean from now on, by folded label.
        """
        with self._database.transaction():
            change = self._log(ChangeKind.REVIEW, words, at)
            self._database.insert_many(
                "answer",
                "change_id, question, card_id, count",
                ((change.change_id, each.question, each.card_id, each.count) for each in answers),
            )
            self._database.insert_many(
                "label",
                "change_id, label, set_id",
                ((change.change_id, *pair) for pair in (labels or {}).items()),
            )
        return change

    def undo(self, only: Change | None = None) -> Change | None:
        """Take the last change back and return it; None when there is none.

        Args:
            only: the change to take back; nothing is done where another one has come since.
        """
        if not self.changes():
            return None
        with self._database.transaction():
            last = self.changes()[-1]
            if only is not None and last.change_id != only.change_id:
                return None
            self._database.insert("DELETE FROM change WHERE change_id = ?", last.change_id)
        return last

    def _log(self, kind: ChangeKind, words: str, at: datetime) -> Change:
        change_id = self._database.insert(
            "INSERT INTO change (at, kind, words) VALUES (?, ?, ?)",
            at.isoformat(timespec="seconds"),
            kind.value,
            words,
        )
        return Change(change_id=change_id, at=at, kind=kind, words=words)

    def _insert(self, new: NewImport, change_id: int) -> None:
        self._database.insert(
            "INSERT INTO import VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
            change_id,
            new.name,
            new.path,
            new.digest,
            new.format_name,
            new.rows_read,
            json.dumps(dict(sorted(new.skipped.items()))),
        )
        cards = {id(row.card): row.card for row in new.rows}
        after = self._database.value("SELECT coalesce(max(row_card_id), 0) FROM row_card")
        numbers = {key: number for number, key in enumerate(cards, start=after + 1)}
        self._database.insert_many(
            "row_card",
            f"row_card_id, change_id, {CARD_COLUMNS}",
            ((numbers[key], change_id, *card_to_cells(card)) for key, card in cards.items()),
        )
        self._database.insert_many(
            "row",
            f"change_id, row_card_id, {ROW_COLUMNS}",
            ((change_id, numbers[id(row.card)], *row_to_cells(row)) for row in new.rows),
        )

    def _holds(self, new: NewImport, earlier: Iterable[ImportedFile]) -> bool:
        """Whether the last of these imports has brought exactly the rows of the new one."""
        *others, last = earlier
        if others or last.digest != new.digest or last.format_name != new.format_name:
            return False
        answers = self.answers()  # what was answered since then is in the new rows already
        return tuple(answers.applied(stored.row) for stored in self._rows_of(last)) == new.rows
