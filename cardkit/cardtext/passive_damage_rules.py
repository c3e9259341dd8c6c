"""Rules for powers that are always on and change damage: protection, bonuses, striking back."""

from __future__ import annotations

import re
from typing import Any

from cardkit.cardtext.conditions import Exists, Stands
from cardkit.cardtext.counts import Amount, DamageTaken
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.lasting import (
    AttacksIgnore,
    CannotAttack,
    CannotBeHealed,
    CannotRetreat,
    DealsLess,
    DealsMore,
    ElsewhereRule,
    Endures,
    MustFlip,
    Prevents,
    StrikesBack,
    TakesLess,
    TakesMore,
    UsesAttacksOf,
)
from cardkit.cardtext.passive_rules import BEARER, lay
from cardkit.cardtext.powers import AlwaysOn, Given
from cardkit.cardtext.targets import DEFENDER, NAMED, SELF, Filter, Target
from cardkit.cardtext.vocabulary import (
    FilterKind,
    Ignored,
    Place,
    Protection,
    Side,
    Zone,
)

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_FIXED = Amount(fixed=slot("n"))
_LIST = re.compile("[1-9][0-9]*")
_AMOUNTS = re.compile("[1-9][0-9]*(?:, [1-9][0-9]*)*, or [1-9][0-9]*")
_SOURCES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("{anyattack}", {}),
    ("{theirattack}", {"by": Side.OPPONENTS}),
    ("{anyattack} {from} 1 of {f:theirs}", {"by": Side.OPPONENTS, "attackers": slot("f")}),
    ("{anyattack} {from} {f:theirs}", {"by": Side.OPPONENTS, "attackers": slot("f")}),
    ("{anyattack} {from} {f:attacking}", {"attackers": slot("f")}),
    ("{anyattack} {from} your Pokémon", {"by": Side.YOURS}),
)
"""Whose attacks, in words and in values."""


def add_passive_damage_rules(grammar: Grammar) -> None:
    """Add what is always on about damage and attacks to ``passive``."""
    _add_reductions(grammar)
    _add_prevention(grammar)
    _add_bonuses(grammar)
    _add_weakening(grammar)
    _add_attacks(grammar)
    _add_copying(grammar)
    _add_enduring(grammar)
    _add_striking(grammar)


def _add_reductions(grammar: Grammar) -> None:
    for words, who in _SOURCES:
        for ending, before in (("", False), (" (before applying Weakness and Resistance)", True)):
            less = TakesLess(amount=_FIXED, before=before, **who)
            counted = TakesLess(amount=Amount(per=slot("n"), count=slot("per")), before=before,
                                **who)
            lay(grammar, f"{{bearer}} [takes|take] {{n:points}} less damage from {words}{ending}",
                less)
            lay(grammar, f"{{bearer}} [takes|take] {{n:points}} less damage from {words} for each "
                f"{{per}}{ending}", counted)
            for done in (f"done to {{bearer}} by {words}", f"done by {words} to {{bearer}}",
                         f"by {words} to {{bearer}}"):
                lay(grammar, f"{{alldamage}} {done} is reduced by {{n:points}}{ending}",
                    less)
                lay(grammar, f"{{alldamage}} {done} is reduced by {{n:points}} for each "
                    f"{{per}}{ending}", counted)
                lay(grammar, f"reduce {{alldamage}} {done} by {{n:points}}{ending}", less)
            if who:
                continue  # what makes attacks stronger does not ask whose they are
            more = TakesMore(amount=_FIXED, before=before)
            lay(grammar, f"{{bearer}} [takes|take] {{n:points}} more damage from {words}{ending}",
                more)
        if who.get("by") is None and "attackers" in who:
            lay(grammar, "whenever a {f:attacking} damages 1 of your Pokémon, reduce that damage "
                "by {n:points}", TakesLess(amount=_FIXED, **who),
                Target(side=Side.YOURS, place=Place.PLAY))
        coin = TakesLess(amount=_FIXED, coin=True, **who)
        for opening in (f"{{when}} {{bearer}} {{damaged}} by {words}",
                        f"during your opponent's turn, if {{bearer}} {{damaged}} by {words}"):
            lay(grammar, f"{opening}, flip a coin. If heads, reduce that damage by {{n:points}}",
                coin)
            lay(grammar, f"{opening}, flip a coin. If heads, that damage is reduced by "
                "{n:points}", coin)
            lay(grammar, f"{opening}, reduce that damage by {{n:points}}",
                TakesLess(amount=_FIXED, **who))


