"""Rules for powers that work at a moment."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from cardkit.cardtext.conditions import Elsewhere, Every, Exists, Stands
from cardkit.cardtext.grammar import Grammar, slot, whole
from cardkit.cardtext.operations import OutOfPlay
from cardkit.cardtext.powers import (
    FROM_HAND,
    Moment,
    Triggered,
)
from cardkit.cardtext.targets import SELF, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

KIND = "{kind}"
"""What a power calls itself, in a template."""


def add_power_moments(grammar: Grammar) -> None:
    """Add what works at a moment to ``power``, and what never comes to ``idle``."""
    _add_moments(grammar)
    _add_attaching(grammar)
    _add_lying(grammar)
    _add_idle(grammar)


def _moments() -> list[tuple[str, Moment, Any]]:
    """Words, moment and whose it is."""
    return [*_arrivals(), *_fights()]


def _arrivals() -> list[tuple[str, Moment, Any]]:
    """When a Pokemon comes and goes."""
    foe_in = Target(side=Side.OPPONENTS, place=Place.ACTIVE)
    own = Target(side=Side.YOURS, place=Place.PLAY, number=1, filters=slot("what"))
    hand = "from your hand"
    one = "[1 of your Pokémon|1 of your Active Pokémon|your Active Pokémon|a Pokémon]"
    coming = "[move|moves] from [your|the] Bench to [the Active Spot|become your Active Pokémon]"
    return [
        (f"you [play|put] {{self}} {hand} onto your Bench[| during your turn]",
         Moment.PLAYED_FROM_HAND, SELF),
        (f"you [play|put] {{self}} {hand}[| during your turn]", Moment.PLAYED_FROM_HAND, SELF),
        (f"you put {{self}} onto your Bench {hand}", Moment.PLAYED_FROM_HAND, SELF),
        ("you put {self} into play", Moment.PLAYED_FROM_HAND, SELF),
        (f"you play a {{what}} {hand}[| during your turn]", Moment.PLAYED_FROM_HAND, own),
        (f"you play {{self}} {hand} to evolve {one}[| during your turn]",
         Moment.EVOLVES_FROM_HAND, SELF),
        (f"you play {{self}} {hand} and evolve {one}[| during your turn]",
         Moment.EVOLVES_FROM_HAND, SELF),
        ("your opponent plays a Pokémon from [his or her|their] hand to evolve {one}",
         Moment.EVOLVES_FROM_HAND, slot("one")),
        (f"you play a Pokémon {hand} to evolve {{self}}[| during your turn]",
         Moment.EVOLVES_FROM_HAND, SELF),
        ("{self} evolves", Moment.EVOLVES, SELF),
        ("1 of your Pokémon [becomes|evolves into] {self}", Moment.EVOLVES, SELF),
        (f"{{self}} {coming}", Moment.COMES_IN, SELF),
        ("{self} becomes your Active Pokémon", Moment.COMES_IN, SELF),
        ("{self} moves from the Active Spot to [your|the] Bench", Moment.GOES_OUT, SELF),
        ("1 of your opponent's Benched Pokémon becomes [his or her|their|the] Active Pokémon",
         Moment.COMES_IN, foe_in),
        ("your opponent's Active Pokémon moves to the Bench", Moment.GOES_OUT, foe_in),
        (f"you put {{self}} {hand} onto your Active ~", Moment.EVOLVES_FROM_HAND, SELF),
    ]


def _fights() -> list[tuple[str, Moment, Any]]:
    """When a Pokemon is hurt, falls, hurts and fells."""
    foe_in = Target(side=Side.OPPONENTS, place=Place.ACTIVE)
    own = Target(side=Side.YOURS, place=Place.PLAY, number=1, filters=slot("what"))
    active = Target(side=Side.YOURS, place=Place.ACTIVE, filters=slot("what"))
    return [
        ("{self} is damaged by {struck}", Moment.SURVIVES, SELF),
        ("{self} is damaged but not Knocked Out by {struck}", Moment.SURVIVES, SELF),
        ("{self} is damaged by {struck} (even if {same} is Knocked Out)", Moment.DAMAGED, SELF),
        ("1 of your {what} is Knocked Out{bystrike}", Moment.KNOCKED_OUT, own),
        ("{foe} retreats", Moment.RETREATS, foe_in),
        ("{foe} tries to retreat", Moment.RETREATS, foe_in),
        ("{self} is Knocked Out{bystrike}", Moment.KNOCKED_OUT, SELF),
        ("your Active {what} is Knocked Out{bystrike}", Moment.KNOCKED_OUT, active),
        ("{theirone} is Knocked Out by {ownstrike}", Moment.KNOCKS_OUT, SELF),
        ("{self}'s attack [does damage to|damages] {foe}", Moment.DAMAGES, SELF),
        ("{self}'s attacks [do damage to|damage] {foe}", Moment.DAMAGES, SELF),
    ]


def add_moment_words(grammar: Grammar) -> None:
    """Add categories of one meaning: by whose attack, whose Pokemon falls; and anything at all."""
    grammar.lexical("anything", _anything, _spell_words)
    rule = grammar.rule
    for by in ("", " by damage from {struck}", " by {struck}"):
        rule("bystrike", by, "")
    for whose in ("{self}'s attack", "an attack from {self}", "{self}'s attacks",
                  "an attack of {self}", "an attack by {self}", "an attack used by {self}"):
        rule("ownstrike", f"[damage from |]{whose}", "")
    for foe in ("your opponent's Pokémon", "your opponent's Active Pokémon",
                "the Defending Pokémon", "1 of your opponent's Pokémon"):
        rule("theirone", foe, "")


def _add_moments(grammar: Grammar) -> None:
    """Add what works at a moment."""
    rule = grammar.rule
    do = slot("do")
    for words, moment, subject in _moments():
        _trigger(grammar, words, moment, subject)
        if "{bystrike}" in words:
            some = words.replace("{bystrike}", " by damage from an attack from {f:theirs}")
            _trigger(grammar, some, moment, subject, slot("f"))
    for moment, words in (
        (Moment.BETWEEN_TURNS, "[at any time|at any times] between turns"),
        (Moment.BETWEEN_TURNS, "[between turns|during Pokémon Checkup]"),
        (Moment.END_OF_YOUR_TURN, "at the end of [each of your turns|your turn|your turns]"),
        (Moment.END_OF_OPPONENTS_TURN, "at the end of [your opponent's turn|each of your "
                                       "opponent's turns]"),
        (Moment.END_OF_EACH_TURN, "at the end of each player's turn"),
    ):
        timed = Triggered(moment=moment, steps=(do,))
        rule("power", f"{words}, {{do}}", timed, compound=True)
        rule("power", f"once {words}, you may use this {KIND}", Triggered(moment=moment, may=True))
        rule("power", f"once {words}, if {{ask}}, you must {{do}}",
             Triggered(moment=moment, steps=(do,), condition=slot("ask")))
        rule("power", f"{{do}} {words}", timed, compound=True)
        asked = Triggered(moment=moment, steps=(do,), condition=slot("ask"))
        rule("power", f"once {words}, if {{ask}}, you may use this {KIND}",
             Triggered(moment=moment, condition=slot("ask"), may=True))
        rule("power", f"{words}, if {{ask}}, {{do}}", asked)
        rule("power", f"{{given}} {{ask}}, {words}, {{do}}", asked)
        rule("power", f"{{given}} {{ask}}, {{do}} {words}", asked)


_ENERGY_CARD = re.compile(
    r"an? (?:[A-Za-z]+(?:,? or [A-Za-z]+|, [A-Za-z]+)* (?:basic )?)?Energy(?: card)?"
    r"|a Pokémon Tool card(?: that has [\w\" ]+ in its name)?"
)


def _spell_words(value: object) -> str | None:
    return value if isinstance(value, str) else None


_ANYTHING = re.compile(r"(?!.*\. )[^;]+")


def _anything(text: str) -> str | None:
    """Read what is done at a moment that never comes (Rule: S43), in the text's own words."""
    return text if _ANYTHING.fullmatch(text) and not text.startswith(" ") else None


