"""The player's attacks: rules S28 and S29."""

from __future__ import annotations

import pytest

from cardkit.referee import Phase, What
from cardkit.referee import parse_action as parse
from cardkit.rules import Condition
from tests.referee.table_talk import (
    at,
    broken,
    do,
    fight,
    knock_out,
    legal,
    main,
    phase,
    power,
    skip_to_main,
    weaken,
    words,
)
from tests.referee.worlds import leading

# S28: attack.


@pytest.mark.parametrize(
    ("cost", "attached", "missing"),
    [
        ("R", "R", ""),
        ("R", "W", "R"),
        ("C", "W", ""),
        ("RC", "R", "C"),
        ("RC", "WR", ""),
        ("RRC", "RWW", "R"),
        ("RRC", "", "RRC"),
        ("CC", "G", "C"),
        ("RW", "R", "W"),
        ("-", "", ""),
    ],
)
def test_s28_the_printed_cost_must_be_attached(cost: str, attached: str, missing: str) -> None:
    adventure = main(leading([f"Hit {cost} 20"]))
    power(adventure, "active", attached)
    violations = [str(v) for v in adventure.explain(parse("attack 1"))]
    expected = [f"Hit costs {cost}, missing {missing} (S28)"] if missing else []
    assert violations == expected
    assert legal(adventure, "attack") == ([] if missing else ["attack 1"])


@pytest.mark.parametrize("condition", [Condition.ASLEEP, Condition.PARALYZED])
def test_s28_asleep_and_paralyzed_do_not_attack(condition: Condition) -> None:
    adventure = main(leading(["Hit - 20"]))
    at(adventure, "active").posture = condition
    assert [str(v) for v in adventure.explain(parse("attack 1"))] == [
        f"Ada is {condition} and cannot attack (S28)"
    ]
    assert legal(adventure, "attack") == []


def test_s28_a_confused_attacker_hurts_itself_on_odd() -> None:
    adventure = main(leading(["Hit - 20"], weak="C×2"), "T 1 1")
    at(adventure, "active").posture = Condition.CONFUSED
    told = do(adventure, "attack 1")
    assert at(adventure, "enemy").damage == 0
    assert words(told, What.CONFUSION_FAILS) == [
        "odd: Ada is Confused and does 30 damage to itself (S28)"
    ]


def test_s28_a_confused_attacker_attacks_on_even_and_stays_confused() -> None:
    adventure = main(leading(["Hit - 20"]), "H 1 1")
    at(adventure, "active").posture = Condition.CONFUSED
    do(adventure, "attack 1")
    assert at(adventure, "enemy").damage == 20
    assert at(adventure, "active").posture is Condition.CONFUSED


def test_s28_confusion_can_knock_the_attacker_out() -> None:
    adventure = main(leading(["Hit - 20"]), "T 1 1")
    at(adventure, "active").posture = Condition.CONFUSED
    weaken(adventure, "active", 30)
    do(adventure, "attack 1")
    assert phase(adventure) is Phase.REPLACE


def test_s28_attack_numbers_are_those_of_the_card() -> None:
    adventure = main(leading(["Hit - 20", "Big GG 50"]))
    assert broken(adventure, "attack 0") == ["S28"]
    assert broken(adventure, "attack 3") == ["S28"]
    assert broken(adventure, "attack 2") == ["S28"]


def test_s28_energy_stays_attached() -> None:
    adventure = fight(leading(["Hit G 20"]), "1 1")
    told = do(adventure, "attach active", "attack 1")
    assert [kind.letter for kind in at(adventure, "active").energy] == ["G"]
    assert words(told, What.ATTACKED) == ["Ada uses Hit: 20 (S28)"]


# S29: once per event.


def test_s29_a_gx_attack_is_for_once_in_an_event() -> None:
    adventure = main(leading(["Hit - 20", "Storm-GX - 30"], hp=200, subtypes=["GX"]), "1 1 1 1")
    do(adventure, "attack 2")
    skip_to_main(adventure)
    assert broken(adventure, "attack 2") == ["S29"]
    assert legal(adventure, "attack") == ["attack 1"]


def test_s29_a_new_event_allows_it_again() -> None:
    adventure = main(leading(["Storm-GX - 30"], retreat=0, subtypes=["GX"]), "1 1 1 1")
    do(adventure, "attack 1")
    knock_out(adventure, "bench-2", "bench-3")
    skip_to_main(adventure)
    do(adventure, "run", "event skirmish", "lead active")
    skip_to_main(adventure)
    assert legal(adventure, "attack") == ["attack 1"]


def test_s29_an_attack_that_failed_by_confusion_was_not_used() -> None:
    adventure = main(leading(["Storm-GX - 30"], hp=200, subtypes=["GX"]), "T 1 1")
    at(adventure, "active").posture = Condition.CONFUSED
    do(adventure, "attack 1")
    assert adventure.state.once_used == frozenset()


def test_s29_the_name_alone_makes_no_gx_attack() -> None:
    adventure = main(leading(["Storm-GX - 30"]), "1 1")
    do(adventure, "attack 1")
    assert adventure.state.once_used == frozenset()


def test_s29_gx_attacks_of_every_card_count_together() -> None:
    attacks = ["Hit - 20", "Storm-GX - 30", "Gale-GX - 30"]
    adventure = main(leading(attacks, hp=200, subtypes=["TAG TEAM"]), "1 1")
    do(adventure, "attack 3")
    skip_to_main(adventure)
    assert broken(adventure, "attack 2") == ["S29"]
