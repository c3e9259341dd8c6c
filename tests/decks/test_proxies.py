from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import Card, EnergyType, Supertype
from cardkit.decks import (
    OwnedCard,
    Pool,
    PoolCard,
    RarityDeck,
    Requirements,
    build_pool,
    check_pool,
    choose_proxies,
    shortage,
    with_proxies,
)
from cardkit.decks.proxies import Count
from cardkit.errors import InputError
from cardkit.naming import fold_name
from tests.decks.making import RULES, card_of, energy, every_energy, full_pool, other, pokemon

GRASS, FIRE, WATER, FAIRY = (
    EnergyType.GRASS,
    EnergyType.FIRE,
    EnergyType.WATER,
    EnergyType.FAIRY,
)


def shelf(deck: RarityDeck, *names: str, kind: EnergyType = GRASS) -> list[Card]:
    return [card_of(deck, name, types=(kind,), card_id=f"{deck}-{name}") for name in names]


def short_of(lacking: int, deck: RarityDeck = RarityDeck.RARE, *extra: OwnedCard) -> Pool:
    decks = [
        OwnedCard(card=card_of(each), count=RULES.minimums[each] - lacking * (each is deck))
        for each in RarityDeck
    ]
    return build_pool([*decks, *every_energy(), *extra], RULES)


def names(proposed: tuple[PoolCard, ...]) -> list[str]:
    return [entry.card.name for entry in proposed]


def test_s4_nothing_is_proposed_for_a_full_pool() -> None:
    assert choose_proxies(full_pool(), shelf(RarityDeck.RARE, "Abra"), RULES) == ()


def test_s9_only_real_cards_with_numbers_and_a_clear_place_are_proposed() -> None:
    candidates = [
        card_of(RarityDeck.RARE, "Sketch", hp=None),
        card_of(RarityDeck.RARE, "Typeless", types=()),
        pokemon("Undecided", rarity="Promo"),
        pokemon("Wrong deck", rarity="Common"),
        pokemon("Ho-Oh LEGEND", "LEGEND", rarity="LEGEND"),
        other("Potion", Supertype.TRAINER, rarity="Rare"),
        card_of(RarityDeck.RARE, "Abra"),
    ]
    proposed = choose_proxies(short_of(4), candidates, RULES)
    assert names(proposed) == ["Abra"]
    assert proposed[0].proxy
    assert proposed[0].count == 1


def test_types_that_the_deck_lacks_come_first_then_the_rarest() -> None:
    grass = OwnedCard(card=card_of(RarityDeck.RARE, "Oddish", types=(GRASS,)), count=1)
    pool = short_of(6, RarityDeck.RARE, grass)
    candidates = [
        *shelf(RarityDeck.RARE, "A1", "A2", "A3", "A4", kind=GRASS),
        *shelf(RarityDeck.RARE, "B1", "B2", "B3", kind=FIRE),
        *shelf(RarityDeck.RARE, "C1", kind=WATER),
    ]
    proposed = choose_proxies(pool, candidates, RULES)
    assert names(proposed) == ["B1", "C1", "A1", "B2", "A2"]
    assert proposed[0].placement.reason == "rarity Rare; first Fire"
    assert proposed[3].placement.reason == "rarity Rare; Fire no. 2"


def test_a_card_of_two_types_counts_for_both() -> None:
    both = card_of(RarityDeck.RARE, "Both", types=(GRASS, FIRE))
    candidates = [both, *shelf(RarityDeck.RARE, "C1", "C2", kind=FIRE)]
    assert names(choose_proxies(short_of(1), candidates, RULES)) == ["Both"]
    candidates += shelf(RarityDeck.RARE, "D1", kind=WATER)
    assert names(choose_proxies(short_of(2), candidates, RULES)) == ["Both", "D1"]


def test_s40_evolutions_of_the_pools_pokemon_break_ties() -> None:
    candidates = [
        card_of(RarityDeck.RARE, "Abomasnow", evolves_from="Snover"),
        card_of(RarityDeck.RARE, "Raichu", evolves_from="Pikachu"),
    ]
    pikachu = OwnedCard(card=pokemon("Pikachu"), count=1)
    proposed = choose_proxies(short_of(1, RarityDeck.RARE, pikachu), candidates, RULES)
    assert names(proposed) == ["Raichu"]
    assert proposed[0].placement.reason.endswith("evolves from Pikachu")


