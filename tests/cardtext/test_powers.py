"""Powers are read whole or not at all, and print back exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardkit.attacks import Ability
from cardkit.cardtext import Powers, Unread, print_powers, read_ability
from cardkit.cardtext.conditions import CoinsShow, Stands
from cardkit.cardtext.counts import Amount
from cardkit.cardtext.effects import Cost, Flip, May, When
from cardkit.cardtext.lasting import RetreatsFor, TakesLess
from cardkit.cardtext.notation import read_effects, write_effects
from cardkit.cardtext.operations import Give, Heal, OutOfPlay
from cardkit.cardtext.power_reading import normalise_power, read_power
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
from tests.cardtext.inventing import POWERS
from tests.cardtext.test_rules import written

GOLDEN = Path(__file__).with_name("powers.txt")


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


@pytest.fixture(scope="module")
def inventions() -> dict[tuple[str, int], tuple[str, Powers]]:
    """A text for every rule that only powers have."""
    return POWERS.inventions()


Inventions = dict[tuple[str, int], tuple[str, Powers]]


def test_every_rule_reads_a_text_that_was_invented_for_it(inventions: Inventions) -> None:
    assert [rule for rule in POWERS.every_rule() if rule not in inventions] == []


def test_every_invented_text_prints_back_exactly(inventions: Inventions) -> None:
    texts = dict(inventions.values())
    assert len(texts) >= 1_000
    for text, powers in texts.items():
        assert print_powers(powers) == text


def test_every_rule_can_print_without_a_remembered_wording(inventions: Inventions) -> None:
    for text, powers in inventions.values():
        plain = print_powers(Powers(parts=powers.parts))
        again = read_power(plain)
        assert isinstance(again, Powers), (text, plain, again)
        assert again.parts == powers.parts, (text, plain)


def test_every_power_survives_its_notation(inventions: Inventions) -> None:
    for _, powers in inventions.values():
        assert read_effects(write_effects(powers.parts)) == powers.parts


def test_the_texts_mean_what_was_reviewed(golden: Any) -> None:
    """``powers.txt`` holds texts and, under each, what is read; renewed by ``--renew``."""
    written_before = GOLDEN.read_text(encoding="utf-8").splitlines()
    texts = [line for line in written_before if line and not line.startswith((" ", "#"))]
    lines = ["# Invented texts of powers and what is read; review what changes."]
    for text in texts:
        lines += ["", text, *(f"    {written(part)}" for part in parts(text))]
    assert len(texts) > 100
    golden(GOLDEN, "\n".join(lines) + "\n")


def test_what_a_void_moment_sets_off_needs_no_rule_of_its_own() -> None:
    [part] = parts("When you play Mossling from your hand, you sing a song.")
    assert isinstance(part, Triggered)
    assert is_void(part.zones)


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


@pytest.mark.parametrize("text", [".", "..", ". .", " ", "!", "()", "Hop. . Rest.", ". Hop."])
def test_stray_full_stops_leave_a_power_unread(text: str) -> None:
    assert isinstance(read_power(text), Unread)
