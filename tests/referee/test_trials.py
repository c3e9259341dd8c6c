from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from cardkit.errors import InputError, UsageError
from cardkit.manifest import Manifest
from cardkit.referee import Adventure, EventKind, Reason, Table, parse_action, series
from cardkit.referee.careful import Careful
from cardkit.referee.games import GameResult, Limits, game_seed, play_game
from cardkit.referee.pace import Pace
from cardkit.referee.players import Choice
from cardkit.referee.records import Record, write_record
from cardkit.referee.series import Crew, WorkerLost
from cardkit.referee.shares import exact_interval, share_interval
from cardkit.referee.sightings import Sightings
from cardkit.referee.stopping import Certainty, confidence_of_look, look_games
from cardkit.referee.trials import run_trials
from cardkit.referee.trials_report import TrialsReport
from cardkit.referee.verification import verify
from cardkit.schema_check import schema_faults
from tests.referee.recorded import EASY, playable
from tests.referee.worlds import adventure_world, attack, card, proxy, world

HARD = playable(adventure_world())
SHORT = Limits(rounds=60)


def trials(manifest: Manifest = HARD, games: int = 20, **options: Any) -> TrialsReport:
    return run_trials(manifest, games, **{"limits": SHORT, **options})


def test_the_same_seed_gives_the_same_report() -> None:
    assert trials().to_dict() == trials().to_dict()
    assert trials(seed=1).to_dict() != trials(seed=2).to_dict()


@pytest.mark.parametrize("player", ["careful", "random"])
def test_also_in_another_process(player: str) -> None:
    code = (
        "import json, sys; from tests.referee.test_trials import trials;"
        f"print(json.dumps(trials(player={player!r}).to_dict()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": "4711", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout) == trials(player=player).to_dict()


def test_a_game_does_not_depend_on_the_games_before() -> None:
    many, few = trials(games=6), trials(games=3)
    assert many.games[:3] == few.games
    table = Table.lay(HARD)
    seed = game_seed(1, 5)
    alone = play_game(table, Careful(table), number=5, seed=seed, limits=SHORT)
    assert alone == many.games[4]


def test_seeds_are_the_same_on_every_machine() -> None:
    assert game_seed(1, 1) == 241478218473319
    assert len({game_seed(seed, number) for seed in range(40) for number in range(40)}) == 1600
    assert all(0 <= game_seed(0, number) < 2**48 for number in range(1000))


def test_records_are_those_of_the_games() -> None:
    records: dict[int, Record] = {}
    report = trials(games=4, on_record=records.__setitem__)
    assert sorted(records) == [1, 2, 3, 4]
    for game in report.games:
        found = verify(records[game.number])
        assert (found.seed, found.rounds, found.actions) == (game.seed, game.rounds, game.actions)
    assert trials(games=4).games == report.games, "writing down changes nothing"


def test_only_some_games_are_written_down() -> None:
    records: dict[int, Record] = {}
    trials(games=4, on_record=records.__setitem__, recorded={2})
    assert sorted(records) == [2]


def test_each_result_is_told_as_it_comes() -> None:
    told: list[GameResult] = []
    report = trials(games=3, on_game=told.append)
    assert tuple(told) == report.games


def test_an_easy_pool_is_won() -> None:
    report = run_trials(EASY, 5)
    assert report.wins == 5
    assert {game.reason for game in report.games} == {Reason.CHAMPION_BEATEN}
    assert report.badges == (0, 0, 0, 5)
    assert report.median_rounds is not None
    assert report.median_rounds < 60
    assert not report.has_errors
    fights = [fight for fight in report.fights if fight.event is not EventKind.SKIRMISH]
    assert [(fight.label, fight.fought, fight.won, fight.lost) for fight in fights] == [
        ("gym 1", 5, 5, 0),
        ("gym 2", 5, 5, 0),
        ("gym 3", 5, 5, 0),
        ("champion", 5, 5, 0),
    ]
    assert all(fight.first_try and fight.first_try.share == 1 for fight in fights)
    assert report.stalls == ()


def test_a_game_is_given_up_at_its_limits() -> None:
    game = run_trials(HARD, 1, limits=Limits(rounds=10)).games[0]
    assert (game.rounds, game.stopped, game.won) == (10, "the limit of 10 rounds", False)
    game = run_trials(HARD, 1, limits=Limits(actions=7)).games[0]
    assert (game.actions, game.stopped) == (7, "the limit of 7 actions")


def test_what_was_lost_and_to_whom() -> None:
    report = run_trials(HARD, 10, limits=Limits(rounds=200))
    lost = [loss for game in report.games for loss in game.lost]
    assert lost
    assert sum(fight.lost for fight in report.fights) == len(lost)
    assert sum(one.lost_events for one in report.beaters) == len(lost)
    counts = [one.lost_events for one in report.beaters]
    assert counts == sorted(counts, reverse=True)
    first = report.beaters[0]
    assert sum(loss.enemy == first.key for loss in lost) == first.lost_events
    assert report.stalls[0].given_up == max(fight.given_up for fight in report.fights) > 0


