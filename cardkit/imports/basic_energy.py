"""Basic Energy by its name alone: all printings of one are the same card in the game."""

from __future__ import annotations

from cardkit.cards import Card
from cardkit.catalogue import Catalogue
from cardkit.catalogue.references import newest_first
from cardkit.naming import fold_name
from cardkit.rarities import Rarity


def basic_energy_printings(catalogue: Catalogue, name: str) -> tuple[Card, ...]:
    """Return the printings of the basic Energy of this name, the one to take first.

    Plain ones come before the rare, the latest before the older; there are none where the name is
    that of another card.

    Args:
        catalogue: the cards that are known.
        name: in any spelling, such as ``Fire Energy`` or ``Basic {R} Energy``.

    Rule: S5.
    """
    wanted = fold_name(name)
    found = [
        card
        for card in newest_first(catalogue, name)
        if card.is_basic_energy and fold_name(card.name) == wanted
    ]
    return tuple(sorted(found, key=lambda card: card.rarity not in (None, Rarity.COMMON)))
