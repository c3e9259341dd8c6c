"""What powers change on Pokemon as soon as they hold: HP, types, conditions nobody can have.

These are not asked for like other rules: they are settled where the table has changed, before
knock-outs are looked for.
"""

from __future__ import annotations

from cardkit.cardtext.lasting import CannotBeAffected, HasMaximumHp, HasMoreHp, HasType, HasTypes
from cardkit.referee import conditions
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.in_force import keeps_up, rules_on, types_of

LEAST_HP = 10
"""HP that rules leave a Pokemon: one damage counter knocks it out."""


def settle(state: State) -> None:
    """Let HP be what they are now, and end conditions that a Pokemon can't have (Rule: S43)."""
    if not any(one is not None and one.facts.settles and not one.down for one in state.side):
        for pokemon in (state.enemy, *state.side, *state.pc):
            if pokemon is not None:
                pokemon.hp = pokemon.facts.hp
                pokemon.types = pokemon.facts.types
        return
    # Most that settle are on one of these; what nobody keeps up need not be looked for.
    on_types = bool(state.standing) or keeps_up(HasTypes, state) or keeps_up(HasType, state)
    on_hp = bool(state.standing) or keeps_up(HasMoreHp, state) or keeps_up(HasMaximumHp, state)
    for pokemon in (*state.side, *state.pc):
        if pokemon is None:
            continue
        facts, laid = pokemon.facts, bool(pokemon.laid)
        pokemon.types = types_of(pokemon, state) if on_types or laid else facts.types
        pokemon.hp = _hp(pokemon, state) if on_hp or laid else facts.hp
        if pokemon.afflicted:
            for rule in rules_on(pokemon, CannotBeAffected, state):
                for condition in rule.conditions or pokemon.conditions:
                    conditions.end(pokemon, condition)
    enemy = state.enemy
    if enemy is not None:
        enemy.hp = _hp(enemy, state) if on_hp or enemy.laid else enemy.facts.hp


def somebody_falls(state: State) -> bool:
    """Whether damage has reached the HP of an own Pokemon in play."""
    return any(one is not None and not one.down and one.damage >= one.hp for one in state.side)


def _hp(pokemon: Pokemon, state: State) -> int:
    """Return the HP of a Pokemon now; nobody falls without damage, so some are always left."""
    hp = pokemon.facts.hp
    for most in rules_on(pokemon, HasMaximumHp, state):
        hp = most.hp
    return max(LEAST_HP, hp + sum(rule.hp for rule in rules_on(pokemon, HasMoreHp, state)))
