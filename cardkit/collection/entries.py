"""What rows stand for in the decks: cards of the catalogue, or ones made of their own columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from cardkit.cards import Card, CardId, Supertype
from cardkit.collection.model import RowCard
from cardkit.decks import OwnedCard, RarityDeck
from cardkit.decks.names import core_name, supertype_from_name
from cardkit.decks.sketch import sketch_card
from cardkit.naming import fold_name, number_key


class CardLookup(Protocol):
    """What a collection asks of a catalogue."""

    def card(self, card_id: CardId, /) -> Card | None:
        """Return a card, or None."""


def choice_among(choices: Mapping[str, RarityDeck], cards: Iterable[RowCard]) -> RarityDeck | None:
    """Return the owner's choice of deck for a card that several rows may describe.

    One that was made while a row was unresolved goes on to hold.
    """
    for card in cards:
        for subject in (card.subject, card.described):
            if subject in choices:
                return choices[subject]
    return None


def sketch_of(
    described: RowCard, catalogue: CardLookup, override: RarityDeck | None = None
) -> Card:
    """Return a card made of a row's own columns.

    A choice of deck says that it is a Pokemon, whatever its name looks like (Rule: S3).
    """
    return sketch_card(
        described.name,
        rarity=described.rarity,
        number=described.number,
        set_label=described.set_label or described.set_code,
        kind=described.kind if override is None else Supertype.POKEMON.value,
        otherwise=_kind_of_nearest(described, catalogue),
    )


def _kind_of_nearest(described: RowCard, catalogue: CardLookup) -> Supertype:
    """Return what a row is by its nearest card, for a name that is misspelt or foreign.

    A card of the row's own name tells it, else the one of its number; else it is a Trainer.
    """
    if supertype_from_name(described.name) is not None:
        return Supertype.TRAINER  # not asked then; spares the look-ups
    cards = [card for each in described.candidates if (card := catalogue.card(each)) is not None]
    name = fold_name(core_name(described.name))
    number = number_key(described.number.partition("/")[0].lstrip("#"))
    of_name = [card for card in cards if fold_name(card.name) == name]
    of_number = [card for card in cards[:1] if number and number_key(card.number) == number]
    return next((card.supertype for card in of_name + of_number), Supertype.TRAINER)


def owned_card(
    described: RowCard, count: int, override: RarityDeck | None, catalogue: CardLookup
) -> OwnedCard:
    """Return what the decks count: the card in the catalogue, else one of the row's own columns."""
    found = catalogue.card(described.card_id) if described.card_id is not None else None
    return OwnedCard(
        card=found or sketch_of(described, catalogue, override),
        count=count,
        override=override,
        known=found is not None,
    )
