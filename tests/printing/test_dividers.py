from __future__ import annotations

import io
from typing import Any

import pikepdf
import pytest

from cardkit.cards import CardSet, EnergyType, SetId
from cardkit.decks import OwnedCard, RarityDeck, Requirements
from cardkit.errors import InputError
from cardkit.printing import paper_named
from cardkit.printing.divider_groups import Divider, Grouping, dividers_of
from cardkit.printing.dividers import DividerShape, Side, dividers_pdf
from cardkit.printing.options import SheetOptions
from cardkit.units import points_to_mm
from tests.decks.making import full_pool, pokemon
from tests.printing.making import opened, text_of

SLEEVES = Requirements.default().sleeves
SETS = {
    SetId("test"): CardSet(set_id=SetId("test"), name="Later", release_date="2020/01/01"),
    SetId("old"): CardSet(set_id=SetId("old"), name="Older", release_date="1999/01/01"),
}


def sheet(shape: DividerShape, paper: str = "a4", **document: Any) -> SheetOptions:
    width, height = shape.size_mm
    size = {"card_size": f"{width}x{height}"}
    return SheetOptions.from_dict(size | document, paper=paper_named(paper))


def some(count: int) -> tuple[Divider, ...]:
    return tuple(Divider(name=f"Part {number}", count=number) for number in range(count))


SHAPES = {
    "sleeved": DividerShape.of((66, 91)),
    "unsleeved": DividerShape.of((63, 88)),
    "alternate": DividerShape.of((66, 91), side=Side.ALTERNATE),
    "right": DividerShape.of((66, 91), side=Side.RIGHT, tabs=4),
    "one": DividerShape.of((66, 91), tabs=1),
    "six": DividerShape.of((66, 91), tabs=6),
    "own tab": DividerShape.of((70, 95), tab=(25, 8), tabs=2),
    "no tab": DividerShape.of((66, 93), tab=(20, 0)),
}


@pytest.mark.parametrize("paper", ["a4", "letter", "legal", "a3", "tabloid"])
@pytest.mark.parametrize("name", SHAPES)
def test_every_divider_is_drawn_where_it_is_planned(name: str, paper: str) -> None:
    shape = SHAPES[name]
    job = dividers_pdf(some(9), shape, options=sheet(shape, paper), title="Test")
    width, height = shape.size_mm
    found = []
    with opened(job.content) as pdf:
        for page in pdf.pages:
            found += [
                (page.page_number, points_to_mm(edge["top"]), points_to_mm(edge["x0"]))
                for edge in (*page.curves, *page.rects)
                if points_to_mm(edge["width"]) == pytest.approx(width, abs=0.02)
                and points_to_mm(edge["height"]) == pytest.approx(height, abs=0.02)
            ]
    planned = [(piece.slot.page, piece.slot.y_mm, piece.slot.x_mm) for piece in job.plan.pieces]
    assert len(found) == len(planned) == 9
    for one, other in zip(sorted(found), sorted(planned), strict=True):
        assert one == pytest.approx(other, abs=0.02)


@pytest.mark.parametrize("name", SHAPES)
def test_the_tab_of_each_divider_stands_in_its_place(name: str) -> None:
    shape = SHAPES[name]
    for index in range(8):
        left = shape.tab_left_mm(index)
        assert -1e-9 <= left <= shape.width_mm - shape.tab_width_mm + 1e-9
        points = [numbers[-2:] for _, numbers in shape.outline(index) if numbers]
        across, down = zip(*points, strict=True)
        assert (min(across), max(across)) == (0, shape.width_mm)
        assert (min(down), max(down)) == (0, shape.size_mm[1])
        if shape.tab_height_mm:
            top = [x for x, y in points if y < shape.tab_height_mm - 1e-9]
            assert min(top) == pytest.approx(left)
            assert max(top) == pytest.approx(left + shape.tab_width_mm)


def test_tabs_stand_on_both_sides_in_turns_or_spread_over_the_width() -> None:
    assert [SHAPES["alternate"].tab_left_mm(index) for index in range(3)] == [0, 33, 0]
    assert [SHAPES["right"].tab_left_mm(index) for index in range(2)] == [49.5, 49.5]
    assert [SHAPES["six"].tab_left_mm(index) for index in range(7)] == [0, 11, 22, 33, 44, 55, 0]
    assert SHAPES["one"].tab_left_mm(5) == 13