@pytest.mark.parametrize(("own", "reason"), [("Mew-EX", "evolves from Mew-EX"), ("Mew ex", "Fire")])
def test_s40_ex_and_upper_case_ex_are_different_pokemon(own: str, reason: str) -> None:
    mega = pokemon(
        "M Mew-EX",
        *("MEGA", "EX"),
        rarity="Rare Holo EX",
        types=(FIRE,),
        evolves_from="Mew-EX",
    )
    owned = OwnedCard(card=pokemon(own, own[-2:], rarity="Rare Ultra"), count=1)
    (proxy,) = choose_proxies(short_of(1, RarityDeck.VMAX, owned), [mega], RULES)
    assert proxy.placement.reason.endswith(reason)


def test_s40_a_missing_type_beats_an_evolution() -> None:
    candidates = [
        card_of(RarityDeck.RARE, "Raichu", evolves_from="Pikachu"),
        *shelf(RarityDeck.RARE, "Vulpix", kind=FIRE),
    ]
    colourless = OwnedCard(card=card_of(RarityDeck.RARE, "Eevee"), count=1)
    pikachu = OwnedCard(card=pokemon("Pikachu"), count=1)
    pool = short_of(2, RarityDeck.RARE, pikachu, colourless)
    assert names(choose_proxies(pool, candidates, RULES)) == ["Vulpix"]


def test_names_are_distinct_and_new_while_there_are_others() -> None:
    owned = OwnedCard(card=pokemon("Abra"), count=1)
    candidates = [
        card_of(RarityDeck.RARE, "Abra", card_id="x-1"),
        card_of(RarityDeck.RARE, "Mew", card_id="x-2"),
        card_of(RarityDeck.RARE, "Mew", card_id="x-3"),
        card_of(RarityDeck.RARE, "Zubat", card_id="x-4"),
    ]
    pool = short_of(2, RarityDeck.RARE, owned)
    assert names(choose_proxies(pool, candidates, RULES)) == ["Mew", "Zubat"]
    pool = short_of(5, RarityDeck.RARE, owned)
    proposed = choose_proxies(pool, candidates, RULES)
    assert sorted(entry.card.card_id for entry in proposed) == ["x-1", "x-2", "x-3", "x-4"]


def test_s5_fairy_pokemon_come_last_without_fairy_energy() -> None:
    candidates = [
        *shelf(RarityDeck.RARE, "Clefairy", kind=FAIRY),
        *shelf(RarityDeck.RARE, "A1", "A2", kind=GRASS),
    ]
    assert names(choose_proxies(short_of(2), candidates, RULES)) == ["A1", "A2"]
    pool = short_of(2, RarityDeck.RARE, energy(FAIRY))
    assert names(choose_proxies(pool, candidates, RULES)) == ["A1", "Clefairy"]


def test_wanted_types_come_first_and_others_fill_up() -> None:
    candidates = [
        *shelf(RarityDeck.RARE, "A1", "A2", kind=GRASS),
        *shelf(RarityDeck.RARE, "B1", "B2", kind=FIRE),
        *shelf(RarityDeck.RARE, "C1", kind=WATER),
    ]
    chosen = choose_proxies(short_of(2), candidates, RULES, types=(FIRE,))
    assert names(chosen) == ["B1", "B2"]
    chosen = choose_proxies(short_of(4), candidates, RULES, types=(WATER, FIRE))
    assert names(chosen) == ["C1", "B1", "B2", "A1"]
    chosen = choose_proxies(short_of(4), candidates, RULES, types=(FIRE, WATER))
    assert names(chosen) == ["B1", "C1", "B2", "A1"]


