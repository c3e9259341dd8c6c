"""Many validation games of one manifest, and what they say about its pool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from cardkit.decks.model import RarityDeck
from cardkit.errors import UsageError
from cardkit.findings import Finding, Severity
from cardkit.manifest import Manifest
from cardkit.referee.actions import EventKind
from cardkit.referee.autopilots import player_maker
from cardkit.referee.events import BADGES
from cardkit.referee.games import GameResult, Limits, Sightings, game_seed, play_game
from cardkit.referee.records import Record
from cardkit.referee.shares import Interval, share_interval
from cardkit.referee.table import Table
from cardkit.referee.verdicts import pool_findings, trial_findings

FORMAT = "cardkit-trials/1"


class Fight(NamedTuple):
    """How the events of one kind ended, with so many badges.

    ``won`` is None for skirmishes: they are only lost or left (Rule: S16, S17).
    """

    event: EventKind
    badges: int
    won: int | None
    lost: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "event": self.event.value,
            "badges": self.badges,
            "won": self.won,
            "lost": self.lost,
        }


class Beater(NamedTuple):
    """An enemy card that stood at the end of lost events."""

    card: str
    name: str
    deck: RarityDeck
    lost_events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialReport:
    """What the games of one manifest say.

    Attributes:
        seed: every game's seed follows from it.
        player: name of the autopilot.
        games: one result per game, in order.
        sightings: what was met in all of them.
        findings: about the pool, then about the games.
    """

    manifest: Manifest
    table: Table
    seed: int
    player: str
    limits: Limits
    games: tuple[GameResult, ...]
    sightings: Sightings
    findings: tuple[Finding, ...]

    @property
    def finished(self) -> tuple[GameResult, ...]:
        """The games that were not cut off by an error of the program."""
        return tuple(game for game in self.games if not game.crash)

    @property
    def crashes(self) -> tuple[GameResult, ...]:
        """The games that an error of the program ended: a fault of cardkit, never of the pool."""
        return tuple(game for game in self.games if game.crash)

    @property
    def wins(self) -> int:
        """Adventures in which the champion was beaten."""
        return sum(game.won for game in self.games)

    @property
    def win_share(self) -> Interval:
        """The chance of this player to win within the limits (Wilson's interval)."""
        return share_interval(self.wins, len(self.finished))

    @property
    def badges(self) -> tuple[int, int, int, int]:
        """Games that ended with 0, 1, 2 and 3 badges."""
        counted = Counter(game.badges for game in self.finished)
        return counted[0], counted[1], counted[2], counted[3]

    @property
    def median_rounds(self) -> float | None:
        """Median rounds of the adventures that were won; None when none was."""
        rounds = [game.rounds for game in self.games if game.won]
        return float(median(rounds)) if rounds else None

    @property
    def fights(self) -> tuple[Fight, ...]:
        """Events by kind and badges, in the order of the adventure."""
        lost = Counter((loss.event, loss.badges) for game in self.finished for loss in game.lost)
        gyms = [
            Fight(
                EventKind.GYM, badges, sum(self.badges[badges + 1 :]), lost[EventKind.GYM, badges]
            )
            for badges in range(BADGES)
        ]
        skirmishes = [
            Fight(EventKind.SKIRMISH, badges, None, lost[EventKind.SKIRMISH, badges])
            for badges in range(BADGES + 1)
        ]
        champion = Fight(EventKind.CHAMPION, BADGES, self.wins, lost[EventKind.CHAMPION, BADGES])
        pairs = [fight for pair in zip(skirmishes, gyms, strict=False) for fight in pair]
        return (*pairs, champion, skirmishes[BADGES])

    @property
    def beaters(self) -> tuple[Beater, ...]:
        """Enemy cards by the events that were lost to them, the worst first."""
        lost = Counter(loss.enemy for game in self.finished for loss in game.lost)
        facts = {one.key: one for one in self.table.cards}
        ordered = sorted(lost.items(), key=lambda item: (-item[1], item[0]))
        return tuple(Beater(key, facts[key].name, facts[key].deck, n) for key, n in ordered)

    @property
    def never_met(self) -> tuple[str, ...]:
        """Keys of the cards that were neither an enemy nor the player's in any game."""
        seen = self.sightings.met.keys() | self.sightings.owned.keys()
        return tuple(dict.fromkeys(one.key for one in self.table.cards if one.key not in seen))

    @property
    def has_errors(self) -> bool:
        """Whether a finding is an error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form (``schemas/trials.schema.json``)."""
        finished = len(self.finished)
        return {
            "format": FORMAT,
            "manifest": {"name": self.manifest.name, "digest": self.manifest.digest()},
            "seed": self.seed,
            "player": self.player,
            "limits": {"rounds": self.limits.rounds, "actions": self.limits.actions},
            "wins": {
                "count": self.wins,
                "of": finished,
                "least_share": round(self.win_share.least, 4),
                "most_share": round(self.win_share.most, 4),
            },
            "badges": list(self.badges),
            "median_rounds": self.median_rounds,
            "fights": [fight.to_dict() for fight in self.fights],
            "beaten_by": [
                {"card": card, "name": name, "deck": deck.value, "lost_events": count}
                for card, name, deck, count in self.beaters
            ],
            "never_met": list(self.never_met),
            "findings": [finding.to_dict() for finding in self.findings],
            "games": [game.to_dict() for game in self.games],
        }


def run_trials(
    manifest: Manifest,
    games: int = 100,
    seed: int = 1,
    player: str = "careful",
    *,
    limits: Limits | None = None,
    on_game: Callable[[GameResult], None] | None = None,
    on_record: Callable[[int, Record], None] | None = None,
    recorded: Container[int] | None = None,
) -> TrialReport:
    """Play many adventures and report on the pool.

    The same arguments give the same report on every machine; game 7 is the same game whether
    10 or 1,000 are played.

    Args:
        manifest: the pool.
        games: how many adventures, at least 1.
        seed: of all games, at least 0.
        player: name of an autopilot.
        limits: when a game is given up.
        on_game: told each result as it comes, for progress.
        on_record: takes the number and the record of each game that is written down.
        recorded: numbers of the games that are written down; None is all, if ``on_record`` is
            given. Writing a game down takes about twice the time.

    Raises:
        InputError: when the manifest cannot be played.
        UsageError: when a number or the player's name makes no sense.
    """
    if games < 1:
        raise UsageError(f"at least one game is played, got {games}")
    if seed < 0:
        raise UsageError(f"a seed is 0 or more, got {seed}")
    table = Table.lay(manifest)
    make = player_maker(player, table)
    bounds = limits or Limits()
    results: list[GameResult] = []
    for number in range(1, games + 1):
        chance = game_seed(seed, number)
        result = play_game(
            table,
            make(chance),
            number=number,
            seed=chance,
            limits=bounds,
            name=player,
            on_record=on_record if recorded is None or number in recorded else None,
        )
        results.append(result)
        if on_game is not None:
            on_game(result)
    findings = (*pool_findings(table), *trial_findings(table, results, player))
    return TrialReport(
        manifest=manifest,
        table=table,
        seed=seed,
        player=player,
        limits=bounds,
        games=tuple(results),
        sightings=_all_sightings(results),
        findings=findings,
    )


def _all_sightings(games: Iterable[GameResult]) -> Sightings:
    every = Sightings()
    for game in games:
        every.add(game.sightings)
    return every
