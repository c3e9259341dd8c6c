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


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own_catalogue: Path) -> None:
    """Work in a pool's folder, with the small catalogue and eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    with making.small_catalogue(tmp_path):
        pass
    (tmp_path / "small.db").replace(own_catalogue)
    (tmp_path / "pool é").mkdir()
    for name in ("collectr.csv", "tcgplayer-app.csv"):
        (tmp_path / name).write_text(making.export(name), encoding="utf-8")


def cardkit(*arguments: str) -> int:
    return run(["-C", "pool é", *arguments])


Captured = pytest.CaptureFixture[str]


def test_an_import_says_what_became_of_every_row(capsys: Captured) -> None:
    assert cardkit("import", "collectr.csv") == ExitCode.OK
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert lines[0] == "collectr.csv: Collectr, portfolio (collectr), comma, utf-8"
    assert lines[1] == ("10 rows read = 4 owned + 5 skipped + 1 unresolved; 26 copies")
    assert "6  Snorlax, Lost Valley, 4     set not known" in said.out
    assert "skipped: other game" in said.out
    assert max(map(len, lines)) <= 80
    assert said.err.startswith("Import of collectr.csv (5 rows). Next: cardkit -C 'pool é' check")
    assert "cardkit -C 'pool é' undo" in said.err


def test_a_folder_says_which_of_its_files_were_read_and_why_not_the_others(
    capsys: Captured, tmp_path: Path
) -> None:
    lists = tmp_path / "lists"
    (lists / "old").mkdir(parents=True)
    (lists / "notes.txt").write_text("milk, eggs\n", encoding="utf-8")
    for name in ("tcgplayer-app.csv", "collectr.csv"):
        (tmp_path / name).replace(lists / name)
    assert cardkit("import", "lists") == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 files read, 2 left out"
    assert lines[1] == "read: collectr.csv, 10 rows"
    assert lines[2].startswith("read: tcgplayer-app.csv, ")
    assert lines[3].startswith("left out: lists/notes.txt:1: expects a header")
    assert "left out: lists/old: a folder inside the folder" in lines
    cardkit("import", "lists", "--json", "--again")
    document = json.loads(capsys.readouterr().out)
    assert schema_faults(document, "imports") == ()
    assert [each["file"] for each in document["imports"]] == ["collectr.csv", "tcgplayer-app.csv"]
    assert [each["file"] for each in document["left_out"]] == ["lists/notes.txt:1", "lists/old"]


def test_the_json_report_is_one_document(capsys: Captured) -> None:
    assert cardkit("import", "collectr.csv", "--json") == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert schema_faults(document, "import") == ()
    assert document["imported"] is True
    assert document["read_as"]["name"] == "collectr"


def test_an_import_makes_the_folder_of_a_new_pool_whole_or_not_at_all(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "empty.csv").write_bytes(b"")
    new = tmp_path / "games" / "new"
    assert run(["-C", str(new), "import", "empty.csv"]) == ExitCode.BAD_INPUT
    assert run(["-C", str(new), "import", "collectr.csv", "--dry-run"]) == ExitCode.OK
    assert run(["-C", str(new), "list"]) == ExitCode.BAD_INPUT
    assert not new.parent.exists()
    assert "`import` and `add` make the folder" in " ".join(capsys.readouterr().err.split())
    assert run(["-C", str(new), "import", "collectr.csv"]) == ExitCode.OK
    said = " ".join(capsys.readouterr().err.split())
    assert said.startswith(f"Made the folder {new} for a new pool. Import of collectr.csv")
    assert run(["-C", str(new), "import", "tcgplayer-app.csv"]) == ExitCode.OK
    assert "Made the folder" not in capsys.readouterr().err


def test_every_reason_is_told_on_the_narrowest_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert cardkit("import", "collectr.csv") == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert "line 6: Snorlax, Lost Valley, 4 -> set not known" in " ".join(" ".join(lines).split())
    assert all(len(line) <= 20 for line in lines if " " in line.strip())


def test_a_dry_run_changes_nothing(capsys: Captured) -> None:
    assert cardkit("import", "collectr.csv", "--dry-run", "--json") == ExitCode.OK
    said = capsys.readouterr()
    assert json.loads(said.out)["imported"] is False
    assert "dry run" in said.err
    assert list(Path("pool é").iterdir()) == []


def test_the_standard_input_is_a_file(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    class Pipe:
        buffer = io.BytesIO(b"Name;Set;Number\nPikachu;Base;5\n")

    monkeypatch.setattr(sys, "stdin", Pipe)
    assert cardkit("import", "-") == ExitCode.OK
    assert capsys.readouterr().out.startswith("standard input: ")


def test_a_second_import_asks(capsys: Captured) -> None:
    cardkit("import", "collectr.csv")
    Path("copy of it.csv").write_bytes(Path("collectr.csv").read_bytes())
    capsys.readouterr()
    for name in ("collectr.csv", "copy of it.csv"):
        assert cardkit("import", name) == ExitCode.BAD_INPUT
        said = capsys.readouterr()
        assert said.out == ""
        for words in ("the same content was imported on", "'collectr.csv'", "--again", "--replace"):
            assert words in " ".join(said.err.split())
    assert cardkit("import", "copy of it.csv", "--again") == ExitCode.OK
    assert copies_of("alakazam", capsys) == 2
    assert cardkit("import", "collectr.csv", "--replace") == ExitCode.OK
    assert copies_of("alakazam", capsys) == 1


def copies_of(words: str, capsys: Captured) -> int:
    capsys.readouterr()
    cardkit("list", words, "--json")
    cards = json.loads(capsys.readouterr().out)["cards"]
    return sum(int(card["count"]) for card in cards)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("import", "none.csv"), ExitCode.BAD_INPUT, "no such file"),
        (("import", "pool é"), ExitCode.BAD_INPUT, "there is no file to import in the folder"),
        (("import", "picture.csv"), ExitCode.BAD_INPUT, "a JPEG picture"),
        (("import", "empty.csv"), ExitCode.BAD_INPUT, "the file is empty"),
        (("import", "foreign.csv"), ExitCode.BAD_INPUT, "expects a header"),
        (("import",), ExitCode.USAGE, "expects a file to import"),
        (("import", "collectr.csv", "--again", "--replace"), ExitCode.USAGE, "exclude each other"),
        (("import", "collectr.csv", "--format", "excel"), ExitCode.USAGE, "no format is called"),
        (("assign", "alakazam", "six"), ExitCode.USAGE, "expects a deck"),
        (("assign", "alakazam", "5"), ExitCode.BAD_INPUT, "no card of the collection"),
        (("list", "--deck", "6"), ExitCode.USAGE, "expects a deck"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: tuple[str, ...], code: ExitCode, said: str, capsys: Captured
) -> None:
    Path("picture.csv").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF")
    Path("empty.csv").touch()
    Path("foreign.csv").write_text("Foo,Bar\n1,2\n")
    assert cardkit(*arguments) == code
    told = capsys.readouterr()
    assert said in " ".join(told.err.split())
    assert told.out == ""
    assert list(Path("pool é").iterdir()) == []


def test_the_formats_are_listed(capsys: Captured) -> None:
    assert cardkit("import", "--list-formats") == ExitCode.OK
    said = capsys.readouterr().out
    for name in ("tcgplayer-app", "tcgplayer-app-2026", "collectr", "generic"):
        assert name in said


def test_a_wide_report_is_cut_for_people_only(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.cli.import_job._MOST_LINES", 2)
    cardkit("import", "collectr.csv")
    assert "... and 4 more; --json and --report FILE have them all" in capsys.readouterr().out


def test_the_list_narrows_by_word_deck_and_state(capsys: Captured) -> None:
    cardkit("import", "collectr.csv")
    cardkit("import", "tcgplayer-app.csv")
    capsys.readouterr()

    def listed(*arguments: str) -> list[str]:
        assert cardkit("list", *arguments, "--json") == ExitCode.OK
        document = json.loads(capsys.readouterr().out)
        assert schema_faults(document, "collection") == ()
        return [card["name"] for card in document["cards"]]

    assert listed("wiggly") == ["Wigglytuff"]
    assert listed("--deck", "4") == ["Charizard ex"]
    assert listed("--deck", "ex", "wiggly") == []
    assert listed("--unresolved") == ["Snorlax", "Charmander"]
    assert len(listed()) == 9


def test_unresolved_rows_are_listed_with_reason_and_nearest(capsys: Captured) -> None:
    cardkit("import", "tcgplayer-app.csv")
    capsys.readouterr()
    cardkit("list", "--unresolved")
    said = capsys.readouterr()
    assert "1 x Charmander, SV03: Obsidian Flames, 026/197 (tcgplayer-app.csv:4)" in said.out
    assert "-> Japanese: numbers of its own; nearest: sv3-26 Charmander" in said.out
    assert "cardkit -C 'pool é' assign ROW DECK" in said.err


def test_an_empty_list_says_what_to_do(capsys: Captured) -> None:
    assert cardkit("list") == ExitCode.OK
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "Nothing here yet: cardkit -C 'pool é' import FILE\n")
    cardkit("import", "collectr.csv")
    capsys.readouterr()
    cardkit("list", "xyzzy")
    assert capsys.readouterr().err == "No card of the collection fits.\n"


def test_assign_and_undo(capsys: Captured) -> None:
    cardkit("import", "collectr.csv")
    assert cardkit("assign", "snorlax", "vmax") == ExitCode.OK
    assert cardkit("assign", "base1-1", "2") == ExitCode.OK
    capsys.readouterr()
    cardkit("list")
    table = capsys.readouterr().out
    assert "vmax (yours)" in table
    assert "uncommon (yours)" in table
    assert cardkit("undo") == ExitCode.OK
    said = " ".join(capsys.readouterr().err.split())
    assert said.startswith("Undone: assignment of base1-1 Alakazam (Base 1) to the uncommon deck")
    assert "the assignment of row 5, Snorlax (Lost Valley 4), to the vmax deck" in said
    cardkit("undo")
    cardkit("undo")
    assert "no change is left" in " ".join(capsys.readouterr().err.split())
    assert cardkit("undo") == ExitCode.OK
    assert capsys.readouterr().err == "There is nothing to undo.\n"
    cardkit("list")
    assert "Nothing here yet" in capsys.readouterr().err


def test_an_ambiguous_card_is_not_guessed(capsys: Captured) -> None:
    Path("two.csv").write_text("Name,Set,Number\nPikachu,Base,5\nPikachu,Windy Hills,5\n")
    cardkit("import", "two.csv")
    capsys.readouterr()
    assert cardkit("assign", "pikachu", "rare") == ExitCode.BAD_INPUT
    said = " ".join(capsys.readouterr().err.split())
    assert "base1-5 Pikachu (Base 5); hil1-5 Pikachu (Windy Hills 5)" in said
    assert cardkit("assign", "pikachu windy", "rare") == ExitCode.OK


def test_a_trainer_cannot_be_assigned(capsys: Captured) -> None:
    Path("one.csv").write_text("Name,Set,Number\nPokedex,Base,4\n")
    cardkit("import", "one.csv")
    capsys.readouterr()
    assert cardkit("assign", "base1-4", "rare") == ExitCode.BAD_INPUT
    assert "only Pokemon go into rarity decks" in " ".join(capsys.readouterr().err.split())


def test_quiet_says_nothing_but_the_result(capsys: Captured) -> None:
    assert run(["-q", "-C", "pool é", "import", "collectr.csv"]) == ExitCode.OK
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "text",
    [
        "Name,Set,Number,Rarity\nDark Magician,Legend of Blue Eyes,LOB-005,Ultra Rare\n",
        "Name,Set,Number\nLightning Bolt,Limited Edition Alpha,161\nCounterspell,Alpha,54\n",
        "Product Line,Name,Set,Number\nYuGiOh,Dark Magician,Legend of Blue Eyes,LOB-005\n",
    ],
)
def test_a_list_of_another_game_is_told(text: str, capsys: Captured) -> None:
    Path("other.csv").write_text(text)
    assert cardkit("import", "other.csv") == ExitCode.FINDING
    said = capsys.readouterr()
    assert "warning: nothing in this file is known as a Pokemon card" in " ".join(said.out.split())
    assert "To take this import back: cardkit -C 'pool é' undo" in " ".join(said.err.split())


def test_a_list_of_another_game_is_told_among_several(capsys: Captured) -> None:
    Path("other.csv").write_text("Name,Set,Number\nLightning Bolt,Limited Edition Alpha,161\n")
    Path("own.csv").write_text("Name,Set,Number\nPikatschu,Base,5\n")
    assert cardkit("import", "own.csv", "other.csv") == ExitCode.FINDING
    said = " ".join(capsys.readouterr().err.split())
    assert "Nothing in other.csv is known as a Pokemon card." in said


def test_a_query_takes_the_place_of_files(capsys: Captured) -> None:
    Path("own.csv").write_text("Name,Set,Number\nPikatschu,Base,5\n")
    for options in (["own.csv"], ["--map", "A=name"], ["--report", "r.csv"], ["--as", "generic"]):
        assert cardkit("import", "--api", "name:x", "--offline", *options) == ExitCode.USAGE
        assert "--api takes the place of a file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "row", ["Pikatschu,Base,5", "Mew,Nowhere,1", "Oddish,Windy Hills,4", "Fire Energy,Nowhere,2"]
)
def test_a_list_of_this_game_is_none_of_another(row: str, capsys: Captured) -> None:
    Path("own.csv").write_text(f"Name,Set,Number\n{row}\n")
    assert cardkit("import", "own.csv") == ExitCode.OK
    said = capsys.readouterr()
    assert "warning" not in said.out
    assert "1 row read = " in said.out


def test_a_long_reason_is_told_in_full(capsys: Captured) -> None:
    Path("long.csv").write_text(
        "Name,Set,Number,Quantity\n"
        "Pikachu of the Windy Hills beyond the Sea,Windy Hills,5,many\n"
        "Snorlax,Lost Valley,4,1\n"
    )
    cardkit("import", "long.csv")
    said = capsys.readouterr()
    assert "-> expects a quantity from 0 to 9,999 in whole copies, got 'many'" in " ".join(
        said.out.split()
    )
    assert "line 3: Snorlax, Lost Valley, 4\n   -> set not known" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert "2 unresolved rows: settle what they mean with cardkit -C 'pool é' review" in " ".join(
        said.err.split()
    )


def test_an_unknown_format_is_said_before_a_file_that_is_known() -> None:
    Path("own.csv").write_text("Name,Set,Number\nPikatschu,Base,5\n")
    assert cardkit("import", "own.csv") == ExitCode.OK
    assert cardkit("import", "own.csv", "--as", "foo") == ExitCode.USAGE
    assert cardkit("import", "own.csv", "--as", "generic") == ExitCode.BAD_INPUT


def test_the_list_says_what_its_question_mark_means(capsys: Captured) -> None:
    Path("odd.csv").write_text("Name,Set,Number,Rarity\nSnorlax,Lost Valley,4,comon\n")
    cardkit("import", "odd.csv")
    capsys.readouterr()
    cardkit("list")
    said = capsys.readouterr()
    assert "rare ?" in said.out
    assert said.err == "? = no clear place; choose one: cardkit -C 'pool é' assign CARD DECK\n"
    assert cardkit("assign", "row 1", "common") == ExitCode.OK
    capsys.readouterr()
    cardkit("list")
    assert capsys.readouterr().err == ""


def test_an_interrupted_import_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    cardkit("import", "tcgplayer-app.csv")
    before = Path("pool é/cardkit.db").read_bytes()
    monkeypatch.setattr("cardkit.imports.rows.RowReader.read", interrupt)
    capsys.readouterr()
    assert cardkit("import", "collectr.csv") == ExitCode.INTERRUPTED
    said = capsys.readouterr()
    assert said.out == ""
    assert "interrupted" in said.err
    assert Path("pool é/cardkit.db").read_bytes() == before


def test_a_card_that_is_not_owned_is_refused_with_near_names(capsys: Captured) -> None:
    cardkit("import", "collectr.csv")
    capsys.readouterr()
    assert cardkit("assign", "Snorlx", "5") == ExitCode.BAD_INPUT
    said = " ".join(capsys.readouterr().err.split())
    assert "did you mean Snorlax? If not, look it up: cardkit -C 'pool é' list WORDS" in said
