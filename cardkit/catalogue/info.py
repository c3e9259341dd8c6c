"""What a catalogue says of itself, and of what was added to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from cardkit.cards import CardSet
from cardkit.catalogue.database import Database
from cardkit.catalogue.merging import STARTER


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What one addition did. A card that only the starter knew counts as updated.

    Attributes:
        names: of cards and sets in other languages, new or changed.
    """

    cards_added: int = 0
    cards_updated: int = 0
    cards_unchanged: int = 0
    sets_added: int = 0
    sets_updated: int = 0
    sets_unchanged: int = 0
    names: int = 0

    @property
    def changed(self) -> bool:
        """Whether the catalogue says anything that it did not say before."""
        cards, sets = self.cards_added + self.cards_updated, self.sets_added + self.sets_updated
        return bool(cards + sets + self.names)

    def __add__(self, other: Added) -> Added:
        """Return what both additions did."""
        return Added(
            **{
                each.name: getattr(self, each.name) + getattr(other, each.name)
                for each in fields(self)
            }
        )

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
            "names": self.names,
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
class SourceState:
    """How far a source was read the last time, so that it can be asked for what is new.

    Attributes:
        fetched_at: when all of it was read, ISO 8601.
        address, etag, last_modified: how the server told that state from others; empty if it
            did not.
    """

    fetched_at: str
    address: str = ""
    etag: str = ""
    last_modified: str = ""

    def is_same(self, other: SourceState) -> bool:
        """Whether the source was in the same state, whenever it was read."""
        return replace(self, fetched_at=other.fetched_at) == other


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCount:
    """Cards that a source describes, alone or with others.

    Attributes:
        added_at: when it last brought something, or was read as a whole; empty if unknown.
    """

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
        conflicts: fields of cards on which sources disagree.
        languages: how many cards have a name in other languages.
        eras: in order of their first release.
    """

    path: Path
    stored: bool
    size_bytes: int
    cards: int
    sets: int
    starter_cards: int
    conflicts: int
    sources: tuple[SourceCount, ...]
    languages: Mapping[str, int]
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
            "conflicts": self.conflicts,
            "sources": [source.to_dict() for source in self.sources],
            "languages": dict(self.languages),
            "eras": [era.to_dict() for era in self.eras],
        }


_SOURCES = """
SELECT source, count(*),
       max((SELECT coalesce(max(added_at), '') FROM batch WHERE source = told.source),
           coalesce((SELECT fetched_at FROM source WHERE name = told.source), ''))
FROM (
    SELECT source, batch_id FROM part WHERE kind = 'card'
    UNION ALL
    SELECT source, batch_id FROM card JOIN batch USING (batch_id)
    WHERE card_id NOT IN (SELECT key FROM part WHERE kind = 'card')
) AS told
GROUP BY source ORDER BY min(batch_id)
"""


def read_info(database: Database, sets: Iterable[CardSet]) -> CatalogueInfo:
    """Return a catalogue in numbers.

    Args:
        database: its file.
        sets: its sets, by date of release.
    """
    per_set = dict(database.rows("SELECT set_id, count(*) FROM card GROUP BY set_id"))
    eras = _eras(sets, per_set)
    languages = "SELECT language, count(*) FROM card_name GROUP BY language ORDER BY language"
    return CatalogueInfo(
        path=database.path,
        stored=database.stored,
        size_bytes=database.path.stat().st_size if database.stored else 0,
        cards=sum(per_set.values()),
        sets=sum(era.sets for era in eras),
        starter_cards=database.value(
            "SELECT count(*) FROM card JOIN batch USING (batch_id) WHERE source = ?", STARTER
        ),
        conflicts=database.value("SELECT count(*) FROM conflict"),
        sources=tuple(
            SourceCount(name=name, cards=cards, added_at=added_at)
            for name, cards, added_at in database.rows(_SOURCES)
        ),
        languages=dict(database.rows(languages)),
        eras=eras,
    )


def _eras(sets: Iterable[CardSet], per_set: Mapping[str, int]) -> tuple[EraCount, ...]:
    eras: dict[str, list[int]] = {}
    for each in sets:
        if each.set_id in per_set:
            eras.setdefault(each.series or "unknown", []).append(per_set[each.set_id])
    return tuple(
        EraCount(name=name, sets=len(counts), cards=sum(counts)) for name, counts in eras.items()
    )
