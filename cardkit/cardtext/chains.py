"""Reading a whole text as a category or as one of its parts.

A rule such as ``act: "{simple}"`` only says that one category is part of another. A text is not
read as each of them in turn: it goes down the trees of all of them at once, a word at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cardkit.cardtext.effects import Wording
from cardkit.cardtext.matching import LEXICAL, Place, Whole
from cardkit.cardtext.patterns import Reading
from cardkit.cardtext.trees import Opening

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category

__all__ = ["LEXICAL", "Chain"]

Path: TypeAlias = tuple[int, ...]
"""The rules that make a category part of another, the innermost first."""
Entry: TypeAlias = tuple[Path, Opening]
"""A text before first slots, and the rules that what is read there goes through."""
Attempt: TypeAlias = tuple[str | tuple[str, ...] | None, int, tuple[str, ...], Place, int, Path]
"""A slot to try: texts of which one must stand at a place, None when one surely does; the place;
texts of which one must stand somewhere; the slot; where it begins; the rules that its readings go
through."""

_ANY: Final = ("",)
_FEW: Final = 2
"""Openings that are looked for as they are; more are looked up word by word."""


class State:
    """Where texts that begin with the same words are among the openings of templates.

    Args:
        at: the length of these words.
        entries: the openings that begin with them.
        lexicals: what is read without templates, of a whole text.

    Attributes:
        steps: what is to try where a word follows, and where a text goes on from there; as texts
            come.
    """

    __slots__ = ("_after", "_at", "_here", "_lexicals", "steps")

    def __init__(
        self,
        at: int,
        entries: Iterable[Entry],
        lexicals: Sequence[tuple[Path, Category]] = (),
    ) -> None:
        self._at = at
        self._lexicals = lexicals
        self._here: list[Entry] = []
        self._after: dict[str, list[Entry]] = {}
        self.steps: dict[str, tuple[list[Attempt], State | None]] = {}
        for entry in entries:
            literal = entry[1].literal
            space = literal.find(" ", at)
            if space < 0:
                self._here.append(entry)
            else:
                self._after.setdefault(literal[at:space], []).append(entry)

    def read(self, text: str) -> list[Reading]:
        """Return the readings of a whole text that begins here."""
        found: list[Reading] = []
        state: State | None = self
        rest = text
        while state is not None:
            word, _, rest = rest.partition(" ")
            step = state.steps.get(word)
            if step is None:
                step = state.steps[word] = state.step(word)
            attempts, state = step
            for opens, at, needs, place, start, path in attempts:
                if opens is None or text.startswith(opens, at):
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
        return found

    def step(self, word: str) -> tuple[list[Attempt], State | None]:
        """Return the slots that may begin at or after the next word, and what follows it."""
        attempts: list[Attempt] = [
            (None, 0, _ANY, Whole(part), 0, path)
            for path, part in self._lexicals
            if part.may_read(word)
        ]
        at = self._at
        for path, opening in self._here:
            rest = opening.literal[at:]
            if word.startswith(rest):
                start = at + len(rest)
                following = word[len(rest) :]
                for branch in opening.branches():
                    opens = branch.category.opens(following)
                    if opens:
                        sure = None if following.startswith(opens) else opens
                        attempts.append((sure, start, branch.needs, branch.place, start, path))
        after = self._after.get(word, ())
        if len(after) > _FEW:
            return attempts, State(at + len(word) + 1, after)
        attempts += [
            (opening.literal, 0, each.needs, each.place, len(opening.literal), path)
            for path, opening in after
            for each in opening.branches()
        ]
        return attempts, None


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
            0,
            [(path, opening) for path, part in parts for opening in part.single],
            [(path, part) for path, part in parts if part.lexical is not None],
        )
        self._compounds = [
            (path, path[::-1], part.joints, State(0, [((), each) for each in part.compound]))
            for path, part in parts
            if part.compound
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
        for path, inwards, joints, state in self._compounds:
            if not (found and _is_through(inwards, found)):
                for joint in joints:
                    if joint in text:
                        found += _within(path, state.read(text))
                        break
        return found


def _parts(category: Category, path: Path) -> Iterator[tuple[Path, Category]]:
    """Yield a category after its parts, with the rules that lead to each."""
    for number, part in category.units():
        yield from _parts(part, (number, *path))
    yield path, category.settled()


def _within(path: Path, readings: Sequence[Reading]) -> Sequence[Reading]:
    """Return readings of a part as readings of the whole."""
    if not path:
        return readings
    whole: list[Reading] = []
    for value, wording in readings:
        for number in path:
            wording = (number, (wording,))
        whole.append((value, wording))
    return whole


def _wording(reading: Reading) -> Wording:
    return reading[1]


def _is_through(inwards: tuple[int, ...], found: list[Reading]) -> bool:
    """Whether one of some readings goes through some rules, the outermost of them first."""
    for _, wording in found:
        inner: Any = wording
        for number in inwards:
            if inner[0] != number:
                break
            inner = inner[1][0]
        else:
            return True
    return False
