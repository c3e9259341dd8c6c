"""Records for tests: a short game by hand, and games that an autopilot plays."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cardkit.decks.energy import NEEDED_ENERGY
from cardkit.manifest import Manifest
from cardkit.referee import Scripted, Seeded, Table, parse_action
from cardkit.referee.autopilots import player_maker
from cardkit.referee.recording import Recorder
from cardkit.referee.records import Record, chained, write_record
from tests.referee.worlds import adventure_world, card, world

SMALL = replace(
    world(
        common=[(card("Dot", types="G", retreat=0), 3)],
        energy="GGRRWWLPFDM",
    ),
    name="small",
    energy_per_type=1,
)
"""Ada, Bob and Cid (Colorless, 60 HP, Tackle C 10) are dealt; three Dots follow."""

SMALL_GAME = (
    # action, outcomes of chance, reason
    ("lead bench-1", "1 5", "Ada goes first"),
    ("attach active", "", ""),
    ("attack 1", "1 3", "it is all that Ada can do"),
    ("ball", "", "a ball helps to catch"),
    ("catch", "3", "one in two"),
    ("throw", "4 1 1 1", "once more"),
    ("attach active", "", ""),
    ("retreat bench-2 R", "", ""),
    ("pass", "1 1", "Bob has no Energy"),
)


def playable(manifest: Manifest) -> Manifest:
    """A test world that passes for a manifest of its own."""
    energy = {kind: max(1, manifest.energy.get(kind, 0)) for kind in NEEDED_ENERGY}
    return replace(manifest, energy_per_type=1, energy={**manifest.energy, **energy})


def small_record() -> Record:
    """The short game; it is stopped in the third round."""
    script = " ".join(["1 1 1", *(outcomes for _, outcomes, _ in SMALL_GAME)])
    recorder = Recorder(Table.lay(SMALL), Scripted(script), player="hand")
    for action, _, why in SMALL_GAME:
        recorder.apply(parse_action(action), why)
    return recorder.record("the test is over")


def played_record(seed: int = 1, *, rounds: int = 1000, player: str = "careful") -> Record:
    """A game of an autopilot, to its end or to a number of rounds."""
    table = Table.lay(playable(adventure_world()))
    recorder = Recorder(table, Seeded(seed), player=player, seed=seed)
    adventure = recorder.adventure
    choose = player_maker(player, table)(seed).choose
    while adventure.outcome is None and adventure.state.rounds < rounds:
        recorder.apply(*choose(adventure))
    return recorder.record("" if adventure.outcome else "enough for a test")


EASY = replace(
    world(
        starters=[(card("Ada", hp=990, attacks=["Crush - 300"]), 3)],
        common=[(card("Dot"), 6)],
        uncommon=[(card("Uma", hp=80), 6)],
        rare=[(card("Rex", hp=100), 6)],
        ex=[(card("Exa", hp=150), 6)],
        vmax=[(card("Max", hp=300), 6)],
        energy="GGRRWWLLPPFDM",
    ),
    name="easy",
    energy_per_type=1,
)
"""Whoever knows how to attack wins: each Ada knocks out whatever comes, for nothing."""


def won_record() -> Record:
    """A whole adventure that is won."""
    table = Table.lay(EASY)
    recorder = Recorder(table, Seeded(1), player="careful", seed=1)
    choose = player_maker("careful", table)(1).choose
    while recorder.adventure.outcome is None:
        recorder.apply(*choose(recorder.adventure))
    return recorder.record()


def text_of(record: Record) -> bytes:
    """The record as its file holds it."""
    return write_record(record).encode()


def forged(text: bytes, line: int, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The text with one line changed (counted from 1) and every check made right again."""
    documents = [json.loads(part) for part in text.splitlines()]
    change(documents[line - 1])
    check = ""
    for document in documents:
        check = document["check"] = chained(document, check)
    return b"".join(
        json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        for one in documents
    )
