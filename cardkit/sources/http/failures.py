"""Why a request failed, as a value that sources act on and in words that people read."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from http import HTTPStatus
from urllib.parse import urlsplit

from cardkit.errors import SourceUnavailable
from cardkit.plurals import counted

LONGEST_WAIT_S = 60.0
"""More is not waited for, even where the budget allows it."""

_LONGEST_ADDRESS = 100
_LONGEST_HEADER = 64


class Reason(StrEnum):
    """Why a request failed."""

    OFFLINE = "offline"
    """No connection may be made."""
    BUDGET = "budget"
    """The time of the command is used up; no further request will be made."""
    UNREACHABLE = "unreachable"
    """No connection, or no answer."""
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
    """More than the caller takes."""
    DAMAGED = "damaged"
    """An answer began that is cut off, or not what it claims to be."""


class RequestFailed(SourceUnavailable):
    """A request that brought nothing.

    Attributes:
        what: the whole message; it begins with the host.
        host: name of the server, with the port where it is not the usual one.
        reason: see :class:`Reason`.
        status: HTTP status of the last answer; None when there was none.
    """

    def __init__(self, what: str, *, host: str, reason: Reason, status: int | None = None) -> None:
        self.what, self.host, self.reason, self.status = what, host, reason, status
        super().__init__(what)

    @property
    def is_final(self) -> bool:
        """Whether every further request of this command fails too, whatever the server."""
        return self.reason in (Reason.OFFLINE, Reason.BUDGET)


def host_of(url: str) -> str:
    """Return the host of an address, without user and password.

    >>> host_of("https://somebody:secret@example.org:8080/x?y")
    'example.org:8080'
    """
    try:
        return urlsplit(url).netloc.rpartition("@")[2] or "the address"
    except ValueError:
        return "the address"


def shown_address(url: str) -> str:
    """Return an address for a message: host and path, nothing that may be a secret.

    >>> shown_address("https://somebody:secret@example.org/cards?key=secret")
    'example.org/cards'
    """
    text = f"{host_of(url)}{urlsplit(url).path}"
    return text if len(text) <= _LONGEST_ADDRESS else f"{text[: _LONGEST_ADDRESS - 3]}..."


def status_words(status: int) -> str:
    """Return a status with what it means.

    >>> status_words(429), status_words(599)
    ('429 (too many requests)', '599')
    """
    try:
        return f"{status} ({HTTPStatus(status).phrase.lower()})"
    except ValueError:
        return str(status)


def duration_words(seconds: float) -> str:
    """Return a span of time for people.

    >>> duration_words(1), duration_words(90), duration_words(86_400)
    ('1 second', '2 minutes', '1 day')
    """
    units = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
    unit, length_s = next((each for each in units if seconds >= each[1]), units[-1])
    count = round(seconds / length_s)
    return counted(count, unit)


def retry_after_s(header: str | None, date: str | None = None) -> float | None:
    """Return how long a server asks to wait; None when it does not say, or makes no sense.

    Args:
        header: the ``Retry-After`` header: seconds, or a date.
        date: the ``Date`` header; the server's clock may be wrong, but not against itself.

    >>> retry_after_s("120"), retry_after_s("soon"), retry_after_s("Fri, 31 Feb 2027 99:00:00 GMT")
    (120.0, None, None)
    >>> retry_after_s("Fri, 05 Feb 2027 10:00:09 GMT", "Fri, 05 Feb 2027 10:00:00 GMT")
    9.0
    """
    if header is None or len(header) > _LONGEST_HEADER:
        return None
    if re.fullmatch(r"\s*[0-9]+\s*", header):
        return float(header)
    until = _moment(header)
    if until is None:
        return None
    now = _moment(date or "") or datetime.now(UTC)
    return max(0.0, (until - now).total_seconds())


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
