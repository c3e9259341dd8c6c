from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cardkit import resources
from cardkit.cli.app import run
from cardkit.cli.output import Invocation
from cardkit.cli.pool import OpenedPool
from cardkit.decks import Pool, PoolCard, RarityDeck
from cardkit.errors import ExitCode
from cardkit.manifest import write_manifest
from cardkit.settings import Settings
from tests.manifest import example


@pytest.fixture(autouse=True)
def short_paths_on_eighty_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def toy_box(tmp_path: Path) -> Path:
    (tmp_path / "toy box é.json").write_text(write_manifest(example.manifest()), encoding="utf-8")
    return Path("toy box é.json")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the command find a pool, without a collection behind it."""

    def find(pool: Pool, *proxies: PoolCard) -> None:
        def open_pool(_invocation: Invocation, wishes: object = None) -> OpenedPool:
            return OpenedPool(
                name="Toy box",
                settings=replace(
                    Settings.from_dict({}), requirements=example.requirements(), name="Toy box"
                ),
                pool=pool,
                proxies=() if wishes is None else proxies,
                findings=(),
            )

        monkeypatch.setattr("cardkit.cli.pool.open_pool", open_pool)

    return find


def toy_pool(*, without: RarityDeck | None = None) -> Pool:
    pool = example.pool()
    decks = {deck: cards for deck, cards in pool.decks.items() if deck is not without}
    return replace(pool, decks=decks)


def test_the_pool_is_written_and_the_next_command_named(
    opened: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    opened(toy_pool())
    assert run(["manifest", "-o", "toy box.json"]) == ExitCode.OK
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "wrote toy box.json: 9 cards, 1 of them a proxy, and 41 Energy. Next:\n"
        "  cardkit referee 'toy box.json'\n"
    )
    assert Path("toy box.json").read_text(encoding="utf-8") == write_manifest(example.manifest())


@pytest.mark.parametrize("arguments", [[], ["-o", "-"]])
def test_the_standard_output_is_the_document_alone(
    arguments: list[str], opened: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    opened(toy_pool())
    assert run(["manifest", *arguments]) == ExitCode.OK
    said = capsys.readouterr()
    assert said.out == write_manifest(example.manifest())
    assert said.err == ""


def test_proxies_fill_a_short_deck_unless_refused(
    opened: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    proxy = example.pool_card(example.CINDERCAT_VMAX, RarityDeck.VMAX, proxy=True)
    opened(toy_pool(without=RarityDeck.VMAX), proxy)
    assert run(["manifest"]) == ExitCode.OK
    assert capsys.readouterr().out == write_manifest(example.manifest())
    assert run(["manifest", "--no-proxies"]) == ExitCode.BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert "expects at least 1 card in the vmax deck, got 0" in " ".join(said.err.split())
    assert "cardkit proxies" in said.err


def test_a_short_pool_is_told_as_check_tells_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "few.csv").write_text("Name,Set,Number,Quantity\nPikachu,Base,58,3\n")
    assert run(["-C", "my pool", "import", "few.csv"]) == ExitCode.OK
    assert run(["-C", "my pool", "check"]) == ExitCode.FINDING
    checked = capsys.readouterr().out
    assert run(["-C", "my pool", "manifest", "--no-proxies", "-o", "x.json"]) == ExitCode.FINDING
    said = capsys.readouterr()
    *told, last = said.err.splitlines()
    assert "\n".join(told) in checked
    assert "error: common deck: 3 of 20 cards, 17 too few (S4)" in told
    assert last == "No manifest is written: the pool cannot be played yet."
    assert "$" not in said.err
    assert (said.out, Path("x.json").exists()) == ("", False)


def test_an_existing_file_stays_without_force(
    opened: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    opened(toy_pool())
    target = Path("toy.json")
    target.write_bytes(b"mine")
    assert run(["manifest", "-o", "toy.json"]) == ExitCode.BAD_INPUT
    assert "--force" in capsys.readouterr().err
    assert target.read_bytes() == b"mine"
    assert run(["manifest", "-o", "toy.json", "--force", "--name", "Mine"]) == ExitCode.OK
    assert json.loads(target.read_text(encoding="utf-8"))["name"] == "Mine"


def test_a_name_that_is_none_is_refused(
    opened: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    opened(toy_pool())
    assert run(["manifest", "-o", "toy.json", "--name", "two\nlines"]) == ExitCode.BAD_INPUT
    assert "error: name of the game: expects one line of text" in capsys.readouterr().err
    assert not Path("toy.json").exists()


def test_cards_without_numbers_are_told(
    opened: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    pool = toy_pool()
    sketches = [
        example.pool_card(replace(example.SKETCH, name=f"Nobody {number}"), RarityDeck.COMMON)
        for number in range(7)
    ]
    common = (*pool.decks[RarityDeck.COMMON], *sketches)
    opened(replace(pool, decks={**pool.decks, RarityDeck.COMMON: common}))
    assert run(["manifest", "-o", "toy.json"]) == ExitCode.OK
    told = " ".join(capsys.readouterr().err.split())
    assert "not known: Nobody 0 (toy 99), Nobody 1 (toy 99)," in told
    assert "Nobody 4 (toy 99) and 2 more." in told
    assert "cardkit catalogue update" in told
    assert run(["--quiet", "manifest", "-o", "toy.json", "--force"]) == ExitCode.OK
    assert capsys.readouterr().err == ""


def test_a_valid_manifest_is_summed_up(toy_box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["manifest", "--validate", str(toy_box)]) == ExitCode.OK
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert lines[0] == "toy box é.json: valid"
    assert lines[1] == f"Toy box, digest {example.manifest().digest()[:12]}"
    assert lines[4].split() == ["●", "Common", "4", "0", "4"]
    assert lines[8].split() == [
        "★★★",
        "VMAX",
        "/",
        "VSTAR",
        "/",
        "Tera",
        "/",
        "MEGA",
        "1",
        "1",
        "1",
    ]
    assert lines[9] == "Energy: 41 (Grass 6, Fire 5, Water 5, Lightning 5, Psychic 5, Fighting 5,"
    assert said.err == ""


def test_every_fault_is_shown_with_path_value_rule_and_remedy(
    toy_box: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = toy_box.read_text(encoding="utf-8")
    toy_box.write_text(
        text.replace('"count": 3', '"count": 1').replace('"Fire": 5', '"Fire": 3'), encoding="utf-8"
    )
    assert run(["manifest", "--validate", str(toy_box)]) == ExitCode.BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "error: toy box é.json: $.decks.common: expects 3 cards that the player may start\n"
        "  with, got 2 (S12)\n"
        "   -> add cards that are no proxies\n"
        "error: toy box é.json: $.decks.common: expects at least 4 cards in the common\n"
        "  deck, got 2 (S4)\n"
        "   -> add 2 cards or proxies\n"
        "error: toy box é.json: $.energy: expects 40 to 45 basic Energy cards in all, got\n"
        "  39 (S5)\n"
        "   -> add 1\n"
        "error: toy box é.json: $.energy.Fire: expects at least 5 Fire Energy, got 3 (S5)\n"
        "   -> add 2\n"
    )


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (None, "no such file"),
        (b"", "got an empty file"),
        (b"Quantity,Name,Set\n1,Pikachu,Base\n", "cardkit build FILE"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "got the byte 0xff\n   -> name a text file"),
        ('{"a": 1}'.encode("utf-16"), "-> save it as UTF-8"),
        (b'{"format": "cardkit-manifest/1"', "the file is cut short"),
        (b'{"format": "cardkit-manifest/9"}', "or a newer one"),
        (b"[" * 1_000_000, "nested too deeply"),
    ],
)
def test_what_is_no_manifest(
    content: bytes | None, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / "x.json").write_bytes(content)
    assert run(["manifest", "--validate", "x.json"]) == ExitCode.BAD_INPUT
    said = capsys.readouterr()
    assert part in said.err
    assert said.err.startswith("error: ")
    assert said.out == ""


def test_a_folder_is_no_manifest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["manifest", "--validate", str(tmp_path)]) == ExitCode.BAD_INPUT
    assert "is a directory" in capsys.readouterr().err


def test_a_pools_folder_names_its_manifest_or_how_it_is_made(
    toy_box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool = tmp_path / "my pool"
    pool.mkdir()
    (pool / "cardkit.db").touch()
    made = pool / "manifest.json"
    assert run(["referee", str(made)]) == ExitCode.BAD_INPUT
    said = " ".join(capsys.readouterr().err.split())
    assert f"cardkit -C '{pool}' manifest -o '{made}'" in said
    toy_box.rename(made)
    assert run(["play", str(pool)]) == ExitCode.BAD_INPUT
    said = " ".join(capsys.readouterr().err.split())
    assert f"expects a manifest, got a folder -> name the manifest in it: {made}" in said


def test_a_manifest_may_come_through_a_pipe(
    toy_box: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped = io.TextIOWrapper(io.BytesIO(toy_box.read_bytes()))
    monkeypatch.setattr(sys, "stdin", piped)
    assert run(["manifest", "--validate", "-"]) == ExitCode.OK
    assert capsys.readouterr().out.startswith("standard input: valid\n")


def test_validate_takes_no_other_option(toy_box: Path) -> None:
    assert run(["manifest", "--validate", str(toy_box), "--force"]) == ExitCode.USAGE


def test_schemas_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == ExitCode.OK
    said = capsys.readouterr()
    listed = [line.split()[0] for line in said.out.splitlines()[2:]]
    assert [f"{name}.schema.json" for name in listed] == list(resources.names("schemas"))
    assert "…" not in said.out
    assert "cardkit schema NAME" in said.err


def test_a_schema_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "manifest"]) == ExitCode.OK
    said = capsys.readouterr()
    assert json.loads(said.out) == resources.schema("manifest")
    assert said.err == ""


def test_an_unknown_schema_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "manifset"]) == ExitCode.USAGE
    assert "got 'manifset'; did you mean manifest?" in " ".join(capsys.readouterr().err.split())


def test_from_a_collection_file_to_a_valid_manifest(capsys: pytest.CaptureFixture[str]) -> None:
    example_file = Path(__file__).parents[2] / "examples" / "collection.csv"
    assert run(["import", str(example_file)]) == ExitCode.OK
    assert run(["manifest", "-o", "a.json", "--name", "Example"]) == ExitCode.OK
    assert run(["manifest", "-o", "b.json", "--name", "Example"]) == ExitCode.OK
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()
    capsys.readouterr()
    assert run(["manifest", "--validate", "a.json"]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    for line in lines[4:9]:
        cards, _, least = map(int, line.split()[-3:])
        assert cards >= least
