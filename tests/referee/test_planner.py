"""The planner: what it looks at, how much, and that it plays the same game everywhere."""

from __future__ import annotations

import pytest

from cardkit.referee import Adventure, EventKind, Phase, Seeded, Table
from cardkit.referee.actions import Action, Catch, ChooseEvent, Lead, Run, TakeBall, UseAttack
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.autopilots import AUTOPILOTS, player_maker
from cardkit.referee.conditions import give
from cardkit.referee.games import Limits
from cardkit.referee.hunting import Hunting
from cardkit.referee.outlook import Outlook, Prospects, Signs
from cardkit.referee.planner import NODES, Planner
from cardkit.referee.players import Choice
from cardkit.referee.trials import run_trials
from cardkit.rules import Condition
from tests.referee.recorded import playable
from tests.referee.table_talk import at, begin, fight, main, power, turn, weaken
from tests.referee.worlds import adventure_world, card, world

LARGE = Table.lay(adventure_world())
ADA, BOB, CID = (card(name, retreat=0) for name in ("Ada", "Bob", "Cid"))
STRONG = card("Strong", hp=120, attacks=["Slam CC 60"])


def gym_turn() -> Adventure:
    """A turn of a gym in which much can be done."""
    adventure = Adventure.on(LARGE, Seeded(4))
    player = player_maker("careful", LARGE)(1)
    state = adventure.state
    while (
        state.event is EventKind.SKIRMISH
        or state.phase is not Phase.MAIN
        or len(tuple(adventure.legal_actions)) < 4
    ):
        adventure.apply(player.choose(adventure).action)
    return adventure


def plan(adventure: Adventure, seed: int = 1, nodes: int = NODES) -> Choice:
    choice = Planner(adventure.state.table, seed, nodes).choose(adventure)
    assert choice.action in adventure.legal_actions
    assert choice.why
    return choice


def test_it_is_the_strongest_by_name() -> None:
    assert AUTOPILOTS[0] == "planner"


def test_the_same_seed_plays_the_same_game() -> None:
    report = run_trials(playable(adventure_world()), 2, 1, "planner", limits=Limits(rounds=25))
    again = run_trials(playable(adventure_world()), 2, 1, "planner", limits=Limits(rounds=25))
    assert report.to_dict() == again.to_dict()


def test_looking_ahead_changes_nothing_and_knows_no_outcome() -> None:
    """The adventure stays what it was, and its chance is not asked."""
    adventure = gym_turn()
    before, twin = adventure.text, adventure.chance.copy()
    first = plan(adventure)
    assert adventure.text == before
    assert adventure.chance.draw(10**6) == twin.draw(10**6)
    assert plan(Adventure(adventure.state.copy(), Seeded(99))) == first


@pytest.mark.parametrize("nodes", [1, 12, 40])
def test_futures_are_counted(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Action] = []

    def future(_self: Planner, _adventure: Adventure, action: Action, _seed: int) -> float:
        tried.append(action)
        return 0.5

    monkeypatch.setattr(Planner, "_future", future)
    adventure = fight(world(common=[(card("Dot"), 5)]), event="gym")
    plan(adventure, nodes=nodes)
    every = set(tried)
    assert len(every) >= 4, "each sensible action is tried at least once"
    assert len(tried) <= max(nodes, len(every))
    assert len(tried) > nodes // 2


def test_an_action_must_look_better_than_the_habit(monkeypatch: pytest.MonkeyPatch) -> None:
    adventure = gym_turn()
    habit = player_maker("careful", LARGE)(1).choose(adventure)
    monkeypatch.setattr(Planner, "_future", lambda *_arguments: 0.5)
    choice = plan(adventure)
    assert choice.action == habit.action
    assert habit.why in choice.why
    assert "50% to win" in choice.why


def test_once_the_team_is_swapped_only_the_leader_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[Action] = []

    def future(_self: Planner, _adventure: Adventure, action: Action, _seed: int) -> float:
        tried.append(action)
        return 0.5

    monkeypatch.setattr(Planner, "_future", future)
    adventure = begin(world(common=[(card("Dot"), 5)]))
    adventure.state.event = EventKind.GYM
    assert isinstance(plan(adventure).action, Lead)
    assert len(set(tried)) == 3
    assert all(isinstance(action, Lead) for action in tried)


