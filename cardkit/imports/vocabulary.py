"""Words of collection files: finish, condition, language, game, what is sealed, how many.

The words stand in ``dialects.toml``; what is not listed there is kept as it is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from cardkit.imports.dialects import words
from cardkit.imports.table import header_key

MAX_COUNT = 9_999
"""Copies that one row may hold; more is a slip of the keyboard, or a price."""


@cache
def _index(*path: str) -> dict[str, str]:
    """Return written form -> cardkit's word for one of the tables of words."""
    table = words()
    for part in path:
        table = table[part]
    return {header_key(word): name for name, listed in table.items() for word in (name, *listed)}


@lru_cache(maxsize=1_024)
def read_finish(text: str) -> str:
    """Return a finish in cardkit's words, or the text itself.

    >>> read_finish("reverse"), read_finish("Staff stamp")
    ('Reverse Holofoil', 'Staff stamp')
    """
    return _index("finishes").get(header_key(text), text)


def joined_finish(in_name: str, in_column: str) -> str:
    """Return what the finish in a name and that in a column say together.

    A pattern in the name says more than the column, which calls it Holofoil; but that a card is
    holographic says less than the column.

    >>> joined_finish("Poke Ball Pattern", "Holofoil"), joined_finish("Holofoil", "1st Edition")
    ('Poke Ball Pattern', '1st Edition Holofoil')
    """
    if in_name != "Holofoil" or not in_column:
        return in_name or in_column
    both = f"{in_column} {in_name}"
    return both if both in words()["finishes"] else in_column


def flagged_finish(foil: bool, reverse: bool, first_edition: bool) -> str:
    """Return the finish that columns of yes and no tell.

    >>> flagged_finish(False, True, False), flagged_finish(True, False, True)
    ('Reverse Holofoil', '1st Edition Holofoil')
    """
    if reverse:
        return "Reverse Holofoil"
    if first_edition:
        return "1st Edition Holofoil" if foil else "1st Edition"
    return "Holofoil" if foil else ""


@lru_cache(maxsize=1_024)
def finish_in_name(text: str) -> str:
    """Return the finish that brackets behind a name give, or nothing when they give none.

    >>> finish_in_name("Poke Ball Pattern"), finish_in_name("Full Art")
    ('Poke Ball Pattern', '')
    """
    key = header_key(text)
    if len(key) > 3 and key in _index("finishes"):  # an X may be the letter of an Unown
        return _index("finishes")[key]
    return text.strip() if re.search(r"\b(?:pattern|holo|holofoil)$", key) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language, and whether its cards have sets and numbers of their own."""

    name: str
    asian: bool


@lru_cache(maxsize=1_024)
def read_language(text: str) -> Language:
    """Return a language in cardkit's words; an unknown one counts as numbered like English.

    >>> read_language("jp")
    Language(name='Japanese', asian=True)
    """
    key = header_key(text)
    asian = _index("languages", "asian").get(key)
    if asian:
        return Language(name=asian, asian=True)
    return Language(name=_index("languages", "western").get(key, text), asian=False)


@lru_cache(maxsize=1_024)
def language_in_words(text: str) -> Language | None:
    """Return the Asian language that one of several words names: ``Pokemon Japan``, or None.

    >>> language_in_words("Pokemon Japan").name
    'Japanese'
    """
    asian = _index("languages", "asian")
    parts = header_key(text).split()
    whole = asian.get(" ".join(parts[1:]))  # "Pokemon Chinese (S)"
    name = whole or next((asian[part] for part in parts if len(part) > 2 and part in asian), None)
    return Language(name=name, asian=True) if name else None


@lru_cache(maxsize=2_048)
def language_of_label(label: str) -> Language | None:
    """Return the Asian language that a set's label gives away, or None.

    >>> language_of_label("SV2a: Pokemon Card 151").name, language_of_label("SV03: Obsidian Flames")
    ('Japanese', None)
    """
    if re.fullmatch(words()["languages"]["labels"]["japanese"], label, re.DOTALL):
        return read_language("Japanese")
    return language_in_words(label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What a column of conditions says; some apps put finish and language into it."""

    name: str
    finish: str = ""
    language: str = ""
    sealed: bool = False


@lru_cache(maxsize=1_024)
def read_condition(text: str, scale: str = "") -> Condition:
    """Read a condition and what is joined to it.

    Args:
        text: as a file writes it.
        scale: the table of words to look at first: ``european``; empty for the usual one.

    >>> read_condition("Near Mint Reverse Holofoil - Japanese")
    Condition(name='Near Mint', finish='Reverse Holofoil', language='Japanese', sealed=False)
    >>> read_condition("LP").name, read_condition("Unopened").sealed
    ('Lightly Played', True)
    >>> read_condition("LP", "european").name
    'Heavily Played'
    """
    known = _index("conditions")
    key = header_key(text)
    if scale and key in _index("scales", scale):
        return Condition(name=_index("scales", scale)[key])
    if key in known:
        return Condition(name=known[key])
    if key in {header_key(word) for word in words()["sealed"]["conditions"]}:
        return Condition(name=text, sealed=True)
    body, dash, tail = text.rpartition(" - ")
    language = tail if dash else ""
    parts = (body if dash else text).split()
    for cut in range(len(parts) - 1, 0, -1):
        condition = known.get(header_key(" ".join(parts[:cut])))
        finish = _index("finishes").get(header_key(" ".join(parts[cut:])))
        if condition and finish:
            return Condition(name=condition, finish=finish, language=language)
    if header_key(body) in known:
        return Condition(name=known[header_key(body)], language=language)
    return Condition(name=text)


@lru_cache(maxsize=1_024)
def is_this_game(text: str) -> bool:
    """Whether a column that names the game means this one.

    >>> is_this_game("Pokémon"), is_this_game("One Piece")
    (True, False)
    """
    return any(word in header_key(text) for word in words()["games"]["words"])


def is_true(text: str) -> bool:
    """Whether a yes-no column says yes."""
    return header_key(text) in ("true", "yes", "y", "1", "x", "ja", "oui", "si", "sim")


@cache
def _sealed_pattern() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words()['sealed']['words'])})\b")


def names_sealed_product(name: str) -> bool:
    """Whether a name is one of a product in a box or wrapper.

    >>> names_sealed_product("Paldean Fates Booster Bundle")
    True
    """
    return bool(_sealed_pattern().search(header_key(name)))


@lru_cache(maxsize=256)
def read_count(text: str) -> int | None:
    """Return a quantity; None when it is no whole number from 0 to :data:`MAX_COUNT`.

    A blank means one copy: the row is there.

    >>> [read_count(text) for text in ("4", "2x", "x2", "3.0", "", "0", "-1", "two")]
    [4, 2, 2, 3, 1, 0, None, None]
    """
    if not text:
        return 1
    found = re.fullmatch(r"[xX×]?\s*([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)(?:[.,]0+)?\s*[xX×]?", text)
    if not found:
        return None
    digits = found[1].replace(",", "")
    return int(digits) if len(digits) < 9 and int(digits) <= MAX_COUNT else None
