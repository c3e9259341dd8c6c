"""Choosing the Energy deck from the basic Energy that is owned (Rule: S5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from cardkit.cards import BASIC_ENERGY_TYPES, EnergyType
from cardkit.decks.requirements import Requirements

OPTIONAL_ENERGY = EnergyType.FAIRY
"""The one type that an Energy deck may do without (Rule: S5)."""
NEEDED_ENERGY: tuple[EnergyType, ...] = tuple(
    kind for kind in BASIC_ENERGY_TYPES if kind is not OPTIONAL_ENERGY
)


def choose_energy(
    owned: Mapping[EnergyType, int],
    requirements: Requirements,
    wanted: Mapping[EnergyType, int] | None = None,
) -> dict[EnergyType, int]:
    """Return the Energy deck: the minimum of each type, then one more of each up to the bound.

    A needed type of which there are fewer cards than the minimum is in the deck with what there
    is, as a rarity deck is that is short, and the places that it lacks are kept for it: filling
    it up takes nothing out. Who counts what is missing (:func:`lacking_energy` of this deck) says
    the same everywhere.

    Args:
        owned: basic Energy cards at hand.
        requirements: the bounds.
        wanted: Pokemon of each type in the pool; the more there are, the sooner the type gets
            one of the last places.

    Returns:
        Cards per type in the order of the types, no zeros. Fairy, which nobody needs, comes in
        only with its minimum, and only where it fits.

    Rule: S5.
    """
    least, most = requirements.energy_per_type, requirements.energy_total[1]
    at_hand = Counter(owned) + Counter(assumed_energy(owned, requirements))
    deck = {kind: min(least, at_hand[kind]) for kind in NEEDED_ENERGY}
    if at_hand[OPTIONAL_ENERGY] >= least and least * (len(deck) + 1) <= most:
        deck[OPTIONAL_ENERGY] = least
    pokemon = wanted or {}
    turns = sorted(deck, key=lambda kind: -pokemon.get(kind, 0))
    places = most - sum(lacking_energy(deck, requirements).values())
    while sum(deck.values()) < places:
        spare = [kind for kind in turns if at_hand[kind] > deck[kind]]
        if not spare:
            break
        for kind in spare[: places - sum(deck.values())]:
            deck[kind] += 1
    return {kind: count for kind, count in deck.items() if count}


def assumed_energy(
    owned: Mapping[EnergyType, int], requirements: Requirements
) -> dict[EnergyType, int]:
    """Return the basic Energy that lies at home unlisted: what each needed type lacks.

    Empty unless the owner has said so with ``energy_at_home``. Rule: S5.
    """
    return lacking_energy(owned, requirements) if requirements.energy_at_home else {}


def lacking_energy(
    owned: Mapping[EnergyType, int], requirements: Requirements
) -> dict[EnergyType, int]:
    """Return how many cards each needed type has too few, no zeros (Rule: S5)."""
    lacking = {kind: requirements.energy_per_type - owned.get(kind, 0) for kind in NEEDED_ENERGY}
    return {kind: count for kind, count in lacking.items() if count > 0}


def spare_energy(owned: Mapping[EnergyType, int], deck: Mapping[EnergyType, int]) -> int:
    """Return how many owned cards stay out of the Energy deck."""
    return sum(max(0, count - deck.get(kind, 0)) for kind, count in owned.items())
