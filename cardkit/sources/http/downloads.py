"""Bringing one file to the disk: conditional, in pieces when it must be, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import IO

from cardkit.sources.base import Validators
from cardkit.sources.http.answers import Answer
from cardkit.sources.http.failures import Reason, RequestFailed
from cardkit.sources.http.partial import PartialFile

Progress = Callable[[int, int | None], None]
"""Told how many bytes have arrived, and of how many; None when the server does not say."""

Ask = Callable[[Mapping[str, str], frozenset[int]], Answer]
"""Asks for the file with these headers, and takes an answer with one of these statuses."""

_OK, _PARTIAL, _UNCHANGED, _NO_SUCH_RANGE = 200, 206, 304, 416


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
        return self.status != _UNCHANGED


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file on its way.

    Attributes:
        known: the state that is at hand already; None when there is none.
        most_bytes: anything larger is refused.
    """

    url: str
    partial: PartialFile
    ask: Ask
    known: Validators | None
    progress: Progress | None
    most_bytes: int

    def attempt(self) -> Downloaded:
        """Get the file, or what is still missing of it; what arrives is kept for the next attempt.

        Raises:
            RequestFailed: it could not be completed.
            InputError: it cannot be written.
        """
        begun = self.partial.validators(self.url)
        known = self.known if self.known and self.known.address == self.url else None
        headers = {"Accept-Encoding": "identity"} | _conditions(known)
        accepted = {_OK, _UNCHANGED} if known else {_OK}
        if begun:
            headers |= {
                "Range": f"bytes={self.partial.size_bytes}-",
                "If-Range": begun.etag or begun.last_modified,
            }
            accepted |= {_PARTIAL, _NO_SUCH_RANGE}
        with closing(self.ask(headers, frozenset(accepted))) as answer:
            if answer.status == _UNCHANGED and known:
                self.partial.discard()
                return Downloaded(status=_UNCHANGED, validators=known)
            if answer.status == _OK or not begun:
                validators = self._validators(answer)
                size_bytes = self._begin(answer, validators)
            else:
                validators = begun
                size_bytes = self._go_on(answer, begun)
        self.partial.finish()
        return Downloaded(
            status=_OK if answer.status == _OK else _PARTIAL,
            validators=validators,
            size_bytes=size_bytes,
        )

    def _validators(self, answer: Answer) -> Validators:
        headers = answer.headers
        return Validators(
            address=self.url,
            etag=headers.get("ETag", ""),
            last_modified=headers.get("Last-Modified", ""),
        )

    def _begin(self, answer: Answer, validators: Validators) -> int:
        if answer.headers.get("Content-Type", "").casefold().startswith("text/html"):
            raise answer.damaged("sent a web page where a file was expected")
        answer.check_size(answer.size_bytes or 0, self.most_bytes)
        if answer.is_encoded:  # against our wish; what is unpacked here cannot be gone on with
            validators = Validators(address=self.url)
        with self.partial.begin(validators) as handle:
            return self._receive(answer, handle, answer.size_bytes)

    def _go_on(self, answer: Answer, begun: Validators) -> int:
        done = self.partial.size_bytes
        span, _, total = answer.headers.get("Content-Range", "").partition("/")
        if answer.status == _NO_SUCH_RANGE and total == str(done):
            return done  # everything had arrived before
        etag = answer.headers.get("ETag", begun.etag)
        if not span.startswith(f"bytes {done}-") or etag != begun.etag or answer.is_encoded:
            self.partial.discard()
            raise answer.damaged("sent another part of the file than was asked for")
        size_bytes = None if answer.size_bytes is None else done + answer.size_bytes
        answer.check_size(size_bytes or 0, self.most_bytes)
        with self.partial.go_on() as handle:
            return self._receive(answer, handle, size_bytes)

    def _receive(self, answer: Answer, handle: IO[bytes], size_bytes: int | None) -> int:
        """Write the body behind what there is; return how large the file is now."""
        done = handle.tell()
        try:
            while chunk := answer.read_some():
                done += len(chunk)
                answer.check_size(done, self.most_bytes)
                try:
                    handle.write(chunk)
                except OSError as error:
                    raise self.partial.fault(error) from error
                if self.progress:
                    self.progress(done, size_bytes)
        except RequestFailed as failure:
            if failure.reason is Reason.TOO_LARGE:
                self.partial.discard()
            raise
        return done


def _conditions(known: Validators | None) -> dict[str, str]:
    named = {
        "If-None-Match": known.etag if known else "",
        "If-Modified-Since": known.last_modified if known else "",
    }
    return {name: value for name, value in named.items() if value}
