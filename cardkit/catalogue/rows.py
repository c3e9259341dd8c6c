"""Cards as the catalogue stores them: one compact JSON array each.

The document form of :meth:`cardkit.cards.Card.to_dict` is for people and other programs; here a
whole set must be written, and one card read, in as little time as can be. A change of the order
of the fields is a new version of the catalogue's schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from json.decoder import JSONDecoder

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
from cardkit.rarities import parse_rarity


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


_encode = _json_encoder()

_decode = JSONDecoder().raw_decode

# Looking a member up is several times faster than calling the enum.
_SUPERTYPES = {each.value: each for each in Supertype}
_TYPES = {each.value: each for each in EnergyType}
_FORMS = {each.value: each for each in DamageForm}


def card_to_row(card: Card) -> str:
    """Return a card as it is stored; identifier and set stand in columns of their own."""
    return _encode(
        (
            card.name,
            card.supertype,
            card.number,
            card.rarity,
            card.subtypes,
            card.hp,
            card.types,
            card.evolves_from,
            [
                (each.name, each.cost, each.damage.amount, each.damage.form, each.text)
                if not each.text_omitted
                else (
                    *(each.name, each.cost, each.damage.amount, each.damage.form, each.text),
                    *(True, each.effects),
                )
                for each in card.attacks
            ],
            [(each.name, each.kind, each.text) for each in card.abilities],
            [(each.energy_type, each.sign, each.amount) for each in card.weaknesses],
            [(each.energy_type, each.sign, each.amount) for each in card.resistances],
            card.retreat_cost,
            card.rules,
            card.artist,
            card.regulation_mark,
            card.level,
        )
    )


def name_from_row(row: str) -> str:
    """Return the name of the card that was stored, without reading the rest.

    >>> name_from_row('["Pikachu","Pokemon"]')
    'Pikachu'
    """
    name: str = _decode(row, len("["))[0]
    return name


def card_from_row(card_id: str, set_id: str, row: str) -> Card:
    """Return the card that was stored.

    Raises:
        KeyError, TypeError, ValueError: somebody else has written there.
    """
    name, supertype, number, rarity, subtypes, hp, types, evolves_from, *rest = json.loads(row)
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
        types=tuple([_TYPES[each] for each in types]),
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
        cost=tuple([_TYPES[each] for each in cost]),
        damage=Damage(amount=amount, form=_FORMS[form]),
        text=text,
        text_omitted=text_omitted,
        effects=effects,
    )


def _ability(name: str, kind: str, text: str) -> Ability:
    return Ability(name=name, kind=kind, text=text)


def _modifier(energy_type: str, sign: str, amount: int) -> TypeModifier:
    return TypeModifier(energy_type=_TYPES[energy_type], sign=sign, amount=amount)
