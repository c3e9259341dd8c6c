"""What servers do instead of answering; for :meth:`tests.sources.server.CardServer.misbehave`."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from tests.sources.server import Exchange, Fault, Reply

_HTML = b"<!DOCTYPE html><html><body><h1>Sorry</h1></body></html>"
_CHUNKED = {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}


def silence(exchange: Exchange) -> None:
    """Take the request and never answer."""
    exchange.hang()


def silence_in_mid_body(exchange: Exchange) -> None:
    reply = exchange.reply
    exchange.head(reply.status, {"Content-Length": str(len(reply.body))} | reply.headers)
    exchange.write(reply.body[: len(reply.body) // 2])
    exchange.hang()


def closed_at_once(exchange: Exchange) -> None:
    exchange.close()


def reset_at_once(exchange: Exchange) -> None:
    exchange.reset()


def no_http(exchange: Exchange) -> None:
    exchange.write(b"220 mail.example ESMTP\r\n")
    exchange.close()


def cut_off(share: float = 0.5, *, by_reset: bool = False) -> Fault:
    """Return a fault: the connection ends after a share of the body."""

    def fault(exchange: Exchange) -> None:
        reply = exchange.reply
        exchange.head(reply.status, {"Content-Length": str(len(reply.body))} | reply.headers)
        exchange.write(reply.body[: int(len(reply.body) * share)])
        exchange.reset() if by_reset else exchange.close()

    return fault


def chunks_cut_off(exchange: Exchange) -> None:
    body = exchange.reply.body
    exchange.head(200, _CHUNKED)
    exchange.write(b"%x\r\n" % len(body) + body[: len(body) // 2])
    exchange.close()


def chunks_without_end(exchange: Exchange) -> None:
    """Send all chunks but the last, which is empty and says that all is there."""
    body = exchange.reply.body
    exchange.head(200, _CHUNKED)
    exchange.write(b"%x\r\n" % len(body) + body + b"\r\n")
    exchange.close()


def length_too_short(exchange: Exchange) -> None:
    reply = exchange.reply
    reply.headers["Content-Length"] = str(len(reply.body) - 5)
    exchange.send(reply)


def length_no_number(exchange: Exchange) -> None:
    """Claim a length that is none; the body is complete, and ends with the connection."""
    exchange.reply.headers["Content-Length"] = "many"
    exchange.send(exchange.reply)
    exchange.close()


def gzipped(exchange: Exchange) -> None:
    """Pack the body for the way, asked or not; no fault, if it is unpacked."""
    exchange.reply.body = gzip.compress(exchange.reply.body)
    exchange.reply.headers["Content-Encoding"] = "gzip"
    exchange.send(exchange.reply)


def gzip_cut_off(exchange: Exchange) -> None:
    packed = gzip.compress(exchange.reply.body)
    exchange.reply.body = packed[: len(packed) // 2]
    exchange.reply.headers["Content-Encoding"] = "gzip"
    exchange.send(exchange.reply)


def gzip_that_is_none(exchange: Exchange) -> None:
    exchange.reply.headers["Content-Encoding"] = "gzip"
    exchange.send(exchange.reply)


def gzip_bomb(exchange: Exchange) -> None:
    """Send little that unpacks to a gigabyte."""
    mebibytes = gzip.compress(bytes(1 << 20)) * 1024
    exchange.send(Reply(headers={"Content-Encoding": "gzip"}, body=mebibytes))


def bad_utf_8(exchange: Exchange) -> None:
    exchange.reply.body = b'{"name": "Pok\xe9mon"}'
    exchange.send(exchange.reply)


def half_characters(exchange: Exchange) -> None:
    exchange.reply.body = b'{"name": "a\\ud83d", "\\uDE00": "\\ud83d\\ude00"}'
    exchange.send(exchange.reply)


def no_json(exchange: Exchange) -> None:
    exchange.reply.body = b'{"data": [1, 2,'
    exchange.send(exchange.reply)


def not_a_number(exchange: Exchange) -> None:
    exchange.reply.body = b'{"hp": NaN}'
    exchange.send(exchange.reply)


def nested_deeply(exchange: Exchange) -> None:
    exchange.reply.body = b"[" * 200_000
    exchange.send(exchange.reply)


def nothing(exchange: Exchange) -> None:
    exchange.reply.body = b""
    exchange.send(exchange.reply)


def web_page(exchange: Exchange) -> None:
    """Answer as the log-in page of a hotel does."""
    exchange.send(Reply(headers={"Content-Type": "text/html"}, body=_HTML))


def status(code: int, body: bytes = b"", **headers: str) -> Fault:
    """Return a fault: another status."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return lambda exchange: exchange.send(Reply(status=code, headers=named, body=body))


