"""Special conditions: giving them, ending them, and the check-up (Rule: S35, S36).

Asleep, Confused and Paralyzed replace each other, the newest stays; Poisoned and Burned stack
with everything.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardkit.cardtext.lasting import ConditionHurts, WakesWith
from cardkit.referee.burden import BURN_DAMAGE
from cardkit.referee.chance import Purpose
from cardkit.referee.happenings import What
from cardkit.referee.play import Play
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.in_force import rules_on
from cardkit.referee.texts.laid import leave_active
from cardkit.rules import Condition

POISON_DAMAGE = 10
CONFUSION_DAMAGE = 30


# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_ASLEEP = Condition.ASLEEP
_CONFUSED = Condition.CONFUSED
_PARALYZED = Condition.PARALYZED


def give(pokemon: Pokemon, condition: Condition) -> None:
    """Give a condition; a second of the same replaces the first."""
    if condition is Condition.POISONED:
        pokemon.bear(poison=POISON_DAMAGE)
    elif condition is Condition.BURNED:
        pokemon.bear(burned=True, burn=BURN_DAMAGE)
    else:
        pokemon.bear(posture=condition, sat_out=False, sleep_coins=1)


def end(pokemon: Pokemon, condition: Condition) -> None:
    """End one condition."""
    if condition is Condition.POISONED:
        pokemon.bear(poison=0)
    elif condition is Condition.BURNED:
        pokemon.bear(burned=False, burn=BURN_DAMAGE)
    elif pokemon.posture is condition:
        pokemon.bear(posture=None, sat_out=False, sleep_coins=1)


def clear(pokemon: Pokemon) -> None:
    """End every condition, and the rules that end with leaving the Active place."""
    if pokemon.burden is not None:
        pokemon.recover()
        leave_active(pokemon)


def begin_turn(side: Iterable[Pokemon | None]) -> None:
    """Note that the owner now has a turn with them, for Paralyzed."""
    for pokemon in side:
        if pokemon is not None and pokemon.burden is not None and pokemon.posture is _PARALYZED:
            pokemon.sat_out = True


def all_clear(state: State) -> bool:
    """Whether no condition and no rule of card text lies on anybody in play.

    Then a turn ends, and another begins, without more ado: by far the most often.
    """
    for pokemon in [state.enemy, state.active, *state.bench]:
        if pokemon is not None and pokemon.burden is not None:
            return False
    return True


def check_up(play: Play, everybody: Iterable[Pokemon | None]) -> bool:
    """Check all Pokemon at the start of a turn, in this order (Rule: S36).

    Returns:
        Whether there was anything to check; knock-outs come after all of them.
    """
    found = False
    for pokemon in everybody:
        if pokemon is not None and pokemon.burden is not None and pokemon.afflicted:
            found = True
            name = pokemon.facts.name
            _check(play, pokemon, f"enemy {name}" if pokemon is play.state.enemy else name)
    return found


def _check(play: Play, pokemon: Pokemon, name: str) -> None:
    if pokemon.poison:
        damage = pokemon.poison + _hurts_more(play, pokemon, Condition.POISONED)
        pokemon.damage += damage
        play.tell(What.POISON_HURTS, name=name, damage=damage)
    if pokemon.burned:
        damage = pokemon.burn + _hurts_more(play, pokemon, Condition.BURNED)
        pokemon.damage += damage
        play.tell(What.BURN_HURTS, name=name, damage=damage)
        if play.chance.coin(Purpose.BURN, name):
            end(pokemon, Condition.BURNED)
            play.tell(What.BURN_ENDS, name=name)
    if pokemon.posture is _ASLEEP:
        coins = max(
            (rule.coins for rule in rules_on(pokemon, WakesWith, play.state)),
            default=pokemon.sleep_coins,
        )
        faces = [play.chance.coin(Purpose.SLEEP, name) for _ in range(coins)]
        if all(faces):
            end(pokemon, _ASLEEP)
            play.tell(What.WAKES, name=name)
        else:
            play.tell(What.SLEEPS_ON, name=name)
    elif pokemon.posture is _PARALYZED and pokemon.sat_out:
        end(pokemon, _PARALYZED)
        play.tell(What.PARALYSIS_ENDS, name=name)


def _hurts_more(play: Play, pokemon: Pokemon, condition: Condition) -> int:
    """Return the damage that rules add to a condition's (Rule: S43)."""
    return sum(
        rule.more
        for rule in rules_on(pokemon, ConditionHurts, play.state)
        if rule.condition is condition
    )


def confusion_hurts(play: Play, pokemon: Pokemon, purpose: Purpose) -> bool:
    """Whether a Confused attacker fails and hurts itself (Rule: S28, S37).

    It takes the damage as it is, without Weakness and Resistance. ``purpose`` says whose it is.
    """
    if pokemon.posture is not _CONFUSED:
        return False
    who, failing, holding = _CONFUSION[purpose]
    name = pokemon.facts.name
    if play.chance.coin(purpose, who.format(name)):
        play.tell(holding, name=name)
        return False
    pokemon.damage += CONFUSION_DAMAGE
    play.tell(failing, name=name, damage=CONFUSION_DAMAGE)
    return True


_CONFUSION: dict[Purpose, tuple[str, What, What]] = {
    Purpose.CONFUSION: ("{}", What.CONFUSION_FAILS, What.CONFUSION_HOLDS),
    Purpose.ENEMY_CONFUSION: ("enemy {}", What.ENEMY_CONFUSED, What.ENEMY_CLEAR),
}
