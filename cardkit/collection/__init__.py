"""The collection: owned copies, unresolved rows, the owner's choices, and the import log."""

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
from cardkit.collection.store import CardLookup, Collection

__all__ = [
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
]
