"""Positions as one line of text, and everything that can be wrong with one."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from cardkit.cards import EnergyType
from cardkit.referee.actions import EventKind, format_energy
from cardkit.referee.events import BADGES
from cardkit.referee.legality import Violation
from cardkit.referee.state import BALLS, POOL_SIZE, Phase, Pokemon, State
from cardkit.rules import Condition


def position_text(state: State) -> str:
    """Return a position as one line: equal positions have equal lines and go on alike.

    What lies in the decks is not written, it is all that lies nowhere else. A Pokemon reads
    ``card:damage:energy:conditions``, e.g. ``base1-46:20:RR:Poisoned``; ``-`` is an empty place.
    """
    cards = state.table.cards
    head = (
        f"{state.event} {state.phase} event {state.events} round {state.rounds}"
        f" badges {state.badges} balls {state.balls} ko {state.knock_outs}"
        f" piled {state.pile_count} retreats {state.retreats} throws {state.throws}"
    )
    marks = [*sorted(state.once_used), *(["champion-lost"] if state.champion_lost else [])]
    parts = [
        " ".join([head, *marks]),
        f"active {_pokemon_text(state.active)}",
        f"bench {_row_text(state.bench)}",
        f"pc {_row_text(state.pc)}",
        f"enemy {_pokemon_text(state.enemy)}",
        f"pile {' '.join(cards[card].key for card in sorted(state.pile)) or '-'}",
        f"energy discard {format_energy(state.energy_discard) or '-'}",
    ]
    if state.drawn is not None:
        parts.append(f"drawn {state.drawn.letter}")
    for name, pokemon in (("fallen", state.fallen), ("caught", state.caught)):
        if pokemon is not None:
            parts.append(f"{name} {_pokemon_text(pokemon)}")
    if state.choices:
        parts.append(f"next {' '.join(state.choices)}")
    if state.agenda:
        parts.append(f"then {' '.join(reversed(state.agenda))}")
    if state.outcome is not None:
        parts.append(f"outcome {state.outcome.reason}")
    return " / ".join(parts)


def position_digest(state: State) -> str:
    """Return a short fingerprint of a position: 16 hexadecimal digits."""
    return hashlib.sha256(position_text(state).encode()).hexdigest()[:16]


def faults_of(state: State) -> tuple[Violation, ...]:
    """Return everything that is wrong with a position; nothing when it is sound.

    Sound positions are the ones that the rules can reach, as far as these checks see.
    """
    return tuple(
        Violation(rule=rule, what=what)
        for check in (_cards, _energy, _counters, _places, _waiting)
        for rule, what in check(state)
    )


def _pokemon_text(pokemon: Pokemon | None) -> str:
    if pokemon is None:
        return "-"
    if pokemon.down:
        return f"{pokemon.facts.key}:down"
    conditions = [condition.value for condition in pokemon.conditions]
    if pokemon.poison not in (0, 10):
        conditions.append(str(pokemon.poison))
    if pokemon.sat_out:
        conditions.append("sat-out")
    energy = format_energy(pokemon.energy)
    text = f"{pokemon.facts.key}:{pokemon.damage}:{energy}:{'+'.join(conditions)}"
    return text.rstrip(":").removesuffix(":0")


def _row_text(row: Iterable[Pokemon | None]) -> str:
    return " ".join(_pokemon_text(pokemon) for pokemon in row)


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
    if state.pile_count > state.knock_outs:
        yield "S42", f"{state.pile_count} balls earned by {state.knock_outs} knock-outs"
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
    for spot, pokemon in state.owned():
        if not pokemon.facts.playable:
            yield "S9", f"{spot} holds the proxy {pokemon.facts.name}"
        if pokemon.down and (pokemon.energy or pokemon.damage or pokemon.conditions):
            yield "S27", f"{spot} is knocked out, yet something lies on it"
        if not spot.in_play and (pokemon.energy or pokemon.damage or pokemon.conditions):
            yield "S33", f"{spot} is in the PC, yet something lies on it"
        if not spot.in_play and pokemon.down:
            yield "S27", f"{spot} is in the PC, yet knocked out"


_FIGHTING = {Phase.ENERGY, Phase.MAIN, Phase.CATCHING}


def _waiting(state: State) -> Iterator[tuple[str, str]]:
    """What the phase asks about must be there."""
    if state.phase is Phase.MOVING:
        yield "S21", "an action was not carried out to its end"
    if state.phase in _FIGHTING:
        if state.active is None or not state.active.alive:
            yield "S27", "there is no living Active"
        if state.enemy is None:
            yield "S38", "there is no enemy"
    if (state.drawn is not None) != (state.phase is Phase.ENERGY):
        yield "S22", "a drawn Energy waits exactly while its use is asked for"
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
    if state.event is EventKind.CHAMPION and state.badges < BADGES:
        yield "S15", f"the champion asks for {BADGES} badges, there are {state.badges}"
