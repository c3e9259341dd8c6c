"""What is printed of an attack, in the form the rules need, its text read into effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Self

from cardkit.cards import Attack, Card, EnergyType, Mechanic
from cardkit.cardtext.conditions import (
    CameFromBench,
    EvolvedThisTurn,
    FellLastTurn,
    FirstTurn,
    HealedThisTurn,
    StruckLastTurn,
    UsedLastTurn,
)
from cardkit.cardtext.counts import DamageTaken
from cardkit.cardtext.effects import (
    BeforeDamage,
    Choice,
    Choose,
    ChooseAttack,
    ChooseCondition,
    Effects,
    May,
    OncePerEvent,
    Step,
    Together,
    Unread,
    UnusableIf,
    UsableDespite,
    UsableIf,
    When,
)
from cardkit.cardtext.notation import read_effects
from cardkit.cardtext.operations import (
    AttachEnergy,
    CopyAttack,
    DiscardEnergy,
    Give,
    Heal,
    MoveCounters,
    MoveEnergy,
    PutCounters,
    Recover,
    Switch,
)
from cardkit.cardtext.reading import GrammarError, parts_of, read_attack
from cardkit.cardtext.targets import Target
from cardkit.referee.once import asked_once, is_nowhere


class Memory(StrEnum):
    """What card text may ask about the last turns; only what some text of a game asks is kept."""

    USED = "used"
    STRUCK = "struck"
    CAME = "came"
    EVOLVED = "evolved"
    HEALED = "healed"
    FELL = "fell"
    FIRST_ROUND = "first-round"


_MEMORIES: dict[type, tuple[Memory, ...]] = {
    UsedLastTurn: (Memory.USED,),
    StruckLastTurn: (Memory.STRUCK,),
    DamageTaken: (Memory.STRUCK,),
    CameFromBench: (Memory.CAME,),
    EvolvedThisTurn: (Memory.EVOLVED,),
    HealedThisTurn: (Memory.HEALED,),
    FellLastTurn: (Memory.FELL, Memory.STRUCK),
    FirstTurn: (Memory.FIRST_ROUND,),
}
_ASKING = (May, Choice, Choose, ChooseAttack, ChooseCondition, DiscardEnergy, MoveEnergy,
           AttachEnergy, Switch, CopyAttack, MoveCounters)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackFacts:
    """One attack of a card in the game.

    Attributes:
        cost: as printed, Colorless included.
        needs: how many of each type other than Colorless.
        damage: as printed; 0 when the attack is not read.
        prints_damage: whether any damage is printed, be it 0 with a sign.
        unread: why the attack cannot be used; empty when it can (Rule: S43).
        once: ``GX`` or ``VSTAR`` when it may be used once per event (Rule: S29), else empty.
        steps: what its text does besides; empty for a plain attack.
        limits: the steps that say when it may be used at all.
        asks: its text may ask the player something.
        memories: what its text asks about the last turns.
    """

    name: str
    cost: tuple[EnergyType, ...]
    needs: tuple[tuple[EnergyType, int], ...]
    damage: int
    unread: str
    once: str
    prints_damage: bool = True
    # The card and the name say which attack it is; comparing texts would only cost time.
    steps: tuple[Step, ...] = field(default=(), compare=False)
    limits: tuple[UsableIf | UnusableIf | UsableDespite, ...] = field(default=(), compare=False)
    asks: bool = field(default=False, compare=False)
    memories: frozenset[Memory] = field(default=frozenset(), compare=False)

    @classmethod
    def named(cls, name: str, cost: tuple[EnergyType, ...] = ()) -> Self:
        """Return an attack that does nothing: for texts that are no attack's, and for costs."""
        return cls(
            name=name,
            cost=cost,
            needs=_needs(cost),
            damage=0,
            unread="",
            once="",
            prints_damage=False,
        )

    @classmethod
    def of(cls, attack: Attack, card: Card) -> Self:
        """Read an attack of a card."""
        read = _read(attack, card.name)
        steps = () if isinstance(read, Unread) else read.steps
        return cls(
            name=attack.name,
            cost=attack.cost,
            needs=_needs(attack.cost),
            damage=0 if isinstance(read, Unread) else attack.damage.amount,
            unread=why_unread(attack, card),
            once=_once_per_event(attack, card, steps),
            prints_damage=bool(str(attack.damage)),
            steps=tuple(step for step in steps if not isinstance(step, OncePerEvent)),
            limits=tuple(
                step for step in steps if isinstance(step, (UsableIf, UnusableIf, UsableDespite))
            ),
            asks=any(map(asks, parts_of(steps))),
            memories=memories_of(steps),
        )


def _needs(cost: Iterable[EnergyType]) -> tuple[tuple[EnergyType, int], ...]:
    typed = (kind for kind in cost if kind is not EnergyType.COLORLESS)
    return tuple(Counter(typed).items())


def why_unread(attack: Attack, card: Card) -> str:
    """Return why an attack of a card cannot be used, in a phrase; empty when it can."""
    read = _read(attack, card.name)
    if not isinstance(read, Unread):
        return ""
    if read.clause:
        return f"the text of {attack.name} is not read: {read.clause}"
    return f"the text of {attack.name} is not read: {read.why}"


@cache
def _read(attack: Attack, card_name: str) -> Effects | Unread:
    if attack.text_omitted and attack.effects:
        return Effects(steps=read_effects(attack.effects))
    try:
        return read_attack(attack, card_name)
    except GrammarError:  # a fault of the grammar: never play one of two readings
        return Unread(text=attack.text, clause="", why="it can be read in two ways")


@asked_once
def possible(step: Step) -> bool:
    """Whether anything in a step is not void (Rule: S43)."""
    if isinstance(step, Together):
        return any(possible(each) for each in step.steps)
    if isinstance(step, (When, May, BeforeDamage)):
        return possible(step.then if isinstance(step, When) else step.step)
    return not is_nowhere(step)


def memories_of(steps: object) -> frozenset[Memory]:
    """Return what steps, or other values of card text, ask about the last turns."""
    return frozenset(memory for part in parts_of(steps) for memory in _MEMORIES.get(type(part), ()))


def asks(part: object) -> bool:
    """Whether a part of a text may ask the player something."""
    if isinstance(part, Target):
        return part.number is not None
    if isinstance(part, Give):
        return part.choose is not None
    if isinstance(part, Heal):
        return part.up_to
    if isinstance(part, PutCounters):
        return part.spread
    if isinstance(part, Recover):
        return part.number is not None
    return isinstance(part, _ASKING)


def _once_per_event(attack: Attack, card: Card, steps: tuple[Step, ...]) -> str:
    """GX attacks are known by their name, VSTAR Powers by their text (Rule: S29)."""
    said = [step.kind for step in steps if isinstance(step, OncePerEvent)]
    if said:
        return said[0]
    if attack.name.endswith("GX") and card.mechanics & {Mechanic.GX, Mechanic.TAG_TEAM}:
        return "GX"
    return "VSTAR" if "VSTAR Power" in attack.text else ""
