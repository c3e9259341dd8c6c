"""Decklists as collections: one card a line, as players' programs and pages write them.

``2 Gallade ASR 62 PH`` is a number, a name, a set's code, a collector number and a finish. What
programs add to it stands in ``decklists.toml``: headings in six languages, totals, and the words
of which the names of basic Energy are made. A list becomes a table, so its lines are read, matched
and reported like the rows of any other file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from cardkit.cards import EnergyType
from cardkit.catalogue import Catalogue
from cardkit.imports.dialects import Dialect, Meaning
from cardkit.imports.table import MAX_CELL, Header, Row, header_key
from cardkit.naming import CollectorNumber, fold_name
from cardkit.resources import resource

_COLUMNS: dict[Meaning, str] = {
    Meaning.QUANTITY: "count",
    Meaning.NAME: "name",
    Meaning.SET_CODE: "code",
    Meaning.NUMBER: "number",
    Meaning.FINISH: "finish",
    Meaning.KIND: "kind",
    Meaning.LANGUAGE: "language",
    Meaning.NOTE: "note",
}
_LEAST_SHARE = 0.6
"""Share of the lines that must be those of a decklist for a file to be taken for one."""

_COUNT = r"(?:[xX×]\s*(?P<before>\d{1,5})|(?P<count>\d{1,5})\s*[xX×]?)"
_LINE = re.compile(rf"(?:[*•–-]+\s*)?{_COUNT}\s+(?P<card>\S.*)", re.DOTALL)
_COUNT_BEHIND = re.compile(r"(?P<card>.*\S)\s*(?:\s[xX]|×)\s*(?P<count>\d{1,5})", re.DOTALL)
_COUNTER_BEHIND = re.compile(r"(?P<card>.*\S)\s+(?P<count>\d{1,5})\s*(?:枚|张|張|장)", re.DOTALL)
_FINISH = re.compile(r"(.*\S)\s+(?:PH|RH)")
_NUMBER = r"[A-Za-z]{0,5}\d{1,4}[A-Za-z]?(?:/[A-Za-z]{0,5}\d{1,4})?"
_CODE = r"[A-Za-z0-9][A-Za-z0-9.]*(?:[-_][A-Za-z0-9]+)*"
_IN_BRACKETS = re.compile(rf"(.*\S)\s+[(\[]({_CODE})[\s-]+#?({_NUMBER})[)\]]")
_CODE_IN_BRACKETS = re.compile(rf"(.*\S)\s+(?:\(({_CODE})\)|\[({_CODE})\])")
_AT_THE_END = re.compile(rf"(.*\S)\s+({_CODE})\s+#?({_NUMBER})")
_NUMBER_ALONE = re.compile(rf"(.*\S)\s+#?({_NUMBER})")
_HEADING = re.compile(
    r"(?:[#*]+\s*)?(?P<words>[^\d:()\[\]–-]+?)\s*"
    r"(?:[:(\[–-]+\s*\d{0,4}\s*[)\]]?\s*:?\s*(?P<rest>\S.*)?)?",
    re.DOTALL,
)
_ORNAMENT = re.compile(r"[*#=_~\s-]+|\*{3,}.*\*{3,}|(?://|#(?!#)).*", re.DOTALL)
_IN_NAMES = frozenset(
    ("V", "VMAX", "VSTAR", "V-UNION", "GX", "EX", "BREAK", "LEGEND", "STAR", "PRIME", "VS", "LV.X")
)
"""What looks like a code and is the end of a name."""


@cache
def _facts() -> dict[str, Any]:
    text = resource("imports", "decklists.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def decklist_dialects() -> tuple[Dialect, ...]:
    """Return the kinds of decklists, as formats among the others."""
    columns = {meaning: (name,) for meaning, name in _COLUMNS.items()}
    return tuple(
        Dialect(name=entry["name"], title=entry["title"], signature=(), columns=columns)
        for entry in _facts()["decklist"]
    )


LINES_LOOKED_AT = 60
"""Lines that tell whether a file is a decklist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decklist:
    """A decklist as a table.

    Attributes:
        dialect: which kind of list it was taken for.
        header: a header that the file does not have.
        rows: one for each line but headings, totals and ornament.
        likely: whether enough of the lines are those of a decklist.
    """

    dialect: Dialect
    header: Header
    rows: tuple[Row, ...]
    likely: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heading:
    kind: str = ""
    language: str = ""
    rest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _CardLine:
    """A line taken apart; ``count`` is empty where the line has none."""

    count: str
    name: str
    code: str = ""
    number: str = ""
    finish: str = ""


def is_decklist(lines: Iterable[str], catalogue: Catalogue) -> bool:
    """Whether the first lines of a file are those of a decklist."""
    return read_decklist(islice(lines, LINES_LOOKED_AT), catalogue).likely


