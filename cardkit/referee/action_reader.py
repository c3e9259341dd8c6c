"""Reads the one-line notation of actions; ``str(action)`` writes it."""

from __future__ import annotations

from cardkit.errors import InputError
from cardkit.referee.actions import ACTIONS, Action, WorkPower

_BY_WORD = {kind.word: kind for kind in ACTIONS}


def parse_action(text: str) -> Action:
    """Read the one-line notation of an action; ``str(action)`` writes it.

    Raises:
        InputError: when the text is no action.

    >>> str(parse_action("retreat bench-1 WR"))
    'retreat bench-1 RW'
    """
    words = text.split()
    kind = _BY_WORD.get(words[0]) if words else None
    if kind is None:
        raise InputError(
            f"an action begins with one of {', '.join(_BY_WORD)}, got {text!r}",
            remedy="write it like attach active",
        )
    try:
        return kind.from_words(words[1:])
    except ValueError as error:
        raise InputError(str(error), remedy=f"write it like {kind.word}{kind.shape}") from error


def parse_attempted(text: str) -> Action:
    """Read what asks the player something: an action, or a power that works by itself.

    Raises:
        InputError: when the text is neither.
    """
    words = text.split()
    if words[:1] != [WorkPower.word]:
        return parse_action(text)
    try:
        return WorkPower.from_words(words[1:])
    except ValueError as error:
        remedy = f"write it like {WorkPower.word}{WorkPower.shape}"
        raise InputError(str(error), remedy=remedy) from error
