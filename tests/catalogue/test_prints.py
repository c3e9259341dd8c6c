from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from cardkit.cards import CardId, SetId
from cardkit.catalogue import Catalogue, Print
from cardkit.errors import InputError
from tests.imports import making


def test_prints_are_found_by_set_and_number(tmp_path: Path) -> None:
    with making.small_catalogue(tmp_path) as catalogue:
        prints = catalogue.prints_of("swsh9tg")
        assert prints == {
            "TG5": [
                Print(card_id=CardId("swsh9tg-TG05"), set_id=SetId("swsh9tg"), name="Pikachu V")
            ]
        }
        assert catalogue.prints_of("nowhere") == {}
        for each in catalogue.sets():
            names = [
                found.name
                for listed in catalogue.prints_of(each.set_id).values()
                for found in listed
            ]
            assert sorted(names) == sorted(card.name for card in catalogue.cards_of(each.set_id))


def test_a_damaged_print_is_told(tmp_path: Path) -> None:
    with making.small_catalogue(tmp_path):
        pass
    database = sqlite3.connect(tmp_path / "small.db")
    with database:
        database.execute("UPDATE card SET row = '[' WHERE card_id = 'base1-1'")
    database.close()
    with (
        Catalogue.open(tmp_path / "small.db", starter=False) as catalogue,
        pytest.raises(InputError, match="damaged"),
    ):
        catalogue.prints_of("base1")
