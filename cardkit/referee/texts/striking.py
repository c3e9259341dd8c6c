"""Blows under the rules that lie on attacker and defender (Rule: R5, S28, S37).

The stages of damage are :mod:`cardkit.referee.damage`'s; here the rules find their stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import replace

from cardkit.cards import TypeModifier
from cardkit.cardtext.lasting import (
    AttacksIgnore,
    DealsLess,
    DealsMore,
    Endures,
    HasNoResistance,
    HasNoWeakness,
    HasWeakness,
    Prevents,
    TakesLess,
    TakesMore,
)
from cardkit.cardtext.vocabulary import Ignored, Protection, Side
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.damage import Blow, Change, Stage, Working, strike, work_out
from cardkit.referee.memory import Laid
from cardkit.referee.power_facts import ON_DEALING, ON_TAKING
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.finding import fits
from cardkit.referee.texts.in_force import (
    EFFECT,
    InForce,
    has_rule,
    in_force,
    is_ruled,
    kinds_on,
    rules_on,
    types_of,
)

_STAGES = {
    Ignored.WEAKNESS: Stage.WEAKNESS,
    Ignored.RESISTANCE: Stage.RESISTANCE,
    Ignored.EFFECTS: Stage.DEFENDER,
}
_ON_BLOWS = frozenset({*ON_DEALING, *ON_TAKING})
_ON_PRINTED = (HasNoResistance, HasNoWeakness, HasWeakness)
_NO_KINDS: frozenset[type] = frozenset()
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
    facts = blow.defender
    if not ignored and not rules_may_change(state, attacker, defender):
        plain = work_out(blow.base, attacker.facts.types, facts, blow.cards)
        return plain._replace(start=blow.words) if blow.words else plain
    base, types = blow.base, attacker.facts.types
    dealing, taking = kinds_on(attacker, state), kinds_on(defender, state)
    if not dealing.isdisjoint(ON_DEALING):
        ignoring = rules_on(attacker, AttacksIgnore, state)
        ignored = ignored.union(*(rule.ignored for rule in ignoring))
        for more in _dealt_more(state, attacker, attack):
            if more.rule.base:
                base = more.rule.amount.fixed
        types = types_of(attacker, state)
    if not taking.isdisjoint(_ON_PRINTED):
        weaknesses, resistances = _weaknesses(defender, state), _resistances(defender, state)
        if weaknesses != facts.weaknesses or resistances != facts.resistances:
            facts = replace(facts, weaknesses=weaknesses, resistances=resistances)
    if Ignored.EFFECTS in ignored:
        taking = _NO_KINDS
    increases = _increases(state, attacker, defender, attack) if DealsMore in dealing else ()
    kinds = dealing, taking
    ready = Blow(
        base=base,
        cards=blow.cards,
        words=blow.words,
        types=types,
        defender=facts,
        before=(*increases, *_changes(state, attacker, defender, flip, kinds, before=True)),
        after=tuple(_changes(state, attacker, defender, flip, kinds, before=False)),
        without=frozenset(_STAGES[each] for each in ignored),
    )
    working = strike(ready)
    if working.total and Prevents in taking:
        for stopping in _prevented(state, attacker, defender, working.total, flip):
            stop = Change("prevented" if stopping == EFFECT else f"prevented by {stopping}", "×", 0)
            return working._replace(steps=(*working.steps, (stop, 0)), total=0)
    if working.total and Endures in taking:
        return _endured(state, defender, working, flip)
    return working


def rules_may_change(state: State, attacker: Pokemon, defender: Pokemon) -> bool:
    """Whether any rule may hold that changes blows of the one to the other: asked first."""
    if state.standing:
        return True
    burden = attacker.burden
    if burden is not None and burden.laid and _is_laid(burden.laid, ON_DEALING):
        return True
    burden = defender.burden
    if burden is not None and burden.laid and _is_laid(burden.laid, ON_TAKING):
        return True
    if not state.powered or state.kept().isdisjoint(_ON_BLOWS):
        return False
    for source in (state.active, *state.bench):
        if source is not None and source.facts.bodies and not source.down:
            facts = source.facts
            if (
                facts.blows_of_others
                or (facts.on_dealing and source is attacker)
                or (facts.on_taking and source is defender)
            ):
                return True
    return False


def _is_laid(laid: tuple[Laid, ...], kinds: tuple[type, ...]) -> bool:
    return any(isinstance(one.rule, kinds) for one in laid)


def foreseen(state: State, attacker: Pokemon, defender: Pokemon, attack: AttackFacts) -> Working:
    """Work out what an attack does without its text, as if every coin of a rule showed tails."""
    types = attacker.facts.types
    if not is_ruled(attacker, state) and not is_ruled(defender, state):
        return work_out(attack.damage, types, defender.facts)
    blow = Blow(base=attack.damage, types=types, defender=defender.facts)
    return strike_under_rules(
        state, attacker, defender, blow, attack=attack.name, flip=lambda: False
    )


def _dealt_more(state: State, attacker: Pokemon, attack: str) -> Iterator[InForce[DealsMore]]:
    for found in in_force(attacker, DealsMore, state):
        if found.rule.attack in ("", attack):
            yield found


def _increases(state: State, attacker: Pokemon, defender: Pokemon, attack: str) -> Iterator[Change]:
    """Yield by how much rules on the attacker make damage more before Weakness."""
    opposing = (attacker is state.enemy) is not (defender is state.enemy)
    for more in _dealt_more(state, attacker, attack) if opposing else ():
        if not fits(defender, more.rule.defenders):
            continue
        if more.rule.times > 1:
            yield Change(more.name, "×", more.rule.times)
        elif not more.rule.base:
            yield Change(more.name, "+", more.rule.amount.fixed)


def _spared(spared: InForce[TakesLess]) -> Change:
    """Return by how much damage is less."""
    if spared.rule.half:
        return Change(spared.name, "÷", 2)
    return Change(spared.name, "-", spared.rule.amount.fixed)


def _changes(
    state: State,
    attacker: Pokemon,
    defender: Pokemon,
    flip: Callable[[], bool],
    kinds: tuple[Set[type], Set[type]],
    *,
    before: bool,
) -> Iterator[Change]:
    """Yield what the other rules change before Weakness, or after Resistance.

    ``kinds`` are those that may hold for the attacker, and for the defender.
    """
    dealing, taking = kinds
    if DealsLess in dealing:
        for less in in_force(attacker, DealsLess, state):
            if less.rule.before is before:
                yield Change(less.name, "-", less.rule.amount.fixed)
    if TakesMore in taking:
        for taken in _taken_more(state, attacker, defender):
            if taken.rule.before is before:
                yield Change(taken.name, "+", taken.rule.amount.fixed)
    if TakesLess in taking:
        for spared in in_force(defender, TakesLess, state):
            rule = spared.rule
            if rule.before is before and _is_met(rule, attacker, defender, state, flip):
                yield _spared(spared)


def _resistances(defender: Pokemon, state: State) -> tuple[TypeModifier, ...]:
    return () if has_rule(defender, HasNoResistance, state) else defender.facts.resistances


def _weaknesses(defender: Pokemon, state: State) -> tuple[TypeModifier, ...]:
    lost = {rule.energy_type for rule in rules_on(defender, HasNoWeakness, state)}
    if None in lost:
        return ()
    given = tuple(rule.energy_type for rule in rules_on(defender, HasWeakness, state))
    if given:
        return tuple(TypeModifier(energy_type=kind, sign="×", amount=2) for kind in given)
    return tuple(one for one in defender.facts.weaknesses if one.energy_type not in lost)


def _taken_more(state: State, attacker: Pokemon, defender: Pokemon) -> Iterator[InForce[TakesMore]]:
    for found in in_force(defender, TakesMore, state):
        if not found.rule.only_self or found.by == attacker.card:
            yield found


def _is_met(
    rule: Prevents | TakesLess,
    attacker: Pokemon,
    defender: Pokemon,
    state: State,
    flip: Callable[[], bool],
) -> bool:
    """Whether a rule that spares its bearer is for attacks of this Pokemon; its coin comes last."""
    opposing = (attacker is state.enemy) is not (defender is state.enemy)
    if rule.by is not Side.BOTH and opposing is not (rule.by is Side.OPPONENTS):
        return False
    return fits(attacker, rule.attackers) and (not rule.coin or flip())


def _prevented(
    state: State, attacker: Pokemon, defender: Pokemon, damage: int, flip: Callable[[], bool]
) -> Iterator[str]:
    """Yield what prevents damage; its coins are flipped where they are asked for."""
    for rule, name, _ in in_force(defender, Prevents, state):
        if rule.what is Protection.EFFECTS:
            continue
        if rule.at_most is not None and damage > rule.at_most:
            continue
        if rule.at_least is not None and damage < rule.at_least:
            continue
        if rule.exactly and damage not in rule.exactly:
            continue
        if _is_met(rule, attacker, defender, state, flip):
            yield name


def _endured(
    state: State, defender: Pokemon, working: Working, flip: Callable[[], bool]
) -> Working:
    """Leave HP to a Pokemon that endures what would knock it out."""
    if defender.damage + working.total < defender.hp:
        return working
    for rule, name, _ in in_force(defender, Endures, state):
        if rule.coin and not flip():
            continue
        left = max(0, defender.hp - defender.damage - rule.hp)
        step = (Change(name, "-", working.total - left), left)
        return working._replace(steps=(*working.steps, step), total=left)
    return working
