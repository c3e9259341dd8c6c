"""Rules for special conditions and for healing."""

from __future__ import annotations

from cardkit.cardtext.conditions import Exists
from cardkit.cardtext.counts import Amount, DamageDone
from cardkit.cardtext.effects import ChooseCondition, Together, When
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.lasting import CannotRetreat
from cardkit.cardtext.operations import Give, Heal, Lasting, Recover, Strengthen
from cardkit.cardtext.targets import DEFENDER, SELF, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Side
from cardkit.rules import Condition

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def add_condition_rules(grammar: Grammar) -> None:
    """Add giving and ending special conditions, and healing."""
    _add_giving(grammar)
    _add_strength(grammar)
    _add_recovering(grammar)
    _add_healing(grammar)


def _add_giving(grammar: Grammar) -> None:
    rule = grammar.rule
    target, conditions = slot("target"), slot("conditions")
    give = Give(target=target, conditions=conditions)
    rule("simple", "{target} [is|are] now {conditions}", give)
    rule("simple", "{target} is also {conditions}", give)
    rule("simple", "leave {target} {conditions}", give)
    held = Lasting(rule=CannotRetreat(), bearer=target)
    rule("simple", "{target} is now {conditions}[,|] and can't retreat during your opponent's next "
         "turn", Together(steps=(give, held)))
    rule("simple", "{target} is now {conditions}[,|] and can't retreat until the end of your "
         "opponent's next turn", Together(steps=(give, held)))
    rule("simple", "{target} is now {a:condition} or {b:condition}",
         Give(target=target, conditions=(slot("a"), slot("b")), choose=1))
    three = tuple(slot(letter) for letter in "abc")
    rule("simple", "{target} is now [either |]{a:condition}, {b:condition}, or {c:condition}",
         Give(target=target, conditions=three, choose=1))
    rule("simple", "{target} is now [either |]{a:condition}, {b:condition}, {c:condition}, or "
         "{d:condition}", Give(target=target, conditions=(*three, slot("d")), choose=1))
    rule("simple", "choose [either |]{a:condition} or {b:condition}",
         ChooseCondition(conditions=(slot("a"), slot("b"))))
    rule("simple", "choose {a:condition}, {b:condition}, or {c:condition}",
         ChooseCondition(conditions=(slot("a"), slot("b"), slot("c"))))
    rule("simple", "choose {a:condition}, {b:condition}, {c:condition}, or {d:condition}",
         ChooseCondition(conditions=(slot("a"), slot("b"), slot("c"), slot("d"))))
    rule("simple", "choose [a|1] Special Condition[| (Asleep, Burned, Confused, Paralyzed, or "
         "Poisoned)]", ChooseCondition())
    rule("simple", "{target} is now affected by that Special Condition", Give(target=target))
    rule("simple", "at the end of your opponent's next turn, {target} is now {conditions}",
         Give(target=target, conditions=conditions, delayed=True))
    rule("simple", "{target} is now Asleep at the end of your opponent's next turn",
         Give(target=target, conditions=(Condition.ASLEEP,), delayed=True))


def _add_strength(grammar: Grammar) -> None:
    rule = grammar.rule
    poisoned, burned, asleep = Condition.POISONED, Condition.BURNED, Condition.ASLEEP
    for condition, usual in ((poisoned, "1"), (burned, "2")):
        strong = Strengthen(target=slot("target"), condition=condition, damage=slot("c"))
        for between in ("between turns", "during Pokémon Checkup"):
            rule("simple", f"put {{c:counters}} instead of {usual} on {{target}} {between}", strong)
        rule("simple", f"during Pokémon Checkup, put {{c:counters}} on {{target}} instead of "
             f"{usual}", strong)
        rule("simple", f"during Pokémon Checkup, put {{c:counters}} instead of {usual} on "
             f"{{target}}", strong)
        rule("simple", f"put {{c:counters}} instead of {usual} on {{target}} for this Special "
             "Condition", strong)
        rule("simple", f"for this Special Condition, put {{c:counters}} instead of {usual} on "
             f"{{target}} between turns", strong)
    rule("simple", "it now takes {n:points} Poison damage instead of 10 after each player's turn"
         "[| (even if it was already Poisoned)]",
         Strengthen(target=DEFENDER, condition=poisoned, damage=slot("n")))
    sleeps = Strengthen(target=slot("target"), condition=asleep, coins=slot("n"))
    for words in ("[your opponent flips|flip] {n:number} coins instead of 1 between turns",
                  "during Pokémon Checkup, [your opponent flips|flip] {n:number} coins instead of "
                  "1"):
        rule("simple", f"{words}. If [either|any] of them is tails, {{target}} is still Asleep",
             sleeps)


