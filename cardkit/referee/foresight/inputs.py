"""What a text asks of the table: positions that agree in it are foreseen alike.

So what was foreseen once is remembered by these inputs. They are found from the parts of the text;
of a text with a part that is not named here they are not known, and it is foreseen anew each time.
Rules in force are no part of them: whoever remembers makes sure that none has a say.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from enum import Flag, auto
from typing import Any, NamedTuple

from cardkit.cards import EnergyType
from cardkit.cardtext import conditions, counts, effects, lasting, operations
from cardkit.cardtext.reading import parts_of
from cardkit.cardtext.targets import AnyOf, Filter, NotAll, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Side
from cardkit.referee.once import asked_once
from cardkit.referee.state import Pokemon, State, present
from cardkit.referee.texts.supply import supplies


class Asked(Flag):
    """What is asked, and of whom."""

    NOTHING = 0
    SELF = auto()
    ENEMY = auto()
    TEAM = auto()
    """The player's Pokemon in play, where they stand."""
    DAMAGE = auto()
    """Damage and HP."""
    ENERGY = auto()
    EVERY_ENERGY = auto()
    """Types of Energy that the text does not name, too."""
    CONDITIONS = auto()
    NAMES = auto()
    """What is printed on their cards, and their types."""
    DISCARD = auto()
    """Energy in the discard."""


_NOTHING, _TEAM, _ENEMY, _SELF = Asked.NOTHING, Asked.TEAM, Asked.ENEMY, Asked.SELF
_DAMAGE, _NAMES, _CONDITIONS = Asked.DAMAGE, Asked.NAMES, Asked.CONDITIONS
_ENERGY, _DISCARD = Asked.ENERGY, Asked.DISCARD
_KNOWN: dict[type, Asked] = {
    **dict.fromkeys((
        effects.Flip, effects.When, effects.May, effects.Choice, effects.Together, effects.Repeat,
        effects.BeforeDamage, effects.Cost, effects.UsableIf, effects.UnusableIf,
        effects.UsableDespite, effects.OncePerEvent, effects.Choose, effects.ChooseAttack,
        effects.ChooseCondition,
        counts.Amount, counts.Coins, counts.PokemonAt, counts.Done, counts.DamageDone,
        counts.CardsIn,
        conditions.CoinsShow, conditions.Did, conditions.Exists, conditions.Compare,
        conditions.Under, conditions.Elsewhere, conditions.Not, conditions.Every,
        operations.Damage, operations.DamageTo, operations.Limit, operations.Ignore,
        operations.AttackFails, operations.PutCountersLater, operations.NoEffect, operations.Give,
        operations.Strengthen, operations.Lasting, operations.ExtraTurn, operations.TurnEnds,
        operations.Tally, operations.OutOfPlay, operations.Energies,
        lasting.CannotAttack, lasting.CannotRetreat, lasting.CannotUse, lasting.CannotBeHealed,
        lasting.MustFlip, lasting.TakesMore, lasting.DealsLess, lasting.DealsMore,
        AnyOf, NotAll,
    ), _NOTHING),
    **dict.fromkeys((lasting.TakesLess, lasting.Prevents, lasting.StrikesBack), _ENEMY),
    **dict.fromkeys((
        counts.CountersOn, counts.HpLeft, conditions.KnocksOut, operations.PutCounters,
        operations.KnockOut, operations.KnockOutLater, operations.Heal,
    ), _DAMAGE),
    **dict.fromkeys((counts.EnergyOn, operations.DiscardEnergy, operations.MoveEnergy), _ENERGY),
    **dict.fromkeys((counts.EnergyInDiscard, operations.AttachEnergy), _DISCARD),
    **dict.fromkeys((counts.ConditionsOn, operations.Recover), _CONDITIONS),
    counts.RetreatCost: _NAMES,
    conditions.SpareEnergy: _SELF | _ENERGY | Asked.EVERY_ENERGY,
    operations.MoveCounters: _SELF | _DAMAGE,
    operations.SwapCounters: _SELF | _DAMAGE,
    operations.Switch: _TEAM,
}  # fmt: skip
"""What each kind of part asks, besides what the targets and filters in it ask."""
_FILTERED: dict[FilterKind, Asked] = {
    FilterKind.DAMAGED: _DAMAGE,
    FilterKind.DAMAGE_AT_LEAST: _DAMAGE,
    FilterKind.DAMAGE_EXACTLY: _DAMAGE,
    FilterKind.HP_AT_LEAST: _DAMAGE,
    FilterKind.HP_AT_MOST: _DAMAGE,
    FilterKind.HP_LEFT_AT_LEAST: _DAMAGE,
    FilterKind.HP_LEFT_AT_MOST: _DAMAGE,
    FilterKind.CONDITION: _CONDITIONS,
    FilterKind.ENERGY: _ENERGY | Asked.EVERY_ENERGY,
}
"""What filters ask; all others ask what is printed."""
_PLACES = {
    Place.SELF: (_SELF, _SELF, _SELF),
    Place.ACTIVE: (_TEAM, _ENEMY, _TEAM | _ENEMY),
    Place.BENCH: (_TEAM, _NOTHING, _TEAM),
    Place.PLAY: (_TEAM, _ENEMY, _TEAM | _ENEMY),
    Place.ATTACKER: (_ENEMY, _ENEMY, _ENEMY),
    Place.CHOSEN: (_NOTHING, _NOTHING, _NOTHING),  # whoever was chosen was asked for then
    Place.NEW_ACTIVE: (_NOTHING, _NOTHING, _NOTHING),  # nobody moves while it is foreseen
}
"""Who stands at a place of the player's side, of the opponent's, or of both."""
_SIDES = (Side.YOURS, Side.OPPONENTS, Side.BOTH)


