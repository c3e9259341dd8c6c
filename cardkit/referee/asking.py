"""Outcomes from the table: the cards lie in front of a person, who says what fell and was drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cardkit.naming import fold_name
from cardkit.referee.chance import EVERY_NUMBER, ChanceError, Purpose


class AskedKind(StrEnum):
    """Kinds of outcomes."""

    COIN = "coin"
    DIE = "die"
    DRAW = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One outcome that a person is asked for.

    Attributes:
        who: the Pokemon that it is for, as happenings call it; empty for a draw.
        hits: of a die, the numbers that succeed.
        options: of a draw, the names of the cards that lie in the deck, in its order.
    """

    kind: AskedKind
    purpose: Purpose
    who: str = ""
    hits: frozenset[int] = EVERY_NUMBER
    options: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """Number of the rule that asks."""
        return self.purpose.rule

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the different answers in words, in order."""
        if self.kind is AskedKind.COIN:
            return ("heads", "tails")
        if self.kind is AskedKind.DIE:
            return tuple(str(number) for number in sorted(EVERY_NUMBER))
        return tuple(dict.fromkeys(self.options))

    def read(self, answer: str) -> bool | int:
        """Read an answer in words: a name or its beginning, a position, ``heads``, ``even``, 4.

        Raises:
            ChanceError: when it is none of the outcomes, or could be several.

        >>> deck = ("Fire", "Fighting", "Fighting")
        >>> drawn = Question(kind=AskedKind.DRAW, purpose=Purpose.ENEMY_ENERGY, options=deck)
        >>> drawn.read("fig")
        2
        """
        words = fold_name(answer).removesuffix(" energy")
        number = int(words) if words.isascii() and words.isdecimal() else None
        if self.kind is AskedKind.DRAW:
            return self._position(answer, words, number)
        if number is not None and number in EVERY_NUMBER:
            return number if self.kind is AskedKind.DIE else number % 2 == 0
        if self.kind is AskedKind.COIN and words:
            for heads, names in ((True, ("heads", "even")), (False, ("tails", "odd"))):
                if any(name.startswith(words) for name in names):
                    return heads
        raise self._refused(answer)

    def check(self, outcome: bool | int) -> bool | int:
        """Return an outcome that fits the question.

        Raises:
            ChanceError: when it does not.
        """
        coin = self.kind is AskedKind.COIN
        highest = len(self.options) if self.kind is AskedKind.DRAW else len(EVERY_NUMBER)
        if isinstance(outcome, bool) != coin or not (coin or 1 <= outcome <= highest):
            raise self._refused(outcome)
        return outcome

    def _position(self, answer: str, words: str, number: int | None) -> int:
        names = [fold_name(name) for name in self.options]
        if words in names:
            return names.index(words) + 1
        if number is not None and 1 <= number <= len(names):
            return number
        fitting = dict.fromkeys(name for name in names if words and name.startswith(words))
        fitting = fitting or dict.fromkeys(name for name in names if words and words in name)
        if len(fitting) == 1:
            return names.index(next(iter(fitting))) + 1
        if fitting:
            found = ", ".join(self.options[names.index(name)] for name in fitting)
            raise ChanceError(
                f"expects one card, {answer!r} may be {found}", remedy="say more of its name"
            )
        raise self._refused(answer)

    def _refused(self, answer: object) -> ChanceError:
        wanted = {
            AskedKind.COIN: "heads or tails",
            AskedKind.DIE: "a number of the die, 1 to 6",
            AskedKind.DRAW: f"a card of the deck ({', '.join(self.choices)}), or its position "
            f"from 1 to {len(self.options)}",
        }[self.kind]
        return ChanceError(f"expects {wanted}, got {answer!r}", remedy="say what lies on the table")


class Asked:
    """Outcomes that a person at the table gives.

    What the person says in words is turned into the outcome that a record holds: a name into the
    position of the first such card. An error that ``ask`` raises comes out of
    ``Adventure.push``, which takes the action back.

    >>> table = Asked(lambda question: "tails" if question.kind == "coin" else 6)
    >>> table.coin(Purpose.SLEEP, "Ada"), table.die()
    (False, 6)
    """

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[Question], bool | int | str]) -> None:
        """Take whoever is asked; the answer is an outcome, or words for :meth:`Question.read`."""
        self._ask = ask

    def coin(self, purpose: Purpose = Purpose.CARD_TEXT, who: str = "") -> bool:
        """Ask for a coin; True is heads.

        Raises:
            ChanceError: when the answer is none.
        """
        return bool(self._answer(Question(kind=AskedKind.COIN, purpose=purpose, who=who)))

    def die(
        self,
        purpose: Purpose = Purpose.CARD_TEXT,
        who: str = "",
        hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        """Ask for the die: 1 to 6.

        Raises:
            ChanceError: when the answer is none of these.
        """
        return self._answer(Question(kind=AskedKind.DIE, purpose=purpose, who=who, hits=hits))

    def draw(
        self, size: int, purpose: Purpose = Purpose.CARD_TEXT, names: Sequence[str] = ()
    ) -> int:
        """Ask which card was drawn: its position, 1 to ``size``.

        Raises:
            ChanceError: when the answer is no card of the deck.
        """
        options = tuple(names) or tuple(f"card {number}" for number in range(1, size + 1))
        return self._answer(Question(kind=AskedKind.DRAW, purpose=purpose, options=options))

    def copy(self) -> Asked:
        """Return a source that asks the same person."""
        return Asked(self._ask)

    def mark(self) -> None:
        """Return nothing: the table remembers for itself."""

    def rewind(self, _mark: None) -> None:
        """Do nothing: the person is asked again."""

    def _answer(self, question: Question) -> int:
        answer = self._ask(question)
        return question.read(answer) if isinstance(answer, str) else question.check(answer)
