"""What a person types to mean a card: an identifier, set and number, a name, more or less."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from cardkit.cards import Card, SetId
from cardkit.naming import CollectorNumber, fold_name, number_key

if TYPE_CHECKING:
    from cardkit.catalogue.store import Catalogue

_LEAST_NEARNESS = 0.4
"""Names that are further from what was typed are not shown."""
_LEAST_NEARNESS_AMONG_OTHERS = 0.6
"""The same where the last words were taken for a set or a number, or where other names fit."""
_ENOUGH = 5
"""Cards whose names hold what was typed from which on nothing that only looks alike is shown."""


def find(catalogue: Catalogue, text: str) -> tuple[Card, ...]:
    """Return the cards that a reference may mean; see :meth:`Catalogue.find`."""
    card = catalogue.card(text.strip())
    if card is not None:
        return (card,)
    found = [*_by_identifier(catalogue, text), *newest_first(catalogue, text)]
    label, _, last = text.strip().rpartition(" ")
    if label and _is_number(last):
        number = CollectorNumber.parse(last)
        found += _in_sets(catalogue, label, number)
        named = newest_first(catalogue, label)
        found += [card for card in named if _carries(catalogue, card, number)]
    return tuple(dict.fromkeys(found))


def search(catalogue: Catalogue, words: str, limit: int) -> tuple[Card, ...]:
    """Return the cards that somebody may have meant; see :meth:`Catalogue.search`."""
    found = dict.fromkeys(find(catalogue, words))
    for card in _holding(catalogue, words):
        if len(found) >= limit:
            break
        found[card] = None
    if len(found) < min(limit, _ENOUGH):
        for card in _look_alikes(catalogue, words, some_fit=bool(found)):
            found[card] = None
    return tuple(found)[:limit]


def _holding(catalogue: Catalogue, words: str) -> Iterator[Card]:
    """Yield the cards whose name holds what was typed, those that begin with it first."""
    for name, wanted in _readings(catalogue, words):
        for keys in catalogue.names.holding(fold_name(name)):
            yield from _in_turn(_printings(catalogue, keys, wanted))


def _look_alikes(catalogue: Catalogue, words: str, *, some_fit: bool) -> Iterator[Card]:
    """Yield the cards with a name like what was typed; only the nearest where some cards fit."""
    for name, wanted in _readings(catalogue, words):
        narrow = some_fit or wanted is not None
        least = _LEAST_NEARNESS_AMONG_OTHERS if narrow else _LEAST_NEARNESS
        ranked = catalogue.names.rank(fold_name(name))
        keys = [key for key, near in ranked if near >= least]
        yield from _in_turn(_printings(catalogue, keys, wanted))


def _printings(
    catalogue: Catalogue, keys: Iterable[str], wanted: Callable[[Card], bool] | None
) -> Iterator[list[Card]]:
    for key in keys:
        yield [card for card in newest_first(catalogue, key) if wanted is None or wanted(card)]


def _in_turn(printings: Iterable[list[Card]]) -> Iterator[Card]:
    """Yield one printing of each name in turn; no name is looked up before it is needed."""
    rows = []
    for cards in printings:
        yield from cards[:1]
        rows.append(cards[1:])
    in_turn = chain.from_iterable(zip_longest(*rows))
    yield from (card for card in in_turn if card is not None)


def newest_first(catalogue: Catalogue, name: str) -> tuple[Card, ...]:
    """Return all printings of a name, the latest first."""
    order = {each.set_id: place for place, each in enumerate(catalogue.sets())}
    cards = catalogue.by_name(name)
    return tuple(sorted(cards, key=lambda card: order.get(card.set_id, -1), reverse=True))


def _readings(
    catalogue: Catalogue, words: str
) -> Iterator[tuple[str, Callable[[Card], bool] | None]]:
    """Yield a name and what its card must be besides: the last words may be a set or a number."""
    parts = words.split()
    if len(parts) > 1 and _is_number(parts[-1]):
        number = CollectorNumber.parse(parts[-1])
        yield " ".join(parts[:-1]), lambda card: _carries(catalogue, card, number)
    for first in range(1, len(parts)):
        sets = frozenset(catalogue.sets_by_label(" ".join(parts[first:])))
        if sets:
            yield " ".join(parts[:first]), _in_one_of(sets)
            break
    yield words, None


def _in_one_of(sets: frozenset[SetId]) -> Callable[[Card], bool]:
    return lambda card: card.set_id in sets


def _is_number(word: str) -> bool:
    return re.search(r"\d", word) is not None


def _carries(catalogue: Catalogue, card: Card, number: CollectorNumber) -> bool:
    if number_key(card.number) != number.key:
        return False
    card_set = catalogue.card_set(card.set_id)
    total = card_set.printed_total if card_set else 0
    return not number.printed_total or not total or number.printed_total == total


def _in_sets(catalogue: Catalogue, label: str, number: CollectorNumber) -> Iterable[Card]:
    for set_id in catalogue.sets_by_label(label):
        yield from catalogue.by_number(set_id, number.key)
    yield from catalogue.by_code(label, number.key)


def _by_identifier(catalogue: Catalogue, text: str) -> tuple[Card, ...]:
    """Read an identifier in capitals or with zeros: ``SV3PT5-006``."""
    set_id, _, number = text.strip().rpartition("-")
    known = catalogue.card_set(set_id.casefold()) if number else None
    return catalogue.by_number(known.set_id, number) if known else ()
