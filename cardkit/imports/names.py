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


_DECORATED = re.compile(r"[(\[#/]|\s[-–—]\s|\s\s")
_BRACKETS = re.compile(r"^(.*\S)\s*[(\[]([^()\[\]]*)[)\]]$", re.DOTALL)
_NUMBER = r"[A-Za-z]{0,6}\d{1,4}[a-z]?(?:/[A-Za-z]{0,6}\d{1,4})?"
_LETTER = "[A-Z!?]|ONE|TWO|THREE|FOUR"
"""Numbers of a few cards that have letters instead: Unown, Alph Lithograph."""
_NUMBER_TAIL = re.compile(
    rf"(?<=\S) (?:[-–—] ({_NUMBER}|{_LETTER})|# ?({_NUMBER}|{_LETTER})"
    r"|([A-Za-z]{0,6}\d{1,4}[a-z]?/\S+))$"
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
    spellings: list[str] = []
    said = _Said()
    while True:
        tail = None if said.number else _NUMBER_TAIL.search(rest)
        if tail:
            said.number = tail[1] or tail[2] or tail[3]
            if not tail[1]:  # no name ends in a dash and a number, but one does in #1
                spellings.append(fold_name(rest))
            rest = rest[: tail.start()]
        elif rest[-1:] in (")", "]") and (brackets := _BRACKETS.match(rest)):
            spellings.append(fold_name(rest))
            rest = brackets[1]
            said.read(brackets[2].strip())
        else:
            break
    name = f"{rest} {said.part}".strip()
    spellings += [fold_name(name), fold_name(rest)]
    return ReadName(
        name=name,
        spellings=tuple(dict.fromkeys(spelling for spelling in spellings if spelling)),
        number=said.number,
        finish=said.finish,
        language=said.language,
        remarks=tuple(reversed(said.remarks)),
    )


class _Said:
    """What the decorations of one name say, the last one read first."""

    def __init__(self) -> None:
        self.number = self.finish = self.language = self.part = ""
        self.remarks: list[str] = []

    def read(self, inside: str) -> None:
        """Read what stands in brackets."""
        alone = _NUMBER_ALONE.fullmatch(inside)
        if inside.casefold() in _PARTS_OF_NAMES:
            self.part = _PARTS_OF_NAMES[inside.casefold()]
        elif alone:
            self.number = self.number or alone[1]
        elif read_language(inside).name != inside:
            self.language = self.language or read_language(inside).name
        elif found := finish_in_name(inside):
            self.finish = self.finish or found
        elif inside:
            self.remarks.append(inside)
