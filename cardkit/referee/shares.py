"""Shares and means of counted games, and how sure they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

CONFIDENCE = 0.95
"""How sure every interval in a report is."""
FEW = 20
"""Values whose mean the normal law says too little of."""
_BISECTIONS = 50
_DIGITS = 4


class Interval(NamedTuple):
    """Between which values the truth lies."""

    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Games of which something is true.

    Attributes:
        count: how many.
        of: out of how many.
        interval: between which shares the truth lies.
    """

    count: int
    of: int
    interval: Interval

    @classmethod
    def wilson(cls, count: int, of: int) -> Share:
        """Return a share with its 95% interval."""
        return cls(count=count, of=of, interval=share_interval(count, of))

    @property
    def share(self) -> float:
        """The share itself; 0 when there are no games."""
        return self.count / self.of if self.of else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "count": self.count,
            "of": self.of,
            "least_share": round(self.interval.least, _DIGITS),
            "most_share": round(self.interval.most, _DIGITS),
        }

    def __str__(self) -> str:
        least, most = self.interval
        return f"{self.share:.1%} ({least:.1%} to {most:.1%})"


def deviates(confidence: float) -> float:
    """Return how many standard deviations on both sides hold this much.

    >>> round(deviates(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def share_interval(count: int, total: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's interval of a share; from 0 to 1 when there is nothing to go by.

    >>> [round(bound, 3) for bound in share_interval(0, 100)]
    [0.0, 0.037]
    """
    if not total:
        return Interval(0.0, 1.0)
    reach = deviates(confidence)
    share, square = count / total, reach**2
    middle = share + square / (2 * total)
    reach *= math.sqrt(share * (1 - share) / total + square / (4 * total**2))
    scale = 1 + square / total
    return Interval(max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


def exact_interval(count: int, total: int, confidence: float) -> Interval:
    """Return the interval of Clopper and Pearson: never less sure than it says.

    >>> [round(bound, 3) for bound in exact_interval(0, 100, 0.95)]
    [0.0, 0.036]
    """
    if not total:
        return Interval(0.0, 1.0)
    tail = (1 - confidence) / 2

    def at_least(share: float) -> bool:
        return _tail(count, total, share) >= tail

    def at_most(share: float) -> bool:
        return _tail(total - count, total, 1 - share) < tail

    least = 0.0 if count == 0 else _first(at_least)
    return Interval(least, 1.0 if count == total else _first(at_most))


def mean_interval(
    values: Sequence[float], furthest: float, confidence: float = CONFIDENCE
) -> Interval:
    """Return the interval of a mean, by the normal law; of few values all that is possible.

    Args:
        values: what was measured.
        furthest: no value can be further from 0.
        confidence: how sure.
    """
    if len(values) < FEW:
        return Interval(-furthest, furthest)
    reach = deviates(confidence) * stdev(values) / math.sqrt(len(values))
    middle = fmean(values)
    return Interval(middle - reach, middle + reach)


def difference_interval(
    gained: int, lost: int, total: int, confidence: float = CONFIDENCE
) -> Interval:
    """Return the interval of the difference of two shares that were counted in pairs.

    By Bonett and Price (2012), which also holds for few pairs, or when all go the same way.

    Args:
        gained: pairs of which something is true of the second alone.
        lost: pairs of which it is true of the first alone.
        total: all pairs.
        confidence: how sure.

    >>> [round(bound, 2) for bound in difference_interval(0, 3, 3)]
    [-1.0, 0.1]
    """
    up, down = (gained + 1) / (total + 2), (lost + 1) / (total + 2)
    middle = up - down
    reach = deviates(confidence) * math.sqrt((up + down - middle**2) / (total + 2))
    return Interval(max(-1.0, middle - reach), min(1.0, middle + reach))


def _tail(count: int, total: int, share: float) -> float:
    """Return the chance of ``count`` or more successes out of ``total``."""
    if share <= 0:
        return float(count == 0)
    if share >= 1:
        return 1.0
    log_yes, log_no = math.log(share), math.log1p(-share)
    whole = math.lgamma(total + 1)
    return math.fsum(
        math.exp(
            whole
            - math.lgamma(number + 1)
            - math.lgamma(total - number + 1)
            + number * log_yes
            + (total - number) * log_no
        )
        for number in range(count, total + 1)
    )


def _first(is_reached: Callable[[float], bool]) -> float:
    """Return the least share from which on something is true."""
    least, most = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (least + most) / 2
        if is_reached(middle):
            most = middle
        else:
            least = middle
    return most
