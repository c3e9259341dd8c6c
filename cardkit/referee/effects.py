"""What a change of the pool does, measured by playing both pools with the same seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardkit.referee.shares import FEW, Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What another pool does to the results: differences of means over the same seeds.

    Attributes:
        games: of each of the two pools.
        confidence: of the intervals, several comparisons allowed for.
        rounds: difference in rounds to the win; below 0 is shorter. An adventure that was given
            up counts the whole limit.
        rounds_interval: between which the truth lies.
        won: difference of the shares that were won, from -1 to 1.
        won_interval: between which the truth lies.
    """

    games: int
    confidence: float
    rounds: float
    rounds_interval: Interval
    won: float
    won_interval: Interval

    @property
    def shorter(self) -> bool:
        """Whether adventures are really shorter: the whole interval is below 0."""
        return self.rounds_interval.most < 0

    @property
    def longer(self) -> bool:
        """Whether adventures are really longer: the whole interval is above 0."""
        return self.rounds_interval.least > 0

    @property
    def few(self) -> bool:
        """Whether these are too few games to be sure of a difference in rounds."""
        return self.games < FEW

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "games": self.games,
            "confidence": self.confidence,
            "rounds": round(self.rounds, 1),
            "least_rounds": round(self.rounds_interval.least, 1),
            "most_rounds": round(self.rounds_interval.most, 1),
            "won": round(self.won, 4),
            "least_won": round(self.won_interval.least, 4),
            "most_won": round(self.won_interval.most, 4),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedChange:
    """A change of the pool that was tried by playing.

    Attributes:
        what: words for a person, e.g. ``6 more Uncommons of Lightning (Pikachu, Voltorb)``.
        effect: on fresh games, none of which chose the change; None when it was dropped before.
    """

    what: str
    effect: Effect | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"what": self.what, "effect": self.effect.to_dict() if self.effect else None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """Which one change would help most, tried by playing.

    Attributes:
        games: played for it in all.
        rounds: of this pool's adventures on average; one that was given up counts the limit.
        tried: every change that was tried, the best first.
    """

    games: int
    rounds: float
    tried: tuple[TriedChange, ...]

    @property
    def best(self) -> TriedChange | None:
        """The change that helps most, if one really helps."""
        helping = [one for one in self.tried if one.effect is not None and one.effect.shorter]
        return helping[0] if helping else None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        best = self.best
        return {
            "games": self.games,
            "rounds": round(self.rounds, 1),
            "best": best.what if best else None,
            "tried": [one.to_dict() for one in self.tried],
        }
