"""Why an action is not legal: every rule that it breaks, by number and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cardkit.energy import format_energy
from cardkit.errors import Fault, InputError
from cardkit.plurals import counted
from cardkit.referee.actions import (
    Action,
    Attach,
    Catch,
    ChooseEvent,
    Decide,
    Decline,
    EventKind,
    Evolve,
    Heal,
    Lead,
    LetGo,
    Pass,
    Release,
    Retreat,
    Revive,
    Run,
    SendOut,
    Stop,
    Swap,
    TakeBall,
    Throw,
    UseAttack,
    UsePower,
)
from cardkit.referee.catching import CATCHING_ROLLS
from cardkit.referee.events import BADGES
from cardkit.referee.spots import Spot, Zone
from cardkit.referee.state import BALLS, Phase, Pokemon, State
from cardkit.referee.texts.attack import (
    refusals,
    usable_despite,
)
from cardkit.referee.texts.borrowing import attacks_of
from cardkit.referee.texts.costs import may_despite, missing, priced, retreat_barred, retreat_cost
from cardkit.referee.texts.using import use_refusals


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A rule that an action, or a position, breaks.

    Attributes:
        rule: its number, e.g. ``S26``.
        what: a phrase for a person.
    """

    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.what} ({self.rule})"


class IllegalAction(InputError):  # noqa: N818 - the name says what happened
    """An action that the rules do not allow here; names every rule that it breaks."""

    def __init__(self, action: Action, violations: tuple[Violation, ...]) -> None:
        self.action = action
        self.violations = violations
        broken = "; ".join(str(violation) for violation in violations)
        super().__init__(f"the action is not legal: {broken}", where=str(action))
        self.faults = tuple(
            Fault(what=violation.what, where=str(action), rule=violation.rule)
            for violation in violations
        )


def explain(state: State, action: Action) -> tuple[Violation, ...]:
    """Return every rule that an action breaks; nothing when it is legal."""
    moment, check = _CHECKS[type(action)]
    if state.phase is moment:
        return tuple(check(state, action))
    return (_wrong_moment(state, action, moment), *check(state, action))


_MOMENTS: dict[Phase, tuple[str, str]] = {
    Phase.EVENT: ("S16", "the next event is chosen"),
    Phase.PREPARE: ("S13", "the event is prepared: swaps, then the Active is chosen"),
    Phase.ENERGY: ("S21", "the drawn Energy is used"),
    Phase.MAIN: ("S21", "the turn is played, after the drawn Energy was used"),
    Phase.CATCHING: ("S32", "a failed catch may be tried again"),
    Phase.RELEASE: ("S33", "room is made for a caught Pokemon"),
    Phase.REPLACE: ("S27", "the knocked-out Active is replaced"),
    Phase.CHOOSING: ("S43", "card text waits for an answer"),
    Phase.EVOLVE: ("S40", "a defeated enemy may be evolved into"),
    Phase.OVER: ("S11", "the adventure is over"),
    Phase.MOVING: ("S21", "an action is being carried out"),
}


def _wrong_moment(state: State, action: Action, moment: Phase) -> Violation:
    rule, then = _MOMENTS[moment]
    if state.phase is Phase.OVER:
        return Violation(rule="S11", what="the adventure is over")
    waits = state.phase is Phase.ENERGY and moment is Phase.MAIN
    now = "the drawn Energy must be used first" if waits else _MOMENTS[state.phase][1]
    return Violation(rule=rule, what=f"{action.word!r} belongs where {then}; now {now}")


def _choose_event(state: State, action: ChooseEvent) -> Iterator[Violation]:
    if action.event in state.choices:
        return
    if action.event is EventKind.CHAMPION and state.badges < BADGES:
        what = f"the champion asks for {BADGES} badges, there are {state.badges}"
        yield Violation(rule="S15", what=what)
    elif action.event is EventKind.GYM and state.badges >= BADGES:
        yield Violation(rule="S15", what=f"with {BADGES} badges the champion takes a gym's place")
    elif action.event is EventKind.SKIRMISH and state.badges >= BADGES and not state.champion_lost:
        what = f"a skirmish with {BADGES} badges comes only after losing to the champion"
        yield Violation(rule="S15", what=what)


def _swap(state: State, action: Swap) -> Iterator[Violation]:
    sound = True
    for spot, wanted, right in (
        (action.team, "the team", action.team.in_play),
        (action.pc, "the PC", action.pc.zone is Zone.PC),
    ):
        if not right:
            yield Violation(rule="S13", what=f"{spot} is not a place of {wanted}")
        if not state.exists(spot):
            yield _no_place(state, spot)
        sound = sound and right and state.exists(spot)
    if not sound:
        return
    team, stored = state.at(action.team), state.at(action.pc)
    if team is None and stored is None:
        what = f"{action.team} and {action.pc} are both empty: nothing to swap"
        yield Violation(rule="S13", what=what)
    elif stored is None and sum(1 for _ in state.team()) == 1:
        yield Violation(rule="S13", what="at least one Pokemon must stay in play")


