"""Text with tones: laid out first, coloured last, so that escape codes take no room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

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
