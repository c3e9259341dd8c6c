from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.catalogue import Catalogue
from cardkit.collection import Collection, Repeat
from cardkit.errors import InputError
from cardkit.imports import ImportReport, SkipReason, import_file, importing
from cardkit.imports.reading import source_of
from cardkit.schema_check import schema_faults
from tests.imports import making

AT = datetime(2026, 4, 1, 12, 0, tzinfo=UTC)


def owned(report: ImportReport) -> list[tuple[int, str | None, int]]:
    return [(row.line, row.card.card_id, row.count) for row in report.owned]


def skipped(report: ImportReport) -> dict[int, SkipReason]:
    return {row.line: row.reason for row in report.skipped}


def assert_adds_up(report: ImportReport) -> None:
    parts = (report.owned, report.skipped, report.unresolved)
    assert report.rows_read == sum(map(len, parts))
    lines = [row.line for part in parts for row in part]
    if report.format_name != "pokecardex":  # a line of it is a row for each finish
        assert len(lines) == len(set(lines))
    for row in report.rows:
        assert (row.card.card_id is None) == bool(row.card.reason)
        assert (row.card.card_id is None) == (row.card.step is None)
        assert row.count >= 0
        assert row.card.name


def test_collectr(catalogue: Catalogue) -> None:
    report = making.read(making.export("collectr.csv"), catalogue)
    assert_adds_up(report)
    assert (report.format_name, report.delimiter, report.encoding) == ("collectr", "comma", "utf-8")
    assert owned(report) == [
        (2, "base1-1", 1),
        (3, "base1-2", 2),
        (4, "base1-6", 19),
        (5, "hil1-2", 1),
    ]
    assert [(row.line, row.count, row.card.reason) for row in report.unresolved] == [
        (6, 3, "set not known")
    ]
    assert skipped(report) == {
        7: SkipReason.SEALED,
        8: SkipReason.OTHER_GAME,
        9: SkipReason.WISH_LIST,
        10: SkipReason.NO_COPIES,
        11: SkipReason.BLANK,
    }
    slab, first_edition = report.owned[0], report.owned[1]
    assert (slab.grade, slab.note, slab.finish, slab.condition) == (
        "PSA 9",
        "gift",
        "Holofoil",
        "Near Mint",
    )
    assert (first_edition.grade, first_edition.note, first_edition.finish) == (
        "",
        "",
        "1st Edition",
    )


@pytest.mark.parametrize("name", ["tcgplayer-app.csv", "tcgplayer-app-2021.csv"])
def test_tcgplayer_app(name: str, catalogue: Catalogue) -> None:
    report = making.read(making.export(name), catalogue)
    assert_adds_up(report)
    assert report.format_name == "tcgplayer-app"
    assert owned(report) == [(2, "sv3-125", 2), (3, "sv3-26", 1), (7, "base1-5", 1)]
    assert skipped(report) == {5: SkipReason.NO_COPIES, 6: SkipReason.REPEATED_HEADER}
    stamped = report.owned[1]
    assert (stamped.card.language, stamped.note) == ("German", "Holiday Calendar")
    japanese = report.unresolved[0]
    assert (japanese.line, japanese.card.language, japanese.finish) == (
        4,
        "Japanese",
        "Reverse Holofoil",
    )
    assert "sv3-26" in japanese.card.candidates


