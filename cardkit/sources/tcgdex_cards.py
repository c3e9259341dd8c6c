"""Cards of TCGdex, turned into the shape of the public bulk data and read as that.

Every quirk of values (``×2`` and ``x2``, fullwidth signs, minus signs that are none) is known to
:class:`~cardkit.sources.bulk_card.BulkReader`. What is decided here is what TCGdex says
otherwise, leaves out, or has wrong.
"""

from __future__ import annotations

import re
from collections import ChainMap, Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardkit.cards import Card, CardSet, EnergyType, Stage, Supertype
from cardkit.catalogue.sets import set_facts
from cardkit.naming import number_key
from cardkit.rarities import Rarity
from cardkit.sources.bulk_card import BulkReader
from cardkit.sources.bulk_values import SUPERTYPES, Document, Note
from cardkit.sources.tcgdex_eras import Era, era_of
from cardkit.sources.tcgdex_ids import Printing, catalogue_set, printing
from cardkit.sources.tcgdex_rarities import RarityClues, printed_rarity
from cardkit.sources.tcgdex_subtypes import other_subtypes, pokemon_mechanics, pokemon_stage

_HYPHENATED = {Era.BLACK_WHITE_XY: "EX", Era.SUN_MOON: "GX"}
_TYPES = {kind.letter: kind.value for kind in EnergyType}
_PLAIN = frozenset((Rarity.COMMON, Rarity.UNCOMMON))
_FOSSIL = re.compile(r"Fossil|Old Amber")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCard:
    """What became of one document.

    Attributes:
        card: None when it cannot be told which card it is.
        notes: what could not be taken as it stands.
        stage_unknown: it evolves, but nothing tells whether it is a Stage 1 or 2.
        tera_unknown: it may be a Tera Pokemon, which TCGdex never says.
    """

    card: Card | None
    notes: tuple[Note, ...] = ()
    stage_unknown: bool = False
    tera_unknown: bool = False


@dataclass(slots=True)
class TcgdexReader:
    """Reads sets of TCGdex, one after the other.

    What a Pokemon evolves from may tell its stage, so the stages of all cards are remembered.
    """

    _bulk: BulkReader = field(default_factory=BulkReader)
    _stages: dict[str, str] = field(default_factory=dict)

    @property
    def novelties(self) -> Counter[tuple[str, str]]:
        """Rarities and subtypes that are not known yet; see :class:`BulkReader`."""
        return self._bulk.novelties

    def card_set(self, document: Document) -> tuple[CardSet | None, list[Note]]:
        """Read a set; its name and series are the catalogue's, where that knows them."""
        set_id = catalogue_set(_text(document, "id"))
        known = set_facts().get(set_id)
        series, count = _part(document, "serie"), _part(document, "cardCount")
        card_set, notes = self._bulk.card_set(
            {
                "id": set_id,
                "name": known.name if known else document.get("name"),
                "series": known.series if known else series.get("name"),
                "printedTotal": count.get("official"),
                "total": count.get("total"),
                "ptcgoCode": document.get("tcgOnline")
                or _part(document, "abbreviation").get("official"),
                "releaseDate": document.get("releaseDate"),
            }
        )
        if card_set is not None and known is not None:
            facts = known.to_set()
            card_set = replace(
                card_set,
                ptcgo_code=facts.ptcgo_code or card_set.ptcgo_code,
                release_date=card_set.release_date or facts.release_date,
            )
        return card_set, notes

    def cards(self, set_document: Document, documents: Sequence[Document]) -> list[ReadCard]:
        """Read the cards of one set.

        Args:
            set_document: the set, as TCGdex describes it.
            documents: all its cards; those that are not there make rarities a little less sure.
        """
        tcgdex_set = str(set_document.get("id"))
        released = set_document.get("releaseDate")
        era = era_of(
            str(_part(set_document, "serie").get("id")),
            released if isinstance(released, str) else "",
        )
        drafts = [_Draft.of(document, tcgdex_set, era) for document in documents]
        last = max((draft.place for draft in drafts if draft.is_plain), default=0)
        here: dict[str, str] = {}
        known = ChainMap(here, self._stages)
        # In turn: a Stage 1 of which nothing is said may be what tells the Stage 2 behind it.
        for _ in Stage.BASIC, Stage.STAGE_1, Stage.STAGE_2:
            for draft in drafts:
                draft.settle_stage(known)
                if draft.stage:
                    here.setdefault(draft.name, draft.stage)
        self._stages.update(here)
        return [self._read(draft, last) for draft in drafts]

    def _read(self, draft: _Draft, last_plain: int) -> ReadCard:
        document = draft.bulk_document(behind_plain=0 < last_plain < draft.place)
        card, notes = self._bulk.card(document)
        is_ex = draft.era is Era.SCARLET_VIOLET and "ex" in draft.mechanics
        return ReadCard(
            card=card,
            notes=tuple(notes),
            stage_unknown=card is not None and draft.stage is None,
            tera_unknown=card is not None and is_ex and "MEGA" not in draft.mechanics,
        )


