"""The ``cardkit`` command: options before the command, and how every failure ends."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from typer.exceptions import Abort, Exit, TyperException

from cardkit import __version__
from cardkit.cli.commands import Commands
from cardkit.cli.output import Invocation, wants_colour, wrap
from cardkit.errors import CardkitError, ExitCode, InputError
from cardkit.files import os_fault

app = typer.Typer(
    name="cardkit",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"cardkit {__version__}\n")
        raise Exit(ExitCode.OK)


@app.callback()
def options(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Option("-C", "--folder", help="The pool's folder.", show_default="this folder")
    ] = Path(),
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but errors.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colour.")] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Make no connection at all.")] = False,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Turn a box of Pokemon cards into a game on the table.

    Start with: cardkit build FILE -o DIR
    """
    context.obj = Invocation(
        folder=folder, quiet=quiet, colour=wants_colour(no_color), offline=offline
    )


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with an :class:`ExitCode`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    signal.signal(signal.SIGTERM, _interrupt)
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code; nothing but the code leaves this function."""
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except Exit as leaving:
        code = leaving.exit_code
    except TyperException as error:
        _show_usage(error)
        return ExitCode.USAGE
    except (KeyboardInterrupt, Abort):
        return _interrupted()
    except BrokenPipeError:
        # The reader has gone (`cardkit list | head`): that is no failure of this command.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.OK
    except CardkitError as error:
        _show(error)
        return error.exit_code
    except OSError as error:
        # The machine refused something, such as a full disk behind the standard output.
        _show(os_fault(error, Path(error.filename or "output"), "go on"))
        return ExitCode.BAD_INPUT
    except Exception as error:
        # The last line of defence: nobody is shown a stack trace without asking for it.
        if os.environ.get("CARDKIT_DEBUG"):
            raise
        sys.stderr.write(
            f"internal error: {type(error).__name__}: {error}\n"
            "This is a fault of cardkit, not yours. Set CARDKIT_DEBUG=1 and run the command again\n"
            "for the details that a report of it needs.\n"
        )
        return ExitCode.INTERNAL
    # The command line's own library turns Ctrl-C into a code.
    return _interrupted() if code == ExitCode.INTERRUPTED else code or ExitCode.OK


def _interrupted() -> ExitCode:
    sys.stderr.write("interrupted; nothing is left half done\n")
    return ExitCode.INTERRUPTED


def _show_usage(error: TyperException) -> None:
    context = getattr(error, "ctx", None)
    command = f"{context.command_path} --help" if context else "cardkit --help"
    message = error.format_message()
    lines = [message] if message.startswith("Usage:") else [f"error: {message}", f"-> {command}"]
    sys.stderr.write("\n".join(lines) + "\n")


def _show(error: CardkitError) -> None:
    if not isinstance(error, InputError):
        sys.stderr.write(wrap(f"error: {error}") + "\n")
        return
    for fault in error.faults:
        where = f"{fault.where}: " if fault.where else ""
        rule = f" ({fault.rule})" if fault.rule else ""
        sys.stderr.write(wrap(f"error: {where}{fault.what}{rule}") + "\n")
        if fault.remedy:
            sys.stderr.write(wrap(f"-> {fault.remedy}", indent="   ") + "\n")


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
