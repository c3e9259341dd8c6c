from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import cardkit
from cardkit.cli.app import app, run
from cardkit.cli.commands import COMMANDS
from cardkit.cli.hints import quoted, use_folder, with_folder
from cardkit.cli.output import wrap
from cardkit.cli.pool import folder_name
from cardkit.errors import ExitCode
from cardkit.manifest import Manifest
from tests.conftest import REPOSITORY
from tests.manifest import example

POOL = "my pool's é"
EXAMPLE = str(REPOSITORY / "examples/collection.csv")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    yield
    use_folder(Path())


def hints(text: str) -> list[str]:
    """Return the commands of a text as they can be copied: each in one line."""
    return re.findall(r"cardkit(?: -C (?:'[^']*'|\"[^\"]*\")+)? [a-z].*", text)


@pytest.mark.parametrize(
    "arguments",
    [
        ["import", EXAMPLE],
        ["import", EXAMPLE, "none.csv"],
        ["list"],
        ["list", "--unresolved"],
        ["sort"],
        ["check"],
        ["proxies"],
        ["review", "--export", "sheet.csv"],
        ["assign", "basep-1", "common"],
        ["assign", "nothing", "common"],
        ["add", "sv3pt5-6"],
        ["undo"],
        ["manifest", "--no-proxies"],
        ["show", "mcd18-9"],
        ["search", "Pikachu"],
        ["import", "--list-formats", EXAMPLE],
    ],
)
def test_every_hint_works_on_the_pool_of_the_command(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run(["-q", "-C", POOL, "import", EXAMPLE])
    capsys.readouterr()
    run(["-C", POOL, *arguments])
    said = capsys.readouterr()
    for hint in hints(said.err + said.out):
        words = shlex.split(re.split(r"[;.]$|[;.)] ", hint)[0])
        if words[1] in {"search", "schema", "import"} and words[1] != "-C":
            assert words[1] == "search", hint
            continue
        assert words[1:3] == ["-C", POOL], hint
        assert words[3] in COMMANDS, hint


def test_a_copied_hint_repeats_an_import_without_the_bad_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good one.csv").write_text("Name,Set,Number\nPikachu,Base,58\n")
    (tmp_path / "bad.csv").write_bytes(b"\x89PNG\r\n")
    files = ["bad.csv", "good one.csv", "none.csv"]
    assert run(["-C", POOL, "import", *files]) == ExitCode.BAD_INPUT
    said = capsys.readouterr().err
    assert "bad.csv: this is a PNG picture" in said
    assert "none.csv: no such file" in said
    assert "nothing was added, though 1 file could be taken: good one.csv" in said
    *_, hint = hints(said)
    assert run(shlex.split(hint)[1:]) == ExitCode.OK
    assert "1 row read = 1 owned" in capsys.readouterr().out


def test_without_another_folder_hints_stay_short() -> None:
    assert with_folder("Next: cardkit check") == "Next: cardkit check"
    use_folder(Path("a b"))
    assert with_folder("it is cardkit that has a cardkit catalogue, got") == (
        "it is cardkit that has a cardkit catalogue, got"
    )
    assert with_folder("cardkit check; cardkit catalogue update") == (
        "cardkit -C 'a b' check; cardkit -C 'a b' catalogue update"
    )
    assert (
        with_folder("cardkit check-in; cardkit referee x") == "cardkit check-in; cardkit referee x"
    )


@pytest.mark.parametrize("letters", range(0, 60, 7))
def test_no_line_ends_within_a_command(letters: int) -> None:
    use_folder(Path("a folder of mine"))
    told = wrap(
        f"{'x' * letters} y. Next: cardkit manifest -o 'of mine.json'; and so on " + "z " * 40
    )
    whole = "cardkit -C 'a folder of mine' manifest -o 'of mine.json'"
    assert whole in told.splitlines()[0] + told.splitlines()[1]
    assert any(whole in line for line in told.splitlines())


def test_a_build_names_its_folder_on_the_screen_and_none_in_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build", EXAMPLE, "-o", POOL, "--games", "0"]) == ExitCode.OK
    said = capsys.readouterr()
    assert f"cardkit -C {quoted(POOL)} sort" in said.err
    assert f"Go on with: cardkit play {quoted(f'{POOL}/manifest.json')};" in said.err
    report = (tmp_path / POOL / "report.txt").read_text(encoding="utf-8")
    assert "cardkit assign CARD DECK" in report
    assert POOL not in report
    assert run(["-C", "other", "build", EXAMPLE, "-o", POOL]) == ExitCode.USAGE
    assert run(["-C", "other", "-q", "build", EXAMPLE, "--games", "0"]) == ExitCode.OK
    assert (tmp_path / "other" / "manifest.json").exists()


@pytest.mark.parametrize("name", ["two\nlines", "tab\t'quoted'", "\udcff byte", "\\ é\x1b"])
def test_what_cannot_be_shown_is_escaped_as_a_shell_reads_it(name: str) -> None:
    told = wrap(f"Next: cardkit -C {quoted(name)} check")
    assert told.isprintable()
    words = subprocess.run(
        ["bash", "-c", f"printf %s {quoted(name)}"], capture_output=True, check=True
    )
    assert words.stdout == os.fsencode(name)


@pytest.mark.parametrize("name", ["two\nlines", " spaces ", "x" * 230])
def test_a_folder_of_any_name_gives_its_pool_a_name(name: str) -> None:
    shown = folder_name(Path(name))
    Manifest.from_dict(example.manifest().to_dict() | {"name": shown})
    assert shown[:3] == name.strip()[:3]


@pytest.mark.parametrize("command", ["import", "build"])
def test_a_file_without_a_name_is_not_the_current_folder(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, ""]) == ExitCode.USAGE
    assert "expects the name of a file or folder, got ''" in capsys.readouterr().err


def told_commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the commands that texts of the program name, with the options behind them."""
    for file in sorted(Path(cardkit.__file__).parent.rglob("*.py")):
        for found in HINT.finditer(file.read_text(encoding="utf-8")):
            yield found[1], found[2].split()


HINT = re.compile(r"\bcardkit ([a-z]+)((?: (?:--?[a-z-]+|[a-z]+\b(?! --)|[A-Z][A-Z|,]*))*)")


def test_every_hint_of_the_program_names_a_command_and_options_that_there_are() -> None:
    group: Any = get_command(app)
    told = [(name, words) for name, words in told_commands() if name in COMMANDS]
    assert len(told) > 60
    for name, words in told:
        command = group.commands[name]
        if words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words[0]]
        options = {one for each in command.params for one in (*each.opts, *each.secondary_opts)}
        assert {word for word in words if word.startswith("-")} <= options, (name, words)
