from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.cards import (
    Ability,
    Attack,
    Card,
    CardId,
    CardSet,
    EnergyType,
    LocalName,
    LocalSetName,
    SetId,
    TypeModifier,
)
from cardkit.catalogue import Added, Catalogue, Conflict, SourceState
from cardkit.catalogue.merging import Part, by_precedence, conflicts, merge_cards, merge_sets
from cardkit.catalogue.starter import starter_cards
from cardkit.rarities import Rarity
from tests.catalogue.making import OWN_SET, card

EMPTY: dict[str, Any] = {"rarity": None, "subtypes": (), "hp": None, "types": (), "attacks": ()}
TRY, TRY_SILENT = Attack(name="Try", text="Draw a card."), Attack(name="Try", text_omitted=True)
BARK = Ability(name="Bark", kind="Ability", text="Once during your turn.")


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "own.db", starter=False) as opened:
        yield opened


def test_precedence() -> None:
    sources = ["set table", "starter", "tcgdex", "bulk data: mine", "snapshot", "ptcgapi"]
    parts = [Part(source=name, batch_id=place, said=0) for place, name in enumerate(sources)]
    for shuffled in itertools.permutations(parts):
        assert [part.source for part in by_precedence(shuffled)] == sources[::-1]


FIELDS = [
    ("rarity", Rarity.RARE, Rarity.COMMON),
    ("rarity", "Sparkling Rare", Rarity.COMMON),
    ("subtypes", ("Stage 1",), ("Basic",)),
    ("hp", 70, 60),
    ("types", (EnergyType.WATER,), (EnergyType.FIRE,)),
    ("attacks", (TRY,), (Attack(name="Other"),)),
    ("abilities", (BARK,), (replace(BARK, name="Bite"),)),
    ("weaknesses", (TypeModifier.parse("Fire", "×2"),), (TypeModifier.parse("Water", "×2"),)),
    ("resistances", (TypeModifier.parse("Fire", "-30"),), (TypeModifier.parse("Water", "-20"),)),
    ("rules", ("A rule.",), ("Another.",)),
    ("artist", "A. Uthor", "B. Rush"),
    ("regulation_mark", "H", "G"),
    ("level", "12", "13"),
]


@pytest.mark.parametrize(("field", "one", "other"), FIELDS)
def test_something_comes_before_nothing(field: str, one: Any, other: Any) -> None:
    blank = card("own1-1", **{field: EMPTY[field] if field in EMPTY else type(one)()})
    told, told_otherwise = replace(blank, **{field: one}), replace(blank, **{field: other})
    assert merge_cards([told]) is told
    assert merge_cards([told, blank]) is told
    assert merge_cards([blank, told]) == told
    assert merge_cards([told, told_otherwise]) is told
    assert merge_cards([blank, told_otherwise, told]) == told_otherwise


def test_free_retreat_is_something() -> None:
    free, costly = card("own1-1", retreat_cost=0), card("own1-1", retreat_cost=2)
    assert merge_cards([free, costly]).retreat_cost == 0


def test_what_it_evolves_from_is_left_open_on_a_basic_card_only() -> None:
    named = card("own1-1", subtypes=("Stage 1",), evolves_from="Testmander")
    assert merge_cards([card("own1-1"), named]).evolves_from == ""
    assert merge_cards([card("own1-1", subtypes=("MEGA",)), named]).evolves_from == "Testmander"
    assert merge_cards([card("own1-1", subtypes=()), named]) == named


def test_attacks_and_abilities_without_texts_give_way() -> None:
    silent = card("own1-1", attacks=(TRY_SILENT,), abilities=(replace(BARK, text=""),))
    full = card("own1-1", attacks=(TRY,), abilities=(BARK,))
    none = card("own1-1", attacks=(), abilities=())
    assert merge_cards([silent, full]) == full
    assert merge_cards([full, silent]) is full
    assert merge_cards([none, silent, full]) == full
    assert merge_cards([silent, none]) is silent


def test_sets_are_merged_field_by_field() -> None:
    bare = CardSet(set_id=SetId("own1"), name="Named")
    assert merge_sets([bare, OWN_SET]) == replace(OWN_SET, name="Named")
    assert merge_sets([OWN_SET, replace(OWN_SET, total=99, series="Other")]) == OWN_SET


