"""What is printed of a power - Ability, Poke-Power, Poke-Body -, in the form the rules need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Self

from cardkit.attacks import Ability
from cardkit.cards import Card
from cardkit.cardtext.counts import Amount, DamageTaken
from cardkit.cardtext.effects import Cost, OncePerEvent, Unread
from cardkit.cardtext.lasting import (
    AttacksDespite,
    AttacksFor,
    AttacksIgnore,
    CannotAttack,
    CannotBeAffected,
    CannotRetreat,
    CannotUse,
    DealsLess,
    DealsMore,
    Endures,
    EnergyProvides,
    HasMaximumHp,
    HasMoreHp,
    HasNoResistance,
    HasNoWeakness,
    HasType,
    HasTypes,
    HasWeakness,
    Prevents,
    RetreatsFor,
    TakesLess,
    TakesMore,
    UsesAttacksOf,
)
from cardkit.cardtext.power_reading import read_ability
from cardkit.cardtext.powers import (
    Activated,
    AlwaysOn,
    Moment,
    OneEachTurn,
    Powers,
    StopsWhile,
    Triggered,
)
from cardkit.cardtext.reading import GrammarError, parts_of
from cardkit.cardtext.targets import is_void
from cardkit.cardtext.values import part_names
from cardkit.referee.attack_facts import AttackFacts, Memory, asks, memories_of, possible
from cardkit.rules import Condition

SETTLED_RULES = (HasMoreHp, HasMaximumHp, HasTypes, CannotBeAffected)
"""Rules that change what lies on Pokemon as soon as they hold; the others wait to be asked for."""
ON_OPTIONS = frozenset({
    AttacksDespite, AttacksFor, CannotAttack, CannotRetreat, CannotUse, EnergyProvides,
    RetreatsFor, UsesAttacksOf,
})  # fmt: skip
"""Rules that change which attacks and retreats a Pokemon may use."""
ON_DEALING = (AttacksIgnore, DealsLess, DealsMore, HasType, HasTypes)
"""Rules on a Pokemon that change what its blows do."""
ON_TAKING = (
    Endures, HasNoResistance, HasNoWeakness, HasWeakness, Prevents, TakesLess, TakesMore,
)  # fmt: skip
"""Rules on a Pokemon that change what blows do to it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PowerFacts:
    """One power of a card in the game; its parts share one value, which is equal to no other.

    Attributes:
        kind: what the card calls it: ``Ability``, ``Poké-Body``, ...
        unread: why it has no effect; empty when it has.
        stops: the conditions of its Pokemon under which it stops.
        one_each_turn: of all powers of this name one may be used in a turn; else empty.
        one_applies: of all powers of this name one applies.
        once: ``VSTAR`` or ``GX`` when it may be used once per event (Rule: S29), else empty.
        frame: it as an attack that costs and prints nothing: what its steps are carried out as.
    """

    name: str
    kind: str
    unread: str
    stops: frozenset[Condition]
    one_each_turn: str
    one_applies: bool
    once: str
    frame: AttackFacts
    always: tuple[AlwaysOn, ...]
    activated: tuple[Activated, ...]
    triggered: tuple[Triggered, ...]
    memories: frozenset[Memory]

    @classmethod
    def of(cls, ability: Ability, card: Card, *, works: bool = True) -> Self:
        """Read a power of a card; where it does not work it is as if it were not read."""
        read = _read(ability, card.name)
        parts = read.parts if isinstance(read, Powers) and works else ()
        stops = [part for part in parts if isinstance(part, StopsWhile)]
        single = next((part for part in parts if isinstance(part, OneEachTurn)), None)
        once = next((part.kind for part in parts if isinstance(part, OncePerEvent)), "")
        return cls(
            name=ability.name,
            kind=ability.kind,
            unread=why_no_effect(ability, card, powers_work=works),
            stops=frozenset(each for part in stops for each in part.conditions or Condition),
            one_each_turn=single.name if single is not None and not single.applies else "",
            one_applies=single is not None and single.applies,
            once=once,
            frame=AttackFacts.named(ability.name),
            always=tuple(part for part in parts if isinstance(part, AlwaysOn)),
            activated=tuple(part for part in parts if isinstance(part, Activated)),
            triggered=tuple(part for part in parts if isinstance(part, Triggered)),
            memories=memories_of(parts),
        )


