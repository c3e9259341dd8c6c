from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardkit.catalogue import Catalogue
from cardkit.catalogue.starter import starter_cards
from cardkit.cli.app import run
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults
from tests.catalogue.making import card as own_card
from tests.sources.making import pokemon, write_bulk

CARDS = [
    pokemon(
        1, attacks=[{"name": "Try", "cost": ["Fire"], "damage": "20×", "text": "Flip a coin."}]
    ),
    pokemon(2, name="Testmeleon", subtypes=["Stage 1"], evolvesFrom="Testmander", rarity=None),
    pokemon(3, name="Testizard ex", subtypes=["ex", "Stage 2"], rarity="Double Rare"),
    pokemon(4),
]


@pytest.fixture
def bulk(tmp_path: Path) -> Path:
    return write_bulk(tmp_path / "card data", {"own1.json": CARDS})


def command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = run([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, " ".join(said.err.split())


def document(
    capsys: pytest.CaptureFixture[str], schema_name: str, *arguments: object
) -> dict[str, Any]:
    _, out, err = command(capsys, *arguments, "--json")
    loaded = json.loads(out)
    assert schema_faults(loaded, schema_name) == ()
    assert err == ""
    assert isinstance(loaded, dict)
    return loaded


def test_add_says_what_was_added(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = command(capsys, "catalogue", "add", bulk)
    assert code == ExitCode.OK
    assert [line.split() for line in out.splitlines()] == [
        ["added", "updated", "unchanged"],
        ["-----", "-----", "-------", "---------"],
        ["cards", "4", "0", "0"],
        ["sets", "1", "0", "0"],
    ]
    assert "cardkit import FILE" in err
    code, out, err = command(capsys, "catalogue", "add", bulk)
    assert code == ExitCode.OK
    assert ["cards", "0", "0", "4"] in [line.split() for line in out.splitlines()]
    assert "nothing was changed" in err


def test_add_reports_what_could_not_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = [pokemon(1), pokemon(2, hp="x"), pokemon(3, name=None)]
    bulk = write_bulk(tmp_path, {"own1.json": cards, "own2.json": "{"})
    code, out, _ = command(capsys, "catalogue", "add", bulk)
    assert code == ExitCode.FINDING
    paragraphs = " ".join(out.split())
    assert "error: cards/en/own1.json: $[2].name: expected the name of the card" in paragraphs
    assert "error: cards/en/own2.json: the file is no JSON" in paragraphs
    assert "warning: cards/en/own1.json: $[1].hp: expected a whole number" in paragraphs
    assert paragraphs.index("own2.json") < paragraphs.index("warning")
    assert all(len(line) <= 80 for line in out.splitlines())
    with Catalogue.open() as catalogue:
        assert {card.number for card in catalogue.cards_of("own1")} == {"1", "2"}


def test_add_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bulk = write_bulk(tmp_path, {"own1.json": [pokemon(1), *[pokemon(2, hp="x")] * 40]})
    added = document(capsys, "catalogue-add", "catalogue", "add", bulk)
    assert added["cards"] == {"added": 2, "updated": 0, "unchanged": 0}
    assert added["sets"] == {"added": 1, "updated": 0, "unchanged": 0}
    assert len(added["findings"]) == 40 + 39


def test_a_long_list_of_findings_is_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bulk = write_bulk(tmp_path, {"own1.json": [pokemon(n, hp="x") for n in range(30)]})
    _, out, _ = command(capsys, "catalogue", "add", bulk)
    assert out.count("warning:") == 20
    assert "... and 10 more findings; --json has all of them" in out


BAD_PATHS = [
    ("nowhere", None, "no folder or file of this name"),
    ("photo.zip", b"\xff\xd8\xff\xe0" * 500, "expected a folder, a zip or a tar archive"),
    ("empty.zip", b"", "empty file"),
]


@pytest.mark.parametrize(("name", "content", "said"), BAD_PATHS)
def test_add_refuses_what_it_cannot_use(
    name: str,
    content: bytes | None,
    said: str,
    tmp_path: Path,
    own_catalogue: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Catalogue.open().close()
    before = own_catalogue.read_bytes()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    code, out, err = command(capsys, "catalogue", "add", tmp_path / name)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert said in err
    assert "->" in err
    assert own_catalogue.read_bytes() == before


def test_add_of_a_folder_without_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = command(capsys, "catalogue", "add", tmp_path)
    assert code == ExitCode.BAD_INPUT
    assert "cards/en/*.json" in err


def test_an_interrupted_addition_changes_nothing(
    bulk: Path,
    own_catalogue: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Catalogue.open().close()
    before = own_catalogue.read_bytes()

    def interrupt(_self: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardkit.catalogue.additions.Addition.finish", interrupt)
    code, out, _ = command(capsys, "catalogue", "add", bulk)
    assert (code, out) == (ExitCode.INTERRUPTED, "")
    assert own_catalogue.read_bytes() == before


def test_info_of_the_starter(own_catalogue: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = command(capsys, "catalogue", "info")
    assert code == ExitCode.OK
    assert str(own_catalogue) in out.replace("\n  ", "")
    assert f"{len(starter_cards()[1])} cards in" in out
    assert "Scarlet & Violet" in out
    assert "cardkit catalogue update" in err


def test_info_as_json(bulk: Path, own_catalogue: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(capsys, "catalogue", "add", bulk)
    info = document(capsys, "catalogue-info", "catalogue", "info")
    assert info["path"] == str(own_catalogue)
    assert [(each["name"], each["cards"]) for each in info["sources"]] == [
        ("starter", len(starter_cards()[1])),
        ("bulk data: card data", 4),
    ]
    assert info["sources"][1]["added_at"].endswith("+00:00")
    assert {"name": "Own Era", "sets": 1, "cards": 4} in info["eras"]


def test_info_where_nothing_can_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CARDKIT_CATALOGUE", str(tmp_path / "file/catalogue.db"))
    code, out, err = command(capsys, "catalogue", "info")
    assert code == ExitCode.OK
    assert "in memory only" in out.replace("\n  ", " ")
    assert "set CARDKIT_CATALOGUE" in err


def test_search_forgives_slips(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(capsys, "catalogue", "add", bulk)
    code, out, err = command(capsys, "search", "testmelon")
    assert code == ExitCode.OK
    assert out.splitlines()[2].split() == ["own1-2", "Testmeleon", "Own", "Set", "2", "-"]
    assert "cardkit show own1-2" in err
    assert all(len(line) <= 80 for line in out.splitlines())


def test_search_as_json(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(capsys, "catalogue", "add", bulk)
    found = document(capsys, "search", "search", "tesmander", "--limit", "1")
    assert found["cards"] == [
        {
            "id": "own1-1",
            "name": "Testmander",
            "set": "own1",
            "set_name": "Own Set",
            "number": "1",
            "rarity": "Common",
        }
    ]


@pytest.mark.parametrize("words", ["", "  "])
def test_a_search_needs_words(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = command(capsys, "search", words)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "cardkit search pika" in err


def test_search_says_how_many_more_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, err = command(capsys, "search", "charizard", "--limit", "2")
    told = re.match(r"\s*2 of (\d+) cards; see all with --limit \1\.", " ".join(err.split()))
    assert told is not None
    assert len(out.splitlines()) == 4
    _, out, err = command(capsys, "search", "charizard", "--limit", told[1])
    assert "--limit" not in err
    rows = out.splitlines()[2:]
    assert len(rows) == int(told[1])
    assert all("Charizard" in row for row in rows)


def test_search_without_result(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = command(capsys, "search", "qqqqqqqq")
    assert (code, out) == (ExitCode.OK, "")
    assert "No card has a name like that" in err


REFERENCES = ["own1-1", "OWN 1", "own 001/010", "Testmander 1/10"]


@pytest.mark.parametrize("reference", REFERENCES)
def test_show_prints_the_whole_card(
    reference: str, bulk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(capsys, "catalogue", "add", bulk)
    code, out, err = command(capsys, "show", *reference.split())
    assert (code, err) == (ExitCode.OK, "")
    lines = out.splitlines()
    assert lines[0].startswith("Testmander ")
    assert lines[0].endswith(" own1-1")
    for line in (
        "Own Set 1/10, OWN, Common, 2024-02-29",
        "Pokémon, Basic, Fire, 60 HP",
        "[R] Try  20×",
        "    Flip a coin.",
        "Weakness: Water ×2",
        "Resistance: none",
        "Retreat: 1",
        "Goes to: deck 1, Common (rarity Common, S1)",
    ):
        assert line in lines
    assert lines[-1].startswith("Source: bulk data: card data, ")
    assert all(len(line) <= 80 for line in lines)


def test_show_says_when_the_owner_should_decide(
    bulk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(capsys, "catalogue", "add", bulk)
    _, out, _ = command(capsys, "show", "testmeleon")
    assert "evolves from Testmander" in out
    assert "no rarity printed" in out
    assert "cardkit assign own1-2 DECK" in out


def test_show_says_what_the_starter_does_not_carry(capsys: pytest.CaptureFixture[str]) -> None:
    omitting = next(
        card for card in starter_cards()[1] if any(each.text_omitted for each in card.attacks)
    )
    _, out, _ = command(capsys, "show", omitting.card_id)
    assert "does not carry" in out
    assert "Source: starter" in out


def test_show_says_where_tera_cannot_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    fields: dict[str, Any] = {"subtypes": ("Basic", "ex"), "regulation_mark": "H"}
    with Catalogue.open() as catalogue:
        for number, source in ((1, "tcgdex"), (2, "ptcgapi")):
            catalogue.add([own_card(f"own9-{number}", "Teramander ex", **fields)], source=source)
    _, out, _ = command(capsys, "show", "own9-1")
    assert "cardkit assign own9-1 vmax" in out
    _, out, _ = command(capsys, "show", "own9-2")
    assert "vmax" not in out
    shown = document(capsys, "show", "show", "Teramander ex", "--json")["cards"]
    assert {each["card"]["id"]: each["may_be_tera"] for each in shown} == {
        "own9-1": True,
        "own9-2": False,
    }


def test_show_lists_the_candidates(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(capsys, "catalogue", "add", bulk)
    code, out, err = command(capsys, "show", "Testmander")
    assert code == ExitCode.OK
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["own1-1", "own1-4"]
    assert "2 cards may be meant" in err


def test_show_as_json(bulk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(capsys, "catalogue", "add", bulk)
    shown = document(capsys, "show", "show", "OWN 3")
    (found,) = shown["cards"]
    assert found["card"]["name"] == "Testizard ex"
    assert found["placement"]["deck"] == "ex"
    assert [each["source"] for each in found["provenance"]] == ["bulk data: card data"]
    assert len(document(capsys, "show", "show", "Testmander")["cards"]) == 2


def test_every_starter_card_is_shown_by_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    for card in starter_cards()[1][::25]:
        (found,) = document(capsys, "show", "show", card.card_id)["cards"]
        assert found["card"] == card.to_dict()


def test_show_of_an_unknown_card_names_the_nearest(
    bulk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(capsys, "catalogue", "add", bulk)
    code, out, err = command(capsys, "show", "testmelon")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "no card is known as 'testmelon' -> did you mean Testmeleon (own1-2)" in err
    code, _, err = command(capsys, "show", "qqqqqqqq")
    assert code == ExitCode.BAD_INPUT
    assert "cardkit catalogue update" in err


def test_show_heeds_the_settings_of_the_pool(
    tmp_path: Path, bulk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(capsys, "catalogue", "add", bulk)
    (tmp_path / "cardkit.toml").write_text('[decks]\nno_rarity_deck = "uncommon"\n')
    _, out, _ = command(capsys, "-C", tmp_path, "show", "own1-2")
    assert "deck 2, Uncommon" in out


def test_a_progress_line_only_on_a_terminal(bulk: Path, own_catalogue: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "cardkit", "catalogue", "add", str(bulk)],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parent.parent.parent,
    )
    assert b"\r" not in ran.stderr
    assert own_catalogue.exists()
