"""Powers are read whole or not at all, and print back exactly."""

from __future__ import annotations

import pytest

from cardkit.attacks import Ability
from cardkit.cardtext import Powers, Unread, print_powers, read_ability
from cardkit.cardtext.conditions import CoinsShow, Stands
from cardkit.cardtext.counts import Amount
from cardkit.cardtext.effects import Cost, Flip, May, When
from cardkit.cardtext.lasting import RetreatsFor, TakesLess
from cardkit.cardtext.operations import Give, Heal, OutOfPlay
from cardkit.cardtext.power_reading import normalise_power
from cardkit.cardtext.powers import (
    Activated,
    AlwaysOn,
    Moment,
    Part,
    StopsWhile,
    Triggered,
)
from cardkit.cardtext.targets import DEFENDER, SELF, is_void
from cardkit.cardtext.vocabulary import Face, Place
from cardkit.rules import Condition


def parts(text: str) -> tuple[Part, ...]:
    read = read_ability(Ability(name="Hum", text=text), "Mossling")
    assert isinstance(read, Powers), read
    assert print_powers(read) == normalise_power(text, "Mossling")
    return read.parts


def test_what_is_always_on_has_a_bearer_and_a_condition() -> None:
    text = "As long as Mossling is on your Bench, your Active Pokémon has no Retreat Cost."
    [part] = parts(text)
    assert isinstance(part, AlwaysOn)
    assert part.condition == Stands(place=Place.BENCH)
    assert part.bearer.place is Place.ACTIVE
    assert part.rule == RetreatsFor(change=None)


def test_each_sentence_is_a_part_of_its_own() -> None:
    text = "This Pokémon takes 20 less damage from attacks. This Pokémon has no Retreat Cost."
    assert parts(text) == (
        AlwaysOn(rule=TakesLess(amount=Amount(fixed=20))),
        AlwaysOn(rule=RetreatsFor(change=None)),
    )


def test_what_follows_a_use_belongs_to_it() -> None:
    text = (
        "Once during your turn (before your attack), you may flip a coin. If heads, the Defending "
        "Pokémon is now Asleep. This power can't be used if Mossling is Asleep or Confused."
    )
    heads = When(
        condition=CoinsShow(face=Face.HEADS),
        then=Give(target=DEFENDER, conditions=(Condition.ASLEEP,)),
    )
    assert parts(text) == (
        Activated(steps=(Flip(), heads)),
        StopsWhile(conditions=(Condition.ASLEEP, Condition.CONFUSED)),
    )


def test_a_cost_stands_first_among_the_steps() -> None:
    text = (
        "You must discard a card from your hand in order to use this Ability. Once during your "
        "turn, you may heal 30 damage from this Pokémon."
    )
    [part] = parts(text)
    assert isinstance(part, Activated)
    cost, heal = part.steps
    assert isinstance(cost, Cost)
    assert isinstance(cost.step, OutOfPlay)
    assert is_void(cost.step.zones)
    assert heal == Heal(target=SELF, amount=Amount(fixed=30))


def test_what_comes_from_the_hand_is_void() -> None:
    text = (
        "When you play this Pokémon from your hand onto your Bench, you may heal 10 damage from it."
    )
    assert parts(text) == (
        Triggered(
            moment=Moment.PLAYED_FROM_HAND,
            steps=(May(step=Heal(target=SELF, amount=Amount(fixed=10))),),
        ),
    )
    assert is_void(parts(text)[0].zones)


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("Once during your turn, you may dance.", "Once during your turn, you may dance"),
        ("Once during your turn, you may flip a coin. If heads, sing.", "If heads, sing"),
    ],
)
def test_an_unread_sentence_makes_the_power_unread(text: str, clause: str) -> None:
    read = read_ability(Ability(name="Hum", text=text), "Mossling")
    assert isinstance(read, Unread)
    assert read.clause == clause


def test_a_step_that_nothing_sets_off_makes_the_power_unread() -> None:
    read = read_ability(Ability(name="Hum", text="Heal 10 damage from Mossling."), "Mossling")
    assert isinstance(read, Unread)
    assert "when its steps are done" in read.why
