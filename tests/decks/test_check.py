from __future__ import annotations

from dataclasses import replace

import pytest

from cardkit.cards import EnergyType, Supertype
from cardkit.decks import OwnedCard, RarityDeck, build_pool, check_pool, sketch_card
from cardkit.decks.check import shortage
from cardkit.decks.energy import NEEDED_ENERGY, lacking_energy
from cardkit.decks.materials import MaterialKind, materials
from cardkit.errors import InputError
from cardkit.findings import Finding, Severity
from cardkit.manifest import Manifest
from cardkit.resources import template
from cardkit.rules import HouseRules
from tests.decks.making import RULES, card_of, energy, every_energy, full_pool, other, pokemon


def only(findings: tuple[Finding, ...], code: str) -> Finding:
    (found,) = [finding for finding in findings if finding.code == code]
    return found


def test_a_full_pool_has_nothing_to_say() -> None:
    assert check_pool(full_pool(), RULES) == ()


def test_an_empty_pool_says_all_that_is_missing() -> None:
    findings = check_pool(build_pool([], RULES), RULES)
    assert [finding.code for finding in findings] == [
        *["deck-short"] * 5,
        "energy-type-short",
        "energy-total-short",
    ]
    assert {finding.severity for finding in findings} == {Severity.ERROR}


@pytest.mark.parametrize("deck", RarityDeck)
@pytest.mark.parametrize("lacking", [1, 3])
def test_s4_a_short_deck(deck: RarityDeck, lacking: int) -> None:
    needed = RULES.minimums[deck]
    decks = [
        OwnedCard(card=card_of(each), count=RULES.minimums[each] - lacking * (each is deck))
        for each in RarityDeck
    ]
    pool = build_pool([*decks, *every_energy()], RULES)
    assert shortage(pool, RULES) == {deck: lacking}
    (finding,) = check_pool(pool, RULES)
    assert (finding.code, finding.severity, finding.rule) == ("deck-short", Severity.ERROR, "S4")
    assert finding.where == f"{deck.value} deck"
    assert finding.what == f"{needed - lacking} of {needed} cards, {lacking} too few"
    assert "cardkit proxies" in finding.remedy


def test_s4_more_than_the_minimum_is_fine() -> None:
    assert check_pool(full_pool(OwnedCard(card=card_of(RarityDeck.EX), count=99)), RULES) == ()


def test_s4_the_owners_minimums_count() -> None:
    minimums = {**RULES.minimums, RarityDeck.RARE: 8}
    (finding,) = check_pool(full_pool(), replace(RULES, minimums=minimums))
    assert finding.what == "6 of 8 cards, 2 too few"


def test_s5_an_energy_type_short() -> None:
    decks = [OwnedCard(card=card_of(deck), count=RULES.minimums[deck]) for deck in RarityDeck]
    owned = [each for each in every_energy() if each.card.name != "Metal Energy"]
    findings = check_pool(build_pool([*decks, *owned, energy(EnergyType.METAL, 2)], RULES), RULES)
    kind = only(findings, "energy-type-short")
    assert (kind.where, kind.what) == (
        "Energy deck",
        "takes 5 cards of each type, and 1 type is short: 2 Metal",
    )
    assert kind.remedy == (
        "add basic Energy to the collection: 3 Metal; or, if it lies at home unlisted, set "
        "at_home = true under [decks.energy] in cardkit.toml"
    )
    total = only(findings, "energy-total-short")
    assert total.what == "37 cards, 3 too few for 40 to 45"
    assert total.remedy == "fill the types that are short"
    assert {finding.code for finding in findings} == {"energy-type-short", "energy-total-short"}


def test_s5_all_types_that_are_short_are_one_finding() -> None:
    owned = [energy(EnergyType.FIRE, 12), energy(EnergyType.METAL, 2), energy(EnergyType.WATER, 5)]
    found = only(check_pool(build_pool(owned, RULES), RULES), "energy-type-short")
    assert found.what == (
        "takes 5 cards of each type, and 6 types are short: "
        "0 Grass, 0 Lightning, 0 Psychic, 0 Fighting, 0 Darkness, 2 Metal"
    )
    assert found.remedy.startswith(
        "add basic Energy to the collection: "
        "5 Grass, 5 Lightning, 5 Psychic, 5 Fighting, 5 Darkness, 3 Metal; or, "
    )


