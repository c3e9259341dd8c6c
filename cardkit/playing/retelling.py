"""Going on with a game whose beginning is known: its outcomes first, then those of a source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.referee.chance import EVERY_NUMBER, Chance, Purpose, Scripted


class Retold:
    """Tells outcomes that fell before, and then goes on with another source.

    A generator behind it is led along, so that it goes on as if it had never been interrupted.
    Whoever goes back in the game leaves the known way: from there on the source decides.
    """

    __slots__ = ("_along", "_script", "behind")

    def __init__(self, behind: Chance, *, along: bool) -> None:
        """Take the source.

        Args:
            behind: the source that goes on.
            along: it is a generator and follows; a person at the table is not asked again.
        """
        self.behind = behind
        self._along = along
        self._script = Scripted(())

    def tell(self, outcomes: str) -> None:
        """Take outcomes that are to fall next, in the notation of records."""
        self._script = Scripted(outcomes)

    @property
    def left(self) -> int:
        """How many known outcomes have not fallen yet."""
        return self._script.left

    def coin(self, purpose: Purpose = Purpose.CARD_TEXT, who: str = "") -> bool:
        """Flip a coin; True is heads."""
        known = bool(self._script.left)
        fallen = self.behind.coin(purpose, who) if self._along or not known else False
        return self._script.coin() if known else fallen

    def die(
        self,
        purpose: Purpose = Purpose.CARD_TEXT,
        who: str = "",
        hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        """Roll the die: 1 to 6."""
        known = bool(self._script.left)
        fallen = self.behind.die(purpose, who, hits) if self._along or not known else 0
        return self._script.die() if known else fallen

    def draw(
        self, size: int, purpose: Purpose = Purpose.CARD_TEXT, names: Sequence[str] = ()
    ) -> int:
        """Draw one of ``size`` cards: its position."""
        known = bool(self._script.left)
        fallen = self.behind.draw(size, purpose, names) if self._along or not known else 0
        return self._script.draw(size) if known else fallen

    def copy(self) -> Retold:
        """Return a source that goes on alike, and on its own."""
        twin = Retold(self.behind.copy(), along=self._along)
        twin._script = self._script.copy()
        return twin

    def mark(self) -> Any:
        """Return where the source behind is."""
        return self.behind.mark()

    def rewind(self, mark: Any) -> None:
        """Go back to a mark; what was still to be told is forgotten."""
        self._script = Scripted(())
        self.behind.rewind(mark)
