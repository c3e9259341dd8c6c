from __future__ import annotations

import pytest

from cardkit.catalogue import Catalogue
from cardkit.errors import InputError, UsageError
from cardkit.imports import ColumnMap, ImportReport, Reading, read_collection
from cardkit.imports.dialects import Meaning
from cardkit.imports.mapping import IGNORED
from cardkit.imports.reading import source_of
from cardkit.resources import schema
from tests.imports import making

DUTCH = "Kaartje;Doos;Hoeveel;Vakje\nAlakazam;Base;3;1\n"


def read(text: str, catalogue: Catalogue, reading: Reading) -> ImportReport:
    source = source_of(text.encode(), name="list.csv")
    return read_collection(source, catalogue, reading=reading)


def test_columns_mean_what_the_owner_says(catalogue: Catalogue) -> None:
    with pytest.raises(InputError, match="expects a header"):
        making.read(DUTCH, catalogue)
    columns = ColumnMap.read(["Kaartje=name", "doos=set", "Hoeveel = quantity", "Vakje=number"])
    report = read(DUTCH, catalogue, Reading(columns=columns))
    assert [(row.card.card_id, row.count) for row in report.owned] == [("base1-1", 3)]


def test_the_owner_wins_over_a_format_that_is_known(catalogue: Catalogue) -> None:
    text = "Name,Set,Number,Nr\nAlakazam,Base,4,1\n"
    for mapping in (["Nr=number"], ["Number=ignore"]):
        report = read(text, catalogue, Reading(columns=ColumnMap.read(mapping)))
        assert [row.card.card_id for row in report.owned] == ["base1-1"]
    assert making.read(text, catalogue).owned == ()


def test_an_app_s_columns_keep_their_meaning_beside_a_mapping(catalogue: Catalogue) -> None:
    text = making.export("collectr.csv")
    report = read(text, catalogue, Reading(columns=ColumnMap.read(["Portfolio Name=note"])))
    assert (report.format_name, len(report.owned)) == ("collectr", 4)
    assert all(row.note for row in report.owned)


def test_a_saved_mapping_is_used_where_all_its_columns_are(catalogue: Catalogue) -> None:
    saved = (ColumnMap.of({"Kaartje": "name", "Doos": "set"}, "doosje"),)
    report = read(DUTCH, catalogue, Reading(saved=saved))
    assert (report.format_name, len(report.rows)) == ("doosje", 1)
    assert read(DUTCH, catalogue, Reading(saved=saved, format_name="doosje")).rows == report.rows
    other = read("Name,Set\nAlakazam,Base\n", catalogue, Reading(saved=saved))
    assert other.format_name == "generic"


def test_a_mapping_that_does_not_fit_is_said(catalogue: Catalogue) -> None:
    with pytest.raises(InputError, match=r"list.csv:1.*expects the columns 'Kaart' of the mapping"):
        read(DUTCH, catalogue, Reading(columns=ColumnMap.read(["Kaart=name", "Doos=set"])))


@pytest.mark.parametrize("text", ["name", "Kaartje=", "=name", "Kaartje=naam", "=", ""])
def test_what_is_no_mapping_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="COLUMN=MEANING with one of name, clean_name"):
        ColumnMap.read([text])


def test_the_settings_know_every_meaning() -> None:
    mappings = schema("settings")["properties"]["imports"]["properties"]["mappings"]
    known = mappings["additionalProperties"]["additionalProperties"]["enum"]
    assert known == [*(meaning.value for meaning in Meaning), IGNORED]
