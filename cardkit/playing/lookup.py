"""Finding what a person means by a few letters, forgiving slips of the finger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from cardkit.naming import fold_name

_NEAR = 0.72
"""Share of letters in common from which a misspelt word is taken for another."""
_SHORTEST = 3
"""Shorter words are no misspelling of anything."""


def find(typed: str, candidates: Sequence[str]) -> list[int]:
    """Return the indexes of the candidates that may be meant; several when it is not clear.

    A candidate that is typed whole wins, then beginnings of its words in their order, then letters
    in its middle, then words that are nearly its own.

    >>> find("char", ["Charizard", "Charmander", "Pikachu"])
    [0, 1]
    >>> find("pickachu", ["Charizard", "Charmander", "Pikachu"])
    [2]
    """
    wanted = fold_name(typed)
    if not wanted:
        return []
    names = [fold_name(candidate) for candidate in candidates]
    tests: tuple[Callable[[str], bool], ...] = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: _begins_words(wanted.split(), name.split()),
        lambda name: wanted in name,
        lambda name: _near(wanted, name),
    )
    for test in tests:
        found = [index for index, name in enumerate(names) if test(name)]
        if found:
            return _nearest(wanted, names, found) if test is tests[-1] else found
    return []


def nearest(typed: str, words: Sequence[str]) -> str:
    """Return the word that was probably meant; empty when none is near."""
    best = max(words, key=lambda word: _likeness(typed, word), default="")
    return best if best and _likeness(typed, best) >= _NEAR else ""


def _begins_words(typed: list[str], words: list[str]) -> bool:
    """Whether each typed word begins a word of the name, in order."""
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in typed)


def _near(wanted: str, name: str) -> bool:
    return len(wanted) >= _SHORTEST and _closeness(wanted, name) >= _NEAR


def _closeness(wanted: str, name: str) -> float:
    """How near the typed text is to a name, to its beginning, or to one of its words."""
    parts = [name, name[: len(wanted)], *name.split()]
    return max(_likeness(wanted, part) for part in parts)


def _nearest(wanted: str, names: list[str], found: list[int]) -> list[int]:
    best = max(_closeness(wanted, names[index]) for index in found)
    return [index for index in found if _closeness(wanted, names[index]) >= best - 0.05]


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
