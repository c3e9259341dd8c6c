"""What a collection is made of: rows as they were imported, changes, and the owner's choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from cardkit.cards import CardId
from cardkit.naming import fold_label, fold_name, number_key


class Step(StrEnum):
    """Which of a row's columns decided the printing, strongest first."""

    SET_NUMBER_NAME = "set-number-name"
    SET_NUMBER = "set-number"
    """The row has no name to compare."""
    NAME_NUMBER_TOTAL = "name-number-total"
    """The set is missing or a group of many sets; number and total are those on the card."""
    NAME_SET_RARITY = "name-set-rarity"
    """The row has no number, and the set has one such card."""
    ANY_PRINTING = "any-printing"
    """The row names a basic Energy and no set: every printing of it is the same card."""
    BY_HAND = "by-hand"
    """The owner has named the printing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCard:
    """A card as a row of a file describes it, and what it was taken for.

    Rows of the same card share one.

    Attributes:
        name: the card's name as the row spells it, or what can be said of a row without one.
        set_label: name of the set as the row spells it.
        set_code: code of the set as the row spells it.
        number: collector number as the row spells it.
        rarity: rarity as the row spells it.
        kind: what the row says of the kind of card (Trainer, a type); mostly empty.
        language: in cardkit's words where it is known.
        card_id: the printing; None while unresolved.
        step: what decided the printing; None while unresolved.
        reason: why it is unresolved; empty when it is not.
        candidates: printings that it may be, the nearest first.
    """

    name: str
    set_label: str = ""
    set_code: str = ""
    number: str = ""
    rarity: str = ""
    kind: str = ""
    language: str = ""
    card_id: CardId | None = None
    step: Step | None = None
    reason: str = ""
    candidates: tuple[CardId, ...] = ()

    @property
    def subject(self) -> str:
        """What an owner's choice of deck is kept under; the same in a later import."""
        return self.described if self.card_id is None else self.card_id

    @property
    def described(self) -> str:
        """The subject as long as the card is unresolved; a choice under it outlives that."""
        number = number_key(self.number.partition("/")[0])
        return "|".join(
            ("", fold_name(self.name), fold_label(self.set_label or self.set_code), number)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Copies of one card as a row of a file told them.

    Attributes:
        count: copies; 0 when the row's quantity could not be read, so none are in the decks.
        finish, condition: in cardkit's words where they are known.
        grade: grade of a slab, e.g. ``PSA 10.0 GEM - MT``; empty when ungraded.
        note: the owner's note, and remarks that the name carried.
        line: the line of the file, counted from 1.
    """

    card: RowCard
    count: int
    finish: str = ""
    condition: str = ""
    grade: str = ""
    note: str = ""
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRow:
    """A row of the collection.

    Attributes:
        row_id: the number by which ``cardkit list`` shows it.
        file: the name of the file that it came from.
    """

    row_id: int
    file: str
    row: Row


class ChangeKind(StrEnum):
    """What changed a collection."""

    IMPORT = "import"
    ADD = "add"
    ASSIGN = "assign"
    REVIEW = "review"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change; the last one can be undone, then the one before it.

    Attributes:
        words: what was done, for people: ``import of list.csv (63 rows)``.
    """

    change_id: int
    at: datetime
    kind: ChangeKind
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFile:
    """A file that the collection holds rows of; or cards added by hand, as if they were one.

    Attributes:
        digest: SHA-256 of its content.
        path: where it was; empty when it came through a pipe.
        format_name: the format that it was read as.
        rows_read: rows below its header.
        skipped: rows left out, per reason.
    """

    change_id: int
    at: datetime
    name: str
    path: str
    digest: str
    format_name: str
    rows_read: int
    skipped: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewImport:
    """What an import adds: the file, and its rows that are cards."""

    name: str
    digest: str
    format_name: str
    rows_read: int
    rows: tuple[Row, ...]
    path: str = ""
    skipped: Mapping[str, int] = field(default_factory=dict)


class Repeat(StrEnum):
    """What to do with a file that the collection holds already."""

    REFUSE = "refuse"
    ADD = "add"
    """Count its rows once more."""
    REPLACE = "replace"
    """Take its earlier rows out."""
    REFRESH = "refresh"
    """Take its earlier rows out where anything differs; else change nothing."""
