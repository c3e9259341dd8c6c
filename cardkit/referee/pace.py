"""How long an adventure takes people at a table: an estimate (``templates/evening.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from cardkit.resources import template


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast people play.

    Attributes:
        minutes_per_round: the player's turn and the enemy's.
        minutes_per_event: swaps, shuffling and healing around an event.
        minutes_of_an_evening: what one evening has room for.
    """

    minutes_per_round: float
    minutes_per_event: float
    minutes_of_an_evening: float

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Read the document form."""
        return cls(
            minutes_per_round=document["minutes_per_round"],
            minutes_per_event=document["minutes_per_event"],
            minutes_of_an_evening=document["minutes_of_an_evening"],
        )

    @classmethod
    def estimated(cls) -> Self:
        """Return the estimate that travels with cardkit."""
        return cls.from_dict(template("evening"))

    def minutes(self, rounds: float, events: float) -> float:
        """Return about how many minutes an adventure of this length takes."""
        return rounds * self.minutes_per_round + events * self.minutes_per_event

    def evenings(self, minutes: float) -> float:
        """Return how many evenings that is."""
        return minutes / self.minutes_of_an_evening

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "minutes_per_round": self.minutes_per_round,
            "minutes_per_event": self.minutes_per_event,
            "minutes_of_an_evening": self.minutes_of_an_evening,
        }
