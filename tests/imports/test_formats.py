"""Every format that is known, by an invented export of its shape and what is made of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.catalogue import Catalogue
from cardkit.errors import InputError
from cardkit.imports import ImportReport, Reading, read_collection, read_path
from cardkit.imports.dialects import detect, dialects
from cardkit.imports.table import header_key
from tests.imports import making
from tests.imports.test_packed import workbook

FILES = {
    "tcgplayer-app.csv": "tcgplayer-app",
    "tcgplayer-app-2021.csv": "tcgplayer-app",
    "tcgplayer-app-2026.csv": "tcgplayer-app-2026",
    "tcgplayer-seller.csv": "tcgplayer-seller",
    "tcgplayer-pull-sheet.csv": "tcgplayer-pull-sheet",
    "collectr.csv": "collectr",
    "tcg-collector.csv": "tcg-collector",
    "tcg-collector-other-order.csv": "tcg-collector",
    "pricecharting.csv": "pricecharting",
    "pricecharting-condition-id.csv": "pricecharting",
    "dragon-shield.csv": "dragon-shield",
    "dragon-shield-phone.csv": "dragon-shield-phone",
    "cardmarket-purchases.csv": "cardmarket-purchases",
    "cardmarket-stock.csv": "cardmarket-stock",
    "cardmarket-powertools.csv": "cardmarket-powertools",
    "cardmarket-powertools-long.csv": "cardmarket-powertools",
    "psa.csv": "psa",
    "card-ladder.csv": "card-ladder",
    "ludex.csv": "ludex",
    "deckbox.csv": "deckbox",
    "manabox.csv": "manabox",
    "cardcastle.csv": "cardcastle",
    "cardcastle-simple.csv": "cardcastle-simple",
    "cardtrader.csv": "cardtrader",
    "whatnot.csv": "whatnot",
    "ebay.csv": "ebay",
    "Flammes Obsidiennes.csv": "pokecardex",
    "spreadsheet-dates.csv": "generic",
}
REFUSED = {
    "tcgplayer-pull-sheet.csv": "tcgplayer-pull-sheet",
    "tcgplayer-shipping.csv": "tcgplayer-shipping",
    "pricecharting-price-guide.csv": "pricecharting-price-guide",
}


def read(name: str, catalogue: Catalogue) -> ImportReport:
    asked = REFUSED.get(name)
    return read_collection(
        read_path(making.EXPORTS / name), catalogue, reading=Reading(format_name=asked)
    )


def written(report: ImportReport) -> str:
    """A report as a text that a person can compare with the file."""
    lines = {row.line: f"{row.line}: skipped, {row.reason.value}" for row in report.skipped}
    text = [f"{report.format_name}, {report.rows_read} rows", *report.notes]
    told = list(lines.items())
    for row in report.rows:
        found = row.card.card_id or f"? {row.card.reason} [{' '.join(row.card.candidates)}]"
        about = (row.finish, row.condition, row.grade, row.card.language, row.note)
        words = [f"{row.line}: {row.count} x {row.card.name} -> {found}"]
        words += [row.card.step] if row.card.step else []
        told.append((row.line, "; ".join((*words, *filter(None, about)))))
    text += [words for _, words in sorted(told, key=lambda each: each[0])]
    return "\n".join(text) + "\n"


@pytest.mark.parametrize("name", FILES)
def test_each_row_is_what_a_person_has_checked(
    name: str, catalogue: Catalogue, golden: Callable[[Path, str], None]
) -> None:
    report = read(name, catalogue)
    assert report.format_name == FILES[name]
    parts = (report.owned, report.skipped, report.unresolved)
    assert report.rows_read == sum(map(len, parts))
    golden(making.EXPORTS / "read" / f"{Path(name).stem}.txt", written(report))


@pytest.mark.parametrize(("name", "format_name"), REFUSED.items())
def test_what_is_no_collection_is_refused(
    name: str, format_name: str, catalogue: Catalogue
) -> None:
    with pytest.raises(InputError) as refused:
        read_collection(read_path(making.EXPORTS / name), catalogue)
    fault = refused.value.faults[0]
    dialect = next(each for each in dialects() if each.name == format_name)
    assert dialect.refused in fault.what
    assert (f"--as {format_name}" in fault.remedy) == dialect.on_request
    if not dialect.on_request:
        with pytest.raises(InputError):
            read(name, catalogue)


def test_every_format_has_an_export() -> None:
    assert {each.name for each in dialects()} == {*FILES.values(), *REFUSED.values()}


@pytest.mark.parametrize("name", [*FILES, *REFUSED])
@pytest.mark.parametrize("more", [(), ("Language",), ("Language", "Some New Column", "Tags")])
def test_a_header_is_known_in_any_order_and_with_more_columns(
    name: str, more: tuple[str, ...]
) -> None:
    lines = [line for line in making.export(name).splitlines() if not line.startswith('"sep')]
    delimiter = ";" if lines[0].count(";") > lines[0].count(",") else ","
    names = next(csv.reader(io.StringIO(lines[0]), delimiter=delimiter))
    keys = tuple(header_key(each) for each in (*more, *reversed(names)))
    found = detect(keys)
    assert found is not None
    assert found.name == (FILES | REFUSED)[name]


def test_a_workbook_of_tcg_collector_is_read_like_its_table(catalogue: Catalogue) -> None:
    name = "tcg-collector-other-order.csv"
    rows = list(csv.reader(io.StringIO(making.export(name))))
    report = making.read(workbook(rows), catalogue)
    assert report.format_name == "tcg-collector"
    assert report.rows == read(name, catalogue).rows
