from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cardkit.collection import Collection, NewImport, Row
from cardkit.collection.database import FILE_NAME
from cardkit.decks import RarityDeck
from cardkit.errors import InputError
from tests.collection.making import AT, new_import, row


def changed(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute(statement)
        connection.commit()


def interrupted(folder: Path) -> Iterator[NewImport]:
    assert folder.is_dir()
    yield new_import(row())
    raise KeyboardInterrupt


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    with Collection.open(tmp_path) as collection:
        collection.add_import(new_import(row()), at=AT)
    return tmp_path


def test_reading_creates_no_file(tmp_path: Path) -> None:
    with Collection.open(tmp_path) as collection:
        assert (collection.rows(), collection.changes(), collection.undo()) == ((), (), None)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_and_a_folder_in_the_way_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the pool's folder does not exist"):
        Collection.open(tmp_path / "none")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match="expects the pool's folder, got a file"):
        Collection.open(tmp_path / "file", create=True)
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(InputError, match="a folder stands where"):
        Collection.open(tmp_path)


def test_the_folder_of_a_new_collection_comes_with_its_first_change(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "new"
    with Collection.open(folder, create=True) as collection:
        assert (collection.rows(), collection.made_folders) == ((), ())
        assert list(tmp_path.iterdir()) == []
        with pytest.raises(KeyboardInterrupt):
            collection.add_imports(interrupted(folder), at=AT)
        assert list(tmp_path.iterdir()) == []
        collection.add_import(new_import(row()), at=AT)
        assert collection.made_folders == (folder, tmp_path / "games")
    assert [entry.name for entry in folder.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"not a database at all, but longer than a header of one hundred bytes " * 3,
            "of another",
        ),
        (b"SQLite format 3\x00" + b"\x07" * 2_000, "of another kind|damaged"),
    ],
)
def test_what_is_no_collection_is_refused_untouched(
    tmp_path: Path, content: bytes, said: str
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(InputError, match=said):
        Collection.open(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == content


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    changed(tmp_path, "CREATE TABLE other (x)")
    with pytest.raises(InputError, match="another SQLite database"):
        Collection.open(tmp_path)


def test_a_newer_collection_is_refused(filled: Path) -> None:
    changed(filled, "PRAGMA user_version = 99")
    with pytest.raises(InputError, match="got version 99") as refused:
        Collection.open(filled)
    assert refused.value.faults[0].remedy == "update cardkit"


def test_a_damaged_collection_is_refused(filled: Path) -> None:
    path = filled / FILE_NAME
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x55" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(InputError, match="damaged"), Collection.open(filled) as collection:
        collection.rows()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE row SET count = 'abc'", "expected a whole number from 0, got 'abc'"),
        ("UPDATE row SET count = -5", "expected a whole number from 0, got -5"),
        ("UPDATE row SET line = 1.5", "expected a whole number from 0, got 1.5"),
        ("UPDATE row SET note = x'00'", "expected text, got b"),
        ("DELETE FROM row_card", "row 1 is of card 1, which is not there"),
        ("UPDATE row_card SET step = 'boo'", "expected one of set-number-name, .*, got 'boo'"),
        ("UPDATE row_card SET card_id = x''", "expected text, got b"),
        ("UPDATE import SET skipped = 'boo'", "expected rows skipped per reason, got 'boo'"),
        ("UPDATE import SET skipped = '[1]'", r"expected rows skipped per reason, got '\[1\]'"),
        ("UPDATE import SET rows_read = 'x'", "expected a whole number from 0, got 'x'"),
        (
            "UPDATE choice SET deck = 'banana'",
            "expected one of common, uncommon, rare, ex, vmax, got 'banana'",
        ),
        ("UPDATE change SET kind = 'boo'", "expected one of import, .*assign.*, got 'boo'"),
        ("UPDATE change SET at = 'boo'", "Invalid isoformat string: 'boo'"),
    ],
)
def test_a_damaged_cell_is_told(filled: Path, statement: str, said: str) -> None:
    with Collection.open(filled) as collection:
        collection.assign("base1-5", RarityDeck.RARE, words="Pikachu", at=AT)
    changed(filled, statement)
    with (
        Collection.open(filled) as collection,
        pytest.raises(InputError, match=f"the collection is damaged: {said}") as refused,
    ):
        collection.rows(), collection.choices(), collection.changes()
    (fault,) = refused.value.faults
    assert fault.where == str(filled / FILE_NAME)
    assert fault.remedy.startswith("restore a copy of it, or move it away and import")


