"""When a request is made again: urllib3's rules, within the budget of the command."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from urllib3.exceptions import MaxRetryError, ResponseError
from urllib3.response import BaseHTTPResponse
from urllib3.util.retry import Retry

from cardkit.sources.http.budget import Budget
from cardkit.sources.http.failures import LONGEST_WAIT_S, retry_after_s

_TEMPORARY = (429, 500, 502, 503, 504)


class BudgetedRetry(Retry):
    """Gives up at once when the wait would be too long for the budget or for a person."""

    budget: Budget

    @classmethod
    def within(cls, budget: Budget) -> Self:
        """Return the rules of all requests of a command."""
        retry = cls(
            total=4,
            allowed_methods={"GET"},
            status_forcelist=_TEMPORARY,
            backoff_factor=0.5,
            backoff_max=16,
            backoff_jitter=0.5,
            raise_on_status=False,
        )
        retry.budget = budget
        return retry

    def new(self, **changes: Any) -> Self:
        """Return a copy with changes."""
        fresh = super().new(**changes)
        fresh.budget = self.budget
        return fresh

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: BaseHTTPResponse | None = None,
        error: Exception | None = None,
        _pool: Any = None,
        _stacktrace: TracebackType | None = None,
    ) -> Self:
        """Count a failure; raise MaxRetryError when there is to be no further attempt."""
        if response is not None:
            response.close()  # or all of its body is read, however long
        fresh = super().increment(method, url, response, error, _pool, _stacktrace)
        pause_s = fresh._pause_s(response)
        if pause_s > LONGEST_WAIT_S or pause_s >= self.budget.remaining_s:
            reason = error or ResponseError("the wait is too long")
            raise MaxRetryError(_pool, url or "", reason) from error
        return fresh

    def sleep(self, response: BaseHTTPResponse | None = None) -> None:
        """Wait before the next attempt."""
        self.budget.pause(self._pause_s(response), "the server")

    def _pause_s(self, response: BaseHTTPResponse | None) -> float:
        headers = {} if response is None else response.headers
        asked_s = retry_after_s(headers.get("Retry-After"), headers.get("Date"))
        return self.get_backoff_time() if asked_s is None else asked_s
