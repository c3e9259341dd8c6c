"""Rules for what only powers ask and do; what attacks do is read as in attacks."""

from __future__ import annotations

from typing import Any

from cardkit.cardtext.conditions import Exists
from cardkit.cardtext.counts import Amount
from cardkit.cardtext.damage_operations import DamageTo, Limit, MoveCounters, PutCounters
from cardkit.cardtext.effects import Choose, Flip, When
from cardkit.cardtext.grammar import Grammar, slot
from cardkit.cardtext.lasting import (
    AttacksFor,
    CannotAttack,
    CannotBeHealed,
    DealsMore,
    EnergyProvides,
    HasType,
    Prevents,
    RetreatsFor,
)
from cardkit.cardtext.operations import (
    AttachEnergy,
    DiscardEnergy,
    Energies,
    Give,
    Heal,
    Lasting,
    MoveEnergy,
    Recover,
    Switch,
    TurnEnds,
)
from cardkit.cardtext.targets import BOTH_ACTIVE, DEFENDER, SELF, Target
from cardkit.cardtext.vocabulary import Place, Protection, Side, Until

# Tables of rules: a rule in as few lines as it takes.
# fmt: off

_ACTIVE = Target(side=Side.YOURS, place=Place.ACTIVE)


def add_power_deeds(grammar: Grammar) -> None:
    """Add ``deed``: operations that only powers have."""
    rule = grammar.rule
    rule("deed", "your turn ends", TurnEnds())
    rule("deed", "end your turn", TurnEnds())
    rule("deed", "choose 1 of [the|your opponent's] Defending Pokémon", Choose(target=DEFENDER))
    rule("deed", "{bearer} is now {conditions}",
         Give(target=slot("bearer"), conditions=slot("conditions")), compound=True)
    rule("deed", "you can't reduce more than {n:points} damage in this way", Limit(most=slot("n")))
    rule("deed", "remove 1 Special Condition from {target}",
         Recover(target=slot("target"), number=1))
    rule("deed", "{target} recovers from a Special Condition",
         Recover(target=slot("target"), number=1))
    rule("deed", "[make|leave] {target} {conditions}",
         Give(target=slot("target"), conditions=slot("conditions")))
    rule("deed", "your opponent's Active Pokémon becomes {conditions}",
         Give(target=DEFENDER, conditions=slot("conditions")))
    _add_switching(grammar)
    _add_energy(grammar)
    _add_damage(grammar)
    _add_moving(grammar)
    _add_healing(grammar)
    _add_lasting(grammar)


def _add_switching(grammar: Grammar) -> None:
    rule = grammar.rule
    own = Switch(side=Side.YOURS)
    for words, value in (
        ("1 of your Benched Pokémon", own),
        ("1 of your Benched {f:kinds}", Switch(side=Side.YOURS, bench=Target(
            side=Side.YOURS, place=Place.BENCH, number=1, filters=slot("f")))),
    ):
        rule("deed", f"switch your Active Pokémon with {words}[|, if any]", value)
        rule("deed", f"switch {words} with your Active Pokémon", value)
        rule("deed", f"you switch your Active Pokémon with {words}", value)
    rule("deed", "switch 1 of your opponent's Benched {f:attacking} with {foe}",
         Switch(side=Side.OPPONENTS, bench=Target(side=Side.OPPONENTS, place=Place.BENCH, number=1,
                                                  filters=slot("f"))))
    rule("deed", "switch 1 of the Defending Pokémon with 1 of your opponent's Benched Pokémon",
         Switch(side=Side.OPPONENTS))
    rule("deed", "choose 1 of the Defending Pokémon and switch it with 1 of your opponent's "
         "Benched Pokémon", Switch(side=Side.OPPONENTS))
    rule("deed", "switch in 1 of your opponent's Benched {f:attacking} to the Active Spot",
         Switch(side=Side.OPPONENTS, bench=Target(side=Side.OPPONENTS, place=Place.BENCH, number=1,
                                                  filters=slot("f"))))
    front = Target(side=Side.YOURS, place=Place.ACTIVE, filters=slot("f"))
    rule("deed", "switch your Active {f:kinds} with 1 of your Benched Pokémon",
         When(condition=Exists(target=front), then=own))
    picked = Target(side=Side.YOURS, place=Place.BENCH, number=1, filters=slot("f"))
    rule("deed", "choose a {f:kinds} on your Bench and switch it with your Active Pokémon",
         Switch(side=Side.YOURS, bench=picked))
    rule("deed", "if you have any Benched Pokémon, switch {self} with 1 of them", own)
    itself = Switch(side=Side.YOURS, bench=SELF)
    rule("deed", "switch {self} with your Active Pokémon", itself)
    rule("deed", "switch {that} with your Active Pokémon",
         Switch(side=Side.YOURS, bench=slot("that")))
    rule("deed", "switch [your Active Pokémon|1 of your Active Pokémon] with {self}", itself)
    rule("deed", "{self} becomes your Active Pokémon", itself)