def read_decklist(
    lines: Iterable[str], catalogue: Catalogue, format_name: str | None = None
) -> Decklist:
    """Read lines as those of a decklist.

    Args:
        lines: the lines of the file.
        catalogue: knows codes of sets and names of cards, which look alike.
        format_name: the kind of list that a person asks for.
    """
    reader = _LineReader(catalogue)
    for line, text in enumerate(lines, start=1):
        reader.read(line, text)
    name = format_name or reader.kind_of_list()
    dialect = next(each for each in decklist_dialects() if each.name == name)
    names = tuple(_COLUMNS.values())
    header = Header(names=names, keys=tuple(map(header_key, names)), delimiter=" ", line=1)
    return Decklist(
        dialect=dialect, header=header, rows=tuple(reader.rows()), likely=reader.is_likely()
    )


class _LineReader:
    """Reads line by line; a heading holds for the lines below it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._heading = _Heading()
        self._language = ""
        self._read: list[tuple[int, str, _CardLine | None, str]] = []
        self._shapes: set[str] = set()

    def read(self, line: int, text: str) -> None:
        """Take one line in."""
        text = _mended(" ".join(text.split()))[:MAX_CELL]
        if not text:
            return
        if re.match(r"\*{3,}|##\S", text):
            self._shapes.add("ptcgo")
        if _ORNAMENT.fullmatch(text):
            return
        heading = _heading(text)
        if heading is not None:
            if ":" in text:
                self._shapes.add("ptcgl")
            self._shapes.add("headings")
            self._heading = heading
            self._language = self._language or heading.language
            text = heading.rest
            if not text:
                return
        found = self._card(text)
        self._read.append((line, text, found, self._heading.kind))

    def is_likely(self) -> bool:
        """Whether most lines name cards with their number of copies, and some name a set."""
        cards = [found for _, _, found, _ in self._read if found and found.count]
        sure = any(found.code for found in cards) or "headings" in self._shapes
        return bool(cards) and len(cards) >= _LEAST_SHARE * len(self._read) and sure

    def kind_of_list(self) -> str:
        """Return the name of the kind that the shape of the lines is like."""
        # Basic Energy often has no set where all the others have one.
        cards = [
            found
            for _, _, found, _ in self._read
            if found and (found.code or not _basic_energy(found.name))
        ]
        plain = sum(bool(found.count and found.code) for found in cards)
        if "ptcgo" in self._shapes:
            return "ptcgo"
        if plain * 2 <= len(cards):
            return "decklist"
        if "ptcgl" in self._shapes:
            return "ptcgl"
        return "decklist" if "headings" in self._shapes else "limitless"

    def rows(self) -> Iterable[Row]:
        """Yield the lines as rows of a table."""
        for line, text, found, kind in self._read:
            if found is None:
                fault = "expects a line such as '4 Ralts ASR 60'"
                yield Row(line=line, cells=["", text, *[""] * 6], fault=fault)
                continue
            name, note = self._name(found)
            cells = [found.count, name, found.code, found.number, found.finish]
            kind = self._kind(name) or kind
            yield Row(line=line, cells=[*cells, kind, self._language, note])

    def _kind(self, name: str) -> str:
        """Return what cards of a name are: in edited lists, lines stand under any heading."""
        known = self._catalogue.by_name(fold_name(name))
        return known[0].supertype.value if known else ""

    def _card(self, text: str) -> _CardLine | None:
        """Take a line apart; None where it is none of a decklist."""
        if re.search(r"[;|\t]|,.*,", text):
            return None
        count = ""
        for pattern in (_LINE, _COUNT_BEHIND, _COUNTER_BEHIND):
            found = pattern.fullmatch(text)
            if found:
                count = found["count"] or found["before"]
                text = found["card"]
                break
        finish = _FINISH.fullmatch(text)
        if finish:
            text = finish[1]
        name, code, number = self._place(text)
        if not (count or code) and number.isdigit() and _basic_energy(name):
            count, number = number, ""  # nobody writes the number of a basic Energy alone
        if not (count or code) or not re.search(r"\w", name):
            return None
        if not count and not number:
            return None
        return _CardLine(
            count=count or "1",
            name=name,
            code=code,
            number=number,
            finish="Reverse Holofoil" if finish else "",
        )

    def _place(self, text: str) -> tuple[str, str, str]:
        """Split the name from the set's code and the number, where they are given."""
        found = _IN_BRACKETS.fullmatch(text)
        if found:
            return found[1], found[2], found[3]
        found = _CODE_IN_BRACKETS.fullmatch(text)
        if found and (found[3] or self._is_code(found[2])):
            return found[1], found[2] or found[3], ""
        found = _AT_THE_END.fullmatch(text)
        if found and self._splits(found[1], found[2]):
            return found[1], found[2], found[3]
        found = _NUMBER_ALONE.fullmatch(text)
        if found and not self._is_name(text):
            is_number = found[2].isdigit() and _energy_words(found[1])
            if is_number or self._is_name(found[1]):
                return found[1], "", found[2]
        return text, "", ""

    def _splits(self, name: str, code: str) -> bool:
        """Whether a word is the code of a set and not the last word of the name before it."""
        if code.upper() in _IN_NAMES or self._is_name(f"{name} {code}"):
            return False
        if _energy_words(name):
            return True  # programs write Energy, BWALT or ecalt where a set has no code
        if _energy_words(code):
            return False
        if self._is_code(code):
            return code.upper() == code or code.lower() == code or self._is_name(name)
        return len(code) > 1 and code.upper() == code

    def _is_code(self, code: str) -> bool:
        return bool(self._catalogue.sets_by_code(code))

    def _is_name(self, text: str) -> bool:
        return bool(self._catalogue.by_name(fold_name(text)))

    def _name(self, found: _CardLine) -> tuple[str, str]:
        """Return the name as cards in English have it, and a note where it was another."""
        energy = _basic_energy(found.name)
        if energy:
            written = fold_name(found.name) == fold_name(energy)
            return energy, "" if written else f"listed as {found.name}"
        if not found.code or not found.number or self._is_name(found.name):
            return found.name, ""
        for own in self._names_at(found):
            if _same_but_lost(found.name, own) or self._language:
                return own, f"listed as {found.name}"
        return found.name, ""

    def _names_at(self, found: _CardLine) -> tuple[str, ...]:
        """Return the name of the card of a set and number, where there is exactly one."""
        number = CollectorNumber.parse(found.number).key
        sets = self._catalogue.sets_by_code(found.code)
        names = [card.name for set_id in sets for card in self._catalogue.by_number(set_id, number)]
        return tuple(names) if len(names) == 1 else ()


