"""What texts refer back to: coins, deeds, Pokemon ("it", "that Pokemon") and conditions ("if not").

The function :func:`check` finds what hangs in the air. :func:`resolve` puts in the place of a
reference what it refers to, wherever the text alone decides that; what the player chooses stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import is_
from types import NoneType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from msgspec.structs import replace

from cardkit.cardtext.changes import done_instead, flips_for_each, is_change
from cardkit.cardtext.conditions import (
    CoinsShow,
    Did,
    Elsewhere,
    EvolvedThisTurn,
    Otherwise,
    Under,
    UsedLastTurn,
)
from cardkit.cardtext.counts import Coins, Done
from cardkit.cardtext.effects import (
    Choose,
    ChooseAttack,
    ChooseCondition,
    Flip,
    Instead,
    May,
    MostCoins,
    Step,
    When,
)
from cardkit.cardtext.lasting import CannotUse, DealsMore
from cardkit.cardtext.operations import CopyAttack, Give, OutOfPlay
from cardkit.cardtext.powers import OneEachTurn
from cardkit.cardtext.targets import OWN_NAME, Filter, Target
from cardkit.cardtext.values import part_names
from cardkit.cardtext.vocabulary import Place, Side

_Said = TypeVar("_Said")
_COINS = "it speaks of coins that were not flipped"
_CARDS = "it speaks of cards that were not looked at"
_POKEMON = "it speaks of a Pokémon that was not named"
_ATTACK = "it speaks of an attack that was not chosen"
_CONDITION = "it speaks of a condition that was not chosen"
_DEED = "it speaks of something that was not done"
_ASKED = "it speaks of a condition that was not asked"
_ITSELF = "the Pokémon whose text it is was named"


def parts_of(value: Any) -> list[Any]:
    """Return a value and every value inside it, in order; plain words and numbers left out."""
    found: list[Any] = []
    _add_parts(value, found)
    return found


def _add_parts(value: Any, found: list[Any]) -> None:
    kind = type(value)
    if kind is tuple:
        for inner in value:
            if type(inner) not in _PLAIN:
                _add_parts(inner, found)
        return
    names = _DEEP.get(kind)
    if names is None:
        names = _deep_names(kind)
    if kind in _PLAIN:
        return
    found.append(value)
    for name in names:
        inner = getattr(value, name)
        if type(inner) not in _PLAIN:
            _add_parts(inner, found)


_PLAIN: Final[set[type]] = {int, str, bool, NoneType, frozenset}
"""Types that hold no values; every other type without fields, a vocabulary, is added."""
_DEEP: Final[dict[type, tuple[str, ...]]] = {}
"""The fields of each type that may hold values."""
_WORD: Final = re.compile(r"\w+")
_FLAT: Final = frozenset(
    (
        *("int", "str", "bool", "None", "tuple", "frozenset", "Zones", "Zone", "Side", "Place"),
        *("Relation", "Face", "Ignored", "Protection", "Until", "FilterKind", "EnergyType"),
        "SpecialCondition",
    )
)
"""What fields are declared as that hold no values; fields of any other type are looked into."""


def _deep_names(kind: type) -> tuple[str, ...]:
    """Return the fields of a type that may hold values; none when it is none of ours."""
    names = part_names(kind)
    if names:
        declared = kind.__annotations__
        names = tuple([
            name for name in names if not _FLAT.issuperset(_WORD.findall(declared[name]))
        ])  # fmt: skip
    else:
        _PLAIN.add(kind)
    _DEEP[kind] = names
    return names


_SPEAKS_OF: dict[type, str] = {
    Coins: _COINS,
    CoinsShow: _COINS,
    Did: _DEED,
    Done: _DEED,
    Otherwise: _ASKED,
    Instead: _DEED,
    MostCoins: _COINS,
}
"""Values that always refer to something, and what is amiss if nothing before had named it."""


def _refers(kind: type, part: Any) -> str:
    """Say what would be amiss if nothing before had named what this part speaks of."""
    if kind in (OutOfPlay, Elsewhere):
        return _CARDS if part.follows else ""
    if kind is CannotUse:
        return "" if part.attack or part.itself else _ATTACK
    if kind is CopyAttack:
        return _ATTACK if part.chosen else ""
    return _CONDITION if kind is Give and not part.conditions else ""


_SETTLES: dict[type, tuple[str, ...]] = {
    Flip: (_COINS,),
    OutOfPlay: (_CARDS, _POKEMON),
    Elsewhere: (_CARDS,),
    ChooseAttack: (_ATTACK,),
    ChooseCondition: (_CONDITION,),
}
"""Which faults are settled for what follows a value; a :class:`Target` settles by its place."""
_TELLING = frozenset((*_SPEAKS_OF, *_SETTLES, CannotUse, CopyAttack, Give))
"""Values that refer to something or settle it, beside targets."""
_SOMEONE = (_POKEMON, _ITSELF)
_BY_PLACE = {
    **dict.fromkeys(Place, ("", _SOMEONE)),
    Place.CHOSEN: (_POKEMON, _SOMEONE),
    Place.NAMED: (_POKEMON, _SOMEONE),
    Place.SELF: ("", (_ITSELF,)),  # the Pokemon itself settles less than any other
}
"""What is amiss if nothing before had named a target, and what it settles."""


Told: TypeAlias = tuple[Any, str, tuple[str, ...]]
"""A part of a step, what is amiss if nothing before names what it speaks of, and what it settles
for what follows."""


def telling(step: Any) -> list[Told]:
    """Return the parts of a step that refer to something or settle it, in order."""
    told: list[Told] = []
    _add_telling(step, told)
    return told


def _add_telling(value: Any, told: list[Told]) -> None:
    kind = type(value)
    if kind is Target:  # what a Pokemon must be refers to nothing
        amiss, settles = _BY_PLACE[value.place]
        told.append((value, amiss, settles))
        return
    plain = _PLAIN
    if kind is tuple:
        for inner in value:
            if type(inner) not in plain:
                _add_telling(inner, told)
        return
    if kind in _TELLING:
        amiss = _SPEAKS_OF.get(kind) or _refers(kind, value)
        settles = _SETTLES.get(kind, ())
        if amiss or settles:
            told.append((value, amiss, settles))
    names = _DEEP.get(kind)
    if names is None:
        names = _deep_names(kind)
    for name in names:
        inner = getattr(value, name)
        if type(inner) not in plain:
            _add_telling(inner, told)


class Unsettled(NamedTuple):
    """What :func:`check` finds.

    Attributes:
        fault: what hangs in the air, such as coins that nobody flipped; empty when nothing does.
        refers_back: whether :func:`resolve` has something to do.
    """

    fault: str
    refers_back: bool


_SETTLED = Unsettled("", refers_back=False)
_REFERS_BACK = Unsettled("", refers_back=True)


def check(steps: tuple[Any, ...], told: Sequence[list[Told]]) -> Unsettled:
    """Look for what a text refers back to.

    Args:
        steps: what it says.
        told: what is :func:`telling` in each.
    """
    settled: set[str] = set()
    refers_back = False
    before: Any = None
    for step, parts in zip(steps, told, strict=True):
        if before is not None:
            settled.add(_DEED)
        for part, fault, settles in parts:
            if fault:
                kind = type(part)
                if fault is _ASKED:
                    known = type(step) is When and step.condition is part and type(before) is When
                elif kind is CoinsShow:
                    known = fault in settled and _is_thrown(part, steps)
                elif kind is Instead or kind is MostCoins:
                    known = fault in settled and is_change(part, step, steps)
                else:
                    itself = fault is _POKEMON and part.place is Place.NAMED
                    known = fault in settled or (itself and _ITSELF in settled)
                if not known:
                    return Unsettled(fault, refers_back)
                refers_back |= fault in (_POKEMON, _ASKED) or kind in (Instead, MostCoins)
            settled.update(settles)
        if type(step) is Flip and flips_for_each(step):
            settled.discard(_POKEMON)  # each of them has a coin of its own
        before = step
    return _REFERS_BACK if refers_back else _SETTLED


def resolve(steps: tuple[Step, ...], context: Context | None = None) -> tuple[Step, ...]:
    """Put what is meant in the place of "it", "that Pokemon", "1 of them" and "if not".

    "That Pokemon" stays :attr:`Place.CHOSEN` where the player chose it (or a void step did).
    ``context`` tells what was named before the steps.
    """
    context = context or Context()
    resolved: list[Any] = []
    for step in steps:
        put: Any = context.put(step)
        before = resolved[-1] if resolved else None
        if isinstance(put, When) and isinstance(put.then, Instead):
            resolved[-1:] = done_instead(put.condition, put.then, before)
            continue
        if isinstance(put, MostCoins):
            last = max(n for n, each in enumerate(resolved) if type(each) is Flip)
            resolved[last] = replace(resolved[last], most=put.most)
            continue
        folds = isinstance(put, When) and isinstance(put.condition, Otherwise)
        if folds and isinstance(put, When) and isinstance(before, When):
            resolved[-1] = replace(before, otherwise=put.then)
        else:
            resolved.append(put)
    return tuple(resolved)


def _is_thrown(asked: CoinsShow, steps: tuple[Any, ...]) -> bool:
    """Whether so many coins are flipped at once as a condition asks of one of them."""
    if asked.coin is None:
        return True
    flips = [part for part in parts_of(steps) if type(part) is Flip]
    thrown = [each.coins if type(each.coins) is int else 1 for each in flips]
    return min(thrown) >= asked.coin


def unfold(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Say what else happens, and at most, in a sentence of its own ("if not"), as texts do."""
    unfolded: list[Step] = []
    for step in steps:
        if isinstance(step, When) and step.otherwise is not None:
            unfolded.append(replace(step, otherwise=None))
            unfolded.append(When(condition=Otherwise(), then=step.otherwise))
        elif isinstance(step, Flip) and step.most is not None:
            unfolded += [replace(step, most=None), cast(Step, MostCoins(most=step.most))]
        else:
            unfolded.append(step)
    return tuple(unfolded)


