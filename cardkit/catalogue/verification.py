"""Whether a catalogue is sound: its file, its rows, and where its cards go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from cardkit.cards import Card, CardSet
from cardkit.catalogue.database import REFILL, Database
from cardkit.catalogue.shelves import CardShelf, SetShelf, Shelf
from cardkit.decks import Requirements, classify
from cardkit.decks.classify import unknown_rarity_reason
from cardkit.errors import InputError
from cardkit.findings import Finding, Severity
from cardkit.plurals import counted

T = TypeVar("T", Card, CardSet)

_MOST_OF_A_KIND = 20
_AT_ONCE = 500
_EXAMPLES = 3
_FIRST_KEY = 3
"""Where in an entry the keys of look-ups begin."""

# Rows that speak of something that is not there. A card whose set is missing is the worst of them.
_ORPHANS = (
    ("card", "card_id", "set_id NOT IN (SELECT set_id FROM card_set)", "its set is missing"),
    ("card", "card_id", "batch_id NOT IN (SELECT batch_id FROM batch)", "its source is missing"),
    ("card_set", "set_id", "batch_id NOT IN (SELECT batch_id FROM batch)", "its source is missing"),
    ("part", "key", "batch_id NOT IN (SELECT batch_id FROM batch)", "its source is missing"),
    (
        "part",
        "key",
        "kind = 'card' AND key NOT IN (SELECT card_id FROM card)"
        " OR kind = 'card_set' AND key NOT IN (SELECT set_id FROM card_set)",
        "what a source says of it is kept, it is not",
    ),
    ("conflict", "card_id", "card_id NOT IN (SELECT key FROM part)", "a conflict without parties"),
)


def verify(database: Database) -> tuple[Finding, ...]:
    """Return what is wrong with a catalogue, and which cards no rule can place.

    An error is damage; a warning or note says where the rules leave a card open (Rule: S3).
    """
    try:
        return tuple(_torn(database)) or tuple(_findings(database))
    except InputError as error:
        return (_damage("catalogue-torn", str(database.path), error.faults[0].what),)


def _torn(database: Database) -> Iterator[Finding]:
    for (line,) in database.rows(f"PRAGMA integrity_check({_MOST_OF_A_KIND})"):
        if line != "ok":
            yield _damage("catalogue-torn", str(database.path), str(line))


def _findings(database: Database) -> Iterator[Finding]:
    places = _Places()
    yield from _orphans(database)
    yield from _few("catalogue-unreadable", _faults(SetShelf(database), lambda _: None))
    yield from _few("catalogue-unreadable", _faults(CardShelf(database), places.add))
    yield from places.findings()


def _orphans(database: Database) -> Iterator[Finding]:
    for table, key, condition, what in _ORPHANS:
        rows = database.rows(
            f"SELECT DISTINCT {key} FROM {table} WHERE {condition} ORDER BY 1"  # noqa: S608
        )
        yield from _few("catalogue-orphan", ((key, what) for (key,) in rows))


def _faults(shelf: Shelf[T], seen: Callable[[T], None]) -> Iterator[tuple[str, str]]:
    """Read every row; yield which cannot be read or is not what it should be, and why."""
    rows = shelf.database.rows(f"SELECT {shelf.key} FROM {shelf.kind} ORDER BY 1")  # noqa: S608
    keys = iter([key for (key,) in rows])
    while chunk := list(islice(keys, _AT_ONCE)):
        parts = shelf.parts(chunk)
        for key, row in shelf.stored(chunk).items():
            try:
                (own,) = shelf.read_parts([row])
                others = shelf.read_parts(parts.get(key, ()))
            except InputError as error:
                yield key, error.faults[0].what
                continue
            seen(own.said)
            if shelf.to_row(own.said)[_FIRST_KEY:] != row.said[_FIRST_KEY:]:
                yield key, "it is kept under another name or number than its own"
            if others and shelf.merged(others) != own.said:
                yield key, "it is not what its sources say"


class _Places:
    """Counts the cards that no rule can place for sure, by reason."""

    def __init__(self) -> None:
        self._requirements = Requirements.default()
        self._open: dict[tuple[Severity, str, str], list[str]] = defaultdict(list)

    def add(self, card: Card) -> None:
        """Look at a card."""
        placement = classify(card, self._requirements)
        if placement.undecided:
            self._open[Severity.NOTE, placement.reason, placement.rule].append(card.card_id)
        elif card.is_pokemon and placement.reason == unknown_rarity_reason(card):
            self._open[Severity.WARNING, placement.reason, placement.rule].append(card.card_id)

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each reason."""
        for (severity, reason, rule), cards in sorted(self._open.items()):
            examples = ", ".join(cards[:_EXAMPLES])
            yield Finding(
                code="catalogue-unplaced",
                severity=severity,
                what=f"{counted(len(cards), 'card')} with {reason}"
                f" ({examples}{', ...' if len(cards) > _EXAMPLES else ''})",
                remedy="where you own one, decide yourself: cardkit assign CARD DECK",
                rule=rule,
            )


def _few(code: str, faults: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """Yield a finding for each of the first faults, and one for all the others."""
    faults = iter(faults)
    for where, what in islice(faults, _MOST_OF_A_KIND):
        yield _damage(code, where, what)
    more = sum(1 for _ in faults)
    if more:
        yield _damage(code, "", f"{more:,} more of this kind")


def _damage(code: str, where: str, what: str) -> Finding:
    return Finding(code=code, severity=Severity.ERROR, where=where, what=what, remedy=REFILL)
