"""The starter catalogue: real printings that every catalogue begins with.

They are written down as facts in ``cardkit/catalogue/starter/*.txt``, one file per era, one
printing per line; the head of each file explains the line. The texts of the cards are not
carried: :attr:`cardkit.cards.Attack.text_omitted` marks each attack whose card prints one, as it
does every ability. Where this project reads the text, what it does stands there in the project's
own notation.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib.resources import files

from cardkit.cards import (
    Ability,
    Attack,
    Card,
    CardId,
    CardSet,
    Damage,
    DamageForm,
    EnergyType,
    Mechanic,
    SetId,
    Stage,
    Supertype,
    TypeModifier,
)
from cardkit.errors import Fault, InputError
from cardkit.rarities import Rarity

_SET_FIELDS, _POKEMON_FIELDS, _OTHER_FIELDS = 5, 12, 4
_KINDS = {kind.value: kind for kind in (Supertype.TRAINER, Supertype.ENERGY)}
_TYPES = {energy.letter: energy for energy in EnergyType}
_RARITIES = {rarity.value: rarity for rarity in Rarity} | {"none": None}
_ABILITY_KINDS = frozenset({"Ability", "Poké-Body", "Poké-Power", "Pokémon Power", "Ancient Trait"})
_STAGES = frozenset(stage.value for stage in Stage)
_FIRST_STAGES = frozenset({Stage.BASIC, Stage.BABY, Stage.LEGEND, Stage.V_UNION})
_SUBTYPES = _STAGES.union(
    (mechanic.value for mechanic in Mechanic),
    ("Supporter", "Item", "Stadium", "Pokémon Tool", "Special"),
    ("Ultra Beast", "Team Plasma", "SP", "Ancient", "Future"),
    ("Single Strike", "Rapid Strike", "Fusion Strike"),
)
_MOST_RETREAT = 5

_SET_FORM = re.compile(r"\[([a-z0-9]+)\] (.+)")
_DATE_FORM = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER_FORM = re.compile(r"[A-Z]*\d+[a-z]?")
_EFFECTS_FORM = re.compile(r"\s+(\S.*?): (\[\S*\])")
_ATTACK_FORM = re.compile(r"(0|[A-Z]+) (\S.*?)(?: (\d+[+×-]?|\?))?( \*)?")


@cache
def starter_cards() -> tuple[tuple[CardSet, ...], tuple[Card, ...]]:
    """Return the sets and the cards of the starter catalogue, by date of release.

    Raises:
        InputError: a shipped file was edited and has mistakes; each is named as ``file:line``.
    """
    sets: list[CardSet] = []
    cards: list[Card] = []
    for entry in (files("cardkit.catalogue") / "starter").iterdir():
        if entry.name.endswith(".txt"):
            more_sets, more_cards = read_starter(entry.read_text(encoding="utf-8"), entry.name)
            sets += more_sets
            cards += more_cards
    released = {card_set.set_id: card_set.release_date for card_set in sets}
    return (
        tuple(sorted(sets, key=lambda each: (each.release_date, each.set_id))),
        tuple(sorted(cards, key=lambda each: (released[each.set_id], each.set_id))),
    )


def read_starter(text: str, where: str) -> tuple[tuple[CardSet, ...], tuple[Card, ...]]:
    r"""Read one file of the starter catalogue.

    Args:
        text: its content; the head of each shipped file gives the order of the fields.
        where: its name, for the messages.

    Raises:
        InputError: with every faulty line.

    >>> _, (card,) = read_starter(
    ...     "[base1] Base | Base | 102 | BS | 1999-01-09\n46 | Charmander | Common | Basic "
    ...     "| 50 | R | | W×2 | | 1 | | C Scratch 10 / RC Ember 30 *",
    ...     "example",
    ... )
    >>> card.card_id, str(card.weaknesses[0]), [attack.is_plain for attack in card.attacks]
    ('base1-46', 'Water ×2', [True, False])
    """
    sets: dict[SetId, CardSet] = {}
    cards: dict[CardId, Card] = {}
    faults: list[Fault] = []
    current: CardSet | None = None
    card: Card | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            if line.startswith("["):
                current = _read_set(line)
                if sets.setdefault(current.set_id, current) is not current:
                    raise ValueError(f"each set may begin once, got {current.set_id!r} again")
            elif line[0].isspace():
                card = _with_effects(card, line)
                cards[card.card_id] = card
            elif current is None:
                raise ValueError(f"a set must begin before its first card, got {line!r}")
            else:
                card = _read_card(_fields(line), current.set_id)
                if cards.setdefault(card.card_id, card) is not card:
                    raise ValueError(f"each number may stand once in a set, got {card.number!r}")
        except ValueError as error:
            remedy = "compare the line with the head of the file"
            faults.append(Fault(where=f"{where}:{number}", what=str(error), remedy=remedy))
    if faults:
        raise InputError.of(faults)
    return tuple(sets.values()), tuple(cards.values())


def _fields(line: str) -> list[str]:
    return [part.strip() for part in line.split("|")]


def _read_set(line: str) -> CardSet:
    match = _SET_FORM.fullmatch(line)
    parts = _fields(match[2]) if match else []
    if match is None or len(parts) != _SET_FIELDS:
        raise ValueError(f"a set must be [id] and {_SET_FIELDS} fields, got {line!r}")
    name, series, printed_total, code, date = parts
    if not _DATE_FORM.fullmatch(date):
        raise ValueError(f"a date of release must look like 1999-01-09, got {date!r}")
    return CardSet(
        set_id=SetId(match[1]),
        name=name,
        series=series,
        printed_total=_number("a printed total", printed_total),
        ptcgo_code=code,
        release_date=date,
    )


def _read_card(parts: list[str], set_id: SetId) -> Card:
    if len(parts) not in (_POKEMON_FIELDS, _OTHER_FIELDS):
        raise ValueError(
            f"a Pokemon has {_POKEMON_FIELDS} fields and any other card {_OTHER_FIELDS},"
            f" got {len(parts)}: {' | '.join(parts)!r}"
        )
    number, name, rarity, subtypes, *rest = parts
    supertype, names = _supertype(subtypes.split(", "), is_pokemon=bool(rest))
    if not _NUMBER_FORM.fullmatch(number):
        raise ValueError(f"a number must look like 4, 28a or TG01, got {number!r}")
    if not name:
        raise ValueError(f"a card must have a name, got {name!r}")
    if rarity not in _RARITIES:
        raise ValueError(f"a rarity must be spelt as in cardkit.rarities, got {rarity!r}")
    card = Card(
        card_id=CardId(f"{set_id}-{number}"),
        name=name,
        supertype=supertype,
        set_id=set_id,
        number=number,
        rarity=_RARITIES[rarity],
        subtypes=names,
    )
    return _with_pokemon_fields(card, rest) if rest else card


def _supertype(names: list[str], *, is_pokemon: bool) -> tuple[Supertype, tuple[str, ...]]:
    """Return the kind of card and its subtypes: a Trainer or an Energy says so first."""
    supertype = Supertype.POKEMON if is_pokemon else _KINDS.get(names[0])
    if supertype is None:
        raise ValueError(f"a card of four fields must be a Trainer or an Energy, got {names[0]!r}")
    subtypes = tuple(names if is_pokemon else names[1:])
    unknown = next((name for name in subtypes if name not in _SUBTYPES), None)
    if unknown is not None:
        raise ValueError(f"a subtype must be one that cards carry, got {unknown!r}")
    return supertype, subtypes


def _with_pokemon_fields(card: Card, parts: list[str]) -> Card:
    hp, types, evolves_from, weaknesses, resistances, retreat, abilities, attacks = parts
    card = replace(
        card,
        hp=_number("HP", hp),
        types=tuple(_energy_type(letter) for letter in types),
        evolves_from=evolves_from,
        weaknesses=tuple(_modifier(part) for part in weaknesses.split()),
        resistances=tuple(_modifier(part) for part in resistances.split()),
        retreat_cost=_number("a retreat cost", retreat),
        abilities=tuple(_read_ability(part) for part in abilities.split(" / ") if part),
        attacks=tuple(_read_attack(part) for part in attacks.split(" / ") if part),
    )
    if not card.hp or card.hp % 10:
        raise ValueError(f"HP must be a multiple of 10 above 0, got {hp!r}")
    if not card.types:
        raise ValueError(f"a Pokemon must have a type, got {types!r}")
    if card.retreat_cost > _MOST_RETREAT:
        raise ValueError(f"a retreat cost must be at most {_MOST_RETREAT}, got {retreat!r}")
    if _STAGES.isdisjoint(card.subtypes):
        raise ValueError(f"a Pokemon must have a stage, got {', '.join(card.subtypes)!r}")
    if bool(evolves_from) is not _FIRST_STAGES.isdisjoint(card.subtypes):
        raise ValueError(f"just what is not Basic must evolve from a card, got {evolves_from!r}")
    return card


def _with_effects(card: Card | None, line: str) -> Card:
    """Return a card of which an attack or ability does what an indented line below it says."""
    match = _EFFECTS_FORM.fullmatch(line)
    if match is None or card is None:
        raise ValueError(f"effects stand below their card as '  Ember: [...]', got {line!r}")
    name, effects = match.groups()
    abilities = {ability.name: ability for ability in card.abilities}
    if name in abilities and not abilities[name].effects:
        abilities[name] = replace(abilities[name], effects=effects)
        return replace(card, abilities=tuple(abilities.values()))
    attacks = {attack.name: attack for attack in card.attacks}
    if name not in attacks or not attacks[name].text_omitted or attacks[name].effects:
        raise ValueError(
            f"effects are told once, of an ability or an attack that ends in *, got {name!r}"
        )
    attacks[name] = replace(attacks[name], effects=effects)
    return replace(card, attacks=tuple(attacks[each.name] for each in card.attacks))


def _read_ability(text: str) -> Ability:
    kind, _, name = text.partition(": ")
    if kind not in _ABILITY_KINDS or not name:
        raise ValueError(f"an ability must look like 'Ability: Name', got {text!r}")
    return Ability(kind=kind, name=name, text_omitted=True)


def _read_attack(text: str) -> Attack:
    match = _ATTACK_FORM.fullmatch(text)
    if not match:
        raise ValueError(f"an attack must look like 'RC Ember 30 *', got {text!r}")
    cost, name, printed_damage, mark = match.groups()
    damage = _damage(printed_damage or "")
    if damage.form is not DamageForm.FIXED and not mark:
        raise ValueError(
            f"an attack without fixed damage prints a text and ends in *, got {text!r}"
        )
    return Attack(
        name=name,
        cost=() if cost == "0" else tuple(_energy_type(letter) for letter in cost),
        damage=damage,
        text_omitted=bool(mark),
    )


@cache
def _damage(text: str) -> Damage:
    return Damage.parse(text)


def _energy_type(letter: str) -> EnergyType:
    if letter not in _TYPES:
        raise ValueError(f"a type must be one of {''.join(_TYPES)}, got {letter!r}")
    return _TYPES[letter]


@cache
def _modifier(text: str) -> TypeModifier:
    return TypeModifier.parse(_energy_type(text[0]), text[1:])


def _number(what: str, text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"{what} must be a whole number, got {text!r}")
    return int(text)
