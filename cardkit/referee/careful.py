"""The careful autopilot: rules of thumb that a patient person would play by.

Between events it fields the best team, and it goes to a gym when the team looks strong enough or
enough skirmishes have been fought. What it does in a turn is told in
:mod:`cardkit.referee.tactics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from operator import itemgetter

from cardkit.cards import EnergyType
from cardkit.referee.actions import (
    Action,
    Catch,
    ChooseEvent,
    Decline,
    EventKind,
    Evolve,
    Lead,
    LetGo,
    Release,
    Run,
    Swap,
)
from cardkit.referee.adventure import Adventure
from cardkit.referee.answering import Answering
from cardkit.referee.appraisal import Appraisal, gym_deck
from cardkit.referee.events import KNOCK_OUTS_TO_WIN, enemy_deck
from cardkit.referee.players import Choice
from cardkit.referee.spots import ACTIVE, Spot, bench, pc
from cardkit.referee.state import Phase, Pokemon, State, present
from cardkit.referee.table import Table
from cardkit.referee.tactics import Tactics

CONFIDENCE = 0.7
"""A team is strong enough when it promises this many times the HP that must be knocked out."""
EVENTS_PER_TRY = 4
"""After each lot of so many events a gym or the champion is tried in any case."""
_LEAVING = (Run, Catch)
SAME_TYPE = 0.8
"""What a second Pokemon of one type is worth: both wait for the same Energy."""


class Careful:
    """Plays by rules of thumb; the same position always gets the same choice."""

    def __init__(
        self, table: Table, tactics: Tactics | None = None, appraisal: Appraisal | None = None
    ) -> None:
        """Sit down at a table.

        Args:
            table: what is played on.
            tactics: what is done in a turn; None is the rules of thumb.
            appraisal: of this table's cards, if it was made before.
        """
        self._appraisal = appraisal or Appraisal(table)
        self._answering = Answering(self._appraisal)
        tactics = tactics or Tactics(self._appraisal)
        self._by_phase: dict[Phase, Callable[[State, tuple[Action, ...]], Choice]] = {
            Phase.EVENT: self._event,
            Phase.PREPARE: self._prepare,
            Phase.ENERGY: tactics.energy,
            Phase.MAIN: tactics.main,
            Phase.CATCHING: tactics.catching,
            Phase.RELEASE: self._release,
            Phase.REPLACE: tactics.replace,
            Phase.EVOLVE: self._evolve,
        }

    def choose(self, adventure: Adventure) -> Choice:
        """Choose by the rules of thumb for what is asked; use a power first where that gains."""
        return self._choose(adventure, powers=adventure.state.table.has_uses)

    def choose_quickly(self, adventure: Adventure) -> Choice:
        """Choose without trying powers: for many futures that are only looked at."""
        return self._choose(adventure, powers=False)

    def _choose(self, adventure: Adventure, *, powers: bool) -> Choice:
        state = adventure.state
        if state.phase is Phase.CHOOSING:
            return self._answering.answer(adventure)
        legal = tuple(adventure.legal_actions)
        choice = self._by_phase[state.phase](state, legal)
        if (
            powers
            and state.powered
            and state.phase is Phase.MAIN
            and not isinstance(choice.action, _LEAVING)
        ):
            return self._answering.use_power(adventure, legal) or choice
        return choice

    def _event(self, state: State, legal: tuple[Action, ...]) -> Choice:
        """Fight for the badge when the team looks strong enough, or patience has run out."""
        fight = next(
            action
            for action in legal
            if isinstance(action, ChooseEvent) and action.event is not EventKind.SKIRMISH
        )
        deck = gym_deck(state)
        strength = sum(self._appraisal.worth(one.facts, deck) for _, one in self._best(state, deck))
        needed = KNOCK_OUTS_TO_WIN * self._appraisal.average_hp(deck)
        if strength >= CONFIDENCE * needed:
            return Choice(fight, f"the team promises {strength:.0f} damage, {needed:.0f} is needed")
        if state.events % EVENTS_PER_TRY == 0:
            return Choice(fight, f"after {state.events} events it is time to try")
        return Choice(
            ChooseEvent(event=EventKind.SKIRMISH),
            f"the team promises only {strength:.0f} of {needed:.0f} damage",
        )

    def _best(self, state: State, deck: int) -> list[tuple[Spot, Pokemon]]:
        """Return the best team of all that is owned, different types preferred."""
        left = [(self._appraisal.worth(one.facts, deck), spot, one) for spot, one in state.owned()]
        left.sort(key=itemgetter(0), reverse=True)
        team: list[tuple[Spot, Pokemon]] = []
        types: Counter[EnergyType] = Counter()
        while left and len(team) <= len(state.bench):
            best = max(
                left, key=lambda entry: entry[0] * SAME_TYPE ** types[entry[2].facts.types[0]]
            )
            left.remove(best)
            team.append(best[1:])
            types[best[2].facts.types[0]] += 1
        return team

    def _prepare(self, state: State, _legal: tuple[Action, ...]) -> Choice:
        """Swap the best team in, then lead with its best."""
        deck = enemy_deck(state) + 1
        best = self._best(state, deck)
        fielded = [spot for spot, _ in best if spot.in_play]
        waiting = [spot for spot, _ in best if not spot.in_play]
        if waiting:
            places = [ACTIVE, *(bench(number) for number in range(1, len(state.bench) + 1))]
            free = [place for place in places if place not in fielded]
            free.sort(key=lambda place: state.at(place) is not None)
            comes = present(state.at(waiting[0])).facts
            return Choice(
                Swap(team=free[0], pc=waiting[0]), f"{comes.name} is among the best for this event"
            )
        spot, pokemon = max(
            state.team(), key=lambda entry: self._appraisal.worth(entry[1].facts, deck)
        )
        return Choice(Lead(spot=spot), f"{pokemon.facts.name} promises most damage")

    def _release(self, state: State, _legal: tuple[Action, ...]) -> Choice:
        """Give the weakest up."""
        deck = gym_deck(state)
        caught = present(state.caught).facts
        worths = {
            pc(number): self._appraisal.worth(pokemon.facts, deck)
            for number, pokemon in enumerate(state.pc, start=1)
            if pokemon is not None
        }
        worst = min(worths, key=worths.__getitem__, default=None)
        if worst is not None and self._appraisal.worth(caught, deck) > worths[worst]:
            return Choice(Release(spot=worst), f"{caught.name} is better than the worst in the PC")
        return Choice(LetGo(), f"{caught.name} is no better than those in the PC")

    def _evolve(self, state: State, legal: tuple[Action, ...]) -> Choice:
        """Evolve whoever gains most, if anybody gains."""
        deck = gym_deck(state)
        fallen = present(state.fallen).facts
        worth = self._appraisal.worth(fallen, deck)
        gains = {
            action: worth - self._appraisal.worth(present(state.at(action.spot)).facts, deck)
            for action in legal
            if isinstance(action, Evolve)
        }
        best = max(gains, key=gains.__getitem__)
        if gains[best] > 0:
            return Choice(best, f"{fallen.name} is stronger than what it evolves from")
        return Choice(Decline(), f"{fallen.name} would be no stronger")
