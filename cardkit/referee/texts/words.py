"""Effects in words for a person: as a card would say them."""

from __future__ import annotations

from functools import cache
from typing import Any

from cardkit.cardtext.counts import (
    CardsIn,
    Coins,
    ConditionsOn,
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
from cardkit.cardtext.effects import Effects, Step
from cardkit.cardtext.operations import Lasting
from cardkit.cardtext.power_reading import print_powers
from cardkit.cardtext.powers import Activated, AlwaysOn, Powers
from cardkit.cardtext.reading import GrammarError, print_effects
from cardkit.cardtext.targets import DEFENDER, SELF
from cardkit.cardtext.vocabulary import Until
from cardkit.referee.once import asked_once

_MAY = "Once during your turn, you may "
_COUNTS: dict[type, str] = {
    CardsIn: "cards",
    Coins: "coins",
    ConditionsOn: "Special Conditions",
    CountersOn: "damage counters",
    DamageDone: "damage done",
    DamageTaken: "damage taken",
    Done: "done so far",
    EnergyInDiscard: "Energy in the discard",
    EnergyOn: "Energy",
    HpLeft: "HP left",
    PokemonAt: "Pokémon",
    RetreatCost: "retreat cost",
}


@asked_once
def step_words(step: Step) -> str:
    """Return a step as a clause that may stand in a question.

    >>> from cardkit.cardtext.effects import Flip
    >>> step_words(Flip())
    'flip a coin'
    """
    try:
        said = print_effects(Effects(steps=(step,)))
    except GrammarError:  # no single sentence of an attack says it
        said = _of_power(step)
    return said[:1].lower() + said[1:].rstrip(".")


def _of_power(step: Step) -> str:
    try:
        said = print_powers(Powers(parts=(Activated(steps=(step,)),)))
    except GrammarError:
        return class_words(step)
    return said.removeprefix(_MAY)


@cache
def rule_words(rule: Any, until: Until) -> str:
    """Return a rule that lies on a Pokemon as a clause, with how long it lies there.

    >>> from cardkit.cardtext.lasting import CannotRetreat
    >>> rule_words(CannotRetreat(), Until.OPPONENTS_NEXT_TURN)
    "during your opponent's next turn, this Pokémon can't retreat"
    """
    if isinstance(rule, Step):  # what is done at the end of a turn
        return step_words(rule)
    for bearer in (SELF, DEFENDER):
        try:
            said = print_effects(Effects(steps=(Lasting(rule=rule, bearer=bearer, until=until),)))
        except GrammarError:
            continue
        return f"{said[:1].lower()}{said[1:].rstrip('.')}"
    lasting = until.replace("-", " ").replace("opponents", "opponent's")
    try:
        said = print_powers(Powers(parts=(AlwaysOn(rule=rule),))).rstrip(".")
    except GrammarError:
        said = class_words(rule)
    return f"{said[:1].lower()}{said[1:]} ({lasting})"


def count_words(count: Any) -> str:
    """Return what is counted.

    >>> count_words(Done())
    'done so far'
    """
    return _COUNTS[type(count)]


def class_words(value: Any) -> str:
    """Return the words of a value's class: where the grammar has no sentence for it alone."""
    name = type(value).__name__
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
