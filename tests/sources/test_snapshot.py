from __future__ import annotations

import io
import socket
import tarfile
import zipfile
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, cast

import pytest

from cardkit.cards import Card, SetId
from cardkit.catalogue.rows import card_from_row
from cardkit.errors import ExitCode, SourceUnavailable, UsageError
from cardkit.findings import Severity
from cardkit.resources import template
from cardkit.sources.archives import Limits
from cardkit.sources.base import Batch, FetchRequest, Source, Validators
from cardkit.sources.bulk import read_bulk
from cardkit.sources.http import Http, Reason, RequestFailed
from cardkit.sources.snapshot import Snapshot, default_cache
from tests.sources import faults
from tests.sources.asking import impatient, within
from tests.sources.making import pokemon, write_bulk
from tests.sources.server import CardServer, Exchange, Fault

MEBIBYTE = 1 << 20


@pytest.fixture
def snapshot(server: CardServer, tmp_path: Path) -> Snapshot:
    return Snapshot(address=f"{server.url}/archive/cards.zip", cache=tmp_path / "cache")


def fetched(
    source: Source, request: FetchRequest | None = None, http: Http | None = None
) -> list[Batch]:
    with http or impatient() as own:
        return within(lambda: list(source.fetch(request or FetchRequest(), own)))


def card_ids(batches: Sequence[Batch]) -> list[str]:
    return [row.key for batch in batches for row in batch.rows]


def cards(batches: Sequence[Batch]) -> list[Card]:
    return [card_from_row(row) for batch in batches for row in batch.rows]


def set_ids(batches: Sequence[Batch]) -> list[str]:
    return [each.set_id for batch in batches for each in batch.sets]


ALL = ["own1-1", "own1-2", "own1-3", "own2-1", "own2-2"]


