"""Finding the rules that fit a text: templates are merged where they say the same.

Templates that begin alike share one path: the words before the first slot, that slot, the text
between it and the next, and so on. A text goes down the paths of which it holds the words, so that
a rule whose words it does not hold costs nothing, and a slot that many rules begin with is read
once. No rule is left out: what is skipped cannot fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from cardkit.cardtext.patterns import Reading, Template

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category

_FEW = 4
"""Texts that are looked for one by one; more are searched by words first."""


Inner: TypeAlias = tuple[str, tuple["Place", ...]]
"""The text between a slot and the next, and what the next may be."""
Ending: TypeAlias = tuple[str, list[Template]]
"""The text after the last slot of templates."""


class Place(Protocol):
    """A slot at the same place of several templates that are all alike before it."""

    def read(
        self,
        text: str,
        words: list[str],
        start: int,
        before: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        """Add every reading of a text by a template whose slots before this one are read.

        Args:
            text: the whole text.
            words: the same, split at spaces.
            start: where this slot begins in it.
            before: the readings of the slots before.
            found: the readings so far.
        """


class Last:
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
        words: list[str],  # noqa: ARG002 - other places need it
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
                template.build((*before, reading), found)


class Word:
    """A place whose texts are listed, or numbers: where they end shows from where they begin."""

    __slots__ = ("_by_letter", "_by_word", "_category", "_ends", "_inner", "_longest", "_nothing")

    def __init__(
        self, category: Category, ends: dict[str, list[Template]], inner: list[Inner]
    ) -> None:
        self._category = category
        self._by_letter = category.by_letter()
        self._nothing = self._by_letter.get("", ())
        self._longest = category.longest
        self._ends = ends
        self._inner: tuple[Inner, ...] = tuple(inner)
        self._by_word: dict[str, tuple[Inner, ...]] = {}
        if len(inner) > _FEW:
            found = _keyed(inner, _first_whole_word)
            self._inner = found.pop("", ())
            self._by_word = found

    def read(
        self,
        text: str,
        words: list[str],
        start: int,
        before: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        """See :class:`Place`."""
        for one, readings in self._by_letter.get(text[start : start + 1], self._nothing):
            if text.startswith(one, start):
                self._go_on(text, words, start + len(one), before, readings, found)
        if self._longest is not None:
            match = self._longest.match(text, start)
            if match is not None:
                readings = self._category.read(match.group())
                self._go_on(text, words, match.end(), before, readings, found)

    def _go_on(
        self,
        text: str,
        words: list[str],
        end: int,
        before: tuple[Reading, ...],
        readings: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        templates = self._ends.get(text[end:])
        if templates:
            for reading in readings:
                for template in templates:
                    template.build((*before, reading), found)
        inner = self._inner
        if self._by_word:
            inner += self._by_word.get(text[end + 1 : text.find(" ", end + 1)], ())
        for literal, places in inner:
            if text.startswith(literal, end):
                for reading in readings:
                    for place in places:
                        place.read(text, words, end + len(literal), (*before, reading), found)


class Phrase:
    """A place that ends where the text after it stands."""

    __slots__ = ("_by_last", "_by_word", "_category", "_endings", "_inner", "_known", "_opens")

    def __init__(
        self, category: Category, ends: dict[str, list[Template]], inner: list[Inner]
    ) -> None:
        self._category = category
        self._known = category.known
        self._opens = category.opens()
        self._endings: tuple[Ending, ...] = tuple(ends.items())
        self._by_last: dict[str, tuple[Ending, ...]] = {}
        if len(ends) > _FEW:
            by_last = _keyed(self._endings, lambda tail: tail.split(" ")[1:][-1:])
            self._endings = by_last.pop("", ())
            self._by_last = by_last
        self._inner: tuple[Inner, ...] = tuple(inner)
        self._by_word: dict[str, tuple[Inner, ...]] = {}
        if len(inner) > _FEW:
            by_word = _keyed(inner, lambda literal: literal.split(" ")[1:-1])
            self._inner = by_word.pop("", ())
            self._by_word = by_word

    def read(
        self,
        text: str,
        words: list[str],
        start: int,
        before: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        """See :class:`Place`."""
        if not text.startswith(self._opens, start):
            return
        known = self._known
        endings = self._endings
        if self._by_last:
            endings += self._by_last.get(words[-1], ())
        for tail, templates in endings:
            if text.endswith(tail):
                part = text[start : len(text) - len(tail)]
                readings = known.get(part)
                if readings is None:
                    readings = self._category.read_new(part)
                for reading in readings:
                    for template in templates:
                        template.build((*before, reading), found)
        inner = self._inner
        if self._by_word:
            for word in self._by_word.keys() & set(words):
                inner += self._by_word[word]
        for literal, places in inner:
            if text.find(literal, start) >= 0:
                self._go_on(text, words, start, before, literal, places, found)

    def _go_on(
        self,
        text: str,
        words: list[str],
        start: int,
        before: tuple[Reading, ...],
        literal: str,
        places: tuple[Place, ...],
        found: list[Reading],
    ) -> None:
        """End at each place where the text before the next slot stands."""
        known = self._known
        at = text.find(literal, start)
        while at >= 0:
            part = text[start:at]
            readings = known.get(part)
            if readings is None:
                readings = self._category.read_new(part)
            for reading in readings:
                for place in places:
                    place.read(text, words, at + len(literal), (*before, reading), found)
            at = text.find(literal, at + 1)


def _first_whole_word(literal: str) -> list[str]:
    before, *words = literal.split(" ")
    return words[:1] if not before and len(words) > 1 else []


_Kept = TypeVar("_Kept", bound=tuple[str, Any])


def _keyed(
    pairs: Iterable[_Kept], words_of: Callable[[str], list[str]]
) -> dict[str, tuple[_Kept, ...]]:
    """Group pairs by the rarest of the words that a text must hold for them, ``""`` without any."""
    pairs = list(pairs)
    words = [words_of(pair[0]) for pair in pairs]
    often = Counter(word for some in words for word in some)
    grouped: dict[str, list[_Kept]] = {}
    for pair, some in zip(pairs, words, strict=True):
        key = min(some, key=lambda word: (often[word], -len(word)), default="")
        grouped.setdefault(key, []).append(pair)
    return {key: tuple(some) for key, some in grouped.items()}
