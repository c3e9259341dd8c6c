"""What may happen, and how likely: catches, attacks, and the enemy's next turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from cardkit.playing.board import next_blow
from cardkit.playing.menu import is_void_here
from cardkit.plurals import agreeing, out_of
from cardkit.referee.actions import Action, EventKind, UseAttack
from cardkit.referee.adventure import Adventure
from cardkit.referee.appraisal import catch_odds
from cardkit.referee.branching import branches
from cardkit.referee.catching import CATCHING_ROLLS, free_rolls, may_throw
from cardkit.referee.encounters import next_pool
from cardkit.referee.state import BALLS, POOL_SIZE, Phase, Pokemon, State
from cardkit.referee.texts.borrowing import attack_of, attacks_of
from cardkit.referee.texts.striking import foreseen
from cardkit.rules import Condition

_MOST_BRANCHES = 20_000
"""Where an action may turn out in more ways, only its first part is told."""


def odds(adventure: Adventure) -> list[str]:
    """Return sentences about everything that chance decides next."""
    state = adventure.state
    if state.enemy is None:
        return ["No enemy is there: nothing is left to chance now."]
    return [
        *_catch(state, state.enemy),
        *(line for action in _attacks(adventure) for line in _attack(adventure, action)),
        *_enemy(state, state.enemy),
        *_check_up(state),
    ]


def how_much(adventure: Adventure) -> list[str]:
    """Return the working of every attack against the enemy, and of the enemy's own."""
    state = adventure.state
    enemy, active = state.enemy, state.active
    if enemy is None or active is None:
        return ["No enemy is there to do damage to."]
    lines = []
    for number, attack in enumerate(attacks_of(state, active), start=1):
        if attack.unread:
            lines.append(f"attack {number}, {attack.name}: {attack.unread} (S43).")
        elif is_void_here(attack):
            lines.append(
                f"attack {number}, {attack.name}: no effect here, its text speaks only of what the "
                "adventure does not have (S43)."
            )
        elif attack.steps:
            told = (
                f"{attack.damage} printed, and what its text says" if attack.damage else "its text"
            )
            lines.append(f"attack {number}, {attack.name}: {told}; odds tells how it ends (S43).")
        else:
            working = foreseen(state, active, enemy, attack)
            lines.append(f"attack {number}, {attack.name}: {working} (S28).")
    blow = next_blow(state)
    if blow is not None:
        lines.append(f"The enemy's next attack: {blow} (S37).")
    return lines


def _catch(state: State, enemy: Pokemon) -> Iterator[str]:
    rolls = CATCHING_ROLLS[enemy.facts.deck_number - 1]
    if state.event is not EventKind.SKIRMISH or not rolls or not enemy.facts.playable:
        yield f"{enemy.facts.name} cannot be caught here (S30)."
        return
    hits = "an even roll" if len(rolls) == 3 else " or ".join(map(str, sorted(rolls)))
    free = free_rolls(enemy)
    if state.phase is Phase.CATCHING:
        if may_throw(state):
            yield f"Another roll for a ball: {hits} catches, {len(rolls) / 6:.0%} (S30, S32)."
        return
    reasons = ["one to begin with"]
    if enemy.remaining_hp * 2 < enemy.hp:
        reasons.append("one for less than half its HP")
    if enemy.conditions:
        reasons.append("one for a condition")
    line = f"Catch {enemy.facts.name}: {hits} catches. Rolls: {free} ({', '.join(reasons)}); "
    line += f"{catch_odds(state, balls=0):.0%} (S30, S31)."
    yield line
    limit = state.table.rules.balls_per_catch
    balls = min(state.balls, BALLS if limit is None else limit)
    if balls:
        chances = [f"{n}: {catch_odds(state, balls=n):.0%}" for n in range(1, balls + 1)]
        yield f"With balls thrown after a failure, {', '.join(chances)} (S32)."


