"""How the autopilots answer what card text asks, and use powers: by trying on copies (Rule: S43).

Each answer, and each power, is tried on a copy of the adventure, and what the table looks like
after it is compared.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple, TypeAlias, get_args

from cardkit.cardtext.effects import Step
from cardkit.cardtext.operations import Heal, MoveEnergy, NoEffect, Operation, OutOfPlay
from cardkit.cardtext.reading import parts_of
from cardkit.cardtext.targets import is_void
from cardkit.cardtext.vocabulary import Side
from cardkit.referee.actions import Action, UsePower
from cardkit.referee.adventure import Adventure
from cardkit.referee.agreement import agree
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.once import asked_once
from cardkit.referee.players import Choice
from cardkit.referee.rehearsals import Rehearsal
from cardkit.referee.state import Phase, State, present

LEAST_GAIN = 5.0
"""What a power must gain to be used, in HP: less is not worth the while."""
AHEAD = 1
"""Questions that are answered in a try: which Energy moves shows only when it is said where to."""

_QUESTIONS = 12
"""Questions of a power that are answered before it counts as no use."""
_DOING = tuple(set(get_args(Operation)) - {NoEffect, OutOfPlay})
_SEEDS = (43, 44, 45)
"""The same chances for all that is compared."""
_KNOCK_OUT = 200
_ENERGY = 15
"""What a knocked-out enemy and an attached Energy are worth, in HP."""


_Expected: TypeAlias = tuple[tuple[State, Action], ...]
"""Positions that wait for an answer, and the answers."""


class _Tried(NamedTuple):
    """What an action comes to.

    Attributes:
        after: a copy of the adventure after it, and after answers where it asks.
        answered: further questions were answered in it.
        next: positions in which questions are asked after the action, and the answers, where the
            same will be chosen when they are asked in earnest.
    """

    after: Adventure
    answered: bool
    next: _Expected


class Answering:
    """Answers, and uses powers, on one table.

    It remembers what it looked ahead at, so that the next question need not be weighed again.
    """

    def __init__(self, appraisal: Appraisal) -> None:
        self._appraisal = appraisal
        self._chances = tuple(map(Rehearsal, _SEEDS))
        self._next: _Expected = ()

    def answer(self, adventure: Adventure) -> Choice:
        """Choose the answer after which the table looks best; the adventure waits for one."""
        state = adventure.state
        action = next((known for asked, known in self._next if agree(state, asked)), None)
        if action is None:
            action, tried, _ = self._best(adventure, AHEAD)
            self._next = tried.next
        question = present(state.attempt).question
        return Choice(action, f"{question}: the table looks best after it")

    def _best(self, adventure: Adventure, ahead: int) -> tuple[Action, _Tried, bool]:
        """Return the first of the best answers, and what it comes to with the first of the seeds.

        Also return whether no try has come to another question.

        Args:
            adventure: it waits for an answer.
            ahead: further questions that are answered when an answer is tried.
        """
        before, last = adventure.state, True
        most, found = -inf, None
        for action in adventure.legal_actions:
            tried = self._try(adventure, action, self._chances[0], ahead)
            last = last and not (tried.answered or tried.after.state.phase is Phase.CHOOSING)
            worth = self._worth(tried.after.state, before)
            if worth > most:
                most, found = worth, (action, tried)
        return (*present(found), last)

    def use_power(self, adventure: Adventure, legal: tuple[Action, ...]) -> Choice | None:
        """Choose the power that gains most before the attack; None when none gains anything."""
        state = adventure.state
        best: tuple[float, UsePower, _Expected] | None = None
        tried = [one for one in legal if type(one) is UsePower and self._may_gain(state, one)]
        if tried:
            worth = self._worth(state, state)
            for action in tried:
                gain, following = self._gain(adventure, action, worth)
                if gain > (best[0] if best else LEAST_GAIN):
                    best = gain, action, following
        if best is None:
            return None
        gain, action, self._next = best
        user = present(state.at(action.spot)).facts
        power = user.uses[action.number - 1].power.name
        return Choice(action, f"{power} of {user.name} is worth {gain:.0f}")

    def _gain(
        self, adventure: Adventure, action: UsePower, worth: float
    ) -> tuple[float, _Expected]:
        """Return what a power gains on average, and the answers to what it asks.

        It gains nothing when the turn does not go on after it.
        """
        before = adventure.state
        gain = 0.0
        following: _Expected = ()
        for number, chances in enumerate(self._chances, start=1):
            tried = self._try(adventure, action, chances, _QUESTIONS)
            following = following or tried.next
            after = tried.after.state
            if after.phase is not Phase.MAIN or after.rounds != before.rounds:
                return 0.0, ()
            gain += self._worth(after, before) - worth
            if not tried.after.chance.mark():
                return gain / number, following  # it would turn out alike with any chance
        return gain / len(_SEEDS), following

    def _try(
        self, adventure: Adventure, action: Action, chances: Rehearsal, questions: int
    ) -> _Tried:
        """Return what follows an action, with so many answers where they are asked for."""
        after = adventure.after(action, chances.begin())
        answered = False
        following: _Expected = ()
        while questions and after.state.phase is Phase.CHOOSING:
            questions -= 1
            answered = True
            ahead = min(questions, AHEAD)
            best, tried, last = self._best(after, ahead)
            alike = not tried.after.chance.mark()  # nothing fell, so it is so with any chance
            same = chances is self._chances[0] and not after.chance.mark()
            if (alike or same) and (tried.next or not tried.answered):
                if last or ahead == AHEAD:
                    following = (*following, (after.state, best), *tried.next)
                if alike:
                    tried.after.chance = after.chance
                questions -= tried.answered
                after = tried.after
            else:
                after.apply(best)
        return _Tried(after, answered, following)

    def _worth(self, state: State, before: State) -> float:
        worth = float(_KNOCK_OUT * (state.knock_outs - before.knock_outs))
        for one in state.side:
            if one is not None and not one.down:
                left = one.hp - one.damage
                worth += (left if left > 0 else 0) + _ENERGY * len(one.energy)
        enemy, active = state.enemy, state.active
        if enemy is not None:
            worth += enemy.damage - _ENERGY * len(enemy.energy)
            if enemy.burden is not None:
                worth += _ENERGY * len(enemy.conditions)
            if active is not None and not active.immobile:
                worth += self._appraisal.now.ready(state, active)
        return worth

    def _may_gain(self, state: State, action: UsePower) -> bool:
        """Whether a power can gain enough now.

        Many only speak of hands and decks, heal the whole, or move Energy that no attack lacks.
        """
        use = present(state.at(action.spot)).facts.uses[action.number - 1]
        if not any(_does_something(step) for step in use.part.steps):
            return False
        if all(type(step) is Heal for step in use.part.steps):
            enemy = present(state.enemy)
            return enemy.damage > 0 or any(one.damage for _, one in state.team())
        moved = [_own_energy_moved(step) for step in use.part.steps]
        return not all(moved) or self._lacks_energy(state, sum(moved))

    def _lacks_energy(self, state: State, moved: float) -> bool:
        """Whether the Active could use an attack that is worth more with some Energy of others."""
        active, now = present(state.active), self._appraisal.now
        if active.immobile:
            return False
        return now.ready_with(state, active, moved) - now.ready(state, active) > LEAST_GAIN


@asked_once
def _own_energy_moved(step: Step) -> float:
    """Return how many Energy cards a step moves among own Pokemon; 0 where it does other things."""
    if not isinstance(step, MoveEnergy) or {step.source.side, step.target.side} != {Side.YOURS}:
        return 0
    number, wanted = step.energy.number, step.energy
    if number is None or number.count is not None or wanted.any_number or wanted.each:
        return inf
    return number.fixed


@asked_once
def _does_something(step: Step) -> bool:
    return any(isinstance(part, _DOING) and not is_void(part.zones) for part in parts_of(step))
