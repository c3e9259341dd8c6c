"""One validation game: an autopilot plays an adventure, and what it met is counted.

A player who never gives up wins sooner or later, or never: an adventure has no end of its own
(Rule: S17). So each game has limits, and one that reaches them was given up.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardkit.decks.model import RarityDeck
from cardkit.referee.actions import EventKind
from cardkit.referee.adventure import Adventure
from cardkit.referee.chance import Seeded
from cardkit.referee.happenings import What
from cardkit.referee.outcome import Reason
from cardkit.referee.players import Player
from cardkit.referee.recording import Recorder
from cardkit.referee.records import Record
from cardkit.referee.table import Table

_SEED_BYTES = 6  # so that every reader of JSON keeps all digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When a game is given up.

    Attributes:
        rounds: player turns; a person needs an evening for about a hundred.
        actions: for players who never end their turn.
    """

    rounds: int = 1000
    actions: int = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A lost event (Rule: S17).

    Attributes:
        enemy: key of the card that stood at the end.
    """

    event: EventKind
    badges: int
    enemy: str


@dataclass(slots=True, kw_only=True)
class Sightings:
    """What was met in one game or in many.

    Attributes:
        met: how often each enemy card appeared.
        beaten: how often each was knocked out.
        owned: how often each card came to the player: dealt, caught or evolved into.
        dry: how often each rarity deck had no enemy left and was shuffled anew (Rule: S44).
        empty: how often not even that helped (Rule: S44).
        no_energy: draws for which no Energy was left (Rule: S45).
    """

    met: Counter[str] = field(default_factory=Counter)
    beaten: Counter[str] = field(default_factory=Counter)
    owned: Counter[str] = field(default_factory=Counter)
    dry: Counter[RarityDeck] = field(default_factory=Counter)
    empty: Counter[RarityDeck] = field(default_factory=Counter)
    no_energy: int = 0

    def add(self, other: Sightings) -> None:
        """Count what was met in another game."""
        self.met += other.met
        self.beaten += other.beaten
        self.owned += other.owned
        self.dry += other.dry
        self.empty += other.empty
        self.no_energy += other.no_energy


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
    state = game.adventure.state
    if on_record is not None and game.recorder is not None and not crash:
        on_record(number, game.recorder.record(stopped))
    return GameResult(
        number=number,
        seed=seed,
        reason=state.outcome.reason if state.outcome else None,
        stopped=stopped,
        crash=crash,
        rounds=state.rounds,
        events=state.events,
        actions=game.actions,
        badges=state.badges,
        event=state.event,
        lost=tuple(game.lost),
        sightings=game.sightings,
    )


class _Game:
    """An adventure that is being played, and what was counted so far."""

    def __init__(self, table: Table, seed: int, name: str, *, recorded: bool) -> None:
        self.recorder: Recorder | None = None
        if recorded:
            self.recorder = Recorder(table, Seeded(seed), player=name, seed=seed)
            self.adventure = self.recorder.adventure
        else:
            self.adventure = Adventure.on(table, Seeded(seed))
        self.actions = 0
        self.lost: list[Loss] = []
        self.sightings = Sightings()
        self.sightings.owned.update(one.facts.key for _, one in self.adventure.state.owned())

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
                count = _COUNTED.get(happening.kind)
                if count is not None:
                    count(self, happening.data)
        return ""

    def appeared(self, data: Mapping[str, Any]) -> None:
        """Count an enemy that appeared."""
        self.sightings.met[data["card"]] += 1

    def beat(self, data: Mapping[str, Any]) -> None:
        """Count an enemy that was knocked out."""
        self.sightings.beaten[data["card"]] += 1

    def got(self, data: Mapping[str, Any]) -> None:
        """Count a card that became the player's."""
        self.sightings.owned[data["card"]] += 1

    def ran_dry(self, data: Mapping[str, Any]) -> None:
        """Count a rarity deck that was shuffled anew."""
        self.sightings.dry[RarityDeck(data["deck"])] += 1

    def ran_out(self, data: Mapping[str, Any]) -> None:
        """Count a rarity deck that has nothing left."""
        self.sightings.empty[RarityDeck(data["deck"])] += 1

    def missed_energy(self, _data: Mapping[str, Any]) -> None:
        """Count a draw without Energy."""
        self.sightings.no_energy += 1

    def was_lost(self, data: Mapping[str, Any]) -> None:
        """Note a lost event."""
        badges = self.adventure.state.badges
        self.lost.append(Loss(event=data["event"], badges=badges, enemy=data["card"]))


_COUNTED: dict[What, Callable[[_Game, Mapping[str, Any]], None]] = {
    What.ENEMY_APPEARS: _Game.appeared,
    What.ENEMY_KNOCKED_OUT: _Game.beat,
    What.CAUGHT: _Game.got,
    What.EVOLVED: _Game.got,
    What.DECK_RESHUFFLED: _Game.ran_dry,
    What.DECK_EMPTY: _Game.ran_out,
    What.NO_ENERGY: _Game.missed_energy,
    What.EVENT_LOST: _Game.was_lost,
}
