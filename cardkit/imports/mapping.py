"""Columns that the owner explains: ``--map "Kaartje=name"``, and mappings kept in the settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cardkit.errors import InputError, UsageError
from cardkit.imports.dialects import Dialect, Meaning, detect, dialects
from cardkit.imports.table import Header, header_key

IGNORED = "ignore"
"""What a column is mapped to that must not be looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnMap:
    """What columns mean.

    Attributes:
        name: under which the settings keep it; empty for that of the command line.
        meanings: key of a column -> its meaning; None for one that is not looked at.
        titles: key of a column -> its name as the owner wrote it.
    """

    name: str = ""
    meanings: Mapping[str, Meaning | None]
    titles: Mapping[str, str]

    @classmethod
    def of(cls, columns: Mapping[str, str], name: str = "") -> ColumnMap:
        """Read columns and their meanings.

        Raises:
            UsageError: a column has no name, or a meaning is none.
        """
        known = (*(meaning.value for meaning in Meaning), IGNORED)
        meanings: dict[str, Meaning | None] = {}
        for column, text in columns.items():
            word = text.strip().casefold().replace(" ", "_").replace("-", "_")
            if word not in known or not header_key(column):
                raise UsageError(
                    f"a mapping expects COLUMN=MEANING with one of {', '.join(known)}, "
                    f"got {(f'{column}={text}' if column else text)!r}"
                )
            meanings[header_key(column)] = None if word == IGNORED else Meaning(word)
        return cls(
            name=name, meanings=meanings, titles={header_key(each): each for each in columns}
        )

    @classmethod
    def read(cls, texts: Sequence[str]) -> ColumnMap | None:
        """Read what the command line says, such as ``Kaartje=name``; None when it says nothing.

        >>> ColumnMap.read(["Kaartje=name"]).meanings["kaartje"].value
        'name'

        Raises:
            UsageError: a text is no mapping.
        """
        pairs = [text.rpartition("=") for text in texts]
        return cls.of({column: meaning for column, _, meaning in pairs}) if pairs else None

    def fits(self, keys: tuple[str, ...]) -> bool:
        """Whether a header has all the columns."""
        return self.meanings.keys() <= set(keys)

    def over(self, dialect: Dialect) -> Dialect:
        """Return a format in which the columns mean what the owner says."""
        columns = {
            meaning: tuple(key for key in keys if key not in self.meanings)
            for meaning, keys in dialect.columns.items()
        }
        for key, meaning in self.meanings.items():
            if meaning is not None:
                columns[meaning] = (key, *columns.get(meaning, ()))
        return replace(
            dialect,
            name=self.name or dialect.name,
            title=f"{self.name}, a mapping of columns" if self.name else dialect.title,
            signature=tuple(self.meanings),
            columns=columns,
        )


class FormatChoice:
    """Chooses the format of a table by its header.

    Args:
        wanted: the format that was asked for.
        columns: what the command line says of columns.
        saved: mappings of the settings; one whose columns are all there wins over every format.
        known: formats besides those of ``dialects.toml``.
    """

    def __init__(
        self,
        wanted: Dialect | None = None,
        columns: ColumnMap | None = None,
        saved: Iterable[ColumnMap] = (),
        known: Iterable[Dialect] = (),
    ) -> None:
        self._wanted = wanted
        self._columns = columns
        self._saved = tuple(saved)
        self._known = tuple(known)
        self._chosen: dict[tuple[str, ...], Dialect | None] = {}

    def of(self, keys: tuple[str, ...]) -> Dialect | None:
        """Return the format of a table with these columns; None when it is none that is known."""
        if keys not in self._chosen:
            self._chosen[keys] = self._choose(keys)
        return self._chosen[keys]

    def _choose(self, keys: tuple[str, ...]) -> Dialect | None:
        if self._columns is not None:
            if not self._columns.fits(keys):
                return None
            return self._columns.over(self._wanted or self._detected(keys) or _generic())
        if self._wanted is not None:
            return self._wanted if self._wanted.fits(keys) else None
        for each in self._saved:
            if each.fits(keys):
                return each.over(self._detected(keys) or _generic())
        return self._detected(keys)

    def score(self, keys: tuple[str, ...]) -> int:
        """Return how much of a header is known; 0 when it is no header."""
        dialect = self.of(keys)
        return 0 if dialect is None else len(dialect.positions(keys)) + len(dialect.signature)

    def fault(self, header: Header | None, where: str) -> InputError:
        """Return the message for a file that lacks columns of the owner's mapping."""
        keys = header.keys if header else ()
        titles = self._columns.titles if self._columns else {}
        missing = [name for key, name in titles.items() if key not in keys]
        found = ", ".join(repr(name) for name in (header.names if header else ())[:12])
        return InputError(
            f"expects the columns {', '.join(map(repr, missing))} of the mapping, got {found}",
            where=f"{where}:{header.line}" if header else where,
            remedy="write each column's name as it stands in the first line of the file",
        )

    def _detected(self, keys: tuple[str, ...]) -> Dialect | None:
        return next((each for each in self._known if each.fits(keys)), None) or detect(keys)


def _generic() -> Dialect:
    return next(each for each in dialects() if not each.signature)
