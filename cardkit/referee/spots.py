"""Places on the table where a Pokemon of a side lies."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

_NOWHERE = 1_000_000
"""Index of a place that no row has."""


class Zone(StrEnum):
    """A row of places."""

    ACTIVE = "active"
    BENCH = "bench"
    PC = "pc"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One place: the Active, ``bench-1`` and on, ``pc-1`` and on.

    ``number`` counts from 1; the Active has 0. ``index`` counts the row from 0.
    """

    zone: Zone
    number: int = 0
    index: int = field(init=False, repr=False, compare=False)
    _text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = f"{self.zone}-{self.number}" if self.number else self.zone.value
        object.__setattr__(self, "_text", text)
        object.__setattr__(self, "index", self.number - 1 if self.number > 0 else _NOWHERE)

    @property
    def in_play(self) -> bool:
        """Whether a Pokemon here is in play: Active or on the bench."""
        return self.zone is not Zone.PC

    def __str__(self) -> str:
        return self._text


ACTIVE = Spot(zone=Zone.ACTIVE)


@cache
def bench(number: int) -> Spot:
    """Return a place on the bench, counted from 1."""
    return Spot(zone=Zone.BENCH, number=number)


@cache
def pc(number: int) -> Spot:
    """Return a place in the PC, counted from 1."""
    return Spot(zone=Zone.PC, number=number)


def parse_spot(text: str) -> Spot:
    """Read a place.

    Raises:
        ValueError: when the text names none.

    >>> str(parse_spot("bench-2"))
    'bench-2'
    """
    if text == "active":
        return ACTIVE
    match = re.fullmatch(r"(bench|pc)-([1-9]\d?)", text)
    if match is None:
        raise ValueError(
            f"a place is active, bench-1, bench-2, ... or pc-1, pc-2, ..., got {text!r}"
        )
    return Spot(zone=Zone(match[1]), number=int(match[2]))
