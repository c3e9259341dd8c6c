"""Rules for what a Pokemon must be: before the word Pokemon, after it, and whole phrases."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.targets import AnyOf, Filter, NotAll
from cardkit.cardtext.vocabulary import FilterKind

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NO_NAMES = frozenset((
    "Benched", "Active", "Basic", "Pokémon", "Energy", "Stage", "Evolution", "Prize", "Special",
    "Beast", "Beasts", "Stadium", "Bench", "Knocked",
))
"""Words that make of a phrase no name of a Pokemon."""
_OWNER = re.compile(r"[A-ZÉ][\w.]*(?: [A-ZÉ][\w.]*)*'s")
_TEAMS = frozenset(("Team Magma's", "Team Aqua's", "Team Rocket's"))


def _owner(text: str) -> str | None:
    """Read whose Pokemon are meant; those of a team are a kind of their own."""
    if not _OWNER.fullmatch(text) or text in _TEAMS:
        return None
    return None if NO_NAMES.intersection(text.removesuffix("'s").split()) else text


def _spell(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _at_most(ending: str) -> tuple[Callable[[str], int | None], Callable[[object], str | None]]:
    """Read and spell "2 or fewer" as the number that is not reached."""

    def read(text: str) -> int | None:
        count = text.removesuffix(ending)
        return int(count) + 1 if count.isdecimal() and count != text else None

    def spell(value: object) -> str | None:
        return f"{value - 1}{ending}" if isinstance(value, int) and value > 0 else None

    return read, spell


def add_filter_rules(grammar: Grammar) -> None:
    """Add ``before``, ``mechanic``, ``having``, ``after`` and ``what``."""
    for name in ("what", "kinds", "except"):
        grammar.category(name)
    _add_before(grammar)
    _add_mechanics(grammar)
    _add_energy_held(grammar)
    _add_having(grammar)
    _add_after(grammar)
    _add_phrases(grammar)


def _add_before(grammar: Grammar) -> None:
    """Add what stands before the word Pokemon."""
    kind = FilterKind
    rule = grammar.rule
    rule("before", "{type}", Filter(kind=kind.TYPE, word=slot("type")))
    rule("before", "non-{type}", Filter(kind=kind.TYPE, word=slot("type"), negated=True))
    rule("before", "Basic", Filter(kind=kind.BASIC))
    rule("before", "Evolution", Filter(kind=kind.EVOLUTION))
    rule("before", "[Evolved|evolved]", Filter(kind=kind.EVOLVED))
    rule("before", "[Unevolved|unevolved]", Filter(kind=kind.EVOLVED, negated=True))
    for stage in ("Stage 1", "Stage 2"):
        rule("before", stage, Filter(kind=kind.STAGE, word=stage))
    rule("before", "damaged", Filter(kind=kind.DAMAGED))
    for word in (
        "Team Plasma",
        "Ultra Beast",
        "Tera",
        "Radiant",
        "Ancient",
        "Future",
        "Mega",
        "Single Strike",
        "Rapid Strike",
        "Fusion Strike",
        "TAG TEAM",
        "Dark",
        "Plasma",
        "Team Magma's",
        "Team Aqua's",
        "Team Magma",
        "Team Aqua",
        "Team Rocket's",
        "Shining",
        "Delta",
        "Baby",
        "Restored",
    ):
        rule("before", word, Filter(kind=kind.MECHANIC, word=word))
    grammar.lexical("owner", _owner, _spell, _CAPITALS, never=NO_NAMES)
    rule("before", "{owner}", Filter(kind=kind.NAME_PART, word=slot("owner")))


def _add_mechanics(grammar: Grammar) -> None:
    """Add the words for mechanics that stand for a Pokemon."""
    kind = FilterKind
    rule = grammar.rule
    for word in ("V", "VMAX", "VSTAR", "ex", "LV.X", "SP", "BREAK", "VUNION"):
        rule("mechanic", f"Pokémon {word}", Filter(kind=kind.MECHANIC, word=word))
    for word in ("ex", "EX", "GX"):
        rule("mechanic", f"Pokémon-{word}", Filter(kind=kind.MECHANIC, word=word))
    rule("mechanic", "[Ultra Beast|Ultra Beasts]", Filter(kind=kind.MECHANIC, word="Ultra Beast"))


def _one_meaning(grammar: Grammar, name: str, *words: str) -> None:
    """Add a category of one meaning, which no value speaks of; a template for each is saved."""
    for each in words:
        grammar.rule(name, each, words[0])


def _add_energy_held(grammar: Grammar) -> None:
    """Add to ``held`` how much Energy, and to ``having`` how little."""
    kind = FilterKind
    rule = grammar.rule
    _one_meaning(grammar, "has", "has", "have")
    _one_meaning(grammar, "hasnt", "doesn't have any", "don't have any", "has no", "have no")
    _one_meaning(grammar, "some", "any ", "a ", "an ", "1 ", "")
    _one_meaning(grammar, "cards", "", " cards", " card")
    _one_meaning(grammar, "attached", " attached to it", " attached to them", " attached")
    _one_meaning(grammar, "onit", " on it", " on them")
    for name in ("fewer", "less"):
        grammar.lexical(f"or_{name}", *_at_most(f" or {name}"), "0123456789")
        rule("most", f"{{n:or_{name}}}", slot("n"))
    rule("least", "{n:number} or more", slot("n"))
    rule("least", "at least {n:number}", slot("n"))
    ending = "Energy{cards}{attached}"
    for words, held in (
        ("", Filter(kind=kind.ENERGY, number=1)),
        ("{type} ", Filter(kind=kind.ENERGY, word=slot("type"), number=1)),
        ("[basic|Basic] ", Filter(kind=kind.ENERGY, number=1)),
        ("[basic|Basic] {type} ", Filter(kind=kind.ENERGY, word=slot("type"), number=1)),
        ("Special ", Filter(kind=kind.SPECIAL_ENERGY)),
        ("{special} ", Filter(kind=kind.SPECIAL_ENERGY, word=slot("special"))),
    ):
        rule("held", f"{{some}}{words}{ending}", held)
        rule("having", f"{{hasnt}} {words}{ending}", replace(held, negated=True))
    for words, word in (("", ""), ("{type} ", slot("type"))):
        many = Filter(kind=kind.ENERGY, word=word, number=slot("n"))
        rule("held", f"{{n:least}} {words}{ending}", many)
        rule("held", f"{{n:most}} {words}{ending}", replace(many, negated=True))


def _add_having(grammar: Grammar) -> None:
    """Add to ``held`` what a Pokemon has, and ``having``, which says that it has or has not."""
    kind = FilterKind
    rule = grammar.rule
    power, body = "Poké-Power", "Poké-Body"
    for words, value in (
        ("[any |a |]damage [counters|counter]{onit}", Filter(kind=kind.DAMAGED)),
        ("no damage counters{onit}", Filter(kind=kind.DAMAGED, negated=True)),
        ("exactly {n:tens} damage counters{onit}",
         Filter(kind=kind.DAMAGE_EXACTLY, number=slot("n"))),
        ("{n:tens} or more damage counters{onit}",
         Filter(kind=kind.DAMAGE_AT_LEAST, number=slot("n"))),
        ("at least {n:counters}{onit}", Filter(kind=kind.DAMAGE_AT_LEAST, number=slot("n"))),
        ("[a |any ]Pokémon [Tool|Tools]{cards}{attached}", Filter(kind=kind.TOOL)),
        ("no Pokémon [Tool|Tools]{cards}{attached}", Filter(kind=kind.TOOL, negated=True)),
        ("{some}{name}{cards}{attached}", Filter(kind=kind.TOOL, word=slot("name"))),
        ("Unit Energy {attack}{attached}",
         Filter(kind=kind.SPECIAL_ENERGY, word=slot("attack"))),
        ("[an Ability|any Abilities]", Filter(kind=kind.ABILITY, word="Ability")),
        ("no Abilities", Filter(kind=kind.ABILITY, word="Ability", negated=True)),
        ("[any |]Poké-Powers or Poké-Bodies", Filter(kind=kind.ABILITY)),
        ("a Poké-Power or [|a ]Poké-Body", Filter(kind=kind.ABILITY)),
        ("a Poké-Body or [|a ]Poké-Power", Filter(kind=kind.ABILITY)),
        ("[any Poké-Powers|a Poké-Power|Poké-Powers]", Filter(kind=kind.ABILITY, word=power)),
        ("[any Poké-Bodies|a Poké-Body|Poké-Bodies]", Filter(kind=kind.ABILITY, word=body)),
        ("[a Pokémon Power|any Pokémon Powers]",
         Filter(kind=kind.ABILITY, word="Pokémon Power")),
        ("the {name} attack", Filter(kind=kind.ATTACK, word=slot("name"))),
        ("{name} in [its|their] [name|names]", Filter(kind=kind.NAME_PART, word=slot("name"))),
        ('"{name}" in [its|their] [name|names]',
         Filter(kind=kind.NAME_PART, word=slot("name"))),
        ("{name} in the name", Filter(kind=kind.NAME_PART, word=slot("name"))),
        ("δ on [its|their] [card|cards]", Filter(kind=kind.MECHANIC, word="δ")),
        ("a Retreat Cost of {n:points} or more",
         Filter(kind=kind.RETREAT_AT_LEAST, number=slot("n"))),
        ("a Retreat Cost of {n:cost} or more",
         Filter(kind=kind.RETREAT_AT_LEAST, number=slot("n"))),
        ("no Retreat Cost", Filter(kind=kind.RETREAT_AT_LEAST, number=1, negated=True)),
        ("{n:points} HP or less remaining", Filter(kind=kind.HP_LEFT_AT_MOST, number=slot("n"))),
        ("{n:points} or less [remaining HP|HP remaining]",
         Filter(kind=kind.HP_LEFT_AT_MOST, number=slot("n"))),
        ("{n:points} HP or more remaining", Filter(kind=kind.HP_LEFT_AT_LEAST, number=slot("n"))),
        ("{n:points} or more [remaining HP|HP remaining]",
         Filter(kind=kind.HP_LEFT_AT_LEAST, number=slot("n"))),
        ("[|a ]maximum HP of {n:points} or less", Filter(kind=kind.HP_AT_MOST, number=slot("n"))),
        ("[|a ]maximum HP of {n:points} or more", Filter(kind=kind.HP_AT_LEAST, number=slot("n"))),
        ("{type} Resistance", Filter(kind=kind.RESISTANCE, word=slot("type"))),
        ("[a|any] Resistance", Filter(kind=kind.RESISTANCE)),
        ("{type} Weakness", Filter(kind=kind.WEAKNESS, word=slot("type"))),
        ("[a|any] Weakness", Filter(kind=kind.WEAKNESS)),
    ):
        rule("held", words, value)
    rule("having", "{has} {h:held}", slot("h"))
    rule("having", "already {has} {h:held}", slot("h"))
    rule("having", "[doesn't|don't] have any damage counters{onit}",
         Filter(kind=kind.DAMAGED, negated=True))
    rule("having", "[doesn't|don't] have a Retreat Cost",
         Filter(kind=kind.RETREAT_AT_LEAST, number=1, negated=True))
    rule("having", "[doesn't|don't] have a Rule Box",
         Filter(kind=kind.MECHANIC, word="Rule Box", negated=True))


def _add_after(grammar: Grammar) -> None:
    """Add ``after``, what follows the word Pokemon, and ``except``, which takes some out."""
    kind = FilterKind
    rule = grammar.rule
    rule("after", "that {h:having}", slot("h"))
    rule("after", "with {h:held}", slot("h"))
    rule("after", "[|that is |that are ]affected by [a |any |]Special [Condition|Conditions]",
         Filter(kind=kind.CONDITION))
    rule("after", "that [is|are|remains|remain] {c:condition}",
         Filter(kind=kind.CONDITION, word=slot("c")))
    rule("after", "that [evolves|evolve] from {name}",
         Filter(kind=kind.EVOLVES_FROM, word=slot("name")))
    rule("after", "that [isn't|aren't] {type}",
         Filter(kind=kind.TYPE, word=slot("type"), negated=True))
    rule("after", "that [isn't|is not|aren't] [|a |an ]{u:what}", NotAll(filters=slot("u")))
    _one_meaning(grammar, "but", ", except ", ", except any ", " except ", " except any ",
                 " (excluding ", " (excluding any ", ", excluding ", " except for ",
                 " (except for ", " (except ", ", except for ")
    _one_meaning(grammar, "closing", "", ",", ")")
    rule("except", "{but}{u:what}{closing}", NotAll(filters=slot("u")))


def _add_phrases(grammar: Grammar) -> None:
    """Add ``what``, the filters of one Pokemon; ``kinds`` without plain "Pokemon"; ``names``."""
    kind = FilterKind
    rule = grammar.rule
    either = (AnyOf(filters=(slot("a"), slot("b"))),)
    rule("what", "Pokémon", ())
    rule("what", "{kinds}", slot("kinds"))
    rule("kinds", "{a:before} Pokémon", (slot("a"),))
    rule("kinds", "{a:before} {b:before} Pokémon", (slot("a"), slot("b")))
    rule("kinds", "{m:mechanic}", (slot("m"),))
    rule("kinds", "{a:before} {m:mechanic}", (slot("a"), slot("m")))
    rule("kinds", "{a:mechanic} [or|and|and from] {b:mechanic}", either)
    rule("kinds", "{a:before} [or|and] {b:before} Pokémon", either)
    rule("kinds", "{a:before} Pokémon [or|and] {b:before} Pokémon", either)
    rule("kinds", "{a:before} Pokémon [or|and] {b:mechanic}", either)
    three = (AnyOf(filters=(slot("a"), slot("b"), slot("c"))),)
    rule("kinds", "{a:before}, {b:before}, [or|and] {c:before} Pokémon", three)
    rule("kinds", "{c:condition} Pokémon", (Filter(kind=kind.CONDITION, word=slot("c")),))
    rule("kinds", "{name}", (Filter(kind=kind.NAME, word=slot("name")),))
    named = [Filter(kind=kind.NAME, word=slot(letter)) for letter in "abcde"]
    rule("names", "{a:name}[ and each | and ]{b:name}", (AnyOf(filters=tuple(named[:2])),))
    rule("names", "{a:name}, {b:name}, and {c:name}", (AnyOf(filters=tuple(named[:3])),))
    rule("names", "{a:name}, {b:name}, {c:name}, and {d:name}",
         (AnyOf(filters=tuple(named[:4])),))
    rule("names", "{a:name}, {b:name}, {c:name}, {d:name}, and {e:name}",
         (AnyOf(filters=tuple(named)),))
    rule("kinds", "{a:name} or {b:name}", (AnyOf(filters=tuple(named[:2])),))
    rule("kinds", "{a:name}, {b:name}, or {c:name}", (AnyOf(filters=tuple(named[:3])),))
    for tail in ("[| in play] {z:after}", "[| in play]{z:except}"):
        rule("kinds", f"Pokémon{tail}", (slot("z"),))
        rule("kinds", f"{{a:before}} Pokémon{tail}", (slot("a"), slot("z")))
        rule("kinds", f"{{m:mechanic}}{tail}", (slot("m"), slot("z")))
    rule("kinds", "Pokémon {y:after}{z:except}", (slot("y"), slot("z")))
    rule("kinds", "{a:before} {b:before} Pokémon {z:after}", (slot("a"), slot("b"), slot("z")))
