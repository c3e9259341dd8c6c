"""Single requests to the Pokemon TCG API v2: key, pace, and what a usable answer looks like."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.sources.api_key import KEY_VARIABLE, ApiKey
from cardkit.sources.bulk_values import shown
from cardkit.sources.http import Http, Reason, RequestFailed

Document = dict[str, Any]

_NO_KEYED_SUCCESS = 2
_BAD_REQUEST, _UNAUTHORISED, _FORBIDDEN = 400, 401, 403


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One answer to a question for a list.

    Attributes:
        entries: what is on it; anything, for it comes from outside.
        total: how many there are on all pages, by the API's own count; None when it says none.
    """

    entries: tuple[Any, ...]
    total: int | None


class Pace:
    """Keeps requests below so many a minute.

    Args:
        http: tells and waits the time.
        per_minute: how many there may be within 60 s.
    """

    def __init__(self, http: Http, per_minute: int) -> None:
        self._http, self._per_minute = http, per_minute
        self._made_at: deque[float] = deque(maxlen=per_minute)

    def keep(self) -> None:
        """Wait until the next request may be made.

        Raises:
            RequestFailed: the budget does not allow the wait.
        """
        if len(self._made_at) == self._per_minute:
            # What is left of the budget is the only clock there is; it runs backwards.
            passed_s = self._made_at[0] - self._http.remaining_s
            self._http.wait(60.0 - passed_s)
        self._made_at.append(self._http.remaining_s)


class ApiRequests:
    """Asks the API, one question after the other.

    Args:
        http: makes the requests.
        address: of the API, e.g. ``https://api.pokemontcg.io/v2``.
        key: sent along while the API takes it; None for none.
        per_minute: how many requests may be made in a minute without a key.

    Attributes:
        key_trouble: why the key is not sent any more; empty while it is.
        plain: whether ``select`` and ``orderBy`` are left out, because the API refused them.
    """

    def __init__(
        self, http: Http, address: str, *, key: ApiKey | None = None, per_minute: int = 30
    ) -> None:
        self._http, self._address, self._key = http, address.rstrip("/"), key
        self._pace = Pace(http, per_minute)
        self._answers_with_key = self._failures_with_key = 0
        self.key_trouble = ""
        self.plain = False

    def page(self, path: str, params: Mapping[str, str | int]) -> Page:
        """Return one page of a list.

        Args:
            path: ``cards`` or ``sets``.
            params: see the API's documentation.

        Raises:
            RequestFailed: there is no usable answer.
        """
        try:
            document = self._ask(path, self._allowed(params))
        except RequestFailed as failure:
            if failure.status != _BAD_REQUEST or self.plain:
                raise
            document = self._ask(path, _plainest(params))
            self.plain = True
        return self._page(document, path)

    def _allowed(self, params: Mapping[str, str | int]) -> Mapping[str, str | int]:
        return _plainest(params) if self.plain else params

    def _ask(self, path: str, params: Mapping[str, str | int]) -> Any:
        url = f"{self._address}/{path}"
        if self._key is None:
            return self._ask_without_key(url, params)
        try:
            answer = self._http.get_json(url, params=params, headers=self._key.headers())
        except RequestFailed as failure:
            if failure.reason is Reason.RATE_LIMITED:
                raise self._limited(failure) from failure
            if not self._may_be_the_key(failure):
                raise
            return self._ask_in_spite_of_key(url, params, failure)
        self._answers_with_key += 1
        return answer

    def _may_be_the_key(self, failure: RequestFailed) -> bool:
        if failure.status in (_UNAUTHORISED, _FORBIDDEN):
            return True
        # At times the API answers every request with an additional header by 500.
        untested = not self._answers_with_key and self._failures_with_key < _NO_KEYED_SUCCESS
        return failure.reason is Reason.SERVER_ERROR and untested

    def _ask_in_spite_of_key(
        self, url: str, params: Mapping[str, str | int], failure: RequestFailed
    ) -> Any:
        """Ask once more without the key; it is dropped when that helps."""
        self._failures_with_key += 1
        answer = self._ask_without_key(url, params)
        self._key = None
        self.key_trouble = (
            f"{failure.host} answered {failure.status} to every request that carried the API key,"
            " and the same request without it was answered: going on without the key"
        )
        return answer

    def _ask_without_key(self, url: str, params: Mapping[str, str | int]) -> Any:
        self._pace.keep()
        try:
            return self._http.get_json(url, params=params)
        except RequestFailed as failure:
            if failure.reason is Reason.RATE_LIMITED:
                raise self._limited(failure) from failure
            raise

    def _limited(self, failure: RequestFailed) -> RequestFailed:
        words = (
            "20,000 requests a day are free with a key: go on tomorrow"
            if self._key
            else "30 requests a minute and 1,000 a day are free without a key:"
            f" go on later, or set {KEY_VARIABLE} to a key"
        )
        return RequestFailed(
            f"{failure.what}; {words}",
            host=failure.host,
            reason=failure.reason,
            status=failure.status,
        )

    def _page(self, document: Any, path: str) -> Page:
        entries = document.get("data") if isinstance(document, dict) else None
        if isinstance(entries, list):
            total = document.get("totalCount")
            is_count = isinstance(total, int) and not isinstance(total, bool) and total >= 0
            return Page(entries=tuple(entries), total=total if is_count else None)
        error = document.get("error") if isinstance(document, dict) else None
        said = error.get("message") if isinstance(error, dict) else document
        host = self._address.partition("://")[2].partition("/")[0]
        what = f"{host} answered something that is no list of {path}: {shown(said)}"
        raise RequestFailed(what, host=host, reason=Reason.DAMAGED, status=200)


def _plainest(params: Mapping[str, str | int]) -> Mapping[str, str | int]:
    """Leave out what saves the API and us some work, but can be done without."""
    return {key: value for key, value in params.items() if key not in ("select", "orderBy")}
