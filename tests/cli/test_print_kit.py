"""Labels for sleeves and boxes, dividers and the kit, as a person asks for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.cli.printed import Pools, said_by
from tests.printing.making import opened, text_of, words_of

pytestmark = pytest.mark.usefixtures("a_folder_in_germany")
OWN_SHEET = """
paper = "a4"
columns = 2
rows = 4
width_mm = 90
height_mm = 60
left_mm = 15
top_mm = 28.5
"""


def plan_of(
    capsys: pytest.CaptureFixture[str], *arguments: str, schema: str = "print-plan"
) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["print", *arguments, "--json", "--dry-run"]) == ExitCode.OK
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert list(schema_faults(document, schema)) == []
    return document


@pytest.mark.parametrize(
    ("options", "sheet", "pieces"),
    [
        (["--for", "cards"], "L7656", 56),
        (["--for", "cards", "--deck", "rare", "--copies", "2"], "L7656", 12),
        (["--for", "boxes"], "L7163", 1),
        (["--for", "boxes", "--copies", "3", "--sheet", "5163"], "5163", 3),
        (["--for", "decks", "--deck", "ex", "--deck", "vmax"], "L7160", 2),
    ],
)
def test_labels_are_made_for_decks_sleeves_and_boxes(
    options: list[str],
    sheet: str,
    pieces: int,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pool()
    plan = plan_of(capsys, "labels", *options)
    assert plan["sheet"].startswith(f"{sheet} (")
    assert len(plan["pieces"]) == pieces


def test_the_owner_stands_on_labels_as_the_settings_or_the_option_say(pool: Pools) -> None:
    pool(printing={"owner": "Ada"})
    assert run(["print", "labels", "--for", "boxes"]) == ExitCode.OK
    assert "belongs to Ada" in text_of(Path("labels.pdf").read_bytes())
    assert run(["print", "labels", "--for", "boxes", "--owner", "Bo", "--force"]) == ExitCode.OK
    assert "belongs to Bo" in text_of(Path("labels.pdf").read_bytes())


def test_an_own_sheet_comes_from_the_settings_or_a_file(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    own = {
        "paper": "letter",
        "columns": 2,
        "rows": 3,
        "width_mm": 100,
        "height_mm": 80,
        "left_mm": 7.95,
        "top_mm": 19.7,
    }
    pool(printing={"labels": "shelf", "sheets": {"shelf": own}})
    assert plan_of(capsys, "labels")["sheet"] == "shelf (Letter, 6 labels of 100 x 80 mm)"
    Path("mine.toml").write_text(OWN_SHEET)
    plan = plan_of(capsys, "labels", "--sheet", "mine.toml")
    assert plan["sheet"] == "mine (A4, 8 labels of 90 x 60 mm)"
    Path("mine.toml").write_text(OWN_SHEET + "rowz = 3\n")
    assert run(["print", "labels", "--sheet", "mine.toml"]) == ExitCode.BAD_INPUT
    assert "mine.toml: $.rowz: unknown key 'rowz' -> write 'rows'" in said_by(capsys)[1]


def test_an_offset_of_the_option_goes_before_that_of_the_printer(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(printing={"printer": "old", "printers": {"old": {"front_offset_mm": [0.5, 0.25]}}})
    assert plan_of(capsys, "labels")["offset_mm"] == [0.5, 0.25]
    assert plan_of(capsys, "labels", "--offset", "-1,2")["offset_mm"] == [-1, 2]
    assert "offset_mm" not in plan_of(capsys, "labels", "--offset", "0,0")


@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("deck", ["Common", "Uncommon", "Rare", "EX / GX / V", "VMAX / VSTAR / Tera / MEGA"]),
        ("type", ["Colorless"]),
        ("letter", ["M"]),
        ("set", ["test"]),
    ],
)
def test_dividers_are_planned_for_each_part_of_the_box(
    by: str, names: list[str], pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    plan = plan_of(capsys, "dividers", "--by", by)
    assert [piece["name"] for piece in plan["pieces"]][: len(names)] == names
    assert (plan["grid"]["width_mm"], plan["grid"]["height_mm"]) == (66, 101)
    assert plan["product"] == "dividers"


def test_dividers_come_in_other_sizes_and_on_other_paper(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    plan = plan_of(
        capsys, "dividers", "--body", "unsleeved", "--side", "alternate", "--paper", "letter"
    )
    assert (plan["grid"]["width_mm"], plan["grid"]["height_mm"]) == (63, 98)
    plan = plan_of(capsys, "dividers", "--body", "70x95", "--tab", "30x12", "--gap", "2")
    assert (plan["grid"]["height_mm"], plan["grid"]["pitch_x_mm"]) == (107, 72)
    assert run(["print", "dividers"]) == ExitCode.OK
    assert "wrote dividers.pdf: 6 dividers on 1 page" in said_by(capsys)[1]


def test_settings_for_cards_leave_dividers_alone(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(printing={"card_size": "60x85", "columns": 3, "rows": 3, "backs": "fold", "skip": [1]})
    plan = plan_of(capsys, "dividers")
    assert (plan["grid"]["columns"], plan["grid"]["rows"]) == (3, 2)
    assert plan["pieces"][0]["place"] == 1


def kit_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, Any]]:
    document = plan_of(capsys, "kit", *arguments, schema="kit-plan")
    return {file["stock"]: file for file in document["files"]}


def test_the_kit_has_a_file_for_each_kind_of_paper(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "kit"]) == ExitCode.OK
    said = said_by(capsys)[1]
    for name in ("kit-cards.pdf", "kit-counters.pdf", "kit-board.pdf", "kit-sheets.pdf"):
        assert Path(name).is_file()
        assert name in said
    assert not Path("kit.pdf").exists()
    # Without a collection all Energy is lacking.
    assert text_of(Path("kit-cards.pdf").read_bytes()).count("Fire Energy") == 5
    assert run(["print", "kit"]) == ExitCode.BAD_INPUT
    assert "add --force to replace it" in said_by(capsys)[1]


def test_the_kit_says_what_is_in_each_file(capsys: pytest.CaptureFixture[str]) -> None:
    files = kit_of(capsys, "--paper", "letter", "--board-paper", "a3")
    assert list(files) == ["cards", "counters", "board", "sheets"]
    assert files["board"]["plan"]["pages"] == len(files["board"]["tiles"]) == 4
    assert files["board"]["plan"]["paper"]["name"] == "a3"
    assert files["cards"]["plan"]["paper"]["name"] == "letter"
    assert files["counters"]["parts"] == ["damage", "conditions", "states", "die"]
    assert all(file["plan"]["file"] is None for file in files.values())


def test_the_document_names_the_files_that_are_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["print", "kit", "--json", "--split", "2"]) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert list(schema_faults(document, "kit-plan")) == []
    written = {
        name
        for file in document["files"]
        for name in file["plan"].get("files", [file["plan"]["file"]])
    }
    assert written == {str(path) for path in Path().glob("*.pdf")}
    assert {"kit-board-1.pdf", "kit-board-3.pdf", "kit-counters.pdf"} <= written


def test_one_part_goes_into_the_file_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "kit", "--only", "chart", "-o", "chart.pdf"]) == ExitCode.OK
    assert "wrote chart.pdf: 1 card on 1 page" in said_by(capsys)[1]
    assert run(["print", "kit", "--only", "chart", "--only", "log", "-o", "x.pdf"]) == ExitCode.OK
    assert {path.name for path in Path().glob("x*.pdf")} == {"x-cards.pdf", "x-sheets.pdf"}


def test_the_chart_and_the_texts_follow_the_settings() -> None:
    Path("cardkit.toml").write_text(
        'name = "Loft"\n[rules]\nretreats_per_turn = 2\n[rules.chart]\nGrass = "Confused"\n'
    )
    parts = ["--only", "chart", "--only", "turn-order", "--only", "log"]
    assert run(["print", "kit", *parts, "-o", "k.pdf"]) == ExitCode.OK
    words = words_of(Path("k-cards.pdf").read_bytes())
    assert words[words.index("Grass") + 1] == "Confused"
    assert "twice" in words
    assert "Loft" in words_of(Path("k-sheets.pdf").read_bytes())


@pytest.mark.parametrize(
    ("given", "counts"),
    [
        (["Fire=2", "fairy=1"], {"Fire Energy": 2, "Fairy Energy": 1}),
        (["1"], dict.fromkeys(("Grass Energy", "Metal Energy"), 1)),
        (["2", "Fire=0"], {"Water Energy": 2, "Fire Energy": 0}),
    ],
)
def test_energy_cards_are_printed_by_type_and_count(
    given: list[str], counts: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    options = [word for text in given for word in ("--energy", text)]
    names = [
        piece["name"]
        for piece in kit_of(capsys, "--only", "energy", *options)["cards"]["plan"]["pieces"]
    ]
    for name, count in counts.items():
        assert names.count(name) == count


def test_the_board_fits_one_large_page(capsys: pytest.CaptureFixture[str]) -> None:
    for paper, name in (("a1", "a1"), ("poster", "poster"), ("500x500", "500x500")):
        board = kit_of(capsys, "--only", "board", "--board-paper", paper)["board"]
        assert board["plan"]["pages"] == 1
        assert board["plan"]["paper"]["name"] == name


def test_options_about_sheets_hold_for_the_cards_of_the_kit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = kit_of(capsys, "--card-size", "poker", "--gap", "1", "--backs", "separate")
    assert files["cards"]["plan"]["backs"] == "separate"
    assert files["cards"]["plan"]["grid"]["width_mm"] == 63.5
    assert files["counters"]["plan"]["grid"]["width_mm"] == 17.5
    assert "backs" not in files["counters"]["plan"]


def test_the_parts_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "kit", "--list"]) == ExitCode.OK
    out, err = said_by(capsys)
    assert "pokeballs" in out
    assert "the board of 5 x 7 zones" in out
    assert err == ""
    assert list(Path().glob("*.pdf")) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["labels", "--for", "boxes", "--deck", "rare"], "--deck cannot be used with --for boxes"),
        (["labels", "--for", "cards", "--deck", "best"], "--deck expects one of common"),
        (["labels", "--offset", "1"], "--offset expects right,down in mm"),
        (["dividers", "--body", "big"], "--body expects sleeved, unsleeved or a size"),
        (["dividers", "--tab", "big"], "--tab expects a size in mm such as 22x10"),
        (["dividers", "--backs", "fold"], "--backs is for cards, it cannot be used for dividers"),
        (["dividers", "--card-size", "poker"], "--card-size is for cards"),
        (["kit", "--only", "cup"], "--only expects one of pokeballs, energy"),
        (["kit", "--energy", "Dragon=2"], "--energy expects TYPE=N or N"),
        (["kit", "--energy", "Fire=99"], "at most 60"),
        (["kit", "--board-paper", "a99"], "the paper must be one of a4"),
        (["kit", "-o", "-"], "several files cannot share the standard output"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_remedy(
    arguments: list[str],
    says: str,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pool()
    assert run(["print", *arguments]) == ExitCode.USAGE
    assert says in said_by(capsys)[1]
    assert list(Path().glob("*.pdf")) == []


def test_labels_too_small_for_a_box_are_refused(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    assert run(["print", "labels", "--for", "boxes", "--sheet", "L7656"]) == ExitCode.BAD_INPUT
    assert "too small for what a box holds" in said_by(capsys)[1]


def test_an_enough_stocked_energy_deck_needs_no_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "kit", "--only", "energy", "--energy", "0"]) == ExitCode.OK
    assert "there is nothing to print" in said_by(capsys)[1]
    assert kit_of(capsys, "--only", "energy", "--energy", "0") == {}


def test_what_lies_in_a_file_is_shown_page_by_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "kit", "--only", "board", "--dry-run"]) == ExitCode.OK
    out, _ = said_by(capsys)
    assert "6 parts of the board on 6 pages, A4" in out
    assert "B3" in out


def test_a_strange_name_of_the_pool_does_no_harm() -> None:
    Path("cardkit.toml").write_text('name = "\\u05d0\\u05d1 \\U0001F600 ' + "x" * 180 + '"\n')
    parts = ["--only", "log", "--only", "badges"]
    assert run(["print", "kit", *parts, "-o", "k.pdf"]) == ExitCode.OK
    with opened(Path("k-sheets.pdf").read_bytes()) as pdf:
        width = float(pdf.pages[0].width)
        assert all(letter["x1"] <= width for letter in pdf.pages[0].chars)
