"""A game that a person plays: every step is written down, and can be taken back to the start."""

from __future__ import annotations

from typing import NamedTuple, Self

from cardkit.playing.retelling import Retold
from cardkit.referee.actions import Action, UseAttack
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Chance, Recorded
from cardkit.referee.happenings import Happening
from cardkit.referee.outcome import Outcome
from cardkit.referee.recording import Scribe
from cardkit.referee.records import Record
from cardkit.referee.said import AttackByHand, HandResult, parse_entry
from cardkit.referee.state import State
from cardkit.referee.table import Table

SAVED = "saved"
"""Why the record of a game that goes on is stopped."""
PERSON = "person"
"""Who plays in the terminal, in the header of a record."""
TABLE = "table"
"""Who plays with cards on the table."""


class Step(NamedTuple):
    """One step of a game: what was done, why, and what happened."""

    action: Action
    why: str
    happenings: tuple[Happening, ...]


class Game:
    """An adventure with its past.

    Whatever interrupts a step - a question that is not answered, the end of the input - leaves the
    game as it was before it.

    Attributes:
        adventure: as it is now.
        seed: of the generator behind it; None when the outcomes come from the table.
        steps: what was done so far.
    """

    def __init__(
        self,
        table: Table,
        chance: Chance,
        *,
        player: str,
        seed: int | None = None,
        opening: str = "",
    ) -> None:
        """Begin a game.

        Args:
            table: what is played on.
            chance: where outcomes come from.
            player: who chooses, for the record.
            seed: what ``chance`` was seeded with; None when it is the table.
            opening: known outcomes of the first cards; without them, ``chance`` is asked.
        """
        self.seed = seed
        self.steps: list[Step] = []
        self._known = Retold(chance, along=seed is not None)
        self._known.tell(opening)
        self._pen = Recorded(self._known)
        self.adventure = Adventure.on(table, self._pen)
        self._scribe = Scribe(self.adventure, self._pen.take(), player=player, seed=seed)

    @classmethod
    def resume(cls, record: Record, chance: Chance) -> Self:
        """Go on from a record that has proved right.

        Args:
            record: of an adventure, finished or not.
            chance: where further outcomes come from: a generator with the record's seed, which
                is led to where it was, or the table.
        """
        opening = record.opening
        game = cls(
            Table.lay(opening.manifest, powers_work=opening.powers_work),
            chance,
            player=opening.player,
            seed=opening.seed,
            opening=opening.chance,
        )
        for move in record.moves:
            game._known.tell(move.chance)
            game.play(parse_entry(move.action), move.why)
        return game

    @property
    def state(self) -> State:
        """The position."""
        return self.adventure.state

    @property
    def outcome(self) -> Outcome | None:
        """How the adventure ended; None while it runs."""
        return self.adventure.outcome

    def play(self, action: Action, why: str = "") -> Step:
        """Carry an action out and write it down.

        Raises:
            IllegalAction: when it is not legal; nothing has changed.
        """
        step = Step(action, why, self.adventure.push(action))
        self._scribe.write(self.adventure, action, self._pen.take(), why)
        self.steps.append(step)
        return step

    def take_back(self) -> Step:
        """Take the last step back and return it.

        Raises:
            IndexError: when there is none.
        """
        self.adventure.pop()
        self._scribe.strike()
        return self.steps.pop()

    def record(self, stopped: str = SAVED) -> Record:
        """Return the game so far as a record; ``stopped`` says why it is not over."""
        return self._scribe.record(self.adventure, "" if self.outcome else stopped)


def may_be_done(game: Game, action: Action) -> bool:
    """Whether an action is legal, or its attack may be used by hand (Rule: S43)."""
    return not game.adventure.explain(action) or by_hand_instead(game, action) is not None


def by_hand_instead(game: Game, action: Action) -> AttackByHand | None:
    """Return the same attack by hand when that its text is not read is all that forbids it."""
    if not isinstance(action, UseAttack) or not game.adventure.explain(action):
        return None
    by_hand = AttackByHand(number=action.number, result=HandResult())
    return None if game.adventure.explain(by_hand) else by_hand
