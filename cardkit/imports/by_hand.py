"""Cards that the owner names: what they are taken for, and the rows that they make."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cardkit.cards import Card
from cardkit.catalogue import Catalogue
from cardkit.collection import NewImport, Row, RowCard, Step
from cardkit.errors import Fault, InputError
from cardkit.imports.basic_energy import basic_energy_printings
from cardkit.imports.vocabulary import MAX_COUNT

BY_HAND = "by hand"
"""What such cards have instead of the name of a file."""

_MOST_CHOICES = 5
_WISH = re.compile(r"(.*\S)\s*=\s*([-+0-9.,]*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A card that the owner has named.

    Attributes:
        text: how.
        card: what it was taken for.
    """

    text: str
    card: Card
    count: int


def cards_named(catalogue: Catalogue, texts: Sequence[str]) -> tuple[Named, ...]:
    """Return the cards that texts such as ``sv3pt5-6``, ``MEW 6`` or ``Fire Energy=5`` name.

    All printings of a basic Energy are one card (Rule: S5), so its name is enough.

    Raises:
        InputError: texts name no card, or several; all such texts at once.
    """
    found, faults = [], []
    for text in texts:
        read = _read(catalogue, text)
        if isinstance(read, Named):
            found.append(read)
        else:
            faults.append(read)
    if faults:
        raise InputError.of(faults)
    return tuple(found)


def rows_by_hand(catalogue: Catalogue, named: Iterable[Named]) -> NewImport:
    """Return what the collection keeps of cards that were named."""
    rows = tuple(
        Row(card=_described(catalogue, each.card), count=each.count, line=line)
        for line, each in enumerate(named, start=1)
    )
    return NewImport(name=BY_HAND, digest="", format_name="by-hand", rows_read=len(rows), rows=rows)


def rows_of_query(catalogue: Catalogue, named: Iterable[Named], query: str) -> NewImport:
    """Return what the collection keeps of the answer to a query: an import like that of a file."""
    return replace(
        rows_by_hand(catalogue, named),
        name=f"query {query}",
        digest=hashlib.sha256(query.encode()).hexdigest(),
        format_name="query",
    )


def _read(catalogue: Catalogue, text: str) -> Named | Fault:
    wish = _WISH.fullmatch(text.strip())
    reference, number = (wish[1], wish[2]) if wish else (text.strip(), "1")
    if not reference:
        return Fault(what=f"expects a card, got {text!r}", remedy="write it like sv3pt5-6")
    if not re.fullmatch("[0-9]+", number) or not 1 <= int(number[:9]) <= MAX_COUNT:
        what = f"expects from 1 to {MAX_COUNT:,} copies, got {number!r}"
        return Fault(where=text, what=what, remedy="write it like sv3pt5-6=2")
    cards = catalogue.find(reference)
    if len(cards) > 1:
        cards = basic_energy_printings(catalogue, reference)[:1] or cards
    if len(cards) == 1:
        return Named(text=text, card=cards[0], count=int(number))
    if cards:
        return Fault(
            where=text,
            what=f"may be {_choices(catalogue, cards)}",
            remedy=f"name one by its identifier, such as {cards[0].card_id}",
        )
    near = catalogue.search(reference, _MOST_CHOICES)
    return Fault(
        where=text,
        what="no card is known by that",
        remedy=(f"did you mean {_choices(catalogue, near)}? If not, " if near else "")
        + 'get more cards: cardkit catalogue update; a set and number go in quotes: "MEW 6"',
    )


def _choices(catalogue: Catalogue, cards: Sequence[Card]) -> str:
    shown = ", ".join(
        f"{card.card_id} {card.name} ({_set_name(catalogue, card)} {card.number})"
        for card in cards[:_MOST_CHOICES]
    )
    more = len(cards) - _MOST_CHOICES
    return f"{shown} and {more} more" if more > 0 else shown


def _described(catalogue: Catalogue, card: Card) -> RowCard:
    card_set = catalogue.card_set(card.set_id)
    return RowCard(
        name=card.name,
        set_label=_set_name(catalogue, card),
        set_code=card_set.ptcgo_code if card_set else "",
        number=card.number,
        rarity=str(card.rarity or ""),
        card_id=card.card_id,
        step=Step.BY_HAND,
    )


def _set_name(catalogue: Catalogue, card: Card) -> str:
    card_set = catalogue.card_set(card.set_id)
    return card_set.name if card_set else card.set_id