def _amounts(text: str) -> tuple[int, ...] | None:
    """Read a list of amounts of damage."""
    return tuple(map(int, _LIST.findall(text))) if _AMOUNTS.fullmatch(text) else None


def _spell_amounts(value: object) -> str | None:
    if not isinstance(value, tuple) or len(value) < 2:
        return None
    *first, last = map(str, value)
    return f"{', '.join(first)}, or {last}"


def _add_prevention(grammar: Grammar) -> None:
    grammar.lexical("amounts", _amounts, _spell_amounts, "123456789")
    damage, effects, every = Protection.DAMAGE, Protection.EFFECTS, Protection.ALL
    for words, who in _SOURCES:
        for text, what in (
            (f"prevent all damage done to {{bearer}} by {words}", damage),
            (f"prevent all damage from {words} done to {{bearer}}", damage),
            (f"prevent all damage done by {words} to {{bearer}}", damage),
            (f"prevent all effects, including damage, done to {{bearer}} by {words}", every),
            (f"prevent all effects, excluding damage, done to {{bearer}} by {words}", effects),
            (f"prevent all effects of {words}, including damage, done to {{bearer}}", every),
            (f"prevent all damage from and effects of {words} done to {{bearer}}", every),
            (f"prevent all damage and effects of {words} done to {{bearer}}", every),
            (f"prevent all effects of {words}, [except|excluding|other than] damage, done to "
             "{bearer}", effects),
            (f"prevent all effects of {words} done to {{bearer}}", effects),
        ):
            lay(grammar, text, Prevents(what=what, **who))
        coin = Prevents(what=damage, coin=True, **who)
        for opening in (f"{{when}} any damage is done to {{bearer}} by {words}",
                        f"{{when}} {{bearer}} {{damaged}} by {words}",
                        f"{{when}} {words} {{damages}} {{bearer}}"):
            lay(grammar, f"{opening}, flip a coin. If heads, prevent {{thatdamage}}", coin)
            lay(grammar, f"{opening}, you may flip a coin. If heads, prevent {{thatdamage}}", coin)
        for given in ("[|any ]{type} Energy attached[| to it]",):
            energy = Filter(kind=FilterKind.ENERGY, number=1, word=slot("type"))
            held = Exists(target=Target(side=Side.YOURS, place=Place.SELF, filters=(energy,)))
            grammar.rule("passive", f"if {{self}} has {given} and {{damaged}} by {words}, flip a "
                         "coin. If heads, prevent that damage",
                         Given(condition=held, part=AlwaysOn(rule=coin)))
        if "attackers" in who:
            by = words.removeprefix("{anyattack} {from} ")
            for text, what in (
                (f"prevent all effects of attacks, including damage, done to {{bearer}} by {by}",
                 every),
                (f"prevent all effects of attacks, except damage, done to {{bearer}} by {by}",
                 effects),
                (f"prevent all effects of attacks, including damage, done by {by} to {{bearer}}",
                 every),
                (f"prevent all damage done to {{bearer}} by {by}", damage),
                (f"prevent all damage from attacks done to {{bearer}} by {by}", damage),
                (f"prevent all damage from and effects of attacks done to {{bearer}} by {by}",
                 every),
            ):
                lay(grammar, text, Prevents(what=what, **who))
        for limit, bound in (("or less", "at_most"), ("or more", "at_least")):
            some: dict[str, Any] = {bound: slot("n")}
            lay(grammar, f"whenever {words} does {{n:points}} {limit} damage to {{bearer}}, "
                "prevent that damage", Prevents(what=damage, **who, **some))
            lay(grammar, f"prevent all damage done to {{bearer}} by {words} if that damage is "
                f"{{n:points}} {limit}", Prevents(what=damage, **who, **some))
            lay(grammar, f"if {{bearer}} would be damaged by {words}, prevent that attack's damage "
                f"done to {{bearer}} if that damage is {{n:points}} {limit}",
                Prevents(what=damage, **who, **some))
        lay(grammar, f"prevent all damage done to {{bearer}} by {words} if that damage is "
            "[|exactly ]{x:amounts}", Prevents(what=damage, exactly=slot("x"), **who))
        lay(grammar, f"if {{bearer}} would be damaged by {words}, prevent that attack's damage "
            "done to {bearer} if that damage is {x:amounts}",
            Prevents(what=damage, exactly=slot("x"), **who))
    half = "does only half the damage to {bearer} (rounded down to the nearest 10)"
    lay(grammar, f"whenever an attack does damage to {{bearer}}, that attack {half}",
        TakesLess(half=True))
    lay(grammar, "whenever an attack does anything to {bearer}, flip a coin. If heads, prevent all "
        "effects of that attack, including damage, done to {bearer}",
        Prevents(what=every, coin=True))


