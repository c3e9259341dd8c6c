"""A grammar that works both ways: each rule is one template beside one value with slots in it.

Reading matches the template's literal text, end to end, and reads each slot by the category it
names; printing fits the value's slots to a given value and fills the template. A rule is written
once, ``category.rule("heal {points} damage from {target}", Heal(...))``; ``[a|b]`` in a template
are spellings of the same.

Texts are short, so matching is plain backtracking over ``str.find``; what was read once is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from cardkit.cardtext.effects import Wording

Reading: TypeAlias = tuple[Any, Wording]
"""A value and how it was worded."""
Builder: TypeAlias = Callable[[dict[str, Any]], Any]

_PART = re.compile(r"\{(\w+)(?::(\w+))?\}")
_SPELLINGS = re.compile(r"\[([^\[\]]*)\]")
_COMMON = frozenset(
    (
        *("~", "this", "the", "Pokémon", "put", "does", "attack", "more", "each", "damage", "for"),
        *("of", "to", "your", "opponent's", "discard", "Energy", "is", "if", "a", "from", "and"),
        *("now", "it", "card", "choose", "shuffle", "into", "deck", "up", "on", "in", "Active"),
    )
)
"""Words of so many texts that they tell little about which rule fits."""
_FEW = 24
"""Rules that are tried one by one; a category of more is searched by words first."""
_LEXICAL = 0
"""Template number of what a category reads by itself."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a rule's value that the text fills."""

    name: str


def slot(name: str) -> Any:
    """Return a slot that may stand anywhere in the value of a rule."""
    return Slot(name)


@dataclass(frozen=True, slots=True)
class Template:
    """One spelling of a rule.

    Attributes:
        number: its place in the category, from 1.
        rule: the place of its rule among the category's rules, from 1.
        literals: the texts around the slots, one more than there are slots.
        slots: name and category of each slot.
        longest: its longest literal, which decides fastest that a text does not fit.
        words: whole words that its texts hold.
        builder: fills the value's slots; None when it has none.
        compound: joins clauses; tried only where no other rule reads the text.
    """

    number: int
    rule: int
    literals: tuple[str, ...]
    slots: tuple[tuple[str, Category], ...]
    value: Any
    longest: str
    words: frozenset[str]
    compound: bool
    builder: Builder | None

    def read(self, text: str, found: list[Reading]) -> None:
        """Add every reading of a whole text by this rule; both ends are known to fit."""
        start, end = len(self.literals[0]), len(text) - len(self.literals[-1])
        if start <= end and self.longest in text:
            self._fill(text, 0, start, end, (), found)

    def _fill(
        self,
        text: str,
        index: int,
        start: int,
        end: int,
        before: tuple[Reading, ...],
        found: list[Reading],
    ) -> None:
        """Fill the slot ``index`` and those after it from ``start`` in every way."""
        category = self.slots[index][1]
        if index == len(self.slots) - 1:
            for reading in category.read(text[start:end]):
                self._build((*before, reading), found)
            return
        literal = self.literals[index + 1]
        at = text.find(literal, start, end)
        while at >= 0:
            for reading in category.read(text[start:at]):
                self._fill(text, index + 1, at + len(literal), end, (*before, reading), found)
            at = text.find(literal, at + 1, end)

    def _build(self, readings: tuple[Reading, ...], found: list[Reading]) -> None:
        """Add the filled value, unless one slot stands for two different things."""
        bound: dict[str, Any] = {}
        for (name, _), (value, _) in zip(self.slots, readings, strict=True):
            if name in bound and bound[name] != value:
                return
            bound[name] = value
        value = self.builder(bound) if self.builder else self.value
        found.append((value, (self.number, tuple([wording for _, wording in readings]))))

    def print(self, value: Any, wordings: tuple[Wording, ...] | None) -> str | None:
        """Print a value, or return None when the rule does not say it."""
        bound: dict[str, Any] = {}
        if not _fits(self.value, value, bound):
            return None
        parts = [self.literals[0]]
        for index, (name, category) in enumerate(self.slots):
            wording = wordings[index] if wordings is not None else None
            filling = bound[name] if name in bound else category.constant(wording)
            printed = category.print(filling, wording)
            if printed is None:
                return None
            parts += (printed, self.literals[index + 1])
        return "".join(parts)


