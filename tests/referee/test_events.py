"""Order and end of events: rules S11 and S14 to S19."""

from __future__ import annotations

import pytest

from cardkit.referee import Adventure, EventKind, Phase, Reason, What
from cardkit.referee.events import enemy_deck
from cardkit.rules import Condition
from tests.referee.table_talk import (
    at,
    begin,
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
    unused,
    weaken,
    words,
)
from tests.referee.worlds import STARTERS, attack, card, world

STRONG = card("Ada", hp=990, attacks=["Crush - 300"])
"""A leader that knocks out whatever comes, for nothing."""
STRONG_WORLD = world(
    starters=(STRONG, *STARTERS[1:]),
    common=[(card("Dot"), 6)],
    uncommon=[(card("Uma", hp=80), 6)],
    rare=[(card("Rex", hp=100), 6)],
    ex=[(card("Exa", hp=150), 6)],
    vmax=[(card("Max", hp=300), 6)],
    energy="GGRRWWLLPP",
)


def win_three(adventure: Adventure) -> None:
    """Knock three enemies out, one a round; the script gives each draw its first card."""
    for _ in range(3):
        do(adventure, "attach active", "attack 1")
        if phase(adventure) is not Phase.ENERGY:
            return


# S11: skirmish and gym in turn, a badge per gym, then the champion.


def test_s11_an_adventure_runs_from_the_first_skirmish_to_the_champion() -> None:
    adventure = begin(STRONG_WORLD, "1 " * 200)
    played = []
    while adventure.outcome is None:
        played.append((str(adventure.state.event), adventure.state.badges))
        do(adventure, "lead " + ("bench-1" if not adventure.state.active else "active"))
        if adventure.state.event is EventKind.SKIRMISH:
            power(adventure, "bench-2", "R")
            power(adventure, "bench-3", "W")
            do(adventure, "attach active", "run")
            do(adventure, f"event {adventure.state.choices[0]}")
        else:
            win_three(adventure)
    assert played == [
        ("skirmish", 0),
        ("gym", 0),
        ("skirmish", 1),
        ("gym", 1),
        ("skirmish", 2),
        ("gym", 2),
        ("champion", 3),
    ]
    assert adventure.outcome.reason is Reason.CHAMPION_BEATEN
    assert adventure.outcome.won
    assert (adventure.outcome.events, adventure.outcome.rounds) == (7, 3 + 4 * 3)


def test_s11_one_badge_per_gym_won() -> None:
    adventure = fight(STRONG_WORLD, "1 " * 20, event="gym", badges=1)
    win_three(adventure)
    assert adventure.state.badges == 2
    assert adventure.state.event is EventKind.SKIRMISH


def test_s11_nothing_is_legal_after_the_end() -> None:
    adventure = fight(STRONG_WORLD, "1 " * 20, event="champion", badges=3)
    win_three(adventure)
    assert phase(adventure) is Phase.OVER
    assert not adventure.legal_actions
    assert broken(adventure, "pass") == ["S11"]
    assert broken(adventure, "event skirmish") == ["S11", "S15"]


# S14, S15: where the enemy comes from.


@pytest.mark.parametrize(
    ("event", "badges", "deck", "name"),
    [
        ("skirmish", 0, 1, "Dot"),
        ("skirmish", 1, 2, "Uma"),
        ("skirmish", 2, 3, "Rex"),
        ("skirmish", 3, 3, "Rex"),
        ("gym", 0, 2, "Uma"),
        ("gym", 1, 3, "Rex"),
        ("gym", 2, 4, "Exa"),
        ("champion", 3, 5, "Max"),
    ],
)
def test_s14_the_enemy_deck_goes_by_event_and_badges(
    event: str, badges: int, deck: int, name: str
) -> None:
    adventure = fight(event=event, badges=badges)
    assert enemy_deck(adventure.state) == deck - 1
    assert name_at(adventure, "enemy") == name


