from __future__ import annotations

import gzip
import time
from pathlib import Path
from typing import Any

import pytest

from cardkit.errors import InputError
from cardkit.sources.base import Validators
from cardkit.sources.http import Downloaded, Http, Reason, RequestFailed
from tests.sources import faults
from tests.sources.asking import MEBIBYTE, Row, assert_own_exceptions_only, impatient, within
from tests.sources.faults import status
from tests.sources.server import LAST_MODIFIED, CardServer, Exchange, Fault


@pytest.fixture
def archive(server: CardServer) -> bytes:
    """What is downloaded: large enough for several reads."""
    content = bytes(range(256)) * 4_096
    server.replace_archive("cards.zip", content)
    return content


def download(server: CardServer, to: Path, http: Http | None = None, **given: Any) -> Downloaded:
    with http or impatient() as own:
        return within(lambda: own.download(f"{server.url}/archive/cards.zip", to, **given))


def test_a_file_arrives_whole(server: CardServer, archive: bytes, tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    to = tmp_path / "new" / "cards.zip"
    done = download(server, to, progress=lambda *each: told.append(each))
    assert to.read_bytes() == archive
    assert done.is_new
    assert (done.status, done.size_bytes) == (200, len(archive))
    assert done.validators.last_modified == LAST_MODIFIED
    assert [each.name for each in to.parent.iterdir()] == ["cards.zip"]
    assert told[-1] == (len(archive), len(archive))
    assert [size for size, _ in told] == sorted(size for size, _ in told)


def test_nothing_new(server: CardServer, archive: bytes, tmp_path: Path) -> None:
    first = download(server, tmp_path / "a")
    again = download(server, tmp_path / "b", validators=first.validators)
    assert not again.is_new
    assert (again.status, again.validators) == (304, first.validators)
    assert not (tmp_path / "b").exists()
    assert server.bytes_sent == len(archive)


def test_only_a_date_to_ask_with(server: CardServer, archive: bytes, tmp_path: Path) -> None:
    url = f"{server.url}/archive/cards.zip"
    known = Validators(address=url, last_modified=LAST_MODIFIED)
    assert not download(server, tmp_path / "a", validators=known).is_new
    older = Validators(address=url, last_modified="Fri, 06 Nov 2026 10:00:00 GMT")
    assert download(server, tmp_path / "a", validators=older).is_new
    assert (tmp_path / "a").read_bytes() == archive


def test_validators_of_another_address_do_not_count(
    server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    known = Validators(address="http://elsewhere.example/", last_modified=LAST_MODIFIED)
    assert download(server, tmp_path / "a", validators=known).is_new
    assert (tmp_path / "a").read_bytes() == archive


def broken_off(server: CardServer, to: Path) -> int:
    """Leave a part of a download, as a command does that was cut off; return its size."""
    server.misbehave(faults.cut_off(), times=None)
    with pytest.raises(RequestFailed) as caught:
        download(server, to, http=impatient(budget_s=0.4, sleep=time.sleep))
    assert caught.value.reason is Reason.DAMAGED  # which says more than that time is up
    server.behave()
    server.requests.clear()
    assert not to.exists()
    return to.with_name(f"{to.name}.part").stat().st_size


def test_a_download_goes_on_where_it_broke_off(
    server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    to = tmp_path / "a"
    size = broken_off(server, to)
    assert 0 < size < len(archive)
    told: list[tuple[int, int | None]] = []
    done = download(server, to, progress=lambda *each: told.append(each))
    assert to.read_bytes() == archive
    assert (done.status, done.size_bytes) == (206, len(archive))
    assert done.validators.etag
    (asked,) = server.requests
    assert asked.headers["range"] == f"bytes={size}-"
    assert asked.headers["if-range"] == done.validators.etag
    assert told[0][0] > size
    assert told[-1] == (len(archive), len(archive))
    assert [each.name for each in tmp_path.glob("a*")] == ["a"]


def test_within_a_command_too(server: CardServer, archive: bytes, tmp_path: Path) -> None:
    server.misbehave(faults.cut_off(by_reset=True), times=3)
    done = download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive
    assert done.size_bytes == len(archive)


def test_it_starts_over_when_it_may_not_go_on(
    server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    broken_off(server, tmp_path / "a")
    download(server, tmp_path / "a", resume=False)
    assert (tmp_path / "a").read_bytes() == archive
    assert "range" not in server.requests[0].headers


def test_it_starts_over_when_the_file_has_changed(
    server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    broken_off(server, tmp_path / "a")
    changed = archive[::-1]
    server.replace_archive("cards.zip", changed)
    done = download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == changed
    assert done.status == 200


def test_it_starts_over_at_another_address(server: CardServer, tmp_path: Path) -> None:
    broken_off(server, tmp_path / "a")
    with impatient() as http:
        http.download(f"{server.url}/archive/cards.tar.gz", tmp_path / "a")
    assert "range" not in server.requests[0].headers
    assert (tmp_path / "a").read_bytes() == server.archive("cards.tar.gz")


def test_it_starts_over_when_the_part_is_too_long(
    server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    broken_off(server, tmp_path / "a")
    with (tmp_path / "a.part").open("ab") as handle:
        handle.write(archive)
    download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive
    assert [("range" in each.headers) for each in server.requests] == [True, False]


def test_everything_had_arrived(server: CardServer, archive: bytes, tmp_path: Path) -> None:
    broken_off(server, tmp_path / "a")
    (tmp_path / "a.part").write_bytes(archive)
    done = download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive
    assert (done.status, done.size_bytes) == (206, len(archive))
    assert len(server.requests) == 1


def test_a_part_is_forgotten_when_nothing_is_new(server: CardServer, tmp_path: Path) -> None:
    known = download(server, tmp_path / "known").validators
    broken_off(server, tmp_path / "a")
    assert not download(server, tmp_path / "a", validators=known).is_new
    assert list(tmp_path.glob("a*")) == []


RECORDS = [b"", b"no json", b"[]", b'{"address": 1}', b'{"etag": "x"}', b'{"address": {}}']


@pytest.mark.parametrize("record", RECORDS)
def test_a_spoilt_record_of_a_part_is_no_record(
    record: bytes, server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    broken_off(server, tmp_path / "a")
    (tmp_path / "a.part.json").write_bytes(record)
    download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive
    assert "range" not in server.requests[0].headers


def with_headers(**headers: str) -> Fault:
    def fault(exchange: Exchange) -> None:
        for name, value in headers.items():
            exchange.reply.headers.pop(name.replace("_", "-"), None)
            if value:
                exchange.reply.headers[name.replace("_", "-")] = value
        faults.cut_off()(exchange)

    return fault


@pytest.mark.parametrize(
    ("headers", "is_resumed"),
    [
        ({"ETag": 'W/"weak"'}, False),
        ({"ETag": ""}, True),
        ({"ETag": "", "Last_Modified": ""}, False),
    ],
)
def test_only_what_promises_the_same_bytes_is_gone_on_with(
    headers: dict[str, str],
    is_resumed: bool,
    server: CardServer,
    archive: bytes,
    tmp_path: Path,
) -> None:
    server.misbehave(with_headers(**headers))
    download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive
    assert ("range" in server.requests[1].headers) is is_resumed


def wrong_range(exchange: Exchange) -> None:
    """Send another part than was asked for; all of the file when all was asked for."""
    if exchange.reply.status == 206:
        exchange.reply.headers["Content-Range"] = "bytes 1-2/3"
    exchange.send(exchange.reply)


def other_state(exchange: Exchange) -> None:
    """Send the right part, of another state of the file."""
    if exchange.reply.status == 206:
        exchange.reply.headers["ETag"] = '"another"'
        exchange.reply.body = bytes(len(exchange.reply.body))
    exchange.send(exchange.reply)


@pytest.mark.parametrize("fault", [wrong_range, other_state])
def test_a_wrong_part_is_not_put_into_the_file(
    fault: Fault, server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    broken_off(server, tmp_path / "a")
    server.misbehave(fault, times=None)
    download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive


def test_what_is_packed_for_the_way_is_unpacked(
    server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    server.misbehave(faults.gzipped)
    done = download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive
    assert done.size_bytes == len(archive)
    assert server.requests[0].headers["accept-encoding"] == "identity"


def test_what_was_unpacked_on_the_way_is_not_gone_on_with(
    server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    def cut_off(exchange: Exchange) -> None:
        exchange.reply.body = gzip.compress(exchange.reply.body)
        exchange.reply.headers["Content-Encoding"] = "gzip"
        faults.cut_off(0.9)(exchange)

    server.misbehave(cut_off)
    download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive
    assert ["range" in asked.headers for asked in server.requests] == [False, False]


DOWNLOAD_ROWS = [
    Row("silence", faults.silence, Reason.UNREACHABLE, "fell silent"),
    Row("silence-in-mid-body", faults.silence_in_mid_body, Reason.DAMAGED, "fell silent in the"),
    Row("reset-at-once", faults.reset_at_once, Reason.UNREACHABLE, "broke the connection off"),
    Row("chunks-cut-off", faults.chunks_cut_off, Reason.DAMAGED, "in the middle"),
    Row("web-page", faults.web_page, Reason.DAMAGED, "a web page where a file"),
    Row("gzip-that-is-none", faults.gzip_that_is_none, Reason.DAMAGED, "sent damaged data"),
    Row("500-empty", faults.server_error_empty, Reason.SERVER_ERROR, "500 ("),
    Row("404", faults.not_found, Reason.NOT_FOUND, "at /archive/cards.zip", Reason.NOT_FOUND),
    Row(
        "to-another-host",
        faults.to_another_host,
        Reason.REDIRECTED,
        "another host",
        Reason.REDIRECTED,
    ),
    Row("2-gb", faults.two_gigabytes, Reason.TOO_LARGE, "than the 2 MiB", Reason.TOO_LARGE),
    Row(
        "2-gb-in-chunks",
        faults.two_gigabytes_in_chunks,
        Reason.TOO_LARGE,
        "than the 2 MiB",
        Reason.TOO_LARGE,
    ),
    Row("slow-drip", faults.slow_drip, Reason.BUDGET, "took too long", Reason.BUDGET, 0.4),
    Row("304-unasked", status(304), Reason.DAMAGED, "304 (not modified)"),
    Row("206-unasked", status(206), Reason.DAMAGED, "206 (partial content)"),
]


@pytest.mark.parametrize("lasts", [True, False], ids=["lasting", "passing"])
@pytest.mark.parametrize("row", DOWNLOAD_ROWS, ids=[row.name for row in DOWNLOAD_ROWS])
def test_faults_while_downloading(
    row: Row, lasts: bool, server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    server.misbehave(row.fault, times=None if lasts else 1)
    reason = row.lasting if lasts else row.passing
    to = tmp_path / "a"
    if reason is None:
        download(server, to, max_bytes=2 * MEBIBYTE)
        assert to.read_bytes() == archive
        return
    limited = impatient(budget_s=row.budget_s)
    with pytest.raises(RequestFailed) as caught:
        download(server, to, http=limited, max_bytes=2 * MEBIBYTE)
    assert caught.value.reason is reason
    assert row.words in str(caught.value)
    assert_own_exceptions_only(caught.value)
    assert not to.exists()
    if reason is Reason.TOO_LARGE:
        assert list(tmp_path.glob("a*")) == []
    server.behave()
    download(server, to)
    assert to.read_bytes() == archive


def test_a_file_that_cannot_be_written(server: CardServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match=r"create the folder"):
        download(server, tmp_path / "file" / "a")
    (tmp_path / "a.part").mkdir()
    with pytest.raises(InputError, match="cannot write the download"):
        download(server, tmp_path / "a")


def test_an_older_file_stays_until_the_new_one_is_whole(
    server: CardServer, archive: bytes, tmp_path: Path
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    server.misbehave(faults.cut_off(), times=None)
    with pytest.raises(RequestFailed):
        download(server, tmp_path / "a", http=impatient(budget_s=0.4, sleep=time.sleep))
    assert (tmp_path / "a").read_bytes() == b"old"
    server.behave()
    download(server, tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == archive
