"""The catalogue: every card known on this machine, looked up and added to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from platformdirs import user_data_path

from cardkit.cards import Card, CardId, CardSet, SetId
from cardkit.catalogue import references
from cardkit.catalogue.additions import Addition, adding, fill_starter, source_state
from cardkit.catalogue.database import DAMAGE, Database
from cardkit.catalogue.info import Added, CatalogueInfo, Provenance, SourceState, read_info
from cardkit.catalogue.merging import STARTER, Conflict, may_be_tera
from cardkit.catalogue.rows import name_from_row, read_card
from cardkit.catalogue.search import NameIndex
from cardkit.catalogue.sets import SetVocabulary, set_facts
from cardkit.catalogue.shelves import CardShelf, set_from_document
from cardkit.errors import InputError
from cardkit.findings import Finding
from cardkit.naming import fold_name, number_key

_WHOLE = 0.95
"""Share of a set's cards from which on it counts as whole."""

_CARDS = "SELECT card_key, card_id, set_id, row FROM card"
_BY_ID = f"{_CARDS} WHERE card_id = ?"
_BY_SET = f"{_CARDS} WHERE set_id = ?"
_BY_NUMBER = f"{_CARDS} WHERE set_id = ? AND number_key = ? ORDER BY card_key"
_PRINTS = "SELECT card_id, number_key, row FROM card WHERE set_id = ? ORDER BY card_key"
_OF_NAME = "WHERE name_key = ?1"
_OF_LOCAL_NAME = """WHERE card_key IN (
    SELECT card_key FROM card WHERE name_key = ?1
    UNION SELECT card_key FROM card_name JOIN card USING (card_id) WHERE card_name.name_key = ?1
)"""
_BY_NAME = f"{_CARDS} {{}} ORDER BY card_key"
_BY_PRINT = f"{_CARDS} {{}} AND number_key = ?2 ORDER BY card_key"


class Print(NamedTuple):
    """What tells a printing from others, with the number by which it was looked up."""

    card_id: CardId
    set_id: SetId
    name: str


def default_path() -> Path:
    """Return where this user's catalogue is: ``CARDKIT_CATALOGUE``, or the data folder."""
    given = os.environ.get("CARDKIT_CATALOGUE")
    return Path(given).expanduser() if given else user_data_path("cardkit") / "catalogue.db"


