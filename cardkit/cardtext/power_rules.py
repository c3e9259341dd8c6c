"""Rules for powers that are used or work at a moment, and for what limits them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from cardkit.cardtext.conditions import Did, Elsewhere, Every, Exists, FirstTurn, Not, Stands
from cardkit.cardtext.effects import Cost, May, OncePerEvent, Together, When
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.operations import NoEffect
from cardkit.cardtext.power_deeds import add_power_deeds, add_power_questions
from cardkit.cardtext.power_void_rules import add_power_void_rules
from cardkit.cardtext.powers import (
    Activated,
    Given,
    Moment,
    OneEachTurn,
    Several,
    StopsWhile,
    Times,
    Triggered,
)
from cardkit.cardtext.targets import SELF, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_KIND = "{kind}"


def add_power_rules(grammar: Grammar) -> None:
    """Add ``do``, what a power does, and ``power``, which stands alone."""
    add_power_questions(grammar)
    add_power_deeds(grammar)
    add_power_void_rules(grammar)
    _add_doing(grammar)
    _add_uses(grammar)
    _add_moments(grammar)
    _add_attaching(grammar)
    _add_lying(grammar)
    _add_limits(grammar)
    _add_sentences(grammar)


def _add_doing(grammar: Grammar) -> None:
    """Add what attacks do and what only powers do, and the two joined."""
    rule = grammar.rule
    do = slot("do")
    rule("do", "{deed}", slot("deed"))
    rule("do", "{plain}", slot("plain"), compound=True)
    rule("plain", "{act}", slot("act"))
    for joint in (" and ", ", and ", ", then "):
        rule("plain", f"{{deed}}{joint}{{do}}", Together(steps=(slot("deed"), do)), compound=True)
        rule("plain", f"{{simple}}{joint}{{do}}", Together(steps=(slot("simple"), do)),
             compound=True)
    rule("plain", "if {ask}, {do}", When(condition=slot("ask"), then=do), compound=True)
    rule("plain", "{deed} if {ask}", When(condition=slot("ask"), then=slot("deed")), compound=True)
    rule("plain", "you may {do}", May(step=do), compound=True)
    rule("plain", "you may [also|then] {do}", May(step=do), compound=True)
    rule("plain", "your opponent may {do}", May(step=do, by=Side.OPPONENTS), compound=True)
    rule("plain", "[then,|then] {do}", do, compound=True)
    rule("plain", "either way, {do}", do)
    rule("plain", "{a:do}; {b:do}", Together(steps=(slot("a"), slot("b"))))
    rule("plain", "before evolving, {do}", When(condition=Did(what="evolving"), then=do))


def _add_uses(grammar: Grammar) -> None:
    """Add what the player may use, once in a turn or as often as wanted."""
    rule = grammar.rule
    do, ask = slot("do"), slot("ask")
    for opening, times in (
        ("[once during your turn|once each turn|once during each of your turns]", Times.ONCE),
        ("[during your turn|at any time during your turn], you may", Times.ONCE),
        ("as often as you like during your turn", Times.ANY),
    ):
        opening, _, may = opening.partition(", ")
        for words in (may or "you may",):
            rule("power", f"{opening}, {words} {{do}}", Activated(steps=(do,), times=times))
            rule("power", f"{opening}, {words} use this {_KIND}", Activated(times=times))
            rule("power", f"{opening}, if {{ask}}, {words} {{do}}",
                 Activated(steps=(do,), times=times, condition=ask))
            rule("power", f"{opening}, if {{ask}}, {words} use this {_KIND}",
                 Activated(times=times, condition=ask))
            rule("power", f"if {{ask}}, {opening}, {words} {{do}}",
                 Activated(steps=(do,), times=times, condition=ask))
            rule("power", f"if {{ask}}, {words} {{do}} {opening}",
                 Activated(steps=(do,), times=times, condition=ask))
    rule("power", "as often as you like during your turn, {do}",
         Activated(steps=(do,), times=Times.ANY), compound=True)
    rule("power", "once during your turn, {simple}", Activated(steps=(slot("simple"),)),
         compound=True)
    rule("power", "once during your turn, {deed}", Activated(steps=(slot("deed"),)), compound=True)
    rule("power", "once during your turn, if {ask}, {do}",
         Activated(steps=(do,), condition=ask), compound=True)
    first = FirstTurn()
    rule("power", "once during your first turn, you may {do}",
         Activated(steps=(do,), condition=first))
    second = FirstTurn(second=True)
    rule("power", "once during your first turn, if you go second, you may {do}",
         Activated(steps=(do,), condition=second))


def _moments() -> list[tuple[str, Moment, Any]]:
    """Words, moment and whose it is."""
    foe_in = Target(side=Side.OPPONENTS, place=Place.ACTIVE)
    own = Target(side=Side.YOURS, place=Place.PLAY, number=1, filters=slot("what"))
    active = Target(side=Side.YOURS, place=Place.ACTIVE, filters=slot("what"))
    hand = "from your hand"
    one = "[1 of your Pokémon|1 of your Active Pokémon|your Active Pokémon|a Pokémon]"
    coming = "[move|moves] from [your|the] Bench to [the Active Spot|become your Active Pokémon]"
    return [
        (f"you [play|put] {{self}} {hand} onto your Bench[| during your turn]",
         Moment.PLAYED_FROM_HAND, SELF),
        (f"you [play|put] {{self}} {hand}[| during your turn]", Moment.PLAYED_FROM_HAND, SELF),
        (f"you put {{self}} onto your Bench {hand}", Moment.PLAYED_FROM_HAND, SELF),
        ("you put {self} into play", Moment.PLAYED_FROM_HAND, SELF),
        (f"you play a {{what}} {hand}[| during your turn]", Moment.PLAYED_FROM_HAND, own),
        (f"you play {{self}} {hand} to evolve {one}[| during your turn]",
         Moment.EVOLVES_FROM_HAND, SELF),
        (f"you play {{self}} {hand} and evolve {one}[| during your turn]",
         Moment.EVOLVES_FROM_HAND, SELF),
        (f"you play a Pokémon {hand} to evolve {{self}}[| during your turn]",
         Moment.EVOLVES_FROM_HAND, SELF),
        ("{self} evolves", Moment.EVOLVES, SELF),
        ("1 of your Pokémon [becomes|evolves into] {self}", Moment.EVOLVES, SELF),
        (f"{{self}} {coming}", Moment.COMES_IN, SELF),
        ("{self} becomes your Active Pokémon", Moment.COMES_IN, SELF),
        ("{self} moves from the Active Spot to [your|the] Bench", Moment.GOES_OUT, SELF),
        ("1 of your opponent's Benched Pokémon becomes [his or her|their|the] Active Pokémon",
         Moment.COMES_IN, foe_in),
        ("your opponent's Active Pokémon moves to the Bench", Moment.GOES_OUT, foe_in),
        ("{self} is damaged by {struck}", Moment.SURVIVES, SELF),
        ("{self} is damaged but not Knocked Out by {struck}", Moment.SURVIVES, SELF),
        ("{self} is damaged by {struck} (even if {same} is Knocked Out)", Moment.DAMAGED, SELF),
        ("1 of your {what} is Knocked Out{bystrike}", Moment.KNOCKED_OUT, own),
        ("{foe} retreats", Moment.RETREATS, foe_in),
        ("{foe} tries to retreat", Moment.RETREATS, foe_in),
        (f"you put {{self}} {hand} onto your Active ~", Moment.EVOLVES_FROM_HAND, SELF),
        ("{self} is Knocked Out{bystrike}", Moment.KNOCKED_OUT, SELF),
        ("your Active {what} is Knocked Out{bystrike}", Moment.KNOCKED_OUT, active),
        ("{theirone} is Knocked Out by {ownstrike}", Moment.KNOCKS_OUT, SELF),
        ("{self}'s attack [does damage to|damages] {foe}", Moment.DAMAGES, SELF),
        ("{self}'s attacks [do damage to|damage] {foe}", Moment.DAMAGES, SELF),
    ]


def _add_moments(grammar: Grammar) -> None:
    """Add what works at a moment."""
    rule = grammar.rule
    do = slot("do")
    for by in ("", " by damage from {struck}", " by {struck}"):
        rule("bystrike", by, "")
    for whose in ("{self}'s attack", "an attack from {self}", "{self}'s attacks",
                  "an attack of {self}", "an attack by {self}", "an attack used by {self}"):
        rule("ownstrike", f"[damage from |]{whose}", "")
    for foe in ("your opponent's Pokémon", "your opponent's Active Pokémon",
                "the Defending Pokémon", "1 of your opponent's Pokémon"):
        rule("theirone", foe, "")
    for words, moment, subject in _moments():
        _trigger(grammar, words, moment, subject)
        if "{bystrike}" in words:
            some = words.replace("{bystrike}", " by damage from an attack from {f:theirs}")
            _trigger(grammar, some, moment, subject, slot("f"))
    for moment, words in (
        (Moment.BETWEEN_TURNS, "[at any time|at any times] between turns"),
        (Moment.BETWEEN_TURNS, "[between turns|during Pokémon Checkup]"),
        (Moment.END_OF_YOUR_TURN, "at the end of [each of your turns|your turn|your turns]"),
        (Moment.END_OF_OPPONENTS_TURN, "at the end of [your opponent's turn|each of your "
                                       "opponent's turns]"),
        (Moment.END_OF_EACH_TURN, "at the end of each player's turn"),
    ):
        timed = Triggered(moment=moment, steps=(do,))
        rule("power", f"{words}, {{do}}", timed)
        rule("power", f"{{do}} {words}", timed)
        asked = Triggered(moment=moment, steps=(do,), condition=slot("ask"))
        rule("power", f"once {words}, if {{ask}}, you may use this {_KIND}",
             Triggered(moment=moment, condition=slot("ask"), may=True))
        rule("power", f"{words}, if {{ask}}, {{do}}", asked)
        rule("power", f"{{given}} {{ask}}, {words}, {{do}}", asked)
        rule("power", f"{{given}} {{ask}}, {{do}} {words}", asked)


_ENERGY_CARD = re.compile(
    r"an? (?:[A-Za-z]+(?:,? or [A-Za-z]+|, [A-Za-z]+)* (?:basic )?)?Energy(?: card)?"
)


def _energy_card(text: str) -> str | None:
    return text if _ENERGY_CARD.fullmatch(text) else None


def _spell_energy_card(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _add_attaching(grammar: Grammar) -> None:
    """Add what happens as Energy comes from a hand, which nobody has (Rule: S43)."""
    grammar.lexical("energycard", _energy_card, _spell_energy_card, "a")
    attached = Elsewhere(zones=frozenset({Zone.HAND}), what=slot("e"))
    for words in (
        "you attach {e:energycard} from your hand to {one}[| during your turn]",
        "your opponent attaches {e:energycard} from [his or her|their] hand to {one}",
    ):
        happens = Triggered(moment=Moment.ENERGY_FROM_HAND, steps=(slot("do"),),
                            subject=slot("one"), condition=attached)
        grammar.rule("power", f"{{when}} {words}, {{do}}", happens)
        grammar.rule("power", f"once during your turn, {{when}} {words}, {{do}}",
                     replace(happens, once=True))
        grammar.rule("power", f"once during your turn, {{when}} {words}, you may use this {_KIND}",
                     replace(happens, steps=(), once=True, may=True))
        grammar.rule("power", f"{{given}} {{ask}}, {{when}} {words}, {{do}}",
                     Triggered(moment=Moment.ENERGY_FROM_HAND, steps=(slot("do"),),
                               subject=slot("one"),
                               condition=Every(conditions=(slot("ask"), attached))))


def _add_lying(grammar: Grammar) -> None:
    """Add what happens between turns as long as a condition lies on this Pokemon."""
    lying = Filter(kind=FilterKind.CONDITION, word=slot("c"))
    held = Exists(target=Target(side=Side.YOURS, place=Place.SELF, filters=(lying,)))
    grammar.rule("power", "as long as {self} remains {c:condition} between turns, {do}",
                 Triggered(moment=Moment.BETWEEN_TURNS, steps=(slot("do"),), condition=held))


def _trigger(
    grammar: Grammar, words: str, moment: Moment, subject: Any, attackers: Any = ()
) -> None:
    rule = grammar.rule
    do = slot("do")
    happens = Triggered(moment=moment, steps=(do,), subject=subject, attackers=attackers)
    asked = replace(happens, condition=slot("ask"))
    used = replace(happens, steps=(), once=True, may=True)
    once = replace(happens, once=True)
    rule("power", f"{{when}} {words}, {{do}}", happens, compound=True)
    rule("power", f"{{when}} {words}, you may use this {_KIND}", replace(used, once=False))
    rule("power", f"{{when}} {words}, if {{ask}}, {{do}}", asked)
    rule("power", f"{{given}} {{ask}}, {{when}} {words}, {{do}}", asked)
    rule("power", f"{{given}} {{ask}} and {words}, {{do}}", asked)
    rule("power", f"{{when}} {words}, and if {{ask}}, {{do}}", asked)
    rule("power", f"during your opponent's turn, {{when}} {words}, {{do}}", happens)
    rule("power", f"once during your turn, {{when}} {words}, {{do}}", once, compound=True)
    rule("power", f"once during your turn, {{when}} {words}, if {{ask}}, {{do}}",
         replace(once, condition=slot("ask")))
    rule("power", f"once during your turn, {{when}} {words}, you may use this {_KIND}", used)
    if words.startswith("{self} is"):
        standing = replace(happens, condition=Stands(place=Place.ACTIVE))
        inner = words.removeprefix("{self} ")
        rule("power", f"{{when}} {{self}} is {{onactive}} and {inner}, {{do}}", standing,
             compound=True)


def _add_limits(grammar: Grammar) -> None:
    """Add what stops a power and how many of one name are used."""
    rule = grammar.rule
    conditions = slot("s")
    stops = StopsWhile(conditions=conditions)
    some = (slot("a"), slot("b"), slot("c"))
    rule("stopping", "[affected by|already affected by] a Special Condition", ())
    rule("stopping", "[|already ]{c:condition}", (slot("c"),))
    rule("stopping", "[|already ]{a:condition}[ or |, or ]{b:condition}", some[:2])
    rule("stopping", "[|already ]{a:condition}, {b:condition},[| or] {c:condition}", some)
    kind = _KIND
    for words in (
        f"[this|the] {kind} [can't be used|stops working|doesn't work|does not work]",
        f"you can't use this {kind}",
        "[~|this Pokémon] can't use this power",
    ):
        rule("power", f"{words} [if|while|as long as|when] {{self}} is {{s:stopping}}", stops)
    rule("power", f"[~|this Pokémon]'s {kind} stops working while {{self}} is {{s:stopping}}",
         stops)
    for word in ("Ability", "Poké-Power", "Poké-Body", "Pokémon Power"):
        rule("power", f"you can't use more than 1 {{attack}} {word} [each|per|during your] turn",
             OneEachTurn(name=slot("attack")))
        rule("power", f"you can't [use|apply] more than 1 {{attack}} {word} at a time",
             OneEachTurn(name=slot("attack"), applies=True))
        rule("power", f"the effect of {{attack}} {word} doesn't stack",
             OneEachTurn(name=slot("attack"), applies=True))
    rule("power", "you can't use more than 1 VSTAR Power in a game", OncePerEvent(kind="VSTAR"))
    rule("power", "you can't use more than 1 GX attack in a game", OncePerEvent(kind="GX"))


def _add_sentences(grammar: Grammar) -> None:
    rule = grammar.rule
    do = slot("do")
    rule("power", "{do}", do)
    rule("power", "{passive}", slot("passive"))
    given = Given(condition=slot("ask"), part=slot("passive"))
    rule("power", "{given} {ask}, {passive}", given)
    rule("power", "{given} {ask}, then {passive}", given)
    rule("power", "{passive} {given} {ask}", given)
    both = Several(parts=(slot("a"), slot("b")))
    for joint in (" and ", ", and "):
        rule("passive", f"{{a:passive}}{joint}{{b:passive}}", both, compound=True)
    rule("power", "{passive} unless {ask}",
         Given(condition=Not(condition=slot("ask")), part=slot("passive")))
    rule("power", "unless {ask}, {passive}",
         Given(condition=Not(condition=slot("ask")), part=slot("passive")))
    rule("power", f"if you use this {_KIND}, {{do}}", do)
    cost = Cost(step=do)
    rule("power", f"you must {{do}} in order to use this {_KIND}", cost)
    rule("power", f"in order to use this {_KIND}, you must {{do}}", cost)
    for being in ("affected by a Special Condition", "Asleep, Confused, or Paralyzed"):
        for who in ("~", "this Pokémon"):
            for word in ("power", "Ability"):
                for allowed in ("can be used even if", "works even while", "works even if"):
                    text = f"this {word} {allowed} {who} is {being}"
                    rule("power", text, NoEffect(what=text))
