"""Merging templates: those that begin alike share one path down a tree.

The words before the first slot are looked up one by one: each is a :class:`Node`. Where slots may
follow, templates with the same slot share a :class:`Branch`; what follows that slot is merged in
the same way. See :mod:`cardkit.cardtext.matching` for how a text goes down the branches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from cardkit.cardtext.matching import Joint, Last, Phrase, Place, Word
from cardkit.cardtext.patterns import Template

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category

_FEW = 8
"""Texts that are looked for one by one, before a slot is read for them."""
_NONE = ("",)


class Branch:
    """A slot at the same place of several templates that are all alike before it.

    Args:
        category: what stands there.
    """

    __slots__ = ("_ends", "_needs", "_place", "_then", "category")

    def __init__(self, category: Category) -> None:
        self.category = category
        self._ends: dict[str, list[Template]] = {}
        self._then: dict[str, dict[str, Branch]] = {}
        self._place: Place | None = None
        self._needs: tuple[str, ...] | None = None

    def add(self, template: Template, index: int) -> None:
        """Add a template whose slot ``index`` this is."""
        literal = template.literals[index + 1]
        if index == len(template.names) - 1:
            self._ends.setdefault(literal, []).append(template)
        else:
            branch_at(self._then.setdefault(literal, {}), template, index + 1)

    @property
    def place(self) -> Place:
        """How it is read; worked out the first time, for most are never read in one run."""
        if self._place is None:
            self._place = self._settled()
        return self._place

    def _settled(self) -> Place:
        joints = [Joint(literal, tuple(some.values())) for literal, some in self._then.items()]
        if self.category.is_listed:
            return Word(self.category, self._ends, joints)
        if len(self._ends) == 1 and not joints:
            [(tail, templates)] = self._ends.items()
            return Last(self.category, tail, templates)
        return Phrase(self.category, self._ends, joints)

    def opens(self) -> tuple[str, ...]:
        """Return what a text begins with from here on; of what may be left out, what follows."""
        if "" not in self.category.listed or not self.category.is_listed or "" in self._ends:
            return self.category.opens()
        opens = {*self.category.listed, *self._ends} - {""}
        for literal, branches in self._then.items():
            opens.update([literal] if literal else opens_of(branches.values()))
        return tuple(opens)

    @property
    def needs(self) -> tuple[str, ...]:
        """Texts of which one must stand in a text; the empty one when it may hold none."""
        if self._needs is None:
            after = {*self._ends, *self._then}
            if "" in after:
                self._needs = self.category.holds()[:1] or _NONE
            else:
                self._needs = tuple(_shortest(after)) if len(after) <= _FEW else _NONE
        return self._needs


def opens_of(branches: Iterable[Branch]) -> list[str]:
    """Return what a text begins with where one of several slots begins."""
    return [each for branch in branches for each in branch.opens()]


def branch_at(branches: dict[str, Branch], template: Template, index: int) -> None:
    """Add a template to the branch of its slot ``index``."""
    category = template.categories[index]
    branch = branches.get(category.name)
    if branch is None:
        branch = branches[category.name] = Branch(category)
    branch.add(template, index)


Start: TypeAlias = tuple[str, int, tuple[Branch, ...]]
"""What remains of an opening after its whole words, the length of the opening, its first slots."""


class Node:
    """A place between the whole words with which templates open; the root is before the first."""

    __slots__ = ("_added", "_starts", "next")

    def __init__(self) -> None:
        self.next: dict[str, Node] = {}
        self._added: list[Template] = []
        self._starts: tuple[Start, ...] = ()

    def add(self, template: Template) -> None:
        """Add a template whose first slot comes before the next whole word."""
        self._added.append(template)

    def starts(self) -> tuple[Start, ...]:
        """Return the slots that may begin here; templates are merged when a text comes this way."""
        if self._added:
            openings: dict[str, dict[str, Branch]] = {}
            for template in self._added:
                branch_at(openings.setdefault(template.literals[0], {}), template, 0)
            self._starts = tuple([
                (opening[opening.rfind(" ") + 1 :], len(opening), tuple(branches.values()))
                for opening, branches in openings.items()
            ])  # fmt: skip
            self._added = []
        return self._starts


def tree_of(templates: list[Template]) -> Node:
    """Return the root of a tree of templates with slots."""
    root = Node()
    for template in templates:
        node = root
        for word in template.literals[0].split(" ")[:-1]:
            following = node.next.get(word)
            if following is None:
                following = node.next[word] = Node()
            node = following
        node.add(template)
    return root


def needs_of(templates: list[Template]) -> list[str]:
    """Return texts of which one must stand in every text that one of the templates reads."""
    return _shortest({max(each.literals, key=len) for each in templates})


def _shortest(texts: set[str]) -> list[str]:
    """Leave out texts in which another one stands."""
    return sorted(one for one in texts if not any(o in one for o in texts - {one}))
