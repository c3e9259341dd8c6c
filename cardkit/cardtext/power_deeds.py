"""Rules for what only powers ask and do; what attacks do is read as in attacks."""

from __future__ import annotations

from typing import Any

from cardkit.cardtext.conditions import (
    Compare,
    Did,
    Elsewhere,
    Every,
    Exists,
    FellLastTurn,
    FirstTurn,
    Not,
    Stands,
)
from cardkit.cardtext.counts import Amount, EnergyOn, HpLeft, PokemonAt
from cardkit.cardtext.damage_operations import DamageTo, MoveCounters, PutCounters
from cardkit.cardtext.effects import Flip
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.lasting import (
    AttacksFor,
    CannotAttack,
    CannotBeHealed,
    DealsMore,
    EnergyProvides,
    HasType,
    Prevents,
    RetreatsFor,
)
from cardkit.cardtext.noun_rules import read_name
from cardkit.cardtext.operations import (
    AttachEnergy,
    DiscardEnergy,
    Energies,
    Give,
    Heal,
    Lasting,
    MoveEnergy,
    Recover,
    Switch,
    TurnEnds,
)
from cardkit.cardtext.targets import BOTH_ACTIVE, DEFENDER, OWN_NAME, SELF, AnyOf, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Protection, Relation, Side, Until, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_ACTIVE = Target(side=Side.YOURS, place=Place.ACTIVE)


def _digits(text: str) -> str | None:
    return text if text.isdecimal() else None


def _spell_digits(value: object) -> str | None:
    return value if isinstance(value, str) and value.isdecimal() else None


def _another(text: str) -> str | None:
    """Read a name other than that of the Pokemon whose text it is."""
    return None if text == OWN_NAME else read_name(text)


def _spell_another(value: object) -> str | None:
    return value if isinstance(value, str) and value and value != OWN_NAME else None


def add_power_questions(grammar: Grammar) -> None:
    """Add ``ask``: what attacks ask, where a Pokemon stands, and several things at once."""
    grammar.lexical("another", _another, _spell_another)
    grammar.lexical("digits", _digits, _spell_digits, "123456789")
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
    for where, zone in (("hand", Zone.HAND), ("discard pile", Zone.DISCARD)):
        rule("ask", f"{{self}} is in your {where}",
             Elsewhere(zones=frozenset({zone}), what=f"is in your {where}"))
    tool = Exists(target=_self(Filter(kind=FilterKind.TOOL, word=slot("name"))))
    rule("ask", "{self} has [a |an |]{name:another} attached[| to it]", tool)
    for text in ("{self} is the last card in your hand",):
        rule("ask", text, Elsewhere(zones=frozenset({Zone.HAND}), what="last card"))
    prizes = Elsewhere(zones=frozenset({Zone.PRIZES}), what=slot("n"))
    rule("ask", "your opponent has {n:digits} or fewer Prizes[| left]", prizes)
    alone = Compare(left=PokemonAt(target=Target(side=Side.YOURS, place=Place.PLAY)),
                    relation=Relation.SAME, right=1)
    rule("ask", "{self} is the only Pokémon you have in play", alone)
    _add_states(grammar)
    _add_deeds_done(grammar)
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


def _add_deeds_done(grammar: Grammar) -> None:
    rule = grammar.rule
    for words in ("you placed any damage counters in this way",
                  "you put any damage counters on a Pokémon in this way",
                  "you moved any damage counters in this way"):
        rule("ask", words, Did(what=words))
    for words in ("you searched your deck in this way", "you drew any cards in this way",
                  "you attached any Energy cards in this way"):
        zones = frozenset({Zone.DECK})
        rule("ask", words, Elsewhere(zones=zones, what=words))
    fallen = FellLastTurn(filters=slot("what"), by_damage=False)
    during = "during [your opponent's|his or her|their] last turn"
    rule("ask", f"[1|any] of your {{what}} was Knocked Out {during}", fallen)
    hit = FellLastTurn(filters=slot("what"))
    rule("ask", f"[1|any] of your {{what}} [was|were] Knocked Out by damage from {{theirattack}} "
         f"{during}", hit)
    rule("ask", "it's your first turn", FirstTurn())
    rule("ask", "you go second and it's your first turn", FirstTurn(second=True))


