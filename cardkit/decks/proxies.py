"""Which real cards to print as proxies for what a pool lacks (Rule: S4, S9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cardkit.cards import Card, CardId, EnergyType, Mechanic
from cardkit.decks.check import shortage
from cardkit.decks.classify import classify
from cardkit.decks.energy import OPTIONAL_ENERGY
from cardkit.decks.model import Placement, Pool, PoolCard, RarityDeck
from cardkit.decks.names import subtypes_from_name
from cardkit.decks.requirements import Requirements
from cardkit.errors import Fault, InputError
from cardkit.naming import fold_name
from cardkit.nearness import nearest_few

Count = int | Mapping[RarityDeck, int] | None
"""How many proxies: in all, per deck, or as many as are missing."""


def choose_proxies(
    pool: Pool,
    candidates: Iterable[Card],
    requirements: Requirements,
    *,
    choose: Sequence[str] = (),
    types: Sequence[EnergyType] = (),
    count: Count = None,
    places: Mapping[str, str] | None = None,
) -> tuple[PoolCard, ...]:
    """Propose real cards for the decks that are short.

    Each place goes to the type that the deck has least of. Among equals a card comes first that
    a Pokemon of the pool evolves into (Rule: S40), then the alphabet decides, so the same pool
    and candidates always give the same proposal. Names that the pool has already, and second
    printings of one name, serve only when nothing else is left.

    Args:
        pool: what is there.
        candidates: real cards in any order; those without numbers or a clear place are ignored.
        requirements: the minimums.
        choose: ids or names that are wanted; they come first, even beyond the minimum.
        types: types that are wanted: they take turns in this order, through all decks, and others
            serve only when these run out.
        count: how many in all (each place goes to the deck that needs it most), or how many for
            each deck; None fills what is missing. Chosen cards are part of the count.
        places: where a chosen card is asked for, such as a line of a file, for messages.

    Returns:
        One entry per proxy, weakest deck first; the placement's reason says why.

    Raises:
        InputError: a chosen card is not among the candidates or has no place in a deck.

    Rule: S4, S9, S40.
    """
    shelf = _Shelf.of(candidates, requirements)
    short = frozenset(shortage(pool, requirements))
    chosen = _chosen(choose, shelf, pool, short, places or {})
    search = _Search(pool, tuple(dict.fromkeys(types)), chosen)
    for deck in _places(pool, requirements, chosen, count):
        search.take_one(shelf.by_deck[deck])
    return tuple(sorted(search.proposed, key=_deck_number))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shelf:
    """The candidates, placed, in an order that does not depend on how they came in."""

    every: Mapping[CardId, PoolCard]
    by_deck: Mapping[RarityDeck, tuple[PoolCard, ...]]
    """Those that may be proposed: with numbers and a clear place."""

    @classmethod
    def of(cls, candidates: Iterable[Card], requirements: Requirements) -> _Shelf:
        ordered = sorted(candidates, key=_shelf_order)
        every = {card.card_id: _as_proxy(card, classify(card, requirements)) for card in ordered}
        clear = [
            entry
            for entry in every.values()
            if _has_numbers(entry.card) and not entry.placement.undecided
        ]
        by_deck = {
            deck: tuple(entry for entry in clear if entry.placement.deck is deck)
            for deck in RarityDeck
        }
        return cls(every=every, by_deck=by_deck)


class _Search:
    """One proposal in the making: what a deck holds so far decides its next place."""

    def __init__(
        self, pool: Pool, wanted: tuple[EnergyType, ...], chosen: Sequence[PoolCard]
    ) -> None:
        self.proposed: list[PoolCard] = []
        self._wanted = wanted
        self._turns = dict.fromkeys(wanted, 0)
        """How many proxies each wanted type has had."""
        self._has_fairy = bool(pool.energy.get(OPTIONAL_ENERGY, 0))
        self._own = {_name_key(entry.card.name): entry.card.name for entry in pool.cards()}
        self._names: set[str] = set()
        self._ids: set[CardId] = set()
        self._per_type = {deck: Counter[EnergyType]() for deck in RarityDeck}
        for entry in pool.cards():
            self._remember(entry)
        for entry in chosen:
            self._add(entry, "chosen")

    def take_one(self, shelf: Sequence[PoolCard]) -> None:
        """Add the best card of a deck's shelf, if any is left."""
        free = [entry for entry in shelf if entry.card.card_id not in self._ids]
        if free:
            best = min(free, key=self._rank)
            self._add(best, self._why(best))

    def _rank(self, entry: PoolCard) -> tuple[bool, bool, bool, tuple[int, int], int, bool]:
        """Smaller is better; the shelf's order settles what is equal."""
        card = entry.card
        optional = card.types == (OPTIONAL_ENERGY,) and OPTIONAL_ENERGY not in self._wanted
        return (
            fold_name(card.name) in self._names,
            bool(self._wanted) and not set(self._wanted).intersection(card.types),
            optional and not self._has_fairy,
            self._turn(card),
            min(self._same_type(entry).values()),
            not self._parent(card),
        )

    def _turn(self, card: Card) -> tuple[int, int]:
        """Whose turn is next among the wanted types: the one with fewest, then the first named."""
        turns = (
            (self._turns[kind], place)
            for place, kind in enumerate(self._wanted)
            if kind in card.types
        )
        return min(turns, default=(0, 0))

    def _same_type(self, entry: PoolCard) -> dict[EnergyType, int]:
        """Count, for each type of a card that matters, the cards of that type in its deck."""
        kinds = set(self._wanted).intersection(entry.card.types) or entry.card.types
        counted = self._per_type[_deck(entry)]
        return {kind: counted[kind] for kind in entry.card.types if kind in kinds}

    def _parent(self, card: Card) -> str:
        return self._own.get(_name_key(card.evolves_from), "") if card.evolves_from else ""

    def _why(self, entry: PoolCard) -> str:
        same = self._same_type(entry)
        kind = min(same, key=lambda each: same[each])
        count = same[kind] + 1
        why = f"{kind.value} no. {count}" if count > 1 else f"first {kind.value}"
        parent = self._parent(entry.card)
        return f"{why}, evolves from {parent}" if parent else why

    def _add(self, entry: PoolCard, why: str) -> None:
        reason = f"{entry.placement.reason}; {why}"
        placement = replace(entry.placement, reason=reason, undecided=False)
        self.proposed.append(replace(entry, placement=placement))
        for kind in self._turns.keys() & set(entry.card.types):
            self._turns[kind] += 1
        self._remember(entry)

    def _remember(self, entry: PoolCard) -> None:
        self._names.add(fold_name(entry.card.name))
        self._ids.add(entry.card.card_id)
        for kind in entry.card.types:
            self._per_type[_deck(entry)][kind] += entry.count


