"""What an import has to say: every row is owned, skipped with a reason, or unresolved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cardkit.collection import NewImport, Row
from cardkit.decks.names import supertype_from_name
from cardkit.naming import fold_name

_KNOWN_SHARE = 10
"""One name in so many may be a Pokemon's in a list of another game."""


class SkipReason(StrEnum):
    """Why a row is no card of the collection."""

    BLANK = "blank"
    REPEATED_HEADER = "repeated header"
    ABOVE_HEADER = "above the header"
    OTHER_GAME = "other game"
    WISH_LIST = "wish list"
    NO_COPIES = "quantity 0"
    SEALED = "sealed"
    CODE_CARD = "code card"
    TRAILER = "below the table"
    SOLD = "sold"


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedRow:
    """A row that is left out."""

    line: int
    reason: SkipReason
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """All rows of one file.

    Attributes:
        file: the name of the file.
        path: where it is; empty when it came through a pipe.
        digest: SHA-256 of its content.
        format_name, format_title: the format it was read as.
        encoding: e.g. ``utf-8``.
        delimiter: e.g. ``comma``.
        rows_read: rows that the file holds, its header apart; counted while reading.
        rows: the owned and unresolved ones, in the order of the file.
        skipped: the others.
        notes: what a person should know about the reading.
    """

    file: str
    path: str
    digest: str
    format_name: str
    format_title: str
    encoding: str
    delimiter: str
    rows_read: int
    rows: tuple[Row, ...]
    skipped: tuple[SkippedRow, ...]
    notes: tuple[str, ...] = ()

    @property
    def owned(self) -> tuple[Row, ...]:
        """Rows whose printing is known."""
        return tuple([row for row in self.rows if row.card.card_id is not None])

    @property
    def unresolved(self) -> tuple[Row, ...]:
        """Rows that stay in the collection without a printing."""
        return tuple([row for row in self.rows if row.card.card_id is None])

    @property
    def copies(self) -> int:
        """Copies on the owned and unresolved rows."""
        return sum(row.count for row in self.rows)

    @property
    def of_other_games(self) -> bool:
        """Whether nothing at all in the file is known as a card of this game.

        A few names of Pokemon are words that other games use too: Golem, Persian.
        """
        if not self.rows:
            return any(row.reason is SkipReason.OTHER_GAME for row in self.skipped)
        if any(row.card.card_id is not None for row in self.rows):
            return False
        if any("pokemon" in fold_name(row.card.kind) for row in self.rows):
            return False
        known = sum(
            bool(row.card.candidates) or supertype_from_name(row.card.name) is not None
            for row in self.rows
        )
        return known * _KNOWN_SHARE <= len(self.rows)

    @property
    def skipped_per_reason(self) -> Mapping[str, int]:
        """Number of skipped rows for each reason that occurs."""
        return dict(sorted(Counter(row.reason.value for row in self.skipped).items()))

    def to_import(self) -> NewImport:
        """Return what the collection keeps of it."""
        return NewImport(
            name=self.file,
            path=self.path,
            digest=self.digest,
            format_name=self.format_name,
            rows_read=self.rows_read,
            rows=self.rows,
            skipped=self.skipped_per_reason,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``schemas/import.schema.json``."""
        return {
            "format": "cardkit-import/1",
            "file": self.file,
            "sha256": self.digest,
            "read_as": {
                "name": self.format_name,
                "title": self.format_title,
                "encoding": self.encoding,
                "delimiter": self.delimiter,
            },
            "rows": {
                "read": self.rows_read,
                "owned": len(self.owned),
                "skipped": len(self.skipped),
                "unresolved": len(self.unresolved),
            },
            "copies": self.copies,
            "notes": list(self.notes),
            "owned": [
                row_to_dict(row) | {"card": row.card.card_id, "step": row.card.step}
                for row in self.owned
            ],
            "skipped": [
                {"line": row.line, "reason": row.reason.value, "name": row.name}
                for row in self.skipped
            ],
            "unresolved": [
                row_to_dict(row)
                | {"reason": row.card.reason, "candidates": list(row.card.candidates)}
                for row in self.unresolved
            ],
        }


def row_to_dict(row: Row) -> dict[str, Any]:
    """Return what a row says of the copies, without what was made of it; empty fields left out."""
    told = {
        "name": row.card.name,
        "set": row.card.set_label,
        "set_code": row.card.set_code,
        "number": row.card.number,
        "rarity": row.card.rarity,
        "kind": row.card.kind,
        "finish": row.finish,
        "condition": row.condition,
        "language": row.card.language,
        "grade": row.grade,
        "note": row.note,
    }
    return {"line": row.line, "count": row.count} | {
        key: text for key, text in told.items() if text
    }