def parts(*cards: Card) -> list[Part[Card]]:
    names = ("snapshot", "tcgdex", "starter")
    return [
        Part(source=source, batch_id=0, said=each)
        for source, each in zip(names, cards, strict=False)
    ]


DISAGREEMENTS = [
    ({"hp": 60}, {"hp": 70}, ["hp"], ("60", "70")),
    ({"hp": None}, {"hp": 70}, [], ()),
    ({"rarity": Rarity.RARE}, {"rarity": "Sparkling Rare"}, ["rarity"], ("Rare", "Sparkling Rare")),
    ({"rarity": None}, {"rarity": Rarity.RARE}, [], ()),
    (
        {"types": (EnergyType.FIRE, EnergyType.WATER)},
        {"types": (EnergyType.WATER, EnergyType.FIRE)},
        [],
        (),
    ),
    ({"types": (EnergyType.FIRE,)}, {"types": (EnergyType.WATER,)}, ["types"], ("Fire", "Water")),
    ({"types": (), "hp": 10}, {"types": (EnergyType.WATER,), "hp": 20}, ["hp"], ("10", "20")),
    ({"artist": "A"}, {"artist": "B"}, [], ()),
]


@pytest.mark.parametrize(("one", "other", "fields", "values"), DISAGREEMENTS)
def test_disagreements(
    one: dict[str, Any], other: dict[str, Any], fields: list[str], values: tuple[str, ...]
) -> None:
    found = conflicts(parts(card("own1-1", **one), card("own1-1", **other)))
    assert [each.field for each in found] == fields
    for each in found:
        assert each.values == tuple(zip(("snapshot", "tcgdex"), values, strict=True))


def put(catalogue: Catalogue, source: str, *cards: Card, at: str = "") -> Added:
    return catalogue.add(cards, [OWN_SET], source, added_at=at)


FULL = card("own1-1", artist="A. Uthor", regulation_mark="", hp=60)
BRIEF = card("own1-1", artist="", regulation_mark="H", hp=70, rarity=Rarity.RARE)


def test_the_order_in_which_sources_speak_does_not_matter(tmp_path: Path) -> None:
    found = []
    said = {"snapshot": FULL, "tcgdex": BRIEF}
    for order in itertools.permutations(said):
        with Catalogue.open(tmp_path / f"{order[0]}.db", starter=False) as catalogue:
            for source in order:
                put(catalogue, source, said[source])
            found.append((catalogue.card("own1-1"), catalogue.conflicts()))
    assert found[0] == found[1]
    assert found[0] == (
        replace(FULL, regulation_mark="H"),
        tuple(
            Conflict(card_id=CardId("own1-1"), name="Testmander", field=field, values=values)
            for field, values in (
                ("hp", (("snapshot", "60"), ("tcgdex", "70"))),
                ("rarity", (("snapshot", "Common"), ("tcgdex", "Rare"))),
            )
        ),
    )


def test_a_source_that_corrects_itself_ends_the_disagreement(catalogue: Catalogue) -> None:
    put(catalogue, "snapshot", FULL)
    assert put(catalogue, "tcgdex", BRIEF).cards_updated == 1
    assert catalogue.info().conflicts == 2
    put(catalogue, "tcgdex", replace(BRIEF, hp=60, rarity=FULL.rarity))
    assert (catalogue.info().conflicts, catalogue.conflicts()) == (0, ())
    assert put(catalogue, "tcgdex", replace(BRIEF, regulation_mark="")).cards_updated == 1
    merged = catalogue.card("own1-1")
    assert merged is not None
    assert merged.regulation_mark == ""


def test_of_equal_sources_the_latest_change_counts(catalogue: Catalogue) -> None:
    put(catalogue, "snapshot", FULL)
    put(catalogue, "ptcgapi", replace(FULL, hp=80))
    assert (catalogue.card("own1-1") or FULL).hp == 80
    put(catalogue, "snapshot", FULL)
    assert (catalogue.card("own1-1") or FULL).hp == 80
    put(catalogue, "snapshot", replace(FULL, hp=90))
    assert (catalogue.card("own1-1") or FULL).hp == 90


