"""Steps that change the one before, and coins of which each belongs to a Pokemon."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cardkit.cardtext.conditions import Condition
from cardkit.cardtext.counts import PokemonAt
from cardkit.cardtext.damage_operations import DamageTo, PutCounters
from cardkit.cardtext.effects import Choose, Flip, Instead, MostCoins, Step, When
from cardkit.cardtext.targets import CHOSEN
from cardkit.cardtext.vocabulary import Side


def flips_for_each(flip: Flip) -> bool:
    """Whether a coin is flipped for each of several Pokemon."""
    return type(flip.coins) is PokemonAt and flip.coins.target.side is not Side.OPPONENTS


def is_change(change: Any, step: Any, steps: tuple[Any, ...]) -> bool:
    """Whether a step before is one that can be changed so."""
    before = steps[: next(n for n, each in enumerate(steps) if each is step)]
    if type(change) is MostCoins:
        return step is change and any(type(each) is Flip for each in before)
    if type(step) is not When or step.then != change:
        return False
    kinds = (PutCounters, DamageTo) if change.amount is not None else (Flip,)
    return bool(before) and type(before[-1]) in kinds


def done_instead(condition: Condition, change: Instead, before: Any) -> list[Step]:
    """Do a step in one way or the other; who is meant is chosen before the condition is asked."""
    chosen: list[Step] = []
    if change.coins is not None:
        other = replace(before, coins=change.coins)
    else:
        if before.target.number is not None:
            chosen = [Choose(target=before.target)]
            before = replace(before, target=CHOSEN)
        other = replace(before, amount=change.amount)
    return [*chosen, When(condition=condition, then=other, otherwise=before)]
