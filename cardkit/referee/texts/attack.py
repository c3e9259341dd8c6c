"""An attack with a text, from its announcement to its last effect (Rule: R4, R5, S28, S43)."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.cardtext.effects import UnusableIf, UsableDespite, UsableIf
from cardkit.cardtext.lasting import (
    CannotAttack,
    CannotUse,
    KnocksOutInTurn,
    MustFlip,
    StrikesBack,
)
from cardkit.cardtext.operations import Give, KnockOutLater, PutCountersLater
from cardkit.cardtext.vocabulary import Until
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.chance import Purpose, Scripted
from cardkit.referee.damage import Blow, Working
from cardkit.referee.happenings import What
from cardkit.referee.play import Play
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts import energy_deeds  # noqa: F401  (fills the table of operations)
from cardkit.referee.texts.attempts import Answers
from cardkit.referee.texts.costs import may_despite
from cardkit.referee.texts.counting import amount_of
from cardkit.referee.texts.deeds import doom, give_condition, put_counters, strike
from cardkit.referee.texts.execution import Execution
from cardkit.referee.texts.finding import Sides, fits
from cardkit.referee.texts.in_force import EFFECT, has_rule, in_force, is_ruled, kinds_on, rules_on
from cardkit.referee.texts.judging import holds
from cardkit.referee.texts.laid import run_out
from cardkit.referee.texts.moments import struck
from cardkit.referee.texts.striking import strike_under_rules

_ON_BEING_STRUCK = (KnocksOutInTurn, StrikesBack)
_PUT_OFF = (KnockOutLater, PutCountersLater, Give)
MOST_COPIES = 3
"""Attacks that copy attacks that copy attacks; the chain is cut there."""


def announce(play: Play, attacker: Pokemon, attack: AttackFacts, answers: Answers) -> Execution:
    """Begin an attack and pay what it asks "in order to" be used (Rule: R4)."""
    run = Execution(play, attacker, attack, Sides.of_player(play.state), answers)
    run.pay(attack.steps)
    return run


def carry_out(run: Execution, copies: int = 0) -> None:
    """Carry an announced attack out: damage, then its other effects (Rule: R4, R5)."""
    run.before_damage(run.attack.steps)
    if run.failed:
        return
    if run.base is not None:
        defender = run.sides.opposing[0][1]
        words = " ".join(run.terms)
        if len(run.terms) > 1 or "×" in words:
            words = f"{words} = {run.base}"
        run.damage_done = strike(run, defender, run.base, said=words, plain=False)
        struck(run.play, run.attacker, defender, run.damage_done)
    run.after_damage()
    if run.copied is not None and copies < MOST_COPIES:
        carry_out(announce(run.play, run.attacker, run.copied, run.answers), copies + 1)


def held_back(play: Play, attacker: Pokemon, target: Pokemon) -> bool:
    """Whether a rule keeps a Pokemon from attacking another, or its coins show tails."""
    state = play.state
    kinds = kinds_on(attacker, state)
    if CannotAttack in kinds and any(
        not found.rule.only_self or found.by == target.card
        for found in in_force(attacker, CannotAttack, state)
    ):
        play.tell(What.HELD_BY_TEXT, name=attacker.facts.name)
        return True
    for rule in rules_on(attacker, MustFlip, state) if MustFlip in kinds else ():
        coins = [
            play.chance.coin(Purpose.CARD_TEXT, attacker.facts.name) for _ in range(rule.coins)
        ]
        if not all(coins):
            play.tell(What.DOES_NOTHING, name=attacker.facts.name, why="a coin shows tails")
            return True
    return False


def enemy_blow(play: Play, enemy: Pokemon, active: Pokemon, blow: Blow) -> Working:
    """Work the enemy's attack out under the rules that lie there (Rule: S37, S43)."""
    return strike_under_rules(
        play.state,
        enemy,
        active,
        blow,
        flip=lambda: play.chance.coin(Purpose.CARD_TEXT, active.facts.name),
    )


