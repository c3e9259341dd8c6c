"""Cards and sets for catalogues of tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardkit.cards import Attack, Card, CardId, CardSet, Damage, EnergyType, SetId, Supertype
from cardkit.rarities import Rarity

OWN_SET = CardSet(
    set_id=SetId("own1"),
    name="Own Set",
    series="Own Era",
    printed_total=10,
    total=12,
    ptcgo_code="OWN",
    release_date="2024-02-29",
)


def card(card_id: str, name: str = "Testmander", **fields: Any) -> Card:
    """Return a Pokemon; set and number come from the identifier."""
    set_id, _, number = card_id.rpartition("-")
    whole = Card(
        card_id=CardId(card_id),
        name=name,
        supertype=Supertype.POKEMON,
        set_id=SetId(set_id),
        number=number,
        rarity=Rarity.COMMON,
        subtypes=("Basic",),
        hp=60,
        types=(EnergyType.FIRE,),
        attacks=(Attack(name="Try", cost=(EnergyType.FIRE,), damage=Damage.parse("30")),),
    )
    return replace(whole, **fields)
