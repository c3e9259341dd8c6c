from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardkit.naming import (
    CollectorNumber,
    fold_label,
    fold_name,
    label_spellings,
    number_key,
)

SAME_NAMES = [
    ("Nidoran ♀", "Nidoran F", "nidoran♀"),
    ("Nidoran ♂ δ", "Nidoran M (Delta Species)"),
    ("Charizard-GX", "Charizard GX", "CHARIZARD gx"),
    ("Mewtwo-EX", "Mewtwo EX", "Mewtwo ex"),
    ("Gyarados ★ δ", "Gyarados Star (Delta Species)", "Gyarados Gold Star δ"),
    ("Arceus ◇", "Arceus Prism Star", "Arceus {*}"),
    ("Pokédex", "Pokedex", "Poke\u0301dex"),
    ("Farfetch'd", "Farfetch’d", "Farfetchd", "Farfetch´d"),
    ("Fire Energy", "Basic Fire Energy", "Basic {R} Energy"),
    ("Wash Water Energy", "Wash {W} Energy"),
    ("Unit Energy GrassFireWater", "Unit Energy GRW", "Unit {G}{R}{W} Energy"),
    ("Blend Energy WaterLightningFightingMetal", "Blend Energy WLFM"),
    ("Ho-Oh", "Ho-oh", "Ho Oh"),
    ("Reshiram & Charizard-GX", "Reshiram and Charizard GX"),
    ("_____'s Pikachu", "_____’s Pikachu"),
    ("Type: Null", "Type Null"),
    ("Poké Drawer +", "Poke Drawer＋"),
    ("Mr. Mime", "Mr Mime"),
    ("Porygon-Z LV.X", "Porygon-Z LV X"),
    ("Mystery Plate δ", "Mystery Plate Delta"),
]

DIFFERENT_NAMES = [
    ("Nidoran ♀", "Nidoran ♂"),
    ("Mewtwo", "Mewtwo ★"),
    ("Mewtwo ex", "Mewtwo-GX"),
    ("Poké Drawer", "Poké Drawer +"),
    ("Unown [!]", "Unown [?]"),
    ("Miracle Sphere α", "Miracle Sphere β"),
    ("Boss's Orders", "Boss's Orders (Ghetsis)"),
    ("M Charizard-EX", "Charizard-EX"),
    ("Fire Energy", "Heat Fire Energy"),
    ("Unit Energy GrassFireWater", "Unit Energy LightningPsychicMetal"),
]


@pytest.mark.parametrize("names", SAME_NAMES, ids=lambda names: names[0])
def test_spellings_of_one_name_fold_to_the_same(names: tuple[str, ...]) -> None:
    assert len({fold_name(name) for name in names}) == 1
    assert fold_name(names[0])


@pytest.mark.parametrize(("one", "other"), DIFFERENT_NAMES)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)


@given(st.text())
@example("ＣＨＡＲＩＺＡＲＤ－ＧＸ")
@example("Energy GrassGrass Energy")
@example("Δ and ά")
def test_folding_twice_changes_nothing(text: str) -> None:
    label = fold_label(text)
    assert fold_label(label) == label
    assert fold_name(text) == fold_name(text.replace("'", "’"))


def test_letters_of_other_scripts_survive() -> None:
    assert fold_name("タマタマ[Exeggcute]") == "タマタマ exeggcute"


LABELS = [
    ("SV05: Temporal Forces", "temporal forces"),
    ("SWSH12: Silver Tempest Trainer Gallery", "silver tempest trainer gallery"),
    ("ME02.5: Ascended Heroes", "ascended heroes"),
    ("SM - Burning Shadows", "burning shadows"),
    ("XY - BREAKpoint", "breakpoint"),
    ("XY Base Set", "xy"),
    ("Base Set (Unlimited)", "base set"),
    ("Base Set (1st Edition & Shadowless)", "base set"),
    ("HS—Unleashed", "hs unleashed"),
    ("Pokémon Rumble", "rumble"),
    ("151", "151"),
    ("Celebrations: Classic Collection", "celebrations classic collection"),
    ("Diamond & Pearl", "diamond and pearl"),
]


@pytest.mark.parametrize(("label", "last"), LABELS)
def test_the_shortest_reading_of_a_label(label: str, last: str) -> None:
    spellings = label_spellings(label)
    assert spellings[-1] == last
    assert spellings[0] == fold_label(label)


def test_no_label_no_spelling() -> None:
    assert label_spellings(" - ") == ()


NUMBERS = [
    # written, key, total, code
    ("4", "4", None, ""),
    ("004", "4", None, ""),
    ("4/102", "4", 102, ""),
    ("004/102", "4", 102, ""),
    (" 4 / 102 ", "4", 102, ""),
    ("110/100", "110", 100, ""),
    ("１２／１０２", "12", 102, ""),
    ("TG12/TG30", "TG12", 30, ""),
    ("TG06", "TG6", None, ""),
    ("SWSH123", "SWSH123", None, ""),
    ("SWSH001", "SWSH1", None, ""),
    ("SWSH 001", "SWSH1", None, ""),
    ("SVP 176", "176", None, "SVP"),
    ("SVP176", "176", None, "SVP"),
    ("SVP EN 085", "85", None, "SVP"),
    ("MEP 012", "12", None, "MEP"),
    ("PR-SV 45", "45", None, "PR-SV"),
    ("SV049/SV094", "SV49", 94, ""),
    ("GG05", "GG5", None, ""),
    ("RC7/RC25", "RC7", 25, ""),
    ("H12/H32", "H12", 32, ""),
    ("SM103a", "SM103A", None, ""),
    ("28a/83", "28A", 83, ""),
    ("182b", "182B", None, ""),
    ("001/M-P", "1", None, ""),
    ("1904/04", "1904", 4, ""),
    ("#25", "25", None, ""),
    ("# 25", "25", None, ""),
    ("No. 25", "25", None, ""),
    ("A", "A", None, ""),
    ("A/28", "A", 28, ""),
    ("!", "!", None, ""),
    ("?/28", "?", 28, ""),
    ("ONE", "ONE", None, ""),
    ("one", "ONE", None, ""),
    ("000", "0", None, ""),
    ("OP07-109", "OP7-109", None, ""),
]


@pytest.mark.parametrize(("text", "key", "total", "code"), NUMBERS)
def test_collector_numbers_in_all_shapes(text: str, key: str, total: int | None, code: str) -> None:
    number = CollectorNumber.parse(text)
    assert (number.key, number.printed_total, number.code) == (key, total, code)
    assert number.text == text
    assert number.also == ()


def test_a_text_may_name_both_halves_of_a_card() -> None:
    number = CollectorNumber.parse("073/076 / 074/076")
    assert (number.key, number.printed_total, number.also) == ("73", 76, ("74",))


@pytest.mark.parametrize("text", ["", "   ", "#", "/", "/102"])
def test_nothing_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="must look like"):
        CollectorNumber.parse(text)


@given(st.text(min_size=1))
@example("0٣/0")
@example("&")
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        number = CollectorNumber.parse(text)
    except ValueError:
        return
    assert number.key
    assert number_key(number.key) == number.key


@given(st.integers(min_value=0, max_value=999), st.sampled_from(["", "TG", "SV", "SWSH"]))
def test_zeros_in_front_do_not_matter(number: int, letters: str) -> None:
    assert number_key(f"{letters}{number:03}") == number_key(f"{letters}{number}")
