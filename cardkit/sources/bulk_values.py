"""Values of the public bulk data: what they must look like, and what is noted when they do not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cardkit.cards import EnergyType, Supertype

Document = Mapping[str, Any]
T = TypeVar("T")

_LINE = re.compile(r"[^\x00-\x1f\x7f-\x9f]{1,200}")
_CONTROLS = dict.fromkeys((*range(10), *range(11, 32), *range(127, 160)), " ")
"""Characters that could steer a terminal; line feeds stay."""
MOST_LINE_LETTERS, MOST_IDENTIFIER_LETTERS = 200, 64
MOST_TEXTS, MOST_TEXT_LETTERS = 16, 4_000
_MOST_REMEMBERED = 10_000
_MOST_DIGITS = 9
_PLAIN_NUMBERS = range(10**_MOST_DIGITS)
"""Numbers that may stand where a text is expected."""

SUPERTYPES = (
    {each.value: each for each in Supertype}
    | {each.value.casefold(): each for each in Supertype}
    | {"Pokemon": Supertype.POKEMON, "pokemon": Supertype.POKEMON, "POKEMON": Supertype.POKEMON}
)
"""Kinds of card as sources spell them."""

ENERGY_TYPES = (
    {each.value: each for each in EnergyType}
    | {each.value.casefold(): each for each in EnergyType}
    | {each.letter: each for each in EnergyType}
    | {each.letter.casefold(): each for each in EnergyType}
)
"""Types by name and by letter."""

KNOWN_SUBTYPES = frozenset(
    (
        # stages
        *("Basic", "Stage 1", "Stage 2", "Baby", "Restored", "Level-Up", "BREAK", "LEGEND"),
        # mechanics
        *("ex", "EX", "GX", "V", "VMAX", "VSTAR", "V-UNION", "MEGA", "Tera", "TAG TEAM", "Prime"),
        *("Star", "Prism Star", "Radiant", "ACE SPEC", "Eternamax"),
        # families
        *("SP", "Ultra Beast", "Team Plasma", "Ancient", "Future"),
        *("Single Strike", "Rapid Strike", "Fusion Strike"),
        # Trainers and Energy
        *("Supporter", "Item", "Stadium", "Pokémon Tool", "Pokémon Tool F", "Special"),
        *("Technical Machine", "Rocket's Secret Machine", "Goldenrod Game Corner"),
    )
)
"""Subtypes known today; others are kept as they are."""


def _squash(text: str) -> str:
    return re.sub(r"[\s_-]+", "", text).casefold()


_SUBTYPE_BY_KEY = {_squash(each): each for each in KNOWN_SUBTYPES - {"ex", "EX"}} | {
    "basicstage": "Basic",
    "stageone": "Stage 1",
    "stagetwo": "Stage 2",
    "pokemontool": "Pokémon Tool",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something in a document that could not be taken as it stands.

    Attributes:
        path: JSON path inside the card or set, e.g. ``.attacks[0].damage``.
        what: the expectation and the value.
        refused: nothing could be made of the whole card or set.
    """

    path: str
    what: str
    refused: bool = False


