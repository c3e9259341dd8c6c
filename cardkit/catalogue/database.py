"""The SQLite file of the catalogue: opening, checking, transactions, and failures in words.

A rollback journal and not a write-ahead log: a cut-off write is undone by the next opening, and
a finished file can be read where nobody may write.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardkit.errors import InputError
from cardkit.files import os_fault

APPLICATION_ID = 0x636B6361
"""``ckca``, written into the head of the file: tells a catalogue from any other SQLite file."""

_MAGIC = b"SQLite format 3\0"
_TIMEOUT_S = 15.0
_CACHE_KIB = 16_384

_FIRST_SCHEMA = """
CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE batch (
    batch_id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    added_at TEXT NOT NULL
);
CREATE TABLE card_set (
    set_id TEXT PRIMARY KEY,
    batch_id INTEGER NOT NULL REFERENCES batch (batch_id),
    document TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE card (
    card_key INTEGER PRIMARY KEY,
    card_id TEXT NOT NULL UNIQUE,
    set_id TEXT NOT NULL,
    number_key TEXT NOT NULL,
    name_key TEXT NOT NULL,
    batch_id INTEGER NOT NULL REFERENCES batch (batch_id),
    row TEXT NOT NULL
);
CREATE INDEX card_by_number ON card (set_id, number_key);
CREATE INDEX card_by_name ON card (name_key, number_key);
"""
# A row of card or card_set is what all sources together say; its batch is that of the strongest.
# While there is one source only, the row is what that one says, and has no parts. Names in other
# languages may come before their cards.
_SCHEMA_OF_SEVERAL_SOURCES = """
CREATE TABLE source (
    name TEXT PRIMARY KEY,
    fetched_at TEXT NOT NULL,
    address TEXT NOT NULL,
    etag TEXT NOT NULL,
    last_modified TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE part (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    source TEXT NOT NULL,
    batch_id INTEGER NOT NULL REFERENCES batch (batch_id),
    set_id TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (kind, key, source)
) WITHOUT ROWID;
CREATE TABLE conflict (
    card_id TEXT NOT NULL REFERENCES card (card_id),
    field TEXT NOT NULL,
    PRIMARY KEY (card_id, field)
) WITHOUT ROWID;
CREATE TABLE card_name (
    card_id TEXT NOT NULL,
    language TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    PRIMARY KEY (card_id, language)
) WITHOUT ROWID;
CREATE INDEX card_name_by_key ON card_name (name_key);
CREATE TABLE set_name (
    set_id TEXT NOT NULL,
    language TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (set_id, language)
) WITHOUT ROWID;
"""
_SCHEMAS = (_FIRST_SCHEMA, _SCHEMA_OF_SEVERAL_SOURCES)
"""What each version has added to the one before it."""
SCHEMA_VERSION = len(_SCHEMAS)

DAMAGE = (ValueError, KeyError, TypeError)
"""What reading a row raises that somebody else has written."""
REFILL = "move it away; then run: cardkit catalogue update"
"""What to do about a file that cannot be mended."""
_FAULTS = (
    ("not a database", "expected a cardkit catalogue, got a file of another kind", REFILL),
    ("malformed", "the catalogue is damaged", REFILL),
    ("encrypted", "expected a cardkit catalogue, got a file of another kind", REFILL),
    ("locked", "another cardkit command is writing to the catalogue", "wait for it to end"),
    ("busy", "another cardkit command is writing to the catalogue", "wait for it to end"),
    ("disk is full", "there is no space left for the catalogue", "free some space"),
    (
        "readonly",
        "the catalogue cannot be written to",
        "make it writable, or set CARDKIT_CATALOGUE to a path that is",
    ),
    (
        "unable to open",
        "the catalogue cannot be opened",
        "check its permissions, or set CARDKIT_CATALOGUE to another path",
    ),
)


class Database:
    """One open catalogue file.

    Attributes:
        path: the file; it is not touched when ``stored`` is false.
        stored: whether there is a file behind it; otherwise it lives in memory only.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, *, stored: bool) -> None:
        self._connection = connection
        self.path = path
        self.stored = stored

    @classmethod
    def open(cls, path: Path) -> Database:
        """Open a catalogue; create it where there is none.

        Where it can neither be found nor created, the catalogue lives in memory: what is shipped
        can be looked up all the same.

        Raises:
            InputError: the file is no catalogue, damaged, or made by a newer cardkit.
        """
        if path.is_dir():
            raise InputError(
                "expected the file of the catalogue, got a folder",
                where=str(path),
                remedy="set CARDKIT_CATALOGUE to the path of a file",
            )
        opened = cls._open_file(path) or cls(_connect(":memory:"), path, stored=False)
        try:
            opened._prepare()
        except BaseException:
            opened.close()
            raise
        return opened

    @classmethod
    def _open_file(cls, path: Path) -> Database | None:
        head = _head(path)
        if head is None:
            return None
        if head and head != _MAGIC:
            # SQLite would take a very short file for an empty database and write over it.
            raise _fault(sqlite3.DatabaseError("file is not a database"), path)
        connection = None
        try:
            connection = _connect(f"{path.resolve().as_uri()}?mode=rwc")
            if not head:
                # A file system that may only be read gives itself away at the first write.
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("PRAGMA user_version = 0")
                connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            if connection is not None:
                connection.close()
            if not head and ("unable to open" in str(error) or "readonly" in str(error)):
                return None
            raise _fault(error, path) from error
        return cls(connection, path, stored=True)

    def _prepare(self) -> None:
        """Check that the file is a catalogue; lay out what its version lacks."""
        if self._is_empty():
            with self.transaction():
                if self._is_empty():  # another process may have been faster
                    self._lay_out(_SCHEMAS)
        if self.value("PRAGMA application_id") != APPLICATION_ID:
            raise InputError(
                "expected a cardkit catalogue, got another SQLite database",
                where=str(self.path),
                remedy="set CARDKIT_CATALOGUE to another path",
            )
        if self._version() in range(1, SCHEMA_VERSION):
            with self.transaction():
                self._lay_out(_SCHEMAS[self._version() :])
        if self._version() != SCHEMA_VERSION:
            raise InputError(
                f"expected a catalogue of version {SCHEMA_VERSION}, got version {self._version()}",
                where=str(self.path),
                remedy="update cardkit, or set CARDKIT_CATALOGUE to another path",
            )

    def _is_empty(self) -> bool:
        return not self.rows("SELECT 1 FROM sqlite_schema LIMIT 1")

    def _version(self) -> int:
        return int(self.value("PRAGMA user_version"))

    def _lay_out(self, schemas: Sequence[str]) -> None:
        for schema in schemas:
            for statement in schema.split(";\n"):
                self.run(statement)
        self.run(f"PRAGMA application_id = {APPLICATION_ID}")
        self.run(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise _fault(error, self.path) from error

    def value(self, statement: str, *values: object) -> Any:
        """Return the first column of the first row; None when there is no row."""
        found = self.rows(statement, *values)
        return found[0][0] if found else None

    def run(self, statement: str, *values: object) -> None:
        """Carry out one statement."""
        self.rows(statement, *values)

    def run_many(self, statement: str, rows: Iterable[tuple[object, ...]]) -> int:
        """Carry out one statement for many rows; return how many rows of tables changed."""
        before = self._connection.total_changes
        try:
            self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise _fault(error, self.path) from error
        return self._connection.total_changes - before

    def rows_of(self, statement: str, keys: Iterable[str]) -> list[tuple[Any, ...]]:
        """Return all rows of a query that has ``{}`` in place of the list of keys."""
        values = tuple(keys)
        return self.rows(statement.format(",".join("?" * len(values))), *values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Do everything inside, or nothing of it."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def damage_in_words(self) -> Iterator[None]:
        """Say that the catalogue is damaged where its rows cannot be read."""
        try:
            yield
        except DAMAGE as error:
            raise self.damaged(error) from error

    def damaged(self, error: Exception) -> InputError:
        """Return what to raise where the rows of the catalogue cannot be read."""
        return InputError(
            f"the catalogue is damaged: {type(error).__name__}: {error}",
            where=str(self.path),
            remedy=REFILL,
        )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _head(path: Path) -> bytes | None:
    """Return the first bytes of a file: none of a new one; None where there can be no file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    try:
        with path.open("rb") as handle:
            return handle.read(len(_MAGIC))
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise os_fault(error, path, "read the catalogue") from error


def _connect(where: str) -> sqlite3.Connection:
    connection = sqlite3.connect(where, timeout=_TIMEOUT_S, isolation_level=None, uri=True)
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    return connection


def _fault(error: sqlite3.Error, path: Path) -> InputError:
    """Turn what SQLite says into something that a person can act on."""
    for mark, what, remedy in _FAULTS:
        if mark in str(error):
            return InputError(what, where=str(path), remedy=remedy)
    return InputError(
        f"the catalogue cannot be read: {str(error).lower()}", where=str(path), remedy=REFILL
    )
