"""Write ``docs/cli.md`` from the real help of every command, or check that it is current."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from cardkit.cli.app import app, run
from cardkit.errors import ExitCode

PAGE = Path(__file__).with_name("cli.md")
HEADER = """# The commands

Generated from the real help by `python docs/generate_cli.py`; do not edit.

Exit codes: {codes}.
"""


def commands() -> Iterator[tuple[str, ...]]:
    """Yield the words of every command, groups before their members."""
    yield ()
    yield from _below(typer.main.get_command(app), ())


def _below(group: object, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, command in sorted(getattr(group, "commands", {}).items()):
        yield (*words, name)
        yield from _below(command, (*words, name))


def page() -> str:
    """Return the whole page."""
    codes = ", ".join(f"{code.value} {code.name.lower().replace('_', ' ')}" for code in ExitCode)
    parts = [HEADER.format(codes=codes)]
    for words in commands():
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            run([*words, "--help"])
        title = " ".join(("cardkit", *words))
        text = "\n".join(line.rstrip() for line in shown.getvalue().strip().splitlines())
        parts.append(f"## {title}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def main() -> int:
    """Write the page, or with ``--check`` compare it."""
    os.environ.update(COLUMNS="80", TERMINAL_WIDTH="80", NO_COLOR="1")
    sys.argv[0] = "cardkit"
    current = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(current, encoding="utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == current:
        return 0
    sys.stderr.write("docs/cli.md is not current; run: python docs/generate_cli.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
