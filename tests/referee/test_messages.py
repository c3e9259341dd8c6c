"""Every message that a rule can give is reached: by a case of the rules, or by another test.

The messages are read out of the modules that say them, so a new one without a test shows here.
What counts as reached are the whole messages that cases and tests expect.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import pytest

from cardkit.referee import (
    attack_facts,
    by_hand,
    corrections,
    happenings,
    legality,
    soundness,
)
from cardkit.referee.happenings import What
from cardkit.referee.state import Phase
from cardkit.referee.texts import attack as texts_attack
from cardkit.referee.texts import using
from tests.referee.casework import read_cases
from tests.referee.test_positions import FAULTS

_RULE = r"S\d+"


def spoken(module: ModuleType) -> Iterator[str]:
    """Yield a pattern for each message of a module: ``Violation(...)`` or ``yield rule, what``."""
    for function in _functions(module):
        yield from _spoken_in(function)


def _spoken_in(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        for rule, what in _said_by(node):
            for text in _choices(_assigned(function, what)):
                yield rf"{_pattern(text)} \({_rule(rule)}\)"


def _functions(module: ModuleType) -> list[ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(module))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _said_by(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    match node:
        case ast.Yield(value=ast.Tuple(elts=[rule, what])):
            yield rule, what
        case ast.Call(func=ast.Name(id="Violation"), keywords=keywords):
            given = {keyword.arg: keyword.value for keyword in keywords}
            yield given["rule"], given["what"]
        case ast.Call(func=ast.Name(id="_Refused"), args=[rule, what]):
            yield rule, what


def _assigned(function: ast.FunctionDef, what: ast.expr) -> ast.expr | None:
    """Look a name up: the last assignment to it before it is used."""
    if not isinstance(what, ast.Name):
        return what
    before = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and node.lineno < what.lineno
        and what.id in [ast.unparse(target) for target in node.targets]
    ]
    return max(before, key=lambda node: node.lineno).value if before else None


def _choices(text: ast.expr | None) -> list[ast.expr]:
    """Take ``one if ... else other`` apart; what is no text at all is said elsewhere."""
    if isinstance(text, ast.IfExp):
        return [*_choices(text.body), *_choices(text.orelse)]
    return [text] if isinstance(text, ast.JoinedStr | ast.Constant) else []


def _pattern(text: ast.expr) -> str:
    if isinstance(text, ast.Constant):
        return re.escape(str(text.value))
    assert isinstance(text, ast.JoinedStr)
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
        for part in text.values
    )


def _rule(rule: ast.expr) -> str:
    return str(rule.value) if isinstance(rule, ast.Constant) else _RULE


def unread_reasons() -> Iterator[str]:
    """Yield a pattern for each reason why an attack is not read, or its text refuses it."""
    for function in (*_functions(attack_facts), *_functions(texts_attack)):
        if function.name in ("why_unread", "refusals"):
            for node in ast.walk(function):
                if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
                    for text in _choices(node.value):
                        if not isinstance(text, ast.Constant) or text.value:
                            yield rf"{_pattern(text)} \(S43\)"


def moments() -> Iterator[str]:
    """Yield a pattern for each moment that an action may be too early or too late for."""
    for phase, (_, words) in legality._MOMENTS.items():
        if phase not in (Phase.OVER, Phase.MOVING):
            yield rf"'.+' belongs where {re.escape(words)}; now .+ \({_RULE}\)"


def told() -> Iterator[str]:
    """Yield a pattern for each kind of happening."""
    for kind in What:
        rule, words = happenings._TOLD[kind]
        parts = re.split(r"\{\w+\}", words)
        yield rf"{'.+'.join(map(re.escape, parts))} \({rule}\)"


@cache
def expected() -> frozenset[str]:
    """Every message that a case of the rules or a table of tests expects, word by word."""
    found = {f"{what} ({rule})" for _, rule, what in FAULTS}
    for case in read_cases():
        found |= set(case.then.get("told", ()))
        found |= {text.split("; ")[0] for text in case.then.get("faults", ())}
        for messages in case.then.get("refused", {}).values():
            found |= set(messages)
    return frozenset(found)


SPOKEN: dict[str, list[str]] = {
    "legality": list(spoken(legality)),
    "soundness": list(spoken(soundness)),
    "using": list(spoken(using)),
    "by_hand": list(spoken(by_hand)),
    "corrections": list(spoken(corrections)),
    "unread": list(unread_reasons()),
    "moments": list(moments()),
    "told": list(told()),
}
EVERY = sorted({pattern for patterns in SPOKEN.values() for pattern in patterns})


@pytest.mark.parametrize("pattern", EVERY)
def test_the_message_is_reached(pattern: str) -> None:
    assert any(re.fullmatch(pattern, text) for text in expected())


def test_the_messages_are_found_where_they_are_said() -> None:
    counted = {name: len(patterns) for name, patterns in SPOKEN.items()}
    assert counted["told"] == len(What)
    assert counted["moments"] == len(Phase) - 2
    assert all(count >= 3 for count in counted.values()), counted


def test_a_message_that_no_test_reaches_would_show() -> None:
    source = """
def check(state):
    what = f"the die lies on {state}"
    yield Violation(rule="S7", what=what)
    what = "the die is lost" if state else "the die is there"
    yield Violation(rule=rule, what=what)
    yield "S1", f"no {state}"
"""
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert set(_spoken_in(function)) == {
        r"the\ die\ lies\ on\ .+ \(S7\)",
        r"the\ die\ is\ lost \(S\d+\)",
        r"the\ die\ is\ there \(S\d+\)",
        r"no\ .+ \(S1\)",
    }
    assert not any(
        re.fullmatch(pattern, text) for pattern in _spoken_in(function) for text in expected()
    )
