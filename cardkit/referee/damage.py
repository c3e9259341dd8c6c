"""Damage, worked out in the order of the card game, and told with its working.

Printed base, then Weakness, then Resistance, as printed on the defender against each type of the
attacker; in full tens and never below 0 (Rule: S28, S37). A base of 0 stays 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardkit.cards import EnergyType, TypeModifier
from cardkit.referee.table import AttackFacts, CardFacts


class Working(NamedTuple):
    """Damage and how it came about; prints like ``30 × 2 = 60, weakness ×2 = 120``.

    Attributes:
        base: damage of an attack, or per Energy card of the pool.
        cards: Energy cards of the pool; None for an attack as printed.
        steps: name, modifier and result of each Weakness and Resistance that applied.
        total: damage that is done.
    """

    base: int
    cards: int | None
    steps: tuple[tuple[str, TypeModifier, int], ...]
    total: int

    def __str__(self) -> str:
        before = self.base if self.cards is None else self.base * self.cards
        parts = [
            str(before) if self.cards is None else f"{self.base} × {self.cards} = {before}",
            *(f"{name} {modifier.value} = {after}" for name, modifier, after in self.steps),
        ]
        last = self.steps[-1][2] if self.steps else before
        if last != self.total:
            parts.append(f"in full tens from 0 = {self.total}")
        return ", ".join(parts)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def work_out(
    base: int, attacker_types: Sequence[EnergyType], defender: CardFacts, cards: int | None = None
) -> Working:
    """Work out damage to a defender.

    Args:
        base: printed damage, or damage per Energy card when ``cards`` is given.
        attacker_types: types of the attacking Pokemon; each counts.
        defender: the card whose Weakness and Resistance apply.
        cards: Energy cards in the enemy's pool (Rule: S37).
    """
    damage = base if cards is None else base * cards
    steps: list[tuple[str, TypeModifier, int]] = []
    if damage:
        for modifier in defender.weaknesses:
            if modifier.energy_type in attacker_types:
                damage = modifier.apply(damage)
                steps.append(("weakness", modifier, damage))
        for modifier in defender.resistances:
            if modifier.energy_type in attacker_types:
                damage = modifier.apply(damage)
                steps.append(("resistance", modifier, damage))
    return Working(base, cards, tuple(steps), damage // 10 * 10 if damage > 0 else 0)


def can_pay(attack: AttackFacts, energy: list[EnergyType]) -> bool:
    """Whether attached Energy meets an attack's cost; Colorless takes any (Rule: S28)."""
    if len(energy) < len(attack.cost):
        return False
    return all(energy.count(kind) >= count for kind, count in attack.needs)


def missing_energy(attack: AttackFacts, energy: list[EnergyType]) -> tuple[EnergyType, ...]:
    """Return what an attack's cost lacks, Colorless last; empty when it is met."""
    lacking = [
        kind for kind, count in attack.needs for _ in range(count - min(count, energy.count(kind)))
    ]
    spare = max(0, len(attack.cost) - len(energy) - len(lacking))
    return (*lacking, *([EnergyType.COLORLESS] * spare))
