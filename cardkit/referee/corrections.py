"""Putting the table right: each correction must leave a sound position, else it is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from cardkit.cards import EnergyType
from cardkit.energy import ENERGY_ORDER, format_energy
from cardkit.referee import conditions
from cardkit.referee.events import return_card
from cardkit.referee.happenings import What
from cardkit.referee.legality import Violation
from cardkit.referee.play import Play
from cardkit.referee.said import (
    ENEMY,
    Correction,
    Count,
    MoveCards,
    PutCard,
    SetConditions,
    SetCount,
    SetDamage,
    SetDown,
    SetDrawn,
    SetEnergy,
    TakeCard,
)
from cardkit.referee.soundness import faults_of
from cardkit.referee.spots import Zone, parse_spot
from cardkit.referee.state import Phase, Pokemon, State, present
from cardkit.referee.texts.settling import settle
from cardkit.rules import Condition

_POSTURES = (Condition.ASLEEP, Condition.CONFUSED, Condition.PARALYZED)


class _Refused(Exception):  # noqa: N818 - it carries the reason out of the change
    def __init__(self, rule: str, what: str) -> None:
        self.violation = Violation(rule=rule, what=what)


def explain(state: State, correction: Correction) -> tuple[Violation, ...]:
    """Return why a correction cannot be; nothing when it leaves a sound position."""
    if state.phase is Phase.OVER:
        return (Violation(rule="S11", what="the adventure is over"),)
    trial = state.copy()
    try:
        _change(trial, correction)
    except _Refused as refusal:
        return (refusal.violation,)
    before = set(faults_of(state))
    return tuple(fault for fault in faults_of(trial) if fault not in before)


def correct(play: Play, correction: Correction) -> None:
    """Put the table right; what is asked of the player stays the same."""
    _change(play.state, correction)
    play.tell(What.CORRECTED, correction=str(correction))


def _change(state: State, correction: Correction) -> None:
    _CHANGES[type(correction)](state, correction)
    if state.table.settles:
        settle(state)


def _at(state: State, place: str) -> Pokemon:
    if place == ENEMY:
        if state.enemy is None:
            raise _Refused("S38", "there is no enemy")
        return state.enemy
    spot = parse_spot(place)
    pokemon = state.at(spot)
    if pokemon is None:
        rule = "S13" if state.exists(spot) else "S8"
        raise _Refused(rule, f"{place} is empty" if rule == "S13" else f"there is no place {place}")
    return pokemon


def _set_damage(state: State, correction: SetDamage) -> None:
    _at(state, correction.place).damage = correction.damage


def _set_conditions(state: State, correction: SetConditions) -> None:
    pokemon = _at(state, correction.place)
    postures = [one for one in correction.conditions if one in _POSTURES]
    if len(postures) > 1:
        raise _Refused("S36", f"{' and '.join(postures)} replace each other: name one of them")
    kept = pokemon.posture in postures and pokemon.sat_out
    conditions.clear(pokemon)
    for condition in correction.conditions:
        conditions.give(pokemon, condition)
    pokemon.sat_out = kept


def _set_energy(state: State, correction: SetEnergy) -> None:
    pokemon = _at(state, correction.place)
    wanted, held = Counter(correction.energy), Counter(pokemon.energy)
    _fetch(state, wanted - held)
    _discard(state, held - wanted)
    for kind in (held - wanted).elements():
        pokemon.energy.remove(kind)
    pokemon.energy += (wanted - held).elements()


def _set_drawn(state: State, correction: SetDrawn) -> None:
    if state.drawn is None:
        raise _Refused("S22", "no drawn Energy waits to be used")
    _fetch(state, Counter([correction.energy]) - Counter([state.drawn]))
    if state.drawn is not correction.energy:
        # It was never drawn, so it goes back into the deck, not to the discarded ones.
        state.energy_deck.append(state.drawn)
        state.energy_deck.sort(key=ENERGY_ORDER.__getitem__)
    state.drawn = correction.energy


def _fetch(state: State, needed: Counter[EnergyType]) -> None:
    """Take Energies out of the deck, else out of the discarded ones."""
    missing = needed - (Counter(state.energy_deck) + Counter(state.energy_discard))
    if missing:
        letters = format_energy(tuple(missing.elements()))
        raise _Refused("S5", f"no {letters} is left in the Energy deck or among the discarded")
    for kind in needed.elements():
        source = state.energy_deck if kind in state.energy_deck else state.energy_discard
        source.remove(kind)


def _discard(state: State, energies: Counter[EnergyType]) -> None:
    state.energy_discard += sorted(energies.elements(), key=ENERGY_ORDER.__getitem__)


def _set_down(state: State, correction: SetDown) -> None:
    pokemon = _at(state, correction.place)
    if correction.place == ENEMY:
        raise _Refused("S38", "a knocked-out enemy leaves at once: put another enemy there")
    if correction.down:
        _strip(state, pokemon)
    state.turn(pokemon, down=correction.down)


def _set_count(state: State, correction: SetCount) -> None:
    if correction.count is Count.BALLS:
        state.balls = correction.number
    elif correction.count is Count.BADGES:
        state.badges = correction.number
    elif state.phase in (Phase.EVENT, Phase.PREPARE):
        raise _Refused("S18", "knock-outs are counted from the beginning of an event")
    else:
        state.knock_outs = correction.number
        state.pile_count = min(state.pile_count, state.knock_outs)


def _move(state: State, correction: MoveCards) -> None:
    spots = (correction.one, correction.other)
    for spot in spots:
        if not state.exists(spot):
            raise _Refused("S8", f"there is no place {spot}")
    one, other = (state.at(spot) for spot in spots)
    if one is None and other is None:
        raise _Refused("S13", f"{spots[0]} and {spots[1]} are both empty: nothing to move")
    for spot, pokemon in zip(reversed(spots), (one, other), strict=True):
        if pokemon is not None and spot.zone is Zone.PC:
            _strip(state, pokemon)
            state.turn(pokemon, down=False)
        state.put(spot, pokemon)


def _put(state: State, correction: PutCard) -> None:
    numbers = [card for deck in state.decks for card in deck]
    cards = state.table.cards
    card = next((one for one in numbers if cards[one].key == correction.key), None)
    if card is None:
        raise _Refused("S14", f"no card {correction.key} lies in a deck")
    if correction.place == ENEMY:
        _strip(state, _at(state, ENEMY))
        return_card(state, present(state.enemy).card)
        state.enemy = Pokemon(card, cards[card])
    else:
        spot = parse_spot(correction.place)
        if not state.exists(spot):
            raise _Refused("S8", f"there is no place {spot}")
        if state.at(spot) is not None:
            raise _Refused("S13", f"{spot} is taken: take or move what lies there first")
        state.put(spot, Pokemon(card, cards[card]))
    state.decks[cards[card].deck_number - 1].remove(card)


def _take(state: State, correction: TakeCard) -> None:
    pokemon = _at(state, str(correction.spot))
    _strip(state, pokemon)
    state.put(correction.spot, None)
    return_card(state, pokemon.card)
    if not any(True for _ in state.team()):
        raise _Refused("S13", "at least one Pokemon must stay in play")


def _strip(state: State, pokemon: Pokemon) -> None:
    state.energy_discard += pokemon.energy
    pokemon.energy.clear()
    pokemon.damage = 0
    conditions.clear(pokemon)


_CHANGES: dict[type[Correction], Callable[[State, Any], None]] = {
    SetDamage: _set_damage,
    SetConditions: _set_conditions,
    SetEnergy: _set_energy,
    SetDown: _set_down,
    SetCount: _set_count,
    SetDrawn: _set_drawn,
    MoveCards: _move,
    PutCard: _put,
    TakeCard: _take,
}