def _attacks(adventure: Adventure) -> list[Action]:
    return [action for action in adventure.legal_actions if isinstance(action, UseAttack)]


def _attack(adventure: Adventure, action: Action) -> Iterator[str]:
    """Tell how an attack may end, the enemy's turn included."""
    state = adventure.state
    active = state.active
    assert isinstance(action, UseAttack)  # noqa: S101 - the list above holds nothing else
    if active is None or state.enemy is None:
        return
    name = attack_of(state, active, action.number).name
    falls = own = lost = total = Fraction(0)
    for probability, after in islice(branches(adventure, action), _MOST_BRANCHES):
        total += probability
        beaten = after.state.knock_outs > state.knock_outs or after.state.badges > state.badges
        falls += probability * (beaten or after.outcome is not None)
        down = sum(one.down for _, one in after.state.team())
        own += probability * (down > sum(one.down for _, one in state.team()))
        lost += probability * _was_lost(after.state, state)
    parts = [f"the enemy falls: {_share(falls / total)}"]
    parts.append(f"one of yours falls in the turn after: {_share(own / total)}")
    if lost:
        parts.append(f"the event is lost: {_share(lost / total)}")
    yield f"Attack {action.number}, {name}: {', '.join(parts)}."


def _was_lost(after: State, before: State) -> bool:
    return (
        after.events > before.events or after.phase is Phase.EVENT
    ) and after.badges == before.badges


def _enemy(state: State, enemy: Pokemon) -> Iterator[str]:
    blow = next_blow(state)
    if blow is None or state.active is None:
        return
    target = state.active
    ends = "it falls" if blow.total >= target.remaining_hp else f"{target.remaining_hp} HP left"
    emptied = " after its pool of three is discarded" if len(enemy.energy) >= POOL_SIZE else ""
    line = f"The enemy's next attack{emptied}, with {next_pool(enemy)} in the pool: {blow}; "
    yield f"{line}{target.facts.name}: {ends} before it (S34, S37)."
    if enemy.posture is Condition.ASLEEP:
        yield "It attacks only if it wakes first: 50% (S36, S37)."
    elif enemy.posture is Condition.PARALYZED:
        yield "It is Paralyzed and does not attack (S37)."
    elif enemy.posture is Condition.CONFUSED:
        yield "It is Confused: 50% that it hurts itself with 30 instead (S37)."
    yield from _chart(state, enemy)


def _chart(state: State, enemy: Pokemon) -> Iterator[str]:
    deck = Counter(state.energy_deck or state.energy_discard)
    for kind in enemy.facts.types:
        condition = state.table.rules.chart.get(kind)
        if condition is not None and deck.total():
            share = Fraction(deck[kind], deck.total())
            yield (
                f"{out_of(deck[kind], deck.total(), 'Energy', 'Energies')} "
                f"{agreeing(deck[kind], 'is', 'are')} {kind} and would make your Active "
                f"{condition}: {_share(share)} (S35)."
            )


def _check_up(state: State) -> Iterator[str]:
    """Tell what the conditions on the player's side will do (Rule: S36)."""
    for _, pokemon in state.team():
        if Condition.ASLEEP in pokemon.conditions:
            yield f"{pokemon.facts.name} wakes at each check-up with 50% (S36)."
        if pokemon.burned:
            yield f"{pokemon.facts.name} takes 20, then its burn ends with 50% (S36)."
        if pokemon.poison:
            yield f"{pokemon.facts.name} takes {pokemon.poison} at each check-up (S36)."
        if pokemon.posture is Condition.CONFUSED:
            yield f"{pokemon.facts.name} hurts itself with 30 in 50% of its attacks (S28)."


def _share(share: Fraction) -> str:
    if 0 < share < Fraction(1, 100):
        return "under 1%"
    if Fraction(99, 100) < share < 1:
        return "over 99%"
    return f"{float(share):.0%}"
