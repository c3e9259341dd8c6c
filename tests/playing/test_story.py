from __future__ import annotations

import pytest

from cardkit.decks.model import RarityDeck
from cardkit.playing.story import unread_lines
from cardkit.referee.table import UnreadText
from tests.referee.worlds import card


def unread(kind: str, name: str) -> UnreadText:
    return UnreadText(deck=RarityDeck.RARE, card=card("Odd"), kind=kind, name=name, why="unread")


BURN, SLAM = unread("attack", "Burn"), unread("attack", "Slam")
GLOW, GLARE = unread("Ability", "Glow"), unread("Ability", "Glare")


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ([BURN], "1 attack, used by hand: you say what happens."),
        ([BURN, SLAM], "2 attacks, used by hand: you say what happens."),
        ([GLOW], "1 ability, without effect of its own (marked *)."),
        (
            [BURN, GLOW, GLARE],
            "1 attack, used by hand: you say what happens; 2 abilities, without effect of their "
            "own (marked *).",
        ),
    ],
)
def test_only_what_there_is_of_unread_texts_is_counted(texts: list[UnreadText], said: str) -> None:
    first, *decks = unread_lines(texts)
    assert first == f"Not read by the referee (S43): {said}"
    assert len(decks) == 1
