"""Reading a whole text as a category or as one of its parts.

A rule such as ``act: "{simple}"`` only says that one category is part of another. A text is not
read as each of them in turn: what may begin with its first word is looked up for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardkit.cardtext.effects import Wording
from cardkit.cardtext.patterns import Reading
from cardkit.cardtext.trees import Opening, Start, Tree

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category

LEXICAL = 0
"""Template number of what a category reads by itself."""

Path: TypeAlias = tuple[int, ...]
"""The rules that make a category part of another, the outermost first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is tried for texts that begin with one word, in a category and its parts.

    Attributes:
        lexicals: what parts read by themselves.
        starts: slots that such a text may begin with.
        openings: templates that begin with the word.
    """

    lexicals: tuple[tuple[Path, Callable[[str], Any]], ...]
    starts: tuple[tuple[Path, Start], ...]
    openings: tuple[tuple[Path, Opening], ...]

    def read(self, text: str) -> list[Reading]:
        """Return the readings, in the order of the grammar."""
        found: list[Reading] = []
        for path, lexical in self.lexicals:
            value = lexical(text)
            if value is not None:
                found += _within(path, [(value, (LEXICAL, ()))])
        words = text.split(" ") if self.starts or self.openings else []
        for path, (needs, start, place) in self.starts:
            for need in needs:
                if need in text:
                    mark = len(found)
                    place.read(text, words, start, (), found)
                    if len(found) > mark:
                        found[mark:] = _within(path, found[mark:])
                    break
        for path, opening in self.openings:
            mark = len(found)
            opening.read(text, words, found)
            if len(found) > mark:
                found[mark:] = _within(path, found[mark:])
        if len(found) > 1:
            found.sort(key=_wording)
        return found


class Chain:
    """A category and all its parts, and the parts of those.

    Args:
        category: all its rules are known.
    """

    def __init__(self, category: Category) -> None:
        self._parts = list(_parts(category, ()))
        self._listed = [(path, part.listed) for path, part in reversed(self._parts) if part.listed]
        self._compounds: list[tuple[Path, Tree]] = []
        self._joints: list[str] = []
        """Texts of which one stands in every text that a rule for joined clauses reads."""
        for path, part in self._parts:
            if part.compound is not None:
                self._compounds.append((path, part.compound))
                self._joints += part.compound.needs()
        self._plans: dict[str, Plan] = {}

    def read(self, text: str) -> list[Reading]:
        """Return the readings of a whole text; some may have the same value."""
        space = text.find(" ")
        word = text if space < 0 else text[:space]
        plan = self._plans.get(word)
        if plan is None:
            plan = self._plans[word] = self._planned(word)
        found = plan.read(text)
        for path, texts in self._listed:
            if text in texts:
                found = _within(path, list(texts[text])) + found
        for joint in self._joints:
            if joint in text:
                self._add_compounds(text, found)
                break
        return found

    def _add_compounds(self, text: str, found: list[Reading]) -> None:
        """Try the rules that join clauses, of each part that nothing else was read through."""
        for path, tree in self._compounds:
            if not any(_passes(wording, path) for _, wording in found):
                found += _within(path, tree.read(text))

    def _planned(self, word: str) -> Plan:
        """Return what is tried for texts that begin with a word."""
        lexicals: list[tuple[Path, Callable[[str], Any]]] = []
        starts: list[tuple[Path, Start]] = []
        openings: list[tuple[Path, Opening]] = []
        for path, part in self._parts:
            if part.lexical is not None and part.may_read(word):
                lexicals.append((path, part.lexical))
            if part.single is not None:
                slots, opening = part.single.starts(word)
                starts += [(path, slot) for slot in slots]
                if opening is not None:
                    openings.append((path, opening))
        return Plan(tuple(lexicals), tuple(starts), tuple(openings))


def _parts(category: Category, path: Path) -> Iterator[tuple[Path, Category]]:
    """Yield a category after its parts, with the rules that lead to each."""
    for number, part in category.units():
        yield from _parts(part, (*path, number))
    yield path, category.settled()


def _within(path: Path, readings: list[Reading]) -> list[Reading]:
    """Return readings of a part as readings of the whole."""
    if not path:
        return readings
    whole: list[Reading] = []
    for value, wording in readings:
        for number in reversed(path):
            wording = (number, (wording,))
        whole.append((value, wording))
    return whole


def _wording(reading: Reading) -> Wording:
    return reading[1]


def _passes(wording: Any, path: Path) -> bool:
    """Whether a wording goes through the rules of a path."""
    for number in path:
        if wording[0] != number:
            return False
        wording = wording[1][0]
    return True
