from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path

from cardkit.cards import EnergyType
from cardkit.decks import RarityDeck
from cardkit.printing.drawing import Clip, Element, FormBook, Group
from cardkit.printing.drawing import Path as Drawn
from cardkit.printing.faces import CardFace
from cardkit.printing.layouts import layout_named
from cardkit.printing.pdf import typefaces
from tests.printing.making import proxy

GOLDEN = Path(__file__).with_name("solo.golden.txt")
"""What is drawn for one proxy."""


def test_a_proxy_is_drawn_as_reviewed(golden: Callable[[Path, str], None]) -> None:
    book = FormBook()
    face = CardFace(layout_named("solo"), size_mm=(63.0, 88.0), book=book, fonts=typefaces())
    elements, _ = face.compose(
        proxy("Testachu", EnergyType.LIGHTNING, EnergyType.DRAGON, deck=RarityDeck.VMAX)
    )
    lines = ["card", *lines_of(elements)]
    for name, form in book.forms.items():
        size = f"{form.width_mm:.2f} x {form.height_mm:.2f}"
        lines += ["", f"form {name}, {size} mm", *lines_of(form.elements)]
    golden(GOLDEN, "\n".join(lines) + "\n")


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