def _lead(state: State, action: Lead) -> Iterator[Violation]:
    yield from _in_play(state, action.spot, "S13")


def _attach(state: State, action: Attach) -> Iterator[Violation]:
    yield from _living_in_play(state, action.spot, "S22")


def _revive(state: State, action: Revive) -> Iterator[Violation]:
    if state.balls < BALLS:
        what = f"a revive takes {BALLS} balls ready before the draw, there are {state.balls}"
        yield Violation(rule="S25", what=what)
    yield from _in_play(state, action.spot, "S25")
    pokemon = state.at(action.spot)
    if pokemon is not None and not pokemon.down:
        yield Violation(rule="S25", what=f"{_called(pokemon, action.spot)} is not knocked out")


def _retreat(state: State, action: Retreat) -> Iterator[Violation]:
    limit = state.table.rules.retreats_per_turn
    if state.phase is Phase.MAIN and state.retreats >= limit:
        what = f"retreats in a turn: at most {limit}, {state.retreats} made"
        yield Violation(rule="S23", what=what)
    if action.spot.zone is not Zone.BENCH:
        yield Violation(rule="S23", what=f"the new Active comes from the bench, not {action.spot}")
    yield from _living_in_play(state, action.spot, "S23")
    active = state.active
    if active is None:
        yield Violation(rule="S23", what="there is no Active that could retreat")
        return
    if active.immobile and not may_despite(state, active, retreat=True):
        yield Violation(rule="S23", what=f"{active.facts.name} is {active.posture}")
    if retreat_barred(state, active):
        what = f"{active.facts.name} can't retreat now, by an effect"
        yield Violation(rule="S43", what=what)
    yield from _payment(state, active, action)


def _payment(state: State, active: Pokemon, action: Retreat) -> Iterator[Violation]:
    cost = retreat_cost(state, active)
    if len(action.payment) != cost:
        what = (
            f"{active.facts.name} retreats for {counted(cost, 'Energy card')}, not "
            f"{len(action.payment)}"
        )
        yield Violation(rule="S23", what=what)
    lacking = Counter(action.payment) - Counter(active.energy)
    if lacking:
        missing = format_energy(tuple(lacking.elements()))
        held = format_energy(active.energy) or "nothing"
        what = f"{active.facts.name} cannot pay {missing}: attached is {held}"
        yield Violation(rule="S23", what=what)


def _heal(state: State, action: Heal) -> Iterator[Violation]:
    if not state.balls:
        yield Violation(rule="S24", what="no ball is ready")
    yield from _living_in_play(state, action.spot, "S24")
    pokemon = state.at(action.spot)
    if pokemon is not None and not pokemon.damage:
        yield Violation(rule="S24", what=f"{_called(pokemon, action.spot)} has no damage")


def _run(state: State, _action: Run) -> Iterator[Violation]:
    if state.event is not EventKind.SKIRMISH:
        yield Violation(rule="S26", what=f"only a skirmish can be left, this is a {state.event}")
    for spot, pokemon in state.team():
        held, cost = len(pokemon.energy), retreat_cost(state, pokemon)
        if not pokemon.down and held < cost:
            what = f"{_called(pokemon, spot)} has {held} Energy, its retreat cost is {cost}"
            yield Violation(rule="S26", what=what)


def _use_attack(state: State, action: UseAttack) -> Iterator[Violation]:
    active = state.active
    if active is None:
        yield Violation(rule="S28", what="there is no Active that could attack")
        return
    name, attacks = active.facts.name, attacks_of(state, active)
    if not 1 <= action.number <= len(attacks):
        what = (
            f"{name} has {counted(len(attacks), 'attack')}, "
            f"number {action.number} is not one of them"
        )
        yield Violation(rule="S28", what=what)
        return
    attack = attacks[action.number - 1]
    if active.immobile and not usable_despite(state, active, attack):
        yield Violation(rule="S28", what=f"{name} is {active.posture} and cannot attack")
    if attack.unread:
        yield Violation(rule="S43", what=attack.unread)
    if attack.once in state.once_used:
        what = f"a {attack.once} attack was used in this event"
        yield Violation(rule="S29", what=what)
    for refusal in refusals(state, active, attack):
        yield Violation(rule="S43", what=refusal)
    lacks = missing(state, active, attack)
    if lacks:
        cost = format_energy(priced(state, active, attack).cost)
        what = f"{attack.name} costs {cost}, missing {format_energy(lacks)}"
        yield Violation(rule="S28", what=what)


def _use_power(state: State, action: UsePower) -> Iterator[Violation]:
    yield from _living_in_play(state, action.spot, "S43")
    pokemon = state.at(action.spot)
    if pokemon is not None and action.spot.in_play and not pokemon.down:
        for rule, what in use_refusals(state, pokemon, action.number):
            yield Violation(rule=rule, what=what)


