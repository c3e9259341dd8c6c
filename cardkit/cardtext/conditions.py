"""What card effects ask: conditions. A void condition is false, negated or not (Rule: S43)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cardkit.cards import EnergyType
from cardkit.cardtext.counts import Count
from cardkit.cardtext.targets import DEFENDER, NOWHERE, SELF, Filters, Target, Zones
from cardkit.cardtext.vocabulary import Face, Place, Relation, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsShow:
    """At least, exactly (``SAME``) or all (``number`` None) coins of the last flip show a face.

    Never where no coin was flipped. ``coin`` asks one coin only: the first, the second of
    several that are flipped at once.
    """

    face: Face
    number: int | None = 1
    relation: Relation = Relation.AT_LEAST
    coin: int | None = None
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """The last operation of this text took place ("if you do"), or did not when ``negated``.

    Of a void operation neither holds (Rule: S43). ``what`` names it where the text does.
    """

    negated: bool = False
    what: str = ""
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """The condition of the sentence before did not hold ("if not").

    It stands in what a text said only; its steps become the ``otherwise`` of that sentence.
    """

    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Exists:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """Two numbers compare as told; ``right`` may be a fixed number."""

    left: Count
    relation: Relation
    right: Count | int

    @property
    def zones(self) -> Zones:
        """Both sides' zones."""
        return self.left.zones | (NOWHERE if isinstance(self.right, int) else self.right.zones)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpareEnergy:
    """This Pokemon carries at least this Energy beyond the cost of this attack.

    ``types`` names each Energy; Colorless stands for any.
    """

    types: tuple[EnergyType, ...]
    zones: Zones = frozenset({Zone.OWN_ENERGY})


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedLastTurn:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CameFromBench:
    """This Pokemon became Active this turn."""

    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class EvolvedThisTurn:
    """This Pokemon evolved this turn, from ``name`` when it is given."""

    name: str = ""
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Under:
    """A card of this name lies under this Pokemon; in the adventure nothing does (Rule: S41)."""

    name: str
    zones: Zones = frozenset({Zone.OTHER})


@dataclass(frozen=True, slots=True, kw_only=True)
class HealedThisTurn:
    """This Pokemon was healed this turn."""

    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class KnocksOut:
    """The target is knocked out by damage of this attack; known after the damage."""

    target: Target = DEFENDER

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


@dataclass(frozen=True, slots=True, kw_only=True)
class FellLastTurn:
    """Pokemon of yours that fit were knocked out during the opponent's last turn.

    ``by_damage`` asks that damage of an attack did it.
    """

    filters: Filters = ()
    by_damage: bool = True
    zones: Zones = frozenset({Zone.OWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class StruckLastTurn:
    """This Pokemon was damaged by an attack during the opponent's last turn."""

    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTurn:
    """The game's (event's) first turn of this player, going first or second where told."""

    second: bool | None = None
    zones: Zones = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """The target is in this place: ``Place.ACTIVE`` or ``Place.BENCH``."""

    place: Place
    target: Target = SELF

    @property
    def zones(self) -> Zones:
        """The target's zones."""
        return self.target.zones


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """A condition on zones that the text describes in its own words (``what``).

    One that ``follows`` speaks of the cards of an earlier step.
    """

    zones: Zones
    what: str
    follows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Not:
    """The condition does not hold. Over a void condition it is void too, so also false."""

    condition: Condition

    @property
    def zones(self) -> Zones:
        """The condition's zones."""
        return self.condition.zones


@dataclass(frozen=True, slots=True, kw_only=True)
class Every:
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
