from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cardkit.cards import Card, CardSet, SetId
from cardkit.catalogue import Added, Catalogue, default_path
from cardkit.catalogue.merging import STARTER
from cardkit.catalogue.starter import starter_cards
from cardkit.errors import InputError
from cardkit.naming import fold_name
from cardkit.rarities import Rarity
from cardkit.sources.bulk import stream_bulk
from tests.catalogue.making import OWN_SET, card


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "own.db", starter=False) as opened:
        yield opened


def ids(cards: tuple[Card, ...]) -> list[str]:
    return [str(each.card_id) for each in cards]


def test_where_the_catalogue_is(monkeypatch: pytest.MonkeyPatch, own_catalogue: Path) -> None:
    assert default_path() == own_catalogue
    monkeypatch.setenv("CARDKIT_CATALOGUE", "~/cards.db")
    assert default_path() == Path.home() / "cards.db"
    monkeypatch.delenv("CARDKIT_CATALOGUE")
    assert default_path().name == "catalogue.db"
    assert default_path().parent.name == "cardkit"


def test_a_card_is_given_back_as_it_was_added(catalogue: Catalogue) -> None:
    given = card("own1-1", rules=("é\n“x”",), rarity="Sparkling Rare")
    catalogue.add([given], [OWN_SET])
    assert catalogue.card("own1-1") == given
    assert catalogue.card_set("own1") == OWN_SET
    assert catalogue.card("own1-2") is None
    assert catalogue.card_set("own2") is None


def test_look_ups_by_number(catalogue: Catalogue) -> None:
    catalogue.add(
        [card("own1-TG01"), card("own1-28a"), card("own1-4"), card("own1-4x", number="4")]
    )
    for number, found in (
        ("TG1", ["own1-TG01"]),
        ("tg01", ["own1-TG01"]),
        ("28A", ["own1-28a"]),
        ("004", ["own1-4", "own1-4x"]),
        ("5", []),
    ):
        assert ids(catalogue.by_number("own1", number)) == found


def test_look_ups_by_name(catalogue: Catalogue) -> None:
    catalogue.add([card("own1-1", "Nidoran ♀ δ"), card("own2-1", "Nidoran ♀"), card("own1-2")])
    assert ids(catalogue.by_name("nidoran f")) == ["own2-1"]
    assert ids(catalogue.by_name(fold_name("Nidoran ♀ δ"))) == ["own1-1"]


def test_look_ups_by_code_and_number(catalogue: Catalogue) -> None:
    catalogue.add(
        [
            card("swshp-SWSH159"),
            card("swsh12pt5gg-GG10"),
            card("swsh12pt5-10"),
            card("cel25-15"),
            card("cel25c-15_A1", number="15"),
            card("own1-7"),
        ],
        [OWN_SET],
    )
    for code, number, found in (
        ("PR-SW", "159", ["swshp-SWSH159"]),
        ("PR-SW", "SWSH159", ["swshp-SWSH159"]),
        ("CRZ-GG", "10", ["swsh12pt5gg-GG10"]),
        ("CRZ", "10", ["swsh12pt5-10"]),
        ("CRZ", "GG10", ["swsh12pt5gg-GG10"]),
        ("cel", "15", ["cel25-15", "cel25c-15_A1"]),
        ("OWN", "007", ["own1-7"]),
        ("XYZ", "1", []),
    ):
        assert ids(catalogue.by_code(code, number)) == found


def test_look_ups_by_name_number_and_total(catalogue: Catalogue) -> None:
    other = replace(OWN_SET, set_id=SetId("own2"), printed_total=20)
    catalogue.add([card("own1-1"), card("own2-1"), card("own3-1")], [OWN_SET, other])
    assert ids(catalogue.by_print("TESTMANDER", "001", 10)) == ["own1-1"]
    assert ids(catalogue.by_print("Testmander", "1", 20)) == ["own2-1"]
    assert ids(catalogue.by_print("Testmander", "1", 30)) == []


