"""Rules for how clauses make sentences: conditions, options, coins, several clauses in one."""

from __future__ import annotations

from cardkit.cards import EnergyType
from cardkit.cardtext.conditions import Compare, Did, Every, FirstTurn, Not
from cardkit.cardtext.counts import Amount, DamageDone
from cardkit.cardtext.damage_operations import Damage
from cardkit.cardtext.effects import (
    BeforeDamage,
    Flip,
    May,
    Repeat,
    Together,
    UnusableIf,
    UsableDespite,
    UsableIf,
    When,
)
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.operations import Give, NoEffect, OutOfPlay
from cardkit.cardtext.vocabulary import Relation, Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def add_sentence_rules(grammar: Grammar) -> None:
    """Add ``act``, a clause that may hold others, and ``sentence``, which stands alone."""
    _add_flips(grammar)
    _add_acts(grammar)
    _add_sentences(grammar)


def _add_flips(grammar: Grammar) -> None:
    rule = grammar.rule
    for who, by in (("flip", Side.YOURS), ("your opponent flips", Side.OPPONENTS)):
        rule("flip", f"{who} a coin", Flip(by=by))
        rule("flip", f"{who} [another coin|1 coin|a coins]", Flip(by=by))
        rule("flip", f"{who} {{n:points}} coins", Flip(coins=slot("n"), by=by))
        rule("flip", f"{who} a coin until you get tails", Flip(until_tails=True, by=by))
        rule("flip", f"{who} a coin for each {{per}}", Flip(coins=slot("per"), by=by))
        rule("flip", f"{who} a number of coins equal to the [number|amount|total amount] of "
             "{sum}", Flip(coins=slot("sum"), by=by))


def _add_acts(grammar: Grammar) -> None:
    rule = grammar.rule
    act, first, condition = slot("act"), slot("simple"), slot("cond")
    rule("act", "{simple}", first)
    both = Together(steps=(first, act))
    rule("act", "{flip}", slot("flip"))
    for joint in (" and ", ", and ", ", then ", ", then, "):
        rule("act", f"{{simple}}{joint}{{act}}", both, compound=True)
        rule("act", f"{{flip}}{joint}{{act}}", Together(steps=(slot("flip"), act)), compound=True)
    rule("act", "if {cond}, {act}", When(condition=condition, then=act))
    rule("act", "if {cond}, and {act}", When(condition=condition, then=act))
    rule("act", "if you do and if {cond}, {act}",
         When(condition=Every(conditions=(Did(), condition)), then=act))
    rule("act", "either way, {act}", act)
    rule("act", "if, before doing damage, {cond}, this attack does {more}",
         When(condition=condition, then=Damage(more=slot("more"))))
    based = Damage(base=Amount(fixed=slot("n")), stated=slot("m"))
    rule("act", "as long as {cond}, this attack's base damage is {n:points} instead of {m:points}",
         When(condition=condition, then=based))
    beside = slot("elsewhere")
    void = OutOfPlay(zones=frozenset({Zone.OTHER}), what="the game ends")
    rule("act", "if {elsewhere}, you [win|lose] this game", When(condition=beside, then=void))
    rule("act", "if you use this attack when {elsewhere}, you win this game",
         When(condition=beside, then=void))
    cheap = NoEffect(what="it costs other Energy")
    for text in ("this attack can be used for {type}",
                 "ignore all Energy in this attack's cost"):
        if "{type}" in text:
            for kind in EnergyType:
                rule("act", f"if {{elsewhere}}, {text.replace('{type}', kind.value)}",
                     When(condition=beside, then=NoEffect(what=f"it costs {kind.value}")))
        else:
            rule("act", f"if {{elsewhere}}, {text}", When(condition=beside, then=cheap))
    rule("act", "{simple} if {cond}", When(condition=condition, then=first))
    rule("act", "you may {act}", May(step=act))
    rule("act", "your opponent may {act}", May(step=act, by=Side.OPPONENTS))
    rule("act", "for each {per}, {simple}", Repeat(times=slot("per"), step=first))
    rule("act", "for each {per}, flip a coin", Flip(coins=slot("per")))
    rule("act", "[then,|then] {act}", act)
    rule("act", "before doing damage, {act}", BeforeDamage(step=act))
    rule("act", "after [doing damage|your attack], {act}", act)
    rule("act", "unless {cond}, {act}", When(condition=Not(condition=condition), then=act))
    rule("act", "{simple} to make {one} {conditions}",
         Together(steps=(first, Give(target=slot("one"), conditions=slot("conditions")))))
    rule("act", "unless all damage from this attack is prevented, {act}",
         When(condition=Compare(left=DamageDone(), relation=Relation.AT_LEAST, right=1),
              then=act))


def _add_sentences(grammar: Grammar) -> None:
    rule = grammar.rule
    act, condition = slot("act"), slot("cond")
    rule("sentence", "{act}", act)
    rule("sentence", "{a:act}; {b:act}", Together(steps=(slot("a"), slot("b"))))
    rule("sentence", "you can use this attack only if {cond}", UsableIf(condition=condition))
    rule("sentence", "you can't use this attack if {cond}", UnusableIf(condition=condition))
    rule("sentence", "this attack can't be used if {cond}", UnusableIf(condition=condition))
    rule("sentence", "[you can't use this attack|this attack can't be used] unless {cond}",
         UsableIf(condition=condition))
    rule("sentence", "use this attack only if {cond}", UsableIf(condition=condition))
    rule("sentence", "if {cond}, you can't use this attack[| during your first turn]",
         UnusableIf(condition=condition))
    rule("sentence", "if {cond}, this attack can't be used", UnusableIf(condition=condition))
    for text in (
        "ignore this effect if you don't have any Benched Pokémon",
        "ignore this effect if you have no cards in your hand",
        "if you have no Benched Pokémon, ignore this effect",
        "if your opponent has no Benched Pokémon, ignore this effect",
        "this counts as evolving ~",
        "do the damage before switching the Pokémon",
        "also apply Weakness and Resistance for Benched Pokémon",
        "choose a player",
        "choose either player",
        "you may choose either player",
        "this counts as evolving this Pokémon",
        "this counts as leveling up that Pokémon",
    ):
        rule("sentence", text, NoEffect(what=text))
    for foe in ("the Defending Pokémon", "your opponent's Active Pokémon"):
        text = f"before doing damage, count the remaining HP of {foe} and ~"
        rule("sentence", text, NoEffect(what=text))
    for kind in EnergyType:
        text = f"no matter what type the Defending Pokémon is, ~'s type is still {kind.value}"
        rule("sentence", text, NoEffect(what=text))
    for words in ("on", "during"):
        text = f"if you go first, you can use this attack {words} your first turn"
        rule("sentence", text, NoEffect(what=text))
    rule("sentence", "this attack can be used [even |]if {self} is {c:condition}",
         UsableDespite(condition=slot("c")))
    rule("sentence", "you can use this attack even if {self} is {c:condition}",
         UsableDespite(condition=slot("c")))
    rule("sentence", "if you go second, this attack does {more} during your first turn",
         When(condition=FirstTurn(second=True), then=Damage(more=slot("more"))))
