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

Each time the game says what the outcome is for, so that a source may put the question to a person
(:mod:`cardkit.referee.asking`) or go through every answer (:mod:`cardkit.referee.branching`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from enum import StrEnum
from math import floor
from typing import Any, Protocol

from cardkit.compiled import mypyc_attr
from cardkit.errors import InputError

Outcomes = Sequence[bool | int]
"""Coins as booleans (True is heads), dice and draws as numbers, in the order they fell."""


EVERY_NUMBER = frozenset(range(1, 7))
"""Each number of the die counts for itself."""
_BITS_PER_OUTCOME = 64  # random() takes two words of 32 bits from the generator


class Purpose(StrEnum):
    """What an outcome is asked for."""

    START = "start"
    """One of the first three Pokemon (Rule: S12)."""
    NEW_ENEMY = "new-enemy"
    ENERGY_OF_THE_TURN = "energy-of-the-turn"
    ENEMY_ENERGY = "enemy-energy"
    SLEEP = "sleep"
    BURN = "burn"
    CONFUSION = "confusion"
    ENEMY_CONFUSION = "enemy-confusion"
    CATCH = "catch"
    CARD_TEXT = "card-text"
    """Something printed on a card asks for it (Rule: S43)."""

    @property
    def rule(self) -> str:
        """Number of the rule that asks."""
        return _RULES[self]


_RULES: dict[Purpose, str] = {
    Purpose.START: "S12",
    Purpose.NEW_ENEMY: "S13",
    Purpose.ENERGY_OF_THE_TURN: "S21",
    Purpose.ENEMY_ENERGY: "S34",
    Purpose.SLEEP: "S36",
    Purpose.BURN: "S36",
    Purpose.CONFUSION: "S28",
    Purpose.ENEMY_CONFUSION: "S37",
    Purpose.CATCH: "S31",
    Purpose.CARD_TEXT: "S43",
}


class ChanceError(InputError):
    """Outcomes that are given do not fit the game that asks for them.

    It is raised in the middle of an action. ``Adventure.push`` goes back to where the action
    began; after ``Adventure.apply`` the adventure is spoilt and must be thrown away.
    """


class Chance(Protocol):
    """Where outcomes come from."""

    def coin(self, purpose: Purpose = Purpose.CARD_TEXT, who: str = "", /) -> bool:
        """Flip a coin for somebody; True is heads."""
        ...

    def die(
        self,
        purpose: Purpose = Purpose.CARD_TEXT,
        who: str = "",
        hits: frozenset[int] = EVERY_NUMBER,
        /,
    ) -> int:
        """Roll the die for somebody: 1 to 6.

        ``hits`` are the numbers that succeed when no other difference counts.
        """
        ...

    def draw(
        self, size: int, purpose: Purpose = Purpose.CARD_TEXT, names: Sequence[str] = (), /
    ) -> int:
        """Draw one of ``size`` cards (at least 1): its position, 1 to ``size``.

        ``names`` says what lies in the deck, in its order; cards of one name are equal.
        """
        ...

    def copy(self) -> Chance:
        """Return a source that goes on alike, and on its own."""
        ...

    def mark(self) -> Any:
        """Return where the source is, for :meth:`rewind`; small, whatever has fallen before."""
        ...

    def rewind(self, mark: Any) -> None:
        """Go back to a mark, so that the same outcomes fall again."""
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Seeded:
    """Outcomes of a seeded generator: the same seed gives the same game on every machine."""

    __slots__ = ("_asked", "_random", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._asked = 0
        self._random = random.Random(seed).random

    def coin(self, _purpose: Purpose = Purpose.CARD_TEXT, _who: str = "") -> bool:
        """Flip a coin; True is heads."""
        self._asked += 1
        return self._random() < 0.5

    def die(
        self,
        _purpose: Purpose = Purpose.CARD_TEXT,
        _who: str = "",
        _hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        """Roll the die: 1 to 6."""
        self._asked += 1
        return floor(self._random() * 6) + 1

    def draw(
        self, size: int, _purpose: Purpose = Purpose.CARD_TEXT, _names: Sequence[str] = ()
    ) -> int:
        """Draw one of ``size`` cards: its position, 1 to ``size``."""
        self._asked += 1
        random = self._random
        return floor(random() * size) + 1  # int() takes longer

    def copy(self) -> Seeded:
        """Return a generator in the same state."""
        twin = Seeded.__new__(Seeded)
        twin._seed = self._seed
        twin.rewind(self._asked)
        return twin

    def mark(self) -> int:
        """Return how many outcomes have fallen."""
        return self._asked

    def rewind(self, mark: int) -> None:
        """Go back to a mark: seed again, and skip what fell before it."""
        generator = random.Random(self._seed)
        if mark:
            generator.getrandbits(_BITS_PER_OUTCOME * mark)
        self._asked = mark
        self._random = generator.random


@mypyc_attr(allow_interpreted_subclasses=True)
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

    def coin(self, _purpose: Purpose = Purpose.CARD_TEXT, _who: str = "") -> bool:
        """Return the next outcome, which must be a coin.

        Raises:
            ChanceError: when the script is used up or has a number here.
        """
        outcome = self._take("a coin")
        if not isinstance(outcome, bool):
            raise self._wrong(f"a coin (H or T) is asked for, the script has {outcome}")
        return outcome

    def die(
        self,
        _purpose: Purpose = Purpose.CARD_TEXT,
        _who: str = "",
        _hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        """Return the next outcome, which must be 1 to 6.

        Raises:
            ChanceError: when the script is used up or has something else here.
        """
        return self._number("a die", 6)

    def draw(
        self, size: int, _purpose: Purpose = Purpose.CARD_TEXT, _names: Sequence[str] = ()
    ) -> int:
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

    def mark(self) -> int:
        """Return how many outcomes have been asked for."""
        return self._next

    def rewind(self, mark: int) -> None:
        """Go back to a mark."""
        self._next = mark

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

    def coin(self, purpose: Purpose = Purpose.CARD_TEXT, who: str = "") -> bool:
        """Flip a coin of the inner source and write it down."""
        outcome = self.inner.coin(purpose, who)
        self.outcomes.append(outcome)
        return outcome

    def die(
        self,
        purpose: Purpose = Purpose.CARD_TEXT,
        who: str = "",
        hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        """Roll the die of the inner source and write it down."""
        outcome = self.inner.die(purpose, who, hits)
        self.outcomes.append(outcome)
        return outcome

    def draw(
        self, size: int, purpose: Purpose = Purpose.CARD_TEXT, names: Sequence[str] = ()
    ) -> int:
        """Draw from the inner source and write the position down."""
        outcome = self.inner.draw(size, purpose, names)
        self.outcomes.append(outcome)
        return outcome

    def copy(self) -> Recorded:
        """Return a source that goes on alike and writes on in a list of its own."""
        twin = Recorded(self.inner.copy())
        twin.outcomes = self.outcomes.copy()
        twin._taken = self._taken
        return twin

    def mark(self) -> tuple[int, int, Any]:
        """Return how much is written down and taken, and where the inner source is."""
        return len(self.outcomes), self._taken, self.inner.mark()

    def rewind(self, mark: tuple[int, int, Any]) -> None:
        """Strike out what was written since a mark, and go back in the inner source."""
        written, self._taken, inner = mark
        del self.outcomes[written:]
        self.inner.rewind(inner)


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
