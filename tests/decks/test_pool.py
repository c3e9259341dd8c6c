from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import BASIC_ENERGY_TYPES, EnergyType, Supertype
from cardkit.decks import OwnedCard, Place, RarityDeck, build_pool, sketch_card, with_proxies
from cardkit.decks.energy import NEEDED_ENERGY, OPTIONAL_ENERGY, choose_energy, lacking_energy
from cardkit.decks.proxies import choose_proxies
from tests.decks.making import RULES, card_of, energy, every_energy, full_pool, other, pokemon


def test_s1_cards_keep_their_order_within_a_deck() -> None:
    names = ["Zubat", "Abra", "Mew"]
    pool = build_pool([OwnedCard(card=pokemon(name), count=2) for name in names], RULES)
    assert [entry.card.name for entry in pool.decks[RarityDeck.COMMON]] == names
    assert pool.size(RarityDeck.COMMON) == 6


def test_s3_the_owners_override_reaches_the_pool() -> None:
    promo = pokemon("Pikachu", rarity="Promo")
    pool = build_pool([OwnedCard(card=promo, count=1, override=RarityDeck.EX)], RULES)
    assert pool.size(RarityDeck.EX) == 1


def test_s3_an_override_corrects_the_guess_that_a_sketch_is_a_trainer() -> None:
    sketch = sketch_card("Nobodymon", rarity="Common")
    assert sketch.supertype is Supertype.TRAINER
    owned = OwnedCard(card=sketch, count=1, override=RarityDeck.COMMON, known=False)
    (entry,) = build_pool([owned], RULES).decks[RarityDeck.COMMON]
    assert entry.card.is_pokemon
    assert not entry.known
    known = replace(owned, known=True)
    assert build_pool([known], RULES).left_out[0].placement.place is Place.LEFT_OUT


FAIRY = OPTIONAL_ENERGY
COUNTS = st.dictionaries(st.sampled_from(BASIC_ENERGY_TYPES), st.integers(0, 20))


@pytest.mark.parametrize(
    ("owned", "chosen"),
    [
        ({}, {}),
        (dict.fromkeys(NEEDED_ENERGY, 5), dict.fromkeys(NEEDED_ENERGY, 5)),
        (dict.fromkeys(BASIC_ENERGY_TYPES, 30), dict.fromkeys(BASIC_ENERGY_TYPES, 5)),
        (
            dict.fromkeys(NEEDED_ENERGY, 30),
            dict.fromkeys(NEEDED_ENERGY, 5)
            | dict.fromkeys((EnergyType.WATER, EnergyType.METAL, *NEEDED_ENERGY[:2]), 6)
            | {EnergyType.LIGHTNING: 6},
        ),
        ({EnergyType.FIRE: 3, EnergyType.FAIRY: 4}, {EnergyType.FIRE: 3}),
        ({EnergyType.FIRE: 60}, {EnergyType.FIRE: 10}),
        (
            dict.fromkeys(NEEDED_ENERGY, 5) | {EnergyType.METAL: 4, EnergyType.WATER: 7},
            dict.fromkeys(NEEDED_ENERGY[:-1], 5) | {EnergyType.METAL: 4, EnergyType.WATER: 7},
        ),
    ],
)
def test_s5_the_energy_deck_is_chosen_from_what_is_owned(
    owned: dict[EnergyType, int], chosen: dict[EnergyType, int]
) -> None:
    wanted = {EnergyType.METAL: 9, EnergyType.WATER: 8}
    assert choose_energy(owned, RULES, wanted) == chosen


def test_s5_fairy_stays_out_where_it_does_not_fit() -> None:
    rules = replace(RULES, energy_total=(40, 44))
    deck = choose_energy(dict.fromkeys(BASIC_ENERGY_TYPES, 9), rules)
    assert EnergyType.FAIRY not in deck
    assert sum(deck.values()) == 44


