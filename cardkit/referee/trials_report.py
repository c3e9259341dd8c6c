"""What many validation games say about a pool, as one frozen value.

:class:`TrialsReport` is what every reporter draws from: the text of ``cardkit referee``, its JSON
(``schemas/trials.schema.json``) and charts. It holds no cards and no table, so it can be kept,
sent to another process and compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from cardkit.findings import Finding, Severity
from cardkit.referee.effects import Advice
from cardkit.referee.games import GameResult, Limits
from cardkit.referee.pace import Pace
from cardkit.referee.shares import Share
from cardkit.referee.stopping import Certainty
from cardkit.referee.trial_parts import CardUse, EnergyUse, Fight, Length, Milestone, TextCount

FORMAT = "cardkit-trials/2"

MILESTONES = (50, 100, 150, 200, 300, 400, 500, 700, 1000)
"""Rounds after which it is told how many adventures were won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialsReport:
    """What the games of one manifest say.

    Attributes:
        name: the manifest's.
        digest: the manifest's.
        seed: every game's seed follows from it.
        player: name of the autopilot.
        limits: when a game is given up.
        pace: the estimate that minutes are made of.
        certainty: how sure the shares are, and why no more games were played.
        games: one result per game, in order.
        fights: events by kind and badges, in the order of the adventure.
        cards: every card of the pool, weakest deck first.
        energies: every type of the Energy deck.
        texts: how much of the cards is read.
        findings: about the pool, then about the games.
        advice: the change that would help most; None when that was not asked.
    """

    name: str
    digest: str
    seed: int
    player: str
    limits: Limits
    pace: Pace
    certainty: Certainty
    games: tuple[GameResult, ...]
    fights: tuple[Fight, ...]
    cards: tuple[CardUse, ...]
    energies: tuple[EnergyUse, ...]
    texts: TextCount
    findings: tuple[Finding, ...]
    advice: Advice | None = None

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
    def won(self) -> Share:
        """The chance of this player to win within the limits."""
        return self.certainty.share(self.wins, len(self.finished))

    @property
    def milestones(self) -> tuple[Milestone, ...]:
        """How many adventures were won within so many rounds, up to the limit."""
        games = self.finished
        return tuple(
            Milestone(
                rounds,
                self.certainty.share(
                    sum(game.won and game.rounds <= rounds for game in games), len(games)
                ),
            )
            for rounds in MILESTONES
            if rounds <= self.limits.rounds
        )

    @property
    def badges(self) -> tuple[int, int, int, int]:
        """Games that ended with 0, 1, 2 and 3 badges."""
        counted = Counter(game.badges for game in self.finished)
        return counted[0], counted[1], counted[2], counted[3]

    @property
    def rounds(self) -> Length | None:
        """Player turns of the adventures that were won; None when none was."""
        return _length([game.rounds for game in self.games if game.won])

    @property
    def minutes(self) -> Length | None:
        """Minutes at a table of the adventures that were won, by the estimate."""
        return _length(
            [self.pace.minutes(game.rounds, game.events) for game in self.games if game.won]
        )

    @property
    def median_rounds(self) -> float | None:
        """Median rounds of the adventures that were won; None when none was."""
        length = self.rounds
        return length.middle if length else None

    @property
    def beaters(self) -> tuple[CardUse, ...]:
        """Enemy cards by the events that were lost to them, the worst first."""
        beating = [card for card in self.cards if card.lost_events]
        return tuple(sorted(beating, key=lambda card: (-card.lost_events, card.key)))

    @property
    def never_met(self) -> tuple[CardUse, ...]:
        """The cards that were neither an enemy nor the player's in any game."""
        return tuple(card for card in self.cards if not card.met and not card.owned)

    @property
    def idle(self) -> tuple[CardUse, ...]:
        """The cards that the player had, and that never attacked."""
        return tuple(card for card in self.cards if card.owned and not card.attacks)

    @property
    def dead_energies(self) -> tuple[EnergyUse, ...]:
        """The types of Energy that no attack in the games asked for."""
        return tuple(energy for energy in self.energies if energy.dead)

    @property
    def stalls(self) -> tuple[Fight, ...]:
        """Where adventures stall: the events that cost most, the worst first.

        First count adventures that were given up there, then lost events, then rounds.
        """
        return tuple(
            sorted(
                (fight for fight in self.fights if fight.given_up or fight.lost),
                key=lambda fight: (-fight.given_up, -fight.lost, -fight.rounds),
            )
        )

    @property
    def has_errors(self) -> bool:
        """Whether a finding is an error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form (``schemas/trials.schema.json``)."""
        return {
            "format": FORMAT,
            "manifest": {"name": self.name, "digest": self.digest},
            "seed": self.seed,
            "player": self.player,
            "limits": self.limits.to_dict(),
            "pace": self.pace.to_dict(),
            "certainty": self.certainty.to_dict(),
            "wins": self.won.to_dict(),
            "milestones": [one.to_dict() for one in self.milestones],
            "badges": list(self.badges),
            **self._lengths(),
            "fights": [fight.to_dict() for fight in self.fights],
            "stalls": [fight.label for fight in self.stalls],
            "beaten_by": [card.key for card in self.beaters],
            "never_met": [card.key for card in self.never_met],
            "idle": [card.key for card in self.idle],
            "cards": [card.to_dict() for card in self.cards],
            "energies": [energy.to_dict() for energy in self.energies],
            "texts_read": self.texts.to_dict(),
            "findings": [finding.to_dict() for finding in self.findings],
            "advice": self.advice.to_dict() if self.advice else None,
            "games": [game.to_dict() for game in self.games],
        }

    def _lengths(self) -> Mapping[str, Any]:
        rounds, minutes = self.rounds, self.minutes
        return {
            "rounds": rounds.to_dict() if rounds else None,
            "minutes": minutes.to_dict() if minutes else None,
        }


def _length(values: list[float] | list[int]) -> Length | None:
    if not values:
        return None
    if len(values) == 1:
        return Length(values[0], values[0], values[0])
    quarter, _, three_quarters = quantiles(values, n=4, method="inclusive")
    return Length(quarter, float(median(values)), three_quarters)