@dataclass(slots=True)
class _Draft:
    """A card on its way from one shape to the other.

    Attributes:
        place: its number within the set, as far as it is one; 0 otherwise.
        is_plain: whether it is Common or Uncommon.
        stage: empty when a mechanic is the stage, None while it is not known.
    """

    document: Document
    tcgdex_set: str
    era: Era
    name: str
    supertype: Supertype | None
    mechanics: tuple[str, ...]
    evolves_from: str
    place: int
    is_plain: bool
    stage: str | None = None

    @classmethod
    def of(cls, document: Document, tcgdex_set: str, era: Era) -> _Draft:
        supertype = SUPERTYPES.get(_text(document, "category"))
        name = _hyphenated(_text(document, "name"), era)
        rarity = _text(document, "rarity")
        mechanics: tuple[str, ...] = ()
        if supertype is Supertype.POKEMON:
            mechanics = pokemon_mechanics(name, _text(document, "suffix"), rarity, era)
        elif supertype is not None:
            kind = "trainerType" if supertype is Supertype.TRAINER else "energyType"
            mechanics = other_subtypes(supertype, _text(document, kind), name, rarity)
        number = number_key(_text(document, "localId"))
        return cls(
            document=document,
            tcgdex_set=tcgdex_set,
            era=era,
            name=name,
            supertype=supertype,
            mechanics=mechanics,
            evolves_from=_hyphenated(_text(document, "evolveFrom"), era),
            place=int(number) if number.isdecimal() else 0,
            is_plain=rarity in _PLAIN,
        )

    def settle_stage(self, known: Mapping[str, str]) -> None:
        """Find the stage, if it can be found by now."""
        if self.supertype is not Supertype.POKEMON:
            self.stage = ""
        elif self.stage is None:
            said = _text(self.document, "stage")
            if not said and _FOSSIL.search(self.evolves_from):
                said = "Stage1"
            self.stage = pokemon_stage(said, self.mechanics, self.evolves_from, known)

    def bulk_document(self, *, behind_plain: bool) -> dict[str, Any]:
        """Return the card in the shape of the bulk data."""
        get = self.document.get
        local_id = _text(self.document, "localId")
        where = printing(self.tcgdex_set, local_id, self.name) if local_id else None
        subtypes = tuple(dict.fromkeys((self.stage, *self.mechanics)))
        rarity = self._rarity(where, behind_plain=behind_plain) if where else None
        return {
            "id": where.card_id if where else None,
            "set": where.set_id if where else None,
            "number": where.number if where else None,
            "name": self.name,
            "supertype": get("category"),
            "subtypes": [each for each in subtypes if each],
            "rarity": None if rarity is None else str(rarity),
            "hp": get("hp"),
            "types": get("types"),
            "evolvesFrom": self.evolves_from,
            "attacks": [_attack(part) for part in _parts(get("attacks"))],
            "abilities": [_ability(part) for part in _parts(get("abilities"))],
            "weaknesses": [_weakness(part, self.era) for part in _parts(get("weaknesses"))],
            "resistances": get("resistances"),
            "retreat": get("retreat"),
            "rules": [_words(get("effect"))] if isinstance(get("effect"), str) else None,
            "artist": get("illustrator"),
            "regulationMark": get("regulationMark"),
            "level": get("level"),
        }

    def _rarity(self, where: Printing, *, behind_plain: bool) -> Rarity | str | None:
        clues = RarityClues(
            era=self.era,
            set_id=where.set_id,
            number=where.number,
            supertype=self.supertype,
            name=self.name,
            subtypes=frozenset(self.mechanics),
            behind_plain=behind_plain,
            holo_only=_is_holo_only(self.document.get("variants")),
        )
        return printed_rarity(_text(self.document, "rarity"), clues)


def _text(document: Document, key: str) -> str:
    value = document.get(key)
    return value.strip() if isinstance(value, str) else ""


def _part(document: Document, key: str) -> Document:
    value = document.get(key)
    return value if isinstance(value, dict) else {}


def _parts(value: object) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _hyphenated(name: str, era: Era) -> str:
    """Write ``Charizard EX`` as the cards of its time do: ``Charizard-EX``."""
    mechanic = _HYPHENATED.get(era)
    return re.sub(rf"(?i)[ -]{mechanic}$", f"-{mechanic}", name) if mechanic else name


def _attack(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    damage = part.get("damage")
    is_none = isinstance(damage, str) and damage.strip().casefold() in ("n/a", "-", "−")
    return {
        "name": part.get("name"),
        "cost": part.get("cost"),
        "damage": None if is_none else damage,
        "text": _words(part.get("effect")),
    }


def _ability(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    return {
        "name": part.get("name"),
        "type": part.get("type"),
        "text": _words(part.get("effect")),
    }


def _weakness(part: Any, era: Era) -> Any:
    """Fill in a value that is missing, where all cards of the time say the same."""
    lacks = isinstance(part, dict) and part.get("value") in (None, "")
    return {**part, "value": "×2"} if lacks and era is not Era.DIAMOND_PEARL else part


def _words(text: object) -> object:
    """Write ``{W}`` out, as the other sources do."""
    if not isinstance(text, str):
        return text
    spaced = re.sub(r"\}\{", "} {", text)
    return re.sub(r"\{([A-Z])\}", lambda found: _TYPES.get(found[1], found[0]), spaced)


def _is_holo_only(variants: object) -> bool:
    return isinstance(variants, dict) and bool(variants.get("holo")) and not variants.get("normal")
