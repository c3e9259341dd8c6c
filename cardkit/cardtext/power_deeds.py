"""Rules for what only powers ask and do; what attacks do is read as in attacks."""

from __future__ import annotations

from typing import Any

from cardkit.cardtext.conditions import Compare, Elsewhere, Every, Exists, Not, Stands
from cardkit.cardtext.counts import Amount, EnergyOn, HpLeft, PokemonAt
from cardkit.cardtext.damage_operations import DamageTo, MoveCounters, PutCounters
from cardkit.cardtext.effects import Choose, Together
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.lasting import (
    AttacksFor,
    CannotBeHealed,
    DealsMore,
    EnergyProvides,
    HasType,
    RetreatsFor,
)
from cardkit.cardtext.noun_rules import read_name
from cardkit.cardtext.operations import (
    AttachEnergy,
    Energies,
    Give,
    Heal,
    Lasting,
    MoveEnergy,
    OutOfPlay,
    Recover,
    Switch,
    TurnEnds,
)
from cardkit.cardtext.targets import DEFENDER, OWN_NAME, SELF, AnyOf, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Relation, Side, Until, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_ACTIVE = Target(side=Side.YOURS, place=Place.ACTIVE)


def _another(text: str) -> str | None:
    """Read a name other than that of the Pokemon whose text it is."""
    return None if text == OWN_NAME else read_name(text)


def _spell_another(value: object) -> str | None:
    return value if isinstance(value, str) and value and value != OWN_NAME else None


def add_power_questions(grammar: Grammar) -> None:
    """Add ``ask``: what attacks ask, where a Pokemon stands, and several things at once."""
    grammar.lexical("another", _another, _spell_another)
    rule = grammar.rule
    rule("ask", "{cond}", slot("cond"), compound=True)
    several = Every(conditions=(slot("a"), slot("b")))
    for joint in (" and ", " and if ", ", and if ", ", and "):
        rule("ask", f"{{a:ask}}{joint}{{b:ask}}", several, compound=True)
    for place, words in (
        (Place.ACTIVE, "[your Active Pokémon|in the Active Spot|an Active Pokémon|Active]"),
        (Place.BENCH, "[on your Bench|Benched|on the Bench]"),
    ):
        for who, target in (
            ("{self}", SELF),
            ("[any |]{name:another}", Target(side=Side.YOURS, place=Place.PLAY, filters=(
                Filter(kind=FilterKind.NAME, word=slot("name")),))),
        ):
            rule("ask", f"{who} is {words}", Stands(place=place, target=target))
            rule("ask", f"{who} [isn't|is not] {words}",
                 Not(condition=Stands(place=place, target=target)))
    rule("ask", "{self} is in play", Exists(target=SELF))
    _add_states(grammar)
    _add_presence(grammar)


def _self(*filters: Any) -> Target:
    return Target(side=Side.YOURS, place=Place.SELF, filters=filters)


def _add_states(grammar: Grammar) -> None:
    rule = grammar.rule
    kind = FilterKind
    unhurt = Filter(kind=kind.DAMAGED, negated=True)
    rule("ask", "{self} has full HP", Exists(target=_self(unhurt)))
    for who, target in (("{self}", SELF), ("{foe}", DEFENDER)):
        for words, relation in (("less", Relation.AT_MOST), ("more", Relation.AT_LEAST)):
            rule("ask", f"{who} has {{n:points}} HP or {words} remaining",
                 Compare(left=HpLeft(target=target), relation=relation, right=slot("n")))
    two = AnyOf(filters=tuple(Filter(kind=kind.ENERGY, number=1, word=slot(each)) for each in "ab"))
    rule("ask", "{self} has any {a:type} or {b:type} Energy attached[| to it]",
         Exists(target=_self(two)))
    both = tuple(Filter(kind=kind.ENERGY, number=1, word=slot(each)) for each in "ab")
    rule("ask", "{self} has any {a:type} and {b:type} Energy attached[| to it]",
         Exists(target=_self(*both)))
    none = Filter(kind=kind.ENERGY, number=1, negated=True)
    rule("ask", "{self} has no Energy[| cards] attached[| to it]", Exists(target=_self(none)))
    for words, relation in (("at least {n:number}", Relation.AT_LEAST),
                            ("{n:number} or more", Relation.AT_LEAST),
                            ("{n:number} or fewer", Relation.AT_MOST),
                            ("exactly {n:number}", Relation.SAME)):
        for on, target in (("{self}", SELF), ("{foe}", DEFENDER)):
            rule("ask", f"{on} has {words} {{type}} Energy[| cards] attached[| to it]",
                 Compare(left=EnergyOn(target=target, types=(slot("type"),)), relation=relation,
                         right=slot("n")))
            rule("ask", f"{on} has {words} Energy[| cards] attached[| to it]",
                 Compare(left=EnergyOn(target=target), relation=relation, right=slot("n")))


