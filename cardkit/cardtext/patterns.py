"""Values with slots in them: what a rule means, filled from a text or fitted to a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeAlias

Filler: TypeAlias = Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a rule's value that the text fills."""

    name: str


def slot(name: str) -> Any:
    """Return a slot that may stand anywhere in the value of a rule."""
    return Slot(name)


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


_NAMES: dict[type, tuple[str, ...]] = {}


def part_names(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass in order; none for any other type."""
    names = _NAMES.get(kind)
    if names is None:
        names = tuple(part.name for part in fields(kind)) if is_dataclass(kind) else ()
        _NAMES[kind] = names
    return names


def _filler(value: Any) -> Filler | None:
    """Return what fills the slots of a value; None when it has none."""
    if isinstance(value, Slot):
        name = value.name
        return lambda bound: bound[name]
    if isinstance(value, tuple):
        makers = [(part, _filler(part)) for part in value]
        if all(maker is None for _, maker in makers):
            return None
        return lambda bound: tuple([maker(bound) if maker else part for part, maker in makers])
    kind: Any = type(value)
    parts = {name: getattr(value, name) for name in part_names(kind)}
    found = [(name, _filler(part)) for name, part in parts.items()]
    slotted = [(name, maker) for name, maker in found if maker is not None]
    if not slotted:
        return None
    fixed = {name: part for name, part in parts.items() if name not in dict(slotted)}
    if len(slotted) == 1:
        [(only, make)] = slotted
        return lambda bound: kind(**fixed, **{only: make(bound)})
    return lambda bound: kind(**fixed, **{name: maker(bound) for name, maker in slotted})


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
            [_fits(a, b, bound) for a, b in zip(pattern, value, strict=True)]
        )
    names = part_names(kind)
    if not names:
        return bool(pattern == value)
    return all(_fits(getattr(pattern, name), getattr(value, name), bound) for name in names)