def _add_attaching(grammar: Grammar) -> None:
    """Add what happens as Energy comes from a hand, which nobody has (Rule: S43)."""
    grammar.lexical("energycard", whole(_ENERGY_CARD), _spell_words, "a")
    attached = Elsewhere(zones=frozenset({Zone.HAND}), what=slot("e"))
    for words in (
        "you attach {e:energycard} from your hand to {one}[| during your turn]",
        "any player attaches {e:energycard} from their hand to {one}",
        "your opponent attaches {e:energycard} from [his or her|their] hand to {one}",
    ):
        happens = Triggered(moment=Moment.ENERGY_FROM_HAND, steps=(slot("do"),),
                            subject=slot("one"), condition=attached)
        never = OutOfPlay(zones=frozenset({Zone.HAND}), what=slot("w"))
        grammar.rule("idle", f"{{when}} {words}, {{w:anything}}", replace(happens, steps=(never,)))
        grammar.rule("power", f"{{when}} {words}, {{do}}", happens)
        grammar.rule("power", f"once during your turn, {{when}} {words}, {{do}}",
                     replace(happens, once=True))
        grammar.rule("power", f"once during your turn, {{when}} {words}, you may use this {KIND}",
                     replace(happens, steps=(), once=True, may=True))
        grammar.rule("power", f"{{given}} {{ask}}, {{when}} {words}, {{do}}",
                     Triggered(moment=Moment.ENERGY_FROM_HAND, steps=(slot("do"),),
                               subject=slot("one"),
                               condition=Every(conditions=(slot("ask"), attached))))


