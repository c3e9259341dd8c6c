"""The manifest as a value and as a document, both ways."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardkit.cards import Card, EnergyType
from cardkit.decks import Pool, PoolCard, RarityDeck, Requirements
from cardkit.errors import Fault, InputError
from cardkit.json_text import faults_by_path, located, parse_json, shown, write_json
from cardkit.manifest.checking import game_troubles, is_multi_piece
from cardkit.rules import HouseRules
from cardkit.schema_check import schema_faults

FORMAT = "cardkit-manifest/1"
"""What the key ``format`` says; the number changes when old readers would misread."""

_NAMED_CARDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestCard:
    """Copies of one card in a rarity deck. A proxy is a full enemy (Rule: S9)."""

    card: Card
    count: int
    proxy: bool = False

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> ManifestCard:
        """Read the document form."""
        return cls(
            card=Card.from_dict(document["card"]),
            count=document["count"],
            proxy=document.get("proxy", False),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form."""
        return {"count": self.count, "proxy": self.proxy, "card": self.card.to_dict()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Everything that a game needs, in the order in which it is written.

    Attributes:
        rules: the switches and the chart in force (Rule: S46).
        minimums: least cards in each rarity deck (Rule: S4).
        energy_total: least and most cards in the Energy deck (Rule: S5).
        energy_per_type: least cards of each type that is in the Energy deck (Rule: S5).
        multi_piece: whether LEGEND and V-UNION cards take part (Rule: S2).
        decks: the five rarity decks; the order of the cards is part of the game's seed.
        energy: cards of each type in the Energy deck.
    """

    name: str
    rules: HouseRules
    minimums: Mapping[RarityDeck, int]
    energy_total: tuple[int, int]
    energy_per_type: int
    multi_piece: bool = False
    decks: Mapping[RarityDeck, tuple[ManifestCard, ...]]
    energy: Mapping[EnergyType, int]

    @classmethod
    def from_pool(
        cls, pool: Pool, *, name: str, rules: HouseRules, requirements: Requirements
    ) -> Manifest:
        """Write a pool down; cards that are :func:`unplayable` stay out.

        Within a deck, owned cards come before proxies, both by name and identifier. A card of
        several pieces that the owner has put into a deck takes part (Rule: S2, S3).

        Raises:
            InputError: when the pool breaks a rule of the game; with the cards that stayed out
                when a deck is too small without them.
        """
        in_pieces = any(is_multi_piece(entry.card) for entry in pool.cards())
        manifest = cls(
            name=name,
            rules=rules,
            minimums=requirements.minimums,
            energy_total=requirements.energy_total,
            energy_per_type=requirements.energy_per_type,
            multi_piece=requirements.multi_piece or in_pieces,
            decks={deck: _merged(pool.decks.get(deck, ())) for deck in RarityDeck},
            energy=pool.energy,
        )
        try:
            return cls.from_dict(manifest.to_dict(), where="pool")
        except InputError as error:
            faults = _named(error.faults, pool)
            raise InputError.of(_in_words(fault, manifest) for fault in faults) from None

    @classmethod
    def from_dict(cls, document: Any, *, where: str = "") -> Manifest:
        """Read the document form.

        Args:
            document: anything that a JSON reader returns.
            where: the file, for messages.

        Raises:
            InputError: with every fault: first those of form, then those of the game.
        """
        _refuse_other_formats(document, where)
        faults = schema_faults(document, "manifest", where=where)
        if faults:
            raise InputError.of(faults)
        manifest = cls._from_valid(document)
        faults = faults_by_path(game_troubles(manifest), where)
        if faults:
            raise InputError.of(faults)
        return manifest

    @classmethod
    def _from_valid(cls, document: Mapping[str, Any]) -> Manifest:
        requirements = document["requirements"]
        energy_total = requirements["energy_total"]
        return cls(
            name=document["name"],
            rules=HouseRules.from_dict(document["rules"]),
            minimums={deck: requirements["minimums"][deck.value] for deck in RarityDeck},
            energy_total=(energy_total["least"], energy_total["most"]),
            energy_per_type=requirements["energy_per_type"],
            multi_piece=requirements.get("multi_piece", False),
            decks={
                deck: tuple(map(ManifestCard.from_dict, document["decks"][deck.value]))
                for deck in RarityDeck
            },
            energy={EnergyType(kind): count for kind, count in document["energy"].items()},
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form; :meth:`from_dict` reads it back."""
        least, most = self.energy_total
        rules = self.rules.to_dict()
        rules["chart"] = {
            kind.value: self.rules.chart[kind].value
            for kind in EnergyType
            if kind in self.rules.chart
        }
        return {
            "format": FORMAT,
            "name": self.name,
            "rules": rules,
            "requirements": {
                "minimums": {deck.value: self.minimums[deck] for deck in RarityDeck},
                "energy_total": {"least": least, "most": most},
                "energy_per_type": self.energy_per_type,
                "multi_piece": self.multi_piece,
            },
            "decks": {
                deck.value: [entry.to_dict() for entry in self.decks.get(deck, ())]
                for deck in RarityDeck
            },
            "energy": {
                kind.value: self.energy[kind] for kind in EnergyType if self.energy.get(kind)
            },
        }

    def size(self, deck: RarityDeck) -> int:
        """Return the number of cards in a rarity deck, proxies included."""
        return sum(entry.count for entry in self.decks.get(deck, ()))

    def digest(self) -> str:
        """Return a fingerprint: SHA-256, in hexadecimal, of the document without its layout."""
        canonical = json.dumps(
            self.to_dict(), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )
        return hashlib.sha256(canonical.encode()).hexdigest()


def read_manifest(text: str, where: str = "") -> Manifest:
    """Read a manifest's text.

    Raises:
        InputError: with every fault; ``where`` stands before each line or JSON path.
    """
    if re.match(r'\ufeff?\s*\{"kind":"header","format":"cardkit-record/', text):
        raise InputError(
            "this is the record of a game, not a manifest",
            where=where,
            remedy="verify it: cardkit replay FILE; go on with it: cardkit play --resume FILE",
        )
    if not re.match(r"\ufeff?\s*[{\[]", text):
        what = "a table or another text" if text.strip("\ufeff \t\r\n") else "an empty file"
        raise InputError(
            f"expects a manifest, which is JSON, got {what}",
            where=where,
            remedy="make a manifest from a collection: cardkit build FILE",
        )
    return Manifest.from_dict(parse_json(text, where), where=where)


def write_manifest(manifest: Manifest) -> str:
    """Return a manifest's text: the same for the same manifest, and for people to read."""
    return write_json(manifest.to_dict())


def unplayable(pool: Pool) -> tuple[PoolCard, ...]:
    """Return the cards of the rarity decks whose HP or types are not known.

    They can be sorted, but not fought (Rule: S9).
    """
    return tuple(entry for entry in pool.cards() if not _is_playable(entry.card))


def _is_playable(card: Card) -> bool:
    return card.hp is not None and bool(card.types)


def _merged(entries: Iterable[PoolCard]) -> tuple[ManifestCard, ...]:
    """Return the playable entries in order, copies of one card together."""
    merged: dict[tuple[bool, str, str], ManifestCard] = {}
    for entry in entries:
        if _is_playable(entry.card):
            key = (entry.proxy, entry.card.name, entry.card.card_id)
            known = merged.get(key)
            merged[key] = (
                replace(known, count=known.count + entry.count)
                if known
                else ManifestCard(card=entry.card, count=entry.count, proxy=entry.proxy)
            )
    return tuple(merged[key] for key in sorted(merged))


def _named(faults: Iterable[Fault], pool: Pool) -> tuple[Fault, ...]:
    """Say of decks that are too small which cards the catalogue lacks, else who proposes some."""
    by_place: dict[str, list[Card]] = {}
    decks = [located(("decks", deck.value), "pool") for deck in RarityDeck]
    for deck in RarityDeck:
        cards = [one.card for one in pool.decks.get(deck, ()) if not _is_playable(one.card)]
        if cards:
            by_place[located(("decks", deck.value), "pool")] = cards
    return tuple(
        replace(
            fault,
            what=f"{fault.what} without the unknown {name_some(by_place[fault.where])}",
            remedy="cardkit catalogue update gives them their HP and types",
        )
        if fault.where in by_place
        else replace(fault, remedy=_remedy(fault, decks))
        for fault in faults
    )


def _remedy(fault: Fault, decks: Sequence[str]) -> str:
    """Return what helps with a pool, where something else helps with a document."""
    if fault.rule == "S5":
        return "cardkit check says what is missing and what to do"
    proposed = fault.rule == "S4" and fault.where in decks
    return f"{fault.remedy}: cardkit proxies proposes some" if proposed else fault.remedy


def _in_words(fault: Fault, manifest: Manifest) -> Fault:
    """Say where in a pool something is wrong: its owner has seen no document yet."""
    path = fault.where.removeprefix("pool: $.")
    if found := re.match(r"decks\.(\w+)(?:\[(\d+)\])?", path):
        deck = RarityDeck(found[1])
        card = f", {name_some([manifest.decks[deck][int(found[2])].card])}" if found[2] else ""
        return replace(fault, where=f"{deck.value} deck{card}")
    if path.startswith("energy"):
        return replace(fault, where="Energy deck")
    if path == "name":
        return replace(fault, where="name of the game", remedy="choose another with --name")
    return replace(fault, where=path)


def name_some(cards: Sequence[Card]) -> str:
    """Name the first of some cards, each with set and number, and say how many more there are."""
    named = [
        f"{card.name} ({' '.join(part for part in (card.set_id, card.number) if part)})"
        for card in cards[:_NAMED_CARDS]
    ]
    more = len(cards) - _NAMED_CARDS
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")


def _refuse_other_formats(document: Any, where: str) -> None:
    """Refuse what is no manifest, or a later one, with one fault instead of one for each key."""
    found = document.get("format") if isinstance(document, dict) else None
    if found == FORMAT:
        return
    if isinstance(found, str) and found.startswith("cardkit-manifest/"):
        remedy = "use the cardkit that wrote it, or a newer one"
    elif isinstance(document, dict) and {"decks", "energy", "rules"} & set(document):
        remedy = f'write "format": "{FORMAT}"'
    else:
        remedy = "name a file that `cardkit manifest` wrote"
    got = shown(found if isinstance(document, dict) else document)
    raise InputError(
        f"expects a manifest of the format {FORMAT!r}, got {got}",
        where=located(("format",) if isinstance(document, dict) else (), where),
        remedy=remedy,
    )
