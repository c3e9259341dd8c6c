"""Damage of an attack under the rules that lie on attacker and defender (Rule: R5, S28, S37).

Base, what changes it before Weakness, Weakness, Resistance, what changes it after them, floor 0,
what prevents it. A base of 0 ends it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from cardkit.cards import EnergyType, TypeModifier
from cardkit.cardtext.counts import Amount
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
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.finding import fits
from cardkit.referee.texts.laid import rules_on

NOTHING_IGNORED: frozenset[Ignored] = frozenset()
UNPRINTED = frozenset({Ignored.WEAKNESS, Ignored.RESISTANCE})
"""What damage to the bench and to itself is not affected by."""


class Blow(NamedTuple):
    """Damage and how it came about; prints like ``20 + 10 × 3 (counters on) = 50``."""

    terms: tuple[str, ...]
    total: int

    def __str__(self) -> str:
        return ", ".join(self.terms)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class _Working:
    """Damage while it is worked out."""

    def __init__(self, damage: int, terms: Iterable[str]) -> None:
        self.damage = damage
        self.terms = list(terms)

    def change(self, why: str, damage: int) -> None:
        if damage != self.damage:
            self.damage = max(0, damage)
            self.terms.append(f"{why} = {self.damage}")


def work_out_blow(
    state: State,
    attacker: Pokemon,
    defender: Pokemon,
    base: int,
    *,
    said: str = "",
    attack: str = "",
    ignored: frozenset[Ignored] = NOTHING_IGNORED,
    flip: Callable[[], bool],
) -> Blow:
    """Work out damage of an attack under the rules that lie there.

    Args:
        state: the position.
        attacker: whose attack it is.
        defender: whom it strikes.
        base: damage before everything else.
        said: how the base came about; empty for the number itself.
        attack: name of the attack.
        ignored: what the damage is not affected by.
        flip: asked where a rule flips a coin.
    """
    working = _Working(base, (said or str(base),))
    if base <= 0:
        return Blow(tuple(working.terms), 0)
    guarded = Ignored.EFFECTS not in ignored
    _before(working, state, attacker, defender, attack, guarded=guarded)
    _printed(working, state, attacker, defender, ignored)
    _after(working, state, attacker, defender, guarded=guarded)
    whole = working.damage // 10 * 10
    working.change("in full tens", whole)
    if guarded:
        _prevented(working, state, attacker, defender, flip)
    return Blow(tuple(working.terms), working.damage)


def types_of(pokemon: Pokemon, state: State) -> tuple[EnergyType, ...]:
    """Return the types of a Pokemon now."""
    given = tuple(rule.energy_type for rule in rules_on(pokemon, HasType, state))
    return given or pokemon.facts.types


def _before(
    working: _Working,
    state: State,
    attacker: Pokemon,
    defender: Pokemon,
    attack: str,
    *,
    guarded: bool,
) -> None:
    for more in rules_on(attacker, DealsMore, state):
        if more.attack in ("", attack):
            changed = _fixed(more.amount) if more.base else working.damage + _fixed(more.amount)
            working.change("more by an effect", changed * more.times)
    for less in rules_on(attacker, DealsLess, state):
        if less.before:
            working.change("less by an effect", working.damage - _fixed(less.amount))
    if guarded:
        for taken in _taken_more(state, attacker, defender):
            if taken.before:
                working.change("more by an effect", working.damage + _fixed(taken.amount))


def _printed(
    working: _Working,
    state: State,
    attacker: Pokemon,
    defender: Pokemon,
    ignored: frozenset[Ignored],
) -> None:
    if not working.damage:
        return
    types = types_of(attacker, state)
    if Ignored.WEAKNESS not in ignored:
        for modifier in _weaknesses(defender, state):
            if modifier.energy_type in types:
                working.change(f"weakness {modifier.value}", modifier.apply(working.damage))
    if Ignored.RESISTANCE not in ignored:
        for modifier in defender.facts.resistances:
            if modifier.energy_type in types:
                working.change(f"resistance {modifier.value}", modifier.apply(working.damage))


def _weaknesses(defender: Pokemon, state: State) -> tuple[TypeModifier, ...]:
    if any(True for _ in rules_on(defender, HasNoWeakness, state)):
        return ()
    given = tuple(rule.energy_type for rule in rules_on(defender, HasWeakness, state))
    if given:
        return tuple(TypeModifier(kind, "×", 2) for kind in given)
    return defender.facts.weaknesses


def _after(
    working: _Working, state: State, attacker: Pokemon, defender: Pokemon, *, guarded: bool
) -> None:
    for less in rules_on(attacker, DealsLess, state):
        if not less.before:
            working.change("less by an effect", working.damage - _fixed(less.amount))
    if not guarded:
        return
    for taken in _taken_more(state, attacker, defender):
        if not taken.before and working.damage:
            working.change("more by an effect", working.damage + _fixed(taken.amount))
    for spared in rules_on(defender, TakesLess, state):
        if fits(attacker, spared.attackers):
            working.change("less by an effect", working.damage - _fixed(spared.amount))


def _taken_more(state: State, attacker: Pokemon, defender: Pokemon) -> list[TakesMore]:
    return [
        laid.rule
        for laid in defender.laid
        if isinstance(laid.rule, TakesMore)
        and laid.holds(state.rounds)
        and (not laid.rule.only_self or laid.by == attacker.card)
    ]


def _prevented(
    working: _Working,
    state: State,
    attacker: Pokemon,
    defender: Pokemon,
    flip: Callable[[], bool],
) -> None:
    for rule in rules_on(defender, Prevents, state):
        if rule.what is Protection.EFFECTS or not fits(attacker, rule.attackers):
            continue
        if rule.at_most is not None and working.damage > rule.at_most:
            continue
        if rule.at_least is not None and working.damage < rule.at_least:
            continue
        if working.damage and (not rule.coin or flip()):
            working.change("prevented by an effect", 0)


def _fixed(amount: Amount) -> int:
    """Return an amount of a rule; counts were taken when it was laid."""
    return amount.fixed

