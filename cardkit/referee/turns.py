"""The player's turn and the enemy's turn, step by step (Rule: S20-S28, S34-S37).

A check-up goes through the side whose turn has ended first, then the other, as between the turns
of two players (Rule: R6, S36); that fixes the order of its coins.
"""

from __future__ import annotations

from cardkit.cards import EnergyType
from cardkit.referee import conditions
from cardkit.referee.actions import (
    Attach,
    Decide,
    Heal,
    Pass,
    Retreat,
    Revive,
    Run,
    TakeBall,
    UseAttack,
    format_energy,
)
from cardkit.referee.attack_facts import AttackFacts, Memory
from cardkit.referee.chance import Purpose
from cardkit.referee.damage import Blow, Working, work_out
from cardkit.referee.events import Ending, finish
from cardkit.referee.happenings import What
from cardkit.referee.memory import Attempt
from cardkit.referee.play import Play
from cardkit.referee.state import BALLS, POOL_SIZE, Phase, Pokemon, State, Step, absent, present
from cardkit.referee.table import CardFacts
from cardkit.referee.texts.attack import (
    announce,
    carry_out,
    end_of_enemy_turn,
    end_of_player_turn,
    enemy_blow,
    held_back,
    strike_back,
)
from cardkit.referee.texts.attempts import Answers, attempt, decide, resume
from cardkit.referee.texts.in_force import is_ruled

ENEMY_DAMAGE = 10
"""Damage of an enemy per Energy card of its pool, times the number of its deck (Rule: S37)."""
HEAL_DAMAGE = 10
"""Damage that a ball takes off, times badges + 1 (Rule: S24)."""
_NO_ANSWERS = Answers()


# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_TURN_BEGINS = What.TURN_BEGINS
_ENERGY_DRAWN = What.ENERGY_DRAWN
_ATTACHED = What.ATTACHED
_BALL_TAKEN = What.BALL_TAKEN
_ENEMY_TURN_BEGINS = What.ENEMY_TURN_BEGINS
_ENEMY_ATTACHES = What.ENEMY_ATTACHES
_ENEMY_ATTACKS = What.ENEMY_ATTACKS
_ATTACKED = What.ATTACKED
_PASSED = What.PASSED
_PLAYER_DRAW = Step.PLAYER_DRAW
_PLAYER_TURN = Step.PLAYER_TURN
_ENEMY_DRAW = Step.ENEMY_DRAW
_ENEMY_TURN = Step.ENEMY_TURN
_KNOCK_OUTS = Step.KNOCK_OUTS
_MAIN = Phase.MAIN
_ENERGY = Phase.ENERGY
_ENERGY_OF_THE_TURN = Purpose.ENERGY_OF_THE_TURN
_ENEMY_ENERGY = Purpose.ENEMY_ENERGY
_CONFUSION = Purpose.CONFUSION
_ENEMY_CONFUSION = Purpose.ENEMY_CONFUSION
_STRUCK = Memory.STRUCK
_USED = Memory.USED


def player_turn(play: Play) -> None:
    """Begin the player's turn after the enemy's (Rule: S21, S36)."""
    if conditions.all_clear(play.state):
        _begin_player_turn(play)
    else:
        _check_before_player(play, ended=end_of_enemy_turn(play))


def extra_turn(play: Play) -> None:
    """Begin the player's turn in place of the enemy's (Rule: S43)."""
    end_of_player_turn(play.state)
    _check_before_player(play, ended=False)


def _check_before_player(play: Play, *, ended: bool) -> None:
    state = play.state
    _count_turn(play)
    if conditions.check_up(play, (state.enemy, state.active, *state.bench)) or ended:
        state.agenda += [_PLAYER_DRAW, _KNOCK_OUTS]
    else:
        _draw(play)


def _begin_player_turn(play: Play) -> None:
    """Begin a turn where nothing has to be checked: nobody sits a turn out (Rule: S21)."""
    _count_turn(play)
    _draw(play)


def _count_turn(play: Play) -> None:
    state = play.state
    state.rounds += 1
    state.retreats = 0
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
    play.tell(What.RAN)
    finish(play, Ending.LEFT)


def use_attack(play: Play, action: UseAttack) -> None:
    """Attack; the enemy turn follows (Rule: S28)."""
    attack = (play.state.active or absent()).facts.attacks[action.number - 1]
    if attack.asks:
        attempt(play, action, _use_attack)
    else:
        _use_attack(play, action, _NO_ANSWERS)


def answer(play: Play, action: Decide) -> None:
    """Answer what an attack asks (Rule: S43)."""
    decide(play, action, _use_attack)


def ask_again(play: Play, waiting: Attempt) -> None:
    """Carry an attack that asks out as far as it was, so that it asks again (Rule: S43)."""
    resume(play, waiting, _use_attack)


def _use_attack(play: Play, action: UseAttack, answers: Answers) -> None:
    """Confusion first, then the attack as printed; one with a text goes its own way."""
    state = play.state
    attacker, enemy = state.active or absent(), state.enemy or absent()
    state.agenda += [_ENEMY_TURN, _KNOCK_OUTS]
    attack = attacker.facts.attacks[action.number - 1]
    if attack.steps or is_ruled(attacker, state) or is_ruled(enemy, state):
        _use_text(play, attack, answers)
        return
    if attacker.posture is not None and conditions.confusion_hurts(play, attacker, _CONFUSION):
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
    state.remember(attacker, _USED, used=attack.name, used_in=state.rounds)


