from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.cards import CardId
from cardkit.catalogue import Catalogue
from cardkit.collection import Collection, Row, RowCard, Step
from cardkit.errors import InputError
from cardkit.imports import ImportReport, import_file
from cardkit.imports.exports import export_csv, export_json, exported
from cardkit.imports.not_owned import not_owned_csv
from cardkit.imports.review_sheet import COLUMNS
from cardkit.imports.spreadsheet import harmless
from cardkit.schema_check import schema_faults
from tests.imports import making

AT = datetime(2026, 4, 1, tzinfo=UTC)
APPS = ("collectr.csv", "tcgplayer-app.csv", "tcgplayer-app-2026.csv", "ebay.csv", "psa.csv")


def without_lines(rows: tuple[Row, ...]) -> list[tuple[object, ...]]:
    return [(row.card, row.count, row.finish, row.condition, row.grade, row.note) for row in rows]


@pytest.mark.parametrize("format_name", ["csv", "json"])
@pytest.mark.parametrize("app", APPS)
def test_export_then_import_gives_the_same_collection(
    app: str, format_name: str, catalogue: Catalogue, tmp_path: Path
) -> None:
    with Collection.open(tmp_path) as collection:
        imported = import_file(making.EXPORTS / app, catalogue, collection, at=AT)
        rows = tuple(stored.row for stored in collection.rows())
    text = exported(format_name, rows, catalogue)
    again = making.read(text, catalogue)
    assert again.format_name == "cardkit"
    assert without_lines(again.rows) == without_lines(imported.report.rows)
    assert again.skipped == ()
    assert exported(format_name, again.rows, catalogue) == text


CELLS = st.one_of(
    st.sampled_from(
        [
            "", "=1+1", "+1", "-2", "@x", "'4", "'=x", '="4"', "'", '"', "a,b", "x;y", "Alakazam",
            "Base", "1/6", "é ♀", "Near Mint Reverse Holofoil", "Booster Pack", "Code Card",
            "Japanese", "0", "unresolved",
        ]
    ),
    st.text(max_size=12).map(lambda text: clean(text)),
)  # fmt: skip


def clean(text: str) -> str:
    """What a cell can hold after it was read."""
    spaced = " ".join(text.split())
    seen = "".join(letter for letter in spaced if letter.isprintable()).strip()
    return "" if '"' in seen else seen.encode("utf-8", "ignore").decode()


@st.composite
def any_rows(draw: st.DrawFn) -> Row:
    resolved = draw(st.booleans())
    count = draw(st.integers(1, 9_999) if resolved else st.integers(0, 9_999))
    why = "expects a quantity, got 'x'" if not count else "set not known"
    card = RowCard(
        name=draw(CELLS) or "Pikachu",
        set_label=draw(CELLS),
        set_code=draw(CELLS),
        number=draw(CELLS),
        rarity=draw(CELLS),
        kind=draw(CELLS),
        language=draw(CELLS),
        card_id=CardId("base1-5") if resolved else None,
        step=Step.BY_HAND if resolved else None,
        reason="" if resolved else why,
        candidates=() if resolved else (CardId("base1-1"), CardId("base1-5")),
    )
    return Row(
        card=card,
        count=count,
        finish=draw(CELLS),
        condition=draw(CELLS),
        grade=draw(CELLS),
        note=draw(CELLS),
        line=2,
    )


@given(rows=st.lists(any_rows(), min_size=1, max_size=3))
@settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_collection_comes_back_as_it_was(catalogue: Catalogue, rows: list[Row]) -> None:
    for text in (export_csv(rows), export_json(rows)):
        again = making.read(text, catalogue)
        assert without_lines(again.rows) == without_lines(tuple(rows))
    for cells in csv.reader(io.StringIO(export_csv(rows))):
        assert not any(cell.startswith(("=1", "+", "-", "@")) for cell in cells)


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0"])
def test_cells_that_a_spreadsheet_would_run_are_guarded_and_read_back(
    cell: str, catalogue: Catalogue
) -> None:
    assert harmless(cell) == f"'{cell}"
    report = making.read(f"Name,Note,Set\nPikachu,{harmless(cell)},Base\n", catalogue)
    assert report.rows[0].note == cell
    assert f"'{cell}" in not_owned_csv(making.read(f"Name,Set\n{harmless(cell)},x\n", catalogue))


