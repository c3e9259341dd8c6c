from __future__ import annotations

import json
import shutil
import tarfile
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardkit.cards import Card
from cardkit.catalogue.rows import card_from_row, card_to_row
from cardkit.errors import InputError
from cardkit.findings import Severity
from cardkit.rarities import Rarity
from cardkit.schema_check import schema_faults
from cardkit.sources.bulk import BulkData, is_wanted, read_bulk, stream_bulk
from tests.sources.making import SETS, pokemon, write_bulk

NAMES = [
    ("cards/en/base1.json", True),
    ("pokemon-tcg-data-master/cards/en/base1.json", True),
    ("a/b/sets/en.json", True),
    ("cards/de/base1.json", False),
    ("cards/en/base1.json.bak", False),
    ("decks/en/base1.json", False),
    ("discards/en/base1.json", False),
    ("sets/de.json", False),
    ("cards/en/more/base1.json", False),
]


@pytest.mark.parametrize(("name", "is_one"), NAMES)
def test_which_files_count(name: str, is_one: bool) -> None:
    assert is_wanted(name) is is_one


def test_cards_and_sets_of_a_folder(tmp_path: Path) -> None:
    write_bulk(tmp_path / "deep/down", {"own1.json": [pokemon(1), pokemon(2)]})
    data = read_bulk(tmp_path)
    assert [card.card_id for card in data.cards] == ["own1-1", "own1-2"]
    (own,) = data.sets
    assert (own.printed_total, own.ptcgo_code, own.release_date) == (10, "OWN", "2024-02-29")
    assert data.findings == ()


def test_archives_give_what_the_folder_gives(tmp_path: Path) -> None:
    folder = write_bulk(tmp_path / "top", {"own1.json": [pokemon(1)]})
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for file in folder.rglob("*.json"):
            archive.write(file, file.relative_to(tmp_path))
    with tarfile.open(tmp_path / "a.tar.xz", "w:xz") as packed:
        packed.add(folder, "top")
    from_folder = read_bulk(folder)
    for path in (tmp_path / "a.zip", tmp_path / "a.tar.xz"):
        assert read_bulk(path) == from_folder


def test_cards_without_a_list_of_sets(tmp_path: Path) -> None:
    write_bulk(tmp_path, {"own1.json": [pokemon()]})
    shutil.rmtree(tmp_path / "sets")
    data = read_bulk(tmp_path)
    assert (len(data.cards), data.sets) == (1, ())


def test_an_answer_of_the_api_that_was_saved(tmp_path: Path) -> None:
    answer = {"data": [pokemon(set={"id": "own1"}), 7], "page": 1, "count": 2}
    data = read_bulk(write_bulk(tmp_path, {"own1.json": answer}))
    assert len(data.cards) == 1
    assert data.findings[0].where == "cards/en/own1.json: $.data[1]"


def test_a_bad_card_does_not_stop_the_others(tmp_path: Path) -> None:
    cards = [pokemon(1), pokemon(2, name=None), "three", pokemon(4, hp="sixty")]
    data = read_bulk(write_bulk(tmp_path, {"own1.json": cards}))
    assert [card.number for card in data.cards] == ["1", "4"]
    assert [(each.code, each.severity, each.where) for each in data.findings] == [
        ("bulk-card-refused", Severity.ERROR, "cards/en/own1.json: $[1].name"),
        ("bulk-card-refused", Severity.ERROR, "cards/en/own1.json: $[2]"),
        ("bulk-value-left-out", Severity.WARNING, "cards/en/own1.json: $[3].hp"),
    ]
    assert data.findings[0].what == "expected the name of the card, got None (own1-2)"
    assert all(finding.remedy for finding in data.findings)


BROKEN = [
    ("{", "the file is no JSON: expecting property name"),
    ("", "the file is no JSON: expecting value"),
    ("[" * 100_000, "the file is no JSON: "),
    ("[1" + "0" * 5_000 + "]", "the file is no JSON: exceeds the limit"),
    ('"cards"', "expected a list, got str"),
    ('{"cards": []}', "expected a list, got dict"),
    ("[{]", "the file is no JSON: "),
]


