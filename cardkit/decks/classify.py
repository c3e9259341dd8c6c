"""Where one card goes, and why (Rule: S1, S2, S3, S5)."""

from __future__ import annotations

from cardkit.cards import Card, EnergyType, Mechanic, Supertype
from cardkit.decks.model import Place, Placement, RarityDeck
from cardkit.decks.names import subtypes_from_name
from cardkit.decks.requirements import Requirements
from cardkit.rarities import Rarity

MULTI_PIECE: tuple[Mechanic, ...] = (Mechanic.V_UNION, Mechanic.LEGEND)
"""Printed in two or four pieces (Rule: S2)."""

_MECHANIC_DECKS: tuple[tuple[Mechanic, RarityDeck], ...] = (
    (Mechanic.VMAX, RarityDeck.VMAX),
    (Mechanic.VSTAR, RarityDeck.VMAX),
    (Mechanic.MEGA, RarityDeck.VMAX),
    (Mechanic.TERA, RarityDeck.VMAX),
    # Reached only when cards of several pieces take part: stronger than V, so with its kin.
    (Mechanic.V_UNION, RarityDeck.VMAX),
    (Mechanic.TAG_TEAM, RarityDeck.EX),
    (Mechanic.GX, RarityDeck.EX),
    (Mechanic.V, RarityDeck.EX),
    (Mechanic.EX_UPPER, RarityDeck.EX),
    (Mechanic.EX_LOWER, RarityDeck.EX),
)
"""Mechanics that decide the deck, strongest first (Rule: S1)."""

_RARITY_DECKS = {Rarity.COMMON: RarityDeck.COMMON, Rarity.UNCOMMON: RarityDeck.UNCOMMON}


def classify(
    card: Card,
    requirements: Requirements,
    override: RarityDeck | None = None,
    *,
    known: bool = True,
) -> Placement:
    """Return the place of a card, with the reason.

    The mechanic decides first, then the printed rarity; what neither settles is undecided. The
    owner's override beats both, but it cannot make a Trainer or an Energy fight.

    Args:
        card: the card.
        requirements: what the decks need.
        override: the owner's choice of deck.
        known: whether the card comes from the catalogue. Where it is a sketch of somebody's row,
            an unknown rarity may be a misspelt one, so it settles nothing.

    Rule: S1, S2, S3, S5.
    """
    if not card.is_pokemon:
        return _classify_other(card)
    if override is not None:
        return _in_deck(override, "the owner's choice", "S3")
    mechanics = _mechanics(card)
    pieces = next((kind for kind in MULTI_PIECE if kind in mechanics), None)
    if pieces is not None and not requirements.multi_piece:
        return Placement(
            place=Place.LEFT_OUT, reason=f"one piece of several ({pieces.value})", rule="S2"
        )
    for mechanic, deck in _MECHANIC_DECKS:
        if mechanic in mechanics:
            return _in_deck(deck, f"mechanic {mechanic.value}", "S1")
    return _by_rarity(card, requirements, known)


def _mechanics(card: Card) -> frozenset[Mechanic]:
    """Join what the source says with what the name says; some sources omit the former."""
    # No card with such a mechanic is common or uncommon: "Unown V" is a letter there.
    silent = card.rarity in _RARITY_DECKS
    named = frozenset(() if silent else map(Mechanic, subtypes_from_name(card.name)))
    if Mechanic.TAG_TEAM in named | card.mechanics:
        return (named | card.mechanics) - {Mechanic.MEGA}
    return named | card.mechanics


def _by_rarity(card: Card, requirements: Requirements, known: bool) -> Placement:
    if card.rarity is None:
        return _in_deck(requirements.no_rarity_deck, "no rarity printed", "S3", undecided=True)
    if card.rarity is Rarity.PROMO:
        return _in_deck(requirements.promo_deck, "promo without a mechanic", "S3", undecided=True)
    if isinstance(card.rarity, Rarity):
        deck = _RARITY_DECKS.get(card.rarity, RarityDeck.RARE)
        return _in_deck(deck, f"rarity {card.rarity.value}", "S1")
    reason = unknown_rarity_reason(card)
    return _in_deck(RarityDeck.RARE, reason, "S1" if known else "S3", undecided=not known)


def unknown_rarity_reason(card: Card) -> str:
    """Return the reason given for a card whose rarity is none of the known ones."""
    return f"unknown rarity {str(card.rarity)!r}"


def _in_deck(deck: RarityDeck, reason: str, rule: str, *, undecided: bool = False) -> Placement:
    return Placement(
        place=Place.RARITY_DECK, reason=reason, rule=rule, deck=deck, undecided=undecided
    )


def _classify_other(card: Card) -> Placement:
    kind = card.basic_energy_type
    if kind is not None:
        return _energy(kind)
    if card.supertype is Supertype.ENERGY:
        return Placement(place=Place.LEFT_OUT, reason="special Energy", rule="S5")
    return Placement(place=Place.LEFT_OUT, reason="Trainer", rule="S1")


def _energy(kind: EnergyType) -> Placement:
    return Placement(
        place=Place.ENERGY_DECK, reason=f"basic {kind.value} Energy", rule="S5", energy_type=kind
    )
