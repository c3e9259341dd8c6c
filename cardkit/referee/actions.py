"""What the player decides, as values with a one-line notation both ways.

Every decision that the rules leave to the player is one action; what is forced happens by
itself. Which actions are legal is not known here.

========================  ========================================  ==================
notation                  meaning                                   rule
========================  ========================================  ==================
``event gym``             go to a skirmish, gym or champion         S15-S17
``swap bench-1 pc-2``     exchange team and PC, empty places too    S13
``lead bench-1``          make it the Active; the event begins      S13, S12
``attach active``         put the drawn Energy on it                S22
``ball``                  discard the drawn Energy for a ball       S22
``revive bench-2``        discard it and 5 balls for a revive       S25
``retreat bench-1 RW``    swap the Active, paying these Energies    S23
``heal active``           spend a ball to heal                      S24
``run``                   leave the skirmish                        S26
``attack 1``              use the Active's first attack             S28
``use bench-1 1``         use the first power of the one there      S43, S29
``catch``                 try to catch the enemy                    S30, S31
``pass``                  end the turn                              S21
``throw``, ``stop``       spend a ball for another roll, or not     S32
``release pc-1``          make room in the PC for the caught one    S33
``let-go``                let the caught one go back itself         S33
``send bench-1``          replace the knocked-out Active            S27
``evolve pc-1``           put the defeated enemy on it              S40
``decline``               do not evolve                             S40
``choose bench-1``        answer what card text asks                S43
========================  ========================================  ==================

Energies are the customary letters G R W L P F D M Y, always in this order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

from cardkit.energy import ENERGY_ORDER, EnergyType, format_energy, parse_energy
from cardkit.referee.spots import Spot, parse_spot


class EventKind(StrEnum):
    """The three kinds of event (Rule: S11)."""

    SKIRMISH = "skirmish"
    GYM = "gym"
    CHAMPION = "champion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A decision; ``str()`` gives its notation, :func:`parse_action` reads it."""

    word: ClassVar[str]
    """First word of the notation."""
    shape: ClassVar[str] = ""
    """What follows the word, for messages."""

    def __str__(self) -> str:
        return self.word

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read what follows the first word.

        Raises:
            ValueError: when it is not of this action's shape.
        """
        if words:
            raise ValueError(f"nothing follows {cls.word!r}, got {' '.join(words)!r}")
        return cls()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotAction(Action):
    """A decision about the Pokemon at one place."""

    shape: ClassVar[str] = " PLACE"
    spot: Spot

    def __str__(self) -> str:
        return f"{self.word} {self.spot}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the place."""
        if len(words) != 1:
            raise ValueError(f"one place follows {cls.word!r}, got {' '.join(words)!r}")
        return cls(spot=parse_spot(words[0]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseEvent(Action):
    """Go to the next event (Rule: S15, S16, S17)."""

    word: ClassVar[str] = "event"
    shape: ClassVar[str] = " skirmish|gym|champion"
    event: EventKind

    def __str__(self) -> str:
        return f"{self.word} {self.event}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the kind of event."""
        if len(words) != 1 or words[0] not in list(EventKind):
            raise ValueError(f"an event is skirmish, gym or champion, got {' '.join(words)!r}")
        return cls(event=EventKind(words[0]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Action):
    """Exchange what lies at a place of the team and at a place of the PC (Rule: S13)."""

    word: ClassVar[str] = "swap"
    shape: ClassVar[str] = " PLACE PC-PLACE"
    team: Spot
    pc: Spot

    def __str__(self) -> str:
        return f"{self.word} {self.team} {self.pc}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the two places."""
        if len(words) != 2:
            raise ValueError(f"two places follow {cls.word!r}, got {' '.join(words)!r}")
        return cls(team=parse_spot(words[0]), pc=parse_spot(words[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead(SpotAction):
    """Choose the Active and begin the event (Rule: S12, S13)."""

    word: ClassVar[str] = "lead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attach(SpotAction):
    """Attach the drawn Energy (Rule: S22)."""

    word: ClassVar[str] = "attach"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBall(Action):
    """Discard the drawn Energy and turn up a ball (Rule: S22)."""

    word: ClassVar[str] = "ball"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revive(SpotAction):
    """Discard the drawn Energy and spend five balls to revive (Rule: S25)."""

    word: ClassVar[str] = "revive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(Action):
    """Exchange the Active for a benched Pokemon, paying Energy cards (Rule: S23)."""

    word: ClassVar[str] = "retreat"
    shape: ClassVar[str] = " PLACE [LETTERS]"
    spot: Spot
    payment: tuple[EnergyType, ...] = ()

    def __post_init__(self) -> None:
        if len(self.payment) > 1:
            ordered = tuple(sorted(self.payment, key=ENERGY_ORDER.__getitem__))
            object.__setattr__(self, "payment", ordered)

    def __str__(self) -> str:
        if not self.payment:
            return f"{self.word} {self.spot}"
        return f"{self.word} {self.spot} {format_energy(self.payment)}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the place of the new Active and the payment."""
        if not 1 <= len(words) <= 2:
            raise ValueError(
                f"a place and Energy letters follow {cls.word!r}, got {' '.join(words)!r}"
            )
        return cls(spot=parse_spot(words[0]), payment=parse_energy("".join(words[1:])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Heal(SpotAction):
    """Spend a ball to take damage off (Rule: S24)."""

    word: ClassVar[str] = "heal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Action):
    """Leave the skirmish (Rule: S26)."""

    word: ClassVar[str] = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAttack(Action):
    """Use the Active's attack of this number, counted from 1 (Rule: S28)."""

    word: ClassVar[str] = "attack"
    shape: ClassVar[str] = " NUMBER"
    number: int

    def __str__(self) -> str:
        return f"{self.word} {self.number}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the number."""
        return cls(number=_number(f"the number of an attack follows {cls.word!r}", words))


@dataclass(frozen=True, slots=True, kw_only=True)
class UsePower(Action):
    """Use a power of a Pokemon in play: the one of this number that can be used (Rule: S43)."""

    word: ClassVar[str] = "use"
    shape: ClassVar[str] = " PLACE NUMBER"
    spot: Spot
    number: int

    def __str__(self) -> str:
        return f"{self.word} {self.spot} {self.number}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the place and the number."""
        if len(words) != 2:
            raise ValueError(f"a place and a number follow {cls.word!r}, got {' '.join(words)!r}")
        return cls(
            spot=parse_spot(words[0]),
            number=_number("the number of a power follows the place", words[1:]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkPower(Action):
    """A power works at its moment: nobody's decision, but it may ask the player something.

    Only positions name it, of which such a power asks: :func:`parse_attempted`.
    """

    word: ClassVar[str] = "work"
    shape: ClassVar[str] = " PLACE NUMBER SUBJECT AMOUNT"
    spot: Spot
    number: int
    subject: str
    amount: int

    def __str__(self) -> str:
        return f"{self.word} {self.spot} {self.number} {self.subject} {self.amount}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read where it is, its number, whose moment it is, and the damage that was done."""
        if len(words) != 4:
            raise ValueError(f"four words follow {cls.word!r}, got {' '.join(words)!r}")
        spot, number, subject, amount = words
        return cls(
            spot=parse_spot(spot),
            number=_number("the number of a power follows the place", [number]),
            subject=subject,
            amount=_number("the damage follows", [amount]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Catch(Action):
    """Try to catch the enemy instead of attacking (Rule: S30, S31)."""

    word: ClassVar[str] = "catch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Action):
    """End the turn without attack or catch (Rule: S21)."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw(Action):
    """Spend a ball for one more roll (Rule: S32)."""

    word: ClassVar[str] = "throw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop(Action):
    """Give the catch up (Rule: S32)."""

    word: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(SpotAction):
    """Send a Pokemon of the PC back to its deck to make room (Rule: S33)."""

    word: ClassVar[str] = "release"


@dataclass(frozen=True, slots=True, kw_only=True)
class LetGo(Action):
    """Send the caught Pokemon itself back to its deck (Rule: S33)."""

    word: ClassVar[str] = "let-go"


@dataclass(frozen=True, slots=True, kw_only=True)
class SendOut(SpotAction):
    """Replace the knocked-out Active (Rule: S27)."""

    word: ClassVar[str] = "send"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evolve(SpotAction):
    """Put the defeated enemy on an own Pokemon that it evolves from (Rule: S40)."""

    word: ClassVar[str] = "evolve"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline(Action):
    """Do not evolve; the defeated enemy goes to the discard pile (Rule: S40)."""

    word: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide(Action):
    """Answer what card text asks in the middle of an attack (Rule: S43)."""

    word: ClassVar[str] = "choose"
    shape: ClassVar[str] = " ANSWER"
    answer: str

    def __str__(self) -> str:
        return f"{self.word} {self.answer}"

    @classmethod
    def from_words(cls, words: list[str]) -> Self:
        """Read the answer, a single word."""
        if len(words) != 1:
            raise ValueError(f"one answer follows {cls.word!r}, got {' '.join(words)!r}")
        return cls(answer=words[0])


def _number(wanted: str, words: list[str]) -> int:
    text = " ".join(words)
    if not (text.isascii() and text.isdigit() and text == str(int(text))):
        raise ValueError(f"{wanted}, got {text!r}")
    return int(text)


ACTIONS: tuple[type[Action], ...] = (
    ChooseEvent,
    Swap,
    Lead,
    Attach,
    TakeBall,
    Revive,
    Retreat,
    Heal,
    Run,
    UseAttack,
    UsePower,
    Catch,
    Pass,
    Throw,
    Stop,
    Release,
    LetGo,
    SendOut,
    Evolve,
    Decline,
    Decide,
)
"""Every kind of action."""
