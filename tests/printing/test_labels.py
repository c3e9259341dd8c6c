from __future__ import annotations

import io

import pikepdf
import pytest

from cardkit.decks import RarityDeck, Requirements, SleeveColours
from cardkit.errors import InputError
from cardkit.printing import (
    DeckLabel,
    LabelSheet,
    LabelStock,
    deck_labels,
    label_sheet_for,
    label_sheet_named,
    label_sheets,
    labels_pdf,
    paper_named,
    papers,
)
from cardkit.printing.labels import ENERGY_MARK, POKEBALL_MARK
from cardkit.resources import template
from cardkit.units import mm_to_points, points_to_mm
from tests.decks.making import full_pool
from tests.printing.making import boxes_mm, opened, text_of

ALL_SHEETS = pytest.mark.parametrize("sheet", label_sheets().values(), ids=lambda sheet: sheet.name)
SEVEN = tuple(
    DeckLabel(
        name="Deck " + "ABCDEFG"[number - 1],
        count=number * 7,
        mark="★" * (number % 4),
        sleeve="red",
    )
    for number in range(1, 8)
)


@ALL_SHEETS
def test_the_test_page_shows_every_label_of_the_sheet_in_its_place(sheet: LabelSheet) -> None:
    job = labels_pdf(SEVEN, LabelStock(sheet=sheet, start_at=3, outline=True, title="Test pool"))
    grid = sheet.grid
    with opened(job.content) as pdf:
        page = pdf.pages[0]
        found = boxes_mm(page, grid.width_mm, grid.height_mm)
        planned = [(grid.slot(index).x_mm, grid.slot(index).y_mm) for index in range(grid.places)]
        assert len(found) == grid.places
        for corner, place in zip(found, planned, strict=True):
            assert corner == pytest.approx(place, abs=0.02)
        words = [word["text"] for word in page.extract_words()]
    used = {str(place) for place in range(3, min(10, grid.places + 1))}
    assert {"1", "2", str(grid.places)} - used <= set(words)
    assert not {"3", "9"} & used & set(words)
    if grid.top_mm:  # without a margin there is no room for words
        assert "hold this test page against the label sheet" in text_of(job.content)


@ALL_SHEETS
def test_labels_lie_where_the_sheet_has_them_and_print_no_outline(sheet: LabelSheet) -> None:
    job = labels_pdf(SEVEN, LabelStock(sheet=sheet, start_at=2, title="Test pool"))
    grid, face = sheet.grid, template("labels")["faces"][sheet.face]
    across, down = grid.width_mm / face["size"]["width"], grid.height_mm / face["size"]["height"]
    stretch = {"x": across, "y": down, "width": across, "height": down}
    swatch = {key: face["swatch"][key] * factor for key, factor in stretch.items()}
    with opened(job.content) as pdf:
        assert len(pdf.pages) == job.pages
        assert boxes_mm(pdf.pages[0], grid.width_mm, grid.height_mm) == []
        swatches = sorted(
            (page.page_number, points_to_mm(curve["top"]), points_to_mm(curve["x0"]))
            for page in pdf.pages
            for curve in page.curves
            if curve["fill"]
            and points_to_mm(curve["width"]) == pytest.approx(swatch["width"], abs=0.02)
            and points_to_mm(curve["height"]) == pytest.approx(swatch["height"], abs=0.02)
        )
    planned = [
        (piece.slot.page, piece.slot.y_mm + swatch["y"], piece.slot.x_mm + swatch["x"])
        for piece in job.plan.pieces
    ]
    assert len(swatches) == len(planned) == 7
    for found, place in zip(swatches, planned, strict=True):
        assert found == pytest.approx(place, abs=0.02)


@ALL_SHEETS
def test_nothing_of_a_label_comes_near_its_edge(sheet: LabelSheet) -> None:
    label = DeckLabel(name="VMAX / VSTAR / Tera / MEGA", count=999, mark="★★★", sleeve="dark green")
    job = labels_pdf(
        [label], LabelStock(sheet=sheet, title="A pool whose name is far too long for one line")
    )
    slot = job.plan.pieces[0].slot
    near_mm = min(2.4, sheet.grid.height_mm / 9.5, sheet.grid.width_mm / 28)
    with opened(job.content) as pdf:
        parts = [*pdf.pages[0].chars, *pdf.pages[0].curves]
        for part in parts:
            assert points_to_mm(part["x0"]) >= slot.x_mm + near_mm
            assert points_to_mm(part["x1"]) <= slot.x_mm + sheet.grid.width_mm - near_mm
        for part in pdf.pages[0].curves:
            assert points_to_mm(part["top"]) >= slot.y_mm + near_mm
            assert points_to_mm(part["bottom"]) <= slot.y_mm + sheet.grid.height_mm - near_mm
    assert job.warnings == ()


