"""Playing an adventure and writing it down at the same time."""

from __future__ import annotations

from cardkit.referee.actions import Action
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Chance, Recorded
from cardkit.referee.happenings import Happening
from cardkit.referee.records import Ending, Move, Opening, Record, with_check
from cardkit.referee.table import Table


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
        self._opening = with_check(
            Opening(
                player=player,
                seed=seed,
                manifest_digest=table.manifest.digest(),
                manifest=table.manifest,
                chance=self._chance.take(),
                position=self.adventure.digest,
            ),
            "",
        )
        self._check = self._opening.check
        self._moves: list[Move] = []

    def apply(self, action: Action, why: str = "") -> tuple[Happening, ...]:
        """Carry an action out and write it down.

        Raises:
            IllegalAction: when it is not legal; nothing is written then.
        """
        self.adventure.check(action)
        happenings = self.adventure.apply(action)
        move = with_check(
            Move(
                number=len(self._moves) + 1,
                action=str(action),
                chance=self._chance.take(),
                why=why,
                position=self.adventure.digest,
            ),
            self._check,
        )
        self._check = move.check
        self._moves.append(move)
        return happenings

    def record(self, stopped: str = "") -> Record:
        """Return the game so far as a record.

        Args:
            stopped: why no more is played; needed exactly when the adventure is not over.
        """
        outcome = self.adventure.outcome
        if (outcome is None) != bool(stopped):
            raise ValueError("a record says why it stopped, or how the adventure ended")
        ending = Ending(
            actions=len(self._moves),
            outcome=outcome.reason.value if outcome else "",
            stopped=stopped,
            position=self.adventure.digest,
        )
        return Record(
            opening=self._opening,
            moves=tuple(self._moves),
            ending=with_check(ending, self._check),
        )
