"""Rules for who is in play, how many, and how much Energy is: of conditions."""

from __future__ import annotations

from typing import Any

from cardkit.cardtext.conditions import Compare, Elsewhere, Every, Exists, Not
from cardkit.cardtext.counts import EnergyOn, HpLeft, PokemonAt, RetreatCost
from cardkit.cardtext.grammar import Grammar, slot, spellings
from cardkit.cardtext.noun_rules import read_name
from cardkit.cardtext.targets import DEFENDER, OWN_NAME, SELF, AnyOf, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Relation, Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_SIDES = (("you have", "you don't have", Side.YOURS, "your", "yours"),
          ("your opponent has", "your opponent doesn't have", Side.OPPONENTS,
           "[their|his or her]", "theirs"))
"""Who has, who has not, whose side, whose Bench, and what is there."""


def _another(text: str) -> str | None:
    """Read a name other than that of the Pokemon whose text it is."""
    return None if text == OWN_NAME else read_name(text)


def _spell_another(value: object) -> str | None:
    return value if isinstance(value, str) and value and value != OWN_NAME else None


def add_presence_rules(grammar: Grammar) -> None:
    """Add to ``cond`` who is in play and on benches, and what all together have."""
    grammar.lexical("another", _another, _spell_another)
    _add_places(grammar)
    _add_presence(grammar)
    _add_lists(grammar)
    _add_numbers(grammar)
    _add_energy(grammar)
    _add_beside(grammar)


def _add_places(grammar: Grammar) -> None:
    """Add ``yours`` and ``theirs``: Pokemon of a side at a place."""
    for _, _, side, bench, name in _SIDES:
        for other in ("", "other "):
            more = {"filters": slot("what"), "other": bool(other)}
            play = Target(side=side, place=Place.PLAY, **more)
            benched = Target(side=side, place=Place.BENCH, **more)
            grammar.rule(f"there_{name}", f"{other}{{what}} in play", play)
            grammar.rule(f"there_{name}", f"{other}{{what}} on {bench} Bench", benched)
            grammar.rule(f"there_{name}", f"{other}Benched {{what}}", benched)
        alone = Target(side=side, place=Place.PLAY,
                       filters=(Filter(kind=FilterKind.NAME, word=slot("x")),))
        both = (AnyOf(filters=(Filter(kind=FilterKind.NAME, word=slot("x")),
                               Filter(kind=FilterKind.NAME, word=slot("y")))),)
        for where, place in (("in play", Place.PLAY), (f"on {bench} Bench", Place.BENCH)):
            one = Target(side=side, place=place, filters=alone.filters)
            grammar.rule(f"named_{name}", f"{{x:name}} {where}", one)
            either = Target(side=side, place=place, filters=both)
            grammar.rule(f"named_{name}", f"{{x:name}} or {{y:name}} {where}", either)


def _add_presence(grammar: Grammar) -> None:
    rule = grammar.rule
    there = slot("t")
    here, absent = Exists(target=there), Not(condition=Exists(target=there))
    for have, have_not, _, _, name in _SIDES:
        rule("cond", f"{have} [any |a |an |1 ]{{t:there_{name}}}", here)
        rule("cond", f"{have} {{t:named_{name}}}", here)
        rule("cond", f"{have} [no |fewer than 1 ]{{t:there_{name}}}", absent)
        rule("cond", f"{have_not} [any |a |an ]{{t:there_{name}}}", absent)
        rule("cond", f"{have_not} {{t:named_{name}}}", absent)
        counted = PokemonAt(target=there)
        for words, relation in (("at least {n:number}", Relation.AT_LEAST),
                                ("{n:number} or more", Relation.AT_LEAST),
                                ("more than {n:number}", Relation.MORE),
                                ("{n:number} or [fewer|less]", Relation.AT_MOST),
                                ("exactly {n:number}", Relation.SAME)):
            rule("cond", f"{have} {words} {{t:there_{name}}}",
                 Compare(left=counted, relation=relation, right=slot("n")))
    enemy_bench = Target(side=Side.OPPONENTS, place=Place.BENCH, filters=slot("what"))
    rule("cond", "your opponent doesn't have any Benched {what} or other Active Pokémon",
         Not(condition=Exists(target=enemy_bench)))
    bench = Target(side=Side.YOURS, place=Place.BENCH, filters=slot("what"))
    rule("cond", "[|a |an ]{what} is on your Bench", Exists(target=bench))
    rule("cond", "[|any ]{x:another} is in play", Exists(target=Target(
        side=Side.BOTH, place=Place.PLAY, filters=(Filter(kind=FilterKind.NAME, word=slot("x")),))))
    for where, place in (("", Place.PLAY), ("Benched ", Place.BENCH)):
        held = Target(side=slot("whose"), place=place, filters=(slot("f"),))
        rule("cond", f"[any of |]{{whose}} {where}Pokémon {{f:state}}", Exists(target=held))
        rule("cond", f"all of {{whose}} {where}Pokémon {{f:state}}",
             Exists(target=held, every=True))
        for words, first in (("{a:before} Pokémon", slot("a")), ("{a:mechanic}", slot("a")),
                             ("{a:name}", Filter(kind=FilterKind.NAME, word=slot("a")))):
            both = Target(side=slot("whose"), place=place, filters=(first, slot("f")))
            rule("cond", f"[any of |]{{whose}} {where}{words} {{f:state}}", Exists(target=both))
        typed = Target(side=Side.YOURS, place=place,
                       filters=(Filter(kind=FilterKind.TYPE, word=slot("type")),))
        rule("cond", f"all of your {where}Pokémon[| in play] are {{type}} type",
             Exists(target=typed, every=True))
    everybody = Target(side=Side.YOURS, place=Place.PLAY, filters=slot("what"))
    rule("cond", "[all|all of] your Pokémon in play are {what}",
         Exists(target=everybody, every=True))


