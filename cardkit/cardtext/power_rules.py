"""Rules for powers that are used or work at a moment, and for what limits them."""

from __future__ import annotations

from cardkit.cardtext.conditions import Did, Elsewhere, Every, FirstTurn, Not
from cardkit.cardtext.effects import (
    Choice,
    Cost,
    May,
    OncePerEvent,
    Together,
    UnusableIf,
    UsableIf,
    When,
)
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.operations import NoEffect
from cardkit.cardtext.power_deeds import add_power_deeds
from cardkit.cardtext.power_moments import KIND, add_moment_words, add_power_moments
from cardkit.cardtext.power_questions import add_power_questions
from cardkit.cardtext.power_void_rules import add_power_void_rules
from cardkit.cardtext.powers import (
    Activated,
    Given,
    OneEachTurn,
    Several,
    StopsIf,
    StopsWhile,
    Times,
)
from cardkit.cardtext.vocabulary import Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off



def add_power_rules(grammar: Grammar) -> None:
    """Add ``do``, what a power does, and ``power``, which stands alone."""
    add_moment_words(grammar)
    add_power_questions(grammar)
    add_power_deeds(grammar)
    add_power_void_rules(grammar)
    _add_doing(grammar)
    _add_uses(grammar)
    add_power_moments(grammar)
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
    rule("plain", "you must {do}", do, compound=True)
    rule("plain", "you may [also|then] {do}", May(step=do), compound=True)
    rule("plain", "your opponent may {do}", May(step=do, by=Side.OPPONENTS), compound=True)
    rule("plain", "[then,|then] {do}", do, compound=True)
    rule("plain", "either way, {do}", do)
    rule("plain", "{a:do}; {b:do}", Together(steps=(slot("a"), slot("b"))))
    rule("plain", "choose 1: {a:do}; or {b:do}", Choice(options=(slot("a"), slot("b"))))
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
            rule("power", f"{opening}, {words} {{do}} in order to use this {KIND}",
                 Activated(steps=(Cost(step=do),), times=times))
            rule("power", f"{opening}, {words} use this {KIND}", Activated(times=times))
            rule("power", f"{opening}, if {{ask}}, {words} {{do}}",
                 Activated(steps=(do,), times=times, condition=ask))
            rule("power", f"{opening}, if {{ask}}, {words} use this {KIND}",
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
    both = Every(conditions=(first, ask))
    rule("power", "once during your first turn, if {ask}, you may {do}",
         Activated(steps=(do,), condition=both), compound=True)
    second = FirstTurn(second=True)
    rule("power", "once during your first turn, if you go second, you may {do}",
         Activated(steps=(do,), condition=second))


def _add_limits(grammar: Grammar) -> None:
    """Add what stops a power and how many of one name are used."""
    rule = grammar.rule
    conditions = slot("s")
    stops = StopsWhile(conditions=conditions)
    for words in ("", " when it is Knocked Out", " when your opponent attacks"):
        rule("then", words, "")
    some = (slot("a"), slot("b"), slot("c"))
    rule("stopping", "[affected by|already affected by] a Special Condition", ())
    rule("stopping", "[|already ]{c:condition}", (slot("c"),))
    rule("stopping", "[|already ]{a:condition}[ or |, or ]{b:condition}", some[:2])
    rule("stopping", "[|already ]{a:condition}, {b:condition},[| or] {c:condition}", some)
    kind = KIND
    for words in (
        f"[this|the] {kind} [can't be used|stops working|doesn't work|does not work]",
        f"you can't use this {kind}",
        "[~|this Pokémon] can't use this power",
    ):
        rule("power", f"{words} [if|while|as long as|when] {{self}} is {{s:stopping}}{{then}}",
             stops)
    for words in (f"[this|the] {kind} [can't be used|stops working|doesn't work]",):
        rule("power", f"{words} [if|while|as long as] {{ask}}", StopsIf(condition=slot("ask")),
             compound=True)
        both = StopsIf(condition=slot("ask"), conditions=conditions)
        for joint in (" or if ", " (or if "):
            rule("power", f"{words} [if|while] {{self}} is {{s:stopping}}{joint}{{ask}}"
                 + (")" if "(" in joint else ""), both, compound=True)
        rule("power", f"{words} if {{ask}} or while {{self}} is {{s:stopping}}", both,
             compound=True)
    rule("power", f"[~|this Pokémon]'s {kind} stops working while {{self}} is {{s:stopping}}",
         stops)
    for word in ("Ability", "Poké-Power", "Poké-Body", "Pokémon Power"):
        rule("power", f"you can't use more than 1 {{attack}} {word} [each|per|during your] turn",
             OneEachTurn(name=slot("attack")))
        rule("power", f"you can't use more than 1 {{attack}} {word} between turns",
             OneEachTurn(name=slot("attack"), applies=True))
        rule("power", f"each Pokémon can't be affected by more than 1 {{attack}} {word}",
             OneEachTurn(name=slot("attack"), applies=True))
        rule("power", f"you can't [use|apply] more than 1 {{attack}} {word} at a time",
             OneEachTurn(name=slot("attack"), applies=True))
    rule("power", "the effect of {attack} doesn't stack",
         OneEachTurn(name=slot("attack"), applies=True))
    rule("power", "you can't use more than 1 VSTAR Power in a game", OncePerEvent(kind="VSTAR"))
    rule("power", "you can't use more than 1 GX attack in a game", OncePerEvent(kind="GX"))


def _add_sentences(grammar: Grammar) -> None:
    rule = grammar.rule
    do = slot("do")
    rule("clause", "{power}", slot("power"))
    rule("clause", "{idle}", slot("idle"), compound=True)
    rule("power", "{do}", do)
    rule("power", "{passive}", slot("passive"))
    given = Given(condition=slot("ask"), part=slot("passive"))
    rule("power", "{given} {ask}, {passive}", given)
    rule("power", "{given} {ask}, then {passive}", given)
    rule("power", "{passive} {given} {ask}", given)
    both = Several(parts=(slot("a"), slot("b")))
    for joint in (" and ", ", and "):
        rule("passive", f"{{a:passive}}{joint}{{b:passive}}", both, compound=True)
    rule("power", "during your first turn, {passive}",
         Given(condition=FirstTurn(), part=slot("passive")))
    rule("power", f"you can use this {KIND} only if {{ask}}", UsableIf(condition=slot("ask")))
    rule("power", f"you can't use this {KIND} if {{ask}}", UnusableIf(condition=slot("ask")))
    early = Elsewhere(zones=frozenset({Zone.OTHER}), what="first turn or new in play")
    rule("power", f"you can't use this {KIND} during your first turn or [on |]the turn {{self}} "
         "was put into play", UnusableIf(condition=early))
    rule("power", "{passive} unless {ask}",
         Given(condition=Not(condition=slot("ask")), part=slot("passive")))
    rule("power", "unless {ask}, {passive}",
         Given(condition=Not(condition=slot("ask")), part=slot("passive")))
    rule("power", f"if you use this {KIND}, {{do}}", do)
    cost = Cost(step=do)
    rule("power", f"you must {{do}} in order to use this {KIND}", cost)
    rule("power", f"in order to use this {KIND}, you must {{do}}", cost)
    for being in ("affected by a Special Condition", "Asleep, Confused, or Paralyzed"):
        for who in ("~", "this Pokémon"):
            for word in ("power", "Ability"):
                for allowed in ("can be used even if", "works even while", "works even if"):
                    text = f"this {word} {allowed} {who} is {being}"
                    rule("power", text, NoEffect(what=text))
