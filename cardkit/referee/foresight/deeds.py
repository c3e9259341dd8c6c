"""What the operations of a text would do, for :mod:`cardkit.referee.foresight`.

Each function adds to ``run.way`` and returns how many it would move, as the operations of
:mod:`cardkit.referee.texts` do. Operations that are not named here do nothing that is weighed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardkit.cardtext.counts import DamageTaken, Done
from cardkit.cardtext.lasting import (
    CannotAttack,
    CannotUse,
    DealsLess,
    DealsMore,
    MustFlip,
    Prevents,
    StrikesBack,
    TakesLess,
    TakesMore,
)
from cardkit.cardtext.operations import (
    AttachEnergy,
    CopyAttack,
    DamageTo,
    DiscardEnergy,
    Energies,
    ExtraTurn,
    Give,
    Heal,
    KnockOut,
    KnockOutLater,
    Lasting,
    MoveCounters,
    MoveEnergy,
    PutCounters,
    PutCountersLater,
    Recover,
    Strengthen,
    SwapCounters,
    Switch,
    Tally,
)
from cardkit.cardtext.reading import parts_of
from cardkit.cardtext.vocabulary import Protection, Side, Until
from cardkit.referee.foresight.forecasts import Affliction
from cardkit.referee.foresight.foreseen import Foreseen, picked
from cardkit.referee.state import Pokemon
from cardkit.referee.texts.counting import COUNTER, amount_of, count_of
from cardkit.referee.texts.finding import fits
from cardkit.rules import Condition

_LATER = (Until.YOUR_NEXT_TURN, Until.THIS_TURN)
"""How long rules last that do not touch the enemy's next turn."""
_BEST_FIRST = (
    Condition.PARALYZED,
    Condition.POISONED,
    Condition.ASLEEP,
    Condition.BURNED,
    Condition.CONFUSED,
)
"""Which condition is chosen where a text lets the player choose."""


def _hurt(run: Foreseen, pokemon: Pokemon, damage: int) -> int:
    """Note damage to a Pokemon; return how many counters it is."""
    damage = max(0, damage)
    if pokemon is run.enemy:
        run.way.damage += damage
    elif pokemon is run.attacker:
        run.way.recoil += damage
    else:
        run.way.hurt += damage
    return damage // COUNTER


def _left(run: Foreseen, pokemon: Pokemon) -> int:
    """Return the HP that a Pokemon has left after what the attack did so far."""
    return max(0, pokemon.remaining_hp - (run.way.damage if pokemon is run.enemy else 0))


