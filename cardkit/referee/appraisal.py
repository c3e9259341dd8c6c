"""What cards are worth to the player: rules of thumb, worked out once per table.

An attack without a text does what it prints; of one with a text it is foreseen in typical
positions (:mod:`cardkit.referee.typical`). Numbers here are judgements, not rules: they only steer
the autopilot. Each says what it stands for, so that it can be argued with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from cardkit.cards import EnergyType
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.catching import CATCHING_ROLLS, free_rolls
from cardkit.referee.damage import work_out
from cardkit.referee.encounters import Encounter, worth_of
from cardkit.referee.enemy_turn import BLOWS
from cardkit.referee.state import Pokemon, State
from cardkit.referee.table import CardFacts, Table
from cardkit.referee.texts.supply import needs_of
from cardkit.referee.turns import ENEMY_DAMAGE
from cardkit.referee.typical import Typical

PATIENCE = 0.8
"""What damage is worth one turn later, compared with now."""
SHARED_DRAWS = 0.5
"""Waiting for one type costs only this part of the draws: the others help the rest of the team."""
ROUTINE_POOL = 2
"""Energy cards in an enemy's pool on average: 1, 2, 3, 1, 2, 3 (Rule: S34)."""
STURDINESS = 5.0
"""Damage per turn that a Pokemon without any attack is worth: it takes hits for the others."""

ONCE = 0.4
"""What an attack is worth that can be used once in an event (Rule: S29)."""
ROUTINE_BLOW = 40
"""Damage of an enemy that is not known."""

_REMEMBERED = 200_000
"""Promises that are kept before all are worked out anew."""


class Plan(NamedTuple):
    """An attack that is worth something and can be paid with this Energy deck.

    Attributes:
        number: of the attack on its card, from 1.
        damage: that it is expected to do to somebody without Weakness and Resistance.
        worth: of one use of it, in damage.
        cost: number of Energy cards.
        needs: type other than Colorless, how many, and turns of waiting for each.
    """

    number: int
    damage: float
    worth: float
    cost: int
    needs: tuple[tuple[EnergyType, int, float], ...]

    def turns(self, energy: list[EnergyType]) -> float:
        """Return about how many turns it takes until the attack is paid for."""
        missing = 0
        turns: float = self.cost - len(energy)
        for kind, count, each in self.needs:
            lacking = count - energy.count(kind)
            if lacking > 0:
                missing += lacking
                if lacking * each > turns:
                    turns = lacking * each
        return turns if turns > missing else missing


class _Use(NamedTuple):
    """What one use of an attack is expected to do and worth."""

    damage: float
    worth: float


