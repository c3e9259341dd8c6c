"""The text of an attack, read once for :mod:`cardkit.referee.foresight`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from cardkit.cardtext import lasting
from cardkit.cardtext.conditions import CoinsShow, Elsewhere, Not
from cardkit.cardtext.counts import Amount, CardsIn, Coins
from cardkit.cardtext.effects import (
    BeforeDamage,
    Cost,
    Flip,
    OncePerEvent,
    Step,
    Together,
    UnusableIf,
    UsableDespite,
    UsableIf,
    When,
)
from cardkit.cardtext.operations import (
    AttackFails,
    Damage,
    Give,
    Ignore,
    Lasting,
    NoEffect,
    OutOfPlay,
)
from cardkit.cardtext.reading import parts_of
from cardkit.cardtext.targets import Target, is_void
from cardkit.cardtext.vocabulary import Place
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.foresight.inputs import Inputs
from cardkit.referee.texts.execution import put_off, read_early

Agenda: TypeAlias = "tuple[Step | Callable[[Any], None], Agenda] | None"
"""Steps that are still to come, the next one first; a function among them is called."""


class Reading(NamedTuple):
    """An attack's text, read once.

    Attributes:
        agenda: its steps, what is paid first.
        fixed: it asks nothing of the table, so it always goes the same ways.
        inputs: what it asks of the table; None where that is not known.
        void: ids of the steps that touch what does not exist in this game (Rule: S43).
        waits: ids of the steps that are done after the damage (Rule: R4).
        asks_of_one: it asks what the first coin shows, or the second.
    """

    attack: AttackFacts
    agenda: Agenda
    fixed: bool
    inputs: Inputs | None
    void: frozenset[int]
    waits: frozenset[int]
    asks_of_one: bool

    @classmethod
    def of(cls, attack: AttackFacts) -> Reading:
        """Read an attack."""
        early = attack.steps[: read_early(attack.steps)]
        paid = [step for step in attack.steps if isinstance(step, Cost)]
        others = [step for step in attack.steps if not isinstance(step, Cost)]
        parts = list(parts_of(attack.steps))
        steps = [part for part in parts if hasattr(part, "zones")]
        at_once = (*early, *(step for step in steps if isinstance(step, (Cost, BeforeDamage))))
        waits = {id(step) for step in steps if put_off(step)}
        waits -= {id(part) for step in at_once for part in parts_of(step)}
        return cls(
            attack=attack,
            agenda=agenda_of((*paid, *others), None),
            fixed=all(map(_is_fixed, parts)),
            inputs=Inputs.of(parts),
            void=frozenset(id(step) for step in steps if is_void(step.zones)),
            waits=frozenset(waits),
            asks_of_one=any(isinstance(each, CoinsShow) and each.coin for each in parts),
        )


_FIXED = (
    Flip, When, CoinsShow, Coins, Amount, Damage, Ignore, AttackFails, Give, Lasting, Together,
    BeforeDamage, Not, Elsewhere, CardsIn, NoEffect, OutOfPlay, UsableIf, UnusableIf, UsableDespite,
    OncePerEvent, lasting.CannotAttack, lasting.CannotRetreat, lasting.CannotUse,
    lasting.MustFlip, lasting.TakesLess, lasting.DealsLess, lasting.DealsMore,
)  # fmt: skip


def _is_fixed(part: object) -> bool:
    if isinstance(part, Target):
        return part.place in (Place.SELF, Place.ACTIVE) and not part.filters and not part.number
    return isinstance(part, _FIXED)


def agenda_of(steps: Iterable[Step], then: Agenda) -> Agenda:
    """Return steps in front of others."""
    for step in reversed(tuple(steps)):
        then = (step, then)
    return then
