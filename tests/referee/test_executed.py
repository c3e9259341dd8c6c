"""Everything that card text can say is carried out, or declared as not carried out (Rule: S43).

A value that the grammar learns and nobody in the referee looks at would be half applied in silence.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

from cardkit import referee
from cardkit.cardtext import conditions, counts, effects, lasting, operations, powers
from cardkit.cardtext.powers import Moment
from cardkit.cardtext.values import part_names
from cardkit.cardtext.vocabulary import FilterKind
from cardkit.referee.texts.counting import COUNTED
from cardkit.referee.texts.execution import FLOW, OPERATIONS
from cardkit.referee.texts.finding import ASKED
from cardkit.referee.texts.judging import JUDGED
from cardkit.referee.texts.moments import NEVER

FORESEEN = "foresight"
"""Forecasts weigh what is carried out; they carry nothing out."""
ALWAYS_VOID = (lasting.ElsewhereRule, operations.OutOfPlay, operations.NoEffect)
COUNTED_FOR_ALL = {"per"}
"""Fields that ``with_counts`` resolves before anybody asks for the rule."""
SAID_ONLY = {
    (lasting.DealsMore, "stated"),
    (lasting.CannotUse, "itself"),
    (operations.Switch, "side"),
    (lasting.EnergyProvides, "basic"),
    (lasting.UsesAttacksOf, "beside"),
}
"""Fields that help to print, that reading resolves, or that the zones tell.

All Energy is basic (Rule: S5), and no Pokemon lies in a discard pile of the player's.
"""
MEANT_BY_ALL = {"zones"}
HELD_BY: dict[type, tuple[str, ...]] = {
    powers.AlwaysOn: ("bodies",),
    powers.Activated: ("uses",),
    powers.Triggered: ("triggers",),
}
"""Attributes of a card's facts that hold such parts."""


def sources() -> list[ast.Module]:
    folder = Path(referee.__file__).parent
    return [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.py")
        if FORESEEN not in path.parts
    ]


SOURCES = sources()


def looked_at(kind: type) -> set[str]:
    """Return the attributes that are read in modules that know a class, or hold it in a tuple."""
    known = {kind.__name__, *HELD_BY.get(kind, ())}
    found: set[str] = set()
    for module in SOURCES:
        nodes = list(ast.walk(module))
        words = {node.id for node in nodes if isinstance(node, ast.Name)}
        words |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        if not known.isdisjoint(words):
            found |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return found


def played(union: object) -> list[type]:
    return [kind for kind in get_args(union) if kind not in ALWAYS_VOID]


@pytest.mark.parametrize(
    "kind",
    [
        *played(lasting.LastingRule),
        *played(powers.Part),
        *(kind for kind in played(operations.Operation) if kind not in FLOW),
    ],
    ids=lambda kind: kind.__name__,
)
def test_every_field_is_looked_at(kind: type) -> None:
    said = set(part_names(kind)) - MEANT_BY_ALL - COUNTED_FOR_ALL
    said -= {name for other, name in SAID_ONLY if other is kind}
    assert said - looked_at(kind) == set()


def test_every_operation_and_step_is_carried_out() -> None:
    assert {*played(operations.Operation)} - {*OPERATIONS, *FLOW} == set()
    steps = {kind for kind in vars(effects).values() if kind in get_args(effects.Step)}
    assert steps - {*OPERATIONS, *FLOW, *ALWAYS_VOID} == set()


def test_every_count_condition_and_filter_is_judged() -> None:
    assert {*get_args(counts.Count)} - {*COUNTED} == set()
    resolved = {conditions.Otherwise}  # put in its place when the text is read
    assert {*get_args(conditions.Condition)} - {*JUDGED} - resolved == set()
    assert {*FilterKind} - {*ASKED} == {FilterKind.TYPE_OF_CHOSEN}  # known with the choice alone


def test_every_moment_comes_or_is_known_never_to_come() -> None:
    named = {
        node.attr
        for module in SOURCES
        for call in ast.walk(module)
        if isinstance(call, (ast.Call, ast.Assign))
        for node in ast.walk(call)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Moment"
    }
    never = {moment.name for moment in NEVER}
    assert named - never == {moment.name for moment in Moment} - never
