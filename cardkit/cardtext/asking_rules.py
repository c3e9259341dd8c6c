"""Rules for what is asked: coins, Pokemon, numbers and what happened before."""

from __future__ import annotations

from typing import Any

from cardkit.cards import EnergyType
from cardkit.cardtext.conditions import (
    CameFromBench,
    CoinsShow,
    Compare,
    Did,
    EvolvedThisTurn,
    Exists,
    FellLastTurn,
    FirstTurn,
    HealedThisTurn,
    KnocksOut,
    Not,
    Otherwise,
    SpareEnergy,
    StruckLastTurn,
    Under,
    UsedLastTurn,
)
from cardkit.cardtext.counts import (
    ConditionsOn,
    CountersOn,
    DamageDone,
    Done,
    EnergyOn,
    HpLeft,
)
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.presence_rules import add_presence_rules
from cardkit.cardtext.targets import CHOSEN, DEFENDER, SELF, AnyOf, Filter, Target
from cardkit.cardtext.vocabulary import Face, FilterKind, Place, Relation, Side

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def add_asking_rules(grammar: Grammar) -> None:
    """Add the category of conditions, ``cond``."""
    _add_coins(grammar)
    _add_deeds(grammar)
    _add_states(grammar)
    add_presence_rules(grammar)
    _add_comparisons(grammar)
    _add_history(grammar)


def _add_coins(grammar: Grammar) -> None:
    rule = grammar.rule
    for face in Face:
        one = CoinsShow(face=face)
        rule("cond", f"{face}", one)
        rule("cond", f"[that coin flip|the coin|it] is {face}", one)
        for nth, words in enumerate(("first", "second", "third"), start=1):
            rule("cond", f"the {words} [coin|flip] is {face}",
                 CoinsShow(face=face, coin=nth))
        rule("cond", f"[either|any|at least 1|1 or both][ of them| of the coins| of these coins| "
             f"coin|] [is|are] {face}", one)
        rule("cond", f"[both|all|all 2|all 3|all 4][ of them| of the coins| coins|] are {face}",
             CoinsShow(face=face, number=None))
        exactly = CoinsShow(face=face, number=slot("n"), relation=Relation.SAME)
        rule("cond", f"[exactly |only |]{{n:number}} of them [is|are] {face}", exactly)
        rule("cond", f"{{n:number}} of the coins [is|are] {face}", exactly)
        rule("cond", f"[|exactly ]{{n:number}} [is|are] {face}", exactly)
        for words in ("at least {n:points} of them are", "{n:points} or more of them are"):
            rule("cond", f"{words} {face}", CoinsShow(face=face, number=slot("n")))
        rule("cond", f"you get [exactly |only |]{{n:number}} {face}", exactly)
        rule("cond", f"you get {{n:least}} {face}", CoinsShow(face=face, number=slot("n")))


