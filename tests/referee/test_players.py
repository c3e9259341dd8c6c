"""The autopilots: what they choose, and why, in positions that are laid by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.cards import Card
from cardkit.errors import UsageError
from cardkit.manifest import Manifest
from cardkit.referee import Adventure, EventKind, Phase, Pokemon, Seeded, Table, bench, pc
from cardkit.referee.autopilots import AUTOPILOTS, player_maker
from cardkit.referee.careful import EVENTS_PER_TRY, Careful
from cardkit.referee.games import Limits
from cardkit.referee.players import Choice, RandomPlayer
from cardkit.referee.spots import Spot
from cardkit.referee.trials import run_trials
from cardkit.rules import Condition
from tests.referee.recorded import playable
from tests.referee.table_talk import at, begin, fight, knock_out, main, phase, power, weaken
from tests.referee.worlds import Entry, adventure_world, attack, card, rules, world


def choose(adventure: Adventure) -> Choice:
    """What the careful player does here; it is legal and has a reason."""
    chosen = Careful(adventure.state.table).choose(adventure)
    assert chosen.action in adventure.legal_actions
    assert chosen.why
    return chosen


def chosen(adventure: Adventure) -> str:
    return str(choose(adventure).action)


def lay(adventure: Adventure, name: str, spot: Spot) -> Pokemon:
    """Take a card out of its deck and lay it at one of the player's places."""
    state = adventure.state
    number = next(
        number for deck in state.decks for number in deck if state.table.cards[number].name == name
    )
    for deck in state.decks:
        if number in deck:
            deck.remove(number)
    pokemon = Pokemon(number, state.table.cards[number])
    state.put(spot, pokemon)
    return pokemon


def fill_bench(adventure: Adventure, name: str) -> None:
    """Lay copies of a card wherever the bench has room."""
    for place, pokemon in enumerate(adventure.state.bench, start=1):
        if pokemon is None:
            lay(adventure, name, bench(place))


def team(
    *three: Card,
    common: Sequence[Entry] = (),
    uncommon: Sequence[Entry] = (card("Uma", hp=80),),
    rare: Sequence[Entry] = (card("Rex", hp=100),),
) -> Manifest:
    """A world whose first three cards are these; Dots follow."""
    return world(
        starters=three,
        common=[*common, (card("Dot", retreat=0), 5)],
        uncommon=uncommon,
        rare=rare,
    )


ADA, BOB, CID = (card(name, retreat=0) for name in ("Ada", "Bob", "Cid"))
IDLE = card("Idle", attacks=[])
STRONG = card("Strong", hp=120, attacks=["Slam CC 60"])


