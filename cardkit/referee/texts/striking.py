"""Blows under the rules that lie on attacker and defender (Rule: R5, S28, S37).

The stages of damage are :mod:`cardkit.referee.damage`'s; here the rules find their stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from cardkit.cards import EnergyType, TypeModifier
from cardkit.cardtext.lasting import (
    DealsLess,
    DealsMore,
    HasNoWeakness,
    HasType,
    HasWeakness,
    Prevents,
    TakesLess,
    TakesMore,
)
from cardkit.cardtext.vocabulary import Ignored, Protection
from cardkit.referee.damage import Blow, Change, Stage, Working, strike
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.finding import fits
from cardkit.referee.texts.laid import has_rule, rules_on

_STAGES = {
    Ignored.WEAKNESS: Stage.WEAKNESS,
    Ignored.RESISTANCE: Stage.RESISTANCE,
    Ignored.EFFECTS: Stage.DEFENDER,
}
UNPRINTED = frozenset({Ignored.WEAKNESS, Ignored.RESISTANCE})
"""What damage to the bench and to itself is not affected by."""


def strike_under_rules(
    state: State,
    attacker: Pokemon,
    defender: Pokemon,
    blow: Blow,
    *,
    attack: str = "",
    ignored: frozenset[Ignored] = frozenset(),
    flip: Callable[[], bool],
) -> Working:
    """Work a blow out under the rules that lie there.

    Args:
        state: the position.
        attacker: whose attack it is.
        defender: whom it strikes.
        blow: the blow without rules.
        attack: name of the attack.
        ignored: what the damage is not affected by.
        flip: asked where a rule flips a coin.
    """
    guarded = Ignored.EFFECTS not in ignored
    without = {_STAGES[each] for each in ignored}
    facts = blow.defender
    if defender.laid:
        facts = replace(facts, weaknesses=_weaknesses(defender, state))
    base = blow.base
    for rule in _dealt_more(state, attacker, attack):
        if rule.base:
            base = rule.amount.fixed
    ready = replace(
        blow,
        base=base,
        types=types_of(attacker, state),
        defender=facts,
        before=tuple(_before(state, attacker, defender, attack, guarded=guarded)),
        after=tuple(_after(state, attacker, defender)) if guarded else (),
        without=frozenset(without),
    )
    working = strike(ready)
    if guarded and working.total and _prevented(state, attacker, defender, working.total, flip):
        stop = Change("prevented", "×", 0)
        return working._replace(steps=(*working.steps, (stop, 0)), total=0)
    return working


def types_of(pokemon: Pokemon, state: State) -> tuple[EnergyType, ...]:
    """Return the types of a Pokemon now."""
    if not pokemon.laid:
        return pokemon.facts.types
    given = tuple(rule.energy_type for rule in rules_on(pokemon, HasType, state))
    return given or pokemon.facts.types


def _dealt_more(state: State, attacker: Pokemon, attack: str) -> Iterator[DealsMore]:
    for rule in rules_on(attacker, DealsMore, state):
        if rule.attack in ("", attack):
            yield rule


def _before(
    state: State, attacker: Pokemon, defender: Pokemon, attack: str, *, guarded: bool
) -> Iterator[Change]:
    for more in _dealt_more(state, attacker, attack):
        if more.times > 1:
            yield Change("effect", "×", more.times)
        elif not more.base:
            yield Change("effect", "+", more.amount.fixed)
    for less in rules_on(attacker, DealsLess, state):
        if less.before:
            yield Change("effect", "-", less.amount.fixed)
    if guarded:
        for taken in _taken_more(state, attacker, defender):
            if taken.before:
                yield Change("effect", "+", taken.amount.fixed)


def _after(state: State, attacker: Pokemon, defender: Pokemon) -> Iterator[Change]:
    for less in rules_on(attacker, DealsLess, state):
        if not less.before:
            yield Change("effect", "-", less.amount.fixed)
    for taken in _taken_more(state, attacker, defender):
        if not taken.before:
            yield Change("effect", "+", taken.amount.fixed)
    for spared in rules_on(defender, TakesLess, state):
        if fits(attacker, spared.attackers):
            yield Change("effect", "-", spared.amount.fixed)


def _weaknesses(defender: Pokemon, state: State) -> tuple[TypeModifier, ...]:
    if has_rule(defender, HasNoWeakness, state):
        return ()
    given = tuple(rule.energy_type for rule in rules_on(defender, HasWeakness, state))
    if given:
        return tuple(TypeModifier(energy_type=kind, sign="×", amount=2) for kind in given)
    return defender.facts.weaknesses


def _taken_more(state: State, attacker: Pokemon, defender: Pokemon) -> Iterator[TakesMore]:
    for laid in defender.laid:
        rule = laid.rule
        if not isinstance(rule, TakesMore) or not laid.holds(state.rounds):
            continue
        if not rule.only_self or laid.by == attacker.card:
            yield rule


def _prevented(
    state: State, attacker: Pokemon, defender: Pokemon, damage: int, flip: Callable[[], bool]
) -> bool:
    for rule in rules_on(defender, Prevents, state):
        if rule.what is Protection.EFFECTS or not fits(attacker, rule.attackers):
            continue
        if rule.at_most is not None and damage > rule.at_most:
            continue
        if rule.at_least is not None and damage < rule.at_least:
            continue
        if not rule.coin or flip():
            return True
    return False
