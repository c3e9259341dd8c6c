"""From a file, a pipe or bytes to text, within bounds; and what is refused before that.

People hand over whatever their system shows with a table's icon. What is no table is named for
what it is, and nothing is read to the end that could not be a collection.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from cardkit.errors import InputError
from cardkit.files import os_fault
from cardkit.imports.packed import GZIP, gunzip, is_workbook, workbook_text

MAX_BYTES = 64 * 2**20
"""The largest file that is read; 100,000 rows of an app are about 15 MB."""
MAX_LINE_BYTES = 2**20
"""Bytes within which the first line must end."""

_CHUNK_BYTES = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The bytes of one import, and how their text is written.

    Attributes:
        name: what messages call it: the file's name, or ``standard input``.
        path: the absolute path; empty when the bytes came from elsewhere.
        content: all bytes of the text.
        encoding: the codec that reads them.
        notes: what a person should know about the reading.
        packed: the bytes that the text was unpacked from; empty where it was not packed.
    """

    name: str
    content: bytes
    path: str = ""
    encoding: str = "utf-8-sig"
    notes: tuple[str, ...] = ()
    packed: bytes = b""

    @property
    def digest(self) -> str:
        """SHA-256 of the file's bytes, in hexadecimal: the same export under any name."""
        return hashlib.sha256(self.packed or self.content).hexdigest()

    def lines(self) -> Iterator[str]:
        """Yield the lines; CR, LF and CRLF all end one, and each line ends with LF."""
        with io.TextIOWrapper(
            io.BytesIO(self.content), encoding=self.encoding, errors="replace", newline=None
        ) as text:
            yield from text


def read_path(path: Path) -> Source:
    """Read a file.

    Raises:
        InputError: there is none, it is a folder, it is too large, or it is no table of text.
    """
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise InputError(
                "a folder stands where a collection file is expected",
                where=str(path),
                remedy="name one file in it",
            )
        with path.open("rb") as stream:
            content = _read(stream, str(path))
    except FileNotFoundError as error:
        raise InputError(
            "no such file", where=str(path), remedy="check the path and the spelling"
        ) from error
    except (OSError, ValueError) as error:
        if isinstance(error, PermissionError):
            raise InputError(
                "cannot read the file: permission denied",
                where=str(path),
                remedy="choose a file that you may read",
            ) from error
        if isinstance(error, OSError):
            raise os_fault(error, path, "read the file") from error
        raise InputError(f"cannot read the file: {error}", where=repr(str(path))) from error
    return source_of(content, name=_printable(path.name), path=_printable(str(path.resolve())))


def read_stream(stream: BinaryIO, name: str = "standard input") -> Source:
    """Read a pipe to its end.

    Raises:
        InputError: it is too large, or it is no table of text.
    """
    return source_of(_read(stream, name), name=name)


def source_of(content: bytes, *, name: str, path: str = "") -> Source:
    """Find out how bytes spell text.

    UTF-8 and UTF-16 or UTF-32 with a byte order mark are certain; without one, UTF-16 and UTF-32
    are what reads as lines of text. What is not UTF-8 is taken for Windows-1252 and said so. A gzip
    archive and an Excel workbook are unpacked.

    Raises:
        InputError: the bytes are empty, no table of text, or cannot be unpacked.
    """
    if content.startswith(GZIP):
        inside = source_of(gunzip(content, name, MAX_BYTES), name=name, path=path)
        return replace(inside, packed=content)
    if is_workbook(content[:_SEEN_AT_THE_START]):
        text, notes = workbook_text(content, name, MAX_BYTES)
        return Source(name=name, path=path, content=text.encode(), notes=notes, packed=content)
    unmarked = _unmarked(content)
    if unmarked is not None:
        return Source(name=name, path=path, content=content, encoding=unmarked)
    _refuse_what_is_no_table(content, name)
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            if _is_text(content, encoding):
                return Source(name=name, path=path, content=content, encoding=encoding)
            raise InputError(
                f"begins as {encoding.upper()} text but is not", where=name, remedy=_SAVE_AGAIN
            )
    if _is_text(content, "utf-8"):
        return Source(name=name, path=path, content=content)
    return Source(
        name=name,
        path=path,
        content=content,
        encoding="cp1252",
        notes=("not UTF-8: read as Windows-1252; look at names with accents",),
    )


