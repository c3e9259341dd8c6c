from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cardkit import __version__
from cardkit.cli import app as command
from cardkit.compiled import compiled_modules
from cardkit.errors import ExitCode, Fault, InputError, SourceUnavailable

HEAVY = ("reportlab", "PIL", "jsonschema", "sqlite3", "matplotlib", "cardkit.catalogue")


def raising(error: BaseException) -> object:
    def run(*_arguments: object, **_options: object) -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "code", "shown"),
    [
        (InputError("no number, got 'x'", where="a.csv:3", remedy="mend it"), 3, "-> mend it"),
        (SourceUnavailable("the server is away"), 4, "error: the server is away"),
        (OSError(28, "No space left on device"), 3, "no space left on device"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ZeroDivisionError("oops"), 70, "internal error: ZeroDivisionError: oops"),
    ],
)
def test_every_failure_ends_in_words_and_its_exit_code(
    error: BaseException,
    code: int,
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("CARDKIT_DEBUG", raising=False)
    monkeypatch.setattr(command, "app", raising(error))
    assert command.run([]) == code
    said = capsys.readouterr()
    assert shown in said.err
    assert "Traceback" not in said.err
    assert said.out == ""


def test_ctrl_c_in_a_command_is_told(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from cardkit.cli import app; import cardkit.settings as s;"
        "s.load_settings = lambda _folder: os.kill(os.getpid(), signal.SIGINT);"
        "sys.exit(app.run(['check']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "interrupted; nothing is left half done\n"


def test_ctrl_c_while_the_program_is_read_shows_no_module_of_it() -> None:
    code = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from cardkit.__main__ import main\n"
        "main()"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert ended.returncode == -signal.SIGINT, "a shell calls it 130"
    assert (ended.stdout, ended.stderr) == (b"", b"")


def test_every_fault_of_an_input_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = [Fault(where=f"a.csv:{line}", what="a fault") for line in (2, 5)]
    monkeypatch.setattr(command, "app", raising(InputError.of(faults)))
    command.run([])
    assert capsys.readouterr().err == "error: a.csv:2: a fault\nerror: a.csv:5: a fault\n"


def test_a_crash_can_be_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDKIT_DEBUG", "1")
    monkeypatch.setattr(command, "app", raising(ZeroDivisionError("oops")))
    with pytest.raises(ZeroDivisionError):
        command.run([])


def test_a_wrong_option_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(["--colour-me-bad"]) == ExitCode.USAGE
    assert "--help" in capsys.readouterr().err


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(["--version"]) == ExitCode.OK
    built = " (compiled)" if compiled_modules() else ""
    assert capsys.readouterr().out == f"cardkit {__version__}{built}\n"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from cardkit.cli.app import run; run(['--help']);"
        f"sys.exit(str([m for m in {HEAVY!r} if m in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == "[]\n"


def test_a_reader_that_leaves_early_is_no_failure(tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; "{sys.executable}" -m cardkit schema card | head -1'],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "{\n", "")


def test_a_reader_that_leaves_while_a_command_runs_is_no_failure(tmp_path: Path) -> None:
    code = (
        "import errno, sys; from cardkit.cli import app; import cardkit.settings as s\n"
        "def gone(_folder): raise BrokenPipeError(errno.EPIPE, 'gone')\n"
        "s.load_settings = gone\n"
        "sys.exit(app.run(['check']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


SHELL_CASES = [
    ("search $'\\xff'", 2, "", "got '\\udcff'"),
    ("show $'\\xff'", 2, "", "got '\\udcff'"),
    ("schema card >&-", 0, "", ""),
    ("schema card >/dev/full", 3, "", "no space left on device"),
    ("manifest --validate - <&-", 3, "", "error:"),
    ("search nobodymon 2>&-", 0, "", ""),
    ("search nobodymon 2>/dev/full", 0, "", ""),
    ("--nonsense 2>&-", 2, "", ""),
    ("--nonsense 2>/dev/full", 2, "", ""),
    ("manifest --validate nothing.json 2>/dev/full", 3, "", ""),
]
"""Arguments, exit code, what the output begins with, what the error output holds."""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(("arguments", "code", "out", "err"), SHELL_CASES)
def test_odd_arguments_and_streams(
    arguments: str, code: int, out: str, err: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; "{sys.executable}" -m cardkit {arguments}'],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (done.returncode, done.stdout[: len(out)]) == (code, out)
    assert err in done.stderr
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["print", "proxies", "--guides", "A3"],
            "error: --guides: expects one of corners, full, none, got 'A3'\n   -> cardkit print",
        ),
        (
            ["search", "--limit", "-1", "x"],
            "error: --limit: expects a number of at least 1, got -1",
        ),
        (["search", "--limit", "x", "x"], "error: --limit: expects a whole number, got 'x'"),
        (["search"], "error: WORDS: expects a value, got none"),
        (["search", "x", "--limit"], "error: --limit: expects a value, got none"),
        (["search", "x", "--json=1"], "error: --json: expects no value"),
        (["chekc"], "error: unknown command 'chekc'; did you mean 'check'?"),
        (["--fodler", "x"], "error: unknown option '--fodler'; did you mean --folder?"),
        (["undo", "twice"], "error: expects no more arguments, got 'twice'"),
    ],
)
def test_usage_errors_speak_like_others(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["cardkit"])
        patch.setattr(sys.modules["__main__"], "__package__", "")  # else: python -m pytest
        assert command.run(arguments) == ExitCode.USAGE
    err = capsys.readouterr().err
    assert err.startswith(said)
    assert "\n   -> " in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "x.csv", "-o", ""],
        ["-C", "", "list"],
        ["referee", "x.json", "--records", " "],
        ["referee", "x.json", "--charts", ""],
    ],
)
def test_a_folder_has_a_name(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(arguments) == ExitCode.USAGE
    assert "expects the name of a folder" in capsys.readouterr().err


def test_choices_are_read_in_any_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["-C", str(tmp_path), "print", "proxies", "--paper", "Letter", "--dry-run"]
    assert command.run(arguments) != ExitCode.USAGE
    assert "--paper" not in capsys.readouterr().err
