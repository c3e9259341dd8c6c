"""Attacks and powers that ask the player something in the middle (Rule: S43).

An attack is a function of the position, the outcomes of chance and the answers of the player. So
where an answer is missing, everything goes back to where the attack began, the outcomes so far are
remembered, and the attack is carried out again once the answer is there: the position never holds
half an attack, and it can be copied, written down and taken back at every moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardkit.referee.actions import Action, Decide
from cardkit.referee.chance import EVERY_NUMBER, Chance, Purpose
from cardkit.referee.memory import Attempt
from cardkit.referee.play import Play
from cardkit.referee.state import Phase, present


class UndecidedError(Exception):
    """The player must answer first; never seen outside this module."""

    def __init__(self, question: str, options: tuple[str, ...], labels: tuple[str, ...]) -> None:
        super().__init__(question)
        self.question = question
        self.options = options
        self.labels = labels


class Answers:
    """The answers that a running attack has, in order."""

    __slots__ = ("_given", "_next")

    def __init__(self, given: Sequence[str] = ()) -> None:
        self._given = given
        self._next = 0

    def take(self, question: str, options: Sequence[str], labels: Sequence[str] = ()) -> str:
        """Return the answer to a question; one that has only one answer is not asked.

        Raises:
            UndecidedError: when the player has not answered it yet.
        """
        distinct = tuple(dict.fromkeys(options))
        if len(distinct) == 1:
            return distinct[0]
        if self._next == len(self._given):
            raise UndecidedError(question, distinct, tuple(labels))
        self._next += 1
        return self._given[self._next - 1]


def attempt(play: Play, action: Action, carry_out: Callable[[Play, Any, Answers], None]) -> None:
    """Carry an action out as far as the answers reach."""
    resume(play, Attempt(action, "", (), (), (), 0), carry_out)


def decide(play: Play, action: Decide, carry_out: Callable[[Play, Any, Answers], None]) -> None:
    """Answer what is asked, and carry the action out again."""
    waiting: Attempt = present(play.state.attempt)
    play.state.attempt = None
    resume(play, waiting._replace(answers=(*waiting.answers, action.answer)), carry_out)


def resume(play: Play, waiting: Attempt, carry_out: Callable[[Play, Any, Answers], None]) -> None:
    """Carry an attack out again with the outcomes and answers that it has so far."""
    state, chance = play.state, play.chance
    aside, play.aside = play.aside, None
    before = None if aside is not None else state.copy()
    begun = len(play.told)
    again = _Again(chance, waiting.outcomes)
    play.chance = again
    try:
        carry_out(play, waiting.action, Answers(waiting.answers))
    except UndecidedError as undecided:
        state.restore(present(aside).copy() if before is None else before)
        state.attempt = waiting._replace(
            question=undecided.question,
            options=undecided.options,
            labels=undecided.labels,
            outcomes=tuple(again.outcomes),
            told=len(play.told) - begun,
        )
        state.phase = Phase.CHOOSING
    finally:
        play.chance = chance
    del play.told[begun : begun + waiting.told]


class _Again:
    """Repeats outcomes that fell before, then asks on and writes down what falls."""

    __slots__ = ("_inner", "_next", "outcomes")

    def __init__(self, inner: Chance, outcomes: Sequence[bool | int]) -> None:
        self._inner = inner
        self._next = 0
        self.outcomes = list(outcomes)

    def coin(self, purpose: Purpose = Purpose.CARD_TEXT, who: str = "", /) -> bool:
        return bool(self._fallen(lambda: self._inner.coin(purpose, who)))

    def die(
        self,
        purpose: Purpose = Purpose.CARD_TEXT,
        who: str = "",
        hits: frozenset[int] = EVERY_NUMBER,
        /,
    ) -> int:
        return self._fallen(lambda: self._inner.die(purpose, who, hits))

    def draw(
        self, size: int, purpose: Purpose = Purpose.CARD_TEXT, names: Sequence[str] = (), /
    ) -> int:
        return self._fallen(lambda: self._inner.draw(size, purpose, names))

    def copy(self) -> Chance:
        return _Again(self._inner.copy(), self.outcomes)

    def mark(self) -> Any:
        return self._inner.mark()

    def rewind(self, mark: Any) -> None:
        self._inner.rewind(mark)

    def _fallen(self, ask: Callable[[], bool | int]) -> bool | int:
        if self._next == len(self.outcomes):
            self.outcomes.append(ask())
        self._next += 1
        return self.outcomes[self._next - 1]