@pytest.mark.parametrize(
    ("body", "more", "says"),
    [
        ((66, 91), {"tabs": 7}, "1 to 6, got 7"),
        ((66, 91), {"tab": (70, 10)}, "8 to 66 mm wide, as its body is, got 70"),
        ((66, 91), {"tab": (20, 60)}, "4 to 40 mm high, got 60; write 0"),
        ((10, 91), {}, "the body must be 20 to 200 mm wide"),
        ((30, 91), {"tabs": 6}, "got 5; take fewer tabs"),
    ],
)
def test_a_shape_that_makes_no_sense_is_refused(
    body: tuple[float, float], more: dict[str, Any], says: str
) -> None:
    with pytest.raises(InputError, match=says):
        DividerShape.of(body, **more)


def test_dividers_that_do_not_fit_the_paper_say_what_would() -> None:
    shape = DividerShape.of((150, 200))
    with pytest.raises(InputError, match="take larger paper or smaller pieces"):
        dividers_pdf(some(1), shape, options=sheet(shape, "100x150"), title="")


def test_each_deck_has_a_divider_with_its_count_and_the_energy_too() -> None:
    found = dividers_of(full_pool(), Grouping.DECK, SLEEVES, SETS.get)
    assert [divider.count for divider in found] == [20, 18, 6, 6, 6, 40]
    assert [divider.name for divider in found] == [*(deck.label for deck in RarityDeck), "Energy"]
    assert found[0].rows == (("Colorless", 20),)
    assert found[-1].rows[0] == ("Grass", 5)


def test_types_sets_and_letters_each_have_theirs() -> None:
    fire = pokemon("Éarly", "Basic", types=(EnergyType.FIRE, EnergyType.WATER))
    strange = pokemon("7th Mon", "Basic")
    pool = full_pool(OwnedCard(card=fire, count=2), OwnedCard(card=strange, count=1))
    types = dividers_of(pool, Grouping.TYPE, SLEEVES, SETS.get)
    assert [(each.energy_type, each.count) for each in types] == [
        (EnergyType.FIRE, 2),
        (EnergyType.COLORLESS, 57),
    ]
    assert types[0].rows == (("● Common", 2),)
    letters = dividers_of(pool, Grouping.LETTER, SLEEVES, SETS.get)
    assert [(each.name, each.count) for each in letters] == [("E", 2), ("M", 56), ("#", 1)]
    (only,) = dividers_of(pool, Grouping.SET, SLEEVES, SETS.get)
    assert (only.name, only.count) == ("Later", 59)
    assert dividers_of(pool, Grouping.SET, SLEEVES, lambda _: None)[0].name == "test"


@pytest.mark.parametrize("kind", EnergyType)
def test_the_name_of_every_type_fits_its_tab(kind: EnergyType) -> None:
    divider = Divider(name=kind.value, count=99, energy_type=kind)
    for shape in (SHAPES["sleeved"], SHAPES["unsleeved"], SHAPES["alternate"]):
        job = dividers_pdf([divider], shape, options=sheet(shape, margins_mm=5), title="")
        assert "text-cut" not in [finding.code for finding in job.warnings]


def test_dividers_name_decks_whole_and_the_file_is_sound() -> None:
    shape = SHAPES["sleeved"]
    found = dividers_of(full_pool(), Grouping.DECK, SLEEVES, SETS.get)
    job = dividers_pdf(found, shape, options=sheet(shape), title="My pool")
    assert job.content == dividers_pdf(found, shape, options=sheet(shape), title="My pool").content
    assert "text-cut" not in [finding.code for finding in job.warnings]
    assert "★★ EX / GX / V" in text_of(job.content)
    assert "dividers 66 x 101 mm" in text_of(job.content)
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_a_divider_that_hides_behind_sleeved_cards_is_noted() -> None:
    shape = DividerShape.of((63, 88), tab=(20, 4))
    job = dividers_pdf(some(1), shape, options=sheet(shape), title="")
    assert "divider-short" in [finding.code for finding in job.warnings]
    assert "divider-short" not in [
        finding.code
        for finding in dividers_pdf(
            some(1), SHAPES["sleeved"], options=sheet(SHAPES["sleeved"]), title=""
        ).warnings
    ]


def test_without_dividers_there_is_nothing_to_print() -> None:
    shape = SHAPES["sleeved"]
    assert dividers_pdf((), shape, options=sheet(shape), title="").content == b""
