"""Cards and collections in few words."""

from __future__ import annotations

from cardkit.cards import BASIC_ENERGY_TYPES, Card, CardId, EnergyType, SetId, Supertype
from cardkit.decks import OwnedCard, Pool, RarityDeck, Requirements, build_pool
from cardkit.rarities import parse_rarity

RULES = Requirements.default()


def pokemon(
    name: str,
    *subtypes: str,
    rarity: str | None = "Common",
    card_id: str = "",
    types: tuple[EnergyType, ...] = (EnergyType.COLORLESS,),
    hp: int | None = 60,
    evolves_from: str = "",
    number: str = "1",
) -> Card:
    return Card(
        card_id=CardId(card_id or f"test-{name}"),
        name=name,
        supertype=Supertype.POKEMON,
        set_id=SetId("test"),
        number=number,
        rarity=None if rarity is None else parse_rarity(rarity),
        subtypes=subtypes,
        hp=hp,
        types=types,
        evolves_from=evolves_from,
    )


def other(name: str, supertype: Supertype, *subtypes: str, rarity: str = "Common") -> Card:
    return Card(
        card_id=CardId(f"test-{name}"),
        name=name,
        supertype=supertype,
        set_id=SetId("test"),
        number="1",
        rarity=parse_rarity(rarity),
        subtypes=subtypes,
    )


def energy(kind: EnergyType, count: int = 5) -> OwnedCard:
    card = other(f"{kind.value} Energy", Supertype.ENERGY, "Basic")
    return OwnedCard(card=card, count=count)


def every_energy(count: int = 5, *, fairy: bool = False) -> list[OwnedCard]:
    kinds = BASIC_ENERGY_TYPES if fairy else BASIC_ENERGY_TYPES[:8]
    return [energy(kind, count) for kind in kinds]


_EXAMPLES: dict[RarityDeck, tuple[str, str]] = {
    RarityDeck.COMMON: ("Basic", "Common"),
    RarityDeck.UNCOMMON: ("Basic", "Uncommon"),
    RarityDeck.RARE: ("Basic", "Rare"),
    RarityDeck.EX: ("ex", "Double Rare"),
    RarityDeck.VMAX: ("VMAX", "Rare Holo VMAX"),
}


def card_of(deck: RarityDeck, name: str = "", **fields: object) -> Card:
    subtype, rarity = _EXAMPLES[deck]
    return pokemon(name or f"Mon {deck.value}", subtype, rarity=rarity, **fields)  # type: ignore[arg-type]


def full_pool(*extra: OwnedCard, without: int = 0, fairy: bool = False) -> Pool:
    """Return a pool that has the minimum of everything, or a few less in each deck."""
    decks = [
        OwnedCard(card=card_of(deck), count=RULES.minimums[deck] - without) for deck in RarityDeck
    ]
    return build_pool([*decks, *every_energy(fairy=fairy), *extra], RULES)
