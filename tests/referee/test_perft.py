"""Perft: how many ways to play on there are from a position, counted and compared.

``perft/valley.txt`` holds the numbers, and says how they were made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from cardkit.referee import Adventure, Table
from cardkit.referee.chance import EVERY_NUMBER, Purpose
from tests.referee.casework import Case, manifest_of

FILE = Path(__file__).parent / "perft" / "valley.txt"
DEPTH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Always:
    """Every coin, die and draw falls alike; of a small deck the last card is drawn."""

    heads: bool
    roll: int
    place: int

    def coin(self, _purpose: Purpose = Purpose.CARD_TEXT, _who: str = "") -> bool:
        return self.heads

    def die(
        self,
        _purpose: Purpose = Purpose.CARD_TEXT,
        _who: str = "",
        _hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        return self.roll

    def draw(
        self, size: int, _purpose: Purpose = Purpose.CARD_TEXT, _names: Sequence[str] = ()
    ) -> int:
        return min(self.place, size)

    def copy(self) -> Always:
        return self

    def mark(self) -> None:
        pass

    def rewind(self, mark: None) -> None:
        pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A position of the file; ``numbers`` are those of depth 1 and on."""

    name: str
    position: str
    house: str
    chance: str
    legal: tuple[str, ...]
    numbers: tuple[int, ...]

    def adventure(self) -> Adventure:
        house: dict[str, Any] = {
            key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", self.house)
        }
        table = Table.lay(manifest_of(Case(rule="S46", name="", data={"house": house})))
        coin, roll, place = self.chance.split()
        chance = Always(heads=coin == "H", roll=int(roll), place=int(place))
        if self.position == "start":
            return Adventure.on(table, chance)
        return Adventure.at(self.position, table, chance)

    def text(self) -> str:
        lines = {
            "id": self.name,
            "position": self.position,
            "house": self.house,
            "chance": self.chance,
            "legal": ", ".join(self.legal),
            "perft": " ".join(map(str, self.numbers)),
        }
        return "".join(f"{key}: {value}\n" for key, value in lines.items() if value)


def read() -> tuple[str, list[Counted]]:
    """Return the head of the file and its positions."""
    head, *parts = re.split(r"^(?=id: )", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return head, list(map(_counted, parts))


def _counted(part: str) -> Counted:
    fields = dict(line.split(": ", 1) for line in part.split("\n") if line)
    return Counted(
        name=fields["id"],
        position=fields["position"],
        house=fields.get("house", ""),
        chance=fields["chance"],
        legal=tuple(fields["legal"].split(", ")),
        numbers=tuple(map(int, fields.get("perft", "").split())),
    )


def perft(adventure: Adventure, depth: int) -> int:
    """Count the sequences of so many legal actions."""
    if depth == 1:
        return len(adventure.legal_actions)
    total = 0
    for action in tuple(adventure.legal_actions):
        adventure.push(action)
        total += perft(adventure, depth - 1)
        adventure.pop()
    return total


def numbers(adventure: Adventure) -> Iterator[int]:
    """Yield the counts of depth 1 to :data:`DEPTH`."""
    return (perft(adventure, depth) for depth in range(1, DEPTH + 1))


HEAD, POSITIONS = read()


@pytest.mark.parametrize("counted", POSITIONS, ids=lambda counted: counted.name)
def test_the_numbers_of_perft(counted: Counted) -> None:
    adventure = counted.adventure()
    before = adventure.text
    assert adventure.status() == ()
    assert tuple(map(str, adventure.legal_actions)) == counted.legal
    assert tuple(numbers(adventure)) == counted.numbers
    assert adventure.text == before


def test_the_file_holds_these_numbers(golden: Callable[[Path, str], None]) -> None:
    assert len(POSITIONS) >= 10
    counted = [
        replace(
            one,
            legal=tuple(map(str, one.adventure().legal_actions)),
            numbers=tuple(numbers(one.adventure())),
        )
        for one in POSITIONS
    ]
    golden(FILE, HEAD + "\n".join(one.text() for one in counted))