def test_cards_come_by_release_and_number(catalogue: Catalogue) -> None:
    older = replace(OWN_SET, set_id=SetId("own0"), release_date="1999-01-09")
    numbers = ["TG02", "10", "2", "10a", "1"]
    catalogue.add([*(card(f"own1-{n}") for n in numbers), card("own0-5")], [OWN_SET, older])
    expected = ["own0-5", "own1-1", "own1-2", "own1-10", "own1-10a", "own1-TG02"]
    assert [each.card_id for each in catalogue.cards()] == expected
    assert [each.set_id for each in catalogue.sets()] == ["own0", "own1"]


FOUND = [
    ("own1-1", ["own1-1"]),
    ("OWN1-001", ["own1-1"]),
    ("OWN 1", ["own1-1"]),
    ("own 001/010", ["own1-1"]),
    ("Own Set 2", ["own1-2"]),
    ("Testmander 1/10", ["own1-1"]),
    ("testmander 1", ["own1-1"]),
    ("Testmander 1/11", []),
    ("testmander", ["own1-1", "own1-3"]),
    ("Testmeleon", ["own1-2"]),
    ("Porygon2", ["own1-4"]),
    ("Blaine's Quiz #1", ["own1-5"]),
    ("", []),
    ("nobody", []),
    ("nobody 7", []),
    ("#", []),
]


@pytest.mark.parametrize(("reference", "found"), FOUND)
def test_what_a_reference_means(reference: str, found: list[str], catalogue: Catalogue) -> None:
    names = ["Testmander", "Testmeleon", "Testmander", "Porygon2", "Blaine's Quiz #1"]
    cards = [card(f"own1-{place}", name) for place, name in enumerate(names, start=1)]
    catalogue.add(cards, [OWN_SET])
    assert ids(catalogue.find(reference)) == found


SEARCHES = [
    ("testmandr", "own2-1"),
    ("testmander", "own2-1"),
    ("testmandr own set", "own1-1"),
    ("tesmelon", "own1-2"),
    ("testmandr 3", "own1-3"),
    ("own 2", "own1-2"),
    ("testmandr 3/10", "own1-3"),
]


@pytest.mark.parametrize(("words", "first"), SEARCHES)
def test_searches(words: str, first: str, catalogue: Catalogue) -> None:
    newer = replace(OWN_SET, set_id=SetId("own2"), name="Newer", release_date="2025-01-01")
    newer = replace(newer, ptcgo_code="NEW")
    cards = [card("own1-1"), card("own1-2", "Testmeleon"), card("own1-3"), card("own2-1")]
    catalogue.add(cards, [OWN_SET, newer])
    assert ids(catalogue.search(words))[0] == first
    assert len(catalogue.search(words, limit=1)) == 1


def test_names_that_hold_the_words_come_before_look_alikes(catalogue: Catalogue) -> None:
    names = ["Testfur", "Mr. Testfur", "Otestfur", "Testfin", "Testfur ex", "Testfur"]
    catalogue.add([card(f"own1-{at}", name) for at, name in enumerate(names, 1)], [OWN_SET])
    found = [each.name for each in catalogue.search("testfu")]
    assert found == ["Testfur", "Testfur ex", "Testfur", "Mr. Testfur", "Otestfur"]
    assert {"Testfur", "Testfin"} <= {each.name for each in catalogue.search("testfxr")}
    assert [each.name for each in catalogue.search("otestfu")][:2] == ["Otestfur", "Testfur"]
    assert [each.name for each in catalogue.search("otest")] == ["Otestfur"]
    assert len(catalogue.search("testfu", limit=2)) == 2


def test_a_search_for_nothing_like_it(catalogue: Catalogue) -> None:
    catalogue.add([card("own1-1")])
    assert catalogue.search("xyzzy") == ()
    assert catalogue.search("") == ()


def test_an_addition_says_what_it_did(catalogue: Catalogue) -> None:
    first = catalogue.add([card("own1-1"), card("own1-2")], [OWN_SET])
    assert first == Added(cards_added=2, sets_added=1)
    second = catalogue.add([card("own1-1"), card("own1-2", hp=70), card("own1-3")], [OWN_SET])
    assert second == Added(cards_added=1, cards_updated=1, cards_unchanged=1, sets_unchanged=1)
    third = catalogue.add([card("own1-1"), card("own1-3")])
    assert third == Added(cards_unchanged=2)
    assert not third.changed
    changed = catalogue.card("own1-2")
    assert changed is not None
    assert changed.hp == 70