@given(owned=COUNTS, wanted=COUNTS)
def test_s5_properties_of_the_choice(
    owned: dict[EnergyType, int], wanted: dict[EnergyType, int]
) -> None:
    deck = choose_energy(owned, RULES, wanted)
    total = sum(deck.values())
    assert all(0 < count <= owned.get(kind, 0) for kind, count in deck.items())
    assert total <= RULES.energy_total[1]
    assert all(deck.get(kind, 0) >= min(5, owned.get(kind, 0)) for kind in NEEDED_ENERGY)
    assert (FAIRY in deck) == (owned.get(FAIRY, 0) >= 5)
    spare = {kind: owned.get(kind, 0) - count for kind, count in deck.items()}
    lacking = lacking_energy(deck, RULES)
    if total + sum(lacking.values()) < RULES.energy_total[1]:
        assert not any(spare.values())
    filled = choose_energy({**owned, **dict.fromkeys(lacking, 5)}, RULES, wanted)
    assert filled == deck | dict.fromkeys(lacking, 5)
    assert choose_energy(dict(reversed(owned.items())), RULES, wanted) == deck


@given(owned=COUNTS, wanted=COUNTS)
def test_s5_energy_at_home_fills_every_needed_type(
    owned: dict[EnergyType, int], wanted: dict[EnergyType, int]
) -> None:
    deck = choose_energy(owned, replace(RULES, energy_at_home=True), wanted)
    assert all(deck[kind] >= 5 for kind in NEEDED_ENERGY)
    assert all(count <= max(5, owned.get(kind, 0)) for kind, count in deck.items())
    assert (FAIRY in deck) == (owned.get(FAIRY, 0) >= 5)
    assert 40 <= sum(deck.values()) <= 45


def test_s5_the_pool_gives_the_last_places_to_the_types_it_has_most_of() -> None:
    fire = OwnedCard(card=pokemon("Vulpix", types=(EnergyType.FIRE,)), count=9)
    pool = build_pool([*every_energy(20), fire], RULES)
    assert pool.energy[EnergyType.FIRE] == 6
    assert sum(pool.energy.values()) == 45
    assert sum(pool.energy_owned.values()) == 160


OWNED = st.lists(
    st.builds(
        OwnedCard,
        card=st.sampled_from(
            [
                pokemon("Pikachu"),
                pokemon("Charizard VMAX", "VMAX", rarity="Rare Holo VMAX"),
                pokemon("Mewtwo V-UNION", "V-UNION", rarity="Promo"),
                pokemon("Eevee", rarity=None),
                other("Potion", Supertype.TRAINER),
                other("Double Colorless Energy", Supertype.ENERGY, "Special"),
                energy(EnergyType.FAIRY).card,
                energy(EnergyType.FIRE).card,
            ]
        ),
        count=st.integers(1, 60),
        override=st.none() | st.sampled_from(list(RarityDeck)),
        known=st.booleans(),
    ),
    max_size=12,
)


@given(owned=OWNED)
def test_no_copy_is_lost(owned: list[OwnedCard]) -> None:
    pool = build_pool(owned, RULES)
    placed: Counter[str] = Counter()
    for entry in (*pool.cards(), *pool.left_out):
        placed[entry.card.card_id] += entry.count
    for kind, count in pool.energy_owned.items():
        placed[f"test-{kind.value} Energy"] += count
    given_in: Counter[str] = Counter()
    for owned_card in owned:
        given_in[owned_card.card.card_id] += owned_card.count
    assert placed == given_in


def test_s9_proxies_join_their_decks_behind_the_owned_cards() -> None:
    pool = full_pool(without=1)
    proxies = choose_proxies(pool, [card_of(deck, f"New {deck}") for deck in RarityDeck], RULES)
    mended = with_proxies(pool, proxies)
    for deck in RarityDeck:
        assert mended.size(deck) == RULES.minimums[deck]
        assert [entry.proxy for entry in mended.decks[deck]] == [False, True]
    assert (mended.energy, mended.left_out) == (pool.energy, pool.left_out)
