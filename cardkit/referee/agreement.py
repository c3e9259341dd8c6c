"""Whether two positions are the same, so that all goes on alike in both."""

from __future__ import annotations

from operator import attrgetter

from cardkit.referee.state import Pokemon, State

_POKEMON = attrgetter("card", "damage", "hp", "types", "energy", "down", "burden", "past")
_PLAIN = attrgetter(
    "phase", "attempt", "rounds", "agenda", "event", "events", "choices", "badges",
    "champion_lost", "drawn", "balls", "knock_outs", "pile_count", "retreats", "throws",
    "once_used", "powered", "outcome", "began", "fell", "standing", "pending", "used_powers",
    "pile", "energy_deck", "energy_discard", "decks",
)  # fmt: skip


def agree(one: State, other: State) -> bool:
    """Whether two positions of one table are the same in everything."""
    return bool(
        _PLAIN(one) == _PLAIN(other)
        and len(one.bench) == len(other.bench)
        and all(map(_alike, _everybody(one), _everybody(other)))
    )


def _everybody(state: State) -> tuple[Pokemon | None, ...]:
    return (state.enemy, *state.side, state.fallen, state.caught, *state.pc)


def _alike(one: Pokemon | None, other: Pokemon | None) -> bool:
    if one is None or other is None:
        return one is other
    return bool(_POKEMON(one) == _POKEMON(other))
