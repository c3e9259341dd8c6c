"""Shares of counted games, and how sure they are."""

from __future__ import annotations

import math
from typing import NamedTuple

_Z_95 = 1.959964


class Interval(NamedTuple):
    """Between which shares the truth lies, with 95% confidence."""

    least: float
    most: float


def share_interval(count: int, total: int) -> Interval:
    """Return Wilson's 95% interval of a share; from 0 to 1 when there is nothing to go by.

    >>> [round(bound, 3) for bound in share_interval(0, 100)]
    [0.0, 0.037]
    """
    if not total:
        return Interval(0.0, 1.0)
    share, square = count / total, _Z_95**2
    middle = share + square / (2 * total)
    reach = _Z_95 * math.sqrt(share * (1 - share) / total + square / (4 * total**2))
    scale = 1 + square / total
    return Interval(max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))
