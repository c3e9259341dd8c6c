from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from cardkit import resources, schema_check
from cardkit.schema_check import schema_faults

TOY: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        "name": {
            "description": "The name, for people. More words.",
            "type": "string",
            "minLength": 2,
        },
        "hp": {"type": "integer", "minimum": 10, "multipleOf": 10, "x-rule": "S9"},
        "width_mm": {"type": "number", "exclusiveMinimum": 0},
        "on": {"type": "boolean"},
        "kind": {"enum": ["Fire", "Water"]},
        "version": {"const": 1},
        "code": {
            "description": "A letter and a digit",
            "pattern": "^[a-z][0-9]$",
            "examples": ["a1"],
        },
        "bare": {"type": "string", "pattern": "^x$"},
        "list": {"type": "array", "maxItems": 2, "uniqueItems": True, "items": {"type": "integer"}},
        "either": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "shape": {
            "oneOf": [
                {"type": "integer"},
                {"type": "object", "required": ["w"], "properties": {"w": {"type": "integer"}}},
            ]
        },
        "table": {"type": "object", "propertyNames": {"enum": ["a4", "letter"]}},
        "inner": {"$ref": "other.schema.json#/$defs/part", "x-rule": "S1"},
    },
}
OTHER: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {
        "part": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"a b": {"$ref": "#/$defs/whole"}},
        },
        "whole": {"type": "integer"},
    },
}


@pytest.fixture(autouse=True)
def toy_schemas(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    schemas = {"toy": TOY, "other": OTHER}
    monkeypatch.setattr(
        resources, "names", lambda _: ("README", "other.schema.json", "toy.schema.json")
    )
    monkeypatch.setattr(resources, "schema", schemas.__getitem__)
    schema_check._validator.cache_clear()
    yield
    schema_check._validator.cache_clear()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"name": 5}, '$.name: expects text in quotes, got 5; write "5"'),
        ({"name": ""}, "$.name: expects at least 2 characters, got ''; write more"),
        ({"name": None}, "$.name: expects text in quotes, got null; write text in quotes"),
        ({"hp": "60"}, "$.hp: expects a whole number, got '60' (S9); write 60 without quotes"),
        (
            {"hp": "sixty"},
            "$.hp: expects a whole number, got 'sixty' (S9); write digits without quotes",
        ),
        ({"hp": 60.0}, "$.hp: expects a whole number, got 60.0 (S9); write 60"),
        ({"list": [1, 1.5]}, "$.list[1]: expects a whole number, got 1.5; write a whole number"),
        ({"hp": True}, "$.hp: expects a whole number, got true (S9); write a whole number"),
        ({"hp": 0}, "$.hp: expects at least 10, got 0 (S9); raise it"),
        ({"hp": 15}, "$.hp: expects a multiple of 10, got 15 (S9); change it"),
        ({"width_mm": 0}, "$.width_mm: expects more than 0, got 0; raise it"),
        ({"width_mm": "63"}, "$.width_mm: expects a number, got '63'; write 63 without quotes"),
        (
            {"width_mm": float("nan")},
            "$.width_mm: expects a finite number, got nan; write a number",
        ),
        (
            {"width_mm": date(2026, 1, 2)},
            "$.width_mm: expects a number, got datetime.date(2026, 1, 2); write a number",
        ),
        (
            {"on": "yes"},
            "$.on: expects true or false, got 'yes'; write true or false without quotes",
        ),
        ({"kind": "fire"}, "$.kind: expects one of 'Fire', 'Water', got 'fire'; write 'Fire'"),
        ({"kind": "Watr"}, "$.kind: expects one of 'Fire', 'Water', got 'Watr'; write 'Water'"),
        ({"kind": "Wire"}, "$.kind: expects one of 'Fire', 'Water', got 'Wire'; write 'Fire'"),
        (
            {"kind": "Fairies"},
            "$.kind: expects one of 'Fire', 'Water', got 'Fairies'; choose one of these",
        ),
        ({"kind": "Ice"}, "$.kind: expects one of 'Fire', 'Water', got 'Ice'; choose one of these"),
        ({"kind": []}, "$.kind: expects one of 'Fire', 'Water', got []; choose one of these"),
        ({"version": 2}, "$.version: expects 1, got 2; write 1"),
        ({"code": "A1"}, "$.code: expects a letter and a digit, got 'A1'; write it like 'a1'"),
        ({"code": "a1\n"}, "$.code: expects a letter and a digit, got 'a1\\n'; write it like 'a1'"),
        ({"bare": "y"}, "$.bare: expects text of the form ^x$, got 'y'; change it"),
        ({"list": 1}, "$.list: expects a list, got 1; put it in square brackets"),
        (
            {"list": [1, 2, 3]},
            "$.list: expects at most 2 entries, got [1, 2, 3]; remove some",
        ),
        ({"list": [1, 1]}, "$.list: expects no entry twice, got [1, 1]; remove the repeated ones"),
        (
            {"list": [1, "x"]},
            "$.list[1]: expects a whole number, got 'x'; write digits without quotes",
        ),
        (
            {"either": "x"},
            "$.either: expects a whole number or null, got 'x'; write one of these",
        ),
        ({"shape": {}}, "$.shape: expects the key 'w', got none; add it"),
        (
            {"shape": {"w": "x"}},
            "$.shape.w: expects a whole number, got 'x'; write digits without quotes",
        ),
        ({"table": {"A4": 1}}, "$.table.A4: unknown key 'A4'; write 'a4'"),
        ({"nmae": 1}, "$.nmae: unknown key 'nmae'; write 'name'"),
        ({"NAME": 1}, "$.NAME: unknown key 'NAME'; write 'name'"),
        ({"inner": {"x": 1}}, "$.inner.x: unknown key 'x'; remove it; known here: a b"),
        (
            {"inner": {"a b": []}},
            "$.inner['a b']: expects a whole number, got []; write a whole number",
        ),
    ],
)
def test_one_fault_in_words(change: dict[str, Any], fault: str) -> None:
    assert [str(one) for one in schema_faults({"name": "toy", **change}, "toy")] == [fault]


