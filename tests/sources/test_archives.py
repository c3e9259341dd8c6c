from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.errors import InputError
from cardkit.sources.archives import Limits, read_files

FILES = {"top/cards/en/own1.json": b"[1]", "top/sets/en.json": b"[2]", "top/readme.md": b"no"}
SMALL = Limits(file_bytes=1_000, wanted_bytes=2_000, unpacked_bytes=200_000, entries=20)


def wanted(name: str) -> bool:
    return name.endswith(".json")


def make_zip(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def make_tar(path: Path, files: dict[str, bytes], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def make_folder(path: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return path


KINDS: list[tuple[str, Callable[[Path, dict[str, bytes]], Path]]] = [
    ("a folder", make_folder),
    ("cards.zip", make_zip),
    ("stored.zip", lambda path, files: make_zip(path, files, zipfile.ZIP_STORED)),
    ("bzip2.zip", lambda path, files: make_zip(path, files, zipfile.ZIP_BZIP2)),
    ("cards.tar", make_tar),
    ("cards.tar.gz", lambda path, files: make_tar(path, files, "w:gz")),
    ("cards.tar.bz2", lambda path, files: make_tar(path, files, "w:bz2")),
    ("cards.tar.xz", lambda path, files: make_tar(path, files, "w:xz")),
    ("name that says nothing é", lambda path, files: make_tar(path, files, "w:gz")),
]


def contents(path: Path, limits: Limits | None = None) -> dict[str, bytes]:
    return {file.name: file.content for file in read_files(path, wanted, limits)}


def refusal(path: Path, limits: Limits | None = None) -> str:
    with pytest.raises(InputError) as caught:
        contents(path, limits)
    (fault,) = caught.value.faults
    assert fault.where.startswith(str(path))
    assert fault.remedy
    return fault.what


@pytest.mark.parametrize(("name", "make"), KINDS, ids=[name for name, _ in KINDS])
def test_the_wanted_files_come_out(
    name: str, make: Callable[[Path, dict[str, bytes]], Path], tmp_path: Path
) -> None:
    path = make(tmp_path / name, FILES)
    assert contents(path) == {key: value for key, value in FILES.items() if wanted(key)}


def test_a_folder_and_a_zip_say_how_many_there_are(tmp_path: Path) -> None:
    for path in (make_folder(tmp_path / "folder", FILES), make_zip(tmp_path / "a.zip", FILES)):
        assert {file.of for file in read_files(path, wanted)} == {2}


@pytest.mark.parametrize("below", ["top", "top/cards", "top/cards/en"])
def test_a_folder_further_down_may_be_named(below: str, tmp_path: Path) -> None:
    make_folder(tmp_path, FILES)

    def is_card(name: str) -> bool:
        return "cards/en/" in name

    (file,) = read_files(tmp_path / below, is_card)
    assert file.content == b"[1]"


def test_hidden_folders_are_not_looked_at(tmp_path: Path) -> None:
    make_folder(tmp_path, {".git/cards/en/old.json": b"[]", "cards/en/new.json": b"[]"})
    assert list(contents(tmp_path)) == ["cards/en/new.json"]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "endless.json")
    assert refusal(tmp_path) == "expected a regular file"


def test_a_missing_path(tmp_path: Path) -> None:
    assert "no folder or file" in refusal(tmp_path / "nowhere")


OTHER_FILES = [
    (b"", "empty file"),
    (b"\xff\xd8\xff\xe0JFIF" * 100, "got another file"),
    (b'[{"id": "own1-1"}]', "got another file"),
    (b"7z\xbc\xaf\x27\x1c" + bytes(100), "7-Zip archives cannot be read"),
    (b"\x28\xb5\x2f\xfd" + bytes(100), "zstandard archives cannot be read"),
    (b"PK\x03\x04" + bytes(600), "damaged or cut off"),
    (gzip.compress(b"no archive" * 200), "damaged or cut off"),
    (bz2.compress(b"no archive" * 200), "damaged or cut off"),
    (b"\x1f\x8b" + bytes(600), "damaged or cut off"),
]


@pytest.mark.parametrize(("content", "said"), OTHER_FILES, ids=[said for _, said in OTHER_FILES])
def test_other_files_are_refused(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.zip"
    path.write_bytes(content)
    assert said in refusal(path)


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_an_archive_that_was_cut_off(name: str, share: float, tmp_path: Path) -> None:
    noise = {f"cards/en/{number}.json": os.urandom(3_000) for number in range(40)}
    path = dict(KINDS)[name.replace("a.", "cards.")](tmp_path / name, noise)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    assert "damaged or cut off" in refusal(path)


def test_a_tar_that_was_cut_between_two_files(tmp_path: Path) -> None:
    path = make_tar(tmp_path / "a.tar", FILES)
    path.write_bytes(path.read_bytes()[:1024])
    assert "damaged or cut off" in refusal(path)


def test_a_changed_byte_in_a_zip(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "a.zip", {"a.json": b"[1, 2, 3]" * 9}, zipfile.ZIP_STORED)
    content = bytearray(path.read_bytes())
    content[60] ^= 1
    path.write_bytes(content)
    assert "damaged or cut off" in refusal(path)


def test_an_encrypted_zip(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "a.zip", {"a.json": b"[]"})
    content = bytearray(path.read_bytes())
    for magic, flags_at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(magic) + flags_at] |= 1
    path.write_bytes(content)
    assert refusal(path) == "the archive is encrypted"


ESCAPES = ["../a.json", "/etc/a.json", "top/../../a.json", "C:\\a.json", "..\\a.json"]


@pytest.mark.parametrize("name", ESCAPES)
@pytest.mark.parametrize("make", [make_zip, make_tar], ids=["zip", "tar"])
def test_names_that_lead_out_of_an_archive(
    make: Callable[[Path, dict[str, bytes]], Path], name: str, tmp_path: Path
) -> None:
    path = make(tmp_path / "archive", {name: b"[]"})
    assert refusal(path).startswith("expected file names inside the archive")


def test_links_in_a_tar_are_passed_over(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE):
            member = tarfile.TarInfo("a.json")
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
    assert contents(tmp_path / "a.tar") == {}


BOMBS = [
    ({"a.json": bytes(1_001)}, "got 1001 bytes"),
    ({f"{number}.json": bytes(900) for number in range(3)}, "unpacked, got more"),
    ({f"{number}.txt": b"" for number in range(21)}, "expected at most 20 files"),
]


@pytest.mark.parametrize(("files", "said"), BOMBS, ids=[said for _, said in BOMBS])
@pytest.mark.parametrize("name", ["cards.zip", "cards.tar", "cards.tar.gz", "cards.tar.xz"])
def test_archives_beyond_the_limits(
    name: str, files: dict[str, bytes], said: str, tmp_path: Path
) -> None:
    path = dict(KINDS)[name](tmp_path / name, files)
    assert said in refusal(path, SMALL)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_bomb_in_a_file_that_nobody_wants(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    make_tar(tmp_path / "plain.tar", {"big.bin": bytes(300_000), "a.json": b"[]"})
    path = tmp_path / "packed"
    path.write_bytes(pack((tmp_path / "plain.tar").read_bytes()))
    assert "unpacked, got more" in refusal(path, SMALL)


def test_a_size_that_a_zip_lies_about(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "a.zip", {"a.json": bytes(5_000)})
    content = bytearray(path.read_bytes())
    central = content.index(b"PK\x01\x02")
    content[central + 24 : central + 28] = (10).to_bytes(4, "little")
    path.write_bytes(content)
    assert "damaged or cut off" in refusal(path, SMALL)


def test_a_name_as_long_as_a_book(tmp_path: Path) -> None:
    path = make_tar(tmp_path / "a.tar", {"x" * (2 << 20) + ".json": b"[]"})
    assert "the name of a file in it has" in refusal(path)


def test_a_file_too_large_in_a_folder(tmp_path: Path) -> None:
    make_folder(tmp_path, {"a.json": bytes(1_001)})
    assert "got 1001 bytes" in refusal(tmp_path, SMALL)


def test_a_folder_of_everything(tmp_path: Path) -> None:
    make_folder(tmp_path, {f"{number}.txt": b"" for number in range(21)})
    assert "got more than 20 files" in refusal(tmp_path, SMALL)
