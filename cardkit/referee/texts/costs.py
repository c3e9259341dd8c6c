"""What attacks and retreats cost now, under the rules in force (Rule: S23, S28)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from cardkit.cards import EnergyType
from cardkit.cardtext.lasting import AttacksDespite, AttacksFor, CannotRetreat, RetreatsFor
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.in_force import has_rule, is_ruled, rules_on

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


@lru_cache(maxsize=4096)
def _costing(name: str, cost: tuple[EnergyType, ...]) -> AttackFacts:
    needs = Counter(kind for kind in cost if kind is not _COLORLESS)
    return replace(AttackFacts.named(name), cost=cost, needs=tuple(needs.items()))


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
