"""What attacks do, as frozen values in the order of the text (see ``docs/cardtext.md``).

A text is a sequence of steps. Steps speak to each other through three registers of the text being
executed: the *coins* of the last :class:`Flip`, what the last :class:`Choose` *chose*, and what
the last operation *did* (whether at all, and how many).
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from cardkit.cardtext.conditions import Condition
from cardkit.cardtext.counts import Amount, Count
from cardkit.cardtext.operations import Operation
from cardkit.cardtext.targets import NOWHERE, Target, Zones
from cardkit.cardtext.vocabulary import Side
from cardkit.rules import Condition as SpecialCondition


class Flip(Struct, frozen=True, kw_only=True):
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


class When(Struct, frozen=True, kw_only=True):
    """A step under a condition; a void condition is false (Rule: S43)."""

    condition: Condition
    then: Step
    otherwise: Step | None = None

    @property
    def zones(self) -> Zones:
        """None of its own: the condition and the steps are judged one by one."""
        return NOWHERE


class May(Struct, frozen=True, kw_only=True):
    """A step that the player may leave out; ``did`` tells which. A void one cannot be done."""

    step: Step
    by: Side = Side.YOURS

    @property
    def zones(self) -> Zones:
        """The step's zones: what touches a void zone cannot be chosen."""
        return self.step.zones


class Choice(Struct, frozen=True, kw_only=True):
    """One of several steps, the player's choice."""

    options: tuple[Step, ...]
    zones: Zones = NOWHERE


class Instead(Struct, frozen=True, kw_only=True):
    """The step before, with another ``amount`` or number of ``coins``; ``on`` repeats its target.

    It stands in what a text said only: reading puts the changed step in its place.
    """

    amount: Amount | None = None
    coins: int | None = None
    on: Target | None = None
    zones: Zones = NOWHERE


class MostCoins(Struct, frozen=True, kw_only=True):
    """The flip before is of this many coins at most. It stands in what a text said only."""

    most: int
    zones: Zones = NOWHERE


class Together(Struct, frozen=True, kw_only=True):
    """Several steps of one sentence, in order; each may be void by itself."""

    steps: tuple[Step, ...]
    zones: Zones = NOWHERE


class Repeat(Struct, frozen=True, kw_only=True):
    """A step done as many times as counted."""

    times: Count
    step: Step

    @property
    def zones(self) -> Zones:
        """The zones of what is counted: void is no times."""
        return self.times.zones


class BeforeDamage(Struct, frozen=True, kw_only=True):
    """A step that is done before damage, though it would otherwise follow it (Rule: R4)."""

    step: Step
    zones: Zones = NOWHERE


class Cost(Struct, frozen=True, kw_only=True):
    """A requirement before damage (Rule: R4). If it cannot be met the attack does nothing."""

    step: Step
    zones: Zones = NOWHERE


class UsableIf(Struct, frozen=True, kw_only=True):
    """The attack can be used only under this condition; a void one is false (Rule: S43)."""

    condition: Condition
    zones: Zones = NOWHERE


class UnusableIf(Struct, frozen=True, kw_only=True):
    """The attack can't be used under this condition; a void one is false (Rule: S43)."""

    condition: Condition
    zones: Zones = NOWHERE


class UsableDespite(Struct, frozen=True, kw_only=True):
    """The attack can be used even while this Pokemon is affected by this special condition."""

    condition: SpecialCondition
    zones: Zones = NOWHERE


class OncePerEvent(Struct, frozen=True, kw_only=True):
    """At most one such attack in a game, here in an event (Rule: S29)."""

    kind: str
    """``GX`` or ``VSTAR``."""
    zones: Zones = NOWHERE


class Choose(Struct, frozen=True, kw_only=True):
    """Choose Pokemon; later steps speak of them as *chosen*."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class ChooseAttack(Struct, frozen=True, kw_only=True):
    """Choose an attack of the target; later steps speak of *that attack*."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class ChooseCondition(Struct, frozen=True, kw_only=True):
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


class Effects(Struct, frozen=True, kw_only=True, eq=False):
    """What an attack does besides the damage it prints, in the order of its text.

    Attributes:
        steps: what is done; what the text refers back to is put in its place.
        said: the steps as the sentences said them, references and all; for printing.
        wording: how each sentence was worded, so that it prints exactly. Two texts that mean the
            same are equal. Without it the steps print in the grammar's first wording.
    """

    steps: tuple[Step, ...] = ()
    said: tuple[Step, ...] = ()
    wording: tuple[Wording, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether both mean the same, however they were worded."""
        return isinstance(other, Effects) and self.steps == other.steps

    def __hash__(self) -> int:
        return hash(self.steps)

    def __repr__(self) -> str:
        return f"Effects(steps={self.steps!r})"


class Unread(Struct, frozen=True, kw_only=True):
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
