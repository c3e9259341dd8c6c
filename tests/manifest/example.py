"""A pool of invented cards, small enough to review as text."""

from __future__ import annotations

from cardkit.cards import (
    Ability,
    Attack,
    Card,
    CardId,
    Damage,
    EnergyType,
    SetId,
    Supertype,
    TypeModifier,
)
from cardkit.decks import Place, Placement, Pool, PoolCard, RarityDeck, Requirements
from cardkit.decks.energy import NEEDED_ENERGY
from cardkit.manifest import Manifest, ManifestCard
from cardkit.rarities import Rarity
from cardkit.resources import template
from cardkit.rules import HouseRules

RULES = HouseRules.from_dict(template("rules"))


def pokemon(
    number: str,
    name: str,
    kind: EnergyType,
    hp: int | None,
    *subtypes: str,
    rarity: Rarity | str | None = Rarity.COMMON,
    attacks: tuple[Attack, ...] = (),
    evolves_from: str = "",
) -> Card:
    return Card(
        card_id=CardId(f"toy-{number}"),
        name=name,
        supertype=Supertype.POKEMON,
        set_id=SetId("toy"),
        number=number,
        rarity=rarity,
        subtypes=subtypes or ("Basic",),
        hp=hp,
        types=() if hp is None else (kind,),
        attacks=attacks,
        evolves_from=evolves_from,
    )


def attack(name: str, cost: str, damage: str, *, text: str = "") -> Attack:
    letters = {kind.letter: kind for kind in EnergyType}
    return Attack(
        name=name,
        cost=tuple(letters[letter] for letter in cost),
        damage=Damage.parse(damage),
        text=text,
    )


MOSSPUP = pokemon("1", "Mosspup", EnergyType.GRASS, 50, attacks=(attack("Leaf Nip", "G", "10"),))
TWIGLET = Card(
    card_id=CardId("toy-2"),
    name="Twiglet ♀",
    supertype=Supertype.POKEMON,
    set_id=SetId("toy"),
    number="2",
    rarity=Rarity.COMMON,
    subtypes=("Basic",),
    hp=40,
    types=(EnergyType.GRASS, EnergyType.PSYCHIC),
    attacks=(
        attack("Twig Throw", "GC", "10×", text="Flip 2 coins."),
        Attack(name="Doze", text_omitted=True),
    ),
    abilities=(Ability(name="Rooted", text="It stays."),),
    weaknesses=(TypeModifier.parse("Fire", "×2"),),
    resistances=(TypeModifier.parse("Water", "-30"),),
    retreat_cost=1,
    artist="A. Nyone",
)
MOSSHOUND = pokemon(
    "3",
    "Mosshound",
    EnergyType.GRASS,
    90,
    "Stage 1",
    rarity=Rarity.UNCOMMON,
    attacks=(attack("Leaf Bite", "GC", "30"),),
    evolves_from="Mosspup",
)
CINDERCAT = pokemon("4", "Cindercat", EnergyType.FIRE, 70, rarity="Sparkling Rare")
CINDERCAT_V = pokemon(
    "5", "Cindercat V", EnergyType.FIRE, 200, "Basic", "V", rarity=Rarity.RARE_HOLO_V
)
CINDERCAT_VMAX = pokemon(
    "6",
    "Cindercat VMAX",
    EnergyType.FIRE,
    320,
    "VMAX",
    rarity=Rarity.RARE_HOLO_VMAX,
    attacks=(attack("Great Blaze", "RRCC", "210+"),),
    evolves_from="Cindercat V",
)
SKETCH = pokemon("99", "Nobodynose", EnergyType.GRASS, None)
"""A card whose numbers are not known."""


ENERGY = {kind: 6 if kind is EnergyType.GRASS else 5 for kind in NEEDED_ENERGY}
"""One card more than the minimum."""


def requirements() -> Requirements:
    """Less than the rules ask for, so that the example stays small."""
    small = Requirements.default().to_dict()
    small["minimums"] = {"common": 4, "uncommon": 1, "rare": 1, "ex": 1, "vmax": 1}
    return Requirements.from_dict(small)


def manifest() -> Manifest:
    return Manifest(
        name="Toy box",
        rules=RULES,
        minimums=requirements().minimums,
        energy_total=(40, 45),
        energy_per_type=5,
        decks={
            RarityDeck.COMMON: (
                ManifestCard(card=MOSSPUP, count=3),
                ManifestCard(card=TWIGLET, count=1),
            ),
            RarityDeck.UNCOMMON: (ManifestCard(card=MOSSHOUND, count=1),),
            RarityDeck.RARE: (ManifestCard(card=CINDERCAT, count=2),),
            RarityDeck.EX: (ManifestCard(card=CINDERCAT_V, count=1),),
            RarityDeck.VMAX: (ManifestCard(card=CINDERCAT_VMAX, count=1, proxy=True),),
        },
        energy=ENERGY,
    )


def pool_card(card: Card, deck: RarityDeck, count: int = 1, *, proxy: bool = False) -> PoolCard:
    placement = Placement(place=Place.RARITY_DECK, reason="a test", rule="S1", deck=deck)
    return PoolCard(card=card, count=count, placement=placement, proxy=proxy)


def pool() -> Pool:
    """The pool that :func:`manifest` is made of."""
    return Pool(
        decks={
            deck: tuple(
                pool_card(entry.card, deck, entry.count, proxy=entry.proxy) for entry in entries
            )
            for deck, entries in manifest().decks.items()
        },
        energy=dict(reversed(ENERGY.items())),
    )
