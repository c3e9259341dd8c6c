"""Rules for the nouns of card text: numbers, types, conditions, Pokemon, Energy."""

from __future__ import annotations

import re
from typing import Any

from cardkit.cards import EnergyType
from cardkit.cardtext.counts import Amount, Coins, Done
from cardkit.cardtext.filter_rules import NO_NAMES, add_filter_rules
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.operations import Energies
from cardkit.cardtext.targets import (
    BOTH_ACTIVE,
    CHOSEN,
    DEFENDER,
    NAMED,
    OWN_NAME,
    SELF,
    AnyOf,
    Target,
)
from cardkit.cardtext.vocabulary import Place, Side
from cardkit.rules import Condition

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_DIGITS = "123456789"
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NAME_INITIALS = _CAPITALS + "~É"
_TYPES = {kind.value: kind for kind in EnergyType}
_CONDITIONS = {condition.value: condition for condition in Condition}
_NUMBER = re.compile("[1-9][0-9]*")
_TYPE = re.compile("|".join(_TYPES))
_CONDITION = re.compile("|".join(_CONDITIONS))
_NAME = re.compile(r"(?:~|[A-ZÉ][\w'.\-]*[♀♂]?)(?: (?:[A-Z&][\w'.\-]*|of|the|d'|ex|δ|◇|★|♀|♂|~"
                   r"|\[[A-Z!?]\]))*[!?]?")
_ATTACK = re.compile(r"[A-Z~][\w'\-!&:]*(?: [\w'\-!&:~]+){0,4}")


def add_noun_rules(grammar: Grammar) -> None:
    """Add the categories of nouns."""
    _add_numbers(grammar)
    _add_words(grammar)
    add_filter_rules(grammar)
    _add_targets(grammar)
    _add_energy(grammar)


def _add_numbers(grammar: Grammar) -> None:
    grammar.lexical("points", _digits, _spell_digits, _DIGITS, _NUMBER)
    grammar.lexical("number", _digits, _spell_digits, _DIGITS, _NUMBER)
    grammar.rule("number", "[a|an|one]", 1)
    grammar.rule("number", "two", 2)
    grammar.rule("number", "three", 3)
    grammar.lexical("counters", _counters, _spell_counters, _DIGITS)
    grammar.rule("counters", "a damage counter", 10)
    grammar.lexical("cost", _cost, _spell_cost, "C")
    grammar.lexical("tens", _tens, _spell_tens, _DIGITS, _NUMBER)


def _digits(text: str) -> int | None:
    return int(text) if text.isdecimal() and text[0] != "0" else None


def _spell_digits(value: object) -> str | None:
    return str(value) if isinstance(value, int) and value > 0 else None


def _counters(text: str) -> int | None:
    number, _, word = text.partition(" ")
    count = _digits(number)
    if count is None or word != ("damage counter" if count == 1 else "damage counters"):
        return None
    return 10 * count


def _spell_counters(value: object) -> str | None:
    if not isinstance(value, int) or value <= 0 or value % 10:
        return None
    return f"{value // 10} damage counter{'' if value == 10 else 's'}"


def _cost(text: str) -> int | None:
    count = text.count("Colorless")
    return count if count and text == "Colorless" * count else None


def _spell_cost(value: object) -> str | None:
    return "Colorless" * value if isinstance(value, int) and value > 0 else None


def _tens(text: str) -> int | None:
    count = _digits(text)
    return None if count is None else 10 * count


def _spell_tens(value: object) -> str | None:
    return f"{value // 10}" if isinstance(value, int) and value > 0 and not value % 10 else None


def read_attack_name(text: str) -> str | None:
    """Read the name of an attack; None when the text is none."""
    whole = _ATTACK.fullmatch(text) and not text.endswith((" attack", " attacks"))
    return text if whole else None


def read_name(text: str) -> str | None:
    """Read the name of a Pokemon; None when the text is none."""
    if not _NAME.fullmatch(text) or text in _TYPES or text in _CONDITIONS:
        return None
    words = text.split()
    if NO_NAMES.intersection(words) or any(word.startswith("Pokémon") for word in words):
        return None
    return text