def _add_lists(grammar: Grammar) -> None:
    """Add several Pokemon that must all be there."""
    rule = grammar.rule
    for where, place in (("in play", Place.PLAY), ("on your Bench", Place.BENCH)):
        for letters in ("ab", "abc", "abcd"):
            each: list[Any] = [
                Exists(target=Target(side=Side.YOURS, place=place, filters=(
                    Filter(kind=FilterKind.NAME, word=slot(letter)),)))
                for letter in letters
            ]
            *first, last = [f"{{{letter}:name}}" for letter in letters]
            joint = " and " if len(first) == 1 else ", and "
            names = f"{', '.join(first)}{joint}{last}"
            everybody = Every(conditions=tuple(each))
            rule("cond", f"you have {names} {where}", everybody)
            rule("cond", f"{names} are {where}", everybody)
            rule("cond", f"you don't have {names} {where}", Not(condition=everybody))
        for letters, words in (("ab", "{a:type} and {b:type}"),
                               ("abc", "{a:type}, {b:type}, and {c:type}")):
            kinds = tuple(
                Exists(target=Target(side=Side.YOURS, place=place, filters=(
                    Filter(kind=FilterKind.TYPE, word=slot(letter)),)))
                for letter in letters
            )
            rule("cond", f"you have {words} Pokémon {where}", Every(conditions=kinds))


def _add_numbers(grammar: Grammar) -> None:
    """Add numbers of Pokemon: of both sides, compared, and of a name."""
    rule = grammar.rule
    for place, words in ((Place.PLAY, "Pokémon in play"), (Place.BENCH, "Benched Pokémon")):
        own = PokemonAt(target=Target(side=Side.YOURS, place=place))
        theirs = PokemonAt(target=Target(side=Side.OPPONENTS, place=place))
        for than, relation in (("more", Relation.MORE), ("[fewer|less]", Relation.FEWER)):
            rule("cond", f"you have {than} {words} than your opponent",
                 Compare(left=own, relation=relation, right=theirs))
        rule("cond", f"you and your opponent have the same number of {words}",
             Compare(left=own, relation=Relation.SAME, right=theirs))
        rule("cond", f"you don't have more {words} than your opponent",
             Compare(left=own, relation=Relation.AT_MOST, right=theirs))
    everywhere = PokemonAt(target=Target(side=Side.BOTH, place=Place.PLAY, filters=slot("what")))
    named = PokemonAt(target=Target(side=Side.BOTH, place=Place.PLAY, filters=(
        Filter(kind=FilterKind.NAME_PART, word=slot("name")),)))
    for words, relation in (("or more", Relation.AT_LEAST), ("or [fewer|less]", Relation.AT_MOST)):
        rule("cond", f"there are {{n:number}} {words} {{what}} in play",
             Compare(left=everywhere, relation=relation, right=slot("n")))
        rule("cond", f"the number of Pokémon in play that has {{name}} in its name is {{n:points}} "
             f"{words}", Compare(left=named, relation=relation, right=slot("n")))
    room = PokemonAt(target=Target(side=Side.YOURS, place=Place.BENCH))
    rule("cond", "your Bench is full", Compare(left=room, relation=Relation.AT_LEAST, right=5))
    rule("cond", "you have another {what} in play", Exists(target=Target(
        side=Side.YOURS, place=Place.PLAY, filters=slot("what"), other=True)))
    rule("cond", "your opponent has [|any |a |an ]{kinds} as [his or her|their] Active Pokémon",
         Exists(target=Target(side=Side.OPPONENTS, place=Place.ACTIVE, filters=slot("kinds"))))
    alone = Compare(left=PokemonAt(target=Target(side=Side.YOURS, place=Place.PLAY)),
                    relation=Relation.SAME, right=1)
    rule("cond", "{self} is the only Pokémon you have in play", alone)


