"""Damage, worked out stage by stage in the order of the card game, and told with its working.

The stages are :data:`STAGES`: effects on the attacker, Weakness, Resistance, effects on the
defender (Rule: R5). Weakness and Resistance are as printed on the defender against each type of
the attacker. A base of 0, or nothing left after the attacker's effects, does no damage whatever
follows; the total is in full tens and never below 0 (Rule: S28, S37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from cardkit.cards import EnergyType, TypeModifier
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.table import CardFacts


class Stage(StrEnum):
    """The stages of damage, in their order."""

    ATTACKER = "attacker"
    """Effects on the attacking Pokemon (Rule: R5, step 2)."""
    WEAKNESS = "weakness"
    RESISTANCE = "resistance"
    DEFENDER = "defender"
    """Effects on the Pokemon that is hit (Rule: R5, steps 6 and 7)."""


class Change(NamedTuple):
    """Something that changes damage.

    Attributes:
        name: in the words of the table: ``weakness``, or the name of an effect.
        sign: ``×``, ``÷``, ``+`` or ``-``.
    """

    name: str
    sign: str
    amount: int

    def apply(self, damage: int) -> int:
        """Return the damage after it; it may be negative."""
        if self.sign == "×":
            return damage * self.amount
        if self.sign == "÷":
            return damage // self.amount
        return damage + self.amount if self.sign == "+" else damage - self.amount

    def __str__(self) -> str:
        return f"{self.name} {self.sign}{self.amount}"


class Blow(NamedTuple):
    """One Pokemon hits another: all that its damage depends on.

    Attributes:
        base: damage of an attack, or per Energy card when ``cards`` is given.
        cards: Energy cards in the enemy's pool (Rule: S37); None for an attack as printed.
        words: how the base came about, when more than the number is to be told.
        types: of the attacking Pokemon; each counts.
        defender: the card whose Weakness and Resistance apply.
        before: effects on the attacker, before Weakness and Resistance.
        after: effects on the defender, after them.
        without: stages that are left out, e.g. when an attack ignores Resistance.
    """

    base: int
    types: tuple[EnergyType, ...]
    defender: CardFacts
    cards: int | None = None
    words: str = ""
    before: tuple[Change, ...] = ()
    after: tuple[Change, ...] = ()
    without: frozenset[Stage] = frozenset()


class Working(NamedTuple):
    """Damage and how it came about; prints like ``30 × 2 = 60, weakness ×2 = 120``.

    Attributes:
        start: the base in words.
        steps: each change that applied, and the damage after it.
        total: damage that is done.
    """

    start: str
    base: int
    steps: tuple[tuple[Change, int], ...]
    total: int

    def __str__(self) -> str:
        parts = [self.start, *(f"{change} = {after}" for change, after in self.steps)]
        last = self.steps[-1][1] if self.steps else self.base
        if last != self.total:
            parts.append(f"in full tens from 0 = {self.total}")
        return ", ".join(parts)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def _matching(
    name: Stage, modifiers: tuple[TypeModifier, ...], types: tuple[EnergyType, ...]
) -> Iterable[Change]:
    return [Change(name, one.sign, one.amount) for one in modifiers if one.energy_type in types]


STAGES: dict[Stage, Callable[[Blow], Iterable[Change]]] = {
    Stage.ATTACKER: lambda blow: blow.before,
    Stage.WEAKNESS: lambda blow: _matching(Stage.WEAKNESS, blow.defender.weaknesses, blow.types),
    Stage.RESISTANCE: lambda blow: _matching(
        Stage.RESISTANCE, blow.defender.resistances, blow.types
    ),
    Stage.DEFENDER: lambda blow: blow.after,
}
"""What changes damage at each stage, in their order."""


def strike(blow: Blow) -> Working:
    """Work a blow out, stage by stage (Rule: R5)."""
    base = damage = blow.base if blow.cards is None else blow.base * blow.cards
    start = blow.words or str(base)
    if blow.cards is not None:
        start = f"{blow.base} × {blow.cards} = {base}"
    steps: list[tuple[Change, int]] = []
    for stage, changes in STAGES.items():
        if base <= 0 or (damage <= 0 and stage is Stage.WEAKNESS):
            break
        if stage not in blow.without:
            for change in changes(blow):
                damage = change.apply(damage)
                steps.append((change, damage))
    return Working(start, base, tuple(steps), damage // 10 * 10 if damage > 0 else 0)


@lru_cache(maxsize=65536)
def work_out(
    base: int, types: tuple[EnergyType, ...], defender: CardFacts, cards: int | None = None
) -> Working:
    """Work out a blow without effects; the same one is worked out once.

    Args:
        base: printed damage, or damage per Energy card when ``cards`` is given.
        types: of the attacking Pokemon; each counts.
        defender: the card whose Weakness and Resistance apply.
        cards: Energy cards in the enemy's pool (Rule: S37).
    """
    return strike(Blow(base=base, types=types, defender=defender, cards=cards))


def can_pay(attack: AttackFacts, energy: Sequence[EnergyType]) -> bool:
    """Whether attached Energy meets an attack's cost; Colorless takes any (Rule: S28)."""
    if len(energy) < len(attack.cost):
        return False
    return all(energy.count(kind) >= count for kind, count in attack.needs)


def missing_energy(attack: AttackFacts, energy: Sequence[EnergyType]) -> tuple[EnergyType, ...]:
    """Return what an attack's cost lacks, Colorless last; empty when it is met."""
    lacking = [
        kind for kind, count in attack.needs for _ in range(count - min(count, energy.count(kind)))
    ]
    spare = max(0, len(attack.cost) - len(energy) - len(lacking))
    return (*lacking, *([EnergyType.COLORLESS] * spare))
