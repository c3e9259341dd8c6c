"""Updates from a server that misbehaves: each ends, says what is usable, and leaves it whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardkit.catalogue import Catalogue
from cardkit.cli.app import run
from cardkit.errors import ExitCode
from tests.catalogue.making import card
from tests.sources import faults
from tests.sources.making import SETS, pokemon, write_bulk
from tests.sources.server import CardServer, Fault

SOURCES = ("snapshot", "ptcgapi", "tcgdex")

LASTING: dict[str, Fault] = {
    "silence": faults.silence,
    "silence in mid-body": faults.silence_in_mid_body,
    "closed at once": faults.closed_at_once,
    "reset at once": faults.reset_at_once,
    "no HTTP": faults.no_http,
    "cut off": faults.cut_off(),
    "reset in mid-body": faults.cut_off(by_reset=True),
    "chunks cut off": faults.chunks_cut_off,
    "chunks without end": faults.chunks_without_end,
    "length too short": faults.length_too_short,
    "gzip cut off": faults.gzip_cut_off,
    "gzip that is none": faults.gzip_that_is_none,
    "gzip bomb": faults.gzip_bomb,
    "bad UTF-8": faults.bad_utf_8,
    "no JSON": faults.no_json,
    "NaN": faults.not_a_number,
    "nested deeply": faults.nested_deeply,
    "nothing": faults.nothing,
    "web page": faults.web_page,
    "500 empty": faults.server_error_empty,
    "502 HTML": faults.server_error_page,
    "500 JSON": faults.server_error_json,
    "500 endless": faults.endless_error,
    "404": faults.not_found,
    "403": faults.status(403),
    "429, 1 s": faults.too_many("1"),
    "429, 1 day": faults.too_many("86400"),
    "429, garbage": faults.too_many("soon, perhaps"),
    "to another host": faults.to_another_host,
    "to itself": faults.to_itself,
    "to nowhere": faults.to_nowhere,
    "2 GB announced": faults.two_gigabytes_announced,
    "2 GB": faults.two_gigabytes,
    "2 GB in chunks": faults.two_gigabytes_in_chunks,
    "slow drip": faults.slow_drip,
    "slow drip of headers": faults.slow_drip_of_headers,
    "many headers": faults.many_headers,
    "huge header": faults.huge_header,
}
DRIPS = ("slow drip", "slow drip of headers")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CardServer]:
    """A server of one set, and a catalogue that knows another one."""
    write_bulk(tmp_path / "served", {"own1.json": [pokemon(1), pokemon(2)]}, SETS)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("CARDKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("cardkit.sources.http.budget.Budget.pause", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    with Catalogue.open() as catalogue:
        catalogue.add([card("old1-1")])
    with CardServer(tmp_path / "served") as running:
        yield running


def set_up(server: CardServer, budget_s: float) -> None:
    Path("cardkit.toml").write_text(
        f"""
        [sources.http]
        budget_s = {budget_s}
        connect_s = 0.2
        read_s = 0.2
        [sources.snapshot]
        address = "{server.url}/archive/cards.zip"
        archive_mib = 2
        [sources.ptcgapi]
        address = "{server.url}/v2"
        requests_per_minute = 6000
        [sources.tcgdex]
        address = "{server.url}/tcgdex"
        """
    )


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", LASTING)
def test_a_server_that_misbehaves(
    name: str,
    source: str,
    server: CardServer,
    own_catalogue: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = own_catalogue.read_bytes()
    set_up(server, 1 if name in DRIPS else 10)
    server.misbehave(LASTING[name], times=None)
    code = run(["catalogue", "update", "--source", source])
    said = capsys.readouterr()
    message = " ".join(said.err.split())
    assert (code, said.out) == (ExitCode.SOURCE_UNAVAILABLE, ""), message
    assert message.startswith(f"error: {server.host} "), message
    assert "the catalogue keeps its" in message
    assert own_catalogue.read_bytes() == before

    server.behave()
    set_up(server, 60)
    assert run(["catalogue", "update", "--source", source]) == ExitCode.OK
    with Catalogue.open() as catalogue:
        assert [each.card_id for each in catalogue.cards_of("own1")] == ["own1-1", "own1-2"]
        assert catalogue.card("old1-1") is not None
        assert not [each for each in catalogue.verify() if each.severity == "error"]
