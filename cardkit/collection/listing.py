"""The collection as a list of cards: copies put together, each with its deck."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.cards import Card, CardId, SetId
from cardkit.catalogue import Catalogue
from cardkit.collection.entries import choice_among, sketch_of
from cardkit.collection.model import RowCard, StoredRow
from cardkit.collection.store import Collection
from cardkit.decks import Placement, RarityDeck, Requirements, classify
from cardkit.naming import fold_label, fold_name, number_key


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedCard:
    """All copies of one printing, or of one unresolved card.

    Attributes:
        rows: where the copies come from; at least one row.
        card: the printing; a sketch of the row's own columns when it is not in the catalogue.
        known: whether ``card`` comes from the catalogue.
        set_name: the set's name in the catalogue, or the row's label.
        placement: where the card goes and why.
        override: the owner's choice of deck.
    """

    rows: tuple[StoredRow, ...]
    card: Card
    known: bool
    set_name: str
    placement: Placement
    override: RarityDeck | None

    @property
    def first(self) -> RowCard:
        """The card as its first row describes it."""
        return self.rows[0].row.card

    @property
    def handle(self) -> str:
        """What a person types to mean this card: its identifier, or the number of a row."""
        return self.first.card_id or str(self.rows[0].row_id)

    @property
    def name(self) -> str:
        """The name on the card; as the row spells it where the card is not known."""
        return self.card.name if self.known else self.first.name

    @property
    def number(self) -> str:
        """The collector number."""
        return self.card.number if self.known else self.first.number

    @property
    def count(self) -> int:
        """Copies; 0 when no quantity could be read."""
        return sum(stored.row.count for stored in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """Return an entry of the document of ``schemas/collection.schema.json``."""
        return {
            "handle": self.handle,
            "card": self.first.card_id,
            "known": self.known,
            "name": self.name,
            "set": self.set_name,
            "number": self.number,
            "rarity": str(self.card.rarity or ""),
            "count": self.count,
            "place": self.placement.place.value,
            "deck": self.placement.deck.value if self.placement.deck else None,
            "why": self.placement.reason,
            "rule": self.placement.rule,
            "undecided": self.placement.undecided,
            "assigned": self.override is not None,
            "rows": [_row_to_dict(stored) for stored in self.rows],
        }


def list_cards(
    collection: Collection, catalogue: Catalogue, requirements: Requirements
) -> tuple[ListedCard, ...]:
    """Return every card of a collection, in the order of its rows."""
    rows: dict[str, list[StoredRow]] = {}
    for stored in collection.rows():
        rows.setdefault(stored.row.card.subject, []).append(stored)
    choices = collection.choices()
    listed = []
    for stored_rows in rows.values():
        first = stored_rows[0].row.card
        override = choice_among(choices, (stored.row.card for stored in stored_rows))
        found = catalogue.card(first.card_id) if first.card_id is not None else None
        card = found or sketch_of(first, catalogue, override)
        listed.append(
            ListedCard(
                rows=tuple(stored_rows),
                card=card,
                known=found is not None,
                set_name=_set_name(catalogue, found, first),
                placement=classify(card, requirements, override, known=found is not None),
                override=override,
            )
        )
    return tuple(listed)


def matching(listed: Sequence[ListedCard], words: str) -> tuple[ListedCard, ...]:
    """Return the cards whose name, set, number or identifier have a word beginning like each."""
    wanted = fold_name(re.sub(r"(?<=\d)/\w+", "", words)).split()  # 58/102 is number 58
    return tuple(each for each in listed if all(f" {word}" in _text(each) for word in wanted))


def meant(listed: Sequence[ListedCard], text: str) -> tuple[ListedCard, ...]:
    """Return the cards that a person may mean; several when it is ambiguous.

    Understood are an identifier, the number of a row, a name, and words that hold together.
    """
    text = text.strip()
    by_handle = [
        each
        for each in listed
        if each.first.card_id == CardId(text.casefold())
        or re.sub(r"^(?:#|row )\s*", "", text, flags=re.IGNORECASE)
        in {str(stored.row_id) for stored in each.rows}
    ]
    if by_handle:
        return tuple(by_handle)
    folded = fold_name(text)
    by_name = tuple(each for each in listed if folded == fold_name(each.name))
    return by_name or (matching(listed, text) if folded else ())


def _text(listed: ListedCard) -> str:
    labels = dict.fromkeys(fold_label(stored.row.card.set_label) for stored in listed.rows)
    return " ".join(
        (
            "",
            fold_name(listed.name),
            fold_label(listed.set_name),
            *labels,
            number_key(listed.number).casefold(),
            fold_name(listed.first.card_id or ""),
        )
    )


def _set_name(catalogue: Catalogue, card: Card | None, described: RowCard) -> str:
    if card is None:
        return described.set_label or described.set_code
    card_set = catalogue.card_set(SetId(card.set_id))
    return card_set.name if card_set is not None else str(card.set_id)


def _row_to_dict(stored: StoredRow) -> dict[str, Any]:
    row = stored.row
    told = {
        "finish": row.finish,
        "condition": row.condition,
        "language": row.card.language,
        "grade": row.grade,
        "note": row.note,
        "step": row.card.step.value if row.card.step else "",
        "reason": row.card.reason,
    }
    document: dict[str, Any] = {
        "row": stored.row_id,
        "file": stored.file,
        "line": row.line,
        "count": row.count,
    }
    document |= {key: text for key, text in told.items() if text}
    if row.card.card_id is None:
        document["candidates"] = list(row.card.candidates)
    return document
