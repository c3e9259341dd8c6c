from __future__ import annotations

import io

import pikepdf
import pytest

from cardkit.cards import CardId, EnergyType
from cardkit.errors import InputError
from cardkit.printing import LabelSheet, LabelStock, Paper, label_sheet_named, label_sheets, papers
from cardkit.printing.energy_list import energy_list_pdf
from cardkit.printing.stickers import (
    SLEEVE_MM,
    choose_energy_cards,
    spare_energy,
    sticker_layout,
    stickers_pdf,
)
from cardkit.units import points_to_mm
from tests.printing.making import boxes_mm, opened, proxy, text_of, words_of

L7160 = label_sheet_named("L7160")
A4 = papers()["a4"]
KINDS = EnergyType


def fits(sheet: LabelSheet) -> bool:
    try:
        sticker_layout(sheet)
    except InputError:
        return False
    return True


FITTING = [sheet for sheet in label_sheets().values() if fits(sheet)]
SMALL = [sheet for sheet in label_sheets().values() if not fits(sheet)]
EACH_SHEET = pytest.mark.parametrize("sheet", FITTING, ids=lambda sheet: sheet.name)
NINE = tuple(
    proxy(f"Testachu {letter}", kind, card_id=CardId(f"test1-{letter}"), count=2)
    for letter, kind in zip("ABCDEFGHI", EnergyType, strict=False)
)


def test_energy_that_is_in_the_deck_is_not_spare() -> None:
    spare = spare_energy({KINDS.FIRE: 9, KINDS.WATER: 5}, {KINDS.FIRE: 5, KINDS.WATER: 5})
    assert spare == {KINDS.FIRE: 4}


@pytest.mark.parametrize(
    ("types", "spare", "energy", "missing"),
    [
        ((KINDS.FIRE,), {KINDS.FIRE: 2}, KINDS.FIRE, 0),
        ((KINDS.FIRE,), {KINDS.WATER: 9}, KINDS.FIRE, 2),
        ((KINDS.FIRE, KINDS.WATER), {KINDS.FIRE: 1, KINDS.WATER: 2}, KINDS.WATER, 0),
        ((KINDS.FIRE, KINDS.WATER), {}, KINDS.FIRE, 2),
        ((KINDS.DRAGON, KINDS.METAL), {}, KINDS.METAL, 2),
        ((KINDS.DRAGON,), {KINDS.WATER: 9}, None, 0),
        ((KINDS.COLORLESS,), {KINDS.WATER: 1}, None, 1),
        ((), {KINDS.WATER: 2}, None, 0),
    ],
)
def test_the_energy_card_is_of_the_right_type(
    types: tuple[EnergyType, ...],
    spare: dict[EnergyType, int],
    energy: EnergyType | None,
    missing: int,
) -> None:
    (placed,), (need,) = choose_energy_cards([proxy(types=types, count=2)], spare)
    assert placed.energy is energy
    assert (need.energy, need.take, need.missing) == (energy, 2, missing)


def test_what_one_type_needs_is_not_given_to_two_types() -> None:
    both = proxy("Both", KINDS.FIRE, KINDS.WATER)
    single = proxy("Single", KINDS.FIRE, count=2)
    any_card = proxy("Any", KINDS.DRAGON)
    placed, needs = choose_energy_cards(
        [any_card, both, single], {KINDS.FIRE: 2, KINDS.WATER: 1, KINDS.GRASS: 1}
    )
    assert [card.card.name for card in placed] == ["Any", "Both", "Single"]
    assert [card.energy for card in placed] == [None, KINDS.WATER, KINDS.FIRE]
    assert [(need.label, need.take, need.spare) for need in needs] == [
        ("Fire Energy", 2, 2),
        ("Water Energy", 1, 1),
        ("any Energy", 1, 1),
    ]
    assert [name for _, name in needs[0].cards] == ["Single", "Single"]


@EACH_SHEET
def test_stickers_lie_on_their_labels_and_keep_off_the_edge(sheet: LabelSheet) -> None:
    job = stickers_pdf(NINE, LabelStock(sheet=sheet, start_at=2, title="Test pool"))
    planned = tuple(piece.slot for piece in job.plan.pieces)
    assert planned == sheet.grid.impose(18, start_at=2)
    with opened(job.content) as pdf:
        assert len(pdf.pages) == job.pages
        for number, page in enumerate(pdf.pages, start=1):
            slots = [piece.slot for piece in job.plan.page(number)]
            for letter in page.chars:
                x, y = points_to_mm(letter["x0"]), points_to_mm(letter["top"])
                right = points_to_mm(letter["x1"])
                assert any(
                    slot.x_mm + 2 <= x
                    and right <= slot.x_mm + sheet.grid.width_mm - 2
                    and slot.y_mm <= y <= slot.y_mm + sheet.grid.height_mm
                    for slot in slots
                )
    assert {finding.code for finding in job.warnings} <= {"sticker-too-wide"}
    with pikepdf.open(io.BytesIO(job.content)) as document:
        assert document.check_pdf_syntax() == []
    assert (
        job.content
        == stickers_pdf(NINE, LabelStock(sheet=sheet, start_at=2, title="Test pool")).content
    )


