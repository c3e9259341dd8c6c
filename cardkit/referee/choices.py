"""What the player may do: every legal action of a position, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import combinations

from cardkit.cards import EnergyType
from cardkit.referee.actions import (
    Action,
    Attach,
    Catch,
    ChooseEvent,
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
    SpotAction,
    Stop,
    Swap,
    TakeBall,
    Throw,
    UseAttack,
    format_energy,
    parse_energy,
)
from cardkit.referee.catching import CATCHING_ROLLS, may_throw
from cardkit.referee.damage import can_pay
from cardkit.referee.knockouts import can_evolve
from cardkit.referee.legality import Violation
from cardkit.referee.spots import ACTIVE, Spot, bench, pc
from cardkit.referee.state import BALLS, Phase, Pokemon, State, present

_TAKE_BALL, _RUN, _CATCH, _PASS = TakeBall(), Run(), Catch(), Pass()
_THROW, _STOP, _LET_GO, _DECLINE = Throw(), Stop(), LetGo(), Decline()


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every legal action; empty only when the adventure is over."""
    return tuple(_BY_PHASE[state.phase](state))


class LegalActions(Collection[Action]):
    """What the player may do now: looked up when it is asked for, not before.

    ``action in legal`` asks the rules about one action, iterating lists them all in a fixed order.
    It always speaks of the position as it is; ``tuple(legal)`` keeps what was legal. What a person
    says (:mod:`cardkit.referee.said`) may be legal, but there is too much of it to be listed.
    """

    __slots__ = ("_explain", "_state")

    def __init__(self, state: State, explain: Callable[[Action], tuple[Violation, ...]]) -> None:
        self._state = state
        self._explain = explain

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and not self._explain(action)

    def __iter__(self) -> Iterator[Action]:
        return iter(legal_actions(self._state))

    def __len__(self) -> int:
        return len(legal_actions(self._state))

    def __bool__(self) -> bool:
        return bool(legal_actions(self._state))

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(map(str, self)) or 'none'}>"


def can_run(state: State) -> bool:
    """Whether the player may leave the skirmish (Rule: S26)."""
    return state.event is EventKind.SKIRMISH and all(
        pokemon.down or len(pokemon.energy) >= pokemon.facts.retreat_cost
        for _, pokemon in state.team()
    )


def can_catch(state: State) -> bool:
    """Whether the enemy may be caught at all (Rule: S9, S30)."""
    facts = present(state.enemy).facts
    return (
        state.event is EventKind.SKIRMISH
        and facts.playable
        and bool(CATCHING_ROLLS[facts.deck_number - 1])
    )


@lru_cache(maxsize=4096)
def _at(kind: type[SpotAction], spot: Spot) -> SpotAction:
    return kind(spot=spot)


@lru_cache(maxsize=256)
def _attack(number: int) -> UseAttack:
    return UseAttack(number=number)


@lru_cache(maxsize=4096)
def _swap(place: Spot, number: int) -> Swap:
    return Swap(team=place, pc=pc(number))


@lru_cache(maxsize=4096)
def _retreat(number: int, payment: tuple[EnergyType, ...]) -> Retreat:
    return Retreat(spot=bench(number), payment=payment)


@lru_cache(maxsize=4096)
def _payments(letters: str, cost: int) -> tuple[tuple[EnergyType, ...], ...]:
    """Return the distinct ways to pay ``cost`` cards out of sorted Energy letters."""
    found = dict.fromkeys(combinations(letters, cost))
    return tuple(parse_energy("".join(part)) for part in found)


def _event(state: State) -> Iterator[Action]:
    for event in state.choices:
        yield ChooseEvent(event=event)


def _prepare(state: State) -> Iterator[Action]:
    team = [spot for spot, _ in state.team()]
    for spot in team:
        yield _at(Lead, spot)
    places = (ACTIVE, *(bench(number) for number in range(1, len(state.bench) + 1)))
    for place in places:
        taken = state.at(place) is not None
        for number, stored in enumerate(state.pc, start=1):
            if stored is not None or (taken and len(team) > 1):
                yield _swap(place, number)


def _energy(state: State) -> Iterator[Action]:
    fallen: list[Spot] = []
    for spot, pokemon in state.team():
        if pokemon.down:
            fallen.append(spot)
        else:
            yield _at(Attach, spot)
    yield _TAKE_BALL
    if state.balls == BALLS:
        for spot in fallen:
            yield _at(Revive, spot)


def _main(state: State) -> Iterator[Action]:
    active = present(state.active)
    if not active.immobile:
        for number, attack in enumerate(active.facts.attacks, start=1):
            usable = not attack.unread and attack.once not in state.once_used
            if usable and can_pay(attack, active.energy):
                yield _attack(number)
        yield from _retreats(state, active)
    if can_catch(state):
        yield _CATCH
    if state.balls:
        for spot, pokemon in state.team():
            if pokemon.damage:  # the fallen have none
                yield _at(Heal, spot)
    if can_run(state):
        yield _RUN
    yield _PASS


def _retreats(state: State, active: Pokemon) -> Iterator[Action]:
    cost = active.facts.retreat_cost
    if state.retreats >= state.table.rules.retreats_per_turn or len(active.energy) < cost:
        return
    payments: tuple[tuple[EnergyType, ...], ...] | None = None
    for number, pokemon in enumerate(state.bench, start=1):
        if pokemon is not None and not pokemon.down:
            if payments is None:
                payments = _payments(format_energy(active.energy) if cost else "", cost)
            for payment in payments:
                yield _retreat(number, payment)


def _catching(state: State) -> Iterator[Action]:
    if may_throw(state):
        yield _THROW
    yield _STOP


def _release(state: State) -> Iterator[Action]:
    for number, pokemon in enumerate(state.pc, start=1):
        if pokemon is not None:
            yield _at(Release, pc(number))
    yield _LET_GO


def _replace(state: State) -> Iterator[Action]:
    for number, pokemon in enumerate(state.bench, start=1):
        if pokemon is not None and not pokemon.down:
            yield _at(SendOut, bench(number))


def _evolve(state: State) -> Iterator[Action]:
    fallen = present(state.fallen)
    for spot, pokemon in state.owned():
        if can_evolve(pokemon, fallen):
            yield _at(Evolve, spot)
    yield _DECLINE


def _nothing(_state: State) -> Iterator[Action]:
    return iter(())


_BY_PHASE: dict[Phase, Callable[[State], Iterator[Action]]] = {
    Phase.EVENT: _event,
    Phase.PREPARE: _prepare,
    Phase.ENERGY: _energy,
    Phase.MAIN: _main,
    Phase.CATCHING: _catching,
    Phase.RELEASE: _release,
    Phase.REPLACE: _replace,
    Phase.EVOLVE: _evolve,
    Phase.OVER: _nothing,
    Phase.MOVING: _nothing,
}
