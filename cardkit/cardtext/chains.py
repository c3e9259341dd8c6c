"""Reading a whole text as a category or as one of its parts.

A rule such as ``act: "{simple}"`` only says that one category is part of another. A text is not
read as each of them in turn: it goes down the trees of all of them at once, a word at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cardkit.cardtext.effects import Wording
from cardkit.cardtext.matching import LEXICAL, Place, Whole
from cardkit.cardtext.patterns import Reading
from cardkit.cardtext.trees import Branch, Node

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category

__all__ = ["LEXICAL", "Chain"]

Path: TypeAlias = tuple[int, ...]
"""The rules that make a category part of another, the outermost first."""
Nodes: TypeAlias = list[tuple[Path, Node]]
"""Places in several trees, and the rules that what is read there goes through."""
Attempt: TypeAlias = tuple[tuple[str, ...] | None, int, tuple[str, ...], Place, Path]
"""A slot to try: texts with one of which it begins, None when it surely does; where it begins;
texts of which one must stand somewhere; the slot; the rules that its readings go through."""

_ANY: Final = ("",)


class State:
    """Where texts that begin with the same words are in several trees.

    Args:
        nodes: where in each.
        lexicals: what is read without a tree, of a whole text that begins here.

    Attributes:
        attempts: the slots that may follow, by the next word, as texts come; None without any.
        next: what comes after each word that may follow; places until a text comes there.
    """

    __slots__ = ("_lexicals", "_nodes", "attempts", "next")

    def __init__(self, nodes: Nodes, lexicals: Sequence[tuple[Path, Category]] = ()) -> None:
        self._nodes = nodes
        self._lexicals = lexicals
        self.next = _next_nodes(nodes)
        self.attempts: dict[str, tuple[Attempt, ...]] | None = None
        if lexicals or any(node.starts() for _, node in nodes):
            self.attempts = {}

    def read(self, text: str) -> list[Reading]:
        """Return the readings of a whole text that begins here."""
        found: list[Reading] = []
        state: Any = self
        rest = text
        while True:
            word, _, rest = rest.partition(" ")
            by_word = state.attempts
            if by_word is not None:
                attempts = by_word.get(word)
                if attempts is None:
                    attempts = by_word[word] = state.before(word)
                for opens, start, needs, place, path in attempts:
                    if opens is None or text.startswith(opens, start):
                        for need in needs:
                            if need in text:
                                if path:
                                    inner: list[Reading] = []
                                    place.read(text, start, (), inner)
                                    if inner:
                                        found += _within(path, inner)
                                else:
                                    place.read(text, start, (), found)
                                break
            after = state.next
            state = after.get(word)
            if state is None:
                return found
            if not isinstance(state, State):
                state = after[word] = State(state)

    def before(self, word: str) -> tuple[Attempt, ...]:
        """Return the slots that may follow where the next word is known."""
        attempts: list[Attempt] = [
            (None, 0, _ANY, Whole(part), path)
            for path, part in self._lexicals
            if part.may_read(word)
        ]
        for path, node in self._nodes:
            for rest, length, branches in node.starts():
                if word.startswith(rest):
                    _add_attempts(branches, word[len(rest) :], length, path, attempts)
        return tuple(attempts)


def _add_attempts(
    branches: tuple[Branch, ...], word: str, start: int, path: Path, attempts: list[Attempt]
) -> None:
    """Add the slots that may begin at a place with a word, or with a part of it that is left."""
    for branch in branches:
        opens = branch.category.opens(word)
        if opens:
            sure = word.startswith(opens)
            attempts.append((None if sure else opens, start, branch.needs, branch.place, path))


class Chain:
    """A category and all its parts, and the parts of those.

    Args:
        category: all its rules are known.
    """

    def __init__(self, category: Category) -> None:
        parts = list(_parts(category, ()))
        self._listed: dict[str, list[Reading]] = {}
        for path, part in parts:
            for text, readings in part.listed.items():
                self._listed.setdefault(text, []).extend(_within(path, readings))
        self._root = State(
            [(path, part.single) for path, part in parts if part.single is not None],
            [(path, part) for path, part in parts if part.lexical is not None],
        )
        self._compounds = [
            (path, part.joints, State([((), part.compound)]))
            for path, part in parts
            if part.compound is not None
        ]

    def read(self, text: str) -> list[Reading]:
        """Return the readings of a whole text, in the order of the grammar.

        Some may have the same value.
        """
        found = self._root.read(text)
        if len(found) > 1:
            found.sort(key=_wording)
        listed = self._listed.get(text)
        if listed is not None:
            found = listed + found
        for path, joints, state in self._compounds:
            if not (found and _is_through(path, found)):
                for joint in joints:
                    if joint in text:
                        found += _within(path, state.read(text))
                        break
        return found


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


def _within(path: Path, readings: Sequence[Reading]) -> Sequence[Reading]:
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


def _is_through(path: Path, found: list[Reading]) -> bool:
    """Whether one of some readings goes through the rules of a path."""
    for _, wording in found:
        inner: Any = wording
        for number in path:
            if inner[0] != number:
                break
            inner = inner[1][0]
        else:
            return True
    return False
