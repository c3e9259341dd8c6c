"""What sources say of cards and sets, put beside each other and merged.

A shelf is a table of merged rows, and the parts that they were made of. While one source alone
speaks of a card, its row is what that source says; parts are kept from the second source on.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Generic, TypeVar

from cardkit.cards import Card, CardId, CardSet
from cardkit.catalogue.database import Database
from cardkit.catalogue.merging import (
    SET_TABLE,
    STARTER,
    Conflict,
    Part,
    by_precedence,
    conflicts,
    merge_cards,
    merge_sets,
    speaker,
)
from cardkit.catalogue.rows import Row, card_from_row, card_to_row, encode

T = TypeVar("T", Card, CardSet)

_AT_ONCE = 500
"""How many are looked at together; SQLite takes so many values everywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Who writes: a source, and its batch, which comes to be with the first change."""

    source: str
    batch_id: Callable[[], int]


@dataclass(slots=True)
class Tally:
    """How many were put, and what became of them; the others were as before."""

    seen: int = 0
    added: int = 0
    updated: int = 0

    @property
    def unchanged(self) -> int:
        """How many were as before."""
        return self.seen - self.added - self.updated


class Shelf(ABC, Generic[T]):
    """The cards or the sets of a catalogue.

    The statements take the fields of :class:`Row` in their order, as many as there are
    ``columns``, and the batch in place of the braces.
    """

    kind: ClassVar[str]
    key: ClassVar[str]
    columns: ClassVar[int]
    select: ClassVar[str]
    insert: ClassVar[str]
    update: ClassVar[str]

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tally = Tally()
        self._keys: set[str] | None = None

    @abstractmethod
    def to_row(self, thing: T) -> Row:
        """Return the form that is stored."""

    @abstractmethod
    def read(self, row: Row) -> T:
        """Return what was stored."""

    @abstractmethod
    def merged(self, parts: Sequence[Part[T]]) -> T:
        """Return what the parts say together; they come strongest first."""

    def note(self, key: str, parts: Sequence[Part[T]]) -> None:
        """Keep what there is to say about the parts of one; they come strongest first."""

    def put(self, things: Iterable[T], writer: Writer) -> None:
        """Add what is new, and bring what the source has said before up to date."""
        self.put_rows(map(self.to_row, things), writer)

    def put_rows(self, rows: Iterable[Row], writer: Writer) -> None:
        """Do the same with what is in its stored form already."""
        rest = iter(rows)
        while some := list(islice(rest, _AT_ONCE)):
            self.tally.seen += len(some)
            self._put({row.key: row for row in some}, writer)

    def retract(self, source: str, keep: Collection[str]) -> None:
        """Forget what a source says of everything but what is to be kept."""
        alone = self.database.rows(
            f"SELECT {self.key} FROM {self.kind} JOIN batch USING (batch_id) WHERE source = ?"  # noqa: S608
            f" AND {self.key} NOT IN (SELECT key FROM part WHERE kind = ?)",
            source,
            self.kind,
        )
        for (key,) in alone:
            if key not in keep:
                self.database.run(f"DELETE FROM {self.kind} WHERE {self.key} = ?", key)  # noqa: S608
        among = self.database.rows(
            "SELECT key FROM part WHERE kind = ? AND source = ?", self.kind, source
        )
        for key in {key for (key,) in among}.difference(keep):
            others: list[Part[Row]] = self.parts([key])[key]
            others = [part for part in others if part.source != source]
            self._drop_part(key, source)
            if len(others) == 1:
                self._drop_part(key, others[0].source)
            self._merge(self.stored([key])[key], others)
        self._keys = None

    def stored(self, keys: Iterable[str]) -> dict[str, Part[Row]]:
        """Return the rows that there are, each as if it were the part of its strongest source."""
        return {
            fields[0]: Part(source=source, batch_id=batch_id, said=Row(*fields))
            for *fields, batch_id, source in self.database.rows_of(self.select, keys)
        }

    def parts(self, keys: Iterable[str]) -> dict[str, list[Part[Row]]]:
        """Return the parts of those that several sources speak of, the strongest first."""
        found: dict[str, list[Part[Row]]] = {}
        for key, content, set_id, batch_id, source in self.database.rows_of(
            "SELECT key, content, set_id, batch_id, source FROM part"  # noqa: S608
            f" WHERE kind = '{self.kind}' AND key IN ({{}})",
            keys,
        ):
            said = Row(key, content, set_id)
            found.setdefault(key, []).append(Part(source=source, batch_id=batch_id, said=said))
        return {key: by_precedence(parts) for key, parts in found.items()}

    def read_parts(self, parts: Iterable[Part[Row]]) -> list[Part[T]]:
        """Return what parts say.

        Raises:
            InputError: the catalogue is damaged.
        """
        with self.database.damage_in_words():
            return [
                Part(source=each.source, batch_id=each.batch_id, said=self.read(each.said))
                for each in parts
            ]

    def _put(self, rows: Mapping[str, Row], writer: Writer) -> None:
        if self._keys is None:  # one look at all of them takes less than one at each
            keys = self.database.rows(f"SELECT {self.key} FROM {self.kind}")  # noqa: S608
            self._keys = {key for (key,) in keys}
        fresh = [row[: self.columns] for key, row in rows.items() if key not in self._keys]
        if fresh:
            self.database.run_many(self.insert.format(writer.batch_id()), fresh)
            self.tally.added += len(fresh)
        if len(fresh) < len(rows):
            stored = self.stored(self._keys.intersection(rows))
            parts = self.parts(stored)
            for key, row in stored.items():
                self._bring_up_to_date(row, parts.get(key), rows[key], writer)
        self._keys.update(rows)

    def _bring_up_to_date(
        self, row: Part[Row], parts: list[Part[Row]] | None, told: Row, writer: Writer
    ) -> None:
        known = parts or [row]
        voice = speaker(writer.source)
        own = next((part for part in known if speaker(part.source) == voice), None)
        if own is not None and own.said.says(told):
            return
        new = Part(source=writer.source, batch_id=writer.batch_id(), said=told)
        others: list[Part[Row]] = [part for part in known if part is not own]
        if others:
            if own is not None:
                self._drop_part(told.key, own.source)
            for part in (new, *(() if parts else others)):
                self._keep_part(part)
        if self._merge(row, by_precedence([*others, new])):
            self.tally.updated += 1

    def _merge(self, row: Part[Row], parts: Sequence[Part[Row]]) -> bool:
        """Make a row anew of its parts; return whether that tells anybody something new."""
        said = self.read_parts(parts)
        merged = self.to_row(self.merged(said))
        self.note(row.said.key, said)
        batch_id = parts[0].batch_id
        is_news = not merged.says(row.said)
        if is_news or batch_id != row.batch_id:
            self.database.run(self.update.format(batch_id), *merged[: self.columns])
        return is_news or row.source in (STARTER, SET_TABLE)

    def _keep_part(self, part: Part[Row]) -> None:
        values = (part.said.key, part.source, part.batch_id, part.said.set_id, part.said.content)
        self.database.run(
            "INSERT OR REPLACE INTO part (kind, key, source, batch_id, set_id, content)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            self.kind,
            *values,
        )

    def _drop_part(self, key: str, source: str) -> None:
        self.database.run(
            "DELETE FROM part WHERE kind = ? AND key = ? AND source = ?", self.kind, key, source
        )


class CardShelf(Shelf[Card]):
    """The cards of a catalogue."""

    kind = "card"
    key = "card_id"
    columns = 5
    select = (
        "SELECT card_id, row, set_id, number_key, name_key, batch_id, source FROM card"
        " JOIN batch USING (batch_id) WHERE card_id IN ({})"
    )
    insert = (
        "INSERT INTO card (card_id, row, set_id, number_key, name_key, batch_id)"
        " VALUES (?, ?, ?, ?, ?, {})"
    )
    update = (
        "UPDATE card SET row = ?2, set_id = ?3, number_key = ?4, name_key = ?5, batch_id = {}"
        " WHERE card_id = ?1"
    )

    def to_row(self, thing: Card) -> Row:
        """Return the form that is stored."""
        return card_to_row(thing)

    def read(self, row: Row) -> Card:
        """Return what was stored."""
        return card_from_row(row)

    def merged(self, parts: Sequence[Part[Card]]) -> Card:
        """Return what the parts say together."""
        return merge_cards([part.said for part in parts])

    def note(self, key: str, parts: Sequence[Part[Card]]) -> None:
        """Note on which fields the sources disagree."""
        self.database.run("DELETE FROM conflict WHERE card_id = ?", key)
        rows = [(key, each.field) for each in conflicts(parts)]
        self.database.run_many("INSERT INTO conflict (card_id, field) VALUES (?, ?)", rows)

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return every field of a card on which sources disagree, by card."""
        rows = self.database.rows("SELECT DISTINCT card_id FROM conflict ORDER BY card_id")
        keys = iter([CardId(card_id) for (card_id,) in rows])
        found: list[Conflict] = []
        while chunk := list(islice(keys, _AT_ONCE)):
            parts = self.parts(chunk)
            for key in chunk:
                found += conflicts(self.read_parts(parts.get(key, ())))
        return tuple(found)


class SetShelf(Shelf[CardSet]):
    """The sets of a catalogue."""

    kind = "card_set"
    key = "set_id"
    columns = 2
    select = (
        "SELECT set_id, document, set_id, '', '', batch_id, source FROM card_set"
        " JOIN batch USING (batch_id) WHERE set_id IN ({})"
    )
    insert = "INSERT INTO card_set (set_id, document, batch_id) VALUES (?, ?, {})"
    update = "UPDATE card_set SET document = ?2, batch_id = {} WHERE set_id = ?1"

    def to_row(self, thing: CardSet) -> Row:
        """Return the form that is stored."""
        return Row(thing.set_id, encode(thing.to_dict()), thing.set_id)

    def read(self, row: Row) -> CardSet:
        """Return what was stored."""
        return set_from_document(row.content)

    def merged(self, parts: Sequence[Part[CardSet]]) -> CardSet:
        """Return what the parts say together."""
        return merge_sets([part.said for part in parts])


def set_from_document(text: str) -> CardSet:
    """Return a set as it was stored."""
    document: dict[str, Any] = json.loads(text)
    return CardSet.from_dict(document)