def test_tcgplayer_app_of_2026(catalogue: Catalogue) -> None:
    report = making.read(making.export("tcgplayer-app-2026.csv"), catalogue)
    assert_adds_up(report)
    assert report.format_name == "tcgplayer-app-2026"
    assert owned(report) == [(2, "sv3-125", 2)]
    assert skipped(report) == {
        3: SkipReason.OTHER_GAME,
        5: SkipReason.SEALED,
        6: SkipReason.CODE_CARD,
    }
    assert [(row.line, row.card.language) for row in report.unresolved] == [(4, "Japanese")]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("Qty;Karte;Erweiterung;Nummer\n2;Alakazam;Base Set;1\n", (2, "base1-1", 2)),
        ("Number\tName\tSet\n001/006\tAlakazam\tBase\n", (2, "base1-1", 1)),
        ("Nom|Nombre|Édition|Numéro\nAlakazam|3|Base|1\n", (2, "base1-1", 3)),
        ("Set Code,Collector Number,Count\nBS,1,4\n", (2, "base1-1", 4)),
        ("sep=;\nName;Set;Number\nAlakazam;Base;=\"1\"\n", (3, "base1-1", 1)),
        ("My shelf\nName,Number\nPikachu,5/6\n", (3, "base1-5", 1)),
    ],
)  # fmt: skip
def test_any_table_with_names_of_columns(
    text: str, row: tuple[int, str, int], catalogue: Catalogue
) -> None:
    report = making.read(text, catalogue)
    assert_adds_up(report)
    assert report.format_name == "generic"
    assert owned(report) == [row]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_the_bytes_do_not_matter(encoding: str, ends: str, catalogue: Catalogue) -> None:
    text = making.export("collectr.csv").replace("Pokemon", "Pokémon")
    report = making.read(text.replace("\n", ends).encode(encoding), catalogue)
    assert owned(report) == owned(making.read(text, catalogue))
    assert bool(report.notes) == (encoding == "cp1252")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("-1,Alakazam,Base,1", "expects a quantity from 0 to 9,999 in whole copies, got '-1'"),
        ("two,Alakazam,Base,1", "got 'two'"),
        ("1.5,Alakazam,Base,1", "got '1.5'"),
        ("99999999999999999999,Alakazam,Base,1", "got '99999999999999999999'"),
        ("1,Alakazam,Base,1,4", "5 cells where the header has 4"),
        ('1,"Alakazam,Base,1', "a quote is opened and not closed"),
    ],
)
def test_a_row_with_an_error_is_kept_with_its_reason(
    line: str, reason: str, catalogue: Catalogue
) -> None:
    report = making.read(f"Quantity,Name,Set,Number\n{line}\n3,Pikachu,Base,5\n", catalogue)
    assert_adds_up(report)
    faulty = report.unresolved[0]
    assert reason in faulty.card.reason
    assert (faulty.count, faulty.line) == (0, 2)
    assert faulty.card.candidates == ("base1-1",)
    assert owned(report) == [(3, "base1-5", 3)]


def test_a_blank_quantity_is_one_copy_and_said(catalogue: Catalogue) -> None:
    report = making.read("Quantity,Name,Set,Number\n,Alakazam,Base,1\n", catalogue)
    assert report.owned[0].count == 1
    assert report.notes == ("1 row without a quantity: one copy for each",)


@pytest.mark.parametrize(
    ("condition", "language", "finish"),
    [
        ("Near Mint Holofoil - Japanese", "Japanese", "Holofoil"),
        ("Near Mint Holofoil", "", "Holofoil"),
        ("Near Mint", "", ""),
    ],
)
def test_a_condition_may_hold_finish_and_language(
    condition: str, language: str, finish: str, catalogue: Catalogue
) -> None:
    text = f"Name,Set,Number,Condition\nAlakazam,Base,1,{condition}\n"
    row = making.read(text, catalogue).rows[0]
    assert (row.condition, row.card.language, row.finish) == ("Near Mint", language, finish)
    assert (row.card.card_id is None) == (language == "Japanese")


@pytest.mark.parametrize(
    "row",
    [
        "Pikachu (JP),Base,5,English",
        "Pikachu,SV2a: Pokemon Card 151,5,English",
        "Pikachu,Base,5,ja",
        "Pikachu,Base,5,Chinese (S)",
    ],
)
def test_asian_cards_never_match_by_number(row: str, catalogue: Catalogue) -> None:
    report = making.read(f"Name,Set,Number,Language\n{row}\n", catalogue)
    assert report.owned == ()
    assert report.unresolved[0].card.language in ("Japanese", "Chinese (Simplified)")
    assert report.unresolved[0].count == 1


