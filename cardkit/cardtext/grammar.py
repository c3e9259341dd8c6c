"""A grammar that works both ways: each rule is one template beside one value with slots in it.

Reading matches the template's literal text, end to end, and reads each slot by the category it
names; printing fits the value's slots to a given value and fills the template. A rule is written
once, ``category.rule("heal {points} damage from {target}", Heal(...))``; ``[a|b]`` in a template
are spellings of the same.

Texts are short, so matching is plain backtracking over ``str.find`` (see
:mod:`cardkit.cardtext.matching`); what was read once is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from cardkit.cardtext.effects import Wording
from cardkit.cardtext.matching import Tree
from cardkit.cardtext.patterns import Pattern, Reading, Template, slot

__all__ = ["Category", "Grammar", "Template", "slot", "spellings"]

_PART = re.compile(r"\{(\w+)(?::(\w+))?\}")
_SPELLINGS = re.compile(r"\[([^\[\]]*)\]")
_LEXICAL = 0
"""Template number of what a category reads by itself."""
_MANY = 48
"""Beginnings that are looked for one by one; of more only the first letters are."""


class Category:
    """Everything that may stand in one kind of slot.

    Args:
        name: how templates call it.
        lexical: reads words that no table can list; None when the text is none.
        spell: prints what ``lexical`` reads; None when the value is none.
        initials: letters or words with which its texts may begin; empty when that is open.
        longest: matches the longest text that ``lexical`` may read, where no shorter one counts.
    """

    def __init__(
        self,
        name: str,
        lexical: Callable[[str], Any] | None = None,
        spell: Callable[[Any], str | None] | None = None,
        initials: Iterable[str] = "",
        longest: re.Pattern[str] | None = None,
    ) -> None:
        self.name = name
        self.longest = longest
        self._by_letter: dict[str, list[tuple[str, tuple[Reading, ...]]]] = {}
        self.templates: list[Template] = []
        self.rules = 0
        self.known: dict[str, tuple[Reading, ...]] = {}
        """What was read before; filled by :meth:`read` alone."""
        self._initials = initials
        self._opens: tuple[str, ...] | None = None
        self._lexical = lexical
        self._spell = spell
        self._closed: dict[str, tuple[Reading, ...]] = {}
        self._slotted: list[Template] = []
        self._units: list[tuple[int, Category]] = []
        self._trees: tuple[Tree | None, Tree | None] | None = None
        self._printing: list[Any] = []

    def constant(self, wording: Wording | None) -> Any:
        """What a slot holds that no value of a rule speaks of: the one thing that it can be."""
        return self.templates[wording[0] - 1 if wording else 0].value

    def add(
        self, text: str, value: Any, categories: dict[str, Category], compound: bool = False
    ) -> None:
        """Add a rule; see :meth:`Grammar.rule`.

        Raises:
            RuntimeError: when the category has been read with already.
        """
        if self._trees is not None:
            raise RuntimeError(f"the rules of {self.name!r} are read with already: add all before")
        self.rules += 1
        pattern = Pattern(value)
        for spelling in spellings(text):
            pieces = _PART.split(spelling)
            named = [
                (name, categories[kind or name])
                for name, kind in zip(pieces[1::3], pieces[2::3], strict=True)
            ]
            number = len(self.templates) + 1
            literals = tuple(pieces[0::3])
            template = Template(number, self.rules, literals, tuple(named), pattern, compound)
            self.templates.append(template)
            if named:
                self._slotted.append(template)
            else:
                readings = (*self._closed.get(spelling, ()), (value, (number, ())))
                self._closed[spelling] = _distinct(readings)

    def opens(self) -> tuple[str, ...]:
        """Return what its texts begin with: one of these; the empty one when that is open."""
        if self._opens is None:
            self._opens = ("",)  # a category that begins with itself is open
            firsts = set(self._closed)
            for template in self._slotted:
                opening = template.literals[0]
                firsts |= {opening} if opening else set(template.slots[0][1].opens())
            if self._lexical is not None:
                firsts |= set(self._initials) or {""}
            self._opens = _shortest(firsts)
        return self._opens

    @property
    def is_listed(self) -> bool:
        """Whether its texts are listed, or matched by ``longest``."""
        return not self._slotted and (self._lexical is None or self.longest is not None)

    def by_letter(self) -> dict[str, list[tuple[str, tuple[Reading, ...]]]]:
        """Return its texts without slots, and their readings, by their first letter."""
        if not self._by_letter:
            for words, readings in self._closed.items():
                self._by_letter.setdefault(words[:1], []).append((words, readings))
        return self._by_letter

    def read(self, text: str) -> tuple[Reading, ...]:
        """Return every different reading of a whole text; none when no rule fits."""
        known = self.known.get(text)
        if known is None:
            if not text.startswith(self._opens or self.opens()):
                return ()
            known = self.known[text] = self._read(text)
        return known

    def _read(self, text: str) -> tuple[Reading, ...]:
        found: list[Reading] = []
        single, compound = self._trees or self._merged()
        for number, category in self._units:
            for value, wording in category.read(text):
                found.append((value, (number, (wording,))))
        if single is not None:
            single.read(text, found)
        if len(found) > 1:
            found.sort(key=_number)
        if self._lexical is not None:
            value = self._lexical(text)
            if value is not None:
                found.insert(0, (value, (_LEXICAL, ())))
        if text in self._closed:
            found[:0] = self._closed[text]
        if compound is not None and not found:
            compound.read(text, found)
        return tuple(found) if len(found) < 2 else _distinct(found)

    def _merged(self) -> tuple[Tree | None, Tree | None]:
        """Merge the rules with slots, those apart that are tried last."""
        units = {each.number: each.slots[0][1] for each in self._slotted if each.is_unit}
        self._units = list(units.items())
        rest = [each for each in self._slotted if each.number not in units]
        single = [each for each in rest if not each.compound]
        compound = [each for each in rest if each.compound]
        self._trees = Tree(single) if single else None, Tree(compound) if compound else None
        return self._trees

    def print(self, value: Any, wording: Wording | None = None) -> str | None:
        """Print a value in the given wording, else in the first that fits; None when none does."""
        if wording is not None:
            number, inner = wording
            if number == _LEXICAL:
                return self._spell(value) if self._spell else None
            return self.templates[number - 1].print(value, inner)
        if self._spell is not None and self._lexical is not None:
            spelt = self._spell(value)
            if spelt is not None and self._lexical(spelt) == value:
                return spelt
        if any(value is one for one in self._printing):
            return None  # rules that only add words lead back to the same
        self._printing.append(value)
        try:
            for template in self.templates:
                printed = template.print(value, None)
                if printed is not None:
                    return printed
        finally:
            self._printing.pop()
        return None


class Grammar:
    """Categories by name."""

    def __init__(self) -> None:
        self.categories: dict[str, Category] = {}

    def category(self, name: str) -> Category:
        """Return a category, new and empty the first time."""
        if name not in self.categories:
            self.categories[name] = Category(name)
        return self.categories[name]

    def lexical(
        self,
        name: str,
        read: Callable[[str], Any],
        spell: Callable[[Any], str | None],
        initials: Iterable[str] = "",
        longest: re.Pattern[str] | None = None,
    ) -> None:
        """Add a category whose words no table can list; see :class:`Category`."""
        self.categories[name] = Category(name, read, spell, initials, longest)

    def rule(self, category: str, text: str, value: Any, *, compound: bool = False) -> None:
        """Add a rule to a category. Every category that its slots name must be known.

        Spellings are tried in the order in which they are written. A ``compound`` rule joins
        clauses: it is tried only where no single clause says the whole.
        """
        self.category(category).add(text, value, self.categories, compound)


def _number(reading: Reading) -> int:
    return reading[1][0]


def _distinct(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Keep the first reading of each value."""
    kept = [readings[0]]
    for reading in readings[1:]:
        if all(reading[0] != known for known, _ in kept):
            kept.append(reading)
    return tuple(kept)


def spellings(text: str) -> list[str]:
    """Return every spelling of a template, the first one first.

    >>> spellings("[draw|take] {n} cards")
    ['draw {n} cards', 'take {n} cards']
    """
    pieces = _SPELLINGS.split(text)
    choices = [piece.split("|") if index % 2 else [piece] for index, piece in enumerate(pieces)]
    return ["".join(parts) for parts in product(*choices)]


def _shortest(beginnings: set[str]) -> tuple[str, ...]:
    """Return the beginnings that no shorter one covers; their first letters when they are many."""
    for length in (100, 4, 2, 1):
        cut = sorted({beginning[:length] for beginning in beginnings}, key=len)
        kept: list[str] = []
        for beginning in cut:
            if not beginning.startswith(tuple(kept)):
                kept.append(beginning)
        if len(kept) <= _MANY:
            break
    return tuple(kept)
