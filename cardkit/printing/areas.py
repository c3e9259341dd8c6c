"""Rectangles that templates name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardkit.printing.drawing import WHITE, Clip, Element, Rectangle


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A rectangle of a face's template."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    radius_mm: float = 0.0
    stroke_mm: float = 0.0

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Area:
        """Read a table of the template with x, y, width, height and perhaps radius, stroke_mm."""
        return cls(
            x_mm=document["x"],
            y_mm=document["y"],
            width_mm=document["width"],
            height_mm=document["height"],
            radius_mm=document.get("radius", 0.0),
            stroke_mm=document.get("stroke_mm", 0.0),
        )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return self.width_mm, self.height_mm

    def filled(self, colour: str) -> Rectangle:
        """Return the area as a filled rectangle."""
        return Rectangle(
            x_mm=self.x_mm,
            y_mm=self.y_mm,
            width_mm=self.width_mm,
            height_mm=self.height_mm,
            radius_mm=self.radius_mm,
            fill=colour,
        )

    def stroked(self, colour: str) -> Rectangle:
        """Return the area's edge, the stroke inside it."""
        half = self.stroke_mm / 2
        return Rectangle(
            x_mm=self.x_mm + half,
            y_mm=self.y_mm + half,
            width_mm=self.width_mm - 2 * half,
            height_mm=self.height_mm - 2 * half,
            radius_mm=max(0.0, self.radius_mm - half),
            stroke=colour,
            stroke_mm=self.stroke_mm,
        )

    def strip(self, index: int, count: int) -> Area:
        """Return one of ``count`` equal upright strips of the area."""
        width_mm = self.width_mm / count
        return Area(
            x_mm=self.x_mm + index * width_mm,
            y_mm=self.y_mm,
            width_mm=width_mm,
            height_mm=self.height_mm,
        )

    def rest(self, index: int, count: int) -> Area:
        """Return a strip and all that lies right of it.

        Strips that are drawn one over the other leave no seam of white between them.
        """
        strip = self.strip(index, count)
        return replace(strip, width_mm=self.x_mm + self.width_mm - strip.x_mm)

    def within(self, elements: Sequence[Element]) -> Clip:
        """Return elements of which only what lies inside the area shows."""
        return Clip(window=self.filled(WHITE), elements=tuple(elements))
