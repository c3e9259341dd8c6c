"""Whole files of the public bulk data, turned into what the catalogue stores, field by field.

Twenty thousand cards carry a few hundred different costs, types and rule boxes. What a value is
stored as is asked of :class:`~cardkit.sources.bulk_card.BulkReader` once and looked up from then
on: that is several times faster than making each card and taking it apart again, and comes to the
same. Whatever the reader would have something to say about is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress, islice
from typing import Any

from cardkit.catalogue.rows import Row, encode, encode_text, encoded_field
from cardkit.naming import fold_name, number_key
from cardkit.sources.bulk_card import (
    MISPRINTED,
    MOST_ABILITIES,
    MOST_ATTACKS,
    BulkReader,
    read_cost,
    read_damage,
)
from cardkit.sources.bulk_values import (
    KNOWN_SUBTYPES,
    MOST_LINE_LETTERS,
    MOST_TEXT_LETTERS,
    SUPERTYPES,
    Document,
    without_controls,
)

_OTHER_SHAPES = ("ancientTrait", "set", "retreat")
"""Keys of few cards, or of none in the bulk data; these are left to the reader."""
_MOST_KNOWN = 10_000
_PLAIN_IDENTIFIER = re.compile(r"[!-~]{1,64}")
_LISTS = {list, tuple}
_TEXTS = {str, type(None)}


class _LeftToReaderError(Exception):
    """The reader would have something to say, or a value has another shape than usual."""


class _Known(dict[Any, str]):
    """What each value of a field is stored as.

    Args:
        reader: reads values, and notes what there is to say about them.
        stored: returns what a value is stored as, using the reader.
    """

    def __init__(self, reader: BulkReader, stored: Callable[[Any], str]) -> None:
        super().__init__()
        self._reader, self._stored = reader, stored

    def __missing__(self, value: Any) -> str:
        stored = self._stored(value)
        if self._reader.values.notes or self._reader.novelties or not _is_text(value):
            self._reader.values.notes.clear()
            self._reader.novelties.clear()
            raise _LeftToReaderError
        if len(self) < _MOST_KNOWN:
            self[value] = stored
        return stored

    def of(self, values: Iterable[Any]) -> Iterator[str]:
        """Return what values are stored as."""
        return map(self.__getitem__, values)


class RowReader:
    """Turns the cards of one file after the other into rows."""

    def __init__(self) -> None:
        reader = BulkReader()
        self._supertypes = _Known(reader, lambda value: encode(SUPERTYPES[value]))
        self._rarities = _Known(reader, lambda value: encode(reader.rarity(value)))
        self._subtypes = _Known(reader, _known_subtypes)
        self._hps = _Known(reader, lambda value: encode(reader.hp(value)))
        self._types = _Known(reader, lambda value: encode(reader.types(list(value))))
        self._costs = _Known(reader, _encoded_cost)
        self._damages = _Known(reader, _encoded_damage)
        self._modifiers = _Known(reader, lambda value: _encoded_modifiers(reader, value))
        self._retreat_costs = _Known(
            reader, lambda value: encode(reader.retreat_cost({"retreatCost": list(value)}))
        )
        self._rules = _Known(reader, lambda value: encode(reader.rules(list(value))))

    def rows(self, documents: Sequence[Any], set_id: str) -> list[Row | None]:
        """Return the row of each card; None where the reader must look at it.

        Args:
            documents: the entries of a file.
            set_id: the set, where an identifier does not tell.
        """
        try:
            usual = [
                document.keys().isdisjoint(_OTHER_SHAPES) and document["id"] not in MISPRINTED
                for document in documents
            ]
            rows = self._rows(list(compress(documents, usual)), set_id)
            return [next(rows) if is_usual else None for is_usual in usual]
        except (_LeftToReaderError, AttributeError, KeyError, TypeError):
            return [None] * len(documents)

    def _rows(self, cards: Sequence[Document], set_id: str) -> Iterator[Row]:
        ids, names, numbers = (_names(cards, key) for key in ("id", "name", "number"))
        if not all(map(_PLAIN_IDENTIFIER.fullmatch, ids)):
            raise _LeftToReaderError
        contents = _joined(  # in the order of rows.FIELDS
            map(encode_text, names),
            self._supertypes.of(_values(cards, "supertype")),
            map(encode_text, numbers),
            self._rarities.of(_values(cards, "rarity")),
            self._subtypes.of(_lists(cards, "subtypes")),
            self._hps.of(_values(cards, "hp")),
            self._types.of(_lists(cards, "types")),
            map(encode_text, _lines(cards, "evolvesFrom")),
            self._attacks(_lists(cards, "attacks")),
            _abilities(_lists(cards, "abilities")),
            self._modifiers.of(_modifiers(cards, "weaknesses")),
            self._modifiers.of(_modifiers(cards, "resistances")),
            self._retreat_costs.of(_retreat_costs(cards)),
            self._rules.of(_lists(cards, "rules")),
            map(encode_text, _lines(cards, "artist")),
            map(encode_text, _lines(cards, "regulationMark")),
            map(encode_text, _lines(cards, "level")),
        )
        sets = [card_id.rpartition("-")[0] or set_id for card_id in ids]
        keys = map(number_key, numbers), map(fold_name, names)
        return map(Row._make, zip(ids, contents, sets, *keys, strict=True))

    def _attacks(self, lists: Sequence[Sequence[Document]]) -> list[str]:
        parts = list(chain.from_iterable(lists))
        stored = _joined(
            map(encode_text, _names(parts, "name")),
            self._costs.of(_lists(parts, "cost")),
            self._damages.of(_values(parts, "damage")),
            map(encode_text, _texts(parts)),
        )
        return _regrouped(stored, lists, MOST_ATTACKS)


def _joined(*columns: Iterable[str]) -> Iterator[str]:
    """Return lists, each of one value of every column."""
    return (f"[{','.join(values)}]" for values in zip(*columns, strict=True))


def _regrouped(stored: Iterator[str], lists: Sequence[Sequence[object]], most: int) -> list[str]:
    """Return what is stored one after the other in lists as long as given ones."""
    if max(map(len, lists), default=0) > most:
        raise _LeftToReaderError
    return [f"[{','.join(islice(stored, len(each)))}]" if each else "[]" for each in lists]


def _abilities(lists: Sequence[Sequence[Document]]) -> list[str]:
    parts = list(chain.from_iterable(lists))
    columns = _names(parts, "name"), _names(parts, "type"), _texts(parts)
    stored = _joined(*(map(encode_text, column) for column in columns))
    return _regrouped(stored, lists, MOST_ABILITIES)


def _values(parts: Iterable[Document], key: str) -> list[str | None]:
    """Return a text of each part; None where there is none."""
    values = [part.get(key) for part in parts]
    if not _TEXTS.issuperset(map(type, values)):
        raise _LeftToReaderError
    return values


def _lines(parts: Iterable[Document], key: str) -> list[str]:
    """Return a line of text of each part; an empty one where there is none."""
    lines = [part.get(key, "") for part in parts]
    if not "".join(lines).isprintable() or max(map(len, lines), default=0) > MOST_LINE_LETTERS:
        raise _LeftToReaderError
    return list(map(str.strip, lines))


def _names(parts: Iterable[Document], key: str) -> list[str]:
    """Return a line of text of each part, which has one for certain."""
    names = _lines(parts, key)
    if not all(names):
        raise _LeftToReaderError
    return names


def _texts(parts: Iterable[Document]) -> list[str]:
    """Return what attacks or abilities do."""
    texts = [part.get("text", part.get("effect", "")) for part in parts]
    is_printable = "".join(texts).isprintable()
    if max(map(len, texts), default=0) > MOST_TEXT_LETTERS:
        raise _LeftToReaderError
    return texts if is_printable else list(map(without_controls, texts))


def _lists(parts: Iterable[Document], key: str) -> list[tuple[Any, ...]]:
    """Return a list of each part; an empty one where there is none."""
    lists = [part.get(key, ()) for part in parts]
    if not _LISTS.issuperset(map(type, lists)):
        raise _LeftToReaderError
    return list(map(tuple, lists))


def _modifiers(cards: Iterable[Document], key: str) -> list[tuple[tuple[str, str], ...]]:
    """Return the types and values of weaknesses or resistances."""
    return [
        tuple([(part["type"], part["value"]) for part in parts]) if parts else ()
        for parts in _lists(cards, key)
    ]


def _encoded_modifiers(reader: BulkReader, pairs: Iterable[tuple[str, str]]) -> str:
    documents = [{"type": energy_type, "value": value} for energy_type, value in pairs]
    return encoded_field("weaknesses", reader.modifiers(documents, ""))


def _retreat_costs(cards: Iterable[Document]) -> list[tuple[str, ...]]:
    """Return the Energy that retreating costs; a few cards say only that it is none."""
    others = [card.get("convertedRetreatCost") for card in cards if "retreatCost" not in card]
    if any(others) or not {int, type(None)}.issuperset(map(type, others)):
        raise _LeftToReaderError
    return _lists(cards, "retreatCost")


def _known_subtypes(names: tuple[str, ...]) -> str:
    if not KNOWN_SUBTYPES.issuperset(names) or len(set(names)) < len(names):
        raise _LeftToReaderError  # new, or to be told by the name of the card
    return encode(names)


def _encoded_cost(cost: tuple[str, ...]) -> str:
    read = read_cost(list(cost))
    if read is None:
        raise _LeftToReaderError
    return encode(read)


def _encoded_damage(printed: str | None) -> str:
    damage = read_damage(printed)
    if damage is None:
        raise _LeftToReaderError
    return f"{damage.amount},{encode_text(damage.form)}"


def _is_text(value: object) -> bool:
    """Whether a value is text through and through: 1, 1.0 and true would be taken for another."""
    if isinstance(value, tuple):
        return all(map(_is_text, value))
    return value is None or isinstance(value, str)
