from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from cardkit.errors import InputError, UsageError
from cardkit.manifest import Manifest
from cardkit.referee import Adventure, EventKind, Reason, Table, parse_action
from cardkit.referee.careful import Careful
from cardkit.referee.games import GameResult, Limits, Sightings, game_seed, play_game
from cardkit.referee.players import Choice
from cardkit.referee.records import Record
from cardkit.referee.shares import share_interval
from cardkit.referee.trials import Beater, Fight, TrialReport, run_trials
from cardkit.referee.verification import verify
from cardkit.schema_check import schema_faults
from tests.referee.recorded import EASY, playable
from tests.referee.worlds import adventure_world, card, proxy, world

HARD = playable(adventure_world())
SHORT = Limits(rounds=60)


def trials(manifest: Manifest = HARD, games: int = 20, **options: Any) -> TrialReport:
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
    assert [fight for fight in report.fights if fight.event is not EventKind.SKIRMISH] == [
        Fight(EventKind.GYM, 0, 5, 0),
        Fight(EventKind.GYM, 1, 5, 0),
        Fight(EventKind.GYM, 2, 5, 0),
        Fight(EventKind.CHAMPION, 3, 5, 0),
    ]


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
    assert sum(loss.enemy == first.card for loss in lost) == first.lost_events
    assert isinstance(first, Beater)


def test_cards_that_were_never_met() -> None:
    report = run_trials(HARD, 1, limits=Limits(rounds=5))
    assert "test-vee-g-vmax" in report.never_met
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

    monkeypatch.setattr("cardkit.referee.trials.player_maker", makers)
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
        "cardkit.referee.trials.player_maker", lambda _name, _table: lambda _seed: Interrupted()
    )
    with pytest.raises(KeyboardInterrupt):
        run_trials(HARD, 3)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "at least one game is played, got 0"),
        ({"seed": -1}, "a seed is 0 or more, got -1"),
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
    assert by_hand == report.sightings
    assert report.sightings.met.total() >= report.sightings.beaten.total() > 0


def test_the_sightings_of_a_game_by_hand() -> None:
    """One Ada meets the other two, one after the other, and knocks each out for nothing."""
    ada = card("Ada", hp=60, attacks=["Crush - 60"], retreat=0)
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
    assert {deck.value: n for deck, n in game.sightings.dry.items()} == {"common": 1}
    assert (game.lost, game.stopped) == ((), "the limit of 7 actions")
