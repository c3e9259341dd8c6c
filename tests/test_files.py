from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from cardkit.errors import InputError
from cardkit.files import (
    make_folder,
    os_fault,
    refuse_input,
    remove_folders,
    write_all,
    write_atomic,
)


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "é café.pdf"
    write_atomic(target, b"new")
    assert target.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["é café.pdf"]


def test_an_existing_file_needs_force(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    with pytest.raises(InputError, match="add --force"):
        write_atomic(target, b"new")
    assert target.read_bytes() == b"old"
    write_atomic(target, b"new", force=True)
    assert target.read_bytes() == b"new"


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")

    def disk_is_full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", disk_is_full)
    with pytest.raises(InputError, match="no space left on device; free some space"):
        write_atomic(target, b"new", force=True)
    assert target.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path / "none" / "a.txt", "create the folder first"),
        (lambda path: path, "a folder stands where a file is to be written"),
        (lambda path: path / ("n" * 300), "choose a shorter name"),
    ],
)
def test_a_bad_target_is_named(tmp_path: Path, make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=message):
        write_atomic(make(tmp_path), b"x")


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"")
    with pytest.raises(InputError, match="create the folder: file exists"):
        make_folder(tmp_path / "out")


def test_folders_that_were_made_are_taken_away_again_and_no_others(tmp_path: Path) -> None:
    made = make_folder(tmp_path / "a" / "b")
    assert made == (tmp_path / "a" / "b", tmp_path / "a")
    assert make_folder(tmp_path / "a" / "b") == ()
    remove_folders(made)
    assert list(tmp_path.iterdir()) == []
    made = make_folder(tmp_path / "a" / "b")
    (tmp_path / "a" / "kept").write_bytes(b"")
    remove_folders(made)
    assert [entry.name for entry in (tmp_path / "a").iterdir()] == ["kept"]


def test_an_unknown_system_error_still_has_a_remedy(tmp_path: Path) -> None:
    fault = os_fault(OSError(errno.EIO, "Input/output error"), tmp_path, "read the file")
    assert str(fault).endswith(
        "cannot read the file: input/output error; check the path and try again"
    )


def test_several_files_are_written_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "gone").write_bytes(b"old")
    write_all(tmp_path, {"a": b"new", "b": b"new", "gone": None})
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == {
        "a": b"new",
        "b": b"new",
    }
    calls = iter(range(9))

    def full_at_the_second(_descriptor: int) -> None:
        if next(calls) == 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full_at_the_second)
    with pytest.raises(InputError, match="no space left on device"):
        write_all(tmp_path, {"a": b"newer", "b": b"newer", "c": None})
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == {
        "a": b"new",
        "b": b"new",
    }


def test_a_collection_is_never_written_over(tmp_path: Path) -> None:
    collection = tmp_path / "cardkit.db"
    content = b"SQLite format 3\0 and all the cards"
    collection.write_bytes(content)
    with pytest.raises(InputError, match="never replaced"):
        write_atomic(collection, b"{}", force=True)
    assert collection.read_bytes() == content


def test_a_file_that_is_read_is_not_written_over(tmp_path: Path) -> None:
    given, other = tmp_path / "mine.csv", tmp_path / "other.csv"
    given.write_text("cards")
    (tmp_path / "link.csv").symlink_to(given)
    refuse_input(other, [given])
    for name in (given, tmp_path / "." / "mine.csv", tmp_path / "link.csv"):
        with pytest.raises(InputError, match="the file that is read"):
            refuse_input(name, [other, given])
