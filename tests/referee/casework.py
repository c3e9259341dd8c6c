"""Cases of the rules as data: reading them, playing them out, comparing the facts.

``cases/S24.toml`` holds the cases of rule S24. A case is ``given`` (a position line, ``start``, or
facts about cards), ``chance`` (what falls, in order: ``H``, ``T``, a roll, an Energy type, the
name of the enemy that is drawn), ``when`` (actions) and ``then`` (facts); ``otherwise`` is a
position, or other facts, under which not all of ``then`` holds. Worlds are in ``worlds.toml``.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cardkit.cards import Ability
from cardkit.decks import RarityDeck
from cardkit.energy import format_energy
from cardkit.errors import InputError
from cardkit.manifest import Manifest
from cardkit.referee import Adventure, EventKind, Happening, Phase, Table
from cardkit.referee.chance import EVERY_NUMBER, Purpose
from cardkit.referee.said import parse_entry
from cardkit.resources import template
from cardkit.rules import HouseRules
from tests.referee.worlds import Entry, attack, card, proxy, world

FOLDER = Path(__file__).parent / "cases"
RULES = tuple(f"S{number}" for number in range(1, 47) if number != 39)
"""Every rule of the adventure; there is no S39."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case of a rule."""

    rule: str
    name: str
    data: dict[str, Any]

    @property
    def then(self) -> Mapping[str, Any]:
        return self.data["then"]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"{self.rule}-{self.name.replace(' ', '-')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What came of a case.

    Attributes:
        refusals: faults of what could not even be laid on the table.
        unused: outcomes of chance that nobody asked for.
    """

    adventure: Adventure | None = None
    told: tuple[Happening, ...] = ()
    refusals: tuple[str, ...] = ()
    unused: int = 0

    @property
    def position(self) -> str:
        """The last position; empty where there is none."""
        return self.adventure.text if self.adventure is not None else ""


def read_cases() -> list[Case]:
    """Read every file of cases."""
    return [
        Case(rule=document["rule"], name=entry["name"], data=entry)
        for path in sorted(FOLDER.glob("S*.toml"))
        for document in [tomllib.loads(path.read_text(encoding="utf-8"))]
        for entry in document["case"]
    ]


class NamedChance:
    """Chance as a case writes it: what is drawn is called by its name."""

    def __init__(self, line: str) -> None:
        self._words = tuple(line.split())
        self._next = 0

    @property
    def left(self) -> int:
        """How many outcomes have not been asked for."""
        return len(self._words) - self._next

    def coin(self, purpose: Purpose = Purpose.CARD_TEXT, _who: str = "") -> bool:
        word = self._take(f"a coin for {purpose}", "H", "T")
        return word == "H"

    def die(
        self,
        purpose: Purpose = Purpose.CARD_TEXT,
        _who: str = "",
        _hits: frozenset[int] = EVERY_NUMBER,
    ) -> int:
        return int(self._take(f"a die for {purpose}", *"123456"))

    def draw(
        self, _size: int, purpose: Purpose = Purpose.CARD_TEXT, names: Sequence[str] = ()
    ) -> int:
        known = [_hyphened(name) for name in names]
        return known.index(self._take(f"a draw for {purpose}", *known)) + 1

    def copy(self) -> NamedChance:
        twin = NamedChance(" ".join(self._words))
        twin._next = self._next
        return twin

    def mark(self) -> int:
        return self._next

    def rewind(self, mark: int) -> None:
        self._next = mark

    def _take(self, wanted: str, *known: str) -> str:
        assert self.left, f"{wanted} is asked for, the case says nothing more"
        word = self._words[self._next]
        assert word in known or word.casefold() in known, f"{wanted} is asked for, not {word}"
        self._next += 1
        return word if word in known else word.casefold()


def play(case: Case, given: str, *, when: bool = True) -> Trial:
    """Lay the position of a case out, and carry its actions out."""
    try:
        table = Table.lay(manifest_of(case))
        chance = NamedChance(case.data.get("chance", ""))
        if given == "start":
            adventure = Adventure.on(table, chance)
        else:
            adventure = Adventure.at(given, table, chance)
    except InputError as error:
        return Trial(refusals=tuple(str(fault) for fault in error.faults))
    told = list(adventure.opening)
    for line in case.data.get("when", ()) if when else ():
        told += adventure.push(parse_entry(line))
        assert adventure.status() == (), f"after {line} the position is not sound"
    return Trial(adventure=adventure, told=tuple(told), unused=chance.left)


def manifest_of(case: Case) -> Manifest:
    """Build the world of a case, with the house rules that the case turns."""
    house = case.data.get("house", {})
    return _world(case.data.get("world", "valley"), json.dumps(house), case.data.get("energy"))


@cache
def _world(name: str, house: str, energy: str | None) -> Manifest:
    described = tomllib.loads((FOLDER / "worlds.toml").read_text(encoding="utf-8"))[name]
    turned = described.get("house", {}) | json.loads(house)
    switches = HouseRules.from_dict(template("rules") | turned)
    decks = {
        deck.value: [_entry(dict(entry)) for entry in described.get(deck.value, ())]
        for deck in RarityDeck
    }
    return world(
        starters=[],
        energy=energy or described["energy"],
        house=switches,
        **decks,
    )


def _entry(printed: dict[str, Any]) -> Entry:
    count = printed.pop("count", 1)
    printed["attacks"] = [
        each if isinstance(each, str) else attack(**each)
        for each in printed.get("attacks", () if printed.get("proxy") else ("Tackle C 10",))
    ]
    printed["abilities"] = [
        each if isinstance(each, str) else Ability(**each) for each in printed.get("abilities", ())
    ]
    if printed.pop("proxy", False):
        return proxy(**printed)
    return card(**printed), count


def shortcomings(then: Mapping[str, Any], trial: Trial) -> list[str]:
    """Compare the facts with what came; nothing when all of them hold."""
    if trial.adventure is None or "faults" in then:
        wanted = then.get("faults", [])
        return [] if wanted == list(trial.refusals) else [f"faults are {list(trial.refusals)}"]
    found: list[str] = []
    for name, wanted in then.items():
        found += _FACTS[name](wanted, trial.adventure, trial.told)
    return found


def _position(wanted: str, adventure: Adventure, _told: object) -> Iterator[str]:
    actual = _fields(adventure.text)
    for key, value in _fields(wanted).items():
        if actual.get(key, "-") != value:
            yield f"{key} is {actual.get(key, '-')}, not {value}, in {adventure.text}"


def _told(wanted: list[str], _adventure: object, told: tuple[Happening, ...]) -> Iterator[str]:
    lines = iter([str(happening) for happening in told])
    for line in wanted:
        if line not in lines:
            yield f"it is not told, or not then: {line}; told is: {[str(each) for each in told]}"
            return


def _untold(wanted: list[str], _adventure: object, told: tuple[Happening, ...]) -> Iterator[str]:
    kinds = {happening.kind.value for happening in told}
    yield from (f"it is told that {kind}" for kind in wanted if kind in kinds)


def _refused(wanted: dict[str, list[str]], adventure: Adventure, _told: object) -> Iterator[str]:
    for line, violations in wanted.items():
        found = [str(violation) for violation in adventure.explain(parse_entry(line))]
        if found != violations:
            yield f"{line} breaks {found}"


def _offered(wanted: dict[str, list[str]], adventure: Adventure, _told: object) -> Iterator[str]:
    legal = [str(action) for action in adventure.legal_actions]
    for word, lines in wanted.items():
        found = [line for line in legal if line.split()[0] == word or word == "all"]
        if found != lines:
            yield f"offered are {found}"


def _in_deck(wanted: list[str], adventure: Adventure, _told: object) -> Iterator[str]:
    state = adventure.state
    names = [state.table.cards[number].name for deck in state.decks for number in deck]
    yield from (f"{name} lies in no deck" for name in wanted if name not in names)


def _energy_deck(wanted: str, adventure: Adventure, _told: object) -> Iterator[str]:
    letters = format_energy(adventure.state.energy_deck)
    if letters != wanted:
        yield f"the Energy deck is {letters}"


_FACTS: dict[str, Any] = {
    "position": _position,
    "told": _told,
    "untold": _untold,
    "refused": _refused,
    "offered": _offered,
    "in_deck": _in_deck,
    "energy_deck": _energy_deck,
}


def _fields(line: str) -> dict[str, Any]:
    """Take a line of a position apart, so that two spellings of one thing are equal."""
    fields: dict[str, Any] = {}
    for part in line.split(" / "):
        words = part.split()
        head = words[0]
        if part.startswith("energy discard"):
            fields["energy discard"] = "".join(sorted("".join(words[2:]))) or "-"
        elif head in ("active", "enemy", "bench", "pc", "pile", "fallen", "caught"):
            row = [_pokemon(word) for word in words[1:]]
            while len(row) > 1 and row[-1] == "-":
                row.pop()
            fields[head] = (sorted(map(str, row)) if head == "pile" else row) or ["-"]
            if fields[head] == ["-"]:
                fields[head] = "-"
        elif head in ("drawn", "next", "then", "outcome"):
            fields[head] = " ".join(words[1:])
        else:
            _head(words, fields)
    return fields


def _head(words: list[str], fields: dict[str, Any]) -> None:
    for word, follower in zip(words, [*words[1:], ""], strict=True):
        if follower.isdigit():
            fields[word] = follower
        elif word in list(EventKind):
            fields["kind of event"] = word
        elif word in list(Phase):
            fields["phase"] = word
        elif not word.isdigit():
            fields[word] = "marked"


def _pokemon(word: str) -> Any:
    name, *marks = word.removeprefix("test-").split(":")
    found = {each for mark in marks for each in mark.split("+")} - {"", "0"}
    return (name.casefold(), *sorted(found)) if word != "-" else "-"


def _hyphened(name: str) -> str:
    return "-".join(name.casefold().split())
