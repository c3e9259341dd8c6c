"""What a person says about the table: results of card text that is not read, and corrections.

A referee in a companion's seat sees only what it is told. Both kinds are actions: they are
explained, carried out, written down and replayed like every other one; records mark them as said.

=====================================  ==============================================
notation                               meaning
=====================================  ==============================================
``by-hand 2 damage 40 enemy Asleep``   the Active's second attack, its result as told
``set enemy damage 40``                damage on a Pokemon
``set active conditions Poisoned``     all special conditions on it, or ``none``
``set bench-1 energy RRW``             all Energy attached to it, or ``none``
``set enemy energy R``                 the enemy's pool
``set bench-2 down``, ``up``           knocked out, or not
``set balls 3``                        ready balls; ``badges`` and ``knock-outs`` alike
``set drawn R``                        the drawn Energy
``move bench-1 pc-2``                  exchange what lies at two places
``put base1-46 bench-3``               lay a card of its deck there; ``enemy``: it is the enemy
``take bench-3``                       put a Pokemon back into its deck
=====================================  ==============================================

After ``by-hand`` and the attack's number any of these follow, in this order: ``damage 40`` to the
enemy, Weakness and Resistance counted in; ``self 10`` to the attacker; ``heal 20`` off it;
``discard RR`` from it; ``pool R`` from the enemy's pool; ``enemy Asleep+Poisoned`` and
``own Confused`` conditions; ``hurt bench-1 10`` and ``mend bench-2 20`` for others of the team.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar, Self

from cardkit.cards import EnergyType
from cardkit.energy import ENERGY_ORDER, format_energy, parse_energy
from cardkit.errors import InputError
from cardkit.referee.action_reader import parse_action
from cardkit.referee.actions import Action, SpotAction
from cardkit.referee.spots import Spot, parse_spot
from cardkit.rules import Condition

ENEMY = "enemy"
"""The enemy's place in the notation of corrections."""
_NONE = "none"


