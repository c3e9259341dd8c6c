from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from cardkit.cards import EnergyType
from cardkit.errors import CardkitError
from cardkit.printing import pdf
from cardkit.printing.drawing import mixed, parse_steps
from cardkit.printing.symbols import type_looks
from cardkit.resources import template

_LABELS = template("labels")
FACES: dict[str, Mapping[str, Any]] = {
    **_LABELS["faces"],
    "card": _LABELS["card"],
    "box": _LABELS["box"],
}


@pytest.mark.parametrize("name", FACES)
def test_boxes_of_a_face_lie_inside_it_and_apart(name: str) -> None:
    face = FACES[name]
    size = face["size"]
    boxes = {part: box for part, box in face.items() if isinstance(box, dict) and "x" in box}
    assert len(boxes) >= 4
    # Printers feed askew: a ninth of the height stays free, up to 2.5 mm.
    edge = min(2.5, size["height"] / 9)
    for part, box in boxes.items():
        assert box["x"] >= edge, part
        assert box["y"] >= edge, part
        assert box["x"] + box["width"] <= size["width"] - edge + 1e-9, part
        assert box["y"] + box["height"] <= size["height"] - edge + 1e-9, part
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        beside = _apart(first, second, "x", "width")
        above = _apart(first, second, "y", "height")
        assert beside or above, (one, other)


def _apart(one: Mapping[str, float], other: Mapping[str, float], at: str, size: str) -> bool:
    return one[at] + one[size] <= other[at] + 1e-9 or other[at] + other[size] <= one[at] + 1e-9


def test_types_are_told_apart_by_letter_colour_and_symbol() -> None:
    looks = type_looks()
    assert list(looks) == list(EnergyType)
    assert len({look.energy_type.letter for look in looks.values()}) == 11
    assert len({look.colour for look in looks.values()}) == 11
    assert len({(look.fill, look.stroke) for look in looks.values()}) == 11


@pytest.mark.parametrize("kind", EnergyType)
def test_symbols_keep_inside_their_box_and_stand_out(kind: EnergyType) -> None:
    look = type_looks()[kind]
    room = look.stroke_mm / 2
    for _, numbers in (*look.fill, *look.stroke):
        assert all(room <= number <= 10 - room for number in numbers)
    assert _contrast(look.colour, look.ink) >= 3
    assert _contrast(mixed(look.colour, template("layouts/solo")["tints"]["header"]), "#1B1D22") > 7


def _contrast(one: str, other: str) -> float:
    """The contrast of two colours as accessibility guidelines count it, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("text", ["Q 1 2", "M 1", "L 1 2 3", "C 1 2 3 4", "Z 1"])
def test_a_step_that_no_path_has_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a path is made of"):
        parse_steps(text)


def test_missing_fonts_are_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(CardkitError, match=r"DejaVu fonts .* pip install"):
        pdf.Typefaces()