@EACH_SHEET
def test_a_sticker_says_what_an_enemy_needs(sheet: LabelSheet) -> None:
    cards, _ = choose_energy_cards([proxy("Aé♀", KINDS.FIRE, hp=170, retreat_cost=3)], {})
    text = text_of(stickers_pdf(cards, LabelStock(sheet=sheet)).content)
    for words in (
        "Aé♀",
        "170",
        "HP",
        "Stage 1 · evolves from Testichu",
        "Fire",
        "weakness",
        "×2",
        "−20",
        "retreat",
        "★Rare",
        "deck 3",
        "Test Set 7/99",
        "stick on Fire Energy",
        "PROXY - not for sale - not tournament legal",
    ):
        assert words in text
    assert {"R", "F", "M"} <= set(words_of(stickers_pdf(cards, LabelStock(sheet=sheet)).content))


def test_the_test_page_shows_every_label() -> None:
    job = stickers_pdf(NINE, LabelStock(sheet=L7160, outline=True))
    with opened(job.content) as pdf:
        assert len(boxes_mm(pdf.pages[0], 63.5, 38.1)) == 21
    assert "hold this test page against the label sheet" in text_of(job.content)


def test_labels_wider_than_a_sleeve_carry_marks_to_trim_them() -> None:
    wide = [sheet for sheet in FITTING if sheet.grid.width_mm > SLEEVE_MM + 1]
    assert wide
    for sheet in wide:
        job = stickers_pdf(NINE[:1], LabelStock(sheet=sheet))
        (finding,) = job.warnings
        assert finding.code == "sticker-too-wide"
        with opened(job.content) as pdf:
            xs = {round(points_to_mm(line["x0"]), 2) for line in pdf.pages[0].lines}
        slot = job.plan.pieces[0].slot
        middle = slot.x_mm + sheet.grid.width_mm / 2
        assert {round(middle - 33, 2), round(middle + 33, 2)} <= xs


def test_labels_that_are_too_small_are_refused_with_those_that_are_not() -> None:
    assert SMALL
    for sheet in SMALL:
        with pytest.raises(InputError, match=r"too small for stickers.*take one of .*L7160"):
            stickers_pdf(NINE, LabelStock(sheet=sheet))


def test_without_cards_there_is_nothing_to_stick() -> None:
    job = stickers_pdf([], LabelStock(sheet=L7160))
    assert (job.content, job.pages, job.plan.pieces) == (b"", 0, ())
    assert choose_energy_cards([], {}) == ((), ())


@pytest.mark.parametrize("paper", papers().values(), ids=lambda paper: paper.name)
def test_the_list_of_energy_cards_is_a_page_to_tick_off(paper: Paper) -> None:
    _, needs = choose_energy_cards(NINE, {KINDS.GRASS: 9, KINDS.FIRE: 1})
    job = energy_list_pdf(needs, paper=paper, title="Test pool")
    text = text_of(job.content)
    assert "2 × Grass Energy" in text
    assert "9 spare" in text
    assert "1 spare, 1 missing" in text
    assert "2 × Testachu A" in text
    with opened(job.content) as pdf:
        for page in pdf.pages:
            for part in [*page.chars, *page.lines, *page.curves]:
                assert points_to_mm(part["x0"]) >= 17.8
                assert points_to_mm(part["x1"]) <= points_to_mm(page.width) - 17.8
                assert points_to_mm(part["bottom"]) <= points_to_mm(page.height) - 8


def test_a_long_list_goes_on_on_the_next_page() -> None:
    many = [
        proxy(
            f"Testachu with quite a long name {number}", KINDS.FIRE, card_id=CardId(f"t-{number}")
        )
        for number in range(300)
    ]
    _, needs = choose_energy_cards([*many, proxy("W" * 300, KINDS.WATER)], {})
    job = energy_list_pdf(needs, paper=A4, title="x" * 300)
    assert job.pages >= 2
    assert "page 2 of" in text_of(job.content)
    assert energy_list_pdf([], paper=A4, title="").content == b""