def test_s5_energy_that_lies_at_home_is_no_fault_but_told() -> None:
    decks = [OwnedCard(card=card_of(deck), count=RULES.minimums[deck]) for deck in RarityDeck]
    owned = [*decks, energy(EnergyType.FIRE, 6), energy(EnergyType.METAL, 2)]
    rules = replace(RULES, energy_at_home=True)
    (finding,) = check_pool(build_pool(owned, rules), rules)
    assert (finding.code, finding.severity) == ("energy-assumed", Severity.NOTE)
    assert finding.what == (
        "33 cards that no list names, taken to lie at home: 5 Grass, 5 Water, 5 Lightning, "
        "5 Psychic, 5 Fighting, 5 Darkness, 3 Metal"
    )
    assert "at_home = false" in finding.remedy


@pytest.mark.parametrize("at_home", [False, True])
@pytest.mark.parametrize(
    ("owned", "enough"),
    [
        (every_energy(9), True),
        (every_energy(9)[1:], False),
        ([*every_energy(9)[1:], energy(EnergyType.GRASS, 1)], False),
        ([*every_energy(9), energy(EnergyType.FAIRY, 1)], True),
        ([], False),
    ],
)
def test_s5_check_and_manifest_agree(
    owned: list[OwnedCard], *, enough: bool, at_home: bool
) -> None:
    decks = [
        OwnedCard(card=card_of(deck, f"Mon-{deck.value}"), count=RULES.minimums[deck])
        for deck in RarityDeck
    ]
    rules = replace(RULES, energy_at_home=at_home)
    pool = build_pool([*decks, *owned], rules)
    errors = [one for one in check_pool(pool, rules) if one.severity is Severity.ERROR]
    house = HouseRules.from_dict(template("rules"))
    try:
        Manifest.from_pool(pool, name="pool", rules=house, requirements=rules)
        refused: list[str] = []
    except InputError as error:
        told = [fault for fault in error.faults if fault.where == "Energy deck"]
        refused = [fault.what for fault in told if "basic Energy" not in fault.what]
        assert refused
    assert (not refused, not errors) == (enough or at_home, enough or at_home)
    lacking = lacking_energy(pool.energy, rules)
    assert set(refused) == {
        f"expects at least 5 {kind} Energy, got {5 - count}" for kind, count in lacking.items()
    }
    short = [one.what for one in errors if one.code == "energy-type-short"]
    counts = ", ".join(f"{5 - count} {kind}" for kind, count in lacking.items())
    assert [one.partition("short: ")[2] for one in short] == ([counts] if counts else [])
    energy_lines = [one for one in materials(pool, rules) if one.kind is MaterialKind.ENERGY]
    assert {one.name: one.missing for one in energy_lines[: len(NEEDED_ENERGY)]} == {
        f"{kind} Energy": lacking.get(kind, 0) for kind in NEEDED_ENERGY
    }


def test_s5_energy_to_spare_is_no_fault() -> None:
    findings = check_pool(full_pool(energy(EnergyType.FIRE, 20)), RULES)
    (finding,) = findings
    assert (finding.code, finding.severity) == ("energy-chosen", Severity.NOTE)
    assert finding.what == (
        "takes 45 of 60 basic Energy: 5 Grass, 10 Fire, 5 Water, 5 Lightning, 5 Psychic, "
        "5 Fighting, 5 Darkness, 5 Metal; 15 to spare"
    )


def test_s5_a_deck_of_energy_above_the_bound() -> None:
    pool = full_pool()
    energies = {**pool.energy, EnergyType.FIRE: 11}
    pool = replace(pool, energy=energies, energy_owned=energies)
    (finding,) = check_pool(pool, RULES)
    assert finding.code == "energy-total-long"
    assert finding.what == "46 cards, 1 too many for 40 to 45"


@pytest.mark.parametrize(
    ("owned", "remedy"),
    [(0, "add 5 basic Fairy Energy"), (3, "add 2 basic Fairy Energy"), (5, "")],
)
def test_s5_fairy_pokemon_without_fairy_energy(owned: int, remedy: str) -> None:
    fairy = OwnedCard(card=pokemon("Clefairy", types=(EnergyType.FAIRY,)), count=2)
    extra = [energy(EnergyType.FAIRY, owned)] if owned else []
    findings = check_pool(full_pool(fairy, *extra), RULES)
    if not remedy:
        assert findings == ()
        return
    finding = only(findings, "fairy-without-energy")
    assert finding.severity is Severity.WARNING
    assert "2 cards of type Fairy" in finding.what
    assert "2× Clefairy (test-Clefairy)" in finding.what
    assert finding.remedy.startswith(remedy)


def test_s5_fairy_energy_that_does_not_fit() -> None:
    rules = replace(RULES, energy_total=(40, 42))
    fairy = OwnedCard(card=pokemon("Clefairy", types=(EnergyType.FAIRY,)), count=1)
    decks = [OwnedCard(card=card_of(deck), count=RULES.minimums[deck]) for deck in RarityDeck]
    pool = build_pool([*decks, *every_energy(fairy=True), fairy], rules)
    finding = only(check_pool(pool, rules), "fairy-without-energy")
    assert finding.remedy.startswith("raise most")


