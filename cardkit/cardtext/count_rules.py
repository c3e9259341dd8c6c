"""Rules for what is counted and for amounts of damage."""

from __future__ import annotations

from typing import Any

from cardkit.cards import BASIC_ENERGY_TYPES
from cardkit.cardtext.counts import (
    Amount,
    CardsIn,
    Coins,
    ConditionsOn,
    CountersOn,
    DamageDone,
    DamageTaken,
    Done,
    EnergyInDiscard,
    EnergyOn,
    HpLeft,
    PokemonAt,
    RetreatCost,
)
from cardkit.cardtext.grammar import Grammar, slot, spellings
from cardkit.cardtext.targets import DEFENDER, NAMED, SELF, Target
from cardkit.cardtext.vocabulary import Face, Place, Side, Zone

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def add_count_rules(grammar: Grammar) -> None:
    """Add counts after "for each" (``per``) and "the number of" (``sum``), and amounts."""
    _add_energy_counts(grammar)
    _add_crowds(grammar)
    _add_pokemon_counts(grammar)
    _add_other_counts(grammar)
    _add_void_counts(grammar)
    _add_amounts(grammar)


def _both(grammar: Grammar, text: str, value: Any) -> None:
    """Add a count in the singular and in the plural; ``%`` is the plural's ending."""
    grammar.rule("per", text.replace("%", ""), value)
    grammar.rule("sum", text.replace("%", "s"), value)


def _add_energy_counts(grammar: Grammar) -> None:
    more: dict[str, Any]
    for kind, more in (
        ("Energy", {}),
        ("{types} Energy", {"types": slot("types")}),
        ("[basic|Basic] Energy", {"basic": True}),
        ("[basic|Basic] {types} Energy", {"basic": True, "types": slot("types")}),
        ("[basic |Basic |]{a:type} and [basic |Basic |]{b:type} Energy",
         {"types": (slot("a"), slot("b"))}),
        ("Special Energy", {"special": True}),
        ("{special} Energy", {"special": True, "name": slot("special")}),
    ):
        value = EnergyOn(target=slot("holder"), **more)
        _both(grammar, f"{kind}[| card%] attached to {{holder:counted_on}}", value)
        spare = EnergyOn(target=SELF, spare=True, **more)
        for ending in ("this attack's Energy cost", "this attack"):
            _both(
                grammar,
                f"{kind}[| card%] attached to {{self}} but not used to pay for {ending}",
                spare,
            )
        _both(grammar, f"extra {kind}[| card%] attached to {{self}}", spare)
    _both(
        grammar,
        "[different |]type% of [basic |Basic |]Energy[| card%] attached to {holder:counted_on}",
        EnergyOn(target=slot("holder"), kinds=True),
    )
    for thing in ("Energy", "Energy card%", "basic Energy card%", "Basic Energy card%", "card%"):
        for deed in ("discarded in this way", "discarded this way", "you discarded in this way",
                     "you discarded this way", "that you discarded in this way", "you discarded",
                     "discarded", "you returned", "you chose", "attached in this way",
                     "returned in this way", "removed in this way"):
            _both(grammar, f"{thing} {deed}", Done())
    for text in (
        "card% you attached to them in this way",
        "damage counter% [you |][removed|healed|moved|placed|put] in this way",
        "damage counter% you put on [~|this Pokémon] in this way",
    ):
        _both(grammar, text, Done())
    for kind in BASIC_ENERGY_TYPES:
        for text in ("[|you |that you ]discarded in this way", "[|you ]discarded",
                     "[|you ]attached in this way"):
            _both(grammar, f"[|basic |Basic ]{kind} Energy [card% |]{text}", Done())
    _both(
        grammar, "{t:type} Energy card% in your discard pile", EnergyInDiscard(types=(slot("t"),))
    )
    _both(
        grammar,
        "[basic|Basic] {t:type} Energy card% in your discard pile",
        EnergyInDiscard(types=(slot("t"),)),
    )
    _both(grammar, "[basic |Basic |]Energy card% in your discard pile", EnergyInDiscard())
    _both(grammar, "type% of [basic |Basic |]Energy[| card%] in your discard pile",
          EnergyInDiscard(kinds=True))


