"""Lasting rules: what an attack (or an always-on power) leaves behind. Frozen values.

A lasting rule is borne by a Pokemon (the target of :class:`~cardkit.cardtext.effects.Lasting`),
and it goes when that Pokemon leaves the Active place or evolves, as attack effects do.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from cardkit.cards import EnergyType
from cardkit.cardtext.counts import NOTHING, Amount, Count
from cardkit.cardtext.targets import NOWHERE, Filters, Target, Zones
from cardkit.cardtext.vocabulary import Ignored, Protection, Side, Zone
from cardkit.rules import Condition as SpecialCondition


class CannotAttack(Struct, frozen=True, kw_only=True):
    """Its bearer can't attack; ``only_self`` just not the Pokemon that laid the rule."""

    only_self: bool = False
    zones: Zones = NOWHERE


class CannotRetreat(Struct, frozen=True, kw_only=True):
    """Its bearer can't retreat."""

    zones: Zones = NOWHERE


class CannotUse(Struct, frozen=True, kw_only=True):
    """Its bearer can't use an attack: a named one, or the one chosen before when empty.

    ``itself`` means the attack whose text this is.
    """

    attack: str = ""
    itself: bool = False
    zones: Zones = NOWHERE


class CannotBeHealed(Struct, frozen=True, kw_only=True):
    """Nothing heals its bearer."""

    zones: Zones = NOWHERE


class MustFlip(Struct, frozen=True, kw_only=True):
    """Its bearer flips when it attacks; without heads on every coin the attack does nothing."""

    coins: int = 1
    zones: Zones = NOWHERE


class TakesLess(Struct, frozen=True, kw_only=True):
    """Damage of attacks to its bearer is less; ``before`` Weakness and Resistance or after.

    Attributes:
        half: it is halved instead.
        attackers: only of attacks of such Pokemon.
        by: whose attacks; of an attack's text, in which turns it holds tells it.
        coin: only if a coin, thrown when it strikes, shows heads.
    """

    amount: Amount = NOTHING
    half: bool = False
    attackers: Filters = ()
    by: Side = Side.BOTH
    before: bool = False
    coin: bool = False
    zones: Zones = NOWHERE


class TakesMore(Struct, frozen=True, kw_only=True):
    """Damage of attacks to its bearer is more; ``before`` Weakness and Resistance or after.

    ``only_self``: only of attacks of the Pokemon that laid the rule.
    """

    amount: Amount
    only_self: bool = False
    before: bool = False
    zones: Zones = NOWHERE


class DealsLess(Struct, frozen=True, kw_only=True):
    """Attacks of its bearer do less damage; ``before`` Weakness and Resistance or after."""

    amount: Amount
    before: bool = False
    zones: Zones = NOWHERE


class DealsMore(Struct, frozen=True, kw_only=True):
    """Attacks of its bearer do more damage, before Weakness and Resistance.

    Attributes:
        attack: only this attack; empty means all.
        base: replaces the base damage of that attack instead.
        times: multiplies the damage instead.
        defenders: only against such Pokemon.
        stated: the base damage that is replaced, where the text repeats it.
    """

    amount: Amount = NOTHING
    attack: str = ""
    base: bool = False
    times: int = 1
    stated: int | None = None
    defenders: Filters = ()
    zones: Zones = NOWHERE


class Prevents(Struct, frozen=True, kw_only=True):
    """Attacks do no damage, no effects or neither to its bearer.

    Attributes:
        attackers: only attacks of such Pokemon.
        by: whose attacks; of an attack's text, in which turns it holds tells it.
        at_most: only damage of this much or less; None means any.
        at_least: only damage of this much or more.
        exactly: only damage of one of these amounts.
        coin: only if a coin, thrown when it strikes, shows heads.
    """

    what: Protection
    attackers: Filters = ()
    by: Side = Side.BOTH
    at_most: int | None = None
    at_least: int | None = None
    exactly: tuple[int, ...] = ()
    coin: bool = False
    zones: Zones = NOWHERE


class StrikesBack(Struct, frozen=True, kw_only=True):
    """Whoever damages its bearer by an attack gets damage counters, or a condition.

    Attributes:
        amount: ten per counter; without Weakness and Resistance.
        attackers: only if such a Pokemon struck.
        coin: only if a coin, thrown when it strikes, shows heads.
        even_if_knocked_out: also when its bearer falls.
        when_knocked_out: only when its bearer falls.
    """

    amount: Amount = NOTHING
    conditions: tuple[SpecialCondition, ...] = ()
    attackers: Filters = ()
    coin: bool = False
    even_if_knocked_out: bool = False
    when_knocked_out: bool = False
    zones: Zones = NOWHERE


class KnocksOutInTurn(Struct, frozen=True, kw_only=True):
    """Whoever knocks its bearer out by an attack's damage is knocked out."""

    zones: Zones = NOWHERE


class HasNoWeakness(Struct, frozen=True, kw_only=True):
    """Its bearer has no Weakness, to this type only when it is given."""

    energy_type: EnergyType | None = None
    zones: Zones = NOWHERE


class HasWeakness(Struct, frozen=True, kw_only=True):
    """Its bearer's Weakness is this type, times two where nothing else is told."""

    energy_type: EnergyType
    zones: Zones = NOWHERE


