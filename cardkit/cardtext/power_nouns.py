"""Rules for the nouns of powers: whose rule it is, whose attacks, what is excepted, spellings."""

from __future__ import annotations

from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.targets import DEFENDER, NAMED, SELF, AnyOf, Filter, Target
from cardkit.cardtext.vocabulary import (
    FilterKind,
    Place,
    Side,
)

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def add_power_nouns(grammar: Grammar) -> None:
    """Add ``bearer``, ``attacking``, ``trait``, ``unlike``, and categories of one meaning."""
    grammar.lexical("costless", _less, _spell_less, "C")
    grammar.lexical("minus", _minus, _spell_minus, "-")
    grammar.lexical("counters_more", _counters_more, _spell_counters_more, "123456789")
    _add_spellings(grammar)
    _add_traits(grammar)
    _add_attackers(grammar)
    _add_bearers(grammar)
    _add_groups(grammar)


def _add_spellings(grammar: Grammar) -> None:
    """Add categories of one meaning, which no value speaks of; a template for each is saved."""
    for name, words in (
        ("when", ("if", "when", "whenever", "each time")),
        ("given", ("as long as", "as long", "if", "while", "when", "whenever")),
        ("kind", ("power", "Ability", "Poké-Power", "Poké-Body", "Pokémon Power")),
        ("anyattack", ("attacks", "an attack", "the attacks")),
        ("theirattack", ("your opponent's attacks", "an opponent's attack",
                         "attacks from your opponent's Pokémon",
                         "an attack from your opponent's Pokémon", "attacks from your opponent",
                         "attacks by your opponent's Pokémon", "your opponent's attack",
                         "attacks used by your opponent's Pokémon", "opponent's attacks")),
        ("alldamage", ("any damage", "all damage", "the damage", "damage")),
        ("from", ("from", "by", "used by", "of")),
        ("damaged", ("would be damaged", "is damaged")),
        ("damages", ("damages", "would damage")),
        ("thatdamage", ("that damage", "all damage")),
        ("early", ("", " (before applying Weakness and Resistance)")),
        ("does", ("do", "does")),
        ("struck", ("an opponent's attack", "an attack", "an attack from your opponent's Pokémon",
                    "attacks", "your opponent's attack", "an attack from your opponent's Active "
                    "Pokémon")),
        ("ofthem", ("", "each of ", "all of ", "any of ")),
        ("inplay", ("", " in play")),
        ("but", (", except ", ", except any ", " except ", " except any ", " (excluding ",
                 " (excluding any ", ", excluding ", " except for ", " (except for ")),
        ("closing", ("", ",", ")")),
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
    rule("trait", f"{has} Energy attached[| to it| to them]",
         Filter(kind=kind.ENERGY, number=1))
    rule("trait", f"{has} {{type}} Energy attached[| to it| to them]",
         Filter(kind=kind.ENERGY, number=1, word=slot("type")))
    rule("trait", f"{has} any basic Energy attached[| to it| to them]",
         Filter(kind=kind.ENERGY, number=1))
    rule("trait", "that has δ on its card", Filter(kind=kind.MECHANIC, word="δ"))
    rule("trait", "with any Energy attached[| to it| to them]", Filter(kind=kind.ENERGY, number=1))
    rule("trait", "with any damage counters on [it|them]", Filter(kind=kind.DAMAGED))
    rule("trait", "[that are |]affected by [any |]Special Conditions", Filter(kind=kind.CONDITION))
    rule("unlike", "{type} Pokémon", (Filter(kind=kind.TYPE, word=slot("type"), negated=True),))
    rule("unlike", "Pokémon SP", (Filter(kind=kind.MECHANIC, word="SP", negated=True),))
    words = (("ex", " ex"), ("V", " V"), ("EX", "-EX"), ("GX", "-GX"), ("ex", "-ex"))
    for word, end in words:
        one = Filter(kind=kind.MECHANIC, word=word, negated=True)
        rule("unlike", f"Pokémon{end}", (one,))
        for other, tail in words:
            if other != word:
                both = (one, Filter(kind=kind.MECHANIC, word=other, negated=True))
                rule("unlike", f"Pokémon{end} [or|and] Pokémon{tail}", both)
    rule("unlike", "[any |]{x:name}", (Filter(kind=kind.NAME, word=slot("x"), negated=True),))


def _add_attackers(grammar: Grammar) -> None:
    """Add ``attacking``, what a Pokemon is that attacks, and ``theirs``, of the opponent."""
    rule = grammar.rule
    rule("theirs", "[your|the] opponent's {f:attacking}", slot("f"))
    rule("attacking", "{a:before} Pokémon", (slot("a"),))
    rule("attacking", "{a:before} {b:before} Pokémon", (slot("a"), slot("b")))
    rule("attacking", "{m:mechanic}", (slot("m"),))
    rule("attacking", "{a:before} {m:mechanic}", (slot("a"), slot("m")))
    rule("attacking", "Pokémon {z:trait}", (slot("z"),))
    rule("attacking", "{a:before} Pokémon {z:trait}", (slot("a"), slot("z")))
    lying = Filter(kind=FilterKind.CONDITION, word=slot("c"))
    rule("attacking", "{c:condition} Pokémon", (lying,))
    rule("attacking", "{x:name}", (Filter(kind=FilterKind.NAME, word=slot("x")),))
    mixed = (AnyOf(filters=(slot("a"), slot("b"))),)
    rule("attacking", "{a:before} Pokémon [or|and] {b:mechanic}", mixed)
    two = (AnyOf(filters=(slot("a"), slot("b"))),)
    rule("attacking", "{a:mechanic} [or|and|and from] {b:mechanic}", two)
    rule("attacking", "{a:before} Pokémon [or|and] {b:before} Pokémon", two)
    rule("attacking", "{a:before} [or|and] {b:before} Pokémon", two)
    named = Filter(kind=FilterKind.NAME, word=slot("x"), negated=True)
    rule("attacking", "{m:mechanic}[,|] except [any |]{x:name}", (slot("m"), named))


def _add_bearers(grammar: Grammar) -> None:
    """Add ``bearer``, and ``bearers``, which says that something is its own."""
    rule = grammar.rule
    rule("bearers", "{bearer}'s", slot("bearer"))
    rule("bearers", "[its|their]", NAMED)
    rule("bearer", "{self}", SELF)
    rule("bearer", "[it|they]", NAMED)
    rule("bearer", "each of your Active Pokémon", Target(side=Side.YOURS, place=Place.ACTIVE))
    rule("bearer", "Benched Pokémon", Target(side=Side.BOTH, place=Place.BENCH))
    rule("bearer", "each {what} you have in play",
         Target(side=Side.YOURS, place=Place.PLAY, filters=slot("what")))
    rule("bearer", "your {names}",
         Target(side=Side.YOURS, place=Place.PLAY, filters=slot("names")))
    rule("bearer", "{foe}", DEFENDER)
    rule("bearer", "your Active Pokémon", Target(side=Side.YOURS, place=Place.ACTIVE))
    for side, whose in ((Side.YOURS, "your"), (Side.OPPONENTS, "your opponent's")):
        kind = Target(side=side, place=Place.ACTIVE, filters=slot("f"))
        rule("bearer", f"{whose} Active {{f:attacking}}", kind)
    rule("bearer", "{group}{inplay}", slot("group"))
    rule("bearer", "{each}", slot("each"))
    both = Target(side=Side.BOTH, place=Place.PLAY, filters=slot("what"))
    rule("bearer", "{what} in play", both)


def _add_groups(grammar: Grammar) -> None:
    """Add bearers in all places, and all but some."""
    rule = grammar.rule
    anywhere = ", in [each player's|their] hand, and in [each player's|their] discard pile"
    rule("bearer", f"each {{what}} in play{anywhere}",
         Target(side=Side.BOTH, place=Place.PLAY, filters=slot("what")))
    rule("bearer", f"your opponent's {{f:attacking}} in play{anywhere}",
         Target(side=Side.OPPONENTS, place=Place.PLAY, filters=slot("f")))
    excluded = slot("unlike")
    rule("bearer", "each Pokémon (excluding {unlike})",
         Target(side=Side.BOTH, place=Place.PLAY, filters=excluded))
    rule("bearer", "each Active Pokémon (excluding {unlike})",
         Target(side=Side.BOTH, place=Place.ACTIVE, filters=excluded))
    rule("bearer", "both Active Pokémon (except for {unlike})",
         Target(side=Side.BOTH, place=Place.ACTIVE, filters=excluded))
    excepted = Filter(kind=FilterKind.NAME, word=slot("x"), negated=True)
    for where, place in (("", Place.PLAY), ("Benched ", Place.BENCH)):
        who = f"{{ofthem}}{{whose}} {where}"
        for words, filters in (
            ("{f:attacking}{inplay}", slot("f")),
            ("Pokémon in play {trait}", (slot("trait"),)),
            ("Pokémon{inplay}{but}{unlike}{closing}", slot("unlike")),
            ("{a:before} Pokémon{inplay}{but}{x:name}{closing}", (slot("a"), excepted)),
            ("Pokémon{inplay} {trait}{but}{x:name}{closing}", (slot("trait"), excepted)),
        ):
            rule("bearer", who + words,
                 Target(side=slot("whose"), place=place, filters=filters))
