"""Rules for what is always on: protection, more or less damage, HP, costs, conditions, types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardkit.cards import BASIC_ENERGY_TYPES
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.lasting import (
    AttacksDespite,
    AttacksFor,
    CannotAttack,
    CannotBeAffected,
    ConditionHurts,
    EnergyProvides,
    HasMaximumHp,
    HasMoreHp,
    HasNoAbilities,
    HasNoResistance,
    HasNoWeakness,
    HasType,
    HasTypes,
    HasWeakness,
    RetreatsFor,
    WakesWith,
)
from cardkit.cardtext.powers import AlwaysOn, Several
from cardkit.cardtext.targets import BOTH_ACTIVE, SELF, Filter, Target
from cardkit.cardtext.vocabulary import (
    FilterKind,
    Place,
    Side,
)
from cardkit.rules import Condition

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

BEARER = slot("bearer")


def add_passive_rules(grammar: Grammar) -> None:
    """Add ``passive``, what is always on."""
    _add_retreating(grammar)
    _add_costs(grammar)
    _add_body(grammar)
    _add_immunities(grammar)
    _add_conditions(grammar)
    _add_energy(grammar)


def lay(grammar: Grammar, text: str, rule: Any, bearer: Any = BEARER) -> None:
    """Add a rule that is always on."""
    grammar.rule("passive", text, AlwaysOn(rule=rule, bearer=bearer))


def _rather(usual: int) -> tuple[Callable[[str], int | None], Callable[[object], str | None]]:
    """Read and spell "4 damage counters instead of 2" as what is more than the usual."""
    ending = f" damage counters instead of {usual // 10}"

    def read(text: str) -> int | None:
        count = text.removesuffix(ending)
        return 10 * int(count) - usual if count.isdecimal() and count != text else None

    def spell(value: object) -> str | None:
        return f"{(value + usual) // 10}{ending}" if isinstance(value, int) else None

    return read, spell


def _add_retreating(grammar: Grammar) -> None:
    """Add what retreating costs."""
    excepted = Target(side=Side.YOURS, place=Place.PLAY, filters=slot("unlike"))
    lay(grammar, "your Pokémon in play have no Retreat Cost, except {unlike}",
        RetreatsFor(change=None), excepted)
    for energy in ("", " Energy"):
        lay(grammar, f"{{bearer:bearers}} Retreat Cost is {{c:costless}}{energy} less for each "
            f"{{per}}",
            RetreatsFor(change=slot("c"), per=slot("per")))
    for text in ("{bearer} [has|have] no Retreat Cost", "{bearer:bearers} Retreat Cost is 0",
                 "the Retreat Cost [for|of] {bearer} is 0",
                 "you pay 0 to retreat {bearer}",
                 "you pay no Energy cost to retreat {bearer}"):
        lay(grammar, text, RetreatsFor(change=None))
    for text in ("{bearer:bearers} Retreat Cost is {c:costless} less",
                 "the Retreat Cost [for|of] {bearer} is {c:costless} less",
                 "[you |]pay {c:costless} less to retreat {bearer}"):
        lay(grammar, text, RetreatsFor(change=slot("c")))
    for text in ("{bearer:bearers} Retreat Cost is {c:cost} more",
                 "the Retreat Cost [for|of] {bearer} is {c:cost} more",
                 "{whose} opponent pays {c:cost} more to retreat {bearer}".replace(
                     "{whose} opponent", "your opponent")):
        lay(grammar, text, RetreatsFor(change=slot("c")))
    lay(grammar, "[you |]pay {c:costless} less to retreat {bearer} for each {per}",
        RetreatsFor(change=slot("c"), per=slot("per")))


def _add_costs(grammar: Grammar) -> None:
    """Add what attacks cost."""
    ignored_cost = AttacksFor(change=None, energy_type=None)
    for text in ("{bearer:bearers} attacks cost {c:costless} less", "attacks used by {bearer} cost "
                 "{c:costless} less", "the cost of {bearer:bearers} attacks is {c:costless} less"):
        lay(grammar, text, AttacksFor(change=slot("c")))
    for words, change in (("{c:costless} less", slot("c")), ("{c:cost} more", slot("c"))):
        for text in (f"the attack cost of {{bearer:bearers}} attacks is {words}",
                     f"the attacks of {{bearer}} cost {words}",
                     f"{{bearer}} [pays|pay] {words}[| Energy] to use its attacks"):
            lay(grammar, text, AttacksFor(change=change))
    for energy in ("", " Energy"):
        lay(grammar, f"{{bearer:bearers}} attacks cost {{c:costless}}{energy} less for each "
            f"{{per}}",
            AttacksFor(change=slot("c"), per=slot("per")))
        lay(grammar, f"{{self}} pays {{c:costless}} less{energy} to use {{attack}}",
            AttacksFor(change=slot("c"), attack=slot("attack")), SELF)
    lay(grammar, "ignore all Energy necessary to use {bearer:bearers} attacks", ignored_cost)
    lay(grammar, "ignore all Energy in the costs of attacks used by {bearer}", ignored_cost)
    lay(grammar, "attacks used by {bearer} cost {c:costless} less for each {per}",
        AttacksFor(change=slot("c"), per=slot("per")))
    lay(grammar, "{attack} used by {self} costs {c:costless} less for each {per}",
        AttacksFor(change=slot("c"), per=slot("per"), attack=slot("attack")), SELF)
    for text in ("{bearer:bearers} attacks cost {c:cost} more", "attacks used by {bearer} cost "
                 "{c:cost} more"):
        lay(grammar, text, AttacksFor(change=slot("c")))
    for kind in BASIC_ENERGY_TYPES:
        for number, words in ((1, kind.value), (2, kind.value * 2), (3, kind.value * 3)):
            lay(grammar, f"{{bearer:bearers}} attacks cost {words} less",
                AttacksFor(change=-number, energy_type=kind))
    lay(grammar, "ignore all Energy in {bearer:bearers} attack costs", ignored_cost)
    lay(grammar, "ignore all Energy in the attack [cost|costs] of each of {bearer:bearers} attacks",
        ignored_cost)
    lay(grammar, "ignore all Energy in the attack costs of {bearer}", ignored_cost)
    lay(grammar, "ignore all {type} Energy in [the attack costs of {bearer}|{bearer:bearers} "
        "attack costs]".replace("[the attack costs of {bearer}|{bearer:bearers} attack costs]",
                         "the attack costs of {bearer}"),
        AttacksFor(change=None, energy_type=slot("type")))
    lay(grammar, "ignore all {type} Energy [in the attack cost of|necessary to use] "
        "{bearer:bearers} attacks", AttacksFor(change=None, energy_type=slot("type")))
    lay(grammar, "ignore all {type} Energy in {bearer:bearers} attack costs",
        AttacksFor(change=None, energy_type=slot("type")))


def _add_body(grammar: Grammar) -> None:
    for text in ("{bearer} [gets|get] +{n:points} HP", "{bearer} [has|have] {n:points} more HP",
                 "the maximum HP of {bearer} is increased by {n:points}",
                 "{bearer:bearers} maximum HP is increased by {n:points}"):
        lay(grammar, text, HasMoreHp(hp=slot("n")))
    lay(grammar, "{bearer} [gets|get] +{n:points} HP for each {per}",
        HasMoreHp(hp=slot("n"), per=slot("per")))
    lay(grammar, "the maximum HP [of|for] {bearer} is [now |]{n:points}",
        HasMaximumHp(hp=slot("n")))
    lay(grammar, "{bearer:bearers} maximum HP is {n:points}", HasMaximumHp(hp=slot("n")))
    lay(grammar, "{bearer} [gets|get] {n:minus} HP", HasMoreHp(hp=slot("n")))
    lay(grammar, "{bearer} [has|have] no Weakness", HasNoWeakness())
    lay(grammar, "don't apply Weakness for {bearer}", HasNoWeakness())
    lay(grammar, "don't apply {type} Weakness when {bearer} take damage from attacks",
        HasNoWeakness(energy_type=slot("type")))
    lay(grammar, "don't apply {type} Weakness when Pokémon take damage from attacks",
        HasNoWeakness(energy_type=slot("type")), Target(side=Side.BOTH, place=Place.PLAY))
    lay(grammar, "{bearer} [has|have] no Resistance", HasNoResistance())
    lay(grammar, "do not apply Resistance for all Active Pokémon", HasNoResistance(), BOTH_ACTIVE)
    grammar.rule("passive", "{bearer} [has|have] no Weakness and Resistance",
                 Several(parts=(AlwaysOn(rule=HasNoWeakness(), bearer=BEARER),
                                AlwaysOn(rule=HasNoResistance(), bearer=BEARER))))
    lay(grammar, "{bearer:bearers} Weakness is [now |]{type}",
        HasWeakness(energy_type=slot("type")))
    lay(grammar, "the Weakness of {bearer} is now {type}", HasWeakness(energy_type=slot("type")))
    lay(grammar, "{bearer:bearers} type is {type}", HasType(energy_type=slot("type")))
    also = HasTypes(types=(slot("type"),), also=True)
    lay(grammar, "{bearer} is now a {type} Pokémon in addition to its existing types", also)
    three = HasTypes(types=(slot("a"), slot("b"), slot("c")))
    lay(grammar, "{bearer} is a {a:type}, {b:type}, and {c:type} Pokémon", three)
    two = HasTypes(types=(slot("a"), slot("b")))
    for text in ("{bearer} is [both |]{a:type} and {b:type} type", "{bearer:bearers} type is "
                 "[both |]{a:type} and {b:type}", "{bearer} is both {a:type} and {b:type}"):
        lay(grammar, text, two)
    for kind, word in (("", "Abilities"), ("Poké-Power", "Poké-Powers"),
                       ("Poké-Body", "Poké-Bodies"), ("Pokémon Power", "Pokémon Powers")):
        for text in (f"{{bearer}} [has|have] no {word}", f"{{bearer}} can't use [any |]{word}",
                     f"ignore all {word} of {{bearer}}"):
            lay(grammar, text, HasNoAbilities(kind=kind))
        lay(grammar, f"{{bearer}} [has|have] no {word}, except [for |]{{unlike}}",
            HasNoAbilities(kind=kind, unlike=slot("unlike")))
    powers, bodies = (AlwaysOn(rule=HasNoAbilities(kind=each), bearer=BEARER)
                      for each in ("Poké-Power", "Poké-Body"))
    barred = AlwaysOn(rule=CannotAttack(), bearer=BEARER)
    grammar.rule("passive", "{bearer} can't use any Poké-Powers or Poké-Bodies",
                 Several(parts=(powers, bodies)))
    grammar.rule("passive", "{bearer} can't attack or use any Poké-Powers",
                 Several(parts=(barred, powers)))
    grammar.rule("passive", "{bearer} can't attack or use any Poké-Powers or Poké-Bodies",
                 Several(parts=(barred, powers, bodies)))


def _add_immunities(grammar: Grammar) -> None:
    """Add special conditions that a Pokemon cannot have."""
    immune = CannotBeAffected()
    some = CannotBeAffected(conditions=slot("immunities"))
    rule = grammar.rule
    rule("immunities", "{a:condition}", (slot("a"),))
    rule("immunities", "{a:condition} or {b:condition}", (slot("a"), slot("b")))
    rule("immunities", "{a:condition}, {b:condition}, or {c:condition}",
         (slot("a"), slot("b"), slot("c")))
    rule("immunities", "{a:condition}, {b:condition}, {c:condition}, or {d:condition}",
         (slot("a"), slot("b"), slot("c"), slot("d")))
    rule("immunities", "{a:condition}, {b:condition}, {c:condition}, {d:condition}, or "
         "{e:condition}", (slot("a"), slot("b"), slot("c"), slot("d"), slot("e")))
    gone = "Remove any Special Conditions affecting"
    lay(grammar, f"{{self}} can't be affected by any Special Conditions. {gone} {{self}}", immune,
        SELF)
    lay(grammar, f"{{bearer}} can't be affected by any Special Conditions. {gone} those Pokémon",
        immune)
    for text in ("{bearer} can't be affected by [any|a] Special [Conditions|Condition]",
                 "{bearer} can't be affected by Special Conditions"):
        lay(grammar, text, immune)
    lay(grammar, "{bearer} [recovers|recover] from all Special Conditions and can't be affected by "
        "any Special Conditions", immune)
    lay(grammar, "remove all Special Conditions from each of your {what}. Each of your {what} "
        "can't be affected by any Special Conditions", immune,
        Target(side=Side.YOURS, place=Place.PLAY, filters=slot("what")))
    lay(grammar, "{bearer} can't [be|become] {immunities}", some)
    one = CannotBeAffected(conditions=(slot("c"),))
    lay(grammar, "{bearer} can't be {c:condition}, and if they are already {c:condition}, they "
        "recover from that Special Condition", one)
    lay(grammar, "{bearer} can't be affected by [|the Special Condition |the Special Conditions ]"
        "{immunities}", some)


def _add_conditions(grammar: Grammar) -> None:
    """Add what special conditions do."""
    for usual, condition in ((10, Condition.POISONED), (20, Condition.BURNED)):
        name = f"rather{usual}"
        grammar.lexical(name, *_rather(usual), "23456789")
        ill = Filter(kind=FilterKind.CONDITION, word=condition.value)
        for whose, side in (("your opponent's ", Side.OPPONENTS), ("", Side.BOTH)):
            lay(grammar, f"put {{c:{name}}} on {whose}{condition.value} Pokémon between turns",
                ConditionHurts(condition=condition, more=slot("c")),
                Target(side=side, place=Place.PLAY, filters=(ill,)))
    for condition in (Condition.POISONED, Condition.BURNED):
        one = Filter(kind=FilterKind.CONDITION, word=condition.value)
        theirs = Target(side=Side.OPPONENTS, place=Place.PLAY, filters=(one,))
        for between in ("between turns", "during Pokémon Checkup"):
            hurts = ConditionHurts(condition=condition, more=slot("c"))
            lay(grammar, f"put {{c:counters_more}} on your opponent's {condition.value} Pokémon "
                f"{between}", hurts, theirs)
            lay(grammar, f"{between}, put {{c:counters_more}} on your opponent's {condition.value} "
                "Pokémon", hurts, theirs)
    lay(grammar, "if {bearer} is Asleep, flip {n:number} coins instead of 1 between turns. If "
        "either of them is tails, {same} is still Asleep", WakesWith(coins=slot("n")))
    lay(grammar, "if {bearer} is Asleep, flip {n:number} coins instead of 1 during Pokémon "
        "Checkup. If either of them is tails, {same} is still Asleep", WakesWith(coins=slot("n")))
    for condition in (Condition.ASLEEP, Condition.PARALYZED):
        lay(grammar, f"{{bearer}} can attack even if it is {condition.value}",
            AttacksDespite(condition=condition))


def _add_energy(grammar: Grammar) -> None:
    for basic in ("", "[basic|Basic] "):
        flag = bool(basic)
        opening = f"{{allof}} {basic}Energy{{cards}} attached to {{bearer}}"
        lay(grammar, f"{opening} {{provides}} {{type}} Energy instead of {{usual}}",
            EnergyProvides(types=(slot("type"),), basic=flag))
        lay(grammar, f"{opening} {{provides}} every type of Energy but {{provides}} only 1 Energy "
            "at a time", EnergyProvides(basic=flag))
        for kind in BASIC_ENERGY_TYPES:
            value = EnergyProvides(of=(kind,), types=(kind, kind), basic=flag)
            opening = f"{{allof}} {basic}{kind} Energy{{cards}} attached to {{bearer}}"
            lay(grammar, f"{opening} {{provides}} {kind}{kind} Energy[| instead]", value)
            lay(grammar, f"{opening} instead {{provides}} {kind}{kind}[| Energy]", value)
            lay(grammar, f"{opening} {{provides}} 2 {kind} Energy", value)