class Body(NamedTuple):
    """A rule that a power keeps up, on a card.

    Attributes:
        counted: its amounts are counted anew whenever it is asked for.
    """

    power: PowerFacts
    part: AlwaysOn
    counted: bool


class Use(NamedTuple):
    """What the player may do with a power of a card.

    Attributes:
        asks: it may ask the player something.
        void: nothing that it does exists in the adventure.
    """

    power: PowerFacts
    part: Activated
    asks: bool
    void: bool


class Trigger(NamedTuple):
    """What a power of a card does at a moment."""

    power: PowerFacts
    part: Triggered


def why_no_effect(ability: Ability, card: Card, *, powers_work: bool) -> str:
    """Return why a power of a card has no effect, in a phrase; empty when it has."""
    if not powers_work:
        return "has no effect in a game of this age"
    read = _read(ability, card.name)
    if not isinstance(read, Unread):
        return ""
    return f"has no effect, its text is not read: {read.clause or read.why}"


def kept_by(bodies: tuple[Body, ...]) -> dict[type, tuple[Body, ...]]:
    """Return rules that powers keep up by their kind: whoever looks for one asks for a kind."""
    kinds = dict.fromkeys(type(body.part.rule) for body in bodies)
    return {kind: tuple(body for body in bodies if type(body.part.rule) is kind) for kind in kinds}


def bodies_of(powers: tuple[PowerFacts, ...]) -> tuple[Body, ...]:
    """Return the rules that powers keep up, without what is void in the adventure."""
    return tuple(
        Body(power, part, is_counted(part.rule))
        for power in powers
        for part in power.always
        if not is_void(part.zones)
    )


def settles_once(body: Body) -> bool:
    """Whether a rule changes what lies on Pokemon alike while the same ones lie there, or never."""
    part = body.part
    if not isinstance(part.rule, (*SETTLED_RULES, HasType)):
        return True
    return not (part.condition or body.counted or part.bearer.filters or body.power.stops)


def uses_of(powers: tuple[PowerFacts, ...]) -> tuple[Use, ...]:
    """Return what the player may do with powers."""
    return tuple(
        Use(power, part, any(map(asks, parts_of(part.steps))), _is_void(part))
        for power in powers
        for part in power.activated
    )


def _is_void(part: Activated) -> bool:
    """Whether nothing that a power does, besides what it costs, exists in the adventure."""
    return not any(possible(step) for step in part.steps if not isinstance(step, Cost))


def triggers_of(powers: tuple[PowerFacts, ...]) -> tuple[Trigger, ...]:
    """Return what powers do at their moments, without what is void in the adventure."""
    return tuple(
        Trigger(power, part)
        for power in powers
        for part in power.triggered
        if not is_void(part.zones)
    )


def moments_of(triggers: tuple[Trigger, ...]) -> frozenset[Moment]:
    """Return the moments at which any of these work."""
    return frozenset(trigger.part.moment for trigger in triggers)


def is_counted(rule: Any) -> bool:
    """Whether a rule has an amount that depends on the table."""
    if getattr(rule, "per", None) is not None:
        return True
    values = (getattr(rule, name) for name in part_names(type(rule)))
    return any(
        isinstance(value, Amount)
        and value.count is not None
        and not isinstance(value.count, DamageTaken)
        for value in values
    )


@cache
def _read(ability: Ability, card_name: str) -> Powers | Unread:
    try:
        return read_ability(ability, card_name)
    except GrammarError:  # a fault of the grammar: never play one of two readings
        return Unread(text=ability.text, clause="", why="it can be read in two ways")
