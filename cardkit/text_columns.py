"""How much room text takes on a terminal, and how it is made to fit."""

from __future__ import annotations

import re
import textwrap
import unicodedata

_TOGETHER = re.compile(
    r"(?<=\d) (?=%|(?:mm|MB|min|dpi)\b|x \d)|(?<=\d x) (?=\d)|(?<=\bcardkit) (?=[a-z-])"
)
"""Spaces at which no line is broken: in ``210 x 297 mm`` and ``100 %``, and behind ``cardkit``."""
_COMMAND = re.compile(
    r"""(?<=:\ )cardkit\ (?:'[^']*'|"[^"]*"|[^'";.)]|\.(?=\S))*  # a command to copy, to its end
    |\bcardkit\ -C\ (?:'[^']*'|"[^"]*"|[^\s'"])+\ (?=[a-z])     # one in a sentence, to its name
    """,
    re.VERBOSE,
)
"""Commands: a line that is broken within one could not be copied."""
_TIE = "\x1f"


def columns(text: str) -> int:
    """Return the columns that text takes: wide letters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if _is_wide(letter) else 1 for letter in text
    )


def shorten(text: str, width: int) -> str:
    """Cut text at a number of columns; an ellipsis says that it was longer.

    >>> shorten("Charizard", 5)
    'Char…'
    """
    if columns(text) <= width:
        return text
    while text and columns(text) > width - 1:
        text = text[:-1]
    return text + "…"


def pad(text: str, width: int) -> str:
    """Bring text to exactly a number of columns.

    >>> pad("Abra", 6), pad("Charizard", 6)
    ('Abra  ', 'Chari…')
    """
    cut = shorten(text, width)
    return cut + " " * (width - columns(cut))


def fill(text: str, width: int, indent: str = "", hanging: str | None = None) -> str:
    """Break a paragraph at a width, but not between a number and its unit.

    >>> fill("print it at 100 % only", 16).splitlines()
    ['print it at', '100 % only']

    Args:
        text: the paragraph.
        width: columns.
        indent: before the first line.
        hanging: before the later ones; without it, ``indent``.
    """
    lines = textwrap.fill(
        _tied(text),
        width,
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines.replace(_TIE, " ")


def _tied(text: str) -> str:
    """Put a tie in place of each space at which no line is broken."""
    if "cardkit " in text:
        text = _COMMAND.sub(lambda found: found[0].replace(" ", _TIE), text)
    return _TOGETHER.sub(_TIE, text)


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"
