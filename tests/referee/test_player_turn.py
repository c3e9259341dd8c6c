"""The player's turn: rules S20 to S27."""

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
    kinds,
    knock_out,
    legal,
    main,
    name_at,
    next_script,
    phase,
    power,
    skip_to_main,
    unused,
    weaken,
    words,
)
from tests.referee.worlds import card, leading, rules, world

# S20: the player begins; attack and catch on the first turn.


def test_s20_the_player_has_the_first_turn() -> None:
    adventure = fight()
    assert phase(adventure) is Phase.ENERGY
    assert adventure.state.rounds == 1
    assert at(adventure, "enemy").energy == []


def test_s20_attack_and_catch_are_allowed_on_the_first_turn() -> None:
    adventure = fight()
    do(adventure, "attach active")
    assert legal(adventure, "attack") == ["attack 1"]
    assert legal(adventure, "catch") == ["catch"]


def test_s20_the_player_begins_a_gym_too() -> None:
    assert fight(event="gym").state.phase is Phase.ENERGY


# S21: check-up, draw, use, then the rest; attack, catch or pass end the turn.


def test_s21_the_drawn_energy_is_used_before_anything_else() -> None:
    adventure = fight()
    for line in ("pass", "catch", "attack 1", "heal active", "run", "retreat bench-2 G"):
        assert "S21" in broken(adventure, line)
    assert legal(adventure) == ["attach active", "attach bench-2", "attach bench-3", "ball"]


def test_s21_the_check_up_comes_before_the_draw() -> None:
    adventure = fight(script="1 1 1 1")
    at(adventure, "bench-2").poison = 10
    do(adventure, "ball")
    told = kinds(do(adventure, "pass"))
    turn = told[told.index(What.TURN_BEGINS) :]
    assert turn == [What.TURN_BEGINS, What.POISON_HURTS, What.ENERGY_DRAWN]


@pytest.mark.parametrize(
    ("line", "script"), [("attack 1", "1 1"), ("catch", "1 1 1"), ("pass", "1 1")]
)
def test_s21_attack_catch_and_pass_end_the_turn(line: str, script: str) -> None:
    adventure = fight(script=script)
    do(adventure, "attach active", line)
    assert adventure.state.rounds == 2
    assert unused(adventure) == 0


# S22: what becomes of the drawn Energy.


def test_s22_it_is_attached_to_a_living_pokemon_in_play() -> None:
    adventure = fight()
    do(adventure, "attach bench-3")
    assert [kind.letter for kind in at(adventure, "bench-3").energy] == ["G"]
    assert adventure.state.drawn is None


def test_s22_or_discarded_for_a_ball() -> None:
    adventure = fight()
    told = do(adventure, "ball")
    assert adventure.state.balls == 1
    assert [kind.letter for kind in adventure.state.energy_discard] == ["G"]
    assert words(told, What.BALL_TAKEN) == ["Grass is discarded for a ball; 1 are ready (S22)"]


def test_s22_a_sixth_ball_is_legal_and_gives_nothing() -> None:
    adventure = fight()
    adventure.state.balls = 5
    do(adventure, "ball")
    assert adventure.state.balls == 5


def test_s22_not_to_the_fallen_the_pc_or_an_empty_place() -> None:
    adventure = fight()
    state = adventure.state
    state.pc[0], state.bench[1] = state.bench[1], None
    knock_out(adventure, "bench-3")
    assert broken(adventure, "attach bench-3") == ["S22"]
    assert broken(adventure, "attach pc-1") == ["S22"]
    assert broken(adventure, "attach bench-2") == ["S22"]
    assert broken(adventure, "attach bench-6") == ["S8"]
    assert broken(adventure, "attach pc-9") == ["S22", "S8"]


def test_s22_a_drawn_energy_cannot_be_used_twice() -> None:
    adventure = main()
    assert broken(adventure, "attach active") == ["S21"]
    assert broken(adventure, "ball") == ["S21"]


# S23: retreat.


def test_s23_any_types_pay_the_printed_number_and_conditions_end() -> None:
    adventure = main(leading(["Tackle C 10"], retreat=2))
    power(adventure, "active", "GRW")
    at(adventure, "active").posture = Condition.CONFUSED
    at(adventure, "active").poison = 10
    assert legal(adventure, "retreat bench-2") == [
        "retreat bench-2 GR",
        "retreat bench-2 GW",
        "retreat bench-2 RW",
    ]
    told = do(adventure, "retreat bench-2 WG")
    assert name_at(adventure, "active") == "Bob"
    assert at(adventure, "bench-2").conditions == ()
    assert [kind.letter for kind in at(adventure, "bench-2").energy] == ["R"]
    assert words(told, What.RETREATED) == ["Ada retreats for GW, Bob (bench-2) comes (S23)"]


