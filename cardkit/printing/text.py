"""Text that must fit its box: cleaned, wrapped, made smaller down to a floor, then cut."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol

from cardkit.printing.drawing import INK, Align, Font, Text
from cardkit.units import mm_to_points, points_to_mm

REPLACEMENT = "□"
"""Stands visibly for one run of characters that the fonts lack."""
CAP_HEIGHT = 0.73
"""Height of a capital letter of the embedded fonts, as a share of the size."""
_LEADING = 1.12
"""Baseline to baseline, as a share of the size."""
_AIR = 0.12
"""Above and below several lines, as a share of the size: what hangs below the last of them does not
touch what stands there."""
_WORTH_A_LINE = 1.1
"""How much larger letters must become to be broken into one more line."""
_LOW_MARKS = "●◆◉"
_LOW_BY = 0.105
"""The embedded fonts draw these marks lower than capitals, by this share of the size."""
_ALIGNED_AT = {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}
"""The place in a box that its texts are measured from, as a share of the width."""
_SLACK = 1e-9
_LAST_SIMPLE = "\u02ff"
"""Up to here no letter joins the one before it."""
_NO_BREAK = "\u00a0"
_SLASH = re.compile(r" (?=/ )")
"""A slash belongs to the word before it; no line begins with one."""


class Typography(Protocol):
    """What must be known of the fonts to set text."""

    def measure(self, text: str, font: Font) -> float:
        """Return the width of a text set in size 1, in the same unit."""

    def has_glyph(self, letter: str) -> bool:
        """Whether a character can be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """Text that can be drawn, and the characters that could not."""

    text: str
    missing: tuple[str, ...] = ()


def clean(text: str, has_glyph: Callable[[str], bool]) -> Cleaned:
    r"""Return the text as the fonts can draw it.

    Control characters, direction marks and joiners go; every white space becomes one space; a
    run of characters without a glyph becomes one ``REPLACEMENT``. Scripts written from right to
    left count as missing: drawn letter by letter they would read backwards.

    >>> clean("Pika\u200echu  バリヤード", lambda letter: letter.isascii())
    Cleaned(text='Pikachu □', missing=('バ', 'リ', 'ヤ', 'ー', 'ド'))
    """
    sound = _sound_letters(has_glyph)
    if sound.issuperset(text) and "  " not in text and text == text.strip():
        return Cleaned(text=text)
    letters: list[str] = []
    missing: dict[str, None] = {}
    for letter in unicodedata.normalize("NFC", text):
        drawn = _plain(letter)
        if drawn is None or (drawn and not has_glyph(drawn)):
            missing[letter] = None
            drawn = "" if letters[-1:] == [REPLACEMENT] else REPLACEMENT
        elif drawn == letter and letter <= _LAST_SIMPLE:
            sound.add(letter)
        if drawn:
            letters.append(drawn)
    return Cleaned(text=" ".join("".join(letters).split()), missing=tuple(missing))