def _add_pokemon_counts(grammar: Grammar) -> None:
    rule = grammar.rule
    filters, side = slot("what"), slot("whose")
    for where, place in (("", Place.PLAY), ("Benched ", Place.BENCH)):
        for other in ("", "other "):
            group = PokemonAt(target=Target(side=side, place=place, filters=filters,
                                            other=bool(other)))
            rule("per", f"of {{whose}} {other}{where}{{what}}[| in play]", group)
            rule("sum", f"{{whose}} {other}{where}{{what}}[| in play]", group)
        named = PokemonAt(target=Target(side=side, place=place, filters=slot("names")))
        rule("per", f"of {{whose}} {where}{{names}}[| in play]", named)
    for category in ("per", "sum"):
        rule(category, "{crowd}", PokemonAt(target=slot("crowd")))
    for words, kinds in (("Pokémon", ()), ("{m:mechanic}", (slot("m"),))):
        _both(grammar, f"different type% of {words} on {{whose}} Bench", PokemonAt(
            target=Target(side=side, place=Place.BENCH, filters=kinds), types=True))
        _both(grammar, f"different type% of {words} you have in play", PokemonAt(
            target=Target(side=Side.YOURS, place=Place.PLAY, filters=kinds), types=True))


def _add_crowds(grammar: Grammar) -> None:
    """Add ``crowd``: Pokemon that are counted, named with where they are."""
    rule = grammar.rule
    after, before = slot("z"), slot("a")
    for where, side, place in (
        ("you have in play", Side.YOURS, Place.PLAY),
        ("your opponent has in play", Side.OPPONENTS, Place.PLAY),
        ("in play", Side.BOTH, Place.PLAY),
        ("on {whose} Bench", slot("whose"), Place.BENCH),
    ):
        for words, filters in (
            (f"{{what}} {where}", slot("what")),
            (f"{{names}} {where}", slot("names")),
            (f"Pokémon {where} {{z:after}}", (after,)),
            (f"{{a:before}} Pokémon {where} {{z:after}}", (before, after)),
        ):
            rule("crowd", words, Target(side=side, place=place, filters=filters))
        if place is Place.PLAY:
            others = Target(side=side, place=place, filters=slot("what"), other=True)
            rule("crowd", f"other {{what}} {where}", others)
            rule("crowd", f"{{what}} (excluding this one) {where}", others)
    rule("crowd", "{what} in play, excluding [~|this Pokémon]",
         Target(side=Side.BOTH, place=Place.PLAY, filters=slot("what"), other=True))
    rule("crowd", "Benched {what}",
         Target(side=Side.BOTH, place=Place.BENCH, filters=slot("what")))


def _add_other_counts(grammar: Grammar) -> None:
    rule = grammar.rule
    for category in ("per", "sum"):
        rule(category, "heads", Coins())
        rule(category, "tails", Coins(face=Face.TAILS))
    _both(grammar, "damage counter% on {holder:counted_on}", CountersOn(target=slot("holder")))
    cost = RetreatCost(target=slot("holder"))
    for words in ("Colorless", "Colorless Energy", "Energy"):
        rule("per", f"{words} in {{holder:counted_on}}'s [Retreat Cost|retreat cost]", cost)
        rule("per", f"{words} in its Retreat Cost", RetreatCost(target=NAMED))
        rule("sum", f"{words} in {{holder:counted_on}}'s [Retreat Cost|retreat cost]", cost)
    _both(grammar, "Special Condition% affecting {holder:counted_on}",
          ConditionsOn(target=slot("holder")))


_VOID_PLACES = (
    ("your hand", "your hand", "thing", Zone.HAND),
    ("[your opponent's|their|his or her] hand", "opponent's hand", "thing", Zone.HAND),
    ("both players' hands", "both hands", "thing", Zone.HAND),
    ("your discard pile", "your discard pile", "nonenergy", Zone.DISCARD),
    ("[your opponent's|their] discard pile", "opponent's discard pile", "thing", Zone.DISCARD),
    ("both players' discard piles", "both discard piles", "thing", Zone.DISCARD),
    ("the Lost Zone", "Lost Zone", "thing", Zone.LOST_ZONE),
    ("your Lost Zone", "your Lost Zone", "thing", Zone.LOST_ZONE),
    ("your opponent's Lost Zone", "opponent's Lost Zone", "thing", Zone.LOST_ZONE),
    ("your deck", "your deck", "thing", Zone.DECK),
    ("your opponent's deck", "opponent's deck", "thing", Zone.DECK),
)
"""Words, name, category of what lies there, zone. Basic Energy in the discard pile is not void."""