def _add_energy(grammar: Grammar) -> None:
    rule = grammar.rule
    pile = "from your discard pile"
    rule("deed", f"attach a {{a:type}} or {{b:type}} Energy card {pile} to {{one}}",
         AttachEnergy(target=slot("one"), energy=Energies(types=(slot("a"), slot("b")))))
    pair = Energies(types=(slot("a"), slot("b")), each=True, up_to=True)
    for target, spread in (("{one}", False), ("{group} in any way you like", True)):
        rule("deed", "attach a {a:type} Energy card, a {b:type} Energy card, or 1 of each "
             f"{pile} to {target}",
             AttachEnergy(target=slot("group" if spread else "one"), energy=pair, spread=spread))
    many = Energies(number=None, any_number=True)
    typed = Energies(number=None, any_number=True, types=slot("types"))
    for kind, energy in (("Energy", many), ("{types} Energy", typed)):
        rule("deed", f"move any number of {kind}[| cards] attached to {{s:holder}} to {{t:one}}",
             MoveEnergy(source=slot("s"), target=slot("t"), energy=energy))
        rule("deed", f"take any number of {kind} cards attached to {{s:holder}} and attach them to "
             "{t:one}", MoveEnergy(source=slot("s"), target=slot("t"), energy=energy))
    taken = MoveEnergy(source=slot("s"), target=slot("t"), energy=slot("energy"))
    rule("deed", "take {energy} attached to {s:holder}[|, if any,] and attach [it|them] to {t:one}",
         taken)
    front = MoveEnergy(source=_ACTIVE, target=slot("one"), energy=slot("energy"))
    rule("deed", "move {energy} attached to 1 of your Active Pokémon to {one}", front)
    another = Target(side=Side.YOURS, place=Place.PLAY, number=1, other=True)
    rule("deed", "take {energy} attached to {s:holder} and attach it to a different one",
         MoveEnergy(source=slot("s"), target=another, energy=slot("energy")))
    rule("deed", "discard {energy} attached to {one}, if any",
         DiscardEnergy(source=slot("one"), energy=slot("energy")))
    beside = Target(side=Side.YOURS, place=Place.PLAY, filters=slot("unlike"))
    rule("deed", f"attach {{energy}} {pile} to your Pokémon, except {{unlike}}, in any way you "
         "like", AttachEnergy(target=beside, energy=slot("energy"), spread=True))


def _add_damage(grammar: Grammar) -> None:
    """Add damage and damage counters."""
    rule = grammar.rule
    base, target = slot("base"), slot("target")
    for who in ("this power", "{self}"):
        for ending, plain in (("", False), (". Apply Weakness and Resistance", False),
                              (". Don't apply Weakness and Resistance", True)):
            rule("deed", f"{who} does {{base}} to {{target}}{ending}",
                 DamageTo(target=target, amount=base, plain=plain))
    rule("deed", "place {counted} on {target}",
         PutCounters(target=target, amount=slot("counted")))
    rule("deed", "have your opponent flip {n:points} coins",
         Flip(coins=slot("n"), by=Side.OPPONENTS))
    rule("deed", "have your opponent flip a coin", Flip(by=Side.OPPONENTS))


def _add_moving(grammar: Grammar) -> None:
    """Add damage counters that move."""
    rule = grammar.rule
    anybody = Target(side=Side.BOTH, place=Place.PLAY, number=1)
    other = Target(side=Side.BOTH, place=Place.PLAY, number=1, other=True)
    for who, source, target in (
        ("either player's Pokémon", anybody, other),
        ("1 of your opponent's Pokémon",
         Target(side=Side.OPPONENTS, place=Place.PLAY, number=1),
         Target(side=Side.OPPONENTS, place=Place.PLAY, number=1, other=True)),
    ):
        rule("deed", f"move {{c:counters}} from {who} to another[| Pokémon][| (even if it would "
             "Knock Out the other Pokémon)]",
             MoveCounters(source=source, target=target, amount=slot("c")))
    rule("deed", "move {c:counters} from 1 Pokémon to another[| Pokémon][| (even if it would Knock "
         "Out the other Pokémon)]",
         MoveCounters(source=anybody, target=other, amount=slot("c")))
    yours = Target(side=Side.YOURS, place=Place.PLAY, number=1)
    another = Target(side=Side.YOURS, place=Place.PLAY, number=1, other=True)
    rule("deed", "move {c:counters} from 1 of your Pokémon to another as long as you don't Knock "
         "Out that Pokémon", MoveCounters(source=yours, target=another, amount=slot("c"),
                                          spares=True))
    up_to = {"amount": slot("c"), "any_number": True}
    rule("deed", "move up to {c:counters} from {s:holder} to {t:holder}",
         MoveCounters(source=slot("s"), target=slot("t"), **up_to))
    rule("deed", "move {c:counters} from {s:holder} to {t:holder}",
         MoveCounters(source=slot("s"), target=slot("t"), amount=slot("c")))