_HAND_MOMENT = re.compile(
    r"(?:you|your opponent|any player|a player|each player) "
       "(?:play|plays|put|puts|attach|attaches) "
    r"[^,.]* from (?:your|his or her|their) hand[^,.]*"
    r"|your opponent's Pokémon uses (?:a|any) Poké-Power"
    r"|your opponent plays a Trainer card"
    r"|your opponent tries to attach [^,.]* from (?:his or her|their) hand [^,.]*"
)


def _add_idle(grammar: Grammar) -> None:
    """Add what waits for a card from a hand, which nobody has (Rule: S43)."""
    grammar.lexical("handmoment", whole(_HAND_MOMENT), _spell_words)
    never = OutOfPlay(zones=frozenset({Zone.HAND}), what=slot("w"))
    played = Elsewhere(zones=frozenset({Zone.HAND}), what=slot("m"))
    happens = Triggered(moment=Moment.PLAYED_FROM_HAND, steps=(never,), condition=played)
    for opening, value in (("", happens), ("once during your turn, ", replace(happens, once=True))):
        grammar.rule("idle", f"{opening}[when|whenever|if|after] {{m:handmoment}}, {{w:anything}}",
                     value, compound=True)
        asked = Every(conditions=(slot("ask"), played))
        grammar.rule("idle", f"{opening}[if|as long as] {{ask}}, [when|whenever] {{m:handmoment}}, "
                     "{w:anything}", replace(value, condition=asked), compound=True)
        trainer = Elsewhere(zones=frozenset({Zone.TRAINERS}), what=slot("attack"))
        grammar.rule("idle", f"{opening}[when|whenever|if] [you discard {{self}}|{{self}} is "
                     "discarded] with the effect of {attack}, {w:anything}",
                     replace(value, condition=trainer))


def _add_lying(grammar: Grammar) -> None:
    """Add what happens between turns as long as a condition lies on this Pokemon."""
    lying = Filter(kind=FilterKind.CONDITION, word=slot("c"))
    held = Exists(target=Target(side=Side.YOURS, place=Place.SELF, filters=(lying,)))
    sick = Exists(target=Target(side=Side.YOURS, place=Place.SELF, filters=(
        Filter(kind=FilterKind.CONDITION),)))
    for words, condition in (("{c:condition}", held),
                             ("affected by [a|any] Special [Condition|Conditions]", sick)):
        grammar.rule("power", f"{{given}} {{self}} remains {words} between turns, {{do}}",
                     Triggered(moment=Moment.BETWEEN_TURNS, steps=(slot("do"),),
                               condition=condition))


def _trigger(
    grammar: Grammar, words: str, moment: Moment, subject: Any, attackers: Any = ()
) -> None:
    rule = grammar.rule
    do = slot("do")
    happens = Triggered(moment=moment, steps=(do,), subject=subject, attackers=attackers)
    asked = replace(happens, condition=slot("ask"))
    used = replace(happens, steps=(), once=True, may=True)
    once = replace(happens, once=True)
    rule("power", f"{{when}} {words}, {{do}}", happens, compound=True)
    rule("power", f"{{when}} {words}, you may use this {KIND}", replace(used, once=False))
    rule("power", f"{{when}} {words}, if {{ask}}, {{do}}", asked)
    rule("power", f"{{given}} {{ask}}, {{when}} {words}, {{do}}", asked)
    rule("power", f"{{given}} {{ask}} and {words}, {{do}}", asked)
    rule("power", f"{{when}} {words}, and if {{ask}}, {{do}}", asked)
    for opening, value in (("during", happens), ("once during", once)):
        rule("power", f"{opening} your opponent's turn, {{when}} {words}, {{do}}", value)
        rule("power", f"{opening} your opponent's turn, {{when}} {words}, you may use this {KIND}",
             replace(value, steps=(), may=True))
    rule("power", f"once during your turn, {{when}} {words}, {{do}}", once, compound=True)
    rule("power", f"once during your turn, {{when}} {words}, if {{ask}}, {{do}}",
         replace(once, condition=slot("ask")))
    rule("power", f"once during your turn, {{when}} {words}, you may use this {KIND}", used)
    if moment in FROM_HAND:
        never = OutOfPlay(zones=frozenset({Zone.HAND}), what=slot("w"))
        for opening, value in (("{when}", happens), ("once during your turn, {when}", once)):
            rule("idle", f"{opening} {words}, {{w:anything}}", replace(value, steps=(never,)))
    if words.startswith("{self} is"):
        standing = replace(happens, condition=Stands(place=Place.ACTIVE))
        inner = words.removeprefix("{self} ")
        rule("power", f"{{when}} {{self}} is {{onactive}} and {inner}, {{do}}", standing,
             compound=True)
