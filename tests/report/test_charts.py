from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from cardkit.referee.trials_report import TrialsReport
from cardkit.report.charts import Bar, Chart, Shade, charts_of
from cardkit.report.drawing import NARROW, WIDE, svg
from cardkit.report.raster import png
from tests.referee.recorded import EASY, playable
from tests.referee.worlds import adventure_world
from tests.report.reports import hostile_manifest, report_of, with_advice

_SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def easy() -> TrialsReport:
    return with_advice(report_of(EASY))


@pytest.fixture(scope="module")
def hard() -> TrialsReport:
    return report_of(playable(adventure_world()), games=3, rounds=120)


def chart(report: TrialsReport, key: str) -> Chart:
    (found,) = (one for one in charts_of(report) if one.key == key)
    return found


def test_the_outcomes_are_shares_of_all_games_with_their_intervals(easy: TrialsReport) -> None:
    won, *given_up = chart(easy, "outcomes").bars
    assert (won.label, won.value, won.most) == ("won", 1.0, 1.0)
    assert won.least == easy.won.interval.least
    assert [bar.value for bar in given_up] == [0, 0, 0, 0]
    assert won.shade is Shade.GOOD


def test_given_up_adventures_are_told_by_their_badges(hard: TrialsReport) -> None:
    bars = chart(hard, "outcomes").bars
    assert sum(bar.value for bar in bars) == pytest.approx(1.0)
    assert [round(bar.value * 3) for bar in bars[1:]] == list(hard.badges)
    assert "rounds" not in {one.key for one in charts_of(hard)}  # nothing was won


def test_the_histogram_holds_every_won_adventure_once(easy: TrialsReport) -> None:
    games = tuple(
        replace(game, rounds=rounds)
        for game, rounds in zip(easy.games, (31, 40, 41, 77, 120, 333), strict=True)
    )
    bars = chart(replace(easy, games=games), "rounds").bars
    assert sum(bar.value for bar in bars) == 6
    assert (bars[0].label, bars[-1].label) == ("21 to 40", "321 to 340")
    assert [bar.value for bar in bars[:6]] == [2, 1, 1, 0, 1, 0]


def test_where_adventures_stall_names_the_worst_event(hard: TrialsReport) -> None:
    found = chart(hard, "stalls")
    assert hard.stalls[0].label in found.summary
    assert [bar.label for bar in found.bars] == [fight.label for fight in hard.fights]


def test_the_enemies_that_beat_most_come_first(hard: TrialsReport) -> None:
    values = [bar.value for bar in chart(hard, "beaters").bars]
    assert values == sorted(values, reverse=True)
    assert values[0] == hard.beaters[0].lost_events > 0


def test_dead_energy_is_named_in_words(easy: TrialsReport) -> None:
    found = chart(easy, "energies")
    dead = [energy.kind.value for energy in easy.dead_energies]
    assert dead
    assert [bar.label for bar in found.bars if bar.shade is Shade.BAD] == [
        f"{kind} (dead)" for kind in dead
    ]
    assert all(kind in found.summary for kind in dead)


def test_changes_go_left_when_they_help_and_only_those_that_were_measured(
    easy: TrialsReport,
) -> None:
    found = chart(easy, "changes")
    assert [(bar.value, bar.shade) for bar in found.bars] == [
        (-40.0, Shade.GOOD),
        (-2.0, Shade.FAINT),
        (60.0, Shade.BAD),
    ]
    assert (found.least, found.most) == (-60.0, 80.0)


def test_every_picture_is_well_formed_and_stays_within_its_edges(
    easy: TrialsReport, hard: TrialsReport
) -> None:
    for one in (*charts_of(easy), *charts_of(hard)):
        for alone, shape in ((False, WIDE), (True, WIDE), (False, NARROW)):
            drawn = svg(one, alone=alone, shape=shape)
            root = ElementTree.fromstring(drawn)  # noqa: S314 - our own text
            assert root.tag == f"{_SVG}svg"
            texts = {each.text for each in root.iter(f"{_SVG}text")}
            assert all(bar.shown in texts for bar in one.bars)
            for bar in root.iter(f"{_SVG}rect"):
                left, width = float(bar.get("x", "0")), float(bar.get("width", "-1"))
                assert left >= 0
                assert width >= 0
                assert left + width <= shape.width


def test_names_that_are_code_stay_text_in_pictures() -> None:
    for one in charts_of(with_advice(report_of(hostile_manifest(), games=2))):
        root = ElementTree.fromstring(svg(one, alone=True))  # noqa: S314 - our own text
        assert not list(root.iter(f"{_SVG}script"))


def test_a_png_is_one_even_for_names_that_are_no_letters() -> None:
    bars = (Bar(label="$x_1$ \u8272 " + "n" * 60, value=-1.0, shown="$", least=-2.0, most=1.0),)
    one = Chart(key="k", title="$t", summary="s", rows_are="r", values_are="v", bars=bars)
    assert png(one).startswith(b"\x89PNG")
    assert png(one) == png(one)
