"""What an attack with a text will do, foreseen from its steps without carrying anything out.

A text is read once into a :class:`Reading`. In a position its steps are walked as
:mod:`cardkit.referee.texts.execution` walks them, with the same judging and counting; where coins
fall all ways are gone, where the player may choose the better one. Nothing on the table changes.
What is done to the table in the middle of a text (Energy that is discarded before damage counts
it, an exchanged Active) is not seen by the steps that follow; all else is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from math import comb
from typing import Any, TypeAlias

from cardkit.cardtext.conditions import Condition, Every, KnocksOut, Not
from cardkit.cardtext.effects import (
    BeforeDamage,
    Choice,
    Choose,
    ChooseAttack,
    ChooseCondition,
    Cost,
    Flip,
    May,
    OncePerEvent,
    Repeat,
    Step,
    Together,
    UnusableIf,
    UsableDespite,
    UsableIf,
    When,
)
from cardkit.cardtext.operations import AttackFails, Damage, Ignore, Limit
from cardkit.cardtext.vocabulary import Side
from cardkit.referee.attack_facts import AttackFacts, possible
from cardkit.referee.foresight.deeds import EXPECTED
from cardkit.referee.foresight.forecasts import Forecast, Prospects, Way
from cardkit.referee.foresight.foreseen import Foreseen, picked
from cardkit.referee.foresight.readings import Agenda, Reading, agenda_of
from cardkit.referee.state import Pokemon, State, present
from cardkit.referee.table import CardFacts
from cardkit.referee.texts.counting import count_of
from cardkit.referee.texts.execution import MOST_COINS, asked
from cardkit.referee.texts.judging import holds
from cardkit.referee.texts.striking import rules_may_change

MOST_HEADS = 6
"""Heads of a flip until tails that are told apart; more of them are one way, with its average."""
WORTHS: dict[str, float] = {
    "damage": 1,
    "recoil": -0.7,
    "hurt": -0.5,
    "healed": 0.5,
    "energy": 15,
    "pool": 10,
    "idle": -20,
    "ahead": 0.5,
    "late": 0.8,
    "held": 30,
    "covered": 30,
    "less": 0.7,
}
"""What the player chooses by where a text lets it: in damage to the enemy."""


_Modifiers: TypeAlias = tuple[tuple[tuple[str, int], ...], ...]
"""Weaknesses and Resistances that apply between two Pokemon: sign and amount of each."""
_Asked: TypeAlias = tuple[int, int, tuple[Hashable, ...]]
"""Id of the attack, number of its card and the modifiers, and what the text asks."""
_REMEMBERED = 50_000
"""Prospects that are kept before all are worked out anew."""


class Foresight:
    """Foresees the attacks of one table; what it has foreseen it remembers by what was asked."""

    def __init__(self) -> None:
        self._readings: dict[int, Reading] = {}
        self._prospects: dict[_Asked, Prospects] = {}
        self._pairs: dict[tuple[CardFacts, CardFacts], int] = {}
        self._numbers: dict[tuple[CardFacts, _Modifiers], int] = {}

    def forecast(self, state: State, attacker: Pokemon, attack: AttackFacts, blow: int) -> Forecast:
        """Return what an attack is expected to do now; ``blow`` as for :func:`forecast_of`."""
        enemy = present(state.enemy)
        return self.prospects(state, attacker, attack).forecast(enemy, blow)

    def prospects(self, state: State, attacker: Pokemon, attack: AttackFacts) -> Prospects:
        """Return the ways in which an attack may turn out now.

        Args:
            state: is not changed.
            attacker: a Pokemon of the player in play, as if it were the Active.
            attack: of a card of this table, printed on the attacker or lent to it.
        """
        enemy = present(state.enemy)
        reading = self._readings.get(id(attack)) or self.reading(attack)
        inputs = reading.inputs
        if inputs is None or rules_may_change(state, attacker, enemy):
            return Prospects(walk(Foreseen(state, attacker, reading), reading.agenda))
        # Of the enemy a text knows nothing but what it asks, and what changes the damage.
        pair = attacker.facts, enemy.facts
        number = self._pairs.get(pair)
        if number is None:
            number = self._number(*pair)
        asked = id(attack), number, inputs.as_now(state, attacker) if inputs.anything else ()
        prospects = self._prospects.get(asked)
        if prospects is None:
            if len(self._prospects) >= _REMEMBERED:
                self._prospects.clear()
            prospects = Prospects(walk(Foreseen(state, attacker, reading), reading.agenda))
            self._prospects[asked] = prospects
        return prospects

    def reading(self, attack: AttackFacts) -> Reading:
        """Return the text of a card's attack, read; the reading keeps the attack, so its id too."""
        reading = self._readings.get(id(attack))
        if reading is None:
            reading = self._readings[id(attack)] = Reading.of(attack)
        return reading

    def _number(self, attacker: CardFacts, enemy: CardFacts) -> int:
        """Return a number for a card and the Weaknesses and Resistances that it meets."""
        found = tuple(
            tuple((one.sign, one.amount) for one in row if one.energy_type in attacker.types)
            for row in (enemy.weaknesses, enemy.resistances)
        )
        number = self._numbers.setdefault((attacker, found), len(self._numbers))
        self._pairs[attacker, enemy] = number
        return number


