"""Merging templates: those that begin alike share one path down a tree.

Templates that begin with words are looked up by them, a word at a time; those that begin with a
slot are tried where a text may begin with it. See :mod:`cardkit.cardtext.matching` for the paths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from cardkit.cardtext.matching import Last, Phrase, Place, Word
from cardkit.cardtext.patterns import Reading, Template

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category


class Branch:
    """A place while templates are being added to it.

    Args:
        category: what stands there.
    """

    __slots__ = ("_category", "_ends", "_longer", "_opens", "_then")

    def __init__(self, category: Category) -> None:
        self._category = category
        self._ends: dict[str, list[Template]] = {}
        self._then: dict[str, dict[str, Branch]] = {}
        self._opens: tuple[str, ...] = ()
        self._longer: set[str] | None = None

    def add(self, template: Template, index: int) -> None:
        """Add a template whose slot ``index`` this is."""
        literal = template.literals[index + 1]
        if index == len(template.slots) - 1:
            self._ends.setdefault(literal, []).append(template)
        else:
            branch_at(self._then.setdefault(literal, {}), template, index + 1)

    def settled(self) -> Place:
        """Return the place, ready for reading."""
        category = self._category
        inner = [(literal, settle(branches)) for literal, branches in self._then.items()]
        if category.is_listed:
            return Word(category, self._ends, inner)
        if len(self._ends) == 1 and not inner:
            [(tail, templates)] = self._ends.items()
            return Last(category, tail, templates)
        return Phrase(category, self._ends, inner)

    def needs(self) -> tuple[str, ...]:
        """Return texts of which one must stand in a text; the empty one when it may hold none."""
        return ("",) if self._ends else tuple(self._then)

    def may_begin(self, word: str) -> bool:
        """Whether its texts may begin with a whole word."""
        spaced = f"{word} "
        if self._longer is None:
            self._opens = self._category.opens()
            self._longer = {f"{each.partition(' ')[0]} " for each in self._opens if " " in each}
        return spaced.startswith(self._opens) or spaced in self._longer


def branch_at(branches: dict[str, Branch], template: Template, index: int) -> None:
    """Add a template to the branch of its slot ``index``."""
    category = template.slots[index][1]
    branch = branches.get(category.name)
    if branch is None:
        branch = branches[category.name] = Branch(category)
    branch.add(template, index)


def settle(branches: dict[str, Branch]) -> tuple[Place, ...]:
    """Return the places of branches."""
    return tuple([branch.settled() for branch in branches.values()])


Fork: TypeAlias = tuple[str, int, tuple[Place, ...]]
"""What remains of an opening after its whole words, the length of the opening, its first slots."""


class Opening:
    """A word at the beginning of templates, and the words that may follow it."""

    __slots__ = ("_added", "_merged", "next")

    def __init__(self) -> None:
        self.next: dict[str, Opening] = {}
        self._added: tuple[Template, ...] = ()
        self._merged: tuple[Fork, ...] = ()

    def add(self, template: Template) -> None:
        """Add a template whose last whole word before its first slot this is."""
        self._added += (template,)

    def forks(self) -> tuple[Fork, ...]:
        """Return what may follow here before the next whole word.

        Templates are merged when a text comes this way: most words never do in one run.
        """
        if self._added:
            by_opening: dict[str, dict[str, Branch]] = {}
            for template in self._added:
                branch_at(by_opening.setdefault(template.literals[0], {}), template, 0)
            self._merged = tuple([
                (opening[opening.rfind(" ") + 1 :], len(opening), settle(branches))
                for opening, branches in by_opening.items()
            ])  # fmt: skip
            self._added = ()
        return self._merged

    def read(self, text: str, words: list[str], found: list[Reading]) -> None:
        """Add the readings of a text whose first word this is."""
        node: Opening | None = self
        later = iter(words)
        next(later)
        for word in later:
            if node is None:
                break
            if node._added:
                node.forks()
            for rest, length, places in node._merged:
                if not rest or word.startswith(rest):
                    for place in places:
                        place.read(text, words, length, (), found)
            node = node.next.get(word)


Start: TypeAlias = tuple[tuple[str, ...], int, Place]
"""A place where a text may begin: what must stand in the text, where it begins, the place."""


class Tree:
    """Templates with slots, merged by what they begin with.

    Args:
        templates: in the order of the grammar.
    """

    def __init__(self, templates: list[Template]) -> None:
        self._templates = templates
        first: dict[str, Branch] = {}
        self._root = Opening()
        for template in templates:
            opening = template.literals[0]
            if opening:
                node = self._root
                for word in opening.split(" ")[:-1]:
                    following = node.next.get(word)
                    if following is None:
                        following = node.next[word] = Opening()
                    node = following
                node.add(template)
            else:
                branch_at(first, template, 0)
        self._starts: dict[str, tuple[list[Start], Opening | None]] = {}
        self._slots: list[tuple[Branch, Start]] = [
            (branch, (branch.needs(), 0, branch.settled())) for branch in first.values()
        ]

    def needs(self) -> list[str]:
        """Return texts of which one must stand in every text that is read."""
        longest = {max(each.literals, key=len) for each in self._templates}
        return [one for one in longest if not any(o in one for o in longest - {one})]

    def starts(self, word: str) -> tuple[list[Start], Opening | None]:
        """Return what a text that begins with a word may begin with, and what follows the word."""
        known = self._starts.get(word)
        if known is None:
            starts = [start for branch, start in self._slots if branch.may_begin(word)]
            for rest, length, places in self._root.forks():
                if word.startswith(rest):
                    starts += [(("",), length, place) for place in places]
            known = self._starts[word] = (starts, self._root.next.get(word))
        return known

    def read(self, text: str) -> list[Reading]:
        """Return the readings of a whole text."""
        found: list[Reading] = []
        words = text.split(" ")
        starts, opening = self.starts(words[0])
        for _, start, place in starts:
            place.read(text, words, start, (), found)
        if opening is not None:
            opening.read(text, words, found)
        return found
