"""Paragraphs of rules: a lead in bold, the words, and the number of the rule in grey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardkit.printing.areas import Area
from cardkit.printing.drawing import INK, Font, Text
from cardkit.printing.text import CAP_HEIGHT, Typography
from cardkit.units import points_to_mm

_RULE_INK = "#5D636B"
_LEADING = 1.18
_BETWEEN = 0.42
"""Between paragraphs, as a share of the size."""
_STEP_PT = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """One rule in our own words.

    Attributes:
        text: the words.
        lead: what they are about, in bold before them.
        rule: number of the rule, after them.
    """

    text: str
    lead: str = ""
    rule: str = ""

    @classmethod
    def from_dict(cls, document: Mapping[str, str], words: Mapping[str, str]) -> Paragraph:
        """Read a table of ``templates/kit.toml``; ``words`` fill its placeholders."""
        text = document["text"]
        for name, word in words.items():
            text = text.replace(f"{{{name}}}", word)
        return cls(text=text, lead=document.get("lead", ""), rule=document.get("rule", ""))


class _Word(NamedTuple):
    text: str
    font: Font
    colour: str


class SetParagraphs(NamedTuple):
    """Paragraphs as they are drawn.

    Attributes:
        elements: the lines.
        bottom_mm: where the last line ends.
        whole: whether all of them fit their place.
    """

    elements: tuple[Text, ...]
    bottom_mm: float
    whole: bool


def set_paragraphs(
    paragraphs: Sequence[Paragraph],
    place: Area,
    fonts: Typography,
    *,
    size_pt: float,
    least_pt: float,
) -> SetParagraphs:
    """Set paragraphs into a place, as large as they fit, from its top.

    Args:
        paragraphs: in their order.
        place: what they must keep inside.
        fonts: measure the words.
        size_pt: the largest size.
        least_pt: the smallest.
    """
    steps = max(0, round((size_pt - least_pt) / _STEP_PT))
    for step in range(steps + 1):
        found = _set(paragraphs, place, fonts, size_pt - step * _STEP_PT)
        if found.whole:
            return found
    return found


def _set(
    paragraphs: Sequence[Paragraph], place: Area, fonts: Typography, size_pt: float
) -> SetParagraphs:
    size_mm = points_to_mm(size_pt)
    y_mm = place.y_mm + size_mm * CAP_HEIGHT
    elements: list[Text] = []
    whole = True
    for paragraph in paragraphs:
        for line in _lines(_words(paragraph), place.width_mm, fonts, size_pt):
            x_mm = place.x_mm
            for run in line:
                elements.append(
                    Text(
                        x_mm=x_mm,
                        y_mm=y_mm,
                        text=run.text,
                        size_pt=size_pt,
                        font=run.font,
                        colour=run.colour,
                    )
                )
                x_mm += _width_mm(run.text + " ", run.font, fonts, size_pt)
            whole &= x_mm <= place.x_mm + place.width_mm + size_mm
            y_mm += size_mm * _LEADING
        y_mm += size_mm * _BETWEEN
    bottom_mm = y_mm - size_mm * (_LEADING + _BETWEEN) + size_mm * (1 - CAP_HEIGHT)
    return SetParagraphs(
        tuple(elements), bottom_mm, whole and bottom_mm <= place.y_mm + place.height_mm
    )


def _words(paragraph: Paragraph) -> list[_Word]:
    words = [_Word(word, Font.BOLD, INK) for word in paragraph.lead.split()]
    words += [_Word(word, Font.REGULAR, INK) for word in paragraph.text.split()]
    if paragraph.rule:
        words.append(_Word(paragraph.rule, Font.REGULAR, _RULE_INK))
    return words


def _lines(
    words: Sequence[_Word], room_mm: float, fonts: Typography, size_pt: float
) -> list[list[_Word]]:
    """Fill lines with words; those alike that stand together become one run.

    The number of the rule stays with the word before it.
    """
    widths = [_width_mm(word.text, word.font, fonts, size_pt) for word in words]
    space_mm = _width_mm(" ", Font.REGULAR, fonts, size_pt)
    needed = list(widths)
    if len(words) > 1 and words[-1].colour == _RULE_INK:
        needed[-2] += space_mm + widths[-1]
    lines: list[list[_Word]] = []
    used_mm = 0.0
    for word, width_mm, needed_mm in zip(words, widths, needed, strict=True):
        if lines and used_mm + needed_mm <= room_mm:
            last = lines[-1][-1]
            if (last.font, last.colour) == (word.font, word.colour):
                lines[-1][-1] = last._replace(text=f"{last.text} {word.text}")
            else:
                lines[-1].append(word)
        else:
            lines.append([word])
            used_mm = 0.0
        used_mm += width_mm + _width_mm(" ", word.font, fonts, size_pt)
    return lines


def _width_mm(text: str, font: Font, fonts: Typography, size_pt: float) -> float:
    return points_to_mm(fonts.measure(text, font) * size_pt)
