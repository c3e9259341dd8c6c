from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardkit.cards import CardId, SetId
from cardkit.collection import (
    Answer,
    ChangeKind,
    Collection,
    NewImport,
    Repeat,
    Row,
    RowCard,
    Step,
    question_of,
)
from cardkit.collection.database import FILE_NAME
from cardkit.errors import InputError

AT = datetime(2026, 5, 1, tzinfo=UTC)
OPEN = RowCard(name="Snorlax", set_label="Lost Valley", number="4", reason="set not known")
UNREAD = RowCard(name="Oddish", reason="expects a quantity, got 'two'")


def new(*rows: Row, digest: str = "a") -> NewImport:
    return NewImport(
        name=f"{digest}.csv", digest=digest, format_name="generic", rows_read=len(rows), rows=rows
    )


def row(card: RowCard = OPEN, count: int = 2, line: int = 2) -> Row:
    return Row(card=card, count=count, line=line)


def answer(asked: Row, card_id: str = "hil2-5", count: int | None = None) -> Answer:
    return Answer(question=question_of(asked), card_id=CardId(card_id), count=count)


def test_an_answer_holds_for_every_row_that_says_the_same_and_can_be_undone(
    tmp_path: Path,
) -> None:
    with Collection.open(tmp_path) as collection:
        collection.add_import(new(row(), row(line=3), row(UNREAD, 0, 4)), at=AT)
        change = collection.answer([answer(row())], words="review of Snorlax", at=AT)
        assert change.kind is ChangeKind.REVIEW
        collection.add_import(new(row(), digest="b"), at=AT)
        found = [stored.row for stored in collection.rows()]
        assert [each.card.card_id for each in found] == ["hil2-5", "hil2-5", None, "hil2-5"]
        assert {each.card.step for each in found} == {Step.BY_HAND, None}
        assert all(not each.card.reason for each in found if each.card.card_id)
        collection.undo()
        collection.undo()
        assert {stored.row.card.card_id for stored in collection.rows()} == {None}


def test_a_later_answer_takes_the_place_of_an_earlier(tmp_path: Path) -> None:
    with Collection.open(tmp_path) as collection:
        collection.add_import(new(row()), at=AT)
        collection.answer([answer(row())], words="one", at=AT)
        collection.answer([answer(row(), "hil2-7")], words="other", at=AT)
        assert collection.rows()[0].row.card.card_id == "hil2-7"
        collection.undo()
        assert collection.rows()[0].row.card.card_id == "hil2-5"


@pytest.mark.parametrize(
    "other",
    [
        replace(OPEN, number="5"),
        replace(OPEN, set_label="Lost Hills"),
        replace(OPEN, language="Japanese"),
        replace(OPEN, rarity="Promo"),
    ],
)
def test_rows_that_say_something_else_are_other_questions(other: RowCard) -> None:
    assert question_of(row(other)) != question_of(row())


def test_a_row_without_a_readable_quantity_needs_one_in_its_answer(tmp_path: Path) -> None:
    asked = row(UNREAD, 0)
    with Collection.open(tmp_path) as collection:
        collection.add_import(new(asked), at=AT)
        collection.answer([answer(asked)], words="no count", at=AT)
        assert collection.rows()[0].row == asked
        collection.answer([answer(asked, count=2)], words="count", at=AT)
        found = collection.rows()[0].row
        assert (found.count, found.card.card_id) == (2, "hil2-5")


def test_a_label_is_remembered(tmp_path: Path) -> None:
    with Collection.open(tmp_path) as collection:
        collection.answer([], words="label", at=AT, labels={"lost valley": SetId("hil2")})
    with Collection.open(tmp_path) as collection:
        assert collection.answers().labels == {"lost valley": "hil2"}
        collection.undo()
        assert collection.answers().labels == {}


def test_an_answered_import_that_is_read_again_is_no_change(tmp_path: Path) -> None:
    with Collection.open(tmp_path) as collection:
        collection.add_import(new(row()), at=AT)
        collection.answer([answer(row())], words="review", at=AT)
        again = new(collection.answers().applied(row()))
        assert collection.add_import(again, at=AT, repeat=Repeat.REFRESH) is None


def test_several_files_are_added_all_or_none(tmp_path: Path) -> None:
    with Collection.open(tmp_path) as collection:
        with pytest.raises(InputError, match="imported"):
            collection.add_imports([new(row()), new(row(), digest="b"), new(row())], at=AT)
        assert collection.rows() == ()
        assert not collection.path.exists()
        changes = collection.add_imports([new(row()), new(row(), digest="b")], at=AT)
        assert [change and change.words for change in changes] == [
            "import of a.csv (1 row)",
            "import of b.csv (1 row)",
        ]


def test_a_collection_of_version_1_is_read_and_brought_up_to_date_by_the_first_change(
    tmp_path: Path,
) -> None:
    with Collection.open(tmp_path) as collection:
        collection.add_import(new(row()), at=AT)
    raw = sqlite3.connect(tmp_path / FILE_NAME)
    raw.executescript("DROP TABLE answer; DROP TABLE label; PRAGMA user_version = 1;")
    raw.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    with Collection.open(tmp_path) as collection:
        assert len(collection.rows()) == 1
        assert (tmp_path / FILE_NAME).read_bytes() == before
        collection.answer([answer(row())], words="review", at=AT)
        assert collection.rows()[0].row.card.card_id == "hil2-5"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE answer SET count = -5", "expected a whole number from 0, got -5"),
        ("UPDATE answer SET card_id = x''", "expected text, got b"),
        ("UPDATE label SET set_id = x''", "expected text, got b"),
    ],
)
def test_a_damaged_answer_is_told(tmp_path: Path, statement: str, said: str) -> None:
    with Collection.open(tmp_path) as collection:
        collection.add_import(new(row()), at=AT)
        labels = {"lost valley": SetId("hil2")}
        collection.answer([answer(row())], words="review of Snorlax", at=AT, labels=labels)
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute(statement)
    connection.commit()
    connection.close()
    with (
        Collection.open(tmp_path) as collection,
        pytest.raises(InputError, match=f"the collection is damaged: {said}"),
    ):
        collection.rows()
