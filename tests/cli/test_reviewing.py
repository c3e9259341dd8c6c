from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.imports import making

Captured = pytest.CaptureFixture[str]
TEXT = """Name,Set,Number,Qty
Dugtrio,Hoge Heuvels,19,2
Oddish,Lage Heuvels,5,1
Pikachu,Lage Heuvels,7,3
"""


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own_catalogue: Path) -> None:
    """Work in a pool's folder, with the small catalogue and eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    with making.small_catalogue(tmp_path):
        pass
    (tmp_path / "small.db").replace(own_catalogue)
    (tmp_path / "pool").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "list.csv").write_text(TEXT)


def cardkit(*arguments: str, folder: str = "pool") -> int:
    return run(["-C", folder, *arguments])


def typed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def listed(capsys: Captured, *arguments: str, folder: str = "pool") -> dict[str, str | None]:
    capsys.readouterr()
    assert cardkit("list", "--json", *arguments, folder=folder) == ExitCode.OK
    cards = json.loads(capsys.readouterr().out)["cards"]
    return {card["name"]: card["card"] for card in cards}


def test_an_import_names_the_review(capsys: Captured) -> None:
    cardkit("import", "list.csv")
    assert (
        "3 unresolved rows: settle what they mean with cardkit -C pool review"
        in capsys.readouterr().err
    )


def test_the_rows_are_walked_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    cardkit("import", "list.csv")
    typed("1\ndugtrio\nzzzzzz qqqqq\n9\n1!\n", monkeypatch)
    capsys.readouterr()
    assert cardkit("review") == ExitCode.OK
    said = capsys.readouterr()
    assert "1 of 3: 2 x Dugtrio, Hoge Heuvels, 19 (list.csv:2)" in said.out
    assert "= Dugtrio (Steep Hills 19, Common)" in said.out
    assert "no card is called 'zzzzzz qqqqq'; the candidates again:" in said.out
    assert "expects a number from 1 to 2" in said.out
    assert "3 rows settled, 0 left." in said.err
    assert listed(capsys) == {"Dugtrio": "hil3-19", "Oddish": "hil2-5", "Pikachu": "hil2-7"}
    cardkit("undo")
    assert listed(capsys) == {"Dugtrio": "hil3-19", "Oddish": None, "Pikachu": None}
    assert cardkit("review") == ExitCode.OK  # the pipe has ended: nothing happens
    assert "0 rows settled, 2 left." in capsys.readouterr().err


@pytest.mark.parametrize("keys", ["q\n", "\n\n\n", "s\nskip\ns\n", ""])
def test_skipping_and_ending_change_nothing(
    keys: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    cardkit("import", "list.csv")
    before = Path("pool/cardkit.db").read_bytes()
    typed(keys, monkeypatch)
    assert cardkit("review") == ExitCode.OK
    assert Path("pool/cardkit.db").read_bytes() == before
    assert "0 rows settled, 3 left." in capsys.readouterr().err


def test_a_missing_quantity_is_asked_for(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    Path("two.csv").write_text("Name,Set,Number,Qty\nPikachu,Base,5,two\n")
    cardkit("import", "two.csv")
    typed("?\n1\n1 x2\n", monkeypatch)
    assert cardkit("review") == ExitCode.OK
    assert "expects how many copies" in capsys.readouterr().out
    assert listed(capsys) == {"Pikachu": "base1-5"}


@pytest.mark.parametrize("copies", ["0", "12345", "999999999999999999999"])
def test_copies_out_of_range_are_refused(
    copies: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    Path("two.csv").write_text("Name,Set,Number,Qty\nPikachu,Base,5,two\n")
    cardkit("import", "two.csv")
    typed(f"1 x{copies}\n", monkeypatch)
    assert cardkit("review") == ExitCode.OK
    said = capsys.readouterr()
    assert "expects from 1 to 9,999 copies: e.g. 1 x1" in said.out
    assert "x3 says 3 copies" in " ".join(said.err.split())
    assert listed(capsys) == {"Pikachu": None}


@pytest.mark.parametrize("copies", ["0", "3", "50"])
def test_a_quantity_that_the_row_has_is_not_overruled(
    copies: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    cardkit("import", "list.csv")
    typed(f"1 x{copies}\n1 x2\n", monkeypatch)  # the row says 2 itself
    capsys.readouterr()
    assert cardkit("review") == ExitCode.OK
    said = capsys.readouterr()
    assert "a quantity of its own" in said.out
    assert "cardkit -C pool add" in said.out
    assert "copies" not in said.err
    assert listed(capsys)["Dugtrio"] == "hil3-19"


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ("1,1,7,", "a quantity of its own, which a review does not change, got '7'"),
        ("1,1,many,", "a quantity of its own, which a review does not change, got 'many'"),
        ("1,,7,", "the column 'copies' was changed, and no card is chosen"),
    ],
)
def test_copies_in_a_spreadsheet_are_not_passed_over(
    cells: str, told: str, capsys: Captured
) -> None:
    cardkit("import", "list.csv")
    cardkit("review", "--export", "sheet.csv")
    sheet = Path("sheet.csv")
    sheet.write_text(sheet.read_text("utf-8-sig").replace("\n1,,2,", f"\n{cells}"), "utf-8")
    capsys.readouterr()
    assert cardkit("review", "--apply", "sheet.csv") == ExitCode.BAD_INPUT
    assert told in " ".join(capsys.readouterr().err.split())
    assert listed(capsys)["Dugtrio"] is None


def test_a_settled_collection_needs_no_review(capsys: Captured) -> None:
    assert cardkit("review") == ExitCode.OK
    assert capsys.readouterr().err == "Every row of the collection is settled.\n"
    assert cardkit("review", "--export", "sheet.csv") == ExitCode.OK
    assert "The table is empty." in capsys.readouterr().err


def test_a_spreadsheet_goes_out_and_comes_back(capsys: Captured) -> None:
    cardkit("import", "list.csv")
    assert cardkit("review", "--export", "sheet.csv") == ExitCode.OK
    assert cardkit("review", "--export", "sheet.csv") == ExitCode.BAD_INPUT
    assert cardkit("review", "--apply", "sheet.csv") == ExitCode.OK
    assert "No choice is filled in" in capsys.readouterr().err
    sheet = Path("sheet.csv")
    sheet.write_text(sheet.read_text("utf-8-sig").replace("\n1,,", "\n1,1,"), "utf-8")
    assert cardkit("review", "--apply", "sheet.csv") == ExitCode.OK
    assert "Review of 1 question: 1 row settled." in " ".join(capsys.readouterr().err.split())
    assert listed(capsys)["Dugtrio"] == "hil3-19"
    # The same table with one more choice: what it has settled before is no fault.
    sheet.write_text(sheet.read_text("utf-8").replace("\n2,,", "\n2,1,"), "utf-8")
    assert cardkit("review", "--apply", "sheet.csv") == ExitCode.OK
    said = " ".join(capsys.readouterr().err.split())
    assert "1 line of rows that are settled already: not looked at." in said
    assert "Review of 1 question: 1 row settled." in said
    cardkit("undo")
    capsys.readouterr()
    assert cardkit("review", "--export", "-") == ExitCode.OK
    assert capsys.readouterr().out.count("\n") == 3
    assert cardkit("review", "--export", "a", "--apply", "b") == ExitCode.USAGE


@pytest.mark.parametrize("name", ["all.csv", "all.json"])
def test_the_collection_is_exported_and_imported(name: str, capsys: Captured) -> None:
    cardkit("import", "list.csv")
    assert cardkit("export", name) == ExitCode.OK
    assert "Exported 3 rows with 6 copies" in capsys.readouterr().err
    assert cardkit("export", name) == ExitCode.BAD_INPUT
    assert cardkit("export", name, "--force") == ExitCode.OK
    assert cardkit("import", name, folder="other") == ExitCode.OK
    assert listed(capsys, folder="other") == listed(capsys)


def test_a_list_is_exported(capsys: Captured) -> None:
    Path("deck.txt").write_text("2 Alakazam BS 1\n4 Pokedex BS 4\n")
    cardkit("import", "deck.txt")
    capsys.readouterr()
    assert cardkit("export", "-", "--format", "ptcgl") == ExitCode.OK
    assert capsys.readouterr().out == (
        "Pokémon: 1\n2 Alakazam BS 1\n\nTrainer: 1\n4 Pokédex BS 4\n\nTotal Cards: 6\n"
    )


def test_nothing_and_unknown_formats_are_not_exported(capsys: Captured) -> None:
    assert cardkit("export", "all.csv") == ExitCode.BAD_INPUT
    assert "cardkit -C pool import FILE" in capsys.readouterr().err
    assert cardkit("export", "all.csv", "--format", "xml") == ExitCode.USAGE
    assert cardkit("export", "all.xlsx") == ExitCode.USAGE
    assert "ends with .csv (spreadsheets open it)" in " ".join(capsys.readouterr().err.split())
    assert not Path("all.xlsx").exists()
    assert not Path("all.csv").exists()


def test_several_files_and_folders_are_one_document(capsys: Captured) -> None:
    Path("lists").mkdir()
    Path("lists/a.csv").write_text("Name,Set,Number\nAlakazam,Base,1\n")
    Path("lists/b.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    assert cardkit("import", "list.csv", "lists", "--json") == ExitCode.OK
    said = capsys.readouterr()
    document = json.loads(said.out)
    assert schema_faults(document, "imports") == ()
    assert [each["file"] for each in document["imports"]] == ["list.csv", "a.csv"]
    assert len(document["left_out"]) == 1
    assert "2 imports, each to be taken back alone" in said.err
    cardkit("undo")
    assert len(listed(capsys)) == 3


def test_the_rows_that_are_not_owned_are_written() -> None:
    assert cardkit("import", "list.csv", "--dry-run", "--report", "report.csv") == ExitCode.OK
    lines = Path("report.csv").read_text("utf-8-sig").splitlines()
    assert lines[0].startswith("file,line,what became of it,why,name")
    assert lines[1].startswith("list.csv,2,unresolved,set not known,Dugtrio,Hoge Heuvels,19,2,")
    assert len(lines) == 4
    assert list(Path("pool").iterdir()) == []
    assert cardkit("import", "list.csv", "--report", "report.csv") == ExitCode.BAD_INPUT
    assert list(Path("pool").iterdir()) == []
    assert cardkit("import", "list.csv", "--report", "report.csv", "--force") == ExitCode.OK


def test_a_mapping_is_used_and_can_be_kept(capsys: Captured) -> None:
    Path("dutch.csv").write_text("Kaartje;Doos;Vakje\nAlakazam;Base;1\n")
    assert cardkit("import", "dutch.csv") == ExitCode.BAD_INPUT
    mapping = ("--map", "Kaartje=name", "--map", "Doos=set", "--map", "Vakje=number")
    assert cardkit("import", "dutch.csv", *mapping) == ExitCode.OK
    said = capsys.readouterr().err
    kept = said[said.index("[imports.mappings.mine]") :]
    assert (
        kept == '[imports.mappings.mine]\n"Kaartje" = "name"\n"Doos" = "set"\n"Vakje" = "number"\n'
    )
    Path("other/cardkit.toml").write_text(kept)
    assert cardkit("import", "dutch.csv", folder="other") == ExitCode.OK
    assert "mine, a mapping of columns (mine)" in capsys.readouterr().out
    capsys.readouterr()
    assert cardkit("import", "dutch.csv", "--map", "Kaartje") == ExitCode.USAGE
    assert "got 'Kaartje'" in " ".join(capsys.readouterr().err.split())


def test_the_last_choice_of_a_walk_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    cardkit("import", "list.csv")
    typed("u\n1\n\nu\ns\nq\n", monkeypatch)
    capsys.readouterr()
    assert cardkit("review") == ExitCode.OK
    said = capsys.readouterr()
    assert "nothing was settled since the review began" in said.out
    assert "taken back: review: Dugtrio is hil3-19" in said.out
    asked = [line.split(",")[0] for line in said.out.splitlines() if " of 3: " in line]
    assert asked == [
        "1 of 3: 2 x Dugtrio", "2 of 3: 1 x Oddish", "3 of 3: 3 x Pikachu",
        "2 of 3: 2 x Dugtrio", "3 of 3: 3 x Pikachu",
    ]  # fmt: skip
    assert "0 rows settled, 3 left." in said.err
    assert set(listed(capsys).values()) == {None}


def test_a_remembered_label_says_what_else_it_settles(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    cardkit("import", "list.csv")
    typed("s\n1!\n", monkeypatch)
    capsys.readouterr()
    assert cardkit("review") == ExitCode.OK
    said = capsys.readouterr()
    words = " ".join(said.out.split())
    assert "'Lage Heuvels' means Misty Hills from now on; that settles 1 further row" in words
    assert "2 rows settled, 1 left." in said.err