class TestBetweenEvents:
    def test_the_pokemon_that_promises_most_leads(self) -> None:
        assert chosen(begin(team(ADA, STRONG, CID))) == "lead bench-2"

    def test_a_better_pokemon_is_fetched_from_the_pc(self) -> None:
        adventure = begin(team(ADA, BOB, CID, common=[STRONG]))
        lay(adventure, "Strong", pc(2))
        assert chosen(adventure) == "swap active pc-2"
        assert "Strong" in choose(adventure).why

    def test_the_worst_makes_room_when_the_team_is_full(self) -> None:
        adventure = begin(team(ADA, IDLE, CID, common=[STRONG]))
        adventure.state.active = lay(adventure, "Dot", bench(4))
        fill_bench(adventure, "Dot")
        adventure.state.bench[3] = None
        fill_bench(adventure, "Dot")
        lay(adventure, "Strong", pc(1))
        assert chosen(adventure) == "swap bench-2 pc-1"

    @pytest.mark.parametrize(
        ("events", "strong", "expected"),
        [
            (1, True, "event gym"),
            (1, False, "event skirmish"),
            (EVENTS_PER_TRY, False, "event gym"),
            (EVENTS_PER_TRY + 1, False, "event skirmish"),
        ],
    )
    def test_a_gym_is_tried_when_the_team_is_strong_or_it_is_time(
        self, events: int, strong: bool, expected: str
    ) -> None:
        giant = card("Giant", hp=900, attacks=["Slam - 90"])
        adventure = begin(team(giant if strong else IDLE, BOB, CID))
        adventure.state.phase = Phase.EVENT
        adventure.state.choices = (EventKind.GYM, EventKind.SKIRMISH)
        adventure.state.events = events
        assert chosen(adventure) == expected

    @pytest.mark.parametrize(
        ("upper", "expected"),
        [
            (card("Adan", hp=120, attacks=["Slam C 60"], evolves_from="Ada"), "evolve active"),
            (card("Adan", hp=50, attacks=[], evolves_from="Ada"), "decline"),
        ],
    )
    def test_evolution_when_it_helps(self, upper: Card, expected: str) -> None:
        adventure = main(team(ADA, BOB, CID, uncommon=[upper]))
        adventure.state.fallen = Pokemon(
            next(n for n, one in enumerate(adventure.state.table.cards) if one.name == "Adan"),
            next(one for one in adventure.state.table.cards if one.name == "Adan"),
        )
        adventure.state.phase = Phase.EVOLVE
        assert chosen(adventure) == expected

    @pytest.mark.parametrize(("caught", "expected"), [(STRONG, "release pc-3"), (IDLE, "let-go")])
    def test_the_worst_of_the_pc_makes_room_for_a_better_one(
        self, caught: Card, expected: str
    ) -> None:
        manifest = team(ADA, BOB, CID, common=[(ADA, 5), caught, card("Worse", hp=50)])
        adventure = main(manifest)
        for place in (1, 2, 4, 5):
            lay(adventure, "Ada", pc(place))
        lay(adventure, "Worse", pc(3))
        adventure.state.caught = lay(adventure, caught.name, bench(5))
        adventure.state.bench[4] = None
        adventure.state.phase = Phase.RELEASE
        assert chosen(adventure) == expected

    def test_without_a_pc_the_caught_one_goes(self) -> None:
        manifest = world(starters=(ADA, BOB, CID), common=[STRONG], house=rules(pc_size=0))
        adventure = begin(manifest)
        adventure.state.caught = lay(adventure, "Strong", bench(4))
        adventure.state.bench[3] = None
        adventure.state.phase = Phase.RELEASE
        assert chosen(adventure) == "let-go"


class TestEnergy:
    def test_it_goes_where_an_attack_comes_nearest(self) -> None:
        grass = card("Grassy", attacks=["Whip G 40"], retreat=0)
        fire = card("Fiery", attacks=["Flame R 40"], retreat=0)
        adventure = fight(team(fire, grass, CID))
        assert str(adventure.state.drawn) == "Grass"
        assert chosen(adventure) == "attach bench-2"

    def test_the_active_comes_first(self) -> None:
        assert chosen(fight(team(ADA, BOB, CID))) == "attach active"

    def test_but_not_one_that_falls_next(self) -> None:
        adventure = fight(team(ADA, BOB, CID))
        weaken(adventure, "active")
        assert chosen(adventure).startswith("attach bench-")

    def test_nobody_needs_it(self) -> None:
        fire = [card(name, attacks=["Flame R 40"], retreat=0) for name in ("A", "B", "C")]
        assert chosen(fight(team(*fire), event="gym")) == "ball"

    def test_towards_the_way_out_of_a_skirmish(self) -> None:
        heavy = [card(name, attacks=["Flame R 40"], retreat=2) for name in ("A", "B", "C")]
        adventure = fight(team(*heavy))
        for place in ("active", "bench-2", "bench-3"):
            weaken(adventure, place, 20)
        assert chosen(adventure) == "attach active"

    def test_an_attack_that_is_paid_for_needs_no_more(self) -> None:
        adventure = fight(team(ADA, BOB, CID), event="gym")
        power(adventure, "active", "R")
        assert chosen(adventure) == "attach bench-2"

    @pytest.mark.parametrize(
        ("hp", "down", "expected"), [(60, 1, "revive bench-2"), (30, 1, ""), (30, 2, "revive")]
    )
    def test_five_balls_revive_when_that_is_more_than_healing(
        self, hp: int, down: int, expected: str
    ) -> None:
        weak = card("Bob", hp=hp)
        adventure = fight(team(ADA, weak, card("Cid", hp=20), common=[STRONG]), event="gym")
        lay(adventure, "Strong", bench(4))
        adventure.state.balls = 5
        knock_out(adventure, *(["bench-2", "bench-3"][:down]))
        action = chosen(adventure)
        assert action.startswith(expected) if expected else not action.startswith("revive")

    def test_nobody_is_revived_in_a_skirmish(self) -> None:
        adventure = fight(team(ADA, BOB, CID))
        adventure.state.balls = 5
        knock_out(adventure, "bench-2", "bench-3")
        assert not chosen(adventure).startswith("revive")


