from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.catalogue import Catalogue
from cardkit.collection import Step
from cardkit.errors import InputError
from cardkit.imports import ImportReport, read_collection, read_path
from cardkit.imports.decklists import decklist_dialects, read_decklist
from tests.imports import making

FOLDER = Path(__file__).parent / "decklists"
FILES = {
    "ptcgl": "ptcgl",
    "ptcgo": "ptcgo",
    "limitless": "limitless",
    "mixed": "decklist",
    "french": "ptcgl",
    "broken": "ptcgl",
    "mojibake": "ptcgl",
}


def written(report: ImportReport) -> str:
    lines = [f"{report.format_name}: {report.rows_read} rows, {report.copies} copies"]
    for row in report.rows:
        found = row.card.card_id or f"? {row.card.reason}"
        about = (row.card.kind, row.finish, row.card.language, row.note)
        words = [f"{row.line}: {row.count} x {row.card.name} -> {found}", *filter(None, about)]
        lines.append("; ".join(words))
    lines += [f"{row.line}: skipped, {row.reason}: {row.name}" for row in report.skipped]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", FILES)
def test_each_line_is_what_a_person_has_checked(
    name: str, catalogue: Catalogue, golden: Callable[[Path, str], None]
) -> None:
    report = read_collection(read_path(FOLDER / f"{name}.txt"), catalogue)
    assert report.format_name == FILES[name]
    golden(FOLDER / "read" / f"{name}.txt", written(report))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("10 Fire Energy", "base1-6"),
        ("8 Basic {R} Energy", "base1-6"),
        ("3 Energia Fogo Básica", "base1-6"),
        ("Fire Energy 10", "base1-6"),
        ("1 Basic {R} Energy Energy 6", "base1-6"),
        ("11 Fire Energy 6", "base1-6"),
        ("8 Basic {R} Energy MEE 2", None),  # it names a set, and the catalogue lacks that
        ("4 Fire Energy XYEnergy 6", None),
        ("2 Fire Energy 99", None),
        ("4 Water Energy", None),  # of which the catalogue knows no printing
    ],
)
def test_a_basic_energy_without_a_set_is_any_printing_of_it(
    line: str, found: str | None, catalogue: Catalogue
) -> None:
    (row,) = making.read(f"1 Alakazam BS 1\n{line}\n", catalogue, "decklist").rows[1:]
    assert row.card.card_id == found
    assert row.card.step is (Step.ANY_PRINTING if found else None)


def test_energies_without_a_set_do_not_hide_which_program_wrote_a_list(
    catalogue: Catalogue,
) -> None:
    text = "Pokémon: 1\n2 Alakazam BS 1\n\nEnergy: 2\n10 Fire Energy\n4 Water Energy\n"
    assert making.read(text, catalogue).format_name == "ptcgl"


def test_every_kind_of_list_has_a_file() -> None:
    assert {each.name for each in decklist_dialects()} == set(FILES.values())


def cells(line: str, catalogue: Catalogue) -> tuple[str, str, str, str]:
    (row,) = read_decklist([line], catalogue).rows
    count, name, code, number = row.cells[:4]
    return count, name, code, number


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("4 Ralts ASR 60", ("4", "Ralts", "ASR", "60")),
        ("* 4  Ralts  ASR  60", ("4", "Ralts", "ASR", "60")),
        ("2 Gallade ASR 62 PH", ("2", "Gallade", "ASR", "62")),
        ("1 Mewtwo V-UNION PR-SW 159", ("1", "Mewtwo V-UNION", "PR-SW", "159")),
        ("1 Mewtwo V-UNION", ("1", "Mewtwo V-UNION", "", "")),
        ("1 Pikachu V 43", ("1", "Pikachu V", "", "43")),
        ("1 Shining Mew 40", ("1", "Shining Mew 40", "", "")),
        ("2 N FAC 105", ("2", "N", "FAC", "105")),
        ("2 N's PP Up JTG 153", ("2", "N's PP Up", "JTG", "153")),
        ("3 Pokégear 3.0 SVI 186", ("3", "Pokégear 3.0", "SVI", "186")),
        ("3 Pokégear 3.0", ("3", "Pokégear 3.0", "", "")),
        ("1 Porygon2 UNB 156", ("1", "Porygon2", "UNB", "156")),
        ("1 Pikachu CRZ GG30", ("1", "Pikachu", "CRZ", "GG30")),
        ("1 Pikachu CRZ-GG 30", ("1", "Pikachu", "CRZ-GG", "30")),
        ("1 Charizard SWSHALT 20", ("1", "Charizard", "SWSHALT", "20")),
        ("1 Pikachu P-A 9", ("1", "Pikachu", "P-A", "9")),
        ("4 Card (RCL-93)", ("4", "Card", "RCL", "93")),
        ("4 Card (RCL 93)", ("4", "Card", "RCL", "93")),
        ("4 Charizard ex - 006/165 [MEW]", ("4", "Charizard ex - 006/165", "MEW", "")),
        ("8 Basic {D} Energy MEE 7", ("8", "Darkness Energy", "MEE", "7")),
        ("Basic {R} Energy 8", ("8", "Fire Energy", "", "")),
        ("Fire Energy 10", ("10", "Fire Energy", "", "")),
        ("10 Fire Energy 6", ("10", "Fire Energy", "", "6")),
        ("1 Basic {L} Energy Energy 4", ("1", "Lightning Energy", "Energy", "4")),
        ("1 Basic {L} Energy Energy 30 PH", ("1", "Lightning Energy", "Energy", "30")),
        ("5 Fire Energy ecalt 5", ("5", "Fire Energy", "ecalt", "5")),
        ("1 Wash {W} Energy VIV 165", ("1", "Wash {W} Energy", "VIV", "165")),
        ("11 Basic Fire Energy", ("11", "Fire Energy", "", "")),
        ("11 Psychic Energy 5", ("11", "Psychic Energy", "", "5")),
        ("11 Darkness Energy  7", ("11", "Darkness Energy", "", "7")),
        ("10 Psychic Energy TK-AlolanRaichu 20", ("10", "Psychic Energy", "TK-AlolanRaichu", "20")),
        ("4 Energia Metal Básica SVE 8", ("4", "Metal Energy", "SVE", "8")),
        ("2 Basis-Feuer-Energie SVE 2", ("2", "Fire Energy", "SVE", "2")),
        ("2 Energia Erba base SVE 1", ("2", "Grass Energy", "SVE", "1")),
        ("2 Energía Agua Básica SVE 3", ("2", "Water Energy", "SVE", "3")),
        ("Pikachu ex × 2", ("2", "Pikachu ex", "", "")),
        ("Pikachu ex x2", ("2", "Pikachu ex", "", "")),
        ("ネストボール 3枚", ("3", "ネストボール", "", "")),
        ("Energia (15): 4 Energia Metal Basica SVE 8", ("4", "Metal Energy", "SVE", "8")),
    ],
)
def test_a_line(line: str, read: tuple[str, str, str, str], catalogue: Catalogue) -> None:
    assert cells(line, catalogue) == read


