"""Knock-outs of enemies and own Pokemon, and evolution by defeat (Rule: S27, S38, S40-S42)."""

from __future__ import annotations

from cardkit.cardtext.powers import Moment
from cardkit.referee import conditions
from cardkit.referee.actions import Decline, EventKind, Evolve, SendOut
from cardkit.referee.attack_facts import Memory
from cardkit.referee.events import KNOCK_OUTS_TO_WIN, Ending, finish, return_card
from cardkit.referee.happenings import What
from cardkit.referee.memory import Fall
from cardkit.referee.play import Play
from cardkit.referee.spots import ACTIVE, Spot, bench
from cardkit.referee.state import Phase, Pokemon, State, Step, absent, present
from cardkit.referee.texts.laid import forget
from cardkit.referee.texts.moments import happen
from cardkit.referee.texts.settling import settle, somebody_falls

# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_CHAMPION = EventKind.CHAMPION
_LOST = Ending.LOST
_REPLACE = Phase.REPLACE
_AFTER_ENEMY = (Step.OWN_KNOCK_OUTS, Step.NEW_ENEMY)


def knock_outs(play: Play) -> None:
    """Look for knock-outs, the enemy's first (Rule: S36, S38)."""
    state = play.state
    if state.table.settles:
        settle(state)
    enemy = state.enemy
    if enemy is None or enemy.damage < enemy.hp:
        own_knock_outs(play)
        return
    state.agenda += _AFTER_ENEMY
    state.knock_outs += 1
    if play.listening:
        play.tell(
            What.ENEMY_KNOCKED_OUT,
            name=enemy.facts.name,
            card=enemy.facts.key,
            count=state.knock_outs,
        )
    play.discard_energy(enemy)
    forget(enemy)
    state.enemy = None
    # A gym's third may still be evolved into, the event only ends after it; the champion's third
    # ends the adventure, so there is nothing left to evolve for (Rule: S18, S40).
    won = state.event is _CHAMPION and state.knock_outs >= KNOCK_OUTS_TO_WIN
    may_evolve = enemy.facts.playable and enemy.facts.evolves_from != ""
    if may_evolve and not won and any(can_evolve(one, enemy) for _, one in state.owned()):
        state.fallen = enemy
        state.phase = Phase.EVOLVE
    else:
        _to_pile(state, enemy)


def own_knock_outs(play: Play) -> None:
    """Turn own Pokemon upside down, then replace the Active or lose the event (Rule: S17, S27)."""
    state = play.state
    if state.table.settles:
        settle(state)
    _fall(play)
    if state.active is None or not state.active.down:
        return
    living = [
        number
        for number, pokemon in enumerate(state.bench, start=1)
        if pokemon is not None and not pokemon.down
    ]
    if not living:
        finish(play, _LOST)
    elif len(living) == 1:
        _send(play, bench(living[0]))
    else:
        state.phase = _REPLACE


def _fall(play: Play) -> None:
    """Turn those whose damage has reached their HP upside down."""
    state, found = play.state, False
    side = [state.active, *state.bench]
    for pokemon in side:
        if pokemon is not None and pokemon.damage and pokemon.damage >= pokemon.hp:
            place = side.index(pokemon)
            _turn_over(play, pokemon, bench(place) if place else ACTIVE)
            found = True
    if found and state.table.settles:
        settle(state)
        if somebody_falls(state):  # who fell has kept others up
            _fall(play)


def _turn_over(play: Play, pokemon: Pokemon, spot: Spot) -> None:
    """Turn an own Pokemon upside down; its Energy is discarded (Rule: S27)."""
    state = play.state
    if state.table.memories and Memory.FELL in state.table.memories:
        by_damage = pokemon.past.struck > 0 and pokemon.past.struck_in == state.rounds
        state.fell = (*state.fell, Fall(pokemon.card, state.rounds, by_damage))
    play.discard_energy(pokemon)
    conditions.clear(pokemon)
    forget(pokemon)
    pokemon.damage = 0
    state.turn(pokemon, down=True)
    if play.listening:
        play.tell(What.KNOCKED_OUT, name=pokemon.facts.name, card=pokemon.facts.key, spot=spot)


def send_out(play: Play, action: SendOut) -> None:
    """Replace the knocked-out Active, which takes the bench place (Rule: S27)."""
    _send(play, action.spot)


def can_evolve(pokemon: Pokemon, enemy: Pokemon) -> bool:
    """Whether a defeated enemy may be put on this own Pokemon (Rule: S9, S40)."""
    facts = enemy.facts
    return (
        facts.playable
        and facts.evolves_from == pokemon.facts.folded_name
        and facts.evolves_from != ""
        and pokemon.alive
    )


def evolve(play: Play, action: Evolve) -> None:
    """Put the defeated enemy on; the lower card goes back to its deck (Rule: S41, S42)."""
    state = play.state
    upper, pokemon = present(state.fallen), present(state.at(action.spot))
    state.fallen = None
    lower = pokemon.facts.name
    return_card(state, pokemon.card)
    state.cover(pokemon, upper)
    conditions.clear(pokemon)
    forget(pokemon)
    if happen(play, Moment.EVOLVES, pokemon):  # after the next enemy has come
        del state.agenda[-2:]
        state.agenda[1:1] = [Step.KNOCK_OUTS, Step.POWERS]
    state.remember(pokemon, Memory.EVOLVED, evolved_from=lower, evolved_in=state.rounds)
    play.tell(
        What.EVOLVED,
        lower=lower,
        spot=action.spot,
        name=upper.facts.name,
        card=upper.facts.key,
    )


def decline(play: Play, _action: Decline) -> None:
    """Lay the defeated enemy on the discard pile (Rule: S38)."""
    state = play.state
    fallen = present(state.fallen)
    state.fallen = None
    _to_pile(state, fallen)
    play.tell(What.DECLINED, name=fallen.facts.name)


def _to_pile(state: State, enemy: Pokemon) -> None:
    state.pile.append(enemy.card)
    state.pile_count += 1


def _send(play: Play, spot: Spot) -> None:
    state = play.state
    following = state.at(spot) or absent()
    state.put(spot, state.active)
    state.active = following
    if state.table.moments:
        happen(play, Moment.COMES_IN, following)
    if state.table.settles:
        settle(state)
        if somebody_falls(state):
            state.agenda.append(Step.KNOCK_OUTS)
    if play.listening:
        play.tell(What.SENT_OUT, name=following.facts.name, spot=spot)
