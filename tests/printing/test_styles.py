"""Grey sheets and sheets with little ink, of every product that has styles."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from cardkit.cards import CardId, EnergyType
from cardkit.decks import RarityDeck
from cardkit.printing import papers, proxies_pdf
from cardkit.printing.divider_groups import Grouping, dividers_of
from cardkit.printing.dividers import DividerShape, dividers_pdf
from cardkit.printing.drawing import BLACK, INK, WHITE, Circle, Drawing, Form, Path, Rectangle, Use
from cardkit.printing.kit import Kit, Stock, counter_side_mm, kit_file
from cardkit.printing.layouts import layout_named
from cardkit.printing.options import SheetOptions, Style
from cardkit.printing.photos import Photo
from cardkit.printing.styles import grey, lightness, restyled
from cardkit.settings import Settings
from tests.decks.making import full_pool
from tests.printing.making import proxy
from tests.printing.test_golden import FULL
from tests.printing.test_looks import SLEEVES

A4 = papers()["a4"]
KINDS = tuple(EnergyType)
PRODUCTS = ("solo", "full", "text", "photo", *Stock, "dividers")
DPI = 75
_FILLED, _BROAD = 6, 2
"""Radii of squares of 4.4 mm, larger than a deck's mark ● anywhere, and of 1.7 mm, in pixels."""
_PALE, _COLOURED = 200, 70


def made(product: str, style: Style) -> bytes:
    document: dict[str, Any] = {"style": style}
    if product in list(Stock):
        return _kit(Stock(product), document)
    if product == "dividers":
        options = SheetOptions.from_dict({**document, "card_size": "66x101"}, paper=A4)
        found = dividers_of(full_pool(), Grouping.DECK, SLEEVES, lambda _: None)
        shape = DividerShape.of((66, 91))
        return dividers_pdf(found, shape, options=options, title="Test").content
    cards = [
        proxy(kind.value, kind, deck=deck, **FULL)
        for kind, deck in zip(KINDS[:9], list(RarityDeck) * 2, strict=False)
    ]
    photo = io.BytesIO()
    Image.new("RGB", (60, 40), "#C03020").save(photo, "JPEG")
    photos = {CardId("test1-7"): Photo(content=photo.getvalue(), width_mm=51.8, height_mm=37.6)}
    return proxies_pdf(
        cards,
        paper=A4,
        title="Test",
        layout=layout_named(product),
        photos=photos if product == "photo" else None,
        options=SheetOptions.from_dict({**document, "backs": "interleaved"}, paper=A4),
        energy={KINDS[3]: 1},
    ).content


def _kit(stock: Stock, document: dict[str, Any]) -> bytes:
    side = counter_side_mm()
    if stock is Stock.COUNTERS:
        document = {**document, "card_size": f"{side}x{side}"}
    kit = Kit(rules=Settings.from_dict({}).house_rules, energy=dict.fromkeys(KINDS[:9], 1))
    found = kit_file(kit, stock, SheetOptions.from_dict(document, paper=A4))
    assert found is not None
    return found.job.content


@pytest.mark.parametrize("product", PRODUCTS)
def test_grey_is_grey_in_every_operator_and_picture(product: str) -> None:
    with pikepdf.open(io.BytesIO(made(product, Style.GREY))) as pdf:
        streams = [page.Contents.read_bytes() for page in pdf.pages]
        for part in pdf.objects:
            if isinstance(part, pikepdf.Stream) and part.get("/Subtype") == "/Form":
                streams.append(part.read_bytes())
            if isinstance(part, pikepdf.Stream) and part.get("/Subtype") == "/Image":
                assert part.ColorSpace == "/DeviceGray"
    assert len(streams) > 1
    for stream in streams:
        assert not re.search(rb"\b(rg|RG|k|K|sc|SC|scn|SCN)\b", _without_texts(stream))


def _without_texts(stream: bytes) -> bytes:
    return re.sub(rb"\((?:\\.|[^\\()])*\)", b"", stream, flags=re.DOTALL)


