"""Everything that can be wrong with a position (Rule: S6-S42)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardkit.cards import EnergyType
from cardkit.referee.actions import EventKind, WorkPower
from cardkit.referee.catching import CATCHING_ROLLS
from cardkit.referee.events import BADGES, KNOCK_OUTS_TO_WIN
from cardkit.referee.legality import Violation
from cardkit.referee.state import BALLS, POOL_SIZE, Phase, Pokemon, State, Step
from cardkit.rules import Condition

_FIGHTING = {Phase.ENERGY, Phase.MAIN, Phase.CATCHING, Phase.REPLACE, Phase.CHOOSING}
_IN_EVENTS = _FIGHTING | {Phase.EVOLVE, Phase.RELEASE}
_BETWEEN_EVENTS = {Phase.EVENT, Phase.PREPARE}
_FOLLOWING = (
    Step.ENEMY_TURN,
    Step.PLAYER_DRAW,
    Step.ENEMY_DRAW,
    Step.PLAYER_TURN,
    Step.EXTRA_TURN,
    Step.PLAYER_MAIN,
    Step.PLAYER_CHECK_UP,
    Step.ENEMY_CHECK_UP,
)
"""Where a turn may go on after knock-outs."""
_AGENDAS: dict[Phase, tuple[tuple[Step, ...], ...]] = {
    Phase.EVOLVE: tuple((step, Step.OWN_KNOCK_OUTS, Step.NEW_ENEMY) for step in _FOLLOWING),
    Phase.RELEASE: ((Step.ENEMY_TURN, Step.NEW_ENEMY),),
    Phase.REPLACE: ((Step.PLAYER_TURN,), *((step,) for step in _FOLLOWING)),
}
"""What may follow a decision, the most usual first; nothing where the phase is not named."""


def usual_agenda(phase: Phase) -> list[Step]:
    """Return the steps that most often follow what a phase asks for, the next one last."""
    return list(_AGENDAS.get(phase, ((),))[0])


def faults_of(state: State) -> tuple[Violation, ...]:
    """Return everything that is wrong with a position; nothing when it is sound.

    Sound positions are the ones that the rules can reach, as far as these checks see.
    """
    return tuple(
        Violation(rule=rule, what=what) for check in _CHECKS for rule, what in check(state)
    )


def _everybody(state: State) -> Iterator[tuple[str, Pokemon]]:
    for spot, pokemon in state.owned():
        yield str(spot), pokemon
    for name, other in (
        ("enemy", state.enemy),
        ("fallen", state.fallen),
        ("caught", state.caught),
    ):
        if other is not None:
            yield name, other


def _fighters(state: State) -> Iterator[tuple[str, Pokemon]]:
    for spot, pokemon in state.team():
        yield str(spot), pokemon
    if state.enemy is not None:
        yield "enemy", state.enemy


def _cards(state: State) -> Iterator[tuple[str, str]]:
    """Each card lies in exactly one place, and in no deck but its own."""
    facts = state.table.cards
    lying = Counter(pokemon.card for _, pokemon in _everybody(state))
    lying.update(state.pile)
    for index, deck in enumerate(state.decks):
        lying.update(deck)
        if deck != sorted(deck):
            yield "S13", f"deck {index + 1} is not in its order"
        for card in deck:
            if facts[card].deck_number != index + 1:
                yield "S19", f"{facts[card].key} lies in deck {index + 1}, which is not its own"
    for card in range(len(facts)):
        if lying[card] != 1:
            yield "S19", f"card {card} ({facts[card].key}) lies in {lying[card]} places"
    for name, pokemon in _everybody(state):
        if pokemon.facts is not facts[pokemon.card]:
            yield "S41", f"{name} shows {pokemon.facts.key}, the card is {facts[pokemon.card].key}"


def _energy(state: State) -> Iterator[tuple[str, str]]:
    lying = Counter(state.energy_deck)
    lying.update(state.energy_discard)
    lying.update([] if state.drawn is None else [state.drawn])
    for _, pokemon in _everybody(state):
        lying.update(pokemon.energy)
    for kind in EnergyType:
        expected = state.table.energy.count(kind)
        if lying[kind] != expected:
            yield "S19", f"there are {lying[kind]} {kind} Energies, the game has {expected}"


def _counters(state: State) -> Iterator[tuple[str, str]]:
    if not 0 <= state.balls <= BALLS:
        yield "S6", f"ready balls are 0 to {BALLS}, got {state.balls}"
    if not 0 <= state.badges <= BADGES:
        yield "S11", f"badges are 0 to {BADGES}, got {state.badges}"
    earning = state.knock_outs - (state.fallen is not None)
    if state.pile_count > earning:
        yield "S42", f"{state.pile_count} balls earned by {earning} knock-outs"
    fighting_on = state.event is not EventKind.SKIRMISH and state.phase in _FIGHTING
    if fighting_on and state.knock_outs >= KNOCK_OUTS_TO_WIN:
        yield "S18", f"{state.knock_outs} knock-outs would have ended the {state.event}"
    limit = state.table.rules.retreats_per_turn
    if state.retreats > limit:
        yield "S23", f"retreats in a turn: at most {limit}, got {state.retreats}"
    for name, pokemon in _everybody(state):
        if pokemon.damage < 0 or pokemon.damage % 10:
            yield "S28", f"damage of {name} must be full tens from 0, got {pokemon.damage}"
        if pokemon.poison < 0 or pokemon.poison % 10:
            yield "S36", f"poison of {name} must be full tens from 0, got {pokemon.poison}"
        if pokemon.sat_out and pokemon.posture is not Condition.PARALYZED:
            yield "S36", f"{name} sat a turn out, yet it is not Paralyzed"
    if state.enemy is not None and len(state.enemy.energy) > POOL_SIZE:
        yield "S34", f"the pool holds at most {POOL_SIZE}, got {len(state.enemy.energy)}"


def _places(state: State) -> Iterator[tuple[str, str]]:
    rules = state.table.rules
    if (len(state.bench), len(state.pc)) != (rules.bench_size, rules.pc_size):
        yield "S8", f"bench and PC have {len(state.bench)} and {len(state.pc)} places"
    digits = "".join("1" if one is None or one.down else "0" for one in state.bench)
    if f"{state.vacant():b}" != f"1{digits}":
        yield "S27", "a Pokemon was turned by hand, and State.turn does not know"
    for spot, pokemon in state.owned():
        if not pokemon.facts.playable:
            yield "S9", f"{spot} holds the proxy {pokemon.facts.name}"
        if pokemon.down and (pokemon.energy or pokemon.damage or pokemon.conditions):
            yield "S27", f"{spot} is knocked out, yet something lies on it"
        if not spot.in_play and (pokemon.energy or pokemon.damage or pokemon.conditions):
            yield "S33", f"{spot} is in the PC, yet something lies on it"
        if not spot.in_play and pokemon.down:
            yield "S27", f"{spot} is in the PC, yet knocked out"


def _sides(state: State) -> Iterator[tuple[str, str]]:
    """Both sides have what the phase needs, and nobody stands who would have to fall."""
    if state.phase in _FIGHTING:
        if state.enemy is None:
            yield "S38", "there is no enemy"
    elif state.phase not in (Phase.OVER, Phase.MOVING) and state.enemy is not None:
        yield "S38", "there is an enemy, yet none is fought"
    if (state.phase in _FIGHTING or state.phase is Phase.RELEASE) and not _is_at_work(state):
        for name, pokemon in _fighters(state):
            if not pokemon.down and not pokemon.alive:
                rule = "S38" if name == "enemy" else "S27"
                yield rule, f"{_worn(name, pokemon)}, yet it is not knocked out"
    active, standing = state.active, state.active is not None and not state.active.down
    if state.phase is Phase.REPLACE:
        if active is not None and active.alive:
            yield "S27", "there is a living Active"
        if not any(pokemon is not None and pokemon.alive for pokemon in state.bench):
            yield "S17", "nobody on the bench can follow the Active"
    elif state.phase in _IN_EVENTS and not standing:
        yield "S27", "there is no living Active"


def _is_at_work(state: State) -> bool:
    """Whether a power asks at its moment, wherever that has come: before knock-outs, too."""
    return state.attempt is not None and isinstance(state.attempt.action, WorkPower)


def _worn(name: str, pokemon: Pokemon) -> str:
    return f"{pokemon.facts.name} ({name}) has {pokemon.hp} HP and {pokemon.damage} damage"


def _between(state: State) -> Iterator[tuple[str, str]]:
    """Between two events all is healed and everything lies where it belongs."""
    if state.phase not in _BETWEEN_EVENTS:
        return
    if not any(True for _ in state.team()):
        yield "S13", "no Pokemon is in play"
    for spot, pokemon in state.team():
        if pokemon.down or pokemon.energy or pokemon.damage or pokemon.conditions:
            yield "S19", f"{spot} has not recovered from the last event"
    if state.pile:
        yield "S19", "the discard pile has not gone back to the decks"
    if state.standing:
        yield "S29", "a rule of the last event still stands"
    if state.pending:
        yield "S43", "a power of the last event has still to work"
    if state.energy_discard:
        yield "S19", "the discarded Energies have not gone back to the Energy deck"
    fight = EventKind.GYM if state.badges < BADGES else EventKind.CHAMPION
    if state.phase is Phase.EVENT and state.choices not in ((), (fight, EventKind.SKIRMISH)):
        yield "S16", f"{fight} and skirmish may come next, not {' '.join(state.choices)}"


def _leaving(state: State) -> Iterator[tuple[str, str]]:
    """A defeated or caught enemy, while it is decided where it goes."""
    fallen, caught = state.fallen, state.caught
    if fallen is not None and fallen.alive:
        yield "S38", f"{_worn('fallen', fallen)}, yet it is knocked out"
    if caught is not None and not caught.alive:
        yield "S38", f"{_worn('caught', caught)}, yet it is not knocked out"
    if caught is not None and (None in state.bench or None in state.pc):
        yield "S33", "there is room for the caught Pokemon"
    for name, pokemon in (("fallen", fallen), ("caught", caught), ("enemy", state.enemy)):
        if pokemon is not None and pokemon.down:
            yield "S38", f"{name} is upside down, as only own Pokemon are"
        if pokemon is not None and pokemon.energy and pokemon is not state.enemy:
            yield "S38", f"{name} still has its pool"


def _catching(state: State) -> Iterator[tuple[str, str]]:
    """Whoever is being caught is one that can be."""
    quarry = state.enemy if state.phase is Phase.CATCHING else state.caught
    if quarry is None:
        return
    facts = quarry.facts
    if state.event is not EventKind.SKIRMISH:
        yield "S30", f"a catch goes on, yet this is a {state.event}"
    if not CATCHING_ROLLS[facts.deck_number - 1]:
        yield "S30", f"{facts.name} of the {facts.deck} deck is being caught"
    if not facts.playable:
        yield "S9", f"the proxy {facts.name} is being caught"


def _waiting(state: State) -> Iterator[tuple[str, str]]:
    """What the phase asks about must be there."""
    if state.phase is Phase.MOVING:
        yield "S21", "an action was not carried out to its end"
    if (state.drawn is not None) != (state.phase is Phase.ENERGY):
        yield "S22", "a drawn Energy waits exactly while its use is asked for"
    if (state.attempt is not None) != (state.phase is Phase.CHOOSING):
        yield "S43", "card text waits exactly while the player is asked for an answer"
    if (state.fallen is not None) != (state.phase is Phase.EVOLVE):
        yield "S40", "a defeated enemy waits exactly while evolution is asked for"
    if (state.caught is not None) != (state.phase is Phase.RELEASE):
        yield "S33", "a caught Pokemon waits exactly while room is asked for"
    if state.throws and state.phase is not Phase.CATCHING:
        yield "S32", f"no catch goes on, yet it has cost balls: {state.throws}"
    if bool(state.choices) != (state.phase is Phase.EVENT):
        yield "S16", "the next events are named exactly while one is chosen"
    if (state.outcome is not None) != (state.phase is Phase.OVER):
        yield "S11", "the adventure is over exactly when it has an outcome"


def _course(state: State) -> Iterator[tuple[str, str]]:
    """The event is one that may come now, and so is what follows."""
    if state.event is EventKind.CHAMPION and state.badges < BADGES:
        yield "S15", f"the champion asks for {BADGES} badges, there are {state.badges}"
    if state.event is EventKind.GYM and state.badges >= BADGES:
        yield "S15", f"with {BADGES} badges the champion takes a gym's place"
    usual = _AGENDAS.get(state.phase, ((),))
    if _is_at_work(state):  # its moment may come before every turn, and before knock-outs
        falls = () if Step.POWERS in state.agenda else (Step.KNOCK_OUTS,)
        usual = tuple((step, *falls) for step in _FOLLOWING)
    if _plain(state.agenda) not in usual:
        following = " ".join(reversed(state.agenda)) or "nothing"
        yield "S21", f"after {state.phase} there cannot follow: {following}"


def _plain(agenda: list[Step]) -> tuple[Step, ...]:
    """Return the steps without powers that are to work, and the knock-outs after them."""
    return tuple(
        step for place, step in enumerate(agenda) if Step.POWERS not in agenda[place : place + 2]
    )


_CHECKS = (
    _cards,
    _energy,
    _counters,
    _places,
    _sides,
    _between,
    _leaving,
    _catching,
    _waiting,
    _course,
)
