"""Rarity decks: where a card goes and why, the pool, what it lacks, and which proxies mend it."""

from cardkit.decks.model import Place, Placement, Pool, PoolCard, RarityDeck
from cardkit.decks.pool import OwnedCard
from cardkit.decks.requirements import Requirements, SleeveColours

__all__ = [
    "OwnedCard",
    "Place",
    "Placement",
    "Pool",
    "PoolCard",
    "RarityDeck",
    "Requirements",
    "SleeveColours",
]