def _spell_text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _add_words(grammar: Grammar) -> None:
    grammar.lexical("type", _TYPES.get, _spell_text, _TYPES, _TYPE)
    grammar.lexical("condition", _CONDITIONS.get, _spell_text, _CONDITIONS, _CONDITION)
    grammar.lexical("name", read_name, _spell_text, NAME_INITIALS, never=NO_NAMES)
    grammar.lexical("attack", read_attack_name, _spell_text, NAME_INITIALS)
    grammar.lexical("special", read_name, _spell_text, NAME_INITIALS, never=NO_NAMES)
    grammar.rule("types", "{type}", (slot("type"),))
    grammar.rule("types", "{a:type} or {b:type}", (slot("a"), slot("b")))
    grammar.rule("types", "{a:type}, {b:type}, or {c:type}", (slot("a"), slot("b"), slot("c")))
    grammar.rule("conditions", "{a:condition}", (slot("a"),))
    grammar.rule("conditions", "{a:condition} and {b:condition}", (slot("a"), slot("b")))
    grammar.rule(
        "conditions",
        "{a:condition}, {b:condition}, and {c:condition}",
        (slot("a"), slot("b"), slot("c")),
    )
    grammar.rule("self", "this Pokémon", SELF)
    grammar.rule("self", f"[|this ]{OWN_NAME}", SELF)
    for words in (
        "your opponent's Active Pokémon",
        "the Defending Pokémon",
        "[each|each of the|1 of the] Defending Pokémon",
        "the opponent's Active Pokémon",
        "[their|his or her] Active Pokémon",
        "each of your opponent's Active Pokémon",
    ):
        grammar.rule("foe", words, DEFENDER)
    grammar.rule("that", "that Pokémon", CHOSEN)
    grammar.rule("that", "[those Pokémon|them|the Pokémon]", CHOSEN)
    grammar.rule("that", "it", NAMED)