def test_s15_after_the_third_badge_comes_the_champion() -> None:
    adventure = fight(STRONG_WORLD, "1 " * 20, event="gym", badges=2)
    win_three(adventure)
    assert adventure.state.event is EventKind.CHAMPION
    assert phase(adventure) is Phase.PREPARE
    assert broken(adventure, "event skirmish") == ["S16", "S15"]


def test_s15_a_skirmish_with_three_badges_follows_a_lost_champion_and_uses_deck_3() -> None:
    adventure = lose(event="champion", badges=3)
    assert legal(adventure) == ["event champion", "event skirmish"]
    assert broken(adventure, "event gym") == ["S15"]
    again = next_script(adventure, "1 1")
    do(again, "event skirmish", "lead active")
    assert name_at(again, "enemy") == "Rex"


# S16, S17: what follows, and lost events.


def lose(event: str, badges: int) -> Adventure:
    """Ada falls while nobody else lives; two balls were ready."""
    adventure = fight(script="1 1 1 1", event=event, badges=badges)
    knock_out(adventure, "bench-2", "bench-3")
    weaken(adventure, "active")
    adventure.state.balls = 2
    do(adventure, "attach active", "pass")
    return adventure


def test_s16_after_a_run_the_player_chooses_gym_or_skirmish() -> None:
    adventure = run_away()
    assert legal(adventure) == ["event gym", "event skirmish"]
    assert broken(adventure, "event champion") == ["S15"]
    do(adventure, "event skirmish")
    assert adventure.state.event is EventKind.SKIRMISH
    assert adventure.state.events == 2


def run_away() -> Adventure:
    adventure = fight()
    power(adventure, "bench-2", "R")
    power(adventure, "bench-3", "W")
    do(adventure, "attach active", "run")
    return adventure


def test_s16_after_a_lost_skirmish_comes_the_gym() -> None:
    adventure = lose("skirmish", 1)
    assert (adventure.state.event, phase(adventure)) == (EventKind.GYM, Phase.PREPARE)


def test_s16_after_a_lost_skirmish_with_three_badges_comes_the_champion() -> None:
    adventure = lose("skirmish", 3)
    assert adventure.state.event is EventKind.CHAMPION


def test_s17_a_lost_gym_leads_to_a_skirmish_with_the_same_badges() -> None:
    adventure = lose("gym", 1)
    assert (adventure.state.event, adventure.state.badges) == (EventKind.SKIRMISH, 1)
    assert adventure.state.balls == 0


def test_s17_the_pc_does_not_help() -> None:
    adventure = fight(script="1 1 1 1")
    state = adventure.state
    state.pc[0], state.bench[2] = state.bench[2], None
    knock_out(adventure, "bench-2")
    weaken(adventure, "active")
    told = do(adventure, "attach active", "pass")
    assert words(told, What.EVENT_LOST) == ["the skirmish is lost against Dot (S17)"]
    assert name_at(adventure, "pc-1") == "Cid"


def test_s17_there_is_no_game_over() -> None:
    adventure = lose("champion", 3)
    assert adventure.outcome is None
    assert not at(adventure, "bench-2").down


# S18: won at the third knock-out, at once.


def test_s18_the_third_knock_out_wins_without_new_enemy_or_enemy_turn() -> None:
    adventure = fight(STRONG_WORLD, "1 1 1 1  1 1 1 1", event="gym")
    told = []
    for _ in range(2):
        told += do(adventure, "attach active", "attack 1")
    assert kinds(told).count(What.ENEMY_TURN_BEGINS) == 2
    # The script is used up: the third knock-out must ask for nothing.
    adventure = next_script(adventure, "")
    told = do(adventure, "attach active", "attack 1")
    assert kinds(told)[-4:] == [
        What.ENEMY_KNOCKED_OUT,
        What.EVENT_WON,
        What.EVENT_ENDS,
        What.EVENT_BEGINS,
    ]
    assert unused(adventure) == 0


