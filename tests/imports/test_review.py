from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardkit.catalogue import Catalogue
from cardkit.collection import Collection
from cardkit.errors import InputError
from cardkit.imports import import_file
from cardkit.imports.reading import source_of
from cardkit.imports.review import Choice, ChoiceFault, Question, look_up, open_questions, settle
from cardkit.imports.review_sheet import read_review, review_csv

AT = datetime(2026, 4, 1, tzinfo=UTC)
TEXT = (
    "Name,Set,Number,Qty\n"
    "Dugtrio,Hoge Heuvels,19,2\n"
    "Alakazam,Base,1,1\n"
    "Oddish,Lage Heuvels,5,1\n"
    "Pikachu,Lage Heuvels,7,3\n"
    "Dugtrio,Hoge Heuvels,19,1\n"
    "Pikachu,Base,5,two\n"
)


@pytest.fixture
def collection(catalogue: Catalogue, tmp_path: Path) -> Iterator[Collection]:
    with Collection.open(tmp_path) as opened:
        import_file(TEXT.encode(), catalogue, opened, at=AT)
        yield opened


def cards(collection: Collection) -> dict[int, str | None]:
    return {stored.row.line: stored.row.card.card_id for stored in collection.rows()}


def take(
    collection: Collection,
    catalogue: Catalogue,
    question: Question,
    card_id: str,
    *,
    count: int | None = None,
    for_label: bool = False,
) -> None:
    card = catalogue.card(card_id)
    assert card is not None
    choice = Choice(question=question, card=card, count=count, for_label=for_label)
    assert not choice.fault
    questions = open_questions(collection, catalogue)
    answers, labels = settle([choice], questions, catalogue)
    collection.answer(answers, labels=labels, words="review", at=AT)


def test_rows_that_say_the_same_are_one_question(
    collection: Collection, catalogue: Catalogue
) -> None:
    questions = open_questions(collection, catalogue)
    told = [(each.first.row.card.name, each.copies, len(each.rows)) for each in questions]
    assert told == [("Dugtrio", 3, 2), ("Oddish", 1, 1), ("Pikachu", 3, 1), ("Pikachu", 0, 1)]
    assert [each.card_id for each in questions[0].candidates] == ["hil3-19"]
    assert questions[3].candidates[0].card_id == "base1-5"


def test_what_was_settled_holds_for_all_its_rows_and_the_next_import(
    collection: Collection, catalogue: Catalogue
) -> None:
    take(collection, catalogue, open_questions(collection, catalogue)[0], "hil3-19")
    assert cards(collection)[2] == cards(collection)[6] == "hil3-19"
    report = import_file(
        b"Number;Name;Set\n19;Dugtrio;Hoge Heuvels\n", catalogue, collection, at=AT
    ).report
    assert [(row.card.card_id, row.card.step) for row in report.owned] == [("hil3-19", "by-hand")]
    collection.undo()
    collection.undo()
    assert cards(collection)[2] is None


def test_a_label_that_is_remembered_settles_its_other_rows(
    collection: Collection, catalogue: Catalogue
) -> None:
    question = open_questions(collection, catalogue)[1]
    take(collection, catalogue, question, "hil2-5", for_label=True)
    assert (cards(collection)[4], cards(collection)[5]) == ("hil2-5", "hil2-7")
    report = import_file(
        b"Name,Set,Number\nPikachu,Lage Heuvels,7\nOddish,Lage Heuvels,6\n",
        catalogue,
        collection,
        at=AT,
    ).report
    assert [row.card.card_id for row in report.rows] == ["hil2-7", None]
    collection.undo()
    collection.undo()
    assert (cards(collection)[4], cards(collection)[5]) == (None, None)


def test_the_code_of_a_list_can_be_remembered_too(
    collection: Collection, catalogue: Catalogue
) -> None:
    import_file(b"4 Oddish LGH 5\n4 Alakazam BS 1\n", catalogue, collection, at=AT)
    question = next(each for each in open_questions(collection, catalogue) if each.label == "lgh")
    take(collection, catalogue, question, "hil2-5", for_label=True)
    report = import_file(b"2 Pikachu LGH 7\n4 Alakazam BS 1\n", catalogue, collection, at=AT).report
    assert [row.card.card_id for row in report.rows] == ["hil2-7", "base1-1"]


