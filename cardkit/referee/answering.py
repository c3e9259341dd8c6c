"""How autopilots deal with card text: what it asks and allows is tried on copies (Rule: S43)."""

from __future__ import annotations

from cardkit.referee.actions import Action, UsePower
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Seeded
from cardkit.referee.players import Choice
from cardkit.referee.state import Phase, State, present

_SEED = 43
"""The same chance for every answer, so that they can be compared."""
_KNOCK_OUT = 200
_ENERGY = 15
"""What a knocked-out enemy and an attached Energy are worth, in HP."""
_GAIN = 10
"""What the use of a power must be worth: so nobody uses one for ever."""
_MOST_ANSWERS = 20
"""More answers than a power asks for in earnest."""


def answer(adventure: Adventure) -> Choice:
    """Choose the answer after which the table looks best."""
    legal = tuple(adventure.legal_actions)
    worths = [_worth_after(adventure, action) for action in legal]
    best = max(range(len(legal)), key=worths.__getitem__)
    question = present(adventure.state.attempt).question
    return Choice(legal[best], f"{question}: the table looks best after it")


def power(adventure: Adventure) -> Choice | None:
    """Choose the power after whose use the table looks best; None where none makes it better."""
    state = adventure.state
    if not state.table.has_uses:
        return None
    now = _worth(state, state) + _GAIN
    best: Choice | None = None
    for action in adventure.legal_actions:
        if isinstance(action, UsePower):
            worth = _worth_of_use(adventure, action)
            if worth >= now:
                now = worth
                name = present(state.at(action.spot)).facts.uses[action.number - 1].power.name
                best = Choice(action, f"the table looks better after {name}")
    return best


def _worth_of_use(adventure: Adventure, action: UsePower) -> float:
    trial = adventure.copy(Seeded(_SEED))
    trial.heard = frozenset()
    before = adventure.state
    trial.apply(action)
    for _ in range(_MOST_ANSWERS):
        if trial.state.phase is not Phase.CHOOSING:
            break
        trial.apply(answer(trial).action)
    # What ends the turn is compared with what the turn would still have brought: hardly ever.
    ended = trial.state.rounds != before.rounds or trial.state.events != before.events
    return 0.0 if ended else _worth(trial.state, before)


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
