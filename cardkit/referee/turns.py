"""The player's turn, step by step (Rule: S20-S28).

A check-up goes through the side whose turn has ended first, then the other, as between the turns
of two players (Rule: R6, S36); that fixes the order of its coins.
"""

from __future__ import annotations

from cardkit.cards import EnergyType
from cardkit.cardtext.powers import Moment
from cardkit.energy import format_energy
from cardkit.referee import conditions
from cardkit.referee.actions import Attach, Heal, Retreat, Revive, Run, TakeBall, UseAttack
from cardkit.referee.attack_facts import AttackFacts, Memory
from cardkit.referee.chance import Purpose
from cardkit.referee.damage import work_out
from cardkit.referee.events import Ending, finish
from cardkit.referee.happenings import What
from cardkit.referee.play import Play
from cardkit.referee.state import BALLS, Phase, State, Step, absent, present
from cardkit.referee.table import CardFacts
from cardkit.referee.texts.attack import (
    announce,
    carry_out,
    end_of_enemy_turn,
    end_of_player_turn,
    held_back,
)
from cardkit.referee.texts.attempts import Answers, attempt
from cardkit.referee.texts.borrowing import attack_of
from cardkit.referee.texts.in_force import is_ruled
from cardkit.referee.texts.moments import happen, struck

BETWEEN_TURNS = (Moment.BETWEEN_TURNS,)
ENDS_OF_PLAYER_TURN = (Moment.END_OF_YOUR_TURN, Moment.END_OF_EACH_TURN)
_ENDS_OF_ENEMY_TURN = (Moment.END_OF_OPPONENTS_TURN, Moment.END_OF_EACH_TURN)
ENEMY_DAMAGE = 10
"""Damage of an enemy per Energy card of its pool, times the number of its deck (Rule: S37)."""
HEAL_DAMAGE = 10
"""Damage that a ball takes off, times badges + 1 (Rule: S24)."""
_NO_ANSWERS = Answers()
_NONE_USED: frozenset[str] = frozenset()


# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_TURN_BEGINS = What.TURN_BEGINS
_ENERGY_DRAWN = What.ENERGY_DRAWN
_ATTACHED = What.ATTACHED
_BALL_TAKEN = What.BALL_TAKEN
_ATTACKED = What.ATTACKED
_PLAYER_DRAW = Step.PLAYER_DRAW
_ENEMY_TURN = Step.ENEMY_TURN
_KNOCK_OUTS = Step.KNOCK_OUTS
_LEFT = Ending.LEFT
_MAIN = Phase.MAIN
_ENERGY = Phase.ENERGY
_ENERGY_OF_THE_TURN = Purpose.ENERGY_OF_THE_TURN
_CONFUSION = Purpose.CONFUSION
_USED = Memory.USED


def player_turn(play: Play) -> None:
    """Begin the player's turn after the enemy's (Rule: S21, S36)."""
    state = play.state
    if state.table.moments:
        _after_enemy(play)
    elif conditions.all_clear(state):
        begin_player_turn(play)
    else:
        _check_before_player(play, ended=end_of_enemy_turn(play))


def _after_enemy(play: Play) -> None:
    """Begin the player's turn where powers may work before it (Rule: S43)."""
    state = play.state
    ended = end_of_enemy_turn(play)
    first = state.rounds + 1 == state.began  # no turn came before it in this event
    if not first and any_works(play, _ENDS_OF_ENEMY_TURN):
        state.agenda.insert(0, Step.PLAYER_CHECK_UP)
    else:
        _check_before_player(play, ended=ended)


def player_check_up(play: Play) -> None:
    """Begin the player's turn after what powers did at the end of the enemy's (Rule: S36, S43)."""
    _check_before_player(play, ended=False)


def any_works(play: Play, moments: tuple[Moment, ...]) -> bool:
    """Whether a power works at these moments; then it and knock-outs are the next steps."""
    found = [happen(play, moment) for moment in moments]
    return any(found)


def extra_turn(play: Play) -> None:
    """Begin the player's turn in place of the enemy's (Rule: S43)."""
    end_of_player_turn(play.state)
    if play.state.table.moments and any_works(play, ENDS_OF_PLAYER_TURN):
        play.state.agenda.insert(0, Step.PLAYER_CHECK_UP)
    else:
        _check_before_player(play, ended=False)


def _check_before_player(play: Play, *, ended: bool) -> None:
    state = play.state
    _count_turn(play)
    checked = conditions.check_up(play, (state.enemy, state.active, *state.bench))
    if state.table.moments and not state.first_round and any_works(play, BETWEEN_TURNS):
        state.agenda.insert(0, _PLAYER_DRAW)
    elif checked or ended:
        state.agenda += [_PLAYER_DRAW, _KNOCK_OUTS]
    else:
        _draw(play)


def begin_player_turn(play: Play) -> None:
    """Begin a turn where nothing has to be checked: nobody sits a turn out (Rule: S21)."""
    _count_turn(play)
    _draw(play)


def _count_turn(play: Play) -> None:
    state = play.state
    state.rounds += 1
    state.retreats = 0
    state.used_powers = _NONE_USED
    if play.listening:
        play.tell(_TURN_BEGINS, round=state.rounds)


def player_draw(play: Play) -> None:
    """Draw the Energy of the turn (Rule: S21, S45)."""
    conditions.begin_turn(play.state.side)
    _draw(play)


def _draw(play: Play) -> None:
    state = play.state
    state.drawn = play.draw_energy(_ENERGY_OF_THE_TURN)
    if state.drawn is None:
        state.phase = _MAIN
    else:
        if play.listening:
            play.tell(_ENERGY_DRAWN, energy=state.drawn)
        state.phase = _ENERGY


