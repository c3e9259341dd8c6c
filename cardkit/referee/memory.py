"""What a position remembers for card text: rules that last, turns that were, answers to come."""

from __future__ import annotations

from typing import NamedTuple

from cardkit.cardtext.lasting import LastingRule
from cardkit.cardtext.operations import Give, KnockOutLater, Lasting, PutCountersLater
from cardkit.cardtext.vocabulary import Until
from cardkit.referee.actions import Action


class Past(NamedTuple):
    """What card text may ask about a Pokemon's last turns; rounds are 0 for never.

    Attributes:
        used: the attack it used last, and in which round.
        struck: damage that the opponent's attacks did to it in their last turn, and the round.
        came_in: the round in which it last became Active.
        evolved_in: the round in which it evolved, from what.
        healed_in: the round in which it was last healed.
    """

    used: str = ""
    used_in: int = 0
    struck: int = 0
    struck_in: int = 0
    came_in: int = 0
    evolved_from: str = ""
    evolved_in: int = 0
    healed_in: int = 0


NO_PAST = Past()


class Fall(NamedTuple):
    """A knock-out of an own Pokemon that card text may ask about."""

    card: int
    round: int
    by_damage: bool


class Laid(NamedTuple):
    """A rule that card text has laid on a Pokemon (see :mod:`cardkit.referee.texts.laid`).

    Attributes:
        rule: what holds, or what will be done at the end of the opponent's next turn.
        until: how long.
        round: the round in which it was laid.
        by: number of the card whose attack laid it.
    """

    rule: LastingRule | Give | KnockOutLater | PutCountersLater
    until: Until
    round: int
    by: int

    def holds(self, round_now: int) -> bool:
        """Whether it holds already: a rule for the next turn does not before it."""
        return self.until is not Until.YOUR_NEXT_TURN or round_now > self.round


class Standing(NamedTuple):
    """A rule that an attack has laid for the rest of the game: here, of the event (Rule: S29).

    It is nobody's who can leave the table: whoever fits its bearer, now or later, bears it.

    Attributes:
        lasting: the rule and whom it is for.
        round: the round in which it was laid.
        by: number of the card whose attack laid it.
    """

    lasting: Lasting
    round: int
    by: int


class Pending(NamedTuple):
    """A power whose moment has come, and which has not worked yet.

    Attributes:
        card: number of its Pokemon's card.
        number: of the power among those that work at a moment, counted from 1.
        subject: number of the card whose moment it is; -1 where it is nobody's.
        amount: damage that was done; 0 where the moment is none of damage.
    """

    card: int
    number: int
    subject: int
    amount: int


def name_mark(name: str) -> str:
    """Return the mark that one of the powers of a name was used.

    >>> name_mark("Zip")
    '=Zip'
    """
    return f"={name}"


def used_mark(card: int, number: int) -> str:
    """Return the mark of a power that was used: a use counts from 1, what works by itself from -1.

    >>> used_mark(12, 1)
    '12#1'
    """
    return f"{card}#{number}"


class Attempt(NamedTuple):
    """An attack or a power that is begun and waits for an answer of the player.

    Attributes:
        action: what the player did.
        question: what is asked, for a person.
        options: the answers that are possible.
        answers: what was answered so far.
        outcomes: how chance fell so far.
        told: how many happenings were told so far.
        labels: the answers in words, where they do not speak for themselves.
    """

    action: Action
    question: str
    options: tuple[str, ...]
    answers: tuple[str, ...]
    outcomes: tuple[bool | int, ...]
    told: int
    labels: tuple[str, ...] = ()
