"""Rules in force: what attacks have laid, on a Pokemon or for the rest of the event.

Whoever wants to know a rule asks here, wherever the rule comes from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from cardkit.cardtext.targets import Target
from cardkit.cardtext.vocabulary import Place, Side
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.finding import fits

_R = TypeVar("_R")

EFFECT = "effect"
"""What a rule is called that an attack has laid."""


class InForce(NamedTuple, Generic[_R]):
    """A rule that holds for a Pokemon now.

    Attributes:
        name: what a person calls it, in the working of damage.
        by: number of the card that it comes from.
    """

    rule: _R
    name: str
    by: int


def is_ruled(pokemon: Pokemon, state: State) -> bool:
    """Whether any rule may hold for a Pokemon: asked first, for most games have none."""
    return bool(pokemon.laid or state.standing)


def in_force(pokemon: Pokemon, kind: type[_R], state: State) -> Iterator[InForce[_R]]:
    """Yield the rules of one kind that hold for a Pokemon now, with where they come from."""
    for laid in pokemon.laid:
        if isinstance(laid.rule, kind) and laid.holds(state.rounds):
            yield InForce(laid.rule, EFFECT, laid.by)
    for standing in state.standing:
        rule = standing.lasting.rule
        if isinstance(rule, kind) and bears(
            pokemon, standing.lasting.bearer, state, other=pokemon.card != standing.by
        ):
            yield InForce(rule, EFFECT, standing.by)


def rules_on(pokemon: Pokemon, kind: type[_R], state: State) -> Iterator[_R]:
    """Yield the rules of one kind that hold for a Pokemon now."""
    return (found.rule for found in in_force(pokemon, kind, state))


def has_rule(pokemon: Pokemon, kind: type[object], state: State) -> bool:
    """Whether a rule of one kind holds for a Pokemon now."""
    return any(True for _ in in_force(pokemon, kind, state))


def bears(pokemon: Pokemon, bearer: Target, state: State, *, other: bool) -> bool:
    """Whether a rule for these Pokemon is for this one too; ``other``: it is not the source."""
    return (
        stands_at(pokemon, bearer.side, bearer.place, state)
        and (other or not bearer.other)
        and fits(pokemon, bearer.filters)
    )


def stands_at(pokemon: Pokemon, side: Side, place: Place, state: State) -> bool:
    """Whether a Pokemon stands at a place, seen from the player of the adventure."""
    if pokemon is state.enemy:
        return side is not Side.YOURS and place is not Place.BENCH
    if side is Side.OPPONENTS or not any(pokemon is one for one in state.side):
        return False
    return place is Place.PLAY or (pokemon is state.active) is (place is Place.ACTIVE)
