"""Queries in the language of the Pokemon TCG API: read, quoted afresh, and answered at home.

``set.id:sv3pt5 rarity:common`` is read into terms, so that every value reaches a server quoted
and escaped, a mistake is named with its place, and a source that knows no queries can still
answer one: :meth:`Query.matches` looks at a card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from cardkit.cards import Card, CardSet, SetId

_NO_LETTER = re.compile(r"([^\w*])")
_QUOTE = re.compile(r"([\\\"])")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A field that holds a value; ``exactly`` (written ``!field:value``) means nothing but it."""

    field: str
    value: str
    exactly: bool = False

    def __str__(self) -> str:
        return f"{'!' if self.exactly else ''}{self.field}:{quoted(self.value)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A field that fits a pattern with ``*``; quoted, it would be no pattern."""

    field: str
    value: str

    def __str__(self) -> str:
        return f"{self.field}:{_NO_LETTER.sub(_escape, self.value)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """A field between two bounds, both included or not; ``*`` leaves a side open."""

    field: str
    low: str
    high: str
    with_low: bool = True
    with_high: bool = True

    def __str__(self) -> str:
        opened, closed = "[" if self.with_low else "{", "]" if self.with_high else "}"
        return f"{self.field}:{opened}{self.low} TO {self.high}{closed}"


@dataclass(frozen=True, slots=True)
class Not:
    """Cards that a part does not find."""

    part: Part

    def __str__(self) -> str:
        return f"-{_inside(self.part)}"


@dataclass(frozen=True, slots=True)
class And:
    """Cards that all parts find."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return " ".join(_inside(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """Cards that any part finds."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return f"({' OR '.join(_inside(part) for part in self.parts)})"


Part: TypeAlias = Term | Pattern | Range | Not | And | Or


def _inside(part: Part) -> str:
    """Write a part of another part: several that must all hold stand in brackets."""
    return f"({part})" if isinstance(part, And) and len(part.parts) > 1 else str(part)


def quoted(value: str) -> str:
    r"""Return a value as the API takes it, whatever is in it.

    >>> print(quoted('Black & White "rare"'))
    "Black & White \"rare\""
    """
    return f'"{_QUOTE.sub(_escape, value)}"'


def _escape(found: re.Match[str]) -> str:
    return f"\\{found[1]}"


def any_of(field: str, values: Iterable[str]) -> Part:
    """Return what finds cards with any of the values."""
    terms = tuple(Term(field=field, value=value) for value in values)
    return terms[0] if len(terms) == 1 else Or(terms)


def narrowed(*parts: Part | None) -> Part:
    """Return what finds the cards that every part finds; None stands for all cards."""
    found: list[Part] = []
    for part in parts:
        found += part.parts if isinstance(part, And) else [part] if part is not None else []
    return found[0] if len(found) == 1 else And(tuple(found))


def sets_named(part: Part) -> tuple[SetId, ...] | None:
    """Return the sets outside which a query finds nothing; None when it names none.

    >>> sets_named(narrowed(any_of("set.id", ["sv1", "sv2"]), any_of("rarity", ["Rare"])))
    ('sv1', 'sv2')
    >>> sets_named(Not(any_of("set.id", ["sv1"]))) is None
    True
    """
    if isinstance(part, Term):
        return (SetId(part.value),) if part.field == "set.id" else None
    if isinstance(part, And):
        named = [found for each in part.parts if (found := sets_named(each)) is not None]
        if not named:
            return None
        return tuple(set_id for set_id in named[0] if all(set_id in other for other in named))
    if isinstance(part, Or):
        either = [sets_named(each) for each in part.parts]
        if None in either:
            return None
        return tuple(dict.fromkeys(set_id for each in either for set_id in each or ()))
    return None


