"""Merging templates: those that begin alike share one path down a tree.

Templates with the same text before the first slot share an :class:`Opening`, and those with the
same first slot a :class:`Branch`; what follows that slot is merged in the same way. See
:mod:`cardkit.cardtext.chains` for how a text comes to an opening, and
:mod:`cardkit.cardtext.matching` for how it goes down the branches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

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


class Opening:
    """The text before the first slot of templates.

    Args:
        literal: that text.
    """

    __slots__ = ("_added", "_branches", "literal")

    def __init__(self, literal: str) -> None:
        self.literal = literal
        self._added: list[Template] = []
        self._branches: dict[str, Branch] = {}

    def add(self, template: Template) -> None:
        """Add a template that begins so."""
        self._added.append(template)

    def branches(self) -> Iterable[Branch]:
        """Return the first slots; templates are merged when a text comes this way."""
        for template in self._added:
            branch_at(self._branches, template, 0)
        self._added = []
        return self._branches.values()


def openings_of(templates: list[Template]) -> list[Opening]:
    """Return the openings of templates with slots."""
    openings: dict[str, Opening] = {}
    for template in templates:
        literal = template.literals[0]
        opening = openings.get(literal)
        if opening is None:
            opening = openings[literal] = Opening(literal)
        opening.add(template)
    return list(openings.values())


def needs_of(templates: list[Template]) -> list[str]:
    """Return texts of which one must stand in every text that one of the templates reads."""
    return _shortest({max(each.literals, key=len) for each in templates})


def _shortest(texts: set[str]) -> list[str]:
    """Leave out texts in which another one stands."""
    kept: list[str] = []
    for text in sorted(texts, key=len):
        for shorter in kept:
            if shorter in text:
                break
        else:
            kept.append(text)
    return kept
