from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from contextlib import chdir
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from cardkit.cards import Card
from cardkit.catalogue import Catalogue
from cardkit.cli.app import run
from cardkit.collection import Collection, NewImport, Row, RowCard, Step
from cardkit.decks import Place, RarityDeck, Requirements, classify
from cardkit.errors import ExitCode
from cardkit.schema_check import schema_faults

RULES = Requirements.default()


@pytest.fixture
def starter() -> tuple[Card, ...]:
    with Catalogue.open() as catalogue:
        return tuple(catalogue.cards())


def own(folder: Path, rows: Iterable[Row]) -> None:
    listed = tuple(rows)
    with Collection.open(folder) as collection:
        collection.add_import(
            NewImport(
                name="list.csv",
                digest=f"{len(listed)} rows",
                format_name="test",
                rows_read=len(listed),
                rows=listed,
            ),
            at=datetime(2026, 11, 29, tzinfo=UTC),
        )


def row(card: Card, count: int = 1) -> Row:
    described = RowCard(
        name=card.name,
        set_label=card.set_id,
        number=card.number,
        card_id=card.card_id,
        step=Step.SET_NUMBER_NAME,
    )
    return Row(card=described, count=count, line=2)


def unknown(name: str, rarity: str, **columns: Any) -> Row:
    described = RowCard(name=name, rarity=rarity, reason="not known", **columns)
    return Row(card=described, count=1, line=3)


def playable(cards: Iterable[Card], *, without: dict[RarityDeck, int] | None = None) -> list[Row]:
    """Return rows that make up the minimum of everything, or a few less in some decks."""
    wanted: Counter[object] = Counter(RULES.minimums)
    wanted.subtract(without or {})
    rows = []
    for card in cards:
        placement = classify(card, RULES)
        if placement.place is Place.ENERGY_DECK and wanted[placement.energy_type] == 0:
            wanted[placement.energy_type] = -1
            rows.append(row(card, count=5))
        elif placement.deck is not None and wanted[placement.deck] > 0:
            wanted[placement.deck] -= 1
            rows.append(row(card))
    return rows


def command(
    capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str
) -> tuple[int, str, str]:
    with chdir(folder.parent):  # so that the folder that every hint names is short
        code = run(["-C", folder.name, *arguments])
    said = capsys.readouterr()
    assert all(len(line) <= 80 for line in said.out.splitlines() if '"' not in line)
    return code, said.out, " ".join(said.err.split())


