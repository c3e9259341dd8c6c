"""What the careful autopilot does in a turn.

It attaches Energy where an attack comes nearer, attacks for most damage, heals when that saves
the Active, and revives rather than heals much. In a skirmish it catches what is better than what
it has, collects the knock-outs that are balls in the next event, and runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple, TypeVar

from cardkit.referee.actions import (
    Action,
    Attach,
    Catch,
    EventKind,
    Heal,
    Pass,
    Retreat,
    Revive,
    Run,
    SendOut,
    Stop,
    TakeBall,
    Throw,
    UseAttack,
)
from cardkit.referee.appraisal import STURDINESS, Appraisal, catch_odds, gym_deck
from cardkit.referee.conditions import CONFUSION_DAMAGE
from cardkit.referee.foresight.forecasts import Forecast
from cardkit.referee.players import Choice
from cardkit.referee.spots import ACTIVE
from cardkit.referee.state import BALLS, Pokemon, State, present
from cardkit.referee.turns import ENEMY_DAMAGE, HEAL_DAMAGE
from cardkit.rules import Condition

GOOD_ODDS = 0.5
"""A catch as likely as this is tried before the enemy is weakened."""
BETTER = 1.1
"""A Pokemon is worth catching when it is so many times as good as the worst one owned."""
BENCH_SHARE = 0.7
"""What a promise on the bench is worth, compared with the Active's."""
DOOMED_SHARE = 0.3
"""The same for an Active that falls to the next attack."""
SMALL_GAIN = 1.0
"""Damage that is not worth an Energy card when a ball can be had for it."""
WAY_OUT = 100.0
"""Damage that a card towards a retreat cost is worth when the team wants to run (Rule: S26)."""
TIRED = 0.4
"""A team with this part of its HP left looks for a way out of a skirmish."""

WORTH_A_RETREAT = 10.0
"""Damage that a retreat must gain at once."""
MOST_TURNS = 3.0
"""Turns of standing that count when a new Active is chosen: later ones are anybody's guess."""
GREAT_REVIVAL = 0.8
"""A revived Pokemon must bring this share of the HP that the same balls would heal."""
FEW = 2
"""With so few Pokemon left, one more is worth more than HP."""

_RUN, _CATCH, _PASS, _TAKE_BALL = Run(), Catch(), Pass(), TakeBall()
_THROW, _STOP, _HEAL_ACTIVE = Throw(), Stop(), Heal(spot=ACTIVE)
_Kind = TypeVar("_Kind", bound=Action)


class _Attack(NamedTuple):
    """An attack that could be used, and what is expected of it."""

    worth: float
    action: UseAttack
    forecast: Forecast


