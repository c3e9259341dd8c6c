"""The same chances again and again, for futures that are only looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from cardkit.referee.chance import Seeded


class Rehearsal:
    """A seed, and what fell by it: seeding takes as long as copying a position.

    >>> rehearsal = Rehearsal(43)
    >>> one, other, anew = rehearsal.begin(), rehearsal.begin(), Seeded(43)
    >>> [[source.die() for _ in range(5)] for source in (one, other, anew)]
    [[1, 5, 1, 3, 5], [1, 5, 1, 3, 5], [1, 5, 1, 3, 5]]
    """

    __slots__ = ("_fallen", "_next", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._next = Random(seed).random
        self._fallen: list[float] = []

    def begin(self) -> Seeded:
        """Return a source that begins anew; it is the same as a new one of this seed."""
        return _Beginning(self._seed, self._falling().__next__)

    def _falling(self) -> Iterator[float]:
        fallen = self._fallen
        for number in count():
            if number == len(fallen):
                fallen.append(self._next())
            yield fallen[number]


class _Beginning(Seeded):
    """A source that need not be seeded until it is copied, or goes back."""

    __slots__ = ()

    def __init__(self, seed: int, falling: Callable[[], float]) -> None:
        self._seed = seed
        self._asked = 0
        self._random = falling