class HasType(Struct, frozen=True, kw_only=True):
    """Its bearer is of this type."""

    energy_type: EnergyType
    zones: Zones = NOWHERE


class RetreatsFor(Struct, frozen=True, kw_only=True):
    """The retreat cost of its bearer changes by ``change`` Colorless; None makes it free.

    ``per``: so much for each that is counted.
    """

    change: int | None
    per: Count | None = None
    zones: Zones = NOWHERE


class AttacksFor(Struct, frozen=True, kw_only=True):
    """Attacks of its bearer cost ``change`` Energy more (or less), a named one only.

    ``energy_type`` is the type of that Energy; ``change`` None takes all of that type away
    (of every type when it is None). ``per``: so much for each that is counted.
    """

    change: int | None
    per: Count | None = None
    attack: str = ""
    energy_type: EnergyType | None = EnergyType.COLORLESS
    zones: Zones = NOWHERE


class HasMoreHp(Struct, frozen=True, kw_only=True):
    """Its bearer has this much more HP, ``per``: so much for each that is counted."""

    hp: int
    per: Count | None = None
    zones: Zones = NOWHERE


class Endures(Struct, frozen=True, kw_only=True):
    """Damage that would knock its bearer out leaves it this many HP, if a ``coin`` says so."""

    hp: int
    coin: bool = False
    zones: Zones = NOWHERE


class CannotBeAffected(Struct, frozen=True, kw_only=True):
    """Its bearer can't have these special conditions; all when empty."""

    conditions: tuple[SpecialCondition, ...] = ()
    zones: Zones = NOWHERE


class HasNoResistance(Struct, frozen=True, kw_only=True):
    """Its bearer has no Resistance."""

    zones: Zones = NOWHERE


class HasTypes(Struct, frozen=True, kw_only=True):
    """Its bearer is of these types, ``also`` keeping its own."""

    types: tuple[EnergyType, ...]
    also: bool = False
    zones: Zones = NOWHERE


class HasMaximumHp(Struct, frozen=True, kw_only=True):
    """The HP of its bearer are this many instead of the printed ones."""

    hp: int
    zones: Zones = NOWHERE


class HasNoAbilities(Struct, frozen=True, kw_only=True):
    """Its bearer has no powers: of this ``kind`` (``Poké-Power``, ...), of any when empty.

    ``unlike``: only of Pokemon that are so.
    """

    kind: str = ""
    unlike: Filters = ()
    zones: Zones = NOWHERE


class EnergyProvides(Struct, frozen=True, kw_only=True):
    """Energy attached to its bearer provides other Energy than it prints.

    Attributes:
        types: what each provides, all of it at once; every type, one at a time, when empty.
        of: only Energy of these types; empty means any.
        basic: only basic Energy.
        also: what it prints stays possible.
    """

    types: tuple[EnergyType, ...] = ()
    of: tuple[EnergyType, ...] = ()
    basic: bool = False
    also: bool = False
    zones: Zones = frozenset({Zone.OWN_ENERGY})


class UsesAttacksOf(Struct, frozen=True, kw_only=True):
    """Its bearer can use the attacks of the targets as its own, paying for them.

    ``beside``: zones whose cards lend their attacks too.
    """

    target: Target
    beside: Zones = NOWHERE

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


class AttacksIgnore(Struct, frozen=True, kw_only=True):
    """Damage of its bearer's attacks is not affected by these."""

    ignored: tuple[Ignored, ...]
    zones: Zones = NOWHERE


class AttacksDespite(Struct, frozen=True, kw_only=True):
    """Its bearer can attack (``retreats``: retreat) while it has this special condition."""

    condition: SpecialCondition
    retreats: bool = False
    zones: Zones = NOWHERE


class ConditionHurts(Struct, frozen=True, kw_only=True):
    """A special condition does this much more damage to its bearer between turns."""

    condition: SpecialCondition
    more: int
    zones: Zones = NOWHERE


class WakesWith(Struct, frozen=True, kw_only=True):
    """Its bearer wakes only if all of these coins show heads."""

    coins: int
    zones: Zones = NOWHERE


class ElsewhereRule(Struct, frozen=True, kw_only=True):
    """A lasting rule about zones that the text describes in its own words (``what``)."""

    zones: Zones
    what: str


LastingRule: TypeAlias = (
    CannotAttack
    | CannotRetreat
    | CannotUse
    | CannotBeHealed
    | MustFlip
    | TakesLess
    | TakesMore
    | DealsLess
    | DealsMore
    | Prevents
    | StrikesBack
    | KnocksOutInTurn
    | HasNoWeakness
    | HasWeakness
    | HasType
    | RetreatsFor
    | AttacksFor
    | HasMoreHp
    | Endures
    | CannotBeAffected
    | HasNoResistance
    | HasTypes
    | HasMaximumHp
    | HasNoAbilities
    | EnergyProvides
    | UsesAttacksOf
    | AttacksIgnore
    | AttacksDespite
    | ConditionHurts
    | WakesWith
    | ElsewhereRule
)
"""What may last. Trainers and the like (``Zone.TRAINERS``) never matter in the adventure."""
