"""All cards that a question to the Pokemon TCG API finds, whatever its pages are worth.

Page 2 may repeat page 1 and leave others out, a page may be missing, and the count may be wrong.
So cards are told apart by identifier and counted; what is missing is asked for again in halves,
for example those with a rarity that was seen and those without it, until a half fits on one page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cardkit.sources.http import Reason, RequestFailed
from cardkit.sources.ptcgapi_requests import ApiRequests, Document
from cardkit.sources.queries import And, Not, Part, any_of, narrowed

PAGE_SIZE = 250
"""As many as the API gives at once."""

_FACETS = ("rarity", "supertype", "hp", "artist", "name", "number")
"""Fields to halve by; any that a card carries would do."""
_MOST_VALUES, _MOST_DEPTH, _MOST_QUESTIONS, _MOST_PAGES = 12, 6, 24, 200

CARD_FIELDS = (
    *("id", "name", "supertype", "subtypes", "level", "hp", "types", "evolvesFrom", "rules"),
    *("ancientTrait", "abilities", "attacks", "weaknesses", "resistances", "retreatCost"),
    *("convertedRetreatCost", "number", "artist", "rarity", "regulationMark"),
)
"""What a card is read from; prices, pictures and flavour are half of an answer."""


@dataclass(slots=True)
class Found:
    """What a question found.

    Attributes:
        cards: by identifier; what carries none is numbered, so that it can be reported.
        total: the API's own count; None when it never gave one.
        failures: pages that did not arrive although their neighbours did.
        is_whole: whether everything arrived that the API has, whatever it counts.
    """

    cards: dict[str, Any] = field(default_factory=dict)
    total: int | None = None
    failures: list[RequestFailed] = field(default_factory=list)
    is_whole: bool = False

    @property
    def missing(self) -> int:
        """How many cards the API counts that did not arrive; 0 when it counts none."""
        return max(0, (self.total or 0) - len(self.cards))

    def add(self, entries: tuple[Any, ...]) -> bool:
        """Add a page; return whether there was a new card on it."""
        before = len(self.cards)
        for entry in entries:
            own = entry.get("id") if isinstance(entry, dict) else None
            key = own if isinstance(own, str) and own else f"?{len(self.cards)}"
            self.cards.setdefault(key, entry)
        return len(self.cards) > before

    def add_half(self, half: Found) -> None:
        """Add what a narrower question found."""
        for key, entry in half.cards.items():
            self.cards.setdefault(f"?{len(self.cards)}" if key.startswith("?") else key, entry)
        self.failures += half.failures


class CardPages:
    """Asks for cards until all are there.

    Args:
        requests: asks the API.
        with_sets: whether each card is to bring its set.
        page_size: how many cards to ask for at once.
    """

    def __init__(
        self, requests: ApiRequests, *, with_sets: bool = False, page_size: int = PAGE_SIZE
    ) -> None:
        self._requests, self._page_size = requests, page_size
        self._fields = (*CARD_FIELDS, "set") if with_sets else CARD_FIELDS
        self._questions = 0

    def all_of(self, part: Part) -> Found:
        """Return all cards that a query finds.

        Raises:
            RequestFailed: the first page never came, or nothing more is to be asked.
        """
        self._questions = 0
        return self._collect(part, depth=0)

    def _collect(self, part: Part, depth: int) -> Found:
        found = Found()
        on_one_page = self._turn_pages(part, found)
        if not (found.missing or found.failures):
            found.is_whole = True
        elif depth and on_one_page:
            found.is_whole = True  # a page with room left has everything; the count is wrong
        elif depth < _MOST_DEPTH:
            self._halve(part, found, depth)
        return found

    def _turn_pages(self, part: Part, found: Found) -> bool:
        """Add page after page; return whether everything had room on the first."""
        has_room = False
        for page in range(1, _MOST_PAGES + 1):
            try:
                entries = self._page(part, page, found)
            except RequestFailed as failure:
                if page == 1 or _ends_everything(failure):
                    raise
                found.failures.append(failure)
                return False
            is_new = found.add(entries)
            is_full = len(entries) >= self._page_size
            has_room = has_room or (page == 1 and not is_full)
            if not is_new or not (is_full or found.missing):
                break
        return has_room

    def _page(self, part: Part, page: int, found: Found) -> tuple[Any, ...]:
        self._questions += 1
        answer = self._requests.page(
            "cards",
            {
                "q": str(part),
                "page": page,
                "pageSize": self._page_size,
                "orderBy": "id",
                "select": ",".join(self._fields),
            },
        )
        if answer.total is not None:
            found.total = max(answer.total, found.total or 0)
        return answer.entries

    def _halve(self, part: Part, found: Found, depth: int) -> None:
        """Ask again in two halves, by one field after the other, until all cards are there."""
        for field_name, values in _ways_to_halve(list(found.cards.values())):
            if self._questions >= _MOST_QUESTIONS:
                return
            lacking = And(tuple(Not(any_of(field_name, [value])) for value in values))
            halves = self._both(part, any_of(field_name, values), lacking, found, depth)
            for each in halves:
                found.add_half(each)
            if len(halves) == 2 and all(each.is_whole for each in halves):
                found.is_whole = True  # whatever was counted
            if found.is_whole or not found.missing:
                found.failures.clear()
                found.is_whole = True
                return

    def _both(self, part: Part, one: Part, other: Part, found: Found, depth: int) -> list[Found]:
        halves = []
        for half in (one, other):
            try:
                halves.append(self._collect(narrowed(part, half), depth + 1))
            except RequestFailed as failure:
                if _ends_everything(failure):
                    raise
                found.failures.append(failure)
        return halves


def _ends_everything(failure: RequestFailed) -> bool:
    """Whether it is of no use to ask for anything else."""
    return failure.is_final or failure.reason is Reason.RATE_LIMITED


def _ways_to_halve(cards: list[Any]) -> list[tuple[str, list[str]]]:
    """Return fields, and values of them that some cards carry; the evenest halves come first."""
    ways = []
    for field_name in _FACETS:
        counts = Counter(value for card in cards for value in _value(field_name, card))
        chosen: list[str] = []
        with_chosen = 0
        for value, count in counts.most_common(_MOST_VALUES):
            if not chosen or with_chosen + count <= len(cards) / 2:
                chosen.append(value)
                with_chosen += count
        if 0 < with_chosen < len(cards):
            ways.append((abs(2 * with_chosen - len(cards)), field_name, chosen))
    return [(field_name, chosen) for _, field_name, chosen in sorted(ways, key=lambda way: way[0])]


def _value(field_name: str, card: Document | Any) -> Iterator[str]:
    value = card.get(field_name) if isinstance(card, dict) else None
    if isinstance(value, str) and value.isprintable() and value.strip():
        yield value