@ALL_SHEETS
def test_the_file_is_sound_and_as_large_as_the_sheet(sheet: LabelSheet) -> None:
    job = labels_pdf(SEVEN, LabelStock(sheet=sheet, title="Test pool"))
    assert job.content == labels_pdf(SEVEN, LabelStock(sheet=sheet, title="Test pool")).content
    paper = sheet.grid.paper
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        size = [mm_to_points(paper.width_mm), mm_to_points(paper.height_mm)]
        box = [float(edge) for edge in pdf.pages[0].MediaBox]
        assert box == pytest.approx([0, 0, *size], abs=0.01)


def test_labels_run_on_to_the_next_sheet() -> None:
    sheet = label_sheet_named("L7160")
    job = labels_pdf(SEVEN, LabelStock(sheet=sheet, start_at=20, title=""))
    assert job.pages == 2
    assert [piece.slot.page for piece in job.plan.pieces] == [1, 1, 2, 2, 2, 2, 2]
    with pytest.raises(InputError, match="1 to 21 on this sheet, got 22"):
        labels_pdf(SEVEN, LabelStock(sheet=sheet, start_at=22, title=""))


def test_every_heap_on_the_table_gets_a_label() -> None:
    pool = full_pool()
    labels = deck_labels(pool, Requirements.default().sleeves)
    assert [label.name for label in labels] == [
        *(deck.label for deck in RarityDeck),
        "Energy",
        "Pokeball",
    ]
    assert [label.mark for label in labels] == [
        *(deck.mark for deck in RarityDeck),
        ENERGY_MARK,
        POKEBALL_MARK,
    ]
    assert [label.count for label in labels] == [20, 18, 6, 6, 6, 40, 5]
    text = text_of(
        labels_pdf(labels, LabelStock(sheet=label_sheet_named("5160"), title="Test pool")).content
    )
    for words in ("20 cards", "40 cards", "★★★", ENERGY_MARK, POKEBALL_MARK, "Test pool"):
        assert words in text
    for label in labels:
        assert f"{label.sleeve} sleeves" in text


def test_the_colours_of_the_default_sleeves_are_all_known() -> None:
    sleeves = SleeveColours.to_dict(Requirements.default().sleeves)
    labels = [DeckLabel(name=name, count=1, mark="", sleeve=word) for name, word in sleeves.items()]
    job = labels_pdf(labels, LabelStock(sheet=label_sheet_named("L7160"), title=""))
    assert job.warnings == ()
    assert "1 card" in text_of(job.content)


def test_an_unknown_colour_is_printed_as_a_word_and_warned_about() -> None:
    label = DeckLabel(name="Common", count=20, mark="●", sleeve="sparkling")
    job = labels_pdf([label], LabelStock(sheet=label_sheet_named("L7160"), title=""))
    assert [finding.code for finding in job.warnings] == ["colour-unknown"]
    assert "sparkling sleeves" in text_of(job.content)
    with opened(job.content) as pdf:
        assert len(pdf.pages[0].lines) == 1  # the swatch is crossed out


@pytest.mark.parametrize("name", ["l7160", "L7160", "J8160"])
def test_a_sheet_is_found_by_each_of_its_names(name: str) -> None:
    assert label_sheet_named(name).name == "L7160"


def test_an_unknown_sheet_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"one of L7160, .*5160, .*got 'L9999'"):
        label_sheet_named("L9999")


def test_each_paper_has_its_label_sheet() -> None:
    found = {name: label_sheet_for(paper).name for name, paper in papers().items()}
    assert found == {
        "a4": "L7160",
        "letter": "5160",
        "legal": "5160",
        "a3": "L7160",
        "tabloid": "5160",
        "a2": "L7160",
        "a1": "L7160",
    }
    assert label_sheet_for(paper_named("200x300")).name == "L7160"
