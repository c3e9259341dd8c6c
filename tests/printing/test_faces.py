"""Faces of proxies in every layout: what they say, and that nothing breaks them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
import pytest

from cardkit.cards import Ability, Attack, Damage, EnergyType
from cardkit.printing import papers, proxies_pdf
from cardkit.printing.drawing import Element, FormBook, Group, Text
from cardkit.printing.faces import CardFace
from cardkit.printing.layouts import layout_named, shipped_layouts
from cardkit.printing.moves import OMITTED
from cardkit.printing.pdf import typefaces
from cardkit.units import points_to_mm
from tests.printing.making import proxy, text_of, words_of

A4 = papers()["a4"]
EVERY = pytest.mark.parametrize("layout", shipped_layouts())
PLAIN, COLORLESS = EnergyType.LIGHTNING, EnergyType.COLORLESS
HOSTILE = {
    "endless": ("W" * 300, {"text-cut"}),
    "many words": ("Long name " * 30, {"text-cut"}),
    "right to left": ("פיקאצ'ו", {"glyph-missing"}),
    "directions": ("\u202epikachu\u202c", set()),
    "emoji": ("Pikachu \U0001f525\U0001f525", {"glyph-missing"}),
    "controls": ("Pika\x00\x1b[31m\r\nchu", set()),
    "escapes": ("(Pika\\chu)", set()),
    "pdf": (") Tj ET Q endstream endobj", set()),
    "half a pair": ("\ud800", {"glyph-missing"}),
    "nothing": ("", set()),
    "marks": ("e\u0301" * 40, None),
    "japanese": ("ナッシー[Exeggutor]", {"glyph-missing"}),
    "braces": ("{name} %s $x", set()),
}


@EVERY
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_texts_warn_and_never_leave_the_card(layout: str, case: str) -> None:
    words, codes = HOSTILE[case]
    card = proxy(
        words,
        evolves_from=words,
        artist=words,
        number=words or "7",
        attacks=(Attack(name=words, cost=(PLAIN, COLORLESS), text=words),),
        abilities=(Ability(name=words, kind=words[:20], text=words),),
    )
    drawn = layout_named(layout)
    job = proxies_pdf([card], paper=A4, title=words, layout=drawn)
    found = {finding.code for finding in job.warnings}
    if codes is not None:
        assert found == codes
    places = {card.card.card_id, "the pool's name"}
    assert all(any(place in finding.where for place in places) for finding in job.warnings)
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        assert pdf.check_pdf_syntax() == []
    assert "PROXY - not for sale" in text_of(job.content)
    face = CardFace(drawn, size_mm=drawn.card.size, book=FormBook(), fonts=typefaces())
    for text in _texts(face.compose(card)[0]):
        width_mm = points_to_mm(typefaces().measure(text.text, text.font) * text.size_pt)
        assert width_mm <= drawn.card.width_mm - 5
        assert 2.5 <= text.y_mm <= drawn.card.height_mm - 2.5


def _texts(elements: Sequence[Element]) -> Iterator[Text]:
    for element in elements:
        if isinstance(element, Text):
            yield element
        elif isinstance(element, Group):
            yield from _texts(element.elements)


@pytest.mark.parametrize("layout", ["full", "text"])
def test_attacks_are_drawn_with_cost_and_damage(layout: str) -> None:
    card = proxy(
        attacks=(
            Attack(
                name="Spark",
                cost=(PLAIN, COLORLESS, COLORLESS),
                damage=Damage.parse("30+"),
                text="Flip a coin.",
            ),
            Attack(name="Nap", damage=Damage.parse("50-"), text_omitted=True),
        ),
        abilities=(Ability(name="Gleam", kind="Poké-Body", text="It shines."),),
    )
    content = proxies_pdf([card], paper=A4, title="", layout=layout_named(layout)).content
    text, words = text_of(content), words_of(content)
    for part in ("Spark", "×2", "30+", "Flip a coin.", "Nap", "free", "50−", OMITTED):
        assert part in text
    for part in ("Poké-Body", "Gleam", "It shines."):
        assert part in text
    assert {"L", "C"} <= set(words)
    assert text.index("Gleam") < text.index("Spark") < text.index("Nap")


@pytest.mark.parametrize("layout", ["full", "text"])
def test_an_ability_without_its_text_says_so(layout: str) -> None:
    card = proxy(abilities=(Ability(name="Gleam", text_omitted=True),))
    content = proxies_pdf([card], paper=A4, title="", layout=layout_named(layout)).content
    assert OMITTED in text_of(content)


@pytest.mark.parametrize("words", [1, 40, 80, 250, 600])
def test_long_texts_shrink_to_a_floor_and_are_then_cut(words: int) -> None:
    layout = layout_named("full")
    moves = layout.parts["moves"]
    text = " ".join(["energy"] * words)
    card = proxy(attacks=(Attack(name="One", text=text), Attack(name="Two", text=text)))
    face = CardFace(layout, size_mm=layout.card.size, book=FormBook(), fonts=typefaces())
    elements, findings = face.compose(card)
    lines = [text for text in _texts(elements) if "energy" in text.text]
    assert min(line.size_pt for line in lines) >= moves["least_pt"] - 1e-9
    assert max(line.y_mm for line in lines) <= moves["y"] + moves["height"]
    assert [finding.code for finding in findings] == (["text-cut"] if words >= 250 else [])
    drawn = sum(line.text.count("energy") for line in lines)
    assert (drawn == 2 * words) == (words < 250)


def test_black_layouts_draw_no_colour() -> None:
    layout = layout_named("text")
    kinds = (EnergyType.FIRE, EnergyType.WATER)
    content = proxies_pdf([proxy("Ink", *kinds)], paper=A4, title="", layout=layout).content
    with pikepdf.open(io.BytesIO(content)) as pdf:
        forms = [part for part in pdf.objects if _is_form(part)]
        colours = {
            tuple(float(number) for number in instruction.operands)
            for part in (*pdf.pages, *forms)
            for instruction in pikepdf.parse_content_stream(part)
            if str(instruction.operator) in ("rg", "RG")
        }
    assert all(max(colour) - min(colour) < 0.06 for colour in colours)


def _is_form(part: Any) -> bool:
    return isinstance(part, pikepdf.Stream) and part.get("/Subtype") == "/Form"


@pytest.mark.parametrize("size_mm", [(60.0, 85.0), (63.5, 88.9), (126.0, 176.0)])
def test_a_layout_is_scaled_into_the_middle_of_other_cards(size_mm: tuple[float, float]) -> None:
    face = CardFace(layout_named("solo"), size_mm=size_mm, book=FormBook(), fonts=typefaces())
    ((group,), _) = face.compose(proxy())
    assert isinstance(group, Group)
    scale = min(size_mm[0] / 63, size_mm[1] / 88)
    assert (group.scale_x, group.scale_y) == pytest.approx((scale, scale))
    assert group.x_mm == pytest.approx((size_mm[0] - 63 * scale) / 2)
    assert group.y_mm == pytest.approx((size_mm[1] - 88 * scale) / 2)