def _use_text(play: Play, attack: AttackFacts, answers: Answers) -> None:
    """Announce, pay, see what may stop it, confusion, then damage and the rest (Rule: R4)."""
    state = play.state
    attacker, enemy = present(state.active), present(state.enemy)
    play.tell(What.ANNOUNCED, name=attacker.facts.name, card=attacker.facts.key, attack=attack.name)
    run = announce(play, attacker, attack, answers)
    if held_back(play, attacker, enemy) or conditions.confusion_hurts(play, attacker, _CONFUSION):
        return
    if attack.once:
        state.once_used |= {attack.once}
    carry_out(run)
    state.remember(attacker, _USED, used=attack.name, used_in=state.rounds)


def end_turn(play: Play, _action: Pass) -> None:
    """End the turn without attack or catch (Rule: S21)."""
    play.tell(_PASSED)
    enemy_turn(play)


def enemy_turn(play: Play) -> None:
    """Begin the enemy's turn with the check-up (Rule: S34, S36)."""
    state = play.state
    if play.listening:
        play.tell(_ENEMY_TURN_BEGINS)
    if conditions.all_clear(state):
        enemy_draw(play, clear=True)
        return
    end_of_player_turn(state)
    if conditions.check_up(play, (state.active, *state.bench, state.enemy)):
        state.agenda += [_ENEMY_DRAW, _KNOCK_OUTS]
    else:
        enemy_draw(play)


def enemy_draw(play: Play, *, clear: bool = False) -> None:
    """Empty a full pool, draw an Energy, give its condition, and attack (Rule: S34, S35).

    ``clear``: no condition and no rule of card text lies on anybody.
    """
    state = play.state
    enemy, active = state.enemy or absent(), state.active or absent()
    pool = enemy.energy
    if enemy.posture is not None:
        conditions.begin_turn((enemy,))
    if len(pool) >= POOL_SIZE:
        play.tell(What.POOL_DISCARDED, count=len(pool))
        play.discard_energy(enemy)
    energy = play.draw_energy(_ENEMY_ENERGY)
    if energy is not None:
        pool.append(energy)
        if play.listening:
            play.tell(_ENEMY_ATTACHES, energy=energy, pool=len(pool))
        if energy in enemy.facts.types:
            _give_by_chart(play, active, energy)
            clear = clear and not active.afflicted
    _enemy_attack(play, enemy, active, clear=clear)


def _give_by_chart(play: Play, active: Pokemon, energy: EnergyType) -> None:
    """Give the condition that belongs to an Energy of the enemy's own type (Rule: S35)."""
    condition = play.state.table.rules.chart.get(energy)
    if condition is not None:
        conditions.give(active, condition)
        play.tell(What.CONDITION_GIVEN, energy=energy, name=active.facts.name, condition=condition)


def _enemy_attack(play: Play, enemy: Pokemon, active: Pokemon, *, clear: bool) -> None:
    """Attack with the pool, unless a condition or a rule prevents it (Rule: S37, S43)."""
    state = play.state
    ruled = is_ruled(enemy, state) or is_ruled(active, state)
    if not (
        (enemy.posture is not None and _is_stopped(play, enemy))
        or (ruled and held_back(play, enemy, active))
    ):
        working = enemy_damage(enemy, active)
        if ruled:
            working = enemy_blow(play, enemy, active, _blow_of(enemy, active))
        active.damage += working.total
        if play.listening:
            _tell_attack(play, enemy, active, working)
        if state.table.memories:
            state.remember(active, _STRUCK, struck=working.total, struck_in=state.rounds)
        if ruled:
            strike_back(play, enemy, active, working.total)
    if ruled or active.damage >= active.hp or enemy.damage >= enemy.hp:
        state.agenda += [_PLAYER_TURN, _KNOCK_OUTS]
    elif clear:
        _begin_player_turn(play)
    else:
        player_turn(play)


def _is_stopped(play: Play, enemy: Pokemon) -> bool:
    """Whether the enemy is held by a condition, or confused and hurts itself (Rule: S37)."""
    if enemy.immobile:
        play.tell(What.ENEMY_HELD, name=enemy.facts.name, condition=enemy.posture)
        return True
    return conditions.confusion_hurts(play, enemy, _ENEMY_CONFUSION)


def _tell_attack(play: Play, enemy: Pokemon, active: Pokemon, working: Working) -> None:
    play.tell(
        _ENEMY_ATTACKS,
        name=enemy.facts.name,
        card=enemy.facts.key,
        target=active.facts.name,
        working=working,
        damage=working.total,
    )


def enemy_damage(enemy: Pokemon, active: Pokemon) -> Working:
    """Work out what the enemy's attack does with the pool as it is (Rule: S37)."""
    facts = enemy.facts
    return work_out(ENEMY_DAMAGE * facts.deck_number, facts.types, active.facts, len(enemy.energy))


def _blow_of(enemy: Pokemon, active: Pokemon) -> Blow:
    facts = enemy.facts
    return Blow(
        base=ENEMY_DAMAGE * facts.deck_number,
        types=facts.types,
        defender=active.facts,
        cards=len(enemy.energy),
    )


def _discard_drawn(state: State) -> EnergyType:
    energy = state.drawn or absent()
    state.energy_discard.append(energy)
    state.drawn = None
    return energy


def _damage_after_revive(state: State, facts: CardFacts) -> int:
    hp = state.table.rules.revive_hp
    return 0 if hp is None else max(0, facts.hp - hp) // 10 * 10