class TestTurn:
    def test_the_hardest_attack_that_is_paid_for(self) -> None:
        two = card("Ada", attacks=["Tap C 10", "Hit C 30", "Slam CCC 90"])
        adventure = main(team(two, BOB, CID), event="gym")
        power(adventure, "active", "R")
        assert chosen(adventure) == "attack 2"

    def test_weakness_decides_who_attacks(self) -> None:
        fire = card("Fiery", types="R", attacks=["Flame R 30"])
        plain = card("Ada", attacks=["Tap C 40"], retreat=0)
        target = card("Uma", hp=200, weak="R×2")
        adventure = main(team(plain, fire, CID, uncommon=[target]), event="gym")
        power(adventure, "active", "W")
        power(adventure, "bench-2", "R")
        assert chosen(adventure) == "retreat bench-2"
        assert "Fiery" in choose(adventure).why

    def test_a_retreat_is_not_worth_all_that_it_costs(self) -> None:
        plain = card("Ada", attacks=["Tap C 40", "Slam CC 60"], retreat=2)
        better = card("Bob", attacks=["Hit C 75"])
        adventure = main(team(plain, better, CID), event="gym")
        power(adventure, "active", "RW")
        power(adventure, "bench-2", "L")
        assert chosen(adventure) == "attack 2"

    def test_an_attack_that_is_not_read_is_never_used(self) -> None:
        odd = card("Ada", attacks=[attack("Odd C 90", text_omitted=True)])
        adventure = main(team(odd, BOB, CID), event="gym")
        power(adventure, "active", "R")
        assert chosen(adventure) == "pass"

    def test_a_confused_pokemon_does_not_knock_itself_out(self) -> None:
        adventure = main(team(ADA, BOB, CID), event="gym")
        power(adventure, "active", "R")
        at(adventure, "active").posture = Condition.CONFUSED
        assert chosen(adventure) == "attack 1"
        weaken(adventure, "active", 30)
        assert chosen(adventure) == "pass"

    def test_a_wanted_enemy_is_caught_when_the_odds_are_good(self) -> None:
        adventure = main(team(ADA, BOB, CID))
        power(adventure, "active", "R")
        assert chosen(adventure) == "catch"
        assert "50%" in choose(adventure).why

    def test_a_rare_one_is_weakened_first(self) -> None:
        adventure = main(team(ADA, BOB, CID), badges=2)
        power(adventure, "active", "R")
        assert chosen(adventure) == "attack 1"
        weaken(adventure, "enemy", 10)
        assert chosen(adventure) == "catch"

    def test_balls_make_odds_good(self) -> None:
        adventure = main(team(ADA, BOB, CID), badges=2)
        power(adventure, "active", "R")
        adventure.state.balls = 5
        assert chosen(adventure) == "catch"

    def test_a_full_team_catches_only_what_is_better(self) -> None:
        adventure = main(team(ADA, BOB, CID, common=[(STRONG, 2)]))
        power(adventure, "active", "R")
        fill_bench(adventure, "Dot")
        state = adventure.state
        assert at(adventure, "enemy").facts.name == "Strong"
        assert chosen(adventure) == "catch"
        state.enemy = Pokemon(at(adventure, "bench-3").card, at(adventure, "bench-3").facts)
        assert chosen(adventure) == "attack 1"

    def test_without_an_attack_a_catch_brings_another_enemy(self) -> None:
        adventure = main(team(IDLE, BOB, CID, common=[(IDLE, 4)]))
        fill_bench(adventure, "Idle")
        assert chosen(adventure) == "catch"

    @pytest.mark.parametrize(
        ("left", "balls", "expected"),
        [
            (30, 1, "heal active"),  # 30 damage is coming, a ball takes 20 off
            (40, 1, "attack 1"),  # it survives anyway
            (10, 1, "attack 1"),  # it falls anyway
            (10, 2, "heal active"),
            (30, 0, "attack 1"),
        ],
    )
    def test_a_ball_heals_when_that_saves_the_active(
        self, left: int, balls: int, expected: str
    ) -> None:
        adventure = main(team(ADA, BOB, CID), event="gym", badges=1)
        power(adventure, "active", "R")
        adventure.state.balls = balls
        assert at(adventure, "enemy").facts.deck_number == 3
        weaken(adventure, "active", left)
        assert chosen(adventure) == expected

    def test_it_runs_with_five_balls_and_a_full_bench(self) -> None:
        adventure = main(team(ADA, BOB, CID))
        power(adventure, "active", "R")
        adventure.state.pile_count = adventure.state.knock_outs = 5
        assert chosen(adventure) != "run"
        fill_bench(adventure, "Dot")
        assert chosen(adventure) == "run"

    def test_it_runs_when_the_team_is_worn_out(self) -> None:
        adventure = main(team(ADA, BOB, CID))
        for place in ("active", "bench-2", "bench-3"):
            weaken(adventure, place, 20)
        assert chosen(adventure) == "run"

    @pytest.mark.parametrize(("free", "expected"), [(True, "throw"), (False, "stop")])
    def test_balls_are_thrown_at_what_is_wanted(self, free: bool, expected: str) -> None:
        adventure = main(team(ADA, BOB, CID))
        adventure.state.balls = 1
        adventure.state.phase = Phase.CATCHING
        if not free:
            fill_bench(adventure, "Dot")
        assert chosen(adventure) == expected

    def test_whoever_is_ready_replaces_a_knocked_out_active(self) -> None:
        adventure = main(team(ADA, BOB, STRONG))
        power(adventure, "bench-3", "RW")
        knock_out(adventure, "active")
        adventure.state.phase = Phase.REPLACE
        assert chosen(adventure) == "send bench-3"


