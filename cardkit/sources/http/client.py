"""Requests of one command. The only module that imports requests."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from contextlib import closing
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import requests
from requests.adapters import HTTPAdapter

from cardkit.sources.base import Validators
from cardkit.sources.http.answers import Answer, json_of, redirection, status_failure
from cardkit.sources.http.budget import Budget
from cardkit.sources.http.downloads import Download, Downloaded, Progress
from cardkit.sources.http.failures import Reason, RequestFailed, host_of
from cardkit.sources.http.partial import PartialFile
from cardkit.sources.http.retries import BudgetedRetry
from cardkit.sources.http.troubles import TROUBLES, trouble_words

JSON_BYTES = 32 << 20
ARCHIVE_BYTES = 256 << 20

T = TypeVar("T")

_MOST_REDIRECTS = 5
_MOST_BODIES = 3
_MOST_PIECES = 5
_REDIRECTS = (301, 302, 303, 307, 308)


class Http:
    """Requests of one command, within one budget of time. May be used from several threads.

    Args:
        offline: fail before any connection is made.
        budget_s: for everything together, counted from now.
        user_agent: how the program introduces itself.
        connect_s: how long a connection may take.
        read_s: how long the server may be silent.
        clock: seconds that only ever rise.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        *,
        offline: bool = False,
        budget_s: float = 600.0,
        user_agent: str = "cardkit",
        connect_s: float = 5.0,
        read_s: float = 20.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._offline, self._connect_s, self._read_s = offline, connect_s, read_s
        self._budget = Budget(budget_s, clock, sleep)
        self._session = _session(self._budget, user_agent)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._budget.end()  # after an interruption other threads may still be waiting
        self._session.close()

    @property
    def remaining_s(self) -> float:
        """How much of the budget is left; 0 when it is used up."""
        return self._budget.remaining_s

    def wait(self, seconds: float) -> None:
        """Wait, e.g. to stay below a rate limit.

        Raises:
            RequestFailed: the budget does not allow it (``Reason.BUDGET``).
        """
        self._budget.pause(seconds, "the server")

    def get_json(
        self,
        url: str,
        *,
        params: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
        max_bytes: int = JSON_BYTES,
    ) -> Any:
        """Return the JSON document at an address.

        Temporary failures (no connection, 429, 5xx, damaged answers) are tried again. Halves of
        characters, which JSON can spell and nothing can store, become question marks.

        Args:
            url: where it is.
            params: put into the address, escaped.
            headers: in addition to the usual ones; their values appear in no message.
            max_bytes: refuse anything larger.

        Raises:
            RequestFailed: for every failure.
        """

        def attempt() -> Any:
            with closing(self._ask(url, params, headers or {}, {200})) as answer:
                return json_of(answer, max_bytes)

        return self._while_damaged(attempt, _MOST_BODIES)

    def download(
        self,
        url: str,
        to: Path,
        *,
        validators: Validators | None = None,
        resume: bool = True,
        progress: Progress | None = None,
        max_bytes: int = ARCHIVE_BYTES,
    ) -> Downloaded:
        """Bring a file to the disk, whole or not at all.

        Args:
            url: where it is.
            to: the file; written beside it, and moved there once it is whole.
            validators: those of the state that is at hand; the server says 304 when it is current.
            resume: go on with an earlier download that broke off.
            progress: told how far it is.
            max_bytes: refuse anything larger.

        Raises:
            RequestFailed: for every failure of the network or the server.
            InputError: the file cannot be written.
        """
        download = Download(
            url=url,
            partial=PartialFile(to),
            ask=lambda headers, accepted: self._ask(url, None, headers, accepted),
            known=validators,
            progress=progress,
            most_bytes=max_bytes,
        )
        if not resume:
            download.partial.discard()
        return self._while_damaged(download.attempt, _MOST_PIECES)

    def _while_damaged(self, attempt: Callable[[], T], most: int) -> T:
        """Make the same request again when an answer began well and ended badly."""
        for tried in range(1, most):
            try:
                return attempt()
            except RequestFailed as failure:
                pause_s = 0.5 * 2 ** (tried - 1)
                if failure.reason is not Reason.DAMAGED or pause_s >= self.remaining_s:
                    raise
                host = failure.host
            self._budget.pause(pause_s, host)
        return attempt()

    def _ask(
        self,
        url: str,
        params: Mapping[str, str | int] | None,
        headers: Mapping[str, str],
        accepted: Collection[int],
    ) -> Answer:
        """Return an answer with one of the accepted statuses, after any redirects."""
        for _ in range(_MOST_REDIRECTS + 1):
            answer = self._answer(url, params, headers)
            if answer.status in accepted:
                return answer
            answer.close()
            if answer.status not in _REDIRECTS:
                raise status_failure(answer)
            url, params = redirection(answer), None
        raise RequestFailed(
            f"{answer.host} sends on without end",
            host=answer.host,
            reason=Reason.REDIRECTED,
            status=answer.status,
        )

    def _answer(
        self, url: str, params: Mapping[str, str | int] | None, headers: Mapping[str, str]
    ) -> Answer:
        host = host_of(url)
        if self._offline:
            what = f"{host} was not asked: --offline forbids every connection"
            raise RequestFailed(what, host=host, reason=Reason.OFFLINE)
        self._budget.check(host)
        remaining_s = self.remaining_s
        timeout = min(self._connect_s, remaining_s), min(self._read_s, remaining_s)

        def ask() -> requests.Response:
            return self._session.get(
                url,
                params=params,
                headers=headers,
                timeout=timeout,
                stream=True,
                allow_redirects=False,
            )

        try:
            response = self._budget.spend(ask, host, late=_close, interrupt=lambda: None)
        except TROUBLES as error:
            words = trouble_words(error)
        else:
            retries = response.raw.retries
            history = retries.history if retries else ()
            return Answer(
                url=response.url,
                status=response.status_code,
                headers=response.headers,
                body=response.raw,
                budget=self._budget,
                tried=1 + len(history),
            )
        # Raised out here, so that no exception of a library, which may hold headers, hangs on it.
        raise RequestFailed(f"{host} {words}", host=host, reason=Reason.UNREACHABLE)


class _Session(requests.Session):
    """A session that leaves redirects alone; else their bodies are read, however long."""

    def get_redirect_target(self, resp: requests.Response) -> None:  # noqa: ARG002 - as inherited
        return None


def _session(budget: Budget, user_agent: str) -> requests.Session:
    session = _Session()
    session.headers.update({"User-Agent": user_agent, "Accept-Encoding": "gzip, deflate"})
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))
    session.auth = lambda request: request  # else passwords of ~/.netrc are sent
    for scheme in ("https://", "http://"):
        session.mount(scheme, HTTPAdapter(max_retries=BudgetedRetry.within(budget)))
    return session


def _close(late: Future[requests.Response]) -> None:
    """Close an answer that nobody waits for any more."""
    if late.exception() is None:
        late.result().close()
