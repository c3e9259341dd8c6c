"""Special conditions and check-ups: rules S35 and S36."""

from __future__ import annotations

import pytest

from cardkit.cards import EnergyType
from cardkit.referee import What
from cardkit.referee.conditions import clear, give
from cardkit.rules import Condition
from tests.referee.table_talk import (
    at,
    checked,
    do,
    fight,
    kinds,
    legal,
    main,
    power,
    skip_to_main,
    unused,
    weaken,
    words,
)
from tests.referee.worlds import PLENTY, against, card, rules, world

# S35: the chart.


@pytest.mark.parametrize(
    ("letter", "condition"),
    [
        ("G", Condition.POISONED),
        ("R", Condition.BURNED),
        ("W", Condition.ASLEEP),
        ("L", Condition.PARALYZED),
        ("P", Condition.CONFUSED),
        ("F", Condition.POISONED),
        ("D", Condition.POISONED),
        ("M", Condition.PARALYZED),
        ("Y", Condition.ASLEEP),
    ],
)
def test_s35_an_energy_of_the_enemys_type_gives_the_charts_condition(
    letter: str, condition: Condition
) -> None:
    coin = "T" if condition in (Condition.BURNED, Condition.ASLEEP) else ""
    adventure = main(against(letter, letter * 4), f"1 {coin} 1")
    told = do(adventure, "pass")
    assert [happening.data["condition"] for happening in told if happening.rule == "S35"] == [
        condition
    ]


def test_s35_another_type_gives_nothing() -> None:
    adventure = main(against("R", "GGGG"), "1 1")
    do(adventure, "pass")
    assert at(adventure, "active").conditions == ()


@pytest.mark.parametrize("types", ["C", "N"])
def test_s35_colorless_and_dragon_never_trigger(types: str) -> None:
    adventure = main(against(types, "GRWLP"), "1 1")
    told = do(adventure, "pass")
    assert What.CONDITION_GIVEN not in kinds(told)


@pytest.mark.parametrize(("draw", "condition"), [(1, Condition.BURNED), (2, Condition.ASLEEP)])
def test_s35_of_two_types_the_drawn_one_counts(draw: int, condition: Condition) -> None:
    adventure = fight(against("WR", "GRWLP"), f"{draw} T 1")
    skip_to_main(adventure)
    told = do(adventure, "pass")
    assert words(told, What.CONDITION_GIVEN) == [
        f"{'Fire' if draw == 1 else 'Water'} is the enemy's own type: Ada is now {condition} (S35)"
    ]


def test_s35_also_the_first_after_a_reset() -> None:
    adventure = main(against("G", PLENTY), "1 1")
    power(adventure, "enemy", "RWL")
    told = do(adventure, "pass")
    assert What.POOL_DISCARDED in kinds(told)
    assert What.CONDITION_GIVEN in kinds(told)


def test_s35_a_type_that_the_chart_leaves_out_gives_nothing() -> None:
    adventure = main(against("G", "GGGG", house=rules(chart={})), "1 1")
    told = do(adventure, "pass")
    assert What.CONDITION_GIVEN not in kinds(told)


def test_s35_an_own_chart_is_used() -> None:
    chart = {EnergyType.GRASS: Condition.CONFUSED}
    manifest = world(common=[card("Dot", types="G")], energy="GGGG", house=rules(chart=chart))
    adventure = main(manifest, "1 1")
    do(adventure, "pass")
    assert at(adventure, "active").posture is Condition.CONFUSED


# S36: check-ups.


def test_s36_poison_takes_ten_at_the_start_of_both_turns() -> None:
    adventure = checked("1", Condition.POISONED)
    told = do(adventure, "pass")
    assert kinds(told).count(What.POISON_HURTS) == 2
    assert at(adventure, "active").damage == 20 + 10  # and the enemy's attack


def test_s36_burn_takes_twenty_then_even_ends_it() -> None:
    adventure = checked("T 1 H", Condition.BURNED)
    told = do(adventure, "pass")
    assert at(adventure, "active").damage == 20 + 10 + 20
    assert not at(adventure, "active").burned
    assert [k for k in kinds(told) if k in (What.BURN_HURTS, What.BURN_ENDS)] == [
        What.BURN_HURTS,
        What.BURN_HURTS,
        What.BURN_ENDS,
    ]


