"""How apps and shops spell names, sets and numbers, for files that are written to be read."""

from __future__ import annotations

import re

from cardkit.cards import Card, CardSet
from cardkit.catalogue.sets import set_facts
from cardkit.imports.dialects import dialects

_SHOP_SETS = {
    "base1": "Base Set",
    "basep": "WoTC Promo",
    "ecard1": "Expedition",
    "bp": "Best of Promos",
    "np": "Nintendo Promos",
    "bwp": "Black and White Promos",
    "dpp": "Diamond and Pearl Promos",
    "hsp": "HGSS Promos",
    "xyp": "XY Promos",
    "smp": "SM Promos",
    "swshp": "SWSH: Sword & Shield Promo Cards",
    "svp": "SV: Scarlet & Violet Promo Cards",
    "mep": "ME: Mega Evolution Promo",
    "xy1": "XY Base Set",
    "sm1": "SM Base Set",
    "sv1": "SV01: Scarlet & Violet Base Set",
    "swsh1": "SWSH01: Sword & Shield Base Set",
    "sv3pt5": "SV: Scarlet & Violet 151",
    "mcd21": "McDonald's 25th Anniversary Promos",
    "tk1a": "EX Trainer Kit 1: Latias & Latios",
    "tk1b": "EX Trainer Kit 1: Latias & Latios",
    "tk2a": "EX Trainer Kit 2: Plusle & Minun",
    "tk2b": "EX Trainer Kit 2: Plusle & Minun",
    "hgss1": "HeartGold SoulSilver",
    "hgss2": "Unleashed",
    "hgss3": "Undaunted",
    "hgss4": "Triumphant",
    "ru1": "Rumble",
    "sma": "Hidden Fates: Shiny Vault",
    "swsh45sv": "Shining Fates: Shiny Vault",
    "swsh12pt5gg": "Crown Zenith: Galarian Gallery",
    "cel25c": "Celebrations: Classic Collection",
    "sve": "SVE: Scarlet & Violet Energies",
    "pgo": "Pokemon GO",
    "fut20": "Pokemon Futsal Promos",
}
_COLLECTR_SETS = {
    "base1": "Base Set (Unlimited)",
    "ex1": "EX Ruby & Sapphire",
    "pl4": "Platinum Arceus",
    "hgss1": "HeartGold SoulSilver",
    "swsh45sv": "Shining Fates: Shiny Vault",
    "svp": "Scarlet & Violet Promo",
    "mep": "Mega Evolution Promos",
    "sv1": "Scarlet & Violet Base Set",
    "sv3pt5": "Scarlet & Violet 151",
    "mcd22": "McDonald's Promos 2022",
    "bwp": "Black and White Promos",
    "dpp": "Diamond and Pearl Promos",
    "np": "Nintendo Promos",
    "hsp": "HGSS Promos",
    "hgss3": "Undaunted",
    "ecard1": "Expedition",
    "ru1": "Rumble",
    "mcd21": "McDonald's 25th Anniversary Promos",
}
_PARTS_OF_NAMES = (
    ("♀", " F"),
    ("♂", " M"),
    ("★", "Star"),
    ("◇", "(Prism Star)"),
    ("δ", "(Delta Species)"),
    ("é", "e"),
    ("’", "'"),
    ("-GX", " GX"),
    ("-EX", " EX"),
)
_PADDED_SERIES = ("Base", "Sword & Shield", "Scarlet & Violet", "Mega Evolution")


def clean_name(name: str) -> str:
    """Return a name as a shop types it, without signs that keyboards lack."""
    for sign, typed in _PARTS_OF_NAMES:
        name = name.replace(sign, typed)
    return " ".join(name.split())


def decorated_name(card: Card) -> str:
    """Return a name with its number and a remark hung on it, as a shop's products have."""
    name = clean_name(card.name)
    if card.rarity is not None and "Ultra" in card.rarity:
        return f"{name} (Full Art)"
    return f"{name} - {card.number}" if len(card.number) % 2 else name


def full_number(card: Card, of: CardSet) -> str:
    """Return a number with the total, padded in the series where a shop pads it."""
    return padded_number(card, of) if of.series in _PADDED_SERIES else _with_total(card, of, 0)


