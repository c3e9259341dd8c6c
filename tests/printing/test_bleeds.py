"""Fronts reach beyond the cut as backs do, so that an inexact cut leaves no edge of white."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from cardkit.cards import EnergyType
from cardkit.printing import papers, proxies_pdf
from cardkit.printing.bleeds import Bleed
from cardkit.printing.drawing import FormBook, Rectangle
from cardkit.printing.kit import Kit, Stock, kit_file
from cardkit.printing.layouts import layout_named
from cardkit.printing.options import SheetOptions
from cardkit.printing.pictures import page_pngs
from cardkit.printing.symbols import type_looks
from cardkit.resources import template
from cardkit.settings import Settings
from cardkit.units import MM_PER_INCH
from tests.printing.making import proxy

A4 = papers()["a4"]
DPI = 100
FIRE, WATER = EnergyType.FIRE, EnergyType.WATER
COLOURS = {kind: look.colour for kind, look in type_looks().items()}
_ALIKE = 12
"""Of 255: colours of pixels beside edges are mixed a little."""


def options_of(**document: Any) -> SheetOptions:
    return SheetOptions.from_dict(document, paper=A4)


def pages_of(content: bytes, dpi: int = DPI) -> list[Image.Image]:
    return [
        Image.open(io.BytesIO(page)).convert("RGB")
        for page in page_pngs(content, resolution_dpi=dpi)
    ]


def colour_at(page: Image.Image, x_mm: float, y_mm: float, dpi: int = DPI) -> tuple[int, ...]:
    scale = dpi / MM_PER_INCH
    found = page.getpixel((int(x_mm * scale), int(y_mm * scale)))
    assert isinstance(found, tuple)
    return found


def is_like(found: tuple[int, ...], colour: str) -> bool:
    wanted = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return all(abs(one - other) <= _ALIKE for one, other in zip(found, wanted, strict=True))


def edge_px(page: Image.Image) -> list[tuple[int, int]]:
    """Corners and middles of the four edges of a page, its outermost pixels."""
    right, bottom = page.width - 1, page.height - 1
    middle_x, middle_y = right // 2 - 9, bottom // 2
    xs, ys = (0, middle_x, right), (0, middle_y, bottom)
    return [(x, y) for x in xs for y in ys if (x, y) != (middle_x, middle_y)]


@pytest.mark.parametrize("layout", ["solo", "full", "photo"])
def test_the_pages_of_a_print_shop_have_colour_out_to_every_edge(layout: str) -> None:
    cards = [proxy("One", FIRE), proxy("Two", WATER, FIRE)]
    job = proxies_pdf(
        cards,
        paper=A4,
        title="",
        layout=layout_named(layout),
        options=options_of(print_shop=True, backs="interleaved"),
        energy={WATER: 1},
    )
    one, back, two, _, energy, _ = pages_of(job.content, 300)
    for page, left, right in ((one, FIRE, FIRE), (two, WATER, FIRE), (energy, WATER, WATER)):
        assert page.size == (822, 1122)
        for x, y in edge_px(page):
            found = page.getpixel((x, y))
            assert isinstance(found, tuple)
            assert is_like(found, COLOURS[left if x < page.width // 2 else right]), (x, y)
    ground = template("back")["ground"], template("back")["weave"]
    for x, y in edge_px(back):
        found = back.getpixel((x, y))
        assert isinstance(found, tuple)
        assert any(is_like(found, colour) for colour in ground) or found < (60, 120, 140)


def test_every_card_of_the_kit_bleeds_in_the_colour_of_its_frame() -> None:
    kit = Kit(rules=Settings.from_dict({}).house_rules, energy={FIRE: 1})
    found = kit_file(kit, Stock.CARDS, options_of(print_shop=True))
    assert found is not None
    names = [piece.name for piece in found.job.plan.pieces]
    pages = pages_of(found.job.content, 300)
    for name, page in zip(names, pages, strict=True):
        colour = COLOURS[FIRE] if name == "Fire Energy" else template("kit")["ground"]
        colour = template("kit")["gold"] if name.endswith("badge") else colour
        for x, y in edge_px(page):
            pixel = page.getpixel((x, y))
            assert isinstance(pixel, tuple)
            assert is_like(pixel, colour), (name, x, y)


@pytest.mark.parametrize("size", ["63x88", "70x90"])
def test_at_home_the_bleed_ends_where_the_options_say(size: str) -> None:
    options = options_of(bleed_mm=2, gap_mm=4, card_size=size, guides={"kind": "none"})
    job = proxies_pdf([proxy("One", FIRE)], paper=A4, title="", options=options)
    (page,) = pages_of(job.content)
    slot = job.plan.pieces[0].slot
    middle_x, middle_y = slot.x_mm + slot.width_mm / 2, slot.y_mm + slot.height_mm / 2
    for beyond, colour in ((-0.8, COLOURS[FIRE]), (1.6, COLOURS[FIRE]), (2.5, "#FFFFFF")):
        for x, y in (
            (slot.x_mm - beyond, middle_y),
            (slot.right_mm + beyond, middle_y),
            (middle_x, slot.y_mm - beyond),
            (middle_x, slot.bottom_mm + beyond),
        ):
            assert is_like(colour_at(page, x, y), colour), (beyond, x, y)


def test_outer_bleed_stays_off_the_neighbours() -> None:
    options = options_of(bleed_mm=3, outer_bleed=True, guides={"kind": "none"})
    cards = [proxy("One", FIRE), proxy("Two", WATER)]
    job = proxies_pdf(cards, paper=A4, title="", options=options)
    (page,) = pages_of(job.content)
    one, two = (piece.slot for piece in job.plan.pieces)
    middle = one.y_mm + one.height_mm / 2
    assert is_like(colour_at(page, one.right_mm - 0.6, middle), COLOURS[FIRE])
    assert is_like(colour_at(page, two.x_mm + 0.6, middle), COLOURS[WATER])
    assert is_like(colour_at(page, two.right_mm + 2.5, middle), COLOURS[WATER])


def test_without_a_bleed_and_in_black_layouts_the_edge_stays_white() -> None:
    for layout, document in (("solo", {}), ("text", {"bleed_mm": 2, "gap_mm": 4})):
        job = proxies_pdf(
            [proxy("One", FIRE)],
            paper=A4,
            title="",
            layout=layout_named(layout),
            options=options_of(guides={"kind": "none"}, **document),
        )
        (page,) = pages_of(job.content)
        slot = job.plan.pieces[0].slot
        assert colour_at(page, slot.x_mm + 1, slot.y_mm + 30) == (255, 255, 255)


def test_stripes_meet_where_those_of_the_card_do() -> None:
    book = FormBook()
    bleed = Bleed((60.0, 80.0), (3.0, 2.0))
    use = bleed.use("three", ["#AA0000", "#00AA00", "#0000AA"], book)
    assert (use.x_mm, use.y_mm) == (-3.0, -2.0)
    form = book.forms["three"]
    assert (form.width_mm, form.height_mm) == (66.0, 84.0)
    spans = [(part.x_mm, part.width_mm) for part in form.elements if isinstance(part, Rectangle)]
    assert spans == [(0.0, 66.0), (23.0, 43.0), (43.0, 23.0)]
