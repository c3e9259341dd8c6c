"""The catalogue: every card known on this machine, looked up and added to."""

from __future__ import annotations

import json
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
from cardkit.catalogue.additions import STARTER, Addition, adding, fill_starter
from cardkit.catalogue.database import REFILL, Database
from cardkit.catalogue.info import Added, CatalogueInfo, EraCount, Provenance, SourceCount
from cardkit.catalogue.rows import card_from_row, name_from_row
from cardkit.catalogue.search import NameIndex
from cardkit.catalogue.sets import SetVocabulary, set_facts
from cardkit.errors import InputError
from cardkit.naming import fold_name, number_key

_CARDS = "SELECT card_key, card_id, set_id, row FROM card WHERE"
_BY_KEY = f"{_CARDS} card_key = ?"
_BY_ID = f"{_CARDS} card_id = ?"
_BY_SET = f"{_CARDS} set_id = ?"
_BY_NUMBER = f"{_CARDS} set_id = ? AND number_key = ? ORDER BY card_key"
_PRINTS = "SELECT card_id, number_key, row FROM card WHERE set_id = ? ORDER BY card_key"
_BY_PRINT = f"{_CARDS} name_key = ? AND number_key = ? ORDER BY card_key"
_KEYS_BY_NAME = "SELECT card_key FROM card WHERE name_key = ? ORDER BY card_key"


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
        try:
            for card_id, key, row in rows:
                found.setdefault(key, []).append(
                    Print(card_id=CardId(card_id), set_id=SetId(set_id), name=name_from_row(row))
                )
        except (ValueError, TypeError) as error:
            raise self._damaged(error) from error
        return found

    def by_name(self, name: str) -> tuple[Card, ...]:
        """Return all printings of a name, in any spelling that folds to the same."""
        # A name may have a hundred printings: those known already are not fetched again.
        keys = self._database.rows(_KEYS_BY_NAME, fold_name(name))
        known = self._known
        cards: list[Card] = []
        for (key,) in keys:
            cards += (known[key],) if key in known else self._select(_BY_KEY, key)
        return tuple(cards)

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
        named = self._select(_BY_PRINT, fold_name(name), number_key(number))
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

    def provenance(self, card_id: str) -> Provenance | None:
        """Return where a card comes from; None when it is not there."""
        found = self._database.rows(
            "SELECT source, added_at FROM card JOIN batch USING (batch_id) WHERE card_id = ?",
            card_id,
        )
        return Provenance(source=found[0][0], added_at=found[0][1]) if found else None

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

        A misspelt name is found; the words may end in a number or a set to narrow the search.
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
        if not self._database.stored:
            raise InputError(
                "the catalogue cannot be created here",
                where=str(self._database.path),
                remedy="set CARDKIT_CATALOGUE to a path that you may write to",
            )
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

    def info(self) -> CatalogueInfo:
        """Return the catalogue in numbers."""
        sources = [
            SourceCount(name=name, cards=cards, added_at=added_at)
            for name, cards, added_at in self._database.rows(
                "SELECT source, count(*), max(added_at) FROM card JOIN batch USING (batch_id)"
                " GROUP BY source ORDER BY min(batch_id)"
            )
        ]
        per_set = dict(self._database.rows("SELECT set_id, count(*) FROM card GROUP BY set_id"))
        path = self._database.path
        return CatalogueInfo(
            path=path,
            stored=self._database.stored,
            size_bytes=path.stat().st_size if self._database.stored else 0,
            cards=sum(per_set.values()),
            sets=sum(set_id in per_set for set_id in self._sets),
            starter_cards=sum(each.cards for each in sources if each.name == STARTER),
            sources=tuple(sources),
            eras=_eras(self.sets(), per_set),
        )

    def _select(self, statement: str, *values: object) -> tuple[Card, ...]:
        rows = self._database.rows(statement, *values)
        known = self._known
        for key, card_id, set_id, row in rows:
            if key not in known:
                try:
                    known[key] = card_from_row(card_id, set_id, row)
                except (ValueError, KeyError, TypeError) as error:
                    raise self._damaged(error) from error
        return tuple([known[row[0]] for row in rows])

    def _damaged(self, error: Exception) -> InputError:
        return InputError(
            f"the catalogue is damaged: {type(error).__name__}: {error}",
            where=str(self._database.path),
            remedy=REFILL,
        )

    @cached_property
    def _sets(self) -> dict[SetId, CardSet]:
        rows = self._database.rows("SELECT document FROM card_set")
        try:
            sets = [CardSet.from_dict(json.loads(text)) for (text,) in rows]
        except (ValueError, KeyError, TypeError) as error:
            raise self._damaged(error) from error
        sets.sort(key=lambda each: (each.release_date, each.set_id))
        return {each.set_id: each for each in sets}

    @cached_property
    def _vocabulary(self) -> SetVocabulary:
        return SetVocabulary(self._sets.values())

    @cached_property
    def _names(self) -> NameIndex:
        rows = self._database.rows("SELECT DISTINCT name_key FROM card ORDER BY name_key")
        return NameIndex(name for (name,) in rows)

    def _forget(self) -> None:
        """Drop what was remembered: the file has changed."""
        self._known.clear()
        for name in ("_sets", "_vocabulary", "_names"):
            self.__dict__.pop(name, None)


def _number_order(card: Card) -> tuple[bool, str, int, str]:
    """Order the cards of a set as their numbers run: 1, 2, 10, 10a, TG1."""
    parts = re.fullmatch(r"(\D*)(\d*)(.*)", number_key(card.number))
    letters, digits, rest = parts.groups() if parts else ("", "", "")
    return bool(letters), letters, int(digits or 0), f"{rest} {card.card_id}"


def _eras(sets: Iterable[CardSet], per_set: dict[str, int]) -> tuple[EraCount, ...]:
    eras: dict[str, list[int]] = {}
    for each in sets:
        if each.set_id in per_set:
            eras.setdefault(each.series or "unknown", []).append(per_set[each.set_id])
    return tuple(
        EraCount(name=name, sets=len(counts), cards=sum(counts)) for name, counts in eras.items()
    )
