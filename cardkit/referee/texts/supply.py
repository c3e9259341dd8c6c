"""What Energy on a Pokemon provides now, where card text changes it (Rule: S28, S43).

Energy cards stay what they print: retreats, leaving a skirmish and discards count cards (Rule: S23,
S26). What they provide pays for attacks, and texts that count Energy or ask for a type see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from cardkit.cards import EnergyType
from cardkit.cardtext.conditions import SpareEnergy
from cardkit.cardtext.counts import EnergyOn
from cardkit.cardtext.lasting import EnergyProvides
from cardkit.cardtext.vocabulary import Place
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.state import Pokemon, State
from cardkit.referee.table import CardFacts
from cardkit.referee.texts.counting import COUNTED, energy_held
from cardkit.referee.texts.execution import Execution
from cardkit.referee.texts.in_force import rules_on
from cardkit.referee.texts.judging import JUDGED, has_spare

Unit: TypeAlias = frozenset[EnergyType]
"""One Energy that is provided: it counts as one of these types."""
_COLORLESS = EnergyType.COLORLESS
_EVERY: Unit = frozenset(EnergyType) - {_COLORLESS}


def supplies(pokemon: Pokemon, state: State) -> Sequence[EnergyProvides]:
    """Return the rules on what Energy on a Pokemon provides; none is as printed.

    A rule on some types comes first: Energy that a rule on all Energy turns into another type is of
    those types no more.
    """
    rules = rules_on(pokemon, EnergyProvides, state)
    return sorted(rules, key=lambda rule: not rule.of) if rules else ()


def units_of(kind: EnergyType, rules: Iterable[EnergyProvides]) -> tuple[Unit, ...]:
    """Return what one Energy card provides under these rules.

    >>> doubled = EnergyProvides(of=(EnergyType.GRASS,), types=(EnergyType.GRASS,) * 2)
    >>> [len(units_of(kind, [doubled])) for kind in (EnergyType.GRASS, EnergyType.FIRE)]
    [2, 1]
    """
    printed = frozenset({kind})
    units: tuple[Unit, ...] = (printed,)
    for rule in rules:
        if rule.of and kind not in rule.of:
            continue
        units = tuple(frozenset({each}) for each in rule.types) or (_EVERY,)
        if rule.also:
            units = tuple(unit | printed for unit in units)
    return units


def units_on(pokemon: Pokemon, rules: Iterable[EnergyProvides]) -> list[Unit]:
    """Return what all Energy on a Pokemon provides under these rules."""
    return [unit for kind in pokemon.energy for unit in units_of(kind, rules)]


def lacking(cost: AttackFacts, units: Sequence[Unit]) -> tuple[EnergyType, ...]:
    """Return what the cost of an attack lacks with these units, Colorless last (Rule: S28)."""
    needs = [kind for kind, count in cost.needs for _ in range(count)]
    pays: dict[int, int] = {}  # number of the unit: number of the need that it pays
    numbers = range(len(needs))
    unpaid = [needs[number] for number in numbers if not _pay(number, needs, units, pays, set())]
    spare = max(0, len(cost.cost) - len(units) - len(unpaid))
    return (*unpaid, *([_COLORLESS] * spare))


def _pay(
    need: int,
    needs: Sequence[EnergyType],
    units: Sequence[Unit],
    pays: dict[int, int],
    seen: set[int],
) -> bool:
    """Find a unit for a need; one that pays another need already may be exchanged there."""
    for number, unit in enumerate(units):
        if number in seen or needs[need] not in unit:
            continue
        seen.add(number)
        if number not in pays or _pay(pays[number], needs, units, pays, seen):
            pays[number] = need
            return True
    return False


def needs_of(facts: CardFacts, attack: AttackFacts) -> tuple[tuple[EnergyType, int], ...]:
    """Return which types an attack of a card asks the Energy deck for.

    What a power of its own makes of any Energy needs no Energy of that type.
    """
    made: set[EnergyType] = set()
    for body in facts.kept.get(EnergyProvides, ()):
        rule, part = body.part.rule, body.part
        own = part.condition is None and part.bearer.place is Place.SELF
        if own and isinstance(rule, EnergyProvides) and not rule.of:
            made |= frozenset(rule.types) or _EVERY
    return tuple(need for need in attack.needs if need[0] not in made) if made else attack.needs


def _energy(run: Execution, count: EnergyOn) -> int:
    """Count Energy as it is provided; what is still on the table as cards is counted as printed."""
    state = run.play.state
    found = [(one, supplies(one, state)) for _, one in run.find(count.target)]
    if count.kinds or count.spare or not any(rules for _, rules in found):
        return energy_held(run, count)
    units = [unit for one, rules in found for unit in units_on(one, rules)]
    return sum(1 for unit in units if not count.types or not unit.isdisjoint(count.types))


def _spare(run: Execution, condition: SpareEnergy) -> bool:
    rules = supplies(run.attacker, run.play.state)
    if not rules:
        return has_spare(run, condition)
    both = AttackFacts.named(run.attack.name, (*condition.types, *run.attack.cost))
    return not lacking(both, units_on(run.attacker, rules))


COUNTED[EnergyOn] = _energy
JUDGED[SpareEnergy] = _spare