def walk(run: Foreseen, agenda: Agenda) -> list[Way]:
    """Go every way on from here; return them all."""
    while True:
        if agenda is None or run.failed:
            if run.struck:
                return [run.way]
            _strike(run)
            if run.failed:
                return [run.way]
            agenda, run.waiting = run.waiting, None
            continue
        step, agenda = agenda
        if id(step) in run.reading.waits and not run.struck:
            run.waiting = _behind(run.waiting, _with_registers(run, step))
            continue
        kind = type(step)
        if kind in _SPLITTING:
            return _SPLITTING[kind](run, step, agenda)
        if kind in _FLOWING:
            agenda = _FLOWING[kind](run, step, agenda)
        elif kind in _AS_EXECUTED:
            run.do(step)  # type: ignore[arg-type]
        elif callable(step):
            step(run)
        elif id(step) in run.reading.void:
            run.did = 0
        else:
            run.did = EXPECTED[kind](run, step) if kind in EXPECTED else 0


def _strike(run: Foreseen) -> None:
    """Do the damage, unless the attack does nothing; what was done before stays."""
    run.struck = True
    if run.base is not None and not run.failed:
        run.damage_done = run.hit(run.base)
        run.way.damage += run.damage_done


def _with_registers(run: Foreseen, step: Any) -> Sequence[Any]:
    """Return a step that waits until after damage, with coins and choice as they are now."""
    coins, chosen = run.coins, run.chosen

    def restore(later: Foreseen) -> None:
        later.coins, later.chosen = coins, chosen

    return restore, step


def _behind(agenda: Agenda, steps: Sequence[Any]) -> Agenda:
    if agenda is None:
        return agenda_of(steps, None)
    return agenda[0], _behind(agenda[1], steps)


def _flip(run: Foreseen, step: Flip, then: Agenda) -> list[Way]:
    ways: list[Way] = []
    for share, faces in _faces(run, step):
        on = run.split(share)
        on.coins = faces
        ways += walk(on, then)
    return ways


def _faces(run: Foreseen, step: Flip) -> Iterable[tuple[float, list[bool]]]:
    """Yield what coins may show, and how likely it is; mostly only their number matters."""
    if step.until_tails:
        for heads in range(MOST_HEADS):
            yield 0.5 ** (heads + 1), [True] * heads + [False]
        yield 0.5**MOST_HEADS, [True] * (MOST_HEADS + 1) + [False]
        return
    coins = min(count_of(run, step.coins), step.most or MOST_COINS)
    if run.reading.asks_of_one and coins > 1:
        for order in product((True, False), repeat=coins):
            yield 0.5**coins, list(order)
        return
    for heads in range(coins + 1):
        yield comb(coins, heads) / 2**coins, [True] * heads + [False] * (coins - heads)


def _may(run: Foreseen, step: May, then: Agenda) -> list[Way]:
    left = run.split(1)
    left.did = 0
    ways = walk(left, then)
    if step.by is Side.YOURS and possible(step.step):
        ways = max(walk(run, (step.step, then)), ways, key=_worth)
    return ways


def _choice(run: Foreseen, step: Choice, then: Agenda) -> list[Way]:
    options = [option for option in step.options if possible(option)]
    if not options:
        return walk(run, then)
    return max((walk(run.split(1), (option, then)) for option in options), key=_worth)


def _worth(ways: Sequence[Way]) -> float:
    worth = 0.0
    for way in ways:
        for name, weight in WORTHS.items():
            worth += way.chance * weight * getattr(way, name)
    return worth


def _when(run: Foreseen, step: When, then: Agenda) -> Agenda:
    if _judge(run, step.condition):
        return step.then, then
    return then if step.otherwise is None else (step.otherwise, then)


def _judge(run: Foreseen, condition: Condition) -> bool:
    """Judge as an execution does; only who falls is known from the damage that is foreseen."""
    kind = type(condition)
    if kind is KnocksOut:
        return run.way.damage >= run.enemy.remaining_hp
    if kind is Not and type(condition.condition) is KnocksOut:  # type: ignore[union-attr]
        return run.way.damage < run.enemy.remaining_hp
    if kind is Every:
        return all(_judge(run, each) for each in condition.conditions)  # type: ignore[union-attr]
    return holds(run, condition)


def _repeat(run: Foreseen, step: Repeat, then: Agenda) -> Agenda:
    return agenda_of([step.step] * count_of(run, step.times), then)


def _cost(_run: Foreseen, step: Cost, then: Agenda) -> Agenda:
    def check(run: Foreseen) -> None:
        run.failed = run.did < asked(step.step)

    return step.step, (check, then)


def _choose(run: Foreseen, step: Choose, then: Agenda) -> Agenda:
    run.chosen = [] if id(step) in run.reading.void else picked(run, step.target)
    run.did = len(run.chosen)
    return then


def _pass_by(_run: Foreseen, _step: Step, then: Agenda) -> Agenda:
    return then


_SPLITTING: dict[type, Callable[[Foreseen, Any, Agenda], list[Way]]] = {
    Flip: _flip,
    May: _may,
    Choice: _choice,
}
_FLOWING: dict[type, Callable[[Foreseen, Any, Agenda], Agenda]] = {
    When: _when,
    Together: lambda _run, step, then: agenda_of(step.steps, then),
    Repeat: _repeat,
    BeforeDamage: lambda _run, step, then: (step.step, then),
    Cost: _cost,
    Choose: _choose,
    ChooseAttack: _pass_by,
    ChooseCondition: _pass_by,
    UsableIf: _pass_by,
    UnusableIf: _pass_by,
    UsableDespite: _pass_by,
    OncePerEvent: _pass_by,
}
_AS_EXECUTED = frozenset({Damage, Limit, Ignore, AttackFails})
"""Steps that touch nothing but the registers."""
