"""Exceptions of the libraries below, in words; what they say themselves may hold secrets."""

from __future__ import annotations

import errno
import socket
import ssl
from collections.abc import Iterator
from http.client import HTTPException

from urllib3 import exceptions as urllib3

TROUBLES = (urllib3.HTTPError, HTTPException, OSError, UnicodeError)
"""Whatever these libraries let through. Those of requests are OSErrors."""

_UNREACHABLE = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN)

# The first that is met anywhere in the chain of an exception counts.
_WORDS: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
    ((urllib3.ProxyError,), "cannot be reached through the proxy of this network"),
    (
        (ssl.SSLCertVerificationError,),
        "has a certificate that cannot be trusted; check the clock of this machine",
    ),
    ((urllib3.SSLError, ssl.SSLError), "does not speak TLS as it should"),
    (
        (urllib3.NameResolutionError, socket.gaierror),
        "is not known; check the connection to the internet",
    ),
    ((ConnectionRefusedError,), "refuses connections"),
    ((urllib3.ConnectTimeoutError,), "did not take the connection in time"),
    ((urllib3.TimeoutError, TimeoutError), "fell silent"),
    ((urllib3.DecodeError,), "sent damaged data"),
    ((urllib3.ProtocolError, HTTPException, ConnectionError), "broke the connection off"),
    ((ValueError,), "could not be asked: the address or a header is malformed"),
)


def trouble_words(error: BaseException) -> str:
    """Return what happened, to follow the name of the host."""
    chain = list(_chain(error))
    if any(isinstance(each, OSError) and each.errno in _UNREACHABLE for each in chain):
        return "cannot be reached from this network"
    for kinds, words in _WORDS:
        if any(isinstance(each, kinds) for each in chain):
            return words
    return f"cannot be reached ({type(chain[-1]).__name__})"


def _chain(error: object) -> Iterator[BaseException]:
    """Yield an exception and those that it was made of."""
    seen: set[int] = set()
    pending = [error]
    while pending:
        each = pending.pop(0)
        if isinstance(each, BaseException) and id(each) not in seen:
            seen.add(id(each))
            yield each
            pending += [getattr(each, "reason", None), each.__cause__, each.__context__, *each.args]
