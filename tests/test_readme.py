from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from tests.conftest import REPOSITORY

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
CI = (REPOSITORY / ".ci/run").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.M | re.S)


def test_the_first_screen_has_exactly_two_commands() -> None:
    first_screen = README.partition("\n| file |")[0]
    assert len(first_screen.splitlines()) <= 30
    assert [len(block.splitlines()) for block in blocks("sh")[:2]] == [1, 1]
    assert first_screen.count("```sh") == 2


def test_the_checks_run_the_commands_of_the_readme() -> None:
    named = re.findall(r"<!-- command: (.*) -->", README)
    assert named == ["main-job", "tests"]
    assert all(f"readme_command {name}" in CI for name in named)


def test_the_library_example_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    example = str(REPOSITORY / "examples/collection.csv")
    assert run(["-q", "build", example, "-o", "example-game", "--games", "1"]) == 0
    capsys.readouterr()
    (program,) = blocks("python")
    exec(compile(program, "README.md", "exec"), {})  # noqa: S102 - our own example
    assert len(capsys.readouterr().out.splitlines()) > 100


def lines() -> list[list[str]]:
    """The calls of cardkit in the README, taken apart."""
    every = "\n".join(blocks("sh")).splitlines()
    return [shlex.split(line, comments=True) for line in every if line.startswith("cardkit ")]


@pytest.mark.parametrize("words", lines(), ids=" ".join)
def test_every_command_of_the_readme_and_its_options_exist(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, *given = words
    if given[0] == "-C":
        given = given[2:]
    path = given[: 2 if given[0] in ("print", "catalogue") else 1]
    assert run([*path, "--help"]) == 0
    known = capsys.readouterr().out
    for option in filter(re.compile("-").match, given):
        assert re.search(rf"(?<![\w-]){option}(?![\w-])", known), option


def test_without_a_network_the_example_becomes_a_game_and_fetching_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    section = README.partition("## Without a network")[2].partition("\n## ")[0]
    fetching = re.findall(r"^cardkit (catalogue update)", section, flags=re.M)
    example = str(REPOSITORY / "examples/collection.csv")
    game = str(tmp_path / "game")
    assert run(["-q", "--offline", "build", example, "-o", game, "--games", "1"]) == 0
    assert run(["--offline", "catalogue", "info"]) == 0
    capsys.readouterr()
    for command in fetching:
        assert run(["--offline", *command.split()]) == ExitCode.SOURCE_UNAVAILABLE
    assert fetching


def test_every_file_that_the_readme_names_is_made(tmp_path: Path) -> None:
    example = str(REPOSITORY / "examples/collection.csv")
    assert run(["-q", "build", example, "-o", str(tmp_path / "game"), "--games", "1"]) == 0
    named = re.findall(r"`([a-z-]+\.(?:txt|csv|pdf|json|jsonl|db))`", README.split("## With")[0])
    assert sorted(named) == sorted(entry.name for entry in (tmp_path / "game").iterdir())