def test_a_knock_out_that_wins_is_taken() -> None:
    adventure = main(
        world(common=[(card("Dot"), 5)], uncommon=[(card("Uma", hp=80), 4)]), event="gym"
    )
    adventure.state.knock_outs = 2
    power(adventure, "active", "R")
    weaken(adventure, "enemy", 10)
    choice = plan(adventure)
    assert isinstance(choice.action, UseAttack)
    assert "100%" in choice.why


class TestHunting:
    def hunting(self, adventure: Adventure) -> Hunting:
        appraisal = Appraisal(adventure.state.table)
        return Hunting(appraisal, Outlook(appraisal))

    def test_a_catch_pays_when_the_team_is_small(self) -> None:
        adventure = main(world(starters=[ADA, BOB, CID], common=[(STRONG, 6)]))
        hunting = self.hunting(adventure)
        assert hunting.pays(adventure.state, 0)
        assert isinstance(plan(adventure).action, Catch)

    def test_the_drawn_energy_buys_a_roll(self) -> None:
        adventure = fight(world(starters=[ADA, BOB, CID], common=[(STRONG, 6)]))
        assert isinstance(plan(adventure).action, TakeBall)

    def test_it_leaves_when_nothing_more_is_to_be_had(self) -> None:
        giants = [card(name, hp=990, attacks=["Slam - 300"], retreat=0) for name in "ABC"]
        adventure = main(world(starters=giants, common=[(card("Dot"), 3)]))
        hunting = self.hunting(adventure)
        assert not hunting.pays(adventure.state, 0)
        assert hunting.prospect(adventure.state) > 0.9
        assert isinstance(plan(adventure).action, Run)

    @pytest.mark.parametrize(("strong", "event"), [(True, "gym"), (False, "skirmish")])
    def test_the_next_event_is_chosen_alike(self, strong: bool, event: str) -> None:
        attack = "Slam - 300" if strong else "Tap CCC 10"
        own = [card(name, hp=990 if strong else 30, attacks=[attack], retreat=0) for name in "ABC"]
        adventure = begin(world(starters=own, common=[(STRONG, 6)]))
        adventure.state.phase = Phase.EVENT
        adventure.state.choices = (EventKind.GYM, EventKind.SKIRMISH)
        choice = plan(adventure)
        assert isinstance(choice.action, ChooseEvent)
        assert choice.action.event == event


class TestOutlook:
    outlook = Outlook(Appraisal(LARGE))

    def chance(self, adventure: Adventure) -> float:
        return Outlook(Appraisal(adventure.state.table)).chance(adventure.state)

    def test_damage_to_the_enemy_is_good_and_to_the_team_bad(self) -> None:
        manifest = world(common=[(card("Dot"), 5)], uncommon=[(card("Uma", hp=80), 4)])
        chance = self.chance(fight(manifest, event="gym"))
        hurt, close = fight(manifest, event="gym"), fight(manifest, event="gym")
        for place in ("active", "bench-2", "bench-3"):
            weaken(hurt, place, 10)
        weaken(close, "enemy", 10)
        close.state.knock_outs = 2
        assert 0 < self.chance(hurt) < chance < self.chance(close) < 1

    @pytest.mark.parametrize("condition", [Condition.ASLEEP, Condition.POISONED, Condition.BURNED])
    def test_conditions_of_the_enemy_are_good(self, condition: Condition) -> None:
        manifest = world(common=[(card("Dot"), 5)], uncommon=[(card("Uma", hp=80), 4)])
        adventure = fight(manifest, event="gym")
        chance = self.chance(adventure)
        give(at(adventure, "enemy"), condition)
        assert self.chance(adventure) > chance

    def test_balls_are_good(self) -> None:
        facts = LARGE.cards[:4]
        chances = [self.outlook.prospect(facts, 3, badges=1, balls=balls) for balls in (0, 5)]
        assert chances[0] < chances[1]

    def test_whoever_is_down_promises_nothing(self) -> None:
        adventure = fight(world(common=[(card("Dot"), 5)]), event="gym")
        outlook = Outlook(Appraisal(adventure.state.table))
        whole = outlook.signs(adventure.state)
        turn(adventure, "bench-2")
        assert outlook.signs(adventure.state).living == whole.living - 1

    def test_every_sign_is_weighed(self) -> None:
        adventure = gym_turn()
        assert len(self.outlook.signs(adventure.state)) == len(Signs._fields)
        assert len(self.outlook.prospects([], 2, badges=0, balls=0)) == len(Prospects._fields)
        assert 0 < self.outlook.prospect([], 2, badges=0, balls=0) < 0.1
