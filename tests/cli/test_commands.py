from __future__ import annotations

from typing import Any

import pytest
import typer

from cardkit.cli.app import app, run
from cardkit.cli.commands import COMMANDS
from cardkit.errors import ExitCode


@pytest.fixture(scope="module")
def group() -> Any:
    return typer.main.get_command(app)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_listed_command_is_there_and_says_the_same_of_itself(name: str, group: Any) -> None:
    text = " ".join((group.commands[name].help or "").split())
    first = COMMANDS[name].summary.rstrip(".").partition(":")[0].split(",")[0]
    assert text.startswith(first)


def test_every_command_of_a_module_is_listed(group: Any) -> None:
    for name in COMMANDS:
        assert group.commands[name] is not None
    assert set(group.commands._loaded) == set(COMMANDS)


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == ExitCode.OK
    shown = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n  {name} " not in shown] == []


def test_a_misspelt_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["biuld"]) == ExitCode.USAGE
    assert "build" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("labels", "print labels"), ("kit", "print kit"), ("info", "catalogue info")],
)
def test_a_command_of_a_group_is_found_without_the_group(
    typed: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([typed]) == ExitCode.USAGE
    assert f"did you mean '{meant}'?" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["print", "catalogue"])
def test_help_says_a_whole_sentence_of_each_command_of_a_group(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run([name, "--help"])
    _, _, listed = capsys.readouterr().out.partition("Commands:\n")
    assert [line for line in listed.splitlines() if line.endswith("...")] == []
    assert listed.count("\n") >= 4
