"""Rules for what is always on: protection, more or less damage, HP, costs, conditions, types."""

from __future__ import annotations

from typing import Any

from cardkit.cards import BASIC_ENERGY_TYPES
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.lasting import (
    AttacksDespite,
    AttacksFor,
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
from cardkit.cardtext.targets import DEFENDER, NAMED, SELF, AnyOf, Filter, Target
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
    """Add ``bearer``, whose rule it is, and ``passive``, what is always on."""
    _add_spellings(grammar)
    _add_bearers(grammar)
    _add_costs(grammar)
    _add_body(grammar)
    _add_conditions(grammar)
    _add_energy(grammar)


def lay(grammar: Grammar, text: str, rule: Any, bearer: Any = BEARER) -> None:
    """Add a rule that is always on."""
    grammar.rule("passive", text, AlwaysOn(rule=rule, bearer=bearer))


def _add_spellings(grammar: Grammar) -> None:
    """Add categories of one meaning, which no value speaks of; a template for each is saved."""
    for name, words in (
        ("when", ("if", "when", "whenever", "each time")),
        ("given", ("as long as", "if", "while", "when", "whenever")),
        ("kind", ("power", "Ability", "Poké-Power", "Poké-Body", "Pokémon Power")),
        ("anyattack", ("attacks", "an attack")),
        ("theirattack", ("your opponent's attacks", "an opponent's attack",
                         "attacks from your opponent's Pokémon",
                         "an attack from your opponent's Pokémon", "attacks from your opponent",
                         "attacks by your opponent's Pokémon", "your opponent's attack",
                         "attacks used by your opponent's Pokémon")),
        ("from", ("from", "by", "used by")),
        ("damaged", ("would be damaged", "is damaged")),
        ("damages", ("damages", "would damage")),
        ("thatdamage", ("that damage", "all damage")),
        ("early", ("", " (before applying Weakness and Resistance)")),
        ("does", ("do", "does")),
        ("struck", ("an opponent's attack", "an attack", "an attack from your opponent's Pokémon",
                    "attacks", "your opponent's attack", "an attack from your opponent's Active "
                    "Pokémon")),
        ("allof", ("all", "each", "every")),
        ("cards", ("", " cards", " card")),
        ("provides", ("is", "are", "provides", "provide")),
        ("usual", ("its usual type", "their usual types", "their usual type", "its usual types")),
        ("same", ("it", "~", "this Pokémon")),
        ("onactive", ("your Active Pokémon", "in the Active Spot", "the Active Pokémon")),
    ):
        for word in words:
            grammar.rule(name, word, words[0])


def _less(text: str) -> int | None:
    count = text.count("Colorless")
    return -count if count and text == "Colorless" * count else None


def _spell_less(value: object) -> str | None:
    return "Colorless" * -value if isinstance(value, int) and value < 0 else None


def _minus(text: str) -> int | None:
    return int(text) if text[:1] == "-" and text[1:].isdecimal() and text[1] != "0" else None


def _spell_minus(value: object) -> str | None:
    return str(value) if isinstance(value, int) and value < 0 else None


def _counters_more(text: str) -> int | None:
    count, _, words = text.partition(" more damage ")
    plural = "counter" if count == "1" else "counters"
    return 10 * int(count) if count.isdecimal() and count[0] != "0" and words == plural else None


def _spell_counters_more(value: object) -> str | None:
    if not isinstance(value, int) or value <= 0 or value % 10:
        return None
    return f"{value // 10} more damage counter{'' if value == 10 else 's'}"


def _fewer(text: str) -> int | None:
    count = text.removesuffix(" or fewer")
    return int(count) + 1 if count.isdecimal() and count != text else None


def _spell_fewer(value: object) -> str | None:
    return f"{value - 1} or fewer" if isinstance(value, int) and value > 0 else None


def _add_traits(grammar: Grammar) -> None:
    """Add ``trait``, what follows "Pokemon", and ``unlike``, what is excepted."""
    rule = grammar.rule
    kind = FilterKind
    grammar.lexical("fewer", _fewer, _spell_fewer, "0123456789")
    rule("trait", "{after}", slot("after"))
    has = "that [has|have]"
    rule("trait", f"{has} Special Energy attached[| to them| to it]",
         Filter(kind=kind.SPECIAL_ENERGY))
    rule("trait", f"{has} {{n:fewer}} Energy attached[| to it| to them]",
         Filter(kind=kind.ENERGY, number=slot("n"), negated=True))
    rule("trait", f"{has} {{n:number}} or more Energy attached[| to it| to them]",
         Filter(kind=kind.ENERGY, number=slot("n")))
    rule("trait", "that [isn't|aren't|is not] an Evolved Pokémon",
         Filter(kind=kind.EVOLVED, negated=True))
    rule("trait", "that [doesn't|don't] have a Rule Box",
         Filter(kind=kind.MECHANIC, word="Rule Box", negated=True))
    rule("trait", "that has δ on its card", Filter(kind=kind.MECHANIC, word="δ"))
    rule("trait", f"{has} no Abilities", Filter(kind=kind.ABILITY, word="Ability", negated=True))
    rule("trait", "with any Energy attached[| to it| to them]", Filter(kind=kind.ENERGY, number=1))
    rule("trait", "with any damage counters on [it|them]", Filter(kind=kind.DAMAGED))
    rule("trait", "affected by any Special Conditions", Filter(kind=kind.CONDITION))
    words = (("ex", " ex"), ("V", " V"), ("EX", "-EX"), ("GX", "-GX"), ("ex", "-ex"))
    for word, end in words:
        one = Filter(kind=kind.MECHANIC, word=word, negated=True)
        rule("unlike", f"Pokémon{end}", (one,))
        for other, tail in words:
            if other != word:
                both = (one, Filter(kind=kind.MECHANIC, word=other, negated=True))
                rule("unlike", f"Pokémon{end} [or|and] Pokémon{tail}", both)
    rule("unlike", "[any |]{x:name}", (Filter(kind=kind.NAME, word=slot("x"), negated=True),))


def _add_bearers(grammar: Grammar) -> None:
    _add_traits(grammar)
    rule = grammar.rule
    grammar.lexical("costless", _less, _spell_less, "C")
    grammar.lexical("minus", _minus, _spell_minus, "-")
    grammar.lexical("counters_more", _counters_more, _spell_counters_more, "123456789")
    rule("theirs", "[your|the] opponent's {f:attacking}", slot("f"))
    rule("attacking", "{a:before} Pokémon", (slot("a"),))
    rule("attacking", "{a:before} {b:before} Pokémon", (slot("a"), slot("b")))
    rule("attacking", "{m:mechanic}", (slot("m"),))
    rule("attacking", "{a:before} {m:mechanic}", (slot("a"), slot("m")))
    rule("attacking", "Pokémon {z:trait}", (slot("z"),))
    rule("attacking", "{a:before} Pokémon {z:trait}", (slot("a"), slot("z")))
    rule("attacking", "{x:name}", (Filter(kind=FilterKind.NAME, word=slot("x")),))
    two = (AnyOf(filters=(slot("a"), slot("b"))),)
    rule("attacking", "{a:mechanic} [or|and|and from] {b:mechanic}", two)
    rule("attacking", "{a:before} Pokémon [or|and] {b:before} Pokémon", two)
    rule("attacking", "{a:before} [or|and] {b:before} Pokémon", two)
    named = Filter(kind=FilterKind.NAME, word=slot("x"), negated=True)
    rule("attacking", "{m:mechanic}[,|] except [any |]{x:name}", (slot("m"), named))
    rule("bearer", "{self}", SELF)
    rule("bearer", "it", NAMED)
    rule("bearer", "{foe}", DEFENDER)
    rule("bearer", "your Active Pokémon", Target(side=Side.YOURS, place=Place.ACTIVE))
    for side, whose in ((Side.YOURS, "your"), (Side.OPPONENTS, "your opponent's")):
        kind = Target(side=side, place=Place.ACTIVE, filters=slot("what"))
        rule("bearer", f"{whose} Active {{what}}", kind)
    rule("bearer", "{group}[| in play]", slot("group"))
    rule("bearer", "{each}", slot("each"))
    both = Target(side=Side.BOTH, place=Place.PLAY, filters=slot("what"))
    rule("bearer", "{what} in play", both)
    for where, place in (("", Place.PLAY), ("Benched ", Place.BENCH)):
        for opening in ("", "[each|all] of "):
            rule("bearer", f"{opening}{{whose}} {where}Pokémon[| in play] {{trait}}",
                 Target(side=slot("whose"), place=place, filters=(slot("trait"),)))
            rule("bearer", f"{opening}{{whose}} {where}Pokémon[| in play][,|] [except|excluding] "
                 "[for |]{unlike}",
                 Target(side=slot("whose"), place=place, filters=slot("unlike")))
        excepted = Filter(kind=FilterKind.NAME, word=slot("x"), negated=True)
        for opening in ("", "[each|all] of "):
            rule("bearer", f"{opening}{{whose}} {where}{{a:before}} Pokémon[,|] [except|excluding]"
                 " [any |]{x:name}",
                 Target(side=slot("whose"), place=place, filters=(slot("a"), excepted)))


def _add_costs(grammar: Grammar) -> None:
    free = None
    excepted = Target(side=Side.YOURS, place=Place.PLAY, filters=slot("unlike"))
    lay(grammar, "your Pokémon in play have no Retreat Cost, except {unlike}",
        RetreatsFor(change=free), excepted)
    for energy in ("", " Energy"):
        lay(grammar, f"{{bearer}}'s Retreat Cost is {{c:costless}}{energy} less for each {{per}}",
            RetreatsFor(change=slot("c"), per=slot("per")))
    for text in ("{bearer} [has|have] no Retreat Cost", "{bearer}'s Retreat Cost is 0",
                 "the Retreat Cost [for|of] {bearer} is 0",
                 "you pay 0 to retreat {bearer}"):
        lay(grammar, text, RetreatsFor(change=free))
    for text in ("{bearer}'s Retreat Cost is {c:costless} less",
                 "the Retreat Cost [for|of] {bearer} is {c:costless} less",
                 "[you |]pay {c:costless} less to retreat {bearer}"):
        lay(grammar, text, RetreatsFor(change=slot("c")))
    for text in ("{bearer}'s Retreat Cost is {c:cost} more",
                 "the Retreat Cost [for|of] {bearer} is {c:cost} more",
                 "{whose} opponent pays {c:cost} more to retreat {bearer}".replace(
                     "{whose} opponent", "your opponent")):
        lay(grammar, text, RetreatsFor(change=slot("c")))
    for text in ("{bearer}'s attacks cost {c:costless} less", "attacks used by {bearer} cost "
                 "{c:costless} less", "the cost of {bearer}'s attacks is {c:costless} less"):
        lay(grammar, text, AttacksFor(change=slot("c")))
    for energy in ("", " Energy"):
        lay(grammar, f"{{bearer}}'s attacks cost {{c:costless}}{energy} less for each {{per}}",
            AttacksFor(change=slot("c"), per=slot("per")))
        lay(grammar, f"{{self}} pays {{c:costless}} less{energy} to use {{attack}}",
            AttacksFor(change=slot("c"), attack=slot("attack")), SELF)
    for text in ("{bearer}'s attacks cost {c:cost} more", "attacks used by {bearer} cost {c:cost} "
                 "more"):
        lay(grammar, text, AttacksFor(change=slot("c")))
    for kind in BASIC_ENERGY_TYPES:
        for number, words in ((1, kind.value), (2, kind.value * 2), (3, kind.value * 3)):
            lay(grammar, f"{{bearer}}'s attacks cost {words} less",
                AttacksFor(change=-number, energy_type=kind))
    ignored = AttacksFor(change=None, energy_type=None)
    lay(grammar, "ignore all Energy in {bearer}'s attack costs", ignored)
    lay(grammar, "ignore all Energy in the attack [cost|costs] of each of {bearer}'s attacks",
        ignored)
    lay(grammar, "ignore all Energy in the attack costs of {bearer}", ignored)
    lay(grammar, "ignore all {type} Energy in [the attack costs of {bearer}|{bearer}'s attack "
        "costs]".replace("[the attack costs of {bearer}|{bearer}'s attack costs]",
                         "the attack costs of {bearer}"),
        AttacksFor(change=None, energy_type=slot("type")))
    lay(grammar, "ignore all {type} Energy in {bearer}'s attack costs",
        AttacksFor(change=None, energy_type=slot("type")))


def _add_body(grammar: Grammar) -> None:
    for text in ("{bearer} [gets|get] +{n:points} HP", "{bearer} [has|have] {n:points} more HP",
                 "the maximum HP of {bearer} is increased by {n:points}",
                 "{bearer}'s maximum HP is increased by {n:points}"):
        lay(grammar, text, HasMoreHp(hp=slot("n")))
    lay(grammar, "{bearer} [gets|get] +{n:points} HP for each {per}",
        HasMoreHp(hp=slot("n"), per=slot("per")))
    lay(grammar, "{bearer}'s maximum HP is {n:points}", HasMaximumHp(hp=slot("n")))
    lay(grammar, "{bearer} [gets|get] {n:minus} HP", HasMoreHp(hp=slot("n")))
    lay(grammar, "{bearer} [has|have] no Weakness", HasNoWeakness())
    lay(grammar, "don't apply Weakness for {bearer}", HasNoWeakness())
    lay(grammar, "don't apply {type} Weakness when {bearer} take damage from attacks",
        HasNoWeakness(energy_type=slot("type")))
    lay(grammar, "don't apply {type} Weakness when Pokémon take damage from attacks",
        HasNoWeakness(energy_type=slot("type")), Target(side=Side.BOTH, place=Place.PLAY))
    lay(grammar, "{bearer} [has|have] no Resistance", HasNoResistance())
    grammar.rule("passive", "{bearer} [has|have] no Weakness and Resistance",
                 Several(parts=(AlwaysOn(rule=HasNoWeakness(), bearer=BEARER),
                                AlwaysOn(rule=HasNoResistance(), bearer=BEARER))))
    lay(grammar, "{bearer}'s Weakness is [now |]{type}", HasWeakness(energy_type=slot("type")))
    lay(grammar, "the Weakness of {bearer} is now {type}", HasWeakness(energy_type=slot("type")))
    lay(grammar, "{bearer}'s type is {type}", HasType(energy_type=slot("type")))
    also = HasTypes(types=(slot("type"),), also=True)
    lay(grammar, "{bearer} is now a {type} Pokémon in addition to its existing types", also)
    two = HasTypes(types=(slot("a"), slot("b")))
    for text in ("{bearer} is [both |]{a:type} and {b:type} type", "{bearer}'s type is [both |]"
                 "{a:type} and {b:type}", "{bearer} is both {a:type} and {b:type}"):
        lay(grammar, text, two)
    for kind, word in (("", "Abilities"), ("Poké-Power", "Poké-Powers"),
                       ("Poké-Body", "Poké-Bodies"), ("Pokémon Power", "Pokémon Powers")):
        for text in (f"{{bearer}} [has|have] no {word}", f"{{bearer}} can't use any {word}",
                     f"ignore all {word} of {{bearer}}"):
            lay(grammar, text, HasNoAbilities(kind=kind))
        lay(grammar, f"{{bearer}} [has|have] no {word}, except for {{unlike}}",
            HasNoAbilities(kind=kind, unlike=slot("unlike")))


def _add_conditions(grammar: Grammar) -> None:
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
    lay(grammar, "{bearer} can't be affected by [|the Special Condition |the Special Conditions ]"
        "{immunities}", some)
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
            lay(grammar, f"{opening} {{provides}} 2 {kind} Energy", value)
