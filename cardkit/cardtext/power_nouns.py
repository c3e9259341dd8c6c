"""Rules for the nouns of powers: whose rule it is, whose attacks, what is excepted, spellings."""

from __future__ import annotations

from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.targets import CHOSEN, DEFENDER, NAMED, SELF, NotAll, Target
from cardkit.cardtext.vocabulary import Place, Side

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def add_power_nouns(grammar: Grammar) -> None:
    """Add ``bearer``, ``attacking``, ``unlike``, and categories of one meaning."""
    grammar.lexical("costless", _less, _spell_less, "C")
    grammar.lexical("minus", _minus, _spell_minus, "-")
    grammar.lexical("counters_more", _counters_more, _spell_counters_more, "123456789")
    _add_spellings(grammar)
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
        ("inplay", ("", " in play")),
        ("allof", ("all", "each", "every")),
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


def _add_attackers(grammar: Grammar) -> None:
    """Add ``attacking``, what a Pokemon is that attacks, ``theirs`` and ``unlike``."""
    grammar.rule("unlike", "[any |]{u:what}", (NotAll(filters=slot("u")),))
    grammar.rule("attacking", "{kinds}", slot("kinds"))
    grammar.rule("theirs", "[your|the] opponent's {f:attacking}", slot("f"))


def _add_bearers(grammar: Grammar) -> None:
    """Add ``bearer``, and ``bearers``, which says that something is its own."""
    rule = grammar.rule
    rule("bearers", "{bearer}'s", slot("bearer"))
    rule("bearers", "[its|their]", NAMED)
    rule("bearer", "{self}", SELF)
    rule("bearer", "[it|they]", NAMED)
    rule("bearer", "[that Pokémon|those Pokémon]", CHOSEN)
    rule("bearer", "[|each |any ]{names}[| in play]",
         Target(side=Side.BOTH, place=Place.PLAY, filters=slot("names")))
    rule("bearer", "each {names} you have in play",
         Target(side=Side.YOURS, place=Place.PLAY, filters=slot("names")))
    rule("bearer", "Benched Pokémon", Target(side=Side.BOTH, place=Place.BENCH))
    rule("bearer", "each {what} you have in play",
         Target(side=Side.YOURS, place=Place.PLAY, filters=slot("what")))
    rule("bearer", "[each of |each |]your {names}",
         Target(side=Side.YOURS, place=Place.PLAY, filters=slot("names")))
    rule("bearer", "{foe}", DEFENDER)
    rule("bearer", "{whose} Active {what}",
         Target(side=slot("whose"), place=Place.ACTIVE, filters=slot("what")))
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
    for where, place in (("", Place.PLAY), ("Benched ", Place.BENCH)):
        rule("bearer", f"any of {{whose}} {where}{{what}}{{inplay}}",
             Target(side=slot("whose"), place=place, filters=slot("what")))
