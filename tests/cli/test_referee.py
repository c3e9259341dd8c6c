from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.manifest import Manifest, write_manifest
from cardkit.referee import Adventure, Table
from cardkit.referee.effects import Advice, Effect, TriedChange
from cardkit.referee.players import Choice
from cardkit.referee.shares import Interval
from cardkit.schema_check import schema_faults
from tests.referee.recorded import EASY, SMALL, forged, playable, small_record, text_of
from tests.referee.worlds import adventure_world, attack, card, world


@pytest.fixture(autouse=True)
def short_paths_on_eighty_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def easy(tmp_path: Path) -> str:
    return saved(tmp_path, EASY, "easy é.json")


@pytest.fixture
def record(tmp_path: Path) -> str:
    (tmp_path / "game.jsonl").write_bytes(text_of(small_record()))
    return "game.jsonl"


def saved(folder: Path, manifest: Manifest, name: str) -> str:
    (folder / name).write_text(write_manifest(manifest), encoding="utf-8")
    return name


def test_the_report_of_an_easy_pool(easy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["referee", easy, "--games", "20"]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert "the careful player wins 20 of 20 adventures (seed 1)" in out
    assert "with 95% confidence 83.9% to 100.0%" in " ".join(out.split())
    assert re.search(r"champion +20 +20 +0 +100%", out)
    assert all(len(line) <= 80 for line in out.splitlines())
    assert err == ""


def test_the_same_command_prints_the_same(easy: str, capsys: pytest.CaptureFixture[str]) -> None:
    first = run(["referee", easy, "--games", "5"]), capsys.readouterr().out
    assert (run(["referee", easy, "--games", "5"]), capsys.readouterr().out) == first


def test_the_report_of_a_hard_pool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hard = saved(tmp_path, playable(adventure_world()), "hard.json")
    assert run(["referee", hard, "--games", "5", "--rounds", "150"]) == ExitCode.OK
    out = capsys.readouterr().out
    assert "most events are lost to" in out
    assert "note: 5 of 5 adventures were given up" in out
    assert "Never met in these games: " in out
    assert re.search(r"Never met in these games: [A-Z][\w\s]* \(test-", out)
    assert "(S17)" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_a_limit_of_one_round_is_told_as_one_without_an_empty_table(
    easy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["referee", easy, "--games", "2", "--rounds", "1"]) == ExitCode.OK
    out = capsys.readouterr().out
    assert "within 1 round." in " ".join(out.split())
    assert "within rounds" not in out
    assert "badges" in out


def test_a_pool_that_cannot_be_played_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    idle = [card(name, attacks=[]) for name in ("A", "B", "C")]
    manifest = playable(world(starters=idle, common=[]))
    name = saved(tmp_path, manifest, "idle.json")
    assert run(["referee", name, "--games", "1", "--rounds", "20"]) == ExitCode.FINDING
    out = capsys.readouterr().out
    assert "error: common deck: 3 of 3 Pokemon have no attack" in out
    assert "-> add Common Pokemon with attacks that do damage" in out


def test_json_fits_its_schema(easy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["referee", easy, "--games", "3", "--json", "--texts"]) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert not schema_faults(document, "trials")
    assert document["wins"]["count"] == 3
    assert document["texts"] == []


@pytest.mark.parametrize("option", ["--games", "--rounds", "--workers", "--advice-games"])
def test_a_number_beyond_reason_is_a_usage_error(
    option: str, easy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["referee", easy, option, "9" * 20]) == ExitCode.USAGE
    assert f"{option}: expects a number of at most" in capsys.readouterr().err


def test_two_pools_are_compared(easy: str, capsys: pytest.CaptureFixture[str]) -> None:
    compared = ["referee", easy, "--games", "3", "--compare", easy]
    assert run(compared) == ExitCode.OK
    out = capsys.readouterr().out
    words = " ".join(out.split())
    assert "Then 3 games of each say nothing sure of their length" in words
    assert "B wins 0.0 more than A (95% sure: 55.4 fewer to 55.4 more)" in words
    assert "champion won at first try" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert run([*compared, "--json"]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert not schema_faults(told, "comparison")
    assert told["effect"]["most_rounds"] == told["first"]["limits"]["rounds"], "3 games are few"
    assert run([*compared, "--texts"]) == ExitCode.USAGE
    assert "--texts cannot be used with --compare" in capsys.readouterr().err


def test_advice_is_told(
    easy: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    least, most = Interval(-30, -10), Interval(-0.1, 0.1)
    effect = Effect(
        games=50,
        confidence=0.975,
        rounds=-20,
        rounds_interval=least,
        won=0,
        won_interval=most,
    )
    tried = (
        TriedChange(what="6 more Commons of Fire (copies of Ada)", effect=effect),
        TriedChange(what="2 VMAX less (A and B)", effect=None),
    )
    given: list[int] = []

    def found(*_arguments: object, budget: int, **_more: object) -> Advice:
        given.append(budget)
        return Advice(games=300, rounds=100.0, tried=tried)

    monkeypatch.setattr("cardkit.referee.advice.find_advice", found)
    assert run(["referee", easy, "--games", "2", "--advice-games", "300"]) == ExitCode.OK
    out = capsys.readouterr().out
    words = " ".join(out.split())
    assert "What would help most, of 2 changes tried in 300 more games: 6 more Commons" in words
    assert "20 rounds shorter, of 100 (97.5% sure: 10 to 30)" in words
    assert all(len(line) <= 80 for line in out.splitlines())
    run(["referee", easy, "--games", "2", "--advice-games", "300", "--no-advice"])
    run(["referee", easy, "--games", "2"])
    assert given == [300], "nor with too few games to tell anything"


def test_texts_that_are_not_read_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = card("Odd", attacks=["Tap C 10", attack("Wild C 50", text_omitted=True)])
    name = saved(tmp_path, playable(world(common=[odd])), "odd.json")
    run(["referee", name, "--games", "1", "--rounds", "5", "--texts"])
    assert "Odd          test-odd  attack  Wild" in capsys.readouterr().out
    run(["referee", name, "--games", "1", "--rounds", "5", "--texts", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert not schema_faults(document, "trials")
    assert [(text["card"], text["text"]) for text in document["texts"]] == [("test-odd", "Wild")]


def test_records_are_written_and_replay(
    easy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["referee", easy, "--games", "3", "--records", "my games/é"]) == ExitCode.OK
    assert "cardkit replay 'my games/é/game-0001.jsonl'" in " ".join(
        capsys.readouterr().err.split()
    )
    files = sorted((tmp_path / "my games/é").iterdir())
    assert [file.name for file in files] == [f"game-000{n}.jsonl" for n in (1, 2, 3)]
    for file in files:
        assert run(["replay", str(file), "--manifest", easy]) == ExitCode.OK
        assert "champion-beaten (S18)" in capsys.readouterr().out


def test_records_that_exist_are_not_overwritten(
    easy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = ["referee", easy, "--games", "2", "--records", "games"]
    assert run(again) == ExitCode.OK
    before = (tmp_path / "games/game-0001.jsonl").read_bytes()
    assert run([*again, "--seed", "2"]) == ExitCode.BAD_INPUT
    assert "--force" in capsys.readouterr().err
    assert (tmp_path / "games/game-0001.jsonl").read_bytes() == before
    assert run([*again, "--seed", "2", "--force"]) == ExitCode.OK
    assert (tmp_path / "games/game-0001.jsonl").read_bytes() != before


def test_a_crash_is_an_internal_error_and_no_finding(
    easy: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Breaks:
        def choose(self, adventure: Adventure) -> Choice:
            raise KeyError(adventure.state.rounds)

    def makers(_name: str, _table: Table) -> Callable[[int], Breaks]:
        return lambda _seed: Breaks()

    monkeypatch.setattr("cardkit.referee.series.player_maker", makers)
    assert run(["referee", easy, "--games", "2", "--workers", "1"]) == ExitCode.INTERNAL
    out, err = capsys.readouterr()
    assert "wins 0 of 0 adventures" in out
    assert "2 of 2 games were ended by a fault of cardkit" in err
    assert "KeyError: 0 in game 1" in " ".join(err.split())
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["referee"], ExitCode.USAGE, "MANIFEST"),
        (["referee", "none.json"], ExitCode.BAD_INPUT, "none.json"),
        (["referee", "."], ExitCode.BAD_INPUT, "cannot read the file"),
        (["referee", "easy é.json", "--games", "0"], ExitCode.USAGE, "games"),
        (["referee", "easy é.json", "--seed", "-1"], ExitCode.USAGE, "seed"),
        (["referee", "easy é.json", "--player", "best"], ExitCode.USAGE, "careful, random"),
        (["referee", "game.jsonl"], ExitCode.BAD_INPUT, "game.jsonl"),
        (["replay"], ExitCode.USAGE, "RECORD"),
        (["replay", "none.jsonl"], ExitCode.BAD_INPUT, "none.jsonl"),
        (["replay", "easy é.json"], ExitCode.BAD_INPUT, "a manifest, not a record"),
        (["replay", "game.jsonl", "--manifest", "easy é.json"], ExitCode.BAD_INPUT, "S46"),
        (["replay", "game.jsonl", "--manifest", "none.json"], ExitCode.BAD_INPUT, "none.json"),
    ],
)
@pytest.mark.usefixtures("easy", "record")
def test_what_cannot_be_done_is_said(
    arguments: list[str], code: ExitCode, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert words in " ".join(err.split())


def test_a_record_is_verified(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", record]) == ExitCode.OK
    words = " ".join(capsys.readouterr().out.split())
    assert words.startswith("game.jsonl: verified, 9 actions of the hand player with small;")
    assert "stopped: the test is over after 4 rounds" in words


def test_the_story_is_told(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", record, "--log"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "   Ada, Bob, Cid are drawn from the Common deck (S12)"
    assert "4. ball - a ball helps to catch" in lines
    assert "   Dot is caught and goes to bench-1 (S33)" in lines
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("log", [True, False])
def test_json_of_a_replay_fits_its_schema(
    record: str, log: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", record, "--json", *(["--log"] if log else [])]) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert not schema_faults(document, "replay")
    assert document["manifest"]["digest"] == SMALL.digest()
    assert [line["number"] for line in document.get("log", [])] == (list(range(10)) if log else [])


def test_a_record_from_the_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content = io.BytesIO(text_of(small_record()))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content, encoding="utf-8"))
    assert run(["replay", "-"]) == ExitCode.OK
    assert "standard input: verified" in capsys.readouterr().out


def test_a_broken_record_is_refused_with_line_rule_and_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = forged(
        text_of(small_record()), 9, lambda line: line.update(action="retreat bench-2 G")
    )
    (tmp_path / "broken.jsonl").write_bytes(broken)
    assert run(["replay", "broken.jsonl", "--log"]) == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == "   Fire is attached to Ada (active) (S22)"
    assert err.startswith("error: broken.jsonl:9: 'retreat bench-2 G' is not legal: Ada cannot pay")
    assert "S23" in err


def test_one_changed_byte_is_refused(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = (tmp_path / record).read_bytes().replace(b"one in two", b"one in tWo")
    (tmp_path / record).write_bytes(content)
    assert run(["replay", record]) == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert "game.jsonl:6: the line was changed after it was written" in " ".join(err.split())
