"""The enemy's turn: rules S34, S37 and S38."""

from __future__ import annotations

import pytest

from cardkit.referee import EventKind, Phase, What
from cardkit.referee.conditions import give
from cardkit.rules import Condition
from tests.referee.table_talk import (
    at,
    checked,
    do,
    fight,
    kinds,
    knock_out,
    main,
    name_at,
    phase,
    power,
    skip_to_main,
    weaken,
    words,
)
from tests.referee.worlds import PLENTY, STARTERS, against, card, world

# S34: the pool.


def test_s34_the_pool_grows_one_two_three_and_begins_anew() -> None:
    adventure = fight(
        world(starters=[card("Ada", hp=990), *STARTERS[1:]], energy=PLENTY), "1 " * 20
    )
    sizes = []
    for _ in range(7):
        skip_to_main(adventure)
        told = do(adventure, "pass")
        sizes.append(len(at(adventure, "enemy").energy))
        assert (What.POOL_DISCARDED in kinds(told)) == (len(sizes) in (4, 7))
    assert sizes == [1, 2, 3, 1, 2, 3, 1]


def test_s34_a_discarded_pool_goes_to_the_energy_discard() -> None:
    adventure = main(world(energy=PLENTY), "4 4")
    power(adventure, "enemy", "RWL")
    told = do(adventure, "pass")
    assert [kind.letter for kind in adventure.state.energy_discard] == ["G", "R", "W", "L"]
    assert words(told, What.POOL_DISCARDED) == ["the enemy's pool of 3 is discarded (S34)"]


def test_s34_a_new_enemy_begins_with_an_empty_pool() -> None:
    adventure = main(world(common=[(card("Dot"), 2)], energy=PLENTY), "1 1 1")
    power(adventure, "enemy", "RW")
    power(adventure, "active", "G")
    weaken(adventure, "enemy")
    do(adventure, "attack 1")
    assert len(at(adventure, "enemy").energy) == 1


# S37: the enemy's attack.


@pytest.mark.parametrize(
    ("event", "badges", "per_card"),
    [("skirmish", 0, 10), ("gym", 0, 20), ("gym", 1, 30), ("gym", 2, 40), ("champion", 3, 50)],
)
@pytest.mark.parametrize("pool", [0, 1, 2])
def test_s37_damage_is_the_decks_number_of_tens_times_the_pool(
    event: str, badges: int, per_card: int, pool: int
) -> None:
    manifest = world(starters=[card("Ada", hp=990), *STARTERS[1:]], energy=PLENTY)
    adventure = main(manifest, "1 1", event=event, badges=badges)
    power(adventure, "enemy", "RWL"[:pool])
    told = do(adventure, "pass")
    total = per_card * (pool + 1)
    assert at(adventure, "active").damage == total
    [line] = words(told, What.ENEMY_ATTACKS)
    assert line.endswith(f"attacks Ada: {per_card} × {pool + 1} = {total} (S37)")


@pytest.mark.parametrize(
    ("weak", "resist", "types", "damage", "told_as"),
    [
        ("R×2", "", "R", 40, "10 × 2 = 20, weakness ×2 = 40"),
        ("R+20", "", "R", 40, "10 × 2 = 20, weakness +20 = 40"),
        ("R×2", "", "W", 20, "10 × 2 = 20"),
        ("", "R-30", "R", 0, "10 × 2 = 20, resistance -30 = -10, in full tens from 0 = 0"),
        ("R×2", "R-30", "R", 10, "10 × 2 = 20, weakness ×2 = 40, resistance -30 = 10"),
        ("R×2 W×2", "", "R", 40, "10 × 2 = 20, weakness ×2 = 40"),
        ("R×2 W×2", "", "RW", 80, "10 × 2 = 20, weakness ×2 = 40, weakness ×2 = 80"),
        ("R×2", "W-20", "RW", 20, "10 × 2 = 20, weakness ×2 = 40, resistance -20 = 20"),
    ],
)
def test_s37_weakness_and_resistance_work_on_the_total(
    weak: str, resist: str, types: str, damage: int, told_as: str
) -> None:
    manifest = world(
        starters=[card("Ada", hp=990, weak=weak, resist=resist), *STARTERS[1:]],
        common=[card("Dot", types=types)],
        energy=PLENTY,
    )
    adventure = main(manifest, "1 1")
    power(adventure, "enemy", "L")
    told = do(adventure, "pass")
    assert at(adventure, "active").damage == damage
    assert words(told, What.ENEMY_ATTACKS) == [f"enemy Dot attacks Ada: {told_as} (S37)"]


