"""Which card of the catalogue a card of TCGdex is.

The catalogue uses the identifiers of the public bulk data. TCGdex names many sets otherwise and
fills numbers up with zeros: ``sv03.5-006`` is ``sv3pt5-6``. Sets follow the table of
:mod:`cardkit.catalogue.sets`; the few cards whose identifiers follow no rule stand in
``tcgdex_cards.csv``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from urllib.parse import unquote

from cardkit.cards import CardId, SetId
from cardkit.catalogue.sets import set_facts
from cardkit.naming import fold_name

_WIDTHS: Mapping[str, int] = MappingProxyType(
    {"BW": 2, "DP": 2, "HGSS": 2, "SM": 2, "XY": 2, "TG": 2, "GG": 2, "SWSH": 3}
)
"""How many digits follow the letters of a number; other letters are followed by no zeros."""
_SET_WIDTHS: Mapping[tuple[str, str], int] = MappingProxyType({("swsh45sv", "SV"): 3})

_NUMBER = re.compile(r"([A-Za-z]*)(\d+)([A-Za-z]?)")
_NUMBERED_SET = re.compile(r"([a-z]{2,5})0*(\d+)(?:\.(\d+))?([a-z]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """A card by the catalogue's names."""

    card_id: CardId
    set_id: SetId
    number: str


def catalogue_set(tcgdex_set: str) -> SetId:
    """Return a set's identifier in the catalogue.

    A set that nobody has written down yet follows the house style of its siblings.

    >>> [catalogue_set(each) for each in ("sv03.5", "lc", "tk-ex-latia", "sv10.5b", "me06.5")]
    ['sv3pt5', 'base6', 'tk1a', 'zsv10pt5', 'me6pt5']
    """
    known = _catalogue_sets().get(tcgdex_set)
    if known is not None:
        return known
    found = _NUMBERED_SET.fullmatch(tcgdex_set)
    if found is None:
        return SetId(tcgdex_set)
    series, number, half, part = found.groups()
    return SetId(f"{series}{number}{f'pt{half}' if half else ''}{part}")


def printing(tcgdex_set: str, local_id: str, name: str) -> Printing:
    """Return what a card is called in the catalogue.

    Args:
        tcgdex_set: identifier of its set at TCGdex.
        local_id: its number at TCGdex.
        name: its English name, for the few cards that the number does not tell apart.

    >>> printing("sv03.5", "006", "Charizard ex").card_id
    'sv3pt5-6'
    >>> printing("swsh12.5gg", "GG01", "Hisuian Voltorb").card_id
    'swsh12pt5gg-GG01'
    >>> printing("cel25cc", "15", "Claydol").card_id
    'cel25c-15_A4'
    """
    set_id = catalogue_set(tcgdex_set)
    exception = _exception(tcgdex_set, local_id, name)
    if exception:
        return Printing(card_id=exception.card_id, set_id=set_id, number=exception.number)
    number = _number(set_id, unquote(local_id))
    return Printing(card_id=CardId(f"{set_id}-{number}"), set_id=set_id, number=number)


def _exception(tcgdex_set: str, local_id: str, name: str) -> _Exception | None:
    """Return what the table says of a card; the name decides where several have its number."""
    digits = re.search(r"[1-9]\d*", local_id)
    of_set = _exceptions().get(tcgdex_set, ())
    same = [each for each in of_set if digits is None or each.digits == digits[0]]
    if len(same) > 1:
        same = [each for each in same if each.name_key == fold_name(name)]
    return same[0] if len(same) == 1 else None


def _number(set_id: SetId, local_id: str) -> str:
    found = _NUMBER.fullmatch(local_id)
    if found is None:
        return local_id  # an Unown's letter, for one
    letters, digits, suffix = found.groups()
    facts = set_facts().get(set_id)
    letters = letters.upper() or (facts.number_prefix if facts else "")
    width = _SET_WIDTHS.get((set_id, letters), _WIDTHS.get(letters, 1))
    return f"{letters}{digits.lstrip('0').zfill(width)}{suffix}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Exception:
    digits: str
    number: str
    name_key: str
    card_id: CardId


@cache
def _exceptions() -> Mapping[str, tuple[_Exception, ...]]:
    text = (files("cardkit.sources") / "tcgdex_cards.csv").read_text(encoding="utf-8")
    found: dict[str, tuple[_Exception, ...]] = {}
    for row in csv.DictReader(text.splitlines()):
        each = _Exception(
            digits=row["digits"],
            number=row["number"],
            name_key=fold_name(row["name"]),
            card_id=CardId(row["id"]),
        )
        found[row["tcgdex_set"]] = (*found.get(row["tcgdex_set"], ()), each)
    return MappingProxyType(found)


@cache
def _catalogue_sets() -> Mapping[str, SetId]:
    return MappingProxyType(
        {theirs: facts.set_id for facts in set_facts().values() for theirs in facts.tcgdex}
    )
