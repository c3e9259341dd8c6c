"""Printed rarities: the closed list known today, and how sources spell them."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache


class Rarity(StrEnum):
    """Printed rarities known today; an unknown one stays plain text on the card."""

    COMMON = "Common"
    UNCOMMON = "Uncommon"
    RARE = "Rare"
    RARE_HOLO = "Rare Holo"
    PROMO = "Promo"
    RARE_ULTRA = "Rare Ultra"
    ILLUSTRATION_RARE = "Illustration Rare"
    RARE_SECRET = "Rare Secret"
    RARE_RAINBOW = "Rare Rainbow"
    RARE_HOLO_EX = "Rare Holo EX"
    ULTRA_RARE = "Ultra Rare"
    RARE_HOLO_V = "Rare Holo V"
    DOUBLE_RARE = "Double Rare"
    SPECIAL_ILLUSTRATION_RARE = "Special Illustration Rare"
    RARE_HOLO_GX = "Rare Holo GX"
    RARE_SHINY = "Rare Shiny"
    SHINY_RARE = "Shiny Rare"
    RARE_HOLO_VMAX = "Rare Holo VMAX"
    TRAINER_GALLERY_RARE_HOLO = "Trainer Gallery Rare Holo"
    HYPER_RARE = "Hyper Rare"
    RARE_HOLO_LV_X = "Rare Holo LV.X"
    RARE_HOLO_VSTAR = "Rare Holo VSTAR"
    RARE_SHINY_GX = "Rare Shiny GX"
    ACE_SPEC_RARE = "ACE SPEC Rare"
    RARE_PRISM_STAR = "Rare Prism Star"
    RARE_BREAK = "Rare BREAK"
    RARE_PRIME = "Rare Prime"
    CLASSIC_COLLECTION = "Classic Collection"
    RARE_HOLO_STAR = "Rare Holo Star"
    LEGEND = "LEGEND"
    RARE_SHINING = "Rare Shining"
    RADIANT_RARE = "Radiant Rare"
    RARE_ACE = "Rare ACE"
    SHINY_ULTRA_RARE = "Shiny Ultra Rare"
    AMAZING_RARE = "Amazing Rare"
    MEGA_HYPER_RARE = "Mega Hyper Rare"
    BLACK_WHITE_RARE = "Black White Rare"
    MEGA_ATTACK_RARE = "Mega Attack Rare"


@lru_cache(maxsize=1_024)
def parse_rarity(text: str) -> Rarity | str:
    """Return the rarity that a source's spelling means, or the text itself when unknown.

    Case, underscores, missing spaces and spaces at the ends do not matter.

    >>> parse_rarity("MEGA_ATTACK_RARE")
    <Rarity.MEGA_ATTACK_RARE: 'Mega Attack Rare'>
    >>> parse_rarity("DoubleRare").value
    'Double Rare'
    >>> parse_rarity("Sparkling Rare")
    'Sparkling Rare'
    """
    return _RARITY_BY_KEY.get(_rarity_key(text), text.strip())


def _rarity_key(text: str) -> str:
    return re.sub(r"[\s_]+", "", text).casefold()


_RARITY_BY_KEY: dict[str, Rarity] = {_rarity_key(rarity): rarity for rarity in Rarity}
