"""Several descriptions of one card or set, made into one, field by field."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from cardkit.cards import Card, CardId, CardSet, Mechanic

T = TypeVar("T")

STARTER = "starter"
"""Name of the source of the cards that travel with cardkit."""
SET_TABLE = "set table"
"""Name of the source of sets whose cards came without them: the table of facts."""

TCGDEX = "tcgdex"
"""Name of the source that leaves mechanics to be told from names."""

_RANKS: Mapping[str, int] = MappingProxyType({SET_TABLE: 0, STARTER: 1, TCGDEX: 2})
_FULL_RANK = 3
"""Rank of every other source: they tell all that is printed on a card."""

_CARD_FIELDS = (
    *("rarity", "subtypes", "hp", "types", "weaknesses", "resistances"),
    *("rules", "artist", "regulation_mark", "level"),
)
CONTESTED_FIELDS = ("hp", "types", "rarity")
"""Fields of a card on which sources should agree."""
_SET_FIELDS = ("series", "printed_total", "total", "ptcgo_code", "release_date")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Generic[T]):
    """What one source says of a card or set.

    Attributes:
        batch_id: which addition brought it; a later one has a higher number.
        said: in the form that is at hand.
    """

    source: str
    batch_id: int
    said: T


def speaker(source: str) -> str:
    """Return who speaks: copies of the bulk data from several places are one voice.

    >>> speaker("bulk data: downloads.zip"), speaker("snapshot")
    ('bulk data', 'snapshot')
    """
    return source.partition(":")[0]


def by_precedence(parts: Iterable[Part[T]]) -> list[Part[T]]:
    """Return the parts, the strongest first.

    Bulk data and the Pokemon TCG API come before TCGdex, TCGdex before the starter; of equals the
    latest.
    """
    return sorted(
        parts,
        key=lambda part: (_RANKS.get(part.source, _FULL_RANK), part.batch_id),
        reverse=True,
    )


def may_be_tera(card: Card, sources: Collection[str]) -> bool:
    """Whether a card may be a Tera Pokemon although nothing says so.

    TCGdex never tells Tera; where it alone describes a Pokemon ex of the years since regulation
    marks, that stays open.

    Args:
        card: as the sources say together.
        sources: the names of those that describe it.
    """
    return (
        set(sources) == {TCGDEX}
        and bool(card.regulation_mark)
        and Mechanic.EX_LOWER in card.mechanics
        and card.mechanics.isdisjoint((Mechanic.TERA, Mechanic.MEGA))
    )


def merge_cards(said: Sequence[Card]) -> Card:
    """Return one card of several descriptions, the strongest first.

    Each field is that of the strongest description that has something there; free retreat is
    something. Attacks and abilities whose texts are left out count as incomplete.
    """
    leader, *others = said
    changes = _completed(leader, others, _CARD_FIELDS)
    if not leader.evolves_from and "Basic" not in changes.get("subtypes", leader.subtypes):
        changes |= _completed(leader, others, ("evolves_from",))
    for field, is_complete in (("attacks", _has_attack_texts), ("abilities", _has_ability_texts)):
        fullest = _fullest([getattr(card, field) for card in said], is_complete)
        if fullest is not getattr(leader, field):
            changes[field] = fullest
    return replace(leader, **changes) if changes else leader


def merge_sets(said: Sequence[CardSet]) -> CardSet:
    """Return one set of several descriptions, the strongest first; see :func:`merge_cards`."""
    leader, *others = said
    return replace(leader, **_completed(leader, others, _SET_FIELDS))


def _completed(leader: object, others: Sequence[object], fields: Iterable[str]) -> dict[str, Any]:
    """Return what the leader says nothing about and another does."""
    return {
        field: value
        for field in fields
        if not getattr(leader, field)
        and (value := next(filter(None, (getattr(each, field) for each in others)), None))
    }


def _fullest(values: Sequence[tuple[Any, ...]], is_complete: Any) -> tuple[Any, ...]:
    told = [value for value in values if value]
    return next(filter(is_complete, told), told[0] if told else ())


def _has_attack_texts(attacks: tuple[Any, ...]) -> bool:
    return not any(attack.text_omitted for attack in attacks)


def _has_ability_texts(abilities: tuple[Any, ...]) -> bool:
    return all(ability.text for ability in abilities)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A field of a card on which sources disagree.

    Attributes:
        name: of the card.
        field: ``hp``, ``types`` or ``rarity``.
        values: source and what it says, the one that counts first.
    """

    card_id: CardId
    name: str
    field: str
    values: tuple[tuple[str, str], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "card": self.card_id,
            "name": self.name,
            "field": self.field,
            "values": [{"source": source, "value": value} for source, value in self.values],
        }


def conflicts(parts: Sequence[Part[Card]]) -> tuple[Conflict, ...]:
    """Return the fields on which descriptions of one card disagree.

    A source that says nothing disagrees with nobody.

    Args:
        parts: the strongest first.
    """
    found = []
    for field in CONTESTED_FIELDS:
        told = [(part.source, _shown(part.said, field)) for part in parts]
        values = tuple((source, value) for source, value in told if value)
        if len({value for _, value in values}) > 1:
            first = parts[0].said
            found.append(
                Conflict(card_id=first.card_id, name=first.name, field=field, values=values)
            )
    return tuple(found)


def _shown(card: Card, field: str) -> str:
    """Return what a card says there, for comparison and for people; empty for nothing."""
    if field == "types":
        return ", ".join(sorted(each.value for each in card.types))
    return str(getattr(card, field) or "")