class Count(StrEnum):
    """Numbers that lie on the table."""

    BALLS = "balls"
    BADGES = "badges"
    KNOCK_OUTS = "knock-outs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Action):
    """Something that a person says about the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """What an attack did, as a person worked it out from the card's text (Rule: S43).

    Attributes:
        damage: to the enemy, Weakness and Resistance counted in.
        self_damage: to the attacker.
        heal: damage off the attacker.
        discard: Energy cards off the attacker.
        pool: Energy cards off the enemy's pool.
        enemy: conditions that the enemy gets.
        own: conditions that the attacker gets.
        hurt: damage to others of the team.
        mend: damage off others of the team.
    """

    damage: int = 0
    self_damage: int = 0
    heal: int = 0
    discard: tuple[EnergyType, ...] = ()
    pool: tuple[EnergyType, ...] = ()
    enemy: tuple[Condition, ...] = ()
    own: tuple[Condition, ...] = ()
    hurt: tuple[tuple[Spot, int], ...] = ()
    mend: tuple[tuple[Spot, int], ...] = ()

    def __post_init__(self) -> None:
        for name in ("discard", "pool"):
            ordered = tuple(sorted(getattr(self, name), key=ENERGY_ORDER.__getitem__))
            object.__setattr__(self, name, ordered)
        for name in ("enemy", "own"):
            given = getattr(self, name)
            object.__setattr__(self, name, tuple(one for one in Condition if one in given))

    def __str__(self) -> str:
        parts: list[str] = []
        for word, name, _ in _PARTS:
            value = getattr(self, name)
            if word in _ON_SPOTS:
                parts += [f"{word} {spot} {amount}" for spot, amount in value]
            elif value:
                parts.append(f"{word} {_written(value)}")
        return " ".join(parts) or "nothing"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the notation.

        Raises:
            ValueError: when it is none.
        """
        if words == ["nothing"]:
            return cls()
        left = list(words)
        found: dict[str, object] = {}
        for word, name, read in _PARTS:
            if word in _ON_SPOTS:
                found[name] = tuple(_spots(word, left))
            elif left[:1] == [word]:
                if len(left) < 2:
                    raise ValueError(f"something follows {word!r} in a result, got nothing")
                found[name] = read(left[1])
                del left[:2]
        if left or not any(found.values()):
            raise ValueError(f"a result reads like damage 40 enemy Asleep, got {' '.join(words)!r}")
        return cls(**found)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackByHand(Said):
    """Use an attack whose text is not read; the person says what it does (Rule: S28, S43)."""

    word: ClassVar[str] = "by-hand"
    number: int
    result: HandResult

    def __str__(self) -> str:
        return f"{self.word} {self.number} {self.result}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the attack's number and the result."""
        if len(words) < 2:
            raise ValueError(f"a number and a result follow {cls.word!r}, got {' '.join(words)!r}")
        return cls(number=_whole(words[0]), result=HandResult.from_words(words[1:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(Said):
    """The table is put right; what is asked of the player stays the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOn(Correction):
    """What lies on a Pokemon; ``place`` is a spot or the enemy."""

    word: ClassVar[str] = "set"
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDamage(SetOn):
    """Damage on a Pokemon."""

    damage: int

    def __str__(self) -> str:
        return f"set {self.place} damage {self.damage}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetConditions(SetOn):
    """All special conditions on a Pokemon."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        return f"set {self.place} conditions {_written(self.conditions)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetEnergy(SetOn):
    """All Energy attached to a Pokemon, or the enemy's pool."""

    energy: tuple[EnergyType, ...]

    def __str__(self) -> str:
        return f"set {self.place} energy {_written(self.energy)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDown(SetOn):
    """Whether an own Pokemon is knocked out."""

    down: bool

    def __str__(self) -> str:
        return f"set {self.place} {'down' if self.down else 'up'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCount(Correction):
    """Ready balls, badges, or knock-outs in this event."""

    word: ClassVar[str] = "set"
    count: Count
    number: int

    def __str__(self) -> str:
        return f"set {self.count} {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDrawn(Correction):
    """The drawn Energy that waits to be used."""

    word: ClassVar[str] = "set"
    energy: EnergyType

    def __str__(self) -> str:
        return f"set drawn {self.energy.letter}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCards(Correction):
    """Exchange what lies at two places of the player's; one may be empty."""

    word: ClassVar[str] = "move"
    one: Spot
    other: Spot

    def __str__(self) -> str:
        return f"move {self.one} {self.other}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the two places."""
        if len(words) != 2:
            raise ValueError(f"two places follow 'move', got {' '.join(words)!r}")
        return cls(one=parse_spot(words[0]), other=parse_spot(words[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class PutCard(Correction):
    """Lay a card of a rarity deck on an empty place, or make it the enemy."""

    word: ClassVar[str] = "put"
    key: str
    place: str

    def __str__(self) -> str:
        return f"put {self.key} {self.place}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the card's key and the place."""
        if len(words) != 2:
            raise ValueError(f"a card and a place follow 'put', got {' '.join(words)!r}")
        return cls(key=words[0], place=_place(words[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCard(SpotAction, Correction):
    """Put an own Pokemon back into its deck."""

    word: ClassVar[str] = "take"


SET_SHAPE = "set PLACE damage N, set PLACE conditions NAMES, set PLACE energy LETTERS, set balls N"


def parse_entry(text: str) -> Action:
    """Read an action or what a person says; ``str()`` writes both.

    Raises:
        InputError: when the text is neither.

    >>> str(parse_entry("set enemy conditions Poisoned+Asleep"))
    'set enemy conditions Asleep+Poisoned'
    """
    word, *words = text.split() or [""]
    read = _READERS.get(word)
    if read is None:
        return parse_action(text)
    try:
        return read(words)
    except ValueError as error:
        raise InputError(str(error), remedy=f"write it like {_SHAPES[word]}") from error


def _set_from_words(words: list[str]) -> Correction:
    if len(words) == 2 and words[0] in list(Count):
        return SetCount(count=Count(words[0]), number=_whole(words[1]))
    if len(words) == 2 and words[0] == "drawn":
        drawn = parse_energy(words[1])
        if len(drawn) == 1:
            return SetDrawn(energy=drawn[0])
    if len(words) == 2 and words[1] in ("down", "up"):
        return SetDown(place=_place(words[0]), down=words[1] == "down")
    if len(words) == 3 and words[1] in _SETTERS:
        return _SETTERS[words[1]](_place(words[0]), words[2])
    raise ValueError(f"a correction names a place and what lies there, got {' '.join(words)!r}")


_SETTERS: dict[str, Callable[[str, str], Correction]] = {
    "damage": lambda place, text: SetDamage(place=place, damage=_whole(text)),
    "conditions": lambda place, text: SetConditions(place=place, conditions=_conditions(text)),
    "energy": lambda place, text: SetEnergy(place=place, energy=_energy(text)),
}
_READERS: dict[str, Callable[[list[str]], Action]] = {
    "by-hand": AttackByHand.from_words,
    "set": _set_from_words,
    "move": MoveCards.from_words,
    "put": PutCard.from_words,
    "take": TakeCard.from_words,
}
_SHAPES = {
    "by-hand": "by-hand 1 damage 40 enemy Asleep",
    "set": SET_SHAPE,
    "move": "move bench-1 pc-2",
    "put": "put base1-46 bench-3",
    "take": "take bench-3",
}


def _place(text: str) -> str:
    return text if text == ENEMY else str(parse_spot(text))


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and text == str(int(text))):
        raise ValueError(f"expects a whole number, got {text!r}")
    return int(text)


def _conditions(text: str) -> tuple[Condition, ...]:
    if text == _NONE:
        return ()
    parts = text.split("+")
    strange = [part for part in parts if part not in list(Condition)]
    if strange:
        raise ValueError(f"conditions are {', '.join(Condition)}, got {'+'.join(strange)!r}")
    return tuple(one for one in Condition if one in parts)


def _energy(text: str) -> tuple[EnergyType, ...]:
    return () if text == _NONE else parse_energy(text)


def _written(value: object) -> str:
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, tuple) or not value:
        return _NONE
    if isinstance(value[0], Condition):
        return "+".join(one.value for one in value)
    return format_energy(value)


def _spots(word: str, left: list[str]) -> list[tuple[Spot, int]]:
    found: list[tuple[Spot, int]] = []
    while left[:1] == [word]:
        if len(left) < 3:
            raise ValueError(f"a place and a number follow {word!r}, got {' '.join(left[1:])!r}")
        found.append((parse_spot(left[1]), _whole(left[2])))
        del left[:3]
    return found


_PARTS: tuple[tuple[str, str, Callable[[str], object]], ...] = (
    ("damage", "damage", _whole),
    ("self", "self_damage", _whole),
    ("heal", "heal", _whole),
    ("discard", "discard", _energy),
    ("pool", "pool", _energy),
    ("enemy", "enemy", _conditions),
    ("own", "own", _conditions),
    ("hurt", "hurt", str),
    ("mend", "mend", str),
)
"""Word, attribute and reader of each part of a result, in the order of the notation."""
_ON_SPOTS = ("hurt", "mend")
assert [name for _, name, _ in _PARTS] == [part.name for part in fields(HandResult)]  # noqa: S101
