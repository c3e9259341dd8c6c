"""Formats of collection files as data: ``dialects.toml`` beside this module.

A new format is a new entry there. What an entry says: the columns by which it is recognised, and
what its columns mean.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from cardkit.errors import InputError, UsageError
from cardkit.imports.table import Header, header_key
from cardkit.resources import resource


class Meaning(StrEnum):
    """What a column may hold."""

    NAME = "name"
    """The name, perhaps with an app's decorations."""
    CLEAN_NAME = "clean_name"
    """The name without them."""
    SET = "set"
    SET_CODE = "set_code"
    """Looked at only where the set's name is missing or unknown: codes clash."""
    NUMBER = "number"
    RARITY = "rarity"
    QUANTITY = "quantity"
    FINISH = "finish"
    CONDITION = "condition"
    LANGUAGE = "language"
    GRADE = "grade"
    NOTE = "note"
    GAME = "game"
    WISH_LIST = "wish_list"
    """True where the card is wanted, not owned."""
    FOLDER = "folder"
    """Where the owner keeps it; says nothing about the card."""
    KIND = "kind"
    """Pokemon, Trainer or Energy, or a type."""


_SETS = frozenset({Meaning.SET, Meaning.SET_CODE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One format.

    Attributes:
        name: what ``--format`` takes.
        title: what messages call it.
        signature: keys of columns that must all be there; ``*`` at the end is any ending.
        columns: keys of the columns that hold each meaning, the preferred first.
    """

    name: str
    title: str
    signature: tuple[str, ...]
    columns: Mapping[Meaning, tuple[str, ...]]

    def fits(self, keys: tuple[str, ...]) -> bool:
        """Whether a header is one of this format."""
        if self.signature:
            return all(_find(wanted, keys) for wanted in self.signature)
        meanings = self.positions(keys).keys()
        if Meaning.NAME in meanings:
            return bool(meanings & (_SETS | {Meaning.NUMBER, Meaning.RARITY, Meaning.QUANTITY}))
        return Meaning.NUMBER in meanings and bool(meanings & _SETS)

    def positions(self, keys: tuple[str, ...]) -> dict[Meaning, tuple[int, ...]]:
        """Return which columns hold each meaning; a column has one meaning only."""
        taken: set[int] = set()
        found: dict[Meaning, tuple[int, ...]] = {}
        for meaning, wanted in self.columns.items():
            places = [at for key in wanted for at in _find(key, keys) if at not in taken]
            if meaning is Meaning.NAME and not self.signature:
                places = places[:1]
            if places:
                found[meaning] = tuple(dict.fromkeys(places))
                taken.update(places)
        return found


@cache
def dialects() -> tuple[Dialect, ...]:
    """Return all formats in the order in which they are listed to people."""
    return tuple(
        Dialect(
            name=entry["name"],
            title=entry["title"],
            signature=_keys(entry["signature"]),
            columns={Meaning(name): _keys(names) for name, names in entry["columns"].items()},
        )
        for entry in words()["dialect"]
    )


@cache
def words() -> dict[str, Any]:
    """Return ``dialects.toml``; treat it as read-only."""
    text = resource("imports", "dialects.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def dialect_named(name: str) -> Dialect:
    """Return the format that a person asks for.

    Raises:
        UsageError: there is none of this name.
    """
    for dialect in dialects():
        if dialect.name == name.strip().casefold():
            return dialect
    known = ", ".join(dialect.name for dialect in dialects())
    raise UsageError(f"no format is called {name!r}; known are {known}")


def detect(keys: tuple[str, ...]) -> Dialect | None:
    """Return the format that fits a header best, or None."""
    fitting = [dialect for dialect in dialects() if dialect.fits(keys)]
    return max(fitting, key=lambda dialect: len(dialect.signature), default=None)


def header_score(keys: tuple[str, ...], wanted: Dialect | None = None) -> int:
    """Return how much of a header is known; 0 when no format fits."""
    dialect = wanted or detect(keys)
    if dialect is None or not dialect.fits(keys):
        return 0
    return len(dialect.positions(keys))


def unknown_header(header: Header | None, where: str, wanted: Dialect | None = None) -> InputError:
    """Return the message for a file whose header is none that is known."""
    names = header.names if header else ()
    found = ", ".join(repr(name) for name in names[:12]) + (", ..." if len(names) > 12 else "")
    line = f"{where}:{header.line}" if header else where
    if wanted is not None:
        needs = ", ".join(repr(title) for title in _titles(wanted))
        return InputError(
            f"expects a header of the format {wanted.name} with {needs}, got {found}",
            where=line,
            remedy="leave --format out, and the format is found by the header",
        )
    return InputError(
        "expects a header that names a column for the card's name and one for the set, number, "
        f"rarity or quantity, got {found}",
        where=line,
        remedy="write such names into the first line, e.g. Name,Set,Number,Rarity,Quantity; "
        "cardkit import --list-formats shows the apps whose exports are known",
    )


def _titles(dialect: Dialect) -> tuple[str, ...]:
    entry = next(entry for entry in words()["dialect"] if entry["name"] == dialect.name)
    return tuple(entry["signature"] or ("Name",))


def _keys(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        header_key(name.rstrip("*")) + ("*" if name.endswith("*") else "") for name in names
    )


def _find(wanted: str, keys: tuple[str, ...]) -> list[int]:
    if wanted.endswith("*"):
        return [at for at, key in enumerate(keys) if key.startswith(wanted[:-1])]
    return [at for at, key in enumerate(keys) if key == wanted]
