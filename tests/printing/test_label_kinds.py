from __future__ import annotations

import pytest

from cardkit.decks import RarityDeck, Requirements
from cardkit.errors import InputError
from cardkit.printing import LabelStock, deck_labels, label_sheet_named, label_sheets, labels_pdf
from cardkit.printing.box_labels import box_labels_pdf
from cardkit.printing.card_labels import CardLabel, card_labels, card_labels_pdf
from cardkit.printing.printers import Printer
from cardkit.units import points_to_mm
from tests.decks.making import full_pool
from tests.printing.making import boxes_mm, opened, text_of, words_of

HEAPS = deck_labels(full_pool(), Requirements.default().sleeves)


def test_each_copy_of_each_card_gets_a_label() -> None:
    labels = card_labels(full_pool().cards())
    assert [(label.mark, label.count) for label in labels] == [
        ("●", 20),
        ("◆", 18),
        ("★", 6),
        ("★★", 6),
        ("★★★", 6),
    ]
    few = card_labels(full_pool().cards(), [RarityDeck.RARE, RarityDeck.VMAX])
    assert [label.mark for label in few] == ["★", "★★★"]
    job = card_labels_pdf(
        few, LabelStock(sheet=label_sheet_named("L7656"), title="Box"), owner="Ada"
    )
    assert len(job.plan.pieces) == 12
    assert words_of(job.content).count("Ada") == 12
    assert words_of(job.content).count("★★★") == 6


def test_without_an_owner_the_label_of_a_card_names_the_pool() -> None:
    label = CardLabel(name="Testachu", mark="★", printing="test1-7")
    job = card_labels_pdf([label], LabelStock(sheet=label_sheet_named("5167"), title="Box"))
    assert {"Testachu", "★", "test1-7", "Box"} == set(words_of(job.content))


@pytest.mark.parametrize("sheet", label_sheets().values(), ids=lambda sheet: sheet.name)
def test_labels_of_cards_lie_inside_the_labels_of_every_sheet(sheet) -> None:  # type: ignore[no-untyped-def]
    label = CardLabel(name="A Pokemon with a rather long name V-UNION", mark="★★★", printing="x-1")
    job = card_labels_pdf([label], LabelStock(sheet=sheet, start_at=2), owner="Somebody")
    slot = job.plan.pieces[0].slot
    with opened(job.content) as pdf:
        for letter in pdf.pages[0].chars:
            assert points_to_mm(letter["x0"]) >= slot.x_mm + 0.8
            assert points_to_mm(letter["x1"]) <= slot.right_mm - 0.8
            assert points_to_mm(letter["top"]) >= slot.y_mm
            assert points_to_mm(letter["bottom"]) <= slot.bottom_mm


def test_a_name_that_does_not_fit_is_warned_about_once() -> None:
    label = CardLabel(name="Longname" * 30, mark="★", printing="test1-7", count=3)
    job = card_labels_pdf([label], LabelStock(sheet=label_sheet_named("L7656")))
    assert [finding.code for finding in job.warnings] == ["text-cut"]
    assert "--sheet" in job.warnings[0].remedy


def test_the_label_of_the_box_lists_what_it_holds() -> None:
    job = box_labels_pdf(
        HEAPS, LabelStock(sheet=label_sheet_named("L7163"), title="My pool"), owner="Ada"
    )
    text = text_of(job.content)
    for words in ("My pool", "101 cards", "belongs to Ada", "Uncommon", "★★★", "Pokeball"):
        assert words in text
    assert job.warnings == ()
    twice = box_labels_pdf(
        HEAPS, LabelStock(sheet=label_sheet_named("5163"), title="My pool"), copies=2
    )
    assert len(twice.plan.pieces) == 2


def test_a_sheet_of_small_labels_is_refused_for_boxes_with_those_that_suit() -> None:
    with pytest.raises(InputError, match=r"L7651 are too small .* take one of L7160, .*5371"):
        box_labels_pdf(HEAPS, LabelStock(sheet=label_sheet_named("L7651"), title="My pool"))


def test_an_offset_moves_everything_and_stands_in_the_plan() -> None:
    sheet = label_sheet_named("L7160")
    printer = Printer(front_offset_mm=(1.5, -2.0))
    job = labels_pdf(HEAPS, LabelStock(sheet=sheet, outline=True, printer=printer, title=""))
    grid = sheet.grid
    with opened(job.content) as pdf:
        found = boxes_mm(pdf.pages[0], grid.width_mm, grid.height_mm)
    slots = [grid.slot(index) for index in range(grid.places)]
    for corner, slot in zip(found, slots, strict=True):
        assert corner == pytest.approx((slot.x_mm + 1.5, slot.y_mm - 2.0), abs=0.02)
    assert job.plan.to_dict()["offset_mm"] == [1.5, -2.0]