def test_s3_undecided_cards_are_listed_with_the_command() -> None:
    promos = [
        OwnedCard(card=pokemon(f"Promo {number:02}", rarity="Promo"), count=1)
        for number in range(14)
    ]
    plain = OwnedCard(card=pokemon("Eevee", rarity=None), count=2)
    findings = check_pool(full_pool(*promos, plain), RULES)
    assert [finding.where for finding in findings] == ["common deck", "rare deck"]
    common, rare = findings
    assert common.what == (
        "2 cards without a clear place, no rarity printed: 2× Eevee (test-Eevee)"
    )
    assert rare.what.startswith("14 cards without a clear place, promo without a mechanic: ")
    assert rare.what.endswith("Promo 11 (test-Promo 11) and 2 more")
    assert {finding.remedy for finding in findings} == {
        "leave them there, or choose: cardkit assign CARD DECK"
    }


def test_s2_pieces_left_out_are_listed() -> None:
    union = OwnedCard(card=pokemon("Mewtwo V-UNION", "V-UNION", rarity="Promo"), count=4)
    finding = only(check_pool(full_pool(union), RULES), "multi-piece")
    assert finding.severity is Severity.NOTE
    assert finding.what.startswith("4 cards left out")
    assert "multi_piece = true" in finding.remedy


def test_s1_an_unknown_rarity() -> None:
    odd = OwnedCard(card=pokemon("Mew", rarity="Sparkling Rare"), count=1)
    settled = OwnedCard(card=pokemon("Abra", rarity="Odd"), count=1, override=RarityDeck.EX)
    by_mechanic = OwnedCard(card=pokemon("Mew V", "V", rarity="Odd"), count=1)
    finding = only(check_pool(full_pool(odd, settled, by_mechanic), RULES), "unknown-rarity")
    assert finding.what == "1 card of the unknown rarity 'Sparkling Rare': Mew (test-Mew)"


def test_cards_without_numbers() -> None:
    rows = [
        OwnedCard(card=sketch_card("Pikachu", rarity="Common"), count=3, known=False),
        OwnedCard(card=sketch_card("Mew ex", rarity="Double Rare"), count=1, known=False),
        OwnedCard(card=sketch_card("Mega Absol ex"), count=1, known=False),
    ]
    finding = only(check_pool(full_pool(*rows), RULES), "numbers-unknown")
    assert finding.severity is Severity.WARNING
    assert finding.what.startswith("5 cards without known HP and types")
    assert "Whether 1 card among them" in finding.what
    assert "cardkit catalogue update" in finding.remedy


def test_sketches_taken_for_trainers_are_named() -> None:
    rows = [
        OwnedCard(card=sketch_card(name, set_label="SV:  151", number="7"), count=1, known=known)
        for name, known in (("Nobodymon", False), ("Potion", True), ("Clefairy Doll", False))
    ]
    finding = only(check_pool(full_pool(*rows), RULES), "taken-for-trainers")
    assert finding.what.endswith("left out as Trainers: Nobodymon (SV: 151 7)")


def test_trainers_and_special_energy_are_no_findings() -> None:
    left_out = [
        OwnedCard(card=other("Potion", Supertype.TRAINER), count=4),
        OwnedCard(card=other("Double Colorless Energy", Supertype.ENERGY, "Special"), count=4),
    ]
    assert check_pool(full_pool(*left_out), RULES) == ()


def test_errors_come_first() -> None:
    promo = OwnedCard(card=pokemon("Pikachu", rarity="Promo"), count=1)
    union = OwnedCard(card=pokemon("Mewtwo V-UNION", "V-UNION", rarity="Promo"), count=4)
    findings = check_pool(full_pool(promo, union, without=3), RULES)
    severities = [finding.severity for finding in findings]
    assert severities == sorted(severities, key=list(Severity).index)
    assert len(set(severities)) == 3


def test_s7_two_heaps_in_sleeves_of_one_colour() -> None:
    sleeves = replace(
        RULES.sleeves, decks={**RULES.sleeves.decks, RarityDeck.RARE: "Yellow "}, energy="yellow"
    )
    (finding,) = check_pool(full_pool(), replace(RULES, sleeves=sleeves))
    assert (finding.code, finding.severity) == ("sleeves-alike", Severity.WARNING)
    assert finding.what == "rare deck and Energy deck wear the same colour, 'yellow'"
    assert "[decks.sleeves]" in finding.remedy
