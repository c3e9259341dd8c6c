"""Rows and imports in few words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from cardkit.cards import CardId
from cardkit.collection import NewImport, Row, RowCard, Step

AT = datetime(2026, 4, 1, 12, 0, tzinfo=UTC)


def row(
    name: str = "Pikachu",
    *,
    card_id: str | None = None,
    count: int = 1,
    line: int = 2,
    finish: str = "",
    **described: Any,
) -> Row:
    if card_id is None:
        described = {"reason": "set not known"} | described
    else:
        described = {"step": Step.SET_NUMBER_NAME, "card_id": CardId(card_id)} | described
    return Row(card=RowCard(name=name, **described), count=count, line=line, finish=finish)


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
