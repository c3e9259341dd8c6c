"""Rules for what an attack leaves behind: during your opponent's next turn, your next turn."""

from __future__ import annotations

from typing import Any

from cardkit.cardtext.counts import Amount, DamageTaken
from cardkit.cardtext.effects import Together
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.lasting import (
    AttacksFor,
    CannotAttack,
    CannotBeAffected,
    CannotBeHealed,
    CannotRetreat,
    CannotUse,
    DealsLess,
    DealsMore,
    ElsewhereRule,
    Endures,
    HasNoWeakness,
    HasWeakness,
    KnocksOutInTurn,
    LastingRule,
    MustFlip,
    Prevents,
    RetreatsFor,
    StrikesBack,
    TakesLess,
    TakesMore,
)
from cardkit.cardtext.operations import Lasting
from cardkit.cardtext.targets import DEFENDER, SELF
from cardkit.cardtext.vocabulary import Protection, Until, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_FIXED = Amount(fixed=slot("n"))
_THEIRS = Until.OPPONENTS_NEXT_TURN
_YOURS = Until.YOUR_NEXT_TURN


def add_lasting_rules(grammar: Grammar) -> None:
    """Add what holds during a later turn."""
    _add_bans(grammar)
    _add_flips(grammar)
    _add_protection(grammar)
    _add_reductions(grammar)
    _add_bonuses(grammar)
    _add_strikes_back(grammar)
    _add_weakness(grammar)


def _theirs(grammar: Grammar, text: str, rule: LastingRule, bearer: Any) -> None:
    """Add a rule that may name the opponent's next turn before or after what it says."""
    value = Lasting(rule=rule, bearer=bearer)
    grammar.rule("simple", f"during your opponent's next turn, {text}", value)
    grammar.rule("simple", f"{text} during [your opponent's|his or her|their] next turn", value)
    grammar.rule("simple", f"{text} until the end of your opponent's next turn", value)
    grammar.rule("simple", f"until the end of your opponent's next turn, {text}", value)


def _yours(grammar: Grammar, text: str, rule: LastingRule, bearer: Any) -> None:
    value = Lasting(rule=rule, bearer=bearer, until=_YOURS)
    grammar.rule("simple", f"during your next turn, {text}", value)
    grammar.rule("simple", f"{text} during your next turn", value)


def _add_bans(grammar: Grammar) -> None:
    bearer = slot("target")
    for words, rule in (
        ("can't attack", CannotAttack()),
        ("can't use attacks", CannotAttack()),
        ("can't retreat", CannotRetreat()),
        ("can't be healed", CannotBeHealed()),
        ("can't use that attack", CannotUse()),
    ):
        _theirs(grammar, f"{{target}} {words}", rule, bearer)
        _yours(grammar, f"{{target}} {words}", rule, bearer)
    grammar.rule("simple", "{target} can't attack or retreat during your opponent's next turn",
                 _two(CannotAttack(), CannotRetreat()))
    grammar.rule("simple", "during your opponent's next turn, {target} can't attack or retreat",
                 _two(CannotAttack(), CannotRetreat()))
    powers = ElsewhereRule(zones=frozenset({Zone.OTHER}), what="powers")
    grammar.rule("simple", "{target} can't retreat or use any Poké-Powers during your opponent's "
                 "next turn", _two(CannotRetreat(), powers))
    _yours(grammar, "{self} can't use this attack", CannotUse(itself=True), SELF)
    grammar.rule("simple", "you can't use this attack during your next turn",
                 Lasting(rule=CannotUse(itself=True), bearer=SELF, until=_YOURS))
    _theirs(grammar, "{target} can't attack {self}", CannotAttack(only_self=True), bearer)
    _theirs(grammar, "{target} can't use {attack}", CannotUse(attack=slot("attack")), bearer)
    _yours(grammar, "{target} can't use {attack}", CannotUse(attack=slot("attack")), bearer)
    grammar.rule(
        "simple",
        "{self} can't use {attack} again until it leaves the Active Spot",
        Lasting(rule=CannotUse(attack=slot("attack")), bearer=SELF, until=Until.WHILE_ACTIVE),
    )
    _theirs(grammar, "{target} can't use any Poké-Powers", powers, bearer)
    abilities = ElsewhereRule(zones=frozenset({Zone.OTHER}), what="no Abilities")
    _theirs(grammar, "{target} has no Abilities", abilities, bearer)
    grammar.rule("simple", "{target} has no Abilities until the end of your next turn",
                 Lasting(rule=abilities, bearer=bearer, until=_YOURS))


