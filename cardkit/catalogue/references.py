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
_LEAST_NEARNESS_IN_SET = 0.6
"""The same where the last words were taken for a set or a number."""


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
    for name, wanted in _readings(catalogue, words):
        least = _LEAST_NEARNESS if wanted is None else _LEAST_NEARNESS_IN_SET
        typed, most = fold_name(name), max(limit, 10)
        keys = catalogue.names.beginning_with(typed, most)
        keys += [key for key, near in catalogue.names.rank(typed, most) if near >= least]
        printings = [
            [card for card in newest_first(catalogue, key) if wanted is None or wanted(card)]
            for key in dict.fromkeys(keys)
        ]
        # One printing of each name in turn: a slip may be nearer to a name that nobody meant.
        in_turn = chain.from_iterable(zip_longest(*printings))
        found |= dict.fromkeys(card for card in in_turn if card is not None)
    return tuple(found)[:limit]


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
