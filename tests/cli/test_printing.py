from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli.app import run
from cardkit.decks import choose_proxies
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.cli.printed import Pools, said_by
from tests.printing.making import opened, text_of

pytestmark = pytest.mark.usefixtures("a_folder_in_germany")


def test_missing_cards_are_printed_and_the_file_is_named(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    assert run(["print", "proxies"]) == ExitCode.OK
    out, err = said_by(capsys)
    assert out == ""
    assert err == (
        "wrote proxies.pdf: 10 proxies on 2 pages, A4 (210 x 297 mm). "
        "Print at 100 % (actual size), never fitted to the page. Proxies: Common 0 (test 1), "
        "Common 1 (test 1), Uncommon 0 (test 1), Uncommon 1 (test 1), Rare 0 (test 1) and 5 more"
    )
    text = text_of(Path("proxies.pdf").read_bytes())
    assert text.index("Common 0") < text.index("Uncommon 0") < text.index("EX / GX / V 1")
    assert "Toy box · proxies" in text


def test_the_plan_is_shown_and_nothing_written(
    pool: Pools, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pool(without=2)
    assert run(["print", "proxies", "--dry-run", "--paper", "letter"]) == ExitCode.OK
    out, err = said_by(capsys)
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["page", "place", "x", "mm", "y", "mm", "name", "what"]
    assert lines[2] == ["1", "1", "13.45", "7.70", "Common", "0", "test-common-0"]
    assert lines[11][:4] == ["2", "1", "13.45", "7.70"]
    assert "10 proxies on 2 pages, Letter (8.5 x 11 in); each 63 x 88 mm" in out
    assert err == ""
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".pdf"] == []


@pytest.mark.parametrize(
    ("arguments", "pieces", "written"),
    [
        (["proxies"], 10, "proxies.pdf"),
        (["proxies", "--dry-run"], 10, None),
        (["proxies", "--count", "3", "-o", "three é.pdf"], 3, "three é.pdf"),
        (["labels"], 7, "labels.pdf"),
        (["labels", "--sheet", "5160", "--start-at", "28"], 7, "labels.pdf"),
    ],
)
def test_the_plan_is_a_document_with_a_schema(
    arguments: list[str],
    pieces: int,
    written: str | None,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pool(without=2)
    assert run(["print", *arguments, "--json"]) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert list(schema_faults(document, "print-plan")) == []
    assert len(document["pieces"]) == pieces
    assert document["file"] == written
    assert document["pages"] == max(piece["page"] for piece in document["pieces"])
    assert (written is None) or Path(written).is_file()


def test_without_missing_cards_nothing_is_printed(
    pool: Pools, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pool()
    assert run(["print", "proxies"]) == ExitCode.OK
    out, err = said_by(capsys)
    assert out == ""
    assert err.startswith("No deck lacks a card, so there is nothing to print.")
    assert not (tmp_path / "proxies.pdf").exists()
    assert run(["print", "proxies", "--json"]) == ExitCode.OK
    document = json.loads(said_by(capsys)[0])
    assert list(schema_faults(document, "print-plan")) == []
    assert (document["pieces"], document["pages"], document["file"]) == ([], 0, None)


def test_chosen_cards_are_printed_although_nothing_is_missing(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    assert run(["print", "proxies", "--choose", "Rare 2"]) == ExitCode.OK
    assert "1 proxy on 1 page" in said_by(capsys)[1]
    assert "stands for test-rare-2" in text_of(Path("proxies.pdf").read_bytes())


@pytest.mark.parametrize("product", ["proxies", "labels"])
def test_an_existing_file_stays_without_force(
    product: str, pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=1)
    target = Path("mine.pdf")
    target.write_bytes(b"mine")
    assert run(["print", product, "-o", "mine.pdf"]) == ExitCode.BAD_INPUT
    assert "mine.pdf: the file exists already -> add --force" in said_by(capsys)[1]
    assert target.read_bytes() == b"mine"
    assert run(["print", product, "-o", "mine.pdf", "--force"]) == ExitCode.OK
    assert target.read_bytes().startswith(b"%PDF-")


def test_the_files_lie_in_the_pools_folder(pool: Pools, tmp_path: Path) -> None:
    pool(without=1)
    box = tmp_path / "toy box é"
    box.mkdir()
    assert run(["-C", str(box), "print", "labels"]) == ExitCode.OK
    assert run(["-C", str(box), "print", "proxies"]) == ExitCode.OK
    assert {path.name for path in box.iterdir()} == {"labels.pdf", "proxies.pdf"}


def test_the_standard_output_is_the_file_alone(
    pool: Pools, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pool(without=1)
    assert run(["-q", "print", "labels", "-o", "-"]) == ExitCode.OK
    captured = capfdbinary.readouterr()
    assert captured.out.startswith(b"%PDF-")
    assert captured.err == b""
    with opened(captured.out) as pdf:
        assert len(pdf.pages) == 1


def test_labels_count_what_the_boxes_will_hold(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    assert run(["print", "labels"]) == ExitCode.OK
    assert "7 labels on 1 page, L7160" in said_by(capsys)[1]
    text = text_of(Path("labels.pdf").read_bytes())
    for words in ("20 cards", "18 cards", "40 cards", "5 cards", "white sleeves", "Toy box"):
        assert words in text


def test_a_test_page_has_outlines(pool: Pools) -> None:
    pool()
    assert run(["print", "labels", "--outline"]) == ExitCode.OK
    with opened(Path("labels.pdf").read_bytes()) as pdf:
        assert len(pdf.pages[0].rects) == 21


@pytest.mark.parametrize(
    ("locale", "printing", "option", "height_mm"),
    [
        ("de_DE.UTF-8", {}, [], 297),
        ("en_US.UTF-8", {}, [], 279.4),
        ("en_US.UTF-8", {"paper": "a4"}, [], 297),
        ("de_DE.UTF-8", {"paper": "a4"}, ["--paper", "letter"], 279.4),
    ],
)
def test_the_paper_is_that_of_the_option_the_settings_or_the_country(
    locale: str,
    printing: dict[str, str],
    option: list[str],
    height_mm: float,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    pool(without=1, printing=printing)
    assert run(["print", "proxies", "--dry-run", "--json", *option]) == ExitCode.OK
    document = json.loads(said_by(capsys)[0])
    assert document["paper"]["height_mm"] == height_mm


@pytest.mark.parametrize(
    ("printing", "option", "sheet"),
    [
        ({}, [], "L7160"),
        ({"paper": "letter"}, [], "5160"),
        ({"paper": "letter", "labels": "L7160"}, [], "L7160"),
        ({"labels": "L7160"}, ["--sheet", "8160"], "5160"),
    ],
)
def test_the_label_sheet_is_that_of_the_option_the_settings_or_the_paper(
    printing: dict[str, str],
    option: list[str],
    sheet: str,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pool(printing=printing)
    assert run(["print", "labels", "--dry-run", "--json", *option]) == ExitCode.OK
    assert json.loads(said_by(capsys)[0])["sheet"].startswith(sheet)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["proxies", "--paper", "a5"], ExitCode.USAGE, "--paper: the paper must be one of a4"),
        (["labels", "--sheet", "L9999"], ExitCode.USAGE, "5366, 5371, got 'L9999'"),
        (["labels", "--start-at", "22"], ExitCode.USAGE, "--start-at expects 1 to 21"),
        (["labels", "--start-at", "0"], ExitCode.USAGE, "--start-at expects 1 to 21"),
        (["labels", "-o", "-", "--json"], ExitCode.USAGE, "cannot share the standard output"),
        (["labels", "-o", "no/such/x.pdf"], ExitCode.BAD_INPUT, "create the folder first"),
        (["labels", "-o", "."], ExitCode.BAD_INPUT, "a folder stands where a file"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_remedy(
    arguments: list[str],
    code: ExitCode,
    says: str,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    pool()
    assert run(["print", *arguments]) == code
    assert says in said_by(capsys)[1]
    assert list(tmp_path.glob("*.pdf")) == []


def test_warnings_name_the_card(
    pool: Pools, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pool(without=1)
    original = choose_proxies

    def renamed(*arguments: Any, **options: Any) -> Any:
        first, *rest = original(*arguments, **options)
        return (replace(first, card=replace(first.card, name="ピカ")), *rest)

    monkeypatch.setattr("tests.cli.conftest.choose_proxies", renamed)
    assert run(["print", "proxies"]) == ExitCode.OK
    assert "warning: ピカ (test-common-0): the fonts lack 'ピカ' in the name" in said_by(capsys)[1]
