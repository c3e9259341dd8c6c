from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.playing.board import board
from cardkit.playing.menu import menu, options
from cardkit.playing.paint import Line, Style, Tone, broken, paint_all
from cardkit.text_columns import columns
from tests.playing.making import sit

SPANS = st.lists(
    st.tuples(
        st.text("ab éポ│ ", max_size=12).map(lambda text: text.strip() + "  "),
        st.sampled_from([Tone.PLAIN, Tone.OWN]),
    ),
    max_size=6,
).map(tuple)


def text_of(line: Line) -> str:
    return "".join(text for text, _ in line)


def test_a_line_is_broken_between_its_columns_before_it_is_between_words() -> None:
    line: Line = (
        ("ACTIVE  ", Tone.OWN),
        ("Mega Eevee", Tone.OWN),
        (" ", Tone.PLAIN),
        ("Fire", Tone.FIRE),
        ("  weak Water ×2  resist -", Tone.FAINT),
    )
    assert [text_of(part) for part in broken(line, 40, 8)] == [
        "ACTIVE  Mega Eevee Fire  weak Water ×2",
        "        resist -",
    ]
    assert [text_of(part) for part in broken(line, 20, 8)] == [
        "ACTIVE  Mega Eevee",
        "        Fire  weak",
        "        Water ×2",
        "        resist -",
    ]
    assert broken(line, 40, 8)[0][2] == ("Fire", Tone.FIRE)
    assert broken(line, 80, 8) == [line]


@given(spans=SPANS, width=st.integers(12, 40))
def test_nothing_is_lost_and_every_word_that_can_has_room(spans: Line, width: int) -> None:
    line = (("label  ", Tone.TITLE), *spans)
    parts = broken(line, width, 7)
    words = [word for part in parts for word in text_of(part).split()]
    assert words == text_of(line).split()
    for part in parts:
        text = text_of(part).rstrip()
        assert columns(text) <= width or len(text.removeprefix("label").split()) == 1


@pytest.mark.parametrize("width", [20, 40, 59, 60, 79])
def test_a_narrow_screen_shows_all_that_a_wide_one_does(width: int) -> None:
    typed = ("lead ada", "ball", "set ada asleep", "set enemy poisoned", "set bob energy RRWWL")
    game = sit(*typed).game
    assert game is not None

    def words(style: Style) -> set[str]:
        lines = [*board(game.state, style), *menu(options(game.adventure), style, whole=True)]
        text = paint_all(lines, style)
        assert "…" not in text
        assert all(columns(line) <= style.width for line in text.splitlines())
        return {word for word in text.split() if not set(word) & set("█░─")}

    assert words(Style(width=width)) == words(Style(width=200))
