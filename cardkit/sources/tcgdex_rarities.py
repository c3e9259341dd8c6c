"""Which printed rarity is meant by what TCGdex says.

TCGdex has one word for several rarities of the catalogue: ``Ultra Rare`` is a Pokemon-GX or its
full art, ``Secret Rare`` may be rainbow. The mechanic, the era and the place in the set decide;
where they do not, the commoner one is taken: it lies in the same rarity deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cardkit.cards import SetId, Supertype
from cardkit.catalogue.sets import set_facts
from cardkit.rarities import Rarity, parse_rarity
from cardkit.sources.tcgdex_eras import Era

_VAULTS = frozenset((SetId("sma"), SetId("swsh45sv")))
_MEGA_ATTACK = (SetId("me2pt5"), range(265, 272))

_SAME: Mapping[str, Rarity] = MappingProxyType(
    {
        "holo rare": Rarity.RARE_HOLO,
        "holo rare v": Rarity.RARE_HOLO_V,
        "holo rare vmax": Rarity.RARE_HOLO_VMAX,
        "holo rare vstar": Rarity.RARE_HOLO_VSTAR,
        "shiny rare v": Rarity.RARE_HOLO_V,
        "shiny rare vmax": Rarity.RARE_HOLO_VMAX,
    }
)
"""Other words for one and the same."""

_BY_MECHANIC = (
    ("Prism Star", Rarity.RARE_PRISM_STAR),
    ("Star", Rarity.RARE_HOLO_STAR),
    ("ACE SPEC", Rarity.RARE_ACE),
    ("Level-Up", Rarity.RARE_HOLO_LV_X),
    ("BREAK", Rarity.RARE_BREAK),
    ("Prime", Rarity.RARE_PRIME),
    ("LEGEND", Rarity.LEGEND),
    ("Radiant", Rarity.RADIANT_RARE),
    ("VMAX", Rarity.RARE_HOLO_VMAX),
    ("VSTAR", Rarity.RARE_HOLO_VSTAR),
)
"""Mechanics before Scarlet & Violet with a rarity of their own."""

_PLAIN_OR_FULL_ART = (
    ("EX", Rarity.RARE_HOLO_EX),
    ("GX", Rarity.RARE_HOLO_GX),
    ("V", Rarity.RARE_HOLO_V),
)
"""Mechanics whose cards stand among the others, or as Rare Ultra behind them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RarityClues:
    """What decides where TCGdex's word does not.

    Attributes:
        number: as the catalogue spells it.
        behind_plain: whether it comes after the last Common and Uncommon of its set; in all sets
            with full arts these stand there, and no other Pokemon-EX, GX or V does.
        holo_only: whether it exists as a holofoil and not otherwise.
    """

    era: Era
    set_id: SetId
    number: str
    supertype: Supertype | None
    name: str
    subtypes: frozenset[str]
    behind_plain: bool = False
    holo_only: bool = False

    @property
    def is_full_art(self) -> bool:
        """Whether a Pokemon-EX, GX or V is printed over the whole card, by its number."""
        is_later_printing = self.number.startswith("RC") or self.number.endswith("a")
        return self.behind_plain or (self.era is Era.BLACK_WHITE_XY and is_later_printing)


def printed_rarity(text: str, clues: RarityClues) -> Rarity | str | None:
    """Return the rarity that a card of TCGdex carries; unknown words stay as they are."""
    if is_promo_set(clues.set_id):
        return Rarity.PROMO
    if clues.set_id == "cel25c":
        return Rarity.CLASSIC_COLLECTION
    word = " ".join(text.split()).casefold()
    if word in ("", "none"):
        return None
    known = _SAME.get(word) or parse_rarity(text)
    ambiguous = _AMBIGUOUS.get(word)
    found = ambiguous(clues) if ambiguous else known
    is_gallery = clues.set_id.startswith("swsh") and clues.set_id.endswith(("tg", "gg"))
    if is_gallery and found in (Rarity.RARE, Rarity.RARE_HOLO):
        return Rarity.TRAINER_GALLERY_RARE_HOLO
    return found


def is_promo_set(set_id: SetId) -> bool:
    """Whether every card of a set is a promo, whatever a source says."""
    facts = set_facts().get(set_id)
    return set_id == "bp" or (facts is not None and facts.name.endswith("Promos"))


def _rare(clues: RarityClues) -> Rarity:
    if clues.era is Era.SCARLET_VIOLET:
        return Rarity.RARE
    return _special(clues) or (Rarity.RARE_HOLO if clues.holo_only else Rarity.RARE)


def _ultra_rare(clues: RarityClues) -> Rarity:
    if clues.era is Era.SCARLET_VIOLET:
        set_id, numbers = _MEGA_ATTACK
        number = int(clues.number) if clues.number.isdecimal() else 0
        is_attack = clues.set_id == set_id and number in numbers
        return Rarity.MEGA_ATTACK_RARE if is_attack else Rarity.ULTRA_RARE
    return _special(clues) or Rarity.RARE_ULTRA


def _special(clues: RarityClues) -> Rarity | None:
    """Return the rarity that a mechanic before Scarlet & Violet brings with it."""
    for mechanic, rarity in _BY_MECHANIC:
        if mechanic in clues.subtypes:
            return rarity
    if "ex" in clues.subtypes:
        return Rarity.RARE if clues.set_id.startswith("pop") else Rarity.RARE_HOLO_EX
    for mechanic, rarity in _PLAIN_OR_FULL_ART:
        if mechanic in clues.subtypes:
            return Rarity.RARE_ULTRA if clues.is_full_art else rarity
    is_shining = clues.supertype is Supertype.POKEMON and clues.name.startswith("Shining ")
    return Rarity.RARE_SHINING if is_shining else None


def _secret_rare(clues: RarityClues) -> Rarity:
    rainbow = {
        Era.SUN_MOON: {"GX"},
        Era.SWORD_SHIELD: {"VMAX", "VSTAR", "Supporter"},
    }.get(clues.era, set())
    return Rarity.RARE_SECRET if clues.subtypes.isdisjoint(rainbow) else Rarity.RARE_RAINBOW


def _shiny_rare(clues: RarityClues) -> Rarity:
    if clues.set_id in _VAULTS or clues.era is not Era.SCARLET_VIOLET:
        return Rarity.RARE_SHINY_GX if "GX" in clues.subtypes else Rarity.RARE_SHINY
    return Rarity.SHINY_ULTRA_RARE if "ex" in clues.subtypes else Rarity.SHINY_RARE


def _full_art_trainer(clues: RarityClues) -> Rarity:
    return Rarity.ULTRA_RARE if clues.era is Era.SCARLET_VIOLET else Rarity.RARE_ULTRA


_AMBIGUOUS = MappingProxyType(
    {
        "rare": _rare,
        "holo rare": lambda clues: _special(clues) or Rarity.RARE_HOLO,
        "rare holo": lambda clues: _special(clues) or Rarity.RARE_HOLO,
        "ultra rare": _ultra_rare,
        "secret rare": _secret_rare,
        "shiny rare": _shiny_rare,
        "full art trainer": _full_art_trainer,
    }
)