def _places(
    pool: Pool, requirements: Requirements, chosen: Sequence[PoolCard], count: Count
) -> Iterator[RarityDeck]:
    """Yield the deck of each further proxy."""
    need = {deck: requirements.minimums[deck] - pool.size(deck) for deck in RarityDeck}
    if isinstance(count, Mapping):
        need |= count
    for entry in chosen:
        need[_deck(entry)] -= 1
    if not isinstance(count, int):
        for deck in RarityDeck:
            yield from [deck] * need[deck]
        return
    for _ in range(count - len(chosen)):
        neediest = max(RarityDeck, key=lambda deck: need[deck])
        need[neediest] -= 1
        yield neediest


def _chosen(
    choose: Sequence[str],
    shelf: _Shelf,
    pool: Pool,
    short: frozenset[RarityDeck],
    places: Mapping[str, str],
) -> tuple[PoolCard, ...]:
    """Find the cards that are asked for by id or name; all that cannot be found at once."""
    owned = {entry.card.card_id for entry in pool.cards()}
    found: dict[CardId, PoolCard] = {}
    faults = []
    for text in choose:
        named = [
            entry
            for entry in shelf.every.values()
            if text == entry.card.card_id or fold_name(text) == fold_name(entry.card.name)
        ]
        usable = [
            entry
            for entry in named
            if entry.placement.deck is not None and _has_numbers(entry.card)
        ]
        if usable:
            # Of several printings: one not at hand, for a deck that is short.
            best = min(
                usable,
                key=lambda entry: (
                    text != entry.card.card_id,
                    entry.card.card_id in found or entry.card.card_id in owned,
                    _deck(entry) not in short,
                    entry.placement.undecided,
                ),
            )
            found[best.card.card_id] = best
        else:
            fault = _choice_fault(text, named, shelf)
            faults.append(replace(fault, where=places.get(text, "")))
    if faults:
        raise InputError.of(faults)
    return tuple(found.values())


def _choice_fault(text: str, named: Sequence[PoolCard], shelf: _Shelf) -> Fault:
    if named:
        card, placement = named[0].card, named[0].placement
        why = placement.reason if placement.deck is None else "its HP or type is not known"
        return Fault(
            what=f"a proxy must be a Pokemon for one of the decks, got {text!r}: "
            f"{card.name} ({card.card_id}), {why}",
            remedy="choose another card: cardkit search WORDS",
        )
    names = {fold_name(entry.card.name): entry.card.name for entry in shelf.every.values()}
    near = nearest_few(fold_name(text), names, 3)
    nearest = " or ".join(repr(names[name]) for name in near)
    return Fault(
        what=f"a proxy must be a card of the catalogue, got {text!r}",
        remedy=f"write {nearest}" if near else "find its name: cardkit search WORDS",
    )


def _as_proxy(card: Card, placement: Placement) -> PoolCard:
    return PoolCard(card=card, count=1, placement=placement, proxy=True)


def _shelf_order(card: Card) -> tuple[str, str, int, str, str]:
    """Order by name; of one set's printings the plain one comes before those numbered above it."""
    return fold_name(card.name), card.set_id, len(card.number), card.number, card.card_id


@lru_cache(maxsize=8_192)
def _name_key(name: str) -> tuple[str, bool]:
    """Keep ``Charizard-EX``, which evolves into ``M Charizard-EX``, apart from ``Charizard ex``."""
    return fold_name(name), Mechanic.EX_UPPER.value in subtypes_from_name(name)


def _has_numbers(card: Card) -> bool:
    return card.hp is not None and bool(card.types)


def _deck(entry: PoolCard) -> RarityDeck:
    if entry.placement.deck is None:
        raise ValueError(f"expects a card of a rarity deck, got {entry.card.card_id!r}")
    return entry.placement.deck


def _deck_number(entry: PoolCard) -> int:
    return _deck(entry).number
