"""Commands that a person is told to type next: every one of them works when it is copied.

A text names a command as if it were called in the pool's folder. Whoever named another folder with
``-C`` is told the command with it, or the copied line would work on another pool.
"""

from __future__ import annotations

import os
import re
import shlex
from contextvars import ContextVar
from pathlib import Path

_POOL_COMMANDS = (
    "import", "add", "review", "export", "list", "assign", "undo", "sort", "check", "proxies",
    "print", "manifest", "show", "coverage",
    "catalogue update", "catalogue add", "catalogue info",
)  # fmt: skip
"""Those that read the collection or the settings of the pool's folder."""
_HINT = re.compile(rf"\bcardkit (?=(?:{'|'.join(_POOL_COMMANDS)})\b(?!-))")

_folder: ContextVar[Path] = ContextVar("folder", default=Path())
"""The folder that ``-C`` names; a text is broken into lines far from where it is known."""


def use_folder(folder: Path) -> None:
    """Let hints name a pool's folder from now on; the current folder is not named."""
    _folder.set(folder)


def with_folder(text: str) -> str:
    """Return a text whose commands work on the pool that it speaks of.

    >>> use_folder(Path("my game"))
    >>> with_folder("Next: cardkit check")
    "Next: cardkit -C 'my game' check"
    >>> use_folder(Path())
    >>> with_folder("Next: cardkit check")
    'Next: cardkit check'
    """
    folder = _folder.get()
    if folder == Path():
        return text
    named = f"cardkit -C {quoted(folder)} "
    return _HINT.sub(lambda _found: named, text)


def quoted(argument: str | Path) -> str:
    """Return an argument as it is typed at a prompt: in quotes where it holds spaces or the like.

    >>> quoted(Path("my game/manifest.json")), quoted("game.json"), quoted(Path("-x"))
    ("'my game/manifest.json'", 'game.json', './-x')
    """
    text = str(argument)
    if isinstance(argument, Path) and text.startswith("-") and text != "-":
        text = f"{os.curdir}{os.sep}{text}"  # or it would be taken for an option
    if os.name != "nt":
        return shlex.quote(text) if text.isprintable() else _escaped(text)
    return f'"{text}"' if re.search(r"[\s&()^;,=]", text) else text


def _escaped(text: str) -> str:
    """Quote what cannot be shown, as bash and zsh take it."""
    return "$'" + "".join(map(_letter, os.fsencode(text))) + "'"


def _letter(byte: int) -> str:
    letter = chr(byte)
    return (
        letter
        if letter.isascii() and letter.isprintable() and letter not in "'\"\\"
        else (f"\\x{byte:02x}")
    )