def test_a_card_named_like_a_box_is_a_card(catalogue: Catalogue) -> None:
    report = making.read("Name,Set,Qty\nPikachu Tin,Base,1\nPikachu,Base,1\n", catalogue)
    assert skipped(report) == {2: SkipReason.SEALED}
    assert owned(report) == [(3, "base1-5", 1)]


@pytest.mark.parametrize(
    ("header", "notes"),
    [
        ("Name,Set,Number,Qty", ()),
        ("Name,Set,Number,How many", ("column 'How many' was not understood",)),
        (
            "Name,Mood,Number,How many",
            ("columns 'Mood', 'How many' were not understood",),
        ),
        (
            "Name,Set,Number,number",
            ("column 'Number' stands 2 times: the first counts where it is not blank",),
        ),
    ],
)
def test_columns_that_are_not_read_are_named(
    header: str, notes: tuple[str, ...], catalogue: Catalogue
) -> None:
    report = making.read(f"{header}\nPikachu,Base,5,1\n", catalogue)
    assert tuple(note for note in report.notes if "column" in note) == notes


def test_columns_of_a_known_app_are_not_named(catalogue: Catalogue) -> None:
    report = making.read(making.export("collectr.csv"), catalogue)
    assert not any("column" in note for note in report.notes)


def test_a_table_without_rows_or_with_too_many_is_refused(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="no row below the header"):
        making.read("Name,Set\n", catalogue)
    monkeypatch.setattr(importing, "MAX_ROWS", 2)
    with pytest.raises(InputError, match="at most 2 rows"):
        making.read("Name,Set\n" + "Pikachu,Base\n" * 3, catalogue)


def test_an_odd_delimiter_is_named_with_those_that_are_read(catalogue: Catalogue) -> None:
    with pytest.raises(
        InputError, match=r"list.csv:1: expects .* got ':'; save it .* semicolon \(;\)"
    ):
        making.read("Name:Set:Number\nPikachu:Base:58\n", catalogue)
    with pytest.raises(InputError, match=r"got nothing in the first 10 lines"):
        making.read("\n" * 12 + "Name,Set,Number\nPikachu,Base,58\n", catalogue)
    report = making.read("Name^Set^Number\nPikachu^Base^58\n", catalogue)
    assert (report.delimiter, report.rows_read) == ("caret", 1)


def test_the_report_is_what_its_schema_says(catalogue: Catalogue) -> None:
    report = making.read(making.export("collectr.csv"), catalogue)
    document = report.to_dict() | {"imported": True}
    assert schema_faults(document, "import") == ()
    assert document["rows"] == {"read": 10, "owned": 4, "skipped": 5, "unresolved": 1}


def test_progress_is_told(catalogue: Catalogue) -> None:
    told: list[int] = []
    text = "Name,Set\n" + "Pikachu,Base\n" * 1_200
    importing.read_collection(source_of(text.encode(), name="x"), catalogue, progress=told.append)
    assert told == [500, 500, 200]


