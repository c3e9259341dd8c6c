"""The types of Energy."""

from __future__ import annotations

import re
from enum import StrEnum


class EnergyType(StrEnum):
    """The eleven types. Dragon and Colorless have no basic Energy."""

    GRASS = "Grass"
    FIRE = "Fire"
    WATER = "Water"
    LIGHTNING = "Lightning"
    PSYCHIC = "Psychic"
    FIGHTING = "Fighting"
    DARKNESS = "Darkness"
    METAL = "Metal"
    FAIRY = "Fairy"
    DRAGON = "Dragon"
    COLORLESS = "Colorless"

    @property
    def letter(self) -> str:
        """The customary one-letter code: G R W L P F D M Y N C."""
        return _TYPE_LETTERS[self]


_TYPE_LETTERS = dict(zip(EnergyType, "GRWLPFDMYNC", strict=True))

BASIC_ENERGY_TYPES: tuple[EnergyType, ...] = tuple(EnergyType)[:9]
"""Types that exist as basic Energy cards, Fairy last (Rule: S5)."""


def basic_energy_type(name: str) -> EnergyType | None:
    """Return the type that a basic Energy card's name gives, or None.

    >>> basic_energy_type("Basic Fire Energy") is basic_energy_type("Fire Energy")
    True
    >>> basic_energy_type("Double Colorless Energy") is None
    True
    """
    match = re.fullmatch(r"(?:basic )?(\w+) energy", name.strip().casefold())
    if not match:
        return None
    return next((kind for kind in BASIC_ENERGY_TYPES if kind.value.casefold() == match[1]), None)
