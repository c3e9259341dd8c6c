from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.errors import InputError
from cardkit.manifest import write_manifest
from cardkit.referee import Adventure, Scripted, Seeded, Table, parse_action
from cardkit.referee.recording import Recorder
from cardkit.referee.records import USUAL_ACTION, RecordError, read_record, write_record
from cardkit.schema_check import schema_faults
from tests.referee.recorded import SMALL, SMALL_GAME, played_record, small_record, text_of

GOLDEN = Path(__file__).parent / "small.jsonl"
SMALL_TEXT = text_of(small_record())
LINES = SMALL_TEXT.splitlines(keepends=True)


def fault_of(content: bytes) -> str:
    with pytest.raises(InputError) as caught:
        read_record(content, "game.jsonl")
    return str(caught.value)


def test_the_text_is_the_reviewed_one(golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN, write_record(small_record()))


def test_reading_gives_back_what_was_written() -> None:
    record = played_record(3, rounds=60)
    assert read_record(text_of(record)) == record


def test_every_line_fits_the_schema() -> None:
    for line in text_of(played_record(1, rounds=40)).splitlines():
        assert not schema_faults(json.loads(line), "record")


def test_a_record_says_what_was_played_and_how() -> None:
    header = json.loads(LINES[0])
    assert header["format"] == "cardkit-record/2"
    assert header["player"] == "hand"
    assert "seed" not in header, "the outcomes came from a script"
    assert header["manifest"] == SMALL.to_dict()
    assert header["manifest_digest"] == SMALL.digest()
    moves = [json.loads(line) for line in LINES[1:-1]]
    assert [(move["action"], move["chance"], move.get("why", "")) for move in moves] == list(
        SMALL_GAME
    )
    assert json.loads(LINES[-1])["stopped"] == "the test is over"


def test_a_finished_adventure_needs_no_reason_to_stop_and_an_unfinished_one_does() -> None:
    recorder = Recorder(Table.lay(SMALL), Scripted("1 1 1 1 5"), player="hand")
    recorder.apply(parse_action("lead bench-1"))
    with pytest.raises(ValueError, match="why it stopped"):
        recorder.record()


def test_writing_down_changes_nothing_in_the_game() -> None:
    recorder = Recorder(Table.lay(SMALL), Seeded(5), player="hand", seed=5)
    plain = Adventure.start(SMALL, Seeded(5))
    for _ in range(30):
        action = next(iter(plain.legal_actions))
        assert recorder.apply(action) == plain.apply(action)
    assert recorder.adventure.text == plain.text


def test_an_illegal_action_is_not_written_down() -> None:
    recorder = Recorder(Table.lay(SMALL), Seeded(5), player="hand", seed=5)
    with pytest.raises(InputError):
        recorder.apply(parse_action("run"))
    assert recorder.record("nothing was played").moves == ()