@lru_cache(maxsize=8)
def _sound_letters(_has_glyph: Callable[[str], bool]) -> set[str]:
    """Letters found to be drawn as they are: a text of these alone is clean."""
    return set()


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str | None:
    """Return what a character is drawn as: nothing, a space, itself; None when it cannot be."""
    if letter.isspace():
        return " "
    if unicodedata.category(letter) in ("Cc", "Cf") or "\ufe00" <= letter <= "\ufe0f":
        return ""
    return None if unicodedata.bidirectional(letter) in ("R", "AL") else letter


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBox:
    """A place for text on a face.

    Attributes:
        size_pt: the size that is used when the text fits.
        least_pt: the smallest legible size; below it the text is cut.
        lines: how many lines the text may be broken into.
    """

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    size_pt: float
    least_pt: float
    lines: int = 1
    font: Font = Font.REGULAR
    align: Align = Align.LEFT
    colour: str = INK

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> TextBox:
        """Read one box of a face's template; its keys are x, y, width, height, size and so on."""
        return cls(
            x_mm=document["x"],
            y_mm=document["y"],
            width_mm=document["width"],
            height_mm=document["height"],
            size_pt=document["size_pt"],
            least_pt=document.get("least_pt", document["size_pt"]),
            lines=document.get("lines", 1),
            font=Font(document.get("font", Font.REGULAR)),
            align=Align(document.get("align", Align.LEFT)),
            colour=document.get("colour", INK),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """Lines that fit a box at a size; ``cut`` when some of the text had to go."""

    lines: tuple[str, ...]
    size_pt: float
    cut: bool = False


def fit(text: str, box: TextBox, fonts: Typography) -> Fitted:
    """Set a text as large as its box allows, in as few lines as about that size takes.

    The text is broken at spaces. Only when it is too long at ``least_pt`` is it broken anywhere
    and cut with an ellipsis.
    """
    if not text:
        return Fitted(lines=(), size_pt=box.size_pt)
    width_mm = points_to_mm(fonts.measure(text, box.font) * box.size_pt)
    if width_mm <= box.width_mm and box.size_pt <= _tallest_pt(box, 1):
        return Fitted(lines=(text,), size_pt=box.size_pt)
    words = _SLASH.sub(_NO_BREAK, text).split(" ")
    widths = [fonts.measure(word, box.font) for word in words]
    space = fonts.measure(" ", box.font)
    settings = []
    for count in range(1, min(box.lines, len(words)) + 1):
        breaks, widest = _even_lines(widths, space, count)
        size_pt = min(box.size_pt, mm_to_points(box.width_mm) / widest, _tallest_pt(box, count))
        settings.append((size_pt, breaks))
        if size_pt == box.size_pt:
            break
    largest_pt = max(size_pt for size_pt, _ in settings)
    enough_pt = min(largest_pt, max(box.least_pt, largest_pt / _WORTH_A_LINE))
    size_pt, breaks = next(setting for setting in settings if setting[0] >= enough_pt)
    if size_pt < box.least_pt - _SLACK:
        return _cut(text, box, fonts)
    lines = (" ".join(words[first:after]) for first, after in pairwise(breaks))
    return Fitted(lines=tuple(line.replace(_NO_BREAK, " ") for line in lines), size_pt=size_pt)


def texts(fitted: Fitted, box: TextBox, *, x_mm: float = 0.0, y_mm: float = 0.0) -> list[Text]:
    """Return the lines of a fitted text, centred upright in the box.

    ``x_mm`` and ``y_mm`` are the corner that the box is measured from.
    """
    size_mm = points_to_mm(fitted.size_pt)
    step_mm = size_mm * _LEADING
    block_mm = size_mm * CAP_HEIGHT + (len(fitted.lines) - 1) * step_mm
    first_mm = y_mm + box.y_mm + (box.height_mm - block_mm) / 2 + size_mm * CAP_HEIGHT
    return [
        Text(
            x_mm=x_mm + box.x_mm + _ALIGNED_AT[box.align] * box.width_mm,
            y_mm=first_mm + index * step_mm - rise_mm(line, fitted.size_pt),
            text=line,
            size_pt=fitted.size_pt,
            font=box.font,
            colour=box.colour,
            align=box.align,
        )
        for index, line in enumerate(fitted.lines)
    ]


def rise_mm(line: str, size_pt: float) -> float:
    """Return how far a line must be raised so that its middle is that of capitals."""
    return points_to_mm(size_pt) * _LOW_BY if line and line in _LOW_MARKS else 0.0


def _tallest_pt(box: TextBox, count: int) -> float:
    """The largest size at which so many lines keep inside the box.

    Single lines may hang below it with their descenders; several lines keep their distance as
    long as they stay legible with it.
    """
    height_pt, lines = mm_to_points(box.height_mm), CAP_HEIGHT + (count - 1) * _LEADING
    if count == 1:
        return height_pt / lines
    return max(height_pt / (lines + 2 * _AIR), min(box.least_pt, height_pt / lines))


def _even_lines(widths: list[float], space: float, count: int) -> tuple[list[int], float]:
    """Break words into ``count`` lines so that the widest line is as narrow as can be.

    Returns where the lines begin (and the end), and the width of the widest line.
    """
    total = len(widths)
    start = [0.0]
    for width in widths:
        start.append(start[-1] + width + space)
    # narrowest[i]: the best widest line for the words from i on, in the lines that are left.
    narrowest = [start[total] - start[i] - space for i in range(total)] + [0.0]
    choices: list[list[int]] = []
    for _ in range(count - 1):
        choice = [total] * (total + 1)
        better = list(narrowest)
        for first in range(total):
            for after in range(first + 1, total):
                widest = max(start[after] - start[first] - space, narrowest[after])
                if widest < better[first] - _SLACK:
                    better[first], choice[first] = widest, after
        narrowest = better
        choices.append(choice)
    breaks = [0]
    for choice in reversed(choices):
        if choice[breaks[-1]] < total:
            breaks.append(choice[breaks[-1]])
    return [*breaks, total], narrowest[0]


def _cut(text: str, box: TextBox, fonts: Typography) -> Fitted:
    """Fill the lines letter by letter at the smallest size and end with an ellipsis."""
    room = mm_to_points(box.width_mm) / box.least_pt
    count = sum(_tallest_pt(box, lines) >= box.least_pt for lines in range(1, box.lines + 1))
    ellipsis = fonts.measure("…", box.font)
    lines: list[str] = []
    rest = text
    while rest and len(lines) < max(count, 1):
        last = len(lines) == max(count, 1) - 1
        line, used = "", 0.0
        for letter in rest:
            used += fonts.measure(letter, box.font)
            if used > room - (ellipsis if last else 0.0):
                break
            line += letter
        else:
            lines.append(line)
            break
        rest = rest[len(line) :].lstrip()
        lines.append(line.rstrip() + "…" if last else line.rstrip())
    return Fitted(lines=tuple(lines), size_pt=box.least_pt, cut=True)