def test_s23_a_free_retreat_pays_nothing() -> None:
    adventure = main(leading(["Tackle C 10"], retreat=0))
    power(adventure, "active", "G")
    assert legal(adventure, "retreat") == ["retreat bench-2", "retreat bench-3"]
    assert broken(adventure, "retreat bench-2 G") == ["S23"]


@pytest.mark.parametrize("condition", [Condition.ASLEEP, Condition.PARALYZED])
def test_s23_not_while_asleep_or_paralyzed(condition: Condition) -> None:
    adventure = main()
    power(adventure, "active", "R")
    at(adventure, "active").posture = condition
    assert broken(adventure, "retreat bench-2 R") == ["S23"]
    assert legal(adventure, "retreat") == []


@pytest.mark.parametrize(("limit", "second"), [(1, ["S23"]), (2, []), (0, ["S23"])])
def test_s23_as_often_in_a_turn_as_the_house_says(limit: int, second: list[str]) -> None:
    adventure = main(world(house=rules(retreats_per_turn=limit)))
    power(adventure, "active", "R")
    power(adventure, "bench-2", "W")
    if limit == 0:
        assert broken(adventure, "retreat bench-2 R") == ["S23"]
        return
    do(adventure, "retreat bench-2 R")
    assert broken(adventure, "retreat bench-2 W") == second


def test_s23_the_next_turn_allows_it_again() -> None:
    adventure = main(script="1 1")
    power(adventure, "active", "R")
    power(adventure, "bench-2", "W")
    do(adventure, "retreat bench-2 R", "pass")
    skip_to_main(adventure)
    assert broken(adventure, "retreat bench-3 W") == []


def test_s23_every_broken_part_is_named() -> None:
    adventure = main()
    at(adventure, "active").posture = Condition.ASLEEP
    knock_out(adventure, "bench-3")
    violations = adventure.explain(parse("retreat bench-3 RW"))
    assert [str(violation) for violation in violations] == [
        "Cid (bench-3) is knocked out (S23)",
        "Ada is Asleep (S23)",
        "Ada retreats for 1 Energy card, not 2 (S23)",
        "Ada cannot pay RW: attached is nothing (S23)",
    ]
    assert broken(adventure, "retreat active") == ["S23"] * 3
    assert broken(adventure, "retreat pc-1 G") == ["S23"] * 5


def test_s23_attack_or_catch_afterwards_is_allowed() -> None:
    adventure = main()
    power(adventure, "active", "R")
    power(adventure, "bench-2", "W")
    do(adventure, "retreat bench-2 R")
    assert legal(adventure, "attack") == ["attack 1"]
    assert legal(adventure, "catch") == ["catch"]


# S24: heal.


@pytest.mark.parametrize(("badges", "left"), [(0, 40), (1, 30), (2, 20), (3, 10)])
def test_s24_a_ball_takes_ten_times_badges_plus_one(badges: int, left: int) -> None:
    adventure = main(badges=badges)
    adventure.state.balls = 2
    at(adventure, "bench-2").damage = 50
    do(adventure, "heal bench-2")
    assert (at(adventure, "bench-2").damage, adventure.state.balls) == (left, 1)


def test_s24_never_below_no_damage_and_never_a_condition() -> None:
    adventure = main(badges=3)
    adventure.state.balls = 1
    at(adventure, "active").damage = 10
    at(adventure, "active").poison = 10
    do(adventure, "heal active")
    assert at(adventure, "active").damage == 0
    assert at(adventure, "active").conditions == (Condition.POISONED,)


def test_s24_needs_a_ball_damage_and_a_living_pokemon_in_play() -> None:
    adventure = main()
    assert broken(adventure, "heal active") == ["S24", "S24"]
    adventure.state.balls = 1
    knock_out(adventure, "bench-2")
    assert broken(adventure, "heal bench-2") == ["S24", "S24"]
    assert broken(adventure, "heal bench-5") == ["S24"]
    assert broken(adventure, "heal pc-1") == ["S24", "S24"]
    assert legal(adventure, "heal") == []


# S25: revive.


def test_s25_five_balls_and_the_energy_bring_one_back() -> None:
    adventure = fight()
    knock_out(adventure, "bench-2")
    adventure.state.balls = 5
    assert legal(adventure, "revive") == ["revive bench-2"]
    do(adventure, "revive bench-2")
    revived = at(adventure, "bench-2")
    assert (revived.alive, revived.damage, revived.energy) == (True, 0, [])
    assert adventure.state.balls == 0
    assert [kind.letter for kind in adventure.state.energy_discard] == ["G"]