class Context:
    """What was named last, in the order of the text."""

    def __init__(self) -> None:
        self.named: Target | None = None
        self.other: Target | None = None
        self.perhaps: Target | None = None
        """Whom a step names that may not come to pass: then it is nobody."""

    def put(self, value: Any) -> Any:
        """Return a value with its references resolved; learn what it names."""
        kind = type(value)
        if kind is Target:
            return self._target(value)
        if kind is tuple:
            parts = [part if type(part) in _PLAIN else self.put(part) for part in value]
            return value if all(map(is_, parts, value)) else tuple(parts)
        names = _DEEP.get(kind)
        changes = {}
        for name in _deep_names(kind) if names is None else names:
            inner = getattr(value, name)
            if type(inner) not in _PLAIN:
                put = self.put(inner)
                if put is not inner:
                    changes[name] = put
        if kind is OutOfPlay:
            self.named = self.other = None
        if kind in (When, May) and any(type(part) is Choose for part in parts_of(value)):
            self.perhaps = self.other
        return replace(value, **changes) if changes else value

    def _target(self, target: Target) -> Target:
        if target.place not in (Place.CHOSEN, Place.NAMED):
            several = target.number is None and target.place in (Place.PLAY, Place.BENCH)
            if self.named is None or not several:
                self.named = target  # "it" is never several Pokemon where another was named
            if target.place is not Place.SELF:
                self.other = target
                self.perhaps = None
            return target
        meant = self.named if target.place is Place.NAMED else self.other
        if (
            meant is None
            or meant is self.perhaps
            or (meant.number is not None and target.number is None)
        ):
            chosen = target.place is Place.CHOSEN
            return target if chosen else replace(target, place=Place.CHOSEN)
        if target.number is not None:
            filters = meant.filters + target.filters
            some = replace(meant, number=target.number, up_to=target.up_to, filters=filters)
            self.named = self.other = some
            return some
        one = meant.place is Place.SELF or (
            meant.place is Place.ACTIVE and meant.side is not Side.BOTH
        )
        filters = target.filters if one else meant.filters + target.filters
        return meant if filters == meant.filters else replace(meant, filters=filters)


