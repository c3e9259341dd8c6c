"""What the five decks, the Energy deck and the table ask for.

Defaults stand in ``templates/decks.toml``; an owner changes them in ``cardkit.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.decks.model import RarityDeck
from cardkit.resources import template


@dataclass(frozen=True, slots=True, kw_only=True)
class SleeveColours:
    """A colour of sleeve for each kind of card on the table (Rule: S7)."""

    decks: Mapping[RarityDeck, str]
    energy: str
    pokeball: str

    @classmethod
    def from_dict(cls, document: Mapping[str, str]) -> SleeveColours:
        """Read the document form: a colour per deck, ``energy`` and ``pokeball``."""
        return cls(
            decks={deck: document[deck.value] for deck in RarityDeck},
            energy=document["energy"],
            pokeball=document["pokeball"],
        )

    def to_dict(self) -> dict[str, str]:
        """Return the document form."""
        colours = {deck.value: colour for deck, colour in self.decks.items()}
        return colours | {"energy": self.energy, "pokeball": self.pokeball}


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """How a pool is sorted and what it must hold.

    Attributes:
        minimums: least cards in each rarity deck (Rule: S4).
        energy_per_type: least cards of each type that is in the Energy deck (Rule: S5).
        energy_total: least and most cards in the Energy deck (Rule: S5).
        energy_at_home: whether basic Energy lies at home although no list names it (Rule: S5).
        multi_piece: whether LEGEND and V-UNION cards take part (Rule: S2).
        promo_deck: where promos without a mechanic go (Rule: S3).
        no_rarity_deck: where cards without any rarity go (Rule: S3).
        sleeves: the colours (Rule: S7).
    """

    minimums: Mapping[RarityDeck, int]
    energy_per_type: int
    energy_total: tuple[int, int]
    energy_at_home: bool
    multi_piece: bool
    promo_deck: RarityDeck
    no_rarity_deck: RarityDeck
    sleeves: SleeveColours

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Requirements:
        """Read the document form: ``templates/decks.toml`` and one switch of the house rules."""
        energy = document["energy"]
        return cls(
            minimums={deck: document["minimums"][deck.value] for deck in RarityDeck},
            energy_per_type=energy["per_type"],
            energy_total=(energy["least"], energy["most"]),
            energy_at_home=energy["at_home"],
            multi_piece=document["multi_piece"],
            promo_deck=RarityDeck(document["promo_deck"]),
            no_rarity_deck=RarityDeck(document["no_rarity_deck"]),
            sleeves=SleeveColours.from_dict(document["sleeves"]),
        )

    @classmethod
    def default(cls) -> Requirements:
        """Return what the templates say: the minimums of the rules."""
        return cls.from_dict({**template("decks"), "multi_piece": template("rules")["multi_piece"]})

    def to_dict(self) -> dict[str, Any]:
        """Return the document form; :meth:`from_dict` reads it back."""
        least, most = self.energy_total
        return {
            "minimums": {deck.value: count for deck, count in self.minimums.items()},
            "energy": {
                "per_type": self.energy_per_type,
                "least": least,
                "most": most,
                "at_home": self.energy_at_home,
            },
            "multi_piece": self.multi_piece,
            "promo_deck": self.promo_deck.value,
            "no_rarity_deck": self.no_rarity_deck.value,
            "sleeves": self.sleeves.to_dict(),
        }
