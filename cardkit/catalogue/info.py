"""What a catalogue says about itself, and about what was added to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What one addition did. A card that only the starter knew counts as updated."""

    cards_added: int = 0
    cards_updated: int = 0
    cards_unchanged: int = 0
    sets_added: int = 0
    sets_updated: int = 0
    sets_unchanged: int = 0

    @property
    def changed(self) -> bool:
        """Whether the catalogue differs from before."""
        return any((self.cards_added, self.cards_updated, self.sets_added, self.sets_updated))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "cards": {
                "added": self.cards_added,
                "updated": self.cards_updated,
                "unchanged": self.cards_unchanged,
            },
            "sets": {
                "added": self.sets_added,
                "updated": self.sets_updated,
                "unchanged": self.sets_unchanged,
            },
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where a card comes from, and when it was added or last changed; empty if unknown."""

    source: str
    added_at: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"source": self.source, "added_at": self.added_at}


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCount:
    """Cards of one source; ``added_at`` is the time of its last addition, empty if unknown."""

    name: str
    cards: int
    added_at: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"name": self.name, "cards": self.cards, "added_at": self.added_at}


@dataclass(frozen=True, slots=True, kw_only=True)
class EraCount:
    """Sets and cards of one era."""

    name: str
    sets: int
    cards: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"name": self.name, "sets": self.sets, "cards": self.cards}


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueInfo:
    """A catalogue in numbers.

    Attributes:
        stored: whether there is a file at ``path``; otherwise it lives in memory only.
        size_bytes: size of that file.
        starter_cards: cards that no source but the starter knows.
        eras: in order of their first release.
    """

    path: Path
    stored: bool
    size_bytes: int
    cards: int
    sets: int
    starter_cards: int
    sources: tuple[SourceCount, ...]
    eras: tuple[EraCount, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "path": str(self.path),
            "stored": self.stored,
            "size_bytes": self.size_bytes,
            "cards": self.cards,
            "sets": self.sets,
            "starter_cards": self.starter_cards,
            "sources": [source.to_dict() for source in self.sources],
            "eras": [era.to_dict() for era in self.eras],
        }
