from __future__ import annotations

import os
import re
import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import EnergyType
from cardkit.decks import RarityDeck, Requirements
from cardkit.errors import ExitCode, Fault, InputError
from cardkit.resources import resource, template
from cardkit.rules import Condition, HouseRules
from cardkit.settings import PrintingSettings, ProxySettings, Settings, load_settings

DEFAULTS = Settings(
    requirements=Requirements.default(), house_rules=HouseRules.from_dict(template("rules"))
)


def load(folder: Path, text: str | bytes) -> Settings:
    content = text if isinstance(text, bytes) else text.encode()
    (folder / "cardkit.toml").write_bytes(content)
    return load_settings(folder)


def faults(folder: Path, text: str | bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(folder, text)
    assert caught.value.exit_code is ExitCode.BAD_INPUT
    return [str(fault).removeprefix(f"{folder}{os.sep}") for fault in caught.value.faults]


def test_an_absent_file_means_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == DEFAULTS


@pytest.mark.parametrize("text", ["", "# nothing\n", "\ufeff[decks]\n", "[rules.chart]\r\n"])
def test_an_empty_file_means_the_defaults(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text) == DEFAULTS


def test_the_defaults_are_those_of_the_rules() -> None:
    requirements = DEFAULTS.requirements
    assert list(requirements.minimums.values()) == [20, 18, 6, 6, 6]
    assert (requirements.energy_per_type, requirements.energy_total) == (5, (40, 45))
    assert not requirements.multi_piece
    assert requirements.promo_deck is RarityDeck.RARE
    assert requirements.no_rarity_deck is RarityDeck.COMMON
    colours = requirements.sleeves.to_dict()
    assert len(set(colours.values())) == 7
    assert len(DEFAULTS.house_rules.chart) == 9


def test_only_what_is_written_changes(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        """
        name = "Friday box"
        [decks]
        promo_deck = "uncommon"
        [decks.minimums]
        rare = 8
        [decks.energy]
        most = 60
        [decks.sleeves]
        energy = "silver"
        [rules]
        multi_piece = true
        balls_per_catch = 1
        revive_hp = 60
        [rules.chart]
        Fire = "Paralyzed"
        [printing]
        paper = "letter"
        [sources.snapshot]
        address = "http://127.0.0.1:8000/cards.zip"
        [proxies]
        choose = ["Charizard VMAX", "sv3pt5-6"]
        types = ["Water", "Fire"]
        """,
    )
    base = DEFAULTS.requirements
    assert settings == Settings(
        name="Friday box",
        requirements=replace(
            base,
            multi_piece=True,
            promo_deck=RarityDeck.UNCOMMON,
            minimums={**base.minimums, RarityDeck.RARE: 8},
            energy_total=(40, 60),
            sleeves=replace(base.sleeves, energy="silver"),
        ),
        house_rules=replace(
            DEFAULTS.house_rules,
            balls_per_catch=1,
            revive_hp=60,
            chart={**DEFAULTS.house_rules.chart, EnergyType.FIRE: Condition.PARALYZED},
        ),
        printing=PrintingSettings(paper="letter"),
        proxies=ProxySettings(
            choose=("Charizard VMAX", "sv3pt5-6"), types=(EnergyType.WATER, EnergyType.FIRE)
        ),
        sources={
            **template("sources"),
            "snapshot": {
                **template("sources")["snapshot"],
                "address": "http://127.0.0.1:8000/cards.zip",
            },
        },
    )
    assert load_settings(tmp_path) == settings
    assert DEFAULTS.requirements == Requirements.default()


def test_every_switch_of_the_rules_stands_in_the_template(tmp_path: Path) -> None:
    written = load(
        tmp_path,
        """
        [rules]
        multi_piece = true
        bench_size = 4
        pc_size = 3
        proxies_playable = true
        retreats_per_turn = 2
        revive_hp = 60
        balls_per_catch = 1
        chart = "most"
        """,
    )
    text = resource("templates", "rules.toml").read_text(encoding="utf-8")
    for switch in fields(written.house_rules):
        assert re.search(rf"^(# )?{switch.name} = ", text, re.MULTILINE)
        assert getattr(written.house_rules, switch.name) != getattr(
            DEFAULTS.house_rules, switch.name
        )
    assert written.requirements.multi_piece


MOST = {
    EnergyType.WATER: Condition.PARALYZED,
    EnergyType.FIGHTING: Condition.PARALYZED,
}
"""Where the chart ``most`` differs from ``typical`` (section F of the rules)."""


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("[rules]\nchart = 'typical'", {}),
        ("[rules]\nchart = 'most'", MOST),
        ("[rules.chart]\npreset = 'most'", MOST),
        ("[rules.chart]\nFire = 'Asleep'", {EnergyType.FIRE: Condition.ASLEEP}),
        (
            "[rules.chart]\npreset = 'most'\nWater = 'Burned'",
            {**MOST, EnergyType.WATER: Condition.BURNED},
        ),
    ],
)
def test_a_chart_is_named_or_written(
    tmp_path: Path, text: str, changed: dict[EnergyType, Condition]
) -> None:
    typical = DEFAULTS.house_rules.chart
    assert load(tmp_path, text).house_rules.chart == {**typical, **changed}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[rules]\nchart = 'mots'", "$.rules.chart: expects one of 'typical', 'most' or a table"),
        ("[rules]\nchart = 3", "$.rules.chart: expects one of 'typical', 'most' or a table, got 3"),
        (
            "[rules.chart]\npreset = 'mots'",
            "$.rules.chart.preset: expects one of 'typical', 'most'",
        ),
        ("[rules.chart]\nDragon = 'Asleep'", "$.rules.chart.Dragon: unknown key 'Dragon'"),
        ("[rules.chart]\nFire = 'burned'", "got 'burned' (S35); write 'Burned'"),
        ("[rules.chart]\nFire = 1", "$.rules.chart.Fire: expects one of 'Asleep'"),
    ],
)
def test_a_chart_that_is_none_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (fault,) = faults(tmp_path, text)
    assert says in fault
    assert "S35" in fault