def _add_healing(grammar: Grammar) -> None:
    """Add healing and recovering."""
    rule = grammar.rule
    rule("deed", "remove any Special Conditions affecting {holder}", Recover(target=slot("holder")))
    kind = Target(side=Side.YOURS, place=Place.ACTIVE, filters=slot("f"))
    rule("deed", "heal {n:points} damage from your Active {f:attacking}",
         Heal(target=kind, amount=Amount(fixed=slot("n"))))
    rule("deed", "heal all damage from your Active {f:attacking}", Heal(target=kind, amount=None))
    each = Target(side=Side.YOURS, place=Place.PLAY, filters=slot("what"))
    rule("deed", "remove {c:counters} from each of your {what} that has any[| damage counters]",
         Heal(target=each, amount=Amount(fixed=slot("c"))))
    heal = Heal(target=slot("holder"), amount=Amount(fixed=slot("n")))
    rule("deed", "heal {n:points} damage from {holder}", heal)
    removed = Heal(target=slot("holder"), amount=Amount(fixed=slot("c")))
    rule("deed", "remove {c:counters} from {holder}[|, if any]", removed)
    rule("deed", "your Active Pokémon and the Defending Pokémon are no longer {immunities}",
         Recover(target=BOTH_ACTIVE, conditions=slot("immunities")))
    rule("deed", "remove all Special Conditions [affecting|from] {holder}",
         Recover(target=slot("holder")))


def _add_lasting(grammar: Grammar) -> None:
    rule = grammar.rule
    turn = Until.THIS_TURN
    during = "[during this turn|until the end of your turn]"
    fixed = Amount(fixed=slot("n"))
    for text, lasts, bearer in (
        ("{bearer}'s attacks do {n:points} more damage to {foe}[| (before applying Weakness and "
         "Resistance)]", DealsMore(amount=fixed), slot("bearer")),
        ("attacks used by {bearer} do {n:points} more damage to {foe}[| (before applying Weakness "
         "and Resistance)]", DealsMore(amount=fixed), slot("bearer")),
        ("{bearer} has no Retreat Cost", RetreatsFor(change=None), slot("bearer")),
        ("{bearer}'s Retreat Cost is 0", RetreatsFor(change=None), slot("bearer")),
        ("{bearer}'s attacks cost {c:cost} less", AttacksFor(change=slot("c")), slot("bearer")),
        ("{bearer}'s type is {type}", HasType(energy_type=slot("type")), slot("bearer")),
        ("{bearer} can't be healed", CannotBeHealed(), slot("bearer")),
        ("{bearer} can't attack", CannotAttack(), slot("bearer")),
    ):
        value: Any = Lasting(rule=lasts, bearer=bearer, until=turn)
        rule("deed", f"{during}, {text}", value)
        rule("deed", f"{text} {during}", value)
    theirs = "until the end of your opponent's next turn"
    for text, what in (
        ("prevent all effects of your opponent's attacks, including damage, done to {bearer}",
         Protection.ALL),
        ("prevent all damage done to {bearer} by {theirattack}", Protection.DAMAGE),
        ("prevent all damage from and effects of {theirattack} done to {bearer}", Protection.ALL),
    ):
        kept = Lasting(rule=Prevents(what=what), bearer=slot("bearer"))
        rule("deed", f"{text} {theirs}", kept)
        rule("deed", f"{theirs}, {text}", kept)
        rule("deed", f"during your opponent's next turn, {text}", kept)
    rule("deed", "reduce your Active Pokémon's Retreat Cost to 0",
         Lasting(rule=RetreatsFor(change=None), bearer=_ACTIVE, until=turn))
    provides = EnergyProvides(types=(slot("type"),), basic=True)
    every = EnergyProvides(types=(slot("type"),))
    rule("deed", "all Energy attached to {bearer} are {type} Energy instead of {usual} until the "
         "end of your turn", Lasting(rule=every, bearer=slot("bearer"), until=turn))
    for kind, value in (("basic Energy", provides), ("Energy", every)):
        rule("deed", f"turn all {kind} attached to {{holder}} into {{type}} Energy for the rest of "
             "the turn", Lasting(rule=value, bearer=slot("holder"), until=turn))
