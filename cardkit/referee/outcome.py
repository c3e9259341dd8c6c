"""How an adventure ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """What ended the adventure. There is no game over in the rules (Rule: S17)."""

    CHAMPION_BEATEN = "champion-beaten"
    """Three of the champion's Pokemon are knocked out (Rule: S18)."""
    CHAMPION_OUT_OF_POKEMON = "champion-out-of-pokemon"
    """The champion has no Pokemon left to send (Rule: S44)."""

    @property
    def words(self) -> str:
        """A phrase for a person."""
        if self is Reason.CHAMPION_BEATEN:
            return "the champion's third Pokemon is knocked out"
        return "the champion has no Pokemon left"

    @property
    def rule(self) -> str:
        """Number of the rule that ends the adventure."""
        return "S18" if self is Reason.CHAMPION_BEATEN else "S44"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The end of an adventure, and why.

    Attributes:
        rounds: player turns that it took.
        events: events that it took.
    """

    reason: Reason
    rounds: int
    events: int

    @property
    def won(self) -> bool:
        """Whether the player won; every end that the rules know is a win."""
        return True
