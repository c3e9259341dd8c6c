"""What a server answered, and how it is read without believing it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

from cardkit.sources.http.budget import Budget
from cardkit.sources.http.failures import (
    LONGEST_WAIT_S,
    Reason,
    RequestFailed,
    duration_words,
    host_of,
    retry_after_s,
    shown_address,
    status_words,
)
from cardkit.sources.http.troubles import TROUBLES, trouble_words

T = TypeVar("T")

_CHUNK_BYTES = 1 << 16


@dataclass(slots=True, kw_only=True)
class Answer:
    """An answer of which the body is still to be read; to be closed.

    Attributes:
        url: whom it comes from.
        headers: with names in any case.
        body: the stream of urllib3.
        budget: the time that there is for reading it.
        tried: how many requests it took.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: Any
    budget: Budget
    tried: int = 1
    _left_behind: bool = field(default=False, init=False)

    @property
    def host(self) -> str:
        """Who answered."""
        return host_of(self.url)

    @property
    def is_encoded(self) -> bool:
        """Whether the body is packed for the way."""
        return self.headers.get("Content-Encoding", "identity").casefold() != "identity"

    @property
    def size_bytes(self) -> int | None:
        """How much is still to be read; None when the server does not say."""
        size: int | None = self.body.length_remaining
        return None if self.is_encoded else size

    def close(self) -> None:
        """End it; what was read whole leaves the connection for the next request."""
        if not self._left_behind:
            self.body.close()

    def read_all(self, most_bytes: int) -> bytes:
        """Return the body, unpacked.

        Raises:
            RequestFailed: it breaks off, is larger, or time is up.
        """

        def read() -> bytes:
            content = bytearray()
            while chunk := self.body.read(_CHUNK_BYTES, decode_content=True):
                content += chunk
                self.check_size(len(content), most_bytes)
            return bytes(content)

        self.check_size(self.size_bytes or 0, most_bytes)
        return self._spend(read)

    def read_some(self) -> bytes:
        """Return what there is next of the body, unpacked; nothing at its end.

        Raises:
            RequestFailed: it breaks off, or time is up.
        """
        return self._spend(lambda: bytes(self.body.read1(_CHUNK_BYTES, self.is_encoded)))

    def check_size(self, size_bytes: int, most_bytes: int) -> None:
        """Raise :class:`RequestFailed` when the body is too large."""
        if size_bytes > most_bytes:
            raise RequestFailed(
                f"{self.host} sends more than the {most_bytes / (1 << 20):g} MiB that are taken",
                host=self.host,
                reason=Reason.TOO_LARGE,
                status=self.status,
            )

    def damaged(self, words: str) -> RequestFailed:
        """Return what is wrong with it, to be raised."""
        return RequestFailed(
            f"{self.host} {words}", host=self.host, reason=Reason.DAMAGED, status=self.status
        )

    def _spend(self, work: Callable[[], T]) -> T:
        try:
            return self.budget.spend(
                work,
                self.host,
                late=lambda _: self.body.close(),
                interrupt=self._interrupt,
            )
        except TROUBLES as error:
            words = trouble_words(error)
        # Raised out here, so that no exception of a library, which may hold headers, hangs on it.
        raise self.damaged(f"{words} in the middle of its answer")

    def _interrupt(self) -> None:
        """Wake the thread that reads; closing the body here would wait for that thread."""
        self._left_behind = True
        with suppress(ValueError, RuntimeError, OSError):  # it has just ended by itself
            self.body.shutdown()


def json_of(answer: Answer, most_bytes: int) -> Any:
    """Return the JSON document that an answer holds.

    Halves of characters, which JSON can spell and nothing can store, become question marks.

    Raises:
        RequestFailed: there is none.
    """
    content = answer.read_all(most_bytes)
    start = content.lstrip()[:1]
    if start == b"<":
        raise answer.damaged("sent a web page where JSON was expected")
    if not start:
        raise answer.damaged("sent nothing where JSON was expected")
    try:
        document = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
        if b"\\ud" in content.lower():
            spelt = json.dumps(document, ensure_ascii=False)
            document = json.loads(spelt.encode("utf-8", "replace"))
    except UnicodeDecodeError as error:
        wrong = f"sent JSON that is no UTF-8: {content[error.start]:#04x} at byte {error.start}"
    except json.JSONDecodeError as error:
        wrong = f"sent something that is no JSON from character {error.pos} on"
    except RecursionError:
        wrong = "sent JSON that is nested too deeply"
    except ValueError:
        wrong = "sent JSON with a number that is none"
    else:
        return document
    raise answer.damaged(wrong)


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def status_failure(answer: Answer) -> RequestFailed:
    """Return what an unwanted status means."""
    status, reason = answer.status, Reason.REFUSED
    often = f", {answer.tried} times" if answer.tried > 1 else ""
    words = f"answered {status_words(status)}{often}"
    if status == 429:
        reason = Reason.RATE_LIMITED
    elif status in (404, 410):
        reason = Reason.NOT_FOUND
        path = shown_address(answer.url).removeprefix(answer.host)
        words = f"has nothing at {path or '/'}: {status_words(status)}"
    elif status >= 500:
        reason = Reason.SERVER_ERROR
    elif status < 400:
        reason = Reason.DAMAGED
    wait_s = retry_after_s(answer.headers.get("Retry-After"), answer.headers.get("Date"))
    if wait_s and wait_s > LONGEST_WAIT_S:
        words += f"; it asks to come back in {duration_words(wait_s)}"
    return RequestFailed(f"{answer.host} {words}", host=answer.host, reason=reason, status=status)


def redirection(answer: Answer) -> str:
    """Return where an answer sends on to.

    Raises:
        RequestFailed: it is neither the same host nor the same host by https.
    """
    location = answer.headers.get("Location", "")
    there = ""
    with suppress(ValueError):
        there = urljoin(answer.url, location) if location else ""
    if there and _is_same_host(answer.url, there):
        return there
    to = f"to {host_of(there)[:80]}, another host" if there else "but does not say where to"
    raise RequestFailed(
        f"{answer.host} sends on {to}; that is not followed",
        host=answer.host,
        reason=Reason.REDIRECTED,
        status=answer.status,
    )


def _is_same_host(here: str, there: str) -> bool:
    old, new = urlsplit(here), urlsplit(there)
    usual = {"http": 80, "https": 443}
    try:
        old_port, new_port = old.port or usual.get(old.scheme), new.port or usual.get(new.scheme)
    except ValueError:
        return False
    if old.hostname != new.hostname or new.username is not None:
        return False
    is_upgrade = (old.scheme, new.scheme) == ("http", "https")
    return is_upgrade or (old.scheme == new.scheme and old_port == new_port)