def _two(*rules: LastingRule) -> Any:
    return Together(steps=tuple(Lasting(rule=rule, bearer=slot("target")) for rule in rules))


def _add_flips(grammar: Grammar) -> None:
    rule = grammar.rule
    value = Lasting(rule=MustFlip())
    theirs = "your opponent's next turn"
    for opening in (
        f"if {{foe}} tries to attack during {theirs}, your opponent flips a coin",
        f"during {theirs}, if {{foe}} tries to [attack|use an attack], your opponent flips a coin",
        f"if {{foe}} attacks during {theirs}, your opponent flips a coin",
        f"if {{foe}} tries to [attack|use an attack] during {theirs}, flip a coin",
        f"during {theirs}, if {{foe}} tries to [attack|use an attack], flip a coin",
    ):
        rule(
            "simple",
            f"{opening}. If tails, that attack [does nothing|doesn't happen|fails]",
            value,
        )
        rule(
            "simple",
            f"{opening}. If tails, [the|your opponent's] attack [does nothing|doesn't happen]",
            value,
        )
    two = Lasting(rule=MustFlip(coins=2))
    for opening in (
        f"if {{foe}} tries to attack during {theirs}, your opponent flips 2 coins",
        f"during {theirs}, if {{foe}} tries to [attack|use an attack], your opponent flips 2 coins",
    ):
        rule(
            "simple",
            f"{opening}. If either of them is tails, that attack [does nothing|doesn't happen]",
            two,
        )


def _add_protection(grammar: Grammar) -> None:
    bearer = slot("target")
    grammar.rule("attackers", "[your opponent's |any |]{what}", slot("what"))
    everything = (
        "prevent all effects of [an attack|attacks], including damage, done to {target}",
        "prevent all damage from and effects of attacks done to {target}",
        "prevent all effects of, and damage done by, attacks done to {target}",
        "prevent all damage and effects of attacks done to {target}",
    )
    for text in everything:
        _theirs(grammar, text, Prevents(what=Protection.ALL), bearer)
        _theirs(
            grammar,
            f"{text} by {{f:attackers}}",
            Prevents(what=Protection.ALL, attackers=slot("f")),
            bearer,
        )
    for text in (
        "prevent all damage done to {target} by attacks",
        "prevent all damage done by attacks to {target}",
        "prevent all damage done to {target}",
        "prevent all damage from attacks done to {target}",
    ):
        _theirs(grammar, text, Prevents(what=Protection.DAMAGE), bearer)
    _theirs(
        grammar,
        "prevent all damage done to {target} by attacks from {f:attackers}",
        Prevents(what=Protection.DAMAGE, attackers=slot("f")),
        bearer,
    )
    _theirs(
        grammar,
        "prevent all damage from attacks done to {target} by {f:attackers}",
        Prevents(what=Protection.DAMAGE, attackers=slot("f")),
        bearer,
    )
    for text in (
        "prevent all effects of attacks, other than damage, done to {target}",
        "prevent all effects of [your opponent's |]attacks, except damage, done to {target}",
        "prevent all effects of attacks, excluding damage, done to {target}",
    ):
        _theirs(grammar, text, Prevents(what=Protection.EFFECTS), bearer)
    _theirs(grammar, "prevent all effects, including damage, done to {target}",
            Prevents(what=Protection.ALL), bearer)
    _theirs(grammar, "prevent all effects of attacks, including damage, done to {target} by "
            "attacks from {f:attackers}",
            Prevents(what=Protection.ALL, attackers=slot("f")), bearer)
    most = Lasting(rule=Prevents(what=Protection.DAMAGE, at_most=slot("n")), bearer=SELF)
    theirs = "during your opponent's next turn"
    rule = grammar.rule
    rule("simple", f"{theirs}, if {{self}} would be damaged by an attack, prevent that attack's "
         "damage done to {self} if that damage is {n:points} or less", most)
    rule("simple", f"{theirs}, whenever {{n:points}} or less damage is done to {{self}}, prevent "
         "that damage", most)
    rule("simple", f"{theirs}, prevent all damage done to {{self}} by attacks if that damage is "
         "{n:points} or less", most)
    least = Lasting(rule=Prevents(what=Protection.DAMAGE, at_least=slot("n")), bearer=SELF)
    rule("simple", f"{theirs}, whenever {{n:points}} or more damage is done to {{self}}, prevent "
         "that damage", least)
    rule("simple", f"{theirs}, prevent all damage done to {{self}} by attacks if that damage is "
         "{n:points} or more", least)
    coin = Lasting(rule=Prevents(what=Protection.DAMAGE, coin=True), bearer=SELF)
    rule("simple", "if any damage is done to {self} by attacks during your opponent's next turn, "
         "flip a coin. If heads, prevent that damage", coin)
    rule("simple", "if an attack does damage to {self} during your opponent's next turn, flip a "
         "coin. If heads, prevent that damage", coin)
    rule("simple", f"{theirs}, if {{self}} would be damaged by an attack, flip a coin. If heads, "
         "prevent that damage", coin)


