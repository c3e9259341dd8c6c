"""Text with tones: laid out first, coloured last, so that escape codes take no room."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from cardkit.cards import EnergyType
from cardkit.text_columns import columns, fill, shorten


class Tone(Enum):
    """How a piece of text is to stand out; the value is its escape code."""

    PLAIN = ""
    TITLE = "1"
    FAINT = "2"
    OWN = "1;32"
    ENEMY = "1;31"
    NUMBER = "1;36"
    GOOD = "32"
    WARNING = "33"
    BAD = "31"
    GRASS = "92"
    FIRE = "91"
    WATER = "94"
    LIGHTNING = "93"
    PSYCHIC = "95"
    FIGHTING = "38;5;130"
    DARKNESS = "90"
    METAL = "37"
    FAIRY = "35"

    @classmethod
    def of(cls, energy: EnergyType) -> Tone:
        """Return the tone of a type."""
        return cls.__members__.get(energy.name, cls.PLAIN)


_NARROW = 60
"""Columns that a row of the table takes with its bar."""

Span = tuple[str, Tone]
Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How text is shown.

    Attributes:
        width: columns.
        height: lines of the screen.
        plain: full sentences for a screen reader: no drawing, nothing beside anything else.
        colour: whether escape codes may colour.
    """

    width: int = 80
    height: int = 24
    plain: bool = False
    colour: bool = False

    @property
    def narrow(self) -> bool:
        """Whether the screen has no room for what only looks good."""
        return self.width < _NARROW


def broken(line: Line, width: int, indent: int) -> list[Line]:
    """Break a drawn line that is wider than the screen, so that nothing of it is cut.

    Args:
        line: columns of it stand two spaces or more apart; that is where it breaks, and between
            single words only where one column alone is too wide.
        width: columns of the screen.
        indent: columns of the label that it begins with; what goes on stands below what follows.
    """
    text = "".join(part for part, _ in line).rstrip()
    if columns(text) <= width or not text[indent:]:
        return [line]
    indent += len(text[indent:]) - len(text[indent:].lstrip())
    tones = [tone for part, tone in line for _ in part]
    starts = [indent]  # where each line of text begins; the first one also has the label
    ends: list[int] = []
    for word in re.finditer(r"\S+(?: \S+)*", text[indent:]):
        parts = [word.span()]
        if columns(word[0]) > width - indent:
            parts = [each.span() for each in re.finditer(r"\S+", word[0])]
            parts = [(word.start() + first, word.start() + last) for first, last in parts]
        for first, last in parts:
            if ends and columns(text[starts[-1] : indent + last]) > width - indent:
                starts.append(indent + first)
                ends.append(indent + last)
            else:
                ends[-1:] = [indent + last]
    starts[0] = 0
    lines = [_spans(text, tones, *places) for places in zip(starts, ends, strict=True)]
    return [lines[0], *(((" " * indent, Tone.PLAIN), *rest) for rest in lines[1:])]


def _spans(text: str, tones: list[Tone], start: int, end: int) -> Line:
    """Return a part of a line; letters of one tone stay together."""
    grouped = groupby(range(start, end), key=tones.__getitem__)
    return tuple(("".join(text[at] for at in places), tone) for tone, places in grouped)


def painted(line: Iterable[Span], style: Style) -> str:
    """Return a line as it is written, cut at the style's width."""
    parts: list[str] = []
    room = style.width
    for text, tone in line:
        cut = shorten(text, room) if room > 0 else ""
        room -= columns(cut)
        coloured = style.colour and tone is not Tone.PLAIN and cut.strip()
        parts.append(f"\x1b[{tone.value}m{cut}\x1b[0m" if coloured else cut)
    return "".join(parts).rstrip()


def paint_all(lines: Iterable[Iterable[Span]], style: Style) -> str:
    """Return lines as one text; sentences are broken where drawn lines are cut."""
    if not style.plain:
        return "\n".join(painted(line, style) for line in lines)
    sentences = ("".join(text for text, _ in line) for line in lines)
    return "\n".join(fill(sentence, style.width, "", "  ") for sentence in sentences)
