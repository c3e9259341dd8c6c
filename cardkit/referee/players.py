"""Who chooses the actions, and the player who knows nothing.

A player sees the position and the legal actions, never the chance source: what it chooses depends
on the position alone (and, for the random player, on a generator of its own).
"""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from cardkit.referee.actions import Action
from cardkit.referee.adventure import Adventure


class Choice(NamedTuple):
    """A chosen action and why; the reason is a phrase for a person."""

    action: Action
    why: str


class Player(Protocol):
    """Whoever chooses."""

    def choose(self, adventure: Adventure) -> Choice:
        """Choose one of ``adventure.legal_actions``; the adventure is not over."""
        ...


class RandomPlayer:
    """Takes any legal action: what a player who knows nothing would do."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, adventure: Adventure) -> Choice:
        """Choose with equal chances."""
        actions = tuple(adventure.legal_actions)
        number = int(self._random.random() * len(actions))
        return Choice(actions[number], f"by chance, one of {len(actions)}")
