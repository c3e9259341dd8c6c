"""Places, Energies, conditions and cards, as a person names them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardkit.cards import BASIC_ENERGY_TYPES, EnergyType
from cardkit.energy import ENERGY_ORDER
from cardkit.errors import InputError
from cardkit.playing.lookup import find
from cardkit.referee.said import ENEMY
from cardkit.referee.spots import ACTIVE, Spot, Zone
from cardkit.referee.state import State
from cardkit.referee.table import CardFacts
from cardkit.rules import Condition

_LETTERS = {kind.letter: kind for kind in BASIC_ENERGY_TYPES}
_NOTHING = ("", "-", "none", "nothing", "no", "0")
_JOINING = re.compile(r"[\s,+&]+|\band\b")


def spots(state: State, text: str) -> list[Spot]:
    """Return the places that are meant: by their own name, or by what lies there."""
    words = text.casefold().strip()
    if words == "a" or (len(words) >= 3 and "active".startswith(words)):
        return [ACTIVE]
    place = re.fullmatch(r"(bench|b|pc|p)[\s-]*([1-9]\d?)", words)
    if place:
        zone = Zone.PC if place[1].startswith("p") else Zone.BENCH
        return [Spot(zone=zone, number=int(place[2]))]
    owned = list(state.owned())
    return [owned[n][0] for n in find(text, [pokemon.facts.name for _, pokemon in owned])]


def places(state: State, text: str) -> list[str]:
    """Return the places that are meant, the enemy's among them, in the notation of corrections."""
    words = text.casefold().strip()
    if words in (ENEMY, "e", "foe", "opponent"):
        return [ENEMY]
    found = [str(spot) for spot in spots(state, text)]
    if state.enemy is not None and not found and find(text, [state.enemy.facts.name]):
        return [ENEMY]
    return found


def energies(text: str) -> tuple[EnergyType, ...]:
    """Read Energies: letters as ``RRW``, or names as ``2 fire, water``.

    Raises:
        InputError: when something in it is no Energy, or may be several.

    >>> [kind.letter for kind in energies("2 fire and water")]
    ['R', 'R', 'W']
    """
    if text.casefold().strip() in _NOTHING:
        return ()
    found: list[EnergyType] = []
    times = 1
    for part in filter(None, _JOINING.split(text)):
        if part.isdecimal() and len(part) <= 2:
            times = int(part)
            continue
        if part.casefold() == "energy":
            continue
        found += _kinds(part) * times
        times = 1
    return tuple(sorted(found, key=ENERGY_ORDER.__getitem__))


def energy(text: str) -> EnergyType:
    """Read one Energy.

    Raises:
        InputError: when it is not exactly one.
    """
    found = energies(text)
    if len(found) != 1:
        raise InputError(
            f"expects one Energy, got {text!r}", remedy="name it, or write its letter: R is Fire"
        )
    return found[0]


def _kinds(part: str) -> list[EnergyType]:
    if part.isupper() or len(part) == 1:
        letters = part.upper()
        if all(letter in _LETTERS for letter in letters):
            return [_LETTERS[letter] for letter in letters]
    matches = find(part, [kind.value for kind in BASIC_ENERGY_TYPES])
    if len(matches) == 1:
        return [BASIC_ENERGY_TYPES[matches[0]]]
    if len(part) <= 6 and all(letter in _LETTERS for letter in part.upper()):
        return [_LETTERS[letter] for letter in part.upper()]
    names = [BASIC_ENERGY_TYPES[n].value for n in matches]
    raise InputError(
        f"expects Energies, got {part!r}" + (f", which may be {' or '.join(names)}" * bool(names)),
        remedy="write letters like RRW (R is Fire, F is Fighting), or names like fire, water",
    )


def condition_names(text: str) -> tuple[Condition, ...]:
    """Read special conditions: ``asleep and poisoned``; a beginning is enough.

    Raises:
        InputError: when something in it is none.
    """
    if text.casefold().strip() in (*_NOTHING, "healthy", "well"):
        return ()
    found: set[Condition] = set()
    names = [condition.value for condition in Condition]
    for part in filter(None, _JOINING.split(text)):
        matches = find(part, names)
        if len(matches) != 1:
            raise InputError(
                f"conditions are {', '.join(names)}, got {part!r}", remedy="name some of them"
            )
        found.add(Condition(names[matches[0]]))
    return tuple(condition for condition in Condition if condition in found)


def is_condition(text: str) -> bool:
    """Whether a word begins a special condition, by three letters at least."""
    return len(text) >= 3 and any(one.casefold().startswith(text.casefold()) for one in Condition)


def cards_named(facts: Iterable[CardFacts], text: str) -> list[CardFacts]:
    """Return the different cards that are meant, by key or by name."""
    different = list({one.key: one for one in facts}.values())
    by_key = [one for one in different if one.key == text]
    return by_key or [different[n] for n in find(text, [one.name for one in different])]
