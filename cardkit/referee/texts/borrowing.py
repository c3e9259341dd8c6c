"""Which attacks a Pokemon can use now: its own, and those that card text lends it (Rule: S43).

Lent attacks are numbered after its own, in the order of the places that their cards lie at. A
Pokemon uses one as its own: it pays for it, and the text speaks of the Pokemon that uses it. The
player's discard pile holds no Pokemon, so it lends none; what an enemy prints is there to be used,
though the enemy itself never does (Rule: S37).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.cardtext.lasting import UsesAttacksOf
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.in_force import asking, rules_on

_FRAME = AttackFacts.named("")


def attacks_of(state: State, pokemon: Pokemon) -> tuple[AttackFacts, ...]:
    """Return the attacks that a Pokemon can use now, its own first."""
    rules = rules_on(pokemon, UsesAttacksOf, state)
    if not rules:
        return pokemon.facts.attacks
    lent = {
        id(attack): attack
        for rule in rules
        for _, lender in asking(state, pokemon, _FRAME).find(rule.target)
        if lender.facts is not pokemon.facts
        for attack in lender.facts.attacks
    }
    return (*pokemon.facts.attacks, *lent.values())


def attack_of(state: State, pokemon: Pokemon, number: int) -> AttackFacts:
    """Return an attack that a Pokemon can use, by its number from 1.

    Raises:
        IndexError: it has no attack of this number now.
    """
    own = pokemon.facts.attacks
    return own[number - 1] if number <= len(own) else attacks_of(state, pokemon)[number - 1]


def lent_attacks(state: State, pokemon: Pokemon) -> Iterator[tuple[int, AttackFacts]]:
    """Yield the attacks that are lent to a Pokemon now, with their numbers."""
    own = len(pokemon.facts.attacks)
    yield from enumerate(attacks_of(state, pokemon)[own:], start=own + 1)
