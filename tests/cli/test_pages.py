from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.manifest import write_manifest
from tests.referee.recorded import EASY, playable, small_record, text_of
from tests.referee.worlds import card, world


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    Path("easy.json").write_text(write_manifest(EASY), encoding="utf-8")
    Path("game.jsonl").write_bytes(text_of(small_record()))


def referee(*options: str) -> int:
    return run(["referee", "easy.json", "--games", "3", "--workers", "1", *options])


def test_a_page_and_its_charts_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("--html", "report.html", "--charts", "charts") == ExitCode.OK
    page = Path("report.html").read_text(encoding="utf-8")
    names = {path.name for path in Path("charts").iterdir()}
    keys = re.findall(r'<section id="([a-z-]+)"', page)
    drawn = {key for key in keys if f"{key}.svg" in names}
    assert drawn >= {"outcomes", "milestones", "rounds", "energies"}
    assert names == {f"{key}.{end}" for key in drawn for end in ("svg", "png")}
    assert page.count('<svg class="beside"') == len(drawn)
    assert "replay" in keys
    out, err = capsys.readouterr()
    assert "wins 3 of 3" in out
    assert "wrote the page report.html" in err


def test_the_same_games_make_the_same_page() -> None:
    assert referee("--html", "a.html") == referee("--html", "b.html") == ExitCode.OK
    assert Path("a.html").read_bytes() == Path("b.html").read_bytes()


def test_what_is_in_the_way_is_told_before_a_game_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("report.html").write_text("mine", encoding="utf-8")
    Path("charts").mkdir()
    Path("charts/outcomes.svg").write_text("mine", encoding="utf-8")
    assert referee("--html", "report.html", "--charts", "charts") == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("the file exists already") == 2
    assert Path("report.html").read_text(encoding="utf-8") == "mine"
    assert referee("--html", "report.html", "--charts", "charts", "--force") == ExitCode.OK
    assert Path("charts/outcomes.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_folder_that_may_not_be_written_to_is_told_before_a_game_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.access", lambda _path, mode: mode != os.W_OK)
    assert referee("--html", "report.html") == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, err.count("cannot be written to")) == ("", 1)


@pytest.mark.parametrize("place", [".", "nowhere/report.html"])
def test_a_page_needs_a_place(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("--html", place) == ExitCode.BAD_INPUT
    assert "folder" in capsys.readouterr().err


def test_charts_need_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("--charts", "easy.json") == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert "a file stands where a folder is to be made" in err


def test_a_pool_that_cannot_be_played_has_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    idle = [card(name, attacks=[]) for name in ("A", "B", "C")]
    manifest = playable(world(starters=idle, common=[]))
    Path("idle.json").write_text(write_manifest(manifest), encoding="utf-8")
    options = ("--games", "1", "--rounds", "20", "--workers", "1", "--html", "idle.html")
    assert run(["referee", "idle.json", *options]) == ExitCode.FINDING
    assert "<strong>error</strong>" in Path("idle.html").read_text(encoding="utf-8")
    assert "wrote the page" in capsys.readouterr().err


def test_a_page_is_about_one_manifest(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--compare", "easy.json", "--html", "a.html", "--charts", "b")
    assert referee(*options) == ExitCode.USAGE
    assert "--html and --charts cannot be used with --compare" in capsys.readouterr().err


def test_a_record_becomes_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "game.jsonl", "--html", "game.html"]) == ExitCode.OK
    assert "wrote the page game.html" in capsys.readouterr().err
    assert "Ada is the Active (S13)" in Path("game.html").read_text(encoding="utf-8")
    assert run(["replay", "game.jsonl", "--html", "game.html"]) == ExitCode.BAD_INPUT
    assert run(["replay", "game.jsonl", "--html", "game.html", "--force"]) == ExitCode.OK


def test_a_cut_record_becomes_none(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Path("game.jsonl").read_bytes().splitlines(keepends=True)
    Path("cut.jsonl").write_bytes(b"".join([*lines[:3], *lines[4:]]))
    assert run(["replay", "cut.jsonl", "--html", "cut.html"]) != ExitCode.OK
    assert "cut.jsonl:4" in capsys.readouterr().err
    assert not Path("cut.html").exists()