@lru_cache(maxsize=2_048)
def _heading(text: str) -> _Heading | None:
    """Read a line as a heading or a total; None when it is neither.

    >>> _heading("Pokémon: 9"), _heading("4 Ralts ASR 60")
    (_Heading(kind='Pokémon', language='', rest=''), None)
    >>> _heading("Energia (15): 4 Energia Metal Basica SVE 8").rest
    '4 Energia Metal Basica SVE 8'
    """
    if _is_total(text):
        return _Heading()
    found = _HEADING.fullmatch(text)
    if found is None:
        return None
    words = header_key(found["words"])
    if re.fullmatch(r"pok\S{0,2} ?\S{0,2}mon", words):
        words = "pokemon"
    accented = "é" in found["words"].casefold()
    for entry in _facts()["heading"]:
        if words in entry["words"] and ("accented" not in entry or accented):
            language = entry.get("language", "")
            return _Heading(kind=entry["kind"], language=language, rest=found["rest"] or "")
    return None


def _is_total(text: str) -> bool:
    words = " ".join(word for word in header_key(text).split() if not word.isdigit())
    return words in _facts()["totals"]["words"]


@lru_cache(maxsize=2_048)
def _energy_words(name: str) -> bool:
    words = _facts()["energy"]["words"]
    return any(word in words for word in header_key(name).split())


@lru_cache(maxsize=2_048)
def _basic_energy(name: str) -> str:
    """Return the English name of a basic Energy in any language; empty for other cards.

    >>> _basic_energy("Basic {D} Energy"), _basic_energy("Énergie Feu de base")
    ('Darkness Energy', 'Fire Energy')
    >>> _basic_energy("Wash {W} Energy"), _basic_energy("Double Dragon Energy")
    ('', '')
    """
    facts = _facts()["energy"]
    letters = re.findall(r"\{([A-Z])\}", name)
    words = header_key(re.sub(r"\{[A-Z]\}", " ", name)).split()
    if not words or not _energy_words(name):
        return ""
    left = [word for word in words if word not in facts["words"] and word not in facts["filler"]]
    by_letter = {kind.letter: kind.value for kind in EnergyType}
    if len(letters) == 1 and not left:
        return f"{by_letter[letters[0]]} Energy" if letters[0] in by_letter else ""
    if letters or len(left) != 1:
        return ""
    kinds = [kind for kind, listed in facts["types"].items() if left[0] in listed]
    return f"{kinds[0]} Energy" if kinds else ""


def _same_but_lost(written: str, own: str) -> bool:
    """Whether a name is another one whose accents became question marks on the way."""
    if not re.search("[?\ufffd]", written):
        return False
    pattern = "".join("." if letter in "?\ufffd" else re.escape(letter) for letter in written)
    return re.fullmatch(pattern, own, re.IGNORECASE) is not None


def _mended(text: str) -> str:
    """Undo UTF-8 that was read as Windows-1252: ``PokÃ©mon``."""
    if not re.search("[ÃÂâ]", text):
        return text
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text
