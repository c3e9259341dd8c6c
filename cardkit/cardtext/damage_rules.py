"""Rules for damage: how much, to whom, and what it is not affected by."""

from __future__ import annotations

from cardkit.cardtext.counts import Amount, DamageTaken, Done
from cardkit.cardtext.damage_operations import (
    AttackFails,
    Damage,
    DamageTo,
    Ignore,
    KnockOut,
    KnockOutLater,
    Limit,
    MoveCounters,
    PutCounters,
    PutCountersLater,
    SwapCounters,
)
from cardkit.cardtext.effects import Choose, ChooseAttack, Instead, MostCoins, Together
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.noun_rules import read_attack_name
from cardkit.cardtext.operations import CopyAttack, ExtraTurn, OutOfPlay, Tally
from cardkit.cardtext.targets import DEFENDER, SELF, Target
from cardkit.cardtext.vocabulary import Ignored, Place, Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def add_damage_rules(grammar: Grammar) -> None:
    """Add damage, damage counters and knock-outs."""
    _add_own_damage(grammar)
    _add_damage_to(grammar)
    _add_counters(grammar)
    _add_ignoring(grammar)
    _add_knock_outs(grammar)
    _add_copies(grammar)


def _add_own_damage(grammar: Grammar) -> None:
    base, more, less = slot("base"), slot("more"), slot("less")
    for does in ("this attack does", "does", "this attack will do", "do", "it does"):
        grammar.rule("simple", f"{does} {{base}}", Damage(base=base))
        grammar.rule("simple", f"{does} {{more}}", Damage(more=more))
        grammar.rule("simple", f"{does} {{less}}", Damage(less=less))
        grammar.rule("simple", f"{does} {{base}} plus {{more:plus}}", Damage(base=base, more=more))
        grammar.rule("simple", f"{does} {{base}} minus {{less:base}}", Damage(base=base, less=less))
    grammar.rule("simple", "this attack's base damage is {n:points} instead of {m:points}",
                 Damage(base=Amount(fixed=slot("n")), stated=slot("m")))
    grammar.rule("simple", "this attack does {base} instead", Damage(base=base))
    grammar.rule("simple", "this attack's base damage is {n:points}",
                 Damage(base=Amount(fixed=slot("n"))))
    grammar.rule("simple", "[this attack|the attack] does nothing[| (not even damage)]",
                 AttackFails())
    for place, words in enumerate(("1st", "2nd", "3rd", "4th"), start=1):
        grammar.rule("simple", f"extra {{type}} Energy after the {words} [doesn't|don't] count",
                     Limit(counted=place, types=(slot("type"),)))
    grammar.rule("simple", "have this attack do {more}", Damage(more=more))
    grammar.rule("simple", "you can't add more than {n:points} damage in this way",
                 Limit(most=slot("n")))


def _add_damage_to(grammar: Grammar) -> None:
    rule = grammar.rule
    base, target = slot("base"), slot("target")
    for does in ("this attack does", "does", "this attack also does", "do", "also does"):
        rule("simple", f"{does} {{base}} to {{target}}[|, if any]",
             DamageTo(target=target, amount=base))
        rule(
            "simple",
            f"{does} {{base}} to {{target}}, and don't apply Weakness and Resistance"
            "[ to this damage|]",
            DamageTo(target=target, amount=base, plain=True),
        )
    for does in ("this attack does", "does", "this attack also does"):
        rule(
            "simple",
            f"{does} {{n:points}} damage to {{target}} for each {{per}}",
            DamageTo(target=target, amount=Amount(per=slot("n"), count=slot("per"))),
        )
        rule(
            "simple",
            f"{does} {{n:points}} damage to {{target}} times the [number|amount] of {{sum}}",
            DamageTo(target=target, amount=Amount(per=slot("n"), count=slot("sum"))),
        )
    for does in ("does", "also does"):
        rule("simple", f"{{self}} {does} {{base}} to itself", DamageTo(target=SELF, amount=base))
        rule(
            "simple",
            f"{{self}} {does} {{n:points}} damage to itself for each {{per}}",
            DamageTo(target=SELF, amount=Amount(per=slot("n"), count=slot("per"))),
        )
    rule(
        "simple",
        "{self} does {base} to itself[,|] and don't apply [Weakness|Weakness and Resistance] to "
        "this damage",
        DamageTo(target=SELF, amount=base, plain=True),
    )
    rule(
        "simple",
        "choose {one} and [this attack does|do] {base} to {that}",
        Together(steps=(Choose(target=slot("one")), DamageTo(target=slot("that"), amount=base))),
    )
    rule("simple", "{self} [does|also does] {base} to {other:each}",
         DamageTo(target=slot("other"), amount=base))
    rule("simple", "do the final result of that attack on {self} to {foe}", DamageTo(
        target=DEFENDER, amount=Amount(per=10, count=DamageTaken()), plain=True))
    both = Together(steps=(DamageTo(target=SELF, amount=slot("a")),
                           DamageTo(target=slot("y"), amount=slot("b"))))
    rule("simple", "{self} does {a:base} to itself and {b:base} to {y:target}", both)
    rule("simple", "this attack does {base} to {that} instead",
         Instead(amount=base, on=slot("that")))
    rule("simple", "choose {one}", Choose(target=slot("one")))
    twice = Together(steps=(DamageTo(target=slot("x"), amount=slot("a")),
                            DamageTo(target=slot("y"), amount=slot("b"))))
    rule("simple", "[this attack does|does|this attack also does] {a:base} to {x:target} and "
         "{b:base} to {y:target}",
         twice)