def test_an_empty_file_is_an_empty_collection(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    with Collection.open(tmp_path) as collection:
        assert collection.rows() == ()
        collection.add_import(new_import(row()), at=AT)
    with Collection.open(tmp_path) as collection:
        assert len(collection.rows()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_folder_can_be_read_but_not_changed(filled: Path) -> None:
    (filled / FILE_NAME).chmod(0o444)
    filled.chmod(0o555)
    try:
        with Collection.open(filled) as collection:
            assert len(collection.rows()) == 1
            with pytest.raises(InputError, match="cannot be written to"):
                collection.undo()
    finally:
        filled.chmod(0o755)


def test_two_commands_do_not_write_at_once(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.collection.database._TIMEOUT_S", 0.05)
    with (
        closing(sqlite3.connect(filled / FILE_NAME, isolation_level=None)) as other,
        Collection.open(filled) as collection,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InputError, match="another cardkit command is writing"):
            collection.undo()
        assert len(collection.rows()) == 1


def interrupting(rows: int) -> Iterator[Row]:
    for line in range(rows):
        yield row(line=line + 1)
    raise KeyboardInterrupt


def test_an_interruption_while_writing_changes_nothing(filled: Path) -> None:
    broken = new_import(row(), digest="bb")
    object.__setattr__(broken, "rows", _Counted(interrupting(500)))
    before = (filled / FILE_NAME).read_bytes()
    with Collection.open(filled) as collection:
        with pytest.raises(KeyboardInterrupt):
            collection.add_import(broken, at=AT)
        assert len(collection.rows()) == 1
        assert len(collection.changes()) == 1
    assert (filled / FILE_NAME).read_bytes() == before


def test_a_first_change_that_fails_leaves_no_file(tmp_path: Path) -> None:
    broken = new_import(row(), digest="bb")
    object.__setattr__(broken, "rows", _Counted(interrupting(500)))
    with Collection.open(tmp_path) as collection:
        with pytest.raises(KeyboardInterrupt):
            collection.add_import(broken, at=AT)
        assert collection.rows() == ()
        assert list(tmp_path.iterdir()) == []
        collection.add_import(new_import(row()), at=AT)
        assert len(collection.rows()) == 1


class _Counted:
    """An iterator that has a length, as a tuple has."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return 500

    def __iter__(self) -> Iterator[Row]:
        return self._rows


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.collection.making import AT, new_import, row
from cardkit.collection import Collection
class Rows:
    def __len__(self): return 5000
    def __iter__(self):
        for line in range(5000):
            yield row("x" * 500, line=line + 1)
        os.kill(os.getpid(), signal.SIGKILL)
broken = new_import(row(), digest="bb")
object.__setattr__(broken, "rows", Rows())
with Collection.open(Path(sys.argv[1])) as collection:
    collection.add_import(broken, at=AT)
"""


@pytest.mark.parametrize("begun", [True, False])
def test_a_kill_while_writing_changes_nothing(tmp_path: Path, begun: bool) -> None:
    if begun:
        with Collection.open(tmp_path) as collection:
            collection.add_import(new_import(row()), at=AT)
    root = Path(__file__).resolve().parents[2]
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], cwd=root, check=False, capture_output=True
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    with Collection.open(tmp_path) as collection:
        assert len(collection.rows()) == begun
        collection.add_import(new_import(row(), digest="cc"), at=AT)
        assert len(collection.rows()) == begun + 1


def test_a_full_disk_changes_nothing(filled: Path) -> None:
    with Collection.open(filled) as collection:
        pages = collection._database.value("PRAGMA page_count")
        collection._database.rows(f"PRAGMA max_page_count = {pages}")
        many = new_import(*(row("x" * 500, line=line) for line in range(1, 200)), digest="bb")
        with pytest.raises(InputError, match="no space left"):
            collection.add_import(many, at=AT)
        assert len(collection.rows()) == 1
        assert len(collection.changes()) == 1
