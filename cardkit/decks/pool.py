"""From cards that are owned to the pool of one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cardkit.cards import Card, EnergyType, Supertype
from cardkit.decks.classify import classify
from cardkit.decks.energy import choose_energy
from cardkit.decks.model import Pool, PoolCard, RarityDeck
from cardkit.decks.requirements import Requirements


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


def build_pool(owned: Iterable[OwnedCard], requirements: Requirements) -> Pool:
    """Sort what is owned into the five decks and choose the Energy deck.

    No card is lost: each copy is in a rarity deck, among ``energy_owned`` or left out.

    Rule: S1, S2, S3, S5.
    """
    decks: dict[RarityDeck, list[PoolCard]] = {deck: [] for deck in RarityDeck}
    energy_owned: Counter[EnergyType] = Counter()
    left_out: list[PoolCard] = []
    for owned_card in owned:
        entry = _placed(owned_card, requirements)
        placement = entry.placement
        if placement.deck is not None:
            decks[placement.deck].append(entry)
        elif placement.energy_type is not None:
            energy_owned[placement.energy_type] += entry.count
        else:
            left_out.append(entry)
    at_hand = {kind: energy_owned[kind] for kind in EnergyType if energy_owned[kind]}
    return Pool(
        decks={deck: tuple(entries) for deck, entries in decks.items()},
        energy=choose_energy(at_hand, requirements, pokemon_per_type(decks)),
        left_out=tuple(left_out),
        energy_owned=at_hand,
    )


def _placed(entry: OwnedCard, requirements: Requirements) -> PoolCard:
    card = entry.card
    if not entry.known and entry.override is not None:
        # A sketch's kind is guessed from its name; who assigns a deck to it says it is a Pokemon.
        card = replace(card, supertype=Supertype.POKEMON)
    return PoolCard(
        card=card,
        count=entry.count,
        placement=classify(card, requirements, entry.override, known=entry.known),
        known=entry.known,
    )


def with_proxies(pool: Pool, proxies: Iterable[PoolCard]) -> Pool:
    """Return the pool with proxies at the end of their decks (Rule: S9)."""
    added: dict[RarityDeck, list[PoolCard]] = {deck: [] for deck in RarityDeck}
    for proxy in proxies:
        if proxy.placement.deck is not None:
            added[proxy.placement.deck].append(proxy)
    decks = {deck: (*pool.decks.get(deck, ()), *added[deck]) for deck in RarityDeck}
    return replace(pool, decks=decks)


def pokemon_per_type(decks: Mapping[RarityDeck, Sequence[PoolCard]]) -> Counter[EnergyType]:
    """Count the Pokemon of each type in the decks; one of two types counts for both."""
    counted: Counter[EnergyType] = Counter()
    for entries in decks.values():
        for entry in entries:
            for kind in entry.card.types:
                counted[kind] += entry.count
    return counted
