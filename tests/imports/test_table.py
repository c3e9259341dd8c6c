from __future__ import annotations

import pytest

from cardkit.imports.table import Header, Row, find_header, odd_delimiter, read_rows

KNOWN = {"name", "number", "qty"}


def score(keys: tuple[str, ...]) -> int:
    return len(KNOWN & set(keys)) if "name" in keys else 0


def table(text: str) -> tuple[Header, list[Row]]:
    lines = text.splitlines(keepends=True)
    header = find_header(lines, score)
    assert header is not None
    return header, list(read_rows(lines, header))


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^", "~", "¦", "\x1f"])
@pytest.mark.parametrize("declared", [False, True])
def test_the_delimiter_is_found(delimiter: str, declared: bool) -> None:
    text = f'"sep={delimiter}"\n' if declared else ""
    text += delimiter.join(["Name", "Number", '"Notes, or; so"']) + "\n"
    text += delimiter.join(["Pikachu", "25", '"a, b; c"']) + "\n"
    header, rows = table(text)
    assert header.delimiter == delimiter
    assert header.line == 1 + declared
    assert rows == [Row(line=2 + declared, cells=["Pikachu", "25", "a, b; c"])]


@pytest.mark.parametrize("delimiter", [":", "/", "#", " ", "；"])
@pytest.mark.parametrize("title", ["", "My cards\n\n"])
def test_what_stands_within_names_too_is_no_delimiter_but_named(delimiter: str, title: str) -> None:
    lines = f"{title}{delimiter.join(['Name', 'Number', 'Qty'])}\n".splitlines(keepends=True)
    assert odd_delimiter(lines, score) == (len(lines), delimiter)
    assert odd_delimiter(["Foo:Bar\n"], score) is None
    assert odd_delimiter(["sep=?\n", "Name?Qty\n"], score) == (1, "?")


def test_a_title_may_stand_above_the_header() -> None:
    header, rows = table("My cards\n\nName;Qty\nPikachu;2\n")
    assert header.line == 3
    assert [row.cells for row in header.above] == [["My cards"]]
    assert [(row.line, row.cells) for row in rows] == [(4, ["Pikachu", "2"])]


def test_without_a_known_header_the_first_line_is_shown() -> None:
    header = find_header(["Foo;Bar\n", "1;2\n"], score)
    assert header is not None
    assert header.names == ("Foo", "Bar")
    assert find_header(["\n", " \n"], score) is None


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ('Pikachu,"=""004"""', ["Pikachu", "004"]),
        ('Pikachu,="004"', ["Pikachu", "004"]),
        ("Pikachu,'004", ["Pikachu", "004"]),
        (" Pikachu ,\t4 ", ["Pikachu", "4"]),
        ("Pikachu", ["Pikachu", ""]),
        ("Pikachu,4,,", ["Pikachu", "4", "", ""]),
        ('"Pika\u00a0\u200bchu",4', ["Pika chu", "4"]),
        ('Box 5" wide,4', ['Box 5" wide', "4"]),
    ],
)
def test_cells_are_cleaned(line: str, cells: list[str]) -> None:
    _, rows = table(f"Name,Number\n{line}\nMew,1\n")
    assert rows[0] == Row(line=2, cells=cells)
    assert rows[1] == Row(line=3, cells=["Mew", "1"])


def test_a_row_with_more_cells_than_the_header_is_not_trusted() -> None:
    _, rows = table("Name,Number\nPikachu,4,12\nMew,1\n")
    assert "3 cells where the header has 2" in rows[0].fault
    assert rows[1].fault == ""


def test_a_quoted_cell_may_hold_a_line_end() -> None:
    _, rows = table('Name,Number\n"Pika\nchu",4\nMew,1\n')
    assert [(row.line, row.cells, row.fault) for row in rows] == [
        (2, ["Pika chu", "4"], ""),
        (4, ["Mew", "1"], ""),
    ]


@pytest.mark.parametrize("count", [1, 3, 50])
def test_a_stray_quote_swallows_no_row(count: int) -> None:
    text = 'Name,Number\n"Pikachu,4\n' + "Mew,1\n" * count
    _, rows = table(text)
    assert rows[0].cells == ["Pikachu", "4"]
    assert "quote" in rows[0].fault
    assert [row.cells for row in rows[1:]] == [["Mew", "1"]] * count
    assert [row.line for row in rows] == list(range(2, count + 3))


def test_two_stray_quotes_are_not_taken_for_one_cell() -> None:
    _, rows = table('Name,Number\n"Pikachu,4\nMew,1\n"Eevee,5\nAbra,6\n')
    assert [row.cells for row in rows] == [
        ["Pikachu", "4"],
        ["Mew", "1"],
        ["Eevee", "5"],
        ["Abra", "6"],
    ]


def test_a_stray_quote_in_the_last_line_is_seen() -> None:
    _, rows = table('Name,Number\n"Pikachu,4')
    assert rows[0].cells == ["Pikachu", "4"]
    assert "quote" in rows[0].fault


def test_many_stray_quotes_do_not_pile_up() -> None:
    _, rows = table("Name,Number\n" + '"a,\n' * 5_000)
    assert [row.cells for row in rows] == [["a", ""]] * 5_000


def test_a_cell_beyond_the_reader_s_bound_is_a_fault_of_its_row() -> None:
    _, rows = table("Name,Number\n" + "x" * 200_000 + ",4\nMew,1\n")
    assert rows[0].fault == "a cell is far too long"
    assert rows[1].cells == ["Mew", "1"]


def test_a_long_cell_is_cut() -> None:
    _, rows = table("Name,Number\n" + "x" * 2_000 + ",4\n")
    assert rows == [Row(line=2, cells=["x" * 1_000, "4"])]


def test_lines_without_anything_are_no_rows() -> None:
    _, rows = table("Name,Number\n\nMew,1\n,\n")
    assert [row.line for row in rows] == [3, 4]
