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
from cardkit.naming import fold_name
from cardkit.rarities import Rarity, parse_rarity

_RARITY_SYNONYMS: dict[str, Rarity] = {
    "c": Rarity.COMMON,
    "u": Rarity.UNCOMMON,
    "uc": Rarity.UNCOMMON,
    "r": Rarity.RARE,
    "rh": Rarity.RARE_HOLO,
    "rr": Rarity.DOUBLE_RARE,
    "ar": Rarity.ILLUSTRATION_RARE,
    "ir": Rarity.ILLUSTRATION_RARE,
    "sar": Rarity.SPECIAL_ILLUSTRATION_RARE,
    "sir": Rarity.SPECIAL_ILLUSTRATION_RARE,
    "sr": Rarity.RARE_SECRET,
    "ur": Rarity.ULTRA_RARE,
    "hr": Rarity.HYPER_RARE,
    "mhr": Rarity.MEGA_HYPER_RARE,
    "bwr": Rarity.BLACK_WHITE_RARE,
    "pr": Rarity.PROMO,
    "promos": Rarity.PROMO,
    "black star promo": Rarity.PROMO,
    "holo rare": Rarity.RARE_HOLO,
    "holofoil rare": Rarity.RARE_HOLO,
    "rare holofoil": Rarity.RARE_HOLO,
    "holo": Rarity.RARE_HOLO,
    "secret rare": Rarity.RARE_SECRET,
    "rainbow rare": Rarity.RARE_RAINBOW,
    "holo rare ex": Rarity.RARE_HOLO_EX,
    "holo rare gx": Rarity.RARE_HOLO_GX,
    "holo rare v": Rarity.RARE_HOLO_V,
    "holo rare vmax": Rarity.RARE_HOLO_VMAX,
    "holo rare vstar": Rarity.RARE_HOLO_VSTAR,
    "holo rare lv x": Rarity.RARE_HOLO_LV_X,
    "holo rare star": Rarity.RARE_HOLO_STAR,
    "shiny holo rare": Rarity.RARE_SHINY,
    "shiny rare gx": Rarity.RARE_SHINY_GX,
    "shiny rare v": Rarity.RARE_HOLO_V,
    "shiny rare vmax": Rarity.RARE_HOLO_VMAX,
    "shiny ultra": Rarity.SHINY_ULTRA_RARE,
    "shining rare": Rarity.RARE_SHINING,
    "prism rare": Rarity.RARE_PRISM_STAR,
    "prism star rare": Rarity.RARE_PRISM_STAR,
    "prism star": Rarity.RARE_PRISM_STAR,
    "prime rare": Rarity.RARE_PRIME,
    "break rare": Rarity.RARE_BREAK,
    "legend rare": Rarity.LEGEND,
    "radiant": Rarity.RADIANT_RARE,
    "amazing": Rarity.AMAZING_RARE,
    "ace rare": Rarity.RARE_ACE,
    "ace spec": Rarity.ACE_SPEC_RARE,
    "trainer gallery": Rarity.TRAINER_GALLERY_RARE_HOLO,
    "character rare": Rarity.TRAINER_GALLERY_RARE_HOLO,
    "full art trainer": Rarity.ULTRA_RARE,
    "black and white rare": Rarity.BLACK_WHITE_RARE,
}
"""What apps and other card lists call the printed rarities."""

_NO_RARITY = frozenset(
    {"", "none", "no rarity", "unknown", "unconfirmed", "fixed", "n a", "na", "null"}
)

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


def read_rarity(text: str) -> Rarity | str | None:
    """Return the rarity that somebody's word for it means.

    The text itself comes back when it is unknown, None when it says that there is none.

    >>> read_rarity("Holo Rare"), read_rarity("secret-rare").value, read_rarity("None")
    (<Rarity.RARE_HOLO: 'Rare Holo'>, 'Rare Secret', None)
    """
    words = " ".join(re.sub(r"[^a-z0-9&]+", " ", text.casefold()).replace("&", " and ").split())
    if words in _NO_RARITY:
        return None
    if words in _RARITY_SYNONYMS:
        return _RARITY_SYNONYMS[words]
    # parse_rarity ignores case and spaces, but keeps the dot of LV.X and other signs.
    known = parse_rarity(text)
    return known if isinstance(known, Rarity) else _KNOWN_BY_WORDS.get(words, known)


_KNOWN_BY_WORDS = {re.sub(r"[^a-z0-9]+", " ", rarity.casefold()): rarity for rarity in Rarity}


def sketch_card(
    name: str, *, rarity: str = "", number: str = "", set_label: str = "", kind: str = ""
) -> Card:
    """Return a card as far as a row's own columns tell it.

    Args:
        name: the name with or without an app's decorations.
        rarity: the rarity in anybody's vocabulary; empty when the row has none.
        number: collector number as the row spells it.
        set_label: name or code of the set as the row spells it.
        kind: a column such as ``Trainer - Item``, ``Pokémon`` or ``Fire``; it wins over the name.

    Returns:
        A card without numbers. Without ``kind``, a name that carries no Pokemon's name, no
        Energy and no mechanic is taken for a Trainer.
    """
    printed = read_rarity(rarity)
    types = _types(kind)
    mechanics = _mechanics(name, printed)
    supertype = supertype_from_words(kind) or (Supertype.POKEMON if types else None)
    supertype = supertype or supertype_from_name(name)
    if supertype is None:
        named = set(mechanics) - _ALSO_ON_TRAINERS
        supertype = Supertype.POKEMON if named else Supertype.TRAINER
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
