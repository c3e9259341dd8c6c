"""Updates that are killed at any statement: what is left is the old catalogue or the new one."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cardkit.cards import Card, SetId
from cardkit.catalogue import Catalogue
from tests.catalogue.making import OWN_SET, card

SETS, CARDS_IN_A_SET = 6, 40
SOURCES = {"snapshot": True, "tcgdex": False}

# Runs an update and kills itself before the statement with a number; none for a number below 0.
KILLED = """
import os, signal, sqlite3, sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from cardkit.catalogue import Catalogue, database
from cardkit.sources.base import Batch, FetchRequest
from cardkit.sources.http import Http
from cardkit.sources.updating import update_catalogue
from tests.catalogue import test_killed_update as told

path, name, last = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
count = 0

def trace(statement):
    global count
    count += 1
    if count == last:
        os.kill(os.getpid(), signal.SIGKILL)

connect = database._connect

def traced(where):
    connection = connect(where)
    # With so little memory, pages are written while the transaction is under way.
    connection.execute("PRAGMA cache_size = 10")
    connection.set_trace_callback(trace)
    return connection

database._connect = traced

class Source:
    in_one_piece = told.SOURCES[name]

    def fetch(self, request, http):
        for number in range(told.SETS):
            yield Batch(cards=told.new_cards(number))

Source.name = name
with Catalogue.open(path, starter=False) as catalogue, Http(offline=True) as http:
    count = 0
    at = datetime(2026, 11, 29, tzinfo=UTC)
    update_catalogue(catalogue, Source(), FetchRequest(), http, at=at)
print(count)
"""


def new_cards(number: int) -> tuple[Card, ...]:
    return tuple(
        card(f"own{number}-{place}", hp=70, rules=("x" * 400,)) for place in range(CARDS_IN_A_SET)
    )


def run_update(path: Path, source: str, killed_at: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", KILLED, str(path), source, str(killed_at)],
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def state(path: Path) -> tuple[Card, ...]:
    with Catalogue.open(path, starter=False) as catalogue:
        assert catalogue.verify() == ()
        return tuple(catalogue.cards())


@pytest.mark.parametrize("source", SOURCES)
def test_an_update_killed_anywhere(source: str, tmp_path: Path) -> None:
    old_path, new_path = tmp_path / "old.db", tmp_path / "new.db"
    with Catalogue.open(old_path, starter=False) as catalogue:
        old_cards = [card(f"own{number}-{place}") for number in range(3) for place in range(20)]
        catalogue.add(old_cards, [OWN_SET], "older")
    shutil.copy(old_path, new_path)
    finished = run_update(new_path, source, -1)
    assert finished.returncode == 0, finished.stderr
    statements, old, new = int(finished.stdout), state(old_path), state(new_path)
    assert old != new

    for killed_at in sorted(random.Random(3).sample(range(2, statements + 1), 4)):
        path = tmp_path / f"{killed_at}.db"
        shutil.copy(old_path, path)
        assert run_update(path, source, killed_at).returncode == -signal.SIGKILL
        left = state(path)
        if SOURCES[source]:
            assert left in (old, new)
        else:
            assert left_set_by_set(left, old, new)
        assert run_update(path, source, -1).returncode == 0
        assert state(path) == new


def left_set_by_set(left: tuple[Card, ...], old: tuple[Card, ...], new: tuple[Card, ...]) -> bool:
    def of(cards: tuple[Card, ...], set_id: str) -> list[Card]:
        return [each for each in cards if each.set_id == SetId(set_id)]

    names = [f"own{number}" for number in range(SETS)]
    return all(of(left, name) in (of(old, name), of(new, name)) for name in names)