def test_s18_a_skirmish_does_not_end_with_knock_outs() -> None:
    adventure = fight(STRONG_WORLD, "1 " * 20)
    for _ in range(4):
        do(adventure, "attach active", "attack 1")
    assert adventure.state.event is EventKind.SKIRMISH
    assert adventure.state.knock_outs == 4


def test_s18_won_and_lost_in_one_moment_is_won() -> None:
    adventure = fight(STRONG_WORLD, "1", event="gym")
    knock_out(adventure, "bench-2", "bench-3")
    adventure.state.knock_outs = adventure.state.pile_count = 2
    for place in ("active", "enemy"):
        weaken(adventure, place)
        at(adventure, place).poison = 10
    told = do(adventure, "attach active", "pass")
    assert kinds(told)[-4:-1] == [What.ENEMY_KNOCKED_OUT, What.EVENT_WON, What.EVENT_ENDS]
    assert adventure.state.badges == 1


# S19: the end of an event, in order.


def test_s19_everything_is_healed_and_put_back() -> None:
    adventure = fight(script="1")
    state = adventure.state
    power(adventure, "bench-2", "R")
    power(adventure, "bench-3", "W")
    at(adventure, "bench-2").damage = 30
    at(adventure, "active").posture = Condition.CONFUSED
    state.balls = 4
    do(adventure, "attach active", "run")
    assert all(
        not (pokemon.damage or pokemon.energy or pokemon.conditions or pokemon.down)
        for _, pokemon in state.team()
    )
    assert state.energy_deck == list(state.table.energy)
    assert (state.enemy, state.pile, state.balls) == (None, [], 0)
    assert state.decks[0] == [3]


@pytest.mark.parametrize(("piled", "balls"), [(0, 0), (2, 2), (5, 5), (6, 5)])
def test_s19_one_ball_per_card_in_the_discard_pile_at_most_five(piled: int, balls: int) -> None:
    adventure = fight(world(common=[(card("Dot"), 7)]), "1")
    state = adventure.state
    power(adventure, "bench-2", "R")
    power(adventure, "bench-3", "W")
    for _ in range(piled):
        state.pile.append(state.decks[0].pop())
    state.pile_count = state.knock_outs = piled
    do(adventure, "attach active", "run")
    assert state.balls == balls
    assert len(state.decks[0]) == 7


def test_s19_a_lost_event_gives_no_ball() -> None:
    adventure = fight(world(common=[(card("Dot"), 3)]), "1 1 1")
    state = adventure.state
    knock_out(adventure, "bench-2", "bench-3")
    weaken(adventure, "active")
    state.pile.append(state.decks[0].pop())
    state.pile_count = state.knock_outs = 1
    do(adventure, "attach active", "pass")
    assert (state.balls, state.pile) == (0, [])


def test_s19_a_caught_pokemon_gives_no_ball_and_stays() -> None:
    adventure = fight(world(common=[(card("Dot"), 2)], energy="GGRRWWLL"), "2 1 1 1")
    do(adventure, "attach active", "catch")
    assert name_at(adventure, "bench-1") == "Dot"
    for place, letter in (("bench-1", "W"), ("bench-2", "W"), ("bench-3", "L")):
        power(adventure, place, letter)
    do(adventure, "ball", "run")
    assert adventure.state.balls == 0
    assert name_at(adventure, "bench-1") == "Dot"


def test_a_leader_that_is_used_in_these_tests_can_attack_for_nothing() -> None:
    assert attack("Crush - 300").cost == ()
    assert legal(main(STRONG_WORLD), "attack") == ["attack 1"]


def test_s15_a_champion_at_the_wrong_moment_with_all_badges_breaks_no_rule_on_badges() -> None:
    assert broken(main(event="champion", badges=3), "event champion") == ["S16"]
    assert broken(main(), "event champion") == ["S16", "S15"]
