"""The manifest: a pool as a document that is complete in itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardkit.cards import Card, EnergyType
from cardkit.decks.model import RarityDeck
from cardkit.rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestCard:
    """Copies of one card in a rarity deck. A proxy is a full enemy (Rule: S9)."""

    card: Card
    count: int
    proxy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Everything that a game needs, in the order in which it is written."""

    name: str
    rules: HouseRules
    minimums: Mapping[RarityDeck, int]
    energy_total: tuple[int, int]
    """Least and most cards in the Energy deck (Rule: S5)."""
    energy_per_type: int
    """Least cards of each type that is in the Energy deck (Rule: S5)."""
    decks: Mapping[RarityDeck, tuple[ManifestCard, ...]]
    energy: Mapping[EnergyType, int]