class Values:
    """Reads the values of one document after the other and notes what is wrong with them.

    Attributes:
        notes: what was noted since the caller put an empty list here.
    """

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self._remembered: defaultdict[str, dict[Any, Any]] = defaultdict(dict)

    def note(self, path: str, expected: str, value: object) -> None:
        """Note that something else was expected."""
        self.notes.append(Note(path=path, what=f"expected {expected}, got {shown(value)}"))

    def remembered(self, kind: str, value: object, read: Callable[[Any], T]) -> T:
        """Read a value, or recall what it was read as before.

        Twenty thousand cards carry a few hundred different types, costs and values. Only what
        was read without a note is kept.
        """
        known = self._remembered[kind]
        key = tuple(value) if isinstance(value, list) else value
        try:
            return known[key]  # type: ignore[no-any-return]  # what read gave before
        except KeyError:
            pass
        except TypeError:  # something that has no place there, such as a list in a list
            return read(value)
        notes = len(self.notes)
        result = read(value)
        if len(self.notes) == notes and len(known) < _MOST_REMEMBERED:
            known[key] = result
        return result

    def line(self, part: Document, key: str, path: str = "") -> str:
        """Return one line of text without spaces at its ends; empty when there is none."""
        value = part.get(key)
        if value is None:
            return ""
        if isinstance(value, str):
            if value.isprintable() and len(value) <= MOST_LINE_LETTERS:
                return value.strip()
            stripped = value.strip()
            if not stripped or _LINE.fullmatch(stripped):
                return stripped
        elif isinstance(value, int) and not isinstance(value, bool) and value in _PLAIN_NUMBERS:
            return str(value)
        self.note(f"{path}.{key}", "one line of text", value)
        return ""

    def text(self, part: Document, path: str) -> str:
        """Return what an attack or ability does; empty when nothing is said."""
        value = part.get("text", part.get("effect"))
        if isinstance(value, str) and len(value) <= MOST_TEXT_LETTERS:
            return without_controls(value)
        if value is not None:
            self.note(f"{path}.text", f"a text of at most {MOST_TEXT_LETTERS} letters", value)
        return ""

    def texts(self, value: object, path: str) -> tuple[str, ...]:
        """Return a list of texts."""
        found = []
        for place, part in enumerate(self.parts(value, path, MOST_TEXTS)):
            if isinstance(part, str) and len(part) <= MOST_TEXT_LETTERS:
                found.append(without_controls(part))
            else:
                what = f"a text of at most {MOST_TEXT_LETTERS} letters"
                self.note(f"{path}[{place}]", what, part)
        return tuple(text for text in found if text)

    def lines(self, value: object, path: str, most: int) -> tuple[str, ...]:
        """Return a list of single lines."""
        found = []
        for place, part in enumerate(self.parts(value, path, most)):
            if isinstance(part, str) and _LINE.fullmatch(part.strip()):
                found.append(part.strip())
            else:
                self.note(f"{path}[{place}]", "one line of text", part)
        return tuple(dict.fromkeys(found))

    def parts(self, value: object, path: str, most: int) -> list[Any]:
        """Return the parts of a list; a single value counts as a list of one."""
        if value is None:
            return []
        parts = value if isinstance(value, list) else [value]
        if len(parts) > most:
            self.note(path, f"at most {most} entries", value)
        return parts[:most]

    def whole_number(self, value: object, path: str, allowed: range) -> int | None:
        """Return a whole number, written as such or as text; None when there is none."""
        if value is None or value == "":
            return None
        text = str(value).strip().removesuffix(".0")
        if text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) in allowed:
            return int(text)
        step = f" in steps of {allowed.step}" if allowed.step > 1 else ""
        self.note(path, f"a whole number from {allowed[0]} to {allowed[-1]}{step}", value)
        return None

    def energy_type(self, value: object, path: str) -> EnergyType | None:
        """Return a type, given by name or letter."""
        if isinstance(value, str):
            found = ENERGY_TYPES.get(value) or ENERGY_TYPES.get(value.strip().casefold())
            if found:
                return found
        self.note(path, "a type such as Fire or R", value)
        return None


def respelt_subtype(subtype: str, name: str) -> str:
    """Return the known spelling of a subtype; ``ex`` and ``EX`` are told apart by the name.

    >>> respelt_subtype("Basic Stage", "Mew"), respelt_subtype("Ex", "Mew ex")
    ('Basic', 'ex')
    """
    if subtype in KNOWN_SUBTYPES:
        return subtype
    key = _squash(subtype)
    if key == "ex":
        return "ex" if name.endswith(" ex") else "EX"
    return _SUBTYPE_BY_KEY.get(key, subtype)


def without_controls(text: str) -> str:
    """Return a text without characters that could steer a terminal."""
    return text if text.isprintable() else text.translate(_CONTROLS)


def is_identifier(line: str) -> bool:
    """Whether a line can identify a card or a set: no spaces, not endless."""
    return len(line) <= MOST_IDENTIFIER_LETTERS and len(line.split()) == 1


def shown(value: object) -> str:
    """Show a value in a message, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
