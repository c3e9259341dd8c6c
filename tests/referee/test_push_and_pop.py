"""Actions that are checked, remembered and taken back."""

from __future__ import annotations

import random

import pytest

from cardkit.referee import (
    Adventure,
    Asked,
    ChanceError,
    IllegalAction,
    Question,
    Recorded,
    Scripted,
    Seeded,
    What,
    parse_action,
)
from cardkit.referee.actions import Pass
from cardkit.referee.chance import Chance
from tests.referee.table_talk import begin, do, fight, kinds, main, unused
from tests.referee.worlds import adventure_world


def wander(adventure: Adventure, actions: int, seed: int) -> list[str]:
    """Push random legal actions; return the position before each."""
    picker = random.Random(seed)
    before = []
    for _ in range(actions):
        if not adventure.legal_actions:
            break
        before.append(adventure.text)
        adventure.push(picker.choice(tuple(adventure.legal_actions)))
    return before


def test_legal_actions_can_be_iterated_counted_and_asked() -> None:
    legal = main().legal_actions
    assert [str(action) for action in legal] == ["catch", "pass"]
    assert len(legal) == 2
    assert Pass() in legal
    assert parse_action("attack 1") not in legal
    assert repr(legal) == "<LegalActions: catch, pass>"


def test_legal_actions_speak_of_the_position_as_it_is() -> None:
    adventure = fight()
    legal = adventure.legal_actions
    assert parse_action("ball") in legal
    do(adventure, "ball")
    assert parse_action("ball") not in legal


def test_a_refused_action_changes_nothing_and_is_not_remembered() -> None:
    adventure = begin()
    before = adventure.text
    with pytest.raises(IllegalAction, match="S26"):
        adventure.push(parse_action("run"))
    assert adventure.text == before
    assert adventure.history == ()


@pytest.mark.parametrize("chance", [Seeded(5), Recorded(Seeded(6)), Recorded(Recorded(Seeded(7)))])
def test_pop_goes_back_to_the_start(chance: Chance) -> None:
    adventure = Adventure.start(adventure_world(), chance)
    state = adventure.state
    positions = wander(adventure, 300, 1)
    digest = adventure.digest
    actions = adventure.history
    assert len(actions) == 300
    for before, action in zip(reversed(positions), reversed(actions), strict=True):
        assert adventure.pop() == action
        assert adventure.text == before
    assert adventure.history == ()
    assert adventure.state is state
    # The same actions meet the same outcomes again.
    for action in actions:
        adventure.push(action)
    assert adventure.digest == digest


def test_pop_strikes_out_what_was_recorded() -> None:
    pen = Recorded(Seeded(3))
    adventure = Adventure.start(adventure_world(), pen)
    start = pen.text
    wander(adventure, 40, 2)
    written = pen.text
    for _ in range(40):
        adventure.pop()
    assert pen.text == start
    wander(adventure, 40, 2)
    assert pen.text == written


def test_pop_takes_back_what_was_applied_since() -> None:
    adventure = main(script="2 1")
    before = adventure.text
    adventure.push(Pass())
    adventure.apply(parse_action("ball"))
    assert adventure.pop() == Pass()
    assert adventure.text == before


def test_there_is_nothing_to_pop_at_the_start() -> None:
    with pytest.raises(IndexError, match="no action is left to take back"):
        begin().pop()


def test_a_copy_has_no_history_and_goes_its_own_way() -> None:
    adventure = main(script="2 1")
    do(adventure, "pass")
    twin = adventure.copy()
    assert twin.history == ()
    do(twin, "ball")
    assert adventure.history[-1] == Pass()
    adventure.pop()
    assert adventure.text != twin.text


@pytest.mark.parametrize("script", ["", "2", "T 1", "2 99", "2 H"])
def test_push_goes_back_when_outcomes_do_not_fit(script: str) -> None:
    adventure = main(script=script)
    before = adventure.text
    with pytest.raises(ChanceError):
        adventure.push(Pass())
    assert adventure.text == before
    assert adventure.status() == ()
    assert unused(adventure) == Scripted(script).left
    adventure.chance = Scripted("2 1")
    assert adventure.push(Pass())


def test_whatever_interrupts_a_question_takes_the_action_back() -> None:
    def ask(question: Question) -> int:
        if question.purpose == "enemy-energy":
            return 1
        raise KeyboardInterrupt

    adventure = main()
    adventure.chance = Asked(ask)
    before = adventure.text
    with pytest.raises(KeyboardInterrupt):
        adventure.push(Pass())
    assert adventure.text == before


def test_only_what_is_heard_is_told() -> None:
    adventure = main(script="2 1 2 1")
    adventure.heard = frozenset({What.ENEMY_ATTACKS})
    assert kinds(do(adventure, "pass")) == [What.ENEMY_ATTACKS]
    adventure.heard = frozenset()
    assert do(adventure, "ball", "pass") == []
    assert adventure.copy().heard == frozenset()


def test_what_is_heard_changes_nothing_else() -> None:
    loud = Adventure.start(adventure_world(), Seeded(9))
    silent = Adventure.start(adventure_world(), Seeded(9))
    silent.heard = frozenset()
    for seed in range(5):
        assert wander(loud, 100, seed) == wander(silent, 100, seed)
    assert loud.text == silent.text