def attach(play: Play, action: Attach) -> None:
    """Attach the drawn Energy (Rule: S22)."""
    state = play.state
    pokemon, energy = state.at(action.spot) or absent(), state.drawn or absent()
    pokemon.energy.append(energy)
    state.drawn = None
    if play.listening:
        play.tell(_ATTACHED, energy=energy, name=pokemon.facts.name, spot=action.spot)
    state.phase = _MAIN


def take_ball(play: Play, _action: TakeBall) -> None:
    """Discard the drawn Energy for a ball; a sixth ball does not exist (Rule: S22)."""
    state = play.state
    energy = _discard_drawn(state)
    state.balls = min(BALLS, state.balls + 1)
    if play.listening:
        play.tell(_BALL_TAKEN, energy=energy, balls=state.balls)
    state.phase = _MAIN


def revive(play: Play, action: Revive) -> None:
    """Discard the drawn Energy and spend all five balls to revive (Rule: S25)."""
    state = play.state
    pokemon = present(state.at(action.spot))
    energy = _discard_drawn(state)
    state.balls = 0
    pokemon.down = False
    pokemon.damage = _damage_after_revive(state, pokemon.facts)
    play.tell(What.REVIVED, energy=energy, name=pokemon.facts.name, spot=action.spot)
    state.phase = _MAIN


def retreat(play: Play, action: Retreat) -> None:
    """Pay and exchange the Active; its conditions end (Rule: S23)."""
    state = play.state
    leaving, coming = state.active or absent(), state.at(action.spot) or absent()
    for energy in action.payment:
        leaving.energy.remove(energy)
    state.energy_discard += action.payment
    conditions.clear(leaving)
    state.put(action.spot, leaving)
    state.active = coming
    if state.table.memories:
        state.remember(coming, Memory.CAME, came_in=state.rounds)
    if state.table.moments:
        happen(play, Moment.GOES_OUT, leaving)
        happen(play, Moment.COMES_IN, coming)
    state.retreats += 1
    if play.listening:
        play.tell(
            What.RETREATED,
            name=leaving.facts.name,
            paid=format_energy(action.payment) or "nothing",
            new=coming.facts.name,
            spot=action.spot,
        )
    state.phase = _MAIN


def heal(play: Play, action: Heal) -> None:
    """Spend a ball to take damage off (Rule: S24)."""
    state = play.state
    pokemon = state.at(action.spot) or absent()
    healed = min(pokemon.damage, HEAL_DAMAGE * (state.badges + 1))
    pokemon.damage -= healed
    if state.table.memories:
        state.remember(pokemon, Memory.HEALED, healed_in=state.rounds)
    state.balls -= 1
    if play.listening:
        play.tell(
            What.HEALED,
            damage=healed,
            name=pokemon.facts.name,
            spot=action.spot,
            balls=state.balls,
        )
    state.phase = _MAIN


def run(play: Play, _action: Run) -> None:
    """Leave the skirmish (Rule: S26)."""
    if play.listening:
        play.tell(What.RAN)
    finish(play, _LEFT)


def use_attack(play: Play, action: UseAttack) -> None:
    """Attack; the enemy turn follows (Rule: S28)."""
    attack = attack_of(play.state, play.state.active or absent(), action.number)
    if attack.asks:
        attempt(play, action, carry_attack)
    else:
        carry_attack(play, action, _NO_ANSWERS)


def carry_attack(play: Play, action: UseAttack, answers: Answers) -> None:
    """Confusion first, then the attack as printed; one with a text goes its own way."""
    state = play.state
    attacker, enemy = state.active or absent(), state.enemy or absent()
    state.agenda += [_ENEMY_TURN, _KNOCK_OUTS]
    attack = attack_of(state, attacker, action.number)
    if attack.steps or is_ruled(attacker, state) or is_ruled(enemy, state):
        _use_text(play, attack, answers)
        return
    if attacker.burden is not None and conditions.confusion_hurts(play, attacker, _CONFUSION):
        return  # an attack that failed was not used, so a GX attack may be tried again
    if attack.once:
        state.once_used |= {attack.once}
    working = work_out(attack.damage, attacker.facts.types, enemy.facts)
    enemy.damage += working.total
    if play.listening:
        play.tell(
            _ATTACKED,
            name=attacker.facts.name,
            card=attacker.facts.key,
            attack=attack.name,
            working=working,
            damage=working.total,
        )
    if state.table.moments:
        struck(play, attacker, enemy, working.total)
    state.remember(attacker, _USED, used=attack.name, used_in=state.rounds)


def _use_text(play: Play, attack: AttackFacts, answers: Answers) -> None:
    """Announce, pay, see what may stop it, confusion, then damage and the rest (Rule: R4)."""
    state = play.state
    attacker, enemy = present(state.active), present(state.enemy)
    if play.listening:
        facts = attacker.facts
        play.tell(What.ANNOUNCED, name=facts.name, card=facts.key, attack=attack.name)
    run = announce(play, attacker, attack, answers)
    if held_back(play, attacker, enemy) or conditions.confusion_hurts(play, attacker, _CONFUSION):
        return
    if attack.once:
        state.once_used |= {attack.once}
    carry_out(run)
    state.remember(attacker, _USED, used=attack.name, used_in=state.rounds)


def _discard_drawn(state: State) -> EnergyType:
    energy = state.drawn or absent()
    state.energy_discard.append(energy)
    state.drawn = None
    return energy


def _damage_after_revive(state: State, facts: CardFacts) -> int:
    hp = state.table.rules.revive_hp
    return 0 if hp is None else max(0, facts.hp - hp) // 10 * 10
