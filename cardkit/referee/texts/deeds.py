"""What texts do to Pokemon: damage, counters, conditions, healing, rules that last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from cardkit.cardtext.lasting import CannotBeHealed, CannotUse
from cardkit.cardtext.operations import (
    CopyAttack,
    DamageTo,
    ExtraTurn,
    Give,
    Heal,
    KnockOut,
    KnockOutLater,
    Lasting,
    MoveCounters,
    MoveEnergy,
    NoEffect,
    OutOfPlay,
    PutCounters,
    PutCountersLater,
    Recover,
    Strengthen,
    SwapCounters,
    Switch,
    Tally,
    TurnEnds,
)
from cardkit.cardtext.powers import Moment
from cardkit.cardtext.targets import Target
from cardkit.cardtext.vocabulary import Place, Side, Until
from cardkit.referee import conditions
from cardkit.referee.attack_facts import Memory
from cardkit.referee.chance import Purpose
from cardkit.referee.damage import Blow
from cardkit.referee.happenings import What
from cardkit.referee.memory import Laid, Standing
from cardkit.referee.play import Play
from cardkit.referee.spots import ACTIVE, parse_spot
from cardkit.referee.state import Pokemon, Step, present
from cardkit.referee.texts.counting import COUNTER, amount_of, count_of, with_counts
from cardkit.referee.texts.execution import OPERATIONS, Execution
from cardkit.referee.texts.in_force import has_rule, spared
from cardkit.referee.texts.laid import lay, leave_active, stand
from cardkit.referee.texts.moments import happen
from cardkit.referee.texts.striking import UNPRINTED, strike_under_rules
from cardkit.referee.texts.words import rule_words, step_words
from cardkit.rules import Condition


def strike(run: Execution, pokemon: Pokemon, base: int, *, said: str = "", plain: bool) -> int:
    """Do damage of the attack to one Pokemon; return how much."""
    working = strike_under_rules(
        run.play.state,
        run.attacker,
        pokemon,
        Blow(base=base, types=run.attacker.facts.types, defender=pokemon.facts, words=said),
        attack=run.attack.name,
        ignored=run.ignored | UNPRINTED if plain else run.ignored,
        flip=lambda: run.play.chance.coin(Purpose.CARD_TEXT, run.attack.name),
    )
    pokemon.damage += working.total
    run.damaged.add(id(pokemon))
    if run.play.listening:
        run.play.tell(
            What.STRUCK,
            name=run.attack.name,
            card=run.attacker.facts.key,
            target=pokemon.facts.name,
            enemy=pokemon is run.play.state.enemy,
            working=working,
            damage=working.total,
        )
    return working.total


def _damage_to(run: Execution, deed: DamageTo) -> int:
    defender = run.sides.opposing[0][1] if run.sides.opposing else None
    done = 0
    found = run.pick(deed.target, "who takes the damage")
    amount = amount_of(run, deed.amount)  # which may count what is on the one that was chosen
    for pokemon in found:
        done += strike(run, pokemon, amount, plain=deed.plain or pokemon is not defender)
    return done // COUNTER


def put_counters(run: Execution, pokemon: Pokemon, damage: int) -> int:
    """Put damage counters on one Pokemon; return how many."""
    if damage > 0:
        pokemon.damage += damage
        run.play.tell(
            What.COUNTERS_PUT, name=run.attack.name, target=pokemon.facts.name, damage=damage
        )
    return max(0, damage) // COUNTER


def _put_counters(run: Execution, deed: PutCounters) -> int:
    if deed.until_hp_left is not None:
        found = run.pick(deed.target, "who gets the damage counters")
        return sum(put_counters(run, one, one.remaining_hp - deed.until_hp_left) for one in found)
    amount = amount_of(run, deed.amount)
    if deed.spread:
        places = dict(run.find(deed.target))
        if not places:
            return 0
        for _ in range(amount // COUNTER):
            answer = run.choose("where does a damage counter go", tuple(places))
            put_counters(run, places[answer], COUNTER)
        return amount // COUNTER
    found = run.pick(deed.target, "who gets the damage counters")
    return sum(put_counters(run, one, amount) for one in found)


def elsewhere(deed: MoveCounters | MoveEnergy) -> Target:
    """Return where something moves; "another of your Pokemon" is another than it comes from."""
    if deed.target.other and deed.source.place is not Place.SELF:
        return replace(deed.target, other=False)
    return deed.target


def _move_counters(run: Execution, deed: MoveCounters) -> int:
    moved = 0
    sources = run.pick(deed.source, "whose damage counters move")
    for source in sources:
        for target in run.pick(elsewhere(deed), "where to", without=source)[:1]:
            most = source.damage if deed.amount is None else min(deed.amount, source.damage)
            if deed.spares and target.remaining_hp <= most:
                continue
            if deed.any_number and most:
                numbers = tuple(str(number) for number in range(most // COUNTER + 1))
                most = COUNTER * int(run.choose("how many damage counters", numbers))
            source.damage -= most
            moved += put_counters(run, target, most)
    return moved


def _swap_counters(run: Execution, deed: SwapCounters) -> int:
    found = run.pick(deed.target, "whose damage counters change places")
    for pokemon in found:
        pokemon.damage, run.attacker.damage = run.attacker.damage, pokemon.damage
    return len(found)


def _extra_turn(run: Execution, _deed: ExtraTurn) -> int:
    """The player's next turn takes the place of the opponent's."""
    agenda = run.play.state.agenda
    agenda[:] = [Step.EXTRA_TURN if step is Step.ENEMY_TURN else step for step in agenda]
    return 1


def _turn_ends(run: Execution, _deed: TurnEnds) -> int:
    """The opponent's turn takes the place of the rest of this one."""
    agenda = run.play.state.agenda
    agenda[:] = [Step.ENEMY_TURN if step is Step.PLAYER_MAIN else step for step in agenda]
    return 1


