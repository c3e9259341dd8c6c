"""Words that somebody may have meant: named only when they are really near."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import takewhile
from operator import eq

_LOOKED_AT = 12
_LEAST_RATIO = 0.5
"""What the quick comparison lets through; the counted slips decide."""
_LETTERS_PER_SLIP = 3
"""A word may hold one slip for so many of its letters."""
_SHORTEST_BEGINNING = 3


def nearest(text: str, known: Iterable[str]) -> str | None:
    """Return the one known word that is near to a text; None without one, or between two.

    A remedy built on it is followed by people: a wrong word is worse than none.

    >>> nearest("Fairie", ["Fire", "Fairy"]), nearest("Ice", ["Fire", "Psychic"])
    ('Fairy', None)
    >>> nearest("gap", ["gap_mm"]), nearest("NAME", ["name"])
    ('gap_mm', 'name')
    """
    word, folded = text.strip().casefold(), _folded(known)
    if word in folded:
        return folded[word]
    ranked = _ranked(word, folded)
    if not ranked or [distance for distance, _ in ranked[1:2]] == [ranked[0][0]]:
        return None
    return folded[ranked[0][1]]


def nearest_few(text: str, known: Iterable[str], number: int) -> tuple[str, ...]:
    """Return up to so many known words that are near to a text, the nearest first."""
    folded = _folded(known)
    ranked = _ranked(text.strip().casefold(), folded)
    return tuple(folded[name] for _, name in ranked[:number])


def _folded(known: Iterable[str]) -> dict[str, str]:
    folded: dict[str, str] = {}
    for name in known:
        folded.setdefault(name.casefold(), name)
    return folded


def _ranked(word: str, known: Iterable[str]) -> list[tuple[tuple[int, int], str]]:
    """Return the known words that are near, each behind its distance, the nearest first."""
    found = get_close_matches(word, list(known), _LOOKED_AT, _LEAST_RATIO)
    return sorted((_distance(word, name), name) for name in found if _is_near(word, name))


def _is_near(word: str, name: str) -> bool:
    if len(word) >= _SHORTEST_BEGINNING and name.startswith(word):
        return True
    return slips(word, name) <= max(1, len(word) // _LETTERS_PER_SLIP)


def _distance(word: str, name: str) -> tuple[int, int]:
    """Of words that are as many slips away, the one that begins alike is nearer."""
    return slips(word, name), -sum(takewhile(bool, map(eq, word, name)))


def slips(one: str, other: str) -> int:
    """Count the letters that are wrong, missing or too many; two in the wrong order are one slip.

    >>> slips("nmae", "name"), slips("fairie", "fairy"), slips("fairie", "fire")
    (1, 2, 2)
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        line = [row]
        for column, theirs in enumerate(other, start=1):
            best = min(last[column] + 1, line[-1] + 1, last[column - 1] + (letter != theirs))
            if row > 1 and column > 1 and letter == other[column - 2] and theirs == one[row - 2]:
                best = min(best, before[column - 2] + 1)
            line.append(best)
        before, last = last, line
    return last[-1]
