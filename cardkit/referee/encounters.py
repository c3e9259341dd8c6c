"""What the player's Pokemon and the enemy can do to each other now, in the position as it is.

Numbers here are judgements, as in :mod:`cardkit.referee.appraisal`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from cardkit.cardtext.lasting import CannotRetreat, RetreatsFor
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.damage import Blow, work_out
from cardkit.referee.enemy_turn import blow_of
from cardkit.referee.foresight.forecasts import Forecast, plain_forecast
from cardkit.referee.foresight.inputs import asks_for_energy
from cardkit.referee.foresight.walking import Foresight
from cardkit.referee.state import POOL_SIZE, Pokemon, State, present
from cardkit.referee.texts.attack import usable
from cardkit.referee.texts.borrowing import attack_of, lent_attacks
from cardkit.referee.texts.costs import affordable, pays_otherwise, within_reach
from cardkit.referee.texts.in_force import options_may_change
from cardkit.referee.texts.striking import rules_may_change, strike_under_rules

if TYPE_CHECKING:
    from cardkit.referee.appraisal import Appraisal

SPARED = 0.2
"""What a point of damage is worth that the enemy's attack does less."""
RECOIL = 0.6
"""What damage to the attacker costs."""
HURT = 0.3
"""What damage to the bench costs, and healing it is worth."""
ENERGY = 10.0
"""What an Energy card is worth on an own Pokemon."""
POOL = 3.0
"""What taking a card from the enemy's pool is worth."""
IDLE = 0.5
"""The part of an attack's damage that is lost when the next turn is."""
AHEAD = 0.5
"""What damage is worth that the next attack does more."""
FALL = 30.0
"""What the fall of the attacker costs, besides its Energy."""

_ON_RETREATS = (CannotRetreat, RetreatsFor)
"""Rules that change nothing of what attacks do."""


def worth_of(forecast: Forecast, damage: float) -> float:
    """Return what an attack is worth in damage, with so much damage that counts."""
    one = forecast
    return (
        damage * (1 - IDLE * one.idle)
        + one.aftermath
        + SPARED * one.spared
        - RECOIL * one.recoil
        + HURT * (one.healed - one.hurt)
        + ENERGY * one.energy
        + POOL * one.pool
        + AHEAD * one.ahead
    )


def next_pool(enemy: Pokemon) -> int:
    """Return how many Energy cards the pool will hold when the enemy attacks next (Rule: S34)."""
    return 1 if len(enemy.energy) >= POOL_SIZE else len(enemy.energy) + 1


