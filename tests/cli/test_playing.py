"""``play`` and ``replay`` from the command line: saves, interruptions, options."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from cardkit import files
from cardkit.cli.app import run
from cardkit.errors import ExitCode, InputError
from cardkit.manifest import read_manifest, write_manifest
from cardkit.playing.game import Game
from cardkit.referee import Seeded
from cardkit.referee.autopilots import player_maker
from cardkit.referee.records import read_record, write_record
from cardkit.referee.table import Table
from cardkit.referee.verification import verify
from tests.referee.recorded import EASY, SMALL, playable
from tests.referee.worlds import adventure_world

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setattr(os, "fsync", lambda _file: None)  # most of a test's time, none of its point
    monkeypatch.chdir(tmp_path)
    Path("easy.json").write_text(write_manifest(EASY), encoding="utf-8")
    Path("small.json").write_text(write_manifest(SMALL), encoding="utf-8")


def typed(text: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return run(["play", *arguments])


def saved(name: str = "easy.play.jsonl") -> list[str]:
    """The actions of a save, which must verify."""
    record = read_record(Path(name).read_bytes(), name)
    verify(record, where=name)
    return [move.action for move in record.moves]


def test_the_end_of_the_input_saves_and_leaves(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert typed("lead bench-1\nball\n", monkeypatch, "easy.json", "--seed", "7") == ExitCode.OK
    out, err = capsys.readouterr()
    assert "easy. Seed 7. Saved to easy.play.jsonl after each step." in out
    assert "Every attack and ability of your cards is read by the referee." in out
    assert err == "Saved. Go on with: cardkit play --resume easy.play.jsonl\n"
    assert saved() == ["lead bench-1", "ball"]
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_same_command_goes_on_and_so_does_resume(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    typed("1\n", monkeypatch, "easy.json", "--seed", "7")
    assert typed("1\n", monkeypatch, "easy.json") == ExitCode.OK
    assert "The saved game goes on after 1 step (easy.play.jsonl)" in capsys.readouterr().out
    assert typed("attack 1\nundo 3\n1\n", monkeypatch, "--resume", "easy.play.jsonl") == ExitCode.OK
    assert saved() == ["lead bench-1"]
    assert "Taken back: attack 1, attach active, lead bench-1." in capsys.readouterr().out


def test_an_interrupted_game_goes_on_as_if_it_had_not_been(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = careful_lines(12)
    typed("".join(lines), monkeypatch, "easy.json", "--seed", "5", "--save", "whole.jsonl")
    for number, line in enumerate(lines):
        begin = ["easy.json", "--seed", "5", "--save", "parts.jsonl"]
        again = ["--resume", "parts.jsonl"]
        assert typed(line, monkeypatch, *(again if number else begin)) == ExitCode.OK
    assert Path("parts.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


def test_undo_after_resuming_brings_the_same_cards_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = careful_lines(12)
    typed("".join(lines), monkeypatch, "easy.json", "--seed", "5")
    before = Path("easy.play.jsonl").read_bytes()
    typed("undo 12\n" + "".join(lines), monkeypatch, "easy.json")
    assert Path("easy.play.jsonl").read_bytes() == before


def careful_lines(steps: int) -> list[str]:
    table = Table.lay(EASY)
    game = Game(table, Seeded(5), player="person", seed=5)
    player = player_maker("careful", table)(5)
    return [f"{game.play(player.choose(game.adventure).action).action}\n" for _ in range(steps)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process that can be killed")
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_killed_game_is_whole_at_every_step(
    moment: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Kill -9 while each save is renamed: the save is that of this step or of the one before."""
    lines = careful_lines(8)
    for step in range(len(lines) + 1):
        place = tmp_path / f"{moment}-{step}.jsonl"
        _play_and_die(lines, place, at_save=step + 1, before=moment == "before")
        if step == 0 and moment == "before":
            assert not place.exists()
            continue
        kept = step if moment == "after" else step - 1
        expected = [line.strip() for line in lines[:kept]]
        assert saved(str(place)) == expected
        typed("".join(lines[kept:]), monkeypatch, "--resume", str(place))
        assert saved(str(place)) == [line.strip() for line in lines]