def _add_bonuses(grammar: Grammar) -> None:
    rule = grammar.rule
    counted = Amount(per=slot("n"), count=slot("per"))
    for words in ("", " to {foe}", " to the Active Pokémon", " to your opponent's Pokémon"):
        rule("against", words, "")
    for against, defenders in (
        ("{against}", ()),
        (" to your opponent's Active {f:attacking}", slot("f")),
        (" to {f:theirs}", slot("f")),
        (" to {f:attacking}", slot("f")),
    ):
        for who, bearer in (
            ("[|each of ]{bearer:bearers} [attacks|attack] {does}", BEARER),
            ("[its attacks|each of its attacks|the attacks it uses] {does}", NAMED),
            ("[attacks|the attacks] [used by|of|by] {bearer} do", BEARER),
            ("{bearer} {does}", BEARER),
        ):
            lay(grammar, f"{who} {{n:points}} more damage{against}{{early}}",
                DealsMore(amount=_FIXED, defenders=defenders), bearer)
            if against:
                lay(grammar, f"{who} {{n:points}} more damage for each {{per}}{against}{{early}}",
                    DealsMore(amount=counted, defenders=defenders), bearer)
            lay(grammar, f"{who} {{n:points}} more damage{against} for each {{per}}{{early}}",
                DealsMore(amount=counted, defenders=defenders), bearer)
    for words, kinds in (("{a:before} Pokémon", (slot("a"), slot("z"))),
                         ("{a:before} {b:before} Pokémon", (slot("a"), slot("b"), slot("z")))):
        lay(grammar, f"your {words}'s attacks{{z:except}} do {{n:points}} more damage{{against}}"
            "{early}", DealsMore(amount=_FIXED),
            Target(side=Side.YOURS, place=Place.PLAY, filters=kinds))
    lay(grammar, "{self}'s {attack} attack does {n:points} more damage{against}{early}",
        DealsMore(amount=_FIXED, attack=slot("attack")), SELF)


def _add_weakening(grammar: Grammar) -> None:
    for ending, before in (("", False), (" (before applying Weakness and Resistance)", True)):
        weak = DealsLess(amount=_FIXED, before=before)
        for who in ("{bearer:bearers} [attacks|attack] do", "attacks used by {bearer} do"):
            lay(grammar, f"{who} {{n:points}} less damage{ending}", weak)
        lay(grammar, f"any damage done by attacks from {{bearer}} is reduced by {{n:points}}"
            f"{ending}", weak)
        lay(grammar, f"any damage done by {{theirattack}} is reduced by {{n:points}}{ending}",
            weak, DEFENDER)


