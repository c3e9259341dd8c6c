"""Questions about a text that are asked anew at each attack, and answered once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Protocol, TypeVar

from cardkit.cardtext.targets import Zones, is_void

MOST_ANSWERS = 10_000
"""More than the parts of all texts of a game."""
_Part = TypeVar("_Part")
_Answer = TypeVar("_Answer")


class Zoned(Protocol):
    """A part of a text that names the zones it touches."""

    @property
    def zones(self) -> Zones:
        """The zones."""
        ...


def asked_once(question: Callable[[_Part], _Answer]) -> Callable[[_Part], _Answer]:
    """Remember the answers to a question about parts of texts.

    A part is known by being the same object: comparing two texts takes longer than most questions.
    Answers about texts of games that are over go when there are too many.
    """
    answers: dict[int, tuple[_Part, _Answer]] = {}

    @wraps(question)
    def ask(part: _Part) -> _Answer:
        known = answers.get(id(part))
        if known is None:  # the part is kept, so that no other gets its id
            if len(answers) >= MOST_ANSWERS:
                answers.clear()
            known = answers[id(part)] = (part, question(part))
        return known[1]

    return ask


@asked_once
def is_nowhere(part: Zoned) -> bool:
    """Whether a part of a text touches what does not exist in this game (Rule: S43)."""
    return is_void(part.zones)
