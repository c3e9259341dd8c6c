"""What card effects do to damage, damage counters and lives; each names its zones."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from cardkit.cards import EnergyType
from cardkit.cardtext.counts import NOTHING, Amount
from cardkit.cardtext.targets import DEFENDER, NOWHERE, Target, Zones
from cardkit.cardtext.vocabulary import Ignored


class Damage(Struct, frozen=True, kw_only=True):
    """Changes the damage that this attack does to the defender, before Weakness.

    Attributes:
        base: replaces the printed damage; None leaves it (or what an earlier step made of it).
        more: is added.
        less: is taken away; the result is never below 0.
        stated: the printed damage, where the text repeats it.
    """

    base: Amount | None = None
    more: Amount | None = None
    less: Amount | None = None
    stated: int | None = None
    zones: Zones = NOWHERE


class Limit(Struct, frozen=True, kw_only=True):
    """What the damage step before added to the damage is at most this much.

    Attributes:
        most: damage; None with ``counted``.
        counted: at most so many of the Energy of these ``types`` that the step counts.
    """

    most: int | None = None
    counted: int | None = None
    types: tuple[EnergyType, ...] = ()
    zones: Zones = NOWHERE


class DamageTo(Struct, frozen=True, kw_only=True):
    """Damage of this attack to more than, or others than, the defender.

    Attributes:
        plain: Weakness and Resistance are not applied. For the bench and for itself they never are.
    """

    target: Target
    amount: Amount
    plain: bool = False

    @property
    def zones(self) -> Zones:
        """The targets' zones; a void count is only 0."""
        return self.target.zones


class PutCounters(Struct, frozen=True, kw_only=True):
    """Damage counters, which know neither Weakness nor Resistance nor reduction.

    Attributes:
        amount: damage in points, ten per counter; None with ``until_hp_left``.
        spread: divided among the targets as the player likes.
        up_to: fewer may be put.
        until_hp_left: as many as leave the target this many HP.
    """

    target: Target
    amount: Amount = NOTHING
    spread: bool = False
    up_to: bool = False
    until_hp_left: int | None = None

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


class MoveCounters(Struct, frozen=True, kw_only=True):
    """Move damage counters from Pokemon to Pokemon: at most ``amount`` points, None all.

    ``any_number``: as many as the player likes, within that. ``spares``: not onto a Pokemon that
    would be knocked out by it.
    """

    source: Target
    target: Target
    amount: int | None
    any_number: bool = False
    spares: bool = False

    @property
    def zones(self) -> Zones:
        """The zones of both ends."""
        return self.source.zones | self.target.zones


class SwapCounters(Struct, frozen=True, kw_only=True):
    """All damage counters of this Pokemon and of the target change places."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class Ignore(Struct, frozen=True, kw_only=True):
    """This attack's damage is not affected by these."""

    what: frozenset[Ignored]
    zones: Zones = NOWHERE


class AttackFails(Struct, frozen=True, kw_only=True):
    """This attack does nothing: no damage, no further effect."""

    zones: Zones = NOWHERE


class KnockOut(Struct, frozen=True, kw_only=True):
    """The targets are knocked out."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


class KnockOutLater(Struct, frozen=True, kw_only=True):
    """The bearers are knocked out at the end of the opponent's next turn."""

    target: Target = DEFENDER

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


class PutCountersLater(Struct, frozen=True, kw_only=True):
    """Damage counters at the end of the opponent's next turn."""

    amount: Amount
    target: Target = DEFENDER

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


DamageOperation: TypeAlias = (
    Damage
    | Limit
    | DamageTo
    | PutCounters
    | MoveCounters
    | SwapCounters
    | Ignore
    | AttackFails
    | KnockOut
    | KnockOutLater
    | PutCountersLater
)