def _add_presence(grammar: Grammar) -> None:
    rule = grammar.rule
    named = Filter(kind=FilterKind.NAME, word=slot("name"))
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
    unlike = Target(side=Side.YOURS, place=Place.BENCH, number=1, filters=(
        slot("a"), Filter(kind=FilterKind.NAME, word=slot("x"), negated=True)))
    rule("deed", "switch 1 of your Benched {a:before} Pokémon, except any {x:name}, with your "
         "Active Pokémon", Switch(side=Side.YOURS, bench=unlike))
    rule("deed", "switch 1 of your opponent's Benched {f:attacking} with {foe}",
         Switch(side=Side.OPPONENTS, bench=Target(side=Side.OPPONENTS, place=Place.BENCH, number=1,
                                                  filters=slot("f"))))
    rule("deed", "switch 1 of the Defending Pokémon with 1 of your opponent's Benched Pokémon",
         Switch(side=Side.OPPONENTS))
    rule("deed", "choose 1 of the Defending Pokémon and switch it with 1 of your opponent's "
         "Benched Pokémon", Switch(side=Side.OPPONENTS))
    rule("deed", "if you have any Benched Pokémon, switch {self} with 1 of them", own)
    itself = Switch(side=Side.YOURS, bench=SELF)
    rule("deed", "switch {one} with your Active Pokémon",
         Switch(side=Side.YOURS, bench=slot("one")))
    rule("deed", "switch [your Active Pokémon|1 of your Active Pokémon] with {self}", itself)
    rule("deed", "{self} becomes your Active Pokémon", itself)


def _add_energy(grammar: Grammar) -> None:
    rule = grammar.rule
    pile = "from your discard pile"
    rule("deed", f"attach a {{a:type}} or {{b:type}} Energy card {pile} to {{one}}",
         AttachEnergy(target=slot("one"), energy=Energies(types=(slot("a"), slot("b")))))
    pair = Energies(types=(slot("a"), slot("b")), each=True, up_to=True)
    for target, spread in (("{one}", False), ("{group} in any way you like", True)):
        rule("deed", "attach a {a:type} Energy card, a {b:type} Energy card, or 1 of each "
             f"{pile} to {target}",
             AttachEnergy(target=slot("group" if spread else "one"), energy=pair, spread=spread))
    many = Energies(number=None, any_number=True)
    typed = Energies(number=None, any_number=True, types=slot("types"))
    for kind, energy in (("Energy", many), ("{types} Energy", typed)):
        rule("deed", f"move any number of {kind}[| cards] attached to {{s:holder}} to {{t:one}}",
             MoveEnergy(source=slot("s"), target=slot("t"), energy=energy))
        rule("deed", f"take any number of {kind} cards attached to {{s:holder}} and attach them to "
             "{t:one}", MoveEnergy(source=slot("s"), target=slot("t"), energy=energy))
    taken = MoveEnergy(source=slot("s"), target=slot("t"), energy=slot("energy"))
    rule("deed", "take {energy} attached to {s:holder}[|, if any,] and attach [it|them] to {t:one}",
         taken)
    another = Target(side=Side.YOURS, place=Place.PLAY, number=1, other=True)
    rule("deed", "take {energy} attached to {s:holder} and attach it to a different one",
         MoveEnergy(source=slot("s"), target=another, energy=slot("energy")))
    rule("deed", "discard {energy} attached to {one}, if any",
         DiscardEnergy(source=slot("one"), energy=slot("energy")))
    beside = Target(side=Side.YOURS, place=Place.PLAY, filters=slot("unlike"))
    rule("deed", f"attach {{energy}} {pile} to your Pokémon, except {{unlike}}, in any way you "
         "like", AttachEnergy(target=beside, energy=slot("energy"), spread=True))