class Appraisal:
    """Judges the cards of one table."""

    def __init__(self, table: Table) -> None:
        counted = Counter(table.energy)
        self._turns_each = {
            kind: max(1.0, len(table.energy) / count * SHARED_DRAWS)
            for kind, count in counted.items()
        }
        self._decks = [Counter(table.cards[card].key for card in deck) for deck in table.decks]
        self._facts = {facts.key: facts for facts in table.cards}
        self.now = Encounter(self)
        self._typical = Typical(table, self.now.foresight)
        self._plans = {key: self._plans_of(facts) for key, facts in self._facts.items()}
        self._yields = {
            key: tuple(plan.worth for plan in plans) for key, plans in self._plans.items()
        }
        self._wants = {
            key: (
                max((plan.cost for plan in plans), default=0),
                tuple({kind: None for plan in plans for kind, _, _ in plan.needs}),
            )
            for key, plans in self._plans.items()
        }
        self._known_yields: dict[tuple[str, str], tuple[float, ...]] = {}
        self._worths: dict[tuple[str, int], float] = {}
        self._promises: dict[tuple[str, int], float] = {}
        self._promised: dict[tuple[str, ...], float] = {}
        self._average_hp = [
            self._average(number, lambda facts: facts.hp, 0.0)
            for number in range(1, len(self._decks) + 1)
        ]
        self._average_blows: dict[tuple[str, int], float] = {}

    def plans(self, facts: CardFacts) -> tuple[Plan, ...]:
        """Return the attacks that the player can ever use to do damage."""
        return self._plans[facts.key]

    def _plans_of(self, facts: CardFacts) -> tuple[Plan, ...]:
        plans = []
        for number, attack in enumerate(facts.attacks, start=1):
            if attack.unread or not self._can_be_paid(facts, attack):
                continue
            use = self._use(facts, number, None)
            if use.damage > 0 or use.worth > 0:
                needs = tuple(
                    (kind, n, self._turns_each[kind]) for kind, n in needs_of(facts, attack)
                )
                plans.append(Plan(number, use.damage, use.worth, len(attack.cost), needs))
        return tuple(plans)

    def _use(self, facts: CardFacts, number: int, defender: CardFacts | None) -> _Use:
        """Return what an attack does to a defender, or to anybody, as a rule."""
        attack = facts.attacks[number - 1]
        if not attack.steps and not attack.once:
            damage = attack.damage
            if defender is not None:
                damage = work_out(attack.damage, facts.types, defender).total
            return _Use(damage, damage)
        blow = self.blow(defender, facts) if defender is not None else ROUTINE_BLOW
        forecast = self._typical.forecast(facts, number, defender, blow)
        share = ONCE if attack.once else 1.0
        return _Use(
            (forecast.damage + forecast.aftermath) * share,
            max(0.0, worth_of(forecast, forecast.damage)) * share,
        )

    def _can_be_paid(self, facts: CardFacts, attack: AttackFacts) -> bool:
        return all(kind in self._turns_each for kind, _ in needs_of(facts, attack))

    def hits(self, attacker: CardFacts, defender: CardFacts) -> tuple[float, ...]:
        """Return the damage that each of the attacker's plans is expected to do to a defender."""
        return tuple(use.damage for use in self._uses(attacker, defender))

    def yields(self, attacker: CardFacts, defender: CardFacts) -> tuple[float, ...]:
        """Return what one use of each of the attacker's plans is worth against a defender."""
        key = attacker.key, defender.key
        yields = self._known_yields.get(key)
        if yields is None:
            yields = tuple(use.worth for use in self._uses(attacker, defender))
            self._known_yields[key] = yields
        return yields

    def _uses(self, attacker: CardFacts, defender: CardFacts) -> list[_Use]:
        return [self._use(attacker, plan.number, defender) for plan in self.plans(attacker)]

    def blow(self, enemy: CardFacts, target: CardFacts, cards: int = ROUTINE_POOL) -> int:
        """Return the damage of an enemy's attack with this many cards in its pool (Rule: S37)."""
        return BLOWS[enemy, target, cards].total

    def promise(
        self, facts: CardFacts, energy: list[EnergyType], defender: CardFacts | None
    ) -> float:
        """Return the best damage that a Pokemon promises, less for each turn of waiting.

        Args:
            facts: the Pokemon's card.
            energy: what is attached to it.
            defender: whom it attacks; None is somebody without Weakness and Resistance.
        """
        key = facts.key, defender.key if defender is not None else "", *energy
        best = self._promised.get(key)
        if best is None:
            if len(self._promised) > _REMEMBERED:
                self._promised.clear()
            best = self._promised[key] = self._promise(facts, energy, defender)
        return best

    def _promise(
        self, facts: CardFacts, energy: list[EnergyType], defender: CardFacts | None
    ) -> float:
        best = 0.0
        yields = self._yields[facts.key] if defender is None else self.yields(facts, defender)
        for plan, worth in zip(self._plans[facts.key], yields, strict=True):
            if worth > best:
                turns = plan.turns(energy)
                value = worth * PATIENCE**turns if turns > 0 else float(worth)
                if value > best:
                    best = value
        return best

    def gain(
        self,
        facts: CardFacts,
        energy: list[EnergyType],
        drawn: EnergyType,
        defender: CardFacts | None,
    ) -> float:
        """Return what one more Energy adds to the promise of a Pokemon."""
        most, kinds = self._wants[facts.key]
        if len(energy) >= most and drawn not in kinds:
            return 0.0  # only a type that is still missing could help
        after = self.promise(facts, [*energy, drawn], defender)
        return after - self.promise(facts, energy, defender)

    def ready(self, pokemon: Pokemon, defender: CardFacts) -> float:
        """Return the most that an attack is worth that a Pokemon can pay now."""
        best = 0.0
        yields = self.yields(pokemon.facts, defender)
        for plan, worth in zip(self._plans[pokemon.facts.key], yields, strict=True):
            if worth > best and plan.turns(pokemon.energy) <= 0:
                best = worth
        return best

    def worth(self, facts: CardFacts, deck_number: int) -> float:
        """Return the damage that a Pokemon does before it falls, against a deck's average card."""
        key = facts.key, deck_number
        worth = self._worths.get(key)
        if worth is None:
            worth = self._average_worth(facts, deck_number)
            self._worths[key] = worth
        return worth

    def _average_worth(self, facts: CardFacts, deck_number: int) -> float:
        promise = self.average_promise(facts, deck_number)
        return (promise + STURDINESS) * self.standing(facts, deck_number)

    def average_promise(self, facts: CardFacts, deck_number: int) -> float:
        """Return what a Pokemon without Energy promises against a deck's average card."""
        key = facts.key, deck_number
        promise = self._promises.get(key)
        if promise is None:
            promise = self._average(
                deck_number,
                lambda enemy: self.promise(facts, [], enemy),
                self.promise(facts, [], None),
            )
            self._promises[key] = promise
        return promise

    def average_blow(self, facts: CardFacts, deck_number: int) -> float:
        """Return the damage that a deck's average card does to a Pokemon in a turn."""
        key = facts.key, deck_number
        blow = self._average_blows.get(key)
        if blow is None:
            blow = self._average(deck_number, lambda enemy: self.blow(enemy, facts), 0.0)
            blow = self._average_blows[key] = max(blow, ENEMY_DAMAGE)
        return blow

    def standing(self, facts: CardFacts, deck_number: int) -> float:
        """Return how many turns a whole Pokemon stands against a deck's average card."""
        return facts.hp / self.average_blow(facts, deck_number)

    def _average(
        self, deck_number: int, value: Callable[[CardFacts], float], otherwise: float
    ) -> float:
        """Return the average over a deck's cards; ``otherwise`` when it is empty."""
        deck = self._decks[deck_number - 1]
        total = deck.total()
        if not total:
            return otherwise
        return sum(value(self._facts[key]) * count for key, count in deck.items()) / total

    def cards(self, deck_number: int) -> tuple[tuple[CardFacts, float], ...]:
        """Return a deck's different cards, and the share of each."""
        deck = self._decks[deck_number - 1]
        total = deck.total()
        return tuple((self._facts[key], count / total) for key, count in deck.items())

    def average_hp(self, deck_number: int) -> float:
        """Return the average HP of a deck's cards; 0 when it is empty."""
        return self._average_hp[deck_number - 1]


def gym_deck(state: State) -> int:
    """Return the number of the deck of the next gym, or of the champion (Rule: S14)."""
    return min(5, state.badges + 2)


def catch_odds(state: State, *, balls: int) -> float:
    """Return the chance to catch the enemy now, with this many balls spent (Rule: S30-S32)."""
    enemy = state.enemy
    if enemy is None:
        return 0.0
    limit = state.table.rules.balls_per_catch
    extra = balls if limit is None else min(balls, limit)
    missing = 1 - len(CATCHING_ROLLS[enemy.facts.deck_number - 1]) / 6
    return float(1 - missing ** (free_rolls(enemy) + extra))
