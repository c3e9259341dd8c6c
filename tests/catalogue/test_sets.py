from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from cardkit.cards import CardSet, SetId
from cardkit.catalogue import SetVocabulary, is_cross_set_label, set_facts
from cardkit.catalogue.sets import fold_code
from cardkit.naming import fold_label

LABELS = [
    # the shop's group names
    ("SV05: Temporal Forces", ["sv5"]),
    ("SV01: Scarlet & Violet Base Set", ["sv1"]),
    ("SV: Scarlet & Violet 151", ["sv3pt5"]),
    ("SV: Shrouded Fable", ["sv6pt5"]),
    ("SM - Burning Shadows", ["sm3"]),
    ("SM Base Set", ["sm1"]),
    ("XY Base Set", ["xy1"]),
    ("XY - BREAKpoint", ["xy9"]),
    ("SWSH01: Sword & Shield Base Set", ["swsh1"]),
    ("SWSH12: Silver Tempest Trainer Gallery", ["swsh12tg"]),
    ("SWSH: Sword & Shield Promo Cards", ["swshp"]),
    ("ME02: Phantasmal Flames", ["me2"]),
    ("ME: Mega Evolution Promo", ["mep"]),
    ("Ruby and Sapphire", ["ex1"]),
    ("Diamond and Pearl", ["dp1"]),
    ("HeartGold SoulSilver", ["hgss1"]),
    ("Expedition", ["ecard1"]),
    ("WoTC Promo", ["basep"]),
    ("Pokemon GO", ["pgo"]),
    ("Crown Zenith: Galarian Gallery", ["swsh12pt5gg"]),
    ("Legendary Treasures: Radiant Collection", ["bw11"]),
    ("Generations: Radiant Collection", ["g1"]),
    ("EX Trainer Kit 1: Latias & Latios", ["tk1a", "tk1b"]),
    ("McDonald's 25th Anniversary Promos", ["mcd21"]),
    ("McDonald’s Promos 2019", ["mcd19"]),
    # the collection app's labels
    ("Base Set (Unlimited)", ["base1"]),
    ("Base Set (1st Edition & Shadowless)", ["base1"]),
    ("Base Set", ["base1"]),
    ("Base Set 2", ["base4"]),
    ("Scarlet & Violet Promo", ["svp"]),
    ("Scarlet & Violet Base Set", ["sv1"]),
    ("Scarlet & Violet 151", ["sv3pt5"]),
    ("Mega Evolution Promos", ["mep"]),
    ("EX Emerald", ["ex9"]),
    ("EX Delta Species", ["ex11"]),
    ("Platinum Arceus", ["pl4"]),
    ("Black and White Promos", ["bwp"]),
    ("Shining Fates: Shiny Vault", ["swsh45sv"]),
    ("Nintendo Promos", ["np"]),
    ("Ascended Heroes", ["me2pt5"]),
    # the names themselves, more or less
    ("HS—Unleashed", ["hgss2"]),
    ("HS - Unleashed", ["hgss2"]),
    ("Unleashed", ["hgss2"]),
    ("151", ["sv3pt5"]),
    ("Pokémon 151", ["sv3pt5"]),
    ("platinum", ["pl1"]),
    ("Sword & Shield—Evolving Skies", ["swsh7"]),
    ("Pokemon Obsidian Flames", ["sv3"]),
    # codes and identifiers
    ("MEW", ["sv3pt5"]),
    ("mew", ["sv3pt5"]),
    ("sv3pt5", ["sv3pt5"]),
    ("SV1", ["sv1"]),
    ("SWSH12: TG", ["swsh12tg"]),
    ("PR-SW", ["swshp"]),
    ("SV", ["pl3"]),
    ("EX", ["ecard1"]),
    # ambiguous: the likeliest first
    ("Radiant Collection", ["bw11", "g1"]),
    ("TR", ["base5", "ex7"]),
    ("RR", ["ex7", "pl2"]),
    ("G1", ["gym1", "g1"]),
    ("g1", ["g1", "gym1"]),
    ("CEL", ["cel25", "cel25c"]),
    # a set and its gallery
    ("Celebrations", ["cel25", "cel25c"]),
    ("SWSH09: Brilliant Stars", ["swsh9", "swsh9tg"]),
    # not ours
    ("SV8a: Terastal Fest ex", []),
    ("Prize Pack Series Cards", []),
    ("", []),
    ("500 Years in the Future", []),
]