def test_a_valid_document_has_no_faults() -> None:
    valid = {"name": "toy", "hp": 60, "list": [1, 2], "either": None, "inner": {"a b": 3}}
    assert schema_faults(valid, "toy") == ()


def test_a_missing_key_is_described() -> None:
    (fault,) = schema_faults({"hp": 10}, "toy")
    assert str(fault) == "$: expects the key 'name', got only 'hp'; add it: the name, for people"


def test_a_long_list_of_keys_says_how_many_more_there_are() -> None:
    document = {"hp": 10, "on": True, "kind": "Fire", "list": [], "code": "a1", "version": 1}
    faults = schema_faults({**document, "width_mm": 1, "table": {}}, "toy")
    assert "'code', 'version' and 2 more;" in str(faults[0])


def test_the_file_stands_before_the_path() -> None:
    (fault,) = schema_faults([], "toy", where="cardkit.toml")
    assert fault.where == "cardkit.toml: $"
    assert fault.what == "expects an object, got []"


def test_faults_are_sorted_by_path_numbers_by_size() -> None:
    document = {"name": "toy", "list": ["x"] * 12, "hp": 1, "zz": 1}
    places = [fault.where for fault in schema_faults(document, "toy")]
    assert places == [
        "$.hp",
        "$.hp",
        "$.list",
        "$.list",
        *(f"$.list[{index}]" for index in range(12)),
        "$.zz",
    ]


def test_what_no_document_may_hold_comes_first_and_alone() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    for value, part in (
        (deep, "few levels"),
        (16**5000, "very many digits"),
        ("\ud800", "whole characters"),
        (float("inf"), "a finite number"),
    ):
        (fault,) = schema_faults({"nmae": value}, "toy")
        assert part in fault.what


def test_a_description_goes_on_after_an_abbreviation() -> None:
    described = {"description": "What is done, e.g. attack 1. More words."}
    assert schema_check._described(described) == "what is done, e.g. attack 1"