class Category:
    """Everything that may stand in one kind of slot.

    Args:
        name: how templates call it.
        lexical: reads words that no table can list; None when the text is none.
        spell: prints what ``lexical`` reads; None when the value is none.
        initials: letters with which its texts may begin; empty when that is open.
    """

    def __init__(
        self,
        name: str,
        lexical: Callable[[str], Any] | None = None,
        spell: Callable[[Any], str | None] | None = None,
        initials: str = "",
    ) -> None:
        self.name = name
        self._initials = initials
        self._first: frozenset[str] | None = None
        self.templates: list[Template] = []
        self.rules = 0
        self._lexical = lexical
        self._spell = spell
        self._closed: dict[str, tuple[Reading, ...]] = {}
        self._slotted: list[Template] = []
        self._index: dict[str, dict[str, list[Template]]] = {}
        self._memo: dict[str, tuple[Reading, ...]] = {}

    def constant(self, wording: Wording | None) -> Any:
        """What a slot holds that no value of a rule speaks of: the one thing that it can be."""
        return self.templates[wording[0] - 1 if wording else 0].value

    def add(
        self, text: str, value: Any, categories: dict[str, Category], compound: bool = False
    ) -> None:
        """Add a rule; see :meth:`Grammar.rule`."""
        self.rules += 1
        for spelling in spellings(text):
            pieces = _PART.split(spelling)
            literals = tuple(pieces[0::3])
            named = [
                (name, categories[kind or name])
                for name, kind in zip(pieces[1::3], pieces[2::3], strict=True)
            ]
            template = Template(
                len(self.templates) + 1,
                self.rules,
                literals,
                tuple(named),
                value,
                max(literals, key=len),
                _whole_words(literals),
                compound,
                _builder(value),
            )
            self.templates.append(template)
            if not named:
                readings = (*self._closed.get(spelling, ()), (value, (template.number, ())))
                self._closed[spelling] = _distinct(list(readings))
            else:
                self._slotted.append(template)

    def _indexed(self) -> dict[str, dict[str, list[Template]]]:
        """Templates by their first word (``""`` when they begin with a slot), then by another.

        The other is the rarest whole word that their texts must hold; ``""`` when there is none.
        """
        if not self._index:
            often = Counter(word for template in self._slotted for word in template.words)
            self._index[""] = {}
            for template in self._slotted:
                opening = template.literals[0]
                first = opening.partition(" ")[0] if " " in opening else ""
                key = min(
                    template.words - {first},
                    key=lambda word: (word in _COMMON, often[word], word),
                    default="",
                )
                self._index.setdefault(first, {}).setdefault(key, []).append(template)
        return self._index

    def initials(self) -> frozenset[str]:
        """Letters with which its texts begin; empty when that is open."""
        if self._first is None:
            self._first = frozenset()  # a category that begins with itself is open
            firsts = {text[:1] for text in self._closed}
            for template in self._slotted:
                opening = template.literals[0][:1]
                firsts |= {opening} if opening else template.slots[0][1].initials() or {""}
            if self._lexical is not None:
                firsts |= set(self._initials) or {""}
            self._first = frozenset() if "" in firsts else frozenset(firsts)
        return self._first

    def read(self, text: str) -> tuple[Reading, ...]:
        """Return every different reading of a whole text; none when no rule fits."""
        known = self._memo.get(text)
        if known is None:
            if not self._slotted:
                closed = self._closed.get(text, ())
                value = self._lexical(text) if self._lexical else None
                return closed if value is None else (*closed, (value, (_LEXICAL, ())))
            initials = self.initials()
            if initials and text[:1] not in initials:
                return ()
            known = self._memo[text] = self._read(text)
        return known

    def _read(self, text: str) -> tuple[Reading, ...]:
        found: list[Reading] = list(self._closed.get(text, ()))
        if self._lexical is not None:
            value = self._lexical(text)
            if value is not None:
                found.append((value, (_LEXICAL, ())))
        compounds = []
        for template in self._candidates(text):
            if text.startswith(template.literals[0]) and text.endswith(template.literals[-1]):
                if template.compound:
                    compounds.append(template)
                else:
                    template.read(text, found)
        if not found:
            for template in compounds:
                template.read(text, found)
        return _distinct(found)

    def _candidates(self, text: str) -> list[Template]:
        """Return the rules with slots that may fit; in a large category by the text's words."""
        if len(self._slotted) <= _FEW:
            return self._slotted
        index = self._indexed()
        words = _words(text)
        found: list[Template] = []
        for first in ("", text.partition(" ")[0]):
            group = index.get(first)
            if group:
                for word in words:
                    if word in group:
                        found += [each for each in group[word] if each.words <= words]
        return found

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
        for template in self.templates:
            if isinstance(template.value, Slot) and template.slots[0][1] is self:
                continue  # it only adds words to the same
            printed = template.print(value, None)
            if printed is not None:
                return printed
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
        initials: str = "",
    ) -> None:
        """Add a category whose words no table can list; see :class:`Category`."""
        self.categories[name] = Category(name, read, spell, initials)

    def rule(self, category: str, text: str, value: Any, *, compound: bool = False) -> None:
        """Add a rule to a category. Every category that its slots name must be known.

        Spellings are tried in the order in which they are written. A ``compound`` rule joins
        clauses: it is tried only where no single clause says the whole.
        """
        self.category(category).add(text, value, self.categories, compound)


