"""When enough games are played: the answer is known well enough (sequential intervals).

Looking again and again until an interval looks good makes it wrong more often than it says. So
each look has a share of the permitted error, which all looks together never use up: look number k
has 1 / (k (k + 1)) of it. Looks are at fixed numbers of games, each twice the one before, and at
the games in their order: whoever plays them, and how many at once, changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardkit.errors import UsageError
from cardkit.referee.shares import CONFIDENCE, Share, exact_interval

FIRST_LOOK = 25
"""Games before the first look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certainty:
    """How sure the shares of a report are, and why no more games were played.

    Attributes:
        confidence: of every interval, all looks allowed for.
        planned: games that were to be played at most.
        precision: games were to stop when the share of wins is known to plus or minus this; None
            plays all that are planned.
        looks: numbers of games at which it was looked at.
        early: whether the answer was known before all planned games were played.
    """

    confidence: float
    planned: int
    precision: float | None
    looks: tuple[int, ...]
    early: bool

    def share(self, count: int, of: int) -> Share:
        """Return a share with its interval; the looks that were taken make it wider."""
        if not self.looks:
            return Share.wilson(count, of)
        interval = exact_interval(count, of, confidence_of_look(len(self.looks)))
        return Share(count=count, of=of, interval=interval)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "confidence": self.confidence,
            "planned": self.planned,
            "precision": self.precision,
            "looks": list(self.looks),
            "early": self.early,
        }


def confidence_of_look(number: int) -> float:
    """Return how sure the interval at a look must be, the first look being 1.

    >>> [round(1 - confidence_of_look(k), 4) for k in (1, 2, 3)]
    [0.025, 0.0083, 0.0042]
    """
    return 1 - (1 - CONFIDENCE) / (number * (number + 1))


def look_games(planned: int) -> Iterator[int]:
    """Yield the numbers of games at which is looked; the last is all that are planned.

    >>> list(look_games(120))
    [25, 50, 100, 120]
    """
    games = FIRST_LOOK
    while games < planned:
        yield games
        games *= 2
    yield planned


def is_known(look: int, count: int, of: int, precision: float) -> bool:
    """Whether a share is known to plus or minus ``precision`` at this look."""
    if not of:
        return False
    least, most = exact_interval(count, of, confidence_of_look(look))
    return max(most - count / of, count / of - least) <= precision


def check_precision(precision: float | None) -> None:
    """Refuse a precision that makes no sense.

    Raises:
        UsageError: when it is not between 0 and 0.5.
    """
    if precision is not None and not 0 < precision < 0.5:
        raise UsageError(f"a precision lies between 0 and 0.5, got {precision}")
