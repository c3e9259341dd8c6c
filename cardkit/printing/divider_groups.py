"""What dividers stand between: the decks, types, sets or first letters of a pool, with counts."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cardkit.cards import CardSet, EnergyType, SetId
from cardkit.decks import Pool, PoolCard, RarityDeck, SleeveColours
from cardkit.naming import fold_name
from cardkit.printing.labels import ENERGY_MARK

NO_LETTER = "#"
"""Names that begin with no letter stand behind this divider."""


class Grouping(StrEnum):
    """How the cards of a box are sorted."""

    DECK = "deck"
    TYPE = "type"
    SET = "set"
    LETTER = "letter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Divider:
    """What one divider says.

    Attributes:
        name: on the tab.
        count: cards behind it.
        mark: of a rarity deck, before the name.
        energy_type: whose symbol stands before the name.
        sleeve: a colour in words, for the stripe.
        rows: on the body, how the cards are spread: a word and a number each.
    """

    name: str
    count: int
    mark: str = ""
    energy_type: EnergyType | None = None
    sleeve: str = ""
    rows: tuple[tuple[str, int], ...] = ()


def dividers_of(
    pool: Pool,
    grouping: Grouping,
    sleeves: SleeveColours,
    card_set: Callable[[SetId], CardSet | None],
) -> tuple[Divider, ...]:
    """Return the dividers of a pool, in the order in which they stand.

    Args:
        pool: with the proxies, so that the counts are those of the box.
        grouping: what stands behind one divider. A card of two types stands behind the first.
        sleeves: the colours of the decks.
        card_set: looks up the set of a card.
    """
    cards = tuple(pool.cards())
    match grouping:
        case Grouping.DECK:
            return (*_by_deck(pool, sleeves), _energy(pool, sleeves))
        case Grouping.TYPE:
            return tuple(_by_type(cards))
        case Grouping.SET:
            return tuple(_by_set(cards, card_set))
        case Grouping.LETTER:
            return tuple(_by_letter(cards))


def _by_deck(pool: Pool, sleeves: SleeveColours) -> list[Divider]:
    found = []
    for deck in RarityDeck:
        types = Counter[str]()
        for entry in pool.decks.get(deck, ()):
            types[_first_type(entry)] += entry.count
        found.append(
            Divider(
                name=deck.label,
                count=pool.size(deck),
                mark=deck.mark,
                sleeve=sleeves.decks[deck],
                rows=tuple((kind, types[kind]) for kind in EnergyType if types[kind]),
            )
        )
    return found


def _energy(pool: Pool, sleeves: SleeveColours) -> Divider:
    return Divider(
        name="Energy",
        count=sum(pool.energy.values()),
        mark=ENERGY_MARK,
        sleeve=sleeves.energy,
        rows=tuple((kind.value, count) for kind, count in pool.energy.items()),
    )


def _by_type(cards: Sequence[PoolCard]) -> Iterable[Divider]:
    for kind in EnergyType:
        behind = [entry for entry in cards if _first_type(entry) is kind]
        if behind:
            yield Divider(
                name=kind.value,
                count=_count(behind),
                energy_type=kind,
                rows=_decks(behind),
            )


def _by_set(
    cards: Sequence[PoolCard], card_set: Callable[[SetId], CardSet | None]
) -> Iterable[Divider]:
    """Sets in the order in which they came out; those of unknown date last, by name."""
    behind: dict[SetId, list[PoolCard]] = {}
    for entry in cards:
        behind.setdefault(entry.card.set_id, []).append(entry)
    known = {set_id: card_set(set_id) for set_id in behind}

    def order(set_id: SetId) -> tuple[bool, str, str]:
        found = known[set_id]
        date = found.release_date if found else None
        return (not date, str(date or ""), found.name if found else set_id)

    for set_id in sorted(behind, key=order):
        found = known[set_id]
        yield Divider(
            name=found.name if found else set_id or "unknown set",
            count=_count(behind[set_id]),
            rows=_decks(behind[set_id]),
        )


def _by_letter(cards: Sequence[PoolCard]) -> Iterable[Divider]:
    behind: dict[str, list[PoolCard]] = {}
    for entry in cards:
        behind.setdefault(_letter(entry.card.name), []).append(entry)
    # The sign for no letter comes last.
    for letter in sorted(behind, key=lambda letter: (letter == NO_LETTER, letter)):
        yield Divider(name=letter, count=_count(behind[letter]), rows=_decks(behind[letter]))


def _letter(name: str) -> str:
    """Return the first letter of a name without accents, upper case.

    >>> _letter("Éevee"), _letter("100% Testachu")
    ('E', '#')
    """
    first = unicodedata.normalize("NFKD", fold_name(name) or name)[:1].upper()
    return first if first.isalpha() else NO_LETTER


def _first_type(entry: PoolCard) -> EnergyType:
    return entry.card.types[0] if entry.card.types else EnergyType.COLORLESS


def _decks(entries: Sequence[PoolCard]) -> tuple[tuple[str, int], ...]:
    """Return how cards are spread over the rarity decks."""
    spread = Counter[RarityDeck]()
    for entry in entries:
        if entry.placement.deck is not None:
            spread[entry.placement.deck] += entry.count
    return tuple((f"{deck.mark} {deck.label}", spread[deck]) for deck in RarityDeck if spread[deck])


def _count(entries: Iterable[PoolCard]) -> int:
    return sum(entry.count for entry in entries)
