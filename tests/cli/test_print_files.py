"""Files beside the PDF, the options of label sheets, and what the fonts lack: every product."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.cli.printed import Pools, said_by
from tests.printing.making import boxes_mm, opened, text_of

pytestmark = pytest.mark.usefixtures("a_folder_in_germany")
JAPANESE = "ポケモン"


def shapes_of(path: str) -> list[ElementTree.Element]:
    """Return what a cut file draws."""
    group = ElementTree.fromstring(Path(path).read_text())[0]  # noqa: S314 - our own file
    return list(group)


@pytest.mark.parametrize(
    ("product", "cuts"),
    [("proxies", 8), ("stickers", 19), ("labels", 16), ("dividers", 6)],
)
def test_pictures_and_cut_files_go_with_every_product(
    product: str, cuts: int, pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    options = ["--png", "30", "--cut-file", "cut.svg", "--json"]
    assert run(["print", product, *options]) == ExitCode.OK
    document = json.loads(said_by(capsys)[0])
    assert list(schema_faults(document, "print-plan")) == []
    pdf, cut, *pictures = document["files"]
    assert (pdf, cut) == (f"{product}.pdf", "cut.svg")
    assert len(pictures) == document["pages"]
    with Image.open(pictures[0]) as page:
        assert page.size == (249, 351)
    assert len(shapes_of(cut)) == cuts
    assert run(["print", product, "--cut-file", "cut.dxf", "--force"]) == ExitCode.OK
    assert Path("cut.dxf").read_text().endswith("EOF\n")


def test_the_cut_of_a_divider_follows_its_tab(pool: Pools) -> None:
    pool()
    options = ["--cut-file", "cut.svg", "--gap", "2", "--rows", "1", "--orientation", "portrait"]
    assert run(["print", "dividers", *options]) == ExitCode.OK
    assert sorted(path.name for path in Path().glob("cut*")) == [
        "cut-1.svg",
        "cut-2.svg",
        "cut-3.svg",
    ]
    assert run(["print", "dividers", "--cut-file", "cut.dxf", "--force"]) == ExitCode.OK
    with opened(Path("dividers.pdf").read_bytes()) as pdf:
        page = pdf.pages[0]
        outlines = [curve["pts"] for curve in page.curves if curve["height"] > 250]
        drawn = {(round(x, 1), round(page.height - y, 1)) for pts in outlines for x, y in pts}
    lines = Path("cut.dxf").read_text().split("\n")
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    xs = [float(value) / 25.4 * 72 for code, value in pairs if code.strip() == "10"][2:]
    ys = [float(value) / 25.4 * 72 for code, value in pairs if code.strip() == "20"][2:]
    cut = {(round(x, 1), round(y, 1)) for x, y in zip(xs, ys, strict=True)}
    corners = {(x, y) for x, y in drawn if any(abs(x - a) + abs(y - b) < 0.3 for a, b in cut)}
    assert len(outlines) == 6
    assert len(corners) > 0.8 * len(drawn)


def test_each_file_of_the_kit_has_its_own_cut_file_and_the_log_none(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    assert run(["print", "kit", "--energy", "1", "--cut-file", "cut.svg"]) == ExitCode.OK
    assert sorted(path.name for path in Path().glob("cut*")) == [
        *(f"cut-board-{page}.svg" for page in range(1, 7)),
        "cut-cards.svg",
        "cut-counters.svg",
    ]
    assert len(shapes_of("cut-board-1.svg")) == 1
    capsys.readouterr()
    assert run(["print", "kit", "--only", "die", "--cut-file", "die.dxf", "-o", "die.pdf"]) == 0
    assert Path("die.dxf").is_file()
    log = ["--only", "log", "--cut-file", "log.svg", "-o", "log.pdf"]
    assert run(["print", "kit", *log]) == ExitCode.USAGE
    assert "the log is written on as it is" in said_by(capsys)[1]
    assert not Path("log.pdf").exists()


def test_the_kit_is_written_as_pictures_too(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    options = ["--only", "die", "--only", "badges", "--png", "20", "--json"]
    assert run(["print", "kit", *options]) == ExitCode.OK
    document = json.loads(said_by(capsys)[0])
    assert list(schema_faults(document, "kit-plan")) == []
    assert [file["plan"]["files"] for file in document["files"]] == [
        ["kit-cards.pdf", "kit-cards-1.png"],
        ["kit-counters.pdf", "kit-counters-1.png"],
    ]
    Path("kit-cards.pdf").unlink()
    Path("kit-counters.pdf").unlink()
    assert run(["print", "kit", *options]) == ExitCode.BAD_INPUT
    assert "kit-cards-1.png: the file exists already" in said_by(capsys)[1]
    assert not Path("kit-cards.pdf").exists()


@pytest.mark.parametrize("product", ["proxies", "stickers", "labels", "dividers"])
def test_pictures_need_a_name_to_stand_beside(
    product: str, pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=1)
    assert run(["print", product, "--png", "30", "-o", "-"]) == ExitCode.USAGE
    out, err = said_by(capsys)
    assert out == ""
    assert "--png writes files beside the PDF; name one with -o" in err


@pytest.mark.parametrize("product", ["stickers", "labels"])
def test_label_sheets_are_moved_for_a_printer_or_by_an_offset(
    product: str, pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    printers = {"old": {"front_offset_mm": [1, 2], "scale_x": 1.01}}
    pool(without=1, printing={"printers": printers})

    def labels_of(*options: str) -> list[tuple[float, float]]:
        command = ["print", product, "--outline", "--force", *options]
        assert run(command) == ExitCode.OK
        with opened(Path(f"{product}.pdf").read_bytes()) as pdf:
            wide = 63.5 * (1.01 if "old" in options else 1.0)
            return boxes_mm(pdf.pages[0], wide, 38.1)

    plain = labels_of()
    assert len(plain) == 21
    for (x, y), moved in zip(plain, labels_of("--offset", "-0.5,1"), strict=True):
        assert moved == pytest.approx((x - 0.5, y + 1), abs=0.02)
    for (x, y), moved in zip(plain, labels_of("--printer", "old"), strict=True):
        assert moved == pytest.approx((105 + (x - 105) * 1.01 + 1, y + 2), abs=0.02)
    capsys.readouterr()
    assert run(["print", product, "--offset", "1", "--force"]) == ExitCode.USAGE
    assert "--offset expects right,down in mm" in said_by(capsys)[1]
    assert run(["print", product, "--printer", "new", "--force"]) == ExitCode.BAD_INPUT


@pytest.mark.parametrize("product", ["stickers", "labels"])
def test_labels_come_in_grey_too(product: str, pool: Pools) -> None:
    pool(without=1)
    assert run(["print", product, "--style", "grey", "--png", "40"]) == ExitCode.OK
    with Image.open(f"{product}-1.png") as page:
        red, green, blue = page.convert("RGB").split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()


@pytest.mark.parametrize(
    "command",
    [
        ["proxies"],
        ["stickers"],
        ["labels"],
        ["labels", "--for", "cards"],
        ["labels", "--for", "boxes"],
        ["dividers"],
    ],
    ids=" ".join,
)
def test_characters_that_no_font_has_in_the_pools_name_are_said_once(
    command: list[str], pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=1, name=f"Box {JAPANESE}")
    assert run(["print", *command]) == ExitCode.OK
    said = said_by(capsys)[1]
    wanted = f"the pool's name: the fonts lack '{JAPANESE}' in 'Box {JAPANESE}'"
    assert said.count(wanted) == 1
    assert "-> write another name into cardkit.toml" in said


def test_the_kit_says_once_what_holds_for_all_its_files(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("cardkit.toml").write_text(f'name = "{JAPANESE}"\n', encoding="utf-8")
    assert run(["print", "kit", "--only", "die", "--only", "chart", "--only", "log"]) == 0
    assert said_by(capsys)[1].count("the pool's name: the fonts lack") == 1


@pytest.mark.parametrize("kind", ["cards", "boxes"])
def test_characters_that_no_font_has_in_the_owners_name_are_said(
    kind: str, pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    assert run(["print", "labels", "--for", kind, "--owner", f"{JAPANESE} Ada"]) == ExitCode.OK
    said = said_by(capsys)[1]
    assert said.count(f"the owner's name: the fonts lack '{JAPANESE}' in '{JAPANESE} Ada'") == 1
    assert "Ada" in text_of(Path("labels.pdf").read_bytes())


def test_warnings_are_coloured_on_a_terminal_only(
    pool: Pools, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pool(without=1, name=JAPANESE)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    said: dict[bool, str] = {}
    for terminal in (False, True):
        monkeypatch.setattr("sys.stderr.isatty", lambda shown=terminal: shown)
        assert run(["print", "proxies", "--force"]) == ExitCode.OK
        said[terminal] = capsys.readouterr().err
    assert said[False].startswith("warning: the pool's name")
    assert "\x1b[33mwarning\x1b[0m: the pool's name" in said[True]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--bleed", "2"], "--bleed is for cards, it cannot be used for dividers"),
        (["--corners", "3"], "--corners is for cards, it cannot be used for dividers"),
        (["--card-size", "poker"], "--card-size is for cards"),
    ],
)
def test_what_is_said_of_cards_alone_is_refused_for_dividers(
    options: list[str], says: str, pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    assert run(["print", "dividers", *options]) == ExitCode.USAGE
    assert says in said_by(capsys)[1]


@pytest.mark.parametrize("paper", ["A4", "a4", " Letter ", "TABLOID", "210 X 297 mm"])
def test_papers_are_named_in_any_case_in_settings_presets_and_options(
    paper: str, pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    def plan(*options: str) -> Any:
        capsys.readouterr()
        assert run(["print", "proxies", "--dry-run", "--json", *options]) == ExitCode.OK
        return json.loads(capsys.readouterr().out)["paper"]

    pool(without=1)
    wanted = plan("--paper", paper)
    pool(without=1, printing={"paper": paper})
    assert plan() == wanted
    pool(without=1, printing={"presets": {"club": {"paper": paper}}})
    assert plan("--preset", "club") == wanted
    Path("cardkit.toml").write_text(f'[printing]\npaper = "{paper}"\n')
    assert run(["print", "calibration", "--dry-run"]) == ExitCode.OK
