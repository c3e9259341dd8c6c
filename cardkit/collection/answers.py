"""The owner's answers: which printing an unresolved row means, and which set a label means.

An answer holds for every row that says the same of its card, in this import and in later ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from cardkit.cards import CardId, SetId
from cardkit.collection.model import Row, RowCard, Step
from cardkit.naming import fold_label, fold_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the owner says to a question.

    Attributes:
        question: see :func:`question_of`.
        card_id: the printing.
        count: copies, where the row's own quantity could not be read.
    """

    question: str
    card_id: CardId
    count: int | None = None


def question_of(row: Row) -> str:
    """Return what an answer is kept under: all that the row says of its card.

    Where the quantity could not be read, that belongs to the question.
    """
    card = row.card
    parts = [
        fold_name(card.name) or card.name,
        fold_label(card.set_label),
        fold_label(card.set_code),
        card.number.casefold(),
        card.rarity.casefold(),
        card.language.casefold(),
    ]
    if not row.count:
        parts.append(card.reason)
    return "|".join(parts)


class Answers:
    """All answers of a collection.

    Args:
        answers: a later one to a question takes the place of an earlier.
        labels: folded label of a set to the set that it means.
    """

    def __init__(
        self, answers: Iterable[Answer] = (), labels: Mapping[str, SetId] | None = None
    ) -> None:
        self._by_question = {answer.question: answer for answer in answers}
        self._cards: dict[tuple[RowCard, CardId], RowCard] = {}
        self.labels: Mapping[str, SetId] = labels or {}

    def applied(self, row: Row) -> Row:
        """Return a row as its question was answered; resolved rows ask nothing."""
        if row.card.card_id is not None or not self._by_question:
            return row
        answer = self._by_question.get(question_of(row))
        if answer is None or not (row.count or answer.count):
            return row
        key = (row.card, answer.card_id)
        if key not in self._cards:  # rows of one card share it, as they do in a file
            self._cards[key] = replace(
                row.card, card_id=answer.card_id, step=Step.BY_HAND, reason="", candidates=()
            )
        return replace(row, card=self._cards[key], count=row.count or answer.count or 0)
