from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.errors import InputError
from cardkit.referee import Reason, Scripted
from cardkit.referee.records import RecordError, read_record
from cardkit.referee.verification import Replay, Verification, verify
from tests.referee.recorded import (
    SMALL,
    forged,
    played_record,
    small_record,
    text_of,
    won_record,
)

SMALL_TEXT = text_of(small_record())
PLAYED_TEXT = text_of(played_record(4, rounds=25))


def fault_of(content: bytes) -> str:
    with pytest.raises(InputError) as caught:
        verify(read_record(content, "game.jsonl"), where="game.jsonl")
    return str(caught.value)


def test_a_record_replays_to_the_same_end() -> None:
    record = small_record()
    found = verify(record)
    assert (found.actions, found.rounds, found.events, found.badges) == (9, 4, 1, 0)
    assert found.outcome is None
    assert found.stopped == "the test is over"
    assert found.position == record.ending.position


def test_a_won_adventure_replays_to_its_outcome() -> None:
    found = verify(read_record(text_of(won_record())))
    assert found.outcome is not None
    assert found.outcome.reason is Reason.CHAMPION_BEATEN
    assert (found.badges, found.stopped) == (3, "")


@pytest.mark.parametrize("player", ["careful", "random"])
@pytest.mark.parametrize("seed", range(6))
def test_games_of_autopilots_replay(seed: int, player: str) -> None:
    record = played_record(seed, rounds=40, player=player)
    found = verify(read_record(text_of(record)))
    assert (found.seed, found.player) == (seed, player)
    assert found.actions == len(record.moves)


def test_the_story_is_told_with_its_rules() -> None:
    lines = list(Replay(small_record()))
    assert lines[0].move is None
    assert str(lines[0].happenings[0]) == "Ada, Bob, Cid are drawn from the Common deck (S12)"
    assert lines[4].move is not None
    assert (lines[4].move.action, lines[4].move.why) == ("ball", "a ball helps to catch")
    assert lines[4].happenings[0].rule == "S22"
    assert len(lines) == 10


def test_nothing_is_verified_before_the_end() -> None:
    replay = Replay(small_record())
    next(iter(replay))
    with pytest.raises(ValueError, match="replayed to its end"):
        replay.verification()


def change(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda line: line.update(fields)


LEGALITY = [
    # line of the record, what is changed in it, rule, words
    (2, change(action="lead pc-1"), "S13", "pc-1"),
    (3, change(action="attach bench-1"), "S22", "bench-1"),
    (3, change(action="revive bench-2"), "S25", "5 balls"),
    (4, change(action="attack 2"), "S28", "attack"),
    (4, change(action="heal bench-2"), "S24", "ball"),
    (4, change(action="run"), "S26", "Bob (bench-2) has 0 Energy, its retreat cost is 1"),
    (5, change(action="pass"), "S21", "the drawn Energy"),
    (9, change(action="retreat bench-2 G"), "S23", "Ada cannot pay G"),
]


@pytest.mark.parametrize(("line", "changed", "rule", "words"), LEGALITY)
def test_an_illegal_action_is_refused_with_its_rule(
    line: int, changed: Callable[[dict[str, Any]], None], rule: str, words: str
) -> None:
    """Even when every check was made right again."""
    fault = fault_of(forged(SMALL_TEXT, line, changed))
    assert fault.startswith(f"game.jsonl:{line}: ")
    assert f"({rule})" in fault
    assert words in fault
    assert "is not legal" in fault


@pytest.mark.parametrize(
    ("line", "changed", "words"),
    [
        (1, change(chance="1 1"), "the script ends"),
        (1, change(chance="1 1 99"), "a card out of 4 (1 to 4) is asked for, the script has 99"),
        (1, change(chance="1 1 1 1"), "nothing asks for all of its outcomes '1 1 1 1'"),
        (1, change(chance="2 1 1"), "the rules lead to another position"),
        (2, change(chance="H 5"), "the script has H"),
        (2, change(chance="1"), "the script ends"),
        (3, change(chance="6"), "nothing asks for all of its outcomes"),
        (6, change(chance="7"), "a die (1 to 6) is asked for, the script has 7"),
        (6, change(chance="2"), "the script ends"),
        (7, change(chance="4 1 2 1"), "another position: its digest"),
        (10, change(action="catch"), "outcomes of chance do not fit: the script ends"),
        (4, change(action="attach active"), "is not legal"),
        (4, change(action="attack  1"), "expects the action as 'attack 1', got 'attack  1'"),
        (4, change(action="atack 1"), "an action begins with one of"),
        (4, change(position="0123456789abcdef"), "not '0123456789abcdef'"),
        (11, change(position="0123456789abcdef"), "expects the position"),
        (11, change(actions=8), "expects the actions 9 at the end, got 8"),
        (11, change(outcome="champion-beaten"), "expects the outcome '' at the end"),
        (11, change(stopped=""), "a reason to stop exactly when the game is not over"),
    ],
)
def test_a_forged_line_is_refused_although_its_check_is_right(
    line: int, changed: Callable[[dict[str, Any]], None], words: str
) -> None:
    fault = fault_of(forged(SMALL_TEXT, line, changed))
    assert fault.startswith(f"game.jsonl:{line}: "), fault
    assert words in fault


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'"why":"one in two"', b'"why":"one in ten"', 6),
        (b'"player":"hand"', b'"player":"Hand"', 1),
        (b'"stopped":"the test', b'"stopped":"The test', 11),
        (b'"name":"small"', b'"name":"smaLl"', 1),
    ],
)
def test_words_cannot_be_changed_either(old: bytes, new: bytes, line: int) -> None:
    assert SMALL_TEXT.count(old) == 1
    assert fault_of(SMALL_TEXT.replace(old, new)).startswith(f"game.jsonl:{line}: ")