class Encounter:
    """Judges what attacks and blows do in a position."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.foresight = Foresight()
        self._appraisal = appraisal
        self._plain: dict[tuple[str, int, str], int] = {}

    def coming_blow(self, state: State, pokemon: Pokemon) -> int:
        """Return the damage of the enemy's next attack on a Pokemon, under the rules in force."""
        enemy = present(state.enemy)
        cards = next_pool(enemy)
        if not rules_may_change(state, enemy, pokemon):
            return self._appraisal.blow(enemy.facts, pokemon.facts, cards)
        blow = blow_of(enemy.facts, pokemon.facts, cards)
        return strike_under_rules(state, enemy, pokemon, blow, flip=_tails).total

    def ready(self, state: State, pokemon: Pokemon) -> float:
        """Return the most that an attack is worth in a position that a Pokemon can pay now."""
        ruled = options_may_change(pokemon, state)
        if ruled:
            numbers = self._payable(state, pokemon)
        else:
            plans, energy = self._appraisal.plans(pokemon.facts), pokemon.energy
            numbers = [plan.number for plan in plans if plan.turns(energy) <= 0]
        worths = []
        for number in numbers:
            attack = attack_of(state, pokemon, number)
            if not (ruled or attack.limits) or usable(state, pokemon, attack):
                worths.append(self.attack(state, pokemon, number)[1])
        return max(worths, default=0.0)

    def _payable(self, state: State, pokemon: Pokemon) -> list[int]:
        """Return the numbers of attacks that can be paid under the rules in force."""
        attacks, plans = pokemon.facts.attacks, self._appraisal.plans(pokemon.facts)
        if pays_otherwise(state, pokemon):
            planned = [plan.number for plan in plans]
            numbers = [one for one in planned if affordable(state, pokemon, attacks[one - 1])]
        else:
            numbers = [plan.number for plan in plans if plan.turns(pokemon.energy) <= 0]
        for number, attack in lent_attacks(state, pokemon):
            if not attack.unread and affordable(state, pokemon, attack):
                numbers.append(number)
        return numbers

    def ready_with(self, state: State, pokemon: Pokemon, cards: float) -> float:
        """Return what :meth:`ready` is at most after some Energy cards of others come to a Pokemon.

        It is infinite where the worth of an attack itself may hang on where Energy lies.
        """
        if state.standing or any(map(asks_for_energy, _rules_in_play(state))):
            return inf
        numbers = [plan.number for plan in self._appraisal.plans(pokemon.facts)]
        numbers += [number for number, _ in lent_attacks(state, pokemon)]
        most = 0.0
        for number in numbers:
            attack = attack_of(state, pokemon, number)
            if attack.unread or not within_reach(state, pokemon, attack, cards):
                continue
            inputs = self.foresight.reading(attack).inputs
            if inputs is None or inputs.energy:
                return inf
            forecast, worth = self.attack(state, pokemon, number)
            if forecast.recoil >= pokemon.remaining_hp:
                worth += ENERGY * len(pokemon.energy)  # it may lie elsewhere when it falls
            most = max(most, worth)
        return most

    def attack(self, state: State, pokemon: Pokemon, number: int) -> tuple[Forecast, float]:
        """Return what an attack of a Pokemon is expected to do in a position, and its worth."""
        enemy = present(state.enemy)
        attack = attack_of(state, pokemon, number)
        blow: int | None = None
        if not attack.steps:
            forecast = plain_forecast(self._plain_damage(state, pokemon, attack), enemy)
            worth = forecast.dealt
            if not forecast.knock_out:
                return forecast, worth
        else:
            prospects = self.foresight.prospects(state, pokemon, attack)
            if prospects.change_next:
                blow = self.coming_blow(state, pokemon)
            forecast = prospects.forecast(enemy, blow or 0)
            worth = worth_of(forecast, forecast.dealt)
        if forecast.knock_out:
            if blow is None:
                blow = self.coming_blow(state, pokemon)
            # Whoever comes has one card in its pool, whatever the fallen one had (Rule: S34, S38).
            worth += SPARED * forecast.knock_out * max(0.0, blow * (1 - 1 / next_pool(enemy)))
        if forecast.recoil >= pokemon.remaining_hp:
            worth -= FALL + ENERGY * len(pokemon.energy)
        return forecast, worth

    def _plain_damage(self, state: State, pokemon: Pokemon, attack: AttackFacts) -> int:
        """Return what an attack without a text does, under the rules in force."""
        facts, enemy = pokemon.facts, present(state.enemy)
        if rules_may_change(state, pokemon, enemy):
            blow = Blow(base=attack.damage, types=facts.types, defender=enemy.facts)
            return strike_under_rules(
                state, pokemon, enemy, blow, attack=attack.name, flip=_tails
            ).total
        key = facts.key, attack.damage, enemy.facts.key
        damage = self._plain.get(key)
        if damage is None:
            damage = work_out(attack.damage, facts.types, enemy.facts).total
            self._plain[key] = damage
        return damage


def _rules_in_play(state: State) -> Iterator[object]:
    """Yield the rules that change what attacks do, of attacks and of powers."""
    for one in (state.active, state.enemy):
        if one is not None:
            yield from (laid.rule for laid in one.laid)
    for source in state.side:
        if source is not None and not source.down:
            yield from (
                body.part
                for body in source.facts.bodies
                if not isinstance(body.part.rule, _ON_RETREATS)
            )


def _tails() -> bool:
    return False
