"""What card effects ask: conditions. A void condition is false, negated or not (Rule: S43)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from cardkit.cards import EnergyType
from cardkit.cardtext.counts import Count
from cardkit.cardtext.targets import DEFENDER, NOWHERE, SELF, Filters, Target, Zones
from cardkit.cardtext.vocabulary import Face, Place, Relation, Zone


class CoinsShow(Struct, frozen=True, kw_only=True):
    """At least, exactly (``SAME``) or all (``number`` None) coins of the last flip show a face.

    Never where no coin was flipped. ``coin`` asks one coin only: the first, the second of
    several that are flipped at once.
    """

    face: Face
    number: int | None = 1
    relation: Relation = Relation.AT_LEAST
    coin: int | None = None
    zones: Zones = NOWHERE


class Did(Struct, frozen=True, kw_only=True):
    """The last operation of this text took place ("if you do"), or did not when ``negated``.

    Of a void operation neither holds (Rule: S43). ``what`` names it where the text does.
    """

    negated: bool = False
    what: str = ""
    zones: Zones = NOWHERE


class Otherwise(Struct, frozen=True, kw_only=True):
    """The condition of the sentence before did not hold ("if not").

    It stands in what a text said only; its steps become the ``otherwise`` of that sentence.
    """

    zones: Zones = NOWHERE


class Exists(Struct, frozen=True, kw_only=True):
    """At least ``number`` Pokemon fit the target: of a place it says what stands there.

    ``every`` asks it of all Pokemon at the target's place, which must not be empty.
    """

    target: Target
    number: int = 1
    every: bool = False

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class Compare(Struct, frozen=True, kw_only=True):
    """Two numbers compare as told; ``right`` may be a fixed number."""

    left: Count
    relation: Relation
    right: Count | int

    @property
    def zones(self) -> Zones:
        """Both sides' zones."""
        return self.left.zones | (NOWHERE if isinstance(self.right, int) else self.right.zones)


class SpareEnergy(Struct, frozen=True, kw_only=True):
    """This Pokemon carries at least this Energy beyond the cost of this attack.

    ``types`` names each Energy; Colorless stands for any.
    """

    types: tuple[EnergyType, ...]
    zones: Zones = frozenset({Zone.OWN_ENERGY})


class UsedLastTurn(Struct, frozen=True, kw_only=True):
    """This Pokemon (or any of yours, ``anyone``) used the attack during your last turn.

    Attributes:
        attack: its name; empty means any attack.
        filters: what a Pokemon must be that used it.
        other: not this Pokemon itself.
    """

    attack: str = ""
    anyone: bool = False
    filters: Filters = ()
    other: bool = False
    zones: Zones = NOWHERE


class CameFromBench(Struct, frozen=True, kw_only=True):
    """This Pokemon became Active this turn."""

    zones: Zones = NOWHERE


class EvolvedThisTurn(Struct, frozen=True, kw_only=True):
    """This Pokemon evolved this turn, from ``name`` when it is given."""

    name: str = ""
    zones: Zones = NOWHERE


class Under(Struct, frozen=True, kw_only=True):
    """A card of this name lies under this Pokemon; in the adventure nothing does (Rule: S41)."""

    name: str
    zones: Zones = frozenset({Zone.OTHER})


class HealedThisTurn(Struct, frozen=True, kw_only=True):
    """This Pokemon was healed this turn."""

    zones: Zones = NOWHERE


class KnocksOut(Struct, frozen=True, kw_only=True):
    """The target is knocked out by damage of this attack; known after the damage."""

    target: Target = DEFENDER

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class FellLastTurn(Struct, frozen=True, kw_only=True):
    """Pokemon of yours that fit were knocked out during the opponent's last turn.

    ``by_damage`` asks that damage of an attack did it.
    """

    filters: Filters = ()
    by_damage: bool = True
    zones: Zones = frozenset({Zone.OWN})


class StruckLastTurn(Struct, frozen=True, kw_only=True):
    """This Pokemon was damaged by an attack during the opponent's last turn."""

    zones: Zones = NOWHERE


class FirstTurn(Struct, frozen=True, kw_only=True):
    """The game's (event's) first turn of this player, going first or second where told."""

    second: bool | None = None
    zones: Zones = NOWHERE


class Stands(Struct, frozen=True, kw_only=True):
    """The target is in this place: ``Place.ACTIVE`` or ``Place.BENCH``."""

    place: Place
    target: Target = SELF

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


class Elsewhere(Struct, frozen=True, kw_only=True):
    """A condition on zones that the text describes in its own words (``what``).

    One that ``follows`` speaks of the cards of an earlier step.
    """

    zones: Zones
    what: str
    follows: bool = False


class Not(Struct, frozen=True, kw_only=True):
    """The condition does not hold. Over a void condition it is void too, so also false."""

    condition: Condition

    @property
    def zones(self) -> Zones:
        """The condition's zones."""
        return self.condition.zones


class Every(Struct, frozen=True, kw_only=True):
    """All of the conditions hold."""

    conditions: tuple[Condition, ...]

    @property
    def zones(self) -> Zones:
        """All zones: one void condition makes it false."""
        return frozenset().union(*(part.zones for part in self.conditions))


Condition: TypeAlias = (
    CoinsShow
    | Did
    | Otherwise
    | Exists
    | Compare
    | SpareEnergy
    | UsedLastTurn
    | CameFromBench
    | EvolvedThisTurn
    | Under
    | HealedThisTurn
    | KnocksOut
    | FellLastTurn
    | StruckLastTurn
    | FirstTurn
    | Stands
    | Elsewhere
    | Not
    | Every
)
