"""The one module that speaks HTTP: bounded in time and size, and never silent about failure."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cardkit.errors import SourceUnavailable
from cardkit.sources.base import Validators

JSON_BYTES = 32 << 20
ARCHIVE_BYTES = 256 << 20

Progress = Callable[[int, int | None], None]
"""Told how many bytes have arrived, and of how many; None when the server does not say."""


class Reason(StrEnum):
    """Why a request failed."""

    OFFLINE = "offline"
    """No connection may be made."""
    BUDGET = "budget"
    """The time of the command is used up; no further request will be made."""
    UNREACHABLE = "unreachable"
    """No connection, no answer, or the connection broke."""
    RATE_LIMITED = "rate-limited"
    """429: too many requests."""
    NOT_FOUND = "not-found"
    """404 or 410."""
    REFUSED = "refused"
    """Any other status below 500, e.g. 400 for a query that makes no sense."""
    SERVER_ERROR = "server-error"
    """500 and above, after all attempts."""
    REDIRECTED = "redirected"
    """To another host, or in circles."""
    TOO_LARGE = "too-large"
    DAMAGED = "damaged"
    """An answer arrived that is not what it claims to be."""


class RequestFailed(SourceUnavailable):
    """A request that brought nothing.

    Attributes:
        what: what happened, beginning with the host; the whole message.
        host: name of the server.
        reason: see :class:`Reason`.
        status: HTTP status of the last answer; None when there was none.
    """

    def __init__(self, what: str, *, host: str, reason: Reason, status: int | None = None) -> None:
        self.what, self.host, self.reason, self.status = what, host, reason, status
        super().__init__(what)

    @property
    def is_final(self) -> bool:
        """Whether every further request of this command fails as well, whatever the server."""
        return self.reason in (Reason.OFFLINE, Reason.BUDGET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Downloaded:
    """How a download ended.

    Attributes:
        status: 200, 206 when an earlier download was completed, 304 when nothing is new.
        validators: to ask with the next time.
        size_bytes: of the whole file; 0 when nothing is new.
    """

    status: int
    validators: Validators
    size_bytes: int = 0

    @property
    def is_new(self) -> bool:
        """Whether there is a file now."""
        return self.status != 304


class Http:
    """Requests of one command, within one budget of time. May be used from several threads."""

    def __init__(
        self,
        *,
        offline: bool = False,
        budget_s: float = 600.0,
        user_agent: str = "cardkit",
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        raise NotImplementedError

    @property
    def remaining_s(self) -> float:
        """How much of the budget is left."""
        raise NotImplementedError

    def wait(self, seconds: float) -> None:
        """Wait, e.g. to stay below a rate limit.

        Raises:
            RequestFailed: the budget does not allow it (``Reason.BUDGET``).
        """
        raise NotImplementedError

    def get_json(
        self,
        url: str,
        *,
        params: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
        max_bytes: int = JSON_BYTES,
    ) -> Any:
        """Return the JSON document at an address.

        Temporary failures (no connection, 429, 5xx, damaged answers) are tried again.

        Raises:
            RequestFailed: for every failure.
        """
        raise NotImplementedError

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
        raise NotImplementedError
