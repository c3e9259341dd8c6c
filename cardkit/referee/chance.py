"""Chance as an explicit source: every coin, die and drawn card is asked for here.

There are three kinds of outcome:

- a **coin** is heads or tails, written ``H`` or ``T``;
- a **die** is 1 to 6, written as the number;
- a **draw** takes one card out of a deck of ``size`` cards at random, and is written as the
  card's position, 1 to ``size``. Decks lie in a fixed order, so drawing a random card *is* the
  shuffle.

A line of outcomes reads ``HTTH 3 5``: coins may be run together, numbers are set apart.

The adventure has one die, which is also its coin (Rule: S7). Wherever the rules say even or odd
(check-ups, confusion), it asks for a *coin*, even being heads: only that one bit matters, so a
table with a real coin and a table with a die write the same record. Where the number matters
(catching), it asks for a *die*.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol

from cardkit.errors import InputError

Outcomes = Sequence[bool | int]
"""Coins as booleans (True is heads), dice and draws as numbers, in the order they fell."""


class ChanceError(InputError):
    """A script of outcomes does not fit the game that asks for them.

    It is raised in the middle of an action: the adventure that asked is spoilt and must be
    thrown away.
    """


class Chance(Protocol):
    """Where outcomes come from."""

    def coin(self) -> bool:
        """Flip a coin; True is heads."""
        ...

    def die(self) -> int:
        """Roll the die: 1 to 6."""
        ...

    def draw(self, size: int) -> int:
        """Draw one of ``size`` cards (at least 1): its position, 1 to ``size``."""
        ...

    def copy(self) -> Chance:
        """Return a source that goes on alike, and on its own."""
        ...


class Seeded:
    """Outcomes of a seeded generator: the same seed gives the same game on every machine."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def coin(self) -> bool:
        """Flip a coin; True is heads."""
        return self._random.random() < 0.5

    def die(self) -> int:
        """Roll the die: 1 to 6."""
        return int(self._random.random() * 6) + 1

    def draw(self, size: int) -> int:
        """Draw one of ``size`` cards: its position, 1 to ``size``."""
        return int(self._random.random() * size) + 1

    def copy(self) -> Seeded:
        """Return a generator in the same state."""
        twin = Seeded.__new__(Seeded)
        twin._random = random.Random()  # seeded by the next line
        twin._random.setstate(self._random.getstate())
        return twin


class Scripted:
    """Outcomes that are given beforehand, for tests, replays and bug reports.

    >>> script = Scripted("HT 3")
    >>> script.coin(), script.coin(), script.die(), script.left
    (True, False, 3, 0)
    """

    __slots__ = ("_next", "_outcomes")

    def __init__(self, outcomes: str | Iterable[bool | int]) -> None:
        """Take a line such as ``HTTH 3 5``, or the outcomes themselves.

        Raises:
            ChanceError: when the line holds anything but H, T and numbers.
        """
        self._outcomes = parse_outcomes(outcomes) if isinstance(outcomes, str) else tuple(outcomes)
        self._next = 0

    @property
    def left(self) -> int:
        """How many outcomes have not been asked for."""
        return len(self._outcomes) - self._next

    def coin(self) -> bool:
        """Return the next outcome, which must be a coin.

        Raises:
            ChanceError: when the script is used up or has a number here.
        """
        outcome = self._take("a coin")
        if not isinstance(outcome, bool):
            raise self._wrong(f"a coin (H or T) is asked for, the script has {outcome}")
        return outcome

    def die(self) -> int:
        """Return the next outcome, which must be 1 to 6.

        Raises:
            ChanceError: when the script is used up or has something else here.
        """
        return self._number("a die", 6)

    def draw(self, size: int) -> int:
        """Return the next outcome, which must be a position in a deck of ``size`` cards.

        Raises:
            ChanceError: when the script is used up or has something else here.
        """
        return self._number(f"a card out of {size}", size)

    def copy(self) -> Scripted:
        """Return a script that goes on at the same outcome."""
        twin = Scripted.__new__(Scripted)
        twin._outcomes = self._outcomes
        twin._next = self._next
        return twin

    def _number(self, wanted: str, highest: int) -> int:
        outcome = self._take(wanted)
        if isinstance(outcome, bool):
            raise self._wrong(f"{wanted} is asked for, the script has {'H' if outcome else 'T'}")
        if not 1 <= outcome <= highest:
            raise self._wrong(f"{wanted} (1 to {highest}) is asked for, the script has {outcome}")
        return outcome

    def _take(self, wanted: str) -> bool | int:
        if self._next == len(self._outcomes):
            raise ChanceError(
                f"the script ends after {self._next} outcomes, and {wanted} is asked for",
                remedy="write down one more outcome",
            )
        self._next += 1
        return self._outcomes[self._next - 1]

    def _wrong(self, what: str) -> ChanceError:
        return ChanceError(
            what,
            where=f"outcome {self._next}",
            remedy="coins are H or T, dice and draws are numbers",
        )


