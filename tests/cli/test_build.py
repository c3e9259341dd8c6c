from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli.app import run
from cardkit.cli.build import PRODUCTS
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.conftest import REPOSITORY

EXAMPLE = str(REPOSITORY / "examples/collection.csv")
QUICK = ("--games", "1")
UNPLAYED = ("--games", "0")


def contents(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


def test_the_example_becomes_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mon jeu é"
    assert run(["build", EXAMPLE, "-o", str(folder), *QUICK]) == ExitCode.OK
    shown = capsys.readouterr().out
    assert set(contents(folder)) == {*PRODUCTS, "cardkit.db"}
    assert all(name in shown for name in PRODUCTS)
    assert "107 rows read = 104 owned + 2 skipped + 1 unresolved" in shown
    assert run(["manifest", "--validate", str(folder / "manifest.json")]) == ExitCode.OK
    assert run(["replay", str(folder / "game.jsonl")]) == ExitCode.OK
    assert run(["-C", str(folder), "check"]) == ExitCode.FINDING


def test_a_second_build_makes_the_same_bytes(tmp_path: Path) -> None:
    run(["build", EXAMPLE, "-o", str(tmp_path / "a"), *QUICK])
    first = contents(tmp_path / "a")
    run(["build", EXAMPLE, "-o", str(tmp_path / "a"), *QUICK, "--force"])
    assert contents(tmp_path / "a") == first


def test_an_earlier_build_is_not_replaced_silently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["build", EXAMPLE, "-o", str(tmp_path), *QUICK])
    first = contents(tmp_path)
    capsys.readouterr()
    assert run(["build", EXAMPLE, "-o", str(tmp_path), "--seed", "5"]) == ExitCode.BAD_INPUT
    said = " ".join(capsys.readouterr().err.split())
    assert ", ".join(PRODUCTS) in said
    assert "--force" in said
    assert contents(tmp_path) == first


def test_the_owners_choices_survive_a_new_build(tmp_path: Path) -> None:
    run(["build", EXAMPLE, "-o", str(tmp_path), *UNPLAYED])
    assert run(["-C", str(tmp_path), "assign", "mcd18-9", "rare"]) == ExitCode.OK
    run(["build", EXAMPLE, "-o", str(tmp_path), *UNPLAYED, "--force"])
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    assert "mcd18-9" in [entry["card"]["id"] for entry in manifest["decks"]["rare"]]


def test_the_document_is_as_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["-q", "build", EXAMPLE, "-o", str(tmp_path), *QUICK, "--json"])
    document = json.loads(capsys.readouterr().out)
    assert schema_faults(document, "build") == ()
    assert [Path(name).name for name in document["files"]] == list(PRODUCTS)


def test_several_files_and_folders_become_one_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "a.csv").write_text("Name,Set,Number,Quantity\nPikachu,Base,58,4\n")
    (lists / "b.png").write_bytes(b"\x89PNG\r\n")
    more = small_collection(tmp_path, "Charmander,Base,46,Common,2", "Xyz,,,,1")
    build = ["build", str(lists), str(more), "-o", str(tmp_path / "game"), *UNPLAYED, "--json"]
    assert run(build) == ExitCode.FINDING
    document = json.loads(capsys.readouterr().out)
    assert schema_faults(document, "build") == ()
    assert document["rows"] == {"read": 3, "owned": 2, "skipped": 0, "unresolved": 1}
    assert [Path(one["file"]).name for one in document["left_out"]] == ["b.png"]
    assert document["decks"]["common"] >= 20
    before = contents(tmp_path / "game")
    report = " ".join(before["report.txt"].decode().split())
    assert f"left out: {lists / 'b.png'}: this is a PNG picture" in report
    assert run([*build, "--force"]) == ExitCode.FINDING  # the same files once more change nothing
    assert contents(tmp_path / "game")["cardkit.db"] == before["cardkit.db"]