@pytest.mark.parametrize("condition", [Condition.ASLEEP, Condition.PARALYZED])
def test_s37_asleep_or_paralyzed_it_draws_but_does_not_attack(condition: Condition) -> None:
    coin = "T 1 T" if condition is Condition.ASLEEP else "1"
    adventure = checked(coin, condition, who="enemy")
    do(adventure, "pass")
    assert at(adventure, "active").damage == 0
    assert len(at(adventure, "enemy").energy) == 1


def test_s37_confused_odd_hurts_itself_instead() -> None:
    adventure = checked("1 T", Condition.CONFUSED, who="enemy")
    told = do(adventure, "pass")
    assert (at(adventure, "enemy").damage, at(adventure, "active").damage) == (30, 0)
    assert words(told, What.ENEMY_CONFUSED) == [
        "odd: enemy Dot is Confused and does 30 damage to itself (S37)"
    ]


def test_s37_confused_even_attacks() -> None:
    adventure = checked("1 H", Condition.CONFUSED, who="enemy")
    do(adventure, "pass")
    assert (at(adventure, "enemy").damage, at(adventure, "active").damage) == (0, 10)


def test_s37_printed_attacks_of_the_enemy_never_count() -> None:
    manifest = world(
        starters=[card("Ada", hp=990), *STARTERS[1:]],
        common=[card("Dot", attacks=["Doom - 500"])],
        energy=PLENTY,
    )
    adventure = main(manifest, "1 1")
    do(adventure, "pass")
    assert at(adventure, "active").damage == 10


# S38: the enemy is knocked out.


def test_s38_by_attack_a_new_enemy_takes_the_coming_turn() -> None:
    manifest = world(common=[(card("Dot"), 3)], energy=PLENTY)
    adventure = fight(manifest, "1 1 1")
    power(adventure, "enemy", "RW")
    weaken(adventure, "enemy")
    told = do(adventure, "attach active", "attack 1")
    order = [What.ATTACKED, What.ENEMY_KNOCKED_OUT, What.ENEMY_APPEARS, What.ENEMY_ATTACKS]
    assert [kind for kind in kinds(told) if kind in order] == order
    state = adventure.state
    assert (len(state.pile), state.pile_count, state.knock_outs) == (1, 1, 1)
    assert sorted(kind.letter for kind in state.energy_discard) == ["R", "W"]
    assert at(adventure, "active").damage == 10


def test_s38_by_poison_at_the_start_of_its_own_turn() -> None:
    adventure = main(against("C", PLENTY), "1 1 1")
    give(at(adventure, "enemy"), Condition.POISONED)
    weaken(adventure, "enemy")
    told = do(adventure, "pass")
    assert kinds(told).count(What.ENEMY_APPEARS) == 1
    assert at(adventure, "active").damage == 10  # the new one attacks in this turn


def test_s38_by_its_own_confusion_the_new_enemy_waits_for_the_next_turn() -> None:
    adventure = main(against("C", PLENTY), "1 T 1 1")
    give(at(adventure, "enemy"), Condition.CONFUSED)
    weaken(adventure, "enemy", 30)
    told = do(adventure, "pass")
    assert What.ENEMY_KNOCKED_OUT in kinds(told)
    assert at(adventure, "active").damage == 0
    assert at(adventure, "enemy").energy == []


def test_s38_at_the_start_of_the_players_turn_that_turn_goes_on() -> None:
    adventure = main(against("C", PLENTY), "1 1 1")
    give(at(adventure, "enemy"), Condition.POISONED)
    weaken(adventure, "enemy", 20)
    do(adventure, "pass")
    assert phase(adventure) is Phase.ENERGY
    assert adventure.state.knock_outs == 1


def test_s38_with_the_active_falling_too_the_enemy_comes_first() -> None:
    adventure = main(against("C", PLENTY), "1 1 1")
    for place in ("enemy", "active"):
        give(at(adventure, place), Condition.POISONED)
        weaken(adventure, place)
    do(adventure, "pass")
    assert phase(adventure) is Phase.REPLACE
    assert name_at(adventure, "enemy") == "Dot"


def test_s38_and_the_last_pokemon_falling_too_loses_the_skirmish() -> None:
    adventure = main(against("C", PLENTY), "1 1 1")
    knock_out(adventure, "bench-2", "bench-3")
    for place in ("enemy", "active"):
        give(at(adventure, place), Condition.POISONED)
        weaken(adventure, place)
    told = do(adventure, "pass")
    assert What.EVENT_LOST in kinds(told)
    assert adventure.state.event is EventKind.GYM