class Recorded:
    """Writes down every outcome of another source.

    >>> pen = Recorded(Scripted("HT 3"))
    >>> pen.coin(), pen.coin(), pen.take()
    (True, False, 'HT')
    >>> pen.die(), pen.take(), pen.text
    (3, '3', 'HT 3')
    """

    __slots__ = ("_taken", "inner", "outcomes")

    def __init__(self, inner: Chance) -> None:
        self.inner = inner
        self.outcomes: list[bool | int] = []
        self._taken = 0

    @property
    def text(self) -> str:
        """Every outcome so far, in the notation that :class:`Scripted` reads."""
        return format_outcomes(self.outcomes)

    def take(self) -> str:
        """Return the outcomes since the last call, in the same notation; empty when none."""
        start, self._taken = self._taken, len(self.outcomes)
        return format_outcomes(self.outcomes[start:])

    def coin(self) -> bool:
        """Flip a coin of the inner source and write it down."""
        outcome = self.inner.coin()
        self.outcomes.append(outcome)
        return outcome

    def die(self) -> int:
        """Roll the die of the inner source and write it down."""
        outcome = self.inner.die()
        self.outcomes.append(outcome)
        return outcome

    def draw(self, size: int) -> int:
        """Draw from the inner source and write the position down."""
        outcome = self.inner.draw(size)
        self.outcomes.append(outcome)
        return outcome

    def copy(self) -> Recorded:
        """Return a source that goes on alike and writes on in a list of its own."""
        twin = Recorded(self.inner.copy())
        twin.outcomes = self.outcomes.copy()
        twin._taken = self._taken
        return twin


def parse_outcomes(text: str) -> tuple[bool | int, ...]:
    """Read a line of outcomes.

    Raises:
        ChanceError: naming every part that is neither coins nor a number.

    >>> parse_outcomes("HT 3")
    (True, False, 3)
    """
    outcomes: list[bool | int] = []
    strange: list[str] = []
    for part in text.split():
        if part.isascii() and part.isdigit():
            outcomes.append(int(part))
        elif set(part) <= {"H", "T"}:
            outcomes.extend(letter == "H" for letter in part)
        else:
            strange.append(part)
    if strange:
        raise ChanceError(
            f"outcomes are H, T and numbers, got {' '.join(strange)!r}",
            remedy="write them like HTTH 3 5",
        )
    return tuple(outcomes)


def format_outcomes(outcomes: Iterable[bool | int]) -> str:
    """Write outcomes as one line; coins in a row are run together.

    >>> format_outcomes([True, False, 3, 5, True])
    'HT 3 5 H'
    """
    parts: list[str] = []
    coins_before = False
    for outcome in outcomes:
        if isinstance(outcome, bool):
            letter = "H" if outcome else "T"
            if coins_before:
                parts[-1] += letter
            else:
                parts.append(letter)
            coins_before = True
        else:
            parts.append(str(outcome))
            coins_before = False
    return " ".join(parts)