def _add_reductions(grammar: Grammar) -> None:
    bearer = slot("target")
    less = TakesLess(amount=_FIXED)
    for words in ("any", "all", ""):
        grammar.rule("anydamage", f"{words} damage".strip(), "any damage")
    for words in (" by attacks", " by an attack", " by an opponent's attack", ""):
        grammar.rule("byattacks", words, " by attacks")
    for ending, before in (("", False), (" (before applying Weakness and Resistance)", True)):
        some = TakesLess(amount=_FIXED, before=before)
        _theirs(grammar, "{anydamage} done to {target}{byattacks} is reduced by {n:points}"
                + ending, some, bearer)
        _theirs(grammar, "{target} takes {n:points} less damage from attacks" + ending, some,
                bearer)
    for text in (
        "reduce damage done by attacks to {target} by {n:points}",
        "any damage to {target} by attacks is reduced by {n:points}",
    ):
        _theirs(grammar, text, less, bearer)
    half = TakesLess(half=True)
    rounded = "(rounded down to the nearest 10)"
    _theirs(grammar, f"whenever {{target}} takes damage, divide that damage in half {rounded}",
            half, bearer)
    grammar.rule("simple", "whenever an attack does damage to {target} during your opponent's next "
                 f"turn, that attack only does half the damage to {{target}} {rounded}",
                 Lasting(rule=half, bearer=bearer))
    for text in (
        "all damage done by attacks to {target} during your opponent's next turn is reduced by "
        "{n:points}",
        "if the Defending Pokémon attacks {target} during your opponent's next turn, any damage "
        "done by the attack is reduced by {n:points}",
        "if the Defending Pokémon attacks {target} during your opponent's next turn, any damage "
        "done to {target} is reduced by {n:points}",
    ):
        grammar.rule("simple", text, Lasting(rule=less, bearer=bearer))
        grammar.rule("simple", f"{text} (before applying Weakness and Resistance)",
                     Lasting(rule=TakesLess(amount=_FIXED, before=True), bearer=bearer))
    picky = TakesLess(amount=_FIXED, attackers=slot("f"))
    _theirs(grammar, "any damage done to {target} by attacks from {f:attackers} is reduced by "
            "{n:points}", picky, bearer)
    more = TakesMore(amount=_FIXED)
    for text in (
        "any damage done to {target} by attacks is increased by {n:points}",
        "{target} takes {n:points} more damage from attacks",
    ):
        _theirs(grammar, text, more, bearer)
        _yours(grammar, text, more, bearer)
        _theirs(grammar, f"{text} (before applying Weakness and Resistance)",
                TakesMore(amount=_FIXED, before=True), bearer)
    for ending, before in (("", False), (" (before applying Weakness and Resistance)", True)):
        weak = DealsLess(amount=_FIXED, before=before)
        for text in (
            "{target}'s attacks do {n:points} less damage",
            "attacks used by {target} do {n:points} less damage",
            "any damage done by attacks from {target} is reduced by {n:points}",
            "any damage done by attacks by {target} is reduced by {n:points}",
            "any damage done by {target}'s attacks is reduced by {n:points}",
        ):
            _theirs(grammar, text + ending, weak, bearer)
    _theirs(
        grammar,
        "if {foe} does damage to {self}, reduce that damage by {n:points}",
        less,
        SELF,
    )
    for text in ("if an attack does damage to {target}, that attack does {n:points} more damage",):
        _yours(grammar, text, TakesMore(amount=_FIXED, before=True), bearer)
    grammar.rule(
        "simple",
        "until the end of your next turn, if an attack damages {target}, that attack does "
        "{n:points} more damage[| to {foe}]",
        Lasting(rule=TakesMore(amount=_FIXED, before=True), bearer=bearer, until=_YOURS),
    )