@pytest.mark.parametrize(("label", "sets"), LABELS)
def test_labels_and_codes_of_sets(label: str, sets: list[str]) -> None:
    assert list(SetVocabulary().by_label(label)) == sets


def test_sets_of_the_catalogue_are_known_too() -> None:
    own = CardSet(set_id=SetId("own1"), name="Own Set", ptcgo_code="OWN")
    vocabulary = SetVocabulary([own])
    for label in ("Own Set", "own set", "OWN", "own1", "SV99: Own Set"):
        assert vocabulary.by_label(label) == ("own1",)


def test_groups_of_many_sets() -> None:
    assert is_cross_set_label("Prize Pack Series Cards")
    assert is_cross_set_label("Battle Academy 2022")
    assert is_cross_set_label("Miscellaneous Cards and Products")
    assert not is_cross_set_label("Base Set")


def repeated(values: list[str]) -> set[str]:
    return {value for value, count in Counter(values).items() if count > 1}


def test_what_must_be_unique_is_unique() -> None:
    facts = tuple(set_facts().values())
    assert repeated([fold_label(each.name) for each in facts]) == set()
    assert repeated([tcgdex for each in facts for tcgdex in each.tcgdex]) == set()
    assert repeated([str(each.cardmarket) for each in facts if each.cardmarket]) == set()
    assert repeated([each.tcgplayer_name for each in facts if each.tcgplayer_name]) == set()
    groups = [str(each.tcgplayer_group) for each in facts if each.tcgplayer_group]
    # Trainer kits: the shop has one group for both halves.
    assert repeated(groups) == {
        "1543",
        "1542",
        "1540",
        "1538",
        "1532",
        "1533",
        "1536",
        "1796",
        "2069",
    }
    first_codes = [each.codes[0] for each in facts if each.codes]
    assert repeated(first_codes) == set()


def test_codes_that_several_sets_share_are_the_known_ones() -> None:
    codes = [fold_code(code) for each in set_facts().values() for code in each.codes]
    galleries = {"HIF", "SHF", "CEL", "BRS", "ASR", "LOR", "SIT", "CRZ"}
    assert repeated(codes) == galleries | {"TR", "RR"}


def test_the_table_is_in_order() -> None:
    facts = tuple(set_facts().values())
    assert [each.released for each in facts] == sorted(each.released for each in facts)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", each.released) for each in facts)
    assert all(each.part_of is None or each.part_of in set_facts() for each in facts)
    assert all(each.name == each.name.strip() and each.series for each in facts)


def test_every_name_means_its_own_set() -> None:
    vocabulary = SetVocabulary()
    for facts in set_facts().values():
        for label in (facts.name, facts.tcgplayer_name, *facts.labels):
            if label:
                assert facts.set_id in vocabulary.by_label(label)
        assert vocabulary.by_label(facts.name)[0] == facts.set_id
        for code in facts.codes:
            assert facts.set_id in vocabulary.by_code(code)


def test_the_sets_of_the_bulk_data_are_in_the_table(bulk_folder: Path) -> None:
    vocabulary = SetVocabulary()
    for entry in json.loads((bulk_folder / "sets/en.json").read_bytes()):
        assert vocabulary.by_label(entry["name"])[:1] == (entry["id"],)
        assert vocabulary.by_label(entry["id"])[0] == entry["id"]
        if "ptcgoCode" in entry:
            assert entry["id"] in vocabulary.by_code(entry["ptcgoCode"])