def edited(rows: list[dict[str, str]], catalogue: Catalogue) -> ImportReport:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    return making.read(text.getvalue(), catalogue)


def test_a_table_may_be_edited_before_it_is_read(catalogue: Catalogue) -> None:
    first = making.read(
        "Name,Set,Number,Qty\nAlakazam,Base,1,2\nSnorlax,Lost Valley,4,1\nPikachu,Base,5,two\n",
        catalogue,
    )
    rows = list(csv.DictReader(io.StringIO(export_csv(first.rows))))
    dugtrio = {"Name": "Dugtrio", "Set": "Steep Hills", "Number": "19"}
    rows.append(dict.fromkeys(rows[0], "") | dugtrio)
    rows[1]["Card ID"] = "hil3-19"  # the owner says what it is; the name says otherwise
    rows[2]["Quantity"] = "2"
    again = edited(rows, catalogue)
    assert [(row.card.card_id, row.count) for row in again.rows] == [
        ("base1-1", 2),
        (None, 1),
        ("base1-5", 2),
        ("hil3-19", 1),
    ]
    rows[1]["Found By"] = "by-hand"
    assert edited(rows, catalogue).rows[1].card.card_id == "hil3-19"
    rows[0] |= dugtrio
    assert edited(rows, catalogue).rows[0].card.card_id == "hil3-19"


def test_a_list_for_the_game_holds_the_same_printings(catalogue: Catalogue) -> None:
    first = making.read((Path(__file__).parent / "decklists/ptcgl.txt").read_bytes(), catalogue)
    text = exported("ptcgl", first.rows, catalogue)
    again = making.read(text, catalogue)
    assert again.format_name == "ptcgl"

    def copies(report: ImportReport) -> dict[object, int]:
        found: dict[object, int] = {}
        for row in report.rows:
            key = (row.card.card_id or row.card.name, row.finish)
            found[key] = found.get(key, 0) + row.count
        return found

    assert copies(again) == copies(first)
    assert text.splitlines()[:3] == ["Pokémon: 4", "2 Alakazam BS 1", "3 Pikachu V BRS-TG 5 PH"]


@pytest.mark.parametrize("format_name", ["ptcgl", "csv", "json"])
def test_an_energy_of_no_set_is_written_without_one_and_comes_back(
    format_name: str, catalogue: Catalogue
) -> None:
    first = making.read("1 Alakazam BS 1\n10 Fire Energy\n", catalogue, "decklist")
    text = exported(format_name, first.rows, catalogue)
    if format_name == "ptcgl":
        assert "10 Basic {R} Energy" in text.splitlines()
    again = making.read(text, catalogue)
    found = [(row.card.card_id, row.card.step, row.count) for row in again.rows]
    assert found == [(row.card.card_id, row.card.step, row.count) for row in first.rows]


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ({"rows": [{"quantity": "1"}]}, "name"),
        ({"rows": [{"quantity": "many", "name": "x"}]}, "quantity"),
        ({"rows": 3}, "rows"),
    ],
)
def test_a_document_with_faults_is_refused_by_path(
    document: dict[str, object], fault: str, catalogue: Catalogue
) -> None:
    text = json.dumps({"format": "cardkit-owned/1"} | document)
    with pytest.raises(InputError, match=fault):
        making.read(text, catalogue)
    with pytest.raises(InputError, match="JSON document"):
        making.read(text[:-1], catalogue)


def test_the_document_is_what_its_schema_says(catalogue: Catalogue) -> None:
    report = making.read(making.export("collectr.csv"), catalogue)
    assert schema_faults(json.loads(export_json(report.rows)), "owned") == ()


def test_cardkit_s_own_reports_are_no_collections(catalogue: Catalogue) -> None:
    report = making.read(making.export("collectr.csv"), catalogue)
    with pytest.raises(InputError, match="left out of it, already"):
        making.read(not_owned_csv(report), catalogue)
    with pytest.raises(InputError, match="cardkit review --apply"):
        making.read(",".join(COLUMNS) + "\n", catalogue)
