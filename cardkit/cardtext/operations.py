"""What card effects do: single operations, each naming the zones that it touches.

Those on damage and lives are in :mod:`cardkit.cardtext.damage_operations`.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from cardkit.cards import EnergyType
from cardkit.cardtext.counts import ONE, Amount, Count
from cardkit.cardtext.damage_operations import (
    AttackFails,
    Damage,
    DamageOperation,
    DamageTo,
    Ignore,
    KnockOut,
    KnockOutLater,
    Limit,
    MoveCounters,
    PutCounters,
    PutCountersLater,
    SwapCounters,
)
from cardkit.cardtext.lasting import LastingRule
from cardkit.cardtext.targets import DEFENDER, NOWHERE, Target, Zones
from cardkit.cardtext.vocabulary import Side, Until, Zone
from cardkit.rules import Condition as SpecialCondition


class NoEffect(Struct, frozen=True, kw_only=True):
    """Nothing happens: the text says what holds anyway, in its own words."""

    what: str
    zones: Zones = NOWHERE


class Give(Struct, frozen=True, kw_only=True):
    """The target gets special conditions.

    Attributes:
        conditions: all of them; empty for the one that :class:`ChooseCondition` chose.
        poison: damage between turns instead of the usual, when Poisoned is among them.
        burn: the same for Burned.
        sleep_coins: coins that must all show heads to wake.
        choose: how many of the conditions the player chooses; None gives all.
        delayed: at the end of the opponent's next turn instead of now.
    """

    target: Target
    conditions: tuple[SpecialCondition, ...] = ()
    poison: int | None = None
    burn: int | None = None
    sleep_coins: int = 1
    choose: int | None = None
    delayed: bool = False

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class Strengthen(Struct, frozen=True, kw_only=True):
    """A condition that was just given hurts (or holds) more than usual.

    Attributes:
        damage: points between turns; for Asleep, None.
        coins: coins that must all show heads to wake from Asleep.
    """

    target: Target
    condition: SpecialCondition
    damage: int | None = None
    coins: int | None = None

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class Recover(Struct, frozen=True, kw_only=True):
    """The targets lose special conditions: these, or all when empty, ``number`` of them if told."""

    target: Target
    conditions: tuple[SpecialCondition, ...] = ()
    number: int | None = None

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


class Heal(Struct, frozen=True, kw_only=True):
    """Takes damage off each target; ``amount`` None takes all of it. Never below 0."""

    target: Target
    amount: Amount | None
    up_to: bool = False

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


class Energies(Struct, frozen=True, kw_only=True):
    """Some Energy cards.

    Attributes:
        number: how many; None is all of them.
        types: these types only, each one good; empty means any.
        up_to: fewer may be taken.
        any_number: as many as the player likes, none included.
        special: special Energy, which the adventure does not have.
        name: of a special Energy.
        basic: says "basic".
        each: takes ``number`` of each of ``types`` instead of ``number`` in all.
        different: each of another type.
        same: all of one of the ``types``.
    """

    number: Amount | None = ONE
    types: tuple[EnergyType, ...] = ()
    up_to: bool = False
    any_number: bool = False
    special: bool = False
    name: str = ""
    basic: bool = False
    each: bool = False
    different: bool = False
    same: bool = False

    @property
    def zones(self) -> Zones:
        """Special Energy is a zone of its own."""
        return frozenset({Zone.SPECIAL_ENERGY}) if self.special else NOWHERE


AN_ENERGY = Energies()
"""One Energy card of any type."""


class DiscardEnergy(Struct, frozen=True, kw_only=True):
    """Energy goes from the sources to the discard pile.

    Attributes:
        source: who loses it. A number in it means so many Pokemon, else it is taken from all
            together, or from ``each`` of them.
        chooser: who chooses which.
    """

    source: Target
    energy: Energies = AN_ENERGY
    each: bool = False
    chooser: Side = Side.YOURS

    @property
    def zones(self) -> Zones:
        """The sources' zones and the Energy's."""
        return self.source.zones | self.energy.zones


class MoveEnergy(Struct, frozen=True, kw_only=True):
    """Energy goes from Pokemon to Pokemon; ``spread`` as the player likes among the targets."""

    source: Target
    target: Target
    energy: Energies = AN_ENERGY
    spread: bool = False

    @property
    def zones(self) -> Zones:
        """The zones of both ends and the Energy's."""
        return self.source.zones | self.target.zones | self.energy.zones