def _play_and_die(lines: list[str], place: Path, *, at_save: int, before: bool) -> None:
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status)
        assert os.WTERMSIG(status) == signal.SIGKILL
        return
    saves = 0
    replace = Path.replace

    def dying(path: Path, target: Path) -> Path:
        nonlocal saves
        saves += 1
        if saves == at_save and before:
            os.kill(os.getpid(), signal.SIGKILL)
        done = replace(path, target)
        if saves == at_save:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    Path.replace = dying  # type: ignore[method-assign, assignment]
    sys.stdin = io.StringIO("".join(lines))
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 - no path of ours
        sys.stdout = sys.stderr = nowhere
        run(["play", "easy.json", "--seed", "5", "--save", str(place)])
    os._exit(1)


def test_ctrl_c_leaves_with_130_and_the_save(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = super().readline(-1 if size is None else size)
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr(sys, "stdin", Interrupted("1\nball\n"))
    assert run(["play", "easy.json"]) == ExitCode.INTERRUPTED
    assert "Saved. Go on with: cardkit play --resume easy.play.jsonl" in capsys.readouterr().err
    assert saved() == ["lead bench-1", "ball"]


def test_a_companion_saves_and_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    start = "ada\nada\nada\nlead bench-1\ndot\nR\nball\nattack 1\ndot\nG\n"
    assert typed(start, monkeypatch, "easy.json", "--companion") == ExitCode.OK
    assert "Which Energy did you draw? (its letter or name; S21)" in capsys.readouterr().out
    assert saved("easy.companion.jsonl") == ["lead bench-1", "ball"]
    assert typed("attack crush\ndot\nG\nW\n", monkeypatch, "easy.json", "--companion") == 0
    assert saved("easy.companion.jsonl")[-1] == "attack 1"
    header = json.loads(Path("easy.companion.jsonl").read_bytes().splitlines()[0])
    assert "seed" not in header
    assert header["player"] == "table"


def test_nothing_played_is_nothing_saved(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    assert typed("ada\n", monkeypatch, "easy.json", "--companion") == ExitCode.OK
    assert "Nothing was played, so nothing is saved." in capsys.readouterr().err
    assert not Path("easy.companion.jsonl").exists()


def test_a_game_to_its_end(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    table = Table.lay(EASY)
    game = Game(table, Seeded(5), player="person", seed=5)
    player = player_maker("careful", table)(5)
    lines = []
    while game.outcome is None:
        lines.append(str(game.play(player.choose(game.adventure).action).action))
    assert typed("\n".join(lines) + "\n", monkeypatch, "easy.json", "--seed", "5") == ExitCode.OK
    out, err = capsys.readouterr()
    assert "You have won the adventure" in out
    assert "cardkit replay easy.play.jsonl --log" in err
    assert typed("1\n", monkeypatch, "easy.json") == ExitCode.BAD_INPUT
    assert "the adventure of this save is over" in capsys.readouterr().err
    assert typed("", monkeypatch, "easy.json", "--new") == ExitCode.OK
    assert saved() == []


def test_a_new_game_replaces_saves_alone(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    mine = Path("mine.csv")
    mine.write_text("name,count\nMossling,1\n")
    again = ("easy.json", "--save", "mine.csv", "--new")
    assert typed("1\n", monkeypatch, *again) == ExitCode.BAD_INPUT
    assert "expects a save to begin anew in" in capsys.readouterr().err
    assert mine.read_text() == "name,count\nMossling,1\n"
    assert typed("1\n", monkeypatch, "easy.json", "--seed", "3") == ExitCode.OK
    cut_short = Path("easy.play.jsonl").read_bytes()[:300]
    Path("easy.play.jsonl").write_bytes(cut_short)
    assert typed("1\n", monkeypatch, "easy.json", "--new") == ExitCode.OK
    assert len(saved()) == 1


def test_house_rules_are_laid_over_the_manifest_and_stored(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    Path("house.toml").write_text('retreats_per_turn = 2\n[chart]\nFire = "Paralyzed"\n')
    assert typed("rules\n", monkeypatch, "easy.json", "--rules", "house.toml") == ExitCode.OK
    out = capsys.readouterr().out
    assert "retreats_per_turn = 2" in out
    assert "Fire Paralyzed" in out
    rules = json.loads(Path("easy.play.jsonl").read_bytes().splitlines()[0])["manifest"]["rules"]
    assert rules["retreats_per_turn"] == 2
    assert rules["chart"]["Fire"] == "Paralyzed"
    assert typed("1\n", monkeypatch, "easy.json") == ExitCode.BAD_INPUT
    assert "S46" in capsys.readouterr().err
    assert typed("1\n", monkeypatch, "easy.json", "--rules", "house.toml") == ExitCode.OK
    Path("pool.toml").write_text("[rules]\nbench_size = 3\n")
    assert run(["referee", "easy.json", "--games", "2", "--rules", "pool.toml"]) == ExitCode.OK


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("retreats = 2", "unknown key"),
        ("bench_size = 'many'", "bench_size"),
        ("[chart]\nFire = 'Sleepy'", "Sleepy"),
        ("[chart]\nRock = 'Asleep'", "Rock"),
        ("bench_size = 1", "S8"),
        ("bench_size =", "house.toml"),
    ],
)
def test_house_rules_that_are_none_are_refused(
    rules: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    Path("house.toml").write_text(rules)
    assert typed("1\n", monkeypatch, "easy.json", "--rules", "house.toml") == ExitCode.BAD_INPUT
    assert words in capsys.readouterr().err
    assert not Path("easy.play.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], ExitCode.USAGE, "expects a MANIFEST file"),
        (["-"], ExitCode.USAGE, "expects a MANIFEST file"),
        (["none.json"], ExitCode.BAD_INPUT, "none.json"),
        (["."], ExitCode.BAD_INPUT, "cannot read the file"),
        (["easy.json", "--seed", "-1"], ExitCode.USAGE, "seed"),
        (["easy.json", "--seed", "1", "--companion"], ExitCode.USAGE, "--companion takes"),
        (["easy.json", "--resume", "x.jsonl"], ExitCode.USAGE, "--resume goes on"),
        (["--resume", "x.jsonl"], ExitCode.BAD_INPUT, "x.jsonl"),
        (["--resume", "easy.json"], ExitCode.BAD_INPUT, "a manifest, not a record"),
        (["easy.json", "--pace", "slow"], ExitCode.USAGE, "all, line"),
        (["easy.json", "--rules", "none.toml"], ExitCode.BAD_INPUT, "none.toml"),
        (
            ["easy.json", "--save", "no/where.jsonl"],
            ExitCode.BAD_INPUT,
            "folder of the file does not",
        ),
        (["easy.json", "--save", "."], ExitCode.BAD_INPUT, "file"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: list[str],
    code: ExitCode,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    assert typed("1\n", monkeypatch, *arguments) == code
    assert words in " ".join(capsys.readouterr().err.split())


def test_a_save_of_another_game_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    typed("1\n", monkeypatch, "easy.json", "--seed", "3", "--save", "game.jsonl")
    before = Path("game.jsonl").read_bytes()
    both = ["small.json", "--companion", "--save", "game.jsonl"]
    assert typed("1\n", monkeypatch, *both) == ExitCode.BAD_INPUT
    err = " ".join(capsys.readouterr().err.split())
    assert "the saved game has other cards or rules than 'small'" in err
    assert "the saved game is played in the terminal" in err
    other_seed = ["easy.json", "--seed", "4", "--save", "game.jsonl"]
    assert typed("1\n", monkeypatch, *other_seed) == ExitCode.USAGE
    assert "keeps its seed 3" in capsys.readouterr().err
    assert Path("game.jsonl").read_bytes() == before


def test_a_changed_save_is_refused_at_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    typed("1\nball\n", monkeypatch, "easy.json")
    place = Path("easy.play.jsonl")
    place.write_bytes(place.read_bytes().replace(b'"action":"ball"', b'"action":"pass"'))
    assert typed("1\n", monkeypatch, "easy.json") == ExitCode.BAD_INPUT
    assert "easy.play.jsonl:3" in capsys.readouterr().err


def test_a_disk_that_is_full_ends_the_game_with_the_last_save(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    writes = 0
    write = files.write_atomic

    def full(path: Path, content: bytes, *, force: bool = False) -> None:
        nonlocal writes
        writes += 1
        if writes > 2:
            raise InputError("cannot write the file: no space left on device", where=str(path))
        write(path, content, force=force)

    monkeypatch.setattr(files, "write_atomic", full)
    assert typed("1\nball\n1\n", monkeypatch, "easy.json") == ExitCode.BAD_INPUT
    err = capsys.readouterr().err
    assert "no space left on device" in err
    assert "Saved. Go on with" in err
    assert saved() == ["lead bench-1"]


def test_input_that_is_no_text_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00\n1\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stream)
    assert run(["play", "easy.json"]) == ExitCode.OK


def test_plain_mode_and_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    lines = "1\n\n\n\n\nball\n\n"
    assert typed(lines, monkeypatch, "easy.json", "--plain", "--pace", "line") == ExitCode.OK
    out = capsys.readouterr().out
    assert "1: lead with bench-1 " in out
    assert not set(out) & set("─█░★☆○\x1b")
    assert saved() == ["lead bench-1", "ball"]


def test_bytes_are_the_same_on_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        typed("1\n1\n1\n1\n1\n", monkeypatch, "easy.json", "--seed", "9", "--save", name)
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> str:
    typed("1\nball\nset enemy asleep\nattack 1\n", monkeypatch, "small.json", "--seed", "2")
    capsys.readouterr()
    return "small.play.jsonl"


def test_a_save_is_a_record_that_replays(record: str, capsys: Captured) -> None:
    assert run(["replay", record]) == ExitCode.OK
    words = " ".join(capsys.readouterr().out.split())
    assert "verified, 3 actions of the person player with small, seed 2; stopped: saved" in words
    assert "A person said 0 results by hand and made 1 correction." in words


def test_a_step_is_shown_with_its_table(record: str, capsys: Captured) -> None:
    assert run(["replay", record, "--step", "3"]) == ExitCode.OK
    out = capsys.readouterr().out
    assert "3. set enemy conditions Asleep [correction]" in out
    assert out.splitlines()[2].startswith("ENEMY   ")
    assert out.splitlines()[2].endswith("Asleep")
    assert run(["replay", record, "--step", "0"]) == ExitCode.OK
    assert "are drawn from the Common deck" in capsys.readouterr().out


def test_the_story_is_told_up_to_a_step(record: str, capsys: Captured) -> None:
    assert run(["replay", record, "--to", "1"]) == ExitCode.OK
    out = capsys.readouterr().out
    assert "1. lead bench-1" in out
    assert "2. ball" not in out
    assert "verified, 3 actions" in out


def test_a_record_is_walked_through(
    record: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\nb\n99\nwhat\nq\n"))
    assert run(["replay", record, "--walk"]) == ExitCode.OK
    steps = [
        line.split(".")[0] for line in capsys.readouterr().out.splitlines() if " of 3." in line
    ]
    assert steps == [f"step {n} of 3" for n in (0, 1, 2, 1, 3, 3)]
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run(["replay", record, "--walk"]) == ExitCode.OK


def test_a_game_is_exported_as_a_text(record: str, capsys: Captured) -> None:
    assert run(["replay", record, "--export", "game.txt"]) == ExitCode.OK
    text = Path("game.txt").read_text(encoding="utf-8")
    assert text.startswith("small: an adventure, played in the terminal, seed 2\nManifest ")
    assert "== Event 1 is a skirmish; badges: 0 (S11) ==" in text
    assert "3. set enemy conditions Asleep [correction]" in text
    assert "A person said 0 results by hand and made 1 correction." in " ".join(text.split())
    assert all(len(line) <= 80 for line in text.splitlines())
    assert run(["replay", record, "--export", "game.txt"]) == ExitCode.BAD_INPUT
    assert run(["replay", record, "--export", "game.txt", "--force"]) == ExitCode.OK
    capsys.readouterr()
    assert run(["replay", record, "--export", "-"]) == ExitCode.OK
    assert capsys.readouterr().out == text


@pytest.mark.parametrize(
    "arguments", [["--to", "1", "--walk"], ["--step", "9"], ["--to", "9"], ["--step", "-1"]]
)
def test_a_replay_is_asked_for_one_thing_that_there_is(record: str, arguments: list[str]) -> None:
    assert run(["replay", record, *arguments]) == ExitCode.USAGE


@pytest.mark.parametrize("way", [["--export", "-"], ["--walk"], ["--step", "1"], ["--to", "1"]])
def test_a_broken_record_is_refused_in_every_way(
    record: str, way: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    place = Path(record)
    place.write_bytes(place.read_bytes().replace(b"set enemy", b"set  enemy"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run(["replay", record, *way]) == ExitCode.BAD_INPUT
    assert "small.play.jsonl:4" in capsys.readouterr().err


def test_a_large_pool_is_played_and_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = playable(adventure_world())
    Path("large.json").write_text(write_manifest(manifest), encoding="utf-8")
    assert read_manifest(Path("large.json").read_text(encoding="utf-8")) == manifest
    assert typed("1\n" * 60, monkeypatch, "large.json", "--seed", "4") == ExitCode.OK
    record = read_record(Path("large.play.jsonl").read_bytes())
    assert write_record(record).encode() == Path("large.play.jsonl").read_bytes()
    assert len(record.moves) == 60
