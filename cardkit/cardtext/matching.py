"""Reading slots: where one begins is known, and all templates that have it there wait for it.

:mod:`cardkit.cardtext.grammar` tells how this hangs together. No reading is left out: what is
skipped cannot fit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from cardkit.cardtext.patterns import Reading, Template

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category
    from cardkit.cardtext.trees import Branch

LEXICAL = 0
"""Template number of what a category reads by itself."""
_FEW = 4
"""Texts that are looked for one by one; more are searched by words first."""
_START = 2
"""Letters by which the text after a slot is looked up: most of them begin with a space."""


Ending: TypeAlias = tuple[str, list[Template]]
"""The text after the last slot of templates."""


class Place(ABC):
    """A slot at the same place of several templates that are all alike before it."""

    __slots__ = ()

    @abstractmethod
    def read(
        self,
        text: str,
        start: int,
        before: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        """Add every reading of a text by a template whose slots before this one are read.

        Args:
            text: the whole text.
            start: where this slot begins in it.
            before: the readings of the slots before.
            found: the readings so far.
        """


class Joint:
    """The text between a slot and the next.

    Args:
        literal: that text.
        branches: what the next slot may be.
    """

    __slots__ = ("_branches", "_places", "literal", "sign")

    def __init__(self, literal: str, branches: tuple[Branch, ...]) -> None:
        self.literal = literal
        self.sign = literal
        """What is looked for: a little more where the text itself stands everywhere."""
        if not literal.strip():
            letters = {opens[:1] for each in branches for opens in each.opens()}
            self.sign += letters.pop() if len(letters) == 1 else ""
        self._branches = branches
        self._places: list[tuple[tuple[str, ...], Place]] = []

    def places(self) -> list[tuple[tuple[str, ...], Place]]:
        """Return what each of the next slots begins with, and how it is read."""
        if not self._places:
            self._places = [(each.opens(), each.place) for each in self._branches]
        return self._places


class Whole(Place):
    """What a category reads by itself, of a whole text.

    Args:
        category: it reads words that no table can list.
    """

    __slots__ = ("_lexical",)

    def __init__(self, category: Category) -> None:
        self._lexical = category.lexical

    def read(
        self,
        text: str,
        start: int,  # noqa: ARG002 - it is the whole text
        before: tuple[Reading, ...],  # noqa: ARG002 - nothing is before it
        found: list[Reading],
    ) -> None:
        """See :class:`Place`."""
        value = self._lexical(text) if self._lexical else None
        if value is not None:
            found.append((value, (LEXICAL, ())))


class Last(Place):
    """A place that is the last of all its templates, and all end alike."""

    __slots__ = ("_category", "_known", "_tail", "_templates")

    def __init__(self, category: Category, tail: str, templates: list[Template]) -> None:
        self._category = category
        self._known = category.known
        self._tail = tail
        self._templates = templates

    def read(
        self,
        text: str,
        start: int,
        before: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        """See :class:`Place`."""
        if self._tail:
            if not text.endswith(self._tail):
                return
            part = text[start : -len(self._tail)]
        else:
            part = text[start:]
        readings = self._known.get(part)
        if readings is None:
            readings = self._category.read_new(part)
        for reading in readings:
            for template in self._templates:
                template.build(before, reading, found)


class Word(Place):
    """A place whose texts are listed, or numbers: where they end shows from where they begin."""

    __slots__ = ("_by_letter", "_by_start", "_category", "_ends", "_joints", "_longest", "_nothing")

    def __init__(
        self, category: Category, ends: dict[str, list[Template]], joints: list[Joint]
    ) -> None:
        self._category = category
        self._by_letter = category.by_letter()
        self._nothing = self._by_letter.get("", ())
        self._longest = category.longest
        self._ends = ends
        self._joints: list[Joint] = []
        """Those that are too short to be looked up."""
        self._by_start: dict[str, list[Joint]] = {}
        for joint in joints:
            start = joint.literal[:_START]
            some = self._by_start.setdefault(start, []) if len(start) == _START else self._joints
            some.append(joint)
        for some in self._by_start.values():
            some += self._joints

    def read(
        self,
        text: str,
        start: int,
        before: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        """See :class:`Place`."""
        for one, readings in self._by_letter.get(text[start : start + 1], self._nothing):
            end = start + len(one)
            if text[start:end] == one:  # a third of the time of startswith
                self._go_on(text, end, before, readings, found)
        if self._longest is not None:
            match = self._longest.match(text, start)
            if match is not None:
                readings = self._category.read(match.group())
                self._go_on(text, match.end(), before, readings, found)

    def _go_on(
        self,
        text: str,
        end: int,
        before: tuple[Reading, ...],
        readings: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        templates = self._ends.get(text[end:])
        if templates:
            for reading in readings:
                for template in templates:
                    template.build(before, reading, found)
        for joint in self._by_start.get(text[end : end + _START], self._joints):
            start = end + len(joint.literal)
            if text[end:start] == joint.literal:
                for opens, place in joint.places():
                    if text.startswith(opens, start):
                        for reading in readings:
                            place.read(text, start, (*before, reading), found)


class Phrase(Place):
    """A place that ends where the text after it stands."""

    __slots__ = ("_by_last", "_by_word", "_category", "_endings", "_joints", "_known")

    def __init__(
        self, category: Category, ends: dict[str, list[Template]], joints: list[Joint]
    ) -> None:
        self._category = category
        self._known = category.known
        self._endings: tuple[Ending, ...] = tuple(ends.items())
        self._by_last: dict[str, tuple[Ending, ...]] = {}
        if len(ends) > _FEW:
            self._by_last = _keyed(self._endings, lambda ending: ending[0].split(" ")[1:][-1:])
            self._endings = self._by_last.pop("", ())
        self._joints = tuple(joints)
        self._by_word: dict[str, tuple[Joint, ...]] = {}
        if len(joints) > _FEW:
            self._by_word = _keyed(joints, lambda joint: joint.literal.split(" ")[1:-1])
            self._joints = self._by_word.pop("", ())

    def read(
        self,
        text: str,
        start: int,
        before: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        """See :class:`Place`."""
        known = self._known
        endings = self._endings
        if self._by_last:
            endings += self._by_last.get(text[text.rfind(" ") + 1 :], ())
        for tail, templates in endings:
            if text.endswith(tail):
                part = text[start : len(text) - len(tail)]
                readings = known.get(part)
                if readings is None:
                    readings = self._category.read_new(part)
                for reading in readings:
                    for template in templates:
                        template.build(before, reading, found)
        joints = self._joints
        if self._by_word:
            for word in self._by_word.keys() & set(text.split(" ")):
                joints += self._by_word[word]
        for joint in joints:
            at = text.find(joint.sign, start)
            if at >= 0:
                self._go_on(text, start, at, before, joint, found)

    def _go_on(
        self,
        text: str,
        start: int,
        at: int,
        before: tuple[Reading, ...],
        joint: Joint,
        found: list[Reading],
    ) -> None:
        """End at each place where the text before the next slot stands, from the first on."""
        places = joint.places()
        while at >= 0:
            end = at + len(joint.literal)
            for opens, place in places:
                if text.startswith(opens, end):
                    part = text[start:at]
                    readings = self._known.get(part)
                    if readings is None:
                        readings = self._category.read_new(part)
                    for reading in readings:
                        place.read(text, end, (*before, reading), found)
            at = text.find(joint.sign, at + 1)


_Kept = TypeVar("_Kept")


def _keyed(
    kept: Iterable[_Kept], words_of: Callable[[_Kept], list[str]]
) -> dict[str, tuple[_Kept, ...]]:
    """Group things by the rarest of the words that a text must hold for them, ``""`` without."""
    paired = [(one, words_of(one)) for one in kept]
    often = Counter(word for _, words in paired for word in words)
    grouped: dict[str, list[_Kept]] = {}
    for one, words in paired:
        key = min(words, key=lambda word: (often[word], -len(word)), default="")
        grouped.setdefault(key, []).append(one)
    return {key: tuple(some) for key, some in grouped.items()}
