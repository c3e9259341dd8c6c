"""Rows and imports in few words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from cardkit.cards import CardId
from cardkit.collection import NewImport, Row, Step

AT = datetime(2026, 4, 1, 12, 0, tzinfo=UTC)


def row(name: str = "Pikachu", *, card_id: str | None = None, **told: Any) -> Row:
    told = {"count": 1, "file": "list.csv", "line": 2} | told
    if card_id is None:
        told = {"reason": "set not known"} | told
    else:
        told = {"step": Step.SET_NUMBER_NAME} | told
    return Row(name=name, card_id=None if card_id is None else CardId(card_id), **told)


def new_import(*rows: Row, name: str = "list.csv", digest: str = "aa", path: str = "") -> NewImport:
    return NewImport(
        name=name,
        digest=digest,
        path=path,
        format_name="generic",
        rows_read=len(rows) + 1,
        rows=rows,
        skipped={"blank": 1},
    )
