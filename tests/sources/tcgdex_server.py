"""TCGdex as it is, with what it leaves out, spells in several ways and has wrong.

Built on :mod:`tests.sources.server`; turns bulk card data into that shape. Identifiers come from
a table that the test hands in, so that the crosswalk under test is not used to prove itself.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cardkit.cards import EnergyType
from tests.sources.bulk_cards import BulkCards, Document
from tests.sources.server import CardServer

SERIES = {
    "Base": "base",
    "Gym": "gym",
    "Neo": "neo",
    "E-Card": "ecard",
    "EX": "ex",
    "POP": "pop",
    "Diamond & Pearl": "dp",
    "Platinum": "pl",
    "HeartGold & SoulSilver": "hgss",
    "Black & White": "bw",
    "XY": "xy",
    "Sun & Moon": "sm",
    "Sword & Shield": "swsh",
    "Scarlet & Violet": "sv",
    "Mega Evolution": "me",
    "Other": "misc",
}
STAGES = {"Stage 1": "Stage1", "Stage 2": "Stage2", "Level-Up": "LEVEL-UP", "Restored": "RESTORED"}
STAGED = (
    *("Basic", "Stage 1", "Stage 2", "Baby", "Restored", "Level-Up", "BREAK", "LEGEND"),
    *("MEGA", "VMAX", "VSTAR", "V-UNION"),
)
RARITIES: Mapping[str | None, Sequence[str]] = {
    "Rare Holo": ("Rare", "Holo Rare", "Rare Holo"),
    "Promo": ("Promo", "Common", "Rare", "None"),
    "Rare Ultra": ("Ultra Rare",),
    "Rare Secret": ("Secret Rare",),
    "Rare Rainbow": ("Secret Rare",),
    "Rare Holo V": ("Holo Rare V", "Ultra Rare"),
    "Rare Holo VMAX": ("Holo Rare VMAX", "Ultra Rare"),
    "Rare Holo VSTAR": ("Holo Rare VSTAR", "Ultra Rare"),
    "Rare Holo GX": ("Ultra Rare",),
    "Rare Shiny": ("Shiny rare",),
    "Shiny Rare": ("Shiny rare",),
    "Rare Shiny GX": ("Shiny rare",),
    "Trainer Gallery Rare Holo": ("Rare", "Holo Rare"),
    "Rare Prism Star": ("Rare",),
    "Rare Holo Star": ("Rare",),
    "Rare ACE": ("Rare",),
    "Rare BREAK": ("Ultra Rare",),
    "Rare Prime": ("Rare PRIME",),
    "Rare Shining": ("Rare", "Ultra Rare"),
    "Double Rare": ("Double rare",),
    "Illustration Rare": ("Illustration rare",),
    "Special Illustration Rare": ("Special illustration rare",),
    "Hyper Rare": ("Hyper rare",),
    "MEGA_ATTACK_RARE": ("Ultra Rare",),
    None: ("None",),
}
LETTERS = {kind.value: kind.letter for kind in EnergyType}
POCKET = {
    "id": "A1",
    "name": "Genetic Apex",
    "serie": {"id": "tcgp", "name": "Pokémon TCG Pocket"},
    "cardCount": {"official": 1, "total": 1},
    "cards": [{"id": "A1-001", "localId": "001", "name": "Bulbasaur"}],
}


def pick(card: Document, of: Sequence[Any], salt: str = "") -> Any:
    """Choose one of several spellings, always the same for a card."""
    return of[zlib.crc32(f"{card['id']}{salt}".encode()) % len(of)]


class TcgdexServer(CardServer):
    """Serves bulk card data below ``/tcgdex``.

    Args:
        folder: the bulk data.
        set_ids: what TCGdex calls the sets; the others keep their name.
        names: language -> identifier in the bulk data -> name there.
    """

    def __init__(
        self,
        folder: Path,
        set_ids: Mapping[str, str] | None = None,
        names: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        super().__init__(folder)
        self._tcgdex: Any = _Dex(self.cards, set_ids or {}, names or {})


class _Dex:
    def __init__(
        self,
        bulk: BulkCards,
        set_ids: Mapping[str, str],
        names: Mapping[str, Mapping[str, str]],
    ) -> None:
        self._bulk, self._set_ids, self._names = bulk, set_ids, names
        self._by_id = {self._card_id(card): card for card in bulk.cards}

    def answer(self, language: str, path: str, _query: Mapping[str, str]) -> tuple[int, Any]:
        kind, _, wanted = path.strip("/").partition("/")
        if kind == "sets" and not wanted:
            briefs = [self._set(each) for each in self._bulk.sets.values()]
            return 200, [{"id": each["id"], "name": each["name"]} for each in (*briefs, POCKET)]
        if kind == "sets" and wanted == "A1":
            return 200, POCKET
        if kind == "sets":
            for each in self._bulk.sets.values():
                found = self._set(each)
                if found["id"] == wanted:
                    return self._with_cards(found, each["id"], language)
        if kind == "cards" and wanted in self._by_id:
            return 200, self._card(self._by_id[wanted])
        if kind == "cards":  # as the real one does: an unknown id is taken for a part of a name
            for card in self._bulk.cards:
                if wanted.casefold() in card["name"].casefold():
                    return 200, self._card(card)
        return 404, {"type": "https://tcgdex.dev/errors/not-found", "status": 404}

    def _set(self, bulk: Document) -> Document:
        return {
            "id": self._set_ids.get(bulk["id"], bulk["id"]),
            "name": bulk["name"],
            "serie": {"id": SERIES.get(bulk.get("series", ""), "x"), "name": bulk.get("series")},
            "cardCount": {"official": bulk.get("printedTotal"), "total": bulk.get("total")},
            "releaseDate": str(bulk.get("releaseDate", "")).replace("/", "-"),
            "tcgOnline": bulk.get("ptcgoCode"),
        }

    def _with_cards(self, found: Document, bulk_id: str, language: str) -> tuple[int, Any]:
        cards = self._bulk.of_set(bulk_id)
        names = {card["id"]: card["name"] for card in cards}
        if language != "en":
            there = self._names.get(language, {})
            names = {own: there[own] for own in names if own in there}
            if not names:
                return 404, {"type": "https://tcgdex.dev/errors/not-found", "status": 404}
            found = {**found, "name": there.get(bulk_id, found["name"])}
        listed = [self._brief(card, names[card["id"]]) for card in cards if card["id"] in names]
        return 200, {**found, "cards": listed}

    def _card_id(self, card: Document) -> str:
        set_id = card["set"]["id"]
        return f"{self._set_ids.get(set_id, set_id)}-{_local_id(card)}"

    def _brief(self, card: Document, name: str) -> Document:
        own = self._card_id(card)
        brief = {"id": own, "localId": _local_id(card), "name": name}
        image = {"image": f"https://assets.example/en/{own}"}
        return brief | image if pick(card, (True, False), "image") else brief

    def _card(self, card: Document) -> Document:
        is_holo = card.get("rarity") == "Rare Holo"
        full = self._brief(card, _name(card)) | {
            "category": {"Pokémon": "Pokemon"}.get(card["supertype"], card["supertype"]),
            "illustrator": card.get("artist"),
            "rarity": _rarity(card),
            "regulationMark": card.get("regulationMark"),
            "variants": {"holo": is_holo, "normal": not is_holo, "reverse": True},
            "variants_detailed": [{"type": "holo", "size": "standard"}],
            "pricing": {"tcgplayer": None},
            "hp": int(card["hp"]) if "hp" in card else None,
            "attacks": [_attack(card, each) for each in card.get("attacks", ())] or None,
            "abilities": _abilities(card),
        }
        if card["supertype"] == "Pokémon":
            full |= _pokemon(card)
        else:
            full |= {"effect": _symbols(card, card["rules"][0]) if card.get("rules") else None}
            full |= _kind(card)
        return {key: value for key, value in full.items() if value is not None}


def _local_id(card: Document) -> str:
    set_id, number = card["set"]["id"], str(card["number"])
    if set_id == "cel25c":
        return str(card["id"]).rpartition("-")[2].replace("_", "")
    if card["id"] == "zsv10pt5-80":
        number = "80"  # what is printed; the bulk data has it wrong
    if set_id == "bwp":
        number = f"BW{int(number[2:]):02}"
    return number.zfill(3) if re.match(r"sv|me|zsv|rsv", set_id) and number.isdecimal() else number


def _name(card: Document) -> str:
    name = str(card["name"])
    return name.replace("-EX", " EX") if pick(card, (True, False), "name") else name


def _rarity(card: Document) -> str:
    rarity = card.get("rarity")
    if rarity == "Rare Holo EX":
        return "Rare" if card["set"]["series"] == "EX" else "Ultra Rare"
    return str(pick(card, RARITIES.get(rarity, (rarity,)), "rarity"))


def _kind(card: Document) -> Document:
    subtypes = card.get("subtypes", [])
    if card["supertype"] == "Energy":
        return {"energyType": "Special" if "Special" in subtypes else "Normal"}
    if not subtypes:
        return {}
    kinds = [each for each in subtypes if each in ("Pokémon Tool", "Supporter", "Item", "Stadium")]
    return {"trainerType": (kinds or subtypes)[-1].replace("Pokémon ", "")}


def _pokemon(card: Document) -> Document:
    subtypes = card.get("subtypes", [])
    stage = next((each for each in reversed(STAGED) if each in subtypes), None)
    is_modern = card["set"].get("series") in ("Scarlet & Violet", "Mega Evolution")
    if stage == "MEGA" and is_modern:
        stage = next(each for each in ("Basic", "Stage 1", "Stage 2") if each in subtypes)
    if {"GX", "EX"} & set(subtypes) and pick(card, (True, True, False), "stage"):
        stage = None
    suffix = next((each for each in ("EX", "GX", "V", "Prime", "SP") if each in subtypes), None)
    if "ex" in subtypes:
        suffix = pick(card, ("EX", None, "ex"), "suffix")
    if suffix == "GX" and "TAG TEAM" in subtypes:
        suffix = "TAG TEAM-GX"
    level = card.get("level", "")
    return {
        "types": card.get("types"),
        "evolveFrom": card.get("evolvesFrom"),
        "stage": STAGES.get(stage, stage) if stage else None,
        "suffix": suffix,
        "weaknesses": [_weakness(card, each) for each in card.get("weaknesses", ())] or None,
        "resistances": [_resistance(card, each) for each in card.get("resistances", ())] or None,
        "retreat": len(card.get("retreatCost", ())),
        "level": (int(level) if level.isdecimal() else level) or None,
    }


def _attack(card: Document, attack: Document) -> Document:
    damage = attack.get("damage", "")
    shown: Any = int(damage) if damage.isdecimal() else damage
    if damage.endswith("×"):
        shown = damage.replace("×", pick(card, ("x", "×"), attack["name"]))
    if damage.endswith("+"):
        shown = damage.replace("+", pick(card, ("+", "＋"), attack["name"]))
    if damage.endswith("-"):
        shown = damage.replace("-", "−")
    if damage == "":
        shown = pick(card, (None, None, "n/a"), attack["name"])
    full = {
        "name": attack["name"],
        "cost": [each for each in attack.get("cost", ()) if each != "Free"] or None,
        "effect": _symbols(card, attack.get("text", "")) or None,
        "damage": shown,
    }
    return {key: value for key, value in full.items() if value is not None}


def _abilities(card: Document) -> list[Document] | None:
    listed = [
        {"type": each["type"], "name": each["name"], "effect": _symbols(card, each["text"])}
        for each in card.get("abilities", ())
    ]
    if trait := card.get("ancientTrait"):
        listed.append({"type": "Ancient Trait", "name": trait["name"], "effect": trait["text"]})
    return listed or None


def _weakness(card: Document, weakness: Document) -> Document:
    if weakness["value"] != "×2":
        return weakness
    is_diamond = card["set"].get("series") in ("Diamond & Pearl", "Platinum", "POP")
    spellings = ("×2", "x2") if is_diamond else ("×2", "x2", None)
    value = pick(card, spellings, "weakness")
    return {"type": weakness["type"]} | ({"value": value} if value else {})


def _resistance(card: Document, resistance: Document) -> Document:
    minus = pick(card, ("-", "−"), "resistance")
    return {**resistance, "value": resistance["value"].replace("-", minus)}


def _symbols(card: Document, text: str) -> str:
    """Write types as TCGdex does, where the other sources use words."""
    if not pick(card, (True, False), "symbols"):
        return text
    words = "|".join(LETTERS)
    return re.sub(rf"\b({words})(?= Energy)", lambda found: f"{{{LETTERS[found[1]]}}}", text)
