"""Layouts, pictures and stickers from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.cli.printed import Pools, said_by
from tests.printing.making import text_of

pytestmark = pytest.mark.usefixtures("a_folder_in_germany")


def written_files() -> set[str]:
    return {path.name for path in Path().iterdir() if path.suffix == ".pdf"}


@pytest.mark.parametrize("layout", ["solo", "full", "text"])
def test_a_layout_is_chosen_by_name(layout: str, pool: Pools) -> None:
    pool(without=1)
    assert run(["print", "proxies", "--layout", layout]) == ExitCode.OK
    assert "Common 0" in text_of(Path("proxies.pdf").read_bytes())


def test_own_layouts_stand_in_a_folder_or_anywhere(pool: Pools) -> None:
    pool(without=1)
    Path("layouts").mkdir()
    own = 'extends = "solo"\n[texts.mine]\ntext = "played by {id}"\nx=6\ny=17\nwidth=50\n'
    own += 'height=3\nsize_pt=6\nalign="right"\n'
    Path("layouts/mine.toml").write_text(own, encoding="utf-8")
    Path("elsewhere.toml").write_text(own.replace("played", "owned"), encoding="utf-8")
    assert run(["print", "proxies", "--layout", "mine"]) == ExitCode.OK
    assert "played by test-common-0" in text_of(Path("proxies.pdf").read_bytes())
    assert run(["print", "proxies", "--layout", "elsewhere.toml", "--force"]) == ExitCode.OK
    assert "owned by test-common-0" in text_of(Path("proxies.pdf").read_bytes())


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--layout", "nowhere"], ExitCode.BAD_INPUT, "expects the name of a layout"),
        (["--layout", "../../etc/passwd"], ExitCode.BAD_INPUT, "small letters, digits and hyphens"),
        (["--layout", "nowhere.toml"], ExitCode.BAD_INPUT, "cannot read the file"),
        (["--layout", "solo", "--photos", "."], ExitCode.USAGE, "a place for pictures"),
        (["--layout", "photo"], ExitCode.USAGE, "add --photos FOLDER"),
        (["--photos", "nowhere"], ExitCode.BAD_INPUT, "cannot read the folder of pictures"),
        (["--photos", "."], ExitCode.BAD_INPUT, "a picture of at least one card"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_written(
    arguments: list[str],
    code: ExitCode,
    message: str,
    pool: Pools,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pool(without=1)
    assert run(["print", "proxies", *arguments]) == code
    assert message in said_by(capsys)[1]
    assert written_files() == set()


def test_own_pictures_are_printed_and_cards_without_one_named(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=1)
    Path("photos").mkdir()
    Image.new("RGB", (800, 600), "red").save("photos/test-common-0.jpg")
    assert run(["print", "proxies", "--photos", "photos"]) == ExitCode.OK
    assert "/DCTDecode" in Path("proxies.pdf").read_bytes().decode("latin-1")
    assert "no picture for Uncommon 0 (test-uncommon-0)" in said_by(capsys)[1]


def test_a_bad_picture_leaves_the_old_file_alone(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=1)
    Path("proxies.pdf").write_bytes(b"old")
    Path("photos").mkdir()
    Path("photos/test-common-0.png").write_bytes(b"<svg/>")
    Path("photos/test-rare-0.png").write_bytes(b"")
    arguments = ["print", "proxies", "--photos", "photos", "--force"]
    assert run(arguments) == ExitCode.BAD_INPUT
    err = said_by(capsys)[1]
    assert "photos/test-common-0.png: expects a JPEG, PNG or WebP picture" in err
    assert "photos/test-rare-0.png: expects a picture, got an empty file" in err
    assert Path("proxies.pdf").read_bytes() == b"old"
    assert written_files() == {"proxies.pdf"}


def test_stickers_come_with_the_list_of_energy_cards(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=1)
    assert run(["print", "stickers", "--list", "list.pdf"]) == ExitCode.OK
    out, err = said_by(capsys)
    assert out.splitlines()[0].split() == [
        "Energy",
        "card",
        "take",
        "spare",
        "missing",
        "becomes",
    ]
    assert "wrote stickers.pdf: 5 stickers on 1 page, L7160" in err
    assert "Energy cards to take for the stickers" in text_of(Path("list.pdf").read_bytes())
    assert text_of(Path("stickers.pdf").read_bytes()).count("PROXY - not for sale") == 5


def test_stickers_have_a_document_with_a_schema(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=2)
    arguments = ["print", "stickers", "--json", "--dry-run", "--sheet", "5160"]
    assert run(arguments) == ExitCode.OK
    document = json.loads(capsys.readouterr().out)
    assert list(schema_faults(document, "print-plan")) == []
    assert document["product"] == "stickers"
    assert sum(need["take"] for need in document["energy_cards"]) == len(document["pieces"]) == 10
    assert written_files() == set()


def test_stickers_replace_no_file_unasked(pool: Pools, capsys: pytest.CaptureFixture[str]) -> None:
    pool(without=1)
    Path("list.pdf").write_bytes(b"old")
    assert run(["print", "stickers", "--list", "list.pdf"]) == ExitCode.BAD_INPUT
    assert "list.pdf: the file exists already" in said_by(capsys)[1]
    assert written_files() == {"list.pdf"}


def test_without_missing_cards_there_are_no_stickers(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool()
    assert run(["print", "stickers", "--json"]) == ExitCode.OK
    out, err = said_by(capsys)
    document = json.loads(out)
    assert list(schema_faults(document, "print-plan")) == []
    assert (document["energy_cards"], document["file"]) == ([], None)
    assert "No deck lacks a card" in err


def test_a_place_that_the_sheet_lacks_is_refused(
    pool: Pools, capsys: pytest.CaptureFixture[str]
) -> None:
    pool(without=1)
    assert run(["print", "stickers", "--start-at", "22"]) == ExitCode.USAGE
    assert "--start-at expects 1 to 21" in said_by(capsys)[1]


def test_the_settings_say_how_proxies_look(pool: Pools) -> None:
    Path("photos").mkdir()
    Image.new("RGB", (800, 600), "red").save("photos/test-common-0.jpg")
    pool(without=1, proxies={"layout": "photo", "photos": "photos"})
    assert run(["print", "proxies"]) == ExitCode.OK
    assert "/DCTDecode" in Path("proxies.pdf").read_bytes().decode("latin-1")
    assert run(["print", "proxies", "--layout", "solo", "--force"]) == ExitCode.OK
    assert "/DCTDecode" not in Path("proxies.pdf").read_bytes().decode("latin-1")
