"""Rules for what only powers ask; what attacks ask is read as in attacks."""

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
from cardkit.cardtext.counts import EnergyOn, HpLeft, PokemonAt
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.noun_rules import read_name
from cardkit.cardtext.targets import DEFENDER, OWN_NAME, SELF, AnyOf, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Relation, Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


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
        (Place.ACTIVE, "[your Active Pokémon|in the Active Spot|an Active Pokémon|Active|the "
         "Active Pokémon]"),
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
    _add_states(grammar)
    _add_deeds_done(grammar)
    _add_room(grammar)
    _add_energy_asked(grammar)
    _add_presence(grammar)
    _add_numbers(grammar)


def _add_room(grammar: Grammar) -> None:
    """Add what lies elsewhere, and how many Pokemon there are."""
    rule = grammar.rule
    tool = Exists(target=_self(Filter(kind=FilterKind.TOOL, word=slot("name"))))
    rule("ask", "{self} has [a |an |]{name:another} attached[| to it]", tool)
    for text in ("{self} is the last card in your hand",):
        rule("ask", text, Elsewhere(zones=frozenset({Zone.HAND}), what="last card"))
    named = Filter(kind=FilterKind.NAME_PART, word=slot("name"))
    for end, relation in (("or less", Relation.AT_MOST), ("or more", Relation.AT_LEAST)):
        rule("ask", f"the number of Pokémon in play that has {{name}} in its name is {{n:points}} "
             f"{end}", Compare(left=PokemonAt(target=Target(side=Side.BOTH, place=Place.PLAY,
                                                            filters=(named,))),
                               relation=relation, right=slot("n")))
    others = Target(side=Side.YOURS, place=Place.PLAY, filters=slot("what"), other=True)
    rule("ask", "you have at least {n:number} other {what} in play",
         Compare(left=PokemonAt(target=others), relation=Relation.AT_LEAST, right=slot("n")))
    room = PokemonAt(target=Target(side=Side.YOURS, place=Place.BENCH))
    rule("ask", "your Bench isn't full", Compare(left=room, relation=Relation.AT_MOST, right=4))
    rule("ask", "your opponent's Bench isn't full",
         Elsewhere(zones=frozenset({Zone.ENEMY_BENCH}), what="room on the Bench"))
    rule("ask", "your opponent has any {w:thing} there",
         Elsewhere(zones=frozenset({Zone.HAND}), what=slot("w"), follows=True))
    prizes = Elsewhere(zones=frozenset({Zone.PRIZES}), what=slot("n"))
    rule("ask", "your opponent has {n:digits} or fewer Prizes[| left]", prizes)
    alone = Compare(left=PokemonAt(target=Target(side=Side.YOURS, place=Place.PLAY)),
                    relation=Relation.SAME, right=1)
    rule("ask", "{self} is the only Pokémon you have in play", alone)


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
    for words in ("you searched your deck in this way",
                  "you put any cards on the bottom of your deck in this way", "you drew any cards "
                  "in this way",
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


def _add_energy_asked(grammar: Grammar) -> None:
    """Add what is attached."""
    rule = grammar.rule
    typed_card = Exists(target=_self(Filter(kind=FilterKind.ENERGY, number=1, word=slot("type"))))
    rule("ask", "there is a {type} Energy card attached to {self}", typed_card)
    rule("ask", "{self} has [any |]{type} Energy attached[| to it]", typed_card)
    rule("ask", "{self} has Energy attached[| to it]",
         Exists(target=_self(Filter(kind=FilterKind.ENERGY, number=1))))
    basic = Compare(left=EnergyOn(target=SELF, basic=True), relation=Relation.AT_LEAST, right=1)
    rule("ask", "{self} has any [basic|Basic] Energy[| cards] attached[| to it]", basic)
    special = Filter(kind=FilterKind.SPECIAL_ENERGY, word=slot("attack"))
    rule("ask", "{self} has Unit Energy {attack} attached to it", Exists(target=_self(special)))


def _add_presence(grammar: Grammar) -> None:
    """Add who is in play."""
    rule = grammar.rule
    named = Filter(kind=FilterKind.NAME, word=slot("name"))
    fewer = Compare(left=PokemonAt(target=Target(side=Side.YOURS, place=Place.BENCH)),
                    relation=Relation.FEWER,
                    right=PokemonAt(target=Target(side=Side.OPPONENTS, place=Place.BENCH)))
    rule("ask", "you have [less|fewer] Benched Pokémon than your opponent", fewer)
    either = AnyOf(filters=(Filter(kind=FilterKind.NAME, word=slot("a")),
                            Filter(kind=FilterKind.NAME, word=slot("b"))))
    rule("ask", "you have {a:name} or {b:name} in play",
         Exists(target=Target(side=Side.YOURS, place=Place.PLAY, filters=(either,))))
    rule("ask", "{name:another} is in play", Exists(target=Target(
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


def _add_numbers(grammar: Grammar) -> None:
    """Add how many are in play, and Stadiums."""
    rule = grammar.rule
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
    rule("ask", "[all|all of] your Pokémon in play are {what}",
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
