from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import BASIC_ENERGY_TYPES, Mechanic, Supertype
from cardkit.decks import Place, RarityDeck, classify
from cardkit.rarities import Rarity
from tests.decks.making import RULES, other, pokemon


@pytest.mark.parametrize(
    ("name", "subtypes", "rarity", "deck", "reason"),
    [
        ("Charizard VMAX", ("VMAX",), "Rare Holo VMAX", 5, "mechanic VMAX"),
        ("Arceus VSTAR", ("VSTAR",), "Rare Holo VSTAR", 5, "mechanic VSTAR"),
        ("M Charizard-EX", ("MEGA", "EX"), "Rare Holo EX", 5, "mechanic MEGA"),
        ("Mega Venusaur ex", ("Stage 2", "MEGA", "ex"), "Double Rare", 5, "mechanic MEGA"),
        ("Primal Kyogre-EX", ("MEGA", "EX"), "Rare Ultra", 5, "mechanic MEGA"),
        ("Gyarados ex", ("Stage 1", "Tera", "ex"), "Double Rare", 5, "mechanic Tera"),
        ("Gyarados ex", ("ex", "Stage 1", "Tera"), "Promo", 5, "mechanic Tera"),
        ("Pikachu V", ("Basic", "V"), "Rare Holo V", 4, "mechanic V"),
        ("Espeon-GX", ("Stage 1", "GX"), "Rare Holo GX", 4, "mechanic GX"),
        ("Shaymin-EX", ("Basic", "EX"), "Rare Holo EX", 4, "mechanic EX"),
        ("Gardevoir ex", ("Stage 2", "ex"), "Rare Holo EX", 4, "mechanic ex"),
        ("Mew ex", ("Basic", "ex"), "Rare", 4, "mechanic ex"),
        ("Pikachu & Zekrom-GX", ("Basic", "TAG TEAM", "GX"), "Promo", 4, "mechanic TAG TEAM"),
        ("Mega Sableye & Tyranitar-GX", ("TAG TEAM", "GX"), "Rare Rainbow", 4, "mechanic TAG TEAM"),
        ("Kyogre ex", ("Basic", "EX"), "Promo", 4, "mechanic ex"),
        ("Pikachu", ("Basic",), "Common", 1, "rarity Common"),
        ("Pikachu", ("Basic",), "Uncommon", 2, "rarity Uncommon"),
        ("Unown [V]", ("Basic",), "Uncommon", 2, "rarity Uncommon"),
        ("Raichu", ("Stage 1",), "Rare", 3, "rarity Rare"),
        ("Raichu", ("Stage 1",), "Rare Holo", 3, "rarity Rare Holo"),
        ("Dialga LV.X", ("Level-Up",), "Rare Holo LV.X", 3, "rarity Rare Holo LV.X"),
        ("Greninja BREAK", ("BREAK",), "Rare BREAK", 3, "rarity Rare BREAK"),
        ("Donphan", ("Stage 1", "Prime"), "Rare Prime", 3, "rarity Rare Prime"),
        ("Charizard ★", ("Star",), "Rare Holo Star", 3, "rarity Rare Holo Star"),
        ("Ditto ◇", ("Basic", "Prism Star"), "Rare Prism Star", 3, "rarity Rare Prism Star"),
        ("Radiant Greninja", ("Basic", "Radiant"), "Radiant Rare", 3, "rarity Radiant Rare"),
        ("Rayquaza", ("Basic",), "Amazing Rare", 3, "rarity Amazing Rare"),
        ("Shining Mew", ("Basic",), "Rare Shining", 3, "rarity Rare Shining"),
        ("Pidgey", ("Basic",), "Illustration Rare", 3, "rarity Illustration Rare"),
        ("Pidgey", ("Basic",), "Sparkling Rare", 3, "unknown rarity 'Sparkling Rare'"),
    ],
)
def test_s1_mechanic_first_then_rarity(
    name: str, subtypes: tuple[str, ...], rarity: str, deck: int, reason: str
) -> None:
    placement = classify(pokemon(name, *subtypes, rarity=rarity), RULES)
    assert placement.deck is list(RarityDeck)[deck - 1]
    assert (placement.reason, placement.rule, placement.undecided) == (reason, "S1", False)


