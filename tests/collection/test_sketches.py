"""What rows without a printing are taken for, by the cards that are nearest to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.catalogue import Catalogue
from cardkit.cli.app import run
from cardkit.collection import Collection
from cardkit.decks import Place, RarityDeck, build_pool, check_pool
from cardkit.imports import import_file
from tests.collection.making import AT
from tests.decks.making import RULES
from tests.imports import making


def imported(folder: Path, table: str) -> Collection:
    collection = Collection.open(folder)
    with making.small_catalogue(folder) as catalogue:
        import_file(table.encode(), catalogue, collection, at=AT)
    return collection


@pytest.mark.parametrize(
    ("row", "place", "undecided"),
    [
        # Pikachu is number 5 of Base; the rarity is the row's own.
        ("Pikatschu,Base,5,Uncommon", RarityDeck.UNCOMMON, False),
        ("Pikatschu,Base,5/6,Selten", RarityDeck.RARE, False),
        ("Pikatschu,Base,#5,", RarityDeck.COMMON, True),
        ("Pikatschu,Base,5,comon", RarityDeck.RARE, True),
        # Number 4 is a Trainer, so is the name whose number is wrong, and what nothing is near.
        ("Pokedäx,Base,4,Uncommon", Place.LEFT_OUT, False),
        ("Pokédex,Base,5,Uncommon", Place.LEFT_OUT, False),
        ("Pokédex (Reverse),Base,5,Uncommon", Place.LEFT_OUT, False),
        ("Pikatschu,Base,77,Uncommon", Place.LEFT_OUT, False),
        ("Pikatschu,Nowhere,5,Uncommon", Place.LEFT_OUT, False),
    ],
)
def test_set_and_number_tell_the_kind_of_a_misspelt_name(
    row: str, place: RarityDeck | Place, undecided: bool, tmp_path: Path
) -> None:
    with (
        imported(tmp_path, f"Name,Set,Number,Rarity\n{row}\n") as collection,
        Catalogue.open(tmp_path / "small.db") as catalogue,
    ):
        (entry,) = collection.pool_entries(catalogue)
    assert not entry.known
    pool = build_pool([entry], RULES)
    (placed,) = (*pool.cards(), *pool.left_out)
    assert (placed.placement.deck or placed.placement.place) is place
    assert placed.placement.undecided is undecided


def test_a_trainer_is_not_called_unknown_when_a_card_was_near(tmp_path: Path) -> None:
    with (
        imported(tmp_path, "Name,Set,Number\nPokedäx,Base,4\n") as collection,
        Catalogue.open(tmp_path / "small.db") as catalogue,
    ):
        findings = check_pool(build_pool(collection.pool_entries(catalogue), RULES), RULES)
    (finding,) = (each for each in findings if each.code == "taken-for-trainers")
    assert finding.what.startswith("1 card matched to no card of the catalogue and without a")
    assert finding.remedy == "if one is a Pokemon: cardkit assign CARD DECK"


def test_the_list_shows_an_undecided_row(
    tmp_path: Path, own_catalogue: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with imported(tmp_path, "Name,Set,Number,Rarity\nPikatschu,Base,5,comon\n"):
        pass
    (tmp_path / "small.db").replace(own_catalogue)
    assert run(["-C", str(tmp_path), "list"]) == 0
    assert "rare ?" in capsys.readouterr().out