def _add_attacks(grammar: Grammar) -> None:
    weakness, resistance = Ignored.WEAKNESS, Ignored.RESISTANCE
    more = (Ignored.RESISTANCE, Ignored.EFFECTS)
    lay(grammar, "{bearer:bearers} attack's damage isn't affected by Resistance, Poké-Powers, "
        "Poké-Bodies, or any other effects on the Defending Pokémon", AttacksIgnore(ignored=more))
    for words, ignored in (
        ("your opponent's Active Pokémon's Resistance", (resistance,)),
        ("Weakness", (weakness,)),
        ("Resistance", (resistance,)),
        ("Weakness or Resistance", (weakness, resistance)),
        ("any effects on [your opponent's Active Pokémon|the Defending Pokémon]",
         (Ignored.EFFECTS,)),
    ):
        lay(grammar, f"damage from {{bearer:bearers}} attacks isn't affected by {words}",
            AttacksIgnore(ignored=ignored))
        for text in (f"the damage of {{bearer:bearers}} attacks isn't affected by {words}",
                     f"any damage done by attacks from {{bearer}}{{against}} isn't affected by "
                     f"{words}"):
            lay(grammar, text, AttacksIgnore(ignored=ignored))
        lay(grammar, f"damage from attacks used by {{bearer}} isn't affected by {words}",
            AttacksIgnore(ignored=ignored))
        lay(grammar, f"{{bearer:bearers}} attacks [aren't|isn't] affected by {words}",
            AttacksIgnore(ignored=ignored))
    lay(grammar, "prevent all effects of attacks, including damage, done by your opponent's "
        "Pokémon to {bearer}", Prevents(what=Protection.ALL, by=Side.OPPONENTS))
    lay(grammar, "prevent all effects, except damage, by {theirattack} done to {bearer}",
        Prevents(what=Protection.EFFECTS, by=Side.OPPONENTS))
    lay(grammar, "prevent all effects of attacks, except damage, done to {bearer} by the Attacking "
        "Pokémon", Prevents(what=Protection.EFFECTS, by=Side.OPPONENTS))
    for text in ("damage can't be healed from any Pokémon", "Pokémon can't be healed"):
        lay(grammar, text, CannotBeHealed(), Target(side=Side.BOTH, place=Place.PLAY))
    lying = Filter(kind=FilterKind.CONDITION, word=slot("c"))
    lay(grammar, "any damage done by attacks to a {c:condition} Pokémon is increased by {n:points}",
        TakesMore(amount=_FIXED), Target(side=Side.BOTH, place=Place.PLAY, filters=(lying,)))
    for words in ("can't attack", "can't use attacks"):
        lay(grammar, f"{{bearer}} {words}", CannotAttack())
    lay(grammar, "{bearer} can't retreat", CannotRetreat())
    lay(grammar, "{bearer} can't be healed", CannotBeHealed())
    coin = MustFlip()
    lay(grammar, "whenever {bearer} tries to attack, your opponent flips a coin. If tails, that "
        "attack does nothing", coin)