def _catch(state: State, _action: Catch) -> Iterator[Violation]:
    if state.event is not EventKind.SKIRMISH:
        what = f"catching is for skirmishes, this is a {state.event}"
        yield Violation(rule="S30", what=what)
    if state.enemy is None:
        yield Violation(rule="S30", what="there is no enemy to catch")
        return
    facts = state.enemy.facts
    if not CATCHING_ROLLS[facts.deck_number - 1]:
        yield Violation(rule="S30", what=f"{facts.name} of the {facts.deck} deck cannot be caught")
    if not facts.playable:
        yield Violation(rule="S9", what=f"{facts.name} is a proxy: never the player's Pokemon")


def _throw(state: State, _action: Throw) -> Iterator[Violation]:
    if not state.balls:
        yield Violation(rule="S32", what="no ball is ready")
    limit = state.table.rules.balls_per_catch
    if limit is not None and state.throws >= limit:
        what = f"balls for one catch: at most {limit}, {state.throws} spent"
        yield Violation(rule="S32", what=what)


def _release(state: State, action: Release) -> Iterator[Violation]:
    if action.spot.zone is not Zone.PC:
        yield Violation(rule="S33", what=f"a Pokemon of the PC is released, not {action.spot}")
    yield from _taken(state, action.spot, "S33")


def _send_out(state: State, action: SendOut) -> Iterator[Violation]:
    if action.spot.zone is not Zone.BENCH:
        yield Violation(rule="S27", what=f"the new Active comes from the bench, not {action.spot}")
    yield from _living_in_play(state, action.spot, "S27")


def _decide(state: State, action: Decide) -> Iterator[Violation]:
    if state.attempt is not None and action.answer not in state.attempt.options:
        options = ", ".join(state.attempt.options)
        what = f"{state.attempt.question}: the answers are {options}, not {action.answer!r}"
        yield Violation(rule="S43", what=what)


def _evolve(state: State, action: Evolve) -> Iterator[Violation]:
    yield from _taken(state, action.spot, "S40")
    pokemon = state.at(action.spot)
    if state.fallen is None:
        yield Violation(rule="S40", what="no enemy has just been knocked out")
    if pokemon is None:
        return
    if not pokemon.alive:
        what = f"{_called(pokemon, action.spot)} is knocked out and cannot evolve"
        yield Violation(rule="S40", what=what)
    if state.fallen is None:
        return
    upper = state.fallen.facts
    if not upper.playable:
        yield Violation(rule="S9", what=f"{upper.name} is a proxy: never the player's Pokemon")
    if not upper.evolves_from or upper.evolves_from != pokemon.facts.folded_name:
        what = f"{upper.name} does not evolve from {_called(pokemon, action.spot)}"
        yield Violation(rule="S40", what=what)


def _nothing_more(_state: State, _action: Action) -> Iterator[Violation]:
    return iter(())


def _living_in_play(state: State, spot: Spot, rule: str) -> Iterator[Violation]:
    yield from _in_play(state, spot, rule)
    pokemon = state.at(spot)
    if pokemon is not None and pokemon.down:
        yield Violation(rule=rule, what=f"{_called(pokemon, spot)} is knocked out")


def _in_play(state: State, spot: Spot, rule: str) -> Iterator[Violation]:
    if not spot.in_play:
        yield Violation(rule=rule, what=f"{spot} is not in play")
    yield from _taken(state, spot, rule)


def _taken(state: State, spot: Spot, rule: str) -> Iterator[Violation]:
    if not state.exists(spot):
        yield _no_place(state, spot)
    elif state.at(spot) is None:
        yield Violation(rule=rule, what=f"{spot} is empty")


def _no_place(state: State, spot: Spot) -> Violation:
    size = len(state.pc if spot.zone is Zone.PC else state.bench)
    return Violation(rule="S8", what=f"there is no place {spot}: {spot.zone} has {size}")


def _called(pokemon: Pokemon, spot: Spot) -> str:
    return f"{pokemon.facts.name} ({spot})"


_CHECKS: dict[type[Action], tuple[Phase, Callable[[State, Any], Iterator[Violation]]]] = {
    ChooseEvent: (Phase.EVENT, _choose_event),
    Swap: (Phase.PREPARE, _swap),
    Lead: (Phase.PREPARE, _lead),
    Attach: (Phase.ENERGY, _attach),
    TakeBall: (Phase.ENERGY, _nothing_more),
    Revive: (Phase.ENERGY, _revive),
    Retreat: (Phase.MAIN, _retreat),
    Heal: (Phase.MAIN, _heal),
    Run: (Phase.MAIN, _run),
    UseAttack: (Phase.MAIN, _use_attack),
    UsePower: (Phase.MAIN, _use_power),
    Catch: (Phase.MAIN, _catch),
    Pass: (Phase.MAIN, _nothing_more),
    Throw: (Phase.CATCHING, _throw),
    Stop: (Phase.CATCHING, _nothing_more),
    Release: (Phase.RELEASE, _release),
    LetGo: (Phase.RELEASE, _nothing_more),
    SendOut: (Phase.REPLACE, _send_out),
    Evolve: (Phase.EVOLVE, _evolve),
    Decide: (Phase.CHOOSING, _decide),
    Decline: (Phase.EVOLVE, _nothing_more),
}