def _add_energy(grammar: Grammar) -> None:
    """Add how much Energy there is, on all Pokemon of a side or on one."""
    rule = grammar.rule
    own = Target(side=Side.YOURS, place=Place.PLAY)
    typed = EnergyOn(target=own, types=(slot("type"),))
    for words, count in (("", EnergyOn(target=own)), ("{type} ", typed)):
        for many in ("at least {n:number}", "{n:number} or more"):
            rule("cond", f"you have {many} {words}Energy[| cards] in play",
                 Compare(left=count, relation=Relation.AT_LEAST, right=slot("n")))
    theirs = EnergyOn(target=Target(side=Side.OPPONENTS, place=Place.PLAY))
    for words, relation in (("more", Relation.MORE), ("[fewer|less]", Relation.FEWER)):
        rule("cond", f"you have {words} Energy in play than your opponent",
             Compare(left=EnergyOn(target=own), relation=relation, right=theirs))
    for who, target in (("{self}", SELF), ("{foe}", DEFENDER)):
        rule("cond", f"{who} has exactly {{n:number}} {{type}} Energy{{cards}}{{attached}}",
             Compare(left=EnergyOn(target=target, types=(slot("type"),)), relation=Relation.SAME,
                     right=slot("n")))
        rule("cond", f"{who} has exactly {{n:number}} Energy{{cards}}{{attached}}",
             Compare(left=EnergyOn(target=target), relation=Relation.SAME, right=slot("n")))
        rule("cond", f"{who}'s remaining HP is {{n:points}}",
             Compare(left=HpLeft(target=target), relation=Relation.SAME, right=slot("n")))
        rule("cond", f"the Retreat Cost of {who} is {{n:cost}} or more",
             Compare(left=RetreatCost(target=target), relation=Relation.AT_LEAST, right=slot("n")))
        for joint, either in ((" or ", True), (" and ", False)):
            pair = tuple(Filter(kind=FilterKind.ENERGY, number=1, word=slot(x)) for x in "ab")
            filters: Any = (AnyOf(filters=pair),) if either else pair
            kind = Target(side=target.side, place=target.place, filters=filters)
            for one in (f"any {{a:type}}{joint}{{b:type}} Energy",
                        f"any [basic |]{{a:type}} Energy[ cards|]{joint}any [basic |]{{b:type}} "
                        "Energy"):
                rule("cond", f"{who} has {one}{{cards}}{{attached}}", Exists(target=kind))
        single = Filter(kind=FilterKind.ENERGY, number=1, word=slot("type"))
        held = Target(side=target.side, place=target.place, filters=(single,))
        rule("cond", f"there [is a|are any] {{type}} Energy [card|cards] attached to {who}",
             Exists(target=held))


def _add_beside(grammar: Grammar) -> None:
    """Add what lies beside the table."""
    rule = grammar.rule
    stadium = frozenset({Zone.STADIUM})
    for text in ("there is any Stadium card in play", "there is a Stadium card in play",
                 "there is no Stadium card in play", "you have a Stadium card in play",
                 "your opponent has a Stadium card in play"):
        rule("cond", text, Elsewhere(zones=stadium, what=text))
    for words in ("{name} is in play and is a Stadium card",
                  "any Stadium card with {name} in its name is in play"):
        rule("cond", words, Elsewhere(zones=stadium, what=slot("name")))
    for where, zone in (("discard pile", Zone.DISCARD), ("hand", Zone.HAND)):
        rule("cond", f"{{name:another}} is in your {where}",
             Elsewhere(zones=frozenset({zone}), what=slot("name")))
    other, bench = frozenset({Zone.OTHER}), frozenset({Zone.ENEMY_BENCH})
    for text, zones in (
        ("an effect of this attack is prevented", other),
        ("your opponent has [|already ]used their [GX attack|VSTAR Power][| during this game]",
         other),
        ("[that Pokémon|it] retreated from the Active Spot during your opponent's last turn",
         bench),
        ("[your opponent's Active Pokémon|the Defending Pokémon] moved from the Bench to the "
         "Active Spot during [your opponent's|their] last turn", bench),
    ):
        rule("cond", text, Elsewhere(zones=zones, what=spellings(text)[0]))