def test_cards_that_were_never_met() -> None:
    report = run_trials(HARD, 1, limits=Limits(rounds=5))
    assert "test-vee-g-vmax" in [card.key for card in report.never_met]
    assert run_trials(EASY, 5).never_met == ()


class Breaks:
    """A player with a fault in it."""

    def __init__(self, when: int) -> None:
        self._left = when

    def choose(self, adventure: Adventure) -> Choice:
        self._left -= 1
        if self._left < 0:
            raise KeyError("nothing there")
        return Choice(next(iter(adventure.legal_actions)), "the first")


def test_a_crash_is_kept_and_costs_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def makers(_name: str, _table: Table) -> Callable[[int], Breaks]:
        players = iter([Breaks(10_000), Breaks(3), Breaks(10_000)])
        return lambda _seed: next(players)

    monkeypatch.setattr("cardkit.referee.series.player_maker", makers)
    records: dict[int, Record] = {}
    report = run_trials(HARD, 3, limits=SHORT, on_record=records.__setitem__)
    assert [game.crash for game in report.games] == ["", "KeyError: 'nothing there'", ""]
    assert [game.number for game in report.crashes] == [2]
    assert len(report.finished) == 2
    assert sorted(records) == [1, 3]
    assert sum(report.badges) == 2
    assert not any("nothing there" in finding.what for finding in report.findings)


def test_an_interruption_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        def choose(self, adventure: Adventure) -> Choice:
            raise KeyboardInterrupt(adventure.text)

    monkeypatch.setattr(
        "cardkit.referee.series.player_maker", lambda _name, _table: lambda _seed: Interrupted()
    )
    with pytest.raises(KeyboardInterrupt):
        run_trials(HARD, 3)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "at least one game is played, got 0"),
        ({"seed": -1}, "a seed is 0 or more, got -1"),
        ({"precision": 0.5}, "between 0 and 0.5, got 0.5"),
        ({"player": "best"}, "careful, random, got 'best'"),
    ],
)
def test_numbers_that_make_no_sense(options: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        trials(**options)


def test_a_manifest_that_cannot_be_played() -> None:
    only_proxies = world(starters=[proxy("A"), proxy("B"), proxy("C")], common=[])
    with pytest.raises(InputError, match="S12"):
        run_trials(only_proxies, 1)


def test_the_json_form_fits_its_schema() -> None:
    for report in (trials(games=3), run_trials(EASY, 2), trials(games=3, player="random")):
        assert not schema_faults(report.to_dict(), "trials")


@pytest.mark.parametrize(
    ("count", "total", "least", "most"),
    [  # Wilson's interval; for 0 of 10 it ends at z² / (10 + z²) = 3.8415 / 13.8415
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (97, 100, 0.9155, 0.9897),
        (500, 1000, 0.4691, 0.5309),
    ],
)
def test_how_sure_a_share_is(count: int, total: int, least: float, most: float) -> None:
    found = share_interval(count, total)
    assert (round(found.least, 4), round(found.most, 4)) == (least, most)


def test_sightings_add_up() -> None:
    report = trials(games=4)
    by_hand = Sightings()
    for game in report.games:
        by_hand.add(game.sightings)
    assert {card.key: card.met for card in report.cards if card.met} == by_hand.met
    assert {card.key: card.damage for card in report.cards if card.damage} == +by_hand.damage
    assert sum(card.attacks for card in report.cards) == by_hand.attacked.total()
    assert {one.kind: one.attached for one in report.energies if one.attached} == by_hand.attached
    assert by_hand.met.total() >= by_hand.beaten.total() > 0


@pytest.mark.parametrize("text", ["", "~ does 10 damage to itself."])
def test_the_sightings_of_a_game_by_hand(text: str) -> None:
    """One Ada meets the other two, one after the other, and knocks each out for nothing."""
    crush = attack("Crush - 60", text=text.replace("~", "Ada"))
    ada = card("Ada", hp=60, attacks=[crush], retreat=0)
    table = Table.lay(world(starters=[(ada, 5)], common=[]))
    moves = iter(["lead bench-1", *["ball", "attack 1"] * 3])

    class Hand:
        def choose(self, adventure: Adventure) -> Choice:
            assert adventure.outcome is None
            return Choice(parse_action(next(moves)), "by hand")

    game = play_game(table, Hand(), number=1, seed=3, limits=Limits(actions=7))
    assert game.sightings.owned == {"test-ada": 3}
    assert game.sightings.met == {"test-ada": 4}
    assert game.sightings.beaten == {"test-ada": 3}
    assert game.sightings.attacked == {("test-ada", "Crush"): 3}
    assert game.sightings.damage == {"test-ada": 180}
    assert {deck.value: n for deck, n in game.sightings.dry.items()} == {"common": 1}
    assert (game.lost, game.stopped) == ((), "the limit of 7 actions")


def test_any_number_of_workers_gives_the_same_bytes() -> None:
    """Also when games stop early, and for what is written down."""
    told: dict[int, tuple[str, list[str]]] = {}
    for workers in (1, 2, 3):
        records: dict[int, Record] = {}
        with Crew(workers) as crew:
            report = trials(
                games=60,
                limits=Limits(rounds=12),
                precision=0.25,
                crew=crew,
                on_record=records.__setitem__,
                recorded={2, 7},
            )
        told[workers] = (
            json.dumps(report.to_dict()),
            [write_record(one) for one in records.values()],
        )
    assert told[1] == told[2] == told[3]
    assert len(told[1][1]) == 2
    certainty = json.loads(told[1][0])["certainty"]
    assert (certainty["looks"], certainty["early"]) == ([25], True)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="not on this system")
