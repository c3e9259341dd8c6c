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
from cardkit.referee.memo import Memo
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
from cardkit.referee.texts.in_force import options_may_change
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
            if pokemon.burden is not None or (ruled and options_may_change(pokemon, state)):
                cost = retreat_cost(state, pokemon)
            if len(pokemon.energy) < cost:
                return False
    return True


# What is legal is often the same, so the actions for each set of places are made once. A set is a
# number: in binary, a leading 1 and then a digit for each place of the row, 1 where it is marked.
# What is rare is marked, for every mark takes time.


def _event(state: State) -> _Listed:
    return tuple(ChooseEvent(event=event) for event in state.choices)


def _prepare(state: State) -> _Listed:
    return _PREPARATIONS[_empty([state.active, *state.bench]), _empty(state.pc)]


def _preparations(empty: tuple[int, int]) -> _Listed:
    team, stored = empty
    places = _unmarked(_team(team), team)
    taken = _unmarked(_stored(stored), stored)
    swaps = [
        Swap(team=place, pc=other)
        for place in _team(team)
        for other in _stored(stored)
        if other in taken or (place in places and len(places) > 1)
    ]
    return (*(Lead(spot=place) for place in places), *swaps)


def _energy(state: State) -> _Listed:
    uses = _USES[state.vacant()]
    return uses if state.balls < BALLS else uses + _REVIVALS[_fallen(state.bench)]


def _uses(vacant: int) -> _Listed:
    places = (ACTIVE, *_unmarked(_bench(vacant), vacant))
    return (*(Attach(spot=spot) for spot in places), _TAKE_BALL)


def _revivals(fallen: int) -> _Listed:
    return tuple(Revive(spot=spot) for spot in _marked(_bench(fallen), fallen))


def _main(state: State) -> _Listed:
    active = state.active or absent()
    side = [active, *state.bench]
    facts, burden = active.facts, active.burden
    # Most often nothing holds and nothing lies there: seen here, for calls cost more than rules.
    others = state.powered or bool(state.standing)
    ruled = options_may_change(active, state) if others or burden is not None else False
    if burden is None and not ruled and not facts.has_limits:
        energy = tuple(sorted(active.energy))
        listed = _ATTACKS[facts, energy, state.once_used]
        cost = facts.retreat_cost
        if len(energy) >= cost and state.retreats < state.table.rules.retreats_per_turn:
            listed += _RETREATS[state.vacant(), energy if cost else (), cost]
    else:
        listed = _ruled(state, active, ruled)
    leaving = _ONLY_PASS
    if state.event is _SKIRMISH:
        enemy = (state.enemy or absent()).facts
        if enemy.playable and CATCHING_ROLLS[enemy.deck_number - 1]:
            listed += _CAN_CATCH
        if _can_run(state, side, others):
            leaving = _RUN_OR_PASS
    if state.powered and state.table.has_uses:
        listed += _uses_of_powers(state, side)
    if state.balls:
        listed += _HEALS[_damaged(side)]
    return listed + leaving


def _ruled(state: State, active: Pokemon, ruled: bool) -> _Listed:
    """List attacks and retreats where conditions or card text have a say (Rule: S36, S43)."""
    by_text = ruled or active.facts.has_limits
    if active.immobile:
        listed = _ruled_attacks(state, active) if by_text else ()
        if not (by_text and may_despite(state, active, retreat=True)):
            return listed
        ruled = True
    elif by_text:
        listed = _ruled_attacks(state, active)
    else:
        energy = tuple(sorted(active.energy))
        listed = _ATTACKS[active.facts, energy, state.once_used]
    return listed + _retreats(state, active, ruled)


def _attacks(key: tuple[CardFacts, tuple[EnergyType, ...], frozenset[str]]) -> _Listed:
    facts, energy, used = key
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


def _uses_of_powers(state: State, side: Iterable[Pokemon | None]) -> _Listed:
    return tuple(
        UsePower(spot=bench(place) if place else ACTIVE, number=number)
        for place, pokemon in enumerate(side)
        if pokemon is not None and pokemon.facts.uses and not pokemon.down
        for number in range(1, len(pokemon.facts.uses) + 1)
        if not any(use_refusals(state, pokemon, number))
    )


