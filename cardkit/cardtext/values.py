"""What the values of card text are made of: frozen structs with fields by name.

They are structs of msgspec and not dataclasses, which take several times as long to be made, to be
compared and to be looked up by; reading a text makes a value for each phrase of it.
"""

from __future__ import annotations

from typing import Any

from msgspec import NODEFAULT, Struct


def part_names(kind: type) -> tuple[str, ...]:
    """Return the fields of a kind of value in order; none for any other type.

    >>> class Heal(Struct, frozen=True, kw_only=True):
    ...     damage: int
    >>> part_names(Heal), part_names(int)
    (('damage',), ())
    """
    names: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
    return names


def default_of(kind: type[Struct], name: str) -> Any:
    """Return what a field holds that is left out; ``NODEFAULT`` where it must be given."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    place = names.index(name) - len(names) + len(defaults)
    return NODEFAULT if place < 0 else defaults[place]


class Slot(Struct, frozen=True):
    """A place in the value of a rule that the text fills."""

    name: str


def slot(name: str) -> Any:
    """Return a slot that may stand anywhere in the value of a rule."""
    return Slot(name)
