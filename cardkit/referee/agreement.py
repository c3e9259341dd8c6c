"""Whether two positions are the same, so that all goes on alike in both."""

from __future__ import annotations

from operator import attrgetter

from cardkit.referee.memory import Attempt
from cardkit.referee.state import LYING, PARTS, Pokemon, State

_POKEMON = attrgetter("card", "damage", "hp", "types", "energy", "down", "burden", "past")
_OTHERS = attrgetter(*(name for name in PARTS if name not in (*LYING, "attempt", "table")))
"""All that no Pokemon lies at; what waits for an answer is compared by itself."""


def agree(one: State, other: State) -> bool:
    """Whether two positions of one table are the same in everything that anything hangs on."""
    return bool(
        _OTHERS(one) == _OTHERS(other)
        and _asked_alike(one.attempt, other.attempt)
        and len(one.bench) == len(other.bench)
        and all(map(_alike, _everybody(one), _everybody(other)))
    )


def _asked_alike(one: Attempt | None, other: Attempt | None) -> bool:
    """Whether the same is asked; how much was told of it hangs on who listens."""
    if one is None or other is None:
        return one is other
    return one._replace(told=other.told) == other


def _everybody(state: State) -> tuple[Pokemon | None, ...]:
    return (state.enemy, *state.side, state.fallen, state.caught, *state.pc)


def _alike(one: Pokemon | None, other: Pokemon | None) -> bool:
    if one is None or other is None:
        return one is other
    return bool(_POKEMON(one) == _POKEMON(other))