def document(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> Any:
    _, out, _ = command(capsys, folder, *arguments, "--json")
    loaded = json.loads(out)
    assert schema_faults(loaded, arguments[0]) == ()
    return loaded


COMMANDS = ["sort", "check", "proxies"]


@pytest.mark.parametrize("name", COMMANDS)
def test_without_a_collection_the_remedy_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = command(capsys, tmp_path, name)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "no collection here yet" in err
    assert f"cardkit -C {tmp_path.name} import FILE" in err
    assert not (tmp_path / "cardkit.db").exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_collection_without_copies(
    name: str, tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, [row(starter[0], count=0)])
    code, _, err = command(capsys, tmp_path, name)
    assert code == ExitCode.BAD_INPUT
    assert "holds no copies" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_faults_of_the_settings_come_before_anything_else(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cardkit.toml").write_text("[decks.minimums]\nrar = 3\nex = -1\n")
    code, _, err = command(capsys, tmp_path, name)
    assert code == ExitCode.BAD_INPUT
    assert "$.decks.minimums.rar" in err
    assert "$.decks.minimums.ex" in err


def test_sort_shows_each_card_with_its_reason(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        *playable(starter),
        unknown("Charizard ex - 199/165", "Double Rare", set_label="SV: 151", number="199/165"),
        unknown("Mew", "Promo"),
        unknown("Professor's Research", "Uncommon"),
    ]
    own(tmp_path, rows)
    code, out, err = command(capsys, tmp_path, "sort")
    assert code == ExitCode.OK
    for deck in RarityDeck:
        assert f"{deck.mark} {deck.label}: " in out
    assert "Charizard ex" in out
    assert "SV: 151 199/165" in out
    assert "promo without a mechanic; undecided" in out
    assert "Left out: 1 card (1 Trainer)." in out
    assert f"cardkit -C {tmp_path.name} assign CARD DECK" in err
    for card_row in rows[:5]:
        assert card_row.card.name in out


def test_sort_as_json_holds_every_copy(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [*playable(starter), *(row(card, 2) for card in starter if not card.is_pokemon)]
    own(tmp_path, rows)
    sorted_all = document(capsys, tmp_path, "sort")
    entries = [*chain.from_iterable(sorted_all["decks"].values()), *sorted_all["left_out"]]
    placed = sum(entry["count"] for entry in entries)
    placed += sum(sorted_all["energy"]["owned"].values())
    assert placed == sum(each.count for each in rows)
    assert all(entry["reason"] for entry in entries)
    only_rare = document(capsys, tmp_path, "sort", "--deck", "rare")
    assert only_rare == {
        "format": "cardkit-sort/1",
        "decks": {"rare": sorted_all["decks"]["rare"]},
    }
    left_out = document(capsys, tmp_path, "sort", "--deck", "left-out")
    assert left_out["left_out"] == sorted_all["left_out"]


@pytest.mark.parametrize(
    ("deck", "shown", "hidden"),
    [
        ("common", "● Common", "★ Rare"),
        ("vmax", "★★★ VMAX", "● Common"),
        ("energy", "Energy: 40 cards (5 Grass, 5 Fire", "● Common"),
        ("left-out", "Left out: 0 cards", "● Common"),
    ],
)
def test_sort_shows_one_heap(
    deck: str,
    shown: str,
    hidden: str,
    tmp_path: Path,
    starter: tuple[Card, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    own(tmp_path, (each for each in playable(starter) if each.card.name != "Fairy Energy"))
    _, out, _ = command(capsys, tmp_path, "sort", "--deck", deck)
    assert shown in out
    assert hidden not in out


def test_s3_sort_shows_the_undecided_alone(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter))
    _, out, _ = command(capsys, tmp_path, "sort", "--undecided")
    assert out == "Every card has a clear place.\n"
    own(tmp_path, [*playable(starter), unknown("Mew", "Promo")])
    _, out, _ = command(capsys, tmp_path, "sort", "--undecided")
    assert "Mew" in out
    assert "Common" not in out


def test_check_of_a_playable_pool(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter))
    code, out, err = command(capsys, tmp_path, "check")
    assert code == ExitCode.OK
    assert "error" not in out
    assert "The pool can be played" in err
    checked = document(capsys, tmp_path, "check")
    assert checked["playable"]
    assert checked["name"] == tmp_path.name
    assert "materials" not in checked
    assert checked["decks"]["common"] == {"cards": 20, "least": 20}


def test_s4_check_of_a_short_pool_exits_with_1(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter, without={RarityDeck.VMAX: 2}))
    code, out, err = command(capsys, tmp_path, "check")
    assert code == ExitCode.FINDING
    assert "error: vmax deck: 4 of 6 cards, 2 too few (S4)" in out
    assert f"cardkit -C {tmp_path.name} proxies" in err
    assert run(["-C", str(tmp_path), "check", "--json"]) == ExitCode.FINDING
    checked = json.loads(capsys.readouterr().out)
    assert not checked["playable"]
    (finding,) = [each for each in checked["findings"] if each["severity"] == "error"]
    assert (finding["code"], finding["rule"]) == ("deck-short", "S4")


def test_settings_change_what_is_needed(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter, without={RarityDeck.VMAX: 2}))
    (tmp_path / "cardkit.toml").write_text('name = "Kai\'s box"\n[decks.minimums]\nvmax = 4\n')
    code, _, _ = command(capsys, tmp_path, "check")
    assert code == ExitCode.OK
    assert document(capsys, tmp_path, "check")["name"] == "Kai's box"


def test_check_lists_the_materials(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter, without={RarityDeck.VMAX: 2}))
    code, out, _ = command(capsys, tmp_path, "check", "--materials")
    assert code == ExitCode.FINDING
    assert "…" not in out
    for words in ("white sleeves (common)", "Pokeball cards", "441 x 440 mm", "Grass Energy"):
        assert words in out
    listed = document(capsys, tmp_path, "check", "--materials")["materials"]
    vmax = next(each for each in listed if each["name"] == "★★★ vmax deck")
    assert (vmax["need"], vmax["have"], vmax["missing"]) == (6, 4, 2)


