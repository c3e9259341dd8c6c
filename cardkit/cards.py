"""What is printed on a card.

A :class:`Card` is one printing. Texts are kept as printed; numbers are read. Where a card comes
from is not known here: :mod:`cardkit.sources` builds cards, :meth:`Card.from_dict` and
:meth:`Card.to_dict` are the one document form (``schemas/card.schema.json``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, NewType

from cardkit.rarities import Rarity, parse_rarity

CardId = NewType("CardId", str)
"""Identifier of a printing, e.g. ``sv3pt5-6``: unique, while (set, number) is not."""
SetId = NewType("SetId", str)
"""Identifier of a set, e.g. ``sv3pt5``."""


class EnergyType(StrEnum):
    """The eleven types. Dragon and Colorless have no basic Energy."""

    GRASS = "Grass"
    FIRE = "Fire"
    WATER = "Water"
    LIGHTNING = "Lightning"
    PSYCHIC = "Psychic"
    FIGHTING = "Fighting"
    DARKNESS = "Darkness"
    METAL = "Metal"
    FAIRY = "Fairy"
    DRAGON = "Dragon"
    COLORLESS = "Colorless"

    @property
    def letter(self) -> str:
        """The customary one-letter code: G R W L P F D M Y N C."""
        return _TYPE_LETTERS[self]


_TYPE_LETTERS = dict(zip(EnergyType, "GRWLPFDMYNC", strict=True))

BASIC_ENERGY_TYPES: tuple[EnergyType, ...] = tuple(EnergyType)[:9]
"""Types that exist as basic Energy cards, Fairy last (Rule: S5)."""


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


class DamageForm(StrEnum):
    """The sign printed with an attack's damage."""

    NONE = ""
    """No damage is printed."""
    FIXED = "N"
    PLUS = "+"
    TIMES = "×"
    MINUS = "-"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Printed damage: ``30``, ``30+``, ``20×``, ``50-``, ``?`` or nothing.

    ``amount`` is the printed number; 0 when none is printed.
    """

    amount: int = 0
    form: DamageForm = DamageForm.NONE

    @classmethod
    def parse(cls, text: str) -> Damage:
        """Read a printed damage.

        Raises:
            ValueError: when the text is none of the printed forms.

        >>> Damage.parse("20×")
        Damage(amount=20, form=<DamageForm.TIMES: '×'>)
        """
        return _parse_damage(text)

    def __str__(self) -> str:
        if self.form in (DamageForm.NONE, DamageForm.UNKNOWN):
            return self.form.value
        return f"{self.amount}{'' if self.form is DamageForm.FIXED else self.form.value}"


@lru_cache(maxsize=1_024)  # few values, read tens of thousands of times
def _parse_damage(text: str) -> Damage:
    match = re.fullmatch(r"(\d+)\s*([+＋×xX\-−]?)", text.strip())
    if match:
        sign = {"＋": "+", "x": "×", "X": "×", "−": "-", "": "N"}.get(match[2], match[2])
        return Damage(amount=int(match[1]), form=DamageForm(sign))
    if text.strip() in ("", "?"):
        return Damage(form=DamageForm(text.strip()))
    raise ValueError(f"damage must look like 30, 30+, 20×, 50-, ? or be empty, got {text!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One attack.

    Attributes:
        cost: one type per Energy, Colorless included; empty means free.
        text: the printed text, empty when there is none or the source does not carry it.
        text_omitted: the card prints a text that the source does not carry.
    """

    name: str
    cost: tuple[EnergyType, ...] = ()
    damage: Damage = Damage()
    text: str = ""
    text_omitted: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether the printed damage is all that the attack does."""
        return self.damage.form is DamageForm.FIXED and not self.text and not self.text_omitted

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Attack:
        """Read the document form."""
        return cls(
            name=document["name"],
            cost=tuple(EnergyType(name) for name in document.get("cost", ())),
            damage=Damage.parse(document.get("damage", "")),
            text=document.get("text", ""),
            text_omitted=document.get("text_omitted", False),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form without empty fields."""
        return _without_empty(
            {
                "name": self.name,
                "cost": [energy.value for energy in self.cost],
                "damage": str(self.damage),
                "text": self.text,
                "text_omitted": self.text_omitted,
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """An Ability, Poké-Body, Poké-Power, Pokémon Power or Ancient Trait, as ``kind`` says."""

    name: str
    kind: str = "Ability"
    text: str = ""

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Ability:
        """Read the document form."""
        return cls(
            name=document["name"],
            kind=document.get("kind", "Ability"),
            text=document.get("text", ""),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form without empty fields."""
        return _without_empty({"name": self.name, "kind": self.kind, "text": self.text})


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeModifier:
    """A weakness (``×2``, ``+20``) or resistance (``-30``) against attacks of one type."""

    energy_type: EnergyType
    sign: str
    amount: int

    @classmethod
    def parse(cls, energy_type: str, value: str) -> TypeModifier:
        """Read a printed value.

        Raises:
            ValueError: when the type or the value is not one that cards carry.

        >>> str(TypeModifier.parse("Fire", "×2"))
        'Fire ×2'
        """
        return _parse_modifier(energy_type, value)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> TypeModifier:
        """Read the document form."""
        return cls.parse(document["type"], document["value"])

    def to_dict(self) -> dict[str, Any]:
        """Return the document form: ``{"type": "Fire", "value": "×2"}``."""
        return {"type": self.energy_type.value, "value": self.value}

    @property
    def value(self) -> str:
        """The printed value, e.g. ``×2``."""
        return f"{self.sign}{self.amount}"

    def apply(self, damage: int) -> int:
        """Return the damage after this modifier; it may be negative before the floor of 0."""
        if self.sign == "×":
            return damage * self.amount
        return damage + self.amount if self.sign == "+" else damage - self.amount

    def __str__(self) -> str:
        return f"{self.energy_type.value} {self.value}"


@lru_cache(maxsize=1_024)  # few values, read tens of thousands of times
def _parse_modifier(energy_type: str, value: str) -> TypeModifier:
    match = re.fullmatch(r"([×xX+\-−])\s*(\d+)", value.strip())
    if not match:
        raise ValueError(f"weakness or resistance must look like ×2, +20 or -30, got {value!r}")
    sign = {"x": "×", "X": "×", "−": "-"}.get(match[1], match[1])
    return TypeModifier(energy_type=EnergyType(energy_type), sign=sign, amount=int(match[2]))


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
        return _without_empty(
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
        return _without_empty(
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


def basic_energy_type(name: str) -> EnergyType | None:
    """Return the type that a basic Energy card's name gives, or None.

    >>> basic_energy_type("Basic Fire Energy") is basic_energy_type("Fire Energy")
    True
    >>> basic_energy_type("Double Colorless Energy") is None
    True
    """
    match = re.fullmatch(r"(?:basic )?(\w+) energy", name.strip().casefold())
    if not match:
        return None
    return next((kind for kind in BASIC_ENERGY_TYPES if kind.value.casefold() == match[1]), None)


def _without_empty(document: dict[str, Any]) -> dict[str, Any]:
    """Drop fields that are None, empty, 0 or false: absent means the default."""
    return {key: value for key, value in document.items() if value}
