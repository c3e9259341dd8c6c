"""What attacks and retreats cost now, under the rules in force (Rule: S23, S28)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cardkit.cards import EnergyType
from cardkit.cardtext.lasting import (
    AttacksDespite,
    AttacksFor,
    CannotRetreat,
    EnergyProvides,
    RetreatsFor,
)
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.damage import can_pay, missing_energy
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.in_force import has_rule, is_ruled, rules_on
from cardkit.referee.texts.supply import lacking, supplies, units_on

_COLORLESS = EnergyType.COLORLESS


def priced(state: State, pokemon: Pokemon, attack: AttackFacts) -> AttackFacts:
    """Return what an attack costs now, as an attack that does nothing else; itself if unchanged."""
    if not is_ruled(pokemon, state):
        return attack
    cost = list(attack.cost)
    for rule in rules_on(pokemon, AttacksFor, state):
        if rule.attack in ("", attack.name):
            cost = list(_changed(cost, rule))
    return attack if tuple(cost) == attack.cost else _costing(attack.name, tuple(cost))


def _changed(cost: list[EnergyType], rule: AttacksFor) -> Iterator[EnergyType]:
    kind = rule.energy_type
    if rule.change is None:
        yield from (each for each in cost if kind is not None and each is not kind)
        return
    spared = max(0, -rule.change)
    for each in cost:
        if spared and each is (kind or _COLORLESS):
            spared -= 1
        else:
            yield each
    yield from [kind or _COLORLESS] * rule.change


_costing = lru_cache(maxsize=4096)(AttackFacts.named)


def affordable(state: State, pokemon: Pokemon, attack: AttackFacts) -> bool:
    """Whether the Energy on a Pokemon pays for an attack now (Rule: S28)."""
    rules = supplies(pokemon, state)
    cost = priced(state, pokemon, attack)
    return not lacking(cost, units_on(pokemon, rules)) if rules else can_pay(cost, pokemon.energy)


def missing(state: State, pokemon: Pokemon, attack: AttackFacts) -> tuple[EnergyType, ...]:
    """Return what the cost of an attack lacks now, Colorless last; empty when it is met."""
    rules = supplies(pokemon, state)
    cost = priced(state, pokemon, attack)
    if not rules:
        return missing_energy(cost, pokemon.energy)
    return lacking(cost, units_on(pokemon, rules))


def within_reach(state: State, pokemon: Pokemon, attack: AttackFacts, cards: float) -> bool:
    """Whether so many Energy cards of other own Pokemon in play might pay for what is missing."""
    if supplies(pokemon, state):
        return True  # a card may provide more than one Energy
    lacks = missing(state, pokemon, attack)
    if not lacks:
        return True
    lying = [
        kind
        for one in state.side
        if one is not None and one is not pokemon and not one.down
        for kind in one.energy
    ]
    return len(lacks) <= min(cards, len(lying)) and all(
        kind is _COLORLESS or lying.count(kind) >= lacks.count(kind) for kind in lacks
    )


def pays_otherwise(state: State, pokemon: Pokemon) -> bool:
    """Whether attacks cost, or Energy provides, something else than is printed."""
    return bool(rules_on(pokemon, AttacksFor, state) or rules_on(pokemon, EnergyProvides, state))


def retreat_cost(state: State, pokemon: Pokemon) -> int:
    """Return what a retreat costs now (Rule: S23)."""
    cost = pokemon.facts.retreat_cost
    for rule in rules_on(pokemon, RetreatsFor, state) if is_ruled(pokemon, state) else ():
        cost = 0 if rule.change is None else cost + rule.change
    return max(0, cost)


def retreat_barred(state: State, pokemon: Pokemon) -> bool:
    """Whether a rule keeps a Pokemon from retreating."""
    return is_ruled(pokemon, state) and has_rule(pokemon, CannotRetreat, state)


def may_despite(state: State, pokemon: Pokemon, *, retreat: bool) -> bool:
    """Whether a rule lets an Asleep or Paralyzed Pokemon attack, or retreat, all the same."""
    return is_ruled(pokemon, state) and any(
        rule.condition is pokemon.posture and rule.retreats is retreat
        for rule in rules_on(pokemon, AttacksDespite, state)
    )