def matches(part: Part, card: Card, card_set: CardSet | None = None) -> bool:
    """Whether a query finds a card.

    Identifiers, numbers, rarities and the like must be equal; names and texts must hold the
    words of the value, one after the other. Capital letters never matter.

    Args:
        part: made of fields of :data:`ANSWERED_FIELDS` alone.
        card: the card.
        card_set: its set, for the fields of the set.
    """
    if isinstance(part, And):
        return all(matches(each, card, card_set) for each in part.parts)
    if isinstance(part, Or):
        return any(matches(each, card, card_set) for each in part.parts)
    if isinstance(part, Not):
        return not matches(part.part, card, card_set)
    values = _values(part.field, card, card_set)
    if isinstance(part, Range):
        return any(_is_within(value, part) for value in values)
    if isinstance(part, Pattern):
        pattern = re.compile(re.escape(part.value.casefold()).replace(r"\*", ".*"))
        return any(
            pattern.fullmatch(candidate)
            for value in values
            for candidate in (value.casefold(), *value.casefold().split())
        )
    if part.exactly or part.field not in _WORDED:
        return any(value.casefold() == part.value.casefold() for value in values)
    wanted = _words(part.value)
    return any(wanted in _words(value) for value in values)


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _is_within(value: str, bounds: Range) -> bool:
    above = bounds.low == "*" or _comes_before(bounds.low, value, or_equal=bounds.with_low)
    return above and (
        bounds.high == "*" or _comes_before(value, bounds.high, or_equal=bounds.with_high)
    )


def _comes_before(low: str, high: str, *, or_equal: bool) -> bool:
    if low.isdecimal() and high.isdecimal():
        return int(low) < int(high) or (or_equal and int(low) == int(high))
    # Dates are written with slashes there, with hyphens here.
    first, second = low.replace("/", "-").casefold(), high.replace("/", "-").casefold()
    return first < second or (or_equal and first == second)


_OF_CARD: dict[str, Callable[[Card], Iterable[object]]] = {
    "id": lambda card: [card.card_id],
    "name": lambda card: [card.name],
    "supertype": lambda card: [card.supertype],
    "subtypes": lambda card: card.subtypes,
    "level": lambda card: [card.level],
    "hp": lambda card: [card.hp],
    "types": lambda card: card.types,
    "evolvesFrom": lambda card: [card.evolves_from],
    "rules": lambda card: card.rules,
    "abilities.name": lambda card: [each.name for each in card.abilities],
    "abilities.text": lambda card: [each.text for each in card.abilities],
    "abilities.type": lambda card: [each.kind for each in card.abilities],
    "attacks.name": lambda card: [each.name for each in card.attacks],
    "attacks.text": lambda card: [each.text for each in card.attacks],
    "attacks.damage": lambda card: [each.damage for each in card.attacks],
    "attacks.cost": lambda card: [kind for each in card.attacks for kind in each.cost],
    "attacks.convertedEnergyCost": lambda card: [len(each.cost) for each in card.attacks],
    "weaknesses.type": lambda card: [each.energy_type for each in card.weaknesses],
    "weaknesses.value": lambda card: [each.value for each in card.weaknesses],
    "resistances.type": lambda card: [each.energy_type for each in card.resistances],
    "resistances.value": lambda card: [each.value for each in card.resistances],
    "convertedRetreatCost": lambda card: [card.retreat_cost] if card.is_pokemon else [],
    "number": lambda card: [card.number],
    "artist": lambda card: [card.artist],
    "rarity": lambda card: [card.rarity],
    "regulationMark": lambda card: [card.regulation_mark],
    "set.id": lambda card: [card.set_id],
}
_OF_SET: dict[str, Callable[[CardSet], Iterable[object]]] = {
    "set.name": lambda card_set: [card_set.name],
    "set.series": lambda card_set: [card_set.series],
    "set.printedTotal": lambda card_set: [card_set.printed_total],
    "set.total": lambda card_set: [card_set.total],
    "set.ptcgoCode": lambda card_set: [card_set.ptcgo_code],
    "set.releaseDate": lambda card_set: [card_set.release_date],
}
ANSWERED_FIELDS = frozenset(_OF_CARD) | frozenset(_OF_SET)
"""Fields that :func:`matches` can look at."""
_WORDED = frozenset(
    (
        *("name", "evolvesFrom", "rules", "artist", "set.name", "set.series"),
        *("abilities.name", "abilities.text", "attacks.name", "attacks.text"),
    )
)
"""Fields of which a value may be a part."""


def _values(field: str, card: Card, card_set: CardSet | None) -> list[str]:
    found: Iterable[object]
    if field in _OF_CARD:
        found = _OF_CARD[field](card)
    else:
        found = _OF_SET[field](card_set) if card_set else ()
    return [str(value) for value in found if value not in (None, "")]


def fields_of(part: Part) -> frozenset[str]:
    """Return the fields that a query looks at."""
    if isinstance(part, Not):
        return fields_of(part.part)
    if isinstance(part, And | Or):
        return frozenset().union(*(fields_of(each) for each in part.parts))
    return frozenset((part.field,))
