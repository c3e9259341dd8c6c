"""Stage and mechanics of a card of TCGdex, which leaves many of them out.

What stands in the name counts most, then stage and suffix, then the rarity. Never told are
Tera, Ancient, Future, Single, Rapid and Fusion Strike, Team Plasma, Ultra Beast, and SP where
the suffix is missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from cardkit.cards import Stage, Supertype, basic_energy_type
from cardkit.decks.names import subtypes_from_name
from cardkit.sources.tcgdex_eras import Era


def _squash(text: str) -> str:
    return re.sub(r"[\s_-]+", "", text).casefold()


_STAGES: Mapping[str, Stage] = MappingProxyType({_squash(each.value): each for each in Stage})

_STANDING_ALONE = frozenset(
    (
        *(Stage.BABY, Stage.RESTORED, Stage.LEVEL_UP, Stage.BREAK, Stage.LEGEND),
        *(Stage.VMAX, Stage.VSTAR, Stage.V_UNION),
    )
)
"""Stages beside which neither Basic nor Stage 1 is said."""

_SUFFIXES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "gx": ("GX",),
        "v": ("V",),
        "vmax": ("VMAX",),
        "vstar": ("VSTAR",),
        "vunion": ("V-UNION",),
        "legend": ("LEGEND",),
        "prime": ("Prime",),
        "sp": ("SP",),
        "tagteamgx": ("TAG TEAM", "GX"),
    }
)
_RARITIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "rareprime": ("Prime",),
        "legend": ("LEGEND",),
        "radiantrare": ("Radiant",),
        "holorarev": ("V",),
        "holorarevmax": ("VMAX",),
        "holorarevstar": ("VSTAR",),
        "shinyrarev": ("V",),
        "shinyrarevmax": ("VMAX",),
        "rarehololv.x": ("Level-Up",),
    }
)
_WITH_V = frozenset(("V", "VMAX", "VSTAR", "V-UNION"))
_BIG = frozenset(("ex", "EX", "GX", *_WITH_V))

_TRAINERS: Mapping[str, str] = MappingProxyType(
    {
        "supporter": "Supporter",
        "item": "Item",
        "stadium": "Stadium",
        "tool": "Pokémon Tool",
        "pokémontool": "Pokémon Tool",
        "pokemontool": "Pokémon Tool",
        "acespec": "ACE SPEC",
        "technicalmachine": "Technical Machine",
        "goldenrodgamecorner": "Goldenrod Game Corner",
        "rocket'ssecretmachine": "Rocket's Secret Machine",
    }
)


def pokemon_mechanics(name: str, suffix: str, rarity: str, era: Era) -> tuple[str, ...]:
    """Return the mechanics of a Pokemon.

    >>> pokemon_mechanics("Mega Charizard X ex", "EX", "Double rare", Era.SCARLET_VIOLET)
    ('MEGA', 'ex')
    >>> pokemon_mechanics("Unown V", "", "Uncommon", Era.DIAMOND_PEARL)
    ()
    """
    found = subtypes_from_name(name)
    if era is not Era.SWORD_SHIELD:
        found = tuple(each for each in found if each not in _WITH_V)
    if _BIG.isdisjoint(found):
        # A suffix beside a name that says something else is an error of the data.
        found += _from_suffix(suffix, era)
    elif _squash(suffix) == "sp":
        found += ("SP",)
    found += _RARITIES.get(_squash(rarity), ()) if not found else ()
    if name.startswith("Eternamax "):
        found += ("Eternamax",)
    return tuple(dict.fromkeys(_of_the_time(each, era) for each in found))


def _from_suffix(suffix: str, era: Era) -> tuple[str, ...]:
    if _squash(suffix) == "ex":
        small = era in (Era.EX_SERIES, Era.SCARLET_VIOLET)
        return ("ex",) if small or suffix.strip() == "ex" else ("EX",)
    return _SUFFIXES.get(_squash(suffix), ())


def _of_the_time(mechanic: str, era: Era) -> str:
    """Spell ``ex`` and ``EX`` as their time did, whatever a source says."""
    if mechanic == "EX" and era in (Era.EX_SERIES, Era.SCARLET_VIOLET):
        return "ex"
    if mechanic == "ex" and era is Era.BLACK_WHITE_XY:
        return "EX"
    return mechanic


def pokemon_stage(
    said: str, mechanics: tuple[str, ...], evolves_from: str, known: Mapping[str, str]
) -> str | None:
    """Return what stands for the stage among a Pokemon's subtypes.

    Args:
        said: the stage at TCGdex; empty when it does not say.
        mechanics: see :func:`pokemon_mechanics`.
        evolves_from: name of the Pokemon before.
        known: stages of Pokemon met so far, by name.

    Returns:
        The stage; empty where a mechanic is the stage; None when it cannot be told.

    >>> pokemon_stage("", ("GX",), "", {}), pokemon_stage("", ("GX",), "Charmeleon", {})
    ('Basic', None)
    >>> pokemon_stage("", ("GX",), "Charmeleon", {"Charmeleon": "Stage 1"})
    'Stage 2'
    >>> pokemon_stage("MEGA", ("MEGA", "EX"), "Charizard-EX", {})
    ''
    """
    if not _STANDING_ALONE.isdisjoint(mechanics) or {"MEGA", "EX"} <= set(mechanics):
        return ""
    stage = _STAGES.get(_squash(said))
    if stage is not None and stage is not Stage.MEGA:
        return stage.value
    if not evolves_from:
        return Stage.BASIC.value
    before = known.get(evolves_from)
    if before in (Stage.BASIC, Stage.BABY):
        return Stage.STAGE_1.value
    if before in (Stage.STAGE_1, Stage.RESTORED):
        # Only fossils are restored, and what grows out of them is a Stage 1.
        return Stage.STAGE_2.value if before == Stage.STAGE_1 else Stage.STAGE_1.value
    return None


def other_subtypes(supertype: Supertype, kind: str, name: str, rarity: str) -> tuple[str, ...]:
    """Return the subtypes of a Trainer or Energy card.

    Args:
        supertype: not a Pokemon.
        kind: ``trainerType`` or ``energyType``.
        name: of the card.
        rarity: at TCGdex.

    >>> other_subtypes(Supertype.TRAINER, "Tool", "Hero's Cape", "ACE SPEC Rare")
    ('Pokémon Tool', 'ACE SPEC')
    >>> other_subtypes(Supertype.ENERGY, "Normal", "Fire Energy", "Common")
    ('Basic',)
    """
    if supertype is Supertype.ENERGY:
        is_special = _squash(kind) == "special" or basic_energy_type(name) is None
        found: tuple[str, ...] = ("Special",) if is_special else ("Basic",)
    else:
        found = (_TRAINERS.get(_squash(kind), kind),) if kind else ()
    if name.endswith("◇"):
        found += ("Prism Star",)
    if _squash(rarity) == "acespecrare":
        found += ("ACE SPEC",)
    return tuple(dict.fromkeys(found))