class Catalogue:
    """All cards known on this machine.

    A context manager. Cards that were looked up are remembered, so that looking them up again
    costs next to nothing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[int, Card] = {}
        self._found: dict[tuple[str, ...], tuple[Card, ...]] = {}

    @classmethod
    def open(cls, path: Path | None = None, *, starter: bool = True) -> Catalogue:
        """Open the catalogue; create it where there is none.

        Where it cannot be created, it lives in memory and holds what is shipped.

        Args:
            path: the file; None for :func:`default_path`.
            starter: fill in the cards that travel with cardkit where they are missing.

        Raises:
            InputError: the file is no catalogue, damaged, or made by a newer cardkit.
        """
        database = Database.open(path or default_path())
        try:
            if starter:
                fill_starter(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def card(self, card_id: str) -> Card | None:
        """Return the card with an identifier, e.g. ``sv3pt5-6``."""
        found = self._select(_BY_ID, card_id)
        return found[0] if found else None

    def by_number(self, set_id: str, number: str) -> tuple[Card, ...]:
        """Return the cards of a set that carry a collector number: one, but for a few."""
        return self._select(_BY_NUMBER, set_id, number_key(number))

    def prints_of(self, set_id: str) -> dict[str, list[Print]]:
        """Return what is printed on the cards of a set, by the key of the collector number.

        Reads no more of a card than that: for looking up a whole collection.
        """
        found: dict[str, list[Print]] = {}
        rows = self._database.rows(_PRINTS, set_id)
        with self._database.damage_in_words():
            for card_id, key, row in rows:
                found.setdefault(key, []).append(
                    Print(card_id=CardId(card_id), set_id=SetId(set_id), name=name_from_row(row))
                )
        return found

    def by_name(self, name: str) -> tuple[Card, ...]:
        """Return all printings of a name, in any language and spelling that folds to the same."""
        return self._select(_BY_NAME.format(self._named), fold_name(name))

    def by_code(self, code: str, number: str) -> tuple[Card, ...]:
        """Return the cards that a decklist calls by set code and number, e.g. ``MEW 6``.

        Decklists leave out the letters of promo and gallery numbers: ``PR-SW 159``, ``CRZ-GG 10``.
        """
        sets = self.sets_by_code(code)
        found = [card for set_id in sets for card in self.by_number(set_id, number)]
        if not found:
            found = [
                card
                for set_id in sets
                if set_id in set_facts() and set_facts()[set_id].number_prefix
                for card in self.by_number(set_id, set_facts()[set_id].number_prefix + number)
            ]
        return tuple(found)

    def by_print(self, name: str, number: str, printed_total: int) -> tuple[Card, ...]:
        """Return the cards that carry a name, and a number and total such as ``58/102``."""
        named = self._select(_BY_PRINT.format(self._named), fold_name(name), number_key(number))
        return tuple(
            card
            for card in named
            if (card_set := self._sets.get(card.set_id)) is not None
            and card_set.printed_total == printed_total
        )

    def cards_of(self, set_id: str) -> tuple[Card, ...]:
        """Return all cards of a set, by number."""
        return tuple(sorted(self._select(_BY_SET, set_id), key=_number_order))

    def cards(self) -> Iterator[Card]:
        """Yield every card, by date of release and number."""
        for set_id in self._sets:
            yield from self.cards_of(set_id)

    def sets(self) -> tuple[CardSet, ...]:
        """Return the sets of which there is something, by date of release."""
        return tuple(self._sets.values())

    def card_set(self, set_id: str) -> CardSet | None:
        """Return a set."""
        return self._sets.get(SetId(set_id))

    def has_whole_set(self, set_id: str) -> bool:
        """Whether a source has told the cards of a set, as many as it should have.

        A few may be missing: sources count cards that they do not have.
        """
        cards, starters = self._database.rows(
            "SELECT count(*), count(*) FILTER (WHERE source = ?) FROM card"
            " JOIN batch USING (batch_id) WHERE set_id = ?",
            STARTER,
            set_id,
        )[0]
        card_set = self.card_set(set_id)
        total = card_set.total if card_set else 0
        return cards > 0 and not starters and cards >= _WHOLE * total

    def provenance(self, card_id: str) -> tuple[Provenance, ...]:
        """Return which sources describe a card and since when, the one that counts first."""
        found = self._database.rows(
            "SELECT source, added_at FROM card JOIN batch USING (batch_id) WHERE card_id = ?",
            card_id,
        )
        parts = CardShelf(self._database).parts([card_id]).get(card_id, ())
        for part in parts[1:]:
            found += self._database.rows(
                "SELECT source, added_at FROM batch WHERE batch_id = ?", part.batch_id
            )
        return tuple(Provenance(source=source, added_at=added_at) for source, added_at in found)

    def may_be_tera(self, card: Card) -> bool:
        """Whether a card may be a Tera Pokemon, which its only source cannot tell."""
        return may_be_tera(card, [each.source for each in self.provenance(card.card_id)])

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return every field of a card on which sources disagree, by card."""
        return CardShelf(self._database).conflicts()

    def local_names(self, card_id: str) -> dict[str, str]:
        """Return what a card is called in other languages: two letters to name."""
        return dict(
            self._database.rows("SELECT language, name FROM card_name WHERE card_id = ?", card_id)
        )

    def source_state(self, source: str) -> SourceState | None:
        """Return how far a source was read the last time; None when it never was as a whole."""
        return source_state(self._database, source)

    def sets_by_label(self, label: str) -> tuple[SetId, ...]:
        """Return the sets that a name, code or identifier means, the likeliest first.

        See :meth:`cardkit.catalogue.sets.SetVocabulary.by_label`; cards of them may be absent.
        """
        return self._vocabulary.by_label(label)

    def sets_by_code(self, code: str) -> tuple[SetId, ...]:
        """Return the sets that share a code, the likeliest first; cards of them may be absent."""
        return self._vocabulary.by_code(code)

    def find(self, text: str) -> tuple[Card, ...]:
        """Return the cards that a reference may mean; several when it is ambiguous.

        Understood are an identifier (``sv3pt5-6``), a set and a number (``MEW 6``, ``Obsidian
        Flames 125/197``), a name and a number (``Pikachu 58/102``), and a name.
        """
        return references.find(self, text)

    def search(self, words: str, limit: int = 20) -> tuple[Card, ...]:
        """Return the cards that somebody may have meant, the likeliest first.

        Names that hold the words come before those that only look alike, which are shown where
        few hold them. The words may end in a number or a set to narrow the search.
        """
        return references.search(self, words, limit)

    @property
    def names(self) -> NameIndex:
        """All folded names, ready to be searched."""
        return self._names

    @contextmanager
    def adding(self, source: str, *, added_at: str = "") -> Iterator[Addition]:
        """Add cards and sets piece by piece: all inside is kept, or nothing.

        End the block with ``finish()``, which says what was done.

        Args:
            source: where the cards come from, for :meth:`info`.
            added_at: the time to write beside them, ISO 8601; empty if it does not matter.

        Raises:
            InputError: the catalogue cannot be written to.
        """
        self.require_file()
        try:
            with adding(self._database, source, added_at) as addition:
                yield addition
        finally:
            self._forget()

    def add(
        self,
        cards: Iterable[Card],
        sets: Iterable[CardSet] = (),
        source: str = "given",
        *,
        added_at: str = "",
    ) -> Added:
        """Add cards and sets in one transaction; see :meth:`adding`.

        What is the same as before is left alone. A card of the starter gives way to any other.
        """
        with self.adding(source, added_at=added_at) as addition:
            addition.put_cards(cards)
            addition.put_sets(sets)
            return addition.finish()

    def require_file(self) -> None:
        """Make sure that what is added will stay.

        Raises:
            InputError: the catalogue lives in memory only.
        """
        if not self._database.stored:
            raise InputError(
                "the catalogue cannot be created here",
                where=str(self._database.path),
                remedy="set CARDKIT_CATALOGUE to a path that you may write to",
            )

    @property
    def size(self) -> int:
        """How many cards there are."""
        return int(self._database.value("SELECT count(*) FROM card"))

    def info(self) -> CatalogueInfo:
        """Return the catalogue in numbers."""
        return read_info(self._database, self.sets())

    def verify(self) -> tuple[Finding, ...]:
        """Return what is wrong with the catalogue, and which cards no rule can place.

        An error is damage. See :mod:`cardkit.catalogue.verification`.
        """
        # Imported here: no look-up needs the rules of the decks.
        from cardkit.catalogue.verification import verify

        return verify(self._database)

    def _select(self, statement: str, *values: str) -> tuple[Card, ...]:
        asked = (statement, *values)
        found = self._found.get(asked)
        if found is None:
            rows = self._database.rows(statement, *values)
            try:
                found = tuple([self._known.get(row[0]) or self._read(*row) for row in rows])
            except DAMAGE as error:
                raise self._database.damaged(error) from error
            if found:  # what is not there yet may come
                self._found[asked] = found
        return found

    def _read(self, key: int, card_id: str, set_id: str, row: str) -> Card:
        card = self._known[key] = read_card(card_id, set_id, row)
        return card

    @cached_property
    def _sets(self) -> dict[SetId, CardSet]:
        rows = self._database.rows("SELECT document FROM card_set")
        with self._database.damage_in_words():
            sets = [set_from_document(text) for (text,) in rows]
        sets.sort(key=lambda each: (each.release_date, each.set_id))
        return {each.set_id: each for each in sets}

    @cached_property
    def _vocabulary(self) -> SetVocabulary:
        names = self._database.rows("SELECT set_id, name FROM set_name ORDER BY set_id, language")
        return SetVocabulary(self._sets.values(), names)

    @cached_property
    def _named(self) -> str:
        """The condition by which a name is looked up; few catalogues know other languages."""
        has_local_names = self._database.rows("SELECT 1 FROM card_name LIMIT 1")
        return _OF_LOCAL_NAME if has_local_names else _OF_NAME

    @cached_property
    def _names(self) -> NameIndex:
        rows = self._database.rows(
            "SELECT name_key FROM card UNION SELECT card_name.name_key"
            " FROM card_name JOIN card USING (card_id) ORDER BY 1"
        )
        return NameIndex(name for (name,) in rows)

    def _forget(self) -> None:
        """Drop what was remembered: the file has changed."""
        self._known.clear()
        self._found.clear()
        for name in ("_sets", "_vocabulary", "_named", "_names"):
            self.__dict__.pop(name, None)


def _number_order(card: Card) -> tuple[bool, str, int, str]:
    """Order the cards of a set as their numbers run: 1, 2, 10, 10a, TG1."""
    parts = re.fullmatch(r"(\D*)(\d*)(.*)", number_key(card.number))
    letters, digits, rest = parts.groups() if parts else ("", "", "")
    return bool(letters), letters, int(digits or 0), f"{rest} {card.card_id}"
