"""One validation game: an autopilot plays an adventure, and what it met is counted.

A player who never gives up wins sooner or later, or never: an adventure has no end of its own
(Rule: S17). So each game has limits, and one that reaches them was given up.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardkit.referee.actions import EventKind
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Seeded
from cardkit.referee.happenings import Happening, What
from cardkit.referee.outcome import Reason
from cardkit.referee.players import Player
from cardkit.referee.recording import Recorder
from cardkit.referee.records import Record
from cardkit.referee.sightings import COUNTED, Sightings
from cardkit.referee.table import Table

_SEED_BYTES = 6  # so that every reader of JSON keeps all digits
_HEARD = COUNTED | {What.EVENT_BEGINS, What.EVENT_WON, What.EVENT_LOST}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When a game is given up.

    Attributes:
        rounds: player turns; a person needs an evening for about a hundred.
        actions: for players who never end their turn.
    """

    rounds: int = 1000
    actions: int = 50_000

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"rounds": self.rounds, "actions": self.actions}


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A lost event (Rule: S17).

    Attributes:
        enemy: key of the card that stood at the end.
    """

    event: EventKind
    badges: int
    enemy: str


class Place(NamedTuple):
    """A stretch of the adventure: the kind of event, and the badges that the player has."""

    event: EventKind
    badges: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """How one game went.

    Attributes:
        number: counted from 1.
        seed: replays the game.
        reason: how the adventure ended; None when it was given up or crashed.
        stopped: why it was given up; empty otherwise.
        crash: an error of the program that ended it; empty when there was none.
        event: the last event.
        lost: every lost event, in order.
        badge_rounds: the round in which each badge was won, in order.
        spent: rounds spent at each place of the adventure.
        fought: events begun at each place.
    """

    number: int
    seed: int
    reason: Reason | None
    stopped: str
    crash: str
    rounds: int
    events: int
    actions: int
    badges: int
    event: EventKind
    lost: tuple[Loss, ...]
    badge_rounds: tuple[int, ...]
    spent: Mapping[Place, int]
    fought: Mapping[Place, int]
    sightings: Sightings

    @property
    def won(self) -> bool:
        """Whether the champion was beaten."""
        return self.reason is not None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "number": self.number,
            "seed": self.seed,
            "outcome": self.reason.value if self.reason else "",
            "stopped": self.stopped,
            "crash": self.crash,
            "rounds": self.rounds,
            "events": self.events,
            "actions": self.actions,
            "badges": self.badges,
            "badge_rounds": list(self.badge_rounds),
            "lost_events": len(self.lost),
        }


def game_seed(seed: int, number: int) -> int:
    """Return the seed of one of many games: it does not depend on the games before.

    >>> game_seed(1, 1) == game_seed(1, 1), game_seed(1, 1) == game_seed(1, 2)
    (True, False)
    """
    digest = hashlib.sha256(f"cardkit game {number} of {seed}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


def play_game(
    table: Table,
    player: Player,
    *,
    number: int,
    seed: int,
    limits: Limits,
    name: str = "",
    on_record: Callable[[int, Record], None] | None = None,
) -> GameResult:
    """Play one adventure to its end or to the limits.

    Args:
        table: what is played on.
        player: who plays.
        number: of the game, for the result.
        seed: of the game's chance.
        limits: when it is given up.
        name: the player's, for the record.
        on_record: takes the number and the record; without it the game is not written down,
            which is faster.

    An error of the program ends this game and no other: it is kept in ``crash``.
    """
    game = _Game(table, seed, name, recorded=on_record is not None)
    stopped = crash = ""
    try:
        stopped = game.play(player, limits)
    except Exception as error:  # one crash must not cost the other games
        crash = f"{type(error).__name__}: {error}"
    if on_record is not None and game.recorder is not None and not crash:
        on_record(number, game.recorder.record(stopped))
    return game.result(number, seed, stopped, crash)


class _Game:
    """An adventure that is being played, and what was counted so far."""

    def __init__(self, table: Table, seed: int, name: str, *, recorded: bool) -> None:
        self.recorder: Recorder | None = None
        if recorded:
            self.recorder = Recorder(table, Seeded(seed), player=name, seed=seed)
            self.adventure = self.recorder.adventure
        else:
            self.adventure = Adventure.on(table, Seeded(seed), heard=_HEARD)
        state = self.adventure.state
        self.actions = 0
        self.lost: list[Loss] = []
        self.badge_rounds: list[int] = []
        self.place = Place(state.event, state.badges)
        self.began = 0
        self.spent: Counter[Place] = Counter()
        self.fought: Counter[Place] = Counter([self.place])
        self.sightings = Sightings()
        self.sightings.owned.update(one.facts.key for _, one in state.owned())

    def play(self, player: Player, limits: Limits) -> str:
        """Play to the end; return why it was given up before."""
        adventure, state = self.adventure, self.adventure.state
        while adventure.outcome is None:
            if state.rounds >= limits.rounds:
                return f"the limit of {limits.rounds} rounds"
            if self.actions >= limits.actions:
                return f"the limit of {limits.actions} actions"
            choice = player.choose(adventure)
            if self.recorder is None:
                adventure.check(choice.action)
                happenings = adventure.apply(choice.action)
            else:
                happenings = self.recorder.apply(choice.action, choice.why)
            self.actions += 1
            for happening in happenings:
                self.see(happening)
        return ""

    def see(self, happening: Happening) -> None:
        """Note what matters for the course of the adventure, and count the rest."""
        kind, data = happening
        if kind is What.EVENT_BEGINS:
            self.leave()
            self.place = Place(data["event"], data["badges"])
            self.fought[self.place] += 1
        elif kind is What.EVENT_WON:
            self.badge_rounds.append(self.adventure.state.rounds)
        elif kind is What.EVENT_LOST:
            event, badges = self.place
            self.lost.append(Loss(event=event, badges=badges, enemy=data["card"]))
        else:
            self.sightings.see(happening)

    def leave(self) -> None:
        """Note the rounds that were spent where the player is."""
        rounds = self.adventure.state.rounds
        self.spent[self.place] += rounds - self.began
        self.began = rounds

    def result(self, number: int, seed: int, stopped: str, crash: str) -> GameResult:
        """Return how the game went."""
        self.leave()
        state = self.adventure.state
        return GameResult(
            number=number,
            seed=seed,
            reason=state.outcome.reason if state.outcome else None,
            stopped=stopped,
            crash=crash,
            rounds=state.rounds,
            events=state.events,
            actions=self.actions,
            badges=state.badges,
            event=state.event,
            lost=tuple(self.lost),
            badge_rounds=tuple(self.badge_rounds),
            spent=dict(self.spent),
            fought=dict(self.fought),
            sightings=self.sightings,
        )