WORLDS = [
    Table.lay(adventure_world()),
    Table.lay(adventure_world(rules(bench_size=2, pc_size=0, balls_per_catch=0, chart={}))),
    Table.lay(adventure_world(rules(bench_size=3, pc_size=1, revive_hp=30, proxies_playable=True))),
]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    table=st.sampled_from(WORLDS),
    name=st.sampled_from(AUTOPILOTS),
    seed=st.integers(0, 2**48),
)
def test_every_choice_is_legal_and_says_why(table: Table, name: str, seed: int) -> None:
    adventure = Adventure.on(table, Seeded(seed))
    player = player_maker(name, table)(seed)
    for _ in range(60 if name == "planner" else 250):
        if phase(adventure) is Phase.OVER:
            break
        action, why = player.choose(adventure)
        assert not adventure.explain(action)
        assert why
        assert "\n" not in why
        adventure.apply(action)


def test_the_same_position_gets_the_same_choice() -> None:
    """Whatever was played before, and without asking chance."""
    table = WORLDS[0]
    used = Careful(table)
    adventure = Adventure.on(table, Seeded(9))
    while adventure.outcome is None and adventure.state.rounds < 60:
        state = adventure.chance.copy()
        first = used.choose(adventure)
        assert first == Careful(table).choose(adventure)
        assert adventure.chance.draw(10**6) == state.draw(10**6)
        adventure.apply(first.action)


def test_the_random_player_has_a_generator_of_its_own() -> None:
    adventure = Adventure.on(WORLDS[0], Seeded(9))
    twin = adventure.chance.copy()
    one, two = RandomPlayer(3), RandomPlayer(3)
    assert [one.choose(adventure) for _ in range(50)] == [two.choose(adventure) for _ in range(50)]
    assert len({str(RandomPlayer(seed).choose(adventure).action) for seed in range(50)}) > 2
    assert adventure.chance.draw(10**6) == twin.draw(10**6)


def test_there_is_no_other_player() -> None:
    with pytest.raises(UsageError, match="planner, careful, random, got 'perfect'"):
        player_maker("perfect", WORLDS[0])


def test_the_careful_player_wins_where_the_random_one_does_not() -> None:
    manifest = playable(adventure_world())
    badges = {
        name: sum(
            game.badges
            for game in run_trials(manifest, 8, 1, name, limits=Limits(rounds=150)).games
        )
        for name in ("careful", "random")
    }
    assert badges["careful"] >= 8 > badges["random"]
