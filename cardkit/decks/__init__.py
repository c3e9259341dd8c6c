"""Rarity decks: where a card goes and why, the pool, what it lacks, and which proxies mend it."""

from cardkit.decks.model import Place, Placement, Pool, PoolCard, RarityDeck

__all__ = ["Place", "Placement", "Pool", "PoolCard", "RarityDeck"]
