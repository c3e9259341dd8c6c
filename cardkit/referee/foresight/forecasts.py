"""What an attack is expected to do, in numbers: ways in which it may turn out, and their average.

:mod:`cardkit.referee.foresight` reads them from the steps of a text. Here they are weighed against
the enemy that stands there: what conditions do until the player's next turn, and how much of the
enemy's next attack is spared (Rule: S36, S37). The numbers are exact where the text leaves the
player no choice; they only steer autopilots and reports.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, Self

from cardkit.referee.burden import BURN_DAMAGE
from cardkit.referee.conditions import CONFUSION_DAMAGE, POISON_DAMAGE
from cardkit.referee.state import Pokemon
from cardkit.rules import Condition

CHECK_UPS = 2
"""Check-ups until the player's next turn: the enemy's and the player's (Rule: S36)."""
BURNS = 1.5
"""Times that a new burn hurts in them: the first heals it with a coin (Rule: S36)."""
HELD_NEXT_TURN = {Condition.ASLEEP: 0.25, Condition.CONFUSED: 0.5, Condition.PARALYZED: 1.0}
"""Chance that an own Pokemon with a new condition loses its next attack."""

_REMEMBERED = 1_000
"""Forecasts of the same ways that are kept before all are weighed anew."""
_POISONED, _BURNED = Condition.POISONED, Condition.BURNED
_ASLEEP, _CONFUSED, _PARALYZED = Condition.ASLEEP, Condition.CONFUSED, Condition.PARALYZED


class Affliction(NamedTuple):
    """Conditions that an attack gives to one Pokemon, the newest posture only.

    Attributes:
        posture: Asleep, Confused or Paralyzed.
        poison: damage per check-up; 0 gives none.
        burn: the same.
        coins: that must all be heads to wake it.
    """

    posture: Condition | None = None
    poison: int = 0
    burn: int = 0
    coins: int = 1

    def given(self, condition: Condition) -> Self:
        """Return these with one more."""
        if condition is _POISONED:
            return self._replace(poison=POISON_DAMAGE)
        if condition is _BURNED:
            return self._replace(burn=BURN_DAMAGE)
        return self._replace(posture=condition, coins=1)


class Way:
    """One way in which an attack turns out: what it does, before conditions and rules act.

    Attributes:
        chance: of this way.
        damage: to the enemy.
        recoil: damage to the attacker itself; below 0 it is healed.
        hurt: damage to other own Pokemon.
        healed: damage that is taken off other own Pokemon.
        energy: Energy cards that the own side gains; below 0 it loses them.
        pool: Energy cards that the enemy's pool loses.
        idle: chance that the attacker cannot use this attack in the next turn.
        ahead: damage that the next turn's attack does more.
        late: damage to the enemy at the end of its next turn.
        held: chance that a rule on the enemy holds its next attack back.
        covered: chance that a rule on the attacker prevents it.
        less: damage that it does less by rules.
        back: damage to the enemy when its attack strikes.
        mirrored: times that its own damage comes back to it then.
        given: conditions of the enemy.
        suffered: conditions of the attacker.
    """

    __slots__ = (
        "ahead",
        "back",
        "chance",
        "covered",
        "damage",
        "energy",
        "given",
        "healed",
        "held",
        "hurt",
        "idle",
        "late",
        "less",
        "mirrored",
        "pool",
        "recoil",
        "suffered",
    )

    def __init__(self, chance: float = 1.0, damage: int = 0) -> None:
        self.chance = chance
        self.damage = damage
        self.recoil = self.hurt = self.healed = 0
        self.energy = self.pool = 0
        self.idle = 0.0
        self.ahead = self.late = self.less = self.back = self.mirrored = 0
        self.held = self.covered = 0.0
        self.given = self.suffered = _HEALTHY

    def copy(self) -> Way:
        """Return an independent way."""
        twin = Way.__new__(Way)
        for name in Way.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin


_HEALTHY = Affliction()


class Forecast(NamedTuple):
    """What an attack is expected to do; averages, damage in points.

    Attributes:
        damage: to the enemy, at once.
        dealt: the same, without what goes beyond the HP that the enemy has left.
        knock_out: chance that the enemy falls at once.
        aftermath: damage to the enemy until the player's next turn, by conditions and rules.
        spared: damage that the enemy's next attack does less.
        recoil: damage to the attacker until the player's next turn, the enemy's attack left out;
            below 0 it is healed.
        hurt: damage to other own Pokemon.
        healed: damage taken off other own Pokemon.
        energy: Energy cards that the own side gains; below 0 it loses them.
        pool: Energy cards that the enemy's pool loses.
        idle: chance that the attacker cannot attack in the next turn.
        ahead: damage that the next turn's attack does more.
    """

    damage: float = 0.0
    dealt: float = 0.0
    knock_out: float = 0.0
    aftermath: float = 0.0
    spared: float = 0.0
    recoil: float = 0.0
    hurt: float = 0.0
    healed: float = 0.0
    energy: float = 0.0
    pool: float = 0.0
    idle: float = 0.0
    ahead: float = 0.0


