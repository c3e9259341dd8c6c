"""What attacks do, as frozen values in the order of the text (see ``docs/cardtext.md``).

A text is a sequence of steps. Steps speak to each other through three registers of the text being
executed: the *coins* of the last :class:`Flip`, what the last :class:`Choose` *chose*, and what
the last operation *did* (whether at all, and how many).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from cardkit.cardtext.conditions import Condition
from cardkit.cardtext.counts import Amount, Count
from cardkit.cardtext.operations import Operation
from cardkit.cardtext.targets import NOWHERE, Target, Zones
from cardkit.cardtext.vocabulary import Side
from cardkit.rules import Condition as SpecialCondition


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """Flip coins; their faces are the *coins* that later steps speak of.

    Attributes:
        coins: how many; a void count is none.
        until_tails: flip until tails comes; the heads before it count.
        most: no more coins than this.
        by: who flips; of no consequence for chance.
    """

    coins: Count | int = 1
    until_tails: bool = False
    most: int | None = None
    by: Side = Side.YOURS

    @property
    def zones(self) -> Zones:
        """The zones of what is counted."""
        return NOWHERE if isinstance(self.coins, int) else self.coins.zones


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """A step under a condition; a void condition is false (Rule: S43)."""

    condition: Condition
    then: Step
    otherwise: Step | None = None

    @property
    def zones(self) -> Zones:
        """None of its own: the condition and the steps are judged one by one."""
        return NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class May:
    """A step that the player may leave out; ``did`` tells which. A void one cannot be done."""

    step: Step
    by: Side = Side.YOURS

    @property
    def zones(self) -> Zones:
        """The step's zones: what touches a void zone cannot be chosen."""
        return self.step.zones


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several steps, the player's choice."""

    options: tuple[Step, ...]
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """The step before, with another ``amount`` or number of ``coins``; ``on`` repeats its target.

    It stands in what a text said only: reading puts the changed step in its place.
    """

    amount: Amount | None = None
    coins: int | None = None
    on: Target | None = None
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class MostCoins:
    """The flip before is of this many coins at most. It stands in what a text said only."""

    most: int
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Several steps of one sentence, in order; each may be void by itself."""

    steps: tuple[Step, ...]
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """A step done as many times as counted."""

    times: Count
    step: Step

    @property
    def zones(self) -> Zones:
        """The zones of what is counted: void is no times."""
        return self.times.zones


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeDamage:
    """A step that is done before damage, though it would otherwise follow it (Rule: R4)."""

    step: Step
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """A requirement before damage (Rule: R4). If it cannot be met the attack does nothing."""

    step: Step
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class UsableIf:
    """The attack can be used only under this condition; a void one is false (Rule: S43)."""

    condition: Condition
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusableIf:
    """The attack can't be used under this condition; a void one is false (Rule: S43)."""

    condition: Condition
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class UsableDespite:
    """The attack can be used even while this Pokemon is affected by this special condition."""

    condition: SpecialCondition
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class OncePerEvent:
    """At most one such attack in a game, here in an event (Rule: S29)."""

    kind: str
    """``GX`` or ``VSTAR``."""
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """Choose Pokemon; later steps speak of them as *chosen*."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseAttack:
    """Choose an attack of the target; later steps speak of *that attack*."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseCondition:
    """Choose one of these special conditions (any when empty), which :class:`Give` then gives."""

    conditions: tuple[SpecialCondition, ...] = ()
    zones: Zones = NOWHERE


Step: TypeAlias = (
    Flip
    | When
    | May
    | Choice
    | Together
    | Repeat
    | BeforeDamage
    | Cost
    | UsableIf
    | UnusableIf
    | UsableDespite
    | OncePerEvent
    | Choose
    | ChooseAttack
    | ChooseCondition
    | Operation
)

Wording: TypeAlias = tuple[int, tuple["Wording", ...]]
"""Which rule of the grammar worded something, and how its slots were worded in turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What an attack does besides the damage it prints, in the order of its text.

    Attributes:
        steps: what is done; what the text refers back to is put in its place.
        said: the steps as the sentences said them, references and all; for printing.
        wording: how each sentence was worded, so that it prints exactly. Two texts that mean the
            same are equal. Without it the steps print in the grammar's first wording.
    """

    steps: tuple[Step, ...] = ()
    said: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    wording: tuple[Wording, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A text that the grammar does not read; none of it may be applied (Rule: S43).

    Attributes:
        text: the normalised text.
        clause: the first sentence that no rule reads; empty when the sentences are read and
            something between them, or the printed damage, is not.
        why: a phrase for a person.
    """

    text: str
    clause: str
    why: str
