"""Writing an adventure down, line by line, while it is played."""

from __future__ import annotations

from cardkit.referee.actions import Action
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Chance, Recorded
from cardkit.referee.happenings import Happening
from cardkit.referee.records import (
    VERSION,
    WITHOUT_POWERS,
    Ending,
    Move,
    MoveKind,
    Opening,
    Record,
    with_check,
)
from cardkit.referee.table import Table


class Scribe:
    """Writes the lines of a record; the last can be struck out again.

    Attributes:
        moves: the lines between header and end.
    """

    def __init__(
        self, adventure: Adventure, chance: str, *, player: str, seed: int | None = None
    ) -> None:
        """Write the header.

        Args:
            adventure: as it begins.
            chance: the outcomes that the beginning used.
            player: who chooses the actions.
            seed: of the generator that the outcomes come from, if there is one.
        """
        table = adventure.state.table
        manifest = table.manifest
        opening = Opening(
            version=VERSION if table.powers_work else WITHOUT_POWERS,
            player=player,
            seed=seed,
            manifest_digest=manifest.digest(),
            manifest=manifest,
            chance=chance,
            position=adventure.digest,
        )
        self.opening = with_check(opening, "")
        self.moves: list[Move] = []

    @property
    def _check(self) -> str:
        return self.moves[-1].check if self.moves else self.opening.check

    def write(self, adventure: Adventure, action: Action, chance: str, why: str = "") -> None:
        """Write a line: the action, the outcomes that it used, and where it led."""
        move = Move(
            kind=MoveKind.of(action),
            number=len(self.moves) + 1,
            action=str(action),
            chance=chance,
            why=why,
            position=adventure.digest,
        )
        self.moves.append(with_check(move, self._check))

    def strike(self) -> Move:
        """Strike the last line out and return it."""
        return self.moves.pop()

    def record(self, adventure: Adventure, stopped: str = "") -> Record:
        """Return the game so far as a record.

        Args:
            adventure: as it is now.
            stopped: why no more is played; needed exactly when the adventure is not over.
        """
        outcome = adventure.outcome
        if (outcome is None) != bool(stopped):
            raise ValueError("a record says why it stopped, or how the adventure ended")
        ending = Ending(
            actions=len(self.moves),
            outcome=outcome.reason.value if outcome else "",
            stopped=stopped,
            position=adventure.digest,
        )
        return Record(
            opening=self.opening,
            moves=tuple(self.moves),
            ending=with_check(ending, self._check),
        )


class Recorder:
    """Plays an adventure and writes it down."""

    def __init__(
        self, table: Table, chance: Chance, *, player: str, seed: int | None = None
    ) -> None:
        """Start an adventure.

        Args:
            table: what is played with.
            chance: where outcomes come from.
            player: who chooses the actions.
            seed: what ``chance`` was seeded with, if it was.
        """
        self._chance = Recorded(chance)
        self.adventure = Adventure.on(table, self._chance)
        self._scribe = Scribe(self.adventure, self._chance.take(), player=player, seed=seed)

    def apply(self, action: Action, why: str = "") -> tuple[Happening, ...]:
        """Carry an action out and write it down.

        Raises:
            IllegalAction: when it is not legal; nothing is written then.
        """
        self.adventure.check(action)
        happenings = self.adventure.apply(action)
        self._scribe.write(self.adventure, action, self._chance.take(), why)
        return happenings

    def record(self, stopped: str = "") -> Record:
        """Return the game so far as a record.

        Args:
            stopped: why no more is played; needed exactly when the adventure is not over.
        """
        return self._scribe.record(self.adventure, stopped)
