"""Reading a whole text as a category or as one of its parts.

A rule such as ``act: "{simple}"`` only says that one category is part of another. A text is not
read as each of them in turn: it goes down the trees of all of them at once, a word at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from cardkit.cardtext.effects import Wording
from cardkit.cardtext.matching import LEXICAL, Place, Whole
from cardkit.cardtext.patterns import Reading
from cardkit.cardtext.trees import Node

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category

__all__ = ["LEXICAL", "Chain"]

Path: TypeAlias = tuple[int, ...]
"""The rules that make a category part of another, the outermost first."""
Nodes: TypeAlias = list[tuple[Path, Node]]
"""Places in several trees, and the rules that what is read there goes through."""
Attempt: TypeAlias = tuple[tuple[str, ...], int, tuple[str, ...], int, Place, Path]
"""A slot to try: texts of which one must stand at a place, the place; texts of which one must stand
somewhere; where the slot begins; the slot; the rules that its readings go through."""

_ANY = ("",)


class State:
    """Where texts that begin with the same words are in several trees.

    Args:
        nodes: where in each.

    Attributes:
        attempts: the slots that may follow.
        next: what comes after each word that may follow; places until a text comes there.
    """

    __slots__ = ("attempts", "next")

    def __init__(self, nodes: Nodes) -> None:
        self.attempts = _attempts(nodes, None)
        self.next = _next_nodes(nodes)

    def read(self, text: str, attempts: tuple[Attempt, ...]) -> list[Reading]:
        """Return the readings of a whole text that begins here, with these attempts."""
        found: list[Reading] = []
        after = self.next
        begin = 0
        while True:
            for opens, at, needs, start, place, path in attempts:
                if text.startswith(opens, at):
                    for need in needs:
                        if need in text:
                            mark = len(found)
                            place.read(text, start, (), found)
                            if path and len(found) > mark:
                                found[mark:] = _within(path, found[mark:])
                            break
            space = text.find(" ", begin)
            if space < 0:
                return found
            state = after.get(text[begin:space])
            if state is None:
                return found
            if not isinstance(state, State):
                state = after[text[begin:space]] = State(state)
            attempts, after = state.attempts, state.next
            begin = space + 1


def _attempts(nodes: Nodes, word: str | None) -> tuple[Attempt, ...]:
    """Return the slots that may begin at places, where the next word is known or not."""
    attempts: list[Attempt] = []
    for path, node in nodes:
        for rest, length, branches in node.starts():
            if word is not None and not word.startswith(rest):
                continue
            at = length - len(rest)
            for branch in branches:
                opens = branch.opens() if word is None else branch.category.opens(word[len(rest) :])
                if opens:
                    opens = tuple([rest + each for each in opens]) if rest else opens
                    attempts.append((opens, at, branch.needs, length, branch.place, path))
    return tuple(attempts)


class Chain:
    """A category and all its parts, and the parts of those.

    Args:
        category: all its rules are known.
    """

    def __init__(self, category: Category) -> None:
        parts = list(_parts(category, ()))
        self._listed = [(path, part.listed) for path, part in reversed(parts) if part.listed]
        self._lexicals = [(path, part) for path, part in parts if part.lexical is not None]
        self._roots = [(path, part.single) for path, part in parts if part.single is not None]
        self._state = State(self._roots)
        self._first: dict[str, tuple[Attempt, ...]] = {}
        self._compounds: list[tuple[Path, State]] = []
        self._joints: list[str] = []
        """Texts of which one stands in every text that a rule for joined clauses reads."""
        for path, part in parts:
            if part.compound is not None:
                self._compounds.append((path, State([((), part.compound)])))
                self._joints += part.joints

    def read(self, text: str) -> list[Reading]:
        """Return the readings of a whole text, in the order of the grammar.

        Some may have the same value.
        """
        space = text.find(" ")
        word = text if space < 0 else text[:space]
        attempts = self._first.get(word)
        if attempts is None:
            attempts = self._first[word] = self._attempts(word)
        found = self._state.read(text, attempts)
        if len(found) > 1:
            found.sort(key=_wording)
        for path, texts in self._listed:
            if text in texts:
                found = _within(path, list(texts[text])) + found
        for joint in self._joints:
            if joint in text:
                self._add_compounds(text, found)
                break
        return found

    def _attempts(self, word: str) -> tuple[Attempt, ...]:
        """Return what is tried for texts that begin with a word."""
        whole: list[Attempt] = [
            (_ANY, 0, _ANY, 0, Whole(part), path)
            for path, part in self._lexicals
            if part.may_read(word)
        ]
        return (*whole, *_attempts(self._roots, word))

    def _add_compounds(self, text: str, found: list[Reading]) -> None:
        """Try the rules that join clauses, of each part that nothing else was read through."""
        for path, state in self._compounds:
            if not any(_passes(wording, path) for _, wording in found):
                found += _within(path, state.read(text, state.attempts))


def _parts(category: Category, path: Path) -> Iterator[tuple[Path, Category]]:
    """Yield a category after its parts, with the rules that lead to each."""
    for number, part in category.units():
        yield from _parts(part, (*path, number))
    yield path, category.settled()


def _next_nodes(nodes: Nodes) -> dict[str, Nodes | State]:
    after: dict[str, Any] = {}
    for path, node in nodes:
        for word, following in node.next.items():
            after.setdefault(word, []).append((path, following))
    return after


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
