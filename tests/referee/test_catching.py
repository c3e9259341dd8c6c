"""Catching: rules S30 to S33, and S9 for proxies."""

from __future__ import annotations

import pytest

from cardkit.manifest import Manifest
from cardkit.referee import Adventure, Phase, Pokemon, What
from cardkit.referee import parse_action as parse
from cardkit.referee.catching import CATCHING_ROLLS, free_rolls
from cardkit.referee.conditions import give
from cardkit.rules import Condition
from tests.referee.table_talk import (
    at,
    broken,
    do,
    fight,
    kinds,
    legal,
    main,
    name_at,
    phase,
    power,
    turn,
    unused,
    words,
)
from tests.referee.worlds import card, proxy, rules, world

MANY = world(common=[(card("Dot"), 9)], energy="GGGRRRWWWLLLPPP")

# S30: the die, by deck.


@pytest.mark.parametrize(("badges", "catching"), [(0, {2, 4, 6}), (1, {1, 6}), (2, {6}), (3, {6})])
@pytest.mark.parametrize("roll", range(1, 7))
def test_s30_the_deck_decides_which_roll_catches(
    badges: int, catching: set[int], roll: int
) -> None:
    manifest = world(
        uncommon=[(card("Uma"), 2)], rare=[(card("Rex"), 2)], common=[(card("Dot"), 2)]
    )
    adventure = main(manifest, f"{roll} 1 1 1", badges=badges)
    told = do(adventure, "catch")
    assert (What.CAUGHT in kinds(told)) == (roll in catching)


def test_s30_decks_4_and_5_cannot_be_caught() -> None:
    assert CATCHING_ROLLS[3] == CATCHING_ROLLS[4] == frozenset()
    adventure = main(event="gym", badges=2)
    assert [str(v) for v in adventure.explain(parse("catch"))] == [
        "catching is for skirmishes, this is a gym (S30)",
        "Exa of the ex deck cannot be caught (S30)",
    ]


def test_s30_catching_is_for_skirmishes() -> None:
    assert broken(main(event="gym"), "catch") == ["S30"]
    assert broken(main(event="champion", badges=3), "catch") == ["S30", "S30"]
    assert legal(main(event="gym"), "catch") == []


@pytest.mark.parametrize("condition", list(Condition))
def test_s30_a_condition_of_the_active_does_not_prevent_it(condition: Condition) -> None:
    adventure = main(MANY, "2 1 1 1")
    give(at(adventure, "active"), condition)
    assert broken(adventure, "catch") == []


def test_s9_a_proxy_is_never_caught() -> None:
    adventure = main(world(common=[proxy("Paper", hp=60)]))
    assert [str(v) for v in adventure.explain(parse("catch"))] == [
        "Paper is a proxy: never the player's Pokemon (S9)"
    ]
    assert legal(adventure, "catch") == []


def test_s9_the_house_may_allow_proxies_that_carry_attacks() -> None:
    house = rules(proxies_playable=True)
    with_attack = world(common=[proxy("Paper", attacks=["Cut C 10"]), card("Dot")], house=house)
    assert legal(main(with_attack), "catch") == ["catch"]
    without = world(common=[proxy("Paper"), card("Dot")], house=house)
    assert broken(main(without), "catch") == ["S9"]


# S31: free rolls.


@pytest.mark.parametrize(
    ("damage", "condition", "rolls", "then"),
    [
        (0, None, 1, "1 1"),
        (20, None, 1, "1 1"),
        (30, None, 1, "1 1"),  # exactly half of 60
        (40, None, 2, "1 1"),
        (0, Condition.POISONED, 2, "1 1"),
        (0, Condition.ASLEEP, 2, "T 1 T 1"),
        (40, Condition.BURNED, 3, "T 1 1 1"),  # it falls at the check-up
    ],
)
def test_s31_below_half_and_a_condition_give_a_roll_each(
    damage: int, condition: Condition | None, rolls: int, then: str
) -> None:
    adventure = main(MANY, "1 " * rolls + then)
    enemy = at(adventure, "enemy")
    enemy.damage = damage
    if condition is not None:
        give(enemy, condition)
    assert free_rolls(enemy) == rolls
    told = do(adventure, "catch")
    assert kinds(told).count(What.CATCH_ROLLED) == rolls
    assert unused(adventure) == 0


