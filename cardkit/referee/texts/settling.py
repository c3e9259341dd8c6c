"""What powers change on Pokemon as soon as they hold: HP, types, conditions nobody can have.

These are not asked for like other rules: they are settled where the table has changed, before
knock-outs are looked for.
"""

from __future__ import annotations

from cardkit.cardtext.lasting import CannotBeAffected, HasMaximumHp, HasMoreHp
from cardkit.referee import conditions
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.in_force import rules_on, types_of

_ON_HP = (HasMaximumHp, HasMoreHp)


def settle(state: State) -> None:
    """Let HP be what they are now, and end conditions that a Pokemon can't have (Rule: S43)."""
    if not any(one is not None and one.facts.settles and not one.down for one in state.side):
        for pokemon in (state.enemy, *state.side, *state.pc):
            if pokemon is not None:
                pokemon.hp = pokemon.facts.hp
                pokemon.types = pokemon.facts.types
        return
    hp_may_differ = _hp_may_differ(state)
    for _, pokemon in state.owned():
        pokemon.types = types_of(pokemon, state)
        pokemon.hp = _hp(pokemon, state) if hp_may_differ else pokemon.facts.hp
        if pokemon.afflicted:
            for rule in rules_on(pokemon, CannotBeAffected, state):
                for condition in rule.conditions or pokemon.conditions:
                    conditions.end(pokemon, condition)
    if state.enemy is not None:
        enemy = state.enemy
        enemy.hp = _hp(enemy, state) if hp_may_differ else enemy.facts.hp


def _hp_may_differ(state: State) -> bool:
    """Whether any rule in play is on HP: asked first, for most that settle are on conditions."""
    return (
        bool(state.standing)
        or any(pokemon.laid for _, pokemon in state.owned())
        or bool(state.enemy and state.enemy.laid)
        or any(
            isinstance(body.part.rule, _ON_HP)
            for one in state.side
            if one is not None and not one.down
            for body in one.facts.bodies
        )
    )


def somebody_falls(state: State) -> bool:
    """Whether damage has reached the HP of an own Pokemon in play."""
    return any(one is not None and not one.down and one.damage >= one.hp for one in state.side)


def _hp(pokemon: Pokemon, state: State) -> int:
    hp = pokemon.facts.hp
    for most in rules_on(pokemon, HasMaximumHp, state):
        hp = most.hp
    return hp + sum(rule.hp for rule in rules_on(pokemon, HasMoreHp, state))
