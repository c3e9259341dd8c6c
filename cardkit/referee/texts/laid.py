"""Rules that attacks leave behind on Pokemon, and how long they hold.

A Pokemon carries them in ``Pokemon.laid``. They go when it leaves the Active place or evolves;
the others run out at the end of a turn (:func:`run_out`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from cardkit.cardtext.lasting import LastingRule
from cardkit.cardtext.operations import Give, KnockOutLater, PutCountersLater
from cardkit.cardtext.vocabulary import Until
from cardkit.referee.state import Pokemon, State

_R = TypeVar("_R")


class Laid(NamedTuple):
    """One rule that lies on a Pokemon.

    Attributes:
        rule: what holds, or what will be done at the end of the opponent's next turn.
        until: how long.
        round: the round in which it was laid.
        by: number of the card whose attack laid it.
    """

    rule: LastingRule | Give | KnockOutLater | PutCountersLater
    until: Until
    round: int
    by: int

    def holds(self, round_now: int) -> bool:
        """Whether it holds already: a rule for the next turn does not before it."""
        return self.until is not Until.YOUR_NEXT_TURN or round_now > self.round


def rules_on(pokemon: Pokemon, kind: type[_R], state: State) -> Iterator[_R]:
    """Yield the rules of one kind that hold for a Pokemon now."""
    for laid in pokemon.laid:
        if isinstance(laid.rule, kind) and laid.holds(state.rounds):
            yield laid.rule


def lay(pokemon: Pokemon, laid: Laid) -> None:
    """Lay a rule; the same rule again takes the place of the older one."""
    others = tuple(one for one in pokemon.laid if one.rule != laid.rule)
    pokemon.laid = (*others, laid)


def leave_active(pokemon: Pokemon) -> None:
    """End what ends when a Pokemon leaves the Active place."""
    if pokemon.laid:
        pokemon.laid = tuple(laid for laid in pokemon.laid if laid.until is Until.IN_PLAY)


def run_out(pokemon: Pokemon, ended: frozenset[Until], before: int) -> None:
    """Drop rules of these durations that were laid before a round."""
    if pokemon.laid:
        pokemon.laid = tuple(
            laid for laid in pokemon.laid if laid.until not in ended or laid.round >= before
        )
