from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.catalogue.search import NameIndex, nearness

NAMES = """
bulbasaur|ivysaur|venusaur|charmander|charmeleon|charizard|charizard ex|charizard v|charizard vmax
|dark charizard|m charizard ex|squirtle|pikachu|flying pikachu|raichu|mew|mew ex|mewtwo|mewtwo ex
|muk|gardevoir|gardevoir ex
|rockets zapdos|zapdos|mr mime|farfetchd|nidoran f|nidoran m|poke ball|ho oh
|professors research professor oak|fire energy|water energy|n|ns zoroark ex|eevee|espeon|porygon z
""".replace("\n", "").split("|")
INDEX = NameIndex(NAMES)

SLIPS = [
    ("charzard", "charizard"),
    ("chraizard", "charizard"),
    ("charizard vmx", "charizard vmax"),
    ("gardevior", "gardevoir"),
    ("pikachoo", "pikachu"),
    ("bulbasuar", "bulbasaur"),
    ("squirtel", "squirtle"),
    ("mwe", "mew"),
    ("mewto", "mewtwo"),
    ("mrmime", "mr mime"),
    ("farfetch d", "farfetchd"),
    ("hooh", "ho oh"),
    ("pokeball", "poke ball"),
    ("evee", "eevee"),
    ("proffessor oak", "professors research professor oak"),
    ("zoroark", "ns zoroark ex"),
    ("n", "n"),
    ("nidoran", "nidoran f"),
    ("rocket zapdos", "rockets zapdos"),
    ("fier energy", "fire energy"),
]


@pytest.mark.parametrize(("typed", "meant"), SLIPS)
def test_a_slip_is_forgiven(typed: str, meant: str) -> None:
    assert meant in [name for name, _ in INDEX.rank(typed, limit=5)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("pi", (["pikachu"], [], ["flying pikachu"], [])),
        ("mew", (["mew", "mew ex", "mewtwo", "mewtwo ex"], [], [], [])),
        ("charizard e", (["charizard ex"], [], ["m charizard ex"], [])),
        ("zapdos", (["zapdos"], ["rockets zapdos"], [], [])),
        ("chu", ([], [], [], ["raichu", "pikachu", "flying pikachu"])),
        ("charzard", ([], [], [], [])),
        ("", ([], [], [], [])),
    ],
)
def test_names_are_found_by_what_they_hold(typed: str, found: tuple[list[str], ...]) -> None:
    assert INDEX.holding(typed) == found


@pytest.mark.parametrize("name", NAMES)
def test_the_name_itself_comes_first(name: str) -> None:
    assert INDEX.rank(name)[0] == (name, 1.0)


@given(st.sampled_from(NAMES), st.data())
def test_one_wrong_letter_keeps_a_long_name_among_the_first(name: str, data: st.DataObject) -> None:
    if len(name) < 5:
        return
    place = data.draw(st.integers(0, len(name) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    typed = name[:place] + letter + name[place + 1 :]
    assert name in [found for found, _ in INDEX.rank(typed, limit=5)]


@given(st.text(max_size=12), st.text(max_size=12))
def test_nearness_is_a_share(one: str, other: str) -> None:
    assert 0 <= nearness(one, other) <= 1
    assert nearness(one, one) == (1.0 if one else 0.0)


def test_nothing_typed_and_nothing_known() -> None:
    assert NameIndex([]).rank("mew") == []
    assert all(near < 1 for _, near in INDEX.rank(""))
    assert len(INDEX.rank("charizard", limit=2)) == 2
