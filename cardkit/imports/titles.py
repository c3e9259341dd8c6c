"""Titles that sellers write: ``Slaking Ex 227/191 Full Art``. What they mean is a guess."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from cardkit.imports.names import ReadName
from cardkit.imports.vocabulary import language_in_words, read_finish
from cardkit.naming import fold_name

_NUMBERS = tuple(
    re.compile(rf"(?<![\w/])#?({shape})(?![\w/])")
    for shape in (
        r"[A-Z]{0,5}\d{1,3}[a-z]?/[A-Z]{0,3}\d{1,3}",
        r"[A-Z]{2,5}\d{2,3}",
        r"(?<=#)\d{1,3}",
    )
)
"""Shapes of numbers, the surest first."""
_LONGEST_NAME = 6
"""Words of the longest name that is looked for: Boss's Orders (Lysandre) has three."""


def read_title(text: str, is_name: Callable[[str], bool]) -> ReadName:
    """Find the name of a card among the words of a title, and its number.

    Args:
        text: the title.
        is_name: whether a folded text is the name of some card.

    >>> found = read_title("NM Slaking Ex 227/191 Full Art", {"slaking ex"}.__contains__)
    >>> found.name, found.number
    ('Slaking Ex', '227/191')
    """
    number = next((at for shape in _NUMBERS if (at := shape.search(text))), None)
    rest = text if number is None else f"{text[: number.start()]} {text[number.end() :]}"
    words = re.sub(r"[(\[\])|,]", " ", rest).split()
    named = _longest_name(words, is_name)
    language = language_in_words(rest)
    return ReadName(
        name=" ".join(named) or text,
        spellings=(fold_name(" ".join(named)),) if named else (),
        number=number[1] if number else "",
        finish=_finish(words),
        language=language.name if language else "",
    )


def _longest_name(words: list[str], is_name: Callable[[str], bool]) -> list[str]:
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            part = words[start : start + length]
            folded = fold_name(" ".join(part))
            if folded and is_name(folded):
                return part
    return []


def _finish(words: list[str]) -> str:
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    told = (each for each in (*pairs, *words) if len(each) > 3)
    return next((finish for each in told if (finish := read_finish(each)) != each), "")
