from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardkit.errors import InputError
from cardkit.printing import LabelKind, LabelSheet, label_sheet_for, label_sheet_named, label_sheets
from cardkit.printing.label_sheets import (
    CENTRED_WITHIN_MM,
    own_label_sheets,
    read_label_sheet,
)
from cardkit.printing.papers import paper_named
from cardkit.resources import template

ALL_SHEETS = pytest.mark.parametrize("sheet", label_sheets().values(), ids=lambda sheet: sheet.name)
OWN: dict[str, Any] = {
    "paper": "a4",
    "columns": 2,
    "rows": 4,
    "width_mm": 90,
    "height_mm": 60,
    "left_mm": 10,
    "top_mm": 20,
    "pitch_x_mm": 95,
    "pitch_y_mm": 62,
}


@ALL_SHEETS
def test_every_sheet_lies_in_the_middle_of_its_paper(sheet: LabelSheet) -> None:
    grid, paper = sheet.grid, sheet.grid.paper
    across_mm = paper.width_mm - grid.right_mm - grid.left_mm
    down_mm = paper.height_mm - grid.bottom_mm - grid.top_mm
    assert abs(across_mm) <= CENTRED_WITHIN_MM + 1e-6
    assert (abs(down_mm) <= CENTRED_WITHIN_MM + 1e-6) == sheet.centred_down


@ALL_SHEETS
def test_no_label_overlaps_another_or_hangs_over_the_edge(sheet: LabelSheet) -> None:
    grid, paper = sheet.grid, sheet.grid.paper
    assert grid.pitch_x_mm >= grid.width_mm
    assert grid.pitch_y_mm >= grid.height_mm
    assert grid.right_mm <= paper.width_mm
    assert grid.bottom_mm <= paper.height_mm + 0.02
    assert f"{grid.places} labels of {grid.width_mm:g} x {grid.height_mm:g} mm" in sheet.label


def test_no_two_sheets_share_a_name() -> None:
    names = [name for sheet in label_sheets().values() for name in (sheet.name, *sheet.also)]
    assert len(names) == len({name.casefold() for name in names})


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("5267", "5167"),
        ("5263", "5163"),
        ("8371", "5371"),
        ("L7632", "L4732"),
        ("L6113", "L6009"),
        ("L4736", "L6009"),
    ],
)
def test_sheets_with_the_same_grid_are_known_by_each_name(name: str, called: str) -> None:
    assert label_sheet_named(name).name == called


@pytest.mark.parametrize("kind", LabelKind)
@pytest.mark.parametrize("paper", ["a4", "letter", "legal", "a3", "tabloid", "200x300"])
def test_each_kind_of_label_has_its_sheet_on_each_paper(kind: LabelKind, paper: str) -> None:
    sheet = label_sheet_for(paper_named(paper), kind)
    assert sheet.name in template("labels")["suits"][kind].values()


def test_an_own_sheet_comes_before_those_that_are_sold() -> None:
    own = own_label_sheets({"shelf": OWN, "L7160": OWN})
    assert label_sheet_named("SHELF", own).grid.places == 8
    assert label_sheet_named("l7160", own).grid.places == 8
    assert label_sheet_named("5160", own).grid.places == 30
    assert own["shelf"].label == "shelf (A4, 8 labels of 90 x 60 mm)"
    assert own["shelf"].face == "tall"


def test_what_an_own_sheet_leaves_out_follows_from_the_rest() -> None:
    few = {key: value for key, value in OWN.items() if not key.startswith("pitch")}
    sheet = LabelSheet.from_dict("x", few | {"height_mm": 12})
    assert (sheet.grid.pitch_x_mm, sheet.grid.pitch_y_mm, sheet.face) == (90, 12, "line")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"columns": 3}, r"sheet: \$\.columns: 3 columns end at 290.00 mm, A4 .* take fewer"),
        ({"rows": 5}, r"rows: 5 rows end at 328.00 mm"),
        ({"pitch_x_mm": 80}, r"pitch_x_mm: the columns overlap: .* 90 mm, got 80 mm"),
        ({"pitch_y_mm": 50}, r"the rows overlap: .* label's height"),
        ({"paper": "a99"}, r"\$\.paper: the paper must be one of a4, .*got 'a99'"),
        ({"width_mm": -4}, r"width_mm: expects at least 5, got -4"),
        ({"colums": 2}, r"unknown key 'colums'; write 'columns'"),
    ],
)
def test_an_own_sheet_that_makes_no_sense_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        LabelSheet.from_dict("x", OWN | changes, where="sheet")


def test_every_fault_of_every_own_sheet_is_said_at_once() -> None:
    with pytest.raises(InputError) as caught:
        own_label_sheets({"a": OWN | {"columns": 3, "rows": 9}, "b": OWN | {"paper": "?"}})
    assert [fault.where for fault in caught.value.faults] == [
        "$.printing.sheets.a.columns",
        "$.printing.sheets.a.rows",
        "$.printing.sheets.b.paper",
    ]


def test_a_sheet_is_read_from_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "shelf labels.toml"
    path.write_text("".join(f"{key} = {value!r}\n" for key, value in OWN.items()))
    assert read_label_sheet(path).name == "shelf labels"
    path.write_text("columns = ")
    with pytest.raises(InputError, match=r"shelf labels.toml:1: expects TOML"):
        read_label_sheet(path)
