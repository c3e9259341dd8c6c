"""From the cells of ``cardkit.db`` to what they mean, and back.

Whoever opens the file with another program can write anything into it. Cells that mean nothing
raise ``ValueError``; :meth:`~cardkit.collection.database.Database.read` says so in words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from operator import attrgetter
from typing import Any, TypeVar

from cardkit.cards import CardId, SetId
from cardkit.collection.answers import Answer
from cardkit.collection.model import Change, ChangeKind, ImportedFile, Row, RowCard, Step
from cardkit.decks import RarityDeck

CARD_COLUMNS = (
    "name, set_label, set_code, number, rarity, kind, language, card_id, step, reason, candidates"
)
"""Columns of a :class:`RowCard`, in the order of its values."""
ROW_COLUMNS = "count, finish, condition, grade, note, line"
FILE_COLUMNS = "change_id, at, name, path, digest, format_name, rows_read, skipped"
CHANGE_COLUMNS = "change_id, at, kind, words"


def card_to_cells(card: RowCard) -> tuple[Any, ...]:
    """Return the cells of :data:`CARD_COLUMNS`."""
    return (
        card.name,
        card.set_label,
        card.set_code,
        card.number,
        card.rarity,
        card.kind,
        card.language,
        card.card_id,
        None if card.step is None else card.step.value,
        card.reason,
        " ".join(card.candidates),
    )


def card_from_cells(cells: tuple[Any, ...]) -> tuple[int, RowCard]:
    """Read the number of a card and :data:`CARD_COLUMNS`."""
    row_card_id, *told, card_id, step, reason, candidates = cells
    _expect_text(*told, "" if card_id is None else card_id, reason, candidates)
    name, set_label, set_code, number, rarity, kind, language = told
    return row_card_id, RowCard(
        name=name,
        set_label=set_label,
        set_code=set_code,
        number=number,
        rarity=rarity,
        kind=kind,
        language=language,
        card_id=card_id,
        step=None if step is None else _one_of(Step, step),
        reason=reason,
        candidates=tuple(CardId(each) for each in candidates.split()),
    )


def row_to_cells(row: Row) -> tuple[Any, ...]:
    """Return the cells of :data:`ROW_COLUMNS`."""
    cells: tuple[Any, ...] = _ROW_CELLS(row)
    return cells


_ROW_CELLS = attrgetter(*ROW_COLUMNS.split(", "))


def row_from_cells(cells: tuple[Any, ...], cards: Mapping[int, RowCard]) -> tuple[int, Row]:
    """Read the number of a row, that of its card, and :data:`ROW_COLUMNS`."""
    row_id, row_card_id, count, finish, condition, grade, note, line = cells
    card = cards.get(row_card_id)
    if card is None:
        raise ValueError(f"row {row_id} is of card {row_card_id!r}, which is not there")
    if not (type(count) is type(line) is int and count >= 0):
        _expect_count(count)
        _expect_count(line)
    if not (type(finish) is type(condition) is type(grade) is type(note) is str):
        _expect_text(finish, condition, grade, note)
    return row_id, Row(
        card=card,
        count=count,
        finish=finish,
        condition=condition,
        grade=grade,
        note=note,
        line=line,
    )


def file_from_cells(cells: tuple[Any, ...]) -> ImportedFile:
    """Read :data:`FILE_COLUMNS`."""
    change_id, at, name, path, digest, format_name, rows_read, skipped = cells
    _expect_text(at, name, path, digest, format_name, skipped)
    _expect_count(rows_read)
    return ImportedFile(
        change_id=change_id,
        at=datetime.fromisoformat(at),
        name=name,
        path=path,
        digest=digest,
        format_name=format_name,
        rows_read=rows_read,
        skipped=_skipped(skipped),
    )


def change_from_cells(cells: tuple[Any, ...]) -> Change:
    """Read :data:`CHANGE_COLUMNS`."""
    change_id, at, kind, words = cells
    _expect_text(at, words)
    return Change(
        change_id=change_id,
        at=datetime.fromisoformat(at),
        kind=_one_of(ChangeKind, kind),
        words=words,
    )


def choice_from_cells(cells: tuple[Any, ...]) -> tuple[str, RarityDeck]:
    """Read the subject and the deck of a choice."""
    subject, deck = cells
    _expect_text(subject)
    return subject, _one_of(RarityDeck, deck)


_Word = TypeVar("_Word", bound=StrEnum)


def _one_of(words: type[_Word], cell: Any) -> _Word:
    if cell not in words.__members__.values():
        raise ValueError(f"expected one of {', '.join(words)}, got {cell!r}")
    return words(cell)


def answer_from_cells(cells: tuple[Any, ...]) -> Answer:
    """Read the question of an answer, its card, and the copies where it has some."""
    question, card_id, count = cells
    _expect_text(question, card_id)
    if count is not None:
        _expect_count(count)
    return Answer(question=question, card_id=CardId(card_id), count=count)


def label_from_cells(cells: tuple[Any, ...]) -> tuple[str, SetId]:
    """Read a label that the owner has given a meaning, and the set."""
    label, set_id = cells
    _expect_text(label, set_id)
    return label, SetId(set_id)


def _skipped(text: str) -> dict[str, int]:
    try:
        skipped = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected rows skipped per reason, got {text[:40]!r}") from error
    if not isinstance(skipped, dict):
        raise ValueError(f"expected rows skipped per reason, got {text[:40]!r}")
    for count in skipped.values():
        _expect_count(count)
    return skipped


def _expect_text(*cells: Any) -> None:
    for cell in cells:
        if not isinstance(cell, str):
            raise ValueError(f"expected text, got {cell!r}")


def _expect_count(cell: Any) -> None:
    if type(cell) is not int or cell < 0:
        raise ValueError(f"expected a whole number from 0, got {cell!r}")
