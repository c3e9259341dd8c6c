from __future__ import annotations

import contextlib
import errno
import json
import logging
import socket
import ssl
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import requests
from urllib3 import exceptions as urllib3
from urllib3.response import HTTPResponse

from cardkit.errors import ExitCode
from cardkit.sources.http import Http, Reason, RequestFailed
from cardkit.sources.http.troubles import trouble_words
from tests.sources import faults
from tests.sources.asking import (
    HUNG_S,
    MEBIBYTE,
    Row,
    assert_own_exceptions_only,
    impatient,
    within,
)
from tests.sources.faults import status, too_many, too_many_until
from tests.sources.server import CardServer, Exchange

SECRET = "s3cret-of-the-owner"  # noqa: S105 - made up; no message may hold it


def sets_of(server: CardServer, http: Http) -> list[str]:
    document = within(
        lambda: http.get_json(
            f"{server.url}/v2/sets",
            headers={"X-Api-Key": SECRET},
            max_bytes=MEBIBYTE,
        )
    )
    return [each["id"] for each in document["data"]]


ROWS = [
    Row("silence", faults.silence, Reason.UNREACHABLE, "fell silent"),
    Row("silence-in-mid-body", faults.silence_in_mid_body, Reason.DAMAGED, "fell silent in the"),
    Row("closed-at-once", faults.closed_at_once, Reason.UNREACHABLE, "broke the connection off"),
    Row("reset-at-once", faults.reset_at_once, Reason.UNREACHABLE, "broke the connection off"),
    Row("no-http", faults.no_http, Reason.UNREACHABLE, "broke the connection off"),
    Row("reset-in-mid-body", faults.cut_off(by_reset=True), Reason.DAMAGED, "broke the connection"),
    Row("length-too-long", faults.cut_off(), Reason.DAMAGED, "in the middle of its answer"),
    Row("length-too-short", faults.length_too_short, Reason.DAMAGED, "no JSON from character"),
    Row("length-no-number", faults.length_no_number, None),
    Row("chunks-cut-off", faults.chunks_cut_off, Reason.DAMAGED, "broke the connection off"),
    Row("chunks-without-end", faults.chunks_without_end, Reason.DAMAGED, "broke the connection"),
    Row("gzipped", faults.gzipped, None),
    Row("gzip-cut-off", faults.gzip_cut_off, Reason.DAMAGED, "no JSON from character"),
    Row("gzip-that-is-none", faults.gzip_that_is_none, Reason.DAMAGED, "sent damaged data"),
    Row("gzip-bomb", faults.gzip_bomb, Reason.TOO_LARGE, "more than the 1 MiB", Reason.TOO_LARGE),
    Row("bad-utf-8", faults.bad_utf_8, Reason.DAMAGED, "no UTF-8: 0xe9 at byte 13"),
    Row("no-json", faults.no_json, Reason.DAMAGED, "no JSON from character 15"),
    Row("not-a-number", faults.not_a_number, Reason.DAMAGED, "a number that is none"),
    Row("nested-deeply", faults.nested_deeply, Reason.DAMAGED, "nested too deeply"),
    Row("nothing", faults.nothing, Reason.DAMAGED, "sent nothing where JSON"),
    Row("web-page", faults.web_page, Reason.DAMAGED, "a web page where JSON"),
    Row("500-empty", faults.server_error_empty, Reason.SERVER_ERROR, "500 (internal server error)"),
    Row("502-page", faults.server_error_page, Reason.SERVER_ERROR, "502 (bad gateway), 5 times"),
    Row("500-json", faults.server_error_json, Reason.SERVER_ERROR, "error), 5 times"),
    Row("503", status(503), Reason.SERVER_ERROR, "503 (service unavailable)"),
    Row("599", status(599), Reason.SERVER_ERROR, "answered 599", Reason.SERVER_ERROR),
    Row("500-endless", faults.endless_error, Reason.SERVER_ERROR, "answered 500"),
    Row("429-one-second", too_many("1"), Reason.RATE_LIMITED, "429 (too many requests), 5 times"),
    Row(
        "429-one-day",
        too_many("86400"),
        Reason.RATE_LIMITED,
        "asks to come back in 1 day",
        Reason.RATE_LIMITED,
    ),
    Row("429-garbage", too_many("tomorrow, maybe"), Reason.RATE_LIMITED, "requests), 5 times"),
    Row("429-date", too_many_until(0.5), Reason.RATE_LIMITED, "(too many requests)"),
    Row(
        "429-far-date",
        too_many_until(7_200.5),
        Reason.RATE_LIMITED,
        "asks to come back in 2 hours",
        Reason.RATE_LIMITED,
    ),
    Row("429-digits", too_many("9" * 60), Reason.RATE_LIMITED, "in ", Reason.RATE_LIMITED),
    Row("404", faults.not_found, Reason.NOT_FOUND, "nothing at /v2/sets: 404", Reason.NOT_FOUND),
    Row("400", faults.bad_request, Reason.REFUSED, "400 (bad request)", Reason.REFUSED),
    Row("403", status(403), Reason.REFUSED, "403 (forbidden)", Reason.REFUSED),
    Row("204", status(204), Reason.DAMAGED, "204 (no content)"),
    Row("304-unasked", status(304), Reason.DAMAGED, "304 (not modified)"),
    Row(
        "to-another-host",
        faults.to_another_host,
        Reason.REDIRECTED,
        "sends on to cards.example, another host",
        Reason.REDIRECTED,
    ),
    Row("to-another-port", faults.to_another_port, Reason.REDIRECTED, ":9,", Reason.REDIRECTED),
    Row("to-a-user", faults.to_a_user, Reason.REDIRECTED, "not followed", Reason.REDIRECTED),
    Row("to-a-file", faults.to_a_file, Reason.REDIRECTED, "not followed", Reason.REDIRECTED),
    Row("to-nowhere", faults.to_nowhere, Reason.REDIRECTED, "say where to", Reason.REDIRECTED),
    Row("to-itself", faults.to_itself, Reason.REDIRECTED, "sends on without end"),
    Row(
        "endless-redirect",
        faults.endless_redirect,
        Reason.REDIRECTED,
        "cards.example",
        Reason.REDIRECTED,
    ),
    Row(
        "2-gb-announced",
        faults.two_gigabytes_announced,
        Reason.TOO_LARGE,
        "than the 1 MiB",
        Reason.TOO_LARGE,
    ),
    Row("2-gb", faults.two_gigabytes, Reason.TOO_LARGE, "than the 1 MiB", Reason.TOO_LARGE),
    Row(
        "2-gb-in-chunks",
        faults.two_gigabytes_in_chunks,
        Reason.TOO_LARGE,
        "than the 1 MiB",
        Reason.TOO_LARGE,
    ),
    Row("slow-drip", faults.slow_drip, Reason.BUDGET, "took too long", Reason.BUDGET, 0.4),
    Row(
        "slow-drip-of-headers",
        faults.slow_drip_of_headers,
        Reason.BUDGET,
        "took too long: the 1 second",
        Reason.BUDGET,
        1.0,
    ),
    Row("many-headers", faults.many_headers, Reason.UNREACHABLE, "broke the connection off"),
    Row("huge-header", faults.huge_header, Reason.UNREACHABLE, "broke the connection off"),
]

