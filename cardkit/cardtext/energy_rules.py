"""Rules for Energy that is discarded, moved and attached, and for exchanging the Active."""

from __future__ import annotations

from typing import Any

from cardkit.cardtext.conditions import Exists
from cardkit.cardtext.counts import Amount
from cardkit.cardtext.effects import Cost, When
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.operations import AttachEnergy, DiscardEnergy, Energies, MoveEnergy, Switch
from cardkit.cardtext.targets import CHOSEN, DEFENDER, Filter, Target
from cardkit.cardtext.vocabulary import FilterKind, Place, Side

# Tables of rules: a rule in as few lines as it takes.
# fmt: off


def add_energy_rules(grammar: Grammar) -> None:
    """Add discarding, moving and attaching Energy, and switching."""
    _add_discarding(grammar)
    _add_moving(grammar)
    _add_attaching(grammar)
    _add_switching(grammar)


def _add_discarding(grammar: Grammar) -> None:
    rule = grammar.rule
    energy = slot("energy")
    for source, value in (
        ("{one}", DiscardEnergy(source=slot("one"), energy=energy)),
        ("{each}", DiscardEnergy(source=slot("each"), energy=energy, each=True)),
        ("{group}", DiscardEnergy(source=slot("group"), energy=energy)),
    ):
        for text in (
            f"discard {{energy}} [attached to|from] {source}[| when you use this attack]",
            f"choose {{energy}} attached to {source} and discard [it|them]",
        ):
            rule("simple", text, value)
    one = DiscardEnergy(source=slot("one"), energy=energy)
    rule("simple", "discard {energy}, if any, attached to {one}", one)
    counted = Energies(number=Amount(per=1, count=slot("sum")), types=slot("types"))
    rule("simple", "discard a number of {types} Energy[| cards] attached to {one} equal to the "
         "number of {sum}", DiscardEnergy(source=slot("one"), energy=counted))
    plain = Energies(number=Amount(per=1, count=slot("sum")))
    rule("simple", "discard a number of Energy[| cards] attached to {one} equal to the number of "
         "{sum}", DiscardEnergy(source=slot("one"), energy=plain))
    rule("simple", "discard {energy} attached to any of {group} in any way you like",
         DiscardEnergy(source=slot("group"), energy=energy))
    many = Energies(number=None, any_number=True, types=slot("types"))
    anything = Energies(number=None, any_number=True)
    for text in ("Energy[| cards] attached to {holder} as you like",
                 "Energy[| cards] as you like attached to {holder}[| in play]"):
        rule("simple", f"discard as many {{types}} {text}",
             DiscardEnergy(source=slot("holder"), energy=many))
        rule("simple", f"discard as many {text}",
             DiscardEnergy(source=slot("holder"), energy=anything))
    rule("simple", "[choose {n:number} of those Energy cards and discard it"
         "|discard {n:number} of those Energy cards]",
         DiscardEnergy(source=CHOSEN, energy=Energies(number=Amount(fixed=slot("n")))))
    some = Target(side=Side.OPPONENTS, place=Place.ACTIVE,
                  filters=(Filter(kind=FilterKind.ENERGY, number=1),))
    rule("act", "if {foe} has any Energy[| cards] attached to it, choose {n:number} of them and "
         "discard it",
         When(condition=Exists(target=some), then=DiscardEnergy(
             source=DEFENDER, energy=Energies(number=Amount(fixed=slot("n"))))))
    rule("simple", "discard {energy} attached to {one} in order to use this attack",
         Cost(step=one))
    rule("simple", "discard {energy} attached to {one} or this attack does nothing",
         Cost(step=one))
    rule("simple", "your opponent discards {energy} [attached to|from] {one}",
         DiscardEnergy(source=slot("one"), energy=energy, chooser=Side.OPPONENTS))