def _add_recovering(grammar: Grammar) -> None:
    rule = grammar.rule
    target = slot("target")
    rule("simple", "remove all Special Conditions from {target}", Recover(target=target))
    rule("simple", "{target} recovers from all Special Conditions", Recover(target=target))
    rule("simple", "remove [|the Special Condition |the Special Conditions ]{conditions} from "
         "{target}",
         Recover(target=target, conditions=slot("conditions")))
    rule("simple", "remove a Special Condition from {target}", Recover(target=target, number=1))
    rule("simple", "{target} is no longer {conditions}",
         Recover(target=target, conditions=slot("conditions")))
    rule("simple", "{target} is no longer {a:condition} or {b:condition}",
         Recover(target=target, conditions=(slot("a"), slot("b"))))


def _add_healing(grammar: Grammar) -> None:
    rule = grammar.rule
    target = slot("target")
    points = Heal(target=target, amount=Amount(fixed=slot("n")))
    rule("simple", "heal {n:points} damage from {target}", points)
    rule("simple", "heal from {target} {n:points} damage for each {per}",
         Heal(target=target, amount=Amount(per=slot("n"), count=slot("per"))))
    rule("simple", "heal {n:points} damage from {target} for each {per}",
         Heal(target=target, amount=Amount(per=slot("n"), count=slot("per"))))
    rule("simple", "heal all damage from {target}", Heal(target=target, amount=None))
    rule("simple", "heal {n:points} damage and remove all Special Conditions from {target}",
         Together(steps=(points, Recover(target=target))))
    rule("simple", "heal {n:points} damage and remove a Special Condition from {target}",
         Together(steps=(points, Recover(target=target, number=1))))
    rule("simple", "heal from {target} {n:points} damage times the [number|amount] of {sum}",
         Heal(target=target, amount=Amount(per=slot("n"), count=slot("sum"))))
    rule("simple", "remove all Special Conditions and all damage counters from {target}",
         Together(steps=(Recover(target=target), Heal(target=target, amount=None))))
    rule("simple", "remove {c:counters} times the [number|amount] of {sum} from {target}",
         Heal(target=target, amount=Amount(per=slot("c"), count=slot("sum"))))
    rule("simple", "remove all damage counters from {target}", Heal(target=target, amount=None))
    removed = Heal(target=target, amount=Amount(fixed=slot("c")))
    rule("simple", "remove {c:counters} from {target}[|, if it has any]", removed)
    counted = Heal(target=target, amount=Amount(per=10, count=slot("sum")))
    for text in ("a number of damage counters from {target} equal to the [number|amount] of {sum}",
                 "a number of damage counters equal to the [number|amount] of {sum} from {target}",
                 "from {target} a number of damage counters equal to the [number|amount] of {sum}"):
        rule("simple", f"remove {text}", counted)
    rule("simple", "remove up to {c:counters} from {target}",
         Heal(target=target, amount=Amount(fixed=slot("c")), up_to=True))
    rule("simple", "remove {c:counters} from {target} for each {per}",
         Heal(target=target, amount=Amount(per=slot("c"), count=slot("per"))))
    rule("simple", "remove all Special Conditions and {c:counters} from {target}",
         Together(steps=(Recover(target=target), removed)))
    rule("simple", "remove {c:counters} and all Special Conditions from {target}",
         Together(steps=(removed, Recover(target=target))))
    done = Heal(target=target, amount=Amount(per=10, count=DamageDone()))
    rule("simple", "heal from {target} the same amount of damage you did to {foe}", done)
    rule("simple", "remove from {target} the number of damage counters equal to the damage you "
         "did to {foe}", done)
    rule("simple", "remove a number of damage counters from {target} equal to the damage done to "
         "{foe}", done)
    damaged = Target(side=Side.YOURS, place=Place.SELF, filters=(Filter(kind=FilterKind.DAMAGED),))
    rule("simple", "if there are any damage counters on {self}, remove {n:tens} of them",
         When(condition=Exists(target=damaged),
              then=Heal(target=SELF, amount=Amount(fixed=slot("n")))))
    half = Heal(target=target, amount=Amount(per=5, count=DamageDone()))
    rule("simple", "remove a number of damage counters from {target} equal to half the damage "
         "done to {foe} (rounded up to the nearest 10)", half)
    rule("simple", "heal from {target} an amount of damage equal to half the damage you did to "
         "{foe}", half)
    # What the reminder adds is a rule of the game anyway.
    has = "if [it|~|this Pokémon|the Pokémon|that Pokémon|a Pokémon] has"
    for text in (
        f"{has} [fewer|less] damage counters than [that|the number of heads], remove all of them",
        f"{has} [fewer|less] than [2|3|4|5|6] damage counters, remove all of them",
        "all if there are less than [2|3|4|5|6]",
    ):
        rule("simple", text, Together(steps=()))