server_error_empty = status(500)
server_error_page = status(502, _HTML, Content_Type="text/html")
server_error_json = status(500, b'{"error": {"code": 500}}', Content_Type="application/json")
not_found = status(404, b'{"error": {"code": 404}}')
bad_request = status(400, b'{"error": {"message": "Bad Request.", "code": 400}}')


def too_many(retry_after: str) -> Fault:
    return status(429, b'{"error": {"code": 429}}', Retry_After=retry_after)


def too_many_until(seconds: float) -> Fault:
    """Return a fault: too many requests, come back at a date."""
    then = datetime.now(UTC) + timedelta(seconds=seconds)
    return too_many(format_datetime(then, usegmt=True))


def endless_error(exchange: Exchange) -> None:
    """Answer 500 with a body without end."""
    exchange.head(500, {"Content-Length": str(1 << 40)})
    exchange.endless(bytes(1 << 16))


def sends_on_to(location: Callable[[Exchange], str], code: int = 302) -> Fault:
    """Return a fault: a redirect."""
    return lambda exchange: exchange.send(
        Reply(status=code, headers={"Location": location(exchange)})
    )


to_another_host = sends_on_to(lambda _: "http://cards.example/v2/sets")
to_another_port = sends_on_to(lambda _: "http://127.0.0.1:9/v2/sets")
to_a_user = sends_on_to(lambda exchange: f"http://a:b@{exchange.server.host}/v2/sets")
to_a_file = sends_on_to(lambda _: "file:///etc/passwd")
to_itself = sends_on_to(lambda exchange: exchange.asked.path, 301)
to_nowhere = status(302)


def endless_redirect(exchange: Exchange) -> None:
    """Send on to another host, with a body without end."""
    exchange.head(302, {"Location": "http://cards.example/", "Content-Length": str(1 << 40)})
    exchange.endless(bytes(1 << 16))


def two_gigabytes_announced(exchange: Exchange) -> None:
    """Claim that so much follows, and send nothing: whoever reads it waits."""
    exchange.head(200, {"Content-Length": str(2 << 30)})
    exchange.hang()


def two_gigabytes(exchange: Exchange) -> None:
    exchange.head(200, {"Content-Length": str(2 << 30)})
    exchange.endless(b" " * (1 << 16))


def two_gigabytes_in_chunks(exchange: Exchange) -> None:
    """Send as much without saying so beforehand."""
    exchange.head(200, _CHUNKED)
    exchange.endless(b"10000\r\n" + b" " * (1 << 16) + b"\r\n")


def slow_drip(exchange: Exchange) -> None:
    """Send a byte now and then: no single wait is long, the whole takes for ever."""
    exchange.head(200, {"Content-Length": str(1 << 20)})
    exchange.endless(b" ", pause_s=0.05)


def slow_drip_of_headers(exchange: Exchange) -> None:
    exchange.write(b"HTTP/1.1 200 OK\r\nX-Padding: ")
    exchange.endless(b"x", pause_s=0.05)


def many_headers(exchange: Exchange) -> None:
    exchange.head(200, {f"X-{number}": "x" for number in range(1_000)})
    exchange.close()


def huge_header(exchange: Exchange) -> None:
    exchange.head(200, {"X-Huge": "x" * 200_000})
    exchange.close()
