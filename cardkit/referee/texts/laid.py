"""Rules that attacks leave behind on Pokemon, and how long they hold.

A Pokemon carries them in ``Pokemon.laid``. They go when it leaves the Active place or evolves;
the others run out at the end of a turn (:func:`run_out`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from cardkit.cardtext.vocabulary import Until
from cardkit.referee.memory import NO_PAST, Laid
from cardkit.referee.state import Pokemon, State

_R = TypeVar("_R")


def rules_on(pokemon: Pokemon, kind: type[_R], state: State) -> Iterator[_R]:
    """Yield the rules of one kind that hold for a Pokemon now."""
    for laid in pokemon.laid:
        if isinstance(laid.rule, kind) and laid.holds(state.rounds):
            yield laid.rule


def has_rule(pokemon: Pokemon, kind: type[object], state: State) -> bool:
    """Whether a rule of one kind holds for a Pokemon now."""
    return any(True for _ in rules_on(pokemon, kind, state))


def lay(pokemon: Pokemon, laid: Laid) -> None:
    """Lay a rule; the same rule again takes the place of the older one."""
    others = tuple(one for one in pokemon.laid if one.rule != laid.rule)
    pokemon.laid = (*others, laid)


def leave_active(pokemon: Pokemon) -> None:
    """End what ends when a Pokemon leaves the Active place."""
    if pokemon.laid:
        pokemon.laid = tuple(laid for laid in pokemon.laid if laid.until is Until.IN_PLAY)


def forget(pokemon: Pokemon) -> None:
    """Drop everything that card text has laid on a Pokemon or remembers of it."""
    pokemon.laid = ()
    pokemon.past = NO_PAST


def run_out(pokemon: Pokemon, ended: Until, before: int) -> None:
    """Drop rules of a duration that were laid before a round."""
    pokemon.laid = tuple(
        laid for laid in pokemon.laid if laid.until is not ended or laid.round >= before
    )