def strike_back(play: Play, attacker: Pokemon, bearer: Pokemon, damage: int) -> None:
    """Do what the rules on a Pokemon do to whoever damages it."""
    state = play.state
    if not damage or kinds_on(bearer, state).isdisjoint(_ON_BEING_STRUCK):
        return
    fallen = bearer.damage >= bearer.hp
    for rule, name, _ in in_force(bearer, StrikesBack, state):
        called = bearer.facts.name if name == EFFECT else name
        run = Execution(play, bearer, AttackFacts.named(called), Sides.of_player(state), Answers())
        run.striking = damage
        if fallen and not (rule.even_if_knocked_out or rule.when_knocked_out):
            continue
        if (rule.when_knocked_out and not fallen) or not fits(attacker, rule.attackers):
            continue
        if rule.coin and not play.chance.coin(Purpose.CARD_TEXT, called):
            continue
        put_counters(run, attacker, amount_of(run, rule.amount))
        for condition in rule.conditions:
            give_condition(run, attacker, condition)
    if fallen and has_rule(bearer, KnocksOutInTurn, state):
        doom(play, attacker, bearer.facts.name)


def end_of_enemy_turn(play: Play) -> bool:
    """Do what was put off to the end of the opponent's next turn; drop rules that end with it.

    Returns whether anything was done, so that somebody may be knocked out.
    """
    state = play.state
    done = False
    for pokemon in (state.active, *state.bench, state.enemy):
        if pokemon is None or pokemon.burden is None or not pokemon.laid:
            continue
        for laid in pokemon.laid:
            if laid.until is not Until.OPPONENTS_NEXT_TURN or not isinstance(laid.rule, _PUT_OFF):
                continue
            frame = AttackFacts.named(pokemon.facts.name)
            run = Execution(play, pokemon, frame, Sides.of_player(state), Answers())
            done = True
            if isinstance(laid.rule, KnockOutLater):
                doom(play, pokemon, pokemon.facts.name)
            elif isinstance(laid.rule, PutCountersLater):
                put_counters(run, pokemon, laid.rule.amount.fixed)
            elif isinstance(laid.rule, Give):
                for condition in laid.rule.conditions:
                    give_condition(run, pokemon, condition, laid.rule)
        run_out(pokemon, Until.OPPONENTS_NEXT_TURN, state.rounds + 1)
    return done


def end_of_player_turn(state: State) -> None:
    """Drop rules that end with the player's turn."""
    for pokemon in [state.active, *state.bench, state.enemy]:
        if pokemon is not None and pokemon.burden is not None and pokemon.laid:
            run_out(pokemon, Until.THIS_TURN, state.rounds + 1)
            run_out(pokemon, Until.YOUR_NEXT_TURN, state.rounds)


def usable(state: State, pokemon: Pokemon, attack: AttackFacts) -> bool:
    """Whether neither a rule nor its own text keeps a Pokemon from using an attack."""
    return not any(True for _ in refusals(state, pokemon, attack))


def usable_despite(state: State, pokemon: Pokemon, attack: AttackFacts) -> bool:
    """Whether a text allows an attack under the condition that keeps its Pokemon from others."""
    return any(
        isinstance(limit, UsableDespite) and limit.condition is pokemon.posture
        for limit in attack.limits
    ) or may_despite(state, pokemon, retreat=False)


def refusals(state: State, pokemon: Pokemon, attack: AttackFacts) -> Iterator[str]:
    """Yield why a Pokemon may not use an attack by a rule that lies on it, or by its own text."""
    if is_ruled(pokemon, state):
        if has_rule(pokemon, CannotAttack, state):
            yield f"{pokemon.facts.name} can't attack now, by an effect"
        if any(rule.attack == attack.name for rule in rules_on(pokemon, CannotUse, state)):
            yield f"{pokemon.facts.name} can't use {attack.name} now, by an effect"
    if attack.limits:
        asking = Play(state, Scripted(""), heard=frozenset())  # conditions flip no coins
        run = Execution(asking, pokemon, attack, Sides.of_player(state), Answers())
        for limit in attack.limits:
            if isinstance(limit, UsableIf) and not holds(run, limit.condition):
                yield f"{attack.name} can't be used: what its text asks for is not so"
            if isinstance(limit, UnusableIf) and holds(run, limit.condition):
                yield f"{attack.name} can't be used: its text forbids it now"
