from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from cardkit.catalogue.sets import set_facts
from cardkit.sources.tcgdex_ids import catalogue_set, printing

CARDS = [
    ("sv03.5", "006", "Charizard ex", "sv3pt5-6", "6"),
    ("sv01", "198", "Spidops ex", "sv1-198", "198"),
    ("swsh12.5gg", "GG01", "Hisuian Voltorb", "swsh12pt5gg-GG01", "GG01"),
    ("swsh12.5gg", "1", "Hisuian Voltorb", "swsh12pt5gg-GG01", "GG01"),
    ("swsh9tg", "TG3", "Gabite", "swsh9tg-TG03", "TG03"),
    ("swsh4.5sv", "SV1", "Rowlet", "swsh45sv-SV001", "SV001"),
    ("sma", "SV01", "Scyther", "sma-SV1", "SV1"),
    ("swshp", "SWSH039", "Pikachu", "swshp-SWSH039", "SWSH039"),
    ("swshp", "039", "Pikachu", "swshp-SWSH039", "SWSH039"),
    ("smp", "SM01", "Rowlet", "smp-SM01", "SM01"),
    ("smp", "SM103a", "Lucario", "smp-SM103a", "SM103a"),
    ("hgssp", "HGSS01", "Ho-Oh", "hsp-HGSS01", "HGSS01"),
    ("sv10.5b", "080", "Escavalier", "zsv10pt5-80", "80"),
    ("sv10.5w", "001", "Snivy", "rsv10pt5-1", "1"),
    ("tk-ex-latia", "1", "Bagon", "tk1a-1", "1"),
    ("lc", "001", "Alakazam", "base6-1", "1"),
    ("bw11", "RC5", "Torchic", "bw11-RC5", "RC5"),
    ("rc", "RC5", "Torchic", "bw11-RC5", "RC5"),
    ("exu", "A", "Unown", "ex10-A", "A"),
    ("exu", "%3F", "Unown", "ex10-?", "?"),
    ("exu", "!", "Unown", "ex10-!", "!"),
    ("hgss1", "ONE", "Alph Lithograph", "hgss1-ONE", "ONE"),
    ("sm3.5", "10a", "Entei-GX", "sm35-10a", "10a"),
    ("bwp", "BW04", "Reshiram", "bwp-BW004", "BW004"),
    ("bwp", "BW23", "Reshiram", "bwp-BW23", "BW23"),
    ("cel25cc", "4", "Charizard", "cel25c-4_A", "4"),
    ("cel25cc", "4A", "Charizard", "cel25c-4_A", "4"),
    ("cel25cc", "CC004", "Charizard", "cel25c-4_A", "4"),
    ("cel25cc", "15A3", "Rocket’s Zapdos", "cel25c-15_A3", "15"),
    ("cel25cc", "15", "Nobody", "cel25c-15", "15"),
    ("me06", "012", "New Card", "me6-12", "12"),
    ("2026xx", "01", "New Card", "2026xx-1", "1"),
    ("base1", "000", "Nothing", "base1-0", "0"),
]


@pytest.mark.parametrize(("tcgdex_set", "local_id", "name", "card_id", "number"), CARDS)
def test_a_card_has_the_identifier_of_the_catalogue(
    tcgdex_set: str, local_id: str, name: str, card_id: str, number: str
) -> None:
    found = printing(tcgdex_set, local_id, name)
    assert (found.card_id, found.number) == (card_id, number)
    assert found.set_id == card_id.rpartition("-")[0]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("sv11", "sv11"),
        ("me05.5", "me5pt5"),
        ("me07b", "me7b"),
        ("tk-xx-a", "tk-xx-a"),
        ("A1", "A1"),
    ],
)
def test_a_set_that_nobody_wrote_down_follows_its_siblings(theirs: str, ours: str) -> None:
    assert catalogue_set(theirs) == ours


def test_every_set_of_the_table_is_found_by_tcgdex_s_name() -> None:
    for facts in set_facts().values():
        assert [catalogue_set(each) for each in facts.tcgdex] == [facts.set_id] * len(facts.tcgdex)


def test_the_crosswalk_agrees_with_one_made_by_others(bulk_folder: Path) -> None:
    table = bulk_folder.parent / "set-codes.csv"
    if not table.exists():
        pytest.skip(f"no table of set identifiers at {table}")
    with table.open(encoding="utf-8") as rows:
        both = [(row["tcgdex_id"], row["ptcg_api_id"]) for row in csv.DictReader(rows)]
    known = [(theirs, ours) for theirs, ours in both if theirs and ours]
    assert len(known) > 160
    assert [pair for pair in known if catalogue_set(pair[0]) != pair[1]] == []


def test_numbers_of_real_cards_come_back_from_zeros_and_none(bulk_folder: Path) -> None:
    facts = set_facts()
    for file in sorted((bulk_folder / "cards/en").glob("*.json")):
        theirs = facts[file.stem].tcgdex[0]  # type: ignore[index]  # a name of a set
        for card in json.loads(file.read_bytes()):
            if card["id"] == "zsv10pt5-80" or file.stem == "cel25c":
                continue
            number = card["number"]
            spellings = {number}
            if number.isdecimal():
                spellings |= {number.zfill(3), number.zfill(2)}
            for spelling in spellings:
                assert printing(theirs, spelling, card["name"]).card_id == card["id"]