def _damage_to(run: Foreseen, deed: DamageTo) -> int:
    found = picked(run, deed.target)
    amount = amount_of(run, deed.amount)
    done = 0
    for pokemon in found:
        if pokemon is run.enemy:
            done += _hurt(run, pokemon, run.hit(amount, plain=deed.plain))
        else:
            done += _hurt(run, pokemon, amount // COUNTER * COUNTER)
    return done


def _put_counters(run: Foreseen, deed: PutCounters) -> int:
    found = picked(run, deed.target)
    if deed.until_hp_left is not None:
        return sum(_hurt(run, one, _left(run, one) - deed.until_hp_left) for one in found)
    amount = amount_of(run, deed.amount)
    if deed.spread:
        found = [one for one in found if one is run.enemy] or found
        return _hurt(run, found[0], amount) if found else 0
    return sum(_hurt(run, one, amount) for one in found)


def _move_counters(run: Foreseen, deed: MoveCounters) -> int:
    moved = 0
    for source in picked(run, deed.source):
        for target in [one for one in picked(run, deed.target) if one is not source][:1]:
            damage = source.damage if deed.amount is None else min(deed.amount, source.damage)
            _mend(run, source, damage)
            moved += _hurt(run, target, damage)
    return moved


def _swap_counters(run: Foreseen, deed: SwapCounters) -> int:
    found = picked(run, deed.target)
    for pokemon in found:
        if pokemon is run.enemy:
            more = run.attacker.damage - pokemon.damage
            run.way.damage += more
            run.way.recoil -= more
    return len(found)


def _knock_out(run: Foreseen, deed: KnockOut) -> int:
    found = picked(run, deed.target)
    for pokemon in found:
        _hurt(run, pokemon, _left(run, pokemon))
    return len(found)


def _knock_out_later(run: Foreseen, deed: KnockOutLater) -> int:
    found = picked(run, deed.target)
    if any(one is run.enemy for one in found):
        run.way.late += _left(run, run.enemy)
    return len(found)


def _counters_later(run: Foreseen, deed: PutCountersLater) -> int:
    found = picked(run, deed.target)
    if any(one is run.enemy for one in found):
        run.way.late += amount_of(run, deed.amount)
    return len(found)


def _give(run: Foreseen, deed: Give) -> int:
    wanted = deed.conditions or tuple(Condition)
    if deed.choose is not None or not deed.conditions:
        wanted = tuple(one for one in _BEST_FIRST if one in wanted)[: deed.choose or 1]
    found = picked(run, deed.target)
    for pokemon in found:
        if deed.delayed:
            _give_late(run, pokemon, deed, wanted)
        elif pokemon is run.enemy:
            run.way.given = _afflicted(run.way.given, deed, wanted)
        elif pokemon is run.attacker:
            run.way.suffered = _afflicted(run.way.suffered, deed, wanted)
    return len(found) * len(wanted)


def _give_late(run: Foreseen, pokemon: Pokemon, deed: Give, wanted: tuple[Condition, ...]) -> None:
    """Conditions at the end of the enemy's turn are there for one check-up (Rule: S36)."""
    given = _afflicted(Affliction(), deed, wanted)
    if pokemon is run.enemy:
        run.way.late += given.poison + given.burn
    elif pokemon is run.attacker:
        run.way.recoil += given.poison + given.burn


def _afflicted(affliction: Affliction, deed: Give, wanted: tuple[Condition, ...]) -> Affliction:
    for condition in wanted:
        affliction = affliction.given(condition)
        if condition is Condition.POISONED and deed.poison is not None:
            affliction = affliction._replace(poison=deed.poison)
        elif condition is Condition.BURNED and deed.burn is not None:
            affliction = affliction._replace(burn=deed.burn)
        elif condition is Condition.ASLEEP:
            affliction = affliction._replace(coins=deed.sleep_coins)
    return affliction


def _strengthen(run: Foreseen, deed: Strengthen) -> int:
    found = picked(run, deed.target)
    given = run.way.given
    if any(one is run.enemy for one in found):
        if deed.condition is Condition.POISONED and given.poison and deed.damage is not None:
            given = given._replace(poison=deed.damage)
        elif deed.condition is Condition.BURNED and given.burn and deed.damage is not None:
            given = given._replace(burn=deed.damage)
        elif given.posture is Condition.ASLEEP and deed.coins is not None:
            given = given._replace(coins=deed.coins)
        run.way.given = given
    return len(found)


def _recover(run: Foreseen, deed: Recover) -> int:
    ended = 0
    for pokemon in picked(run, deed.target):
        ending = [
            one for one in pokemon.conditions if not deed.conditions or one in deed.conditions
        ]
        ended += len(ending) if deed.number is None else min(deed.number, len(ending))
    return ended


def _heal(run: Foreseen, deed: Heal) -> int:
    healed = 0
    for pokemon in picked(run, deed.target):
        damage = pokemon.damage
        if pokemon is run.enemy:
            damage += run.way.damage
        elif pokemon is run.attacker:
            damage += run.way.recoil
        most = damage if deed.amount is None else amount_of(run, deed.amount)
        healed += _mend(run, pokemon, min(damage, -(-most // COUNTER) * COUNTER))
    return healed // COUNTER


def _mend(run: Foreseen, pokemon: Pokemon, damage: int) -> int:
    """Note damage that is taken off a Pokemon; return how much."""
    if pokemon is run.enemy:
        run.way.damage -= damage
    elif pokemon is run.attacker:
        run.way.recoil -= damage
    else:
        run.way.healed += damage
    return damage


def _many(run: Foreseen, wanted: Energies, lying: list[Any]) -> int:
    """Return how many of some Energy cards a text takes; as many as one likes where it counts."""
    fitting = [kind for kind in lying if not wanted.types or kind in wanted.types]
    if wanted.each:
        number = 1 if wanted.number is None else amount_of(run, wanted.number)
        return sum(min(number, fitting.count(kind)) for kind in wanted.types)
    if wanted.any_number:
        counts = any(isinstance(part, Done) for part in parts_of(run.attack.steps))
        return len(fitting) if counts else 0
    most = len(set(fitting)) if wanted.different else len(fitting)
    return most if wanted.number is None else min(most, amount_of(run, wanted.number))


def _discard(run: Foreseen, deed: DiscardEnergy) -> int:
    holders = picked(run, deed.source)
    groups = [[holder] for holder in holders] if deed.each else [holders]
    gone = 0
    for group in groups:
        number = _many(run, deed.energy, [kind for one in group for kind in one.energy])
        gone += number
        if any(one is run.enemy for one in group):
            run.way.pool += number
        else:
            run.way.energy -= number
    return gone


def _attach(run: Foreseen, deed: AttachEnergy) -> int:
    places = len(run.find(deed.target))
    lying = run.play.state.energy_discard
    number = _many(run, deed.energy, list(lying)) * (places if deed.each else bool(places))
    number = min(number, len(lying))
    run.way.energy += number
    return number


def _move(run: Foreseen, deed: MoveEnergy) -> int:
    lying = [kind for _, one in run.find(deed.source) for kind in one.energy]
    return _many(run, deed.energy, lying) if run.find(deed.target) else 0


def _switch(run: Foreseen, deed: Switch) -> int:
    return int(deed.side is Side.YOURS and len(run.sides.own) > 1)


def _lasting(run: Foreseen, deed: Lasting) -> int:
    bearers = picked(run, deed.bearer)
    for pokemon in bearers:
        if pokemon is run.enemy:
            if deed.until not in _LATER:
                _rule_on_enemy(run, deed.rule)
            elif isinstance(deed.rule, TakesMore):
                run.way.ahead += amount_of(run, deed.rule.amount)
        elif pokemon is run.attacker:
            if deed.until not in _LATER:
                _rule_on_attacker(run, deed.rule)
            _rule_on_its_attacks(run, deed.rule)
    return len(bearers)


def _rule_on_enemy(run: Foreseen, rule: Any) -> None:
    way = run.way
    if isinstance(rule, CannotAttack):
        way.held = 1.0
    elif isinstance(rule, MustFlip):
        way.held = 1 - (1 - way.held) * 0.5**rule.coins
    elif isinstance(rule, DealsLess):
        way.less += amount_of(run, rule.amount)


def _rule_on_attacker(run: Foreseen, rule: Any) -> None:
    way = run.way
    if isinstance(rule, Prevents):
        damage = rule.what is not Protection.EFFECTS and fits(run.enemy, rule.attackers)
        if damage and rule.at_most is None and rule.at_least is None:
            way.covered = 1 - (1 - way.covered) * (0.5 if rule.coin else 0.0)
    elif isinstance(rule, TakesLess):
        way.less += amount_of(run, rule.amount) if fits(run.enemy, rule.attackers) else 0
    elif isinstance(rule, StrikesBack):
        if isinstance(rule.amount.count, DamageTaken):
            way.mirrored += rule.amount.per // COUNTER
        else:
            way.back += amount_of(run, rule.amount)


def _rule_on_its_attacks(run: Foreseen, rule: Any) -> None:
    """Rules that hold when the attacker attacks next."""
    way = run.way
    if isinstance(rule, CannotAttack):
        way.idle = 1.0
    elif isinstance(rule, CannotUse):
        way.idle = 1.0 if len(run.attacker.facts.attacks) == 1 else 0.5
    elif isinstance(rule, DealsMore) and rule.attack in ("", run.attack.name):
        base = run.base or 0
        more = amount_of(run, rule.amount)
        way.ahead += (rule.times - 1) * base + (max(0, more - base) if rule.base else more)


def _copy_attack(run: Foreseen, deed: CopyAttack) -> int:
    """Use the copied attack that prints most; what its text says is not looked at."""
    attacks = [attack for one in picked(run, deed.target) for attack in one.facts.attacks]
    printed = max((attack.damage for attack in attacks if not attack.unread), default=0)
    run.way.damage += run.hit(printed)
    return len(attacks)


def _extra_turn(run: Foreseen, _deed: ExtraTurn) -> int:
    run.way.covered = 1.0
    return 1


EXPECTED: dict[type, Callable[[Foreseen, Any], int]] = {
    DamageTo: _damage_to,
    PutCounters: _put_counters,
    MoveCounters: _move_counters,
    SwapCounters: _swap_counters,
    KnockOut: _knock_out,
    KnockOutLater: _knock_out_later,
    PutCountersLater: _counters_later,
    Give: _give,
    Strengthen: _strengthen,
    Recover: _recover,
    Heal: _heal,
    DiscardEnergy: _discard,
    AttachEnergy: _attach,
    MoveEnergy: _move,
    Switch: _switch,
    Lasting: _lasting,
    CopyAttack: _copy_attack,
    ExtraTurn: _extra_turn,
    Tally: lambda run, deed: count_of(run, deed.count),
}
"""What an operation would do, by kind."""
