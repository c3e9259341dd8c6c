"""Every way in which an action may turn out, with exact probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from cardkit.referee.actions import Action
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import EVERY_NUMBER, Purpose, Scripted

_HALF = Fraction(1, 2)
_Outcome = bool | int


def branches(adventure: Adventure, action: Action) -> Iterator[tuple[Fraction, Adventure]]:
    """Yield each way in which an action may turn out, and its probability; they add up to 1.

    Equal cards of a draw are one way, and so are rolls of a die that differ only in their number.
    Two ways may still lead to one position.

    Args:
        adventure: is not changed.
        action: a legal one.

    Yields:
        The probability, and an adventure after the action. It has no outcomes left to give: go on
        from it with :func:`branches`, or set its ``chance``.

    Raises:
        IllegalAction: when the action is not legal.
    """
    adventure.check(action)
    waiting: list[tuple[Fraction, tuple[_Outcome, ...]]] = [(Fraction(1), ())]
    while waiting:
        path = _Path(*waiting.pop())
        branch = adventure.copy(path)
        branch.heard = frozenset()
        branch.apply(action)
        branch.chance, branch.heard = Scripted(()), adventure.heard
        waiting += path.others
        yield path.probability, branch


class _Path:
    """Outcomes of one way: given ones first, then the first of each kind; the others are kept.

    Attributes:
        probability: of the outcomes so far.
        others: the ways not taken: probability and outcomes.
    """

    __slots__ = ("_next", "others", "probability", "taken")

    def __init__(self, probability: Fraction, given: tuple[_Outcome, ...]) -> None:
        self.probability = probability
        self.taken = list(given)
        self._next = 0
        self.others: list[tuple[Fraction, tuple[_Outcome, ...]]] = []

    def coin(self, _purpose: Purpose = Purpose.CARD_TEXT, _who: str = "") -> bool:
        """Go both ways."""
        return bool(self._go([(True, _HALF), (False, _HALF)]))

    def die(
        self,
        _purpose: Purpose = Purpose.CARD_TEXT,
        _who: str = "",
        hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        """Go one way for success and one for failure, or six ways."""
        if hits == EVERY_NUMBER:
            return self._go([(number, Fraction(1, 6)) for number in sorted(EVERY_NUMBER)])
        ways = [(hits, len(hits)), (EVERY_NUMBER - hits, len(EVERY_NUMBER - hits))]
        return self._go([(min(rolls), Fraction(count, 6)) for rolls, count in ways if count])

    def draw(
        self, size: int, _purpose: Purpose = Purpose.CARD_TEXT, names: Sequence[str] = ()
    ) -> int:
        """Go one way for each different card."""
        if not names:
            return self._go([(place, Fraction(1, size)) for place in range(1, size + 1)])
        lying = tuple(names)
        return self._go(
            [(lying.index(name) + 1, Fraction(n, size)) for name, n in Counter(lying).items()]
        )

    def copy(self) -> _Path:
        """Return a way that goes on alike, and on its own."""
        twin = _Path(self.probability, tuple(self.taken))
        twin._next = self._next
        return twin

    def mark(self) -> int:
        """Return how many outcomes have fallen."""
        return self._next

    def rewind(self, mark: int) -> None:
        """Go back to a mark, to take the same way again."""
        self._next = mark

    def _go(self, ways: Sequence[tuple[_Outcome, Fraction]]) -> int:
        if self._next == len(self.taken):
            before, behind = self.probability, tuple(self.taken)
            self.others += [
                (before * share, (*behind, outcome)) for outcome, share in reversed(ways[1:])
            ]
            outcome, share = ways[0]
            self.probability = before * share
            self.taken.append(outcome)
        self._next += 1
        return self.taken[self._next - 1]