def _printable(path: str) -> str:
    """A file name may hold bytes that are no text; they cannot be stored or shown."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _read(stream: BinaryIO, name: str) -> bytes:
    """Read all bytes, but give up as soon as it cannot be a collection."""
    parts = [_read_chunk(stream)]
    size = len(parts[0])
    if size >= MAX_LINE_BYTES and not re.search(rb"[\r\n]", parts[0]):
        _refuse_what_is_no_table(parts[0], name)
        raise InputError(
            "no line ends within the first 1,048,576 bytes, so this is no table",
            where=name,
            remedy="export the collection as CSV again",
        )
    while parts[-1]:
        if size > MAX_BYTES:
            raise InputError(
                f"a collection file has at most {MAX_BYTES:,} bytes, this one has more",
                where=name,
                remedy="split it into several files and import them one after the other",
            )
        parts.append(_read_chunk(stream))
        size += len(parts[-1])
    return b"".join(parts)


def _read_chunk(stream: BinaryIO) -> bytes:
    """Read up to one chunk; a pipe may hand out less at a time than was asked for."""
    parts: list[bytes] = []
    wanted = _CHUNK_BYTES
    while wanted and (part := stream.read(wanted)):
        parts.append(part)
        wanted -= len(part)
    return b"".join(parts)


_SAVE_AGAIN = "open it in the app that wrote it and save or export it as CSV"

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins with the mark of UTF-16, so it comes first
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_MARKED = tuple(mark for mark, _ in _MARKS)
_UNMARKED = (("utf-32-le", 4), ("utf-32-be", 4), ("utf-16-le", 2), ("utf-16-be", 2))

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (rb"\xff\xd8\xff", "a JPEG picture"),
    (rb"\x89PNG\r\n", "a PNG picture"),
    (rb"GIF8[79]a", "a GIF picture"),
    (rb"RIFF....WEBP", "a WebP picture"),
    (rb"II\*\x00|MM\x00\*", "a TIFF picture"),
    (rb"BM.{4}\x00\x00\x00\x00", "a BMP picture"),
    (rb"....ftyp(?:hei|mif|avif)", "a HEIC picture"),
    (rb"....ftyp", "a film"),
    (rb"%PDF-", "a PDF document"),
    (rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis", "an OpenDocument sheet (.ods)"),
    (rb"PK(?:\x03\x04|\x05\x06)", "a ZIP archive"),
    (rb"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)"),
    (rb"BZh", "a bzip2 archive"),
    (rb"\xfd7zXZ\x00", "an xz archive"),
    (rb"7z\xbc\xaf", "a 7-Zip archive"),
    (rb"Rar!", "a RAR archive"),
    (rb"SQLite format 3\x00", "an SQLite database"),
    (rb"\{\\rtf", "a rich text document"),
    (rb"(?i:\s*<(?:!doctype|html|\?xml))", "a web page or XML document"),
    (rb"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])", "a JSON document"),
)
_SIGNATURE_REMEDIES = {
    "a ZIP archive": "unpack it and name the file inside",
}
_OWN_DOCUMENT = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"cardkit-owned/')
_SEEN_AT_THE_START = 4096


def _refuse_what_is_no_table(content: bytes, name: str) -> None:
    start = content[:_SEEN_AT_THE_START]
    if not content.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise InputError(
            "the file is empty", where=name, remedy="export the collection again, then import it"
        )
    if _OWN_DOCUMENT.match(start):
        return
    for signature, what in _SIGNATURES:
        if re.match(signature, start, re.DOTALL):
            remedy = _SIGNATURE_REMEDIES.get(what, "name the CSV export of the app instead")
            raise InputError(f"this is {what}, not a table of text", where=name, remedy=remedy)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        return
    if b"\x00" in start or len(re.findall(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]", start)) > 8:
        raise InputError(
            "this holds binary data, not a table of text",
            where=name,
            remedy=_SAVE_AGAIN,
        )


def _unmarked(content: bytes) -> str | None:
    """Return the codec of UTF-16 or UTF-32 without a byte order mark; None where it is neither."""
    start = content[:_SEEN_AT_THE_START]
    if b"\x00" not in start or start.startswith(_MARKED):
        return None
    for encoding, width in _UNMARKED:
        try:
            text = start[: len(start) // width * width].decode(encoding)
        except UnicodeDecodeError as error:
            if error.start < len(start) - 2 * width:  # the last letter may be cut in two
                continue
            text = start[: error.start].decode(encoding)
        letters = text.replace("\r", "").replace("\n", "").replace("\t", "").replace("\x1f", "")
        if (
            letters.strip()
            and letters.isprintable()
            and re.search(r"[\r\n]", text)
            and _is_text(content, encoding)
        ):
            return encoding
    return None


def _is_text(content: bytes, encoding: str) -> bool:
    """Whether the bytes decode without a fault, found without holding the text as a whole."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for start in range(0, len(content), _CHUNK_BYTES):
            decoder.decode(content[start : start + _CHUNK_BYTES])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