@pytest.mark.parametrize(
    ("types", "expected"),
    [((FAIRY, FIRE), ["B1", "C1", "B2"]), ((FIRE, FAIRY), ["C1", "B1", "C2"])],
)
def test_wanted_types_take_turns_in_their_order_whatever_the_deck_has(
    types: tuple[EnergyType, ...], expected: list[str]
) -> None:
    held = (
        OwnedCard(card=card_of(RarityDeck.RARE, f"Held {number}", types=(FAIRY,)), count=1)
        for number in range(3)
    )
    candidates = [
        *shelf(RarityDeck.RARE, "B1", "B2", "B3", kind=FAIRY),
        *shelf(RarityDeck.RARE, "C1", "C2", "C3", kind=FIRE),
    ]
    pool = short_of(6, RarityDeck.RARE, *held)
    assert names(choose_proxies(pool, candidates, RULES, types=types)) == expected


@pytest.mark.parametrize("text", ["rare-Mew", "Mew", "mew", "  MEW "])
def test_chosen_cards_come_first(text: str) -> None:
    candidates = shelf(RarityDeck.RARE, "Abra", "Mew")
    proposed = choose_proxies(short_of(1), candidates, RULES, choose=[text])
    assert names(proposed) == ["Mew"]
    assert proposed[0].placement.reason == "rarity Rare; chosen"


def test_chosen_cards_may_exceed_the_minimum_and_be_undecided_promos() -> None:
    candidates = [*shelf(RarityDeck.EX, "Mew"), pokemon("Eevee", rarity="Promo")]
    proposed = choose_proxies(full_pool(), candidates, RULES, choose=["Mew", "Eevee"])
    assert [(entry.card.name, entry.placement.deck) for entry in proposed] == [
        ("Eevee", RarityDeck.RARE),
        ("Mew", RarityDeck.EX),
    ]
    assert not any(entry.placement.undecided for entry in proposed)


def test_of_several_printings_the_one_for_a_short_deck_is_taken() -> None:
    candidates = [
        pokemon("Mew", rarity="Common", card_id="a-1"),
        pokemon("Mew", rarity="Promo", card_id="a-2"),
        pokemon("Mew", rarity="Rare", card_id="a-3"),
    ]
    proposed = choose_proxies(short_of(1), candidates, RULES, choose=["Mew"])
    assert [entry.card.card_id for entry in proposed] == ["a-3"]
    proposed = choose_proxies(short_of(1), candidates, RULES, choose=["a-1", "Mew"])
    assert [entry.card.card_id for entry in proposed] == ["a-1", "a-3"]
    owned = OwnedCard(card=candidates[2], count=1)
    proposed = choose_proxies(
        short_of(2, RarityDeck.RARE, owned), candidates, RULES, choose=["Mew"]
    )
    assert [entry.card.card_id for entry in proposed] == ["a-2"]


def test_the_plain_printing_comes_before_those_numbered_above_it() -> None:
    candidates = [
        card_of(RarityDeck.RARE, "Mew", card_id=f"x-{number}", number=number)
        for number in ("224", "32", "TG1")
    ]
    proposed = choose_proxies(short_of(3), candidates, RULES)
    assert [entry.card.card_id for entry in proposed] == ["x-32", "x-224", "x-TG1"]


def test_choices_that_cannot_be_met_are_all_named_at_once() -> None:
    candidates = [
        *shelf(RarityDeck.RARE, "Charizard"),
        other("Potion", Supertype.TRAINER),
        card_of(RarityDeck.EX, "Mew ex", hp=None),
    ]
    with pytest.raises(InputError) as caught:
        choose_proxies(
            short_of(1), candidates, RULES, choose=["Charizad", "Potion", "Mew ex", "Qqqq"]
        )
    texts = [str(fault) for fault in caught.value.faults]
    assert len(texts) == 4
    assert texts[0].endswith("got 'Charizad'; write 'Charizard'")
    assert "Potion (test-Potion), Trainer" in texts[1]
    assert "its HP or type is not known" in texts[2]
    assert texts[3].endswith("find its name: cardkit search WORDS")


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (None, {RarityDeck.COMMON: 3, RarityDeck.EX: 1}),
        (0, {}),
        (2, {RarityDeck.COMMON: 2}),
        (4, {RarityDeck.COMMON: 3, RarityDeck.EX: 1}),
        (6, {RarityDeck.COMMON: 4, RarityDeck.UNCOMMON: 1, RarityDeck.EX: 1}),
        ({RarityDeck.COMMON: 1}, {RarityDeck.COMMON: 1, RarityDeck.EX: 1}),
        ({RarityDeck.COMMON: 0, RarityDeck.RARE: 2}, {RarityDeck.RARE: 2, RarityDeck.EX: 1}),
    ],
)
def test_how_many(count: Count, expected: dict[RarityDeck, int]) -> None:
    lacking = {RarityDeck.COMMON: 3, RarityDeck.EX: 1}
    decks = [
        OwnedCard(card=card_of(deck), count=RULES.minimums[deck] - lacking.get(deck, 0))
        for deck in RarityDeck
    ]
    candidates = [card for deck in RarityDeck for card in shelf(deck, *"abcdefgh")]
    proposed = choose_proxies(build_pool(decks, RULES), candidates, RULES, count=count)
    assert Counter(entry.placement.deck for entry in proposed) == expected