def _add_bonuses(grammar: Grammar) -> None:
    named = DealsMore(amount=_FIXED, attack=slot("attack"))
    every = DealsMore(amount=_FIXED)
    based = DealsMore(amount=_FIXED, attack=slot("attack"), base=True)
    stated = DealsMore(amount=_FIXED, attack=slot("attack"), base=True, stated=slot("m"))
    for text, rule in (
        ("base damage of {self}'s {attack} is {n:points} instead of {m:points}", stated),
        ("{self}'s {attack} attack does {n:points} damage instead of {m:points}", stated),
        ("{self}'s {attack} attack does {n:points} more damage", named),
        ("{self}'s {attack} attack does {n:points} more damage to {foe}", named),
        ("{self}'s attacks do {n:points} more damage", every),
        ("{self}'s attacks do {n:points} more damage to {foe}", every),
        ("{self}'s {attack} does {n:points} more damage", named),
        ("each of {self}'s attacks does {n:points} more damage", every),
        ("each of {self}'s attacks does {n:points} more damage to {foe}", every),
        ("attacks used by {self} do {n:points} more damage", every),
        ("attacks used by {self} do {n:points} more damage to {foe}", every),
        ("{self}'s {attack} attack's base damage is {n:points} instead of {m:points}", stated),
        ("{self}'s {attack} attack's damage is doubled",
         DealsMore(attack=slot("attack"), times=2)),
        ("{self}'s {attack} attack's base damage is {n:points}", based),
        ("{self}'s {attack} attack's base damage is doubled",
         DealsMore(attack=slot("attack"), times=2)),
    ):
        _yours(grammar, text, rule, SELF)
        if "base" not in text:
            _yours(grammar, f"{text} (before applying Weakness and Resistance)", rule, SELF)


def _add_strikes_back(grammar: Grammar) -> None:
    counters = Amount(fixed=slot("c"))
    theirs = "during your opponent's next turn"
    for words, even in (
        ("", False),
        (" (even if {self} is Knocked Out)", True),
        (" (even if it is Knocked Out)", True),
    ):
        for attack in ("an attack", "an opponent's attack"):
            for text, rule in (
                ("put {c:counters} on the Attacking Pokémon",
                 StrikesBack(amount=counters, even_if_knocked_out=even)),
                ("put damage counters on the Attacking Pokémon equal to the damage done to {self}",
                 StrikesBack(amount=Amount(per=10, count=DamageTaken()), even_if_knocked_out=even)),
                ("the Attacking Pokémon is now {conditions}",
                 StrikesBack(conditions=slot("conditions"), even_if_knocked_out=even)),
            ):
                value = Lasting(rule=rule, bearer=SELF)
                opening = f"{theirs}, if {{self}} is damaged by {attack}{words}"
                grammar.rule("simple", f"{opening}, {text}", value)


