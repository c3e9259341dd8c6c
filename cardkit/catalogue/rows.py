"""Cards as the catalogue stores them: one compact JSON array each.

The document form of :meth:`cardkit.cards.Card.to_dict` is for people and other programs; here a
whole set must be written, and one card read, in as little time as can be. A change of the order
of the fields is a new version of the catalogue's schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from json.decoder import JSONDecoder
from typing import Any, NamedTuple

from cardkit.cards import (
    Ability,
    Attack,
    Card,
    CardId,
    Damage,
    DamageForm,
    EnergyType,
    SetId,
    Supertype,
    TypeModifier,
)
from cardkit.naming import fold_name, number_key
from cardkit.rarities import parse_rarity


class Row(NamedTuple):
    """A card or set as it is stored.

    Attributes:
        key: its identifier.
        content: all that is said of it.
        set_id: the set that a card belongs to; of a set the same as ``key``.
        number_key, name_key: what a card is looked up by.
    """

    key: str
    content: str
    set_id: str
    number_key: str = ""
    name_key: str = ""

    def says(self, other: Row) -> bool:
        """Whether both say the same."""
        return self.content == other.content and self.set_id == other.set_id


def _json_encoder() -> Callable[[object], str]:
    """Return what writes JSON without spaces, set up once.

    The encoder of the standard library sets itself up anew for each text, which takes longer than
    writing a card; the function in C behind it is asked directly where there is one.
    """
    plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return plain.encode
    parts = make(
        None, plain.default, json.encoder.encode_basestring, None, ":", ",", False, False, True
    )
    return lambda value: "".join(parts(value, 0))


encode = _json_encoder()
"""Writes a value as it stands in a row."""

_decode = JSONDecoder().raw_decode

# Looking a member up is several times faster than calling the enum.
_SUPERTYPES = {each.value: each for each in Supertype}
_TYPES = {each.value: each for each in EnergyType}
_FORMS = {each.value: each for each in DamageForm}


FIELDS = (
    *("name", "supertype", "number", "rarity", "subtypes", "hp", "types", "evolves_from"),
    *("attacks", "abilities", "weaknesses", "resistances", "retreat_cost", "rules"),
    *("artist", "regulation_mark", "level"),
)
"""What stands in a row, in its order: fields of a card."""


def card_to_row(card: Card) -> Row:
    """Return a card as it is stored; identifier and set stand in columns of their own."""
    content = encode([stored_field(field, getattr(card, field)) for field in FIELDS])
    return Row(card.card_id, content, card.set_id, number_key(card.number), fold_name(card.name))


def stored_field(field: str, value: Any) -> Any:
    """Return what a field of a card holds in the form in which it is written."""
    stored_part = _STORED_PARTS.get(field)
    return value if stored_part is None else list(map(stored_part, value))


def _stored_attack(attack: Attack) -> tuple[object, ...]:
    damage = attack.damage
    told = attack.name, attack.cost, damage.amount, damage.form, attack.text
    return (*told, True, attack.effects) if attack.text_omitted else told


def _stored_ability(ability: Ability) -> tuple[object, ...]:
    told = ability.name, ability.kind, ability.text
    return (*told, True, ability.effects) if ability.text_omitted else told


def _stored_modifier(modifier: TypeModifier) -> tuple[object, ...]:
    return modifier.energy_type, modifier.sign, modifier.amount


_STORED_PARTS: Mapping[str, Callable[[Any], tuple[object, ...]]] = {
    "attacks": _stored_attack,
    "abilities": _stored_ability,
    "weaknesses": _stored_modifier,
    "resistances": _stored_modifier,
}


def name_from_row(row: str) -> str:
    """Return the name of the card that was stored, without reading the rest.

    >>> name_from_row('["Pikachu","Pokemon"]')
    'Pikachu'
    """
    name: str = _decode(row, len("["))[0]
    return name


def card_from_row(row: Row) -> Card:
    """Return the card that was stored.

    Raises:
        KeyError, TypeError, ValueError: somebody else has written there.
    """
    return read_card(row.key, row.set_id, row.content)


def read_card(card_id: str, set_id: str, content: str) -> Card:
    """Return the card of a row, given what is needed of that; see :func:`card_from_row`."""
    name, supertype, number, rarity, subtypes, hp, types, evolves_from, *rest = _decode(content)[0]
    attacks, abilities, weaknesses, resistances, retreat_cost, rules, *rest = rest
    artist, regulation_mark, level = rest
    return Card(
        card_id=CardId(card_id),
        name=name,
        supertype=_SUPERTYPES[supertype],
        set_id=SetId(set_id),
        number=number,
        rarity=None if rarity is None else parse_rarity(rarity),
        subtypes=tuple(subtypes),
        hp=hp,
        types=_types(*types),
        evolves_from=evolves_from,
        attacks=tuple([_attack(*each) for each in attacks]),
        abilities=tuple([_ability(*each) for each in abilities]),
        weaknesses=tuple([_modifier(*each) for each in weaknesses]),
        resistances=tuple([_modifier(*each) for each in resistances]),
        retreat_cost=retreat_cost,
        rules=tuple(rules),
        artist=artist,
        regulation_mark=regulation_mark,
        level=level,
    )


def _attack(
    name: str,
    cost: list[str],
    amount: int,
    form: str,
    text: str,
    text_omitted: bool = False,
    effects: str = "",
) -> Attack:
    return Attack(
        name=name,
        cost=_types(*cost),
        damage=_damage(amount, form),
        text=text,
        text_omitted=text_omitted,
        effects=effects,
    )


def _ability(
    name: str, kind: str, text: str, text_omitted: bool = False, effects: str = ""
) -> Ability:
    return Ability(name=name, kind=kind, text=text, text_omitted=text_omitted, effects=effects)


# Thousands of cards share a few hundred of these.
@lru_cache(maxsize=1_024)
def _types(*names: str) -> tuple[EnergyType, ...]:
    return tuple([_TYPES[each] for each in names])


@lru_cache(maxsize=1_024)
def _damage(amount: int, form: str) -> Damage:
    return Damage(amount=amount, form=_FORMS[form])


@lru_cache(maxsize=1_024)
def _modifier(energy_type: str, sign: str, amount: int) -> TypeModifier:
    return TypeModifier(energy_type=_TYPES[energy_type], sign=sign, amount=amount)
