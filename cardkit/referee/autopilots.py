"""The autopilots by name."""

from __future__ import annotations

from collections.abc import Callable

from cardkit.errors import UsageError
from cardkit.referee.careful import Careful
from cardkit.referee.players import Player, RandomPlayer
from cardkit.referee.table import Table

_AUTOPILOTS: dict[str, Callable[[Table, int], Player]] = {
    "careful": lambda table, _seed: Careful(table),
    "random": lambda _table, seed: RandomPlayer(seed),
}
AUTOPILOTS = tuple(_AUTOPILOTS)
"""Names of the autopilots, the strongest first."""


def make_player(name: str, table: Table, seed: int) -> Player:
    """Return an autopilot for one game.

    Args:
        name: one of :data:`AUTOPILOTS`.
        table: the table that it plays on.
        seed: of the game; only the random player makes use of it.

    Raises:
        UsageError: when there is no autopilot of that name.
    """
    make = _AUTOPILOTS.get(name)
    if make is None:
        raise UsageError(f"a player is one of {', '.join(AUTOPILOTS)}, got {name!r}")
    return make(table, seed)
