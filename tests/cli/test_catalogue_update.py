from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardkit.catalogue import Catalogue
from cardkit.catalogue.additions import Addition
from cardkit.catalogue.starter import starter_cards
from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.sources import faults
from tests.sources.making import SETS, pokemon, write_bulk
from tests.sources.server import CardServer

Captured = pytest.CaptureFixture[str]

CARDS = {
    "own1.json": [pokemon(number) for number in range(1, 4)],
    "own2.json": [pokemon(1, id="own2-1", rarity="Rare", hp="90")],
}
BOTH_SETS = [*SETS, {"id": "own2", "name": "Second Set", "releaseDate": "2026/07/17"}]
STARTER = len(starter_cards()[1])
SOURCES = ("snapshot", "ptcgapi", "tcgdex")


@pytest.fixture(autouse=True)
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CardServer]:
    """A server of two small sets, named in the settings of the folder that commands run in."""
    write_bulk(tmp_path / "served", CARDS, BOTH_SETS)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("CARDKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    names = {"fr": {"own1-1": "Essaimandre"}}
    with CardServer(tmp_path / "served", names) as running:
        set_up(running)
        yield running


def set_up(server: CardServer) -> None:
    """Name a server in the settings."""
    settings = f"""
    [sources.http]
    budget_s = 20
    connect_s = 1
    read_s = 1
    [sources.snapshot]
    address = "{server.url}/archive/cards.zip"
    [sources.ptcgapi]
    address = "{server.url}/v2"
    requests_per_minute = 6000
    [sources.tcgdex]
    address = "{server.url}/tcgdex"
    """
    Path("cardkit.toml").write_text(settings)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not really wait between attempts."""
    monkeypatch.setattr("cardkit.sources.http.budget.Budget.pause", lambda *_: None)


def cardkit(capsys: Captured, *arguments: object) -> tuple[int, str, str]:
    code = run([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, " ".join(said.err.split())


def document(capsys: Captured, schema: str, *arguments: object) -> tuple[int, dict[str, Any]]:
    code, out, _ = cardkit(capsys, *arguments, "--json")
    loaded = json.loads(out)
    assert schema_faults(loaded, schema) == ()
    assert isinstance(loaded, dict)
    return code, loaded


def update(capsys: Captured, *arguments: object) -> tuple[int, dict[str, Any]]:
    return document(capsys, "catalogue-update", "catalogue", "update", *arguments)


def own_cards() -> list[str]:
    with Catalogue.open() as catalogue:
        found = (card.card_id for set_id in ("own1", "own2") for card in catalogue.cards_of(set_id))
        return list(found)


ALL = ["own1-1", "own1-2", "own1-3", "own2-1"]


@pytest.mark.parametrize("source", SOURCES)
def test_everything_from_a_source(source: str, capsys: Captured) -> None:
    code, updated = update(capsys, "--source", source)
    assert code == ExitCode.OK, updated
    assert updated["source"] == source
    assert updated["cards"] == {"added": 4, "updated": 0, "unchanged": 0}
    assert updated["catalogue_cards"] == STARTER + 4
    assert own_cards() == ALL


def test_the_snapshot_comes_first_and_says_what_it_did(
    server: CardServer, capsys: Captured
) -> None:
    code, out, err = cardkit(capsys, "catalogue", "update")
    assert code == ExitCode.OK
    assert ["cards", "4", "0", "0"] in [line.split() for line in out.splitlines()]
    assert f"The catalogue has {STARTER + 4} cards now" in err
    assert "cardkit check" in err
    assert {asked.path for asked in server.requests} == {"/archive/cards.zip"}


def test_a_second_update_with_nothing_new_writes_nothing(
    server: CardServer, own_catalogue: Path, capsys: Captured
) -> None:
    update(capsys)
    before, sent = own_catalogue.read_bytes(), server.bytes_sent
    code, out, _ = cardkit(capsys, "catalogue", "update")
    assert code == ExitCode.OK
    assert out == f"Nothing is new; the catalogue has {STARTER + 4} cards.\n"
    assert own_catalogue.read_bytes() == before
    assert server.bytes_sent - sent < 1_000
    _, updated = update(capsys)
    assert updated["current"] is True


def test_new_cards_arrive_and_the_others_stay(tmp_path: Path, capsys: Captured) -> None:
    update(capsys)
    more = CARDS | {"own2.json": [pokemon(1, id="own2-1", hp="100"), pokemon(2, id="own2-2")]}
    write_bulk(tmp_path / "more", more)
    with CardServer(tmp_path / "more") as newer:
        code, updated = update(capsys, "--address", f"{newer.url}/archive/cards.tar.gz")
    assert code == ExitCode.OK
    assert updated["cards"] == {"added": 1, "updated": 1, "unchanged": 3}
    assert own_cards() == [*ALL, "own2-2"]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("wanted", [("--set", "own2"), ("--since", "2026-01-01")])
def test_a_part_of_a_source(wanted: tuple[str, str], source: str, capsys: Captured) -> None:
    code, updated = update(capsys, "--source", source, *wanted)
    assert code == ExitCode.OK, updated
    assert own_cards() == ["own2-1"]


def test_a_set_may_be_named_as_people_do(capsys: Captured) -> None:
    update(capsys)
    for label in ("Own Set", "OWN", "own1"):
        code, updated = update(capsys, "--source", "ptcgapi", "--set", label)
        assert (code, updated["cards"]["unchanged"]) == (ExitCode.OK, 3)


def test_names_in_another_language_let_its_lists_in(tmp_path: Path, capsys: Captured) -> None:
    update(capsys)
    code, updated = update(capsys, "--source", "tcgdex", "--language", "fr")
    assert code == ExitCode.OK
    assert updated["names"] >= 1
    (tmp_path / "liste.csv").write_text("Name,Set,Number\nEssaimandre,Own Set,1\nAutre,OWN,2\n")
    _, imported = document(capsys, "import", "import", "liste.csv")
    assert [row["card"] for row in imported["owned"]] == ["own1-1"]
    assert [row["name"] for row in imported["unresolved"]] == ["Autre"]


UNUSABLE = [
    (("--source", "snapshot", "--language", "fr"), "add --source tcgdex"),
    (("--source", "tcgdex", "--language", "xx"), "expected languages among"),
    (("--since", "yesterday"), "a day such as 2026-01-30, got 'yesterday'"),
    (("--set", "no such set!"), "name, code or identifier of a set, got 'no such set!'"),
    (("--source", "elsewhere"), "elsewhere"),
    (("--source", "tcgdex", "--address", "https://x.org/a.zip"), "for the snapshot only"),
    (("--address", "cards.zip"), "expects an address such as"),
]


@pytest.mark.parametrize(("arguments", "said"), UNUSABLE)
def test_what_cannot_be_asked_for(
    arguments: tuple[str, ...], said: str, server: CardServer, capsys: Captured
) -> None:
    code, out, err = cardkit(capsys, "catalogue", "update", *arguments)
    assert (code, out) == (ExitCode.USAGE, "")
    assert said in err
    assert server.requests == []


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_that_is_gone_leaves_a_usable_catalogue(
    source: str, server: CardServer, own_catalogue: Path, capsys: Captured
) -> None:
    update(capsys)
    before = own_catalogue.read_bytes()
    server.misbehave(faults.status(503), times=None)
    code, out, err = cardkit(capsys, "catalogue", "update", "--source", source, "--set", "own1")
    assert (code, out) == (ExitCode.SOURCE_UNAVAILABLE, "")
    assert server.host in err
    assert f"the catalogue keeps its {STARTER + 4} cards: imports and checks go on working" in err
    assert own_catalogue.read_bytes() == before
    server.behave()
    assert update(capsys, "--source", source)[0] == ExitCode.OK


def test_a_set_that_fails_does_not_keep_the_others_away(
    server: CardServer, capsys: Captured
) -> None:
    server.misbehave(faults.status(500), at="own1", times=None)
    code, updated = update(capsys, "--source", "ptcgapi")
    assert code == ExitCode.FINDING
    assert own_cards() == ["own2-1"]
    errors = [each for each in updated["findings"] if each["severity"] == "error"]
    assert [each["where"] for each in errors] == ["own1"]
    code, out, _ = cardkit(capsys, "catalogue", "update", "--source", "ptcgapi")
    assert code == ExitCode.FINDING
    assert "error: own1: " in out


def test_a_damaged_card_is_reported_and_the_others_arrive(tmp_path: Path, capsys: Captured) -> None:
    odd = [
        pokemon(1, rarity="Sparkling Rare", finish={"new": "field"}),
        pokemon(2, hp=["sixty"], types="Fire"),
        pokemon(3, name=None),
        pokemon(4, subtypes=["Basic", "Shimmering"]),
    ]
    write_bulk(tmp_path / "odd", {"own1.json": odd})
    with CardServer(tmp_path / "odd") as drifted:
        address = f"{drifted.url}/archive/cards.zip"
        code, updated = update(capsys, "--address", address)
        assert code == ExitCode.FINDING
        assert own_cards() == ["own1-1", "own1-2", "own1-4"]
        severities = [each["severity"] for each in updated["findings"]]
        assert (severities.count("error"), severities.count("warning")) == (1, 3)
        assert update(capsys, "--address", address)[1]["current"] is True


@pytest.mark.parametrize(
    "arguments",
    [
        ("--offline", "catalogue", "update"),
        ("catalogue", "update", "--offline"),
        *(("catalogue", "update", "--offline", "--source", source) for source in SOURCES),
        ("--offline", "add", "--set", "own1"),
        ("add", "--set", "own1", "--offline"),
    ],
)
def test_offline_makes_no_connection_at_all(
    arguments: tuple[str, ...],
    server: CardServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    with monkeypatch.context() as patched:
        patched.setattr(socket, "socket", refuse)
        patched.setattr(socket, "create_connection", refuse)
        patched.setattr(socket, "getaddrinfo", refuse)
        code, out, err = cardkit(capsys, *arguments)
    assert (code, out) == (ExitCode.SOURCE_UNAVAILABLE, "")
    assert "--offline forbids every connection" in err
    assert f"keeps its {STARTER} cards" in err
    assert server.requests == []


def test_an_interruption_says_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    finish = Addition.finish
    calls = 0

    def interrupt(addition: Addition) -> object:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise KeyboardInterrupt
        return finish(addition)

    monkeypatch.setattr(Addition, "finish", interrupt)
    code, out, err = cardkit(capsys, "catalogue", "update", "--source", "ptcgapi")
    assert (code, out) == (ExitCode.INTERRUPTED, "")
    assert "what had arrived is kept" in err
    assert own_cards() in (ALL[:3], ALL[3:])


def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    _, _, err = cardkit(capsys, "catalogue", "update")
    assert re.search(r"read: \d", err)


def test_info_tells_sources_age_and_disagreements(tmp_path: Path, capsys: Captured) -> None:
    update(capsys)
    other_hp = [pokemon(1, id="own2-1", rarity="Rare", hp="100")]
    write_bulk(tmp_path / "other", {"own2.json": other_hp}, BOTH_SETS)
    with CardServer(tmp_path / "other") as other:
        set_up(other)
        update(capsys, "--source", "ptcgapi")
    code, found = document(capsys, "catalogue-info", "catalogue", "info", "--conflicts")
    assert code == ExitCode.OK
    assert found["conflicts"] == 1
    assert found["disagreements"] == [
        {
            "card": "own2-1",
            "name": "Testmander",
            "field": "hp",
            "values": [
                {"source": "ptcgapi", "value": "100"},
                {"source": "snapshot", "value": "90"},
            ],
        }
    ]
    assert {each["name"]: each["cards"] for each in found["sources"]} == {
        "starter": STARTER,
        "snapshot": 4,
        "ptcgapi": 1,
    }
    _, out, err = cardkit(capsys, "catalogue", "info")
    assert re.search(r"^snapshot +4 +\d{4}-\d\d-\d\d \d\d:\d\d +today$", out, re.MULTILINE)
    assert "sources disagree on 1 HP, types or rarities" in out
    assert "catalogue info --conflicts" in err
    _, out, _ = cardkit(capsys, "catalogue", "info", "--conflicts")
    assert "ptcgapi: 100; snapshot: 90" in out
    assert "Source: ptcgapi" in cardkit(capsys, "show", "own2-1")[1]


def test_verify(own_catalogue: Path, capsys: Captured) -> None:
    update(capsys)
    code, out, _ = cardkit(capsys, "catalogue", "verify")
    assert code == ExitCode.OK
    assert out.endswith(f"The catalogue is sound: {STARTER + 4} cards.\n")
    code, found = document(capsys, "catalogue-verify", "catalogue", "verify")
    assert (code, found["sound"], found["cards"]) == (ExitCode.OK, True, STARTER + 4)
    content = own_catalogue.read_bytes()
    own_catalogue.write_bytes(content.replace(b'["Testmander"', b'["Testmander;'))
    code, found = document(capsys, "catalogue-verify", "catalogue", "verify")
    assert (code, found["sound"]) == (ExitCode.FINDING, False)
    assert {each["where"] for each in found["findings"] if each["severity"] == "error"} == set(ALL)
