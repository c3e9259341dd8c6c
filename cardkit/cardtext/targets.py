"""Which Pokemon a card effect means. Frozen values, no behaviour.

Every term names the zones that it touches; :func:`is_void` decides by them alone what does not
exist in a game (Rule: S43). A void count is 0 and a void condition is false.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from cardkit.cardtext.vocabulary import (
    VOID_IN_ADVENTURE,
    FilterKind,
    Place,
    Side,
    Zone,
)

Zones: TypeAlias = frozenset[Zone]
NOWHERE: Zones = frozenset()
OWN_NAME = "~"
"""What stands for the attacker's own name in normalised texts."""


def is_void(zones: Iterable[Zone], missing: Zones = VOID_IN_ADVENTURE) -> bool:
    """Whether something touches a zone that the game does not have (Rule: S43).

    >>> is_void({Zone.OWN, Zone.HAND}), is_void({Zone.OWN, Zone.ENEMY})
    (True, False)
    """
    return not missing.isdisjoint(zones)


class Filter(Struct, frozen=True, kw_only=True):
    """One thing that a Pokemon must be or have, or must not when ``negated``."""

    kind: FilterKind
    word: str = ""
    number: int = 0
    negated: bool = False

    @property
    def zones(self) -> Zones:
        """Tools and special Energy do not exist in the adventure."""
        if self.kind is FilterKind.TOOL:
            return frozenset({Zone.TOOLS})
        if self.kind is FilterKind.SPECIAL_ENERGY:
            return frozenset({Zone.SPECIAL_ENERGY})
        return NOWHERE


class AnyOf(Struct, frozen=True, kw_only=True):
    """At least one of several filters holds: ``a Pokemon-GX or Pokemon-EX``."""

    filters: tuple[Filter, ...]

    @property
    def zones(self) -> Zones:
        """Void only when every alternative is."""
        return frozenset.intersection(*(part.zones for part in self.filters))


class NotAll(Struct, frozen=True, kw_only=True):
    """Not all of several filters hold: ``Pokemon (excluding Basic Water Pokemon)``.

    What is excluded may not exist in a game; then nothing is.
    """

    filters: tuple[Filter | AnyOf | NotAll, ...]
    zones: Zones = NOWHERE


Filters: TypeAlias = tuple[Filter | AnyOf | NotAll, ...]


class Target(Struct, frozen=True, kw_only=True):
    """Some Pokemon in play.

    Attributes:
        side: whose, seen from the attacking player; of ``Place.SELF`` it is yours.
        number: how many are chosen; None means every one that fits.
        up_to: fewer may be chosen.
        chooser: who chooses.
        filters: all must hold.
        other: without the Pokemon whose text it is (or without the one just chosen).
    """

    side: Side
    place: Place
    number: int | None = None
    up_to: bool = False
    chooser: Side = Side.YOURS
    filters: Filters = ()
    other: bool = False

    @property
    def zones(self) -> Zones:
        """Benches of the opponent are their own zone; "any of the opponent's" is not void."""
        found: set[Zone] = set()
        if self.place is Place.NEW_ACTIVE and self.side is Side.OPPONENTS:
            found.add(Zone.ENEMY_BENCH)
        if self.side is not Side.OPPONENTS:
            found.add(Zone.OWN)
        elif self.place is Place.BENCH or (self.other and self.place is Place.PLAY):
            found.add(Zone.ENEMY_BENCH)
        else:
            found.add(Zone.ENEMY)
        return frozenset(found).union(*(part.zones for part in self.filters))


SELF = Target(side=Side.YOURS, place=Place.SELF)
"""This Pokemon."""
DEFENDER = Target(side=Side.OPPONENTS, place=Place.ACTIVE)
"""The opponent's Active Pokemon, the Defending Pokemon."""
BOTH_ACTIVE = Target(side=Side.BOTH, place=Place.ACTIVE)
CHOSEN = Target(side=Side.BOTH, place=Place.CHOSEN)
"""What this text chose before; the choice itself names the zone."""
NAMED = Target(side=Side.BOTH, place=Place.NAMED)
"""What this text named last."""
ATTACKER = Target(side=Side.OPPONENTS, place=Place.ATTACKER)