def padded_number(card: Card, of: CardSet) -> str:
    """Return a number padded to the width of the total."""
    return _with_total(card, of, 3)


def _with_total(card: Card, of: CardSet, width: int) -> str:
    gallery = re.fullmatch(r"(TG|GG|SV|RC|SH|SL|AR|H)(\d+)", card.number)
    if "promo" in of.name.casefold() or of.set_id == "sve":
        return card.number.zfill(width) if card.number.isdigit() else card.number
    if gallery and gallery[1] in ("TG", "GG", "SV"):
        return f"{card.number}/{gallery[1]}{of.printed_total}"
    if not card.number.isdigit():
        return card.number
    return f"{card.number.zfill(width)}/{str(of.printed_total).zfill(width)}"


def shop_set(card: Card, of: CardSet) -> str:
    """Return a set as TCGplayer calls it; its galleries are groups of their own."""
    if card.number.startswith("RC"):
        return f"{of.name}: Radiant Collection"
    if of.set_id in _SHOP_SETS:
        return _SHOP_SETS[of.set_id]
    facts = set_facts().get(of.set_id)
    if facts is not None and facts.tcgplayer_name:
        return facts.tcgplayer_name
    gallery = re.fullmatch(r"swsh(\d+)tg", of.set_id)
    if gallery:
        return f"SWSH{int(gallery[1]):02}: {of.name}"
    mcdonalds = re.fullmatch(r"mcd(\d\d)", of.set_id)
    if mcdonalds:
        return f"McDonald's Promos 20{mcdonalds[1]}"
    era = re.fullmatch(r"(sm|xy|swsh|sv|me|[rz]sv)(\d+)(pt5)?", of.set_id)
    if era is None or of.set_id == "xy0":
        return of.name.replace("&", "and")
    if era[1] in ("sm", "xy"):
        return f"{era[1].upper()} - {of.name}"
    if era[3] or int(era[2]) > 12:
        return of.name if era[1] == "swsh" else f"{era[1][-2:].upper()}: {of.name}"
    return f"{era[1].upper()}{int(era[2]):02}: {of.name}"


def collectr_set(card: Card, of: CardSet) -> str:
    """Return a set as Collectr calls it."""
    if card.number.startswith("RC"):
        return f"{of.name}: Radiant Collection"
    if of.series == "EX" and of.set_id.startswith("ex"):
        return _COLLECTR_SETS.get(of.set_id, f"EX {of.name}")
    return _COLLECTR_SETS.get(of.set_id, of.name)


def era_set(of: CardSet) -> str:
    """Return a set's name with the words of its era before it, where they are not the name."""
    if of.series == "EX" and of.set_id.startswith("ex"):
        return f"EX {of.name}"
    return "Base Set" if of.set_id == "base1" else of.name


def pricecharting_set(of: CardSet) -> str:
    """Return a set as PriceCharting calls it: a console; galleries belong to their set."""
    facts = set_facts().get(of.set_id)
    if facts is not None and facts.part_of:
        return f"Pokemon {set_facts()[facts.part_of].name}"
    return f"Pokemon {era_set(of)}"


def promos_together(of: CardSet) -> str:
    """Return a set as PriceCharting calls it where all promos of all times are one console."""
    return "Pokemon Promo" if "Black Star Promos" in of.name else pricecharting_set(of)


def psa_set(of: CardSet) -> str:
    """Return a set as PSA's labels have it."""
    if of.set_id == "base1":
        return "POKEMON GAME"
    if of.set_id == "base5":
        return "POKEMON ROCKET"
    if of.series in ("Scarlet & Violet", "Mega Evolution") and of.ptcgo_code:
        return f"POKEMON {of.ptcgo_code} EN-{of.name}".upper().replace("PR-", "")
    if of.series in ("Sword & Shield", "Sun & Moon", "XY") and of.name != of.series:
        return f"POKEMON {of.series} {of.name}".upper()
    return f"POKEMON {of.name}".upper().replace("É", "E")


def french_set(set_id: str) -> str:
    """Return a set's French name; empty where none is known."""
    known = next(each for each in dialects() if each.name == "pokecardex").labels
    return next((label for label, means in known.items() if means == set_id), "")
