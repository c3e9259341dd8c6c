"""A game that a person plays: every step is written down, and can be taken back to the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

from cardkit.playing.retelling import Retold
from cardkit.referee.actions import Action
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Chance, Recorded
from cardkit.referee.happenings import Happening
from cardkit.referee.legality import IllegalAction, Violation
from cardkit.referee.outcome import Outcome
from cardkit.referee.recording import Scribe
from cardkit.referee.records import Record
from cardkit.referee.said import parse_entry
from cardkit.referee.state import State
from cardkit.referee.table import Table

SAVED = "saved"
"""Why the record of a game that goes on is stopped."""


class Step(NamedTuple):
    """One step of a game: what was done, why, and what happened."""

    action: Action
    why: str
    happenings: tuple[Happening, ...]


class Game:
    """An adventure with its past.

    Each step works on a copy: whatever interrupts it - a question that is not answered, the end of
    the input - leaves the game as it was.

    Attributes:
        player: who chooses, for the record.
        seed: of the generator behind it; None when the outcomes come from the table.
        steps: what was done so far.
    """

    def __init__(
        self, table: Table, chance: Chance, *, player: str, seed: int | None = None
    ) -> None:
        """Begin a game; ``chance`` is asked for the first cards."""
        self.player = player
        self.seed = seed
        self.steps: list[Step] = []
        pen = Recorded(chance)
        self.adventure = Adventure.on(table, pen)
        self._chance = pen.inner
        self._before: list[tuple[Adventure, Chance]] = []
        self._scribe = Scribe(self.adventure, pen.take(), player=player, seed=seed)

    @classmethod
    def resume(cls, record: Record, chance: Chance, table: Table | None = None) -> Self:
        """Go on from a record that has proved right.

        Args:
            record: of an adventure, finished or not.
            chance: where further outcomes come from: a generator with the record's seed, which
                is led to where it was, or the table.
            table: the record's manifest, if it is laid already.
        """
        opening = record.opening
        laid = table or Table.lay(opening.manifest)
        retold = Retold(opening.chance, chance)
        game = cls(laid, retold, player=opening.player, seed=opening.seed)
        for move in record.moves:
            game._chance = Retold(move.chance, retold.behind)
            game.play(parse_entry(move.action), move.why)
            retold = game._chance
        game._chance = retold.behind
        return game

    @property
    def state(self) -> State:
        """The position."""
        return self.adventure.state

    @property
    def outcome(self) -> Outcome | None:
        """How the adventure ended; None while it runs."""
        return self.adventure.outcome

    @property
    def legal_actions(self) -> Sequence[Action]:
        """Every legal action, in a fixed order."""
        return tuple(self.adventure.legal_actions)

    def explain(self, action: Action) -> tuple[Violation, ...]:
        """Return every rule that an action breaks."""
        return self.adventure.explain(action)

    def play(self, action: Action, why: str = "") -> Step:
        """Carry an action out and write it down.

        Raises:
            IllegalAction: when it is not legal; nothing has changed.
        """
        violations = self.adventure.explain(action)
        if violations:
            raise IllegalAction(action, violations)
        pen = Recorded(self._chance.copy())
        trial = self.adventure.copy(pen)
        step = Step(action, why, trial.apply(action))
        self._scribe.write(trial, action, pen.take(), why)
        self._before.append((self.adventure, self._chance))
        self.adventure, self._chance = trial, pen.inner
        self.steps.append(step)
        return step

    def take_back(self) -> Step:
        """Take the last step back and return it.

        Raises:
            IndexError: when there is none.
        """
        self.adventure, self._chance = self._before.pop()
        self._scribe.strike()
        return self.steps.pop()

    def record(self, stopped: str = SAVED) -> Record:
        """Return the game so far as a record; ``stopped`` says why it is not over."""
        return self._scribe.record(self.adventure, "" if self.outcome else stopped)
