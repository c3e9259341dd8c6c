from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.errors import InputError
from cardkit.printing import Grid, Margins, Paper, fit_grid, label_sheets, papers

A4 = papers()["a4"]
LETTER = papers()["letter"]
_HAIR = 1e-6


def lengths(least: int, most: int) -> st.SearchStrategy[float]:
    """Hundredths of a millimetre, as templates are written."""
    return st.integers(least * 100, most * 100).map(lambda hundredths: hundredths / 100)


@given(
    paper=st.builds(
        Paper,
        name=st.just("own"),
        label=st.just("own"),
        width_mm=lengths(100, 420),
        height_mm=lengths(100, 600),
    ),
    margins=st.builds(
        Margins,
        left_mm=lengths(0, 20),
        right_mm=lengths(0, 20),
        top_mm=lengths(0, 20),
        bottom_mm=lengths(0, 20),
    ),
    width_mm=lengths(5, 60),
    height_mm=lengths(5, 60),
    gap_x_mm=lengths(0, 6),
    gap_y_mm=lengths(0, 6),
    count=st.integers(1, 60),
)
def test_pieces_neither_overlap_nor_leave_the_printable_area(
    paper: Paper,
    margins: Margins,
    width_mm: float,
    height_mm: float,
    gap_x_mm: float,
    gap_y_mm: float,
    count: int,
) -> None:
    grid = fit_grid(
        paper,
        margins,
        width_mm=width_mm,
        height_mm=height_mm,
        gap_x_mm=gap_x_mm,
        gap_y_mm=gap_y_mm,
    )
    slots = grid.impose(count)

    assert len(slots) == count
    assert slots[-1].page == grid.pages(count) == math.ceil(count / grid.places)
    for slot in slots:
        assert slot.x_mm >= margins.left_mm - _HAIR
        assert slot.y_mm >= margins.top_mm - _HAIR
        assert slot.x_mm + width_mm <= paper.width_mm - margins.right_mm + _HAIR
        assert slot.y_mm + height_mm <= paper.height_mm - margins.bottom_mm + _HAIR
    page = [slot for slot in slots if slot.page == 1]
    for index, one in enumerate(page):
        for other in page[index + 1 :]:
            apart_x = abs(one.x_mm - other.x_mm) >= width_mm + gap_x_mm - _HAIR
            apart_y = abs(one.y_mm - other.y_mm) >= height_mm + gap_y_mm - _HAIR
            assert apart_x or apart_y
    assert _one_more_would_not_fit(grid, paper.width_mm - margins.left_mm - margins.right_mm)


def _one_more_would_not_fit(grid: Grid, room_mm: float) -> bool:
    return (grid.columns + 1) * grid.pitch_x_mm - (
        grid.pitch_x_mm - grid.width_mm
    ) > room_mm - _HAIR


@pytest.mark.parametrize(
    ("paper", "gap_mm", "margin_mm", "across", "down"),
    [
        (A4, 0, 0, 3, 3),
        (A4, 5.5, 5, 3, 3),
        (A4, 5.51, 5, 2, 3),
        (A4, 4.15, 6.35, 3, 3),
        (LETTER, 0, 6.35, 3, 3),
        (LETTER, 2.7, 5, 3, 3),
        (LETTER, 2.71, 5, 3, 2),
        (LETTER, 1.35, 6.35, 3, 3),
        (LETTER, 6, 6.35, 3, 2),
    ],
)
def test_as_many_cards_as_the_paper_takes(
    paper: Paper, gap_mm: float, margin_mm: float, across: int, down: int
) -> None:
    grid = fit_grid(
        paper,
        Margins.even(margin_mm),
        width_mm=63,
        height_mm=88,
        gap_x_mm=gap_mm,
        gap_y_mm=gap_mm,
    )
    assert (grid.columns, grid.rows) == (across, down)


def test_the_block_is_centred() -> None:
    grid = fit_grid(LETTER, Margins.even(5), width_mm=63, height_mm=88)
    assert grid.left_mm == pytest.approx(13.45)
    assert grid.top_mm == pytest.approx(7.7)
    assert LETTER.width_mm - grid.right_mm == pytest.approx(grid.left_mm)
    assert LETTER.height_mm - grid.bottom_mm == pytest.approx(grid.top_mm)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"columns": 3, "gap_x_mm": 6.0},
            ["3 columns need 201.00 mm", "leave 200.00 mm", "take 2 columns", "5.50 mm", "4.50 mm"],
        ),
        ({"rows": 4}, ["4 rows need 352.00 mm", "leave 287.00 mm", "take 3 rows"]),
        ({"width_mm": 300.0}, ["1 column needs 300.00 mm", "larger paper or smaller pieces"]),
        ({"width_mm": 204.0}, ["margins of at most 3.00 mm"]),
        (
            {"width_mm": 300.0, "height_mm": 400.0},
            ["1 column needs 300.00 mm", "1 row needs 400.00 mm"],
        ),
        ({"width_mm": 0.0, "gap_y_mm": -1.0}, ["piece width", "got 0.0", "gap between rows", "-1"]),
        ({"columns": 0}, ["at least 1 of its columns, got 0"]),
        ({"height_mm": math.nan}, ["piece height", "nan"]),
    ],
)
def test_a_grid_that_cannot_be_is_refused_with_what_would(
    changes: dict[str, Any], says: list[str]
) -> None:
    wanted: dict[str, Any] = {"width_mm": 63.0, "height_mm": 88.0} | changes
    with pytest.raises(InputError) as caught:
        fit_grid(A4, Margins.even(5), **wanted)
    for words in says:
        assert words in str(caught.value)


@pytest.mark.parametrize("start_at", [0, 10, -1])
def test_a_first_place_beyond_the_page_is_refused(start_at: int) -> None:
    grid = fit_grid(A4, Margins.even(5), width_mm=63, height_mm=88)
    with pytest.raises(InputError, match=f"1 to 9 on this sheet, got {start_at}"):
        grid.impose(1, start_at=start_at)


def test_a_part_used_sheet_starts_later_and_counts_its_pages() -> None:
    grid = label_sheets()["L7160"].grid
    slots = grid.impose(5, start_at=20)
    assert [(slot.page, slot.row, slot.column) for slot in slots] == [
        (1, 7, 2),
        (1, 7, 3),
        (2, 1, 1),
        (2, 1, 2),
        (2, 1, 3),
    ]
    assert grid.pages(5, start_at=20) == 2
    assert grid.pages(0, start_at=20) == 0