def _add_moving(grammar: Grammar) -> None:
    more: dict[str, Any]
    rule = grammar.rule
    energy = slot("energy")
    for kind, more in (("Energy", {}), ("{types} Energy", {"types": slot("types")})):
        many = Energies(number=None, any_number=True, **more)
        rule("simple", f"move as many {kind}[| cards] attached to {{s:holder}} to {{t:group}} in "
             "any way you like",
             MoveEnergy(source=slot("s"), target=slot("t"), energy=many, spread=True))
        rule("simple", f"move as many {kind}[| cards] attached to {{s:holder}} as you like to "
             "{t:one}", MoveEnergy(source=slot("s"), target=slot("t"), energy=many))
    handed = MoveEnergy(source=slot("s"), target=slot("t"), energy=energy)
    rule("simple", "[take|choose] {energy} attached to {s:holder}[|, if any,] and "
         "[attach|move] [it|them] to {t:one}", handed)
    for name in ("one", "group", "each"):
        source = f"[attached to|from] {{s:{name}}}"
        rule("simple", f"move {{energy}} {source} to {{t:one}}",
             MoveEnergy(source=slot("s"), target=slot("t"), energy=energy))
        spread = MoveEnergy(source=slot("s"), target=slot("t"), energy=energy, spread=True)
        rule("simple", f"move {{energy}} {source} to {{t:group}} in any way you like", spread)


def _add_attaching(grammar: Grammar) -> None:
    rule = grammar.rule
    energy = slot("energy")
    for opening in (
        "attach {energy} from your discard pile to",
        "search your discard pile for {energy} and attach [it|them] to",
        "take {energy} from your discard pile and attach [it|them] to",
        "choose {energy} from your discard pile and attach [it|them] to",
    ):
        rule("simple", f"{opening} {{one}}",
             AttachEnergy(target=slot("one"), energy=energy))
        rule("simple", f"{opening} {{each}}",
             AttachEnergy(target=slot("each"), energy=energy, each=True))
        rule("simple", f"{opening} [any of |]{{group}} in any way you like",
             AttachEnergy(target=slot("group"), energy=energy, spread=True))


def _add_switching(grammar: Grammar) -> None:
    rule = grammar.rule
    own = Switch(side=Side.YOURS)
    bench = Target(side=Side.YOURS, place=Place.BENCH, number=1, filters=slot("f"))
    picked = Switch(side=Side.YOURS, bench=bench)
    for words, value in (
        ("[a|1] of your Benched Pokémon", own),
        ("1 of your Benched {f:kinds}", picked),
    ):
        for ending in ("", ", if any"):
            rule("simple", f"switch {{self}} with {words}{ending}", value)
            rule("simple", f"you switch {{self}} with {words}{ending}", value)
            rule("simple", f"switch it with {words}{ending}", value)
    enemy = Switch(side=Side.OPPONENTS)
    chosen = Switch(side=Side.OPPONENTS, chooser=Side.OPPONENTS)
    bench_of = "1 of [your opponent's|their|his or her] Benched Pokémon"
    rule("simple", f"your opponent switches {{foe}} with {bench_of}[|, if any]", chosen)
    rule("simple", f"have your opponent switch {{foe}} with {bench_of}[|, if any]", chosen)
    rule("simple", f"switch {{foe}} with {bench_of}", enemy)
    rule("simple", "your opponent chooses 1 of [their|his or her] Benched Pokémon and switches it "
         "with {foe}", chosen)
    rule("simple", "switch it with {foe}", Switch(side=Side.OPPONENTS, bench=CHOSEN))
    rule("simple", "[he or she chooses|your opponent chooses] 1 of them and switches it with "
         "{foe}", chosen)
    rule("simple", "your opponent chooses the Defending Pokémon to switch", chosen)
    rule("simple", f"switch {bench_of} with {{foe}}", enemy)
    rule("simple", "switch 1 of your opponent's Benched Pokémon with 1 of the Defending Pokémon",
         enemy)
    rule("simple", f"choose {bench_of} and switch it with {{foe}}", enemy)
    rule("simple", "choose 1 of your opponent's Benched Pokémon and switch it with 1 of the "
         "Defending Pokémon", enemy)
    rule("simple", "switch in 1 of your opponent's Benched Pokémon to the Active Spot", enemy)
    rule("simple", "switch out {foe} to the Bench", chosen)
