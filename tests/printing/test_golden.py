from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cardkit.cards import Ability, Attack, CardId, Damage, EnergyType
from cardkit.decks import RarityDeck
from cardkit.printing.drawing import Clip, Element, FormBook, Group
from cardkit.printing.drawing import Path as Drawn
from cardkit.printing.faces import CardFace
from cardkit.printing.layouts import layout_named, shipped_layouts
from cardkit.printing.pdf import typefaces
from cardkit.printing.photos import Photo
from tests.printing.making import proxy

FULL: dict[str, Any] = {
    "attacks": (
        Attack(
            name="Long Test of Strength",
            cost=(EnergyType.LIGHTNING, EnergyType.LIGHTNING, EnergyType.COLORLESS),
            damage=Damage.parse("30+"),
            text_omitted=True,
        ),
        Attack(name="Nap"),
    ),
    "abilities": (Ability(name="Gleam", kind="Poké-Body", text="Shines. " * 20),),
}


@pytest.mark.parametrize("name", shipped_layouts())
def test_a_proxy_is_drawn_as_reviewed(name: str, golden: Callable[[Path, str], None]) -> None:
    book, layout = FormBook(), layout_named(name)
    photo = Photo(content=b"JPEG", width_mm=51.8, height_mm=37.6)
    face = CardFace(
        layout,
        size_mm=layout.card.size,
        book=book,
        fonts=typefaces(),
        photos={CardId("test1-7"): photo},
    )
    kinds = (EnergyType.LIGHTNING, EnergyType.DRAGON)
    elements, _ = face.compose(proxy("Testachu", *kinds, deck=RarityDeck.VMAX, **FULL))
    lines = ["card", *lines_of(elements)]
    for form_name, form in book.forms.items():
        size = f"{form.width_mm:.2f} x {form.height_mm:.2f}"
        lines += ["", f"form {form_name}, {size} mm", *lines_of(form.elements)]
    golden(Path(__file__).with_name(f"{name}.golden.txt"), "\n".join(lines) + "\n")


def lines_of(elements: Iterable[Element], indent: str = "  ") -> Iterator[str]:
    for element in elements:
        parts = []
        for field in fields(element):
            value = getattr(element, field.name)
            if field.name in ("elements", "window") or value == field.default:
                continue
            if isinstance(element, Drawn) and field.name == "steps":
                value = f"{len(value)} from {value[0][1][0]:.2f} {value[0][1][1]:.2f}"
            elif isinstance(value, float):
                value = f"{value:.2f}"
            parts.append(f"{field.name.replace('x_mm', 'x').replace('y_mm', 'y')}={value}")
        if isinstance(element, Clip):
            box = element.window
            parts.append(f"{box.x_mm:.2f} {box.y_mm:.2f} {box.width_mm:.2f} {box.height_mm:.2f}")
        yield f"{indent}{type(element).__name__.lower()} {' '.join(parts)}"
        if isinstance(element, Clip | Group):
            yield from lines_of(element.elements, indent + "  ")