def _add_counters(grammar: Grammar) -> None:
    rule = grammar.rule
    counted, target = slot("counted"), slot("target")
    put = PutCounters(target=target, amount=counted)
    rule("simple", "put a number of damage counters on {target} equal to the number of {sum}",
         PutCounters(target=target, amount=Amount(per=10, count=slot("sum"))))
    rule("simple", "[put|place] {counted} on {target}", put)
    rule("simple", "put damage counters on {target} equal to the number of {sum}",
         PutCounters(target=target, amount=Amount(per=10, count=slot("sum"))))
    rule("simple", "count the [number|amount] of {sum}", Tally(count=slot("sum")))
    rule("simple", "[put|place] {counted} instead", Instead(amount=counted))
    rule("simple", "[put|place] {counted} on {that} instead",
         Instead(amount=counted, on=slot("that")))
    rule("simple", "[put|place] {counted} on {foe} instead",
         Instead(amount=counted, on=slot("foe")))
    rule("simple", "flip {n:points} coins instead", Instead(coins=slot("n")))
    rule("simple", "you can't flip more than {n:points} coins in this way",
         MostCoins(most=slot("n")))
    rule(
        "simple",
        "[put|place] {counters} on {target} for each {per}",
        PutCounters(target=target, amount=Amount(per=slot("counters"), count=slot("per"))),
    )
    rule(
        "simple",
        "[put|place] {counted} on {group} in any way you like",
        PutCounters(target=slot("group"), amount=counted, spread=True),
    )
    rule(
        "simple",
        "put damage counters on {target} until its remaining HP is {n:points}",
        PutCounters(target=target, until_hp_left=slot("n")),
    )
    rule(
        "simple",
        "put that many damage counters on {target}",
        PutCounters(target=target, amount=Amount(per=10, count=Done())),
    )
    rule("simple", "put up to {c:counters} on {target}",
         PutCounters(target=target, amount=Amount(fixed=slot("c")), up_to=True))
    rule("simple", "put damage counters on {target} until it is {n:points} HP away from being "
         "Knocked Out", PutCounters(target=target, until_hp_left=slot("n")))
    rule("simple", "switch all damage counters on {self} with those on {one}",
         SwapCounters(target=slot("one")))
    rule("simple", "at the end of your opponent's next turn, put {counted} on {target}",
         PutCountersLater(amount=counted, target=target))
    some = MoveCounters(source=slot("s"), target=slot("t"), amount=None, any_number=True)
    rule("simple", "move as many damage counters on {s:group} as you like to any of {t:group} in "
         "any way you like", some)
    rule("simple", "move any number of damage counters on {s:group} to {t:group} in any way you "
         "like", some)
    for count, amount in (("all damage counters", None), ("{counters}", slot("counters"))):
        rule(
            "simple",
            f"move {count} from {{s:target}} to {{t:one}}",
            MoveCounters(source=slot("s"), target=slot("t"), amount=amount),
        )
    for opening, much in (("up to ", {"any_number": True}), ("", {})):
        rule("simple", f"move {opening}{{counters}} from [any of |]{{s:group}} to {{t:one}}",
             MoveCounters(source=slot("s"), target=slot("t"), amount=slot("counters"), **much))
    rule("simple", "move up to {counters} from {s:one} to {t:one}", MoveCounters(
        source=slot("s"), target=slot("t"), amount=slot("counters"), any_number=True))
    rule("simple", "move any number of damage counters from {s:holder} to {t:one}", MoveCounters(
        source=slot("s"), target=slot("t"), amount=None, any_number=True))
    rule(
        "simple",
        "put {counted} on {target} at the end of your opponent's next turn",
        PutCountersLater(amount=counted, target=target),
    )


