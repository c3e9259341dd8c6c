"""Catching enemies in a skirmish (Rule: S30-S33)."""

from __future__ import annotations

from fractions import Fraction

from cardkit.plurals import counted
from cardkit.referee import conditions
from cardkit.referee.actions import Catch, LetGo, Release, Stop, Throw
from cardkit.referee.chance import Purpose
from cardkit.referee.events import return_card
from cardkit.referee.happenings import What
from cardkit.referee.play import Play
from cardkit.referee.spots import Spot, bench, pc
from cardkit.referee.state import Phase, Pokemon, State, Step, absent, present
from cardkit.referee.texts.laid import forget
from cardkit.referee.texts.settling import settle, somebody_falls

CATCHING_ROLLS: tuple[frozenset[int], ...] = (
    frozenset({2, 4, 6}),
    frozenset({1, 6}),
    frozenset({6}),
    frozenset(),
    frozenset(),
)
"""Rolls that catch an enemy of each rarity deck (Rule: S30)."""


# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_CATCH_TRIED = What.CATCH_TRIED
_CATCH_ROLLED = What.CATCH_ROLLED
_CATCH_FAILED = What.CATCH_FAILED
_CAUGHT = What.CAUGHT
_ENEMY_TURN = Step.ENEMY_TURN
_NEW_ENEMY = Step.NEW_ENEMY
_CATCHING = Phase.CATCHING
_RELEASE = Phase.RELEASE
_CATCH = Purpose.CATCH


def free_rolls(enemy: Pokemon) -> int:
    """Return the rolls of one catch that cost no ball: 1 to 3 (Rule: S31)."""
    return 1 + _is_weak(enemy) + (enemy.burden is not None and enemy.afflicted)


def _is_weak(enemy: Pokemon) -> bool:
    """Whether its HP are below half (Rule: S31)."""
    return enemy.damage * 2 > enemy.hp


def catch_odds(enemy: Pokemon, rolls: int) -> Fraction:
    """Return the chance that one of so many rolls catches an enemy (Rule: S30)."""
    miss = 1 - Fraction(len(CATCHING_ROLLS[enemy.facts.deck_number - 1]), 6)
    return 1 - miss**rolls


def may_throw(state: State) -> bool:
    """Whether a ball may buy one more roll of this catch (Rule: S32)."""
    limit = state.table.rules.balls_per_catch
    return state.balls > 0 and (limit is None or state.throws < limit)


def catch(play: Play, _action: Catch) -> None:
    """Roll until the first success or until the free rolls are used (Rule: S31)."""
    enemy = play.state.enemy or absent()
    rolls = free_rolls(enemy)
    if play.listening:
        _tell_odds(play, enemy, rolls)
    for _ in range(rolls):
        if _roll(play, enemy):
            _place(play, enemy)
            return
    _failed(play, enemy)


def throw(play: Play, _action: Throw) -> None:
    """Spend a ball for exactly one roll (Rule: S32)."""
    state = play.state
    enemy = present(state.enemy)
    state.balls -= 1
    state.throws += 1
    if play.listening:
        play.tell(What.BALL_THROWN, balls=state.balls)
    _tell_odds(play, enemy, 1)
    if _roll(play, enemy):
        _place(play, enemy)
    else:
        _failed(play, enemy)


def stop(play: Play, _action: Stop) -> None:
    """Give the catch up; the enemy turn follows (Rule: S32)."""
    _give_up(play, present(play.state.enemy))


def release(play: Play, action: Release) -> None:
    """Send a Pokemon of the PC back to its deck, the caught one takes its place (Rule: S33)."""
    state = play.state
    leaving = present(state.at(action.spot))
    return_card(state, leaving.card)
    if play.listening:
        play.tell(What.RELEASED, name=leaving.facts.name, spot=action.spot)
    _store(play, _take_caught(state), action.spot)


def let_go(play: Play, _action: LetGo) -> None:
    """Send the caught Pokemon itself back to its deck (Rule: S33)."""
    caught = _take_caught(play.state)
    return_card(play.state, caught.card)
    if play.listening:
        play.tell(What.LET_GO, name=caught.facts.name)


def _tell_odds(play: Play, enemy: Pokemon, rolls: int) -> None:
    """Tell the odds before the die falls (Rule: S30, S31)."""
    if not play.hears(_CATCH_TRIED):
        return
    weak = ["HP below half"] if _is_weak(enemy) else []
    reasons = [*weak, *enemy.conditions[:1]] if rolls > 1 else []
    numbers = sorted(CATCHING_ROLLS[enemy.facts.deck_number - 1])
    play.tell(
        _CATCH_TRIED,
        name=enemy.facts.name,
        card=enemy.facts.key,
        numbers=" or ".join(map(str, numbers)),
        rolls=counted(rolls, "roll"),
        reasons="".join(f", {reason}" for reason in reasons),
        odds=f"{float(100 * catch_odds(enemy, rolls)):.3g}%",
    )


def _roll(play: Play, enemy: Pokemon) -> bool:
    hits = CATCHING_ROLLS[enemy.facts.deck_number - 1]
    roll = play.chance.die(_CATCH, enemy.facts.name, hits)
    caught = roll in hits
    if play.listening:
        play.tell(
            _CATCH_ROLLED,
            name=enemy.facts.name,
            roll=roll,
            result="caught" if caught else "missed",
        )
    return caught


def _failed(play: Play, enemy: Pokemon) -> None:
    if may_throw(play.state):
        play.state.phase = _CATCHING
    else:
        _give_up(play, enemy)


def _give_up(play: Play, enemy: Pokemon) -> None:
    if play.listening:
        play.tell(_CATCH_FAILED, name=enemy.facts.name)
    play.state.throws = 0
    play.state.agenda.append(_ENEMY_TURN)


def _place(play: Play, enemy: Pokemon) -> None:
    """Find room: the bench, else the PC, else ask (Rule: S33)."""
    state = play.state
    state.throws = 0
    state.agenda += [_ENEMY_TURN, _NEW_ENEMY]
    play.discard_energy(enemy)
    forget(enemy)
    state.enemy = None
    if None in state.bench:
        spot = bench(state.bench.index(None) + 1)
        state.put(spot, enemy)
        if play.listening:
            play.tell(_CAUGHT, name=enemy.facts.name, card=enemy.facts.key, spot=spot)
        if state.table.settles:  # it may stop a power that gave HP
            settle(state)
            if somebody_falls(state):
                state.agenda.insert(-1, Step.KNOCK_OUTS)
    elif None in state.pc:
        _store(play, enemy, pc(state.pc.index(None) + 1))
    else:
        state.caught = enemy
        state.phase = _RELEASE


def _store(play: Play, enemy: Pokemon, spot: Spot) -> None:
    enemy.damage = 0
    conditions.clear(enemy)
    play.state.put(spot, enemy)
    if play.listening:
        play.tell(_CAUGHT, name=enemy.facts.name, card=enemy.facts.key, spot=spot)


def _take_caught(state: State) -> Pokemon:
    caught = present(state.caught)
    state.caught = None
    return caught
