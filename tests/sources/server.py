"""A server of cards on 127.0.0.1 that misbehaves on demand.

It serves a folder of bulk card data in three shapes:

* ``/archive/cards.zip`` and ``.tar.gz``, with ETag, Last-Modified, conditions and ranges;
* ``/v2/cards`` and so on, as the Pokemon TCG API v2 does;
* ``/tcgdex/en/cards`` and so on, as TCGdex does.

``server.misbehave(fault)`` spoils the next request, or so many, or those to some addresses only;
faults are in :mod:`tests.sources.faults`. ``server.requests`` says what was asked.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import socket
import struct
import tarfile
import threading
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.sources import ptcg_shape
from tests.sources.bulk_cards import BulkCards
from tests.sources.tcgdex_shape import TcgDex

LAST_MODIFIED = "Sat, 07 Nov 2026 10:00:00 GMT"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A request as it arrived; header names are in lower case."""

    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]


@dataclass(kw_only=True)
class Reply:
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @classmethod
    def of(cls, document: Any, status: int = 200) -> Reply:
        body = json.dumps(document, ensure_ascii=False).encode()
        return cls(status=status, headers={"Content-Type": "application/json"}, body=body)


class Exchange:
    """One request, and the means to answer it badly."""

    def __init__(self, handler: _Handler, asked: Asked, number: int) -> None:
        self.asked, self.server = asked, handler.server.cards
        self.number = number
        """How many requests came before this one."""
        self._handler = handler

    @cached_property
    def reply(self) -> Reply:
        """What a well-behaved server answers."""
        return self.server.reply(self.asked)

    def send(self, reply: Reply) -> None:
        """Send a whole answer, with its length unless the headers say something else."""
        self.head(reply.status, {"Content-Length": str(len(reply.body))} | reply.headers)
        self.write(reply.body)

    def head(self, status: int, headers: Mapping[str, str]) -> None:
        self._handler.send_response(status)
        for name, value in headers.items():
            self._handler.send_header(name, value)
        self._handler.end_headers()

    def write(self, content: bytes) -> None:
        self._handler.wfile.write(content)
        self.server.bytes_sent += len(content)

    def endless(self, content: bytes, *, pause_s: float = 0.0) -> None:
        """Send the same again and again, until the other side or the test has had enough."""
        while not self.server.stopping.wait(pause_s):
            self.write(content)

    def hang(self) -> None:
        """Say nothing more until the test is over."""
        self.server.stopping.wait()
        self.close()

    def close(self) -> None:
        """End the connection after this answer."""
        self._handler.close_connection = True

    def reset(self) -> None:
        """Break the connection off so that the other side gets an error."""
        self._handler.wfile.flush()
        no_linger = struct.pack("ii", 1, 0)
        self._handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, no_linger)
        # A plain close() would wait for the files that the handler made of the socket.
        socket.close(self._handler.connection.detach())
        self.close()


Fault = Callable[[Exchange], None]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = Asked(
            path=unquote(parts.path),
            query=dict(parse_qsl(parts.query, keep_blank_values=True)),
            headers={name.lower(): value for name, value in self.headers.items()},
        )
        self.server.cards.handle(self, asked)

    def log_message(self, *args: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    cards: CardServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # the other side has gone, as it should where this server misbehaves


@dataclass
class _Spoiled:
    fault: Fault
    at: str
    times: int | None


class CardServer:
    """The server; a context manager.

    Args:
        folder: bulk card data: ``cards/en/*.json`` and ``sets/en.json``.
        names: what cards are called elsewhere: language -> id in the bulk data -> name.

    Attributes:
        requests: what was asked so far.
        connections: how many connections were made.
        bytes_sent: how much was written in answers.
    """

    def __init__(self, folder: Path, names: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.cards = BulkCards(folder)
        self._tcgdex = TcgDex(self.cards, names or {})
        self.requests: list[Asked] = []
        self.connections = 0
        self.bytes_sent = 0
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._spoiled: list[_Spoiled] = []
        self._archives: dict[str, bytes] = {}
        self._open: set[socket.socket] = set()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.cards = self
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stopping.set()
        self._server.shutdown()
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://{self.host}"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    def misbehave(self, fault: Fault, *, at: str = "", times: int | None = 1) -> None:
        """Spoil the next answers, or all when ``times`` is None.

        Args:
            fault: what to do instead of answering.
            at: only for addresses that hold this text; query and all, unquoted.
            times: how often.
        """
        self._spoiled.append(_Spoiled(fault=fault, at=at, times=times))

    def behave(self) -> None:
        """Answer as one should from now on."""
        self._spoiled.clear()

    def handle(self, handler: _Handler, asked: Asked) -> None:
        with self._lock:
            number = len(self.requests)
            self.requests.append(asked)
            if handler.connection not in self._open:
                self._open.add(handler.connection)
                self.connections += 1
            fault = self._next_fault(asked)
        exchange = Exchange(handler, asked, number)
        if fault is None:
            exchange.send(exchange.reply)
        else:
            fault(exchange)

    def _next_fault(self, asked: Asked) -> Fault | None:
        address = f"{asked.path}?{'&'.join(f'{key}={text}' for key, text in asked.query.items())}"
        for spoiled in self._spoiled:
            if spoiled.at in address and spoiled.times != 0:
                if spoiled.times is not None:
                    spoiled.times -= 1
                return spoiled.fault
        return None

    def reply(self, asked: Asked) -> Reply:
        """Return what a well-behaved server answers."""
        root, _, rest = asked.path.lstrip("/").partition("/")
        if root == "archive" and rest in ("cards.zip", "cards.tar.gz"):
            return _file_reply(self.archive(rest), asked)
        if root == "v2":
            status, document = ptcg_shape.answer(self.cards, rest, asked.query)
            return Reply.of(document, status)
        if root == "tcgdex":
            language, _, rest = rest.partition("/")
            status, document = self._tcgdex.answer(language, rest, asked.query)
            return Reply.of(document, status)
        return Reply(status=404, headers={"Content-Type": "text/html"}, body=b"<h1>Not Found</h1>")

    def archive(self, name: str) -> bytes:
        """Return the bulk data as one file, the same each time."""
        if name not in self._archives:
            pack = _zip if name.endswith(".zip") else _tar_gz
            self._archives[name] = pack(self.cards.files())
        return self._archives[name]

    def replace_archive(self, name: str, content: bytes) -> None:
        """Serve something else under this name from now on."""
        self._archives[name] = content


def _file_reply(content: bytes, asked: Asked) -> Reply:
    etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    headers = {
        "ETag": etag,
        "Last-Modified": LAST_MODIFIED,
        "Accept-Ranges": "bytes",
        "Content-Type": "application/octet-stream",
    }
    wanted = asked.headers.get("if-none-match")
    is_current = (
        wanted == etag if wanted else asked.headers.get("if-modified-since") == LAST_MODIFIED
    )
    if is_current:
        return Reply(status=304, headers=headers)
    start_text = asked.headers.get("range", "").removeprefix("bytes=").removesuffix("-")
    if start_text and asked.headers.get("if-range", etag) in (etag, LAST_MODIFIED):
        start, total = int(start_text), len(content)
        if start >= total:
            return Reply(status=416, headers=headers | {"Content-Range": f"bytes */{total}"})
        span = f"bytes {start}-{total - 1}/{total}"
        return Reply(status=206, headers=headers | {"Content-Range": span}, body=content[start:])
    return Reply(headers=headers, body=content)


def _zip(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"cards-master/{name}")
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _tar_gz(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"cards-master/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)
