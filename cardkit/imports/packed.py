"""What has to be unpacked before it is text: Excel workbooks and gzip."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
import zlib
from datetime import date, datetime
from typing import Any

from cardkit.errors import InputError

GZIP = b"\x1f\x8b"
_WORKBOOK = re.compile(rb"PK\x03\x04.{0,4000}?(?:\[Content_Types\]|xl/)", re.DOTALL)

_MAX_UNPACKED = 16
"""How many times its bound a workbook may grow: XML is wordy, but an attack a thousandfold."""


def is_workbook(start: bytes) -> bool:
    """Whether bytes begin as an Excel workbook (.xlsx)."""
    return _WORKBOOK.match(start) is not None


def gunzip(content: bytes, name: str, most_bytes: int) -> bytes:
    """Return what a gzip archive holds.

    Raises:
        InputError: it is damaged, or larger than ``most_bytes`` when unpacked.
    """
    parts: list[bytes] = []
    size = 0
    rest = content
    try:
        while rest.startswith(GZIP):
            unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
            part = unpacking.decompress(rest, most_bytes + 1 - size)
            size += len(part)
            if size > most_bytes:
                raise _too_large(name, most_bytes)
            if not unpacking.eof:
                raise _damaged("a gzip archive", name)
            parts.append(part)
            rest = unpacking.unused_data
    except zlib.error as error:
        raise _damaged("a gzip archive", name) from error
    if parts[0].startswith(GZIP):
        raise InputError(
            "this is an archive within an archive", where=name, remedy="unpack it, then import it"
        )
    return b"".join(parts)


def workbook_text(content: bytes, name: str, most_bytes: int) -> tuple[str, tuple[str, ...]]:
    """Return the first sheet that holds anything, as comma-separated lines, and what to say of it.

    Rows keep their numbers as lines. Dates are written as ``2026-04-25``.

    Raises:
        InputError: openpyxl is not installed, the workbook is damaged, too large, or empty.
    """
    try:
        import openpyxl
    except ImportError as error:
        raise InputError(
            "this is an Excel workbook (.xlsx), and reading it needs openpyxl, which is not "
            "installed",
            where=name,
            remedy='pip install "cardkit[xlsx]", or save the sheet as CSV UTF-8',
        ) from error
    _look_inside(content, name, most_bytes)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and rules that are of no interest here
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            try:
                return _first_sheet(book, name, most_bytes)
            finally:
                book.close()
    except InputError:
        raise
    except Exception as error:  # the library meets damage with whatever happens to fail
        raise _damaged("an Excel workbook", name) from error


def _first_sheet(book: Any, name: str, most_bytes: int) -> tuple[str, tuple[str, ...]]:
    sheets = list(book.worksheets)
    for sheet in sheets:
        sheet.reset_dimensions()  # some apps write wrong ones
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        filled = False
        for row in sheet.iter_rows(values_only=True):
            cells = [_cell(value) for value in row]
            filled = filled or any(cells)
            writer.writerow(cells if any(cells) else ())
            if text.tell() > most_bytes:
                raise _too_large(name, most_bytes)
        if filled:
            others = f"; its other sheets ({len(sheets) - 1}) are not" if len(sheets) > 1 else ""
            return text.getvalue(), (f"an Excel workbook: sheet {sheet.title!r} is read{others}",)
    raise InputError(
        "the workbook is empty", where=name, remedy="export the collection again, then import it"
    )


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value).split())


def _look_inside(content: bytes, name: str, most_bytes: int) -> None:
    """Refuse what would grow without end, and other documents that are packed alike."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
            is_sheet = any(entry.startswith("xl/") for entry in archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise _damaged("an Excel workbook", name) from error
    if size > _MAX_UNPACKED * most_bytes:
        raise _too_large(name, most_bytes)
    if not is_sheet:
        raise InputError(
            "this is an Office document, not a workbook",
            where=name,
            remedy="name the CSV export of the app instead",
        )


def _too_large(name: str, most_bytes: int) -> InputError:
    return InputError(
        f"a collection file has at most {most_bytes:,} bytes, this one has more when unpacked",
        where=name,
        remedy="split it into several files and import them one after the other",
    )


def _damaged(what: str, name: str) -> InputError:
    return InputError(
        f"this begins as {what} but cannot be unpacked",
        where=name,
        remedy="export or save it again, or save the sheet as CSV UTF-8",
    )