def test_an_interruption_leaves_the_collection_as_it_was(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    def interrupt(_rows: int) -> None:
        raise KeyboardInterrupt

    text = ("Name,Set\n" + "Pikachu,Base\n" * 600).encode()
    with Collection.open(tmp_path) as collection:
        with pytest.raises(KeyboardInterrupt):
            import_file(text, catalogue, collection, at=AT, progress=interrupt)
        assert collection.rows() == ()
        assert not collection.path.exists()
        import_file(b"Name,Set\nAlakazam,Base\n", catalogue, collection, at=AT)
        before = (collection.rows(), collection.changes(), collection.path.read_bytes())
        with pytest.raises(KeyboardInterrupt):
            import_file(text, catalogue, collection, at=AT, progress=interrupt)
        assert (collection.rows(), collection.changes(), collection.path.read_bytes()) == before


def test_what_is_imported_is_what_was_reported(catalogue: Catalogue, tmp_path: Path) -> None:
    path = tmp_path / "my cards é.csv"
    path.write_text(making.export("collectr.csv"), encoding="utf-8")
    with Collection.open(tmp_path) as collection:
        imported = import_file(path, catalogue, collection, at=AT)
        assert [stored.row for stored in collection.rows()] == list(imported.report.rows)
        assert collection.imports()[0].skipped == imported.report.skipped_per_reason
        assert collection.imports()[0].path == str(path)
        again = import_file(path, catalogue, collection, at=AT, repeat=Repeat.REFRESH)
        assert again.change is None
        path.write_text(making.export("tcgplayer-app.csv"), encoding="utf-8")
        with pytest.raises(InputError, match="this file, changed since then"):
            import_file(path, catalogue, collection, at=AT)
        import_file(path, catalogue, collection, at=AT, repeat=Repeat.REFRESH)
        assert [file.format_name for file in collection.imports()] == ["tcgplayer-app"]


WORDS = st.sampled_from(
    [
        "", " ", "Pikachu", "Alakazam", "Base", "Windy Hills", "5", "5/6", "1", "0", "-3", "many",
        "Common", "Holo Rare", "Booster Pack", "true", "Pokemon", "One Piece", "Japanese", "(JP)",
        '"', '""', "=\"004\"", "a,b", "x;y", "\t", "Name", "Set", "Unopened", "TG05/TG30", "é",
        "Near Mint - Japanese", "\x00", "​", "9" * 30,
    ]
)  # fmt: skip
HEADERS = st.sampled_from(
    [
        *(making.header(path.name) for path in sorted(making.EXPORTS.glob("*.csv"))),
        "Name,Set,Number,Rarity,Quantity",
        "Name;Set",
        "sep=;\nName;Qty",
        "Set\tNumber",
        "",
    ]
)


@given(
    header=HEADERS,
    rows=st.lists(st.lists(st.one_of(WORDS, st.text(max_size=20)), max_size=18), max_size=12),
    delimiter=st.sampled_from([",", ";", "\t", "|"]),
    ends=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
)
@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_table_of_text_adds_up(
    catalogue: Catalogue,
    header: str,
    rows: list[list[str]],
    delimiter: str,
    ends: str,
    encoding: str,
) -> None:
    text = "\n".join([header, *(delimiter.join(cells) for cells in rows)])
    try:
        report = making.read(text.replace("\n", ends).encode(encoding, "replace"), catalogue)
    except InputError:
        return
    assert_adds_up(report)
    assert schema_faults(report.to_dict() | {"imported": False}, "import") == ()


@given(st.binary(max_size=400))
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes_are_read_or_refused(catalogue: Catalogue, content: bytes) -> None:
    for prefix in (b"", b"Name,Set\n", b"\xff\xfe", b'Name;Qty\n"'):
        with suppress(InputError):
            assert_adds_up(making.read(prefix + content, catalogue))


@given(cuts=st.lists(st.integers(0, 900), max_size=6), piece=st.binary(max_size=8))
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_damaged_export_loses_no_row(catalogue: Catalogue, cuts: list[int], piece: bytes) -> None:
    content = making.export("collectr.csv").encode()
    for cut in cuts:
        content = content[:cut] + piece + content[cut + 1 :]
    try:
        report = making.read(content, catalogue)
    except InputError:
        return
    assert_adds_up(report)
    lines = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    assert report.rows_read <= len(lines)


def test_rows_are_counted_apart_from_what_becomes_of_them(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sum can fail: a reader that drops a row is noticed."""
    report = making.read(making.export("collectr.csv"), catalogue)
    lost = report.rows[:-1]
    monkeypatch.setattr(importing, "tuple", lambda rows: tuple(rows)[:-1], raising=False)
    broken = making.read(making.export("collectr.csv"), catalogue)
    assert len(broken.rows) == len(lost)
    with pytest.raises(AssertionError):
        assert_adds_up(broken)


def test_copies_of_one_card_stay_rows_of_their_own(catalogue: Catalogue) -> None:
    text = "Name,Set,Number,Qty\nPikachu,Base,5,1\nPikachu,Base,5,1\n"
    assert owned(making.read(text, catalogue)) == [(2, "base1-5", 1), (3, "base1-5", 1)]
