"""Rules for what only powers ask; what attacks ask is read as in attacks."""

from __future__ import annotations

from typing import Any

from cardkit.cardtext.conditions import (
    Compare,
    Did,
    Elsewhere,
    Every,
    Exists,
    FellLastTurn,
    FirstTurn,
    Not,
    Stands,
)
from cardkit.cardtext.counts import PokemonAt
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.targets import SELF, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Relation, Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def _digits(text: str) -> str | None:
    return text if text.isdecimal() else None


def _spell_digits(value: object) -> str | None:
    return value if isinstance(value, str) and value.isdecimal() else None


def add_power_questions(grammar: Grammar) -> None:
    """Add ``ask``: what attacks ask, where a Pokemon stands, and several things at once."""
    grammar.lexical("digits", _digits, _spell_digits, "123456789")
    rule = grammar.rule
    rule("ask", "{cond}", slot("cond"), compound=True)
    several = Every(conditions=(slot("a"), slot("b")))
    for joint in (" and ", " and if ", ", and if ", ", and "):
        rule("ask", f"{{a:ask}}{joint}{{b:ask}}", several, compound=True)
    for place, words in (
        (Place.ACTIVE, "[your Active Pokémon|in the Active Spot|an Active Pokémon|Active|the "
         "Active Pokémon]"),
        (Place.BENCH, "[on your Bench|Benched|on the Bench]"),
    ):
        for who, target in (
            ("{self}", SELF),
            ("[any |]{name:another}", Target(side=Side.YOURS, place=Place.PLAY, filters=(
                Filter(kind=FilterKind.NAME, word=slot("name")),))),
        ):
            rule("ask", f"{who} is {words}", Stands(place=place, target=target))
            rule("ask", f"{who} [isn't|is not] {words}",
                 Not(condition=Stands(place=place, target=target)))
    rule("ask", "{self} is in play", Exists(target=SELF))
    for where, zone in (("hand", Zone.HAND), ("discard pile", Zone.DISCARD)):
        rule("ask", f"{{self}} is in your {where}",
             Elsewhere(zones=frozenset({zone}), what=f"is in your {where}"))
    _add_states(grammar)
    _add_deeds_done(grammar)
    _add_room(grammar)


def _add_room(grammar: Grammar) -> None:
    """Add what lies elsewhere, and how many Pokemon there are."""
    rule = grammar.rule
    for text in ("{self} is the last card in your hand",):
        rule("ask", text, Elsewhere(zones=frozenset({Zone.HAND}), what="last card"))
    room = PokemonAt(target=Target(side=Side.YOURS, place=Place.BENCH))
    rule("ask", "your Bench isn't full", Compare(left=room, relation=Relation.AT_MOST, right=4))
    rule("ask", "your opponent's Bench isn't full",
         Elsewhere(zones=frozenset({Zone.ENEMY_BENCH}), what="room on the Bench"))
    rule("ask", "your opponent has any {w:thing} there",
         Elsewhere(zones=frozenset({Zone.HAND}), what=slot("w"), follows=True))
    prizes = Elsewhere(zones=frozenset({Zone.PRIZES}), what=slot("n"))
    rule("ask", "your opponent has {n:digits} or fewer Prizes[| left]", prizes)


def _self(*filters: Any) -> Target:
    return Target(side=Side.YOURS, place=Place.SELF, filters=filters)


def _add_states(grammar: Grammar) -> None:
    rule = grammar.rule
    kind = FilterKind
    unhurt = Filter(kind=kind.DAMAGED, negated=True)
    rule("ask", "{self} has full HP", Exists(target=_self(unhurt)))


def _add_deeds_done(grammar: Grammar) -> None:
    rule = grammar.rule
    for words in ("you placed any damage counters in this way",
                  "you put any damage counters on a Pokémon in this way",
                  "you moved any damage counters in this way"):
        rule("ask", words, Did(what=words))
    for words in ("you searched your deck in this way",
                  "you put any cards on the bottom of your deck in this way", "you drew any cards "
                  "in this way",
                  "you attached any Energy cards in this way"):
        zones = frozenset({Zone.DECK})
        rule("ask", words, Elsewhere(zones=zones, what=words))
    fallen = FellLastTurn(filters=slot("what"), by_damage=False)
    during = "during [your opponent's|his or her|their] last turn"
    rule("ask", f"[1|any] of your {{what}} was Knocked Out {during}", fallen)
    hit = FellLastTurn(filters=slot("what"))
    rule("ask", f"[1|any] of your {{what}} [was|were] Knocked Out by damage from {{theirattack}} "
         f"{during}", hit)
    rule("ask", "it's your first turn", FirstTurn())
    rule("ask", "you go second and it's your first turn", FirstTurn(second=True))
