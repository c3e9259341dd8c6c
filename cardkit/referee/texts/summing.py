"""The damage of an attack summed up: its base, and what its text adds (Rule: R5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cardkit.cards import EnergyType
from cardkit.cardtext.counts import EnergyOn
from cardkit.cardtext.damage_operations import Damage, Limit
from cardkit.referee.texts.counting import amount_of, count_of
from cardkit.referee.texts.words import count_words

if TYPE_CHECKING:
    from cardkit.referee.texts.execution import Execution


def sum_up(run: Execution, step: Damage) -> None:
    """Change the damage of the attack as far as it has come, and tell how."""
    base = 0 if run.base is None else run.base
    if step.base is not None:
        base = amount_of(run, step.base)
        run.terms = [_worked(run, step.base, base)]
    elif not run.terms and run.base is not None:
        run.terms = [str(base)]
    for amount, sign in ((step.more, 1), (step.less, -1)):
        if amount is not None:
            change = amount_of(run, amount)
            base += sign * change
            run.added, run.counted = sign * change, amount
            if change:
                run.terms.append(f"{'+' if sign > 0 else '-'} {_worked(run, amount, change)}")
    run.base = max(0, base)


def limit(run: Execution, step: Limit) -> None:
    """Take back what the step before has added beyond a limit."""
    if step.counted is not None:
        over = _beyond(run, step.types, step.counted)
    else:
        over = run.added - (step.most or 0)
    if over > 0 and run.base is not None:
        run.base -= over
        run.terms.append(f"- {over} (at most {run.added - over} more)")


def _beyond(run: Execution, types: tuple[EnergyType, ...], most: int) -> int:
    """Return the damage of Energy of these types beyond so many."""
    counted = run.counted.count
    if not isinstance(counted, EnergyOn):
        return 0
    number = count_of(run, replace(counted, types=types or counted.types))
    return run.counted.per * max(0, number - most)


def _worked(run: Execution, amount: Any, total: int) -> str:
    if amount.count is None or amount.fixed:
        return str(total)
    counted = count_of(run, amount.count)
    return f"{amount.per} × {counted} ({count_words(amount.count)})"