@pytest.mark.parametrize(
    ("content", "where", "words"),
    [
        (b"", "game.jsonl:1", "empty file"),
        (b"\n", "game.jsonl:1", "expects one JSON object, got ''"),
        (b"quantity,name\n", "game.jsonl:1", "expects one JSON object, got 'quantity,name'"),
        (b"[]\n", "game.jsonl:1", "expects an object"),
        (b"{}\n", "game.jsonl:1", "kind"),
        (b"[" * 100_000 + b"\n", "game.jsonl:1", "expects one JSON object"),
        (b"1" * 10_000 + b"\n", "game.jsonl:1", "expects one JSON object"),
        (b"NaN\n", "game.jsonl:1", "expects a finite number, got nan"),
        (b"\xff\xd8\xff\xe0JFIF\n", "game.jsonl:1", "expects UTF-8, got the byte 0xff"),
        (SMALL_TEXT.decode().encode("utf-16"), "game.jsonl:1", "expects UTF-8"),
        (b"\xef\xbb\xbf" + SMALL_TEXT, "game.jsonl:1", "expects one JSON object"),
        (SMALL_TEXT[:-1], "game.jsonl:11", "cut short"),
        (SMALL_TEXT[:-40], "game.jsonl:11", "cut short"),
        (b"".join(LINES[:-1]), "game.jsonl:10", "the record has no end"),
        (LINES[0], "game.jsonl:1", "the record has no end"),
        (b"".join(LINES[1:]), "game.jsonl:1", "expects the header, got the action 1"),
        (LINES[-1], "game.jsonl:1", "expects the header, got the end"),
        (b"".join([*LINES[:4], *LINES[5:]]), "game.jsonl:5", "expects the action 4, got the"),
        (
            b"".join([*LINES[:3], LINES[4], LINES[3], *LINES[5:]]),
            "game.jsonl:4",
            "expects the action 3, got the action 4",
        ),
        (b"".join([*LINES[:4], *LINES[3:]]), "game.jsonl:5", "got the action 3"),
        (b"".join([*LINES, LINES[-1]]), "game.jsonl:12", "goes on after its end"),
        (b"".join([*LINES[:3], LINES[0], *LINES[3:]]), "game.jsonl:4", "got the header"),
        (SMALL_TEXT + b"\n", "game.jsonl:12", "goes on after its end"),
        (SMALL_TEXT.replace(b"\n", b"\r\n"), "game.jsonl:1", "line feed alone"),
        (SMALL_TEXT + b"hello", "game.jsonl:12", "goes on after its end"),
        (write_manifest(SMALL).encode(), "game.jsonl", "this is a manifest, not a record"),
        (SMALL_TEXT.replace(b'","', b'", "', 1), "game.jsonl:1", "as cardkit writes it"),
        (SMALL_TEXT.replace(b'"number":3', b'"number":03'), "game.jsonl:4", "one JSON object"),
        (SMALL_TEXT.replace(b'"number":3', b'"number":3.0'), "game.jsonl:4", "3.0"),
        (
            SMALL_TEXT.replace(b'"number":3', b'"number":2,"number":3'),
            "game.jsonl:4",
            "as cardkit writes it",
        ),
        (
            SMALL_TEXT.replace(b"record/2", b"record/9"),
            "game.jsonl:1",
            "the format version 9, this cardkit reads versions up to 2",
        ),
        (
            SMALL_TEXT.replace(b"cardkit-record/2", b"other/1"),
            "game.jsonl:1",
            "expects a record of the format 'cardkit-record/2', got 'other/1'",
        ),
        (SMALL_TEXT.replace(b'"chance":"1 3"', b'"chance":"1 x"'), "game.jsonl:4", "1 x"),
        (SMALL_TEXT.replace(b'"kind":"end"', b'"kind":"fin"'), "game.jsonl:11", "fin"),
        (SMALL_TEXT.replace(b'"hp":150', b'"hp":-150'), "game.jsonl:1", "hp"),
        (SMALL_TEXT.replace(b'"hp":150', b'"hp":160'), "game.jsonl:1", "S46"),
    ],
)
def test_what_is_no_record_is_refused_at_its_line(content: bytes, where: str, words: str) -> None:
    fault = fault_of(content)
    assert fault.startswith(f"{where}:"), fault
    assert words in fault


def test_refusals_name_a_remedy() -> None:
    assert fault_of(b"").endswith("take an unchanged copy of the record")
    later = SMALL_TEXT.replace(b"record/2", b"record/3")
    assert fault_of(later).endswith("use the cardkit that wrote it, or a newer one")


def test_a_refusal_is_an_input_error_of_its_own_kind() -> None:
    with pytest.raises(RecordError):
        read_record(b"")


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.from_regex(USUAL_ACTION, fullmatch=True))
def test_a_usual_line_needs_no_look_at_the_schema(line: str) -> None:
    document: dict[str, Any] = json.loads(line)
    assert not schema_faults(document, "record")
    assert json.dumps(document, ensure_ascii=False, separators=(",", ":")) == line


def test_the_lines_of_a_game_are_usual_ones() -> None:
    for line in text_of(played_record(1, rounds=60)).decode().splitlines()[1:-1]:
        assert USUAL_ACTION.fullmatch(line), line
