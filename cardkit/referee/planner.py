"""The planner: looks ahead in fights, and weighs what a skirmish is worth.

In a gym or against the champion it tries each sensible action on copies of the adventure: chance
is sampled, its own next moves are the careful autopilot's, and where the next turn begins the
chance to win is estimated (:mod:`cardkit.referee.outlook`). Actions that look bad are dropped
early, those that look good are tried again. How much it tries is counted, not timed, so the same
seed plays the same game on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self

from cardkit.referee.actions import (
    Action,
    ChooseEvent,
    EventKind,
    Lead,
    Pass,
    Retreat,
    UsePower,
)
from cardkit.referee.adventure import Adventure
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.careful import Careful
from cardkit.referee.chance import Seeded
from cardkit.referee.hunting import Hunting
from cardkit.referee.outlook import Outlook
from cardkit.referee.players import Choice
from cardkit.referee.state import Phase, State
from cardkit.referee.table import Table
from cardkit.referee.tactics import Tactics

NODES = 12
"""Futures that are tried for one decision."""
EVENTS_PER_TRY = 8
"""After each lot of so many events a fight is tried in any case."""
HABIT = 0.004
"""Chance by which an action must be better than the careful autopilot's."""

_LEFT = 2
"""Actions that are compared until the futures are used up."""
_SEARCHED = frozenset({Phase.PREPARE, Phase.ENERGY, Phase.MAIN, Phase.REPLACE})
_SEED_BITS = 48


class Judgement(NamedTuple):
    """What a planner judges by. It learns nothing from a game, so one serves all of a table."""

    outlook: Outlook
    hunting: Hunting
    careful: Careful
    hunter: Careful

    @classmethod
    def of(cls, table: Table) -> Self:
        """Judge a table's cards."""
        appraisal = Appraisal(table)
        outlook = Outlook(appraisal)
        hunting = Hunting(appraisal, outlook)
        return cls(
            outlook=outlook,
            hunting=hunting,
            careful=Careful(table, Tactics(appraisal), appraisal),
            hunter=Careful(table, hunting, appraisal),
        )


class Planner:
    """Looks ahead; the same seed and adventure give the same choices."""

    def __init__(
        self, table: Table, seed: int, nodes: int = NODES, judgement: Judgement | None = None
    ) -> None:
        """Sit down at a table.

        Args:
            table: what is played on.
            seed: of the futures that are sampled.
            nodes: futures that are tried for one decision; more is stronger and slower.
            judgement: of this table, if it was made before.
        """
        judgement = judgement or Judgement.of(table)
        self._outlook, self._hunting, self._careful, self._hunter = judgement
        self._random = random.Random(f"planner {seed}")
        self._nodes = nodes

    def choose(self, adventure: Adventure) -> Choice:
        """Choose by looking ahead in fights, by what the next fight needs in a skirmish."""
        state = adventure.state
        if state.phase is Phase.EVENT:
            return self._event(state, tuple(adventure.legal_actions))
        if state.event is EventKind.SKIRMISH:
            return self._hunter.choose(adventure)
        habit = self._careful.choose(adventure)
        if (
            state.phase not in _SEARCHED
            or isinstance(habit.action, UsePower)
            or (state.phase is Phase.PREPARE and not isinstance(habit.action, Lead))
        ):
            return habit
        legal: Iterable[Action] = adventure.legal_actions
        if state.phase is Phase.PREPARE:
            legal = (action for action in legal if isinstance(action, Lead))
        actions = tuple(_sensible(legal, habit.action))
        return habit if len(actions) == 1 else self._search(adventure, actions, habit)

    def _event(self, state: State, legal: Sequence[Action]) -> Choice:
        fight = next(
            action
            for action in legal
            if isinstance(action, ChooseEvent) and action.event is not EventKind.SKIRMISH
        )
        chance = self._hunting.prospect(state)
        if state.events % EVENTS_PER_TRY == 0:
            return Choice(fight, f"after {state.events} events it is time to try")
        if self._hunting.pays(state, state.balls):
            why = f"the team would win the {fight.event} at {chance:.0%}, a catch pays"
            return Choice(ChooseEvent(event=EventKind.SKIRMISH), why)
        return Choice(fight, f"the team wins the {fight.event} at about {chance:.0%}")

    def _search(self, adventure: Adventure, actions: Sequence[Action], habit: Choice) -> Choice:
        """Return the action with the best futures; the worse half is dropped in each round."""
        sums = {action: HABIT * (action == habit.action) for action in actions}
        alive = list(actions)
        samples = nodes = 0
        while len(alive) > 1 and (not samples or nodes + len(alive) <= self._nodes):
            seed = self._random.getrandbits(_SEED_BITS)
            for action in alive:
                sums[action] += self._future(adventure, action, seed)
            samples += 1
            nodes += len(alive)
            alive.sort(key=sums.__getitem__, reverse=True)
            alive = alive[: max(_LEFT, (len(alive) + 1) // 2)]
        best = alive[0]
        chance = sums[best] / samples
        if best == habit.action:
            return Choice(best, f"{habit.why}; {chance:.0%} to win in {nodes} futures")
        return Choice(best, f"{chance:.0%} to win in {nodes} futures, the best of {len(actions)}")

    def _future(self, adventure: Adventure, action: Action, seed: int) -> float:
        """Play on until the next turn begins, and return the chance to win then."""
        event, badges = adventure.state.events, adventure.state.badges
        future = adventure.after(action, Seeded(seed))
        state = future.state
        while future.outcome is None:
            if state.events != event or state.phase is Phase.EVENT:
                return float(state.badges > badges)
            if state.phase is Phase.ENERGY:
                return self._outlook.chance(state)
            future.apply(self._careful.choose_quickly(future).action)
        return 1.0


def _sensible(legal: Iterable[Action], habit: Action) -> Iterator[Action]:
    """Yield the actions that are worth a look, the careful autopilot's first."""
    yield habit
    retreats: dict[object, Retreat] = {}
    for action in legal:
        if action == habit:
            continue
        if isinstance(action, Retreat):
            retreats.setdefault(action.spot, action)
        elif not isinstance(action, Pass | UsePower):  # powers were tried for the habit
            yield action
    if not isinstance(habit, Retreat):
        yield from retreats.values()