def test_a_row_without_a_quantity_needs_one(collection: Collection, catalogue: Catalogue) -> None:
    question = open_questions(collection, catalogue)[3]
    card = catalogue.card("base1-5")
    assert card is not None
    assert Choice(question=question, card=card).fault is ChoiceFault.NO_COPIES
    take(collection, catalogue, question, "base1-5", count=2)
    found = collection.rows()[-1].row
    assert (found.card.card_id, found.count) == ("base1-5", 2)


@pytest.mark.parametrize(
    ("words", "first"),
    [("hil3-19", "hil3-19"), ("BS 1", "base1-1"), ("dugtrio", "hil3-19"), ("dugtroi", "hil3-19")],
)
def test_words_are_looked_up(words: str, first: str, catalogue: Catalogue) -> None:
    assert look_up(words, catalogue)[0].card_id == first


def test_nothing_is_looked_up_for_nothing(catalogue: Catalogue) -> None:
    assert look_up("  ", catalogue) == ()


def filled(collection: Collection, catalogue: Catalogue, **choices: dict[str, str]) -> bytes:
    """The sheet with cells written into the lines of some rows, as Excel saves it."""
    text = review_csv(open_questions(collection, catalogue), catalogue)
    lines = list(csv.DictReader(io.StringIO(text)))
    out = io.StringIO()
    writer = csv.DictWriter(out, lines[0], delimiter=";", lineterminator="\r\n")
    writer.writeheader()
    for line in lines:
        writer.writerow(line | choices.get(f"line{line['line']}", {}))
    return out.getvalue().encode("utf-16")


def apply(collection: Collection, catalogue: Catalogue, content: bytes) -> None:
    questions = open_questions(collection, catalogue)
    choices = read_review(source_of(content, name="sheet.csv"), questions, catalogue).choices
    answers, labels = settle(choices, questions, catalogue)
    collection.answer(answers, labels=labels, words="review", at=AT)


def test_a_spreadsheet_settles_rows(collection: Collection, catalogue: Catalogue) -> None:
    sheet = filled(
        collection,
        catalogue,
        line2={"choice": "1"},
        line4={"choice": "hil2-5 Oddish (Misty Hills 5, Common)", "remember label": "yes"},
        line7={"choice": "BS 5", "copies": "2"},
    )
    apply(collection, catalogue, sheet)
    assert cards(collection) == {
        2: "hil3-19",
        3: "base1-1",
        4: "hil2-5",
        5: "hil2-7",
        6: "hil3-19",
        7: "base1-5",
    }
    assert open_questions(collection, catalogue) == ()
    collection.undo()
    assert len(open_questions(collection, catalogue)) == 4


def test_every_choice_that_cannot_be_understood_is_said_at_once(
    collection: Collection, catalogue: Catalogue
) -> None:
    sheet = filled(
        collection,
        catalogue,
        line2={"choice": "9"},
        line4={"choice": "Pikachu"},
        line5={"choice": "1", "row": "999"},
        line7={"choice": "1"},
    )
    with pytest.raises(InputError) as refused:
        apply(collection, catalogue, sheet)
    assert [(fault.where, fault.what[:34]) for fault in refused.value.faults] == [
        ("sheet.csv:2", "expects the number of a candidate,"),
        ("sheet.csv:3", "expects the number of a candidate,"),
        ("sheet.csv:4", "expects the number of an unresolve"),
        ("sheet.csv:5", "expects how many copies, for the r"),
    ]
    assert len(open_questions(collection, catalogue)) == 4


def test_another_table_is_no_review(collection: Collection, catalogue: Catalogue) -> None:
    with pytest.raises(InputError, match="columns 'row' and 'choice'"):
        apply(collection, catalogue, b"Name,Set\nx,y\n")


def test_the_sheet_cannot_run_anything(catalogue: Catalogue, tmp_path: Path) -> None:
    with Collection.open(tmp_path) as collection:
        import_file(b"Name,Set\n=1+1,@x\n", catalogue, collection, at=AT)
        sheet = review_csv(open_questions(collection, catalogue), catalogue)
        assert ",'=1+1,'@x," in sheet
        apply(collection, catalogue, sheet.replace("1,,1,,", "1,BS 1,1,,").encode())
        assert cards(collection) == {2: "base1-1"}