def test_chosen_cards_are_part_of_the_count() -> None:
    candidates = shelf(RarityDeck.RARE, "Abra", "Mew", "Zubat")
    proposed = choose_proxies(short_of(3), candidates, RULES, choose=["Zubat"], count=2)
    assert names(proposed) == ["Zubat", "Abra"]
    per_deck = {RarityDeck.RARE: 1}
    proposed = choose_proxies(short_of(3), candidates, RULES, choose=["Zubat"], count=per_deck)
    assert names(proposed) == ["Zubat"]


CARDS = st.builds(
    lambda deck, number, kinds, parent: card_of(
        deck,
        f"Mon {number}",
        card_id=f"{deck}-{number}-{kinds[0]}",
        types=tuple(kinds),
        evolves_from=parent,
    ),
    deck=st.sampled_from(list(RarityDeck)),
    number=st.integers(0, 40),
    kinds=st.lists(st.sampled_from(list(EnergyType)), min_size=1, max_size=2, unique=True),
    parent=st.sampled_from(["", "Mon 1", "Mon 2"]),
)
UNIQUE_CARDS = st.lists(CARDS, max_size=120, unique_by=lambda card: card.card_id)


@given(
    candidates=UNIQUE_CARDS,
    owned=st.lists(st.tuples(CARDS, st.integers(1, 9)), max_size=8),
    types=st.lists(st.sampled_from(list(EnergyType)), max_size=2),
    seed=st.integers(0, 99),
)
def test_proposals_fill_what_can_be_filled_whatever_the_order(
    candidates: list[Card],
    owned: list[tuple[Card, int]],
    types: list[EnergyType],
    seed: int,
) -> None:
    pool = build_pool([OwnedCard(card=card, count=count) for card, count in owned], RULES)
    proposed = choose_proxies(pool, candidates, RULES, types=types)
    shuffled = random.Random(seed).sample(candidates, len(candidates))
    assert choose_proxies(pool, shuffled, RULES, types=types) == proposed
    at_hand = {entry.card.card_id for entry in pool.cards()}
    for deck in RarityDeck:
        free = [
            card
            for card in candidates
            if card.card_id.startswith(f"{deck}-") and card.card_id not in at_hand
        ]
        wanted = shortage(pool, RULES).get(deck, 0)
        taken = [entry for entry in proposed if entry.placement.deck is deck]
        assert len(taken) == min(wanted, len(free))
    mended = with_proxies(pool, proposed)
    if not shortage(mended, RULES):
        assert "deck-short" not in {finding.code for finding in check_pool(mended, RULES)}


def test_names_are_spread_over_the_types_of_the_starter_catalogue() -> None:
    from cardkit.catalogue.starter import starter_cards

    proposed = choose_proxies(build_pool([], RULES), starter_cards()[1], Requirements.default())
    assert len(proposed) == sum(RULES.minimums.values())
    assert len({fold_name(entry.card.name) for entry in proposed}) == len(proposed)
    for deck in RarityDeck:
        kinds = {
            kind for entry in proposed if entry.placement.deck is deck for kind in entry.card.types
        }
        assert len(kinds) >= min(6, RULES.minimums[deck])
        assert FAIRY not in kinds
