"""The autopilots by name."""

from __future__ import annotations

from collections.abc import Callable

from cardkit.errors import UsageError
from cardkit.referee.careful import Careful
from cardkit.referee.planner import Judgement, Planner
from cardkit.referee.players import Player, RandomPlayer
from cardkit.referee.table import Table

PlayerMaker = Callable[[int], Player]
"""Returns the player of the game with this seed."""


def _careful(table: Table) -> PlayerMaker:
    player = Careful(table)  # it learns nothing from a game, so one plays them all
    return lambda _seed: player


def _planner(table: Table) -> PlayerMaker:
    judgement = Judgement.of(table)
    return lambda seed: Planner(table, seed, judgement=judgement)


def _random(_table: Table) -> PlayerMaker:
    return RandomPlayer


_AUTOPILOTS: dict[str, Callable[[Table], PlayerMaker]] = {
    "planner": _planner,
    "careful": _careful,
    "random": _random,
}
AUTOPILOTS = tuple(_AUTOPILOTS)
"""Names of the autopilots, the strongest first."""


def player_maker(name: str, table: Table) -> PlayerMaker:
    """Return who plays the games of a table.

    Args:
        name: one of :data:`AUTOPILOTS`.
        table: the table that is played on.

    Raises:
        UsageError: when there is no autopilot of that name.
    """
    make = _AUTOPILOTS.get(name)
    if make is None:
        raise UsageError(f"a player is one of {', '.join(AUTOPILOTS)}, got {name!r}")
    return make(table)