def test_ctrl_c_is_held_back_while_a_worker_is_begun_and_not_lost() -> None:
    held: list[bool] = []

    def begin() -> None:
        with series._undisturbed():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            held.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert held == [True]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_fault_of_the_manifest_comes_back_from_a_worker() -> None:
    only_proxies = world(starters=[proxy("A"), proxy("B"), proxy("C")], common=[])
    with Crew(2) as crew, pytest.raises(InputError, match="S12"):
        run_trials(only_proxies, 1, crew=crew)


def test_a_lost_worker_is_no_stack_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def submit(self, *_arguments: object) -> None:
            raise BrokenProcessPool

    crew = Crew(2)
    monkeypatch.setattr(crew, "_started", Broken)
    with pytest.raises(WorkerLost, match="--workers 1"):
        run_trials(HARD, 1, crew=crew)


class TestStopping:
    def test_looks_come_at_fixed_numbers_of_games(self) -> None:
        assert list(look_games(400)) == [25, 50, 100, 200, 400]
        assert list(look_games(10)) == [10]

    def test_all_looks_together_err_no_more_than_they_say(self) -> None:
        assert sum(1 - confidence_of_look(k) for k in range(1, 10_000)) < 0.05

    def test_an_interval_is_wider_after_looks(self) -> None:
        seen = Certainty(
            confidence=0.95, planned=100, precision=0.1, looks=(25, 50, 100), early=False
        )
        blind = replace(seen, precision=None, looks=())
        wide, narrow = seen.share(50, 100).interval, blind.share(50, 100).interval
        assert wide.least < narrow.least < 0.5 < narrow.most < wide.most

    def test_games_stop_when_the_share_is_known(self) -> None:
        report = run_trials(EASY, 400, precision=0.2)
        assert (len(report.games), report.won.count) == (25, 25)
        assert report.certainty.early
        assert run_trials(EASY, 12).certainty.looks == ()

    def test_few_games_are_played_to_the_end(self) -> None:
        report = run_trials(EASY, 3, precision=0.01)
        assert (len(report.games), report.certainty.early) == (3, False)

    def test_an_interval_holds_the_truth_as_often_as_it_says(self) -> None:
        """Looking again and again: 95% of 400 series hold the true share at every look."""
        chance, bounds_of = random.Random(7), cache(exact_interval)
        held = 0
        for _ in range(400):
            falls = [chance.random() < 0.3 for _ in range(200)]
            bounds = [
                bounds_of(sum(falls[:games]), games, confidence_of_look(look))
                for look, games in enumerate(look_games(200), start=1)
            ]
            held += all(least <= 0.3 <= most for least, most in bounds)
        assert held >= 380


@pytest.mark.parametrize(
    ("count", "total", "least", "most"),
    [  # Clopper and Pearson at 95%: the bounds of 0 and all are 1 - 0.025 ** (1 / n)
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.3085),
        (5, 10, 0.1871, 0.8129),
        (10, 10, 0.6915, 1.0),
        (97, 100, 0.9148, 0.9938),
    ],
)
def test_an_exact_interval(count: int, total: int, least: float, most: float) -> None:
    found = exact_interval(count, total, 0.95)
    assert (round(found.least, 4), round(found.most, 4)) == (least, most)


def test_how_long_an_evening_it_is() -> None:
    report = run_trials(
        EASY,
        5,
        pace=Pace(minutes_per_round=2, minutes_per_event=10, minutes_of_an_evening=60),
    )
    game = sorted(report.games, key=lambda game: 2 * game.rounds + 10 * game.events)[2]
    assert report.minutes is not None
    assert report.minutes.middle == 2 * game.rounds + 10 * game.events
    assert [one.won.share for one in report.milestones if one.rounds >= 100] == [1.0] * 8


def test_dead_energy_and_idle_cards() -> None:
    report = trials(world(common=[(card("Dot", attacks=[]), 6)], energy="GGRRWWLLPP"), games=3)
    assert {one.kind.value for one in report.dead_energies} == {
        "Grass", "Fire", "Water", "Lightning", "Psychic",
    }  # fmt: skip
    assert "test-dot" in [one.key for one in report.idle]
    alive = {one.kind.value for one in trials(games=3).energies if not one.dead}
    assert {"Grass", "Lightning"} <= alive
