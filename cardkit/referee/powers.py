"""Powers carried out: used by the player, or working at their moment (Rule: S29, S43).

Both may ask the player something: then they are begun anew with the answer, as attacks are
(:mod:`cardkit.referee.texts.attempts`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardkit.referee import turns
from cardkit.referee.actions import Action, Decide, UseAttack, UsePower, WorkPower
from cardkit.referee.happenings import What
from cardkit.referee.memory import Attempt, name_mark, used_mark
from cardkit.referee.memory_notation import NOBODY, place_of, places
from cardkit.referee.play import Play
from cardkit.referee.state import Phase, State, Step, present
from cardkit.referee.texts.attempts import Answers, attempt, decide, resume
from cardkit.referee.texts.execution import Execution
from cardkit.referee.texts.finding import Sides
from cardkit.referee.texts.settling import settle, somebody_falls


def use_power(play: Play, action: UsePower) -> None:
    """Use a power of a Pokemon in play; the turn goes on after it."""
    attempt(play, action, _use)


def _use(play: Play, action: UsePower, answers: Answers) -> None:
    state = play.state
    source = present(state.at(action.spot))
    use = source.facts.uses[action.number - 1]
    power, part = use.power, use.part
    state.agenda += [Step.PLAYER_MAIN, Step.KNOCK_OUTS]
    play.tell(What.POWER_USED, name=source.facts.name, card=source.facts.key, power=power.name)
    state.used_powers |= {used_mark(source.card, action.number)}
    if power.one_each_turn:
        state.used_powers |= {name_mark(power.one_each_turn)}
    if power.once:
        state.once_used |= {power.once}
    run = Execution(play, source, power.frame, Sides.of_player(state), answers)
    run.did = 1  # "you may use this power. If you do, ..."
    run.at_once(part.steps)


def work(play: Play) -> None:
    """Let the first power work whose moment has come; it may have left the table since."""
    state = play.state
    first, *rest = state.pending
    state.pending = tuple(rest)
    if rest:
        state.agenda.append(Step.POWERS)
    for spot, pokemon in state.team():
        if pokemon.card == first.card and not pokemon.down:
            subject = place_of(state, first.subject) or NOBODY
            action = WorkPower(spot=spot, number=first.number, subject=subject, amount=first.amount)
            attempt(play, action, _work)
            return


def _work(play: Play, action: WorkPower, answers: Answers) -> None:
    state = play.state
    source = present(state.at(action.spot))
    power, part = source.facts.triggers[action.number - 1]
    run = Execution(play, source, power.frame, Sides.of_player(state), answers)
    if part.may and run.choose("use it?", ("yes", "no")) == "no":
        return
    if part.once:
        state.used_powers |= {used_mark(source.card, -action.number)}
    play.tell(What.POWER_WORKS, name=source.facts.name, card=source.facts.key, power=power.name)
    run.did = 1
    run.striking = action.amount or None
    run.chosen = [one for place, one in places(state) if place == action.subject]
    run.at_once(part.steps)


def player_main(play: Play) -> None:
    """Go on with the player's turn."""
    play.state.phase = Phase.MAIN


def follow_up(play: Play) -> None:
    """After a decision: settle what powers change, and do what came of it before going on."""
    state = play.state
    if state.table.settles:
        settle(state)
    if state.phase is Phase.MAIN and (state.pending or _is_enough(state)):
        state.agenda.insert(0, Step.PLAYER_MAIN)
        if not state.pending:
            state.agenda.append(Step.KNOCK_OUTS)
        state.phase = Phase.MOVING


def _is_enough(state: State) -> bool:
    """Whether somebody's HP have sunk to the damage."""
    enemy = state.enemy
    return somebody_falls(state) or (enemy is not None and enemy.damage >= enemy.hp)


def answer(play: Play, action: Decide) -> None:
    """Answer what a text asks, and carry it out again."""
    decide(play, action, _CARRIED[type(present(play.state.attempt).action)])


def ask_again(play: Play, waiting: Attempt) -> None:
    """Carry a text that asks out as far as it was, so that it asks again (Rule: S43)."""
    resume(play, waiting, _CARRIED[type(waiting.action)])


_CARRIED: dict[type[Action], Callable[[Play, Any, Answers], None]] = {
    UseAttack: turns.carry_attack,
    UsePower: _use,
    WorkPower: _work,
}