def _add_copying(grammar: Grammar) -> None:
    """Add whose attacks a Pokemon can use."""
    can = "{bearer} can use [the attacks of|any attack from|all attacks of]"
    for beside, zones in (("", frozenset()),
                          (" or in your discard pile", frozenset({Zone.DISCARD}))):
        for words, target in (
            ("any {what} in play", Target(side=Side.BOTH, place=Place.PLAY, filters=slot("what"))),
            ("any of your {what}", Target(side=Side.YOURS, place=Place.PLAY,
                                          filters=slot("what"))),
            ("any {what} on your Bench", Target(side=Side.YOURS, place=Place.BENCH,
                                                filters=slot("what"))),
            ("your Benched {what}", Target(side=Side.YOURS, place=Place.BENCH,
                                           filters=slot("what"))),
            ("{foe}", DEFENDER),
            ("all {what} in play", Target(side=Side.BOTH, place=Place.PLAY, filters=slot("what"))),
            ("all {what} you have in play", Target(side=Side.YOURS, place=Place.PLAY,
                                                   filters=slot("what"))),
        ):
            lay(grammar, f"{can} {words}{beside}[| as its own| as if they were its own]",
                UsesAttacksOf(target=target, beside=zones))
    previous = ElsewhereRule(zones=frozenset({Zone.OTHER}), what="attacks of earlier stages")
    lay(grammar, "{bearer} can use any attack from [its|their] previous Evolutions", previous)


def _add_enduring(grammar: Grammar) -> None:
    """Add what keeps a Pokemon from falling."""
    unhurt = Filter(kind=FilterKind.DAMAGED, negated=True)
    full = Exists(target=Target(side=Side.YOURS, place=Place.SELF, filters=(unhurt,)))
    fallen = "would be Knocked Out by {thedamage}{struck}"
    for words in ("damage from ", ""):
        grammar.rule("thedamage", words, "")
    ending = "{same} is not Knocked Out[,|] and its remaining HP becomes {n:points}[| instead]"
    flip = "flip a coin. If heads, "
    for coin, words in ((False, ""), (True, flip)):
        one = AlwaysOn(rule=Endures(hp=slot("n"), coin=coin))
        grammar.rule("passive", f"{{when}} {{self}} {fallen}, {words}{ending}", one)
        grammar.rule("passive", f"{{when}} {{self}} has full HP and {fallen}, {words}{ending}",
                     Given(condition=full, part=one))


def _add_striking(grammar: Grammar) -> None:
    counters = Amount(fixed=slot("c"))
    active = Stands(place=Place.ACTIVE)
    taken = Amount(per=10, count=DamageTaken())
    harm = StrikesBack(amount=_FIXED, even_if_knocked_out=True)
    grammar.rule("power", "whenever {theirattack} damages {self} (even if {self} is Knocked Out), "
                 "this power does {n:points} damage to the [attacking|Attacking] Pokémon"
                 "[|. Don't apply Weakness and Resistance]",
                 AlwaysOn(rule=harm))
    for even, flag in (("", False), (" (even if {self} is Knocked Out)", True),
                       (" (even if it is Knocked Out)", True)):
        for words, who in _SOURCES:
            given = {"attackers": who["attackers"]} if "attackers" in who else {}
            for text, strikes in (
                ("[put|place] {c:counters} on the Attacking Pokémon",
                 StrikesBack(amount=counters, even_if_knocked_out=flag, **given)),
                ("put damage counters on the Attacking Pokémon equal to the damage done to {self}",
                 StrikesBack(amount=taken, even_if_knocked_out=flag, **given)),
                ("the Attacking Pokémon is now {conditions}",
                 StrikesBack(conditions=slot("conditions"), even_if_knocked_out=flag, **given)),
            ):
                theirs = Target(side=Side.YOURS, place=Place.ACTIVE, filters=slot("kind"))
                fallen = even.replace("{self}", "your Active {kind:attacking}")
                grammar.rule("power", f"{{when}} your Active {{kind:attacking}} is damaged by "
                             f"{words}{fallen}, {text.replace('{self}', 'that Pokémon')}",
                             AlwaysOn(rule=strikes, bearer=theirs))
                own = AlwaysOn(rule=strikes)
                here = Given(condition=active, part=own)
                grammar.rule("power", f"{{when}} {{self}} is {{onactive}} and is damaged by "
                             f"{words}{even}, {text}", here)
                grammar.rule("power", f"{{when}} {{self}} is damaged by {words}{even}, {text}", own)
