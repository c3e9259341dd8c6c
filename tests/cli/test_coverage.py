from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.manifest import write_manifest
from cardkit.schema_check import schema_faults
from tests.referee.recorded import playable
from tests.referee.worlds import attack, card, world


@pytest.fixture(autouse=True)
def eighty_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def pool(tmp_path: Path) -> str:
    sleepy = attack("Hum C", text="The Defending Pokémon is now Asleep.")
    odd = attack("Jig C 30", text="Sing a song that nobody has ever heard, then bow to the crowd.")
    cards = [card("Ember"), card("Mossling", attacks=[sleepy, odd])]
    (tmp_path / "pool.json").write_text(
        write_manifest(playable(world(common=cards))), encoding="utf-8"
    )
    return "pool.json"


def test_the_table_of_a_pool(pool: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["coverage", "--pool", pool]) == ExitCode.OK
    out = capsys.readouterr().out
    assert "all              10     1        8     0       1  90.0%     50.0%" in out
    assert "common" in out
    assert "    1  Sing a song that nobody has ever heard, then bow to the crowd" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_document_satisfies_its_schema(pool: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["coverage", "--pool", pool, "--json"]) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert schema_faults(document, "coverage") == ()
    assert document["total"]["unread"] == 1
    assert document["groups"]["set"]["test"]["attacks"] == 10


def test_a_set_of_the_starter_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["coverage", "--set", "base1", "--blockers", "0"]) == ExitCode.OK
    out = capsys.readouterr().out
    assert "base1" in out
    assert "What is not read" not in out


def test_decks_stand_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["coverage", "--blockers", "0"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("deck "))
    named = [line.split()[0] for line in lines[begin + 2 : begin + 8]]
    assert named == ["common", "uncommon", "rare", "ex", "vmax", "none"]


def test_where_nothing_has_a_text_no_share_of_texts_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = write_manifest(playable(world(common=[card("Ember")])))
    (tmp_path / "plain.json").write_text(text, encoding="utf-8")
    assert run(["coverage", "--pool", "plain.json"]) == ExitCode.OK
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("all "))
    assert row.split()[-2:] == ["100.0%", "-"]


def test_a_set_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["coverage", "--set", "base99"]) == ExitCode.BAD_INPUT
    assert "got 'base99'" in capsys.readouterr().err


def test_a_set_and_a_pool_exclude_each_other(pool: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["coverage", "--pool", pool, "--set", "base1"]) == ExitCode.BAD_INPUT
    assert "leave one of them out" in capsys.readouterr().err
