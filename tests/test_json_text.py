from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.errors import InputError
from cardkit.json_text import json_path, parse_json, shown, write_json


@pytest.mark.parametrize(
    ("text", "where", "part"),
    [
        ("", "f.json:1:1", "got the end of the text; write a value"),
        ("\n\n  ", "f.json:3:3", "the end of the text"),
        ('{"a": 1,}', "f.json:1:9", "got '}'; put the key in double quotes"),
        ("{'a': 1}", "f.json:1:2", "put the key in double quotes"),
        ('{"a": 1 "b": 2}', "f.json:1:9", "put a comma before it"),
        ('{"a" 1}', "f.json:1:6", "put a colon"),
        ("[1, 2", "f.json:1:6", "close what is open"),
        ('{"a": [1,\n', "f.json:2:1", "got the end of the text; the file is cut short"),
        ('{"a": "x}', "f.json:1:7", "the file is cut short"),
        ('["a\tb"]', "f.json:1:4", r"write \n or \t"),
        (r'["a\qb"]', "f.json:1:4", r"write a backslash as \\"),
        ("{} {}", "f.json:1:4", "remove what follows"),
        ("[True]", "f.json:1:2", "got 'True]'; write a value"),
        ("\x89PNG\r\n", "f.json:1:1", r"got '\x89PNG'"),
        ('{"a": {"b": 1, "b": 2}}', "f.json: $.a", "each key once, got 'b' twice"),
        ("[0, NaN]", "f.json: $[1]", "a finite number, got nan"),
        ("[-Infinity]", "f.json: $[0]", "got -inf"),
        ("[1e999]", "f.json: $[0]", "got inf"),
        ("[" + "7" * 101 + "]", "f.json: $[0]", "got one of 101 digits"),
        (r'{"a": "\udc00"}', "f.json: $.a", r"got '\udc00'; remove the lone surrogate"),
        (r'{"\ud800": 1}', "f.json: $", r"the key '\ud800'"),
        ("[" * 65 + "1" + "]" * 65, "f.json: $[0][0][0][0][0][0]", "nest at most 64 levels"),
        ("[" * 100_000, "f.json", "nest at most 64 levels"),
    ],
)
def test_what_cannot_be_read(text: str, where: str, part: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text, "f.json")
    (fault,) = caught.value.faults
    assert fault.where == where
    assert part in f"{fault.what}; {fault.remedy}"


def test_all_unusable_values_come_at_once_in_order() -> None:
    with pytest.raises(InputError) as caught:
        parse_json('{"b": NaN, "a": [1, NaN, 3, 4, 5, 6, 7, 8, 9, 10, NaN], "c": 1, "c": 2}')
    assert [fault.where for fault in caught.value.faults] == ["$", "$.a[1]", "$.a[10]", "$.b"]


def test_without_a_file_the_line_says_so() -> None:
    with pytest.raises(InputError, match=r"^line:2:1: "):
        parse_json("\n}")


def test_a_byte_order_mark_and_whole_pairs_are_fine() -> None:
    assert parse_json('\ufeff{"a": "\\ud83d\\ude00", "n": ' + "7" * 100 + "}") == {
        "a": "😀",
        "n": int("7" * 100),
    }


@pytest.mark.parametrize(
    ("parts", "path"),
    [
        ((), "$"),
        (("decks", "common", 3, "card", "hp"), "$.decks.common[3].card.hp"),
        (("two words", "é", "it's", ""), "$['two words']['é'][\"it's\"]['']"),
        (("\x1b[31m\n",), "$['\\x1b[31m\\n']"),
    ],
)
def test_paths(parts: tuple[str | int, ...], path: str) -> None:
    assert json_path(parts) == path


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (False, "false"),
        (None, "null"),
        (1.5, "1.5"),
        ("a\nb", "'a\\nb'"),
        ("\ud800", "'\\ud800'"),
        ({"a": {"b": {"c": {"d": 1}}}}, "{'a': {'b': {'c': {...}}}}"),
    ],
)
def test_values_in_messages(value: object, text: str) -> None:
    assert shown(value) == text


def test_values_in_messages_are_short() -> None:
    for value in ("x" * 10**6, list(range(10**6)), {str(key): key for key in range(10**4)}):
        assert len(shown(value)) < 100


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)


@given(VALUES, st.integers(10, 120))
def test_what_is_written_is_read_back(document: Any, width: int) -> None:
    text = write_json(document, width=width)
    assert json.loads(text) == parse_json(text) == document
    assert text.endswith("\n")


def test_short_things_stand_on_one_line() -> None:
    document = {"a": {"b": [1, 2]}, "c": ["x" * 30, "y" * 30], "d": [], "e": {}}
    assert write_json(document, width=40) == (
        "{\n"
        '  "a": {"b": [1, 2]},\n'
        '  "c": [\n'
        f'    "{"x" * 30}",\n'
        f'    "{"y" * 30}"\n'
        "  ],\n"
        '  "d": [],\n'
        '  "e": {}\n'
        "}\n"
    )