def test_proxies_fill_what_is_short(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter, without={RarityDeck.VMAX: 2, RarityDeck.COMMON: 1}))
    code, out, err = command(capsys, tmp_path, "proxies")
    assert code == ExitCode.OK
    again = f"cardkit -C {tmp_path.name} print proxies"
    assert f"3 proxies. Print with the same options: {again}" in err
    proposed = document(capsys, tmp_path, "proxies")
    assert [each["deck"] for each in proposed["proxies"]] == ["common", "vmax", "vmax"]
    assert proposed["still_short"] == {}
    owned = {each.card.card_id for each in playable(starter)} - {None}
    for each in proposed["proxies"]:
        assert each["name"] in out
        assert each["reason"]
    assert len({each["id"] for each in proposed["proxies"]} | owned) > len(owned)
    assert document(capsys, tmp_path, "proxies") == proposed


def test_proxies_of_a_full_pool(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter))
    code, out, err = command(capsys, tmp_path, "proxies")
    assert (code, out) == (ExitCode.OK, "")
    assert "No deck is short" in err


def test_proxies_are_adjusted_by_options_and_settings(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter, without={RarityDeck.RARE: 3}))
    fire = document(capsys, tmp_path, "proxies", "--type", "fire")
    assert all("Fire" in each["types"] for each in fire["proxies"])
    assert len(fire["proxies"]) == 3
    few = document(capsys, tmp_path, "proxies", "--count", "1")
    assert few["still_short"] == {"rare": 2}
    more = document(capsys, tmp_path, "proxies", "--count", "rare=4", "--count", "EX=1")
    assert Counter(each["deck"] for each in more["proxies"]) == {"rare": 4, "ex": 1}
    (tmp_path / "cardkit.toml").write_text(
        '[proxies]\nchoose = ["Charizard VMAX"]\ntypes = ["Water"]\n'
    )
    settled = document(capsys, tmp_path, "proxies")["proxies"]
    assert settled[-1]["name"] == "Charizard VMAX"
    assert settled[-1]["reason"].endswith("; chosen")
    assert all("Water" in each["types"] for each in settled[:-1])
    over = document(capsys, tmp_path, "proxies", "--type", "Grass", "--choose", "Charizard V")
    assert [each["name"] for each in over["proxies"][-2:]] == ["Charizard V", "Charizard VMAX"]
    assert "Grass" in over["proxies"][0]["types"]


def test_a_choice_by_options_says_how_the_game_is_played_with_it(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter, without={RarityDeck.RARE: 2}))
    made = tmp_path / "manifest.json"

    def played() -> list[str]:
        """The proxies of the manifest; what is said names each of them."""
        decks = json.loads(made.read_text(encoding="utf-8"))["decks"]
        return [each["card"]["name"] for each in decks["rare"] if each["proxy"]]

    assert run(["-C", str(tmp_path), "print", "proxies", "--type", "Fire"]) == ExitCode.OK
    said = capsys.readouterr().err
    words = " ".join(said.split())
    assert "options choose these proxies for this command only" in words
    lines = '[proxies]\ntypes = ["Fire"]\n'
    assert lines in said
    printed = words.partition("Proxies: ")[2].partition(" warning")[0]
    _, _, err = command(capsys, tmp_path, "manifest", "-o", str(made))
    assert all(name in err for name in played())
    assert "warning" not in err
    assert not all(name in printed for name in played())
    command(capsys, tmp_path, "manifest", "-o", str(made), "--force", "--type", "Fire")
    assert all(name in printed for name in played())
    (tmp_path / "cardkit.toml").write_text(lines, encoding="utf-8")
    command(capsys, tmp_path, "manifest", "-o", str(made), "--force")
    assert all(name in printed for name in played())
    for asked in (["print", "proxies", "--force"], ["proxies"]):
        _, _, err = command(capsys, tmp_path, *asked, "--type", "Fire")
        assert "warning" not in err
        _, _, err = command(capsys, tmp_path, *asked, "--count", "1")
        assert err.rstrip().endswith("[proxies] count = 1")


