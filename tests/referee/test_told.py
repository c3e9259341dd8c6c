"""What a person reads: the words of every kind of happening, each with its rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardkit.referee import Adventure, What
from cardkit.referee.conditions import give
from cardkit.rules import Condition
from tests.referee.table_talk import (
    at,
    begin,
    do,
    fight,
    knock_out,
    main,
    next_script,
    power,
    weaken,
    words,
)
from tests.referee.worlds import STARTERS, card, world

CRUSH = world(
    starters=[card("Ada", hp=990, attacks=["Crush - 300"]), *STARTERS[1:]],
    common=[(card("Dot", types="G"), 12)],
    uncommon=[(card("Uma", evolves_from="Bob"), 4)],
    energy="GGRRWWLLPP",
)


def crush(script: str = "", *, event: str = "skirmish", badges: int = 0) -> Adventure:
    return main(CRUSH, script, event=event, badges=badges)


def ready_to_run() -> Adventure:
    adventure = crush()
    power(adventure, "active", "R")
    knock_out(adventure, "bench-2", "bench-3")
    return adventure


def ready_to_revive() -> Adventure:
    adventure = fight()
    knock_out(adventure, "bench-2")
    adventure.state.balls = 5
    return adventure


def hurt() -> Adventure:
    adventure = crush()
    at(adventure, "bench-3").damage = 30
    adventure.state.balls = 3
    return adventure


def afflicted(who: str, condition: Condition, script: str) -> Adventure:
    adventure = crush(script)
    give(at(adventure, who), condition)
    return adventure


def missed() -> Adventure:
    adventure = crush("1")
    adventure.state.balls = 2
    do(adventure, "catch")
    return next_script(adventure, "3 1 1")


def nearly_beaten(event: str, badges: int) -> Adventure:
    adventure = crush(event=event, badges=badges)
    adventure.state.knock_outs = adventure.state.pile_count = 2
    return adventure


def weary(*conditions: Condition) -> Adventure:
    adventure = crush("2 1 3 1")
    weaken(adventure, "enemy", 20)
    for condition in conditions:
        give(at(adventure, "enemy"), condition)
    return adventure


def lost() -> Adventure:
    adventure = crush("3")
    knock_out(adventure, "bench-2", "bench-3")
    weaken(adventure, "active")
    return adventure


CASES: list[tuple[Callable[[], Adventure], str, What, str]] = [
    (lambda: begin(script="1 1"), "lead bench-2", What.LED, "Bob is the Active (S13)"),
    (
        lambda: begin(script="1 1"),
        "lead bench-2",
        What.ENEMY_APPEARS,
        "enemy Dot (60 HP) appears from the common deck (S14)",
    ),
    (
        lambda: begin(script="1 1"),
        "lead bench-2",
        What.TURN_BEGINS,
        "round 1: the player's turn (S21)",
    ),
    (
        lambda: begin(script="1 1"),
        "lead bench-2",
        What.ENERGY_DRAWN,
        "the player draws Grass (S21)",
    ),
    (begin, "swap bench-3 pc-1", What.SWAPPED, "bench-3 and pc-1 change places (S13)"),
    (fight, "attach bench-2", What.ATTACHED, "Grass is attached to Bob (bench-2) (S22)"),
    (
        ready_to_revive,
        "revive bench-2",
        What.REVIVED,
        "Grass is discarded and five balls spent: Bob (bench-2) is back (S25)",
    ),
    (
        hurt,
        "heal bench-3",
        What.HEALED,
        "a ball takes 10 damage off Cid (bench-3); 2 are ready (S24)",
    ),
    (ready_to_run, "run", What.RAN, "the player runs (S26)"),
    (ready_to_run, "run", What.EVENT_ENDS, "all is healed, Energies go back; balls ready: 0 (S19)"),
    (lambda: crush("1 1"), "pass", What.ENEMY_TURN_BEGINS, "the enemy's turn (S34)"),
    (
        lambda: crush("3 1"),
        "pass",
        What.ENEMY_ATTACHES,
        "the enemy draws Fire; its pool holds 1 (S34)",
    ),
    (
        lambda: crush("1 1"),
        "pass",
        What.CONDITION_GIVEN,
        "Grass is the enemy's own type: Ada is now Poisoned (S35)",
    ),
    (
        lambda: afflicted("active", Condition.POISONED, "3 1"),
        "pass",
        What.POISON_HURTS,
        "Ada is Poisoned: 10 damage (S36)",
    ),
    (
        lambda: afflicted("enemy", Condition.BURNED, "H 3 1"),
        "pass",
        What.BURN_HURTS,
        "enemy Dot is Burned: 20 damage (S36)",
    ),
    (
        lambda: afflicted("enemy", Condition.BURNED, "H 3 1"),
        "pass",
        What.BURN_ENDS,
        "even: enemy Dot is no longer Burned (S36)",
    ),
    (
        lambda: afflicted("active", Condition.ASLEEP, "H 3 1"),
        "pass",
        What.WAKES,
        "even: Ada wakes (S36)",
    ),
    (
        lambda: afflicted("active", Condition.ASLEEP, "T 3 H 1"),
        "pass",
        What.SLEEPS_ON,
        "odd: Ada stays Asleep (S36)",
    ),
    (
        lambda: afflicted("active", Condition.CONFUSED, "H 1 3 1"),
        "attack 1",
        What.CONFUSION_HOLDS,
        "even: Ada attacks although it is Confused (S28)",
    ),
    (
        lambda: afflicted("enemy", Condition.CONFUSED, "3 H 1"),
        "pass",
        What.ENEMY_CLEAR,
        "even: enemy Dot attacks although it is Confused (S37)",
    ),
    (
        lambda: crush("1 3 1"),
        "attack 1",
        What.ENEMY_KNOCKED_OUT,
        "enemy Dot is knocked out (1 in this event) (S38)",
    ),
    (
        missed,
        "throw",
        What.BALL_THROWN,
        "a ball is spent for one more roll; 1 are ready (S32)",
    ),
    (
        lambda: crush("2 1 3 1"),
        "catch",
        What.CATCH_TRIED,
        "Dot is caught by 2 or 4 or 6 in 1 roll: 50% (S31)",
    ),
    (
        weary,
        "catch",
        What.CATCH_TRIED,
        "Dot is caught by 2 or 4 or 6 in 2 rolls, HP below half: 75% (S31)",
    ),
    (
        lambda: weary(Condition.CONFUSED, Condition.POISONED),
        "catch",
        What.CATCH_TRIED,
        "Dot is caught by 2 or 4 or 6 in 3 rolls, HP below half, Confused: 87.5% (S31)",
    ),
    (
        missed,
        "throw",
        What.CATCH_TRIED,
        "Dot is caught by 2 or 4 or 6 in 1 roll: 50% (S31)",
    ),
    (lost, "pass", What.KNOCKED_OUT, "Ada (active) is knocked out (S27)"),
    (
        lambda: nearly_beaten("gym", 1),
        "attack 1",
        What.EVENT_WON,
        "the gym is won; badges: 2 (S18)",
    ),
    (
        lambda: nearly_beaten("gym", 1),
        "attack 1",
        What.EVENT_BEGINS,
        "event 2 is a skirmish; badges: 2 (S11)",
    ),
    (
        lambda: nearly_beaten("champion", 3),
        "attack 1",
        What.ADVENTURE_WON,
        "the adventure is won: the champion's third Pokemon is knocked out (S11)",
    ),
]


@pytest.mark.parametrize(("position", "line", "kind", "told"), CASES)
def test_the_words_and_the_rule(
    position: Callable[[], Adventure], line: str, kind: What, told: str
) -> None:
    assert told in words(do(position(), line), kind)


def test_declining_an_evolution_is_told() -> None:
    adventure = crush(event="gym")
    do(adventure, "attack 1")
    adventure = next_script(adventure, "1 3 1")
    told = do(adventure, "decline")
    assert words(told, What.DECLINED) == ["Uma goes to the discard pile (S40)"]