def test_copies_of_the_bulk_data_are_one_voice(catalogue: Catalogue) -> None:
    put(catalogue, "bulk data: may.zip", FULL)
    put(catalogue, "bulk data: june.zip", replace(FULL, hp=80))
    assert [each.source for each in catalogue.provenance("own1-1")] == ["bulk data: june.zip"]
    put(catalogue, "tcgdex", BRIEF)
    put(catalogue, "bulk data: july.zip", replace(FULL, hp=90))
    told = [each.source for each in catalogue.provenance("own1-1")]
    assert told == ["bulk data: july.zip", "tcgdex"]
    assert [each.values[0] for each in catalogue.conflicts()] == [
        ("bulk data: july.zip", "90"),
        ("bulk data: july.zip", "Common"),
    ]


def test_every_source_and_its_time_are_kept(catalogue: Catalogue) -> None:
    put(catalogue, "tcgdex", BRIEF, card("own1-2"), at="2026-01-01")
    put(catalogue, "snapshot", FULL, at="2026-02-02")
    put(catalogue, "snapshot", FULL, at="2026-03-03")
    told = [(each.source, each.added_at) for each in catalogue.provenance("own1-1")]
    assert told == [("snapshot", "2026-02-02"), ("tcgdex", "2026-01-01")]
    info = catalogue.info()
    assert [(each.name, each.cards, each.added_at) for each in info.sources] == [
        ("tcgdex", 2, "2026-01-01"),
        ("snapshot", 1, "2026-02-02"),
    ]
    assert info.cards == 2


def test_a_second_source_that_says_the_same_changes_nothing_to_see(catalogue: Catalogue) -> None:
    put(catalogue, "snapshot", FULL)
    assert put(catalogue, "tcgdex", FULL) == Added(cards_unchanged=1, sets_unchanged=1)
    assert len(catalogue.provenance("own1-1")) == 2


def test_nothing_new_writes_nothing(catalogue: Catalogue) -> None:
    path = catalogue.info().path
    put(catalogue, "snapshot", FULL, card("own9-1"))
    put(catalogue, "tcgdex", BRIEF)
    with catalogue.adding("tcgdex") as addition:
        addition.put_names([LocalName(card_id=CardId("own1-1"), language="fr", name="Essaimandre")])
        addition.remember(SourceState(fetched_at="2026-01-01", etag='"1"'))
        addition.finish()
    before = path.read_bytes()
    put(catalogue, "snapshot", FULL, card("own9-1"))
    with catalogue.adding("tcgdex", added_at="2026-03-03") as addition:
        addition.put_cards([BRIEF])
        addition.put_names([LocalName(card_id=CardId("own1-1"), language="fr", name="Essaimandre")])
        addition.remember(SourceState(fetched_at="2026-03-03", etag='"1"'))
        assert not addition.finish().changed
    assert path.read_bytes() == before


def test_how_far_a_source_was_read_is_remembered(catalogue: Catalogue) -> None:
    assert catalogue.source_state("snapshot") is None
    first = SourceState(fetched_at="2026-01-01", address="https://x", etag='"1"')
    for state, is_news, kept in (
        (first, False, first),
        (replace(first, fetched_at="2026-02-02"), False, first),
        (replace(first, fetched_at="2026-03-03"), True, replace(first, fetched_at="2026-03-03")),
        (replace(first, etag='"2"'), False, replace(first, etag='"2"')),
    ):
        with catalogue.adding("snapshot") as addition:
            addition.remember(state, is_news=is_news)
        assert catalogue.source_state("snapshot") == kept


def test_the_starter_is_the_weakest_part_of_a_card() -> None:
    _, cards = starter_cards()
    own = next(each for each in cards if each.is_pokemon and each.subtypes and each.hp)
    bare = replace(own, subtypes=(), attacks=(), artist="A. Uthor", hp=(own.hp or 0) + 10)
    with Catalogue.open() as catalogue:
        catalogue.add([bare], source="tcgdex")
        merged = catalogue.card(own.card_id)
        assert merged == replace(bare, subtypes=own.subtypes, attacks=own.attacks)
        assert [each.field for each in catalogue.conflicts()] == ["hp"]
        info = catalogue.info()
        assert info.starter_cards == len(cards) - 1
        assert {each.name: each.cards for each in info.sources} == {
            "starter": len(cards),
            "tcgdex": 1,
        }


