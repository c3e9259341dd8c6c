"""The five rarity decks, and the pool that is made of them (Rule: S1, S5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cardkit.cards import Card, EnergyType


class RarityDeck(StrEnum):
    """The five decks, weakest first (Rule: S1)."""

    COMMON = "common"
    UNCOMMON = "uncommon"
    RARE = "rare"
    EX = "ex"
    VMAX = "vmax"

    @property
    def number(self) -> int:
        """1 to 5, as the rules count the decks."""
        return list(RarityDeck).index(self) + 1

    @property
    def mark(self) -> str:
        """The mark printed on each card of the deck: ● ◆ ★ ★★ ★★★."""
        return ("●", "◆", "★", "★★", "★★★")[self.number - 1]

    @property
    def label(self) -> str:
        """The name on labels and in tables."""
        return ("Common", "Uncommon", "Rare", "EX / GX / V", "VMAX / VSTAR / Tera / MEGA")[
            self.number - 1
        ]


class Place(StrEnum):
    """Where a card goes."""

    RARITY_DECK = "rarity-deck"
    ENERGY_DECK = "energy-deck"
    LEFT_OUT = "left-out"
    """Trainers, special Energy, and cards of several pieces: not part of the adventure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Where one card goes, and why.

    Attributes:
        deck: set exactly when ``place`` is :attr:`Place.RARITY_DECK`.
        energy_type: set exactly when ``place`` is :attr:`Place.ENERGY_DECK`.
        reason: a phrase for a person, e.g. ``mechanic VMAX`` or ``rarity Common``.
        rule: number of the deciding rule, e.g. ``S1``.
        undecided: the owner should look at it (Rule: S3); an override settles it.
    """

    place: Place
    reason: str
    rule: str
    deck: RarityDeck | None = None
    energy_type: EnergyType | None = None
    undecided: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolCard:
    """Copies of one printing in the pool.

    Attributes:
        proxy: a stand-in to be printed; its placement says why it was proposed.
        known: whether the catalogue knows the card; a sketch carries no numbers.
    """

    card: Card
    count: int
    placement: Placement
    proxy: bool = False
    known: bool = True

    @property
    def printing(self) -> str:
        """Which printing it is: the card's id, or the row's own words for set and number."""
        if self.known:
            return self.card.card_id
        return " ".join(part for part in (self.card.set_id, self.card.number) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """What one game is played with: rarity decks, Energy deck, and what stays in the box.

    Cards within a deck keep the order in which they were given.

    Attributes:
        energy: the Energy deck, as chosen from what is owned.
        left_out: Trainers, special Energy and cards of several pieces.
        energy_owned: all basic Energy at hand; what ``energy`` does not take is spare.
    """

    decks: Mapping[RarityDeck, tuple[PoolCard, ...]]
    energy: Mapping[EnergyType, int]
    left_out: tuple[PoolCard, ...] = ()
    energy_owned: Mapping[EnergyType, int] = field(default_factory=dict)

    def cards(self) -> Iterator[PoolCard]:
        """Yield every entry of the five decks, deck by deck."""
        for deck in RarityDeck:
            yield from self.decks.get(deck, ())

    def size(self, deck: RarityDeck) -> int:
        """Return the number of cards in a rarity deck, proxies included."""
        return sum(entry.count for entry in self.decks.get(deck, ()))
