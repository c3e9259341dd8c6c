"""The words of a position line: where they stand, and Pokemon as they are written in it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from cardkit.cards import EnergyType
from cardkit.energy import parse_energy
from cardkit.errors import Fault, InputError
from cardkit.referee.conditions import POISON_DAMAGE
from cardkit.referee.memory_notation import take_memory, take_strength
from cardkit.referee.positions import SAT_OUT, written_key
from cardkit.referee.state import Pokemon
from cardkit.referee.table import Table
from cardkit.rules import Condition

LONGEST_NUMBER = 9
"""Digits of a number; no position that is played has more."""


class Word(NamedTuple):
    """A word of the line; its first character is in this column, counted from 1."""

    text: str
    column: int


def split_parts(text: str) -> list[list[Word]]:
    """Split a line at each ``/`` that stands alone, and each part into words."""
    parts: list[list[Word]] = [[]]
    column = 0
    for piece in text.split():
        column = text.index(piece, column)
        if piece == "/":
            parts.append([])
        else:
            parts[-1].append(Word(piece, column + 1))
        column += len(piece)
    return [part for part in parts if part]


class PokemonReader:
    """Reads Pokemon, cards and Energies of a game, each copy of a card once.

    Attributes:
        faults: columns, and what is wrong there.
    """

    def __init__(self, table: Table) -> None:
        self.faults: list[tuple[int, Fault]] = []
        self._table = table
        self._cards: dict[str, list[int]] = {}
        self._names: dict[str, list[str]] = {}
        for number, facts in enumerate(table.cards):
            key = written_key(facts.key)
            self._cards.setdefault(key, []).append(number)
            for name in (facts.name, *([f"{facts.name}*"] if facts.proxy else [])):
                keys = self._names.setdefault(_hyphened(name), [])
                if key not in keys:
                    keys.append(key)

    def read_pokemon(self, word: Word) -> Pokemon | None:
        """Read a Pokemon; None is an empty place, or one that cannot be read."""
        if word.text == "-":
            return None
        key, *marks = word.text.split(":")
        card = self.read_card(word, key)
        pokemon = Pokemon(card or 0, self._table.cards[card or 0], down="down" in marks)
        seen: set[str] = set()
        for mark in filter(None, marks):
            form = self._mark(word, pokemon, mark)
            if form in seen:
                what = f"{form} of {key} is given twice, the second time as {mark!r}"
                self.wrong(word, what, "leave one out")
            seen.add(form)
        return None if card is None else pokemon

    def _mark(self, word: Word, pokemon: Pokemon, mark: str) -> str:
        """Take what lies on a Pokemon: damage, Energy, conditions; return which of them it is."""
        if mark == "down":
            return mark
        if is_number(mark):
            pokemon.damage = int(mark)
            return "damage"
        if self._memory(word, pokemon, mark):
            return mark.partition("=")[0]
        if mark.isascii() and mark.isalpha() and mark.isupper():
            pokemon.energy += self.read_energy(word, mark)
            return "energy"
        self._conditions(word, pokemon, mark.split("+"))
        return "conditions"

    def _memory(self, word: Word, pokemon: Pokemon, mark: str) -> bool:
        try:
            return take_memory(pokemon, mark)
        except InputError as error:
            self.wrong(word, str(error), "write it as a position is written")
            return True

    def _conditions(self, word: Word, pokemon: Pokemon, names: list[str]) -> None:
        known = {condition.casefold(): condition for condition in Condition}
        for name in names:
            condition = known.get(name.casefold())
            if condition is Condition.POISONED:
                pokemon.poison = pokemon.poison or POISON_DAMAGE
            elif condition is Condition.BURNED:
                pokemon.burned = True
            elif condition is not None:
                if pokemon.posture is not None:
                    what = f"{pokemon.posture} and {condition} replace each other"
                    self.wrong(word, what, "write the newer one only", rule="S36")
                pokemon.posture = condition
            elif take_strength(pokemon, name):
                pass
            elif name == SAT_OUT:
                pokemon.sat_out = True
            elif is_number(name):
                pokemon.poison = int(name)
            else:
                what = f"{name!r} is neither damage, Energy letters nor a condition"
                remedy = f"write 20, RW, down, {SAT_OUT} or one of {', '.join(Condition)}"
                self.wrong(word, what, remedy)

    def read_card(self, word: Word, key: str) -> int | None:
        """Take a copy of a card that lies nowhere yet."""
        free = self._cards.get(key)
        if free is None:
            keys = self._names.get(_hyphened(key), [])
            if len(keys) > 1:
                what = f"several cards are called {key!r}"
                self.wrong(word, what, f"write one of {', '.join(keys)}")
                return None
            free = self._cards[keys[0]] if keys else None
        if free is None:
            near = get_close_matches(key, [*self._cards, *self._names], n=1)
            remedy = f"did you mean {near[0]}" if near else "write the id of a card of the manifest"
            self.wrong(word, f"the game has no card {key!r}", remedy)
            return None
        if not free:
            what = f"every copy of {key!r} that the game has lies elsewhere"
            self.wrong(word, what, "leave one out", rule="S19")
            return None
        return free.pop(0)

    def read_energy(self, word: Word, letters: str) -> tuple[EnergyType, ...]:
        """Read Energy letters; none when they are none, which is noted."""
        try:
            return parse_energy(letters)
        except ValueError as error:
            self.wrong(word, str(error), "write them like RRW")
            return ()

    def wrong(self, word: Word, what: str, remedy: str, *, rule: str = "") -> None:
        """Note what is wrong with a word."""
        fault = Fault(what=what, where=f"column {word.column}", remedy=remedy, rule=rule)
        self.faults.append((word.column, fault))


def is_number(text: str) -> bool:
    """Whether a word is a number that a position may hold."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


def _hyphened(name: str) -> str:
    return "-".join(name.casefold().split())


def joined(words: list[Word]) -> str:
    """Return words as they stood in the line."""
    return " ".join(word.text for word in words)
