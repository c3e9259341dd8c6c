"""Collector numbers as rows write them, and what spreadsheets have made of them."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from cardkit.imports.dialects import words
from cardkit.imports.table import header_key
from cardkit.naming import CollectorNumber

_ERROR = re.compile(r"#(?:REF|N/A|NAME|VALUE|DIV/0|NUM|NULL)[!?]?")
_DAY_MONTH = re.compile(r"(\d{1,2})[-. ]{1,2}([^\W\d_]{3,5})\.?")
_MONTH_YEAR = re.compile(r"([^\W\d_]{3,5})\.?[-. ](\d{2})")
_ISO_DATE = re.compile(r"(?:19|20)(\d\d)-(\d\d)-(\d\d)")
_PROMO = re.compile(r"[A-Z]{2,}\d+[A-Z]?")


@lru_cache(maxsize=16_384)
def read_number(text: str) -> CollectorNumber | None:
    """Return a number, or None where there is none to read.

    >>> read_number("43.0").key, read_number("")
    ('43', None)
    """
    if not text:
        return None
    if "." in text:
        text = re.sub(r"^(\d+)\.0+$", r"\1", text)  # a spreadsheet's 43.0
    try:
        return CollectorNumber.parse(text)
    except ValueError:
        return None


def is_spreadsheet_error(text: str) -> bool:
    """Whether a spreadsheet has turned a number into an error.

    >>> is_spreadsheet_error("#REF!"), is_spreadsheet_error("#25")
    (True, False)
    """
    return text[:1] == "#" and _ERROR.fullmatch(text) is not None


@lru_cache(maxsize=16_384)
def mangled_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers that a spreadsheet may have taken for a date; none for any other text.

    ``4/25`` becomes 25-Apr, ``12/62`` Dec-62, and a workbook holds 2026-04-25 or 1962-12-01.

    >>> mangled_numbers("25-Apr"), mangled_numbers("Dec-62"), mangled_numbers("TG05")
    (('4/25', '25/4'), ('12/62',), ())
    >>> mangled_numbers("4-Feb"), mangled_numbers("2026-04-25"), mangled_numbers("1964-04-01")
    (('2/4', '4/2'), ('4/25', '25/4'), ('4/1', '1/4', '4/64'))
    """
    if "/" in text or text.isdigit():  # most are so
        return ()
    found = _DAY_MONTH.fullmatch(text)
    if found and (month := _months().get(header_key(found[2]))):
        return _either(month, int(found[1]))
    found = _MONTH_YEAR.fullmatch(text)
    if found and (month := _months().get(header_key(found[1]))):
        return (f"{month}/{int(found[2])}",)
    found = _ISO_DATE.fullmatch(text)
    if found:
        year, month, day = map(int, found.groups())
        return (*_either(month, day), *((f"{month}/{year}",) if day == 1 else ()))
    return ()


def _either(month: int, day: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys((f"{month}/{day}", f"{day}/{month}")))


@cache
def _months() -> dict[str, int]:
    """Return how spreadsheets shorten the months -> the month's number."""
    listed = enumerate(words()["months"]["words"], start=1)
    return {word: number for number, names in listed for word in names}


def is_promo_number(number: CollectorNumber) -> bool:
    """Whether a number is told apart from all others by its letters: ``SWSH123``, ``SM200``."""
    return _PROMO.fullmatch(number.key) is not None