@pytest.mark.parametrize("name", ["cards.zip", "cards.tar.gz"])
def test_everything_in_an_archive(name: str, server: CardServer, tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    snapshot = Snapshot(
        address=f"{server.url}/archive/{name}",
        cache=tmp_path / "cache",
        progress=lambda *each: told.append(each),
    )
    batches = fetched(snapshot)
    direct = read_bulk(tmp_path / "served")
    assert tuple(cards(batches)) == direct.cards
    assert tuple(each for batch in batches for each in batch.sets) == direct.sets
    assert not any(batch.problems for batch in batches)
    size = len(server.archive(name))
    assert told[-1] == (size, size)
    assert list((tmp_path / "cache").iterdir()) == []


def test_the_last_batch_says_how_to_ask_the_next_time(
    server: CardServer, snapshot: Snapshot
) -> None:
    first = fetched(snapshot)
    assert [batch.validators is None for batch in first] == [True] * (len(first) - 1) + [False]
    validators = first[-1].validators
    assert validators is not None
    assert validators.address == snapshot.address
    assert validators.of_use
    sent = server.bytes_sent
    assert fetched(snapshot, FetchRequest(validators=validators)) == []
    assert server.bytes_sent == sent


def test_a_new_state_comes_whole(server: CardServer, snapshot: Snapshot, tmp_path: Path) -> None:
    validators = fetched(snapshot)[-1].validators
    newer = write_bulk(tmp_path / "newer", {"own3.json": [pokemon(1, id="own3-1")]})
    with CardServer(newer) as other:
        server.replace_archive("cards.zip", other.archive("cards.zip"))
    batches = fetched(snapshot, FetchRequest(validators=validators))
    assert card_ids(batches) == ["own3-1"]
    assert batches[-1].validators not in (None, validators)


def test_validators_of_another_archive_do_not_count(snapshot: Snapshot) -> None:
    validators = fetched(snapshot)[-1].validators
    other = replace(snapshot, address=snapshot.address.replace(".zip", ".tar.gz"))
    assert card_ids(fetched(other, FetchRequest(validators=validators))) == ALL


# A part of it


PARTS: list[tuple[dict[str, Any], list[str], list[str]]] = [
    ({"sets": (SetId("own2"),)}, ["own2-1", "own2-2"], ["own2"]),
    ({"sets": (SetId("own1"), SetId("own2"))}, ALL, ["own1", "own2"]),
    ({"since": date(2026, 7, 17)}, ["own2-1", "own2-2"], ["own2"]),
    ({"since": date(2026, 7, 18)}, [], []),
    ({"since": date(2024, 1, 1)}, ALL, ["own1", "own2"]),
    ({"since": date(2025, 1, 1), "sets": (SetId("own1"),)}, [], []),
]


@pytest.mark.parametrize(("wanted", "cards", "sets"), PARTS)
def test_a_part_of_it(
    wanted: dict[str, Any], cards: list[str], sets: list[str], snapshot: Snapshot
) -> None:
    batches = fetched(snapshot, FetchRequest(**wanted))
    assert card_ids(batches) == cards
    assert set_ids(batches) == sets
    assert not any(batch.problems or batch.validators for batch in batches)
    assert all(batch.rows or batch.sets for batch in batches)


def test_a_part_is_fetched_although_the_archive_is_known(snapshot: Snapshot) -> None:
    validators = fetched(snapshot)[-1].validators
    request = FetchRequest(sets=(SetId("own1"),), validators=validators)
    assert card_ids(fetched(snapshot, request)) == ["own1-1", "own1-2", "own1-3"]


def test_a_set_of_unknown_age_counts_as_new(server: CardServer, snapshot: Snapshot) -> None:
    unlisted = {"own9.json": [pokemon(1, id="own9-1")], "own1.json": [pokemon(1)]}
    folder = write_bulk(snapshot.cache.parent / "unlisted", unlisted)
    with CardServer(folder) as other:
        server.replace_archive("cards.zip", other.archive("cards.zip"))
    assert card_ids(fetched(snapshot, FetchRequest(since=date(2025, 1, 1)))) == ["own9-1"]


def test_a_set_that_is_not_there(snapshot: Snapshot) -> None:
    wanted = (SetId("own1"), SetId("own3"), SetId("zzz"))
    *_, last = fetched(snapshot, FetchRequest(sets=wanted))
    assert [(each.where, each.severity, each.remedy) for each in last.problems] == [
        ("own3", Severity.ERROR, "did you mean own2 or own1?"),
        ("zzz", Severity.ERROR, "check the identifier"),
    ]


def test_a_set_that_cannot_be_read(server: CardServer, snapshot: Snapshot) -> None:
    files = {"own1.json": [pokemon(1)], "own2.json": [pokemon(1, id=None)], "own3.json": "[{"}
    folder = write_bulk(snapshot.cache.parent / "spoilt", files)
    with CardServer(folder) as other:
        server.replace_archive("cards.zip", other.archive("cards.zip"))
    batches = fetched(snapshot, FetchRequest(sets=(SetId("own1"), SetId("own2"))))
    assert card_ids(batches) == ["own1-1"]
    codes = [each.code for batch in batches for each in batch.problems]
    assert codes == ["bulk-card-refused", "snapshot-unknown-set"]


def test_queries_are_refused(snapshot: Snapshot, server: CardServer) -> None:
    with pytest.raises(UsageError, match=r"answers no queries such as 'name:\"Mew\"'"):
        fetched(snapshot, FetchRequest(query='name:"Mew"'))
    assert server.requests == []


# What cannot be used


def packed(*entries: tuple[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries:
            archive.writestr(name, text)
    return content.getvalue()


def tarred(name: str, size: int) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = size
        archive.addfile(entry, io.BytesIO(bytes(size)))
    return content.getvalue()


CARDS = b'[{"id": "own1-1", "name": "A", "number": "1", "supertype": "Trainer"}]'
ARCHIVES: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("cut-off", lambda right: right[:-100], "damaged or cut off"),
    ("spoilt", lambda right: right[:60] + bytes(60) + right[120:], "damaged or cut off"),
    ("text", lambda _: b"Not an archive at all\n" * 50, "expected a folder, a zip or a tar"),
    ("empty", lambda _: b"", "an empty file"),
    ("without-cards", lambda _: packed(("readme.txt", b"hello")), "got none of these files"),
    ("no-json", lambda _: packed(("cards/en/own1.json", b"[{")), "cards/en/own1.json: the file"),
    ("escape", lambda _: packed(("../../cards/en/own1.json", CARDS)), "inside the archive"),
    ("bomb", lambda _: packed(("cards/en/own1.json", bytes(20 * MEBIBYTE))), "at most 16 MiB"),
    ("padding", lambda _: tarred("decks/en/big.json", 6 * MEBIBYTE), "at most 4 MiB unpacked"),
]


@pytest.mark.parametrize(
    ("spoil", "words"), [row[1:] for row in ARCHIVES], ids=[row[0] for row in ARCHIVES]
)
def test_archives_that_cannot_be_used(
    spoil: Callable[[bytes], bytes], words: str, server: CardServer, snapshot: Snapshot
) -> None:
    right = server.archive("cards.zip")
    server.replace_archive("cards.zip", spoil(right))
    limited = replace(snapshot, limits=Limits(unpacked_bytes=4 * MEBIBYTE))
    with pytest.raises(SourceUnavailable) as caught:
        fetched(limited)
    assert caught.value.exit_code is ExitCode.SOURCE_UNAVAILABLE
    assert str(caught.value).startswith(f"{server.host} sent an archive that cannot be used: ")
    assert words in str(caught.value)
    assert str(snapshot.cache) not in str(caught.value)
    assert list(snapshot.cache.iterdir()) == []
    server.replace_archive("cards.zip", right)
    assert card_ids(fetched(snapshot)) == ALL


def without_length(exchange: Exchange) -> None:
    """Send half of the archive, and nothing that says that it is half."""
    exchange.head(200, {})
    exchange.write(exchange.reply.body[: len(exchange.reply.body) // 2])
    exchange.close()


FAULTS: list[tuple[str, Fault, str]] = [
    ("half-of-unknown-length", without_length, "damaged or cut off"),
    ("web-page", faults.web_page, "a web page where a file was expected"),
    ("not-found", faults.not_found, "has nothing at /archive/cards.zip"),
    ("two-gigabytes", faults.two_gigabytes, "more than the 1 MiB that are taken"),
    ("without-end", faults.two_gigabytes_in_chunks, "more than the 1 MiB that are taken"),
    ("error", faults.server_error_page, "502 (bad gateway)"),
    ("to-another-host", faults.to_another_host, "sends on to cards.example"),
]


@pytest.mark.parametrize(
    ("fault", "words"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS]
)
def test_faults_of_the_server(
    fault: Fault, words: str, server: CardServer, snapshot: Snapshot
) -> None:
    server.misbehave(fault, times=None)
    with pytest.raises(SourceUnavailable) as caught:
        fetched(replace(snapshot, archive_bytes=MEBIBYTE))
    assert words in str(caught.value)
    server.behave()
    assert card_ids(fetched(snapshot)) == ALL


def test_a_download_goes_on_with_the_next_command(server: CardServer, snapshot: Snapshot) -> None:
    server.misbehave(faults.cut_off(), times=None)
    with pytest.raises(RequestFailed):
        fetched(snapshot, http=impatient(budget_s=0.4))
    assert list(snapshot.cache.iterdir())
    server.behave()
    server.requests.clear()
    assert card_ids(fetched(snapshot)) == ALL
    (asked,) = server.requests
    assert asked.headers["range"].startswith("bytes=")
    assert list(snapshot.cache.iterdir()) == []


def test_nothing_stays_when_the_reader_stops_in_the_middle(snapshot: Snapshot) -> None:
    with impatient() as http:
        batches = cast("Generator[Batch, None, None]", snapshot.fetch(FetchRequest(), http))
        next(batches)
        assert list(snapshot.cache.iterdir())
        batches.close()
    assert list(snapshot.cache.iterdir()) == []


def test_offline_makes_no_connection(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> Any:
        pytest.fail("offline, and yet there is a socket")

    monkeypatch.setattr(socket, "socket", forbidden)
    monkeypatch.setattr(socket, "getaddrinfo", forbidden)
    with pytest.raises(RequestFailed) as caught:
        fetched(snapshot, http=Http(offline=True))
    assert caught.value.reason is Reason.OFFLINE
    assert not snapshot.cache.exists()


# Settings


def test_the_settings_that_are_shipped() -> None:
    shipped = Snapshot.from_settings(template("sources")["snapshot"])
    assert shipped.address.startswith("https://")
    assert (shipped.archive_bytes, shipped.limits.unpacked_bytes) == (256 << 20, 2048 << 20)
    assert shipped.name == "snapshot"


def test_an_address_for_one_command() -> None:
    table = template("sources")["snapshot"]
    given = Snapshot.from_settings(table, address="http://127.0.0.1:8000/cards.tar.gz")
    assert given.address == "http://127.0.0.1:8000/cards.tar.gz"


ADDRESSES = ["", "cards.zip", "ftp://a/b", "file:///a", "https://", "https://a b/", "http://a/\n"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(UsageError, match="expects an address such as https://"):
        Snapshot.from_settings(template("sources")["snapshot"], address=address)


def test_passwords_in_addresses_are_neither_taken_nor_shown() -> None:
    with pytest.raises(UsageError, match="without a password") as caught:
        Snapshot.from_settings(
            template("sources")["snapshot"], address="https://somebody:secret@a.example/x.zip"
        )
    assert "secret" not in str(caught.value)


def test_where_downloads_wait(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDKIT_CACHE", str(tmp_path))
    assert default_cache() == tmp_path
    monkeypatch.delenv("CARDKIT_CACHE")
    assert "cardkit" in str(default_cache())


def test_validators_of_use() -> None:
    assert not Validators(address="x").of_use
    assert Validators(address="x", etag='"1"').of_use
    assert Validators(address="x", last_modified="yesterday").of_use


@pytest.mark.parametrize("name", ["cards.zip", "cards.tar.gz"])
def test_the_public_data(name: str, bulk_folder: Path, tmp_path: Path) -> None:
    direct = read_bulk(bulk_folder)
    with CardServer(bulk_folder) as server:
        snapshot = Snapshot(address=f"{server.url}/archive/{name}", cache=tmp_path / "cache")
        batches = fetched(snapshot, http=Http(budget_s=60.0))
    assert set(cards(batches)) == set(direct.cards)
    assert {each for batch in batches for each in batch.sets} == set(direct.sets)