class Tactics:
    """Decisions within an event."""

    def __init__(self, appraisal: Appraisal) -> None:
        self._appraisal = appraisal

    def energy(self, state: State, legal: tuple[Action, ...]) -> Choice:
        """Revive, attach, or take a ball."""
        revives = _of(Revive, legal)
        if revives:
            choice = self._revive(state, revives)
            if choice is not None:
                return choice
        way_out = 0.0
        if state.event is EventKind.SKIRMISH:
            way_out = WAY_OUT if self.wants_to_leave(state) else SMALL_GAIN
        gain, action = max(
            ((self._gain(state, action, way_out), action) for action in _of(Attach, legal)),
            key=itemgetter(0),
        )
        drawn = present(state.drawn)
        if gain < SMALL_GAIN:
            return Choice(_TAKE_BALL, f"nobody needs {drawn}")
        name = present(state.at(action.spot)).facts.name
        return Choice(action, f"{drawn} helps {name} most")

    def _gain(self, state: State, action: Attach, way_out: float) -> float:
        """Return what the drawn Energy adds to a Pokemon's promise, or to the way out."""
        pokemon = present(state.at(action.spot))
        facts, drawn = pokemon.facts, present(state.drawn)
        if pokemon is not state.active:
            gain = BENCH_SHARE * self._appraisal.gain(facts, pokemon.energy, drawn, None)
        else:
            enemy = present(state.enemy).facts
            gain = self._appraisal.gain(facts, pokemon.energy, drawn, enemy)
            if gain and self._danger(state, pokemon) >= pokemon.remaining_hp:
                gain *= DOOMED_SHARE
        return gain + way_out if len(pokemon.energy) < facts.retreat_cost else gain

    def _danger(self, state: State, pokemon: Pokemon) -> int:
        if present(state.enemy).immobile:
            return 0
        return self._appraisal.now.coming_blow(state, pokemon)

    def _revive(self, state: State, revives: list[Revive]) -> Choice | None:
        """Revive when that brings back more HP than five balls could heal."""
        if state.event is EventKind.SKIRMISH:
            return None
        deck = gym_deck(state)
        best = max(
            revives,
            key=lambda action: self._appraisal.worth(present(state.at(action.spot)).facts, deck),
        )
        facts = present(state.at(best.spot)).facts
        living = sum(not pokemon.down for _, pokemon in state.team())
        if facts.hp >= GREAT_REVIVAL * BALLS * HEAL_DAMAGE * (state.badges + 1) or living <= FEW:
            return Choice(best, f"{facts.name} brings back {facts.hp} HP")
        return None

    def main(self, state: State, legal: tuple[Action, ...]) -> Choice:
        """Run, catch, heal, retreat, attack: the first that is sensible."""
        if _RUN in legal and self.wants_to_leave(state):
            return Choice(_RUN, f"{state.pile_count} balls are earned")
        attack = self._best_attack(state, legal)
        return (
            self._catch(state, legal, attack)
            or self._heal(state, legal)
            or self._retreat(state, legal, attack)
            or self._attack(state, attack)
            or self._idle(legal)
        )

    def _idle(self, legal: tuple[Action, ...]) -> Choice:
        """Do what may change something when no attack does damage."""
        if _CATCH in legal:
            return Choice(_CATCH, "no attack does damage, a catch may bring another enemy")
        return Choice(_PASS, "no attack does damage")

    def wants_to_leave(self, state: State) -> bool:
        """Whether a skirmish has given what it can, or the team is worn out."""
        if state.event is not EventKind.SKIRMISH:
            return False
        whole = left = 0
        for _, pokemon in state.team():
            whole += pokemon.facts.hp
            left += 0 if pokemon.down else pokemon.remaining_hp
        if left < TIRED * whole:
            return True
        return state.pile_count >= BALLS and None not in state.bench

    def _best_attack(self, state: State, legal: tuple[Action, ...]) -> _Attack | None:
        """Return the legal attack that is worth most; the first among equals."""
        usable = _of(UseAttack, legal)
        if not usable:
            return None
        active = present(state.active)
        best: _Attack | None = None
        for action in usable:
            forecast, worth = self._appraisal.now.attack(state, active, action.number)
            if worth > (best.worth if best else 0):
                best = _Attack(worth, action, forecast)
        return best

    def _attack(self, state: State, attack: _Attack | None) -> Choice | None:
        if attack is None:
            return None
        active = present(state.active)
        if active.posture is Condition.CONFUSED and active.remaining_hp <= CONFUSION_DAMAGE:
            return None
        name, damage = present(state.enemy).facts.name, attack.forecast.damage
        if attack.forecast.knock_out == 1:
            return Choice(attack.action, f"{damage:.0f} damage knocks {name} out")
        if attack.forecast.knock_out:
            return Choice(attack.action, f"it knocks {name} out at {attack.forecast.knock_out:.0%}")
        if damage == attack.worth:
            return Choice(attack.action, f"{damage:.0f} damage is the most")
        return Choice(
            attack.action, f"{damage:.0f} damage and its text are worth {attack.worth:.0f}"
        )

    def _catch(
        self, state: State, legal: tuple[Action, ...], attack: _Attack | None
    ) -> Choice | None:
        if _CATCH not in legal or not self._is_wanted(state):
            return None
        enemy = present(state.enemy)
        odds = catch_odds(state, balls=state.balls)
        damage = attack.forecast.damage if attack else 0
        if odds < GOOD_ODDS and 0 < damage < enemy.remaining_hp:
            return None
        return Choice(_CATCH, f"{enemy.facts.name} is wanted, the odds are {odds:.0%}")

    def _is_wanted(self, state: State) -> bool:
        """Whether the enemy is better than the worst Pokemon owned, or there is room."""
        deck = gym_deck(state)
        worth = self._appraisal.worth(present(state.enemy).facts, deck)
        if None in state.bench:
            return True
        worths = [self._appraisal.worth(pokemon.facts, deck) for _, pokemon in state.owned()]
        worths.sort(reverse=True)
        team = worths[: len(state.bench) + 1]
        return worth > BETTER * team[-1]

    def _heal(self, state: State, legal: tuple[Action, ...]) -> Choice | None:
        """Heal the Active when that lets it survive the coming attack."""
        active = present(state.active)
        if _HEAL_ACTIVE not in legal:
            return None
        danger = self._danger(state, active)
        step = HEAL_DAMAGE * (state.badges + 1)
        reachable = active.hp - max(0, active.damage - step * state.balls)
        if active.remaining_hp <= danger < reachable:
            return Choice(_HEAL_ACTIVE, f"{danger} damage is coming")
        return None

    def _retreat(
        self, state: State, legal: tuple[Action, ...], attack: _Attack | None
    ) -> Choice | None:
        """Retreat when a benched Pokemon hits harder by more than the Energy paid is worth."""
        retreats = _of(Retreat, legal)
        if not retreats:
            return None
        active, enemy = present(state.active), present(state.enemy)
        needed = self._turn_value(active, attack.worth if attack else 0) + WORTH_A_RETREAT
        damage = {
            spot: self._appraisal.now.ready(state, present(state.at(spot)))
            for spot in dict.fromkeys(action.spot for action in retreats)
        }
        harder = [action for action in retreats if damage[action.spot] >= needed]
        if not harder:
            return None
        gain, action = max(
            ((damage[action.spot] - self._price(active, action), action) for action in harder),
            key=itemgetter(0),
        )
        if gain < needed:
            return None
        name = present(state.at(action.spot)).facts.name
        return Choice(action, f"{name} does more against {enemy.facts.name}")

    def _price(self, active: Pokemon, action: Retreat) -> float:
        """Return the damage that the Energy paid for a retreat promised."""
        left = list(active.energy)
        for energy in action.payment:
            left.remove(energy)
        promised = self._appraisal.promise(active.facts, active.energy, None)
        return promised - self._appraisal.promise(active.facts, left, None)

    def _turn_value(self, active: Pokemon, worth: float) -> float:
        return worth / 2 if active.posture is Condition.CONFUSED else worth

    def catching(self, state: State, legal: tuple[Action, ...]) -> Choice:
        """Throw balls as long as there are any: they do not outlast the event."""
        enemy = present(state.enemy).facts
        if _THROW in legal and self._is_wanted(state):
            return Choice(_THROW, f"{enemy.name} is wanted")
        return Choice(_STOP, f"{enemy.name} is not worth the balls")

    def replace(self, state: State, legal: tuple[Action, ...]) -> Choice:
        """Send whoever does most damage before it falls."""
        enemy = present(state.enemy)
        action = max(
            _of(SendOut, legal),
            key=lambda action: self._stand(present(state.at(action.spot)), enemy),
        )
        name = present(state.at(action.spot)).facts.name
        return Choice(action, f"{name} promises most against {enemy.facts.name}")

    def _stand(self, pokemon: Pokemon, enemy: Pokemon) -> float:
        """Return the damage that a Pokemon does before it falls; a few turns count, no more."""
        promise = self._appraisal.promise(pokemon.facts, pokemon.energy, enemy.facts)
        blow = max(ENEMY_DAMAGE, self._appraisal.blow(enemy.facts, pokemon.facts))
        return (promise + STURDINESS) * min(MOST_TURNS, pokemon.remaining_hp / blow)


def _of(kind: type[_Kind], legal: Iterable[Action]) -> list[_Kind]:
    return [action for action in legal if type(action) is kind]