class AttachEnergy(Struct, frozen=True, kw_only=True):
    """Energy from your discard pile is attached to your Pokemon.

    Attributes:
        spread: divided among the targets as the player likes.
        each: ``energy`` to each of the targets.
    """

    target: Target
    energy: Energies = AN_ENERGY
    spread: bool = False
    each: bool = False

    @property
    def zones(self) -> Zones:
        """The Energy discard (Rule: S43), the targets' zones and the Energy's."""
        return self.target.zones | self.energy.zones | {Zone.ENERGY_DISCARD}


class Switch(Struct, frozen=True, kw_only=True):
    """An Active is exchanged with a benched Pokemon.

    Attributes:
        side: whose; the opponent's has no bench in the adventure.
        chooser: who chooses the new Active.
        bench: what it is exchanged with, where the text asks more than a benched Pokemon.
    """

    side: Side
    chooser: Side = Side.YOURS
    bench: Target | None = None

    @property
    def zones(self) -> Zones:
        """Your bench is in play; the opponent's is a zone of its own."""
        return frozenset({Zone.OWN if self.side is Side.YOURS else Zone.ENEMY_BENCH})


class Lasting(Struct, frozen=True, kw_only=True):
    """A rule holds for its bearers for a while."""

    rule: LastingRule
    bearer: Target = DEFENDER
    until: Until = Until.OPPONENTS_NEXT_TURN

    @property
    def zones(self) -> Zones:
        """The bearers' zones and the rule's."""
        return self.bearer.zones | self.rule.zones


class CopyAttack(Struct, frozen=True, kw_only=True):
    """Use an attack of one of the targets as this attack.

    Attributes:
        chosen: the attack that :class:`ChooseAttack` chose.
        name: of the attack whose text it is, where it says so.
    """

    target: Target
    chosen: bool = False
    name: str = ""

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class ExtraTurn(Struct, frozen=True, kw_only=True):
    """You take another turn after this one, before the opponent's."""

    zones: Zones = NOWHERE


class TurnEnds(Struct, frozen=True, kw_only=True):
    """Your turn ends, without an attack."""

    zones: Zones = NOWHERE


class Tally(Struct, frozen=True, kw_only=True):
    """Counts, for the step that follows: "that many" is then this many."""

    count: Count

    @property
    def zones(self) -> Zones:
        """The zones of what is counted; a void count is 0."""
        return self.count.zones


class OutOfPlay(Struct, frozen=True, kw_only=True):
    """What happens in zones that the text describes in its own words (``what``).

    All of it is void in the adventure (Rule: S43): the zones say so. ``energy`` fills the place
    of that name in ``what``, ``target`` alike; one that ``follows`` speaks of the cards of an
    earlier step.
    """

    zones: Zones
    what: str
    energy: Energies | None = None
    target: Target | None = None
    follows: bool = False


Operation: TypeAlias = (
    DamageOperation
    | NoEffect
    | Give
    | Strengthen
    | Recover
    | Heal
    | DiscardEnergy
    | MoveEnergy
    | AttachEnergy
    | Switch
    | Lasting
    | CopyAttack
    | ExtraTurn
    | TurnEnds
    | Tally
    | OutOfPlay
)

__all__ = [
    "AN_ENERGY",
    "AttachEnergy",
    "AttackFails",
    "CopyAttack",
    "Damage",
    "DamageTo",
    "DiscardEnergy",
    "Energies",
    "ExtraTurn",
    "Give",
    "Heal",
    "Ignore",
    "KnockOut",
    "KnockOutLater",
    "Lasting",
    "Limit",
    "MoveCounters",
    "MoveEnergy",
    "NoEffect",
    "Operation",
    "OutOfPlay",
    "PutCounters",
    "PutCountersLater",
    "Recover",
    "Strengthen",
    "SwapCounters",
    "Switch",
    "Tally",
    "TurnEnds",
]
