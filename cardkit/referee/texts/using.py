"""Whether a power may be used now, and why not (Rule: S29, S43)."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.cardtext.effects import Cost, Step
from cardkit.cardtext.operations import DiscardEnergy
from cardkit.cardtext.powers import Times
from cardkit.cardtext.targets import Target, is_void
from cardkit.plurals import counted
from cardkit.referee.memory import name_mark, used_mark
from cardkit.referee.power_facts import Use
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.execution import Execution, asked, possible
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
    if not any(possible(step) for step in use.part.steps if not isinstance(step, Cost)):
        yield "S43", f"nothing that {name} does exists in this game"
    if not works(source, power, state):
        yield "S43", f"{name} does not work now"
    if use.part.times is Times.ONCE and used_mark(source.card, number) in state.used_powers:
        yield "S43", f"{name} was used in this turn"
    if power.one_each_turn and name_mark(power.one_each_turn) in state.used_powers:
        yield "S43", f"one power called {power.one_each_turn} was used in this turn"
    if power.once in state.once_used:
        yield "S29", f"a {power.once} power was used in this event"
    if not is_so(state, source, power, use.part.condition):
        yield "S43", f"{name} can't be used: what its text asks for is not so"
    if not _can_pay(state, source, use):
        yield "S43", f"{name} can't be used: what it asks cannot be paid"


def _can_pay(state: State, source: Pokemon, use: Use) -> bool:
    run = asking(state, source, use.power.frame)
    return all(_is_payable(run, step.step) for step in use.part.steps if isinstance(step, Cost))


def _is_payable(run: Execution, step: Step) -> bool:
    if is_void(step.zones):
        return False
    if isinstance(step, DiscardEnergy):
        held = [kind for _, one in run.find(step.source) for kind in one.energy]
        fitting = [kind for kind in held if not step.energy.types or kind in step.energy.types]
        return len(fitting) >= asked(step)
    target = getattr(step, "target", None)
    return not isinstance(target, Target) or bool(run.find(target))