def test_every_fault_at_once_with_path_value_and_remedy(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        """
        nmae = "x"
        [decks]
        minimums = {comon = 3, rare = "8"}
        promo_deck = "Rare"
        [decks.energy]
        least = -1
        [rules]
        bench_size = 99
        revive_hp = 55
        [rules.chart]
        Gras = "Asleep"
        Fire = "Frozen"
        [printing]
        paper = "A5"
        [proxies]
        types = ["Fir", 3]
        choose = [""]
        """,
    )
    assert len(found) == 13
    for start, remedy in (
        ("cardkit.toml: $.decks.energy.least: expects at least 0, got -1", ""),
        ("cardkit.toml: $.decks.minimums.comon: unknown key 'comon'", "write 'common'"),
        (
            "cardkit.toml: $.decks.minimums.rare: expects a whole number, got '8'",
            "write 8 without quotes",
        ),
        ("cardkit.toml: $.decks.promo_deck: expects one of 'common'", "write 'rare'"),
        ("cardkit.toml: $.nmae: unknown key 'nmae'", "write 'name'"),
        ("cardkit.toml: $.printing.paper: expects one of 'a4', 'letter'", "such as 210x297"),
        ("cardkit.toml: $.proxies.choose[0]: expects one line of text", ""),
        ("cardkit.toml: $.proxies.types[0]: expects one of 'Grass'", "write 'Fire'"),
        ("cardkit.toml: $.proxies.types[1]: expects one of 'Grass'", "choose one of these"),
        ("cardkit.toml: $.rules.bench_size: expects at most 10, got 99", ""),
        ("cardkit.toml: $.rules.chart.Fire: expects one of 'Asleep'", "choose one of these"),
        ("cardkit.toml: $.rules.chart.Gras: unknown key 'Gras'", "write 'Grass'"),
        ("cardkit.toml: $.rules.revive_hp: expects a multiple of 10, got 55", ""),
    ):
        (match,) = [fault for fault in found if fault.startswith(start)]
        assert "; " in match
        assert match.endswith(remedy)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("[minimums]\nrare = 8", "put it under [decks]"),
        ("[energy]\nmost = 50", "put it under [decks]"),
        ("bench_size = 4", "put it under [rules]"),
        ("[chart]\nFire = 'Burned'", "put it under [rules]"),
        ("paper = 'a4'", "put it under [printing]"),
        ("types = ['Fire']", "put it under [proxies]"),
        ("[decks]\nmulti_piece = true", "put it under [rules]"),
    ],
)
def test_a_setting_outside_its_table_is_told_where_it_belongs(
    tmp_path: Path, text: str, remedy: str
) -> None:
    (fault,) = faults(tmp_path, text)
    assert fault.endswith(remedy)


