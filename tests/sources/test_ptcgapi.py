from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cardkit.cards import Card, SetId
from cardkit.errors import InputError
from cardkit.findings import Finding, Severity
from cardkit.sources.api_key import ApiKey
from cardkit.sources.base import FetchRequest
from cardkit.sources.bulk import read_bulk
from cardkit.sources.http import Http, Reason, RequestFailed
from cardkit.sources.ptcgapi import PokemonTcgApi
from tests.sources import faults, ptcgapi_faults
from tests.sources.making import pokemon, write_bulk
from tests.sources.server import CardServer, Fault

KEY = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"
RARITIES = ("Common", "Uncommon", "Rare", None)


def card(serial: int, set_id: str) -> dict[str, Any]:
    return pokemon(
        serial,
        id=f"{set_id}-{serial}",
        name=f"Testmander {'abcdefghijkl'[serial % 12]}",
        rarity=RARITIES[serial % 4],
        hp=str(30 + 10 * (serial % 3)),
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three sets, of 10, 3 and 4 cards: three pages, one, and exactly one of four cards each."""
    cards = {
        "own1.json": [card(serial, "own1") for serial in range(1, 11)],
        "own2.json": [card(serial, "own2") for serial in range(1, 4)],
        "own3.json": [card(serial, "own3") for serial in range(1, 5)],
    }
    sets = [
        {"id": "own1", "name": "Own Set", "series": "Own", "releaseDate": "2024/02/29"},
        {"id": "own2", "name": "Second Set", "series": "Own", "releaseDate": "2025/01/01"},
        {"id": "own3", "name": "Third Set", "series": "Own", "releaseDate": "2026/07/17"},
    ]
    return write_bulk(tmp_path / "served", cards, sets)


@pytest.fixture
def server(folder: Path) -> Iterator[CardServer]:
    with CardServer(folder) as running:
        yield running


class Fetched:
    """Everything that came of a fetch."""

    def __init__(self, server: CardServer, *, http: Http | None = None, **wanted: Any) -> None:
        request = FetchRequest(
            **{key: wanted.pop(key) for key in ("sets", "query", "since") if key in wanted}
        )
        source = PokemonTcgApi(address=f"{server.url}/v2", page_size=4, **wanted)
        self.cards: list[Card] = []
        self.sets: list[Any] = []
        self.problems: list[Finding] = []
        self.failure: RequestFailed | None = None
        with http or Http(sleep=lambda _: None) as opened:
            try:
                for batch in source.fetch(request, opened):
                    self.cards += batch.cards
                    self.sets += batch.sets
                    self.problems += batch.problems
            except RequestFailed as failure:
                self.failure = failure

    @property
    def ids(self) -> list[str]:
        return [each.card_id for each in self.cards]

    @property
    def codes(self) -> list[str]:
        return [each.code for each in self.problems]


def questions(server: CardServer) -> list[str]:
    return [each.query.get("q", each.path) for each in server.requests]


ALL = [f"own1-{serial}" for serial in range(1, 11)]
ALL += [f"own2-{serial}" for serial in range(1, 4)] + [f"own3-{serial}" for serial in range(1, 5)]


def test_what_arrives_is_what_the_bulk_data_says(server: CardServer, folder: Path) -> None:
    found, bulk = Fetched(server), read_bulk(folder)
    assert {each.card_id: each for each in found.cards} == {
        each.card_id: each for each in bulk.cards
    }
    assert found.sets == list(bulk.sets)
    assert found.problems == []
    assert found.failure is None


def test_it_asks_set_by_set_for_what_is_needed(server: CardServer) -> None:
    Fetched(server, sets=(SetId("own2"),))
    listing, cards = server.requests
    assert listing.path == "/v2/sets"
    assert cards.query["q"] == 'set.id:"own2"'
    assert cards.query["orderBy"] == "id"
    assert "attacks" in cards.query["select"]
    assert not {"images", "tcgplayer", "flavorText", "set"} & set(cards.query["select"].split(","))


def test_the_usual_page_is_as_large_as_the_api_allows() -> None:
    assert PokemonTcgApi().page_size == 250


def test_prices_pictures_and_the_set_object_do_not_matter(server: CardServer, folder: Path) -> None:
    def add_prices(document: dict[str, Any]) -> None:
        for each in document["data"]:
            each["tcgplayer"] = {"url": "https://example.org", "prices": {"normal": {"low": 0.1}}}
            each["cardmarket"] = {"prices": {"trendPrice": 0.2}}
            each["set"] = {"id": each["id"].partition("-")[0], "name": "A Set", "total": 3}

    server.misbehave(ptcgapi_faults.changed(add_prices), at="/cards", times=None)
    assert set(Fetched(server).cards) == set(read_bulk(folder).cards)


def test_since_leaves_older_sets_out(server: CardServer) -> None:
    found = Fetched(server, since=date(2025, 1, 1))
    assert found.ids == ALL[10:]
    assert [each.set_id for each in found.sets] == ["own2", "own3"]


def test_an_unknown_set_is_named_and_the_others_arrive(server: CardServer) -> None:
    found = Fetched(server, sets=(SetId("own22"), SetId("own3")))
    assert found.ids == ALL[13:]
    [problem] = found.problems
    assert (problem.code, problem.where) == ("api-unknown-set", "own22")
    assert "own2" in problem.remedy


# Queries


def test_a_query_is_quoted_afresh_and_brings_its_sets(server: CardServer) -> None:
    found = Fetched(server, query="set.id:own2 rarity:common OR id:own3-1")
    assert questions(server) == ['((set.id:"own2" rarity:"common") OR id:"own3-1")']
    assert found.ids == ["own3-1"]
    assert [each.name for each in found.sets] == ["Third Set"]


def test_a_query_may_be_limited_to_sets_and_dates(server: CardServer) -> None:
    found = Fetched(server, query="hp:40", sets=(SetId("own1"),))
    assert sorted(found.ids) == ["own1-1", "own1-10", "own1-4", "own1-7"]
    assert questions(server)[0] == 'hp:"40" set.id:"own1"'
    assert Fetched(server, query="hp:40", since=date(2026, 1, 1)).ids == ["own3-1", "own3-4"]


def test_a_mistake_in_a_query_is_found_before_anything_is_asked(server: CardServer) -> None:
    with pytest.raises(InputError, match=r"query, letter 8: expected a value after set\.id:"):
        Fetched(server, query="set.id:")
    assert server.requests == []


def test_a_query_that_the_api_refuses_is_bad_input(server: CardServer) -> None:
    server.misbehave(faults.bad_request, times=None)
    with pytest.raises(InputError, match="does not understand the query, got 'hp:"):
        Fetched(server, query="hp:40")


def test_a_query_for_all_sets_survives_one_that_fails(server: CardServer) -> None:
    server.misbehave(ptcgapi_faults.holding("own2-"), at="/cards", times=None)
    found = Fetched(server, query="supertype:Pokémon")
    assert sorted(found.ids) == sorted(ALL[:10] + ALL[13:])
    assert [(each.code, each.where) for each in found.problems] == [("api-set-failed", "own2")]


# Known faults of the API, and what comes of them

OUTCOMES: list[tuple[str, Fault, str, int | None, list[str]]] = [
    ("empty 500s for a while", faults.server_error_empty, "/cards", 3, []),
    ("HTML errors for a while", faults.server_error_page, "/cards", 2, []),
    ("page 2 repeats page 1", ptcgapi_faults.first_page_again, "page=2", None, []),
    ("page 2 repeats half of page 1", ptcgapi_faults.partly_repeated, "page=2", None, []),
    ("page 2 is 500 for ever", faults.server_error_empty, "page=2", None, []),
    ("page 2 is 404", faults.not_found, "page=2", None, []),
    ("page 2 is HTML with 200", faults.web_page, "page=2", None, []),
    ("page 2 is empty", ptcgapi_faults.changed(lambda page: page.update(data=[])), "page=2", 9, []),
    ("select is refused", ptcgapi_faults.nothing_selected, "/cards", None, []),
    ("the count is too small", ptcgapi_faults.counted(1), "/cards", None, []),
    ("the count is no number", ptcgapi_faults.counted("ten"), "/cards", None, []),
    ("there is no count", ptcgapi_faults.counted(None), "/cards", None, []),
    ("the count is too large", ptcgapi_faults.counted(12), "own1", None, ["api-wrong-count"]),
]


@pytest.mark.parametrize(
    ("fault", "at", "times", "codes"), [each[1:] for each in OUTCOMES], ids=[e[0] for e in OUTCOMES]
)
def test_all_cards_arrive_in_spite_of(
    server: CardServer, fault: Fault, at: str, times: int | None, codes: list[str]
) -> None:
    server.misbehave(fault, at=at, times=times)
    found = Fetched(server)
    assert sorted(found.ids) == sorted(ALL)
    assert found.codes == codes
    assert found.failure is None
    assert len(server.requests) < 60


LOSSES: list[tuple[str, Fault, list[str]]] = [
    ("500 for ever", faults.server_error_empty, ["api-set-failed"]),
    ("502 as HTML", faults.server_error_page, ["api-set-failed"]),
    ("HTML with 200", faults.web_page, ["api-set-failed"]),
    ("JSON cut off", faults.no_json, ["api-set-failed"]),
    ("404", faults.not_found, ["api-set-failed"]),
    ("an error with 200", ptcgapi_faults.changed(lambda page: page.clear()), ["api-set-failed"]),
    ("connections break", faults.reset_at_once, ["api-set-failed"]),
    ("no cards", ptcgapi_faults.changed(lambda page: page.update(data=[])), ["api-cards-missing"]),
]


@pytest.mark.parametrize(
    ("fault", "codes"), [each[1:] for each in LOSSES], ids=[each[0] for each in LOSSES]
)
def test_a_set_that_fails_costs_only_itself(
    server: CardServer, fault: Fault, codes: list[str]
) -> None:
    server.misbehave(fault, at="own2", times=None)
    found = Fetched(server)
    assert sorted(found.ids) == sorted(ALL[:10] + ALL[13:])
    assert found.failure is None
    assert found.codes[: len(codes)] == codes
    assert found.problems[0].severity is Severity.ERROR
    assert found.problems[0].where == "own2"
    assert "--set own2" in found.problems[0].remedy


def test_cards_that_never_come_are_counted(server: CardServer) -> None:
    server.misbehave(faults.server_error_empty, at='rarity:"', times=None)
    server.misbehave(faults.server_error_empty, at="page=2", times=None)
    for key in ("supertype", "hp", "artist", "name", "number"):
        server.misbehave(faults.server_error_empty, at=f'-{key}:"', times=None)
    found = Fetched(server, sets=(SetId("own1"),))
    assert set(found.ids) < set(ALL[:10])
    [problem] = found.problems
    assert problem.code == "api-cards-missing"
    assert f"only {len(found.ids)} cards arrived, of 10 that the API counts" in problem.what
    assert "500" in problem.what


def test_the_whole_api_down_is_said_once(server: CardServer) -> None:
    server.misbehave(faults.server_error_empty, times=None)
    found = Fetched(server)
    assert found.failure is not None
    assert found.failure.reason is Reason.SERVER_ERROR
    assert found.cards == []


def test_it_stops_when_every_set_fails(server: CardServer) -> None:
    server.misbehave(faults.server_error_empty, at="/cards", times=None)
    found = Fetched(server)
    assert found.failure is not None
    assert "500" in str(found.failure)


def test_it_gives_up_when_the_api_goes_away_in_the_middle(tmp_path: Path) -> None:
    cards = {f"own{n}.json": [card(1, f"own{n}")] for n in range(1, 9)}
    sets = [{"id": f"own{n}", "name": f"Set {n}", "releaseDate": "2024/01/01"} for n in range(1, 9)]
    with CardServer(write_bulk(tmp_path / "many", cards, sets)) as server:
        for gone in ("own3", "own4", "own5"):
            server.misbehave(faults.server_error_empty, at=gone, times=None)
        server.misbehave(faults.server_error_empty, at="pageSize=1", times=None)
        found = Fetched(server)
        assert found.failure is not None
        assert not any("own6" in question for question in questions(server))
        server.behave()
        for gone in ("own3", "own4", "own5"):
            server.misbehave(faults.server_error_empty, at=gone, times=None)
        found = Fetched(server)  # three sets fail, but the API is there
        assert found.ids == ["own1-1", "own2-1", "own6-1", "own7-1", "own8-1"]
        assert found.codes == ["api-set-failed"] * 3


def test_without_a_list_of_sets_a_named_set_still_arrives(server: CardServer) -> None:
    server.misbehave(faults.server_error_empty, at="/sets", times=None)
    found = Fetched(server, sets=(SetId("own2"),))
    assert found.ids == ALL[10:13]
    assert [each.name for each in found.sets] == ["Second Set"]
    assert found.codes == ["api-no-set-list"]


def test_entries_that_are_no_cards_are_reported(server: CardServer) -> None:
    def spoil(page: dict[str, Any]) -> None:
        page["data"] = [None, "x", {"name": "No Id"}, {**card(9, "own2"), "hp": "ten"}]
        page["totalCount"] = 4

    server.misbehave(ptcgapi_faults.changed(spoil), at="own2", times=1)
    found = Fetched(server, sets=(SetId("own2"),))
    assert "own2-9" in found.ids
    refused = [each for each in found.problems if each.code == "api-card-refused"]
    left_out = [each for each in found.problems if each.code == "api-value-left-out"]
    assert len(refused) >= 3
    assert [each.where for each in left_out] == ["own2-9"]


def test_a_new_rarity_is_kept_and_said(server: CardServer) -> None:
    def sparkle(page: dict[str, Any]) -> None:
        page["data"][0]["rarity"] = "SPARKLING_RARE"
        page["data"][0]["newField"] = {"x": [1]}

    server.misbehave(ptcgapi_faults.changed(sparkle), at="/cards", times=1)
    found = Fetched(server, sets=(SetId("own2"),))
    assert found.codes == ["api-new-rarity"]
    assert "SPARKLING_RARE" in {each.rarity for each in found.cards}


# Key and limits


def test_the_key_is_sent_and_nothing_waits(server: CardServer) -> None:
    waits: list[float] = []
    found = Fetched(server, key=ApiKey(KEY), http=Http(sleep=waits.append), per_minute=1)
    assert found.problems == []
    assert {each.headers.get("x-api-key") for each in server.requests} == {KEY}
    assert waits == []


@pytest.mark.parametrize("code", [500, 401, 403])
def test_a_key_that_makes_it_fail_is_dropped_and_said(server: CardServer, code: int) -> None:
    server.misbehave(ptcgapi_faults.no_extra_headers(code), times=None)
    found = Fetched(server, key=ApiKey(KEY))
    assert sorted(found.ids) == sorted(ALL)
    assert found.codes == ["api-key-dropped"]
    assert f"answered {code}" in found.problems[0].what
    keyed = [bool(each.headers.get("x-api-key")) for each in server.requests]
    assert sorted(keyed, reverse=True) == keyed  # never again after the first answer without it


def test_a_key_survives_a_bad_moment(server: CardServer) -> None:
    server.misbehave(faults.server_error_empty, times=3)
    found = Fetched(server, key=ApiKey(KEY))
    assert found.problems == []
    assert server.requests[-1].headers["x-api-key"] == KEY


def test_a_key_is_not_to_blame_for_a_set_that_fails(server: CardServer) -> None:
    server.misbehave(faults.server_error_empty, at="own2", times=None)
    found = Fetched(server, key=ApiKey(KEY))
    assert found.codes == ["api-set-failed"]
    assert all("x-api-key" in each.headers for each in server.requests)


class Clock:
    """Time that passes only while somebody waits."""

    def __init__(self) -> None:
        self.now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


def test_without_a_key_it_keeps_to_so_many_requests_a_minute(server: CardServer) -> None:
    clock = Clock()
    http = Http(clock=clock, sleep=clock.sleep)
    Fetched(server, http=http, per_minute=3)
    asked = len(server.requests)
    assert asked == 7  # the list of sets, three pages, one, one full page and one behind
    assert clock.now_s == pytest.approx(1_000 + 60 * ((asked - 1) // 3))


def test_the_pace_ends_with_the_budget(server: CardServer) -> None:
    clock = Clock()
    http = Http(clock=clock, sleep=clock.sleep, budget_s=30)
    found = Fetched(server, http=http, per_minute=3)
    assert found.failure is not None
    assert found.failure.reason is Reason.BUDGET
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (None, "1,000 a day are free without a key: go on later, or set CARDKIT_API_KEY"),
        (ApiKey(KEY), "20,000 requests a day are free with a key: go on tomorrow"),
    ],
)
def test_the_limit_of_the_day_ends_it_and_what_came_stays(
    server: CardServer, key: ApiKey | None, words: str
) -> None:
    server.misbehave(faults.too_many("86400"), at="own2", times=None)
    found = Fetched(server, key=key)
    assert found.failure is not None
    assert words in str(found.failure)
    assert "1 day" in str(found.failure)
    assert sorted(found.ids) == sorted(ALL[:10])


def test_a_short_limit_is_waited_for(server: CardServer) -> None:
    clock = Clock()
    server.misbehave(faults.too_many("20"), at="own2", times=2)
    found = Fetched(server, http=Http(clock=clock, sleep=clock.sleep), per_minute=100)
    assert sorted(found.ids) == sorted(ALL)
    assert clock.now_s == pytest.approx(1_040)


def test_offline_asks_nobody(server: CardServer) -> None:
    found = Fetched(server, http=Http(offline=True))
    assert found.failure is not None
    assert found.failure.reason is Reason.OFFLINE
    assert server.requests == []


TROUBLES = [
    faults.server_error_empty,
    faults.server_error_page,
    faults.web_page,
    faults.too_many("86400"),
    faults.bad_request,
    faults.not_found,
    faults.reset_at_once,
    faults.to_another_host,
    faults.to_itself,
    faults.no_http,
    faults.huge_header,
    faults.two_gigabytes,
    ptcgapi_faults.no_extra_headers(401),
    ptcgapi_faults.changed(lambda page: page.update(data=[None])),
]


@pytest.mark.parametrize("fault", TROUBLES)
def test_the_key_is_nowhere(
    server: CardServer, fault: Fault, tmp_path: Path, caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.DEBUG)
    server.misbehave(fault, at="/cards", times=None)
    found = Fetched(server, key=ApiKey(KEY))
    said = [repr(found.problems), repr(found.cards), caplog.text, *capfd.readouterr()]
    if found.failure is not None:
        shown = traceback.TracebackException.from_exception(found.failure, capture_locals=True)
        said += [repr(found.failure), repr(vars(found.failure))]
        said += shown.format()
        said += ["".join(traceback.format_exception(found.failure))]
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert any(each.headers.get("x-api-key") == KEY for each in server.requests)
    assert not [text for text in said if KEY in text]
    assert not [content for content in written if KEY.encode() in content]


# The shared bulk data, served in the API's shape


def test_all_fields_of_real_cards_arrive(bulk_folder: Path, tmp_path: Path) -> None:
    names = ("swshp", "sv3pt5", "cel25c", "ex10", "bw11", "zsv10pt5", "base1", "np")
    cards = {
        f"{name}.json": json.loads((bulk_folder / f"cards/en/{name}.json").read_bytes())
        for name in names
    }
    listed = json.loads((bulk_folder / "sets/en.json").read_bytes())
    sets = [each for each in listed if each["id"] in names]
    folder = write_bulk(tmp_path / "real", cards, sets)
    wanted = read_bulk(folder)
    with CardServer(folder) as server:
        server.misbehave(ptcgapi_faults.first_page_again, at="page=2", times=None)
        source = PokemonTcgApi(address=f"{server.url}/v2")
        with Http(sleep=lambda _: None) as http:
            batches = list(source.fetch(FetchRequest(), http))
    found = {card.card_id: card for batch in batches for card in batch.cards}
    assert found == {card.card_id: card for card in wanted.cards}
    assert [each for batch in batches for each in batch.sets] == list(wanted.sets)
    assert not [each for batch in batches for each in batch.problems]
    halves = [question for question in questions(server) if " " in question]
    assert len(halves) == 2  # only the promos are more than a page
