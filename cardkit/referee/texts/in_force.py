"""Rules in force: laid by attacks, on a Pokemon or for the rest of the event, or kept up by powers.

Whoever wants to know a rule asks here, wherever the rule comes from. Powers are those of the
player's Pokemon in play; what enemies print never counts (Rule: S37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from cardkit.cards import EnergyType
from cardkit.cardtext.conditions import Condition
from cardkit.cardtext.lasting import CannotBeAffected, HasNoAbilities, HasType, HasTypes
from cardkit.cardtext.reading import parts_of
from cardkit.cardtext.targets import Filter, Filters, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Side
from cardkit.naming import fold_name
from cardkit.referee.attack_facts import AttackFacts
from cardkit.referee.chance import Scripted
from cardkit.referee.memory import Laid
from cardkit.referee.play import Play
from cardkit.referee.power_facts import ON_OPTIONS, Body, PowerFacts
from cardkit.referee.state import Pokemon, State
from cardkit.referee.texts.attempts import Answers
from cardkit.referee.texts.counting import with_counts
from cardkit.referee.texts.execution import Execution
from cardkit.referee.texts.finding import Sides, fits
from cardkit.referee.texts.judging import holds
from cardkit.rules import Condition as SpecialCondition

_R = TypeVar("_R")

Kept: TypeAlias = Sequence[tuple[Pokemon, Body, _R]]
"""Rules that powers keep up: whose power it is, as printed, and with its amounts as they are."""
_NONE: tuple[Any, ...] = ()
_NO_KINDS: frozenset[type] = frozenset()
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
    burden = pokemon.burden
    if (burden is not None and burden.laid) or state.standing:
        return True
    if not (state.powered and state.kept()):
        return False
    for source in (state.active, *state.bench):
        if (
            source is not None
            and source.facts.bodies
            and not source.down
            and (source is pokemon or source.facts.for_others)
        ):
            return True
    return False


def options_may_change(pokemon: Pokemon, state: State) -> bool:
    """Whether any rule may hold for a Pokemon that changes which attacks and retreats it has."""
    burden = pokemon.burden
    if (burden is not None and burden.laid) or state.standing:
        return True
    return state.powered and not state.kept().isdisjoint(ON_OPTIONS) and is_ruled(pokemon, state)


def any_hold(state: State) -> bool:
    """Whether any rule may hold that lies on no Pokemon: a standing one, or one of a power."""
    return bool(state.standing) or (state.powered and bool(state.kept()))


def kinds_on(pokemon: Pokemon, state: State) -> Set[type]:
    """Return the kinds of the rules that may hold for a Pokemon: others need not be looked for."""
    kept = state.kept() if state.powered else _NO_KINDS
    burden = pokemon.burden
    if burden is not None and burden.laid:
        kept = kept.union([type(one.rule) for one in burden.laid])
    if state.standing:
        kept = kept.union([type(one.lasting.rule) for one in state.standing])
    return kept


def in_force(pokemon: Pokemon, kind: type[_R], state: State) -> Iterable[InForce[_R]]:
    """Return the rules of one kind that hold for a Pokemon now, with where they come from."""
    burden, kept = pokemon.burden, keeps_up(kind, state)
    if burden is None or not burden.laid:
        if not state.standing:
            return _kept_up(pokemon, kind, state) if kept else _NONE
    elif not (kept or state.standing):
        return _lying(burden.laid, kind, state) or _NONE
    return _holding(pokemon, kind, state)


def _lying(laid: tuple[Laid, ...], kind: type[_R], state: State) -> tuple[InForce[_R], ...]:
    """Return the rules of one kind that attacks have laid and that hold now."""
    found: tuple[InForce[_R], ...] = ()
    for one in laid:
        if isinstance(one.rule, kind) and one.holds(state.rounds):
            found = (*found, InForce(one.rule, EFFECT, one.by))
    return found


def _holding(pokemon: Pokemon, kind: type[_R], state: State) -> Iterator[InForce[_R]]:
    yield from _lying(pokemon.laid, kind, state)
    for standing in state.standing:
        rule = standing.lasting.rule
        source = pokemon if pokemon.card == standing.by else None
        if isinstance(rule, kind) and bears(pokemon, standing.lasting.bearer, state, source=source):
            yield InForce(rule, EFFECT, standing.by)
    if keeps_up(kind, state):
        yield from _kept_up(pokemon, kind, state)


def keeps_up(kind: type[object], state: State) -> bool:
    """Whether somebody in play has a power that keeps up a rule of this kind."""
    return state.powered and kind in state.table.kept and kind in state.kept()


def rules_on(pokemon: Pokemon, kind: type[_R], state: State) -> Iterable[_R]:
    """Return the rules of one kind that hold for a Pokemon now."""
    found = in_force(pokemon, kind, state)
    return _NONE if found is _NONE else (one.rule for one in found)


def has_rule(pokemon: Pokemon, kind: type[object], state: State) -> bool:
    """Whether a rule of one kind holds for a Pokemon now."""
    found = in_force(pokemon, kind, state)
    return found is not _NONE and any(True for _ in found)


def _kept_up(pokemon: Pokemon, kind: type[_R], state: State) -> Iterator[InForce[_R]]:
    applied: set[str] = set()
    for source in state.side:
        if source is None or source.down:
            continue
        for body in source.facts.kept.get(kind, ()):
            power, part = body.power, body.part
            if (
                (power.one_applies and power.name in applied)
                or not bears(pokemon, part.bearer, state, source=source)
                or not works(source, power, state)
                or not is_so(state, source, power, part.condition)
            ):
                continue
            applied.add(power.name)
            rule: Any = part.rule
            if body.counted:
                rule = with_counts(asking(state, source, power.frame), rule)
            yield InForce(rule, power.name, source.card)


def kept_now(kind: type[_R], state: State) -> Kept[_R]:
    """Return the rules of one kind that powers keep up now, whoever bears them, and whose.

    For many Pokemon at once, with :func:`borne`; for one there is :func:`in_force`.
    """
    if not keeps_up(kind, state):
        return ()
    found: list[tuple[Pokemon, Body, _R]] = []
    for source in state.side:
        if source is None or source.down:
            continue
        for body in source.facts.kept.get(kind, ()):
            power, part = body.power, body.part
            if works(source, power, state) and is_so(state, source, power, part.condition):
                rule: Any = part.rule
                if body.counted:
                    rule = with_counts(asking(state, source, power.frame), rule)
                found.append((source, body, rule))
    return found


def borne(pokemon: Pokemon, kept: Kept[_R], state: State) -> Iterator[_R]:
    """Yield which of the rules that powers keep up now are for a Pokemon."""
    applied: set[str] = set()
    for source, body, rule in kept:
        power = body.power
        if power.one_applies and power.name in applied:
            continue
        if bears(pokemon, body.part.bearer, state, source=source):
            applied.add(power.name)
            yield rule


def works(source: Pokemon, power: PowerFacts, state: State) -> bool:
    """Whether a power of a Pokemon works: neither its conditions nor another power stop it."""
    if power.stops and not power.stops.isdisjoint(source.conditions):
        return False
    return not keeps_up(HasNoAbilities, state) or not any(
        _silences(other, source, power, state)
        for other in state.side
        if other is not None and not other.down
    )


def _silences(other: Pokemon, source: Pokemon, power: PowerFacts, state: State) -> bool:
    """Whether a Pokemon has a power that leaves another without this power."""
    for body in other.facts.kept.get(HasNoAbilities, ()):
        rule = body.part.rule
        if (
            isinstance(rule, HasNoAbilities)
            and rule.kind in ("", power.kind)
            and body.power is not power
            and fits(source, rule.unlike)
            and not _is_named(power, rule.unlike)
            and body.power.stops.isdisjoint(other.conditions)
            and bears(source, body.part.bearer, state, source=other)
            and is_so(state, other, body.power, body.part.condition)
        ):
            return True
    return False


def _is_named(power: PowerFacts, unlike: Filters) -> bool:
    """Whether a power is itself what is excepted: the name may be a Pokemon's or a power's."""
    return any(
        isinstance(one, Filter)
        and one.kind is FilterKind.NAME
        and fold_name(one.word) == fold_name(power.name)
        for one in parts_of(unlike)
    )


def types_of(pokemon: Pokemon, state: State) -> tuple[EnergyType, ...]:
    """Return the types of a Pokemon now."""
    if not is_ruled(pokemon, state):
        return pokemon.facts.types
    given = tuple(rule.energy_type for rule in rules_on(pokemon, HasType, state))
    types = given or pokemon.facts.types
    for rule in rules_on(pokemon, HasTypes, state):
        types = (*types, *rule.types) if rule.also else rule.types
    return types


def spared(pokemon: Pokemon, condition: SpecialCondition, state: State) -> str:
    """Return what keeps a Pokemon from having a special condition; empty when it can have it."""
    for rule, name, _ in in_force(pokemon, CannotBeAffected, state):
        if not rule.conditions or condition in rule.conditions:
            return name
    return ""


def is_so(state: State, source: Pokemon, power: PowerFacts, condition: Condition | None) -> bool:
    """Whether what a power asks, if anything, is so now; nobody is told of what is void."""
    return condition is None or holds(asking(state, source, power.frame), condition)


def asking(state: State, source: Pokemon, frame: AttackFacts) -> Execution:
    """Return an execution that only asks: it flips no coins and tells nothing."""
    asking = Play(state, Scripted(""), heard=frozenset())
    return Execution(asking, source, frame, Sides.of_player(state), Answers())


def bears(pokemon: Pokemon, bearer: Target, state: State, *, source: Pokemon | None = None) -> bool:
    """Whether a rule for these Pokemon is for this one too; ``source`` is whose power it is."""
    if bearer.place is Place.SELF:
        return pokemon is source and fits(pokemon, bearer.filters)
    return (
        stands_at(pokemon, bearer.side, bearer.place, state)
        and not (bearer.other and pokemon is source)
        and fits(pokemon, bearer.filters)
    )


def stands_at(pokemon: Pokemon, side: Side, place: Place, state: State) -> bool:
    """Whether a Pokemon stands at a place, seen from the player of the adventure."""
    if pokemon is state.enemy:
        return side is not Side.YOURS and place is not Place.BENCH
    if side is Side.OPPONENTS or not any(pokemon is one for one in state.side):
        return False
    return place is Place.PLAY or (pokemon is state.active) is (place is Place.ACTIVE)
