"""The rules S1 to S46 as cases that a person can review: ``tests/referee/cases``."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from cardkit.referee import parse_position
from cardkit.referee.positions import position_text
from cardkit.referee.said import parse_entry
from tests.referee import casework, poolwork
from tests.referee.casework import FOLDER, RULES, Case, play, read_cases

CASES = read_cases()
FEWEST = 3
"""Cases that each rule has at least."""


def shortcomings(case: Case, given: Any, *, when: bool = True) -> list[str]:
    """What does not hold of ``then`` after a case, told by one line each."""
    if isinstance(given, str):
        return casework.shortcomings(case.then, play(case, given, when=when))
    return poolwork.shortcomings(case.then, poolwork.look(given))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_case_comes_out_as_the_rule_says(case: Case) -> None:
    assert shortcomings(case, case.data["given"]) == []


@pytest.mark.parametrize("case", [c for c in CASES if isinstance(c.data["given"], str)], ids=str)
def test_what_a_case_plays_can_be_written_down_and_taken_back(case: Case) -> None:
    trial = play(case, case.data["given"])
    assert trial.unused == 0, "the case names too many outcomes"
    adventure = trial.adventure
    if adventure is not None:
        table = adventure.state.table
        assert position_text(parse_position(adventure.text, table)) == adventure.text
        actions = [str(action) for action in adventure.history]
        assert actions == [str(parse_entry(line)) for line in case.data.get("when", ())]
        while adventure.history:
            adventure.pop()
        assert adventure.text == play(case, case.data["given"], when=False).position


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_case_could_fail(case: Case) -> None:
    """Before the actions, or where the case says ``otherwise``, not every fact holds."""
    assert case.then
    assert all(wanted or wanted == 0 or wanted in ([], "") for wanted in case.then.values())
    given = case.data["given"]
    if "otherwise" not in case.data:
        assert isinstance(given, str), "say under which other facts it would not be so: otherwise"
        assert shortcomings(case, given, when=False), "it is so before: name an otherwise"
        return
    other = case.data["otherwise"]
    if isinstance(other, dict) and isinstance(given, str):
        case = replace(case, data=case.data | other)
        assert shortcomings(case, case.data["given"])
    else:
        assert shortcomings(case, other if isinstance(other, str) else given | other)


def test_every_rule_has_its_file_and_at_least_three_cases() -> None:
    counted = Counter(case.rule for case in CASES)
    assert {rule: counted[rule] for rule in RULES if counted[rule] < FEWEST} == {}
    files = [path.stem for path in FOLDER.glob("S*.toml")]
    assert sorted(files) == [f"S{int(rule[1:]):02}" for rule in RULES]
    assert {case.rule for case in CASES} == set(RULES)


def test_every_case_of_a_rule_has_a_name_of_its_own() -> None:
    names = Counter(str(case) for case in CASES)
    assert [name for name, count in names.items() if count > 1] == []


def test_a_case_names_only_what_the_runner_knows() -> None:
    known = {"name", "given", "world", "energy", "house", "chance", "when", "then", "otherwise"}
    assert {str(case): set(case.data) - known for case in CASES if set(case.data) - known} == {}