def test_s31_two_conditions_give_one_roll() -> None:
    adventure = main(MANY)
    enemy = at(adventure, "enemy")
    enemy.burned, enemy.poison, enemy.posture = True, 10, Condition.CONFUSED
    assert free_rolls(enemy) == 2


def test_s31_rolling_stops_at_the_first_success() -> None:
    adventure = main(MANY, "1 2 1 1 1")
    at(adventure, "enemy").damage = 40
    at(adventure, "enemy").poison = 10
    told = do(adventure, "catch")
    assert kinds(told).count(What.CATCH_ROLLED) == 2
    assert words(told, What.CATCH_ROLLED) == [
        "roll for Dot: 1, missed (S31)",
        "roll for Dot: 2, caught (S31)",
    ]


# S32: balls.


def missed(balls: int, house_limit: int | None = None, script: str = "1") -> Adventure:
    manifest = world(
        common=[(card("Dot"), 9)],
        energy="GGGRRRWWWLLLPPP",
        house=rules(balls_per_catch=house_limit),
    )
    adventure = fight(manifest, script)
    do(adventure, "attach active")
    adventure.state.balls = balls
    do(adventure, "catch")
    return adventure


def test_s32_a_ball_buys_exactly_one_roll_again_and_again() -> None:
    adventure = missed(2, script="1 3 4 1 1 1")
    assert legal(adventure) == ["throw", "stop"]
    do(adventure, "throw")
    assert (adventure.state.balls, phase(adventure)) == (1, Phase.CATCHING)
    told = do(adventure, "throw")
    assert What.CAUGHT in kinds(told)
    assert (adventure.state.balls, adventure.state.throws) == (0, 0)


def test_s32_without_balls_the_enemy_turn_follows() -> None:
    adventure = missed(0, script="1 1 1")
    assert (phase(adventure), adventure.state.rounds) == (Phase.ENERGY, 2)


def test_s32_the_last_ball_missed_ends_the_catch() -> None:
    adventure = missed(1, script="1 3 1 1")
    do(adventure, "throw")
    assert adventure.state.rounds == 2


def test_s32_stopping_keeps_the_balls() -> None:
    adventure = missed(3, script="1 1 1")
    told = do(adventure, "stop")
    assert adventure.state.balls == 3
    assert words(told, What.CATCH_FAILED) == ["Dot is not caught (S32)"]


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_s32_the_house_may_bound_the_balls(limit: int) -> None:
    adventure = missed(5, house_limit=limit, script="1 " * (limit + 1) + "1 1")
    for _ in range(limit):
        do(adventure, "throw")
    assert adventure.state.balls == 5 - limit
    assert phase(adventure) is Phase.ENERGY


def test_s32_throwing_and_stopping_belong_to_a_failed_catch() -> None:
    adventure = main(MANY)
    assert broken(adventure, "throw") == ["S32", "S32"]
    assert broken(adventure, "stop") == ["S32"]
    house = world(house=rules(balls_per_catch=0))
    assert broken(main(house), "throw") == ["S32", "S32", "S32"]


# S33: where it goes.


def test_s33_the_first_empty_bench_place_keeps_damage_and_conditions() -> None:
    adventure = main(MANY, "2 1 T 1 T 1")
    enemy = at(adventure, "enemy")
    enemy.damage, enemy.posture = 20, Condition.ASLEEP
    power(adventure, "enemy", "RW")
    told = do(adventure, "catch")
    caught = at(adventure, "bench-1")
    assert caught is enemy
    assert (caught.damage, caught.posture, caught.energy) == (20, Condition.ASLEEP, [])
    assert [kind.letter for kind in adventure.state.energy_discard] == ["G", "R", "W"]
    assert words(told, What.CAUGHT) == ["Dot is caught and goes to bench-1 (S33)"]


