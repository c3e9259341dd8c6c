"""What is typed before the first screen."""

from __future__ import annotations

import pytest

from cardkit.playing.beginning import wait_for_enter
from cardkit.playing.paint import Style
from cardkit.playing.talk import Left
from tests.playing.making import Lines, sit


def test_enter_begins() -> None:
    talk = Lines(["", "1"])
    assert wait_for_enter(talk, Style()) == ""
    assert talk.typed == ["1"]
    assert talk.said == []


@pytest.mark.parametrize("typed", ["help", "?", " HELP "])
def test_help_is_shown_and_the_game_still_waits(typed: str) -> None:
    talk = Lines([typed, ""])
    assert wait_for_enter(talk, Style()) == ""
    assert "what an autopilot would do, and why" in talk.text
    assert len(talk.prompts) == 2


@pytest.mark.parametrize("typed", [["quit"], ["q"], ["exit"], ["help", "quit"], []])
def test_one_leaves_before_anything_began(typed: list[str]) -> None:
    with pytest.raises(Left):
        wait_for_enter(Lines(typed), Style())


@pytest.mark.parametrize("companion", [False, True])
def test_what_else_is_typed_is_obeyed_once_the_game_has_begun(companion: bool) -> None:
    line = wait_for_enter(Lines([" ada "]), Style())
    sitting = sit(ahead=line, companion=companion)
    assert "> ada" in sitting.text
    if companion:
        assert "= Ada" in sitting.text
    else:
        assert sitting.actions == ["lead bench-1"]
