"""Bulk card data as TCGdex answers it: other identifiers, other words, briefs in lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.sources.bulk_cards import BulkCards, Document

# What does not follow the rule of _set_id; shared with nothing, so that it can prove something.
_SET_IDS = {
    "base6": "lc",
    "hsp": "hgssp",
    "bp": "bog",
    "pgo": "swsh10.5",
    "mcd21": "2021swsh",
    "zsv10pt5": "sv10.5b",
    "rsv10pt5": "sv10.5w",
    "tk1a": "tk-ex-latia",
    "cel25c": "cel25cc",
    "sm35": "sm3.5",
    "sm75": "sm7.5",
}
_RARITIES = {
    "Rare Ultra": "Ultra Rare",
    "Rare Secret": "Secret Rare",
    "Rare Rainbow": "Secret Rare",
    "Rare Holo EX": "Rare",
    "Rare Holo V": "Holo Rare V",
    "Rare Holo VMAX": "Holo Rare VMAX",
    "Rare Holo VSTAR": "Holo Rare VSTAR",
    "Rare Holo GX": "Ultra Rare",
    "Rare Holo": "Rare",
    "Rare Shiny": "Shiny rare",
    "Shiny Rare": "Shiny rare",
    "Rare Prism Star": "Rare",
    "Double Rare": "Double rare",
    "Illustration Rare": "Illustration rare",
    "Special Illustration Rare": "Special illustration rare",
    "Hyper Rare": "Hyper rare",
    "MEGA_ATTACK_RARE": "Ultra Rare",
}
_STAGES = {"Stage 1": "Stage1", "Stage 2": "Stage2", "Level-Up": "LEVEL-UP"}
_STAGE_WORDS = ("Basic", "Stage 1", "Stage 2", "VMAX", "VSTAR", "BREAK", "Level-Up", "MEGA")
_SUFFIXES = ("ex", "EX", "GX", "V", "TAG TEAM", "LEGEND", "Prime")
_LANGUAGES = ("en", "fr", "de", "es", "it", "pt")


class TcgDex:
    """All of it.

    Args:
        names: language -> id in the bulk data -> name; a card without a name there is missing.
    """

    def __init__(self, cards: BulkCards, names: Mapping[str, Mapping[str, str]]) -> None:
        self._cards, self._names = cards, names
        self._languages: dict[str, _Language] = {}

    def answer(self, language: str, path: str, query: Mapping[str, str]) -> tuple[int, Any]:
        """Return status and document for a path below the language."""
        if language not in _LANGUAGES:
            return _problem("language-invalid", path)
        if language not in self._languages:
            names = None if language == "en" else self._names.get(language, {})
            self._languages[language] = _Language(self._cards, names)
        there = self._languages[language]
        kind, _, wanted = path.strip("/").partition("/")
        if kind == "cards":
            return there.card(wanted) if wanted else (200, _page(there.briefs(query), query))
        if kind == "sets" and "/" in wanted:
            set_id, _, local_id = wanted.partition("/")
            return there.card(f"{set_id}-{local_id.zfill(3)}")
        if kind == "sets":
            return there.card_set(wanted) if wanted else (200, _page(there.set_briefs(), query))
        return _problem("not-found", path)


def set_id(bulk_id: str) -> str:
    """Return what TCGdex calls a set.

    >>> [set_id(each) for each in ("sv3pt5", "sv1", "me2pt5", "swsh12pt5gg", "base1")]
    ['sv03.5', 'sv01', 'me02.5', 'swsh12.5gg', 'base1']
    """
    if bulk_id in _SET_IDS:
        return _SET_IDS[bulk_id]
    found = re.fullmatch(r"(sv|me|swsh)(\d+)(?:pt(\d+))?(\D*)", bulk_id)
    if not found:
        return bulk_id
    series, number, half, part = found.groups()
    number = number if series == "swsh" else number.zfill(2)
    return f"{series}{number}{f'.{half}' if half else ''}{part}"


def local_id(card: Document) -> str:
    """Return what TCGdex calls a card in its set."""
    number = str(card["number"])
    is_padded = re.match(r"sv|me", card["set"]["id"]) and number.isdecimal()
    return number.zfill(3) if is_padded else number


class _Language:
    """What there is in one language; all of it in English."""

    def __init__(self, cards: BulkCards, names: Mapping[str, str] | None) -> None:
        self._bulk, self._names = cards, names
        self._cards = [card for card in cards.cards if names is None or card["id"] in names]
        self._by_id = {_card_id(card): card for card in self._cards}

    def _name(self, card: Document) -> str:
        return str(card["name"] if self._names is None else self._names[card["id"]])

    def briefs(self, query: Mapping[str, str]) -> list[Document]:
        wanted = query.get("name", "").casefold()
        found = [card for card in self._cards if wanted in self._name(card).casefold()]
        return [self._brief(card) for card in found]

    def _brief(self, card: Document) -> Document:
        name = self._name(card)
        brief = {"id": _card_id(card), "localId": local_id(card), "name": name}
        return brief | {"image": f"https://assets.example/en/{brief['id']}"}

    def card(self, wanted: str) -> tuple[int, Any]:
        if wanted in self._by_id:
            return 200, self._full(self._by_id[wanted])
        for card in self._cards:  # as the real one does: an unknown id is taken for a name
            if wanted.casefold() in self._name(card).casefold():
                return 200, self._full(card)
        return _problem("not-found", f"cards/{wanted}")

    def card_set(self, wanted: str) -> tuple[int, Any]:
        for brief, bulk in zip(self.set_briefs(), self._bulk.sets.values(), strict=True):
            if wanted in (brief["id"], brief["name"]):
                cards = [card for card in self._cards if card["set"]["id"] == bulk["id"]]
                return 200, brief | {
                    "releaseDate": str(bulk.get("releaseDate", "")).replace("/", "-"),
                    "serie": {"id": "x", "name": bulk.get("series", "")},
                    "tcgOnline": bulk.get("ptcgoCode", ""),
                    "cards": [self._brief(card) for card in cards],
                }
        return _problem("not-found", f"sets/{wanted}")

    def set_briefs(self) -> list[Document]:
        return [
            {
                "id": set_id(each["id"]),
                "name": each["name"],
                "cardCount": {
                    "total": each.get("total", 0),
                    "official": each.get("printedTotal", 0),
                },
            }
            for each in self._bulk.sets.values()
        ]

    def _full(self, card: Document) -> Document:
        subtypes = card.get("subtypes", [])
        full = self._brief(card) | {
            "category": {"Pokémon": "Pokemon"}.get(card["supertype"], card["supertype"]),
            "illustrator": card.get("artist"),
            "rarity": _RARITIES.get(card.get("rarity", "None"), card.get("rarity", "None")),
            "set": next(
                each for each in self.set_briefs() if each["id"] == set_id(card["set"]["id"])
            ),
            "regulationMark": card.get("regulationMark"),
        }
        if card["supertype"] == "Pokémon":
            full |= _pokemon(card, subtypes)
        elif card["supertype"] == "Trainer":
            kinds = [each for each in subtypes if each != "ACE SPEC"] or ["Item"]
            full |= {
                "trainerType": kinds[0].replace("Pokémon ", ""),
                "effect": " ".join(card.get("rules", ())[:1]),
            }
        else:
            special = "Special" in subtypes
            full |= {"energyType": "Special" if special else "Normal", "effect": None}
        return {key: value for key, value in full.items() if value is not None}


def _pokemon(card: Document, subtypes: list[str]) -> Document:
    stage = next((each for each in _STAGE_WORDS if each in subtypes), None)
    suffix = next((each for each in _SUFFIXES if each in subtypes), None)
    return {
        "hp": int(card["hp"]),
        "types": card.get("types"),
        "evolveFrom": card.get("evolvesFrom"),
        "stage": _STAGES.get(stage, stage) if stage else None,
        "suffix": {"ex": "EX"}.get(suffix, suffix) if suffix else None,
        "abilities": [
            {"type": each["type"], "name": each["name"], "effect": each["text"]}
            for each in card.get("abilities", ())
        ]
        or None,
        "attacks": [_attack(each) for each in card.get("attacks", ())],
        "weaknesses": card.get("weaknesses"),
        "resistances": card.get("resistances"),
        "retreat": len(card.get("retreatCost", ())),
        "level": card.get("level"),
    }


def _attack(attack: Document) -> Document:
    damage = attack.get("damage", "")
    full = {
        "name": attack["name"],
        "cost": [each for each in attack.get("cost", ()) if each != "Free"] or None,
        "effect": attack.get("text") or None,
        "damage": (int(damage) if damage.isdecimal() else damage.replace("×", "x")) or None,
    }
    return {key: value for key, value in full.items() if value is not None}


def _card_id(card: Document) -> str:
    return f"{set_id(card['set']['id'])}-{local_id(card)}"


def _page(entries: list[Document], query: Mapping[str, str]) -> list[Document]:
    size = query.get("pagination:itemsPerPage")
    if size is None:
        return entries
    page = int(query.get("pagination:page", "1"))
    return entries[(page - 1) * int(size) : page * int(size)]


def _problem(kind: str, path: str) -> tuple[int, Document]:
    return 404, {
        "type": f"https://tcgdex.dev/errors/{kind}",
        "title": "The resource you are looking for does not exist",
        "status": 404,
        "endpoint": path,
        "method": "GET",
    }