def test_a_set_that_nobody_described(catalogue: Catalogue) -> None:
    added = catalogue.add([card("sv3pt5-6"), card("own9-1")])
    assert added.sets_added == 2
    known, unknown = catalogue.card_set("sv3pt5"), catalogue.card_set("own9")
    assert (known and known.name, known and known.ptcgo_code) == ("151", "MEW")
    assert unknown == CardSet(set_id=SetId("own9"), name="own9")


def test_provenance_names_every_source(catalogue: Catalogue) -> None:
    catalogue.add([card("own1-1"), card("own1-2")], source="first", added_at="2026-01-01")
    catalogue.add([card("own1-1"), card("own1-2", hp=70)], source="second", added_at="2026-02-02")
    found = {each: catalogue.provenance(each) for each in ("own1-1", "own1-2", "own1-3")}
    assert [[(each.source, each.added_at) for each in all_of] for all_of in found.values()] == [
        [("second", "2026-02-02"), ("first", "2026-01-01")],
        [("second", "2026-02-02"), ("first", "2026-01-01")],
        [],
    ]


def test_information(catalogue: Catalogue) -> None:
    catalogue.add([card("own1-1"), card("own9-1")], [OWN_SET], source="mine", added_at="2026")
    info = catalogue.info()
    assert (info.cards, info.sets, info.starter_cards, info.stored) == (2, 2, 0, True)
    assert info.size_bytes == info.path.stat().st_size
    assert [(each.name, each.cards, each.added_at) for each in info.sources] == [
        ("mine", 2, "2026")
    ]
    assert {(each.name, each.sets, each.cards) for each in info.eras} == {
        ("unknown", 1, 1),
        ("Own Era", 1, 1),
    }


def test_nothing_is_kept_of_an_addition_that_fails(catalogue: Catalogue) -> None:
    catalogue.add([card("own1-1")], [OWN_SET])

    def cards() -> Iterator[Card]:
        yield from (card(f"own1-{number}") for number in range(2, 2_000))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        catalogue.add(cards())
    assert [each.card_id for each in catalogue.cards()] == ["own1-1"]
    assert [each.name for each in catalogue.info().sources] == ["given"]
    assert catalogue.add([card("own1-2")]).cards_added == 1


def test_look_ups_forget_what_they_knew(catalogue: Catalogue) -> None:
    catalogue.add([card("own1-1")], [OWN_SET])
    assert catalogue.search("testmander")
    assert catalogue.sets_by_label("Second") == ()
    second = replace(OWN_SET, set_id=SetId("own2"), name="Second", ptcgo_code="")
    catalogue.add([card("own1-1", "Renamed"), card("own2-1", "Newcomer")], [second])
    assert catalogue.by_name("Testmander") == ()
    assert ids(catalogue.search("newcomr"))[0] == "own2-1"
    assert catalogue.sets_by_label("Second") == ("own2",)


def test_the_starter_is_filled_in() -> None:
    sets, cards = starter_cards()
    with Catalogue.open() as catalogue:
        assert {each.card_id for each in catalogue.cards()} == {each.card_id for each in cards}
        assert set(catalogue.sets()) == set(sets)
        assert catalogue.card(cards[0].card_id) == cards[0]
        assert catalogue.info().starter_cards == len(cards)


def test_a_real_source_replaces_the_starter_and_stays() -> None:
    sets, cards = starter_cards()
    real = replace(cards[0], artist="A. Uthor")
    with Catalogue.open() as catalogue:
        assert catalogue.add([real, cards[1]], [sets[0]]).cards_updated == 2
        assert catalogue.info().starter_cards == len(cards) - 2
    with Catalogue.open() as catalogue:
        assert catalogue.card(real.card_id) == real
        assert catalogue.add([real], [sets[0]]) == Added(cards_unchanged=1, sets_unchanged=1)