def _add_targets(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("whose", "your[| own]", Side.YOURS)
    rule("whose", "your opponent's", Side.OPPONENTS)
    rule("whose", "[their|his or her]", Side.OPPONENTS)
    rule("sole", "{self}", SELF)
    rule("sole", "{foe}", DEFENDER)
    rule("sole", "{that}", slot("that"))
    rule("sole", "[the Attacking Pokémon|the attacking Pokémon|the Pokémon that Knocked Out ~|the "
         "Pokémon that Knocked Out this Pokémon]",
         Target(side=Side.OPPONENTS, place=Place.ATTACKER))
    new = Target(side=Side.OPPONENTS, place=Place.NEW_ACTIVE)
    rule("sole", "[your opponent's new Active|the new Active|the new Defending] Pokémon", new)
    rule("one", "{sole}", slot("sole"))
    them = Target(side=Side.BOTH, place=Place.CHOSEN, number=slot("n"))
    rule("one", "{n:number} of them", them)
    rule("one", "up to {n:number} of them",
         Target(side=Side.BOTH, place=Place.CHOSEN, number=slot("n"), up_to=True))
    for side, whose in ((Side.YOURS, "your"), (Side.OPPONENTS, "your opponent's")):
        two = Target(side=side, place=Place.BENCH, number=slot("n"),
                     filters=(AnyOf(filters=(slot("a"), slot("b"))),))
        rule("one", f"{{n:number}} of {whose} Benched {{a:mechanic}} or Benched {{b:mechanic}}",
             two)
    for where, place in (("", Place.PLAY), ("Benched ", Place.BENCH)):
        _add_places(grammar, f"{where}{{what}}", place)
    rule("each", "each {what} on each player's Bench",
         Target(side=Side.BOTH, place=Place.BENCH, filters=slot("what")))
    rule("each", "each {what} on {whose} Bench",
         Target(side=slot("whose"), place=Place.BENCH, filters=slot("what")))
    rule("each", "[both|each|both of the] Active {what}",
         Target(side=Side.BOTH, place=Place.ACTIVE, filters=slot("what")))
    for where, place in (("", Place.PLAY), ("Active ", Place.ACTIVE), ("Benched ", Place.BENCH)):
        rule("each", f"each player's {where}{{what}}",
             Target(side=Side.BOTH, place=place, filters=slot("what")))
    front = Target(side=slot("whose"), place=Place.ACTIVE, filters=slot("what"))
    rule("sole", "[|1 of ]{whose} Active {what}", front)
    rule("each", "[each|all] of {whose} Active {what}", front)
    rule("each", "[each of them|each of those Pokémon]", CHOSEN)
    rule("each", "all of the Active Pokémon", BOTH_ACTIVE)
    rule("each", "[each of |each |all of ]your {names}[| in play]",
         Target(side=Side.YOURS, place=Place.PLAY, filters=slot("names")))
    rule("each", "both {self} and {foe}", BOTH_ACTIVE)
    rule("each", "both {foe} and {self}", BOTH_ACTIVE)
    rule("group", "{self} and {foe}", BOTH_ACTIVE)
    rule("target", "{one}", slot("one"))
    rule("target", "{each}", slot("each"))
    rule("holder", "{one}", slot("one"))
    rule("holder", "{each}", slot("each"))
    rule("holder", "{group}", slot("group"))
    for each in ("sole", "each", "group"):  # on whom something is counted: nobody is chosen
        rule("counted_on", f"{{{each}}}", slot(each))


def _add_places(grammar: Grammar, what: str, place: Place) -> None:
    rule = grammar.rule
    filters, side = slot("what"), slot("whose")
    base = Target(side=side, place=place, filters=filters)
    others = Target(side=side, place=place, filters=filters, other=True)
    number = slot("n")
    rule("one", f"{{n:number}} of {{whose}} {what}",
         Target(side=side, place=place, filters=filters, number=number))
    rule("one", f"{{n:number}} of {{whose}} other {what}",
         Target(side=side, place=place, filters=filters, number=number, other=True))
    rule("one", f"another of {{whose}} {what}",
         Target(side=side, place=place, filters=filters, number=1, other=True))
    rule("one", f"up to {{n:number}} of {{whose}} {what}",
         Target(side=side, place=place, filters=filters, number=number, up_to=True))
    rule("one", f"{{n:number}} {what}",
         Target(side=Side.BOTH, place=place, filters=filters, number=number))
    rule("each", f"[each|all] of {{whose}} {what}[| in play]", base)
    rule("each", f"[each|all] of {{whose}} other {what}", others)
    both = Target(side=Side.BOTH, place=place, filters=filters)
    rule("each", f"each {what}[| in play]", both)
    rule("each", f"[all|all of the] {what}[| in play]", both)
    rule("group", f"{{whose}} {what}", base)
    rule("group", f"{{whose}} other {what}", others)


def _add_energy(grammar: Grammar) -> None:
    grammar.rule("heads", "heads", Coins())
    changes: dict[str, Any]
    more: dict[str, Any]
    pair: dict[str, Any]
    for basic in ("", "[basic|Basic] "):
        pair = {"types": (slot("a"), slot("b")), "basic": bool(basic)}
        for opening, changes in (
            ("any amount of", {"number": None, "any_number": True}),
            ("all", {"number": None}),
            ("up to {n:number}", {"number": Amount(fixed=slot("n")), "up_to": True}),
        ):
            value = Energies(**pair, **changes, same=True)
            first = f"{opening} {basic}{{a:type}} Energy"
            grammar.rule("energy", f"{first} or {opening} {basic}{{b:type}} Energy", value)
        value = Energies(**pair, number=Amount(fixed=slot("n")), up_to=True)
        mixed = f"{basic}{{a:type}} and {basic}{{b:type}} Energy[| cards]"
        grammar.rule("energy", f"up to {{n:number}} in any combination of {mixed}", value)
    for opening, changes in (
        ("{n:number}", {"number": Amount(fixed=slot("n"))}),
        ("up to {n:number}", {"number": Amount(fixed=slot("n")), "up_to": True}),
        ("all", {"number": None}),
        ("[any amount of|any number of]", {"number": None, "any_number": True}),
        ("a number of", {"number": Amount(per=1, count=slot("heads")), "up_to": True}),
        ("up to that many", {"number": Amount(per=1, count=Done()), "up_to": True}),
        ("as many", {"number": None, "any_number": True}),
    ):
        for kind, more in (
            ("Energy", {}),
            ("{types} Energy", {"types": slot("types")}),
            ("[basic|Basic] Energy", {"basic": True}),
            ("{types} basic Energy", {"basic": True, "types": slot("types")}),
            ("[basic|Basic] {types} Energy", {"basic": True, "types": slot("types")}),
            ("Special Energy", {"special": True}),
            ("{special} Energy", {"special": True, "name": slot("special")}),
        ):
            value = Energies(**changes, **more)
            ending = {"a number of": " up to the number of {heads}",
                      "as many": " as you like"}.get(opening, "")
            grammar.rule("energy", f"{opening} {kind}[| card| cards]{ending}", value)
    one, card = "[a|1] [|basic ]", "[| card]"
    for energy in (" Energy", ""):  # the word stands with each type, or with the last
        first = f"{{a:type}}{energy}" + (card if energy else "")
        second = f"{{b:type}}{energy}" + (card if energy else "")
        grammar.rule("energy", f"{one}{first} and {one}{{b:type}} Energy{card}",
                     Energies(types=(slot("a"), slot("b")), each=True))
        grammar.rule("energy", f"{one}{first}, [a |1 |]{second}, and [a |1 |]{{c:type}} "
                     f"Energy{card}", Energies(types=(slot("a"), slot("b"), slot("c")), each=True))
    grammar.rule("energy", "[a|1] {a:type} Energy or {b:type} Energy[| card]",
                 Energies(types=(slot("a"), slot("b"))))
