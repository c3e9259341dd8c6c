"""One row for each way in which a hand-edited manifest breaks."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from cardkit.errors import InputError
from cardkit.manifest import Manifest, read_manifest, write_manifest
from tests.manifest import example

Document = dict[str, Any]
Edit = Callable[[Document], object]


def edited(edit: Edit) -> Document:
    document = copy.deepcopy(example.manifest().to_dict())
    edit(document)
    return document


def common(document: Document, index: int = 0) -> Document:
    entry: Document = document["decks"]["common"][index]
    return entry


def card(document: Document, index: int = 0) -> Document:
    found: Document = common(document, index)["card"]
    return found


def copied(document: Document, deck: str, other: str, **changes: object) -> None:
    entry = copy.deepcopy(document["decks"][deck][0])
    entry["card"].update(changes)
    document["decks"][other].append(entry)


def proxy_of_another_card(document: Document) -> None:
    copied(document, "common", "rare", hp=60)
    document["decks"]["rare"][1].update(proxy=True)


FORM: list[tuple[str, Edit, str, str, str]] = [
    # what was done; edit; path; rule; part of the message
    ("name lost", lambda d: d.pop("name"), "$", "", "the key 'name'"),
    ("name empty", lambda d: d.update(name=""), "$.name", "", "one line of text"),
    ("name of two lines", lambda d: d.update(name="a\nb"), "$.name", "", "got 'a\\nb'"),
    ("name ends in a break", lambda d: d.update(name="a\n"), "$.name", "", "got 'a\\n'"),
    ("key misspelt", lambda d: d.update(nmae="x"), "$.nmae", "", "write 'name'"),
    ("deck misspelt", lambda d: d["decks"].update(vmx=[]), "$.decks.vmx", "S1", "write 'vmax'"),
    ("deck lost", lambda d: d["decks"].pop("vmax"), "$.decks", "S1", "the key 'vmax'"),
    ("deck is an object", lambda d: d["decks"].update(ex={}), "$.decks.ex", "", "a list"),
    (
        "count is text",
        lambda d: common(d).update(count="3"),
        "$.decks.common[0].count",
        "S4",
        "got '3'; write 3 without quotes",
    ),
    (
        "count is zero",
        lambda d: common(d).update(count=0),
        "$.decks.common[0].count",
        "S4",
        "at least 1, got 0",
    ),
    (
        "count is negative",
        lambda d: common(d).update(count=-2),
        "$.decks.common[0].count",
        "S4",
        "got -2",
    ),
    (
        "count is a fraction",
        lambda d: common(d).update(count=2.0),
        "$.decks.common[0].count",
        "S4",
        "a whole number, got 2.0; write 2",
    ),
    (
        "count is true",
        lambda d: common(d).update(count=True),
        "$.decks.common[0].count",
        "S4",
        "a whole number, got true",
    ),
    (
        "count is huge",
        lambda d: common(d).update(count=10**30),
        "$.decks.common[0].count",
        "S4",
        "at most 1000",
    ),
    (
        "proxy is text",
        lambda d: common(d).update(proxy="yes"),
        "$.decks.common[0].proxy",
        "S9",
        "true or false without quotes",
    ),
    (
        "card lost",
        lambda d: common(d).pop("card"),
        "$.decks.common[0]",
        "",
        "the key 'card', got only 'count', 'proxy'",
    ),
    (
        "type without capital",
        lambda d: card(d).update(types=["grass"]),
        "$.decks.common[0].card.types[0]",
        "",
        "write 'Grass'",
    ),
    (
        "unknown type",
        lambda d: card(d).update(types=["Steel"]),
        "$.decks.common[0].card.types[0]",
        "",
        "got 'Steel'",
    ),
    (
        "type twice",
        lambda d: card(d).update(types=["Grass", "Grass"]),
        "$.decks.common[0].card.types",
        "",
        "no entry twice",
    ),
    (
        "damage unreadable",
        lambda d: card(d)["attacks"][0].update(damage="many"),
        "$.decks.common[0].card.attacks[0].damage",
        "",
        "write it like '30', '30+'",
    ),
    (
        "hp off the tens",
        lambda d: card(d).update(hp=55),
        "$.decks.common[0].card.hp",
        "",
        "a multiple of 10, got 55",
    ),
    (
        "weakness unreadable",
        lambda d: card(d, 1)["weaknesses"][0].update(value="double"),
        "$.decks.common[1].card.weaknesses[0].value",
        "",
        "such as ×2, +20 or -30",
    ),
    (
        "no such Energy",
        lambda d: d["energy"].update(Dragon=5),
        "$.energy.Dragon",
        "S5",
        "unknown key 'Dragon'",
    ),
    (
        "Colorless is no Energy",
        lambda d: d["energy"].update(Colorless=5),
        "$.energy.Colorless",
        "S5",
        "known here: Grass",
    ),
    (
        "chart lacks a type",
        lambda d: d["rules"]["chart"].pop("Fairy"),
        "$.rules.chart",
        "S35",
        "the key 'Fairy'",
    ),
    (
        "chart has a type too many",
        lambda d: d["rules"]["chart"].update(Dragon="Burned"),
        "$.rules.chart.Dragon",
        "S35",
        "remove it",
    ),
    (
        "no such condition",
        lambda d: d["rules"]["chart"].update(Fire="Frozen"),
        "$.rules.chart.Fire",
        "S35",
        "'Burned'",
    ),
    (
        "bench too small",
        lambda d: d["rules"].update(bench_size=1),
        "$.rules.bench_size",
        "S8",
        "at least 2, got 1",
    ),
    (
        "bench too large",
        lambda d: d["rules"].update(bench_size=500),
        "$.rules.bench_size",
        "S8",
        "at most 10, got 500",
    ),
    ("PC too large", lambda d: d["rules"].update(pc_size=99), "$.rules.pc_size", "S8", "at most"),
    (
        "retreats negative",
        lambda d: d["rules"].update(retreats_per_turn=-1),
        "$.rules.retreats_per_turn",
        "S23",
        "at least 0",
    ),
    (
        "more balls than there are",
        lambda d: d["rules"].update(balls_per_catch=6),
        "$.rules.balls_per_catch",
        "S32",
        "at most 5",
    ),
    (
        "bound is null",
        lambda d: d["rules"].update(balls_per_catch=None),
        "$.rules.balls_per_catch",
        "S32",
        "got null",
    ),
    (
        "revive with part of a counter",
        lambda d: d["rules"].update(revive_hp=25),
        "$.rules.revive_hp",
        "S25",
        "a multiple of 10",
    ),
    (
        "minimum negative",
        lambda d: d["requirements"]["minimums"].update(ex=-1),
        "$.requirements.minimums.ex",
        "S4",
        "at least 0",
    ),
    (
        "per type zero",
        lambda d: d["requirements"].update(energy_per_type=0),
        "$.requirements.energy_per_type",
        "S5",
        "at least 1",
    ),
]

GAME: list[tuple[str, Edit, str, str, str]] = [
    (
        "deck too small",
        lambda d: common(d).update(count=2),
        "$.decks.common",
        "S4",
        "at least 4 cards in the common deck, got 3; add 1 card or proxy",
    ),
    ("deck empty", lambda d: d["decks"].update(ex=[]), "$.decks.ex", "S4", "got 0"),
    (
        "a Trainer",
        lambda d: card(d).update(supertype="Trainer"),
        "$.decks.common[0].card.supertype",
        "S1",
        "got 'Trainer' for 'Mosspup' (toy-1); remove it",
    ),
    (
        "an Energy",
        lambda d: card(d).update(supertype="Energy", name="Fire Energy"),
        "$.decks.common[0].card.supertype",
        "S1",
        "count basic Energy under $.energy",
    ),
    (
        "no hp",
        lambda d: card(d).pop("hp"),
        "$.decks.common[0].card",
        "S9",
        "'hp' on a Pokémon, got none for 'Mosspup'",
    ),
    (
        "no types",
        lambda d: card(d).update(types=[]),
        "$.decks.common[0].card",
        "S9",
        "the key 'types'",
    ),
    (
        "half a LEGEND",
        lambda d: card(d).update(subtypes=["LEGEND"]),
        "$.decks.common[0].card.subtypes",
        "S2",
        "set $.requirements.multi_piece",
    ),
    (
        "a quarter of a V-UNION",
        lambda d: card(d).update(subtypes=["V-UNION"]),
        "$.decks.common[0].card.subtypes",
        "S2",
        "one piece",
    ),
    (
        "twice in a deck",
        lambda d: copied(d, "common", "common"),
        "$.decks.common[2]",
        "S4",
        "also at $.decks.common[0]; raise one count",
    ),
    (
        "in two decks",
        lambda d: copied(d, "common", "rare"),
        "$.decks.rare[1]",
        "S1",
        "got 'toy-1' also at $.decks.common[0]; keep one",
    ),
    (
        "two cards with one id",
        proxy_of_another_card,
        "$.decks.rare[1].card",
        "",
        "another 'toy-1' than at $.decks.common[0]",
    ),
    (
        "all starting cards are proxies",
        lambda d: common(d).update(proxy=True),
        "$.decks.common",
        "S12",
        "3 cards that the player may start with, got 1",
    ),
    (
        "too few of a type",
        lambda d: d["energy"].update(Grass=4, Fire=6),
        "$.energy.Grass",
        "S5",
        "at least 5 Grass Energy, got 4; add 1",
    ),
    (
        "none of a type",
        lambda d: d["energy"].update(Water=0, Fire=9),
        "$.energy.Water",
        "S5",
        "at least 5 Water Energy, got 0; add 5",
    ),
    (
        "a needed type is absent",
        lambda d: d["energy"].pop("Water") and d["energy"].update(Fire=9),
        "$.energy.Water",
        "S5",
        "at least 5 Water Energy, got 0; add 5",
    ),
    (
        "too few of the type that may be absent",
        lambda d: d["energy"].update(Fairy=4),
        "$.energy.Fairy",
        "S5",
        "at least 5 Fairy Energy, got 4; add 1, or remove the type",
    ),
    (
        "too few Energy in all",
        lambda d: d["requirements"]["energy_total"].update(least=42),
        "$.energy",
        "S5",
        "42 to 45 basic Energy cards in all, got 41; add 1",
    ),
    (
        "too many Energy in all",
        lambda d: d["energy"].update(Fire=16),
        "$.energy",
        "S5",
        "got 52; remove 7",
    ),
    (
        "bounds exchanged",
        lambda d: d["requirements"].update(energy_total={"least": 20, "most": 10}),
        "$.requirements.energy_total",
        "S5",
        "got 20 and 10",
    ),
]


@pytest.mark.parametrize(
    ("edit", "where", "rule", "part"),
    [row[1:] for row in FORM + GAME],
    ids=[r[0] for r in FORM + GAME],
)
def test_one_edit_is_one_fault(edit: Edit, where: str, rule: str, part: str) -> None:
    with pytest.raises(InputError) as caught:
        Manifest.from_dict(edited(edit), where="m.json")
    assert [(fault.where, fault.rule) for fault in caught.value.faults] == [
        (f"m.json: {where}", rule)
    ]
    (fault,) = caught.value.faults
    assert part in f"{fault.what}; {fault.remedy}"
    assert fault.remedy


def faults_of(edit: Edit) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        Manifest.from_dict(edited(edit))
    return [(fault.where, fault.rule) for fault in caught.value.faults]


def test_all_faults_of_form_come_at_once_in_the_order_of_their_paths() -> None:
    def edit(document: Document) -> None:
        document["decks"]["common"] = [{"count": 0, "card": {}} for _ in range(11)]
        document["rules"].update(bench_size=0, chart={})
        document["nmae"] = document.pop("name")

    found = faults_of(edit)
    assert found[0] == ("$", "")
    assert found[-1] == ("$.rules.chart", "S35")
    assert found.index(("$.decks.common[9].card", "")) < found.index(
        ("$.decks.common[10].card", "")
    )
    # In each entry: the count, and the five keys that a card cannot do without.
    assert len(found) == 1 + 11 * (1 + 5) + 1 + 1 + 9


def test_all_faults_of_the_game_come_at_once() -> None:
    def edit(document: Document) -> None:
        document["decks"]["ex"] = []
        document["energy"].update(Fire=3)
        common(document).update(count=1)
        card(document).update(supertype="Trainer")
        card(document, 1).pop("hp")
        copied(document, "rare", "vmax")

    assert faults_of(edit) == [
        ("$.decks.common", "S12"),
        ("$.decks.common", "S4"),
        ("$.decks.common[0].card.supertype", "S1"),
        ("$.decks.common[1].card", "S9"),
        ("$.decks.ex", "S4"),
        ("$.decks.vmax[1]", "S1"),
        ("$.energy", "S5"),
        ("$.energy.Fire", "S5"),
    ]


def exchange_decks(document: Document) -> None:
    decks = document["decks"]
    decks["rare"], decks["vmax"] = decks["vmax"], decks["rare"]


def empty_deck_by_choice(document: Document) -> None:
    document["decks"]["vmax"] = []
    document["requirements"]["minimums"]["vmax"] = 0


def start_with_proxies(document: Document) -> None:
    common(document).update(proxy=True)
    document["rules"]["proxies_playable"] = True


def own_one_and_print_another(document: Document) -> None:
    copied(document, "common", "common")
    common(document, 2).update(proxy=True)


def play_pieces(document: Document) -> None:
    document["requirements"]["multi_piece"] = True
    card(document).update(subtypes=["LEGEND"])


ALLOWED: list[Edit] = [
    exchange_decks,
    empty_deck_by_choice,
    start_with_proxies,
    own_one_and_print_another,
    play_pieces,
    lambda d: common(d).pop("proxy"),
    lambda d: d["requirements"].pop("multi_piece"),
    lambda d: d["energy"].update(Grass=5, Fairy=5),
    lambda d: card(d).update(rarity="Rarest", subtypes=[], number="?"),
    lambda d: card(d)["attacks"][0].update(damage="20x"),
]


@pytest.mark.parametrize("edit", ALLOWED)
def test_what_the_owner_may_do(edit: Edit) -> None:
    manifest = Manifest.from_dict(edited(edit))
    assert Manifest.from_dict(manifest.to_dict()) == manifest


@pytest.mark.parametrize(
    ("document", "where", "remedy"),
    [
        ([], "$", "name a file that"),
        (None, "$", "name a file that"),
        ("text", "$", "name a file that"),
        ({}, "$.format", "name a file that"),
        ({"format": "cardkit-record/1"}, "$.format", "name a file that"),
        ({"format": "cardkit-manifest/2"}, "$.format", "or a newer one"),
        ({"format": 1, "decks": {}}, "$.format", 'write "format": "cardkit-manifest/1"'),
        ({"decks": {}}, "$.format", 'write "format": "cardkit-manifest/1"'),
    ],
)
def test_what_is_no_manifest_is_one_fault(document: object, where: str, remedy: str) -> None:
    with pytest.raises(InputError) as caught:
        Manifest.from_dict(document)
    (fault,) = caught.value.faults
    assert fault.where == where
    assert remedy in fault.remedy


@pytest.mark.parametrize(
    ("replaced", "by", "where", "part"),
    [
        ('"name": "Toy box",', '"name": "Toy box"', ":4:3", "put a comma"),
        ('"proxy": false,', '"proxy": False,', ":31:18", "write a value"),
        ('"count": 3,', '"count": 3, "count": 4,', ": $.decks.common[0]", "'count' twice"),
        ('"count": 3,', '"count": NaN,', ": $.decks.common[0].count", "finite"),
        ('"Toy box"', '"Toy \\ud800"', ": $.name", "lone surrogate"),
        ('"hp": 50', '"hp": ' + "5" * 5000, ": $.decks.common[0].card.hp", "5000 digits"),
        ('"rules": {', '"rules": ' + "[" * 9000, "", "too deeply"),
        ("Toy box", "Toy\tbox", ":3:15", "write \\n or \\t"),
    ],
)
def test_broken_text(replaced: str, by: str, where: str, part: str) -> None:
    text = write_manifest(example.manifest()).replace(replaced, by, 1)
    with pytest.raises(InputError) as caught:
        read_manifest(text, "m.json")
    (fault,) = caught.value.faults
    assert fault.where == f"m.json{where}"
    assert part in str(fault)