def _retreats(state: State, active: Pokemon, ruled: bool) -> _Listed:
    if state.retreats >= state.table.rules.retreats_per_turn:
        return ()
    cost = active.facts.retreat_cost
    if ruled:
        if retreat_barred(state, active):
            return ()
        cost = retreat_cost(state, active)
    if len(active.energy) < cost:
        return ()
    energy = tuple(sorted(active.energy)) if cost else ()
    return _RETREATS[state.vacant(), energy, cost]


def _paid_retreats(key: tuple[int, tuple[EnergyType, ...], int]) -> _Listed:
    """List the distinct ways to pay a cost, for each Pokemon that may come."""
    vacant, energy, cost = key
    ordered = sorted(energy, key=ENERGY_ORDER.__getitem__)
    payments = dict.fromkeys(combinations(ordered, cost))
    return tuple(
        _retreat(place, payment)
        for place in _unmarked(_bench(vacant), vacant)
        for payment in payments
    )


def _catching(state: State) -> _Listed:
    return (_THROW, _STOP) if may_throw(state) else (_STOP,)


def _release(state: State) -> _Listed:
    return _RELEASES[_empty(state.pc)]


def _releases(stored: int) -> _Listed:
    return (*(Release(spot=spot) for spot in _unmarked(_stored(stored), stored)), _LET_GO)


def _replace(state: State) -> _Listed:
    return _SENDINGS[state.vacant()]


def _sendings(vacant: int) -> _Listed:
    return tuple(SendOut(spot=spot) for spot in _unmarked(_bench(vacant), vacant))


def _evolve(state: State) -> _Listed:
    fallen = present(state.fallen)
    fitting = [Evolve(spot=spot) for spot, one in state.owned() if can_evolve(one, fallen)]
    return (*fitting, _DECLINE)


def _choosing(state: State) -> _Listed:
    return tuple(Decide(answer=option) for option in present(state.attempt).options)


def _nothing(_state: State) -> _Listed:
    return ()


def _empty(row: Iterable[Pokemon | None]) -> int:
    """Mark the places where nobody lies."""
    marks = 1
    for pokemon in row:
        marks += marks
        if pokemon is None:
            marks += 1
    return marks


def _fallen(row: Iterable[Pokemon | None]) -> int:
    """Mark those that are knocked out."""
    marks = 1
    for pokemon in row:
        marks += marks
        if pokemon is not None and pokemon.down:
            marks += 1
    return marks


def _damaged(row: Iterable[Pokemon | None]) -> int:
    """Mark those with damage; the fallen have none."""
    marks = 1
    for pokemon in row:
        marks += marks
        if pokemon is not None and pokemon.damage:
            marks += 1
    return marks


def _marked(spots: tuple[Spot, ...], marks: int) -> tuple[Spot, ...]:
    digits = f"{marks:b}"[1:]
    return tuple(spot for spot, mark in zip(spots, digits, strict=True) if mark == "1")


def _unmarked(spots: tuple[Spot, ...], marks: int) -> tuple[Spot, ...]:
    digits = f"{marks:b}"[1:]
    return tuple(spot for spot, mark in zip(spots, digits, strict=True) if mark == "0")


def _team(marks: int) -> tuple[Spot, ...]:
    """Return the places in play, as many as there are marks for."""
    return (ACTIVE, *map(bench, range(1, marks.bit_length() - 1)))


def _bench(marks: int) -> tuple[Spot, ...]:
    return tuple(map(bench, range(1, marks.bit_length())))


def _stored(marks: int) -> tuple[Spot, ...]:
    return tuple(map(pc, range(1, marks.bit_length())))


@cache
def _use(number: int) -> UseAttack:
    return UseAttack(number=number)


@lru_cache(maxsize=16384)
def _retreat(place: Spot, payment: tuple[EnergyType, ...]) -> Retreat:
    return Retreat(spot=place, payment=payment)


def _heals(damaged: int) -> _Listed:
    return tuple(Heal(spot=spot) for spot in _marked(_team(damaged), damaged))


_PREPARATIONS = Memo(_preparations, most=4096)
_USES = Memo(_uses, most=4096)
_REVIVALS = Memo(_revivals, most=4096)
_ATTACKS = Memo(_attacks, most=16384)
_RETREATS = Memo(_paid_retreats, most=16384)
_HEALS = Memo(_heals, most=4096)
_RELEASES = Memo(_releases, most=4096)
_SENDINGS = Memo(_sendings, most=4096)
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