@pytest.mark.parametrize("product", [each for each in PRODUCTS if each != "photo"])
def test_low_ink_leaves_no_filled_area(product: str) -> None:
    """Lines, letters and light tints remain: no square of some size is dark or coloured."""
    for page in _pages(made(product, Style.LOW_INK)):
        darkest, lightest = _extremes(page)
        assert _filled(darkest) >= _PALE
        chroma = ImageChops.subtract(lightest, darkest)
        for _ in range(_BROAD):
            chroma = chroma.filter(ImageFilter.MinFilter(3))
        assert max(chroma.tobytes()) <= _COLOURED


def _filled(darkest: Image.Image) -> int:
    """Return how dark the darkest square is whose every pixel is at least as dark."""
    for _ in range(_FILLED):
        darkest = darkest.filter(ImageFilter.MaxFilter(3))
    return min(darkest.tobytes())


def _pages(content: bytes) -> Iterator[Image.Image]:
    """Yield the first two pages."""
    pdf = pypdfium2.PdfDocument(content)
    try:
        for number in range(min(2, len(pdf))):
            yield pdf[number].render(scale=DPI / 72).to_pil().convert("RGB")
    finally:
        pdf.close()


def _extremes(picture: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Return the darkest and the lightest channel of each pixel."""
    red, green, blue = picture.split()
    darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
    return darkest, ImageChops.lighter(ImageChops.lighter(red, green), blue)


def test_the_measure_of_filled_areas_finds_one_on_sheets_in_colour() -> None:
    front, back = _pages(made("solo", Style.COLOUR))
    for page in (front, back):
        darkest, _ = _extremes(page)
        assert _filled(darkest) < 100


def _restyled(*elements: Any, scale: float = 1.0) -> list[Any]:
    """Return elements of a form, in low ink, that is drawn at a scale."""
    grid = SheetOptions.from_dict({}, paper=A4).arrangement()
    drawing = Drawing(
        grid=grid,
        title="",
        forms={"form": Form(width_mm=9, height_mm=9, elements=elements)},
        pages=[(Use(form="form", x_mm=0, y_mm=0, scale=scale),)],
    )
    return list(restyled(drawing, Style.LOW_INK).forms["form"].elements)


def _square(side_mm: float, fill: str) -> Path:
    corners = ((0.0, 0.0), (side_mm, 0.0), (side_mm, side_mm), (0.0, side_mm))
    steps = [("L" if index else "M", corner) for index, corner in enumerate(corners)]
    return Path(steps=(*steps, ("Z", ())), fill=fill)


def test_signs_stay_black_and_large_shapes_become_outlines() -> None:
    (sign,) = _restyled(_square(3.0, WHITE))
    assert (sign.fill, sign.stroke) == (INK, None)
    (large,) = _restyled(_square(8.0, WHITE))
    assert (large.fill, large.stroke, large.stroke_mm) == (WHITE, INK, 0.2)
    (drawn_small,) = _restyled(_square(8.0, WHITE), scale=0.4)
    assert drawn_small.fill == INK
    (coloured,) = _restyled(_square(8.0, "#A3362B"))
    assert coloured.stroke == "#A3362B"
    assert lightness(coloured.fill) > 0.85


def test_what_a_machine_looks_for_stays_black_and_dots_stay() -> None:
    square = Rectangle(x_mm=0, y_mm=0, width_mm=5, height_mm=5, fill=BLACK)
    dot = Circle(x_mm=0, y_mm=0, radius_mm=1.3, fill=INK)
    assert _restyled(square, _square(5.0, BLACK), dot) == [square, _square(5.0, BLACK), dot]


def test_yellow_and_other_light_colours_become_tints_too() -> None:
    (disc,) = _restyled(Circle(x_mm=0, y_mm=0, radius_mm=9, fill="#F2C230"))
    assert min(int(disc.fill[at : at + 2], 16) for at in (1, 3, 5)) >= 0.84 * 255


def test_greys_follow_how_light_a_colour_looks() -> None:
    assert [grey(colour) for colour in ("#000000", "#FFFFFF", "#00FF00")] == [
        "#000000",
        "#FFFFFF",
        "#969696",
    ]