def test_a_part_that_the_new_starter_has_not_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    sets, cards = starter_cards()
    own = next(each for each in cards if each.is_pokemon and each.subtypes)
    bare = replace(own, subtypes=())
    with Catalogue.open() as catalogue:
        catalogue.add([bare], source="tcgdex")
        assert catalogue.card(own.card_id) == own
    fewer = tuple(each for each in cards if each is not own)
    monkeypatch.setattr("cardkit.catalogue.starter.starter_cards", lambda: (sets, fewer))
    monkeypatch.setattr("cardkit.catalogue.additions._starter_digest", lambda: "new")
    with Catalogue.open() as catalogue:
        assert catalogue.card(own.card_id) == bare
        assert [each.source for each in catalogue.provenance(own.card_id)] == ["tcgdex"]
        assert not [each for each in catalogue.verify() if each.severity == "error"]


def test_a_set_that_comes_after_its_cards(catalogue: Catalogue) -> None:
    catalogue.add([card("sv3pt5-6")])
    known = catalogue.card_set("sv3pt5")
    assert known is not None
    catalogue.add([], [replace(known, name="Fifty-one", total=207, series="")], "snapshot")
    assert catalogue.card_set("sv3pt5") == replace(known, name="Fifty-one", total=207)


def test_names_in_other_languages_are_found(catalogue: Catalogue) -> None:
    put(catalogue, "snapshot", card("own1-1"), card("own1-2"))
    with catalogue.adding("tcgdex") as addition:
        addition.put_names(
            LocalName(card_id=CardId(card_id), language=language, name=name)
            for card_id, language, name in (
                ("own1-1", "fr", "Essaimandre"),
                ("own1-1", "de", "Testmander"),
                ("own1-2", "de", "Prüfander"),
                ("own7-7", "de", "Nirgendsda"),
            )
        )
        addition.put_set_names(
            [LocalSetName(set_id=SetId("own1"), language="de", name="Eigene Erweiterung")]
        )
        assert addition.finish().names == 5
    assert [each.card_id for each in catalogue.by_name("ESSAIMANDRE")] == ["own1-1"]
    assert [each.card_id for each in catalogue.by_name("prufander")] == ["own1-2"]
    assert [each.card_id for each in catalogue.by_name("Testmander")] == ["own1-1", "own1-2"]
    assert [each.card_id for each in catalogue.by_print("Prüfander", "2", 10)] == ["own1-2"]
    assert catalogue.by_name("Nirgendsda") == ()
    assert catalogue.search("esaimandre")[0].card_id == "own1-1"
    assert catalogue.sets_by_label("eigene erweiterung") == ("own1",)
    assert catalogue.local_names("own1-1") == {"fr": "Essaimandre", "de": "Testmander"}
    assert catalogue.info().languages == {"de": 3, "fr": 1}
    put(catalogue, "snapshot", card("own7-7"))
    assert [each.card_id for each in catalogue.by_name("nirgendsda")] == ["own7-7"]


SAID = st.fixed_dictionaries(
    {
        "hp": st.sampled_from([None, 60, 70]),
        "rarity": st.sampled_from([None, Rarity.COMMON, "Sparkling Rare"]),
        "subtypes": st.sampled_from([(), ("Basic",), ("Stage 1",)]),
        "artist": st.sampled_from(["", "A. Uthor"]),
        "attacks": st.sampled_from([(), (TRY,), (TRY_SILENT,)]),
    }
)
SPEECHES = st.lists(
    st.tuples(st.sampled_from(["snapshot", "ptcgapi", "tcgdex"]), SAID), min_size=1, max_size=6
)


@settings(max_examples=40, deadline=None)
@given(speeches=SPEECHES)
def test_however_often_sources_speak_the_catalogue_is_what_they_say(
    tmp_path_factory: pytest.TempPathFactory, speeches: list[tuple[str, dict[str, Any]]]
) -> None:
    path = tmp_path_factory.mktemp("merging") / "catalogue.db"
    last: dict[str, Card] = {}
    with Catalogue.open(path, starter=False) as catalogue:
        for source, said in speeches:
            last[source] = card("own1-1", **said)
            put(catalogue, source, last[source])
            told = [last[each.source] for each in catalogue.provenance("own1-1")]
            assert sorted(map(id, told)) == sorted(map(id, last.values()))
            assert catalogue.card("own1-1") == merge_cards(told)
            assert not [each for each in catalogue.verify() if each.severity == "error"]
