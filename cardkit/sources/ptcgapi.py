"""The Pokemon TCG API v2: asked set by set, so that a set that fails costs only itself."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from cardkit.cards import Card, CardSet, SetId
from cardkit.errors import InputError
from cardkit.plurals import counted
from cardkit.sources.api_key import ApiKey, find_api_key
from cardkit.sources.base import Batch, FetchRequest
from cardkit.sources.bulk_card import BulkReader
from cardkit.sources.http import Http, Reason, RequestFailed
from cardkit.sources.problems import Problems, named
from cardkit.sources.ptcgapi_pages import PAGE_SIZE, CardPages, Found
from cardkit.sources.ptcgapi_requests import ApiRequests
from cardkit.sources.queries import Part, any_of, narrowed, sets_named
from cardkit.sources.query_text import parse_query

ADDRESS = "https://api.pokemontcg.io/v2"

_FAILED_SETS = 3
"""After so many failures one after the other it is looked whether the API answers at all."""
_BAD_REQUEST = 400
_ONE_ANSWER = (Reason.SERVER_ERROR, Reason.DAMAGED, Reason.NOT_FOUND)
"""Failures that say nothing of the answers to other questions."""
_AGAIN = "try again later with --set {}, or take another source"


@dataclass(frozen=True, slots=True, kw_only=True)
class PokemonTcgApi:
    """A source that answers as long as the API does.

    Attributes:
        address: where it is.
        key: sent along while the API takes it; None for none.
        per_minute: how many requests may be made in a minute without a key.
        page_size: how many cards are asked for at once.
    """

    address: str = ADDRESS
    key: ApiKey | None = None
    per_minute: int = 30
    page_size: int = PAGE_SIZE

    @classmethod
    def from_settings(
        cls, table: Mapping[str, Any], environment: Mapping[str, str] = os.environ
    ) -> Self:
        """Return the source that the settings and the environment describe.

        Args:
            table: ``[ptcgapi]`` of ``templates/sources.toml`` with the owner's changes.
            environment: see :func:`cardkit.sources.api_key.find_api_key`.

        Raises:
            InputError: there is a key, but not a usable one.
        """
        file = Path(table["key_file"]).expanduser() if table["key_file"] else None
        return cls(
            address=table["address"],
            key=find_api_key(environment, file),
            per_minute=table["requests_per_minute"],
        )

    @property
    def name(self) -> str:
        """The word for it in commands and in the catalogue."""
        return "ptcgapi"

    @property
    def in_one_piece(self) -> bool:
        """Whether everything is at hand before the first batch."""
        return False

    def fetch(self, request: FetchRequest, http: Http) -> Iterator[Batch]:
        """Yield what is wanted, a set at a time; see :class:`cardkit.sources.base.Source`.

        Raises:
            InputError: the query cannot be read, or the API does not understand it.
            RequestFailed: the API does not answer, or refuses to answer any further.
        """
        part = None if request.query is None else parse_query(request.query)
        requests = ApiRequests(http, self.address, key=self.key, per_minute=self.per_minute)
        fetching = _Fetching(requests, self.page_size)
        if part is None:
            yield from fetching.sets(request)
        else:
            yield from fetching.query(part, request)


@dataclass(slots=True)
class _Fetching:
    """One fetch under way.

    Attributes:
        arrived: how many cards there were so far.
    """

    _requests: ApiRequests
    _page_size: int
    arrived: int = 0
    _reader: BulkReader = field(default_factory=BulkReader)
    _problems: Problems = field(default_factory=lambda: Problems("api"))
    _failed_in_a_row: int = 0
    _last_failure: RequestFailed | None = None
    _said_key: bool = False

    def sets(self, request: FetchRequest) -> Iterator[Batch]:
        """Yield set after set."""
        yield from self._set_by_set(None, self._wanted(request), with_sets=False)

    def query(self, part: Part, request: FetchRequest) -> Iterator[Batch]:
        """Yield what a query finds, at once, or set by set where that does not work."""
        if request.sets is not None:
            part = narrowed(part, any_of("set.id", request.sets))
        pages = CardPages(self._requests, with_sets=True, page_size=self._page_size)
        found: Found | None
        try:
            found = pages.all_of(part)
        except RequestFailed as failure:
            if failure.status == _BAD_REQUEST:
                raise InputError(
                    f"{failure.host} does not understand the query, got {str(part)!r}",
                    where="query",
                    remedy="name fields and values as on a card, e.g. set.id:sv3pt5 rarity:common",
                ) from failure
            if failure.reason not in _ONE_ANSWER or sets_named(part) is not None:
                raise
            found = None
        if found is None or not (found.is_whole or sets_named(part)):
            # One set that always fails takes every query with it that is not limited to others.
            wanted = self._wanted(FetchRequest(since=request.since))
            yield from self._set_by_set(part, wanted, with_sets=True)
            return
        batch = self._batch(found, self._sets_of(found), where="the query")
        if request.since is not None:
            batch = _released_since(batch, request.since.isoformat())
        yield batch

    def _wanted(self, request: FetchRequest) -> dict[SetId, CardSet | None]:
        """Return the sets to ask for; without what is known of them when the list failed."""
        try:
            listed = self._listed()
        except RequestFailed as failure:
            if request.sets is None or failure.reason not in _ONE_ANSWER:
                raise
            self._problems.warning(
                "no-set-list",
                f"{failure.what}: the list of sets did not arrive, so nothing new is known of them",
            )
            return dict.fromkeys(request.sets)
        for set_id in request.sets or ():
            if set_id not in listed:
                near = difflib.get_close_matches(set_id, listed, n=3, cutoff=0.5)
                self._problems.error(
                    "unknown-set",
                    "the API has no set of this identifier",
                    where=set_id,
                    remedy=f"did you mean {' or '.join(near)}?" if near else "check the identifier",
                )
        wanted = listed if request.sets is None else request.sets
        since = request.since.isoformat() if request.since else ""
        return {
            set_id: card_set
            for set_id, card_set in listed.items()
            if set_id in wanted and card_set.release_date >= since
        }

    def _listed(self) -> dict[SetId, CardSet]:
        listed: dict[SetId, CardSet] = {}
        for page in range(1, 20):
            params: dict[str, str | int] = {"page": page, "pageSize": PAGE_SIZE}
            answer = self._requests.page("sets", params)
            before = len(listed)
            for entry in answer.entries:
                card_set, notes = self._reader.card_set(entry)
                own = entry.get("id") if isinstance(entry, dict) else None
                self._problems.unread(str(own or "the list of sets"), "set", notes)
                if card_set is not None:
                    listed.setdefault(card_set.set_id, card_set)
            if len(answer.entries) < PAGE_SIZE or len(listed) == before:
                break
        return listed

    def _set_by_set(
        self, part: Part | None, wanted: Mapping[SetId, CardSet | None], *, with_sets: bool
    ) -> Iterator[Batch]:
        for set_id, card_set in wanted.items():
            pages = CardPages(
                self._requests,
                with_sets=with_sets or card_set is None,
                page_size=self._page_size,
            )
            try:
                found = pages.all_of(narrowed(part, any_of("set.id", [set_id])))
            except RequestFailed as failure:
                self._failed(set_id, failure)
                continue
            self._failed_in_a_row = 0
            sets = [card_set] if card_set is not None else self._sets_of(found)
            if found.cards or part is None:
                yield self._batch(found, sets, where=set_id)
            if part is None and not found.cards:
                self._problems.warning("empty-set", "the API has no cards of it", where=set_id)
        if self._last_failure is not None and not self.arrived:
            raise self._last_failure
        problems = self._problems.taken()
        if problems:
            yield Batch(problems=problems)

    def _failed(self, set_id: SetId, failure: RequestFailed) -> None:
        """Note that a set did not arrive; raise when no other will."""
        if failure.is_final or failure.reason is Reason.RATE_LIMITED:
            raise failure
        self._last_failure = failure
        self._problems.error(
            "set-failed",
            f"{failure.what}: the set did not arrive",
            where=set_id,
            remedy=_AGAIN.format(set_id),
        )
        self._failed_in_a_row += 1
        if self._failed_in_a_row % _FAILED_SETS == 0:
            self._requests.page("sets", {"page": 1, "pageSize": 1})

    def _sets_of(self, found: Found) -> list[CardSet]:
        """Return the sets that cards brought with them."""
        sets: dict[str, CardSet] = {}
        for entry in found.cards.values():
            own = entry.get("set") if isinstance(entry, dict) else None
            set_id = own.get("id") if isinstance(own, dict) else None
            if isinstance(set_id, str) and set_id not in sets:
                card_set, notes = self._reader.card_set(own)
                self._problems.unread(set_id, "set", notes)
                if card_set is not None:
                    sets[set_id] = card_set
        return list(sets.values())

    def _batch(self, found: Found, sets: Iterable[CardSet], *, where: str) -> Batch:
        cards = list(self._cards(found.cards))
        self.arrived += len(cards)
        self._problems.novelties(where, self._reader.novelties)
        self._say_what_is_missing(found, where)
        if self._requests.key_trouble and not self._said_key:
            self._said_key = True
            self._problems.warning(
                "key-dropped",
                self._requests.key_trouble,
                remedy="check the key, or go on without it at 30 requests a minute",
            )
        return Batch(sets=tuple(sets), cards=tuple(cards), problems=self._problems.taken())

    def _cards(self, documents: Mapping[str, Any]) -> Iterator[Card]:
        for own, document in documents.items():
            card, notes = self._reader.card(document)
            if notes:
                self._problems.unread(own, "card", notes)
            if card is not None:
                yield card

    def _say_what_is_missing(self, found: Found, where: str) -> None:
        arrived = len(found.cards)
        if not found.is_whole:
            why = f" ({named(dict.fromkeys(each.what for each in found.failures))})"
            told = f", of {found.total:,} that the API counts" if found.total else ""
            self._problems.error(
                "cards-missing",
                f"only {counted(arrived, 'card')} arrived{told}{why if found.failures else ''}",
                where=where,
                remedy=_AGAIN.format(where) if where != "the query" else "try again later",
            )
        elif found.missing:
            self._problems.note(
                "wrong-count",
                f"the API counts {counted(arrived + found.missing, 'card')}, but has {arrived:,} "
                "however it is asked",
                where=where,
            )


def _released_since(batch: Batch, since: str) -> Batch:
    """Leave out older sets and their cards."""
    sets = tuple(each for each in batch.sets if each.release_date >= since)
    kept = {each.set_id for each in sets}
    cards = tuple(card for card in batch.cards if card.set_id in kept)
    return Batch(sets=sets, cards=cards, problems=batch.problems)
