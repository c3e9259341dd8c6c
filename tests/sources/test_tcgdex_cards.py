"""Single cards and sets of TCGdex, in its shape, made up here."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cards import Card, EnergyType, Mechanic, Stage, Supertype
from cardkit.rarities import Rarity
from cardkit.sources.tcgdex_cards import ReadCard, TcgdexReader
from cardkit.sources.tcgdex_eras import Era, era_of
from cardkit.sources.tcgdex_rarities import RarityClues, printed_rarity
from cardkit.sources.tcgdex_subtypes import other_subtypes, pokemon_mechanics, pokemon_stage

ERAS = {
    "neo": "2000-12-16",
    "ex": "2004-03-01",
    "dp": "2007-05-01",
    "hgss": "2010-02-10",
    "xy": "2014-02-05",
    "sm": "2017-02-03",
    "swsh": "2020-02-07",
    "sv": "2023-09-22",
}


def read_all(*cards: dict[str, Any], series: str = "sv", set_id: str = "new1") -> list[ReadCard]:
    card_set = {"id": set_id, "serie": {"id": series}, "releaseDate": ERAS.get(series)}
    base = {"category": "Pokemon", "name": "Testmander", "hp": 60, "stage": "Basic", "retreat": 1}
    documents = [
        {"id": f"{set_id}-{serial}", "localId": str(serial)} | base | card
        for serial, card in enumerate(cards, start=1)
    ]
    return TcgdexReader().cards(card_set, documents)


def read(series: str = "sv", set_id: str = "new1", **fields: Any) -> Card:
    [found] = read_all(fields, series=series, set_id=set_id)
    assert found.card is not None
    return found.card


def test_a_whole_card() -> None:
    card = read(
        set_id="sv03.5",
        localId="007",
        illustrator="A. Uthor",
        rarity="Double rare",
        image="https://assets.example/en/sv/sv03.5/007",
        dexId=[4],
        types=["Fire"],
        name="Testizard ex",
        evolveFrom="Testmeleon",
        stage="Stage2",
        suffix="EX",
        hp=330,
        abilities=[{"type": "Ability", "name": "Warmth", "effect": "Takes {R}{R} Energy."}],
        attacks=[
            {"cost": ["Fire", "Colorless"], "name": "Burn", "effect": "Mind {W}.", "damage": 60}
        ],
        weaknesses=[{"type": "Water", "value": "×2"}],
        resistances=[{"type": "Grass", "value": "−30"}],
        retreat=0,
        regulationMark="G",
        variants={"holo": True, "normal": False},
        legal={"standard": True},
        updated="2024-01-01",
        newField={"x": 1},
    )
    assert card.to_dict() == {
        "id": "sv3pt5-7",
        "name": "Testizard ex",
        "supertype": "Pokémon",
        "set": "sv3pt5",
        "number": "7",
        "rarity": "Double Rare",
        "subtypes": ["Stage 2", "ex"],
        "hp": 330,
        "types": ["Fire"],
        "evolves_from": "Testmeleon",
        "attacks": [
            {"name": "Burn", "cost": ["Fire", "Colorless"], "damage": "60", "text": "Mind Water."}
        ],
        "abilities": [{"name": "Warmth", "kind": "Ability", "text": "Takes Fire Fire Energy."}],
        "weaknesses": [{"type": "Water", "value": "×2"}],
        "resistances": [{"type": "Grass", "value": "-30"}],
        "artist": "A. Uthor",
        "regulation_mark": "G",
    }


@pytest.mark.parametrize(
    ("damage", "shown"),
    [
        (30, "30"),
        ("30", "30"),
        ("120+", "120+"),
        ("30＋", "30+"),
        ("30x", "30×"),
        ("30×", "30×"),
        ("50−", "50-"),
        ("50-", "50-"),
        ("?", "?"),
        ("n/a", ""),
        ("", ""),
        (None, ""),
        (0, "0"),
    ],
)
def test_damage_in_all_its_spellings(damage: Any, shown: str) -> None:
    [found] = read_all({"attacks": [{"name": "Try", "cost": ["Fire"], "damage": damage}]})
    assert found.card is not None
    assert str(found.card.attacks[0].damage) == shown
    assert found.notes == ()


@pytest.mark.parametrize(
    ("series", "value", "shown"),
    [
        ("sv", "×2", "×2"),
        ("sv", "x2", "×2"),
        ("sv", None, "×2"),
        ("neo", "", "×2"),
        ("dp", "+20", "+20"),
    ],
)
def test_weaknesses_in_all_their_spellings(series: str, value: Any, shown: str) -> None:
    card = read(series, weaknesses=[{"type": "Fire"} | ({"value": value} if value else {})])
    assert [each.value for each in card.weaknesses] == [shown]


def test_a_weakness_without_a_value_is_left_out_where_it_may_be_any() -> None:
    [found] = read_all({"weaknesses": [{"type": "Fire"}]}, series="dp")
    assert found.card is not None
    assert found.card.weaknesses == ()
    assert [note.path for note in found.notes] == [".weaknesses[0]"]


def test_a_trainer_and_an_energy_card() -> None:
    trainer = read(category="Trainer", name="Tester", trainerType="Supporter", effect="Draw {C}.")
    assert trainer.supertype is Supertype.TRAINER
    assert trainer.subtypes == ("Supporter",)
    assert trainer.rules == ("Draw Colorless.",)
    fire = read(category="Energy", name="Basic Fire Energy", energyType="Normal", hp=None)
    assert fire.basic_energy_type is EnergyType.FIRE
    special = read(category="Energy", name="Odd Energy", energyType="Special", hp=None)
    assert special.subtypes == ("Special",)


def test_an_ancient_trait_is_an_ability_by_its_kind() -> None:
    card = read("xy", abilities=[{"type": "Ancient Trait", "name": "Ω Try", "effect": "x"}])
    assert [each.kind for each in card.abilities] == ["Ancient Trait"]


def test_names_are_hyphenated_as_on_the_cards_of_their_time() -> None:
    assert read("xy", name="M Testizard EX", evolveFrom="Testizard EX").name == "M Testizard-EX"
    assert (
        read("xy", name="M Testizard EX", evolveFrom="Testizard EX").evolves_from == "Testizard-EX"
    )
    assert read("sm", name="Testizard GX").name == "Testizard-GX"
    assert read("sv", name="Testizard ex").name == "Testizard ex"
    assert read("ex", name="Testizard ex").name == "Testizard ex"


# Stage and mechanics

M = Mechanic
MECHANICS = [
    ("ex", "Testizard ex", "EX", {M.EX_LOWER}),
    ("ex", "Testizard ★", "", {M.STAR}),
    ("ex", "Testizard", "ex", {M.EX_LOWER}),
    ("hgss", "Testizard", "Prime", {M.PRIME}),
    ("hgss", "Testizard LEGEND", "Legend", {M.LEGEND}),
    ("dp", "Testizard LV.X", "", {M.LEVEL_UP}),
    ("xy", "Testizard-EX", "EX", {M.EX_UPPER}),
    ("xy", "Testizard EX", "", {M.EX_UPPER}),
    ("xy", "Testizard ex", "", {M.EX_UPPER}),
    ("xy", "M Testizard-EX", "EX", {M.MEGA, M.EX_UPPER}),
    ("xy", "Primal Testogre-EX", "", {M.MEGA, M.EX_UPPER}),
    ("xy", "Testizard BREAK", "", {M.BREAK}),
    ("sm", "Testizard-GX", "GX", {M.GX}),
    ("sm", "Testizard", "GX", {M.GX}),
    ("sm", "Mega Sableye & Tyranitar-GX", "TAG TEAM-GX", {M.TAG_TEAM, M.GX}),
    ("sm", "Testizard", "TAG TEAM-GX", {M.TAG_TEAM, M.GX}),
    ("sm", "Testizard ◇", "", {M.PRISM_STAR}),
    ("swsh", "Testizard V", "V", {M.V}),
    ("swsh", "Testizard VMAX", "", {M.VMAX}),
    ("swsh", "Testizard VSTAR", "V", {M.VSTAR}),
    ("swsh", "Testizard V-UNION", "", {M.V_UNION}),
    ("swsh", "Radiant Testizard", "", {M.RADIANT}),
    ("sv", "Testizard ex", "EX", {M.EX_LOWER}),
    ("sv", "Testizard EX", "", {M.EX_LOWER}),
    ("sv", "Mega Testizard X ex", "", {M.MEGA, M.EX_LOWER}),
    ("sv", "Testizard", "", set()),
    ("dp", "Unown V", "", set()),
    ("sv", "Megatest", "", set()),
]


@pytest.mark.parametrize(("series", "name", "suffix", "expected"), MECHANICS)
def test_mechanics_are_told_from_name_and_suffix(
    series: str, name: str, suffix: str, expected: set[Mechanic]
) -> None:
    assert read(series, name=name, suffix=suffix, stage=None).mechanics == expected


@pytest.mark.parametrize(
    ("rarity", "expected"),
    [
        ("Rare PRIME", ("Prime",)),
        ("Radiant Rare", ("Radiant",)),
        ("Holo Rare VMAX", ("VMAX",)),
        ("Common", ()),
    ],
)
def test_the_rarity_tells_a_mechanic_where_nothing_else_does(
    rarity: str, expected: tuple[str, ...]
) -> None:
    assert pokemon_mechanics("Testizard", "", rarity, Era.SWORD_SHIELD) == expected


def test_more_subtypes() -> None:
    assert pokemon_mechanics("Eternamax Test VMAX", "", "", Era.SWORD_SHIELD) == (
        "VMAX",
        "Eternamax",
    )
    assert pokemon_mechanics("Test G", "SP", "", Era.DIAMOND_PEARL) == ("SP",)
    assert pokemon_mechanics("Test G LV.X", "SP", "", Era.DIAMOND_PEARL) == ("Level-Up", "SP")
    trainer = Supertype.TRAINER
    assert other_subtypes(trainer, "Ace Spec", "Test", "ACE SPEC Rare") == ("ACE SPEC",)
    assert other_subtypes(trainer, "Stadium", "Test ◇", "Rare") == ("Stadium", "Prism Star")
    assert other_subtypes(trainer, "", "Old Test", "Common") == ()
    assert other_subtypes(trainer, "Gadget", "Test", "") == ("Gadget",)


@pytest.mark.parametrize(
    ("said", "mechanics", "evolves_from", "known", "expected"),
    [
        ("Stage1", (), "A", {}, "Stage 1"),
        ("LEVEL-UP", (), "A", {}, "Level-Up"),
        ("RESTORED", (), "Old Fossil", {}, "Restored"),
        ("Baby", (), "", {}, "Baby"),
        ("", ("V",), "", {}, "Basic"),
        ("Stage1", ("VMAX",), "A V", {}, ""),
        ("", ("GX",), "B", {"B": "Basic"}, "Stage 1"),
        ("", ("GX",), "B", {"B": "Baby"}, "Stage 1"),
        ("", ("GX",), "B", {"B": "Stage 1"}, "Stage 2"),
        ("", ("GX",), "B", {"B": "Restored"}, "Stage 1"),
        ("", ("GX",), "B", {"B": "Stage 2"}, None),
        ("", ("GX",), "B", {}, None),
        ("MEGA", ("MEGA", "ex"), "", {}, "Basic"),
        ("MEGA", ("MEGA", "ex"), "B", {"B": "Basic"}, "Stage 1"),
        ("MEGA", ("MEGA", "EX"), "B-EX", {}, ""),
        ("Stage 7", (), "", {}, "Basic"),
    ],
)
def test_the_stage_is_told_or_found(
    said: str,
    mechanics: tuple[str, ...],
    evolves_from: str,
    known: dict[str, str],
    expected: str | None,
) -> None:
    assert pokemon_stage(said, mechanics, evolves_from, known) == expected


def test_a_line_of_evolution_tells_stages_whatever_its_order() -> None:
    found = read_all(
        {"name": "Testizard-GX", "stage": None, "evolveFrom": "Testmeleon"},
        {"name": "Testmeleon", "stage": None, "evolveFrom": "Testmander"},
        {"name": "Testmander", "stage": None},
        {"name": "Testodon-GX", "stage": None, "evolveFrom": "Claw Fossil"},
        {"name": "Stranger-GX", "stage": None, "evolveFrom": "Nobody"},
        series="sm",
    )
    stages = [each.card.stage for each in found if each.card]
    assert stages == [Stage.STAGE_2, Stage.STAGE_1, Stage.BASIC, Stage.STAGE_1, None]
    assert [each.stage_unknown for each in found] == [False] * 4 + [True]


def test_an_earlier_set_tells_stages_too() -> None:
    reader = TcgdexReader()
    for set_id, card in (
        ("new1", {"name": "Testmander", "stage": "Basic"}),
        ("new2", {"name": "Testmeleon-GX", "evolveFrom": "Testmander"}),
    ):
        document = {"id": set_id, "serie": {"id": "sm"}}
        whole = {"id": f"{set_id}-1", "localId": "1", "category": "Pokemon", "hp": 60} | card
        [found] = reader.cards(document, [whole])
        assert not found.stage_unknown


def test_tera_is_doubted_on_every_ex_of_its_time_and_no_other() -> None:
    names = ["Test ex", "Mega Test ex", "Test", "Test V"]
    assert [e.tera_unknown for e in read_all(*({"name": n} for n in names))] == [True] + [False] * 3
    assert not read_all({"name": "Test ex"}, series="ex")[0].tera_unknown


@pytest.mark.parametrize(
    ("series", "released", "era"),
    [
        ("base", "", Era.FIRST),
        ("lc", "2002-05-24", Era.FIRST),
        ("pop", "2004-09-01", Era.EX_SERIES),
        ("pop", "2009-03-01", Era.DIAMOND_PEARL),
        ("tk", "2012-09-01", Era.BLACK_WHITE_XY),
        ("mc", "2019-10-15", Era.SUN_MOON),
        ("mc", "2022-08-03", Era.SWORD_SHIELD),
        ("me", "2026-01-30", Era.SCARLET_VIOLET),
        ("", "1999-01-09", Era.FIRST),
        ("future", "", Era.SCARLET_VIOLET),
    ],
)
def test_eras(series: str, released: str, era: Era) -> None:
    assert era_of(series, released) is era


# Rarities

R = Rarity
RARITIES: list[tuple[str, Rarity | str | None, dict[str, Any]]] = [
    ("Common", R.COMMON, {}),
    ("Double rare", R.DOUBLE_RARE, {}),
    ("Illustration rare", R.ILLUSTRATION_RARE, {}),
    ("Special illustration rare", R.SPECIAL_ILLUSTRATION_RARE, {}),
    ("Hyper rare", R.HYPER_RARE, {}),
    ("ACE SPEC Rare", R.ACE_SPEC_RARE, {}),
    ("Mega Hyper Rare", R.MEGA_HYPER_RARE, {}),
    ("None", None, {}),
    ("", None, {}),
    ("Sparkling Rare", "Sparkling Rare", {}),
    ("Rare", R.RARE, {}),
    ("Rare", R.RARE, {"holo_only": True}),
    ("Ultra Rare", R.ULTRA_RARE, {}),
    ("Ultra Rare", R.MEGA_ATTACK_RARE, {"set_id": "me2pt5", "number": "270"}),
    ("Ultra Rare", R.ULTRA_RARE, {"set_id": "me2pt5", "number": "272"}),
    ("Full Art Trainer", R.ULTRA_RARE, {}),
    ("Full Art Trainer", R.RARE_ULTRA, {"era": "sm"}),
    ("Shiny rare", R.SHINY_RARE, {"set_id": "sv4pt5"}),
    ("Shiny rare", R.SHINY_ULTRA_RARE, {"set_id": "sv4pt5", "subtypes": {"ex"}}),
    ("Shiny rare", R.RARE_SHINY, {"set_id": "sma", "era": "sm"}),
    ("Shiny rare", R.RARE_SHINY_GX, {"set_id": "sma", "era": "sm", "subtypes": {"GX"}}),
    ("Shiny rare V", R.RARE_HOLO_V, {"era": "swsh", "subtypes": {"V"}}),
    ("Shiny rare VMAX", R.RARE_HOLO_VMAX, {"era": "swsh", "subtypes": {"VMAX"}}),
    ("Rare", R.RARE_HOLO, {"era": "neo", "holo_only": True}),
    ("Holo Rare", R.RARE_HOLO, {"era": "neo"}),
    ("Rare Holo", R.RARE_HOLO, {"era": "neo"}),
    ("Rare", R.RARE_SHINING, {"era": "neo", "name": "Shining Testmander"}),
    ("Rare", R.RARE_HOLO_EX, {"era": "ex", "subtypes": {"ex"}}),
    ("Rare", R.RARE, {"era": "ex", "set_id": "pop1", "subtypes": {"ex"}}),
    ("Rare", R.RARE_HOLO_STAR, {"era": "ex", "subtypes": {"Star"}}),
    ("Rare", R.RARE_HOLO_LV_X, {"era": "dp", "subtypes": {"Level-Up"}}),
    ("Rare PRIME", R.RARE_PRIME, {"era": "hgss", "subtypes": {"Prime"}}),
    ("Ultra Rare", R.LEGEND, {"era": "hgss", "subtypes": {"LEGEND"}}),
    ("Rare", R.RARE_ACE, {"era": "xy", "subtypes": {"ACE SPEC"}}),
    ("Ultra Rare", R.RARE_BREAK, {"era": "xy", "subtypes": {"BREAK"}}),
    ("Ultra Rare", R.RARE_HOLO_EX, {"era": "xy", "subtypes": {"EX"}}),
    ("Ultra Rare", R.RARE_ULTRA, {"era": "xy", "subtypes": {"EX"}, "behind_plain": True}),
    ("Ultra Rare", R.RARE_ULTRA, {"era": "xy", "subtypes": {"EX"}, "number": "28a"}),
    ("Ultra Rare", R.RARE_ULTRA, {"era": "xy", "subtypes": {"EX"}, "number": "RC30"}),
    ("Ultra Rare", R.RARE_HOLO_GX, {"era": "sm", "subtypes": {"GX"}}),
    ("Ultra Rare", R.RARE_ULTRA, {"era": "sm", "subtypes": {"GX"}, "behind_plain": True}),
    ("Rare", R.RARE_PRISM_STAR, {"era": "sm", "subtypes": {"Prism Star"}}),
    ("Secret Rare", R.RARE_RAINBOW, {"era": "sm", "subtypes": {"GX"}}),
    ("Secret Rare", R.RARE_SECRET, {"era": "sm", "subtypes": {"Item"}}),
    ("Secret Rare", R.RARE_RAINBOW, {"era": "swsh", "subtypes": {"VMAX"}}),
    ("Secret Rare", R.RARE_RAINBOW, {"era": "swsh", "subtypes": {"Supporter"}}),
    ("Secret Rare", R.RARE_SECRET, {"era": "swsh", "subtypes": {"V"}}),
    ("Ultra Rare", R.RARE_HOLO_V, {"era": "swsh", "subtypes": {"V"}}),
    ("Ultra Rare", R.RARE_HOLO_VMAX, {"era": "swsh", "subtypes": {"VMAX"}}),
    ("Holo Rare VSTAR", R.RARE_HOLO_VSTAR, {"era": "swsh", "subtypes": {"VSTAR"}}),
    ("Rare", R.TRAINER_GALLERY_RARE_HOLO, {"era": "swsh", "set_id": "swsh9tg"}),
    ("Holo Rare", R.TRAINER_GALLERY_RARE_HOLO, {"era": "swsh", "set_id": "swsh12pt5gg"}),
    ("Ultra Rare", R.RARE_ULTRA, {"era": "swsh", "set_id": "swsh9tg"}),
    ("Common", R.PROMO, {"era": "swsh", "set_id": "swshp"}),
    ("None", R.PROMO, {"set_id": "svp"}),
    ("Rare", R.PROMO, {"era": "neo", "set_id": "bp"}),
    ("Rare", R.CLASSIC_COLLECTION, {"era": "swsh", "set_id": "cel25c"}),
]


@pytest.mark.parametrize(("word", "expected", "clues"), RARITIES)
def test_a_rarity_is_what_is_printed(word: str, expected: object, clues: dict[str, Any]) -> None:
    usual: dict[str, Any] = {
        "set_id": "new1",
        "number": "10",
        "supertype": Supertype.POKEMON,
        "name": "Testmander",
    }
    era = era_of(clues.pop("era", "sv"), "")
    subtypes = frozenset(clues.pop("subtypes", ()))
    found = printed_rarity(word, RarityClues(**usual | clues, era=era, subtypes=subtypes))
    assert found == expected


def test_full_arts_stand_behind_the_last_common_of_their_set() -> None:
    cards = [{"name": "Test-GX", "rarity": "Ultra Rare"}, {"rarity": "Uncommon"}]
    found = read_all(*cards, {"name": "Test-GX", "rarity": "Ultra Rare"}, series="sm")
    assert [each.card.rarity for each in found if each.card] == [
        Rarity.RARE_HOLO_GX,
        Rarity.UNCOMMON,
        Rarity.RARE_ULTRA,
    ]


def test_a_set_that_the_table_knows_keeps_its_name() -> None:
    reader = TcgdexReader()
    known, notes = reader.card_set(
        {"id": "base1", "name": "Base Set", "serie": {"id": "base", "name": "Base"},
         "cardCount": {"official": 102, "total": 102}, "releaseDate": "1999-01-09"}
    )  # fmt: skip
    assert known is not None
    assert (known.name, known.ptcgo_code, known.printed_total) == ("Base", "BS", 102)
    assert notes == []
    new, _ = reader.card_set(
        {"id": "me09", "name": "Newest", "serie": {"name": "Mega Evolution"},
         "abbreviation": {"official": "NEW"}, "releaseDate": "2027-01-30"}
    )  # fmt: skip
    assert new is not None
    assert (new.set_id, new.name, new.series) == ("me9", "Newest", "Mega Evolution")
    assert (new.ptcgo_code, new.release_date) == ("NEW", "2027-01-30")
