"""The parts of the report of validation games: fights, cards, Energy, lengths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cardkit.cards import EnergyType
from cardkit.decks.model import RarityDeck
from cardkit.plurals import counted
from cardkit.referee.actions import EventKind
from cardkit.referee.shares import Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """How the events of one kind went, with so many badges.

    Attributes:
        fought: events begun.
        won: None for skirmishes: they are only lost or left (Rule: S16, S17).
        first_try: adventures that won it at the first try, of those that finished one; None for
            skirmishes.
        rounds: rounds spent here per adventure, on average over all adventures.
        given_up: adventures that were given up here.
    """

    event: EventKind
    badges: int
    fought: int
    won: int | None
    lost: int
    first_try: Share | None
    rounds: float
    given_up: int

    @property
    def label(self) -> str:
        """Words for a person: ``gym 2``, ``skirmish, 1 badge``."""
        if self.event is EventKind.GYM:
            return f"gym {self.badges + 1}"
        if self.event is EventKind.CHAMPION:
            return "champion"
        return f"skirmish, {counted(self.badges, 'badge')}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "event": self.event.value,
            "badges": self.badges,
            "label": self.label,
            "fought": self.fought,
            "won": self.won,
            "lost": self.lost,
            "first_try": self.first_try.to_dict() if self.first_try else None,
            "rounds": round(self.rounds, 1),
            "given_up": self.given_up,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CardUse:
    """What became of one card of the pool, all copies and all games together.

    Attributes:
        key: the card's id, with ``*`` behind a proxy's.
        copies: in the deck.
        playable: whether it may be the player's; a proxy may not (Rule: S9).
        met: appearances as an enemy.
        beaten: knock-outs as an enemy.
        lost_events: events at whose lost end it stood (Rule: S17).
        owned: how often it came to the player.
        attacks: attacks that it made for the player.
        damage: what those did in all.
    """

    key: str
    name: str
    deck: RarityDeck
    types: tuple[EnergyType, ...]
    copies: int
    playable: bool
    met: int
    beaten: int
    lost_events: int
    owned: int
    attacks: int
    damage: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "card": self.key,
            "name": self.name,
            "deck": self.deck.value,
            "types": [kind.value for kind in self.types],
            "copies": self.copies,
            "playable": self.playable,
            "met": self.met,
            "beaten": self.beaten,
            "lost_events": self.lost_events,
            "owned": self.owned,
            "attacks": self.attacks,
            "damage": self.damage,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergyUse:
    """What became of one type of Energy.

    Attributes:
        cards: in the Energy deck.
        asked_by: the player's cards with an attack, that is read, whose cost asks for the type.
        attached: cards that were put on Pokemon.
        spent: cards that were discarded for balls and revives.
        attacks: attacks used whose cost asks for the type.
    """

    kind: EnergyType
    cards: int
    asked_by: int
    attached: int
    spent: int
    attacks: int

    @property
    def dead(self) -> bool:
        """Whether no attack that was used asked for it, although it was drawn."""
        return not self.attacks and self.attached + self.spent > 0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "type": self.kind.value,
            "cards": self.cards,
            "asked_by": self.asked_by,
            "attached": self.attached,
            "spent": self.spent,
            "attacks": self.attacks,
            "dead": self.dead,
        }


class TextCount(NamedTuple):
    """How much of the player's cards the referee reads (Rule: S43); copies count.

    Attributes:
        attacks: of the cards that can be the player's.
        unread: those of them that cannot be used.
        abilities: that have no effect.
    """

    attacks: int
    unread: int
    abilities: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return self._asdict()


class Length(NamedTuple):
    """How long adventures are that are won: the quarter, middle and three-quarter one."""

    quarter: float
    middle: float
    three_quarters: float

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {name: round(value, 1) for name, value in self._asdict().items()}


class Milestone(NamedTuple):
    """How many adventures were won within so many rounds."""

    rounds: int
    won: Share

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"rounds": self.rounds, "won": self.won.to_dict()}