@pytest.mark.parametrize("paper", ["1x1", "39.9 x 100", "210x5001"])
def test_a_paper_of_no_paper_s_size_is_told_with_file_and_key(tmp_path: Path, paper: str) -> None:
    found = faults(
        tmp_path,
        f"[printing]\npaper = '{paper}'\n[printing.presets.mine]\npaper = '{paper}'",
    )
    expected = f"expects edges of 40 to 5000 mm, got '{paper}'"
    assert [fault.partition("; ")[0] for fault in found] == [
        f"cardkit.toml: $.printing.paper: {expected}",
        f"cardkit.toml: $.printing.presets.mine.paper: {expected}",
    ]


@pytest.mark.parametrize(
    ("energy", "expected"),
    [
        ("least = 46", [("least", "to be at most 45, as most is, got 46")]),
        ("per_type = 6", [("most", "room for 8 types of 6, 48 cards, got most = 45")]),
        (
            "per_type = 6\nleast = 50",
            [("least", "at most 45"), ("most", "room for 8 types")],
        ),
    ],
)
def test_s5_numbers_that_contradict_each_other(
    tmp_path: Path, energy: str, expected: list[tuple[str, str]]
) -> None:
    found = faults(tmp_path, f"[decks.energy]\n{energy}")
    assert len(found) == len(expected)
    for fault, (key, words) in zip(found, expected, strict=True):
        assert fault.startswith(f"cardkit.toml: $.decks.energy.{key}: expects ")
        assert words in fault
        assert "(S5)" in fault


@pytest.mark.parametrize(
    ("text", "line", "shown"),
    [
        ("[decks]\n\nmost 39\n", 3, "'most 39'"),
        ("a = [", 1, "'a = ['"),
        ("[decks]\nmulti_piece = True\n", 2, "'multi_piece = True'"),
        ("[decks.minimums]\nrare = 8\nrare = 9\n", 3, "'rare = 9'"),
        ("[decks\n", 1, "'[decks'"),
        ('name = "open\n', 1, "'name = \"open'"),
        (b"\xef\xbb\xbfname = ", 1, "'name ='"),
        (b"name = 'x'\nname\x00 = 1", 2, "name"),
        (b"#\n# caf\xe9\n", 2, "0xe9"),
        ("[decks]\n".encode("utf-16"), 1, "0xff"),
    ],
)
def test_broken_toml_names_the_line(
    tmp_path: Path, text: str | bytes, line: int, shown: str
) -> None:
    (fault,) = faults(tmp_path, text)
    assert fault.startswith(f"cardkit.toml:{line}: expects ")
    assert shown in fault
    assert "; " in fault


@pytest.mark.parametrize("name", ["L7160", "j8160", "5160", "5260"])
def test_a_label_sheet_by_any_of_its_names(tmp_path: Path, name: str) -> None:
    assert load(tmp_path, f'printing = {{labels = "{name}"}}').printing.labels == name


def test_an_unknown_label_sheet(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, '[printing]\nlabels = "L7161"')
    assert fault.startswith("cardkit.toml: $.printing.labels: expects one of L7160")
    assert "got 'L7161'" in fault


