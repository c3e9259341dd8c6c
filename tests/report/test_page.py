from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cardkit.referee.records import MoveKind, RecordError, read_record
from cardkit.referee.trials_report import TrialsReport
from cardkit.report.page import replay_page, report_page
from cardkit.report.steps import COLUMNS, GAME_FACTS, steps_of
from cardkit.report.typical import typical_game, typical_record
from tests.referee.recorded import EASY, played_record, small_record
from tests.report.reports import HOSTILE, hostile_manifest, report_of, with_advice

_VOID = {"meta", "input", "link", "br", "hr", "img"}
LIMIT_BYTES = 1_500_000
EXAMPLES = Path(__file__).parents[2] / "examples"


class Outline(HTMLParser):
    """What a page consists of; refuses what is not nested as it should be."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.steps: dict[str, Any] = {}
        self._in_steps = False
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        assert len(given) == len(attrs)
        self.tags.append(tag)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[key] for key in ("href", "src", "action") if key in given]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self._in_steps = given.get("id") == "steps"
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._in_steps and data.strip():
            self.steps = json.loads(data)
            self._in_steps = False


@pytest.fixture(scope="module")
def easy() -> TrialsReport:
    return with_advice(report_of(EASY))


@pytest.fixture(scope="module")
def page(easy: TrialsReport) -> str:
    return report_page(easy, typical_record(EASY, easy))


def test_a_page_is_well_formed_and_ordered(page: str) -> None:
    found = Outline(page)
    assert len(found.ids) == len(set(found.ids))
    assert found.headings[0] == 1
    assert found.headings.count(1) == 1
    assert all(b - a <= 1 for a, b in zip(found.headings, found.headings[1:], strict=False))
    assert {"main", "nav", "header", "footer", "svg", "table", "button"} <= set(found.tags)
    assert page.startswith("<!DOCTYPE html>")


def test_a_page_needs_nothing_from_elsewhere(page: str) -> None:
    found = Outline(page)
    assert all(link.startswith("#") and link[1:] in found.ids for link in found.links)
    spared = page.replace("http://www.w3.org/2000/svg", "")  # a name, never fetched
    assert not re.search(r"https?:|//[a-z]+\.|url\(|@import|\bimport\b", spared)
    assert "default-src &#x27;none&#x27;" in page


def test_every_chart_is_a_table_too(page: str) -> None:
    assert page.count('<table class="chart">') == page.count('<svg class="beside"') >= 6


def test_every_chart_is_drawn_for_narrow_screens_too(page: str) -> None:
    assert page.count('<svg class="stacked"') == page.count('<svg class="beside"')


def test_names_that_are_code_stay_text() -> None:
    manifest = hostile_manifest()
    report = with_advice(report_of(manifest, games=2))
    written = report_page(report, typical_record(manifest, report))
    found = Outline(written)
    assert found.tags.count("script") == 2  # the steps, and the page's own
    assert HOSTILE not in written
    assert any(HOSTILE in text for text in found.steps["texts"])


def test_a_report_without_a_record_has_no_script(easy: TrialsReport) -> None:
    found = Outline(report_page(easy))
    assert "script" not in found.tags
    assert "replay" not in found.ids


def test_a_report_of_crashed_games_still_makes_a_page(easy: TrialsReport) -> None:
    games = tuple(replace(game, crash="ValueError: x", reason=None) for game in easy.games)
    crashed = replace(easy, games=games)
    assert typical_record(EASY, crashed) is None
    assert "6 games that a fault of cardkit ended" in report_page(crashed)


def table_at(steps: dict[str, Any], last: int) -> list[str]:
    known = [""] * (len(steps["facts"]) + len(steps["places"]))
    for _, _, _, changes in steps["steps"][: last + 1]:
        for fact, text in zip(changes[::2], changes[1::2], strict=True):
            known[fact] = steps["texts"][text]
    return known


def test_the_steps_hold_the_whole_game() -> None:
    record = small_record()
    steps = Outline(replay_page(record)).steps
    texts = steps["texts"]
    assert len(steps["steps"]) == len(record.moves) + 1
    for move, (action, why, told, _) in zip(record.moves, steps["steps"][1:], strict=True):
        assert texts[action] == move.action
        assert texts[why] == move.why
        assert all(re.search(r"\(S\d+\)$", texts[one]) for one in told)
    first = dict(zip((*GAME_FACTS, *steps["places"]), table_at(steps, 1), strict=True))
    assert first["Event"] == "Skirmish (event 1)"
    assert first["Active"].split("\t")[:3] == ["Ada (common)", "Colorless", "60/60"]
    assert len(first["Enemy"].split("\t")) == len(COLUMNS)
    hurt = dict(zip((*GAME_FACTS, *steps["places"]), table_at(steps, 3), strict=True))
    assert hurt["Active"].split("\t")[2] != "60/60"
    assert texts[steps["events"][0][1]].startswith("event 1 is a skirmish")


def test_what_a_person_said_is_marked() -> None:
    content = (EXAMPLES / "companion-game.jsonl").read_bytes()
    record = read_record(content, "companion-game.jsonl")
    steps = steps_of(record)
    assert steps["title"] == "Played with cards on the table"
    marked = {
        text.rpartition(" [")[2].removesuffix("]")
        for text in steps["texts"]
        if re.search(r" \[[a-z ]+\]$", text)
    }
    kinds = {move.kind for move in record.moves}
    wanted = {MoveKind.CORRECTION: "correction", MoveKind.BY_HAND: "by hand"}
    assert marked == {words for kind, words in wanted.items() if kind in kinds}
    assert marked


def test_a_forged_record_makes_no_page() -> None:
    record = small_record()
    moves = (record.moves[0], *record.moves[2:])
    with pytest.raises(RecordError):
        replay_page(replace(record, moves=moves))


def test_the_typical_game_is_the_middle_one_of_those_won(easy: TrialsReport) -> None:
    lengths = (90, 10, 50, 400, 51, 300)
    games = tuple(
        replace(game, rounds=rounds) for game, rounds in zip(easy.games, lengths, strict=True)
    )
    found = typical_game(replace(easy, games=games))
    assert found is not None
    assert found.rounds == 90  # the middle is 70.5: 51 is as near, and a later game


def test_without_a_win_the_typical_game_is_the_one_that_came_furthest(easy: TrialsReport) -> None:
    games = tuple(
        replace(game, reason=None, badges=badges, badge_rounds=(9,) * badges)
        for game, badges in zip(easy.games, (0, 1, 2, 0, 2, 1), strict=True)
    )
    found = typical_game(replace(easy, games=games))
    assert found is not None
    assert found.badges == 2


def test_the_record_is_that_of_the_typical_game(easy: TrialsReport) -> None:
    game, record = typical_game(easy), typical_record(EASY, easy)
    assert game is not None
    assert record is not None
    assert (record.opening.seed, len(record.moves)) == (game.seed, game.actions)


def test_another_manifest_has_no_typical_record(easy: TrialsReport) -> None:
    with pytest.raises(ValueError, match="another manifest"):
        typical_record(hostile_manifest(), easy)


def test_a_thousand_games_and_a_long_one_to_step_fit(easy: TrialsReport) -> None:
    games = tuple(
        replace(easy.games[number % 6], number=number + 1, rounds=50 + number)
        for number in range(1000)
    )
    cards = tuple(
        replace(card, key=f"test-{number}-{card.key}", name=f"{card.name} number {number}", met=0)
        for number in range(100)
        for card in easy.cards
    )
    report = replace(easy, games=games, cards=cards)
    long_game = played_record(rounds=1000)
    assert len(long_game.moves) > 2000
    size = len(report_page(report, long_game).encode())
    assert size < LIMIT_BYTES
