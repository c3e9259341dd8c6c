"""Boxes of labels, stretched from the size that a template draws to the label that is printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardkit.printing.areas import Area
from cardkit.printing.text import TextBox


class FaceBoxes:
    """The boxes of one face of ``templates/labels.toml`` for a label of some size.

    Args:
        parts: the face's tables; ``size`` is what they are drawn for.
        width_mm: of the label.
        height_mm: of the label.
    """

    def __init__(self, parts: Mapping[str, Any], width_mm: float, height_mm: float) -> None:
        self._parts = parts
        self.across: float = width_mm / parts["size"]["width"]
        self.down: float = height_mm / parts["size"]["height"]

    @property
    def letters(self) -> float:
        """How much larger letters are: as the label in the direction in which it grows less.

        So texts of different lengths keep one size where they can.
        """
        return min(self.across, self.down)

    def area(self, part: str) -> Area:
        """Return a box without text; its stroke keeps its width."""
        area = Area.from_dict(self._parts[part])
        return replace(
            area,
            x_mm=area.x_mm * self.across,
            y_mm=area.y_mm * self.down,
            width_mm=area.width_mm * self.across,
            height_mm=area.height_mm * self.down,
            radius_mm=area.radius_mm * min(self.across, self.down),
        )

    def text(self, part: str) -> TextBox:
        """Return a box for text, its size grown with the label; what is legible stays so."""
        box = TextBox.from_dict(self._parts[part])
        return replace(
            box,
            x_mm=box.x_mm * self.across,
            y_mm=box.y_mm * self.down,
            width_mm=box.width_mm * self.across,
            height_mm=box.height_mm * self.down,
            size_pt=max(box.least_pt, box.size_pt * self.letters),
        )

    def number(self, part: str, key: str) -> Any:
        """Return a number of a part that is no box."""
        return self._parts[part][key]
