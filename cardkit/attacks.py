"""What a card can do and suffer: its attacks, abilities, weaknesses and resistances."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from cardkit.energy import EnergyType
from cardkit.json_text import without_empty


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
        effects: what an omitted text does, in the notation of :mod:`cardkit.cardtext.notation`.
    """

    name: str
    cost: tuple[EnergyType, ...] = ()
    damage: Damage = Damage()
    text: str = ""
    text_omitted: bool = False
    effects: str = ""

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
            effects=document.get("effects", ""),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form without empty fields."""
        return without_empty(
            {
                "name": self.name,
                "cost": [energy.value for energy in self.cost],
                "damage": str(self.damage),
                "text": self.text,
                "text_omitted": self.text_omitted,
                "effects": self.effects,
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """An Ability, Poké-Body, Poké-Power, Pokémon Power or Ancient Trait, as ``kind`` says.

    Attributes:
        text: the printed text, empty when the source does not carry it.
        text_omitted: the card prints a text that the source does not carry.
        effects: what an omitted text does, in the notation of :mod:`cardkit.cardtext.notation`.
    """

    name: str
    kind: str = "Ability"
    text: str = ""
    text_omitted: bool = False
    effects: str = ""

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Ability:
        """Read the document form."""
        return cls(
            name=document["name"],
            kind=document.get("kind", "Ability"),
            text=document.get("text", ""),
            text_omitted=document.get("text_omitted", False),
            effects=document.get("effects", ""),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the document form without empty fields."""
        return without_empty(
            {
                "name": self.name,
                "kind": self.kind,
                "text": self.text,
                "text_omitted": self.text_omitted,
                "effects": self.effects,
            }
        )


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
