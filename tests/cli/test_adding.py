from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardkit.cards import Supertype
from cardkit.catalogue import Catalogue
from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.catalogue.making import OWN_SET, card
from tests.sources import faults
from tests.sources.making import SETS, pokemon, write_bulk
from tests.sources.server import CardServer

Captured = pytest.CaptureFixture[str]

NEW = [
    pokemon(number, id=f"new1-{number}", rarity=rarity)
    for number, rarity in enumerate(["Common", "Common", "Rare"], start=1)
]


@pytest.fixture(autouse=True)
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CardServer]:
    """A server of one set that the catalogue lacks."""
    new_set = {"id": "new1", "name": "New Set", "releaseDate": "2026/07/17", "total": 3}
    write_bulk(tmp_path / "served", {"new1.json": NEW}, [*SETS, new_set])
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("CARDKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("cardkit.sources.http.budget.Budget.pause", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    with CardServer(tmp_path / "served") as running:
        Path("cardkit.toml").write_text(
            f"""
            [sources.http]
            budget_s = 20
            [sources.snapshot]
            address = "{running.url}/archive/cards.zip"
            [sources.ptcgapi]
            address = "{running.url}/v2"
            requests_per_minute = 6000
            """
        )
        yield running


@pytest.fixture(autouse=True)
def catalogue(own_catalogue: Path) -> None:
    energy = {"supertype": Supertype.ENERGY, "hp": None, "types": (), "attacks": ()}
    with Catalogue.open(own_catalogue) as opened:
        opened.add(
            [
                card("own1-1"),
                card("own1-2", "Testmeleon"),
                card("own1-3"),
                card("own1-4", "Testmark Energy", **energy | {"subtypes": ("Special",)}),
                *(card(f"own1-{number}", "Fire Energy", **energy) for number in (11, 12)),
            ],
            [OWN_SET],
        )


def cardkit(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    said = capsys.readouterr()
    return code, said.out, " ".join(said.err.split())


def add(capsys: Captured, *arguments: str) -> list[tuple[str, int]]:
    code, out, err = cardkit(capsys, *arguments, "--json")
    assert code == ExitCode.OK, err
    document = json.loads(out)
    assert schema_faults(document, "add") == ()
    assert document["copies"] == sum(each["count"] for each in document["cards"])
    return [(each["card"], each["count"]) for each in document["cards"]]


def owned(capsys: Captured) -> dict[str, int]:
    listed: list[dict[str, Any]] = json.loads(cardkit(capsys, "list", "--json")[1])["cards"]
    return {each["card"]: each["count"] for each in listed}


NAMED = [
    ("own1-1", "own1-1", 1),
    ("OWN 2", "own1-2", 1),
    ("own set 002/010 = 3", "own1-2", 3),
    ("Testmeleon=12", "own1-2", 12),
    ("Testmander 3/10", "own1-3", 1),
    ("Testmark Energy=2", "own1-4", 2),
]


@pytest.mark.parametrize(("text", "card_id", "count"), NAMED)
def test_a_card_may_be_named_in_many_ways(
    text: str, card_id: str, count: int, capsys: Captured
) -> None:
    assert add(capsys, "add", text) == [(card_id, count)]
    assert owned(capsys) == {card_id: count}


def test_any_printing_of_a_basic_energy_will_do(capsys: Captured) -> None:
    ((card_id, count),) = add(capsys, "add", "Basic Fire Energy=5")
    with Catalogue.open() as opened:
        found = opened.card(card_id)
    assert found is not None
    assert (found.is_basic_energy, count) == (True, 5)


def test_it_says_what_it_took_each_text_for(capsys: Captured) -> None:
    code, out, err = cardkit(capsys, "add", "OWN 1=2", "testmeleon")
    assert code == ExitCode.OK
    assert [line.split() for line in out.splitlines()[2:]] == [
        ["OWN", "1=2", "own1-1", "Testmander", "Own", "Set", "1", "2"],
        ["testmeleon", "own1-2", "Testmeleon", "Own", "Set", "2", "1"],
    ]
    assert err == (
        "Addition of 3 copies of 2 cards. Next: cardkit check; take it back: cardkit undo"
    )


def test_adding_counts_up_and_can_be_undone(capsys: Captured) -> None:
    cardkit(capsys, "add", "own1-1")
    cardkit(capsys, "add", "own1-1=2", "own1-2")
    assert owned(capsys) == {"own1-1": 3, "own1-2": 1}
    _, _, err = cardkit(capsys, "undo")
    assert err.startswith("Undone: addition of 3 copies of 2 cards")
    assert owned(capsys) == {"own1-1": 1}


def test_every_text_that_names_no_single_card_is_refused_at_once(capsys: Captured) -> None:
    code, out, err = cardkit(
        capsys,
        "add",
        "own1-1",
        "Testmander",
        "Testmelon",
        "OWN 99",
        "own1-1=0",
        "own1-1=10000",
        "own1-1=-3",
        "own1-1=1.5",
        "own1-1=",
        "",
    )
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    for said in (
        "Testmander: may be own1-1 Testmander (Own Set 1), own1-3 Testmander (Own Set 3)",
        "name one by its identifier, such as own1-1",
        "Testmelon: no card is known by that",
        "did you mean own1-2 Testmeleon (Own Set 2)",
        "OWN 99: no card is known by that",
        "cardkit catalogue update",
        "own1-1=0: expects from 1 to 9,999 copies, got '0'",
        "own1-1=10000: expects from 1 to 9,999 copies, got '10000'",
        "own1-1=-3: expects from 1 to 9,999 copies, got '-3'",
        "own1-1=1.5: expects from 1 to 9,999 copies, got '1.5'",
        "own1-1=: expects from 1 to 9,999 copies, got ''",
        "error: expects a card, got ''",
    ):
        assert said in err
    assert owned(capsys) == {}


def test_nothing_to_add(capsys: Captured) -> None:
    code, _, err = cardkit(capsys, "add")
    assert code == ExitCode.USAGE
    assert "expects cards such as" in err


def test_a_set_that_the_catalogue_has_is_not_fetched(server: CardServer, capsys: Captured) -> None:
    with Catalogue.open() as opened:
        opened.add([card(f"own1-{number}") for number in range(5, 11)])
    assert len(add(capsys, "add", "--set", "Own Set")) == 12
    assert server.requests == []
    assert len(owned(capsys)) == 12


def test_a_set_that_the_catalogue_lacks_is_fetched(server: CardServer, capsys: Captured) -> None:
    assert add(capsys, "add", "own1-1", "--set", "new1") == [
        ("own1-1", 1),
        *((f"new1-{number}", 1) for number in (1, 2, 3)),
    ]
    assert len(server.requests) == 1
    assert len(add(capsys, "add", "--set", "New Set")) == 3
    assert len(server.requests) == 1


def test_a_set_of_which_there_is_a_part_only_is_fetched(
    server: CardServer, capsys: Captured
) -> None:
    assert len(add(capsys, "import", "--api", "set.id:new1 rarity:common")) == 2
    asked = len(server.requests)
    assert len(add(capsys, "add", "--set", "new1", "--source", "ptcgapi")) == 3
    assert len(server.requests) > asked


def test_a_set_that_nobody_has(capsys: Captured) -> None:
    code, _, err = cardkit(capsys, "add", "--set", "none1")
    assert code == ExitCode.SOURCE_UNAVAILABLE
    assert "nothing was added to the collection" in err
    assert owned(capsys) == {}


def test_a_source_that_is_gone_adds_nothing(server: CardServer, capsys: Captured) -> None:
    server.misbehave(faults.status(500), times=None)
    for arguments in (("add", "own1-1", "--set", "new1"), ("import", "--api", "set.id:new1")):
        code, _, err = cardkit(capsys, *arguments)
        assert code == ExitCode.SOURCE_UNAVAILABLE
        assert "the catalogue keeps its" in err
        assert owned(capsys) == {}


def test_what_a_query_finds_is_imported(capsys: Captured) -> None:
    query = "set.id:new1 rarity:common"
    code, out, err = cardkit(capsys, "import", "--api", query)
    assert code == ExitCode.OK
    assert "new1-2" in out
    assert err.startswith(f"Import of query {query} (2 rows). Next: cardkit check")
    code, _, err = cardkit(capsys, "import", "--api", query)
    assert code == ExitCode.BAD_INPUT
    assert "--again" in err
    assert add(capsys, "import", "--api", query, "--replace") == [("new1-1", 1), ("new1-2", 1)]
    assert owned(capsys) == {"new1-1": 1, "new1-2": 1}
    add(capsys, "import", "--api", query, "--again", "--offline")
    assert owned(capsys) == {"new1-1": 2, "new1-2": 2}


def test_offline_the_catalogue_answers_a_query(server: CardServer, capsys: Captured) -> None:
    assert add(capsys, "--offline", "import", "--api", "set.id:own1 name:testmander") == [
        ("own1-1", 1),
        ("own1-3", 1),
    ]
    assert server.requests == []


def test_a_dry_run_of_a_query_changes_nothing(capsys: Captured) -> None:
    _, out, err = cardkit(capsys, "import", "--offline", "--dry-run", "--api", "set.id:own1")
    assert "own1-1" in out
    assert "dry run" in err
    assert owned(capsys) == {}


UNUSABLE = [
    (("--api", "set.id:own1", "list.csv"), ExitCode.USAGE, "takes the place of a file"),
    (("--api", "nonsense:own1"), ExitCode.BAD_INPUT, "expected a field of a card"),
    (("--api", "set.id:own1 name:nobody"), ExitCode.BAD_INPUT, "no card fits the query"),
    (("--api", "flavorText:fire"), ExitCode.USAGE, "cannot answer a query for flavorText"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), UNUSABLE)
def test_queries_that_cannot_be_answered(
    arguments: tuple[str, ...], code: ExitCode, said: str, capsys: Captured
) -> None:
    found, _, err = cardkit(capsys, "import", "--offline", *arguments)
    assert found == code
    assert said in err