def plain_forecast(damage: int, enemy: Pokemon) -> Forecast:
    """Return what an attack without a text does."""
    left = enemy.remaining_hp
    return Forecast(damage, min(damage, left), float(damage >= left))


def forecast_of(ways: Sequence[Way], enemy: Pokemon, blow: int) -> Forecast:
    """Weigh the ways of an attack.

    Args:
        ways: their chances add up to 1.
        enemy: whom the attack strikes.
        blow: damage that its next attack would do.
    """
    left = enemy.remaining_hp
    sums = [0.0] * len(Forecast._fields)
    for way in ways:
        falls = way.damage >= left
        worths = (
            way.damage,
            min(way.damage, left),
            falls,
            0.0 if falls else _aftermath(way, enemy, blow),
            way.covered * blow if falls else _spared(way, enemy, blow),
            way.recoil + CHECK_UPS * way.suffered.poison + BURNS * way.suffered.burn,
            way.hurt,
            way.healed,
            way.energy,
            0 if falls else way.pool,
            max(way.idle, HELD_NEXT_TURN.get(way.suffered.posture, 0.0))
            if way.suffered.posture is not None
            else way.idle,
            way.ahead,
        )
        for place, worth in enumerate(worths):
            if worth:
                sums[place] += way.chance * worth
    return Forecast(*sums)


class Prospects:
    """The ways in which an attack may turn out, weighed against any enemy.

    What was weighed is remembered by what it hangs on: HP beyond the most damage change nothing,
    and the enemy's next attack and conditions count only where a way says something of them.

    Attributes:
        ways: their chances add up to 1.
        change_next: whether some way changes what the enemy's next attack does, or its conditions.
    """

    __slots__ = ("_beyond", "_weighed", "change_next", "ways")

    def __init__(self, ways: Sequence[Way]) -> None:
        self.ways = ways
        self.change_next = any(map(_changes_next, ways))
        self._beyond = max((way.damage for way in ways), default=0) + 1
        self._weighed: dict[Hashable, Forecast] = {}

    def forecast(self, enemy: Pokemon, blow: int) -> Forecast:
        """Return what the attack is expected to do; see :func:`forecast_of`.

        ``blow`` may be anything unless the ways change what comes next.
        """
        left = enemy.hp - enemy.damage
        key: Hashable = left if left < self._beyond else self._beyond
        if self.change_next:
            burden = enemy.burden
            if burden is not None and burden.laid:
                burden = burden._replace(laid=())
            key = key, burden, blow
        forecast = self._weighed.get(key)
        if forecast is None:
            if len(self._weighed) >= _REMEMBERED:
                self._weighed.clear()
            forecast = self._weighed[key] = forecast_of(self.ways, enemy, blow)
        return forecast


def _changes_next(way: Way) -> bool:
    return bool(
        way.given != _HEALTHY or way.held or way.covered or way.less or way.back or way.mirrored
    )


def _aftermath(way: Way, enemy: Pokemon, blow: int) -> float:
    given = way.given
    damage = float(way.late)
    if given.poison:
        damage += CHECK_UPS * (given.poison - enemy.poison)
    if given.burn:
        damage += BURNS * (given.burn - (enemy.burn if enemy.burned else 0))
    if given.posture is not None:
        was, now = enemy.posture is _CONFUSED, given.posture is _CONFUSED
        damage += (now - was) * CONFUSION_DAMAGE / 2
    strikes = max(0, blow - way.less)
    if strikes and (way.back or way.mirrored):
        damage += (way.back + way.mirrored * strikes) * _strikes(way, enemy)
    return damage


def _spared(way: Way, enemy: Pokemon, blow: int) -> float:
    usual = free_to_attack(enemy) * blow
    return usual - _strikes(way, enemy) * max(0, blow - way.less)


def _strikes(way: Way, enemy: Pokemon) -> float:
    """Return the chance that the enemy's next attack does damage."""
    posture, coins, ends = enemy.posture, enemy.sleep_coins, enemy.sat_out
    if way.given.posture is not None:
        posture, coins, ends = way.given.posture, way.given.coins, False
    return _free(posture, coins, ends=ends) * (1 - way.held) * (1 - way.covered)


def _free(posture: Condition | None, coins: int, *, ends: bool) -> float:
    if posture is _ASLEEP:
        return float(0.5**coins)
    if posture is _PARALYZED:
        return float(ends)
    return 0.5 if posture is _CONFUSED else 1.0


def free_to_attack(enemy: Pokemon) -> float:
    """Return the chance that its conditions let an enemy attack in its next turn (Rule: S37)."""
    return _free(enemy.posture, enemy.sleep_coins, ends=enemy.sat_out)