def _add_ignoring(grammar: Grammar) -> None:
    rule = grammar.rule
    weakness, resistance, effects = Ignored.WEAKNESS, Ignored.RESISTANCE, Ignored.EFFECTS
    on = ("on [your opponent's Active Pokémon|the Defending Pokémon|that Pokémon|those Pokémon"
          "|each Defending Pokémon|it]")
    for words, what in (
        ("Weakness", {weakness}),
        ("Resistance", {resistance}),
        ("Weakness or Resistance", {weakness, resistance}),
        (f"[any effects|effects] {on}", {effects}),
        (f"Weakness, Resistance, or any other effects {on}", {weakness, resistance, effects}),
        (f"Weakness or Resistance, or by any effects {on}", {weakness, resistance, effects}),
        (f"Resistance or any [other |]effects {on}", {resistance, effects}),
        (f"Weakness or any [other |]effects {on}", {weakness, effects}),
        (f"Resistance, Poké-Powers, Poké-Bodies, or any other effects {on}",
         {resistance, effects}),
        (f"Poké-Powers, Poké-Bodies, or any other effects {on}", {effects}),
        (f"Weakness, Resistance, [Poké-Powers, Poké-Bodies|Pokémon Powers]"
         f"[,|] or any other effects {on}", {weakness, resistance, effects}),
    ):
        value = Ignore(what=frozenset(what))
        rule("simple", f"[this attack's|this] damage [isn't|is not] affected by {words}", value)
    rule("simple", "don't apply Weakness [and|or] Resistance[ for this attack|]",
         Ignore(what=frozenset({weakness, resistance})))
    rule("simple", "don't apply Weakness[ for this attack|]",
         Ignore(what=frozenset({weakness})))
    rule("simple", "don't apply Resistance[ for this attack|]",
         Ignore(what=frozenset({resistance})))


def _add_knock_outs(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("simple", "{target} [is|are] Knocked Out", KnockOut(target=slot("target")))
    rule("simple", "Knock Out {target}", KnockOut(target=slot("target")))
    rule("simple", "knock Out {target}", KnockOut(target=slot("target")))
    rule("simple", "take another turn after this one", ExtraTurn())
    rule(
        "simple",
        "at the end of your opponent's next turn, {foe} will be Knocked Out",
        KnockOutLater(),
    )
    rule(
        "simple",
        "{foe} is Knocked Out at the end of your opponent's next turn",
        KnockOutLater(),
    )


def _called(text: str) -> str | None:
    """Read the name of the attack whose text it is, with which a sentence begins."""
    name = f"{text[:1].upper()}{text[1:]}"
    return name if text[:1].islower() and read_attack_name(name) else None


def _spell_called(value: object) -> str | None:
    return f"{value[:1].lower()}{value[1:]}" if isinstance(value, str) and value else None


def _add_copies(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("simple", "choose 1 of your opponent's Pokémon's attacks and use it as this attack",
         CopyAttack(target=DEFENDER))
    beside = Target(side=Side.OPPONENTS, place=Place.BENCH, filters=slot("what"))
    kind = Target(side=Side.OPPONENTS, place=Place.ACTIVE, filters=slot("kinds"))
    own = Target(side=Side.YOURS, place=Place.BENCH, filters=slot("what"))
    for words, target in (("{foe}", slot("foe")), ("your opponent's Active {kinds}", kind),
                          ("your opponent's Benched {what}", beside), ("{that}", slot("that"))):
        rule("simple", f"choose 1 of {words}'s attacks", ChooseAttack(target=target))
        if words != "{that}":
            rule("simple", f"choose 1 of {words}'s attacks and use it as this attack",
                 CopyAttack(target=target))
    rule("simple", "choose 1 of your Benched {what}'s attacks and use it as this attack",
         CopyAttack(target=own))
    rule("simple", "choose an attack from 1 of {group}[| in play] and use it as this attack",
         CopyAttack(target=slot("group")))
    grammar.lexical("called", _called, _spell_called)
    ending = ("that attack except for its Energy [cost|costs][| and anything else required in "
              "order to use that attack, such as discarding Energy cards]")
    for name in ("{name:attack}", "{name:called}"):
        rule("simple", f"{name} copies {ending}",
             CopyAttack(target=DEFENDER, chosen=True, name=slot("name")))
    gone = frozenset({Zone.OTHER})
    for text in ("choose an attack from 1 of {self}'s previous Evolutions and use it as this "
                 "attack",
                 "choose 1 of {self}'s attacks from its previous Evolutions and use it as this "
                 "attack"):
        rule("simple", text, OutOfPlay(zones=gone, what="an attack of a previous Evolution",
                                       target=slot("self")))
    rule("simple", "[use it as this attack|{self} performs that attack]",
         CopyAttack(target=DEFENDER, chosen=True))
