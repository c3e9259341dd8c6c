"""What lies on a Pokemon besides damage and Energy: special conditions and rules of card text.

Nearly always nothing does, and every turn asks. So all of it is one value, which is None on most:
who asks whether anything lies there, looks at one thing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardkit.compiled import mypyc_attr
from cardkit.referee.memory import Laid
from cardkit.rules import Condition

BURN_DAMAGE = 20
"""Damage of a Burned Pokemon per check-up (Rule: S36)."""

# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_ASLEEP = Condition.ASLEEP
_PARALYZED = Condition.PARALYZED


class Burden(NamedTuple):
    """Special conditions (Rule: S35, S36), and rules of card text (Rule: S43).

    Attributes:
        posture: Asleep, Confused or Paralyzed, which replace each other (Rule: S36).
        sat_out: its owner has had a turn with it Paralyzed (Rule: S36).
        sleep_coins: coins that must all be heads to wake it.
        poison: damage per check-up; 0 when it is not Poisoned.
        burned: whether it is Burned.
        burn: damage per check-up while it is Burned.
        laid: rules that card text has laid on it (Rule: S43).
    """

    posture: Condition | None = None
    sat_out: bool = False
    sleep_coins: int = 1
    poison: int = 0
    burned: bool = False
    burn: int = BURN_DAMAGE
    laid: tuple[Laid, ...] = ()


NOTHING = Burden()


@mypyc_attr(allow_interpreted_subclasses=True)
class Burdened:
    """Something that a burden can lie on; the parts of it are read and written here.

    Attributes:
        burden: what lies on it; None when nothing does.
    """

    __slots__ = ("burden",)

    def __init__(self) -> None:
        self.burden: Burden | None = None

    def bear(self, **parts: Any) -> None:
        """Change some parts of what lies on it."""
        burden = (self.burden or NOTHING)._replace(**parts)
        self.burden = None if burden == NOTHING else burden

    @property
    def posture(self) -> Condition | None:
        """Asleep, Confused or Paralyzed."""
        return (self.burden or NOTHING).posture

    @posture.setter
    def posture(self, posture: Condition | None) -> None:
        self.bear(posture=posture)

    @property
    def sat_out(self) -> bool:
        """Whether its owner has had a turn with it Paralyzed."""
        return (self.burden or NOTHING).sat_out

    @sat_out.setter
    def sat_out(self, sat_out: bool) -> None:
        self.bear(sat_out=sat_out)

    @property
    def sleep_coins(self) -> int:
        """Coins that must all be heads to wake it."""
        return (self.burden or NOTHING).sleep_coins

    @sleep_coins.setter
    def sleep_coins(self, sleep_coins: int) -> None:
        self.bear(sleep_coins=sleep_coins)

    @property
    def poison(self) -> int:
        """Damage per check-up; 0 when it is not Poisoned."""
        return (self.burden or NOTHING).poison

    @poison.setter
    def poison(self, poison: int) -> None:
        self.bear(poison=poison)

    @property
    def burned(self) -> bool:
        """Whether it is Burned."""
        return (self.burden or NOTHING).burned

    @burned.setter
    def burned(self, burned: bool) -> None:
        self.bear(burned=burned)

    @property
    def burn(self) -> int:
        """Damage per check-up while it is Burned."""
        return (self.burden or NOTHING).burn

    @burn.setter
    def burn(self, burn: int) -> None:
        self.bear(burn=burn)

    @property
    def laid(self) -> tuple[Laid, ...]:
        """Rules that card text has laid on it."""
        return (self.burden or NOTHING).laid

    @laid.setter
    def laid(self, laid: tuple[Laid, ...]) -> None:
        self.bear(laid=laid)

    def recover(self) -> None:
        """End every special condition; rules of card text stay."""
        laid = self.laid
        self.burden = Burden(laid=laid) if laid else None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Every special condition on it."""
        if self.burden is None:
            return ()
        posture, _, _, poison, burned, _, _ = self.burden
        found = [posture] if posture is not None else []
        if poison:
            found.append(Condition.POISONED)
        if burned:
            found.append(Condition.BURNED)
        return tuple(found)

    @property
    def afflicted(self) -> bool:
        """Whether any special condition is on it."""
        return self.burden is not None and bool(self.conditions)

    @property
    def immobile(self) -> bool:
        """Whether it can neither attack nor retreat: Asleep or Paralyzed."""
        posture = self.posture
        return posture is _ASLEEP or posture is _PARALYZED
