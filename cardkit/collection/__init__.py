"""The collection: owned copies, unresolved rows, the owner's choices, and the import log."""

from cardkit.collection.answers import Answer, Answers, question_of
from cardkit.collection.entries import CardLookup
from cardkit.collection.model import (
    Change,
    ChangeKind,
    ImportedFile,
    NewImport,
    Repeat,
    Row,
    RowCard,
    Step,
    StoredRow,
)
from cardkit.collection.store import Collection

__all__ = [
    "Answer",
    "Answers",
    "CardLookup",
    "Change",
    "ChangeKind",
    "Collection",
    "ImportedFile",
    "NewImport",
    "Repeat",
    "Row",
    "RowCard",
    "Step",
    "StoredRow",
    "question_of",
]
