"""Replaying a record action by action, without the generator that it was made with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardkit.errors import Fault, InputError
from cardkit.manifest import Manifest
from cardkit.referee.actions import Action
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import EVERY_NUMBER, Chance, ChanceError, Purpose, Scripted
from cardkit.referee.happenings import Happening
from cardkit.referee.legality import Violation
from cardkit.referee.outcome import Outcome
from cardkit.referee.records import (
    Ending,
    Move,
    MoveKind,
    Opening,
    Record,
    RecordError,
    broken,
    chained,
)
from cardkit.referee.said import parse_entry
from cardkit.referee.table import Table

_CHANGED = "the line was changed after it was written: its check is {got!r}, not {wanted!r}"
_ELSEWHERE = "the rules lead to another position: its digest is {got!r}, not {wanted!r}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """One line of a record that has proved right.

    Attributes:
        move: the line; None for the start of the game.
        happenings: what happened.
    """

    move: Move | None
    happenings: tuple[Happening, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; the start has number 0."""
        return {
            "kind": self.move.kind.value if self.move else "start",
            "number": self.move.number if self.move else 0,
            "action": self.move.action if self.move else "",
            "why": self.move.why if self.move else "",
            "happenings": [happening.to_dict() for happening in self.happenings],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A record that has proved right, and where its game ended.

    Attributes:
        actions: how many lines were replayed.
        by_hand: how many of them are results that a person worked out.
        corrections: how many of them are corrections.
        rounds: player turns begun.
        events: events begun.
        outcome: how the adventure ended; None when it was stopped before.
        stopped: why it was stopped; empty when it ended.
        position: digest of the last position.
    """

    manifest: Manifest
    player: str
    seed: int | None
    actions: int
    by_hand: int
    corrections: int
    rounds: int
    events: int
    badges: int
    outcome: Outcome | None
    stopped: str
    position: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form (``schemas/replay.schema.json``)."""
        return {
            "format": "cardkit-replay/1",
            "manifest": {"name": self.manifest.name, "digest": self.manifest.digest()},
            "player": self.player,
            "seed": self.seed,
            "actions": self.actions,
            "by_hand": self.by_hand,
            "corrections": self.corrections,
            "rounds": self.rounds,
            "events": self.events,
            "badges": self.badges,
            "outcome": self.outcome.reason.value if self.outcome else "",
            "stopped": self.stopped,
            "position": self.position,
        }


class Replay:
    """A record being replayed: iterate over it to verify it line by line."""

    def __init__(self, record: Record, where: str = "record") -> None:
        self.record = record
        self.adventure: Adventure | None = None
        self._where = where
        self._chance = _Given()
        self._check = ""
        self._verified: Verification | None = None

    def __iter__(self) -> Iterator[Replayed]:
        """Verify and yield one line after the other.

        Raises:
            RecordError: at the first line that does not prove right.
        """
        adventure = self._start(self.record.opening)
        self.adventure = adventure
        yield Replayed(move=None, happenings=adventure.opening)
        for move in self.record.moves:
            yield Replayed(move=move, happenings=self._repeat(adventure, move))
        self._end(adventure, self.record.ending)

    def _start(self, opening: Opening) -> Adventure:
        where = f"{self._where}:1"
        try:
            self._chance.give(opening.chance)
            table = Table.lay(opening.manifest, powers_work=opening.powers_work)
            adventure = Adventure.on(table, self._chance)
        except ChanceError as error:
            raise broken(_chance_words(error), where) from None
        self._expect_right(opening, adventure, where)
        return adventure

    def _repeat(self, adventure: Adventure, move: Move) -> tuple[Happening, ...]:
        where = f"{self._where}:{move.number + 1}"
        action = _action_of(move, where)
        violations = adventure.explain(action)
        if violations:
            raise _illegal(move, violations, where)
        try:
            self._chance.give(move.chance)
            happenings = adventure.apply(action)
        except ChanceError as error:
            raise broken(f"{move.action!r}: {_chance_words(error)}", where) from None
        self._expect_right(move, adventure, where)
        return happenings

    def _expect_right(self, line: Opening | Move, adventure: Adventure, where: str) -> None:
        if self._chance.left:
            raise broken(f"nothing asks for all of its outcomes {line.chance!r}", where)
        self._expect_unchanged(line, where)
        position = adventure.digest
        if line.position != position:
            raise broken(_ELSEWHERE.format(got=position, wanted=line.position), where)

    def _expect_unchanged(self, line: Opening | Move | Ending, where: str) -> None:
        check = chained(line.to_dict(), self._check)
        if line.check != check:
            raise broken(_CHANGED.format(got=line.check, wanted=check), where)
        self._check = check

    def _end(self, adventure: Adventure, ending: Ending) -> None:
        where = f"{self._where}:{len(self.record.moves) + 2}"
        reason = adventure.outcome.reason.value if adventure.outcome else ""
        facts = (
            ("actions", ending.actions, len(self.record.moves)),
            ("outcome", ending.outcome, reason),
            ("position", ending.position, adventure.digest),
        )
        for name, got, wanted in facts:
            if got != wanted:
                raise broken(f"expects the {name} {wanted!r} at the end, got {got!r}", where)
        if bool(ending.stopped) == bool(reason):
            raise broken(
                f"expects a reason to stop exactly when the game is not over, "
                f"got {ending.stopped!r}",
                where,
            )
        self._expect_unchanged(ending, where)
        state = adventure.state
        kinds = Counter(move.kind for move in self.record.moves)
        self._verified = Verification(
            manifest=self.record.opening.manifest,
            player=self.record.opening.player,
            seed=self.record.opening.seed,
            actions=len(self.record.moves),
            by_hand=kinds[MoveKind.BY_HAND],
            corrections=kinds[MoveKind.CORRECTION],
            rounds=state.rounds,
            events=state.events,
            badges=state.badges,
            outcome=adventure.outcome,
            stopped=ending.stopped,
            position=ending.position,
        )

    def verification(self) -> Verification:
        """Return where the game ended, once every line has proved right."""
        if self._verified is None:
            raise ValueError("a record is verified when it has been replayed to its end")
        return self._verified


def verify(
    record: Record, manifest: Manifest | None = None, *, where: str = "record"
) -> Verification:
    """Replay a record to its end.

    Args:
        record: as read.
        manifest: insist that the game was played with this one.
        where: the file, for messages.

    Raises:
        RecordError: naming the first line that does not prove right, and the rule that it breaks.
    """
    if manifest is not None:
        expect_manifest(record, manifest, where=where)
    replay = Replay(record, where)
    for _ in replay:
        pass
    return replay.verification()


def expect_manifest(record: Record, manifest: Manifest, *, where: str = "record") -> None:
    """Refuse a record of another manifest (Rule: S46).

    Raises:
        RecordError: when the game was played with another manifest.
    """
    if record.opening.manifest_digest != manifest.digest():
        raise broken(
            f"expects a game with the manifest {manifest.name!r} ({manifest.digest()[:12]}), "
            f"got {record.opening.manifest.name!r} ({record.opening.manifest_digest[:12]})",
            f"{where}:1",
            rule="S46",
            remedy="name the manifest that the game was played with, or leave it out",
        )


def _action_of(move: Move, where: str) -> Action:
    try:
        action = parse_entry(move.action)
    except InputError as error:
        raise broken(error.faults[0].what, where, remedy=error.faults[0].remedy) from None
    if str(action) != move.action:
        raise broken(f"expects the action as {str(action)!r}, got {move.action!r}", where)
    if move.kind is not MoveKind.of(action):
        raise broken(
            f"expects {move.action!r} on a line of the kind {MoveKind.of(action).value!r}, "
            f"got {move.kind.value!r}",
            where,
        )
    return action


def _illegal(move: Move, violations: tuple[Violation, ...], where: str) -> RecordError:
    faults = [
        Fault(
            what=f"{move.action!r} is not legal: {violation.what}", where=where, rule=violation.rule
        )
        for violation in violations
    ]
    return RecordError.of(faults)


def _chance_words(error: ChanceError) -> str:
    return f"its outcomes of chance do not fit: {error.faults[0].what}"


class _Given:
    """The outcomes of one line at a time, so that none is borrowed from the next line."""

    def __init__(self) -> None:
        self._script = Scripted("")

    def give(self, outcomes: str) -> None:
        """Take the outcomes of the next line."""
        self._script = Scripted(outcomes)

    @property
    def left(self) -> int:
        """How many outcomes of the line were not asked for."""
        return self._script.left

    def coin(self, purpose: Purpose = Purpose.CARD_TEXT, who: str = "") -> bool:
        """Return the next outcome."""
        return self._script.coin(purpose, who)

    def die(
        self,
        purpose: Purpose = Purpose.CARD_TEXT,
        who: str = "",
        hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        """Return the next outcome."""
        return self._script.die(purpose, who, hits)

    def draw(
        self, size: int, purpose: Purpose = Purpose.CARD_TEXT, names: Sequence[str] = ()
    ) -> int:
        """Return the next outcome."""
        return self._script.draw(size, purpose, names)

    def copy(self) -> Chance:
        """Return a source that goes on alike, and on its own."""
        twin = _Given()
        twin._script = self._script.copy()
        return twin

    def mark(self) -> int:
        """Return how many outcomes of the line have been asked for."""
        return self._script.mark()

    def rewind(self, mark: int) -> None:
        """Go back to a mark within the line."""
        self._script.rewind(mark)
