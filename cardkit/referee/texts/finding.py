"""Which Pokemon a text means: targets and filters, found on the table.

A text is carried out for one Pokemon; *yours* is its player's side, the *opponent's* the other.
Everything that knows who stands where is :class:`Sides`; it is made anew for another kind of game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from cardkit.cards import EnergyType, Mechanic, Stage
from cardkit.cardtext.lasting import HasType
from cardkit.cardtext.targets import AnyOf, Filter, Filters, NotAll, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Side
from cardkit.naming import fold_name
from cardkit.referee.spots import ACTIVE, bench
from cardkit.referee.state import Pokemon, State


class Sides(NamedTuple):
    """Who stands where, seen from the Pokemon whose text it is.

    Attributes:
        own: the player's living Pokemon in play with their places, the Active first.
        opposing: the opponent's, in the same way.
    """

    own: tuple[tuple[str, Pokemon], ...]
    opposing: tuple[tuple[str, Pokemon], ...]

    @classmethod
    def of_player(cls, state: State) -> Sides:
        """Return the sides as the player of an adventure sees them: the enemy has no bench."""
        side = [state.active, *state.bench]
        own = tuple(
            [
                (place, one)
                for place, one in zip(_places(len(side)), side, strict=True)
                if one is not None and not one.down
            ]
        )
        return cls(own, () if state.enemy is None else (("enemy", state.enemy),))

    def at(self, side: Side, place: Place) -> list[tuple[str, Pokemon]]:
        """Return who stands at a place that does not depend on the text being carried out."""
        rows: list[Sequence[tuple[str, Pokemon]]] = []
        if side is not Side.OPPONENTS:
            rows.append(self.own)
        if side is not Side.YOURS:
            rows.append(self.opposing)
        found: list[tuple[str, Pokemon]] = []
        for row in rows:
            if place is Place.ACTIVE:
                found += row[:1]
            elif place is Place.BENCH:
                found += row[1:]
            else:
                found += row
        return found


@cache
def _places(number: int) -> tuple[str, ...]:
    return (str(ACTIVE), *(str(bench(place)) for place in range(1, number)))


def fits(pokemon: Pokemon, filters: Filters, chosen: Sequence[Pokemon] = ()) -> bool:
    """Whether a Pokemon is all that the filters ask."""
    return not filters or all(_fits_one(pokemon, each, chosen) for each in filters)


def matching(
    standing: Sequence[tuple[str, Pokemon]],
    target: Target,
    chosen: Sequence[Pokemon] = (),
    without: Pokemon | None = None,
) -> list[tuple[str, Pokemon]]:
    """Return who of those who stand there fits a target, whatever number it asks."""
    if not target.filters and without is None:
        return list(standing)
    return [
        (place, pokemon)
        for place, pokemon in standing
        if pokemon is not without and fits(pokemon, target.filters, chosen)
    ]


def types_seen(pokemon: Pokemon) -> tuple[EnergyType, ...]:
    """Return of which types a Pokemon is for texts that ask; an effect of the turn comes first."""
    for laid in pokemon.laid:
        if isinstance(laid.rule, HasType):
            return (laid.rule.energy_type,)
    return pokemon.types


def _fits_one(pokemon: Pokemon, wanted: Filter | AnyOf | NotAll, chosen: Sequence[Pokemon]) -> bool:
    if isinstance(wanted, AnyOf):
        return any(_fits_one(pokemon, each, chosen) for each in wanted.filters)
    if isinstance(wanted, NotAll):
        return not fits(pokemon, wanted.filters, chosen)
    if wanted.kind is FilterKind.TYPE_OF_CHOSEN:
        kinds = {kind for other in chosen for kind in types_seen(other)}
        found = not kinds.isdisjoint(types_seen(pokemon))
    else:
        found = ASKED[wanted.kind](pokemon, wanted)
    return found is not wanted.negated


_PRINTED_AS = {"Mega": Mechanic.MEGA, "TAG TEAM": Mechanic.TAG_TEAM}


def _has_mechanic(pokemon: Pokemon, wanted: Filter) -> bool:
    """Mechanics, and the words that cards print as subtypes or before the name."""
    card = pokemon.facts.card
    mechanic = _PRINTED_AS.get(wanted.word)
    if mechanic is not None:
        return mechanic in card.mechanics
    if wanted.word in list(Mechanic) and Mechanic(wanted.word) in card.mechanics:
        return True
    # Owners stand before the name, everything else is a subtype of the printing.
    return wanted.word in card.subtypes or card.name.startswith(f"{wanted.word} ")


def _has_energy(pokemon: Pokemon, wanted: Filter) -> bool:
    held = [kind for kind in pokemon.energy if not wanted.word or kind == wanted.word]
    return len(held) >= max(1, wanted.number)


def _has_condition(pokemon: Pokemon, wanted: Filter) -> bool:
    return wanted.word in pokemon.conditions if wanted.word else bool(pokemon.conditions)


def _has_ability(pokemon: Pokemon, wanted: Filter) -> bool:
    abilities = pokemon.facts.card.abilities
    return any(not wanted.word or each.kind == wanted.word for each in abilities)


def _against(modifiers: Sequence[object], word: str) -> bool:
    kinds = [getattr(each, "energy_type", None) for each in modifiers]
    return word in kinds if word else bool(kinds)


ASKED: dict[FilterKind, Callable[[Pokemon, Filter], bool]] = {
    FilterKind.TYPE: lambda one, wanted: wanted.word in types_seen(one),
    FilterKind.BASIC: lambda one, _: one.facts.card.stage is Stage.BASIC,
    FilterKind.EVOLUTION: lambda one, _: bool(one.facts.evolves_from),
    FilterKind.EVOLVES_FROM: lambda one, wanted: (
        fold_name(one.facts.evolves_from or "") == fold_name(wanted.word)
    ),
    # Evolution cards are played as drawn, so one that lies there counts as evolved (Rule: S42).
    FilterKind.EVOLVED: lambda one, _: bool(one.facts.evolves_from),
    FilterKind.STAGE: lambda one, wanted: one.facts.card.stage == wanted.word,
    FilterKind.MECHANIC: _has_mechanic,
    FilterKind.NAME: lambda one, wanted: fold_name(one.facts.name) == fold_name(wanted.word),
    FilterKind.NAME_PART: lambda one, wanted: fold_name(wanted.word) in fold_name(one.facts.name),
    FilterKind.DAMAGED: lambda one, _: one.damage > 0,
    FilterKind.CONDITION: _has_condition,
    FilterKind.ENERGY: _has_energy,
    FilterKind.SPECIAL_ENERGY: lambda _one, _wanted: False,
    FilterKind.TOOL: lambda _one, _wanted: False,
    FilterKind.ABILITY: _has_ability,
    FilterKind.ATTACK: lambda one, wanted: any(
        attack.name == wanted.word for attack in one.facts.attacks
    ),
    FilterKind.HP_LEFT_AT_MOST: lambda one, wanted: one.remaining_hp <= wanted.number,
    FilterKind.HP_LEFT_AT_LEAST: lambda one, wanted: one.remaining_hp >= wanted.number,
    FilterKind.HP_AT_MOST: lambda one, wanted: one.hp <= wanted.number,
    FilterKind.HP_AT_LEAST: lambda one, wanted: one.hp >= wanted.number,
    FilterKind.DAMAGE_AT_LEAST: lambda one, wanted: one.damage >= wanted.number,
    FilterKind.DAMAGE_EXACTLY: lambda one, wanted: one.damage == wanted.number,
    FilterKind.RETREAT_AT_LEAST: lambda one, wanted: one.facts.retreat_cost >= wanted.number,
    FilterKind.WEAKNESS: lambda one, wanted: _against(one.facts.weaknesses, wanted.word),
    FilterKind.RESISTANCE: lambda one, wanted: _against(one.facts.resistances, wanted.word),
}
