"""What card effects count: numbers that depend on the table. A void count is 0 (Rule: S43)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from cardkit.cards import EnergyType
from cardkit.cardtext.targets import NOWHERE, Target, Zones
from cardkit.cardtext.vocabulary import Face, Zone


class Coins(Struct, frozen=True, kw_only=True):
    """Coins of the last flip of this text that show a face."""

    face: Face = Face.HEADS
    zones: Zones = NOWHERE


class EnergyOn(Struct, frozen=True, kw_only=True):
    """Energy attached to the targets.

    Attributes:
        types: counts only these types; empty means any.
        basic: says "basic Energy".
        special: counts special Energy only, called ``name`` when it is given.
        spare: only what the cost of this attack does not use.
        kinds: counts different types instead of Energy.
    """

    target: Target
    types: tuple[EnergyType, ...] = ()
    basic: bool = False
    special: bool = False
    name: str = ""
    spare: bool = False
    kinds: bool = False

    @property
    def zones(self) -> Zones:
        """The targets' zones, and the special Energy if that is counted."""
        return self.target.zones | ({Zone.SPECIAL_ENERGY} if self.special else NOWHERE)


class CountersOn(Struct, frozen=True, kw_only=True):
    """Damage counters on the targets."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


class PokemonAt(Struct, frozen=True, kw_only=True):
    """How many Pokemon fit; ``types`` counts their different types instead."""

    target: Target
    types: bool = False

    @property
    def zones(self) -> Zones:
        """The targets' zones."""
        return self.target.zones


class RetreatCost(Struct, frozen=True, kw_only=True):
    """Colorless Energy in the retreat cost of the target."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class ConditionsOn(Struct, frozen=True, kw_only=True):
    """Special conditions that affect the target."""

    target: Target

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class Done(Struct, frozen=True, kw_only=True):
    """How many the last operation of this text moved: Energy discarded, counters removed."""

    zones: Zones = NOWHERE


class DamageDone(Struct, frozen=True, kw_only=True):
    """Damage counters' worth (per 10) that this attack did to the defender."""

    zones: Zones = NOWHERE


class DamageTaken(Struct, frozen=True, kw_only=True):
    """Damage in tens done to this Pokemon by attacks during the opponent's last turn.

    In a :class:`~cardkit.cardtext.lasting.StrikesBack` it is the damage that just struck.
    """

    zones: Zones = NOWHERE


class HpLeft(Struct, frozen=True, kw_only=True):
    """Remaining HP of the target; ``halved`` is half of it, rounded up to the nearest 10."""

    target: Target
    halved: bool = False

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class EnergyInDiscard(Struct, frozen=True, kw_only=True):
    """Basic Energy cards in your discard pile; ``kinds`` counts their different types instead."""

    types: tuple[EnergyType, ...] = ()
    kinds: bool = False
    zones: Zones = frozenset({Zone.ENERGY_DISCARD})


class CardsIn(Struct, frozen=True, kw_only=True):
    """Things that are counted in zones the text describes in its own words.

    ``what`` is counted, ``where`` it lies or ``on`` whom.
    """

    zones: Zones
    what: str
    where: str = ""
    on: Target | None = None


Count: TypeAlias = (
    Coins
    | EnergyOn
    | CountersOn
    | PokemonAt
    | RetreatCost
    | ConditionsOn
    | Done
    | DamageDone
    | DamageTaken
    | HpLeft
    | EnergyInDiscard
    | CardsIn
)


class Amount(Struct, frozen=True, kw_only=True):
    """``fixed + per × count``, at most ``limit``; damage and healing in points, not counters."""

    fixed: int = 0
    per: int = 0
    count: Count | None = None
    limit: int | None = None

    @property
    def zones(self) -> Zones:
        """The zones of what is counted; a void count is 0."""
        return self.count.zones if self.count else NOWHERE


NOTHING = Amount()
ONE = Amount(fixed=1)
