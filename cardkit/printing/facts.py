"""Weakness, resistance and retreat of a proxy: few values, so each is a form, drawn once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardkit.cards import EnergyType, TypeModifier
from cardkit.printing.areas import Area
from cardkit.printing.drawing import Align, Circle, Element, Font, FormBook, Text
from cardkit.printing.symbols import BADGE_MM, BADGE_SHAPE, TypeLook
from cardkit.printing.text import CAP_HEIGHT, Typography
from cardkit.units import points_to_mm

WEAKNESS, RESISTANCE, RETREAT = range(3)
"""The columns of the facts."""
_COLUMNS = 3
_DOT_GAP_MM = 1.0
_FILLED = 0.92
"""How much of its place a badge fills."""
_VALUE_GAP = 0.2
"""Between a badge and its value, as a share of the badge's height."""
_DOT_PITCH_MM = 2.5


class FactDrawer:
    """Draws the values that a face's template has places for."""

    def __init__(
        self,
        numbers: Mapping[str, Any],
        *,
        looks: Mapping[EnergyType, TypeLook],
        book: FormBook,
        fonts: Typography,
    ) -> None:
        self._book = book
        self._fonts = fonts
        self._looks = looks
        self._numbers = numbers
        facts, caption_mm = Area.from_dict(numbers), numbers["caption_height"]
        self._room = replace(
            facts, y_mm=facts.y_mm + caption_mm, height_mm=facts.height_mm - caption_mm
        )

    def modifiers(self, modifiers: tuple[TypeModifier, ...], column: int) -> list[Element]:
        """Return badges with values in a column; ``none`` without any.

        Several stand one under the other, or side by side where that leaves them larger.
        """
        if not modifiers:
            return [self._value("none", column, share=0.7, font=Font.REGULAR)]
        cell, count = self._room.strip(column, _COLUMNS), len(modifiers)
        widths_mm = [self._modifier_mm(modifier) for modifier in modifiers]
        row_mm = cell.height_mm / count
        under = min(
            1.0,
            _FILLED * row_mm / self._numbers["badge"],
            _FILLED * cell.width_mm / max(widths_mm),
        )
        beside = min(
            1.0,
            _FILLED * cell.height_mm / self._numbers["badge"],
            _FILLED * cell.width_mm / (sum(widths_mm) + (count - 1) * _DOT_GAP_MM),
        )
        elements: list[Element] = []
        if count == 1 or under >= beside:
            for index, (modifier, width_mm) in enumerate(zip(modifiers, widths_mm, strict=True)):
                left = cell.x_mm + (cell.width_mm - under * width_mm) / 2
                middle = cell.y_mm + (index + 0.5) * row_mm
                elements += self._modifier(modifier, left, middle, under)
            return elements
        total_mm = beside * (sum(widths_mm) + (count - 1) * _DOT_GAP_MM)
        left, middle = cell.x_mm + (cell.width_mm - total_mm) / 2, cell.y_mm + cell.height_mm / 2
        for modifier, width_mm in zip(modifiers, widths_mm, strict=True):
            elements += self._modifier(modifier, left, middle, beside)
            left += beside * (width_mm + _DOT_GAP_MM)
        return elements

    def _modifier_mm(self, modifier: TypeModifier) -> float:
        """Width of a badge with its value at full size."""
        value_mm = self._width_mm(_signed(modifier), Font.BOLD, self._numbers["value_pt"])
        return float(self._numbers["badge"] * (BADGE_SHAPE + _VALUE_GAP) + value_mm)

    def _modifier(
        self, modifier: TypeModifier, left: float, middle: float, scale: float
    ) -> list[Element]:
        """A badge with its value right of it."""
        badge_mm, size_pt = self._numbers["badge"] * scale, self._numbers["value_pt"] * scale
        return [
            self._book.use(
                f"badge-{modifier.energy_type}",
                (BADGE_MM * BADGE_SHAPE, BADGE_MM),
                self._looks[modifier.energy_type].badge,
                x_mm=left,
                y_mm=middle - badge_mm / 2,
                scale=badge_mm / BADGE_MM,
            ),
            Text(
                x_mm=left + badge_mm * (BADGE_SHAPE + _VALUE_GAP),
                y_mm=middle + points_to_mm(size_pt) * CAP_HEIGHT / 2,
                text=_signed(modifier),
                size_pt=size_pt,
                font=Font.BOLD,
            ),
        ]

    def retreat(self, cost: int) -> list[Element]:
        """Return the retreat cost as a number and as dots, one for each Energy."""
        if cost == 0:
            return [self._value("0 = free", RETREAT, share=0.85)]
        number = self._value(str(cost), RETREAT)
        cell = self._room.strip(RETREAT, _COLUMNS)
        number_mm = self._width_mm(number.text, number.font, number.size_pt)
        room_mm = _FILLED * cell.width_mm - number_mm - _DOT_GAP_MM
        pitch_mm = min(_DOT_PITCH_MM, room_mm / cost)
        width_mm = number_mm + _DOT_GAP_MM + cost * pitch_mm
        left = cell.x_mm + (cell.width_mm - width_mm) / 2
        dots = [
            Circle(
                x_mm=left + number_mm + _DOT_GAP_MM + (index + 0.5) * pitch_mm,
                y_mm=cell.y_mm + cell.height_mm / 2,
                radius_mm=0.4 * pitch_mm,
                fill=number.colour,
            )
            for index in range(cost)
        ]
        return [replace(number, x_mm=left, align=Align.LEFT), *dots]

    def _value(
        self, words: str, column: int, *, share: float = 1.0, font: Font = Font.BOLD
    ) -> Text:
        """Words in the middle of a column."""
        cell = self._room.strip(column, _COLUMNS)
        size_pt = self._numbers["value_pt"] * share
        return Text(
            x_mm=cell.x_mm + cell.width_mm / 2,
            y_mm=cell.y_mm + cell.height_mm / 2 + points_to_mm(size_pt) * CAP_HEIGHT / 2,
            text=words,
            size_pt=size_pt,
            font=font,
            align=Align.CENTRE,
        )

    def _width_mm(self, words: str, font: Font, size_pt: float) -> float:
        return points_to_mm(self._fonts.measure(words, font) * size_pt)


def _signed(modifier: TypeModifier) -> str:
    return modifier.value.replace("-", "−")
