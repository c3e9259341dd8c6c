"""The SQLite file of a collection: opening, checking, transactions, and failures in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

from cardkit.errors import InputError
from cardkit.files import make_folder, os_fault, remove_folders

T = TypeVar("T")

FILE_NAME = "cardkit.db"
APPLICATION_ID = 0x636B636F
"""``ckco``, written into the head of the file: tells a collection from any other SQLite file."""
SCHEMA_VERSION = 2
_OLDEST_VERSION = 1

_TIMEOUT_S = 5.0
_MOST_VALUES = 999
"""Values in one statement that every SQLite takes."""

_SCHEMA = """
CREATE TABLE change (
    change_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    words TEXT NOT NULL
);
CREATE TABLE import (
    change_id INTEGER PRIMARY KEY REFERENCES change (change_id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    digest TEXT NOT NULL,
    format_name TEXT NOT NULL,
    rows_read INTEGER NOT NULL,
    skipped TEXT NOT NULL,
    replaced_by INTEGER REFERENCES change (change_id) ON DELETE SET NULL
);
CREATE TABLE row_card (
    row_card_id INTEGER PRIMARY KEY,
    change_id INTEGER NOT NULL REFERENCES import (change_id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    set_label TEXT NOT NULL,
    set_code TEXT NOT NULL,
    number TEXT NOT NULL,
    rarity TEXT NOT NULL,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    card_id TEXT,
    step TEXT,
    reason TEXT NOT NULL,
    candidates TEXT NOT NULL
);
CREATE TABLE row (
    row_id INTEGER PRIMARY KEY,
    change_id INTEGER NOT NULL REFERENCES import (change_id) ON DELETE CASCADE,
    row_card_id INTEGER NOT NULL,
    count INTEGER NOT NULL,
    finish TEXT NOT NULL,
    condition TEXT NOT NULL,
    grade TEXT NOT NULL,
    note TEXT NOT NULL,
    line INTEGER NOT NULL
);
CREATE INDEX row_card_by_change ON row_card (change_id);
CREATE INDEX row_by_change ON row (change_id);
CREATE TABLE choice (
    change_id INTEGER PRIMARY KEY REFERENCES change (change_id) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    deck TEXT NOT NULL
);
"""
_ADDED_IN_2 = """
CREATE TABLE answer (
    change_id INTEGER NOT NULL REFERENCES change (change_id) ON DELETE CASCADE,
    question TEXT NOT NULL,
    card_id TEXT NOT NULL,
    count INTEGER
);
CREATE TABLE label (
    change_id INTEGER NOT NULL REFERENCES change (change_id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    set_id TEXT NOT NULL
);
CREATE INDEX answer_by_change ON answer (change_id);
CREATE INDEX label_by_change ON label (change_id);
"""
# Nothing is ever overwritten: a row counts while its import was not replaced, the latest choice
# for a subject or question holds, and to undo is to delete the last change.

_MOVE_AWAY = "move it away and import the collection again, or use a copy of it"
_RESTORE = "restore a copy of it, or move it away and import the collection again"
_FAULTS = (
    ("not a database", "expected a cardkit collection, got a file of another kind", _MOVE_AWAY),
    ("malformed", "the collection is damaged", _RESTORE),
    ("locked", "another cardkit command is writing to the collection", "wait for it to end"),
    ("disk is full", "there is no space left for the collection", "free some space"),
    ("readonly", "the collection cannot be written to", "make the file and its folder writable"),
    ("unable to open", "the collection cannot be opened", "check the permissions of the folder"),
    ("disk i/o error", "the disk refuses to read or write the collection", "check the disk"),
)


class Database:
    """The collection of one folder. The file comes to be with the first change.

    Attributes:
        path: the file.
        made_folders: what the first change has made for it, the innermost first; none unless
            ``create`` lets it.
    """

    def __init__(self, folder: Path, *, create: bool = False) -> None:
        self.path = folder / FILE_NAME
        self.made_folders: tuple[Path, ...] = ()
        try:
            exists = self.path.exists()
            if not folder.is_dir() and not (create and not folder.exists()):
                raise _no_folder(folder)
        except OSError as error:
            raise os_fault(error, self.path, "open the collection") from error
        if exists and self.path.is_dir():
            raise InputError(
                "a folder stands where the collection is expected",
                where=str(self.path),
                remedy="move it away",
            )
        self._in_file = False
        self._connection = _connect(":memory:")
        _lay_out(self._connection)
        if exists:
            self._turn_to_file("rw")

    def _turn_to_file(self, mode: str) -> None:
        """Leave the empty collection in memory for the one in the file."""
        with self._in_words():
            connection = _connect(f"{self.path.resolve().as_uri()}?mode={mode}")
            try:
                # Without tables it is what an interrupted first change has left: no collection.
                self._in_file = mode == "rwc" or not _is_empty(connection)
                if not _is_empty(connection):
                    self._check(connection)
            except BaseException:
                connection.close()
                raise
        if not self._in_file:
            connection.close()
            return
        self._connection.close()
        self._connection = connection

    def _check(self, connection: sqlite3.Connection) -> None:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise InputError(
                "expected a cardkit collection, got another SQLite database",
                where=str(self.path),
                remedy=_MOVE_AWAY,
            )
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if not _OLDEST_VERSION <= version <= SCHEMA_VERSION:
            raise InputError(
                f"expected a collection of version {SCHEMA_VERSION}, got version {version!r}: "
                "a newer cardkit has written it",
                where=str(self.path),
                remedy="update cardkit",
            )

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        with self._in_words():
            return self._connection.execute(statement, values).fetchall()

    def read(
        self, meaning: Callable[[tuple[Any, ...]], T], statement: str, *values: object
    ) -> list[T]:
        """Return what all rows of a query mean.

        Raises:
            InputError: some cell means nothing (``meaning`` raises ``ValueError``).
        """
        found = self.rows(statement, *values)
        try:
            return [meaning(cells) for cells in found]
        except ValueError as error:
            raise InputError(
                f"the collection is damaged: {error}", where=str(self.path), remedy=_RESTORE
            ) from error

    def value(self, statement: str, *values: object) -> Any:
        """Return the first column of the first row; None when there is no row."""
        found = self.rows(statement, *values)
        return found[0][0] if found else None

    def insert(self, statement: str, *values: object) -> int:
        """Insert one row and return its number."""
        with self._in_words():
            return int(self._connection.execute(statement, values).lastrowid or 0)

    def insert_many(self, table: str, columns: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Insert many rows, as many at once as one statement takes: alone they take twice as long.

        Args:
            table: the table's name.
            columns: names of columns, with commas between.
            rows: a value for each column.
        """
        width = columns.count(",") + 1
        at_once = _MOST_VALUES // width
        row_of_marks = f"({', '.join('?' * width)})"
        head = f"INSERT INTO {table} ({columns}) VALUES "  # noqa: S608
        full = head + ", ".join([row_of_marks] * at_once)
        left = iter(rows)
        with self._in_words():
            while several := list(islice(left, at_once)):
                lacking = len(several) < at_once
                statement = head + ", ".join([row_of_marks] * len(several)) if lacking else full
                self._connection.execute(statement, [*chain.from_iterable(several)])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Do everything inside, or nothing of it; the file is created if there is none."""
        created = not self.path.exists()
        try:
            if not self._in_file:
                self.made_folders += make_folder(self.path.parent)
                self._turn_to_file("rwc")
            with self._in_words():
                self._begin()
            yield
            with self._in_words():
                self._connection.execute("COMMIT")
        except BaseException:
            self._give_up(created)
            raise

    def _begin(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        if not self.path.exists():
            raise InputError(
                "another cardkit command has given up creating the collection",
                where=str(self.path),
                remedy="run the command again",
            )
        if _is_empty(self._connection):
            _lay_out(self._connection)
        elif not self.has_answers:
            _add_answers(self._connection)

    @property
    def has_answers(self) -> bool:
        """Whether the file has the tables of version 2; the first change adds them."""
        with self._in_words():
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        return bool(version >= SCHEMA_VERSION)

    def _give_up(self, created: bool) -> None:
        """Undo what was begun; a file that it created goes away again."""
        with suppress(sqlite3.Error):  # the next one to open the file undoes it then
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if created and _is_empty(self._connection):
                self._connection.execute("BEGIN EXCLUSIVE")
                if _is_empty(self._connection):
                    self.path.unlink(missing_ok=True)
                self._connection.execute("ROLLBACK")
        if not self.path.exists():
            self._connection.close()
            self._connection = _connect(":memory:")
            _lay_out(self._connection)
            self._in_file = False
            remove_folders(self.made_folders)
            self.made_folders = ()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeError) as error:
            raise _fault(error, self.path) from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _connect(where: str) -> sqlite3.Connection:
    connection = sqlite3.connect(where, timeout=_TIMEOUT_S, isolation_level=None, uri=True)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _no_folder(folder: Path) -> InputError:
    if folder.exists():
        what, remedy = "expects the pool's folder, got a file", "name its folder with -C"
    else:
        what = "the pool's folder does not exist"
        remedy = "check its name; `import` and `add` make the folder of a new pool"
    return InputError(what, where=str(folder), remedy=remedy)


def _is_empty(connection: sqlite3.Connection) -> bool:
    return not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]


def _lay_out(connection: sqlite3.Connection) -> None:
    for statement in _SCHEMA.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    _add_answers(connection)


def _add_answers(connection: sqlite3.Connection) -> None:
    for statement in _ADDED_IN_2.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _fault(error: Exception, path: Path) -> InputError:
    text = str(error).lower()
    for mark, what, remedy in _FAULTS:
        if mark in text:
            return InputError(what, where=str(path), remedy=remedy)
    return InputError(f"the collection cannot be used: {text}", where=str(path), remedy=_MOVE_AWAY)