def test_s25_not_with_four_balls_and_only_the_fallen() -> None:
    adventure = fight()
    adventure.state.balls = 4
    knock_out(adventure, "bench-2")
    assert broken(adventure, "revive bench-2") == ["S25"]
    assert broken(adventure, "revive bench-3") == ["S25", "S25"]
    assert broken(adventure, "revive pc-1") == ["S25", "S25", "S25"]


@pytest.mark.parametrize(("revive_hp", "damage"), [(None, 0), (20, 40), (60, 0), (90, 0), (25, 30)])
def test_s25_the_house_may_set_the_hp(revive_hp: int | None, damage: int) -> None:
    adventure = fight(world(house=rules(revive_hp=revive_hp)))
    knock_out(adventure, "bench-2")
    adventure.state.balls = 5
    do(adventure, "revive bench-2")
    assert at(adventure, "bench-2").damage == damage


def test_s25_the_fifth_ball_must_be_ready_before_the_draw() -> None:
    adventure = fight()
    knock_out(adventure, "bench-2")
    adventure.state.balls = 4
    do(adventure, "ball")
    assert adventure.state.balls == 5
    assert broken(adventure, "revive bench-2") == ["S21"]


# S26: run.


def test_s26_every_living_pokemon_in_play_must_be_able_to_retreat() -> None:
    adventure = main()
    power(adventure, "active", "R")
    power(adventure, "bench-2", "W")
    assert [str(v) for v in adventure.explain(parse("run"))] == [
        "Cid (bench-3) has 0 Energy, its retreat cost is 1 (S26)"
    ]
    power(adventure, "bench-3", "L")
    told = do(adventure, "run")
    assert What.ENEMY_TURN_BEGINS not in kinds(told)


def test_s26_the_fallen_are_ignored_and_free_retreat_counts() -> None:
    adventure = main(leading(["Tackle C 10"], retreat=0))
    knock_out(adventure, "bench-2", "bench-3")
    assert broken(adventure, "run") == []


def test_s26_conditions_do_not_matter() -> None:
    adventure = main(leading(["Tackle C 10"], retreat=0))
    knock_out(adventure, "bench-2", "bench-3")
    at(adventure, "active").posture = Condition.PARALYZED
    assert legal(adventure, "run") == ["run"]


@pytest.mark.parametrize("event", ["gym", "champion"])
def test_s26_only_from_a_skirmish(event: str) -> None:
    adventure = main(leading(["Tackle C 10"], retreat=0), event=event, badges=3 * (event != "gym"))
    knock_out(adventure, "bench-2", "bench-3")
    assert broken(adventure, "run") == ["S26"]
    assert legal(adventure, "run") == []


# S27: own knock-outs.


def test_s27_the_card_keeps_a_bench_place_and_everything_comes_off() -> None:
    adventure = fight(script="1")
    weaken(adventure, "active")
    do(adventure, "attach active", "pass")
    assert phase(adventure) is Phase.REPLACE
    adventure = next_script(adventure, "1")
    told = do(adventure, "send bench-3")
    fallen = at(adventure, "bench-3")
    assert (fallen.facts.name, fallen.down, fallen.damage, fallen.energy) == ("Ada", True, 0, [])
    assert name_at(adventure, "active") == "Cid"
    assert words(told, What.SENT_OUT) == ["Cid (bench-3) becomes the Active (S27)"]
    assert phase(adventure) is Phase.ENERGY


def test_s27_a_single_follower_comes_by_itself() -> None:
    adventure = fight(script="1 1")
    knock_out(adventure, "bench-2")
    weaken(adventure, "active")
    do(adventure, "attach active", "pass")
    assert name_at(adventure, "active") == "Cid"
    assert at(adventure, "bench-3").down


def test_s27_only_a_living_benched_pokemon_follows() -> None:
    adventure = fight(world(common=[card("Dot"), card("Eve")]), script="1")
    state = adventure.state
    extra = state.decks[0].pop()
    state.pc[0] = type(at(adventure, "active"))(extra, state.table.cards[extra])
    weaken(adventure, "active")
    do(adventure, "attach active", "pass")
    assert legal(adventure) == ["send bench-2", "send bench-3"]
    assert broken(adventure, "send active") == ["S27", "S27"]
    assert broken(adventure, "send pc-1") == ["S27", "S27"]
    assert broken(adventure, "send bench-1") == ["S27"]
    assert broken(adventure, "pass") == ["S21"]


def test_s27_a_benched_pokemon_can_fall_without_a_replacement() -> None:
    adventure = fight(script="1 1 1 1")
    weaken(adventure, "bench-2")
    at(adventure, "bench-2").poison = 10
    power(adventure, "bench-2", "R")
    do(adventure, "attach active", "pass")
    assert at(adventure, "bench-2").down
    assert phase(adventure) is Phase.ENERGY
