"""From lines to a table: the delimiter, the header, and rows that no quote can swallow."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from cardkit.plurals import counted

DELIMITERS = {
    ",": "comma",
    ";": "semicolon",
    "\t": "tab",
    "|": "pipe",
    "^": "caret",
    "~": "tilde",
    "¦": "broken bar",
    "\x1f": "unit separator",
}
"""What may stand between cells, and its name in messages; no name of a card holds one of them."""
_ODD_DELIMITERS = " :/\\#!*&%$@+=_-.§·•，；：、｜\u3000"
"""What some programs put between cells, and what stands within names and numbers as well."""

MAX_HEADER_LINE = 10
"""A title or an empty line may stand above the header, but not more than this."""
MAX_RECORD_LINES = 20
"""Lines that one row may span by quoted line ends; more is a quote that was never closed."""

MAX_CELL = 1_000
"""Letters of a cell that are kept; names and notes are shorter."""

_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)


@lru_cache(maxsize=1_024)
def header_key(text: str) -> str:
    """Return a column's name for comparison: no case, accents, marks or doubled spaces.

    >>> header_key(" Card_Number "), header_key("Foil?"), header_key("Rareté"), header_key("#")
    ('card number', 'foil', 'rarete', '#')
    """
    plain = unicodedata.normalize("NFKD", text.removeprefix("\ufeff")).casefold()
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[\W_]+", " ", bare).split()) or bare.strip()


class Row(NamedTuple):
    """One row as it stands in the file; a tuple, for a file has a hundred thousand of them.

    Attributes:
        line: the line on which it begins, counted from 1.
        cells: cells without spaces around them; at least as many as the header has.
        fault: why the cells cannot be trusted; empty when they can.
    """

    line: int
    cells: list[str]
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The names of the columns.

    Attributes:
        names: as written.
        keys: the same for comparison, see :func:`header_key`.
        delimiter: what stands between cells.
        line: the line on which it stands.
        above: rows that stand above it: a title, perhaps.
    """

    names: tuple[str, ...]
    keys: tuple[str, ...]
    delimiter: str
    line: int
    above: tuple[Row, ...] = ()


def find_header(lines: Iterable[str], score: Callable[[tuple[str, ...]], int]) -> Header | None:
    """Find the header among the first lines.

    Args:
        lines: the lines of the file.
        score: how well column keys are known; 0 when they are no header at all.

    Returns:
        The first line that scores, with the delimiter under which it scores best; where none
        scores, the first line with the delimiter that makes the most of it; None without lines.
    """
    numbered = list(islice(enumerate(lines, start=1), MAX_HEADER_LINE))
    delimiters = list(DELIMITERS)
    above: list[tuple[int, str]] = []
    first: Header | None = None
    for line, text in numbered:
        declared = _SEPARATOR_LINE.fullmatch(text)
        if declared and declared[1] in DELIMITERS and first is None:
            delimiters = [declared[1]]
            continue
        if not text.strip():
            continue
        found = [_header(text, delimiter, line) for delimiter in delimiters]
        best = max(found, key=lambda header: (score(header.keys), len(header.keys)))
        if score(best.keys):
            rows = tuple(Row(line=at, cells=_cells(raw, best.delimiter)) for at, raw in above)
            return Header(
                names=best.names, keys=best.keys, delimiter=best.delimiter, line=line, above=rows
            )
        first = first or best
        above.append((line, text))
    return first


def odd_delimiter(
    lines: Iterable[str], score: Callable[[tuple[str, ...]], int]
) -> tuple[int, str] | None:
    """Find the line that would be a header if its cells were read as kept apart by something odd.

    Returns:
        The line, and what stands between its cells; None where there is no such line.
    """
    for line, text in islice(enumerate(lines, start=1), MAX_HEADER_LINE):
        declared = _SEPARATOR_LINE.fullmatch(text)
        if declared and declared[1] not in DELIMITERS:
            return line, declared[1]
        scores = {each: score(_header(text, each, line).keys) for each in _ODD_DELIMITERS}
        best = max(scores, key=lambda each: scores[each])
        if scores[best]:
            return line, best
    return None


def _header(text: str, delimiter: str, line: int) -> Header:
    names = tuple(_cells(text, delimiter))
    return Header(names=names, keys=tuple(map(header_key, names)), delimiter=delimiter, line=line)


def _cells(text: str, delimiter: str) -> list[str]:
    """Read one line that stands for itself, whatever quotes it holds."""
    try:
        cells = next(csv.reader([text], delimiter=delimiter), [])
        return [_clean(cell) for cell in cells]
    except csv.Error:
        return [_clean(cell).strip('"') for cell in text.split(delimiter)]


def read_rows(lines: Iterable[str], header: Header) -> Iterator[Row]:
    """Yield every row below the header; lines without anything are no rows.

    A quoted cell may hold line ends. A quote that is never closed would swallow the rows below
    it: such a line is read alone, without its quotes, and the next line begins a row again.
    """
    feed = _Feed(islice(lines, header.line, None), start=header.line)
    width = len(header.names)
    for text in iter(feed.lines.__next__, ""):
        cells = _split(text, header.delimiter) if len(text) <= MAX_CELL else None
        if cells is None:
            row = _by_quotes(text, feed, header)
            if row is not None:
                yield row
        elif len(cells) == width:
            yield Row(feed.line, cells)
        elif cells:
            yield _row(cells, feed.line, width)


