"""How many: what card effects count, and amounts. A void count is 0 (Rule: S43)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cardkit.cardtext.counts import (
    Amount,
    CardsIn,
    Coins,
    ConditionsOn,
    Count,
    CountersOn,
    DamageDone,
    DamageTaken,
    Done,
    EnergyInDiscard,
    EnergyOn,
    HpLeft,
    PokemonAt,
    RetreatCost,
)
from cardkit.cardtext.values import part_names
from cardkit.cardtext.vocabulary import Face
from cardkit.referee.once import asked_once, is_nowhere
from cardkit.referee.power_facts import is_counted
from cardkit.referee.texts.finding import types_seen

if TYPE_CHECKING:
    from cardkit.referee.texts.execution import Execution

_V = TypeVar("_V", bound=Struct)

_PER = ("hp", "change")
_is_counted = asked_once(is_counted)
COUNTER = 10
"""Damage of one damage counter."""


def amount_of(run: Execution, amount: Amount) -> int:
    """Return an amount as it is now; damage and healing in points."""
    total = amount.fixed
    if amount.count is not None:
        total += amount.per * count_of(run, amount.count)
    return total if amount.limit is None else min(total, amount.limit)


def with_counts(run: Execution, value: _V) -> _V:
    """Return a rule with its amounts as they are now; only the damage that strikes stays open."""
    if not _is_counted(value):
        return value
    changes: dict[str, Any] = {}
    for name in part_names(type(value)):
        part = getattr(value, name)
        if isinstance(part, Amount) and part.count and not isinstance(part.count, DamageTaken):
            changes[name] = Amount(fixed=amount_of(run, part))
        elif name == "per" and part is not None:  # so much for each that is counted
            much = next(each for each in _PER if hasattr(value, each))
            changes |= {much: getattr(value, much) * count_of(run, part), "per": None}
    return replace(value, **changes) if changes else value


def count_of(run: Execution, count: Count | int) -> int:
    """Return what is counted; void counts are 0 and are told."""
    if isinstance(count, int):
        return count
    if is_nowhere(count):
        run.tell_void(count)
        return 0
    return COUNTED[type(count)](run, count)


def _coins(run: Execution, count: Coins) -> int:
    return run.coins.count(count.face is Face.HEADS)


def energy_held(run: Execution, count: EnergyOn) -> int:
    """Count Energy cards by what they print."""
    held = [
        kind
        for _, pokemon in run.find(count.target)
        for kind in pokemon.energy
        if not count.types or kind in count.types
    ]
    if count.kinds:
        return len(set(held))
    if count.spare:
        used = run.attack.cost
        if count.types:  # Energy of the type that the cost itself does not ask for
            used = tuple(kind for kind in used if kind in count.types)
            spare = len(run.attacker.energy) - len(run.attack.cost)
            return max(0, min(len(held) - len(used), spare))
        return max(0, len(held) - len(used))
    return len(held)


def _counters(run: Execution, count: CountersOn) -> int:
    return sum(pokemon.damage for _, pokemon in run.find(count.target)) // COUNTER


def _pokemon(run: Execution, count: PokemonAt) -> int:
    found = [pokemon for _, pokemon in run.find(count.target)]
    if count.types:
        return len({kind for pokemon in found for kind in types_seen(pokemon)})
    return len(found)


def _hp_left(run: Execution, count: HpLeft) -> int:
    left = sum(pokemon.remaining_hp for _, pokemon in run.find(count.target))
    return -(-left // 20) * COUNTER if count.halved else left


def _damage_taken(run: Execution, _count: DamageTaken) -> int:
    if run.striking is not None:
        return run.striking // COUNTER
    past, rounds = run.attacker.past, run.play.state.rounds
    return past.struck // COUNTER if past.struck_in == rounds - 1 else 0


def _in_discard(run: Execution, count: EnergyInDiscard) -> int:
    discarded = run.play.state.energy_discard
    if count.kinds:
        return len({kind for kind in discarded if not count.types or kind in count.types})
    return sum(1 for kind in discarded if not count.types or kind in count.types)


COUNTED: dict[type, Callable[[Execution, Any], int]] = {  # Energy: texts.supply
    Coins: _coins,
    CountersOn: _counters,
    PokemonAt: _pokemon,
    RetreatCost: lambda run, count: sum(
        pokemon.facts.retreat_cost for _, pokemon in run.find(count.target)
    ),
    ConditionsOn: lambda run, count: sum(
        len(pokemon.conditions) for _, pokemon in run.find(count.target)
    ),
    Done: lambda run, _count: run.did,
    DamageDone: lambda run, _count: run.damage_done // COUNTER,
    DamageTaken: _damage_taken,
    HpLeft: _hp_left,
    EnergyInDiscard: _in_discard,
    CardsIn: lambda _run, _count: 0,
}
