"""Sketches: cards made of a collection's own columns, for rows that the catalogue does not know.

A sketch decides its rarity deck as a real card does (Rule: S1). It carries no numbers: ``hp`` is
None, so the table can use it and the referee cannot.
"""

from __future__ import annotations

import re

from cardkit.cards import Card, CardId, EnergyType, Mechanic, SetId, Supertype, basic_energy_type
from cardkit.decks.names import (
    core_name,
    subtypes_from_name,
    supertype_from_name,
    supertype_from_words,
)
from cardkit.decks.rarity_words import read_rarity
from cardkit.naming import fold_name
from cardkit.rarities import Rarity

__all__ = ["read_rarity", "sketch_card"]

_MECHANICS_OF_RARITY: dict[Rarity, tuple[Mechanic, ...]] = {
    Rarity.RARE_HOLO_EX: (Mechanic.EX_UPPER,),
    Rarity.RARE_HOLO_GX: (Mechanic.GX,),
    Rarity.RARE_SHINY_GX: (Mechanic.GX,),
    Rarity.RARE_HOLO_V: (Mechanic.V,),
    Rarity.RARE_HOLO_VMAX: (Mechanic.VMAX,),
    Rarity.RARE_HOLO_VSTAR: (Mechanic.VSTAR,),
    Rarity.DOUBLE_RARE: (Mechanic.EX_LOWER,),
    Rarity.BLACK_WHITE_RARE: (Mechanic.EX_LOWER,),
    Rarity.SHINY_ULTRA_RARE: (Mechanic.EX_LOWER,),
    Rarity.MEGA_HYPER_RARE: (Mechanic.MEGA, Mechanic.EX_LOWER),
    Rarity.MEGA_ATTACK_RARE: (Mechanic.MEGA, Mechanic.EX_LOWER),
    Rarity.RARE_HOLO_LV_X: (Mechanic.LEVEL_UP,),
    Rarity.RARE_BREAK: (Mechanic.BREAK,),
    Rarity.RARE_PRIME: (Mechanic.PRIME,),
    Rarity.LEGEND: (Mechanic.LEGEND,),
}
"""Rarities that only Pokemon of one mechanic carry."""

_ALSO_ON_TRAINERS = frozenset({Mechanic.PRISM_STAR.value, Mechanic.STAR.value})


def sketch_card(
    name: str,
    *,
    rarity: str = "",
    number: str = "",
    set_label: str = "",
    kind: str = "",
    otherwise: Supertype = Supertype.TRAINER,
) -> Card:
    """Return a card as far as a row's own columns tell it.

    Args:
        name: the name with or without an app's decorations.
        rarity: the rarity in anybody's vocabulary; empty when the row has none.
        number: collector number as the row spells it.
        set_label: name or code of the set as the row spells it.
        kind: a column such as ``Trainer - Item``, ``Pokémon`` or ``Fire``; it wins over the name.
        otherwise: what it is without ``kind`` when the name carries no Pokemon's name, no Energy
            and no mechanic.

    Returns:
        A card without numbers.
    """
    printed = read_rarity(rarity)
    types = _types(kind)
    mechanics = _mechanics(name, printed)
    supertype = supertype_from_words(kind) or (Supertype.POKEMON if types else None)
    supertype = supertype or supertype_from_name(name)
    if supertype is None:
        named = set(mechanics) - _ALSO_ON_TRAINERS
        supertype = Supertype.POKEMON if named else otherwise
    is_pokemon = supertype is Supertype.POKEMON
    return Card(
        card_id=_identifier(name, number=number, set_label=set_label),
        name=_printed_name(name),
        supertype=supertype,
        set_id=SetId(" ".join(set_label.split())),
        number=number,
        rarity=printed,
        subtypes=mechanics if is_pokemon else _energy_subtypes(name, supertype, printed),
        types=types if is_pokemon else (),
    )


def _mechanics(name: str, rarity: Rarity | str | None) -> tuple[str, ...]:
    found = subtypes_from_name(name)
    if rarity in (Rarity.COMMON, Rarity.UNCOMMON) and found == (Mechanic.V.value,):
        return ()  # the letter of an Unown; no Pokemon V is common or uncommon
    if not found and isinstance(rarity, Rarity) and supertype_from_name(name) is not None:
        return tuple(kind.value for kind in _MECHANICS_OF_RARITY.get(rarity, ()))
    return found


def _printed_name(name: str) -> str:
    """Drop decorations; spell a basic Energy out, which decklists write ``Basic {R} Energy``."""
    core = " ".join(core_name(name).split())
    energy = basic_energy_type(fold_name(core))
    return f"{energy.value} Energy" if energy else core


def _energy_subtypes(
    name: str, supertype: Supertype, rarity: Rarity | str | None
) -> tuple[str, ...]:
    """Tell basic from special Energy.

    The special Darkness and Metal Energy of older sets are named like basic ones, but no basic
    Energy is uncommon or plainly rare; apps write ``Darkness Energy (Special)``.
    """
    if supertype is not Supertype.ENERGY:
        return ()
    basic = basic_energy_type(_printed_name(name)) is not None
    special = "special" in name.casefold() or rarity in (Rarity.UNCOMMON, Rarity.RARE)
    return ("Basic",) if basic and not special else ("Special",)


def _types(kind: str) -> tuple[EnergyType, ...]:
    words = re.findall(r"[a-z]+", kind.casefold())
    if "energy" in words:
        return ()
    return tuple(each for each in EnergyType if each.value.casefold() in words)


def _identifier(name: str, *, number: str, set_label: str) -> CardId:
    parts = (_slug(part) for part in (set_label, number, name))
    return CardId("row:" + ":".join(part for part in parts if part))


def _slug(text: str) -> str:
    return "-".join(text.casefold().split())