def _add_damage(grammar: Grammar) -> None:
    rule = grammar.rule
    base, target = slot("base"), slot("target")
    for who in ("this power", "{self}"):
        for ending, plain in (("", False), (". Apply Weakness and Resistance", False),
                              (". Don't apply Weakness and Resistance", True)):
            rule("deed", f"{who} does {{base}} to {{target}}{ending}",
                 DamageTo(target=target, amount=base, plain=plain))
    anybody = Target(side=Side.BOTH, place=Place.PLAY, number=1)
    other = Target(side=Side.BOTH, place=Place.PLAY, number=1, other=True)
    rule("deed", "move {c:counters} from 1 Pokémon to another[| Pokémon][| (even if it would Knock "
         "Out the other Pokémon)]",
         MoveCounters(source=anybody, target=other, amount=slot("c")))
    yours = Target(side=Side.YOURS, place=Place.PLAY, number=1)
    another = Target(side=Side.YOURS, place=Place.PLAY, number=1, other=True)
    rule("deed", "move {c:counters} from 1 of your Pokémon to another as long as you don't Knock "
         "Out that Pokémon", MoveCounters(source=yours, target=another, amount=slot("c"),
                                          spares=True))
    rule("deed", "have your opponent flip {n:points} coins",
         Flip(coins=slot("n"), by=Side.OPPONENTS))
    rule("deed", "have your opponent flip a coin", Flip(by=Side.OPPONENTS))
    up_to = {"amount": slot("c"), "any_number": True}
    rule("deed", "move up to {c:counters} from {s:holder} to {t:holder}",
         MoveCounters(source=slot("s"), target=slot("t"), **up_to))
    rule("deed", "remove any Special Conditions affecting {holder}", Recover(target=slot("holder")))
    kind = Target(side=Side.YOURS, place=Place.ACTIVE, filters=slot("f"))
    rule("deed", "heal {n:points} damage from your Active {f:attacking}",
         Heal(target=kind, amount=Amount(fixed=slot("n"))))
    each = Target(side=Side.YOURS, place=Place.PLAY, filters=slot("what"))
    rule("deed", "remove {c:counters} from each of your {what} that has any[| damage counters]",
         Heal(target=each, amount=Amount(fixed=slot("c"))))
    rule("deed", "place {counted} on {target}",
         PutCounters(target=target, amount=slot("counted")))
    rule("deed", "move {c:counters} from {s:holder} to {t:holder}",
         MoveCounters(source=slot("s"), target=slot("t"), amount=slot("c")))
    heal = Heal(target=slot("holder"), amount=Amount(fixed=slot("n")))
    rule("deed", "heal {n:points} damage from {holder}", heal)
    removed = Heal(target=slot("holder"), amount=Amount(fixed=slot("c")))
    rule("deed", "remove {c:counters} from {holder}[|, if any]", removed)
    rule("deed", "your Active Pokémon and the Defending Pokémon are no longer {immunities}",
         Recover(target=BOTH_ACTIVE, conditions=slot("immunities")))
    rule("deed", "remove {c:counters} from {bearer}",
         Heal(target=slot("bearer"), amount=Amount(fixed=slot("c"))), compound=True)
    rule("deed", "remove all Special Conditions [affecting|from] {holder}",
         Recover(target=slot("holder")))


def _add_lasting(grammar: Grammar) -> None:
    rule = grammar.rule
    turn = Until.THIS_TURN
    during = "[during this turn|until the end of your turn]"
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
        ("{bearer} can't attack", CannotAttack(), slot("bearer")),
    ):
        value: Any = Lasting(rule=lasts, bearer=bearer, until=turn)
        rule("deed", f"{during}, {text}", value)
        rule("deed", f"{text} {during}", value)
    theirs = "until the end of your opponent's next turn"
    for text, what in (
        ("prevent all effects of your opponent's attacks, including damage, done to {bearer}",
         Protection.ALL),
        ("prevent all damage done to {bearer} by {theirattack}", Protection.DAMAGE),
    ):
        kept = Lasting(rule=Prevents(what=what), bearer=slot("bearer"))
        rule("deed", f"{text} {theirs}", kept)
        rule("deed", f"{theirs}, {text}", kept)
        rule("deed", f"during your opponent's next turn, {text}", kept)
    rule("deed", "reduce your Active Pokémon's Retreat Cost to 0",
         Lasting(rule=RetreatsFor(change=None), bearer=_ACTIVE, until=turn))
    provides = EnergyProvides(types=(slot("type"),), basic=True)
    every = EnergyProvides(types=(slot("type"),))
    for kind, value in (("basic Energy", provides), ("Energy", every)):
        rule("deed", f"turn all {kind} attached to {{holder}} into {{type}} Energy for the rest of "
             "the turn", Lasting(rule=value, bearer=slot("holder"), until=turn))
