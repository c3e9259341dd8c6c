"""A text while its ways are walked, and who is meant where the player would choose."""

from __future__ import annotations

import copy
from typing import Any

from cardkit.cardtext.targets import Target
from cardkit.referee.chance import Scripted
from cardkit.referee.damage import Blow
from cardkit.referee.foresight.forecasts import Way
from cardkit.referee.foresight.readings import Agenda, Reading
from cardkit.referee.play import Play
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.attempts import Answers
from cardkit.referee.texts.execution import Execution
from cardkit.referee.texts.finding import Sides
from cardkit.referee.texts.striking import UNPRINTED, strike_under_rules

_NO_CHANCE = Scripted(())
_NO_ANSWERS = Answers()
_NOTHING_HEARD: frozenset[Any] = frozenset()


def _no_flip() -> bool:
    return False


class Foreseen(Execution):
    """A text while its ways are walked: the registers of an execution, and what it would do.

    Attributes:
        way: what it does so far.
        reading: the text.
        struck: the damage is done.
        direct: damage to the enemy besides the attack's own.
    """

    def __init__(self, state: State, attacker: Pokemon, reading: Reading) -> None:
        play = Play(state, _NO_CHANCE, _NOTHING_HEARD)
        super().__init__(play, attacker, reading.attack, Sides.of_player(state), _NO_ANSWERS)
        self.reading = reading
        self.way = Way()
        self.struck = False
        self.direct = 0
        self.waiting: Agenda = None

    @property
    def enemy(self) -> Pokemon:
        """Whom the attack strikes."""
        return self.sides.opposing[0][1]

    def split(self, share: float) -> Foreseen:
        """Return one of several ways on from here."""
        twin = copy.copy(self)
        twin.way = self.way.copy()
        twin.way.chance *= share
        return twin

    def hit(self, base: int, *, plain: bool = False) -> int:
        """Return the damage that the enemy takes from so much of this attack."""
        enemy, attacker = self.enemy, self.attacker
        state = self.play.state
        return strike_under_rules(
            state,
            attacker,
            enemy,
            Blow(base=base, types=attacker.facts.types, defender=enemy.facts),
            attack=self.attack.name,
            ignored=self.ignored | UNPRINTED if plain else self.ignored,
            flip=_no_flip,
        ).total


def picked(run: Foreseen, target: Target) -> list[Pokemon]:
    """Return who a target means; where there is a choice the enemy, else whoever has most HP."""
    found = [pokemon for _, pokemon in run.find(target)]
    if target.number is None:
        return found
    found.sort(key=lambda one: (one is not run.enemy, -one.remaining_hp))
    run.chosen = found[: target.number]
    return run.chosen
