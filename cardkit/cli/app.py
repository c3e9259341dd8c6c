"""The ``cardkit`` command: options before the command, and how every failure ends."""

from __future__ import annotations

import os
import re
import signal
import sys
from itertools import zip_longest
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from typer.exceptions import Abort, Exit, TyperException

from cardkit import __version__
from cardkit.cli.commands import Commands
from cardkit.cli.hints import use_folder
from cardkit.cli.output import Invocation, wants_colour, wrap
from cardkit.cli.streams import forget_reader, prepare, tell
from cardkit.cli.usage import named_folder, usage_text
from cardkit.compiled import compiled_modules
from cardkit.errors import CardkitError, ExitCode, InputError
from cardkit.files import os_fault

_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
"""What stands in an argument for a byte that is no UTF-8."""

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
        built = " (compiled)" if compiled_modules() else ""
        sys.stdout.write(f"cardkit {__version__}{built}\n")
        raise Exit(ExitCode.OK)


@app.callback()
def options(
    context: typer.Context,
    folder: Annotated[
        Path,
        typer.Option(
            "-C",
            "--folder",
            help="The pool's folder.",
            metavar="DIR",
            parser=named_folder,
            show_default="this folder",
        ),
    ] = Path(),
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="On the error output, say nothing but errors.")
    ] = False,
    no_color: Annotated[
        bool, typer.Option("--no-color", help="Colour no findings, not even on a terminal.")
    ] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Make no connection at all.")] = False,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Turn a box of Pokemon cards into a game on the table.

    Start with: cardkit build FILE -o DIR
    """
    use_folder(folder)
    context.obj = Invocation(
        folder=folder, quiet=quiet, colour=wants_colour(no_color), offline=offline
    )


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with an :class:`ExitCode`."""
    prepare()
    signal.signal(signal.SIGTERM, _interrupt)
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = run(arguments)
    except KeyboardInterrupt:  # once more, while the first was being told
        code = _interrupted()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: nothing is left to interrupt
    sys.exit(code)


def run(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code; nothing but the code leaves this function."""
    try:
        return _run(arguments)
    finally:
        use_folder(Path())


def _run(arguments: list[str] | None) -> int:
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
    except (BrokenPipeError, SystemExit):
        # The reader has gone (`cardkit list | head`): that is no failure of this command.
        # While a command runs, the command line's library turns it into an exit of its own.
        forget_reader()
        return ExitCode.OK
    except CardkitError as error:
        _show(error)
        return error.exit_code
    except OSError as error:
        # The machine refused something, such as a full disk behind the standard output.
        _show(os_fault(error, Path(error.filename or "output"), "go on"))
        return ExitCode.BAD_INPUT
    except UnicodeEncodeError as error:
        if not _ESCAPED_BYTE.search(error.object):
            return _internal(error)
        tell(wrap(f"error: expects text in UTF-8, got {error.object[:60]!r}"))
        tell(wrap("-> write the argument, or the name of the file, in UTF-8", indent="   "))
        return ExitCode.USAGE
    except Exception as error:
        return _internal(error)
    # The command line's own library turns Ctrl-C into a code.
    return _interrupted() if code == ExitCode.INTERRUPTED else code or ExitCode.OK


def _internal(error: Exception) -> ExitCode:
    """The last line of defence: nobody is shown a stack trace without asking for it."""
    if os.environ.get("CARDKIT_DEBUG"):
        raise error
    tell(
        f"internal error: {type(error).__name__}: {error}\n"
        "This is a fault of cardkit, not yours. Set CARDKIT_DEBUG=1 and run the command again\n"
        "for the details that a report of it needs."
    )
    return ExitCode.INTERNAL


def _interrupted() -> ExitCode:
    tell("interrupted; nothing is left half done")
    return ExitCode.INTERRUPTED


def _show_usage(error: TyperException) -> None:
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "cardkit"
    message = error.format_message()
    if message.startswith("Usage:"):
        tell(message)
        return
    tell(wrap(f"error: {usage_text(error)}"))
    tell(wrap(f"-> {path} --help", indent="   "))


def _show(error: CardkitError) -> None:
    if not isinstance(error, InputError):
        tell(wrap(f"error: {error}"))
        return
    for fault, after in zip_longest(error.faults, error.faults[1:]):
        where = f"{fault.where}: " if fault.where else ""
        rule = f" ({fault.rule})" if fault.rule else ""
        tell(wrap(f"error: {where}{fault.what}{rule}"))
        # What mends several faults in a row is said once, after the last of them.
        if fault.remedy and (after is None or after.remedy != fault.remedy):
            tell(wrap(f"-> {fault.remedy}", indent="   "))


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
