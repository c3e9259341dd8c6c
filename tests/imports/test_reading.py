from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from cardkit.errors import InputError
from cardkit.imports import reading
from cardkit.imports.reading import read_path, read_stream, source_of

TABLE = "Name,Number\nFlabébé,4\n"


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


def packed(content: bytes) -> bytes:
    """The same bytes at any time, so that the test has the same name in every process."""
    return gzip.compress(content, mtime=0)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \r\n\n", "is empty"),
        (b"\xff\xfe", "is empty"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "a JPEG picture"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG picture"),
        (b"GIF89a\x01\x00", "a GIF picture"),
        (b"RIFF\x24\x00\x00\x00WEBPVP8 ", "a WebP picture"),
        (b"\x00\x00\x00\x18ftypheic", "a HEIC picture"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "begins as an Excel workbook"),
        (zipped("[Content_Types].xml", "word/document.xml"), "an Office document"),
        (zipped("list.csv"), "a ZIP archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel workbook (.xls)"),
        (packed(TABLE.encode())[:-12], "begins as a gzip archive"),
        (packed(packed(TABLE.encode())), "an archive within an archive"),
        (packed(b""), "is empty"),
        (b"SQLite format 3\x00\x10\x00", "an SQLite database"),
        (b"<!DOCTYPE html><html>", "a web page or XML document"),
        (b'{\n "format": "cardkit-manifest/1"}', "a JSON document"),
        (b'[{"name": "Pikachu"}]', "a JSON document"),
        (bytes(range(256)), "binary data"),
        (b"Name,Number\n" + b"\x00" * 40, "binary data"),
        (b"\xff\xfeN\x00a", "begins as UTF-16 text but is not"),
    ],
)
def test_what_is_no_table_is_named_for_what_it_is(content: bytes, said: str) -> None:
    with pytest.raises(InputError, match=r"list\.csv") as refused:
        source_of(content, name="list.csv")
    assert said in refused.value.faults[0].what
    assert refused.value.faults[0].remedy


@pytest.mark.parametrize(
    ("encoding", "reported"),
    [
        ("utf-8", "utf-8-sig"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-32", "utf-32"),
        ("cp1252", "cp1252"),
    ],
)
def test_every_encoding_gives_the_same_lines(encoding: str, reported: str) -> None:
    source = source_of(TABLE.encode(encoding), name="list.csv")
    assert list(source.lines()) == ["Name,Number\n", "Flabébé,4\n"]
    assert source.encoding == reported
    assert bool(source.notes) == (encoding == "cp1252")


def test_big_endian_utf_16_is_read() -> None:
    source = source_of(b"\xfe\xff" + TABLE.encode("utf-16-be"), name="list.csv")
    assert list(source.lines())[1] == "Flabébé,4\n"


def test_every_line_end_ends_a_line() -> None:
    source = source_of(b"a\rb\r\nc\nd", name="list.csv")
    assert list(source.lines()) == ["a\n", "b\n", "c\n", "d"]


def test_the_digest_is_that_of_the_bytes() -> None:
    assert source_of(b"a,b\n", name="one.csv").digest == source_of(b"a,b\n", name="two.csv").digest
    assert source_of(b"a,b\n", name="x").digest != source_of(b"a,b\r\n", name="x").digest


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_path(tmp_path / "none.csv")
    with pytest.raises(InputError, match="a folder stands where"):
        read_path(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="a file stands where a folder is expected"):
        read_path(tmp_path / "file" / "list.csv")
    with pytest.raises(InputError):
        read_path(Path("a\x00b.csv"))


class Endless(io.RawIOBase):
    """Bytes without an end, counted."""

    def __init__(self, piece: bytes) -> None:
        self.piece, self.given = piece, 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        self.given += size
        return (self.piece * (size // len(self.piece) + 1))[:size]


def test_a_line_that_does_not_end_is_given_up_early() -> None:
    stream = Endless(b"x,")
    with pytest.raises(InputError, match="no line ends within the first 1,048,576 bytes"):
        read_stream(stream)  # type: ignore[arg-type]
    assert stream.given <= 2 * reading.MAX_LINE_BYTES


def test_a_file_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 3 * 2**20)
    stream = Endless(b"Name,Number\n")
    with pytest.raises(InputError, match="at most 3,145,728 bytes"):
        read_stream(stream)  # type: ignore[arg-type]
    assert stream.given <= 5 * 2**20


def test_a_pipe_may_hand_out_little_at_a_time() -> None:
    class Slow(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 1, 3))

    assert read_stream(Slow(TABLE.encode())).content == TABLE.encode()


def test_a_name_that_is_no_text_is_made_one(tmp_path: Path) -> None:
    path = tmp_path / "caf\udce9.csv"
    path.write_text(TABLE)
    assert read_path(path).name == "caf\ufffd.csv"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", [TABLE, "名称\t编号\r\n皮卡丘\t5\r\n" * 900])
def test_wide_letters_without_a_mark_are_read(encoding: str, text: str) -> None:
    source = source_of(text.encode(encoding), name="list.csv")
    assert source.encoding == encoding
    assert list(source.lines()) == text.replace("\r", "").splitlines(keepends=True)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["\r\n\r\n", "Name,Number\n\x00\x01", "no line ends here"])
def test_wide_letters_that_are_no_table_are_refused(encoding: str, text: str) -> None:
    with pytest.raises(InputError, match=r"list\.csv"):
        source_of(text.encode(encoding), name="list.csv")
