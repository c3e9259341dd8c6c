"""What the player may do: every legal action of a position, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations

from cardkit.cards import EnergyType
from cardkit.energy import ENERGY_ORDER
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
    SpotAction,
    Stop,
    Swap,
    TakeBall,
    Throw,
    UseAttack,
    UsePower,
)
from cardkit.referee.catching import CATCHING_ROLLS, may_throw
from cardkit.referee.damage import can_pay
from cardkit.referee.knockouts import can_evolve
from cardkit.referee.legality import Violation
from cardkit.referee.play import Play
from cardkit.referee.spots import ACTIVE, Spot, bench, pc
from cardkit.referee.state import BALLS, Phase, Pokemon, State, absent, present
from cardkit.referee.table import CardFacts
from cardkit.referee.texts.attack import (
    usable,
    usable_despite,
)
from cardkit.referee.texts.borrowing import attacks_of
from cardkit.referee.texts.costs import affordable, may_despite, retreat_barred, retreat_cost
from cardkit.referee.texts.in_force import any_hold
from cardkit.referee.texts.using import use_refusals

_TAKE_BALL, _CAN_CATCH = TakeBall(), (Catch(),)
_RUN_OR_PASS: tuple[Action, ...] = (Run(), Pass())
_ONLY_PASS: tuple[Action, ...] = (Pass(),)
_THROW, _STOP, _LET_GO, _DECLINE = Throw(), Stop(), LetGo(), Decline()
_Listed = tuple[Action, ...]


# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_SKIRMISH = EventKind.SKIRMISH


def legal_actions(state: State) -> _Listed:
    """Return every legal action; empty only when the adventure is over."""
    return _BY_PHASE[state.phase](state)


class LegalActions(Collection[Action]):
    """What the player may do now: looked up when it is asked for, not before.

    ``action in legal`` asks the rules about one action, iterating lists them all in a fixed order.
    It always speaks of the position as it is; ``tuple(legal)`` keeps what was legal. What a person
    says (:mod:`cardkit.referee.said`) may be legal, but there is too much of it to be listed.
    """

    __slots__ = ("_explain", "_listed", "_moves", "_play")

    def __init__(self, play: Play, explain: Callable[[Action], tuple[Violation, ...]]) -> None:
        self._play = play
        self._explain = explain
        self._moves = -1
        self._listed: _Listed = ()

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and not self._explain(action)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._list())

    def __len__(self) -> int:
        return len(self._list())

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(map(str, self)) or 'none'}>"

    def _list(self) -> _Listed:
        play = self._play
        if self._moves != play.moves:
            self._moves = play.moves
            self._listed = legal_actions(play.state)
        return self._listed


def _can_run(state: State, side: Iterable[Pokemon | None], ruled: bool) -> bool:
    """Whether nobody keeps the player from leaving a skirmish (Rule: S26)."""
    for pokemon in side:
        if pokemon is not None and not pokemon.down:
            cost = pokemon.facts.retreat_cost
            if ruled or pokemon.laid:
                cost = retreat_cost(state, pokemon)
            if len(pokemon.energy) < cost:
                return False
    return True


# What is legal is often the same: places are sets of bits (the lowest is the Active, the next are
# the bench), and the actions for each set are made once.


def _event(state: State) -> _Listed:
    return tuple(ChooseEvent(event=event) for event in state.choices)


def _prepare(state: State) -> _Listed:
    team = _taken([state.active, *state.bench])
    return _preparations(team, _taken(state.pc), len(state.bench), len(state.pc))


@lru_cache(maxsize=4096)
def _preparations(team: int, stored: int, bench_size: int, pc_size: int) -> _Listed:
    places = _places(team)
    swaps = [
        Swap(team=place, pc=pc(number + 1))
        for place in (ACTIVE, *map(bench, range(1, bench_size + 1)))
        for number in range(pc_size)
        if stored >> number & 1 or (place in places and len(places) > 1)
    ]
    return (*(Lead(spot=place) for place in places), *swaps)


def _energy(state: State) -> _Listed:
    side = [state.active, *state.bench]
    return _uses(_living(side), _fallen(side) if state.balls == BALLS else 0)


@lru_cache(maxsize=4096)
def _uses(living: int, revivable: int) -> _Listed:
    return (*_at(Attach, living), _TAKE_BALL, *_at(Revive, revivable))


def _main(state: State) -> _Listed:
    active = state.active or absent()
    side = [active, *state.bench]
    others = any_hold(state)
    ruled = others or bool(active.laid)
    listed: _Listed = ()
    if active.posture is not None and active.immobile:
        if ruled or active.facts.has_limits:
            listed = _ruled_attacks(state, active)
            if may_despite(state, active, retreat=True) and _may_retreat(state):
                listed += _retreats(state, active, tuple(sorted(active.energy)), True)
    else:
        energy = tuple(sorted(active.energy))
        if ruled or active.facts.has_limits:
            listed = _ruled_attacks(state, active)
        else:
            listed = _attacks(active.facts, energy, state.once_used)
        if _may_retreat(state):
            listed += _retreats(state, active, energy, ruled)
    leaving = _ONLY_PASS
    if state.event is _SKIRMISH:
        enemy = (state.enemy or absent()).facts
        if enemy.playable and CATCHING_ROLLS[enemy.deck_number - 1]:
            listed += _CAN_CATCH
        if _can_run(state, side, others):
            leaving = _RUN_OR_PASS
    if state.powered and state.table.has_uses:
        listed += _uses_of_powers(state)
    if state.balls:
        listed += _heals(_damaged(side))
    return listed + leaving


@lru_cache(maxsize=16384)
def _attacks(facts: CardFacts, energy: tuple[EnergyType, ...], used: frozenset[str]) -> _Listed:
    return tuple(
        _use(number)
        for number, attack in enumerate(facts.attacks, start=1)
        if not attack.unread and attack.once not in used and can_pay(attack, energy)
    )


def _ruled_attacks(state: State, active: Pokemon) -> _Listed:
    """List the attacks where card text forbids some of them or changes their cost (Rule: S43)."""
    return tuple(
        _use(number)
        for number, attack in enumerate(attacks_of(state, active), start=1)
        if not attack.unread
        and attack.once not in state.once_used
        and affordable(state, active, attack)
        and (not active.immobile or usable_despite(state, active, attack))
        and usable(state, active, attack)
    )


def _may_retreat(state: State) -> bool:
    return state.retreats < state.table.rules.retreats_per_turn


def _uses_of_powers(state: State) -> _Listed:
    return tuple(
        UsePower(spot=spot, number=number)
        for spot, pokemon in state.team()
        if not pokemon.down
        for number in range(1, len(pokemon.facts.uses) + 1)
        if not any(use_refusals(state, pokemon, number))
    )


def _retreats(
    state: State, active: Pokemon, energy: tuple[EnergyType, ...], ruled: bool
) -> _Listed:
    cost = active.facts.retreat_cost
    if ruled:
        if retreat_barred(state, active):
            return ()
        cost = retreat_cost(state, active)
    if len(energy) < cost:
        return ()
    return _paid_retreats(_living(state.bench) << 1, energy if cost else (), cost)


@lru_cache(maxsize=16384)
def _paid_retreats(living: int, energy: tuple[EnergyType, ...], cost: int) -> _Listed:
    """List the distinct ways to pay ``cost`` cards, for each Pokemon that may come."""
    ordered = sorted(energy, key=ENERGY_ORDER.__getitem__)
    payments = dict.fromkeys(combinations(ordered, cost))
    return tuple(_retreat(place, payment) for place in _places(living) for payment in payments)


def _catching(state: State) -> _Listed:
    return (_THROW, _STOP) if may_throw(state) else (_STOP,)


def _release(state: State) -> _Listed:
    return _releases(_taken(state.pc))


@lru_cache(maxsize=4096)
def _releases(stored: int) -> _Listed:
    numbers = range(stored.bit_length())
    return (*(Release(spot=pc(n + 1)) for n in numbers if stored >> n & 1), _LET_GO)


def _replace(state: State) -> _Listed:
    return _at(SendOut, _living(state.bench) << 1)


def _evolve(state: State) -> _Listed:
    fallen = present(state.fallen)
    fitting = [Evolve(spot=spot) for spot, one in state.owned() if can_evolve(one, fallen)]
    return (*fitting, _DECLINE)


def _choosing(state: State) -> _Listed:
    return tuple(Decide(answer=option) for option in present(state.attempt).options)


def _nothing(_state: State) -> _Listed:
    return ()


def _taken(row: Iterable[Pokemon | None]) -> int:
    bit, bits = 1, 0
    for pokemon in row:
        if pokemon is not None:
            bits += bit
        bit += bit
    return bits


def _living(row: Iterable[Pokemon | None]) -> int:
    bit, bits = 1, 0
    for pokemon in row:
        if pokemon is not None and not pokemon.down:
            bits += bit
        bit += bit
    return bits


def _fallen(row: Iterable[Pokemon | None]) -> int:
    bit, bits = 1, 0
    for pokemon in row:
        if pokemon is not None and pokemon.down:
            bits += bit
        bit += bit
    return bits


def _damaged(row: Iterable[Pokemon | None]) -> int:
    bit, bits = 1, 0
    for pokemon in row:
        if pokemon is not None and pokemon.damage:  # the fallen have none
            bits += bit
        bit += bit
    return bits


@cache
def _use(number: int) -> UseAttack:
    return UseAttack(number=number)


@lru_cache(maxsize=16384)
def _retreat(place: Spot, payment: tuple[EnergyType, ...]) -> Retreat:
    return Retreat(spot=place, payment=payment)


@lru_cache(maxsize=4096)
def _places(bits: int) -> tuple[Spot, ...]:
    """Return the places in play of a set of bits."""
    spots = (ACTIVE, *map(bench, range(1, bits.bit_length())))
    return tuple(spot for number, spot in enumerate(spots) if bits >> number & 1)


@cache
def _heals(damaged: int) -> _Listed:
    return _at(Heal, damaged)


@lru_cache(maxsize=4096)
def _at(kind: type[SpotAction], bits: int) -> _Listed:
    return tuple(kind(spot=spot) for spot in _places(bits))


_BY_PHASE: dict[Phase, Callable[[State], _Listed]] = {
    Phase.EVENT: _event,
    Phase.PREPARE: _prepare,
    Phase.ENERGY: _energy,
    Phase.MAIN: _main,
    Phase.CATCHING: _catching,
    Phase.RELEASE: _release,
    Phase.REPLACE: _replace,
    Phase.EVOLVE: _evolve,
    Phase.CHOOSING: _choosing,
    Phase.OVER: _nothing,
    Phase.MOVING: _nothing,
}
