"""What ``help`` shows."""

from __future__ import annotations

import pytest

from cardkit.errors import InputError
from cardkit.playing.commands import Word, parse_command
from cardkit.playing.helping import FIRST_PAGE, PAGES, Topic, help_text
from cardkit.playing.paint import Style
from tests.playing.making import sit

SCREEN = Style()
ROOM = SCREEN.height - 4
"""Lines of a screen beside what was typed and the next question."""


@pytest.mark.parametrize("topic", ["", *Topic])
def test_every_page_fits_the_screen(topic: str) -> None:
    lines = help_text(topic, SCREEN).splitlines()
    assert len(lines) <= ROOM
    assert all(len(line) <= SCREEN.width for line in lines)
    plain = help_text(topic, Style(plain=True)).splitlines()
    assert len(plain) <= ROOM


def test_narrow_screens_lose_nothing() -> None:
    for topic in ("", *Topic):
        narrow = help_text(topic, Style(width=20))
        assert narrow.split() == help_text(topic, SCREEN).split()


def test_every_command_stands_on_a_page_and_the_first_page_on_the_others() -> None:
    every = [typed for page in PAGES.values() for typed, _ in page]
    commands = {command.word for typed in every if (command := parse_command(typed.split(",")[0]))}
    assert commands == set(Word)
    words = " ".join(every)
    assert all(typed in words for typed, _ in FIRST_PAGE)


@pytest.mark.parametrize(
    ("asked", "told"),
    [("odds", "the enemy's next turn"), ("SET", "set bench-2 down"), ("by  hand", "(S43)")],
)
def test_a_command_or_topic_is_told(asked: str, told: str) -> None:
    assert told in help_text(asked, SCREEN)


def test_what_is_no_topic_is_refused_with_the_topics() -> None:
    with pytest.raises(InputError, match="got 'dance'; the topics are actions, questions, by hand"):
        help_text("dance", SCREEN)


def test_the_seat_tells_topics_at_any_time() -> None:
    text = sit("help table", "help dance").text
    assert "exchange what lies at two places" in text
    assert "expects a topic or a command, got 'dance'" in text