@pytest.mark.parametrize(
    ("count", "option", "rares"),
    [("8", ["8"], 0), ("{ rare = 4, ex = 1 }", ["rare=4", "EX=1"], 4)],
)
def test_a_count_is_kept_like_the_other_choices(
    count: str,
    option: list[str],
    rares: int,
    tmp_path: Path,
    starter: tuple[Card, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    own(tmp_path, [row(starter[0])])
    given = [word for each in option for word in ("--count", each)]
    _, asked, _ = command(capsys, tmp_path, "proxies", "--json", *given)
    (tmp_path / "cardkit.toml").write_text(f"[proxies]\ncount = {count}\n", encoding="utf-8")
    _, kept, _ = command(capsys, tmp_path, "proxies", "--json")
    assert kept == asked
    assert sum(each["deck"] == "rare" for each in json.loads(kept)["proxies"]) == rares
    _, _, said = command(capsys, tmp_path, "proxies", *given)
    assert "warning" not in said
    assert "Without a count every deck is filled" in said
    one = document(capsys, tmp_path, "proxies", "--count", "1")
    assert len(one["proxies"]) == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--type", "fir"], ExitCode.USAGE, "did you mean Fire?"),
        (["--type", "Sound"], ExitCode.USAGE, "--type expects one of"),
        (["--count", "-1"], ExitCode.USAGE, "--count expects a number"),
        (["--count", "many"], ExitCode.USAGE, "--count expects a number"),
        (["--count", "3", "--count", "4"], ExitCode.USAGE, "--count expects a number"),
        (["--count", "rares=4"], ExitCode.USAGE, "DECK=NUMBER"),
        (["--choose", "Charizad"], ExitCode.BAD_INPUT, "write 'Charizard'"),
    ],
)
def test_options_that_cannot_be_met(
    arguments: list[str],
    code: ExitCode,
    words: str,
    tmp_path: Path,
    starter: tuple[Card, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    own(tmp_path, playable(starter))
    exit_code, out, err = command(capsys, tmp_path, "proxies", *arguments)
    assert (exit_code, out) == (code, "")
    assert words in err


def test_proxies_that_the_catalogue_cannot_fill(
    tmp_path: Path, starter: tuple[Card, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, playable(starter))
    (tmp_path / "cardkit.toml").write_text("[decks.minimums]\nvmax = 900\n")
    code, out, err = command(capsys, tmp_path, "proxies")
    assert code == ExitCode.OK
    assert "vmax deck: still " in out
    assert f"cardkit -C {tmp_path.name} catalogue update" in err
    assert document(capsys, tmp_path, "proxies")["still_short"]["vmax"] > 0


@pytest.mark.parametrize("command", [["check"], ["proxies"], ["sort"]])
def test_a_wrong_choice_in_the_settings_is_told_with_its_place(
    command: list[str],
    starter: tuple[Card, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    own(tmp_path, [row(starter[0])])
    settings = tmp_path / "cardkit.toml"
    settings.write_text('[proxies]\nchoose = ["Charizard VMAX", "Charizad"]\n', encoding="utf-8")
    assert run(["-C", str(tmp_path), *command]) == ExitCode.BAD_INPUT
    err = "".join(capsys.readouterr().err.split())
    assert f"{settings}:$.proxies.choose[1]:aproxymustbe" in err


@pytest.mark.parametrize("count", ["0", "1"])
def test_a_count_that_leaves_decks_short_is_named_as_the_reason(
    count: str, starter: tuple[Card, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own(tmp_path, [row(starter[0])])
    assert run(["-C", str(tmp_path), "proxies", "--count", count]) == ExitCode.OK
    err = capsys.readouterr().err
    assert "Without a count every deck is filled" in err
    assert "catalogue add" not in err
