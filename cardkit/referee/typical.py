"""What an attack is expected to do as a rule: in typical positions, for judging cards.

A text may count what lies on the table. So its attack is foreseen in two positions and averaged:
one in which nobody is hurt, and one in which everybody has lost half of the HP. The attacker has
the Energy that the attack costs, three others stand behind it, the enemy's pool holds two cards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from cardkit.cards import EnergyType
from cardkit.referee.foresight.forecasts import Forecast
from cardkit.referee.foresight.walking import Foresight
from cardkit.referee.state import Pokemon, State
from cardkit.referee.table import CardFacts, Table
from cardkit.referee.texts.attack import usable

HURT = (0.0, 0.5)
"""The parts of their HP that Pokemon have lost in the two positions."""
BENCHED = 3
POOL = 2
"""Energy cards in an enemy's pool on average: 1, 2, 3, 1, 2, 3 (Rule: S34)."""
ROUNDS = 5
ANYBODY_HP = 120


class Typical:
    """Foresees attacks of cards on one table."""

    def __init__(self, table: Table, foresight: Foresight) -> None:
        self._foresight = foresight
        usual = Counter(table.energy).most_common(1)
        self._usual = usual[0][0] if usual else EnergyType.GRASS
        self._known: dict[tuple[str, int, str, int], Forecast] = {}
        self._others = [card for card in table.cards if card.playable and not card.bodies][:BENCHED]
        self._state = State(table)
        self._state.rounds, self._state.began = ROUNDS, 1
        self._anybody = replace(
            table.cards[0], key="", hp=ANYBODY_HP, weaknesses=(), resistances=()
        )

    def forecast(
        self, facts: CardFacts, number: int, defender: CardFacts | None, blow: int
    ) -> Forecast:
        """Return what an attack of a card is expected to do.

        Args:
            facts: the attacker's card.
            number: of its attack, from 1.
            defender: whom it strikes; None is somebody without Weakness and Resistance.
            blow: damage that the defender's next attack would do.
        """
        enemy = defender or self._anybody
        key = facts.key, number, enemy.key, blow
        forecast = self._known.get(key)
        if forecast is None:
            forecast = self._known[key] = self._foresee(facts, number, enemy, blow)
        return forecast

    def _foresee(self, facts: CardFacts, number: int, enemy: CardFacts, blow: int) -> Forecast:
        sums = [0.0] * len(Forecast._fields)
        # Where nothing is asked of the table both positions are alike.
        shares = HURT[:1] if self._foresight.reading(facts.attacks[number - 1]).fixed else HURT
        for hurt in shares:
            state, attacker = self._position(facts, number, enemy, hurt)
            if not usable(state, attacker, facts.attacks[number - 1]):
                continue
            forecast = self._foresight.forecast(state, attacker, facts.attacks[number - 1], blow)
            for place, value in enumerate(forecast):
                sums[place] += value / len(shares)
        return Forecast(*sums)

    def _position(
        self, facts: CardFacts, number: int, enemy: CardFacts, hurt: float
    ) -> tuple[State, Pokemon]:
        """Lay the position; the same table is laid again and again."""
        state = self._state
        attacker, defender = _hurt(facts, hurt), _hurt(enemy, hurt)
        attacker.energy = [
            self._usual if kind is EnergyType.COLORLESS else kind
            for kind in facts.attacks[number - 1].cost
        ]
        defender.energy = [self._usual] * POOL
        state.active, state.enemy = attacker, defender
        state.bench = [_hurt(card, hurt) for card in self._others]
        return state, attacker


def _hurt(facts: CardFacts, hurt: float) -> Pokemon:
    pokemon = Pokemon(-1, facts)
    pokemon.damage = int(facts.hp * hurt) // 10 * 10
    return pokemon