def test_s33_then_a_new_enemy_and_the_enemy_turn() -> None:
    told = do(main(MANY, "2 1 1 1"), "catch")
    order = [What.CAUGHT, What.ENEMY_APPEARS, What.ENEMY_TURN_BEGINS, What.ENEMY_ATTACKS]
    assert [kind for kind in kinds(told) if kind in order] == order


def crowd(manifest: Manifest, bench: int, pc: int) -> Adventure:
    """Fill places from the Common deck; Dot is caught by a 2 in the Active's turn."""
    adventure = main(manifest, "2 1 1 1")
    state = adventure.state
    for row, count in ((state.bench, bench), (state.pc, pc)):
        for index in range(count):
            if row[index] is None:
                number = state.decks[0].pop()
                row[index] = Pokemon(number, state.table.cards[number])
    return adventure


ROOMY = world(common=[(card("Dot"), 15)], energy="GGGRRRWWWLLLPPP")


def test_s33_a_full_bench_sends_it_to_the_pc_without_damage_and_conditions() -> None:
    adventure = crowd(ROOMY, 5, 2)
    at(adventure, "enemy").damage = 20
    at(adventure, "enemy").burned = True
    do(adventure, "catch")
    stored = at(adventure, "pc-3")
    assert (stored.damage, stored.conditions, stored.energy) == (0, (), [])


def test_s33_a_knocked_out_pokemon_keeps_its_bench_place() -> None:
    adventure = crowd(ROOMY, 5, 0)
    turn(adventure, "bench-4")
    do(adventure, "catch")
    assert name_at(adventure, "pc-1") == "Dot"
    assert at(adventure, "bench-4").down


def test_s33_a_full_pc_asks_which_one_to_release() -> None:
    adventure = crowd(ROOMY, 5, 5)
    size = len(adventure.state.decks[0])
    do(adventure, "catch")
    assert phase(adventure) is Phase.RELEASE
    assert legal(adventure) == [*(f"release pc-{n}" for n in range(1, 6)), "let-go"]
    leaving = at(adventure, "pc-4").card
    told = do(adventure, "release pc-4")
    assert at(adventure, "pc-4").card != leaving
    assert words(told, What.RELEASED) == ["Dot (pc-4) is released to its deck (S33)"]
    assert len(adventure.state.decks[0]) == size  # one released, one new enemy


def test_s33_or_the_caught_one_goes_back_itself() -> None:
    adventure = crowd(ROOMY, 5, 5)
    do(adventure, "catch")
    assert adventure.state.caught is not None
    caught = adventure.state.caught.card
    told = do(adventure, "let-go")
    assert words(told, What.LET_GO) == ["the caught Dot goes back to its deck (S33)"]
    assert at(adventure, "enemy").card == min(caught, *adventure.state.decks[0])
    assert adventure.state.pile_count == 0


def test_s33_only_a_pokemon_of_the_pc_is_released() -> None:
    adventure = crowd(ROOMY, 5, 5)
    do(adventure, "catch")
    assert broken(adventure, "release bench-1") == ["S33"]
    assert broken(adventure, "release pc-6") == ["S8"]
    assert broken(main(MANY), "release pc-1") == ["S33", "S33"]
    assert broken(main(MANY), "let-go") == ["S33"]


def test_s33_a_house_without_pc_asks_at_once() -> None:
    manifest = world(common=[(card("Dot"), 15)], energy="GGGRRRWWWLLLPPP", house=rules(pc_size=0))
    adventure = crowd(manifest, 5, 0)
    do(adventure, "catch")
    assert legal(adventure) == ["let-go"]
    do(adventure, "let-go")
    assert unused(adventure) == 0
