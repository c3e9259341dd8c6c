"""What the planner does in a skirmish: catch and collect as long as that saves rounds.

A round in a skirmish costs a round. It pays when the chance to win the next fight grows so much
that fewer tries are needed: a fight with chance p takes 1 / p tries on average.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardkit.referee.actions import Action, EventKind, TakeBall
from cardkit.referee.appraisal import Appraisal, gym_deck
from cardkit.referee.catching import CATCHING_ROLLS
from cardkit.referee.outlook import Outlook
from cardkit.referee.players import Choice
from cardkit.referee.state import BALLS, State, present
from cardkit.referee.table import CardFacts
from cardkit.referee.tactics import TIRED, Tactics

ROUNDS_PER_TRY = 6.0
"""Rounds that another try costs. Most fights cost more, yet a lower figure wins sooner: what a
skirmish gives can also be had after a lost fight."""
ROLLS_PER_ROUND = 2
"""Rolls of a catch in a round: one is free, the drawn Energy buys another."""
ROUNDS_PER_KNOCK_OUT = 3.0
"""What a ball costs that is earned by a knock-out."""
WORTH_CATCHING = 0.004
"""Chance that a Pokemon must add to be worth a catch."""

_TAKE_BALL = TakeBall()
_REMEMBERED = 50_000
"""Chances that are kept before all are estimated anew."""


class Hunting(Tactics):
    """Decisions within a skirmish, by what they do for the next fight."""

    def __init__(self, appraisal: Appraisal, outlook: Outlook) -> None:
        super().__init__(appraisal)
        self._outlook = outlook
        self._known: dict[tuple[tuple[str, ...], int, int, int], float] = {}
        self._hopes: dict[tuple[tuple[str, ...], int, int, int], float] = {}

    def energy(self, state: State, legal: tuple[Action, ...]) -> Choice:
        """Buy a roll for a wanted enemy; else as the careful autopilot."""
        if state.event is EventKind.SKIRMISH and state.balls < BALLS and self._is_wanted(state):
            name = present(state.enemy).facts.name
            return Choice(_TAKE_BALL, f"a ball is one more roll for {name}")
        return super().energy(state, legal)

    def wants_to_leave(self, state: State) -> bool:
        """Whether another round here saves less than a round later, or the team is worn out."""
        if state.event is not EventKind.SKIRMISH:
            return False
        whole = left = 0
        for _, pokemon in state.team():
            whole += pokemon.facts.hp
            left += 0 if pokemon.down else pokemon.remaining_hp
        return left < TIRED * whole or not self.pays(state, min(BALLS, state.pile_count))

    def _is_wanted(self, state: State) -> bool:
        """Whether the enemy would do for the team's chance what a catch is worth."""
        facts = present(state.enemy).facts
        if not facts.playable or not CATCHING_ROLLS[facts.deck_number - 1]:
            return False
        owned = _owned(state)
        balls = min(BALLS, state.pile_count)
        gain = self._chance([*owned, facts], state, balls) - self._chance(owned, state, balls)
        return gain > WORTH_CATCHING

    def prospect(self, state: State) -> float:
        """Return the chance to win the next fight with the best team that is owned."""
        return self._chance(_owned(state), state, state.balls)

    def pays(self, state: State, balls: int) -> bool:
        """Whether a round of a skirmish saves more than a round, with so many balls earned."""
        owned = _owned(state)
        key = _key(owned, state, balls)
        hope = self._hopes.get(key)
        if hope is None:
            hope = self._hopes[key] = self._hope(owned, state, balls)
        chance = self._chance(owned, state, balls)
        return hope * ROUNDS_PER_TRY > chance**2

    def _hope(self, owned: list[CardFacts], state: State, balls: int) -> float:
        """Return what a round adds to the chance, by a catch or by a ball."""
        chance = self._chance(owned, state, balls)
        catch = 0.0
        for facts, share in self._appraisal.cards(min(state.badges, 2) + 1):
            rolls = CATCHING_ROLLS[facts.deck_number - 1]
            if facts.playable and rolls:
                gain = self._chance([*owned, facts], state, balls) - chance
                catch += share * max(0.0, gain) * (1 - (1 - len(rolls) / 6) ** ROLLS_PER_ROUND)
        ball = 0.0
        if balls < BALLS:
            ball = (self._chance(owned, state, balls + 1) - chance) / ROUNDS_PER_KNOCK_OUT
        return max(catch, ball)

    def _chance(self, owned: list[CardFacts], state: State, balls: int) -> float:
        deck = gym_deck(state)
        key = _key(owned, state, balls)
        chance = self._known.get(key)
        if chance is None:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
                self._hopes.clear()
            best = sorted(owned, key=lambda facts: self._appraisal.worth(facts, deck), reverse=True)
            chance = self._known[key] = self._outlook.prospect(
                best[: len(state.bench) + 1], deck, badges=state.badges, balls=balls
            )
        return chance


def _owned(state: State) -> list[CardFacts]:
    return [pokemon.facts for _, pokemon in state.owned()]


def _key(
    owned: Iterable[CardFacts], state: State, balls: int
) -> tuple[tuple[str, ...], int, int, int]:
    names = tuple(sorted(facts.key for facts in owned))
    return names, state.badges, balls, len(state.bench)