@pytest.mark.parametrize(("text", "said"), BROKEN, ids=[said[:40] for _, said in BROKEN])
def test_a_broken_file_does_not_stop_the_others(text: str, said: str, tmp_path: Path) -> None:
    write_bulk(tmp_path, {"bad.json": text, "own1.json": [pokemon()]})
    data = read_bulk(tmp_path)
    assert len(data.cards) == 1
    (finding,) = data.findings
    assert (finding.code, finding.where) == ("bulk-file-refused", "cards/en/bad.json")
    assert finding.what.startswith(said)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    write_bulk(tmp_path, {"bad.json": "", "own1.json": [pokemon()]})
    (tmp_path / "cards/en/bad.json").write_bytes(b'[{"name": "\xff\xfe"}]')
    assert [each.code for each in read_bulk(tmp_path).findings] == ["bulk-file-refused"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_other_encodings_of_json(encoding: str, tmp_path: Path) -> None:
    write_bulk(tmp_path, {"own1.json": ""})
    text = json.dumps([pokemon(name="Flabébé")], ensure_ascii=False)
    (tmp_path / "cards/en/own1.json").write_bytes(text.encode(encoding))
    assert read_bulk(tmp_path).cards[0].name == "Flabébé"


def test_half_characters_are_replaced(tmp_path: Path) -> None:
    write_bulk(tmp_path, {"own1.json": json.dumps([pokemon(name="A\ud800", rules=["\U0001f600"])])})
    (card,) = read_bulk(tmp_path).cards
    assert (card.name, card.rules) == ("A\ufffd", ("\U0001f600",))


def test_bytes_that_are_no_text_where_nobody_looks(tmp_path: Path) -> None:
    cards = [pokemon(1, flavorText="#"), pokemon(2, hp="many")]
    write_bulk(tmp_path, {"own1.json": json.dumps(cards).replace("#", "\\ud800")})
    assert [card.number for card in read_bulk(tmp_path).cards] == ["1", "2"]


def test_a_card_counts_where_it_is_met_first(tmp_path: Path) -> None:
    files = {"a.json": [pokemon(1), pokemon(1, hp="70")], "b.json": [pokemon(1, hp="80")]}
    data = read_bulk(write_bulk(tmp_path, files))
    assert [card.hp for card in data.cards] == [60]
    assert [each.where for each in data.findings] == [
        "cards/en/a.json: $[1].id",
        "cards/en/b.json: $[0].id",
    ]
    assert "the one at cards/en/a.json: $[0] counts" in data.findings[1].what


def test_what_is_new_is_said_once_per_file(tmp_path: Path) -> None:
    cards = [pokemon(number, rarity="Sparkling Rare") for number in range(3)]
    data = read_bulk(write_bulk(tmp_path, {"own1.json": cards, "own2.json": [pokemon("x-1")]}))
    (finding,) = data.findings
    assert (finding.code, finding.severity) == ("bulk-new-rarity", Severity.WARNING)
    assert "'Sparkling Rare' is new, on 3 cards" in finding.what
    assert {card.rarity for card in data.cards} == {"Sparkling Rare", Rarity.COMMON}


def test_a_bad_set_does_not_stop_the_others(tmp_path: Path) -> None:
    data = read_bulk(write_bulk(tmp_path, {"own1.json": [pokemon()]}, [*SETS, {"id": "own2"}]))
    assert [each.set_id for each in data.sets] == ["own1"]
    assert [(each.code, each.where) for each in data.findings] == [
        ("bulk-set-refused", "sets/en.json: $[1].name")
    ]


def test_nobody_reads_a_thousand_findings(tmp_path: Path) -> None:
    data = read_bulk(write_bulk(tmp_path, {"own1.json": [pokemon(), *([None] * 1_000)]}))
    assert len(data.findings) == 101
    assert data.findings[-1].what == "900 more values of this file could not be read"


def test_nothing_to_read_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected the layout .* cards/en/\*\.json"):
        read_bulk(tmp_path)


def test_nothing_that_can_be_read_says_every_fault(tmp_path: Path) -> None:
    write_bulk(tmp_path, {"own1.json": [None, {"id": "own1-1"}]})
    with pytest.raises(InputError) as caught:
        read_bulk(tmp_path)
    assert [fault.where for fault in caught.value.faults] == [
        "cards/en/own1.json: $[0]",
        "cards/en/own1.json: $[1].name",
        "cards/en/own1.json: $[1].number",
        "cards/en/own1.json: $[1].supertype",
    ]


def test_the_stream_says_how_many_files_there_are(tmp_path: Path) -> None:
    write_bulk(tmp_path, {"own1.json": [pokemon(1)], "own2.json": [pokemon(2)]})
    assert [(file.name, file.of) for file in stream_bulk(tmp_path)] == [
        ("cards/en/own1.json", 3),
        ("cards/en/own2.json", 3),
        ("sets/en.json", 3),
    ]


@pytest.fixture(scope="module")
def everything(bulk_folder: Path) -> BulkData:
    return read_bulk(bulk_folder)


def test_every_card_of_the_bulk_data_is_read(everything: BulkData, bulk_folder: Path) -> None:
    files = sorted((bulk_folder / "cards/en").glob("*.json"))
    listed = [entry["id"] for file in files for entry in json.loads(file.read_bytes())]
    assert sorted(card.card_id for card in everything.cards) == sorted(listed)
    assert everything.findings == ()


def test_every_card_survives_both_document_forms(everything: BulkData) -> None:
    for card in everything.cards:
        assert Card.from_dict(card.to_dict()) == card
        assert card_from_row(card_to_row(card)) == card


def test_a_row_is_the_same_however_it_comes_to_be(bulk_folder: Path) -> None:
    for file in stream_bulk(bulk_folder):
        assert tuple(map(card_to_row, file.cards)) == file.rows


def test_cards_of_the_bulk_data_fit_the_schema(everything: BulkData) -> None:
    faults: Counter[str] = Counter()
    for card in everything.cards[::40]:
        faults.update(str(fault) for fault in schema_faults(card.to_dict(), "card"))
    assert faults == {}


SPOT_CHECKS: list[tuple[str, dict[str, Any]]] = [
    ("sv3pt5-6", {"hp": 330, "retreat_cost": 2, "rarity": Rarity.DOUBLE_RARE}),
    ("cel25c-15_A1", {"number": "15", "name": "Venusaur"}),
    ("cel25c-15_A4", {"number": "15", "name": "Claydol"}),
    ("zsv10pt5-80", {"number": "80"}),
    ("svp-95", {"name": "Cleffa", "retreat_cost": 0}),
    ("base1-4", {"level": "76", "hp": 120}),
    ("swsh1-1", {"set_id": "swsh1"}),
]


@pytest.mark.parametrize(("card_id", "fields"), SPOT_CHECKS)
def test_cards_known_by_heart(everything: BulkData, card_id: str, fields: dict[str, Any]) -> None:
    (card,) = [card for card in everything.cards if card.card_id == card_id]
    assert {name: getattr(card, name) for name in fields} == fields