@pytest.mark.parametrize("made", [True, False])
def test_of_several_files_all_or_none_are_taken(
    made: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, good = tmp_path / "game", small_collection(tmp_path, "Charmander,Base,46,Common,2")
    if made:
        run(["-q", "build", EXAMPLE, "-o", str(game), *UNPLAYED])
    before = contents(game) if made else {}
    files = [str(good), str(tmp_path / "none.csv")]
    assert run(["build", *files, "-o", str(game), "--force"]) == ExitCode.BAD_INPUT
    said = " ".join(capsys.readouterr().err.split())
    assert "none.csv: no such file" in said
    assert f"cardkit build -o {game} {good}" in said
    assert contents(game) == before if made else not game.exists()


def small_collection(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "small.csv"
    path.write_text("\n".join(("name,set,number,rarity,quantity", *rows)), encoding="utf-8")
    return path


def test_a_pool_that_cannot_be_played_says_why_and_prints_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_collection(tmp_path, "Pikachu,Base Set,58,Common,2", "Nobody,Nowhere,1,Rare,1")
    code = run(["build", str(path), "-o", str(tmp_path / "game"), *QUICK])
    assert code == ExitCode.FINDING
    assert "energy-type-short" not in capsys.readouterr().out
    made = contents(tmp_path / "game")
    assert {"proxies.pdf", "labels.pdf", "decks.txt", "report.txt"} <= set(made)
    assert "manifest.json" not in made
    assert b"5 Grass, 5 Fire" in made["report.txt"]


def test_what_an_earlier_build_left_goes_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    run(["build", EXAMPLE, "-o", str(folder), *QUICK])
    run(["build", EXAMPLE, "-o", str(folder), "--games", "0", "--force"])
    assert not (folder / "games.json").exists()
    assert not (folder / "game.jsonl").exists()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path / "absent.csv", "absent.csv"),
        (lambda path: path, "SQLite database"),
        (lambda path: written(path / "empty.csv", b""), "empty"),
        (lambda path: written(path / "photo.csv", b"\xff\xd8\xff\xe0" + b"\0" * 99), "JPEG"),
        (lambda path: written(path / "none.csv", b"a,b\n1,2\n"), "column"),
    ],
)
def test_bad_input_changes_nothing(
    tmp_path: Path, make: Any, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = make(tmp_path)
    assert run(["build", str(given), "-o", str(tmp_path / "game")]) == ExitCode.BAD_INPUT
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said
    assert not (tmp_path / "game").exists() or contents(tmp_path / "game") == {}


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_a_file_in_the_place_of_the_folder_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = written(tmp_path / "game", b"mine")
    assert run(["build", EXAMPLE, "-o", str(taken)]) == ExitCode.BAD_INPUT
    assert taken.read_bytes() == b"mine"
    said = capsys.readouterr().err
    assert str(taken) in said
    assert "a file stands where a folder is expected" in " ".join(said.split())
    assert "cannot go on" not in said


def renamed_export(tmp_path: Path) -> str:
    """A later export of the example: another name, one row less."""
    path = tmp_path / "export 2026-12.csv"
    lines = Path(EXAMPLE).read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]), encoding="utf-8")
    return str(path)


def copies(folder: Path, capsys: pytest.CaptureFixture[str]) -> int:
    capsys.readouterr()
    run(["-C", str(folder), "list", "--json"])
    return sum(card["count"] for card in json.loads(capsys.readouterr().out)["cards"])


