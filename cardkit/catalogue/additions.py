"""Adding to the catalogue: one transaction, and what it did in numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files

from cardkit import __version__
from cardkit.cards import Card, CardSet, LocalName, LocalSetName, SetId
from cardkit.catalogue.database import Database
from cardkit.catalogue.info import Added, SourceState
from cardkit.catalogue.merging import SET_TABLE, STARTER
from cardkit.catalogue.rows import Row
from cardkit.catalogue.sets import set_facts
from cardkit.catalogue.shelves import CardShelf, SetShelf, Writer
from cardkit.naming import fold_name

_STARTER_BATCH, _SET_TABLE_BATCH = 0, -1

_PUT_NAME = """
INSERT INTO card_name (card_id, language, name, name_key) VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET name = excluded.name, name_key = excluded.name_key
WHERE name <> excluded.name
"""
_PUT_SET_NAME = """
INSERT INTO set_name (set_id, language, name) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET name = excluded.name WHERE name <> excluded.name
"""


class Addition:
    """An addition that is under way; made by :meth:`cardkit.catalogue.Catalogue.adding`."""

    def __init__(self, database: Database, source: str, added_at: str) -> None:
        self._database, self._source, self._added_at = database, source, added_at
        self._writer = Writer(source=source, batch_id=self._batch)
        self._batch_id: int | None = None
        self._sets, self._cards = SetShelf(database), CardShelf(database)
        self._names = 0

    def put_sets(self, sets: Iterable[CardSet]) -> None:
        """Add sets, or bring those that differ up to date."""
        self._sets.put(sets, self._writer)

    def put_cards(self, cards: Iterable[Card]) -> None:
        """Add cards, or bring those that differ up to date."""
        self._cards.put(cards, self._writer)

    def put_rows(self, rows: Iterable[Row]) -> None:
        """Do the same with cards that are in their stored form already."""
        self._cards.put_rows(rows, self._writer)

    def put_names(self, names: Iterable[LocalName]) -> None:
        """Add what cards are called in other languages; the cards may come later."""
        rows = [(each.card_id, each.language, each.name, fold_name(each.name)) for each in names]
        self._names += self._database.run_many(_PUT_NAME, rows)

    def put_set_names(self, names: Iterable[LocalSetName]) -> None:
        """Add what sets are called in other languages; their cards may come later."""
        rows = [(each.set_id, each.language, each.name) for each in names]
        self._names += self._database.run_many(_PUT_SET_NAME, rows)

    def remember(self, state: SourceState, *, is_news: bool = False) -> None:
        """Note how far the source was read; left alone when nothing is new and that is known."""
        known = source_state(self._database, self._source)
        if known is None or is_news or not known.is_same(state):
            self._database.run(
                "INSERT OR REPLACE INTO source (name, fetched_at, address, etag, last_modified)"
                " VALUES (?, ?, ?, ?, ?)",
                self._source,
                state.fetched_at,
                state.address,
                state.etag,
                state.last_modified,
            )

    def finish(self) -> Added:
        """Give every card a set, and return what was done."""
        _give_sets(self._database, self._sets)
        cards, sets = self._cards.tally, self._sets.tally
        return Added(
            cards_added=cards.added,
            cards_updated=cards.updated,
            cards_unchanged=cards.unchanged,
            sets_added=sets.added,
            sets_updated=sets.updated,
            sets_unchanged=sets.unchanged,
            names=self._names,
        )

    def _batch(self) -> int:
        """Return the batch of what is written; additions at the same time share one."""
        if self._batch_id is None:
            known = self._database.value(
                "SELECT batch_id FROM batch WHERE source = ? AND added_at = ? AND added_at <> ''",
                self._source,
                self._added_at,
            )
            if known is None:
                self._database.run(
                    "INSERT INTO batch (source, added_at) VALUES (?, ?)",
                    self._source,
                    self._added_at,
                )
                known = self._database.value("SELECT last_insert_rowid()")
            self._batch_id = int(known)
        return self._batch_id


@contextmanager
def adding(database: Database, source: str, added_at: str) -> Iterator[Addition]:
    """Open an addition; what was put is kept unless the block fails."""
    if source in (STARTER, SET_TABLE):
        raise ValueError(f"a source of cards must not be called {source!r}: that one is shipped")
    with database.transaction():
        yield Addition(database, source, added_at)


def source_state(database: Database, source: str) -> SourceState | None:
    """Return how far a source was read; None when it never was, or does not say."""
    found = database.rows(
        "SELECT fetched_at, address, etag, last_modified FROM source WHERE name = ?", source
    )
    if not found:
        return None
    fetched_at, address, etag, last_modified = found[0]
    return SourceState(
        fetched_at=fetched_at, address=address, etag=etag, last_modified=last_modified
    )


def fill_starter(database: Database) -> bool:
    """Bring the starter cards up to date with the shipped ones; return whether that was needed.

    What a real source has said about a card or set comes first.
    """
    digest = _starter_digest()
    if database.value("SELECT value FROM note WHERE name = 'starter'") == digest:
        return False
    # Imported here: that is needed once for each version of cardkit.
    from cardkit.catalogue.starter import starter_cards

    sets, cards = starter_cards()
    set_shelf, card_shelf = SetShelf(database), CardShelf(database)
    writer = Writer(source=STARTER, batch_id=lambda: _STARTER_BATCH)
    with database.transaction():
        _shipped_batch(database, _STARTER_BATCH, STARTER)
        set_shelf.put(sets, writer)
        card_shelf.put(cards, writer)
        set_shelf.retract(STARTER, {each.set_id for each in sets})
        card_shelf.retract(STARTER, {each.card_id for each in cards})
        _give_sets(database, set_shelf)
        database.run("INSERT OR REPLACE INTO note VALUES ('starter', ?)", digest)
    return True


def _starter_digest() -> str:
    """Return what changes when the shipped cards do, without reading them card by card."""
    folder = files("cardkit.catalogue")
    parts = [folder / "starter.py", *(folder / "starter").iterdir()]
    digest = hashlib.sha256(__version__.encode())
    for part in sorted(parts, key=lambda each: each.name):
        if part.is_file():
            digest.update(part.read_bytes())
    return digest.hexdigest()


def _give_sets(database: Database, shelf: SetShelf) -> None:
    """Add the sets whose cards came without them, as far as the table of facts knows them."""
    orphans = database.rows(
        "SELECT DISTINCT set_id FROM card WHERE set_id NOT IN (SELECT set_id FROM card_set)"
    )
    if orphans:
        _shipped_batch(database, _SET_TABLE_BATCH, SET_TABLE)
        writer = Writer(source=SET_TABLE, batch_id=lambda: _SET_TABLE_BATCH)
        shelf.put([_set_of(SetId(set_id)) for (set_id,) in orphans], writer)


def _shipped_batch(database: Database, batch_id: int, source: str) -> None:
    database.run("INSERT INTO batch VALUES (?, ?, '') ON CONFLICT DO NOTHING", batch_id, source)


def _set_of(set_id: SetId) -> CardSet:
    """Return what is known of a set whose cards came without it."""
    facts = set_facts().get(set_id)
    return facts.to_set() if facts else CardSet(set_id=set_id, name=set_id)