ROW_IDS = [row.name for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_a_fault_that_lasts(row: Row, server: CardServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    server.misbehave(row.fault, times=None)
    with impatient(budget_s=row.budget_s) as http:
        if row.lasting is None:
            assert sets_of(server, http) == ["own1", "own2"]
            return
        with pytest.raises(RequestFailed) as caught:
            sets_of(server, http)
        failure = caught.value
        assert failure.reason is row.lasting
        assert str(failure).startswith(f"{server.host} ")
        assert row.words in str(failure)
        assert failure.exit_code is ExitCode.SOURCE_UNAVAILABLE
        assert failure.host == server.host
        # Bodies are not read beyond the limit; what is sent more is on its way already.
        assert server.bytes_sent < 32 * MEBIBYTE
        assert_own_exceptions_only(failure)
        assert SECRET not in caplog.text
        assert SECRET not in "".join(traceback.format_exception(failure))
        assert SECRET not in repr(vars(failure))
        server.behave()
        if not failure.is_final:
            assert sets_of(server, http) == ["own1", "own2"]


@pytest.mark.parametrize("row", ROWS, ids=ROW_IDS)
def test_a_fault_that_passes(row: Row, server: CardServer) -> None:
    server.misbehave(row.fault)
    with impatient(budget_s=row.budget_s) as http:
        if row.passing is None:
            assert sets_of(server, http) == ["own1", "own2"]
        else:
            with pytest.raises(RequestFailed) as caught:
                sets_of(server, http)
            assert caught.value.reason is row.passing


def test_a_read_that_cannot_be_interrupted_is_left_behind(
    server: CardServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: HTTPResponse) -> None:
        raise RuntimeError("not on this system")

    monkeypatch.setattr(HTTPResponse, "shutdown", refuse)
    server.misbehave(faults.slow_drip)
    with impatient(budget_s=0.3) as http, pytest.raises(RequestFailed) as caught:
        sets_of(server, http)
    assert caught.value.reason is Reason.BUDGET


def test_half_characters_become_question_marks(server: CardServer) -> None:
    server.misbehave(faults.half_characters)
    with impatient() as http:
        document = http.get_json(f"{server.url}/v2/sets")
    assert document == {"name": "a?", "?": "\N{GRINNING FACE}"}
    json.dumps(document, ensure_ascii=False).encode()


def test_params_are_escaped_and_headers_sent(server: CardServer) -> None:
    query = 'set.id:"own1" name:"Test & mander"'
    with impatient(user_agent="cardkit/9") as http:
        http.get_json(
            f"{server.url}/v2/cards", params={"q": query, "page": 1}, headers={"X-A": "b"}
        )
    (asked,) = server.requests
    assert asked.query == {"q": query, "page": "1"}
    assert asked.headers["user-agent"] == "cardkit/9"
    assert asked.headers["x-a"] == "b"


def test_redirects_on_one_host_are_followed_with_their_headers(server: CardServer) -> None:
    server.misbehave(faults.sends_on_to(lambda _: "/v2/sets/own2"), at="/v2/sets?", times=None)
    with impatient() as http:
        found = http.get_json(f"{server.url}/v2/sets", params={"a": "b"}, headers={"X-A": "b"})
    assert found["data"]["id"] == "own2"
    first, second = server.requests
    assert (first.query, second.query) == ({"a": "b"}, {})
    assert first.headers["x-a"] == second.headers["x-a"]


def test_cookies_and_passwords_are_not_kept(
    server: CardServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))

    def with_cookie(exchange: Exchange) -> None:
        exchange.reply.headers["Set-Cookie"] = "who=you"
        exchange.send(exchange.reply)

    server.misbehave(with_cookie)
    with impatient() as http:
        sets_of(server, http)
        sets_of(server, http)
    for asked in server.requests:
        assert not {"cookie", "authorization"} & set(asked.headers)


def test_a_connection_serves_many_requests(server: CardServer) -> None:
    with impatient() as http:
        for _ in range(5):
            sets_of(server, http)
    assert server.connections == 1


def test_several_threads_may_ask(server: CardServer) -> None:
    server.misbehave(faults.server_error_empty, at="own1-1", times=2)
    with impatient(budget_s=20.0, read_s=10.0) as http, ThreadPoolExecutor(8) as pool:
        urls = [f"{server.url}/v2/cards/own1-{number % 3 + 1}" for number in range(60)]
        found = list(pool.map(lambda url: http.get_json(url)["data"]["number"], urls))
    assert found == [str(number % 3 + 1) for number in range(60)]


# Time


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.naps_s: list[float] = []

    def __call__(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.naps_s.append(seconds)
        self.now_s += seconds


def timed(clock: Clock, budget_s: float = 1_000.0) -> Http:
    return Http(budget_s=budget_s, clock=clock, sleep=clock.sleep)


def test_waits_grow_between_attempts(server: CardServer) -> None:
    clock = Clock()
    server.misbehave(faults.server_error_empty, times=4)
    with timed(clock) as http:
        assert sets_of(server, http) == ["own1", "own2"]
    assert len(clock.naps_s) == 3  # the second attempt comes at once
    for nap_s, least_s in zip(clock.naps_s, (1.0, 2.0, 4.0), strict=True):
        assert least_s <= nap_s <= least_s + 0.5


RETRY_AFTER = [("1", 1.0), ("0", 0.0), ("60", 60.0), (" 7 ", 7.0)]


@pytest.mark.parametrize(("header", "nap_s"), RETRY_AFTER)
def test_retry_after_is_obeyed(header: str, nap_s: float, server: CardServer) -> None:
    clock = Clock()
    server.misbehave(too_many(header))
    with timed(clock) as http:
        assert sets_of(server, http) == ["own1", "own2"]
    assert sum(clock.naps_s) == nap_s


def test_a_date_counts_from_the_clock_of_the_server(server: CardServer) -> None:
    def far_in_the_past(exchange: Exchange) -> None:
        exchange.write(
            b"HTTP/1.1 503 Busy\r\nDate: Fri, 05 Feb 1999 10:00:00 GMT\r\n"
            b"Retry-After: Fri, 05 Feb 1999 10:00:09 GMT\r\nContent-Length: 0\r\n\r\n"
        )

    clock = Clock()
    server.misbehave(far_in_the_past)
    with timed(clock) as http:
        assert sets_of(server, http) == ["own1", "own2"]
    assert clock.naps_s == [9.0]


@pytest.mark.parametrize("header", ["61", "86400"])
def test_no_wait_is_longer_than_a_person_would_bear(header: str, server: CardServer) -> None:
    clock = Clock()
    server.misbehave(too_many(header))
    with timed(clock, budget_s=1e6) as http, pytest.raises(RequestFailed) as caught:
        sets_of(server, http)
    assert caught.value.reason is Reason.RATE_LIMITED
    assert clock.naps_s == []


def test_no_wait_goes_beyond_the_budget(server: CardServer) -> None:
    clock = Clock()
    server.misbehave(too_many("50"), times=None)
    with timed(clock, budget_s=120.0) as http, pytest.raises(RequestFailed) as caught:
        sets_of(server, http)
    assert caught.value.reason is Reason.RATE_LIMITED
    assert clock.naps_s == [50.0, 50.0]


def test_an_own_wait_goes_as_far_as_the_budget() -> None:
    clock = Clock()
    with timed(clock, budget_s=10.0) as http:
        http.wait(0.0)
        http.wait(4.0)
        assert (clock.naps_s, http.remaining_s) == ([4.0], 6.0)
        with pytest.raises(
            RequestFailed, match="the 10 seconds that the command may take"
        ) as caught:
            http.wait(6.0)
    assert caught.value.is_final
    assert clock.naps_s == [4.0]


def test_nothing_is_asked_when_the_budget_is_used_up(server: CardServer) -> None:
    clock = Clock()
    with timed(clock, budget_s=60.0) as http:
        clock.now_s = 61.0
        with pytest.raises(RequestFailed, match="took too long: the 1 minute") as caught:
            sets_of(server, http)
    assert caught.value.is_final
    assert server.requests == []


# Connections


def test_offline_makes_no_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> Any:
        pytest.fail("offline, and yet there is a socket")

    monkeypatch.setattr(socket, "socket", forbidden)
    monkeypatch.setattr(socket, "create_connection", forbidden)
    monkeypatch.setattr(socket, "getaddrinfo", forbidden)
    with Http(offline=True) as http:
        asks: list[Callable[[], object]] = [
            lambda: http.get_json("https://cards.example/x"),
            lambda: http.download("https://cards.example/x", tmp_path / "x"),
        ]
        for ask in asks:
            with pytest.raises(
                RequestFailed, match=r"cards\.example was not asked: --offline"
            ) as caught:
                ask()
            assert caught.value.is_final
            assert caught.value.reason is Reason.OFFLINE
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def full_backlog() -> Iterator[int]:
    """A port where connections are never taken."""
    with socket.socket() as listening, contextlib.ExitStack() as fillers:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        for _ in range(4):
            filler = fillers.enter_context(socket.socket())
            filler.setblocking(False)
            filler.connect_ex(listening.getsockname())
        yield listening.getsockname()[1]


def failure_at(url: str, **changes: Any) -> RequestFailed:
    with impatient(**changes) as http, pytest.raises(RequestFailed) as caught:
        within(lambda: http.get_json(url))
    assert_own_exceptions_only(caught.value)
    return caught.value


def test_a_connection_that_is_never_taken(full_backlog: int) -> None:
    failure = failure_at(f"http://127.0.0.1:{full_backlog}/")
    assert str(failure) == f"127.0.0.1:{full_backlog} did not take the connection in time"


def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        assert (
            str(failure_at(f"http://127.0.0.1:{port}/")) == f"127.0.0.1:{port} refuses connections"
        )


def test_no_tls(server: CardServer) -> None:
    failure = failure_at(f"https://{server.host}/v2/sets")
    assert str(failure) == f"{server.host} does not speak TLS as it should"


def test_an_unknown_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    failure = failure_at("http://cards.example/")
    assert str(failure) == "cards.example is not known; check the connection to the internet"


def test_a_name_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def slow(*_: Any, **__: Any) -> Any:
        release.wait(HUNG_S)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    failure = failure_at("http://cards.example/", budget_s=0.3)
    release.set()
    assert failure.reason is Reason.BUDGET


ADDRESSES = ["ftp://cards.example/", "cards.example", "http://[", "http://a..b/", "http://x:y/", ""]


@pytest.mark.parametrize("url", ADDRESSES)
def test_what_is_no_address(url: str) -> None:
    assert "malformed" in str(failure_at(url))


def test_a_header_that_cannot_be_sent_is_not_shown(server: CardServer) -> None:
    with impatient() as http:
        for value in (f"{SECRET}\n", f" {SECRET}", f"{SECRET}\N{EURO SIGN}"):
            with pytest.raises(RequestFailed, match="a header is malformed") as caught:
                http.get_json(f"{server.url}/v2/sets", headers={"X-Api-Key": value})
            assert_own_exceptions_only(caught.value)
            assert SECRET not in "".join(traceback.format_exception(caught.value))
    assert server.requests == []


def test_a_password_in_an_address_is_not_shown(server: CardServer) -> None:
    url = f"http://somebody:{SECRET}@{server.host}/v2/nothing?key={SECRET}"
    failure = failure_at(url)
    assert str(failure) == f"{server.host} has nothing at /v2/nothing: 404 (not found)"


def raised_from(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


TROUBLES: list[tuple[Exception, str]] = [
    (
        requests.exceptions.SSLError(
            urllib3.MaxRetryError(
                Mock(), "/", urllib3.SSLError(ssl.SSLCertVerificationError("expired"))
            )
        ),
        "has a certificate that cannot be trusted; check the clock of this machine",
    ),
    (
        requests.exceptions.ProxyError(
            urllib3.MaxRetryError(Mock(), "/", urllib3.ProxyError("no", OSError("407 asked")))
        ),
        "cannot be reached through the proxy of this network",
    ),
    (
        requests.ConnectionError(
            raised_from(
                urllib3.NewConnectionError(Mock(), "failed"), OSError(errno.ENETUNREACH, "no way")
            )
        ),
        "cannot be reached from this network",
    ),
    (OSError(errno.EMFILE, "too many open files"), "cannot be reached (OSError)"),
]


@pytest.mark.parametrize(("error", "words"), TROUBLES)
def test_troubles_that_need_a_network(error: Exception, words: str) -> None:
    assert trouble_words(error) == words
