from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pikepdf
import pytest

from cardkit.cards import EnergyType
from cardkit.printing import paper_named
from cardkit.printing.areas import Area
from cardkit.printing.drawing import Font, parse_steps
from cardkit.printing.kit import (
    Kit,
    KitFile,
    KitPart,
    Stock,
    counter_side_mm,
    kit_file,
    log_size_mm,
)
from cardkit.printing.kit.cards import words_of
from cardkit.printing.kit.paragraphs import Paragraph, set_paragraphs
from cardkit.printing.options import SheetOptions
from cardkit.printing.pdf import typefaces
from cardkit.resources import template
from cardkit.rules import Condition
from cardkit.settings import Settings
from cardkit.units import points_to_mm
from tests.printing.making import opened
from tests.printing.making import words_of as words_in
from tests.printing.measuring import measured, said_on

RULES = Settings.from_dict({}).house_rules
ENERGY = {EnergyType.FIRE: 2, EnergyType.METAL: 1}


def made(stock: Stock, paper: str = "a4", *parts: KitPart, **document: Any) -> KitFile:
    kit = Kit(rules=RULES, energy=ENERGY, title="Test", parts=parts or tuple(KitPart))
    options = _options(stock, paper, document)
    found = kit_file(kit, stock, options)
    assert found is not None
    return found


def _options(stock: Stock, paper: str, document: dict[str, Any]) -> SheetOptions:
    side = counter_side_mm()
    if stock is Stock.COUNTERS:
        document = {"card_size": f"{side}x{side}"} | document
    if stock is Stock.SHEETS:
        plain = SheetOptions.from_dict({}, paper=paper_named(paper))
        size = "{:.4f}x{:.4f}".format(*log_size_mm(plain))
        document = {"card_size": size, "guides": {"kind": "none"}, "orientation": "portrait"}
    return SheetOptions.from_dict(document, paper=paper_named(paper))


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("stock", [Stock.CARDS, Stock.COUNTERS])
def test_every_piece_lies_where_it_is_planned(stock: Stock, paper: str) -> None:
    found = made(stock, paper)
    slot = found.job.plan.pieces[0].slot
    for number, page in enumerate(measured(found.job.content), start=1):
        outlines = page.outlines(slot.width_mm, slot.height_mm)
        planned = [(piece.slot.x_mm, piece.slot.y_mm) for piece in found.job.plan.page(number)]
        assert len(outlines) == len(planned)
        for corner, place in zip(outlines, planned, strict=True):
            assert corner == pytest.approx(place, abs=0.02)