def _add_deeds(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("cond", "you do", Did())
    rule("cond", "you did", Did())
    rule("cond", "[you don't|you can't|you do not]", Did(negated=True))
    rule("cond", "not", Otherwise())
    for words in ("discarded", "attached", "moved"):
        kind = {"discarded": "discard", "attached": "attach", "moved": "move"}[words]
        rule("cond", f"you {words} [any |an |]Energy[ cards| card|] in this way", Did())
        ending = "" if words == "discarded" else "[ in this way|]"
        rule("cond", f"you can't {kind} [any |an |]Energy[ cards| card|]{ending}",
             Did(negated=True))
    rule("cond", "you can't discard [a|an] {special} Energy",
         Did(negated=True, what=slot("special")))
    rule("cond", "you can't discard {what:thing} in this way",
         Did(negated=True, what=slot("what")))
    rule("cond", "{foe} is Knocked Out in this way", Did(what="Knocked Out"))
    rule("cond", "you discarded any cards in this way", Did(what="cards"))
    rule("cond", "you discarded {n:least} cards in this way",
         Compare(left=Done(), relation=Relation.AT_LEAST, right=slot("n")))
    rule("cond", "you can't discard any", Did(negated=True, what="any"))
    rule("cond", "you [placed|put|moved] any damage counters[| on a Pokémon] in this way",
         Did(what="damage counters"))
    rule("cond", "this [doesn't|does not] Knock Out {self}", Not(condition=Exists(target=Target(
        side=Side.YOURS, place=Place.SELF, filters=(
            Filter(kind=FilterKind.HP_LEFT_AT_MOST, number=0),)))))
    rule("cond", "you attached Energy to a Pokémon in this way", Did())
    rule("cond", "you healed any damage in this way", Did())


def _who() -> list[tuple[str, Any]]:
    return [
        ("{self}", Target(side=Side.YOURS, place=Place.SELF, filters=slot("f"))),
        ("{foe}", Target(side=Side.OPPONENTS, place=Place.ACTIVE, filters=slot("f"))),
        (
            "[that Pokémon|those Pokémon]",
            Target(side=Side.BOTH, place=Place.CHOSEN, filters=slot("f")),
        ),
        ("it", Target(side=Side.BOTH, place=Place.NAMED, filters=slot("f"))),
        ("your Active Pokémon", Target(side=Side.YOURS, place=Place.ACTIVE, filters=slot("f"))),
    ]


def _add_states(grammar: Grammar) -> None:
    rule = grammar.rule
    kind = FilterKind
    rule("being", "{c:condition}", (Filter(kind=kind.CONDITION, word=slot("c")),))
    two = (Filter(kind=kind.CONDITION, word=slot("c")), Filter(kind=kind.CONDITION, word=slot("d")))
    rule("being", "{c:condition} or {d:condition}", (AnyOf(filters=two),))
    rule("being", "{c:condition} and {d:condition}", two)
    rule("being", "affected by [a|any] Special [Condition|Conditions]",
         (Filter(kind=kind.CONDITION),))
    rule("being", "already {c:condition}", (Filter(kind=kind.CONDITION, word=slot("c")),))
    rule("being", "[a|an] {what}", slot("what"))
    rule("being", "a {a:mechanic} or a {b:mechanic}", (AnyOf(filters=(slot("a"), slot("b"))),))
    rule("being", "{m:mechanic}", (slot("m"),))
    rule("being", "{name}", (Filter(kind=kind.NAME, word=slot("name")),))
    rule("being", "damaged", (Filter(kind=kind.DAMAGED),))
    for words, value in (
        ("'s remaining HP is {n:points} or less",
         Filter(kind=kind.HP_LEFT_AT_MOST, number=slot("n"))),
        ("'s remaining HP is {n:points} or more",
         Filter(kind=kind.HP_LEFT_AT_LEAST, number=slot("n"))),
        ("'s maximum HP is {n:points} or less", Filter(kind=kind.HP_AT_MOST, number=slot("n"))),
        ("'s maximum HP is {n:points} or more", Filter(kind=kind.HP_AT_LEAST, number=slot("n"))),
    ):
        rule("state", words, value)
    rule("state", "{having}", slot("having"))
    for who, target in _who():
        rule("cond", f"{who} [is|are] {{f:being}}", Exists(target=target))
        rule("cond", f"{who} [is not|isn't|are not|aren't] {{f:being}}",
             Not(condition=Exists(target=target)))
        single = Target(side=target.side, place=target.place, filters=(slot("f"),))
        rule("cond", f"{who} {{f:state}}", Exists(target=single))
        rule("cond", f"{who}{{f:state}}", Exists(target=single))


def _add_comparisons(grammar: Grammar) -> None:
    rule = grammar.rule
    energy = (EnergyOn(target=SELF), EnergyOn(target=DEFENDER))
    hp = (HpLeft(target=SELF), HpLeft(target=DEFENDER))
    counters = (CountersOn(target=SELF), CountersOn(target=DEFENDER))
    for words, relation in (("more", Relation.MORE), ("[less|fewer]", Relation.FEWER)):
        rule("cond", f"{{self}} has {words} Energy attached[ to it|] than {{foe}}",
             Compare(left=energy[0], relation=relation, right=energy[1]))
        rule("cond", f"{{foe}} has {words} Energy attached[ to it|] than {{self}}",
             Compare(left=energy[1], relation=relation, right=energy[0]))
        rule("cond", f"{{self}} has {words} remaining HP than {{foe}}",
             Compare(left=hp[0], relation=relation, right=hp[1]))
        rule("cond", f"{{foe}} has {words} remaining HP than {{self}}[|'s]",
             Compare(left=hp[1], relation=relation, right=hp[0]))
        rule("cond", f"there are {words} Energy[| cards] attached to {{foe}} than to {{self}}",
             Compare(left=energy[1], relation=relation, right=energy[0]))
        rule("cond", f"{{self}} has {words} damage counters[ on it|] than {{foe}}",
             Compare(left=counters[0], relation=relation, right=counters[1]))
    rule("cond", "{self} and {foe} have the same [amount of Energy|number of Energy cards] attached"
         "[ to them|]",
         Compare(left=energy[0], relation=Relation.SAME, right=energy[1]))
    different = Not(condition=Compare(left=energy[0], relation=Relation.SAME, right=energy[1]))
    rule("cond", "{self} and {foe} have a different amount of Energy attached to them", different)
    rule("cond", "{self} and {foe} don't have the same number of Energy cards attached to them",
         different)
    rule("cond", "{foe} is affected by at least {n:number} Special Conditions",
         Compare(left=ConditionsOn(target=DEFENDER), relation=Relation.AT_LEAST,
                 right=slot("n")))
    rule("cond", "{self} has {n:number} or more different types of basic Energy cards attached to "
         "it", Compare(left=EnergyOn(target=SELF, kinds=True), relation=Relation.AT_LEAST,
                       right=slot("n")))


def _add_history(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("extra", "1 extra {type} Energy", (slot("type"),))
    rule("extra", "1 extra Energy", (EnergyType.COLORLESS,))
    for number in range(2, 11):
        rule("extra", f"{number} extra {{type}} Energy", (slot("type"),) * number)
        rule("extra", f"{number} extra Energy", (EnergyType.COLORLESS,) * number)
    rule("extra", "1 extra {a:type} Energy and 1 extra {b:type} Energy", (slot("a"), slot("b")))
    rule("extra", "1 extra {a:type}, {b:type}, and {c:type} Energy",
         (slot("a"), slot("b"), slot("c")))
    rule("extra", "1 extra {a:type} and {b:type} Energy", (slot("a"), slot("b")))
    rule("cond", "{self} has at least {extra} attached[ to it|]", SpareEnergy(types=slot("extra")))
    rule("cond", "{self} has any extra Energy attached[ to it|]",
         SpareEnergy(types=(EnergyType.COLORLESS,)))
    rule("cond", "{self} used {attack} during your last turn", UsedLastTurn(attack=slot("attack")))
    rule("cond", "{self} didn't use {attack} during your last turn",
         Not(condition=UsedLastTurn(attack=slot("attack"))))
    last = "during your last turn"
    for words, named in (("{attack}", slot("attack")), ("an attack", "")):
        for other in ("", "other "):
            rule("cond", f"[1|any] of your {other}{{what}} used {words} {last}",
                 UsedLastTurn(attack=named, anyone=True, filters=slot("what"), other=bool(other)))
        one = (Filter(kind=FilterKind.NAME, word=slot("name")),)
        rule("cond", f"your {{name}} used {words} {last}",
             UsedLastTurn(attack=named, anyone=True, filters=one))
    came = CameFromBench()
    rule("cond", "{self} moved from your Bench to the Active Spot this turn", came)
    rule("cond", "{self} was on [the|your] Bench and became your Active Pokémon this turn", came)
    rule("cond", "{self} became your Active Pokémon this turn", came)
    rule("cond", "{self} was on your Bench this turn", came)
    rule("cond", "{self} didn't move from the Bench to the Active Spot this turn",
         Not(condition=came))
    rule("cond", "{self} evolved[ during| on|] this turn", EvolvedThisTurn())
    rule("cond", "{self} evolved from {name}[ during| on|] this turn",
         EvolvedThisTurn(name=slot("name")))
    rule("cond", "{self} was healed during this turn", HealedThisTurn())
    for words in (
        "{foe} is Knocked Out by [damage from |]this attack",
        "your opponent's Pokémon is Knocked Out by [damage from |]this attack",
        "{foe} would be Knocked Out by this attack",
        "this attack Knocks Out {foe}",
    ):
        rule("cond", words, KnocksOut())
    caught = Target(side=Side.OPPONENTS, place=Place.ACTIVE, filters=slot("f"))
    rule("cond", "[|1 of ]your opponent's [|Active ]{f:kinds} [is|would be] Knocked Out by "
         "[damage from |]this attack", KnocksOut(target=caught))
    rule("cond", "this attack doesn't Knock Out {foe}", Not(condition=KnocksOut()))
    hurt = Compare(left=DamageDone(), relation=Relation.AT_LEAST, right=1)
    rule("cond", "this attack does any damage to {foe}", hurt)
    rule("cond", "this attack damages {foe}", hurt)
    rule("cond", "you did any damage with this attack", hurt)
    rule("cond", "this attack Knocks Out [that|your opponent's] Pokémon", KnocksOut(target=CHOSEN))
    during = "during [your opponent's|their|his or her] last turn"
    rule("cond", "any of your {what} were Knocked Out by damage from an [opponent's attack|attack|"
         f"attack from your opponent's Pokémon] {during}", FellLastTurn(filters=slot("what")))
    rule("cond", f"any of your {{what}} were Knocked Out {during}",
         FellLastTurn(filters=slot("what"), by_damage=False))
    for words in ("{self} was damaged by an attack during your opponent's last turn[| while it "
                  "was your Active Pokémon]",
                  "an attack damaged {self} during your opponent's last turn",
                  "{self} was attacked last turn"):
        rule("cond", words, StruckLastTurn())
    many = Filter(kind=FilterKind.DAMAGE_AT_LEAST, number=slot("n"))
    none = Filter(kind=FilterKind.DAMAGED, negated=True)
    for who, side, place in (("{self}", Side.YOURS, Place.SELF),
                             ("{foe}", Side.OPPONENTS, Place.ACTIVE)):
        rule("cond", f"there are {{n:tens}} or more damage counters on {who}",
             Exists(target=Target(side=side, place=place, filters=(many,))))
        rule("cond", f"there are no damage counters on {who}",
             Exists(target=Target(side=side, place=place, filters=(none,))))
    damaged = Target(side=Side.OPPONENTS, place=Place.ACTIVE,
                     filters=(Filter(kind=FilterKind.DAMAGED, negated=True),))
    rule("cond", "{foe} has no damage counters on it before this attack does damage",
         Exists(target=damaged))
    rule("cond", "{name} is anywhere under {self}", Under(name=slot("name")))
    rule("cond", "{name} isn't anywhere under {self}", Not(condition=Under(name=slot("name"))))
    rule("cond", "you go first", FirstTurn(second=False))
    rule("cond", "you go second", FirstTurn(second=True))
    rule("cond", "you [go|went] second and it's your first turn", FirstTurn(second=True))
    rule("cond", "you go second, and only [on|during] your first turn", FirstTurn(second=True))
