from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardkit.cli.app import run
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


def test_every_file_that_the_readme_names_is_made(tmp_path: Path) -> None:
    example = str(REPOSITORY / "examples/collection.csv")
    assert run(["-q", "build", example, "-o", str(tmp_path / "game"), "--games", "1"]) == 0
    named = re.findall(r"`([a-z-]+\.(?:txt|csv|pdf|json|jsonl|db))`", README.split("## With")[0])
    assert sorted(named) == sorted(entry.name for entry in (tmp_path / "game").iterdir())