def test_every_check_is_looked_at() -> None:
    lines = SMALL_TEXT.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        old = json.loads(line)["check"].encode()
        new = (b"0" if old[:1] != b"0" else b"1") + old[1:]
        changed = b"".join([*lines[: number - 1], line.replace(old, new), *lines[number:]])
        assert fault_of(changed).startswith(f"game.jsonl:{number}: the line was changed")


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(place=st.integers(min_value=0), value=st.integers(0, 255))
def test_no_byte_can_be_changed(place: int, value: int) -> None:
    place %= len(PLAYED_TEXT)
    if PLAYED_TEXT[place] == value:
        return
    changed = PLAYED_TEXT[:place] + bytes([value]) + PLAYED_TEXT[place + 1 :]
    line = PLAYED_TEXT[:place].count(b"\n") + 1
    fault = fault_of(changed)
    assert fault.startswith(f"game.jsonl:{line}:"), fault


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(place=st.integers(min_value=0), inserted=st.binary(max_size=3), cut=st.integers(0, 400))
def test_nothing_can_be_inserted_or_cut_out(place: int, inserted: bytes, cut: int) -> None:
    place %= len(PLAYED_TEXT)
    changed = PLAYED_TEXT[:place] + inserted + PLAYED_TEXT[place + cut :]
    if changed != PLAYED_TEXT:
        assert fault_of(changed).startswith("game.jsonl:")


def test_a_move_of_another_game_is_refused() -> None:
    other = text_of(played_record(5, rounds=25)).splitlines(keepends=True)
    lines = PLAYED_TEXT.splitlines(keepends=True)
    mixed = b"".join([*lines[:10], other[10], *lines[11:]])
    assert fault_of(mixed).startswith("game.jsonl:11: ")


def test_moves_after_the_end_of_the_adventure_are_refused() -> None:
    text = text_of(won_record())
    lines = text.splitlines(keepends=True)
    more = json.loads(lines[-2]) | {"number": len(lines) - 1, "action": "pass", "chance": ""}
    longer = b"".join([*lines[:-1], json.dumps(more).encode() + b"\n", lines[-1]])
    fault = fault_of(forged(longer, 1, lambda _line: None))
    assert fault.startswith(f"game.jsonl:{len(lines)}: 'pass' is not legal")


def test_a_manifest_can_be_insisted_on() -> None:
    record = small_record()
    assert verify(record, SMALL) == verify(record)
    other = replace(SMALL, name="another")
    with pytest.raises(RecordError, match=r"'another' .* got 'small' .*S46"):
        verify(record, other)


def test_a_replay_does_not_take_outcomes_of_the_next_line() -> None:
    """Line 2 lacks what line 3 has to spare."""
    moved = forged(SMALL_TEXT, 2, change(chance="1"))
    moved = forged(moved, 3, change(chance="5"))
    assert fault_of(moved).startswith("game.jsonl:2: ")


def test_the_same_seed_is_the_same_game_in_another_process() -> None:
    code = (
        "import sys; from tests.referee.recorded import played_record, text_of;"
        "sys.stdout.buffer.write(text_of(played_record(7, rounds=60)))"
    )
    for hash_seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        )
        assert done.stdout == text_of(played_record(7, rounds=60))


def test_the_json_form_says_what_was_verified() -> None:
    document = verify(small_record()).to_dict()
    assert document["manifest"] == {"name": "small", "digest": SMALL.digest()}
    assert (document["outcome"], document["seed"]) == ("", None)


def test_a_script_of_its_own_is_enough() -> None:
    """The outcomes in a record are all that a game needs: no generator is asked."""
    record = small_record()
    script = Scripted(" ".join([record.opening.chance, *(m.chance for m in record.moves)]))
    assert script.left == 14
    assert isinstance(verify(record), Verification)
