"""How the autopilots answer what card text asks, and use powers: by trying on copies (Rule: S43).

Each answer, and each power, is tried on a copy of the adventure, and what the table looks like
after it is compared.
"""

from __future__ import annotations

from functools import cache
from math import inf
from typing import NamedTuple, get_args

from cardkit.cardtext.effects import Step
from cardkit.cardtext.operations import Heal, NoEffect, Operation, OutOfPlay
from cardkit.cardtext.reading import parts_of
from cardkit.cardtext.targets import is_void
from cardkit.referee.actions import Action, UsePower
from cardkit.referee.adventure import Adventure
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.chance import Seeded
from cardkit.referee.players import Choice
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


class _Tried(NamedTuple):
    """What an action comes to.

    Attributes:
        after: a copy of the adventure after it.
        answered: further questions were answered in it.
    """

    after: Adventure
    answered: bool


def answer(adventure: Adventure, appraisal: Appraisal, ahead: int = AHEAD) -> Choice:
    """Choose the answer after which the table looks best.

    Args:
        adventure: it waits for an answer.
        appraisal: of the table's cards.
        ahead: further questions that are answered when an answer is tried.
    """
    action, _ = _best(adventure, appraisal, ahead)
    question = present(adventure.state.attempt).question
    return Choice(action, f"{question}: the table looks best after it")


def _best(adventure: Adventure, appraisal: Appraisal, ahead: int) -> tuple[Action, _Tried]:
    """Return the first of the best answers, and what it comes to with the first of the seeds."""
    before = adventure.state
    most, found = -inf, None
    for action in adventure.legal_actions:
        tried = _try(adventure, action, _SEEDS[0], appraisal, ahead)
        worth = _worth(tried.after.state, before, appraisal)
        if worth > most:
            most, found = worth, (action, tried)
    return present(found)


def use_power(
    adventure: Adventure, legal: tuple[Action, ...], appraisal: Appraisal
) -> Choice | None:
    """Choose the power that gains most before the attack; None when none gains anything."""
    state = adventure.state
    best: tuple[float, UsePower] | None = None
    tried = [one for one in legal if type(one) is UsePower and _may_gain(state, one)]
    if tried:
        worth = _worth(state, state, appraisal)
        for action in tried:
            gain = _gain(adventure, action, appraisal, worth)
            if gain > (best[0] if best else LEAST_GAIN):
                best = gain, action
    if best is None:
        return None
    gain, action = best
    user = present(state.at(action.spot)).facts
    power = user.uses[action.number - 1].power.name
    return Choice(action, f"{power} of {user.name} is worth {gain:.0f}")


def _may_gain(state: State, action: UsePower) -> bool:
    """Whether a power does anything now: many only speak of hands and decks, or heal the whole."""
    use = present(state.at(action.spot)).facts.uses[action.number - 1]
    if not any(_does_something(step) for step in use.part.steps):
        return False
    if any(type(step) is not Heal for step in use.part.steps):
        return True
    enemy = present(state.enemy)
    return enemy.damage > 0 or any(one.damage for _, one in state.team())


@cache
def _does_something(step: Step) -> bool:
    return any(isinstance(part, _DOING) and not is_void(part.zones) for part in parts_of(step))


def _gain(adventure: Adventure, action: UsePower, appraisal: Appraisal, worth: float) -> float:
    """Return what a power gains on average; nothing when the turn does not go on after it."""
    before = adventure.state
    gain = 0.0
    for tried, seed in enumerate(_SEEDS, start=1):
        trial = _try(adventure, action, seed, appraisal, _QUESTIONS).after
        after = trial.state
        if after.phase is not Phase.MAIN or after.rounds != before.rounds:
            return 0.0
        gain += _worth(after, before, appraisal) - worth
        if not trial.chance.mark():
            return gain / tried  # it would turn out alike with any chance
    return gain / len(_SEEDS)


def _try(
    adventure: Adventure, action: Action, seed: int, appraisal: Appraisal, questions: int
) -> _Tried:
    """Return what follows an action, with so many answers where they are asked for."""
    after = adventure.after(action, Seeded(seed))
    answered = False
    while questions and after.state.phase is Phase.CHOOSING:
        questions -= 1
        answered = True
        best, tried = _best(after, appraisal, min(questions, AHEAD))
        if tried.answered:
            after.apply(best)
        elif not tried.after.chance.mark():  # nothing fell, so it is so with any chance
            tried.after.chance = after.chance
            after = tried.after
        elif seed == _SEEDS[0] and not after.chance.mark():  # the same would fall
            after = tried.after
        else:
            after.apply(best)
    return _Tried(after, answered)


def _worth(state: State, before: State, appraisal: Appraisal) -> float:
    worth = float(_KNOCK_OUT * (state.knock_outs - before.knock_outs))
    for _, pokemon in state.team():
        if not pokemon.down:
            worth += pokemon.remaining_hp + _ENERGY * len(pokemon.energy)
    if state.enemy is not None:
        worth += state.enemy.damage + _ENERGY * len(state.enemy.conditions)
        worth -= _ENERGY * len(state.enemy.energy)
        if state.active is not None and not state.active.immobile:
            worth += appraisal.now.ready(state, state.active)
    return worth
