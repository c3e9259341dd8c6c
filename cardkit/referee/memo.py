"""Things that are worked out once and then looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Memo(dict[_Key, _Value]):
    """What a function returns for each key, worked out when it is first asked for.

    Looking a key up takes a quarter of the time of a call of a cached function, and the rules ask
    several times in every turn.

    >>> squares = Memo(lambda number: number * number, most=100)
    >>> squares[12], len(squares)
    (144, 1)
    """

    __slots__ = ("_most", "_work_out")

    def __init__(self, work_out: Callable[[_Key], _Value], *, most: int) -> None:
        """Keep at most so many; all are dropped when there are more."""
        super().__init__()
        self._work_out = work_out
        self._most = most

    def __missing__(self, key: _Key) -> _Value:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._work_out(key)
        return value