@pytest.mark.parametrize("stock", Stock)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_file_is_sound_its_fonts_embedded_and_the_same_each_time(
    stock: Stock, paper: str
) -> None:
    content = made(stock, paper).job.content
    assert content == made(stock, paper).job.content
    assert "■" not in "".join(said_on(content))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        fonts = [
            item
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        assert all("/FontFile2" in font for font in fonts)


@pytest.mark.parametrize("stock", [Stock.CARDS, Stock.COUNTERS, Stock.SHEETS])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_letter_leaves_its_piece(stock: Stock, paper: str) -> None:
    found = made(stock, paper)
    with opened(found.job.content) as pdf:
        for page in pdf.pages:
            slots = [piece.slot for piece in found.job.plan.page(page.page_number)]
            top = min(slot.y_mm for slot in slots)
            bottom = max(slot.bottom_mm for slot in slots)
            for letter in page.chars:
                x0, x1 = points_to_mm(letter["x0"]), points_to_mm(letter["x1"])
                middle = points_to_mm(letter["top"] + letter["bottom"]) / 2
                left, right = slots[0].x_mm, max(slot.right_mm for slot in slots)
                if not (top < middle < bottom and left < (x0 + x1) / 2 < right):
                    continue  # rulers and footer
                assert any(
                    slot.x_mm - 0.02 <= x0
                    and x1 <= slot.right_mm + 0.02
                    and slot.y_mm < middle < slot.bottom_mm
                    for slot in slots
                ), letter["text"]


def test_there_are_five_balls_three_badges_and_the_energy_that_is_asked_for() -> None:
    names = [piece.name for piece in made(Stock.CARDS).job.plan.pieces]
    assert sum(name.startswith("Pokeball") for name in names) == 5
    assert sum(name.endswith("badge") for name in names) == 3
    assert names.count("Fire Energy") == 2
    assert names.count("Metal Energy") == 1


def test_only_the_wanted_parts_are_printed() -> None:
    found = made(Stock.CARDS, "a4", KitPart.CHART, KitPart.BADGES)
    assert found.parts == (KitPart.BADGES, KitPart.CHART)
    assert len(found.job.plan.pieces) == 4
    kit = Kit(rules=RULES, parts=(KitPart.ENERGY,))
    assert kit_file(kit, Stock.CARDS, _options(Stock.CARDS, "a4", {})) is None
    assert kit_file(kit, Stock.BOARD, _options(Stock.BOARD, "a4", {})) is None


def test_every_part_says_what_it_is_and_belongs_to_a_file() -> None:
    assert {part.stock for part in KitPart} == set(Stock)
    assert len({part.says for part in KitPart}) == len(KitPart)
    assert all(made(stock).advice for stock in Stock)


def test_the_chart_is_the_one_in_force() -> None:
    own = {**RULES.chart, EnergyType.GRASS: Condition.CONFUSED}
    kit = Kit(rules=replace(RULES, chart=own), parts=(KitPart.CHART,))
    found = kit_file(kit, Stock.CARDS, _options(Stock.CARDS, "a4", {}))
    assert found is not None
    words = words_in(found.job.content)
    for kind, condition in own.items():
        at = words.index(kind.value)
        assert words[at + 1] == condition.value
    assert len(own) == 9


def test_counters_are_as_many_as_the_template_says() -> None:
    names = [piece.name for piece in made(Stock.COUNTERS).job.plan.pieces]
    counts = template("kit")["counters"]
    for value, count in counts["damage"].items():
        assert names.count(f"{value} damage") == count
    for condition in Condition:
        assert names.count(condition.value) == counts["conditions"]["each"]
    assert (names.count("ready"), names.count("spent")) == (5, 5)
    assert [name for name in names if name.startswith("die")] == [f"die {n}" for n in range(1, 7)]


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_of_the_die_has_as_many_pips(value: int) -> None:
    found = made(Stock.COUNTERS, "a4", KitPart.DIE)
    slot = found.job.plan.pieces[value - 1].slot
    with opened(found.job.content) as pdf:
        pips = [
            dot
            for dot in pdf.pages[0].curves
            if dot["fill"]
            and slot.x_mm < points_to_mm(dot["x0"]) < slot.right_mm
            and points_to_mm(dot["width"]) < 3
        ]
    assert len(pips) == value


@pytest.mark.parametrize(
    ("changes", "word", "says"),
    [
        ({}, "retreats", "once"),
        ({"retreats_per_turn": 2}, "retreats", "twice"),
        ({"retreats_per_turn": 4}, "retreats", "up to 4 times"),
        ({}, "extra_rolls", "as often as there are balls"),
        ({"balls_per_catch": 0}, "extra_rolls", "never"),
        ({"balls_per_catch": 1}, "extra_rolls", "once for each catch"),
        ({"balls_per_catch": 3}, "extra_rolls", "3 times for each catch"),
        ({}, "revive_hp", "full HP"),
        ({"revive_hp": 60}, "revive_hp", "60 HP"),
        ({"bench_size": 4}, "bench", "4"),
        ({}, "proxies", " and never yours"),
        ({"proxies_playable": True}, "proxies", "; those with attacks can be yours"),
    ],
)
def test_texts_say_the_house_rules_in_force(changes: dict[str, Any], word: str, says: str) -> None:
    rules = replace(RULES, **changes)
    assert words_of(rules)[word] == says
    parts = (KitPart.TURN_ORDER, KitPart.CATCH_RATES, KitPart.RULES, KitPart.LOG)
    kit = Kit(rules=rules, parts=parts)
    text = ""
    for stock in (Stock.CARDS, Stock.SHEETS):
        found = kit_file(kit, stock, _options(stock, "a4", {}))
        assert found is not None
        text += " ".join(said_on(found.job.content))
    assert says.split()[0] in text


def test_every_text_fits_its_card_and_names_rules_that_exist() -> None:
    kit = template("kit")
    known = {f"S{number}" for number in range(1, 47)}
    fonts = typefaces()
    for part in ("turn-order", "catch-rates", "rules"):
        for card in kit[part]:
            said = [Paragraph.from_dict(each, words_of(RULES)) for each in card["says"]]
            assert all(set(paragraph.rule.split(", ")) <= known for paragraph in said)
            assert not any(re.search(r"[{}]", paragraph.text) for paragraph in said)
            place = Area(x_mm=4.2, y_mm=15, width_mm=54.6, height_mm=67)
            found = set_paragraphs(said, place, fonts, size_pt=8.5, least_pt=5.5)
            assert found.whole, card["title"]


def test_paragraphs_shrink_to_a_floor_and_say_when_that_is_not_enough() -> None:
    fonts = typefaces()
    place = Area(x_mm=10, y_mm=20, width_mm=50, height_mm=20)
    said = [Paragraph(lead="Lead", text="word " * 60, rule="S1")]
    found = set_paragraphs(said, place, fonts, size_pt=12, least_pt=3)
    assert found.whole
    assert 3 <= found.elements[0].size_pt < 12
    assert found.elements[0].font is Font.BOLD
    assert all(line.y_mm <= 40 for line in found.elements)
    tight = set_paragraphs(said, place, fonts, size_pt=12, least_pt=11)
    assert not tight.whole
    assert tight.elements[0].size_pt == pytest.approx(11)


def test_the_number_of_a_rule_never_stands_alone() -> None:
    fonts = typefaces()
    for width in range(20, 60):
        place = Area(x_mm=0, y_mm=0, width_mm=width, height_mm=90)
        said = [Paragraph(lead="Heal", text="each ball takes off ten or more", rule="S24")]
        found = set_paragraphs(said, place, fonts, size_pt=8, least_pt=8)
        (number,) = [line for line in found.elements if line.text == "S24"]
        assert number.x_mm > 0


@pytest.mark.parametrize("condition", Condition)
def test_each_condition_has_a_symbol_inside_its_box(condition: Condition) -> None:
    look = template("kit")["conditions"][condition.value]
    room = look.get("stroke_mm", 0) / 2
    steps = (*parse_steps(look.get("fill", "")), *parse_steps(look.get("stroke", "")))
    assert steps
    for _, numbers in steps:
        assert all(room <= number <= 10 - room for number in numbers)


def test_other_sizes_of_card_carry_the_same_drawing_scaled() -> None:
    found = made(Stock.CARDS, "a4", KitPart.POKEBALLS, card_size="60x85")
    slot = found.job.plan.pieces[0].slot
    assert (slot.width_mm, slot.height_mm) == (60, 85)
    with opened(found.job.content) as pdf:
        for letter in pdf.pages[0].chars:
            if letter["text"] == "P" and letter["size"] > 8:
                assert points_to_mm(letter["x0"]) > slot.x_mm


def test_the_log_has_room_for_a_whole_adventure() -> None:
    for paper in ("a4", "letter"):
        words = words_in(made(Stock.SHEETS, paper).job.content)
        assert {"Adventure", "log", "Test", "badges", "Team"} <= set(words)
        assert "15" in words