def test_endless_nesting_is_a_fault_like_any_other(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "a = " + "[" * 30_000)
    assert "nested too deeply" in fault


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "cardkit.toml").mkdir()
    with pytest.raises(InputError, match=r"cannot read the settings.*name a file, not a folder"):
        load_settings(tmp_path)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.dates()
    | st.sampled_from(["Fire", "rare", "a4"])
)
KEYS = st.sampled_from(
    ["decks", "rules", "printing", "proxies", "energy", "most", "minimums", "types", "name", "zz"]
)


@given(
    st.dictionaries(
        KEYS,
        st.recursive(
            SCALARS,
            lambda part: st.lists(part, max_size=3) | st.dictionaries(KEYS, part, max_size=3),
            max_leaves=8,
        ),
        max_size=3,
    )
)
def test_any_document_gives_settings_or_faults(document: dict[str, object]) -> None:
    faults: tuple[Fault, ...] = ()
    try:
        Settings.from_dict(document)
    except InputError as error:
        faults = error.faults
    assert all(fault.what and fault.where for fault in faults)


def test_the_templates_fit_the_schema() -> None:
    document = {name: template(name) for name in ("decks", "rules", "sources")}
    assert Settings.from_dict(document) == DEFAULTS


@pytest.mark.parametrize("paper", [*template("papers")["papers"], "A4", "210x297", "100 x 150.5"])
def test_papers_are_names_or_sizes(paper: str) -> None:
    presets = {"mine": {"paper": paper, "gap_mm": [1, 2], "guides": {"width_pt": 0.25}}}
    printing = Settings.from_dict({"printing": {"paper": paper, "presets": presets}}).printing
    assert (printing.paper, printing.presets, printing.sheet) == (paper, presets, {})


@pytest.mark.parametrize(
    ("printing", "says"),
    [
        ({"presets": {"mine": {"paper": "big"}}}, "$.printing.presets.mine.paper: expects one of"),
        ({"presets": {"mine": {"gap": 1}}}, "unknown key 'gap'; write 'gap_mm'"),
        ({"guides": {"width_pt": 0.1}}, "$.printing.guides.width_pt: expects at least 0.25"),
        ({"margins_mm": [1, 2]}, "$.printing.margins_mm"),
        ({"printers": {"old": {"scale_x": 2}}}, "$.printing.printers.old.scale_x: expects at most"),
        ({"printers": {"old": {"back_offset_mm": [1]}}}, "back_offset_mm: expects at least 2"),
        ({"paper": 4}, "$.printing.paper: expects text in quotes, got 4"),
        ({"presets": []}, "$.printing.presets: expects a table"),
    ],
)
def test_faults_of_printing_are_named(printing: dict[str, object], says: str) -> None:
    with pytest.raises(InputError) as caught:
        Settings.from_dict({"printing": printing})
    assert says in str(caught.value)


def test_requirements_round_trip() -> None:
    requirements = Requirements.default()
    assert Requirements.from_dict(requirements.to_dict()) == requirements
    assert requirements.to_dict() == {**template("decks"), "multi_piece": False}


def test_the_example_in_the_template_can_be_copied() -> None:
    text = resource("templates", "decks.toml").read_text(encoding="utf-8")
    example = "\n".join(re.findall(r"^#   (.*)$", text, re.MULTILINE))
    assert Settings.from_dict(tomllib.loads(example)).requirements.minimums[RarityDeck.RARE] == 8


def test_an_object_is_a_table_in_toml(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "[decks]\nenergy = 3\n")
    assert fault.endswith("$.decks.energy: expects a table, got 3 (S5); write a table")


def test_energy_at_home_is_off_unless_it_is_said(tmp_path: Path) -> None:
    assert not DEFAULTS.requirements.energy_at_home
    settings = load(tmp_path, "[decks.energy]\nat_home = true\n")
    assert settings.requirements == replace(DEFAULTS.requirements, energy_at_home=True)