def _add_weakness(grammar: Grammar) -> None:
    endures = Lasting(rule=Endures(hp=slot("n")), bearer=SELF)
    theirs = "during [your opponent's|their|his or her] next turn"
    rule = grammar.rule
    for who in ("{self}", "it"):
        ending = "[it|~] is not Knocked Out[,|] and its remaining HP becomes {n:points}[| instead]"
        for attack in ("an attack", "an opponent's attack", "attacks"):
            fallen = f"{who} would be Knocked Out by damage from {attack}"
            rule("simple", f"{theirs}, if {fallen}, {ending}", endures)
            rule("simple", f"if {fallen} {theirs}, {ending}", endures)
    _theirs(grammar, "{self} can't [become|be] affected by [a|any] Special [Condition|Conditions]",
            CannotBeAffected(), SELF)
    cost = slot("c")
    for text in ("the attack cost of each of {foe}'s attacks is {c:cost} more",
                 "{foe}'s attacks cost {c:cost} more",
                 "attacks used by {foe} cost {c:cost} more",
                 "attacks that {foe} uses cost {c:cost} more"):
        _theirs(grammar, text, AttacksFor(change=cost), DEFENDER)
    both = Together(steps=(Lasting(rule=AttacksFor(change=cost)),
                           Lasting(rule=RetreatsFor(change=slot("d")))))
    rule("simple", "during your opponent's next turn, {foe}'s attacks cost {c:cost} more, and its "
         "Retreat Cost is {d:cost} more", both)
    rule("simple", "during your opponent's next turn, attacks used by {foe} cost {c:cost} more, "
         "and its Retreat Cost is {d:cost} more", both)
    _theirs(grammar, "{foe}'s Retreat Cost is {c:cost} more", RetreatsFor(change=cost), DEFENDER)
    game = Lasting(rule=TakesLess(amount=_FIXED), bearer=slot("group"), until=Until.GAME)
    rule("simple", "for the rest of this game, {group} take {n:points} less damage from your "
         "opponent's attacks", game)
    more = Lasting(rule=DealsMore(amount=_FIXED), bearer=slot("group"), until=Until.GAME)
    rule("simple", "for the rest of this game, {group}'s attacks do {n:points} more damage to "
         "{foe}[| (before applying Weakness and Resistance)]", more)
    _theirs(grammar, "{self} has no [Weakness|weakness]", HasNoWeakness(), SELF)
    free = Lasting(rule=RetreatsFor(change=None), bearer=slot("target"), until=_YOURS)
    for text in ("the Retreat Cost for {target} is 0 until the end of your next turn",
                 "{target}'s Retreat Cost is 0 until the end of your next turn",
                 "during your next turn, {target} has no Retreat Cost"):
        rule("simple", text, free)
    doomed = Lasting(rule=KnocksOutInTurn(), bearer=SELF)
    rule("simple", f"{theirs}, if {{self}} would be Knocked Out by damage from an attack, the "
         "Attacking Pokémon is Knocked Out", doomed)
    rule("simple", "if a Pokémon Knocks Out {self} during your opponent's next turn, Knock Out "
         "that Pokémon", doomed)
    rule("simple", "you can't use this attack again as long as {self} stays in play[| (even "
         "putting ~ on the Bench won't let you use it again)]",
         Lasting(rule=CannotUse(itself=True), bearer=SELF, until=Until.IN_PLAY))
    rule("simple", "until the end of your next turn, {foe}'s Weakness is now {type}",
         Lasting(rule=HasWeakness(energy_type=slot("type")), until=_YOURS))
    grammar.rule(
        "simple",
        "{foe}'s Weakness is now {type} until the end of your next turn",
        Lasting(rule=HasWeakness(energy_type=slot("type")), until=_YOURS),
    )