_NAMING = frozenset(
    (Filter, CannotUse, DealsMore, UsedLastTurn, EvolvedThisTurn, Under, OneEachTurn)
)
"""Values that hold a name of a Pokemon or an attack."""


def spell_out(steps: tuple[_Said, ...], own_name: str) -> tuple[_Said, ...]:
    """Put the attacker's own name back where a value holds a name."""
    return tuple([_spelt(step, own_name) if holds_name(step) else step for step in steps])


def holds_name(value: Any) -> bool:
    """Whether the attacker's own name stands in a value, or within it."""
    kind = type(value)
    if kind is tuple:
        return any(type(inner) not in _PLAIN and holds_name(inner) for inner in value)
    if kind in _NAMING:
        for name in part_names(kind):
            inner = getattr(value, name)
            if type(inner) is str and OWN_NAME in inner:
                return True
    names = _DEEP.get(kind)
    for name in _deep_names(kind) if names is None else names:
        inner = getattr(value, name)
        if type(inner) not in _PLAIN and holds_name(inner):
            return True
    return False


def _spelt(value: Any, own_name: str) -> Any:
    if isinstance(value, tuple):
        return tuple(_spelt(part, own_name) for part in value)
    changes: dict[str, Any] = {}
    for name in part_names(type(value)):
        inner = getattr(value, name)
        if type(inner) is str:
            if type(value) in _NAMING and OWN_NAME in inner:
                changes[name] = inner.replace(OWN_NAME, own_name)
        elif type(inner) not in _PLAIN and holds_name(inner):
            changes[name] = _spelt(inner, own_name)
    return replace(value, **changes) if changes else value
