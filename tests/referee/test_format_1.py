"""Records of the format's version 1 stay readable: this one is never written anew."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from cardkit.playing.game import Game
from cardkit.playing.story import whole_story
from cardkit.referee import Seeded
from cardkit.referee.records import RecordError, read_record, write_record
from cardkit.referee.verification import verify
from cardkit.schema_check import schema_faults

CONTENT = (Path(__file__).parent / "format-1.jsonl").read_bytes()
DIGEST = "61f60c7f118269226f29d6fad571375eec7ef7857b16b2235d2a3b26aa149db4"

LINES = (1, 2, 3, 17, 30, 44, 58, 71, 86, 91, 92)
"""Where a record is damaged: both ends, and places between them."""


def test_nobody_has_renewed_it() -> None:
    """Who must change it breaks the records of everybody: raise the version instead."""
    assert hashlib.sha256(CONTENT).hexdigest() == DIGEST


def test_it_holds_every_kind_of_line_and_of_outcome() -> None:
    documents = [json.loads(line) for line in CONTENT.splitlines()]
    assert documents[0]["format"] == "cardkit-record/1"
    assert Counter(document["kind"] for document in documents) == {
        "header": 1,
        "action": 81,
        "by-hand": 7,
        "correction": 2,
        "end": 1,
    }
    fallen = " ".join(document.get("chance", "") for document in documents)
    assert {"H", "T"} <= set(fallen)
    assert not any(schema_faults(document, "record") for document in documents)


def test_it_is_read_verified_and_told() -> None:
    record = read_record(CONTENT, "format-1.jsonl")
    found = verify(record, where="format-1.jsonl")
    assert (found.actions, found.by_hand, found.corrections) == (90, 7, 2)
    assert write_record(record).encode() == CONTENT
    assert "said by hand: damage 40 enemy Poisoned own Confused" in " ".join(
        whole_story(record, "format-1.jsonl").split()
    )


def test_it_is_gone_on_with_and_taken_back_to_the_start() -> None:
    record = read_record(CONTENT)
    game = Game.resume(record, Seeded(1))
    assert game.adventure.digest == record.moves[-1].position
    game.play(next(iter(game.adventure.legal_actions)))
    for _ in range(91):
        game.take_back()
    assert game.adventure.digest == record.opening.position
    with pytest.raises(IndexError):
        game.take_back()


def test_a_newer_version_is_refused_with_what_helps() -> None:
    newer = CONTENT.replace(b"cardkit-record/1", b"cardkit-record/3")
    with pytest.raises(RecordError) as refused:
        read_record(newer, "format-3.jsonl")
    assert str(refused.value) == (
        "format-3.jsonl:1: the record has the format version 3, this cardkit reads versions up "
        "to 2; use the cardkit that wrote it, or a newer one"
    )


@pytest.mark.parametrize("line", LINES)
def test_a_missing_or_moved_line_is_refused_at_its_place(line: int) -> None:
    lines = CONTENT.splitlines(keepends=True)
    missing = b"".join([*lines[: line - 1], *lines[line:]])
    where = 91 if line == 92 else line
    with pytest.raises(RecordError, match=rf"^cut.jsonl:{where}: "):
        verify(read_record(missing, "cut.jsonl"), where="cut.jsonl")
    if line < 91:
        moved = list(lines)
        moved[line - 1], moved[line] = moved[line], moved[line - 1]
        with pytest.raises(RecordError, match=rf"^moved.jsonl:{line}: "):
            verify(read_record(b"".join(moved), "moved.jsonl"), where="moved.jsonl")


@pytest.mark.parametrize("line", LINES)
def test_a_line_cut_short_or_altered_is_refused_at_its_place(line: int) -> None:
    lines = CONTENT.splitlines(keepends=True)
    short = b"".join(lines[: line - 1]) + lines[line - 1][:-20]
    with pytest.raises(RecordError, match=rf"^short.jsonl:{line}: "):
        verify(read_record(short, "short.jsonl"), where="short.jsonl")
    digit = b"1" if lines[line - 1][-4:-3] != b"1" else b"2"
    altered = lines[line - 1][:-4] + digit + lines[line - 1][-3:]
    content = b"".join([*lines[: line - 1], altered, *lines[line:]])
    with pytest.raises(RecordError, match=rf"^altered.jsonl:{line}: "):
        verify(read_record(content, "altered.jsonl"), where="altered.jsonl")
