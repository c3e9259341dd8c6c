from __future__ import annotations

import gzip
import io
import sys
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import date

import openpyxl
import pytest

from cardkit.catalogue import Catalogue
from cardkit.errors import InputError
from cardkit.imports import reading
from cardkit.imports.reading import source_of
from tests.imports import making


def workbook(*sheets: Sequence[Sequence[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(list(row))
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


HEADER = ("Name", "Set", "Number", "Quantity")


def test_a_workbook_is_read_like_the_table_in_it(catalogue: Catalogue) -> None:
    rows = (
        HEADER,
        ("Alakazam", "Base", 1, 2.0),
        (),
        ("Pikachu", "Base", "5/6", None),
        ("Nidoran\nM", "Base", date(2026, 2, 6), 1),
    )
    report = making.read(workbook((), rows, (("other",),)), catalogue)
    assert [(row.line, row.card.card_id, row.count) for row in report.owned] == [
        (2, "base1-1", 2),
        (4, "base1-5", 1),
        (5, "base1-2", 1),
    ]
    assert (
        report.notes[0] == "an Excel workbook: sheet 'Sheet1' is read; its other sheets (2) are not"
    )


def test_a_workbook_without_anything_is_refused() -> None:
    with pytest.raises(InputError, match="workbook is empty"):
        source_of(workbook(()), name="list.xlsx")


def test_without_openpyxl_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(InputError, match="needs openpyxl") as refused:
        source_of(workbook((HEADER,)), name="list.xlsx")
    assert "cardkit[xlsx]" in refused.value.faults[0].remedy


def test_a_damaged_workbook_is_refused_and_never_fails_otherwise() -> None:
    whole = workbook((HEADER, ("Alakazam", "Base", 1, 2)))
    for cut in range(4, len(whole), 97):
        for content in (whole[:cut], whole[:cut] + b"\x00\xff" * 8 + whole[cut + 16 :]):
            with suppress(InputError):
                source_of(content, name="list.xlsx")


def test_gzip_is_unpacked(catalogue: Catalogue) -> None:
    text = making.export("collectr.csv").encode()
    half = text.index(b"\n", 300) + 1
    packed = gzip.compress(text[:half]) + gzip.compress(text[half:])
    assert making.read(packed, catalogue).rows == making.read(text, catalogue).rows
    source = source_of(packed, name="list.csv.gz")
    assert source.content == text
    assert source.digest != source_of(text, name="list.csv").digest


def test_a_packed_workbook_is_read(catalogue: Catalogue) -> None:
    content = gzip.compress(workbook((HEADER, ("Alakazam", "Base", "1", 2))))
    assert making.read(content, catalogue).owned[0].card.card_id == "base1-1"


def test_what_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 10_000)
    with pytest.raises(InputError, match="at most 10,000 bytes"):
        source_of(gzip.compress(b"Name,Set\n" * 10_000), name="list.csv.gz")
    with pytest.raises(InputError, match="at most 10,000 bytes"):
        source_of(workbook((("Name", "Set"), *[("Alakazam", "Base")] * 1_000)), name="list.xlsx")
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b" " * 1_000_000)
        archive.writestr("xl/workbook.xml", b"")
    with pytest.raises(InputError, match="at most 10,000 bytes"):
        source_of(bomb.getvalue(), name="list.xlsx")