def _split(text: str, delimiter: str) -> list[str] | None:
    """Return the cells of a line in which either no cell or every cell stands in quotes.

    Nearly all lines are so, and each delimiter ends a cell of them: the csv module, which
    :func:`_by_quotes` asks about the others, would say the same and take twice as long.
    """
    bare = text.removesuffix("\n")
    if not bare:
        return []
    if '"' in bare:
        inside, between = bare[1:-1], f'"{delimiter}"'
        if bare != f'"{inside}"' or inside.count('"') != 2 * inside.count(between):
            return None
        bare, delimiter = inside, between
    clean = str.strip if bare.isprintable() and "'" not in bare else _clean
    return [*map(clean, bare.split(delimiter))]


class _Feed:
    """Hands lines out one by one, and once more those that are given back.

    Attributes:
        lines: the lines that are left; empty texts behind the last one, for it may come back.
        line: the number of the line that was handed out last.
    """

    def __init__(self, lines: Iterator[str], start: int) -> None:
        self._again: deque[str] = deque()
        self.line = start
        self.lines = self._handed_out(lines)

    def _handed_out(self, lines: Iterator[str]) -> Iterator[str]:
        for text in lines:
            self.line += 1
            yield text or "\n"
            if self._again:
                yield from self._returned()
        while True:
            yield ""
            yield from self._returned()

    def _returned(self) -> Iterator[str]:
        while self._again:
            self.line += 1
            yield self._again.popleft()

    def give_back(self, lines: list[str]) -> None:
        """Hand these lines out once more."""
        self._again.extendleft(reversed(lines))
        self.line -= len(lines)


class _Record:
    """The lines that the csv module takes for one row."""

    def __init__(self, first: str, further: Iterator[str]) -> None:
        self._further = further
        self.taken = [first]
        self.ended = False

    def __iter__(self) -> Iterator[str]:
        yield self.taken[0]
        for text in iter(self._further.__next__, ""):
            self.taken.append(text)
            if len(self.taken) > MAX_RECORD_LINES:
                raise csv.Error("a quote is not closed")
            yield text
        self.ended = True

    def is_one_row(self, delimiter: str) -> bool:
        """Whether the lines are one row by strict reading, and not two stray quotes."""
        quotes = sum(text.count('"') for text in self.taken)
        if len(self.taken) == 1:
            return not (self.ended and quotes % 2)
        if quotes % 2:
            return False
        try:
            return len(list(csv.reader(self.taken, delimiter=delimiter, strict=True))) == 1
        except csv.Error:
            return False


def _by_quotes(text: str, feed: _Feed, header: Header) -> Row | None:
    """Read the row that begins with a line, and the lines that belong to it; None without cells."""
    line = feed.line
    record = _Record(text, feed.lines)
    try:
        cells = next(csv.reader(record, delimiter=header.delimiter), [])
        if record.is_one_row(header.delimiter):
            plain = len(record.taken) == 1 and _is_plain(text)
            clean = str.strip if plain else _clean
            return _row([*map(clean, cells)], line, len(header.names)) if cells else None
    except csv.Error:
        pass  # read without its quotes, as any other line that is no row
    # Only the first of these lines is read now; the others are given back.
    feed.give_back(record.taken[1:])
    return _lone_row(text, line, header) if text.strip() else None


def _row(cells: list[str], line: int, width: int) -> Row:
    missing = width - len(cells)
    if missing > 0:
        cells.extend([""] * missing)
    elif missing < 0 and any(cells[width:]):
        fault = (
            f"has {counted(len(cells), 'cell')} where the header has {width}, so columns may "
            "be shifted"
        )
        return Row(line=line, cells=cells, fault=fault)
    return Row(line=line, cells=cells)


def _lone_row(text: str, line: int, header: Header) -> Row:
    cells = [_clean(cell.replace('"', "")) for cell in text.split(header.delimiter)]
    read = _row(cells, line, len(header.names))
    fault = "a quote is opened and not closed" if '"' in text else "a cell is far too long"
    return Row(line=line, cells=read.cells, fault=read.fault or fault)


def _clean(cell: str) -> str:
    """Strip spaces, and what spreadsheets put around text to keep it text: ``="4"``, ``'4``."""
    cell = printable(cell[:MAX_CELL].strip())
    if cell[:2] == '="' and cell[-1:] == '"' and len(cell) > 2:
        return cell[2:-1].strip()
    if cell[:1] == "'" and cell[1:2] in GUARDED:
        return cell[1:]
    return cell


def _is_plain(line: str) -> bool:
    """Whether :func:`_clean` would take nothing but spaces off the cells of a line."""
    return (
        len(line) <= MAX_CELL and line[:-1].isprintable() and "'" not in line and '="' not in line
    )


def printable(cell: str) -> str:
    r"""Turn line ends and hard spaces into spaces, and drop what cannot be seen.

    >>> printable("Mr.\nMime"), printable("Eevee\x00")
    ('Mr. Mime', 'Eevee')
    """
    if cell.isprintable():
        return cell
    spaced = " ".join(cell.split())
    return "".join(letter for letter in spaced if letter.isprintable()).strip()


GUARDED = frozenset("0123456789=+-@")
"""What an apostrophe stands before to keep a cell text; it is taken off."""
