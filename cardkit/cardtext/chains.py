"""Reading a whole text as a category or as one of its parts.

A rule such as ``act: "{simple}"`` only says that one category is part of another. A text is not
read as each of them in turn: what may begin with its first word is looked up for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from cardkit.cardtext.matching import Opening, Start, Tree
from cardkit.cardtext.patterns import Reading

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category

LEXICAL = 0
"""Template number of what a category reads by itself."""

Path: TypeAlias = tuple[int, ...]
"""The rules that make a category part of another, the outermost first."""
Level: TypeAlias = tuple[Path, Callable[[str], Any] | None, list[Start], Opening | None]
"""What is tried for a first word: in which part, its own reading, slots, words of templates."""


class Chain:
    """A category and all its parts, and the parts of those.

    Args:
        category: all its rules are known.
    """

    def __init__(self, category: Category) -> None:
        self._parts = list(_parts(category, ()))
        self._listed: dict[str, list[Reading]] = {}
        self._compounds: list[tuple[Path, Tree, frozenset[str]]] = []
        for path, part in self._parts:
            for text, readings in part.listed.items():
                self._listed.setdefault(text, []).extend(_within(path, list(readings)))
            if part.compound is not None:
                self._compounds.append((path, part.compound, part.compound.needs))
        self._plans: dict[str, list[Level]] = {}

    def read(self, text: str) -> list[Reading]:
        """Return the readings of a whole text; some may have the same value."""
        space = text.find(" ")
        word = text if space < 0 else text[:space]
        plan = self._plans.get(word)
        if plan is None:
            plan = self._plans[word] = self._planned(word)
        found = list(self._listed[text]) if text in self._listed else []
        words = text.split(" ") if plan else []
        for path, lexical, starts, opening in plan:
            mark = len(found)
            if lexical is not None:
                value = lexical(text)
                if value is not None:
                    found.append((value, (LEXICAL, ())))
            for needs, start, place in starts:
                for need in needs:
                    if need in text:
                        place.read(text, words, start, (), found)
                        break
            if opening is not None:
                opening.read(text, words, found)
            if len(found) > mark:
                found[mark:] = _within(path, found[mark:])
        if self._compounds:
            self._add_compounds(text, found)
        return found

    def _add_compounds(self, text: str, found: list[Reading]) -> None:
        """Try the rules that join clauses, of each part that nothing else was read through."""
        for path, tree, needs in self._compounds:
            for need in needs:
                if need in text:
                    if not any(_passes(wording, path) for _, wording in found):
                        found += _within(path, tree.read(text))
                    break

    def _planned(self, word: str) -> list[Level]:
        """Return what is tried for texts that begin with a word; empty parts are left out."""
        plan: list[Level] = []
        for path, part in self._parts:
            lexical = part.lexical if part.may_read(word) else None
            starts, opening = part.single.starts(word) if part.single is not None else ([], None)
            if lexical is not None or starts or opening is not None:
                plan.append((path, lexical, starts, opening))
        return plan


def _parts(category: Category, path: Path) -> Iterator[tuple[Path, Category]]:
    """Yield a category after its parts, with the rules that lead to each."""
    for number, part in category.units():
        yield from _parts(part, (*path, number))
    yield path, category.settled()


def _within(path: Path, readings: list[Reading]) -> list[Reading]:
    """Return readings of a part as readings of the whole, in the order of the part's rules."""
    if len(readings) > 1:
        readings.sort(key=rule_number)
    if not path:
        return readings
    whole = []
    for value, wording in readings:
        for number in reversed(path):
            wording = (number, (wording,))
        whole.append((value, wording))
    return whole


def _passes(wording: Any, path: Path) -> bool:
    """Whether a wording goes through the rules of a path."""
    for number in path:
        if wording[0] != number:
            return False
        wording = wording[1][0]
    return True


def rule_number(reading: Reading) -> int:
    """Return the number of the template that worded a reading."""
    return reading[1][0]
