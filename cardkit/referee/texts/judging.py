"""Whether: what card effects ask. A void condition is false, negated or not (Rule: S43)."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardkit.cards import EnergyType
from cardkit.cardtext.conditions import (
    CameFromBench,
    CoinsShow,
    Compare,
    Condition,
    Did,
    Elsewhere,
    Every,
    EvolvedThisTurn,
    Exists,
    FellLastTurn,
    FirstTurn,
    HealedThisTurn,
    KnocksOut,
    Not,
    SpareEnergy,
    Stands,
    StruckLastTurn,
    Under,
    UsedLastTurn,
)
from cardkit.cardtext.vocabulary import Face, Place, Relation
from cardkit.naming import fold_name
from cardkit.referee.once import is_nowhere
from cardkit.referee.state import Pokemon
from cardkit.referee.texts.counting import count_of
from cardkit.referee.texts.finding import fits

if TYPE_CHECKING:
    from cardkit.referee.texts.execution import Execution

_RELATIONS: dict[Relation, Callable[[int, int], bool]] = {
    Relation.MORE: operator.gt,
    Relation.FEWER: operator.lt,
    Relation.SAME: operator.eq,
    Relation.AT_LEAST: operator.ge,
    Relation.AT_MOST: operator.le,
}


def holds(run: Execution, condition: Condition) -> bool:
    """Whether a condition holds now; a void one does not and is told."""
    if is_nowhere(condition):
        run.tell_void(condition)
        return False
    return JUDGED[type(condition)](run, condition)


def _coins(run: Execution, condition: CoinsShow) -> bool:
    if condition.coin is not None:
        asked = run.coins[condition.coin - 1 : condition.coin]
        return asked == [condition.face is Face.HEADS]
    shown = run.coins.count(condition.face is Face.HEADS)
    if condition.number is None:
        return bool(run.coins) and shown == len(run.coins)
    return _RELATIONS[condition.relation](shown, condition.number)


def _exists(run: Execution, condition: Exists) -> bool:
    found = run.find(condition.target)
    if condition.every:
        standing = run.stand(condition.target)
        return bool(standing) and len(found) == len(standing)
    return len(found) >= condition.number


def has_spare(run: Execution, condition: SpareEnergy) -> bool:
    """Whether there is Energy beyond the cost, as printed; each pays or is spare as serves best."""
    held = Counter(run.attacker.energy)
    wanted = Counter((*condition.types, *run.attack.cost))
    colorless = wanted.pop(EnergyType.COLORLESS, 0)
    if wanted - held:
        return False
    return held.total() - wanted.total() >= colorless


def _used(run: Execution, condition: UsedLastTurn) -> bool:
    last = run.play.state.rounds - 1
    users = [one for _, one in run.sides.own] if condition.anyone else [run.attacker]
    return last > 0 and any(
        one.past.used_in == last
        and condition.attack in ("", one.past.used)
        and not (condition.other and one is run.attacker)
        and fits(one, condition.filters)
        for one in users
    )


def _evolved(run: Execution, condition: EvolvedThisTurn) -> bool:
    past = run.attacker.past
    if past.evolved_in != run.play.state.rounds:
        return False
    return not condition.name or fold_name(condition.name) == fold_name(past.evolved_from)


def _knocks_out(run: Execution, condition: KnocksOut) -> bool:
    return any(
        pokemon.damage >= pokemon.hp and id(pokemon) in run.damaged
        for _, pokemon in run.stand(condition.target)
    )


def _fell(run: Execution, condition: FellLastTurn) -> bool:
    state = run.play.state
    return any(
        fall.round == state.rounds - 1
        and (fall.by_damage or not condition.by_damage)
        and fits(Pokemon(fall.card, state.table.cards[fall.card]), condition.filters)
        for fall in state.fell
    )


def _struck(run: Execution, _condition: StruckLastTurn) -> bool:
    past = run.attacker.past
    return past.struck > 0 and past.struck_in == run.play.state.rounds - 1


def _first_turn(run: Execution, condition: FirstTurn) -> bool:
    """The player begins every event, so is never second (Rule: S20)."""
    return condition.second is not True and run.play.state.first_round


def _stands(run: Execution, condition: Stands) -> bool:
    state = run.play.state
    leading = (state.active, state.enemy)
    return any(
        any(pokemon is one for one in leading) is (condition.place is Place.ACTIVE)
        for _, pokemon in run.find(condition.target)
    )


JUDGED: dict[type, Callable[[Execution, Any], bool]] = {  # spare Energy: texts.supply
    CoinsShow: _coins,
    Did: lambda run, condition: (run.did > 0) is not condition.negated,
    Exists: _exists,
    Compare: lambda run, condition: _RELATIONS[condition.relation](
        count_of(run, condition.left), count_of(run, condition.right)
    ),
    Under: lambda _run, _condition: False,
    UsedLastTurn: _used,
    CameFromBench: lambda run, _: run.attacker.past.came_in == run.play.state.rounds,
    EvolvedThisTurn: _evolved,
    HealedThisTurn: lambda run, _: run.attacker.past.healed_in == run.play.state.rounds,
    KnocksOut: _knocks_out,
    FellLastTurn: _fell,
    StruckLastTurn: _struck,
    FirstTurn: _first_turn,
    Stands: _stands,
    Elsewhere: lambda _run, _condition: False,
    Not: lambda run, condition: not holds(run, condition.condition),
    Every: lambda run, condition: all(holds(run, each) for each in condition.conditions),
}