def test_a_renamed_export_does_not_double_the_collection(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, later = tmp_path / "game", renamed_export(tmp_path)
    run(["build", EXAMPLE, "-o", str(game), *UNPLAYED])
    before, made = copies(game, capsys), contents(game)
    assert run(["build", later, "-o", str(game), *UNPLAYED, "--force"]) == ExitCode.BAD_INPUT
    assert "already holds the cards of collection.csv" in capsys.readouterr().err
    assert contents(game) == made
    assert run(["build", later, "-o", str(game), *UNPLAYED, "--force", "--replace"]) == ExitCode.OK
    assert copies(game, capsys) < before
    assert run(["build", EXAMPLE, "-o", str(game), *UNPLAYED, "--force", "--again"]) == ExitCode.OK
    assert "also holds the cards of export 2026-12.csv" in capsys.readouterr().out
    assert copies(game, capsys) > before


def test_a_build_that_is_interrupted_takes_its_import_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    game = tmp_path / "game"
    run(["build", EXAMPLE, "-o", str(game), *UNPLAYED])
    before, made = copies(game, capsys), contents(game)
    monkeypatch.setattr("cardkit.referee.trials.run_trials", interrupted)
    assert run(["build", renamed_export(tmp_path), "-o", str(game), "--force", "--again"]) == 130
    assert copies(game, capsys) == before
    assert {**contents(game), "cardkit.db": b""} == {**made, "cardkit.db": b""}
    assert run(["build", EXAMPLE, "-o", str(tmp_path / "new")]) == ExitCode.INTERRUPTED
    assert not (tmp_path / "new").exists()


def test_a_disk_that_is_full_leaves_the_earlier_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game"
    run(["build", EXAMPLE, "-o", str(game), *QUICK])
    before, made = copies(game, capsys), contents(game)
    left = [5]

    def almost_full(descriptor: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        real(descriptor)

    real = os.fsync
    monkeypatch.setattr(os, "fsync", almost_full)
    later = renamed_export(tmp_path)
    assert run(["build", later, "-o", str(game), *QUICK, "--force", "--replace"]) == 3
    monkeypatch.setattr(os, "fsync", real)
    assert copies(game, capsys) == before
    assert {**contents(game), "cardkit.db": b""} == {**made, "cardkit.db": b""}


def test_stand_ins_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["build", EXAMPLE, "-o", str(tmp_path), *UNPLAYED])
    assert "3 cards are missing and have stand-ins (S4)" in capsys.readouterr().out


def test_a_build_takes_the_proxies_that_are_asked_for_and_says_how_to_keep_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ["--choose", "Copperajah VMAX", "--type", "Fire", "--count", "4"]
    assert run(["build", EXAMPLE, "-o", str(tmp_path), *UNPLAYED, *chosen]) == ExitCode.OK
    decks = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))["decks"]
    proxies = [each["card"]["name"] for deck in decks.values() for each in deck if each["proxy"]]
    assert len(proxies) == 4
    assert "Copperajah VMAX" in proxies
    said = capsys.readouterr().err
    assert all(name in " ".join(said.split()) for name in proxies)
    lines = '[proxies]\nchoose = ["Copperajah VMAX"]\ntypes = ["Fire"]\ncount = 4\n'
    assert lines in said
    (tmp_path / "cardkit.toml").write_text(lines, encoding="utf-8")
    before = (tmp_path / "manifest.json").read_bytes()
    run(["build", EXAMPLE, "-o", str(tmp_path), *UNPLAYED, "--force"])
    assert (tmp_path / "manifest.json").read_bytes() == before
    assert "warning: options" not in capsys.readouterr().err


def test_a_build_reads_by_the_saved_mappings_and_the_owners_answers(tmp_path: Path) -> None:
    game, listed = tmp_path / "game", tmp_path / "mine.csv"
    game.mkdir()
    mapping = '[imports.mappings.mine]\n"What" = "name"\n"Where" = "set"\n"Which" = "number"\n'
    (game / "cardkit.toml").write_text(mapping)
    listed.write_text("What,Where,Which\nDratini,mcd18,9\nSnorlax,Lost Valley,4\n")
    run(["build", str(listed), "-o", str(game), *UNPLAYED])
    report = (game / "report.txt").read_text(encoding="utf-8")
    assert "2 rows read = " in report
    assert "(mine)" in report
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("row,choice\n2,mcd18-9\n")
    assert run(["-C", str(game), "review", "--apply", str(sheet)]) == ExitCode.OK
    run(["build", str(listed), "-o", str(game), *UNPLAYED, "--force"])
    report = (game / "report.txt").read_text(encoding="utf-8")
    assert "2 rows read = 2 owned + 0 skipped + 0 unresolved" in report
