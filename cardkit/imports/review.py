"""Reviewing unresolved rows: questions with candidates, and the owner's answers to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cardkit.cards import Card, SetId
from cardkit.catalogue import Catalogue
from cardkit.collection import Answer, Collection, StoredRow, question_of
from cardkit.imports.matching import Matched, Matcher, Wanted
from cardkit.imports.names import read_name
from cardkit.imports.vocabulary import MAX_COUNT, read_language
from cardkit.naming import fold_label

MAX_CHOICES = 9
"""Candidates that are shown: each has a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is not known of some rows that say the same of their card.

    Attributes:
        key: what the answer is kept under.
        rows: at least one.
        candidates: printings that may be meant, the nearest first.
    """

    key: str
    rows: tuple[StoredRow, ...]
    candidates: tuple[Card, ...]

    @property
    def first(self) -> StoredRow:
        """The row that stands for all."""
        return self.rows[0]

    @property
    def row_id(self) -> int:
        """The number by which people mean it."""
        return self.first.row_id

    @property
    def copies(self) -> int:
        """Copies on all its rows; 0 where the quantity could not be read."""
        return sum(stored.row.count for stored in self.rows)

    @property
    def label(self) -> str:
        """The label or code of the rows' set, folded; empty when they have none."""
        card = self.first.row.card
        return fold_label(card.set_label or card.set_code)


def open_questions(collection: Collection, catalogue: Catalogue) -> tuple[Question, ...]:
    """Return what is not known, in the order of the rows."""
    rows: dict[str, list[StoredRow]] = {}
    for stored in collection.rows():
        if stored.row.card.card_id is None:
            rows.setdefault(question_of(stored.row), []).append(stored)
    return tuple(
        Question(key=key, rows=tuple(each), candidates=_candidates(each[0], catalogue))
        for key, each in rows.items()
    )


def _candidates(stored: StoredRow, catalogue: Catalogue) -> tuple[Card, ...]:
    card = stored.row.card
    found = [catalogue.card(card_id) for card_id in card.candidates]
    known = tuple(each for each in found if each is not None)
    return known[:MAX_CHOICES] or look_up(read_name(card.name).name, catalogue)


def look_up(words: str, catalogue: Catalogue) -> tuple[Card, ...]:
    """Return printings that words may mean: an identifier, a code and number, or a name."""
    words = words.strip()
    if not words:
        return ()
    return catalogue.find(words)[:MAX_CHOICES] or catalogue.search(words, MAX_CHOICES)


class ChoiceFault(StrEnum):
    """What is wrong with a choice."""

    NO_COPIES = "expects how many copies, for the row's own quantity could not be read"
    COPIES_OUT_OF_RANGE = f"expects from 1 to {MAX_COUNT:,} copies"
    OTHER_COPIES = "the row has a quantity of its own, which a review does not change"
    NO_LABEL = "the row has no label of a set that could be remembered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the owner says to one question.

    Attributes:
        count: copies; where the rows have a quantity, that or None.
        for_label: the set's label means the set of this card from now on.
    """

    question: Question
    card: Card
    count: int | None = None
    for_label: bool = False

    @property
    def fault(self) -> ChoiceFault | None:
        """What is wrong with it; None when nothing is."""
        known = self.question.copies
        if known and self.count not in (None, known):
            return ChoiceFault.OTHER_COPIES
        if not known and self.count is None:
            return ChoiceFault.NO_COPIES
        if not known and not 1 <= (self.count or 0) <= MAX_COUNT:
            return ChoiceFault.COPIES_OUT_OF_RANGE
        if self.for_label and not self.question.label:
            return ChoiceFault.NO_LABEL
        return None


def settle(
    choices: Sequence[Choice], questions: Iterable[Question], catalogue: Catalogue
) -> tuple[tuple[Answer, ...], Mapping[str, SetId]]:
    """Return the answers that choices give, and what labels of sets mean from now on.

    A label that is remembered answers the other questions of its set too, where name and number
    agree with one printing there.
    """
    answers = [
        Answer(question=each.question.key, card_id=each.card.card_id, count=each.count)
        for each in choices
    ]
    labels = {each.question.label: each.card.set_id for each in choices if each.for_label}
    if labels:
        answered = {answer.question for answer in answers}
        matcher = Matcher(catalogue)
        for question in questions:
            if question.key not in answered and question.label in labels and question.copies:
                found = matcher.match(_wanted(question, labels[question.label]))
                if isinstance(found, Matched):
                    answers.append(Answer(question=question.key, card_id=found.card_id))
    return tuple(answers), labels


def _wanted(question: Question, set_id: SetId) -> Wanted:
    card = question.first.row.card
    language = read_language(card.language)
    return Wanted(
        name=read_name(card.name),
        set_label=set_id,
        number=card.number,
        rarity=card.rarity,
        asian=language.name if language.asian else "",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A choice as it is typed: ``2``, ``2!`` for its label too, ``2 x3`` with the copies."""

    number: int
    for_label: bool
    count: int | None

    @classmethod
    def read(cls, text: str) -> Typed | None:
        """Read it; None when it is no choice.

        >>> Typed.read("2!"), Typed.read("skip")
        (Typed(number=2, for_label=True, count=None), None)
        """
        found = re.fullmatch(r"(\d)\s*(!)?\s*(?:[x×]\s*0*(\d+))?", text.strip().casefold())
        if found is None:
            return None
        return cls(
            number=int(found[1]),
            for_label=bool(found[2]),
            # Nine digits are out of range as well, however many were typed.
            count=int(found[3][:9]) if found[3] else None,
        )
