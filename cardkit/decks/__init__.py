"""Rarity decks: where a card goes and why, the pool, what it lacks, and which proxies mend it."""

from cardkit.decks.check import check_pool, shortage
from cardkit.decks.classify import classify
from cardkit.decks.materials import Material, MaterialKind, materials
from cardkit.decks.model import Place, Placement, Pool, PoolCard, RarityDeck
from cardkit.decks.pool import OwnedCard, build_pool, with_proxies
from cardkit.decks.proxies import choose_proxies
from cardkit.decks.requirements import Requirements, SleeveColours
from cardkit.decks.sketch import sketch_card

__all__ = [
    "Material",
    "MaterialKind",
    "OwnedCard",
    "Place",
    "Placement",
    "Pool",
    "PoolCard",
    "RarityDeck",
    "Requirements",
    "SleeveColours",
    "build_pool",
    "check_pool",
    "choose_proxies",
    "classify",
    "materials",
    "shortage",
    "sketch_card",
    "with_proxies",
]
