"""What is printed on a card.

A :class:`Card` is one printing. Texts are kept as printed; numbers are read. Where a card comes
from is not known here: :mod:`cardkit.sources` builds cards, :meth:`Card.from_dict` and
:meth:`Card.to_dict` are the one document form (``schemas/card.schema.json``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from cardkit.attacks import Ability, Attack, Damage, DamageForm, TypeModifier
from cardkit.energy import BASIC_ENERGY_TYPES, EnergyType, basic_energy_type
from cardkit.json_text import without_empty
from cardkit.rarities import Rarity, parse_rarity

__all__ = [
    "BASIC_ENERGY_TYPES",
    "Ability",
    "Attack",
    "Card",
    "CardId",
    "CardSet",
    "Damage",
    "DamageForm",
    "EnergyType",
    "LocalName",
    "LocalSetName",
    "Mechanic",
    "SetId",
    "Stage",
    "Supertype",
    "TypeModifier",
    "basic_energy_type",
]

CardId = NewType("CardId", str)
"""Identifier of a printing, e.g. ``sv3pt5-6``: unique, while (set, number) is not."""
SetId = NewType("SetId", str)
"""Identifier of a set, e.g. ``sv3pt5``."""


class Supertype(StrEnum):
    """The three kinds of card."""

    POKEMON = "Pokémon"
    TRAINER = "Trainer"
    ENERGY = "Energy"


class Stage(StrEnum):
    """How a Pokemon comes into play; each Pokemon has exactly one."""

    BASIC = "Basic"
    STAGE_1 = "Stage 1"
    STAGE_2 = "Stage 2"
    BABY = "Baby"
    RESTORED = "Restored"
    LEVEL_UP = "Level-Up"
    BREAK = "BREAK"
    LEGEND = "LEGEND"
    MEGA = "MEGA"
    VMAX = "VMAX"
    VSTAR = "VSTAR"
    V_UNION = "V-UNION"


class Mechanic(StrEnum):
    """Subtypes that carry special rules. ``ex`` and ``EX`` differ by case only."""

    EX_LOWER = "ex"
    EX_UPPER = "EX"
    GX = "GX"
    V = "V"
    VMAX = "VMAX"
    VSTAR = "VSTAR"
    V_UNION = "V-UNION"
    MEGA = "MEGA"
    TERA = "Tera"
    TAG_TEAM = "TAG TEAM"
    BREAK = "BREAK"
    LEVEL_UP = "Level-Up"
    LEGEND = "LEGEND"
    PRIME = "Prime"
    STAR = "Star"
    PRISM_STAR = "Prism Star"
    RADIANT = "Radiant"
    ACE_SPEC = "ACE SPEC"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSet:
    """A set of cards. ``printed_total`` is the number after the slash on its cards."""

    set_id: SetId
    name: str
    series: str = ""
    printed_total: int = 0
    total: int = 0
    ptcgo_code: str = ""
    release_date: str = ""

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> CardSet:
        """Read the document form."""
        return cls(
            set_id=SetId(document["id"]),
            name=document["name"],
            series=document.get("series", ""),
            printed_total=document.get("printed_total", 0),
            total=document.get("total", 0),
            ptcgo_code=document.get("ptcgo_code", ""),
            release_date=document.get("release_date", ""),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form without empty fields."""
        return without_empty(
            {
                "id": self.set_id,
                "name": self.name,
                "series": self.series,
                "printed_total": self.printed_total,
                "total": self.total,
                "ptcgo_code": self.ptcgo_code,
                "release_date": self.release_date,
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One printing.

    Attributes:
        number: collector number as the source spells it, e.g. ``6``, ``TG01``, ``28a``.
        rarity: a :class:`Rarity`, plain text when the rarity is unknown, None when none is printed.
        subtypes: every subtype as spelt by the source; read through ``mechanics`` and ``stage``.
        hp: hit points; None on Energy and most Trainers.
        retreat_cost: number of Energy cards; 0 means free retreat.
    """

    card_id: CardId
    name: str
    supertype: Supertype
    set_id: SetId
    number: str
    rarity: Rarity | str | None = None
    subtypes: tuple[str, ...] = ()
    hp: int | None = None
    types: tuple[EnergyType, ...] = ()
    evolves_from: str = ""
    attacks: tuple[Attack, ...] = ()
    abilities: tuple[Ability, ...] = ()
    weaknesses: tuple[TypeModifier, ...] = ()
    resistances: tuple[TypeModifier, ...] = ()
    retreat_cost: int = 0
    rules: tuple[str, ...] = ()
    artist: str = ""
    regulation_mark: str = ""
    level: str = ""

    @property
    def is_pokemon(self) -> bool:
        """Whether this is a Pokemon card (fossils are Trainers, although they have HP)."""
        return self.supertype is Supertype.POKEMON

    @property
    def mechanics(self) -> frozenset[Mechanic]:
        """The special mechanics among the subtypes.

        Eight Nintendo promos of the older era say ``EX`` where the name says ``ex``: the name
        wins. ``MEGA`` on a Trainer is an error of the data and is ignored.
        """
        found = {Mechanic(text) for text in self.subtypes if text in _MECHANIC_NAMES}
        if not self.is_pokemon:
            found &= {Mechanic.ACE_SPEC, Mechanic.PRISM_STAR, Mechanic.TAG_TEAM}
        elif Mechanic.EX_UPPER in found and self.name.endswith(" ex"):
            found = (found - {Mechanic.EX_UPPER}) | {Mechanic.EX_LOWER}
        return frozenset(found)

    @property
    def stage(self) -> Stage | None:
        """The stage of a Pokemon; None on other cards and when a source does not say."""
        if not self.is_pokemon:
            return None
        printed = [stage for stage in Stage if stage.value in self.subtypes]
        return printed[0] if printed else None

    @property
    def is_basic_energy(self) -> bool:
        """Whether this is a basic Energy card (Rule: S5)."""
        return self.basic_energy_type is not None

    @property
    def basic_energy_type(self) -> EnergyType | None:
        """The type of a basic Energy card; all printings of one type are one type (Rule: S5)."""
        if self.supertype is not Supertype.ENERGY or "Special" in self.subtypes:
            return None
        return basic_energy_type(self.name)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Card:
        """Read the document form.

        Raises:
            KeyError, ValueError: when the document was not checked against the schema first.
        """
        rarity = document.get("rarity")
        return cls(
            card_id=CardId(document["id"]),
            name=document["name"],
            supertype=Supertype(document["supertype"]),
            set_id=SetId(document["set"]),
            number=document["number"],
            rarity=None if rarity is None else parse_rarity(rarity),
            subtypes=tuple(document.get("subtypes", ())),
            hp=document.get("hp"),
            types=tuple(EnergyType(name) for name in document.get("types", ())),
            evolves_from=document.get("evolves_from", ""),
            attacks=tuple(Attack.from_dict(part) for part in document.get("attacks", ())),
            abilities=tuple(Ability.from_dict(part) for part in document.get("abilities", ())),
            weaknesses=tuple(TypeModifier.from_dict(p) for p in document.get("weaknesses", ())),
            resistances=tuple(TypeModifier.from_dict(p) for p in document.get("resistances", ())),
            retreat_cost=document.get("retreat_cost", 0),
            rules=tuple(document.get("rules", ())),
            artist=document.get("artist", ""),
            regulation_mark=document.get("regulation_mark", ""),
            level=document.get("level", ""),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form without empty fields; :meth:`from_dict` reads it back."""
        return without_empty(
            {
                "id": self.card_id,
                "name": self.name,
                "supertype": self.supertype.value,
                "set": self.set_id,
                "number": self.number,
                "rarity": None if self.rarity is None else str(self.rarity),
                "subtypes": list(self.subtypes),
                "hp": self.hp,
                "types": [energy.value for energy in self.types],
                "evolves_from": self.evolves_from,
                "attacks": [attack.to_dict() for attack in self.attacks],
                "abilities": [ability.to_dict() for ability in self.abilities],
                "weaknesses": [modifier.to_dict() for modifier in self.weaknesses],
                "resistances": [modifier.to_dict() for modifier in self.resistances],
                "retreat_cost": self.retreat_cost,
                "rules": list(self.rules),
                "artist": self.artist,
                "regulation_mark": self.regulation_mark,
                "level": self.level,
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalName:
    """What a printing is called in another language.

    Attributes:
        language: two letters, e.g. ``fr``.
        name: as printed there.
    """

    card_id: CardId
    language: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSetName:
    """What a set is called in another language.

    Attributes:
        language: two letters, e.g. ``fr``.
        name: as printed there.
    """

    set_id: SetId
    language: str
    name: str


_MECHANIC_NAMES = frozenset(mechanic.value for mechanic in Mechanic)
