"""Choosing the Energy deck from the basic Energy that is owned (Rule: S5)."""

from __future__ import annotations

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

    Args:
        owned: basic Energy cards at hand.
        requirements: the bounds.
        wanted: Pokemon of each type in the pool; the more there are, the sooner the type gets
            one of the last places.

    Returns:
        Cards per type in the order of the types, no zeros. Fairy comes in only with its minimum,
        and only where it fits.

    Rule: S5.
    """
    least, most = requirements.energy_per_type, requirements.energy_total[1]
    deck = {kind: min(owned.get(kind, 0), least) for kind in NEEDED_ENERGY}
    if owned.get(OPTIONAL_ENERGY, 0) >= least and sum(deck.values()) + least <= most:
        deck[OPTIONAL_ENERGY] = least
    pokemon = wanted or {}
    turns = sorted(deck, key=lambda kind: -pokemon.get(kind, 0))
    while sum(deck.values()) < most:
        spare = [kind for kind in turns if owned.get(kind, 0) > deck[kind]]
        if not spare:
            break
        for kind in spare[: most - sum(deck.values())]:
            deck[kind] += 1
    return {kind: count for kind, count in deck.items() if count}