def doom(play: Play, pokemon: Pokemon, by: str) -> None:
    """Give a Pokemon damage up to its HP: it is knocked out when knock-outs are looked for."""
    pokemon.damage = max(pokemon.damage, pokemon.hp)
    play.tell(What.DOOMED, name=by, target=pokemon.facts.name)


def _knock_out(run: Execution, deed: KnockOut) -> int:
    found = run.pick(deed.target, "who is knocked out")
    for pokemon in found:
        doom(run.play, pokemon, run.attack.name)
    return len(found)


def tell_spared(play: Play, pokemon: Pokemon, condition: Condition) -> bool:
    """Whether a rule keeps a Pokemon from having a condition, which is told."""
    why = spared(pokemon, condition, play.state)
    if why:
        play.tell(What.SPARED, name=pokemon.facts.name, condition=condition, why=why)
    return bool(why)


def give_condition(
    run: Execution, pokemon: Pokemon, condition: Condition, deed: Give | None = None
) -> bool:
    """Give a condition unless a rule forbids it."""
    if tell_spared(run.play, pokemon, condition):
        return False
    conditions.give(pokemon, condition)
    if deed is not None:
        if condition is Condition.POISONED and deed.poison is not None:
            pokemon.poison = deed.poison
        if condition is Condition.BURNED and deed.burn is not None:
            pokemon.burn = deed.burn
        if condition is Condition.ASLEEP:
            pokemon.sleep_coins = deed.sleep_coins
    run.play.tell(What.GIVEN, name=run.attack.name, target=pokemon.facts.name, condition=condition)
    return True


def _give(run: Execution, deed: Give) -> int:
    if not deed.conditions and run.chosen_condition is None:
        return 0
    wanted = deed.conditions or (present(run.chosen_condition),)
    if deed.choose is not None:
        wanted = (Condition(run.choose("which condition", wanted)),)
    given = 0
    for pokemon in run.pick(deed.target, "who is affected"):
        if deed.delayed:
            later = replace(deed, delayed=False, conditions=wanted, choose=None)
            _lay(run, pokemon, later, Until.OPPONENTS_NEXT_TURN)
            given += 1
            continue
        given += sum(give_condition(run, pokemon, condition, deed) for condition in wanted)
    return given


def _strengthen(run: Execution, deed: Strengthen) -> int:
    found = run.pick(deed.target, "whose condition is stronger")
    for pokemon in found:
        if deed.condition is Condition.POISONED and pokemon.poison and deed.damage is not None:
            pokemon.poison = deed.damage
        elif deed.condition is Condition.BURNED and pokemon.burned and deed.damage is not None:
            pokemon.burn = deed.damage
        elif pokemon.posture is Condition.ASLEEP and deed.coins is not None:
            pokemon.sleep_coins = deed.coins
    return len(found)


_WHICH_ENDS = "which condition ends"


def _recover(run: Execution, deed: Recover) -> int:
    ended = 0
    for pokemon in run.pick(deed.target, "who recovers"):
        left = [
            each for each in pokemon.conditions if not deed.conditions or each in deed.conditions
        ]
        number = len(left) if deed.number is None else min(deed.number, len(left))
        ending: list[Condition] = []
        for _ in range(number):
            every = len(left) == number - len(ending)
            ending.append(left[0] if every else Condition(run.choose(_WHICH_ENDS, left)))
            left.remove(ending[-1])
        for condition in ending:
            conditions.end(pokemon, condition)
            run.play.tell(What.RECOVERED, target=pokemon.facts.name, condition=condition)
        ended += len(ending)
    return ended


