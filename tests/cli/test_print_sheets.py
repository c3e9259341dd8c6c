from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.cli.printed import Pools, said_by
from tests.printing.making import boxes_mm, opened, text_of

pytestmark = pytest.mark.usefixtures("a_folder_in_germany")


@pytest.fixture(autouse=True)
def own_printers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config" / "printers.toml"
    monkeypatch.setenv("CARDKIT_PRINTERS", str(path))
    return path


def plan_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["print", "proxies", "--dry-run", "--json", *arguments]) == ExitCode.OK
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert list(schema_faults(document, "print-plan")) == []
    return document


@pytest.mark.parametrize(
    ("options", "columns", "rows", "sheet"),
    [
        ([], 3, 3, "A4 (210 x 297 mm)"),
        (["--paper", "a3"], 6, 3, "A3 (297 x 420 mm) landscape"),
        (["--paper", "tabloid", "--orientation", "portrait"], 4, 4, "Tabloid (11 x 17 in)"),
        (["--paper", "200x300", "--margins", "3"], 3, 3, "200 x 300 mm"),
        (["--gap", "6"], 4, 2, "A4 (210 x 297 mm) landscape"),
        (["--gap", "6,1", "--orientation", "portrait"], 2, 3, "A4 (210 x 297 mm)"),
        (["--columns", "2", "--rows", "1"], 2, 1, "A4 (210 x 297 mm)"),
        (["--card-size", "60x85", "--margins", "20,20,5,5"], 4, 2, "A4 (210 x 297 mm) landscape"),
        (["--print-shop"], 1, 1, "one card to a page (69.596 x 94.996 mm)"),
    ],
)
def test_options_say_how_sheets_are_laid_out(
    options: list[str],
    columns: int,
    rows: int,
    sheet: str,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pool(without=2)
    document = plan_of(capsys, *options)
    assert (document["grid"]["columns"], document["grid"]["rows"]) == (columns, rows)
    assert document["sheet"] == sheet


def test_the_command_line_lies_over_the_preset_over_the_settings(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    presets = {"club": {"paper": "letter", "gap_mm": 2, "guides": {"kind": "full"}}}
    pool(without=2, printing={"paper": "a4", "gap_mm": 1, "backs": "fold", "presets": presets})
    assert plan_of(capsys)["grid"]["pitch_x_mm"] == 63 * 2 + 1
    club = plan_of(capsys, "--preset", "club", "--backs", "none")
    assert (club["paper"]["name"], club["grid"]["pitch_x_mm"]) == ("letter", 65)
    assert (
        plan_of(capsys, "--preset", "club", "--backs", "none", "--paper", "a4", "--gap", "0")[
            "grid"
        ]["pitch_x_mm"]
        == 63
    )
    assert run(["print", "proxies", "--preset", "other"]) == ExitCode.USAGE
    assert "--preset expects one of [printing.presets]" in said_by(capsys)[1]


def test_backs_skipped_places_and_the_start_are_in_the_plan(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    options = ["--backs", "interleaved", "--flip", "short-edge", "--skip", "1,2", "--start-at", "5"]
    document = plan_of(capsys, *options)
    assert (document["backs"], document["flip"]) == ("interleaved", "short-edge")
    places = [(piece["page"], piece["place"]) for piece in document["pieces"]]
    assert places[:6] == [(1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 3)]
    first = document["pieces"][0]
    assert first["back"] == {"x_mm": 73.5, "y_mm": 104.5, "turn": 180}


def test_files_beside_the_pdf_are_written_and_listed(
    pool: Pools, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pool(without=2)
    options = ["--backs", "separate", "--png", "50", "--cut-file", "cut.svg"]
    assert run(["print", "proxies", *options, "--json"]) == ExitCode.OK
    out, _ = said_by(capsys)
    document = json.loads(out)
    assert list(schema_faults(document, "print-plan")) == []
    assert document["files"] == [
        "proxies.pdf",
        "proxies-backs.pdf",
        "cut.svg",
        "proxies-1.png",
        "proxies-2.png",
        "proxies-backs-1.png",
        "proxies-backs-2.png",
    ]
    assert all(Path(name).stat().st_size for name in document["files"])
    Path("proxies.pdf").unlink()
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert run(["print", "proxies", *options]) == ExitCode.BAD_INPUT
    assert "proxies-backs.pdf: the file exists already" in said_by(capsys)[1]
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    assert run(["print", "proxies", *options, "--force"]) == ExitCode.OK
    assert "wrote proxies.pdf, proxies-backs.pdf, cut.svg and 4 more files" in said_by(capsys)[1]


def test_several_files_do_not_go_to_the_standard_output(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    assert run(["print", "proxies", "--backs", "separate", "-o", "-"]) == ExitCode.USAGE
    out, err = said_by(capsys)
    assert out == ""
    assert "several files cannot share the standard output" in err


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--deck", "rare"], ["Rare 0", "Rare 1"]),
        (["--deck", "ex", "--deck", "vmax", "--copies", "2"], ["EX / GX / V 0"] * 2),
        (["--card", "rare 1", "--copies", "3"], ["Rare 1"] * 3),
        (["--card", "test-common-0"], ["Common 0"]),
    ],
)
def test_cards_are_selected_by_deck_name_and_number(
    options: list[str], names: list[str], pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    found = [piece["name"] for piece in plan_of(capsys, *options)["pieces"]]
    assert found[: len(names)] == names
    assert {name.rsplit(" ", 1)[0] for name in found} >= {names[0].rsplit(" ", 1)[0]}


def test_all_cards_of_the_decks_can_be_printed(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    decks = 20 + 18 + 6 + 6 + 6
    everything = plan_of(capsys, "--all")["pieces"]
    assert len(everything) == decks + 40
    assert everything[-1]["name"].endswith(" Energy")
    assert len(plan_of(capsys, "--all", "--skip-basic-energy")["pieces"]) == decks
    assert len(plan_of(capsys, "--all", "--deck", "rare")["pieces"]) == 6
    assert plan_of(capsys)["pieces"] == []


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (["--margins", "1,2"], ExitCode.USAGE, "--margins expects one length in mm or 4"),
        (["--gap", "x"], ExitCode.USAGE, "--gap expects one length in mm or 2, got 'x'"),
        (["--gap", "-1"], ExitCode.USAGE, "--gap expects 0 to 500 mm"),
        (["--gap", "nan"], ExitCode.USAGE, "--gap expects 0 to 500 mm"),
        (["--skip", "a"], ExitCode.USAGE, "--skip expects places such as 1,3,9"),
        (["--skip", "10"], ExitCode.BAD_INPUT, "to skip must be 1 to 9"),
        (["--guide-width", "0.1"], ExitCode.USAGE, "expects a number of at least 0.25, got 0.1"),
        (["--guide-colour", "red"], ExitCode.USAGE, "a colour such as #8C9097, got 'red'"),
        (["--back-offset", "1"], ExitCode.USAGE, "right,down in mm, such as 0.5,-1"),
        (["--columns", "5"], ExitCode.BAD_INPUT, "5 columns need 315.00 mm"),
        (["--bleed", "2"], ExitCode.BAD_INPUT, "needs gaps of 4 mm, got 0 mm"),
        (["--printer", "none"], ExitCode.BAD_INPUT, "cardkit print profile NAME --back-offset"),
        (["--deck", "rar"], ExitCode.USAGE, "--deck expects one of common"),
        (["--card", "Nobody"], ExitCode.BAD_INPUT, "one of the cards to be printed, got 'Nobody'"),
        (["--cut-file", "cut.pdf"], ExitCode.USAGE, "called .svg or .dxf"),
        (["--png", "9"], ExitCode.USAGE, "--png expects 20 to 1200"),
        (["--print-shop", "--backs", "fold"], ExitCode.BAD_INPUT, "takes backs as pages"),
    ],
)
def test_what_makes_no_sense_is_said_and_nothing_written(
    options: list[str],
    code: ExitCode,
    says: str,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    pool(without=2)
    before = set(tmp_path.iterdir())
    assert run(["print", "proxies", *options]) == code
    assert says in said_by(capsys)[1]
    assert set(tmp_path.iterdir()) - before <= {tmp_path / "catalogue.db"}


def test_a_saved_printer_is_listed_and_used(
    pool: Pools, capsys: pytest.CaptureFixture[str], own_printers: Path
) -> None:
    pool(without=2)
    assert run(["print", "profile"]) == ExitCode.OK
    assert "No printer is saved yet." in said_by(capsys)[1]
    measured = ["--back-offset", "-0.5,1", "--ladders", "-0.5,0.5", "--rulers", "99,100"]
    for nameless in ("", "two\nlines"):
        assert run(["print", "profile", nameless, *measured]) == ExitCode.USAGE
    assert run(["print", "profile", "kitchen"]) == ExitCode.OK
    assert "Not saved" in capsys.readouterr().err
    assert run(["print", "profile", "kitchen", *measured, "--flip", "short-edge"]) == ExitCode.OK
    assert "Check it: cardkit print calibration --printer kitchen" in said_by(capsys)[1]
    assert own_printers.is_file()
    assert run(["print", "profile", "--json"]) == ExitCode.OK
    saved = json.loads(said_by(capsys)[0])
    assert saved["kitchen"] == {
        "back_offset_mm": [-0.5, 1.0],
        "back_rotation_degrees": 0.3064,
        "scale_x": 1.010101,
        "flip": "short-edge",
    }
    assert run(["print", "profile", "Kitchen", "--back-offset", "0,0"]) == ExitCode.OK
    assert run(["print", "profile", "kitchen"]) == ExitCode.OK
    assert "1.0101 x 1" in said_by(capsys)[0]
    options = ["--printer", "kitchen", "--backs", "separate"]
    assert run(["print", "proxies", *options, "--json"]) == ExitCode.OK
    assert json.loads(said_by(capsys)[0])["flip"] == "short-edge"
    with opened(Path("proxies.pdf").read_bytes()) as pdf:
        assert len(boxes_mm(pdf.pages[0], 63 * 1.010101, 88)) == 9


def test_a_printer_is_saved_in_the_pools_settings(tmp_path: Path) -> None:
    (tmp_path / "cardkit.toml").write_text('# mine\nname = "Box"\n', encoding="utf-8")
    assert run(["print", "profile", "old", "--front-offset", "1,2", "--in-pool"]) == ExitCode.OK
    text = (tmp_path / "cardkit.toml").read_text(encoding="utf-8")
    assert text.startswith('# mine\nname = "Box"\n')
    assert "[printing.printers.old]\nfront_offset_mm = [1.0, 2.0]" in text
    assert run(["print", "calibration", "--printer", "old"]) == ExitCode.OK
    assert "printer old" in text_of(Path("calibration.pdf").read_bytes())


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--ladders", "1,1", "--back-rotation", "1"], "say the same"),
        (["--rulers", "99"], "--rulers expects across,down in mm"),
        (["--ladders", "1"], "--ladders expects right,down"),
    ],
)
def test_readings_that_are_none_are_refused(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str], own_printers: Path
) -> None:
    assert run(["print", "profile", "kitchen", *options]) == ExitCode.USAGE
    assert says in said_by(capsys)[1]
    assert not own_printers.exists()


def test_a_calibration_sheet_is_planned_and_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "calibration", "--json"]) == ExitCode.OK
    document = json.loads(said_by(capsys)[0])
    assert list(schema_faults(document, "print-plan")) == []
    assert len(document["pieces"]) == 169
    assert Path("calibration.pdf").is_file()
    assert run(["print", "calibration"]) == ExitCode.BAD_INPUT


def test_a_preview_is_a_picture_of_all_pages(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    assert run(["print", "proxies"]) == ExitCode.OK
    assert run(["print", "preview", "--width", "80"]) == ExitCode.OK
    assert "wrote proxies.png: 2 pages" in said_by(capsys)[1]
    assert Path("proxies.png").read_bytes().startswith(b"\x89PNG")
    assert run(["print", "preview", "proxies.png", "-o", "x.png"]) == ExitCode.BAD_INPUT
    assert "expects a PDF file" in said_by(capsys)[1]
    assert run(["print", "preview", "proxies.png", "-o", "proxies.png"]) == ExitCode.USAGE


def test_what_a_sheet_has_no_room_for_is_said(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    assert run(["print", "proxies", "--paper", "letter", "--gap", "2"]) == ExitCode.OK
    assert said_by(capsys)[1].startswith("warning: the margins of Letter (8.5 x 11 in) are too")


def test_without_the_extra_the_message_says_what_to_install(
    pool: Pools, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pool(without=1)
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    assert run(["print", "proxies", "--png", "100"]) == ExitCode.USAGE
    assert "pip install 'cardkit[png]'" in said_by(capsys)[1]
    assert not Path("proxies.pdf").exists()