@pytest.mark.parametrize(("coins", "asleep"), [("H 1", False), ("T 1 H", False), ("T 1 T", True)])
def test_s36_even_wakes(coins: str, asleep: bool) -> None:
    adventure = checked(coins, Condition.ASLEEP)
    do(adventure, "pass")
    assert (at(adventure, "active").posture is Condition.ASLEEP) == asleep
    assert unused(adventure) == 0


def test_s36_paralyzed_lasts_over_the_owners_next_turn() -> None:
    # G goes, the enemy draws L; then L goes, the enemy draws the G that came back.
    adventure = main(against("L", "GLL"), "1 1 1 1")
    do(adventure, "pass")
    assert at(adventure, "active").posture is Condition.PARALYZED
    skip_to_main(adventure)
    assert legal(adventure, "attack") == legal(adventure, "retreat") == []
    told = do(adventure, "pass")
    assert kinds(told)[1:3] == [What.ENEMY_TURN_BEGINS, What.PARALYSIS_ENDS]
    assert at(adventure, "active").conditions == ()


def test_s36_a_paralyzed_enemy_misses_one_attack() -> None:
    adventure = checked("1", Condition.PARALYZED, who="enemy")
    told = do(adventure, "pass")
    assert words(told, What.ENEMY_HELD) == ["enemy Dot is Paralyzed and does not attack (S37)"]
    assert words(told, What.PARALYSIS_ENDS) == ["enemy Dot is no longer Paralyzed (S36)"]
    order = kinds(told)
    assert order.index(What.PARALYSIS_ENDS) > order.index(What.TURN_BEGINS)


def test_s36_the_newest_of_three_replaces_poison_and_burn_stack() -> None:
    pokemon = at(main(), "active")
    for condition in (Condition.ASLEEP, Condition.POISONED, Condition.CONFUSED, Condition.BURNED):
        give(pokemon, condition)
    assert pokemon.conditions == (Condition.CONFUSED, Condition.POISONED, Condition.BURNED)
    give(pokemon, Condition.PARALYZED)
    assert pokemon.conditions == (Condition.PARALYZED, Condition.POISONED, Condition.BURNED)
    pokemon.sat_out = True
    clear(pokemon)
    assert not pokemon.conditions
    assert not pokemon.sat_out


def test_s36_a_second_paralysis_begins_anew() -> None:
    pokemon = at(main(), "active")
    give(pokemon, Condition.PARALYZED)
    pokemon.sat_out = True
    give(pokemon, Condition.PARALYZED)
    assert not pokemon.sat_out


def test_s36_all_pokemon_are_checked_the_side_whose_turn_ended_first() -> None:
    adventure = main(against("C", PLENTY), "1 1")
    for place in ("enemy", "active", "bench-3"):
        give(at(adventure, place), Condition.POISONED)
    told = do(adventure, "pass")
    names = [happening.data["name"] for happening in told if happening.kind is What.POISON_HURTS]
    assert names == ["Ada", "Cid", "enemy Dot", "enemy Dot", "Ada", "Cid"]


def test_s36_knock_outs_come_after_all_of_it_the_enemys_first() -> None:
    adventure = main(against("C", PLENTY), "1 1 1")
    for place in ("enemy", "active", "bench-3"):
        give(at(adventure, place), Condition.POISONED)
        weaken(adventure, place)
    told = kinds(do(adventure, "pass"))
    order = (What.POISON_HURTS, What.ENEMY_KNOCKED_OUT, What.KNOCKED_OUT, What.SENT_OUT)
    assert [kind for kind in told if kind in order][:7] == [
        *[What.POISON_HURTS] * 3,
        What.ENEMY_KNOCKED_OUT,
        *[What.KNOCKED_OUT] * 2,
        What.SENT_OUT,
    ]


def test_s36_a_burned_pokemon_at_the_end_still_rolls() -> None:
    adventure = main(against("C", PLENTY), "H 1 1")
    give(at(adventure, "active"), Condition.BURNED)
    weaken(adventure, "active")
    told = do(adventure, "pass")
    assert kinds(told)[1:5] == [
        What.ENEMY_TURN_BEGINS,
        What.BURN_HURTS,
        What.BURN_ENDS,
        What.KNOCKED_OUT,
    ]


def test_s36_the_first_of_an_event_finds_nothing() -> None:
    adventure = fight()
    assert kinds(list(adventure.opening)) == [What.DEALT, What.EVENT_BEGINS]
    assert all(not pokemon.conditions for _, pokemon in adventure.state.team())