def _distinct(readings: list[Reading]) -> tuple[Reading, ...]:
    """Keep the first reading of each value."""
    if len(readings) < 2:
        return tuple(readings)
    by_value: dict[Any, Wording] = {}
    for value, wording in readings:
        by_value.setdefault(value, wording)
    return tuple(by_value.items())


def spellings(text: str) -> list[str]:
    """Return every spelling of a template, the first one first.

    >>> spellings("[draw|take] {n} cards")
    ['draw {n} cards', 'take {n} cards']
    """
    pieces = _SPELLINGS.split(text)
    choices = [piece.split("|") if index % 2 else [piece] for index, piece in enumerate(pieces)]
    return ["".join(parts) for parts in product(*choices)]


@cache
def _words(text: str) -> frozenset[str]:
    """Words between spaces, and the empty one, under which rules without words stand."""
    return frozenset(("", *text.split(" ")))


def _whole_words(literals: tuple[str, ...]) -> frozenset[str]:
    """Words of a template that stand between spaces, so that its texts hold them as they are."""
    last = len(literals) - 1
    words: set[str] = set()
    for place, literal in enumerate(literals):
        pieces = literal.split(" ")
        first_whole = place == 0
        last_whole = place == last
        for index, piece in enumerate(pieces):
            at_start, at_end = index == 0, index == len(pieces) - 1
            if piece and (not at_start or first_whole) and (not at_end or last_whole):
                words.add(piece)
    return frozenset(words)


def _builder(value: Any) -> Builder | None:
    """Return what fills the slots of a value; None when it has none."""
    if isinstance(value, Slot):
        name = value.name
        return lambda bound: bound[name]
    if isinstance(value, tuple):
        makers = [(part, _builder(part)) for part in value]
        if all(maker is None for _, maker in makers):
            return None
        return lambda bound: tuple(maker(bound) if maker else part for part, maker in makers)
    if is_dataclass(value):
        kind: Any = type(value)
        parts = {part.name: getattr(value, part.name) for part in fields(value)}
        found = {name: _builder(part) for name, part in parts.items()}
        makers_by_name = [(name, maker) for name, maker in found.items() if maker is not None]
        if not makers_by_name:
            return None

        def build(bound: dict[str, Any]) -> Any:
            return kind(**{**parts, **{name: maker(bound) for name, maker in makers_by_name}})

        return build
    return None


def _fits(pattern: Any, value: Any, bound: dict[str, Any]) -> bool:
    if isinstance(pattern, Slot):
        if pattern.name in bound:
            return bool(bound[pattern.name] == value)
        bound[pattern.name] = value
        return True
    if type(pattern) is not type(value):
        return False
    if is_dataclass(pattern):
        return all(
            _fits(getattr(pattern, part.name), getattr(value, part.name), bound)
            for part in fields(pattern)
        )
    if isinstance(pattern, tuple):
        return len(pattern) == len(value) and all(
            _fits(a, b, bound) for a, b in zip(pattern, value, strict=True)
        )
    return bool(pattern == value)
