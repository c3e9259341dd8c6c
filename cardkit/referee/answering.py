"""How the autopilots answer what card text asks: each answer is tried on a copy (Rule: S43)."""

from __future__ import annotations

from cardkit.referee.actions import Action
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Seeded
from cardkit.referee.players import Choice
from cardkit.referee.state import State, present

_SEED = 43
"""The same chance for every answer, so that they can be compared."""
_KNOCK_OUT = 200
_ENERGY = 15
"""What a knocked-out enemy and an attached Energy are worth, in HP."""


def answer(adventure: Adventure) -> Choice:
    """Choose the answer after which the table looks best."""
    legal = tuple(adventure.legal_actions)
    worths = [_worth_after(adventure, action) for action in legal]
    best = max(range(len(legal)), key=worths.__getitem__)
    question = present(adventure.state.attempt).question
    return Choice(legal[best], f"{question}: the table looks best after it")


def _worth_after(adventure: Adventure, action: Action) -> float:
    trial = adventure.copy(Seeded(_SEED))
    trial.heard = frozenset()
    before = adventure.state
    trial.apply(action)
    return _worth(trial.state, before)


def _worth(state: State, before: State) -> float:
    worth = _KNOCK_OUT * (state.knock_outs - before.knock_outs)
    for _, pokemon in state.team():
        if not pokemon.down:
            worth += pokemon.remaining_hp + _ENERGY * len(pokemon.energy)
    if state.enemy is not None:
        worth += state.enemy.damage + _ENERGY * len(state.enemy.conditions)
        worth -= _ENERGY * len(state.enemy.energy)
    return worth
