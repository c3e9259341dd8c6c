"""Attacks whose text is not read: everything is checked and done but what the person says.

Rule: S28, S43.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardkit.cards import EnergyType
from cardkit.energy import format_energy
from cardkit.referee import conditions, legality
from cardkit.referee.actions import UseAttack
from cardkit.referee.attack_facts import Memory
from cardkit.referee.chance import Purpose
from cardkit.referee.happenings import What
from cardkit.referee.legality import Violation
from cardkit.referee.play import Play
from cardkit.referee.said import AttackByHand, HandResult
from cardkit.referee.spots import ACTIVE
from cardkit.referee.state import Pokemon, State, Step, present
from cardkit.referee.texts.attack import held_back
from cardkit.referee.texts.borrowing import attack_of, attacks_of
from cardkit.rules import Condition

_MOST = 2000
"""More damage than any card has HP."""
_LONGEST = 200
"""What a line of a record holds."""
_POSTURES = {Condition.ASLEEP, Condition.CONFUSED, Condition.PARALYZED}


def explain(state: State, action: AttackByHand) -> tuple[Violation, ...]:
    """Return every rule that an attack by hand breaks; nothing when it is legal."""
    ordinary = legality.explain(state, UseAttack(number=action.number))
    active = state.active
    if active is None or not 1 <= action.number <= len(attacks_of(state, active)):
        return ordinary
    attack = attack_of(state, active, action.number)
    broken = [violation for violation in ordinary if violation.what != attack.unread]
    # A game from before powers worked was played with less of what attacks say, too.
    if not attack.unread and not has_unread_power(state) and state.table.powers_work:
        what = f"{attack.name} is read by the referee: use attack {action.number}"
        broken.append(Violation(rule="S43", what=what))
    if len(str(action)) > _LONGEST:
        broken.append(Violation(rule="S43", what=f"a result has at most {_LONGEST} letters"))
    return (*broken, *_result(state, active, action.result))


def has_unread_power(state: State) -> bool:
    """Whether a text that may change any attack lies in the team and is not read (Rule: S43)."""
    return any(power.unread for _, one in state.team() for power in one.facts.powers)


def attack_by_hand(play: Play, action: AttackByHand) -> None:
    """Attack: confusion first, then what the person says; the enemy turn follows."""
    state = play.state
    attacker, enemy = present(state.active), present(state.enemy)
    state.agenda += [Step.ENEMY_TURN, Step.KNOCK_OUTS]
    if conditions.confusion_hurts(play, attacker, Purpose.CONFUSION):
        return
    attack = attack_of(state, attacker, action.number)
    if attack.once:
        state.once_used |= {attack.once}
    state.remember(attacker, Memory.USED, used=attack.name, used_in=state.rounds)
    if held_back(play, attacker, enemy):
        return
    result = action.result
    enemy.damage += result.damage
    attacker.damage = max(0, attacker.damage + result.self_damage - result.heal)
    for condition in result.enemy:
        conditions.give(enemy, condition)
    for condition in result.own:
        conditions.give(attacker, condition)
    _discard(state, attacker, result.discard)
    _discard(state, enemy, result.pool)
    for spot, amount in result.hurt:
        present(state.at(spot)).damage += amount
    for spot, amount in result.mend:
        mended = present(state.at(spot))
        mended.damage = max(0, mended.damage - amount)
    play.tell(
        What.ATTACKED_BY_HAND,
        name=attacker.facts.name,
        card=attacker.facts.key,
        attack=attack.name,
        result=str(result),
        damage=result.damage,
    )


def _discard(state: State, pokemon: Pokemon, energies: tuple[EnergyType, ...]) -> None:
    for kind in energies:
        pokemon.energy.remove(kind)
    state.energy_discard += energies


def _result(state: State, active: Pokemon, result: HandResult) -> Iterator[Violation]:
    amounts = [result.damage, result.self_damage, result.heal]
    amounts += [amount for _, amount in (*result.hurt, *result.mend)]
    for amount in amounts:
        if amount % 10 or amount > _MOST:
            what = f"damage is in full tens, at most {_MOST}, got {amount}"
            yield Violation(rule="S28", what=what)
    enemy = state.enemy
    for word, wanted, held in (
        (active.facts.name, result.discard, active.energy),
        ("the enemy's pool", result.pool, enemy.energy if enemy is not None else []),
    ):
        lacking = Counter(wanted) - Counter(held)
        if lacking:
            letters = format_energy(tuple(lacking.elements()))
            what = f"{word} cannot discard {letters}: there is {format_energy(held) or 'nothing'}"
            yield Violation(rule="S43", what=what)
    for given in (result.enemy, result.own):
        if len(_POSTURES.intersection(given)) > 1:
            what = f"{' and '.join(given)}: Asleep, Confused, Paralyzed replace each other"
            yield Violation(rule="S36", what=what)
    for spot, _ in (*result.hurt, *result.mend):
        pokemon = state.at(spot)
        if spot == ACTIVE or not spot.in_play or pokemon is None or pokemon.down:
            yield Violation(rule="S43", what=f"no living benched Pokemon lies at {spot}")