def test_a_new_starter_replaces_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    sets, cards = starter_cards()
    real = replace(cards[0], artist="A. Uthor")
    with Catalogue.open() as catalogue:
        catalogue.add([real])
    changed = (*(replace(each, hp=10) for each in cards[:2]), card("own1-1"))
    monkeypatch.setattr(
        "cardkit.catalogue.starter.starter_cards", lambda: ((*sets, OWN_SET), changed)
    )
    monkeypatch.setattr("cardkit.catalogue.additions._starter_digest", lambda: "new")
    for _ in range(2):
        with Catalogue.open() as catalogue:
            assert sorted(each.card_id for each in catalogue.cards()) == sorted(
                each.card_id for each in changed
            )
            assert catalogue.card(real.card_id) == real
            assert catalogue.card(cards[1].card_id) == changed[1]


def test_the_starter_is_not_written_again(own_catalogue: Path) -> None:
    with Catalogue.open():
        pass
    before = own_catalogue.read_bytes()
    with Catalogue.open():
        pass
    assert own_catalogue.read_bytes() == before


def test_no_other_source_may_be_called_starter(catalogue: Catalogue) -> None:
    with pytest.raises(ValueError, match="must not be called"):
        catalogue.add([card("own1-1")], source=STARTER)


def test_where_nothing_can_be_stored_the_starter_is_there_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Catalogue.open(tmp_path / "file/catalogue.db") as catalogue:
        info = catalogue.info()
        assert (info.stored, info.cards) == (False, len(starter_cards()[1]))
        with pytest.raises(InputError, match="set CARDKIT_CATALOGUE"):
            catalogue.add([card("own1-1")])


@pytest.fixture(scope="module")
def full(bulk_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path_factory.mktemp("full") / "catalogue.db") as catalogue:
        with catalogue.adding("bulk") as addition:
            for file in stream_bulk(bulk_folder):
                addition.put_sets(file.sets)
                addition.put_rows(file.rows)
            addition.finish()
        yield catalogue


def test_every_card_is_found_in_every_way(full: Catalogue) -> None:
    sets = {each.set_id: each for each in full.sets()}
    for each in random.Random(1).sample(tuple(full.cards()), 1_000):
        own = sets[each.set_id]
        assert full.card(each.card_id) == each
        assert each in full.by_number(each.set_id, each.number)
        assert each in full.by_name(each.name)
        assert each in full.by_code(own.ptcgo_code or own.set_id, each.number)
        assert each in full.by_print(each.name, each.number, own.printed_total)
        assert full.find(each.card_id) == (each,)


def test_few_prints_are_ambiguous(full: Catalogue) -> None:
    sets = {each.set_id: each for each in full.sets()}
    prints = {
        (fold_name(each.name), each.number, sets[each.set_id].printed_total)
        for each in full.cards()
    }
    assert len(prints) > full.info().cards - 100


KNOWN = [
    ("PR-SW 159", "swshp-SWSH159"),
    ("MEW 6", "sv3pt5-6"),
    ("Charizard ex 006/165", "sv3pt5-6"),
    ("SV3PT5-006", "sv3pt5-6"),
    ("BLK 80", "zsv10pt5-80"),
]


@pytest.mark.parametrize(("reference", "card_id"), KNOWN)
def test_references_to_real_cards(full: Catalogue, reference: str, card_id: str) -> None:
    assert ids(full.find(reference)) == [card_id]


def test_a_misspelt_name_gives_its_card_among_the_first_five(full: Catalogue) -> None:
    chance = random.Random(7)
    names = sorted({each.name for each in full.cards() if len(each.name) > 3})
    missed = []
    for name in chance.sample(names, 40):
        place = chance.randrange(1, len(name))
        typed = name[:place] + name[place + 1 :]
        if full.by_name(typed):
            continue  # somebody else is called just that
        if name not in {each.name for each in full.search(typed, limit=5)}:
            missed.append((typed, name))
    assert missed == []


def test_rarities_of_the_full_catalogue_are_known(full: Catalogue) -> None:
    rarities = {each.rarity for each in full.cards()}
    assert all(each is None or isinstance(each, Rarity) for each in rarities)
