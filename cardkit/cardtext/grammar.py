"""A grammar that works both ways: each rule is one template beside one value with slots in it.

Reading matches the template's literal text, end to end, and reads each slot by the category it
names; printing fits the value's slots to a given value and fills the template. A rule is written
once, ``category.rule("heal {points} damage from {target}", Heal(...))``; ``[a|b]`` in a template
are spellings of the same.

How a text is read as a category, say "if heads, heal 20 damage from it" as a ``sentence``:

1. What the category has read before is kept in ``known``; so sentences share their clauses.
   A text that lacks a word which all texts of the category hold is none of its own.
2. Rules that only say that one category is part of another (``sentence: "{act}"``) are not read one
   after the other: a :class:`~cardkit.cardtext.chains.Chain` reads the category and all its parts
   at once, and says of each reading through which rules it went.
3. Templates are merged into trees (:mod:`cardkit.cardtext.trees`). The words with which they open
   are looked up one by one, the last few as they are. Wherever slots may follow, each is tried
   once for all templates that have it there, and only if it may begin with the next word, and
   what must follow it stands somewhere.
4. A slot is read in one of three ways (:mod:`cardkit.cardtext.matching`). The last slot of a
   template takes the rest of the text. One whose texts are listed, or numbers, shows its end
   itself. Any other ends before each place where the text after it stands ("," after "heads"),
   unless no next slot may begin behind that place; then what is between is read as the slot's
   category, from step 1.
5. Where the last slot of a template is read, its :class:`~cardkit.cardtext.patterns.Pattern` builds
   the value; the reading is the value and the numbers of the templates it was worded by.
6. Rules that join clauses ("compound") are tried only where no other rule of their part fits.

What is skipped cannot fit: every reading is found, so that a second one is seen. Trees, and what
slots begin with, are worked out as texts come, for most rules are not needed in one run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from cardkit.cardtext.chains import LEXICAL, Chain
from cardkit.cardtext.effects import Wording
from cardkit.cardtext.patterns import Pattern, Reading, Template
from cardkit.cardtext.trees import Opening, needs_of, openings_of
from cardkit.cardtext.values import Slot, slot

__all__ = ["Category", "Grammar", "Template", "slot", "spellings", "whole"]

_SPELLINGS = re.compile(r"\[([^\[\]]*)\]")
_MANY = 48
"""Rules of which it is not asked which words all their texts hold."""
_BARE = ("", "")
"""The texts around a slot that is all of a template."""
_OPEN = ("",)
"""What texts begin with that may begin with anything."""
_FEW = 6
"""Beginnings with the same word that are looked for one by one; of more only the word is."""


class Category:
    """Everything that may stand in one kind of slot.

    Args:
        name: how templates call it.
        lexical: reads words that no table can list; None when the text is none.
        spell: prints what ``lexical`` reads; None when the value is none.
        initials: letters or words with which its texts may begin; empty when that is open.
        never: whole words with which none of its texts begins.
        longest: matches the longest text that ``lexical`` may read, where no shorter one counts.
    """

    def __init__(
        self,
        name: str,
        lexical: Callable[[str], Any] | None = None,
        spell: Callable[[Any], str | None] | None = None,
        initials: Iterable[str] = "",
        longest: re.Pattern[str] | None = None,
        never: Iterable[str] = (),
    ) -> None:
        self.name = name
        self.longest = longest
        self._by_letter: dict[str, tuple[tuple[str, tuple[Reading, ...]], ...]] = {}
        self.templates: list[Template] = []
        self._printing: list[Any] = []
        self.rules = 0
        self.known: dict[str, tuple[Reading, ...]] = {}
        """What was read before; filled by :meth:`read` alone."""
        self.initials = tuple(initials)
        self._first_words = frozenset(each.partition(" ")[0] for each in initials if " " in each)
        self._never = frozenset(never)
        self._openings: Openings | None = None
        self._opens: dict[str | None, tuple[str, ...]] = {}
        self.lexical = lexical
        self._spell = spell
        self.listed: dict[str, tuple[Reading, ...]] = {}
        """Its texts without slots."""
        self.single: list[Opening] = []
        self.compound: list[Opening] = []
        self.joints: list[str] = []
        """Texts of which one stands in every text that ``compound`` reads."""
        self.is_settled = False
        self._slotted: list[Template] = []
        self._units: list[Template] = []
        self._first_texts: set[str] | None = None
        self._first_parts: list[Category] | None = None
        self._by_type: dict[type, list[Template]] = {}
        self._holds: tuple[str, ...] | None = None
        self._chain: Chain | None = None

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
        if self.is_settled:
            raise RuntimeError(f"the rules of {self.name!r} are read with already: add all before")
        self.rules += 1
        pattern = Pattern(value)
        for spelling in spellings(text):
            number = len(self.templates) + 1
            literals: tuple[str, ...] = (spelling,)
            names: tuple[str, ...] = ()
            kinds: tuple[Category, ...] = ()
            if "{" in spelling:
                pieces = spelling.replace("}", "{").split("{")
                literals = tuple(pieces[0::2])
                slots = pieces[1::2]
                names = tuple([each.partition(":")[0] for each in slots])
                kinds = tuple([categories[each[each.find(":") + 1 :]] for each in slots])
            template = Template(number, self.rules, literals, names, kinds, pattern, compound)
            self.templates.append(template)
            if names:
                is_unit = literals == _BARE and template.is_unit
                (self._units if is_unit else self._slotted).append(template)
            else:
                reading = (value, (number, ()))
                known = self.listed.get(spelling)
                self.listed[spelling] = _distinct((*known, reading)) if known else (reading,)

    def opens(self, word: str | None = None) -> tuple[str, ...]:
        """Return what its texts begin with: one of these; the empty one when that is open.

        Where the first word is known it is one that they may begin with, or there is none.
        """
        known = self._opens.get(word)
        if known is None:
            if self._openings is None:
                self._openings = Openings(self)
            openings = self._openings
            known = self._opens[word] = openings.all() if word is None else openings.with_word(word)
        return known

    def first_texts(self) -> set[str]:
        """Return its texts without slots, and what comes before the first slot of others."""
        if self._first_texts is None:
            first = {each.literals[0] for each in self._slotted} - {""}
            self._first_texts = first.union(self.listed)
        return self._first_texts

    def first_parts(self) -> list[Category]:
        """Return the categories with which its texts may begin, each once."""
        if self._first_parts is None:
            first = [each.categories[0] for each in self._slotted if not each.literals[0]]
            parts = dict.fromkeys([*first, *(each.categories[0] for each in self._units)])
            self._first_parts = list(parts)
        return self._first_parts

    def holds(self) -> tuple[str, ...]:
        """Return words that stand in each of its texts; they are not looked for among many."""
        if self._holds is None:
            self._holds = ()
            if self.lexical is None and len(self.templates) <= _MANY:
                slotted = self._slotted + self._units
                texts = [*self.listed, *(" ".join(each.literals) for each in slotted)]
                words = [set(text.split()) for text in texts]
                held = set.intersection(*words) if words else ()
                self._holds = tuple(sorted(held, key=lambda word: (len(word), word)))[:2]
        return self._holds

    @property
    def is_listed(self) -> bool:
        """Whether its texts are listed, or matched by ``longest``."""
        return not (self._slotted or self._units) and (
            self.lexical is None or self.longest is not None
        )

    def by_letter(self) -> dict[str, tuple[tuple[str, tuple[Reading, ...]], ...]]:
        """Return its texts without slots, and their readings, by their first letter.

        The empty text stands under every letter, and alone under ``""``.
        """
        if not self._by_letter:
            nothing = tuple((words, self.listed[words]) for words in ("",) if words in self.listed)
            grouped: dict[str, list[tuple[str, tuple[Reading, ...]]]] = {}
            for words, readings in self.listed.items():
                if words:
                    grouped.setdefault(words[0], []).append((words, readings))
            self._by_letter = {letter: (*some, *nothing) for letter, some in grouped.items()}
            self._by_letter[""] = nothing
        return self._by_letter

    def read(self, text: str) -> tuple[Reading, ...]:
        """Return every different reading of a whole text; none when no rule fits."""
        known = self.known.get(text)
        return self.read_new(text) if known is None else known

    def read_new(self, text: str) -> tuple[Reading, ...]:
        """Return the same of a text that is not among the known ones."""
        if self._holds:
            for word in self._holds:
                if word not in text:
                    return ()
        chain = self._chain
        if chain is None:
            chain = self._chain = Chain(self)
            self.holds()
        found = chain.read(text)
        readings = _distinct(found) if found else ()
        self.known[text] = readings
        return readings

    def units(self) -> list[tuple[int, Category]]:
        """Return the categories that are part of this one, and the rules that say so."""
        return [(each.number, each.categories[0]) for each in self._units]

    def may_read(self, word: str) -> bool:
        """Whether its own reading may read a text that begins with a whole word."""
        if self.lexical is None or word in self._never:
            return False
        return not self.initials or word.startswith(self.initials) or word in self._first_words

    def settled(self) -> Category:
        """Merge the rules with slots, those apart that are tried last; no more can be added."""
        if not self.is_settled:
            self.is_settled = True
            single = [each for each in self._slotted if not each.compound]
            compound = [each for each in self._slotted if each.compound]
            self.single = openings_of(single)
            self.compound = openings_of(compound)
            self.joints = needs_of(compound)
        return self

    def print(self, value: Any, wording: Wording | None = None) -> str | None:
        """Print a value in the given wording, else in the first that fits; None when none does."""
        if wording is not None:
            number, inner = wording
            if number == LEXICAL:
                return self._spell(value) if self._spell else None
            return self.templates[number - 1].print(value, inner)
        if self._spell is not None and self.lexical is not None:
            spelt = self._spell(value)
            if spelt is not None and self.lexical(spelt) == value:
                return spelt
        if any(value is printing for printing in self._printing):
            return None  # it comes back to itself by way of other categories
        self._printing.append(value)
        try:
            return self._print_first(value)
        finally:
            self._printing.pop()

    def _print_first(self, value: Any) -> str | None:
        for template in self._saying(type(value)):
            printed = template.print(value, None)
            if printed is not None:
                return printed
        return None

    def _saying(self, kind: type) -> list[Template]:
        """Return the rules that may say a value of a type; not those that add words to the same."""
        if kind not in self._by_type:
            self._by_type[kind] = [
                each
                for each in self.templates
                if type(each.value) is kind
                or (type(each.value) is Slot and each.categories[0] is not self)
            ]
        return self._by_type[kind]


class Openings:
    """What the texts of a category begin with.

    Args:
        category: all its rules are known.
    """

    def __init__(self, category: Category) -> None:
        leads = [category]
        for lead in leads:  # it grows: parts begin with parts of their own
            leads += [part for part in lead.first_parts() if part not in leads]
        self._lexicals = [lead for lead in leads if lead.lexical is not None]
        texts: set[str] = set().union(*[lead.first_texts() for lead in leads])
        self._texts = texts
        self._words: tuple[str, ...] = tuple([text for text in texts if " " not in text])
        self._by_word: dict[str, list[str]] = {}
        for text in texts:
            word, space, _ = text.partition(" ")
            if space:
                self._by_word.setdefault(word, []).append(text)

    def all(self) -> tuple[str, ...]:
        """Return all, without those that a shorter one covers; of many their first letters."""
        texts = self._texts.union(*(lead.initials or _OPEN for lead in self._lexicals))
        for length in (100, 4, 2, 1):
            cut = sorted({text[:length] for text in texts}, key=len)
            kept: list[str] = []
            for text in cut:
                if not text.startswith(tuple(kept)):
                    kept.append(text)
            if len(kept) <= _MANY:
                break
        return tuple(kept)

    def with_word(self, word: str) -> tuple[str, ...]:
        """Return those that a text may begin with whose first word is this; when many, any."""
        for lexical in self._lexicals:
            if lexical.may_read(word):
                return _OPEN
        texts = list(self._by_word.get(word, ()))
        if word.startswith(self._words):
            texts += [text for text in self._words if word.startswith(text)]
        return tuple(texts) if len(texts) <= _FEW else _OPEN


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
        never: Iterable[str] = (),
    ) -> None:
        """Add a category whose words no table can list; see :class:`Category`."""
        self.categories[name] = Category(name, read, spell, initials, longest, never)

    def rule(self, category: str, text: str, value: Any, *, compound: bool = False) -> None:
        """Add a rule to a category. Every category that its slots name must be known.

        Spellings are tried in the order in which they are written. A ``compound`` rule joins
        clauses: it is tried only where no single clause says the whole.
        """
        self.category(category).add(text, value, self.categories, compound)


def _distinct(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Keep the first reading of each value."""
    if len(readings) == 1:
        return (readings[0],)
    kept = [readings[0]]
    for reading in readings[1:]:
        if all(reading[0] != known for known, _ in kept):
            kept.append(reading)
    return tuple(kept)


def whole(pattern: re.Pattern[str]) -> Callable[[str], str | None]:
    """Return what reads a whole text that a pattern matches as itself, and no other.

    >>> read = whole(re.compile("[a-z]+"))
    >>> read("word"), read("two words")
    ('word', None)
    """

    def read(text: str) -> str | None:
        return text if pattern.fullmatch(text) else None

    return read


def spellings(text: str) -> list[str]:
    """Return every spelling of a template, the first one first.

    >>> spellings("[draw|take] {n} cards")
    ['draw {n} cards', 'take {n} cards']
    """
    if "[" not in text:
        return [text]
    pieces = _SPELLINGS.split(text)
    choices = [piece.split("|") if index % 2 else [piece] for index, piece in enumerate(pieces)]
    return ["".join(parts) for parts in product(*choices)]
