"""Names as apps write them: the card's name, and what is hung on it.

``Dratini - 066/113 (Delta Species)`` is a card, a number and a part of the name;
``Pikachu (Poke Ball Pattern)`` a card and a finish; ``Eevee (JP)`` a card and a language;
``Klara (Full Art)`` a card and a remark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from cardkit.imports.vocabulary import finish_in_name, read_language
from cardkit.naming import fold_name


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadName:
    """A name taken apart.

    Attributes:
        name: the card's name, without what is hung on it.
        spellings: folded names that the card may have, the most literal first.
        number: a collector number that was written into the name, or empty.
        finish: a finish that was, in cardkit's words, or empty.
        language: a language that was, or empty.
        remarks: everything else in brackets.
    """

    name: str
    spellings: tuple[str, ...]
    number: str = ""
    finish: str = ""
    language: str = ""
    remarks: tuple[str, ...] = ()


_BRACKETS = re.compile(r"^(.*\S)\s*[(\[]([^()\[\]]*)[)\]]$", re.DOTALL)
_DECORATED = re.compile(r"[(\[#/]|\s[-–—]\s|\s\s")
_NUMBER = r"[A-Za-z]{0,6}\d{1,4}[a-z]?(?:/[A-Za-z]{0,6}\d{1,4})?"
_LETTER = "[A-Z!?]|ONE|TWO|THREE|FOUR"
"""Numbers of a few cards that have letters instead: Unown, Alph Lithograph."""
_NUMBER_TAIL = re.compile(
    rf"^(.*?\S)\s+(?:[-–—]\s+({_NUMBER}|{_LETTER})|#\s?({_NUMBER}|{_LETTER})|([A-Za-z]{{0,6}}\d{{1,4}}[a-z]?/\S+))$",
    re.DOTALL,
)
_NUMBER_ALONE = re.compile(rf"#?({_NUMBER})")
_PARTS_OF_NAMES = {
    "delta species": "δ",
    "delta": "δ",
    "gold star": "★",
    "star": "★",
    "prism star": "◇",
    "prime": "Prime",
    "legend": "LEGEND",
    "break": "BREAK",
    "lv x": "LV.X",
    "lv.x": "LV.X",
}
"""What belongs to the name on the card, and how card data write it."""


@lru_cache(maxsize=32_768)
def read_name(text: str) -> ReadName:
    """Take a name apart.

    >>> found = read_name("Dratini - 066/113 (Delta Species)")
    >>> found.name, found.number, found.spellings[-2:]
    ('Dratini δ', '066/113', ('dratini delta', 'dratini'))
    >>> read_name("Eevee (Poke Ball Pattern) (JP)")
    ReadName(name='Eevee', spellings=('eevee poke ball pattern jp', 'eevee poke ball pattern', \
'eevee'), number='', finish='Poke Ball Pattern', language='Japanese', remarks=())
    """
    if not _DECORATED.search(text):
        return ReadName(name=text, spellings=(fold_name(text),) if text else ())
    rest = " ".join(text.split())
    spellings = [fold_name(rest)]
    number = finish = language = part = ""
    remarks: list[str] = []
    while True:
        tail = _NUMBER_TAIL.match(rest)
        if tail and not number:
            rest, number = tail[1], tail[2] or tail[3] or tail[4]
        elif brackets := _BRACKETS.match(rest):
            rest, inside = brackets[1], brackets[2].strip()
            alone = _NUMBER_ALONE.fullmatch(inside)
            if inside.casefold() in _PARTS_OF_NAMES:
                part = _PARTS_OF_NAMES[inside.casefold()]
            elif alone:
                number = number or alone[1]
            elif read_language(inside).name != inside:
                language = language or read_language(inside).name
            elif found := finish_in_name(inside):
                finish = finish or found
            elif inside:
                remarks.append(inside)
        else:
            break
        if part:
            spellings.append(fold_name(f"{rest} {part}"))
        spellings.append(fold_name(rest))
    return ReadName(
        name=f"{rest} {part}".strip(),
        spellings=tuple(dict.fromkeys(spelling for spelling in spellings if spelling)),
        number=number,
        finish=finish,
        language=language,
        remarks=tuple(reversed(remarks)),
    )
