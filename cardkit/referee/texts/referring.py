"""What "it" and "that Pokemon" of a text mean: the Pokemon that the text named before.

Which one that is does not depend on the game, so it is settled once when an attack is read. Only
what the player chooses is found while the text is carried out (``Execution.chosen``).
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from cardkit.cardtext.effects import Step
from cardkit.cardtext.targets import CHOSEN, DEFENDER, SELF, Target
from cardkit.cardtext.vocabulary import Place

_REFERRING = (Place.CHOSEN, Place.NAMED)


def settle_references(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return steps in which only what is chosen in play is still referred to."""
    settled: tuple[Step, ...] = _Settling().settle(steps)
    return settled


class _Settling:
    """Goes through a text in its order and remembers what was named."""

    def __init__(self) -> None:
        self._other = DEFENDER
        self._any = DEFENDER

    def settle(self, value: Any) -> Any:
        if isinstance(value, Target):
            return self._target(value)
        if isinstance(value, tuple):
            return tuple(self.settle(part) for part in value)
        if not is_dataclass(value) or isinstance(value, type):
            return value
        changes = {}
        for field in fields(value):
            part = getattr(value, field.name)
            settled = self.settle(part)
            if settled is not part and settled != part:
                changes[field.name] = settled
        return replace(value, **changes) if changes else value

    def _target(self, target: Target) -> Target:
        if target.place not in _REFERRING:
            self._any = target
            if target.place is not Place.SELF:
                self._other = target
            return target
        named = self._any if target.place is Place.NAMED else self._other
        if named.place is Place.SELF:
            meant = SELF
        elif named.number is not None or named.place in _REFERRING:
            meant = CHOSEN
        else:
            meant = named
        return replace(meant, filters=(*meant.filters, *target.filters))
