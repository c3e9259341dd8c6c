"""The types of Energy."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache


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

ENERGY_ORDER: dict[EnergyType, int] = {kind: n for n, kind in enumerate(EnergyType)}
"""The order in which Energies are written."""
_BY_LETTER = {kind.letter: kind for kind in BASIC_ENERGY_TYPES}


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


def format_energy(energies: tuple[EnergyType, ...] | list[EnergyType]) -> str:
    """Write Energies as letters, in the usual order.

    >>> format_energy((EnergyType.WATER, EnergyType.FIRE))
    'RW'
    """
    return _letters(tuple(energies))


@lru_cache(maxsize=4096)  # every position that is written down asks for a dozen
def _letters(energies: tuple[EnergyType, ...]) -> str:
    return "".join(kind.letter for kind in sorted(energies, key=ENERGY_ORDER.__getitem__))


def parse_energy(letters: str) -> tuple[EnergyType, ...]:
    """Read letters of basic Energy.

    Raises:
        ValueError: when a letter names no basic Energy.
    """
    strange = [letter for letter in letters if letter not in _BY_LETTER]
    if strange:
        raise ValueError(f"Energy letters are {' '.join(_BY_LETTER)}, got {letters!r}")
    return tuple(sorted((_BY_LETTER[letter] for letter in letters), key=ENERGY_ORDER.__getitem__))
