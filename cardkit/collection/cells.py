"""Values of the collection as cells of its tables, both ways."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from cardkit.cards import CardId
from cardkit.collection.model import Change, ChangeKind, ImportedFile, RowCard, Step

CARD_COLUMNS = (
    "name, set_label, set_code, number, rarity, kind, language, card_id, step, reason, candidates"
)
"""Columns of a :class:`RowCard`, in the order of its values."""
ROW_COLUMNS = "count, finish, condition, grade, note, line"


def card_to_cells(card: RowCard) -> tuple[Any, ...]:
    """Return the values of a row of ``row_card``."""
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


def card_from_cells(cells: Iterable[Any]) -> RowCard:
    """Read them back."""
    *told, card_id, step, reason, candidates = cells
    name, set_label, set_code, number, rarity, kind, language = told
    return RowCard(
        name=name,
        set_label=set_label,
        set_code=set_code,
        number=number,
        rarity=rarity,
        kind=kind,
        language=language,
        card_id=card_id,
        step=None if step is None else Step(step),
        reason=reason,
        candidates=tuple(CardId(each) for each in candidates.split()),
    )


def change_from_cells(cells: Iterable[Any]) -> Change:
    """Read a row of ``change``."""
    change_id, at, kind, words = cells
    return Change(
        change_id=change_id, at=datetime.fromisoformat(at), kind=ChangeKind(kind), words=words
    )


def file_from_cells(cells: Iterable[Any]) -> ImportedFile:
    """Read a row of ``import``, with the time of its change."""
    change_id, at, name, path, digest, format_name, rows_read, skipped = cells
    return ImportedFile(
        change_id=change_id,
        at=datetime.fromisoformat(at),
        name=name,
        path=path,
        digest=digest,
        format_name=format_name,
        rows_read=rows_read,
        skipped=json.loads(skipped),
    )
