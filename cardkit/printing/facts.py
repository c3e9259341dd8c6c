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
        """Return badges with values in a column, one under the other; ``none`` without any."""
        if not modifiers:
            return [self._value("none", column, share=0.7, font=Font.REGULAR)]
        row_mm = self._room.height_mm / len(modifiers)
        badge_mm = min(self._numbers["badge"], 0.92 * row_mm)
        size_pt = self._numbers["value_pt"] * badge_mm / self._numbers["badge"]
        cell = self._room.strip(column, _COLUMNS)
        elements: list[Element] = []
        for index, modifier in enumerate(modifiers):
            value = modifier.value.replace("-", "−")
            value_mm = self._width_mm(value, Font.BOLD, size_pt)
            width_mm = badge_mm * (BADGE_SHAPE + 0.2) + value_mm
            left = cell.x_mm + (cell.width_mm - width_mm) / 2
            middle = cell.y_mm + (index + 0.5) * row_mm
            elements += [
                self._book.use(
                    f"badge-{modifier.energy_type}",
                    (BADGE_MM * BADGE_SHAPE, BADGE_MM),
                    self._looks[modifier.energy_type].badge,
                    x_mm=left,
                    y_mm=middle - badge_mm / 2,
                    scale=badge_mm / BADGE_MM,
                ),
                Text(
                    x_mm=left + width_mm - value_mm,
                    y_mm=middle + points_to_mm(size_pt) * CAP_HEIGHT / 2,
                    text=value,
                    size_pt=size_pt,
                    font=Font.BOLD,
                ),
            ]
        return elements

    def retreat(self, cost: int) -> list[Element]:
        """Return the retreat cost as a number and as dots, one for each Energy."""
        if cost == 0:
            return [self._value("0 = free", RETREAT, share=0.85)]
        number = self._value(str(cost), RETREAT)
        cell = self._room.strip(RETREAT, _COLUMNS)
        number_mm = self._width_mm(number.text, number.font, number.size_pt)
        pitch_mm = min(_DOT_PITCH_MM, (cell.width_mm - number_mm - 2 * _DOT_GAP_MM) / cost)
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
