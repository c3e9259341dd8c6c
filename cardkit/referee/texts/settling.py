"""What powers change on Pokemon as soon as they hold: HP, types, conditions nobody can have.

These are not asked for like other rules: they are settled where the table has changed, before
knock-outs are looked for.
"""

from __future__ import annotations

from cardkit.cardtext.lasting import (
    CannotBeAffected,
    HasMaximumHp,
    HasMoreHp,
    HasNoAbilities,
    HasType,
    HasTypes,
)
from cardkit.referee import conditions
from cardkit.referee.power_facts import SETTLED_RULES
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.in_force import Kept, borne, keeps_up, kept_now, rules_on, types_of

LEAST_HP = 10
"""HP that rules leave a Pokemon: one damage counter knocks it out."""


def settle(state: State) -> None:
    """Let HP be what they are now, and end conditions that a Pokemon can't have (Rule: S43)."""
    if state.is_settled() and not (state.standing or _is_anything_laid(state)):
        _end_conditions(state)
        return
    state.settled(for_good=_is_for_good(state))
    side = state.side
    if state.kept().isdisjoint(SETTLED_RULES):
        for pokemon in (state.enemy, *side, *state.pc):
            if pokemon is not None:
                _settle_as_printed(pokemon)
        return
    # Most that settle are on one of these; what nobody keeps up need not be looked for.
    on_types = bool(state.standing) or keeps_up(HasTypes, state) or keeps_up(HasType, state)
    most, more = kept_now(HasMaximumHp, state), kept_now(HasMoreHp, state)
    on_hp = bool(state.standing or most or more)
    for pokemon in side:
        if pokemon is not None:
            _settle(pokemon, state, on_types, on_hp, most, more)
    for pokemon in state.pc:  # what powers keep up is for nobody there
        if pokemon is None:
            continue
        if state.standing or pokemon.laid:
            _settle(pokemon, state, on_types, on_hp, most, more)
        else:
            _settle_as_printed(pokemon)
    enemy = state.enemy
    if enemy is not None:
        enemy.hp = _hp(enemy, state, most, more) if on_hp or enemy.laid else enemy.facts.hp


def _is_for_good(state: State) -> bool:
    """Whether all is settled until others lie there: nothing but plain powers has a say."""
    if state.standing or keeps_up(HasNoAbilities, state) or _is_anything_laid(state):
        return False
    everybody = (state.enemy, *state.side, *state.pc)
    return all(one is None or one.facts.settles_once or one.down for one in everybody)


def _is_anything_laid(state: State) -> bool:
    """Whether a rule of card text lies on anybody; most bear nothing at all."""
    for one in (state.enemy, state.active, *state.bench, *state.pc):
        if one is not None and one.burden is not None and one.burden.laid:
            return True
    return False


def _end_conditions(state: State) -> None:
    """End conditions that a Pokemon can't have."""
    if keeps_up(CannotBeAffected, state):
        for pokemon in state.side:
            if pokemon is not None:
                _end_some(pokemon, state)


def _settle_as_printed(pokemon: Pokemon) -> None:
    pokemon.hp = pokemon.facts.hp
    pokemon.types = pokemon.facts.types


def _settle(
    pokemon: Pokemon,
    state: State,
    on_types: bool,
    on_hp: bool,
    most: Kept[HasMaximumHp],
    more: Kept[HasMoreHp],
) -> None:
    facts, laid = pokemon.facts, bool(pokemon.laid)
    pokemon.types = types_of(pokemon, state) if on_types or laid else facts.types
    pokemon.hp = _hp(pokemon, state, most, more) if on_hp or laid else facts.hp
    _end_some(pokemon, state)


def _end_some(pokemon: Pokemon, state: State) -> None:
    if pokemon.afflicted:
        for rule in rules_on(pokemon, CannotBeAffected, state):
            for condition in rule.conditions or pokemon.conditions:
                conditions.end(pokemon, condition)


def somebody_falls(state: State) -> bool:
    """Whether damage has reached the HP of an own Pokemon in play."""
    return any(one is not None and not one.down and one.damage >= one.hp for one in state.side)


def _hp(pokemon: Pokemon, state: State, most: Kept[HasMaximumHp], more: Kept[HasMoreHp]) -> int:
    """Return the HP of a Pokemon now; nobody falls without damage, so some are always left."""
    hp = pokemon.facts.hp
    if state.standing or pokemon.laid:
        for maximum in rules_on(pokemon, HasMaximumHp, state):
            hp = maximum.hp
        return max(LEAST_HP, hp + sum(rule.hp for rule in rules_on(pokemon, HasMoreHp, state)))
    for maximum in borne(pokemon, most, state):
        hp = maximum.hp
    return max(LEAST_HP, hp + sum(rule.hp for rule in borne(pokemon, more, state)))
