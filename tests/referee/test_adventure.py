"""The adventure as a whole: refusals, happenings, seeded games."""

from __future__ import annotations

import json

import pytest

from cardkit.errors import ExitCode
from cardkit.referee import (
    Adventure,
    ChanceError,
    IllegalAction,
    Recorded,
    Scripted,
    Seeded,
    Table,
    What,
    parse_action,
)
from cardkit.referee.happenings import _TOLD
from tests.referee.table_talk import at, begin, do, fight, kinds, main
from tests.referee.worlds import adventure_world, world


def test_a_refused_action_changes_nothing_and_names_every_rule() -> None:
    adventure = main(event="gym")
    before = adventure.text
    with pytest.raises(IllegalAction) as caught:
        adventure.push(parse_action("run"))
    assert adventure.text == before
    assert [violation.rule for violation in caught.value.violations] == ["S26"] * 4
    assert [fault.rule for fault in caught.value.faults] == ["S26"] * 4
    assert str(caught.value.action) == "run"
    assert caught.value.exit_code is ExitCode.BAD_INPUT
    assert str(caught.value).startswith("run: the action is not legal: only a skirmish can be")


def test_a_script_that_runs_out_is_an_error_of_the_script() -> None:
    with pytest.raises(ChanceError, match="the script ends after 5 outcomes"):
        do(fight(), "attach active", "pass")


def test_every_kind_of_happening_has_a_rule_and_words() -> None:
    assert set(_TOLD) == set(What)
    assert all(rule.startswith("S") for rule, _ in _TOLD.values())


def test_happenings_have_a_json_form() -> None:
    told = do(main(script="1 1"), "pass")
    documents = [happening.to_dict() for happening in told]
    assert json.loads(json.dumps(documents)) == documents
    assert documents[0] == {
        "kind": "passed",
        "rule": "S21",
        "words": "the player passes",
        "data": {},
    }
    [attack] = [document for document in documents if document["kind"] == "enemy-attacks"]
    assert attack["data"]["working"] == "10 × 1 = 10"
    assert attack["data"]["damage"] == 10


def test_an_adventure_can_go_on_from_a_position() -> None:
    adventure = Adventure(main().state, Scripted("1 1"))
    do(adventure, "pass")
    assert at(adventure, "enemy").energy


def play(seed: int, actions: int) -> tuple[list[str], Recorded, Adventure]:
    """Choose with the numbers of another generator."""
    chance = Recorded(Seeded(seed))
    adventure = Adventure.start(adventure_world(), chance)
    picker = Seeded(seed + 1)
    lines = []
    for _ in range(actions):
        listed = tuple(adventure.legal_actions)
        action = listed[picker.draw(len(listed)) - 1]
        lines.append(str(action))
        adventure.apply(action)
    return lines, chance, adventure


@pytest.mark.parametrize("seed", range(3))
def test_a_game_replays_from_its_actions_and_outcomes(seed: int) -> None:
    lines, chance, adventure = play(seed, 500)
    script = Scripted(chance.text)
    again = Adventure.start(adventure_world(), script)
    for line in lines:
        again.apply(parse_action(line))
    assert again.text == adventure.text
    assert script.left == 0


def test_a_seed_gives_the_same_game() -> None:
    assert play(4, 300)[0] == play(4, 300)[0]


def test_a_table_is_laid_once_for_many_games() -> None:
    table = Table.lay(adventure_world())
    one, two = (Adventure.on(table, Seeded(seed)) for seed in (1, 2))
    assert one.state.table is two.state.table
    assert one.text != two.text


def test_the_opening_tells_what_was_dealt() -> None:
    assert kinds(list(begin(world()).opening)) == [What.DEALT, What.EVENT_BEGINS]
