"""From cards that are owned to the pool of one game."""

from __future__ import annotations

from dataclasses import dataclass

from cardkit.cards import Card
from cardkit.decks.model import RarityDeck


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedCard:
    """Copies of one card in somebody's collection.

    Attributes:
        card: the printing; a sketch (:mod:`cardkit.decks.sketch`) when it is not in the catalogue.
        count: copies owned, at least 1.
        override: the deck that the owner has chosen; it wins over every rule (Rule: S3).
        known: whether ``card`` comes from the catalogue.
    """

    card: Card
    count: int
    override: RarityDeck | None = None
    known: bool = True
