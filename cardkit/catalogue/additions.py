"""Adding to the catalogue: one transaction, and what it did in numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from itertools import islice

from cardkit import __version__
from cardkit.cards import Card, CardSet, SetId
from cardkit.catalogue.database import Database
from cardkit.catalogue.info import Added
from cardkit.catalogue.rows import card_to_row
from cardkit.catalogue.sets import set_facts
from cardkit.catalogue.starter import starter_cards
from cardkit.naming import fold_name, number_key

STARTER = "starter"
"""Name of the source of the cards that travel with cardkit."""

_STARTER_BATCH = 0
_BATCH_CARDS = 500
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

# What is the same as before is left alone; only a starter entry gives way even to its equal, so
# that the next starter does not take it back.
_PUT_CARD = """
INSERT INTO card (card_id, set_id, number_key, name_key, batch_id, row) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (card_id) DO UPDATE SET
    set_id = excluded.set_id, number_key = excluded.number_key, name_key = excluded.name_key,
    batch_id = excluded.batch_id, row = excluded.row
WHERE row <> excluded.row OR set_id <> excluded.set_id OR batch_id = 0
"""
_PUT_SET = """
INSERT INTO card_set (set_id, batch_id, document) VALUES (?, ?, ?)
ON CONFLICT (set_id) DO UPDATE SET batch_id = excluded.batch_id, document = excluded.document
WHERE document <> excluded.document OR batch_id = 0
"""
_PUT_STARTER_CARD, _PUT_STARTER_SET = (
    f"{statement.split('ON CONFLICT')[0]} ON CONFLICT DO NOTHING"
    for statement in (_PUT_CARD, _PUT_SET)
)


class Addition:
    """An addition that is under way; made by :meth:`cardkit.catalogue.Catalogue.adding`."""

    def __init__(self, database: Database, source: str, added_at: str) -> None:
        self._database = database
        database.run("INSERT INTO batch (source, added_at) VALUES (?, ?)", source, added_at)
        self._batch_id = int(database.value("SELECT last_insert_rowid()"))
        self._sets_before, self._cards_before = _count(database)
        self._seen_sets = self._seen_cards = 0
        self._changed_sets = self._changed_cards = 0

    def put_sets(self, sets: Iterable[CardSet]) -> None:
        """Add sets, or bring those that differ up to date."""
        rows = [_set_row(each, self._batch_id) for each in sets]
        self._changed_sets += self._database.run_many(_PUT_SET, rows)
        self._seen_sets += len(rows)

    def put_cards(self, cards: Iterable[Card]) -> None:
        """Add cards, or bring those that differ up to date."""
        cards = iter(cards)
        while rows := [_card_row(each, self._batch_id) for each in islice(cards, _BATCH_CARDS)]:
            self._changed_cards += self._database.run_many(_PUT_CARD, rows)
            self._seen_cards += len(rows)

    def finish(self) -> Added:
        """Give every card a set, and return what was done."""
        orphans = self._database.rows(
            "SELECT DISTINCT set_id FROM card WHERE set_id NOT IN (SELECT set_id FROM card_set)"
        )
        self.put_sets(_set_of(SetId(set_id)) for (set_id,) in orphans)
        sets, cards = _count(self._database)
        added = Added(
            cards_added=cards - self._cards_before,
            cards_updated=self._changed_cards - (cards - self._cards_before),
            cards_unchanged=self._seen_cards - self._changed_cards,
            sets_added=sets - self._sets_before,
            sets_updated=self._changed_sets - (sets - self._sets_before),
            sets_unchanged=self._seen_sets - self._changed_sets,
        )
        if not added.changed:
            self._database.run("DELETE FROM batch WHERE batch_id = ?", self._batch_id)
        return added


@contextmanager
def adding(database: Database, source: str, added_at: str) -> Iterator[Addition]:
    """Open an addition; it is kept when its ``finish`` was reached, and dropped otherwise."""
    if source == STARTER:
        raise ValueError(
            f"a source of cards must not be called {STARTER!r}: that is the shipped one"
        )
    with database.transaction():
        yield Addition(database, source, added_at)


def fill_starter(database: Database) -> bool:
    """Bring the starter cards up to date with the shipped ones; return whether that changed them.

    What a real source has said about a card or set stays.
    """
    digest = _starter_digest()
    if database.value("SELECT value FROM note WHERE name = 'starter'") == digest:
        return False
    sets, cards = starter_cards()
    with database.transaction():
        database.run(
            "INSERT INTO batch VALUES (?, ?, '') ON CONFLICT DO NOTHING", _STARTER_BATCH, STARTER
        )
        database.run("DELETE FROM card WHERE batch_id = ?", _STARTER_BATCH)
        database.run("DELETE FROM card_set WHERE batch_id = ?", _STARTER_BATCH)
        database.run_many(_PUT_STARTER_SET, [_set_row(each, _STARTER_BATCH) for each in sets])
        database.run_many(_PUT_STARTER_CARD, [_card_row(each, _STARTER_BATCH) for each in cards])
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


def _count(database: Database) -> tuple[int, int]:
    rows = database.rows("SELECT (SELECT count(*) FROM card_set), (SELECT count(*) FROM card)")
    sets, cards = rows[0]
    return sets, cards


def _card_row(card: Card, batch_id: int) -> tuple[object, ...]:
    return (
        card.card_id,
        card.set_id,
        number_key(card.number),
        fold_name(card.name),
        batch_id,
        card_to_row(card),
    )


def _set_row(card_set: CardSet, batch_id: int) -> tuple[object, ...]:
    return card_set.set_id, batch_id, _encode(card_set.to_dict())


def _set_of(set_id: SetId) -> CardSet:
    """Return what is known of a set whose cards came without it."""
    facts = set_facts().get(set_id)
    return facts.to_set() if facts else CardSet(set_id=set_id, name=set_id)
