from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.referee import Chance, ChanceError, Recorded, Scripted, Seeded
from cardkit.referee.chance import format_outcomes, parse_outcomes


def fall(chance: Chance, count: int = 60) -> list[bool | int]:
    """Ask for coins, dice and draws in turn."""
    return [(chance.coin, chance.die, lambda: chance.draw(17))[n % 3]() for n in range(count)]


@given(st.lists(st.one_of(st.booleans(), st.integers(1, 60))))
def test_outcomes_read_back(outcomes: list[bool | int]) -> None:
    line = format_outcomes(outcomes)
    assert list(parse_outcomes(line)) == outcomes
    assert format_outcomes(parse_outcomes(line)) == line


@pytest.mark.parametrize("line", ["HX", "h", "3.5", "-1", "H3", "²"])
def test_anything_else_in_a_script_is_refused(line: str) -> None:
    with pytest.raises(ChanceError, match="outcomes are H, T and numbers"):
        Scripted(f"HT {line}")


def test_seeds_decide_everything() -> None:
    assert fall(Seeded(7)) == fall(Seeded(7))
    assert fall(Seeded(7)) != fall(Seeded(8))


def test_a_seed_gives_the_same_outcomes_for_ever() -> None:
    # A stored line: a record made by an earlier version must be made again by this one.
    assert format_outcomes(fall(Seeded(2026), 18)) == "H 4 9 T 1 4 T 4 14 T 5 14 T 4 5 T 1 14"


def test_seeded_outcomes_are_fair_and_in_bounds() -> None:
    chance = Seeded(1)
    dice = Counter(chance.die() for _ in range(6000))
    assert sorted(dice) == [1, 2, 3, 4, 5, 6]
    assert all(850 < count < 1150 for count in dice.values())
    assert 2800 < sum(chance.coin() for _ in range(6000)) < 3200
    assert {chance.draw(3) for _ in range(100)} == {1, 2, 3}
    assert {chance.draw(1) for _ in range(10)} == {1}


def test_a_script_answers_in_order() -> None:
    script = Scripted("HT 3 12")
    assert (script.coin(), script.coin(), script.die(), script.draw(12)) == (True, False, 3, 12)
    assert script.left == 0


@pytest.mark.parametrize(
    ("line", "ask", "message"),
    [
        ("", "coin", "the script ends after 0 outcomes, and a coin is asked for"),
        ("", "die", "the script ends after 0 outcomes, and a die is asked for"),
        ("3", "coin", r"outcome 1: a coin \(H or T\) is asked for, the script has 3"),
        ("H", "die", "outcome 1: a die is asked for, the script has H"),
        ("T", "draw", "outcome 1: a card out of 9 is asked for, the script has T"),
        ("7", "die", r"a die \(1 to 6\) is asked for, the script has 7"),
        ("0", "die", r"a die \(1 to 6\) is asked for, the script has 0"),
        ("10", "draw", r"a card out of 9 \(1 to 9\) is asked for, the script has 10"),
    ],
)
def test_a_script_that_does_not_fit_says_where(line: str, ask: str, message: str) -> None:
    script = Scripted(line)
    with pytest.raises(ChanceError, match=message):
        _ = script.draw(9) if ask == "draw" else getattr(script, ask)()


def test_a_recorded_game_is_written_in_the_notation_of_scripts() -> None:
    pen = Recorded(Seeded(5))
    fallen = fall(pen)
    assert fall(Scripted(pen.text)) == fallen
    assert Scripted(pen.outcomes).left == len(fallen)


def test_take_gives_what_fell_since_the_last_time() -> None:
    pen = Recorded(Scripted("HT 3 H"))
    assert pen.take() == ""
    pen.coin()
    pen.coin()
    assert pen.take() == "HT"
    pen.die()
    pen.coin()
    assert (pen.take(), pen.take(), pen.text) == ("3 H", "", "HT 3 H")


@pytest.mark.parametrize("source", [Seeded(3), Scripted("H 3 9 T 2 8"), Recorded(Seeded(4))])
def test_a_copy_goes_on_alike_and_on_its_own(source: Chance) -> None:
    fall(source, 3)
    twin = source.copy()
    assert fall(twin, 3) == fall(source, 3)
    if isinstance(source, Recorded) and isinstance(twin, Recorded):
        twin.coin()
        assert len(twin.outcomes) == len(source.outcomes) + 1