def _add_void_counts(grammar: Grammar) -> None:
    for words, where, things, zone in _VOID_PLACES:
        value = CardsIn(zones=frozenset({zone}), what=slot("what"), where=where)
        for category in ("per", "sum"):
            grammar.rule(category, f"{{what:{things}}} in {words}", value)
    held = CardsIn(zones=frozenset({Zone.DISCARD}), what=slot("what"), where=slot("attack"))
    for category in ("per", "sum"):
        grammar.rule(
            category,
            "{what:nonenergy} in your discard pile that [has|have] the {attack} attack",
            held,
        )
    prizes = frozenset({Zone.PRIZES})
    for text in (
        "Prize card% your opponent has taken",
        "Prize card% you have taken",
        "Prize card% both players have taken",
        "Prize card% your opponent took [on|during] their last turn",
        "Prize card% that was taken",
        "your remaining Prize card%",
        "Prize card% your opponent has remaining",
        "Prize card% you have [remaining|left]",
        "of your remaining Prize cards",
        "of your opponent's remaining Prize cards",
    ):
        what = spellings(text)[0].replace("%", "")
        _both(grammar, text, CardsIn(zones=prizes, what=what))
    tools = frozenset({Zone.TOOLS})
    _both(
        grammar,
        "Pokémon Tool[| card%] attached to {holder}",
        CardsIn(zones=tools, what="Pokémon Tool", on=slot("holder")),
    )
    _both(
        grammar,
        "{w:thing} you [revealed|shuffled into your deck] in this way",
        CardsIn(zones=frozenset({Zone.DECK, Zone.HAND}), what=slot("w")),
    )
    _both(grammar, "{w:nonenergy} you find there",
          CardsIn(zones=frozenset({Zone.DECK}), what=slot("w"), where="found"))
    _both(grammar, "Energy card% you find there",
          CardsIn(zones=frozenset({Zone.DECK}), what="Energy", where="found"))
    _both(
        grammar,
        "{w:thing} put in the Lost Zone in this way",
        CardsIn(zones=frozenset({Zone.LOST_ZONE}), what=slot("w")),
    )


def _add_amounts(grammar: Grammar) -> None:
    """Add ``base`` ("20 damage for each ..."), and ``more`` and ``less`` alike."""
    rule = grammar.rule
    fixed = Amount(fixed=slot("n"))
    per = Amount(per=slot("n"), count=slot("per"))
    times = Amount(per=slot("n"), count=slot("sum"))
    rule("base", "{n:points} times the [number|amount] of {sum}", times)
    rule("more", "{n:points} more damage (before applying Weakness and Resistance)", fixed)
    rule("base", "the same amount of damage [to|done to] {foe}",
         Amount(per=10, count=DamageTaken()))
    rule("more", "that much more damage", Amount(per=10, count=DamageTaken()))
    for name, words in (("base", "damage"), ("more", "more damage"), ("less", "less damage")):
        rule(name, f"{{n:points}} {words}", fixed)
        rule(name, f"{{n:points}} {words} for each {{per}}", per)
        rule(
            name,
            f"{{n:points}} {words} times the [number|amount|total amount|total number] of {{sum}}",
            times,
        )
    rule("plus", "{more}", slot("more"))
    rule("plus", "{n:points} damage for each {per}", per)
    rule("plus", "{n:points} damage times the [number|amount] of {sum}", times)
    # How damage counters are counted, ten points each.
    rule("counted", "{counters}", Amount(fixed=slot("counters")))
    rule("counted", "{counters} for each {per}", Amount(per=slot("counters"), count=slot("per")))
    rule(
        "base",
        "damage [to {foe} |]equal to half {foe}'s remaining HP[| (rounded up to the nearest 10)]",
        Amount(per=1, count=HpLeft(target=DEFENDER, halved=True)),
    )
    rule("base", "damage equal to the damage done", Amount(per=10, count=DamageDone()))
