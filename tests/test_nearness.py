from __future__ import annotations

import pytest

from cardkit.cards import EnergyType
from cardkit.nearness import nearest, nearest_few, slips


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Fairie", "Fairy"),
        ("fir", "Fire"),
        ("Electric", None),
        ("Steel", None),
        ("Dark", "Darkness"),
        ("Ligthning", "Lightning"),
        ("Watre", "Water"),
        ("Metl", "Metal"),
        ("Colourless", "Colorless"),
        ("Dra", "Dragon"),
        ("", None),
        ("x", None),
    ],
)
def test_a_type_is_named_only_when_it_is_near(text: str, meant: str | None) -> None:
    assert nearest(text, EnergyType) == meant


def test_between_two_words_none_is_named() -> None:
    assert nearest("own3", ["own1", "own2"]) is None
    assert nearest_few("own3", ["own1", "own2", "other"], 3) == ("own1", "own2")


def test_a_slip_is_counted_once() -> None:
    assert [slips("", "ab"), slips("ab", "ba"), slips("abc", "abd"), slips("abc", "ac")] == [
        2,
        1,
        1,
        1,
    ]