@pytest.mark.parametrize(
    "line",
    [
        "Pokémon: 18", "Pokémon (13)", "## Pokemon", "Pokemon - 12", "##Trainer Cards - 32",
        "Pok?mon: 9",
        "PokÃ©mon: 9", "Treinador: 30", "Energia (15):", "Dresseur : 25", "Énergie : 7",
        "Energie: 8",
        "Entrenador: 20", "Allenatore: 20", "Trainer", "Total Cards: 60", "Total Cards - 60",
        "Total de cartes : 60", "Karten insgesamt: 60", "60 Total Cards", "", "   ", "-----",
        "// a remark",
        "****** Deck List Generated by somebody ******",
    ],
)  # fmt: skip
def test_headings_totals_and_ornament_are_no_rows(line: str, catalogue: Catalogue) -> None:
    assert read_decklist([line], catalogue).rows == ()


@pytest.mark.parametrize(
    "text",
    [
        "Dear Sir,\n4 of the cards that you sold me\nare damaged.\n",
        "Foo,Bar\n1,2\n",
        "4 pears\n3 apples\n",
        "1,2,3\n4,5,6\n",
        "Pokemon\n",
    ],
)
def test_other_texts_are_no_decklists(text: str, catalogue: Catalogue) -> None:
    with pytest.raises(InputError, match="expects a header"):
        making.read(text, catalogue)


def test_numbers_of_sections_are_never_looked_at(catalogue: Catalogue) -> None:
    text = "Pokémon: 99\n4 Alakazam BS 1\n\nTotal Cards: 7\n"
    assert making.read(text, catalogue).copies == 4


def test_a_table_is_no_decklist_whatever_stands_in_it(catalogue: Catalogue) -> None:
    text = "Name,Quantity\n4 Alakazam BS 1,1\n"
    assert making.read(text, catalogue).format_name == "generic"


def test_a_list_may_be_asked_for(catalogue: Catalogue) -> None:
    report = making.read("Pikachu\n", catalogue, "decklist")
    assert (report.format_name, len(report.unresolved)) == ("decklist", 1)


PARTS = st.sampled_from(
    [
        "4", "4x", "x4", "×", "Alakazam", "Pokédex", "Pikachu V", "BS", "OBF", "BRS-TG", "1",
        "125", "PH", "GG30",
        "Basic", "{R}", "{", "Energy", "Energie", "Feu", "(OBF-125)", "[BS]", "Pokémon:", "##",
        "*", "-",
        "Total Cards:", "?", "枚", "#5", "00000", "99999999", "\ufffd", "​", '"',
    ]
)  # fmt: skip


@given(
    lines=st.lists(st.lists(st.one_of(PARTS, st.text(max_size=6)), max_size=7), max_size=10),
    name=st.sampled_from([None, *(each.name for each in decklist_dialects())]),
)
@settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_lines_add_up(catalogue: Catalogue, lines: list[list[str]], name: str | None) -> None:
    text = "\n".join(" ".join(parts) for parts in lines)
    try:
        report = making.read(text.encode("utf-8", "replace"), catalogue, name)
    except InputError:
        return
    parts = (report.owned, report.skipped, report.unresolved)
    assert report.rows_read == sum(map(len, parts))
    for row in report.rows:
        assert (row.card.card_id is None) == bool(row.card.reason)
        assert row.card.name
