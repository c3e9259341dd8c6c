"""Single requests to TCGdex, and several at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from cardkit.sources.http import Http, Reason, RequestFailed

Document = dict[str, Any]

_MOST_BYTES = 4 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of asking for one thing.

    Attributes:
        wanted: identifier that was asked for.
        document: the thing; None when there is none, or it did not arrive.
        failure: why it did not arrive; None when it did, or when there is no such thing.
        instead: identifier of another thing that was given instead, which TCGdex does for
            identifiers that it does not know and takes for a part of a name.
    """

    wanted: str
    document: Document | None = None
    failure: RequestFailed | None = None
    instead: str = ""


class TcgdexRequests:
    """Asks TCGdex.

    Args:
        http: makes the requests.
        address: of the API, without the language.
        connections: how many requests may be under way at once.
    """

    def __init__(
        self, http: Http, address: str, pool: ThreadPoolExecutor, connections: int
    ) -> None:
        self._http, self._address = http, address.rstrip("/")
        self._pool, self._connections = pool, connections

    @classmethod
    @contextmanager
    def opened(cls, http: Http, address: str, connections: int) -> Iterator[TcgdexRequests]:
        """Open the connections; at the end none of them has anything more to do."""
        pool = ThreadPoolExecutor(connections, thread_name_prefix="cardkit-tcgdex")
        wait = True
        try:
            yield cls(http, address, pool, connections)
        except KeyboardInterrupt:
            wait = False  # whoever interrupts does not want to wait for a silent server
            raise
        finally:
            pool.shutdown(wait=wait, cancel_futures=True)

    def sets(self) -> list[Document]:
        """Return the brief of each set that has English cards.

        Raises:
            RequestFailed: there is no usable answer.
        """
        listed = self._http.get_json(f"{self._address}/en/sets", max_bytes=_MOST_BYTES)
        if not isinstance(listed, list):
            host = self._address.partition("://")[2].partition("/")[0]
            what = f"{host} answered something that is no list of sets"
            raise RequestFailed(what, host=host, reason=Reason.DAMAGED, status=200)
        return [each for each in listed if isinstance(each, dict) and _is_text(each.get("id"))]

    def card_set(self, set_id: str, language: str = "en") -> Answer:
        """Return a set with the briefs of its cards."""
        return self._one(f"{language}/sets", set_id)

    def card_sets(self, set_id: str, languages: Sequence[str]) -> list[Answer]:
        """Return a set in several languages, in their order."""
        futures = [self._pool.submit(self.card_set, set_id, each) for each in languages]
        return self._results(futures, threading.Event())

    def cards(self, card_ids: Sequence[str]) -> list[Answer]:
        """Return cards, in their order.

        As soon as so many requests failed one after the other as there are connections, twice,
        the others are not made: the server has gone.
        """
        row = _FailuresInARow(2 * self._connections)
        futures = [self._pool.submit(self._card, card_id, row) for card_id in card_ids]
        return self._results(futures, row.is_over)

    def _card(self, card_id: str, row: _FailuresInARow) -> Answer:
        if row.is_over.is_set():
            return Answer(wanted=card_id, failure=row.last)
        answer = self._one("en/cards", card_id)
        row.count(answer.failure)
        return answer

    @staticmethod
    def _results(futures: list[Future[Answer]], stop: threading.Event) -> list[Answer]:
        answers = []
        try:
            for future in futures:
                answer = future.result()
                if answer.failure is not None and _ends_everything(answer.failure):
                    raise answer.failure
                answers.append(answer)
        except BaseException:
            stop.set()
            for future in futures:
                future.cancel()
            raise
        return answers

    def _one(self, path: str, wanted: str) -> Answer:
        url = f"{self._address}/{path}/{quote(wanted, safe='')}"
        try:
            document = self._http.get_json(url, max_bytes=_MOST_BYTES)
        except RequestFailed as failure:
            is_absent = failure.reason is Reason.NOT_FOUND
            return Answer(wanted=wanted, failure=None if is_absent else failure)
        own = document.get("id") if isinstance(document, dict) else None
        if own == wanted:
            return Answer(wanted=wanted, document=document)
        if isinstance(own, str):
            return Answer(wanted=wanted, instead=own)
        host = self._address.partition("://")[2].partition("/")[0]
        what = f"{host} answered something that is no card and no set"
        damaged = RequestFailed(what, host=host, reason=Reason.DAMAGED, status=200)
        return Answer(wanted=wanted, failure=damaged)


class _FailuresInARow:
    """Counts them, from several threads."""

    def __init__(self, most: int) -> None:
        self._most, self._count = most, 0
        self._lock = threading.Lock()
        self.is_over = threading.Event()
        self.last: RequestFailed | None = None

    def count(self, failure: RequestFailed | None) -> None:
        with self._lock:
            self._count = self._count + 1 if failure else 0
            self.last = failure or self.last
            if self._count >= self._most or (failure and _ends_everything(failure)):
                self.is_over.set()


def _ends_everything(failure: RequestFailed) -> bool:
    """Whether it is of no use to ask for anything else."""
    return failure.is_final or failure.reason is Reason.RATE_LIMITED


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
