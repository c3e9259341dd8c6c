"""The enemy's turn, step by step (Rule: S34-S37).

Where nothing may interrupt it, it goes on into the player's turn without a stop.
"""

from __future__ import annotations

from cardkit.cards import EnergyType
from cardkit.referee import conditions
from cardkit.referee.actions import Pass
from cardkit.referee.attack_facts import Memory
from cardkit.referee.chance import Purpose
from cardkit.referee.damage import Blow, Working, strike
from cardkit.referee.happenings import What
from cardkit.referee.memo import Memo
from cardkit.referee.play import Play
from cardkit.referee.state import POOL_SIZE, Pokemon, Step, absent
from cardkit.referee.table import CardFacts
from cardkit.referee.texts.attack import end_of_player_turn, enemy_blow, held_back, strike_back
from cardkit.referee.texts.deeds import tell_spared
from cardkit.referee.texts.in_force import any_hold, is_ruled
from cardkit.referee.texts.moments import struck
from cardkit.referee.turns import (
    BETWEEN_TURNS,
    ENDS_OF_PLAYER_TURN,
    ENEMY_DAMAGE,
    any_works,
    begin_player_turn,
    player_turn,
)

# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_PASSED = What.PASSED
_ENEMY_TURN_BEGINS = What.ENEMY_TURN_BEGINS
_ENEMY_ATTACHES = What.ENEMY_ATTACHES
_ENEMY_ATTACKS = What.ENEMY_ATTACKS
_PLAYER_TURN = Step.PLAYER_TURN
_ENEMY_DRAW = Step.ENEMY_DRAW
_KNOCK_OUTS = Step.KNOCK_OUTS
_ENEMY_ENERGY = Purpose.ENEMY_ENERGY
_ENEMY_CONFUSION = Purpose.ENEMY_CONFUSION
_STRUCK = Memory.STRUCK
_AFTER_ATTACK = (_PLAYER_TURN, _KNOCK_OUTS)


def pass_turn(play: Play, _action: Pass) -> None:
    """End the player's turn without attack or catch (Rule: S21)."""
    if play.listening:
        play.tell(_PASSED)
    enemy_turn(play)


def enemy_turn(play: Play) -> None:
    """Begin the enemy's turn with the check-up (Rule: S34, S36)."""
    state, table = play.state, play.state.table
    if play.listening:
        play.tell(_ENEMY_TURN_BEGINS)
    if not table.moments and conditions.all_clear(state):
        enemy_draw(play, not (any_hold(state) or table.memories))
        return
    end_of_player_turn(state)
    if table.moments and any_works(play, ENDS_OF_PLAYER_TURN):
        state.agenda.insert(0, Step.ENEMY_CHECK_UP)
    else:
        enemy_check_up(play)


def enemy_check_up(play: Play) -> None:
    """Check all Pokemon at the start of the enemy's turn (Rule: S36)."""
    state = play.state
    checked = conditions.check_up(play, (state.active, *state.bench, state.enemy))
    if state.table.moments and any_works(play, BETWEEN_TURNS):
        state.agenda.insert(0, _ENEMY_DRAW)
    elif checked:
        state.agenda += [_ENEMY_DRAW, _KNOCK_OUTS]
    else:
        enemy_draw(play)


def enemy_draw(play: Play, plain: bool = False) -> None:
    """Empty a full pool, draw an Energy, give its condition, and attack (Rule: S34, S35).

    ``plain``: no condition lies on anybody, and card text has no say. Then, as in most turns, the
    enemy attacks and the player's turn begins without a look for what may prevent or change it.
    """
    state = play.state
    enemy, active = state.enemy or absent(), state.active or absent()
    pool = enemy.energy
    if enemy.burden is not None:
        conditions.begin_turn((enemy,))
    if len(pool) >= POOL_SIZE:
        if play.listening:
            play.tell(What.POOL_DISCARDED, count=len(pool))
        play.discard_energy(enemy)
    energy = play.draw_energy(_ENEMY_ENERGY)
    if energy is not None:
        pool.append(energy)
        if play.listening:
            play.tell(_ENEMY_ATTACHES, energy=energy, pool=len(pool))
        if energy in enemy.facts.types:
            _give_by_chart(play, active, energy)
    if not plain or active.burden is not None:
        _enemy_attack(play, enemy, active)
        return
    working = BLOWS[enemy.facts, active.facts, len(pool)]
    active.damage += working.total
    if play.listening:
        _tell_attack(play, enemy, active, working)
    if active.damage >= active.hp or enemy.damage >= enemy.hp:
        state.agenda += _AFTER_ATTACK
    else:
        begin_player_turn(play)


def _give_by_chart(play: Play, active: Pokemon, energy: EnergyType) -> None:
    """Give the condition that belongs to an Energy of the enemy's own type (Rule: S35)."""
    condition = play.state.table.rules.chart.get(energy)
    if condition is not None:
        if is_ruled(active, play.state) and tell_spared(play, active, condition):
            return
        conditions.give(active, condition)
        if play.listening:
            name = active.facts.name
            play.tell(What.CONDITION_GIVEN, energy=energy, name=name, condition=condition)


def _enemy_attack(play: Play, enemy: Pokemon, active: Pokemon) -> None:
    """Attack with the pool, unless a condition or a rule prevents it (Rule: S37, S43)."""
    state = play.state
    ruled = is_ruled(enemy, state) or is_ruled(active, state)
    if not (
        (enemy.burden is not None and _is_stopped(play, enemy))
        or (ruled and held_back(play, enemy, active))
    ):
        if ruled:
            blow = blow_of(enemy.facts, active.facts, len(enemy.energy))
            working = enemy_blow(play, enemy, active, blow)
        else:
            working = BLOWS[enemy.facts, active.facts, len(enemy.energy)]
        active.damage += working.total
        if play.listening:
            _tell_attack(play, enemy, active, working)
        if state.table.memories:
            state.remember(active, _STRUCK, struck=working.total, struck_in=state.rounds)
        if ruled:
            strike_back(play, enemy, active, working.total)
        if state.table.moments:
            struck(play, enemy, active, working.total)
    if state.pending:  # knock-outs come after the powers that work now
        state.agenda.insert(0, _PLAYER_TURN)
    elif ruled or active.damage >= active.hp or enemy.damage >= enemy.hp:
        state.agenda += _AFTER_ATTACK
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


def blow_of(enemy: CardFacts, target: CardFacts, cards: int) -> Blow:
    """Return an enemy's attack on a Pokemon with so many cards in its pool (Rule: S37)."""
    base = ENEMY_DAMAGE * enemy.deck_number
    return Blow(base=base, types=enemy.types, defender=target, cards=cards)


def _work_out(blow: tuple[CardFacts, CardFacts, int]) -> Working:
    return strike(blow_of(*blow))


BLOWS = Memo(_work_out, most=65536)
"""What an enemy's attack does to a Pokemon with so many cards in its pool, by all three."""
