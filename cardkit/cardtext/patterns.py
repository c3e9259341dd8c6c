"""Rules: a template and a value with slots in it, filled from a text or fitted to a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from cardkit.cardtext.effects import Wording
from cardkit.cardtext.values import Slot, default_of, part_names

if TYPE_CHECKING:
    from cardkit.cardtext.grammar import Category

Reading: TypeAlias = tuple[Any, Wording]
"""A value and how it was worded."""
Filler: TypeAlias = Callable[[Mapping[str, Any]], Any]


class Pattern:
    """The value of a rule.

    How it is filled is worked out the first time: most rules are never read in one run.

    Args:
        value: a value with slots in it.
    """

    __slots__ = ("_filler", "_known", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self._filler: Filler | None = None
        self._known = False

    def filled(self, bound: Mapping[str, Any]) -> Any:
        """Return the value with its slots filled by name."""
        if not self._known:
            self._known = True
            self._filler = _filler(self.value)
        return self.value if self._filler is None else self._filler(bound)

    def fitted(self, value: Any) -> dict[str, Any] | None:
        """Return what the slots hold in a given value; None when it is another."""
        bound: dict[str, Any] = {}
        return bound if _fits(self.value, value, bound) else None


class Template(NamedTuple):
    """One spelling of a rule.

    Attributes:
        number: its place in the category, from 1.
        rule: the place of its rule among the category's rules, from 1.
        literals: the texts around the slots, one more than there are slots.
        names: what each slot is called.
        categories: the category of each slot.
        pattern: what it means; the spellings of a rule share it.
        compound: joins clauses; tried only where no other rule reads the text.
    """

    number: int
    rule: int
    literals: tuple[str, ...]
    names: tuple[str, ...]
    categories: tuple[Category, ...]
    pattern: Pattern
    compound: bool

    @property
    def value(self) -> Any:
        """The value with its slots."""
        return self.pattern.value

    @property
    def slots(self) -> list[tuple[str, Category]]:
        """Name and category of each slot."""
        return list(zip(self.names, self.categories, strict=True))

    @property
    def is_unit(self) -> bool:
        """Whether it only says that one category is part of another."""
        return self.literals == ("", "") and type(self.pattern.value) is Slot and not self.compound

    def build(self, readings: tuple[Reading, ...], found: list[Reading]) -> None:
        """Add the filled value, unless one slot stands for two different things."""
        if len(readings) == 1:
            [(value, wording)] = readings
            [name] = self.names
            found.append((self.pattern.filled({name: value}), (self.number, (wording,))))
            return
        values, wordings = zip(*readings, strict=True)
        bound = dict(zip(self.names, values, strict=True))
        if len(bound) < len(values):
            for name, value in zip(self.names, values, strict=True):
                if bound[name] != value:
                    return
        found.append((self.pattern.filled(bound), (self.number, wordings)))

    def print(self, value: Any, wordings: tuple[Wording, ...] | None) -> str | None:
        """Print a value, or return None when the rule does not say it."""
        bound = self.pattern.fitted(value)
        if bound is None:
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


_PLAIN = (int, str, bool, NoneType, frozenset)
"""Types that hold no slots."""


def _filler(value: Any) -> Filler | None:
    """Return what fills the slots of a value; None when it has none."""
    if isinstance(value, Slot):
        name = value.name
        return lambda bound: bound[name]
    if isinstance(value, tuple):
        inner = [(part, _filler(part)) for part in value]
        if all(maker is None for _, maker in inner):
            return None
        return lambda bound: tuple([maker(bound) if maker else part for part, maker in inner])
    kind: Any = type(value)
    fixed: dict[str, Any] = {}
    slots: list[tuple[str, str]] = []
    makers: list[tuple[str, Filler]] = []
    for name in part_names(kind):
        part = getattr(value, name)
        if type(part) is Slot:
            slots.append((name, part.name))
            continue
        maker = None if type(part) in _PLAIN else _filler(part)
        if maker is not None:
            makers.append((name, maker))
        elif part is not default_of(kind, name):
            fixed[name] = part
    return _struct_filler(kind, fixed, slots, makers) if slots or makers else None


def _struct_filler(
    kind: Any,
    fixed: dict[str, Any],
    slots: list[tuple[str, str]],
    makers: list[tuple[str, Filler]],
) -> Filler:
    """Return what makes a value of fixed fields, fields that are slots, and fields with slots."""

    def fill(bound: Mapping[str, Any]) -> Any:
        values = fixed.copy()
        for name, slot_name in slots:
            values[name] = bound[slot_name]
        for name, maker in makers:
            values[name] = maker(bound)
        return kind(**values)

    return fill


def _fits(pattern: Any, value: Any, bound: dict[str, Any]) -> bool:
    kind = type(pattern)
    if kind is Slot:
        if pattern.name in bound:
            return bool(bound[pattern.name] == value)
        bound[pattern.name] = value
        return True
    if kind is not type(value):
        return False
    if kind is tuple:
        return len(pattern) == len(value) and all(
            _fits(a, b, bound) for a, b in zip(pattern, value, strict=True)
        )
    names = part_names(kind)
    if not names:
        return bool(pattern == value)
    return all(_fits(getattr(pattern, name), getattr(value, name), bound) for name in names)