def _add_presence(grammar: Grammar) -> None:
    rule = grammar.rule
    named = Filter(kind=FilterKind.NAME, word=slot("name"))
    play = Target(side=Side.YOURS, place=Place.PLAY, filters=(named,))
    rule("ask", "{name} is in play", Exists(target=Target(
        side=Side.BOTH, place=Place.PLAY, filters=(named,))))
    several = tuple(
        Exists(target=Target(side=Side.YOURS, place=Place.PLAY,
                             filters=(Filter(kind=FilterKind.NAME, word=slot(each)),)))
        for each in "ab")
    rule("ask", "you have {a:name} and {b:name} in play", Every(conditions=several))
    rule("ask", "you have {name} on your Bench", Exists(target=Target(
        side=Side.YOURS, place=Place.BENCH, filters=(named,))))
    rule("ask", "your opponent has {name} in play", Exists(target=Target(
        side=Side.OPPONENTS, place=Place.PLAY, filters=(named,))))
    filters = slot("what")
    for words, relation in (("or more", Relation.AT_LEAST), ("or fewer", Relation.AT_MOST)):
        for who, side in (("you have", Side.YOURS), ("your opponent has", Side.OPPONENTS),
                          ("there are", Side.BOTH)):
            rule("ask", f"{who} {{n:number}} {words} {{what}} in play",
                 Compare(left=PokemonAt(target=Target(side=side, place=Place.PLAY,
                                                      filters=filters)),
                         relation=relation, right=slot("n")))
            rule("ask", f"{who} {{n:number}} {words} Benched {{what}}",
                 Compare(left=PokemonAt(target=Target(side=side, place=Place.BENCH,
                                                      filters=filters)),
                         relation=relation, right=slot("n")))
    for words, place in (("Pokémon in play", Place.PLAY), ("Benched Pokémon", Place.BENCH)):
        typed = Target(side=Side.YOURS, place=place,
                       filters=(Filter(kind=FilterKind.TYPE, word=slot("type")),))
        rule("ask", f"all of your {words} are {{type}} type", Exists(target=typed, every=True))
    rule("ask", "all of your Pokémon in play are {what}",
         Exists(target=Target(side=Side.YOURS, place=Place.PLAY, filters=filters), every=True))
    stadium = frozenset({Zone.STADIUM})
    for text in (
        "there is any Stadium card in play",
        "there is a Stadium card in play",
        "there is no Stadium card in play",
        "you have a Stadium card in play",
        "your opponent has a Stadium card in play",
    ):
        rule("ask", text, Elsewhere(zones=stadium, what=text))
    for words in ("{name} is in play and is a Stadium card", "{name} Stadium is in play"):
        rule("ask", words, Elsewhere(zones=stadium, what=slot("name")))
    _ = play


def add_power_deeds(grammar: Grammar) -> None:
    """Add ``deed``: operations that only powers have."""
    rule = grammar.rule
    rule("deed", "your turn ends", TurnEnds())
    rule("deed", "end your turn", TurnEnds())
    rule("deed", "[make|leave] {target} {conditions}",
         Give(target=slot("target"), conditions=slot("conditions")))
    rule("deed", "your opponent's Active Pokémon becomes {conditions}",
         Give(target=DEFENDER, conditions=slot("conditions")))
    _add_switching(grammar)
    _add_energy(grammar)
    _add_damage(grammar)
    _add_lasting(grammar)
    _add_void(grammar)


def _add_switching(grammar: Grammar) -> None:
    rule = grammar.rule
    own = Switch(side=Side.YOURS)
    for words, value in (
        ("1 of your Benched Pokémon", own),
        ("1 of your Benched {f:attacking}", Switch(side=Side.YOURS, bench=Target(
            side=Side.YOURS, place=Place.BENCH, number=1, filters=slot("f")))),
    ):
        rule("deed", f"switch your Active Pokémon with {words}[|, if any]", value)
        rule("deed", f"switch {words} with your Active Pokémon", value)
        rule("deed", f"you switch your Active Pokémon with {words}", value)
    itself = Switch(side=Side.YOURS, bench=SELF)
    rule("deed", "switch {one} with your Active Pokémon",
         Switch(side=Side.YOURS, bench=slot("one")))
    rule("deed", "switch your Active Pokémon with {self}", itself)
    rule("deed", "{self} becomes your Active Pokémon", itself)


