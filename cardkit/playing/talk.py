"""How a person and a seat talk, and how a person leaves."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from cardkit.errors import InputError


class Talk(Protocol):
    """Whoever carries lines between the person and the seat."""

    def line(self, prompt: str, words: Sequence[str]) -> str | None:
        """Return what is typed; None at the end of the input. ``words`` may be completed."""
        ...

    def say(self, text: str) -> None:
        """Show text."""
        ...

    def clear(self) -> None:
        """Begin a new screen, where there is one."""
        ...


class Pace(StrEnum):
    """How fast happenings are shown."""

    ALL = "all"
    """Everything that follows an action at once."""
    LINE = "line"
    """One after the other; ENTER shows the next."""


class Back(Exception):  # noqa: N818 - the person goes back, nothing failed
    """A question is not answered: the action that asked is taken back."""


class Left(Exception):  # noqa: N818 - the person leaves, nothing failed
    """The person leaves, or the input ends."""


class Unsaved(Exception):  # noqa: N818 - it carries the failure out of the game
    """The game cannot be saved any more, so it is not gone on with.

    Attributes:
        error: why.
    """

    def __init__(self, error: InputError) -> None:
        super().__init__(str(error))
        self.error = error