def _heal(run: Execution, deed: Heal) -> int:
    healed = 0
    for pokemon in run.pick(deed.target, "who is healed"):
        if has_rule(pokemon, CannotBeHealed, run.play.state):
            continue
        # What heals by damage done may be less than a counter: rounded up to the nearest 10.
        most = pokemon.damage if deed.amount is None else amount_of(run, deed.amount)
        amount = min(pokemon.damage, -(-most // COUNTER) * COUNTER)
        if deed.up_to and amount:
            numbers = tuple(str(number) for number in range(amount // COUNTER + 1))
            amount = COUNTER * int(run.choose("how many damage counters come off", numbers))
        pokemon.damage -= amount
        healed += amount
        if amount:
            run.play.state.remember(pokemon, Memory.HEALED, healed_in=run.play.state.rounds)
            run.play.tell(What.TEXT_HEALED, target=pokemon.facts.name, damage=amount)
    return healed // COUNTER


def _switch(run: Execution, deed: Switch) -> int:
    """Exchange the Active for a benched Pokemon; its conditions and rules end."""
    state = run.play.state
    wanted = deed.bench or Target(side=Side.YOURS, place=Place.BENCH, number=1)
    found = dict(run.find(replace(wanted, number=None)))
    if not found:
        return 0
    answer = run.choose("who becomes the Active", tuple(found), deed.chooser)
    spot, leaving = parse_spot(answer), present(state.active)
    conditions.clear(leaving)
    leave_active(leaving)
    state.put(spot, leaving)
    state.put(ACTIVE, found[answer])
    state.remember(found[answer], Memory.CAME, came_in=state.rounds)
    run.sides = type(run.sides).of_player(state)
    run.new_active = [found[answer]]
    happen(run.play, Moment.GOES_OUT, leaving)
    happen(run.play, Moment.COMES_IN, found[answer])
    run.play.tell(What.EXCHANGED, name=leaving.facts.name, new=found[answer].facts.name)
    return 1


def _lasting(run: Execution, deed: Lasting) -> int:
    rule = deed.rule
    if isinstance(rule, CannotUse) and not rule.attack and run.chosen_attack is not None:
        rule = replace(rule, attack=run.chosen_attack.name)
    if deed.until is Until.GAME:
        return _stand(run, replace(deed, rule=with_counts(run, rule)))
    bearers = run.pick(deed.bearer, "for whom does it hold")
    for pokemon in bearers:
        _lay(run, pokemon, with_counts(run, rule), deed.until)
    return len(bearers)


def _stand(run: Execution, deed: Lasting) -> int:
    stand(run.play.state, Standing(deed, run.play.state.rounds, run.attacker.card))
    if run.play.hears(What.STANDS):
        run.play.tell(What.STANDS, name=run.attack.name, rule=step_words(deed))
    return 1


def _lay(run: Execution, pokemon: Pokemon, rule: Any, until: Until) -> None:
    lay(pokemon, Laid(rule, until, run.play.state.rounds, run.attacker.card))
    if run.play.hears(What.LAID):
        words = rule_words(rule, until)
        run.play.tell(What.LAID, name=run.attack.name, target=pokemon.facts.name, rule=words)


def _later(run: Execution, deed: KnockOutLater | PutCountersLater) -> int:
    found = run.pick(deed.target, "who is meant")
    for pokemon in found:
        _lay(run, pokemon, with_counts(run, deed), Until.OPPONENTS_NEXT_TURN)
    return len(found)


def _tally(run: Execution, deed: Tally) -> int:
    return count_of(run, deed.count)


def _nothing(_run: Execution, _deed: NoEffect | OutOfPlay) -> int:
    return 0


def _copy_attack(run: Execution, deed: CopyAttack) -> int:
    attack = run.chosen_attack
    if deed.chosen:
        if attack is None:
            return 0
    else:
        attacks = {
            each.name.replace(" ", "-"): each
            for pokemon in run.pick(deed.target, "whose attack is copied")
            for each in pokemon.facts.attacks
            if not each.unread
        }
        if not attacks:
            return 0
        attack = attacks[run.choose("which attack is copied", tuple(attacks))]
    run.copied = attack
    return 1


_DEEDS: dict[type, Callable[[Execution, Any], int]] = {
    DamageTo: _damage_to,
    PutCounters: _put_counters,
    MoveCounters: _move_counters,
    KnockOut: _knock_out,
    Give: _give,
    Strengthen: _strengthen,
    Recover: _recover,
    Heal: _heal,
    Switch: _switch,
    Lasting: _lasting,
    KnockOutLater: _later,
    PutCountersLater: _later,
    NoEffect: _nothing,
    OutOfPlay: _nothing,
    CopyAttack: _copy_attack,
    SwapCounters: _swap_counters,
    ExtraTurn: _extra_turn,
    TurnEnds: _turn_ends,
    Tally: _tally,
}
OPERATIONS.update(_DEEDS)
