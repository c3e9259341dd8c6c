from __future__ import annotations

import pytest

from cardkit.cards import CardId
from cardkit.errors import InputError, UsageError
from cardkit.imports.dialects import Meaning, detect, dialects, words
from cardkit.imports.importing import format_named
from cardkit.imports.table import header_key
from cardkit.rarities import Rarity
from tests.imports import making


def keys(header: str) -> tuple[str, ...]:
    return tuple(header_key(name) for name in header.split(","))


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (making.header("tcgplayer-app.csv"), "tcgplayer-app"),
        (making.header("tcgplayer-app-2021.csv"), "tcgplayer-app"),
        (making.header("tcgplayer-app.csv").partition(",Price")[0], "tcgplayer-app"),
        (making.header("tcgplayer-app-2026.csv"), "tcgplayer-app-2026"),
        (making.header("collectr.csv"), "collectr"),
        (making.header("collectr.csv") + ",Language", "collectr"),
        (making.header("collectr.csv").replace(" (As of 2026-04-01)", ""), "collectr"),
        ("Qty,Card,Set", "generic"),
        ("Anzahl,Kartenname,Erweiterung,Nummer", "generic"),
        ("set id,number,count", "generic"),
        ("NAME,RARITY", "generic"),
    ],
)
def test_a_format_is_known_by_its_header(header: str, name: str) -> None:
    found = detect(keys(header))
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("header", ["Name", "foo,bar", "4 Ralts ASR 60", "Set,Rarity", "Number"])
def test_too_little_is_no_header(header: str) -> None:
    assert detect(keys(header)) is None


@pytest.mark.parametrize(
    ("header", "name", "quantity"),
    [
        ("Nombre,Cantidad", 0, 1),
        ("Nombre,Nom", 1, 0),
        ("Title,Qty", 0, 1),
        ("Title,Name,Qty", 1, 2),
    ],
)
def test_a_word_of_two_languages_is_read_by_its_neighbours(
    header: str, name: int, quantity: int
) -> None:
    found = format_named("generic").positions(keys(header))
    assert found[Meaning.NAME] == (name,)
    assert found[Meaning.QUANTITY] == (quantity,)


def test_a_column_has_one_meaning() -> None:
    for dialect in dialects():
        header = tuple(key.rstrip("*") for listed in dialect.columns.values() for key in listed)
        places = [place for found in dialect.positions(header).values() for place in found]
        assert len(places) == len(set(places)), dialect.name


def test_every_signature_is_that_of_one_format() -> None:
    for dialect in dialects():
        if dialect.signature:
            assert detect(tuple(key.rstrip("*") for key in dialect.signature)) is dialect


def test_no_word_is_listed_for_two_things() -> None:
    tables = [words()["finishes"], words()["conditions"]]
    tables.append(words()["languages"]["western"] | words()["languages"]["asian"])
    for table in tables:
        listed = [header_key(word) for each in table.values() for word in each]
        assert len(listed) == len(set(listed))


def test_rarities_are_those_of_the_catalogue() -> None:
    for rarity, means in words()["rarity_means"].items():
        assert all(Rarity(each) for each in (rarity, *means))


def test_an_unknown_header_is_shown_with_what_is_needed() -> None:
    with making.small_catalogue_in_memory() as catalogue, pytest.raises(InputError) as refused:
        making.read("Foo;Bar\n1;2\n", catalogue)
    fault = refused.value.faults[0]
    assert fault.where == "list.csv:1"
    assert "'Foo', 'Bar'" in fault.what
    assert "--list-formats" in fault.remedy


def test_a_format_that_is_asked_for_must_fit() -> None:
    with making.small_catalogue_in_memory() as catalogue:
        with pytest.raises(InputError, match="'Portfolio Name'"):
            making.read(making.export("tcgplayer-app.csv"), catalogue, format_name="collectr")
        with pytest.raises(UsageError, match="tcgplayer-app, tcgplayer-app-2026"):
            making.read(making.export("tcgplayer-app.csv"), catalogue, format_name="exel")
        report = making.read(making.export("tcgplayer-app.csv"), catalogue, format_name="Generic")
        assert report.format_name == "generic"
        assert report.owned[0].card.card_id == CardId("sv3-125")
