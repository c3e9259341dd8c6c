"""Formats of collection files as data: ``dialects.toml`` beside this module.

A new format is a new entry there. What an entry says: the columns by which it is recognised, and
what its columns mean.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from cardkit.errors import InputError
from cardkit.imports.table import MAX_HEADER_LINE, Header, header_key
from cardkit.naming import fold_label
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
    REGION = "region"
    """Where the card was sold: Japan's cards have sets and numbers of their own."""
    PRODUCT = "product"
    """A shop's number of the product, for rows that have no name."""
    GRADER = "grader"
    """Who graded it, where the grade does not say."""
    FOIL = "foil"
    """True where the copies are holographic."""
    REVERSE = "reverse"
    """True where they are reverse holographic."""
    FIRST_EDITION = "first_edition"
    """True where they are of the first edition."""
    SOLD = "sold"
    """When or for how much the card was sold; blank while it is owned."""


_SETS = frozenset({Meaning.SET, Meaning.SET_CODE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """What is taken out of the cells of a meaning before they are read."""

    meaning: Meaning
    pattern: re.Pattern[str]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One format.

    Attributes:
        name: what ``--format`` takes.
        title: what messages call it.
        signature: keys of columns that must all be there; ``*`` at the end is any ending.
        columns: keys of the columns that hold each meaning, the preferred first.
        counts: keys of columns of copies -> the finish of the copies; a row is several then.
        refused: why such a file is no collection; empty when it is one.
        on_request: a refused file is read all the same when its format is asked for.
        game_in_set: the set's label names the game.
        one_a_row: each row is one copy.
        blanks: cells that stand for nothing.
        trailers: beginnings of lines below the table, as keys.
        titles: the name is a seller's title.
        id_only: what to call rows that have a product number and no name; empty for most.
        set_in_file: the file's name is the set's where no column is.
        names_in: the language of the names; empty for English.
        scale: the table of conditions; empty for the usual one.
        words: what cells of a meaning mean.
        labels: folded labels of sets that only this app uses -> set.
        rewrites: what is taken out of cells.
    """

    name: str
    title: str
    signature: tuple[str, ...]
    columns: Mapping[Meaning, tuple[str, ...]]
    counts: Mapping[str, str] = field(default_factory=dict)
    refused: str = ""
    on_request: bool = False
    game_in_set: bool = False
    one_a_row: bool = False
    blanks: frozenset[str] = frozenset()
    trailers: tuple[str, ...] = ()
    titles: bool = False
    id_only: str = ""
    set_in_file: bool = False
    names_in: str = ""
    scale: str = ""
    words: Mapping[Meaning, Mapping[str, str]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    rewrites: tuple[Rewrite, ...] = ()

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
    return tuple(_dialect(entry) for entry in words()["dialect"])


def _dialect(entry: Mapping[str, Any]) -> Dialect:
    return Dialect(
        name=entry["name"],
        title=entry["title"],
        signature=_keys(entry["signature"]),
        columns={Meaning(name): _keys(names) for name, names in entry["columns"].items()},
        counts={header_key(name): finish for name, finish in entry.get("counts", {}).items()},
        refused=entry.get("refused", ""),
        on_request=entry.get("on_request", False),
        game_in_set=entry.get("game_in_set", False),
        one_a_row=entry.get("one_a_row", False),
        blanks=frozenset(entry.get("blanks", ())),
        trailers=_keys(entry.get("trailers", ())),
        titles=entry.get("titles", False),
        id_only=entry.get("id_only", ""),
        set_in_file=entry.get("set_in_file", False),
        names_in=entry.get("names_in", ""),
        scale=entry.get("scale", ""),
        words={
            Meaning(name): {header_key(word): means for word, means in listed.items()}
            for name, listed in entry.get("words", {}).items()
        },
        labels={fold_label(label): means for label, means in entry.get("labels", {}).items()},
        rewrites=tuple(
            Rewrite(
                meaning=Meaning(each["meaning"]),
                pattern=re.compile(each["pattern"], re.IGNORECASE),
                by=each["by"],
            )
            for each in entry.get("rewrite", ())
        ),
    )


@cache
def words() -> dict[str, Any]:
    """Return ``dialects.toml``; treat it as read-only."""
    text = resource("imports", "dialects.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def detect(keys: tuple[str, ...]) -> Dialect | None:
    """Return the format that fits a header best, or None."""
    fitting = [dialect for dialect in dialects() if dialect.fits(keys)]
    return max(fitting, key=lambda dialect: len(dialect.signature), default=None)


def refusal(dialect: Dialect, where: str, *, asked_for: bool) -> InputError | None:
    """Return why a file of a format is not read, or None when it is."""
    if not dialect.refused or (dialect.on_request and asked_for):
        return None
    return InputError(
        f"this is {dialect.title}: {dialect.refused}",
        where=where,
        remedy=f"if it is to be read all the same, add --as {dialect.name}"
        if dialect.on_request
        else "export the collection itself; cardkit import --list-formats shows what is known",
    )


def unknown_header(header: Header | None, where: str, wanted: Dialect | None = None) -> InputError:
    """Return the message for a file whose header is none that is known."""
    names = header.names if header else ()
    found = ", ".join(repr(name) for name in names[:12]) + (", ..." if len(names) > 12 else "")
    found = found or f"nothing in the first {MAX_HEADER_LINE} lines"
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