class Inputs(NamedTuple):
    """What a text asks of the table: of whom, and what; see :class:`Asked`.

    Attributes:
        anything: it asks anything at all.
        types: the types of Energy that it names.
    """

    anything: bool
    attacker: bool
    enemy: bool
    team: bool
    damage: bool
    energy: bool
    every_energy: bool
    conditions: bool
    names: bool
    discard: bool
    types: tuple[EnergyType, ...]

    @classmethod
    def of(cls, parts: Iterable[Any]) -> Inputs | None:
        """Return what the parts of a text ask; None where it is not known."""
        asked = _NOTHING
        types: dict[EnergyType, None] = {}
        for part in parts:
            more = _asked_by(part)
            if more is None:
                return None
            asked |= more
            if isinstance(part, (counts.EnergyOn, counts.EnergyInDiscard, operations.Energies)):
                types |= dict.fromkeys(part.types)
        return cls(
            anything=asked is not _NOTHING,
            attacker=_SELF in asked,
            enemy=_ENEMY in asked,
            team=_TEAM in asked,
            damage=_DAMAGE in asked,
            energy=_ENERGY in asked,
            every_energy=Asked.EVERY_ENERGY in asked,
            conditions=_CONDITIONS in asked,
            names=_NAMES in asked,
            discard=_DISCARD in asked,
            types=tuple(types),
        )

    def as_now(self, state: State, attacker: Pokemon) -> tuple[Hashable, ...]:
        """Return what is asked as it is now; where this is equal, all goes the same ways."""
        found: list[Hashable] = []
        if self.attacker:
            self._see(attacker, state, found)
        if self.enemy:
            self._see(present(state.enemy), state, found)
        if self.team:
            for one in state.side:
                if one is not None and not one.down:
                    found += (one is attacker, one is state.active)
                    self._see(one, state, found)
        if self.discard:
            self._count(state.energy_discard, found)
        return tuple(found)

    def _see(self, pokemon: Pokemon, state: State, found: list[Hashable]) -> None:
        if self.damage:
            found += (pokemon.damage, pokemon.hp)
        if self.energy:
            self._count(pokemon.energy, found)
            found += supplies(pokemon, state)
        if self.conditions:
            found.append(pokemon.conditions)
        if self.names:
            found += (pokemon.facts, pokemon.types)
            found += (laid.rule for laid in pokemon.laid)

    def _count(self, energy: list[EnergyType], found: list[Hashable]) -> None:
        if self.every_energy:
            found.append(tuple(sorted(energy)))
        else:
            found.append(len(energy))
            found += map(energy.count, self.types)


def _asked_by(part: Any) -> Asked | None:
    """Return what one part of a text asks; None where it is not known."""
    if isinstance(part, Filter):
        return _FILTERED.get(part.kind, _NAMES)
    if isinstance(part, Target):
        places = _PLACES.get(part.place)
        if places is None:
            return None
        asked = places[_SIDES.index(part.side)]
        return asked if part.number is None else asked | _DAMAGE  # the fittest are chosen
    asked_here = _KNOWN.get(type(part))
    if asked_here is None:
        return None
    if isinstance(part, counts.PokemonAt) and part.types:
        return _NAMES
    if isinstance(part, counts.EnergyOn) and (part.kinds or part.spare):
        return asked_here | Asked.EVERY_ENERGY
    if isinstance(part, counts.EnergyInDiscard) and part.kinds:
        return asked_here | Asked.EVERY_ENERGY
    if isinstance(part, operations.Energies) and part.different:
        return Asked.EVERY_ENERGY
    return asked_here


@asked_once
def asks_for_energy(text: object) -> bool:
    """Whether a text, or a rule, asks what Energy lies on Pokemon."""
    return any(_ENERGY in (_asked_by(part) or _NOTHING) for part in parts_of(text))
