from __future__ import annotations

import pytest

from cardkit.imports.names import read_name


@pytest.mark.parametrize(
    ("text", "name", "number", "finish", "language", "remarks"),
    [
        ("Totodile - 18/25", "Totodile", "18/25", "", "", ()),
        ("Dratini - 066/113 (Delta Species)", "Dratini δ", "066/113", "", "", ()),
        ("Wigglytuff (32)", "Wigglytuff", "32", "", "", ()),
        ("Synthetic (#007)", "Synthetic", "007", "", "", ()),
        ("Klara (Full Art)", "Klara", "", "", "", ("Full Art",)),
        ("Pikachu (Poke Ball Pattern)", "Pikachu", "", "Poke Ball Pattern", "", ()),
        ("Pikachu (Cosmos Holo) (JP)", "Pikachu", "", "Cosmos Holofoil", "Japanese", ()),
        ("Samurott [Reverse] #23", "Samurott", "23", "Reverse Holofoil", "", ()),
        ("Snubbull - SM200 (In-Store Event Promo)", "Snubbull", "SM200", "", "",
         ("In-Store Event Promo",)),
        ("Umbreon ex - 176", "Umbreon ex", "176", "", "", ()),
        ("Mewtwo (Gold Star)", "Mewtwo ★", "", "", "", ()),
        ("Cyrus (Prism Star)", "Cyrus ◇", "", "", "", ()),
        ("Unown - Z", "Unown", "Z", "", "", ()),
        ("Unown #?", "Unown", "?", "", "", ()),
        ("Alph Lithograph - TWO", "Alph Lithograph", "TWO", "", "", ()),
        ("Unown (X)", "Unown", "", "", "", ("X",)),
        ("Porygon2", "Porygon2", "", "", "", ()),
        ("Ho-Oh", "Ho-Oh", "", "", "", ()),
        ("Blaine's Quiz #1", "Blaine's Quiz", "1", "", "", ()),
        ("", "", "", "", "", ()),
        ("(JP)", "(JP)", "", "", "", ()),
    ],
)  # fmt: skip
def test_a_name_is_taken_apart(
    text: str, name: str, number: str, finish: str, language: str, remarks: tuple[str, ...]
) -> None:
    found = read_name(text)
    assert (found.name, found.number, found.finish) == (name, number, finish)
    assert (found.language, found.remarks) == (language, remarks)


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("Dratini - 066/113 (Delta Species)", "dratini delta"),
        ("Boss's Orders (Ghetsis)", "bosss orders ghetsis"),
        ("Boss's Orders (Ghetsis)", "bosss orders"),
        ("Blaine's Quiz #1", "blaines quiz 1"),
        ("Nidoran M", "nidoran m"),
        ("Basic Fire Energy", "fire energy"),
    ],
)
def test_the_spellings_hold_the_card_s_own(text: str, spelling: str) -> None:
    assert spelling in read_name(text).spellings