def _add_energy(grammar: Grammar) -> None:
    rule = grammar.rule
    pile = "from your discard pile"
    rule("deed", f"attach a {{a:type}} or {{b:type}} Energy card {pile} to {{one}}",
         AttachEnergy(target=slot("one"), energy=Energies(types=(slot("a"), slot("b")))))
    many = Energies(number=None, any_number=True)
    typed = Energies(number=None, any_number=True, types=slot("types"))
    for kind, energy in (("Energy", many), ("{types} Energy", typed)):
        rule("deed", f"move any number of {kind}[| cards] attached to {{s:holder}} to {{t:one}}",
             MoveEnergy(source=slot("s"), target=slot("t"), energy=energy))
        rule("deed", f"take any number of {kind} cards attached to {{s:holder}} and attach them to "
             "{t:one}", MoveEnergy(source=slot("s"), target=slot("t"), energy=energy))
    rule("deed", "take {energy} attached to {s:holder} and attach [it|them] to {t:one}",
         MoveEnergy(source=slot("s"), target=slot("t"), energy=slot("energy")))


def _add_damage(grammar: Grammar) -> None:
    rule = grammar.rule
    base, target = slot("base"), slot("target")
    for who in ("this power", "{self}"):
        rule("deed", f"{who} does {{base}} to {{target}}", DamageTo(target=target, amount=base))
    rule("deed", "place {counted} on {target}",
         PutCounters(target=target, amount=slot("counted")))
    rule("deed", "move {c:counters} from {s:holder} to {t:holder}",
         MoveCounters(source=slot("s"), target=slot("t"), amount=slot("c")))
    heal = Heal(target=slot("holder"), amount=Amount(fixed=slot("n")))
    rule("deed", "heal {n:points} damage from {holder}", heal)
    removed = Heal(target=slot("holder"), amount=Amount(fixed=slot("c")))
    rule("deed", "remove {c:counters} from {holder}[|, if any]", removed)
    rule("deed", "remove all Special Conditions [affecting|from] {holder}",
         Recover(target=slot("holder")))
    both = Together(steps=(Choose(target=slot("one")), PutCounters(target=slot("that"),
                                                                   amount=slot("counted"))))
    _ = both


def _add_lasting(grammar: Grammar) -> None:
    rule = grammar.rule
    turn = Until.THIS_TURN
    during = "[during this turn|until the end of [your|this] turn]".replace(
        "[your|this]", "your")
    fixed = Amount(fixed=slot("n"))
    for text, lasts, bearer in (
        ("{bearer}'s attacks do {n:points} more damage to {foe}[| (before applying Weakness and "
         "Resistance)]", DealsMore(amount=fixed), slot("bearer")),
        ("attacks used by {bearer} do {n:points} more damage to {foe}[| (before applying Weakness "
         "and Resistance)]", DealsMore(amount=fixed), slot("bearer")),
        ("{bearer} has no Retreat Cost", RetreatsFor(change=None), slot("bearer")),
        ("{bearer}'s Retreat Cost is 0", RetreatsFor(change=None), slot("bearer")),
        ("{bearer}'s attacks cost {c:cost} less", AttacksFor(change=slot("c")), slot("bearer")),
        ("{bearer}'s type is {type}", HasType(energy_type=slot("type")), slot("bearer")),
        ("{bearer} can't be healed", CannotBeHealed(), slot("bearer")),
    ):
        value: Any = Lasting(rule=lasts, bearer=bearer, until=turn)
        rule("deed", f"{during}, {text}", value)
        rule("deed", f"{text} {during}", value)
    rule("deed", "reduce your Active Pokémon's Retreat Cost to 0",
         Lasting(rule=RetreatsFor(change=None), bearer=_ACTIVE, until=turn))
    provides = EnergyProvides(types=(slot("type"),), basic=True)
    rule("deed", "turn all basic Energy attached to {holder} into {type} Energy for the rest of "
         "the turn", Lasting(rule=provides, bearer=slot("holder"), until=turn))


def _add_void(grammar: Grammar) -> None:
    rule = grammar.rule
    for text, zone in (
        ("{target} can evolve", Zone.OTHER),
        ("you win this game", Zone.OTHER),
    ):
        if "{" not in text:
            rule("deed", text, OutOfPlay(zones=frozenset({zone}), what=text))
