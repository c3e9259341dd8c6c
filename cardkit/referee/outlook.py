"""How likely a fight is won: what the planner judges positions by.

A gym or the champion is won when the damage that the team still promises reaches what the enemies
still stand. Both are estimated card by card (:mod:`cardkit.referee.appraisal`) and turned into a
chance by a logistic curve; its weights were fitted to the outcomes of several thousand fights
(``benchmarks/outlook.py`` does it again). They are judgements of positions, not rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardkit.referee.appraisal import STURDINESS, Appraisal
from cardkit.referee.encounters import next_pool
from cardkit.referee.events import KNOCK_OUTS_TO_WIN, enemy_deck
from cardkit.referee.foresight.forecasts import BURNS, CHECK_UPS, free_to_attack
from cardkit.referee.state import State
from cardkit.referee.table import CardFacts
from cardkit.referee.texts.in_force import any_hold


class Signs(NamedTuple):
    """What is seen of a running fight; each is one number of about 0 to 5.

    Attributes:
        promise: logarithm of the damage that the team promises over what the enemies stand.
        standing: logarithm of the turns that the team can stand.
        living: Pokemon that live.
        best: the most that one of them promises per turn, in hundreds.
        healing: damage that the ready balls can heal, in hundreds.
        blow: share of the enemy's HP that the Active's attack takes now.
        doomed: whether the Active falls to the next attack.
        held: whether the Active is Asleep, Confused or Paralyzed.
        poisoned: how many of Poisoned and Burned it is.
        pool: Energy cards in the enemy's next attack.
        energy: Energy cards on the team, in fives.
        needed: HP that are still to be knocked out, in hundreds.
        won: knock-outs so far.
        foe_held: chance that a condition keeps the enemy from its next attack.
        foe_hurt: damage that conditions do to the enemy until the next turn, in hundreds.
    """

    promise: float
    standing: float
    living: float
    best: float
    healing: float
    blow: float
    doomed: float
    held: float
    poisoned: float
    pool: float
    energy: float
    needed: float
    won: float
    foe_held: float
    foe_hurt: float


class Prospects(NamedTuple):
    """What is seen of a fight before it begins; the same numbers as in :class:`Signs`."""

    promise: float
    standing: float
    living: float
    best: float
    healing: float
    needed: float


SIGN_WEIGHTS = Signs(
    promise=3.302,
    standing=-1.834,
    living=1.159,
    best=-0.066,
    healing=0.371,
    blow=0.367,
    doomed=-0.458,
    held=-0.503,
    poisoned=-0.095,
    pool=-0.056,
    energy=0.806,
    needed=-0.044,
    won=0.310,
    foe_held=0.136,
    foe_hurt=1.018,
)
SIGN_BASE = -0.567
PROSPECT_WEIGHTS = Prospects(
    promise=2.432,
    standing=0.069,
    living=0.253,
    best=1.355,
    healing=0.424,
    needed=-0.132,
)
PROSPECT_BASE = 0.042


_NOBODY = {"blow": 0.0, "doomed": 0.0, "held": 0.0, "poisoned": 0.0, "pool": 1.0,
           "foe_held": 0.0, "foe_hurt": 0.0}  # fmt: skip
"""What is seen of those that face each other where one of them is missing."""


class Outlook:
    """Estimates chances on one table."""

    def __init__(self, appraisal: Appraisal) -> None:
        self._appraisal = appraisal

    def chance(self, state: State) -> float:
        """Return the chance to win the running fight."""
        return _curve(SIGN_BASE, SIGN_WEIGHTS, self.signs(state))

    def prospect(
        self, team: Sequence[CardFacts], deck_number: int, *, badges: int, balls: int
    ) -> float:
        """Return the chance that a whole team wins a fight against a deck."""
        seen = self.prospects(team, deck_number, badges=badges, balls=balls)
        return _curve(PROSPECT_BASE, PROSPECT_WEIGHTS, seen)

    def signs(self, state: State) -> Signs:
        """Look at a running fight, as its turn begins."""
        appraisal, deck = self._appraisal, enemy_deck(state) + 1
        enemy = state.enemy
        average = appraisal.average_hp(deck)
        needed = max(0, KNOCK_OUTS_TO_WIN - 1 - state.knock_outs) * average
        needed += enemy.remaining_hp if enemy is not None else average
        foe = enemy.facts if enemy is not None else None
        promised = turns = best = 0.0
        living = energy = 0
        for _, pokemon in state.team():
            if pokemon.down:
                continue
            facts = pokemon.facts
            stands = pokemon.remaining_hp / appraisal.average_blow(facts, deck)
            promise = appraisal.promise(facts, pokemon.energy, foe)
            promised += (promise + STURDINESS) * stands
            turns += stands
            best = max(best, promise)
            living += 1
            energy += len(pokemon.energy)
        return Signs(
            promise=_ratio(promised, needed),
            standing=math.log(turns + 0.1),
            living=living,
            best=best / 100,
            healing=state.balls * (state.badges + 1) / 10,
            energy=energy / 5,
            needed=needed / 100,
            won=state.knock_outs,
            **self._clash(state),
        )

    def _clash(self, state: State) -> dict[str, float]:
        """Look at the two that face each other."""
        active, enemy = state.active, state.enemy
        if active is None or active.down or enemy is None:
            return _NOBODY
        appraisal = self._appraisal
        if active.laid or any_hold(state):
            ready = appraisal.now.ready(state, active)
        else:
            ready = appraisal.ready(active, enemy.facts)
        pool = next_pool(enemy)
        danger = appraisal.now.coming_blow(state, active)
        return {
            "blow": min(1.5, ready / max(10, enemy.remaining_hp)),
            "doomed": float(danger >= active.remaining_hp),
            "held": float(active.posture is not None),
            "poisoned": float(bool(active.poison)) + float(active.burned),
            "pool": float(pool),
            "foe_held": 1 - free_to_attack(enemy),
            "foe_hurt": (enemy.poison * CHECK_UPS + enemy.burned * enemy.burn * BURNS) / 100,
        }

    def prospects(
        self, team: Sequence[CardFacts], deck_number: int, *, badges: int, balls: int
    ) -> Prospects:
        """Look at a fight before it begins."""
        appraisal = self._appraisal
        promised = turns = best = 0.0
        for facts in team:
            stands = appraisal.standing(facts, deck_number)
            promise = appraisal.average_promise(facts, deck_number)
            promised += (promise + STURDINESS) * stands
            turns += stands
            best = max(best, promise)
        needed = KNOCK_OUTS_TO_WIN * appraisal.average_hp(deck_number)
        return Prospects(
            promise=_ratio(promised, needed),
            standing=math.log(turns + 0.1),
            living=len(team),
            best=best / 100,
            healing=balls * (badges + 1) / 10,
            needed=needed / 100,
        )


def _ratio(promised: float, needed: float) -> float:
    return math.log((promised + 1) / max(10.0, needed))


def _curve(base: float, weights: Iterable[float], seen: Iterable[float]) -> float:
    total = base
    for weight, sign in zip(weights, seen, strict=True):
        total += weight * sign
    return 1 / (1 + math.exp(-total))