@pytest.mark.parametrize(
    ("name", "deck"),
    [
        ("M Charizard-EX", RarityDeck.VMAX),
        ("Primal Groudon-EX", RarityDeck.VMAX),
        ("Mega Lopunny & Jigglypuff-GX", RarityDeck.EX),
        ("Ampharos-GX", RarityDeck.EX),
        ("Meganium", RarityDeck.RARE),
    ],
)
def test_s1_the_name_helps_out_where_a_source_has_no_mechanics(name: str, deck: RarityDeck) -> None:
    assert classify(pokemon(name, "Basic", rarity="Ultra Rare"), RULES).deck is deck


@pytest.mark.parametrize(
    ("card", "rule", "reason"),
    [
        (other("Potion", Supertype.TRAINER, "Item"), "S1", "Trainer"),
        (other("TM Machine", Supertype.TRAINER, "Item", "MEGA"), "S1", "Trainer"),
        (other("Mega Signal", Supertype.TRAINER, "Item"), "S1", "Trainer"),
        (
            other("Pokémon Fan Club & Co.", Supertype.TRAINER, "TAG TEAM", rarity="Rare Ultra"),
            "S1",
            "Trainer",
        ),
        (other("Double Colorless Energy", Supertype.ENERGY, "Special"), "S5", "special Energy"),
        (other("Darkness Energy", Supertype.ENERGY, "Special"), "S5", "special Energy"),
        (
            pokemon("Mewtwo V-UNION", "V-UNION", rarity="Promo"),
            "S2",
            "one piece of several (V-UNION)",
        ),
        (pokemon("Ho-Oh LEGEND", "LEGEND", rarity="LEGEND"), "S2", "one piece of several (LEGEND)"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_s2_and_s5_what_is_left_out(card: object, rule: str, reason: str) -> None:
    placement = classify(card, RULES)  # type: ignore[arg-type]
    assert (placement.place, placement.deck) == (Place.LEFT_OUT, None)
    assert (placement.rule, placement.reason) == (rule, reason)


def test_s2_pieces_play_when_the_owner_says_so() -> None:
    rules = replace(RULES, multi_piece=True)
    assert classify(pokemon("Mewtwo V-UNION", "V-UNION"), rules).deck is RarityDeck.VMAX
    legend = pokemon("Ho-Oh LEGEND", "LEGEND", rarity="LEGEND")
    assert classify(legend, rules).deck is RarityDeck.RARE


@pytest.mark.parametrize(
    ("rarity", "deck", "reason"),
    [
        ("Promo", RarityDeck.RARE, "promo without a mechanic"),
        (None, RarityDeck.COMMON, "no rarity printed"),
    ],
)
def test_s3_undecided_cards(rarity: str | None, deck: RarityDeck, reason: str) -> None:
    placement = classify(pokemon("Pikachu", "Basic", rarity=rarity), RULES)
    assert (placement.deck, placement.reason) == (deck, reason)
    assert (placement.undecided, placement.rule) == (True, "S3")


def test_s3_the_owner_may_send_undecided_cards_elsewhere() -> None:
    rules = replace(RULES, promo_deck=RarityDeck.UNCOMMON, no_rarity_deck=RarityDeck.RARE)
    assert classify(pokemon("Pikachu", rarity="Promo"), rules).deck is RarityDeck.UNCOMMON
    assert classify(pokemon("Pikachu", rarity=None), rules).deck is RarityDeck.RARE


@pytest.mark.parametrize("deck", RarityDeck)
@pytest.mark.parametrize(
    "card",
    [
        pokemon("Pikachu", rarity="Promo"),
        pokemon("Charizard VMAX", "VMAX", rarity="Rare Holo VMAX"),
        pokemon("Ho-Oh LEGEND", "LEGEND", rarity="LEGEND"),
    ],
    ids=lambda card: card.name,
)
def test_s3_the_override_wins(card: object, deck: RarityDeck) -> None:
    placement = classify(card, RULES, deck)  # type: ignore[arg-type]
    assert (placement.deck, placement.undecided) == (deck, False)
    assert placement.reason == "the owner's choice"


def test_s3_no_override_makes_a_trainer_fight() -> None:
    potion = other("Potion", Supertype.TRAINER, "Item")
    assert classify(potion, RULES, RarityDeck.RARE).place is Place.LEFT_OUT


@pytest.mark.parametrize("kind", BASIC_ENERGY_TYPES)
@pytest.mark.parametrize("spelling", ["{} Energy", "Basic {} Energy"])
def test_s5_basic_energy_by_type(kind: object, spelling: str) -> None:
    card = other(spelling.format(kind), Supertype.ENERGY, "Basic", rarity="Rare Secret")
    placement = classify(card, RULES)
    assert (placement.place, placement.energy_type) == (Place.ENERGY_DECK, kind)


SUBTYPES = [*(mechanic.value for mechanic in Mechanic), "Basic", "Stage 1", "Special", "Item", "SP"]


@given(
    name=st.sampled_from(["Pikachu", "Mew ex", "M Gengar-EX", "Fire Energy", "Potion", "Unown V"]),
    supertype=st.sampled_from(list(Supertype)),
    subtypes=st.lists(st.sampled_from(SUBTYPES), unique=True, max_size=4),
    rarity=st.none() | st.sampled_from(list(Rarity)) | st.text(max_size=12),
    override=st.none() | st.sampled_from(list(RarityDeck)),
    multi_piece=st.booleans(),
)
def test_every_card_has_exactly_one_place_and_a_reason(
    name: str,
    supertype: Supertype,
    subtypes: list[str],
    rarity: Rarity | str | None,
    override: RarityDeck | None,
    multi_piece: bool,
) -> None:
    card = replace(pokemon(name, *subtypes), supertype=supertype, rarity=rarity)
    placement = classify(card, replace(RULES, multi_piece=multi_piece), override)
    assert (placement.deck is not None) == (placement.place is Place.RARITY_DECK)
    assert (placement.energy_type is not None) == (placement.place is Place.ENERGY_DECK)
    assert placement.reason
    assert placement.rule in {"S1", "S2", "S3", "S5"}
    if override is not None and supertype is Supertype.POKEMON:
        assert placement.deck is override
    if supertype is not Supertype.POKEMON:
        assert placement.deck is None


def test_every_card_of_the_public_data_has_its_place(bulk_folder: Path) -> None:
    """The counts follow the public data's own fields, recounted here without cardkit's types."""
    from cardkit.sources.bulk import read_bulk

    counted: Counter[tuple[str, str]] = Counter()
    for card in read_bulk(bulk_folder).cards:
        placement = classify(card, RULES)
        assert placement.reason
        place = placement.deck or placement.place
        counted[card.supertype.value, f"{place.value}{' ?' * placement.undecided}"] += 1
    assert counted == _recount(bulk_folder)


def _recount(folder: Path) -> Counter[tuple[str, str]]:
    import json

    counted: Counter[tuple[str, str]] = Counter()
    for path in sorted((folder / "cards/en").glob("*.json")):
        for card in json.loads(path.read_text(encoding="utf-8")):
            subtypes, rarity = set(card.get("subtypes", ())), card.get("rarity")
            if card["supertype"] == "Energy":
                place = "energy-deck" if "Basic" in subtypes else "left-out"
            elif card["supertype"] == "Trainer" or subtypes & {"V-UNION", "LEGEND"}:
                place = "left-out"
            elif subtypes & {"VMAX", "VSTAR", "Tera", "MEGA"}:
                place = "vmax"
            elif subtypes & {"ex", "EX", "GX", "V"}:
                place = "ex"
            else:
                known = {"Common": "common", "Uncommon": "uncommon", "Promo": "rare ?"}
                place = "common ?" if rarity is None else known.get(rarity, "rare")
            counted[card["supertype"], place] += 1
    return counted
