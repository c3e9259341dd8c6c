"""Rules that attacks leave behind on Pokemon, and how long they hold.

A Pokemon carries them in ``Pokemon.laid``. They go when it leaves the Active place or evolves;
the others run out at the end of a turn (:func:`run_out`). What holds for the rest of the game
stands beside the table in ``State.standing``, to the end of the event.
"""

from __future__ import annotations

from cardkit.cardtext.vocabulary import Until
from cardkit.referee.memory import NO_PAST, Laid, Standing
from cardkit.referee.state import Pokemon, State


def lay(pokemon: Pokemon, laid: Laid) -> None:
    """Lay a rule; the same rule again takes the place of the older one."""
    others = pokemon.laid
    if others:
        others = tuple(one for one in others if one.rule != laid.rule)
    pokemon.laid = (*others, laid)


def stand(state: State, standing: Standing) -> None:
    """Let a rule stand to the end of the event; the same rule again takes the older one's place."""
    others = tuple(one for one in state.standing if one.lasting != standing.lasting)
    state.standing = (*others, standing)


def leave_active(pokemon: Pokemon) -> None:
    """End what ends when a Pokemon leaves the Active place."""
    if pokemon.laid:
        pokemon.laid = tuple(laid for laid in pokemon.laid if laid.until is Until.IN_PLAY)


def forget(pokemon: Pokemon) -> None:
    """Drop everything that card text has laid on a Pokemon or remembers of it."""
    if pokemon.burden is not None:
        pokemon.laid = ()
    pokemon.past = NO_PAST


def run_out(pokemon: Pokemon, ended: Until, before: int) -> None:
    """Drop rules of a duration that were laid before a round."""
    laid = pokemon.laid
    for rule in laid:
        if rule.until is ended and rule.round < before:
            pokemon.laid = tuple(
                one for one in laid if one.until is not ended or one.round >= before
            )
            return
