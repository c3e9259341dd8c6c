from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cardkit.errors import InputError
from cardkit.printing import papers, proxies_pdf
from cardkit.printing.layouts import Layout, layout_named, shipped_layouts
from cardkit.resources import template
from tests.printing.making import proxy, text_of

SHIPPED = shipped_layouts()
A4 = papers()["a4"]
LEAST = """
title = "least"
[card]
width = 63
height = 88
[name]
x = 5
y = 5
width = 50
height = 8
size_pt = 12
[proxy]
x = 5
y = 80
width = 50
height = 3
size_pt = 6
"""
"""All that a layout must have."""


def written(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", SHIPPED)
def test_boxes_of_a_shipped_layout_lie_inside_it_and_apart(name: str) -> None:
    layout = layout_named(name)
    card = {"x": 2.5, "y": 2.5, "width": layout.card.width_mm - 5}
    card["height"] = layout.card.height_mm - 5
    frame = layout.parts.get("frame", card)
    boxes = {
        part: box
        for part, box in (layout.parts | layout.parts.get("texts", {})).items()
        if part not in ("frame", "picture", "texts") and {"x", "y", "width"} <= set(box)
    }
    if "panel" in boxes and boxes.get("chips", {}).get("y", 99) < boxes["panel"]["y"]:
        boxes.pop("chips")
    for box in boxes.values():
        box = {"height": 0} | box
        assert box["x"] >= frame["x"] - 1e-9
        assert box["y"] >= frame["y"] - 1e-9
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1e-9
        assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1e-9
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        beside = _apart(first, second, "x", "width")
        above = _apart(first, second, "y", "height")
        assert beside or above, (one, other)


def _apart(one: Mapping[str, float], other: Mapping[str, float], at: str, size: str) -> bool:
    return one[at] + one[size] <= other[at] + 1e-9 or other[at] + other[size] <= one[at] + 1e-9


def test_the_four_faces_and_the_stickers_are_shipped() -> None:
    assert {"solo", "full", "text", "photo", "sticker-tall", "sticker-flat"} <= set(SHIPPED)
    assert [name for name in SHIPPED if layout_named(name).sticker] == [
        "sticker-flat",
        "sticker-tall",
    ]
    assert [name for name in SHIPPED if layout_named(name).black] == ["text"]


def test_a_layout_lays_its_boxes_over_those_it_extends(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        mine='extends = "middle"\nwithout = ["panel", "chips"]\n[name]\nsize_pt = 20\n',
        middle='title = "middle"\nextends = "solo"\n[name]\nsize_pt = 18\nlines = 1\n',
    )
    mine, solo = layout_named("mine", folder), layout_named("solo")
    assert mine.title == "middle"
    assert mine.parts["name"] == solo.parts["name"] | {"size_pt": 20, "lines": 1}
    assert set(solo.parts) - set(mine.parts) == {"panel", "chips"}
    assert template("layouts/solo")["name"]["size_pt"] == 14.0


def test_an_own_layout_may_take_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    folder = written(tmp_path, solo='extends = "solo"\n[name]\nsize_pt = 20\n')
    assert layout_named("solo", folder).parts["name"]["size_pt"] == 20
    assert layout_named("full", folder).parts["moves"]
    assert layout_named("solo").parts["name"]["size_pt"] == 14.0


def test_a_file_may_stand_anywhere_and_extends_those_beside_it(tmp_path: Path) -> None:
    folder = written(tmp_path, mine='extends = "base"\n', base=LEAST)
    assert layout_named(str(folder / "mine.toml")).parts["name"]["width"] == 50


def test_the_least_layout_prints_the_name_and_that_it_is_a_proxy(tmp_path: Path) -> None:
    layout = layout_named("least", written(tmp_path, least=LEAST))
    job = proxies_pdf([proxy()], paper=A4, title="", layout=layout)
    assert text_of(job.content).startswith("PROXY - not for sale - not tournament legalTestachu")
    assert job.warnings == ()


def test_own_boxes_say_what_they_name(tmp_path: Path) -> None:
    own = LEAST + '\n[texts.own]\nx=5\ny=20\nwidth=50\nheight=5\nsize_pt=6\ntext="{hp} by {artist}"'
    layout = layout_named("own", written(tmp_path, own=own))
    job = proxies_pdf([proxy(artist="A. Painter")], paper=A4, title="", layout=layout)
    assert "90 by A. Painter" in text_of(job.content)


NAMES = [
    ("nowhere", "expects the name of a layout, got 'nowhere'; choose one of full, photo, solo"),
    ("../secret", "small letters, digits and hyphens"),
    ("/etc/passwd", "small letters, digits and hyphens"),
    ("a/b", "small letters, digits and hyphens"),
    ("..", "small letters, digits and hyphens"),
    ("", "small letters, digits and hyphens"),
    ("a\0b", "small letters, digits and hyphens"),
    ("x" * 41, "small letters, digits and hyphens"),
    ("nowhere.toml", "cannot read the file: no such file"),
]


@pytest.mark.parametrize(("name", "message"), NAMES)
def test_names_lead_nowhere_but_into_the_folder(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        layout_named(name, tmp_path)
    assert message in str(caught.value)


HOSTILE = {
    "no toml": ("[name\n", "expects TOML"),
    "no utf-8": ("\udcff", "expects UTF-8 text, got the byte 0xff"),
    "deep": ("a = " + "[" * 5_000, "nested too deeply"),
    "empty": ("", "expects the box 'card', got none"),
    "without a proxy line": (
        'extends = "solo"\nwithout = ["proxy"]\n',
        "$.proxy: expects the box 'proxy', got none",
    ),
    "without a name": (
        'extends = "solo"\nwithout = ["name"]\n',
        "$.name: expects the box 'name', got none",
    ),
    "negative box": (
        'extends = "solo"\n[name]\nx = -1\nwidth = -5\n',
        "$.name.width: expects more",
    ),
    "empty box": ('extends = "solo"\n[hp]\nheight = 0\n', "$.hp.height: expects more than 0"),
    "outside": (
        'extends = "solo"\n[name]\nx = 50\n',
        "$.name: expects a box inside the width of 63 mm, got x + width = 84.2",
    ),
    "own box outside": (
        LEAST + '[texts.t]\nx=1\ny=90\nwidth=9\nheight=9\nsize_pt=5\ntext="a"',
        "$.texts.t: expects a box inside the height of 88 mm, got y + height = 99",
    ),
    "endless box": ('extends = "solo"\n[name]\nwidth = 1e300\n', "at most 400"),
    "not a number": ('extends = "solo"\n[name]\nwidth = nan\n', "$.name.width"),
    "infinite": ('extends = "solo"\n[name]\nx = inf\n', "$.name.x"),
    "huge letters": (
        'extends = "solo"\n[name]\nsize_pt = 5000\n',
        "$.name.size_pt: expects at most",
    ),
    "tiny letters": ('extends = "solo"\n[name]\nleast_pt = 0.1\n', "least_pt: expects at least 3"),
    "least above wanted": (
        'extends = "solo"\n[name]\nleast_pt = 60\n',
        "$.name.least_pt: expects least_pt to be at most the wanted size, got 60",
    ),
    "many lines": ('extends = "solo"\n[name]\nlines = 10000\n', "$.name.lines: expects at most 12"),
    "many rays": ('extends = "solo"\n[panel]\nrays = 100000\n', "$.panel.rays: expects at most 90"),
    "misspelt box": ('extends = "solo"\n[nmae]\nx = 1\n', "unknown key 'nmae'; write 'name'"),
    "misspelt key": ('extends = "solo"\n[name]\nwith = 1\n', "unknown key 'with'"),
    "no colour": ('extends = "solo"\n[name]\ncolour = "red"\n', "$.name.colour: expects"),
    "text for a number": ('extends = "solo"\n[name]\nx = "5"\n', "write 5 without quotes"),
    "no placeholder": (
        LEAST + '[texts.t]\nx=1\ny=9\nwidth=9\nheight=9\nsize_pt=5\ntext="{card.__class__}"',
        "got '{card.__class__}'",
    ),
    "chips without a place": (
        'extends = "solo"\nwithout = ["panel"]\n',
        "$.chips: expects x, y and width",
    ),
    "itself": ('extends = "hostile"\n', "cannot build on itself"),
    "unknown parent": ('extends = "nowhere"\n', "expects the name of a layout, got 'nowhere'"),
    "path of a parent": ('extends = "../../secret"\n', "$.extends: expects"),
    "file as a parent": ('extends = "secret.toml"\n', "$.extends: expects"),
    "no box left out": ('extends = "solo"\nwithout = ["wings"]\n', "$.without[0]: expects one of"),
    "too large": ("#" * 1_100_000, "at most 1 MB"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_layout_is_refused_with_a_message(case: str, tmp_path: Path) -> None:
    text, message = HOSTILE[case]
    path = tmp_path / "hostile.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError) as caught:
        layout_named("hostile", tmp_path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    text = 'extends = "solo"\n[name]\nx = -1\n[hp]\nsize_pt = "big"\n[proxy]\ncolour = 7\n'
    with pytest.raises(InputError) as caught:
        layout_named("bad", written(tmp_path, bad=text))
    assert len(caught.value.faults) == 3


def test_a_circle_of_layouts_is_refused_with_the_way_round(tmp_path: Path) -> None:
    folder = written(
        tmp_path, one='extends = "two"\n', two='extends = "three"\n', three='extends = "one"\n'
    )
    with pytest.raises(InputError, match=r"cannot build on itself, got .*one.toml > .*two.toml"):
        layout_named("one", folder)


def test_a_long_chain_of_layouts_is_refused(tmp_path: Path) -> None:
    texts = {f"l{number}": f'extends = "l{number + 1}"\n' for number in range(40)}
    with pytest.raises(InputError, match="may build on 8 others"):
        layout_named("l0", written(tmp_path, **texts))


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    written(tmp_path, secret=LEAST)
    folder = tmp_path / "layouts"
    folder.mkdir()
    (folder / "mine.toml").symlink_to(tmp_path / "secret.toml")
    with pytest.raises(InputError, match="must stand in its folder, got a link to"):
        layout_named("mine", folder)


def test_what_is_no_file_is_no_layout(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(InputError, match="expects the name of a layout"):
            layout_named(name, tmp_path)


def test_a_document_is_checked_too() -> None:
    faulty: dict[str, Any] = {"card": {"width": 63, "height": -1}}
    with pytest.raises(InputError, match=r"\$\.card\.height"):
        Layout.from_dict("own", faulty)
