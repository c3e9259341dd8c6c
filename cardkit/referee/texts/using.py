"""Whether a power may be used now, and why not (Rule: S29, S43)."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.cardtext.effects import Cost, Step
from cardkit.cardtext.operations import DiscardEnergy
from cardkit.cardtext.powers import Activated, Times
from cardkit.cardtext.targets import Target
from cardkit.plurals import counted
from cardkit.referee.memory import name_mark, used_mark
from cardkit.referee.once import asked_once, is_nowhere
from cardkit.referee.power_facts import Use
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.execution import Execution, asked
from cardkit.referee.texts.in_force import asking, is_so, works


def use_refusals(state: State, source: Pokemon, number: int) -> Iterator[tuple[str, str]]:
    """Yield every rule that keeps the player from using a power, and the words for it.

    Args:
        state: the position.
        source: a living Pokemon in play.
        number: of the use, counted from 1.
    """
    uses = source.facts.uses
    if not 1 <= number <= len(uses):
        yield (
            "S43",
            f"{source.facts.name} has {counted(len(uses), 'power')} to use, {number} is none of "
            "them",
        )
        return
    use = uses[number - 1]
    power, name = use.power, use.power.name
    if use.void:
        yield "S43", f"nothing that {name} does exists in this game"
    if not works(source, power, state):
        yield "S43", f"{name} does not work now"
    if use.part.times is Times.ONCE and used_mark(source.card, number) in state.used_powers:
        yield "S43", f"{name} was used in this turn"
    if power.one_each_turn and name_mark(power.one_each_turn) in state.used_powers:
        yield "S43", f"one power called {power.one_each_turn} was used in this turn"
    if power.once in state.once_used:
        yield "S29", f"a {power.once} power was used in this event"
    condition = use.part.condition
    if condition is not None and not is_so(state, source, power, condition):
        yield "S43", f"{name} can't be used: what its text asks for is not so"
    if _costs_of(use.part) and not _can_pay(state, source, use):
        yield "S43", f"{name} can't be used: what it asks cannot be paid"


@asked_once
def _costs_of(part: Activated) -> tuple[Cost, ...]:
    return tuple(step for step in part.steps if isinstance(step, Cost))


def _can_pay(state: State, source: Pokemon, use: Use) -> bool:
    run = asking(state, source, use.power.frame)
    return all(_is_payable(run, step.step) for step in _costs_of(use.part))


def _is_payable(run: Execution, step: Step) -> bool:
    if is_nowhere(step):
        return False
    if isinstance(step, DiscardEnergy):
        held = [kind for _, one in run.find(step.source) for kind in one.energy]
        fitting = [kind for kind in held if not step.energy.types or kind in step.energy.types]
        return len(fitting) >= asked(step)
    target = getattr(step, "target", None)
    return not isinstance(target, Target) or bool(run.find(target))
