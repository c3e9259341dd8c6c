"""How the types look: colour, letter and own symbol, from ``templates/symbols.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from cardkit.cards import EnergyType
from cardkit.printing.drawing import (
    INK,
    WHITE,
    Align,
    Circle,
    Element,
    Font,
    Path,
    Rectangle,
    Step,
    Text,
    parse_steps,
)
from cardkit.printing.text import CAP_HEIGHT
from cardkit.resources import template
from cardkit.units import mm_to_points

BADGE_MM = 10.0
"""Height at which badge forms are drawn; uses scale them."""
BADGE_SHAPE = 1.86
"""Width of a badge as a multiple of its height."""
_LETTER_MIDDLE = 1.37
"""Where the letter stands in a badge, as a multiple of its height."""
_BOX_MM = 10.0
"""Side of the square in which the template draws symbols."""
_SYMBOL_IN_DISC = 0.64
"""Side of a symbol's square as a share of the diameter of the disc around it."""
_OUTLINE = 0.12
"""Width of an outlined disc's line as a share of its radius."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeLook:
    """Colour, ink and symbol of a type; ``outlined`` draws ink on white, for black layouts."""

    energy_type: EnergyType
    colour: str
    ink: str
    fill: tuple[Step, ...]
    stroke: tuple[Step, ...]
    stroke_mm: float
    outlined: bool = False

    @classmethod
    def from_dict(cls, energy_type: EnergyType, document: Mapping[str, Any]) -> TypeLook:
        """Read one table of the template."""
        return cls(
            energy_type=energy_type,
            colour=document["colour"],
            ink=document["ink"],
            fill=parse_steps(document.get("fill", "")),
            stroke=parse_steps(document.get("stroke", "")),
            stroke_mm=document.get("stroke_mm", 0.0),
        )

    def symbol(
        self, x_mm: float, y_mm: float, size_mm: float, colour: str, *, turn: float = 0.0
    ) -> tuple[Path, ...]:
        """Return the symbol with its middle at x, y, turned clockwise about it by degrees."""
        half, scale = _BOX_MM / 2, size_mm / _BOX_MM
        parts = []
        if self.fill:
            parts.append(Path(steps=self.fill, fill=colour))
        if self.stroke:
            parts.append(Path(steps=self.stroke, stroke=colour, stroke_mm=self.stroke_mm))
        return tuple(
            part.placed(-half, -half).placed(x_mm, y_mm, scale=scale, turn=turn) for part in parts
        )

    def disc(self, x_mm: float, y_mm: float, radius_mm: float) -> tuple[Element, ...]:
        """Return the symbol on a disc of the type's colour."""
        symbol = self.symbol(x_mm, y_mm, 2 * radius_mm * _SYMBOL_IN_DISC, self.ink)
        if not self.outlined:
            return (Circle(x_mm=x_mm, y_mm=y_mm, radius_mm=radius_mm, fill=self.colour), *symbol)
        line_mm = _OUTLINE * radius_mm
        ring = Circle(
            x_mm=x_mm,
            y_mm=y_mm,
            radius_mm=radius_mm - line_mm / 2,
            fill=WHITE,
            stroke=self.colour,
            stroke_mm=line_mm,
        )
        return (ring, *symbol)

    def badge(self) -> tuple[Element, ...]:
        """Return the type's badge: the disc with the letter mark beside it, in a pill."""
        return self.pill(0.0, 0.0, width_mm=BADGE_MM * BADGE_SHAPE, height_mm=BADGE_MM)

    def pill(
        self, x_mm: float, y_mm: float, *, width_mm: float, height_mm: float
    ) -> tuple[Element, ...]:
        """Return a pill with the disc and the letter at its left end; x, y is its corner."""
        half, edge_mm = height_mm / 2, 0.06 * height_mm
        letter_mm = 0.58 * height_mm
        return (
            Rectangle(
                x_mm=x_mm + edge_mm / 2,
                y_mm=y_mm + edge_mm / 2,
                width_mm=width_mm - edge_mm,
                height_mm=height_mm - edge_mm,
                radius_mm=half - edge_mm / 2,
                fill=WHITE,
                stroke=self.colour,
                stroke_mm=edge_mm,
            ),
            *self.disc(x_mm + half, y_mm + half, half),
            Text(
                x_mm=x_mm + _LETTER_MIDDLE * height_mm,
                y_mm=y_mm + half + letter_mm * CAP_HEIGHT / 2,
                text=self.energy_type.letter,
                size_pt=mm_to_points(letter_mm),
                font=Font.BOLD,
                align=Align.CENTRE,
            ),
        )


@cache
def type_looks(*, black: bool = False) -> Mapping[EnergyType, TypeLook]:
    """Return the look of each of the eleven types; ``black`` takes the colours away."""
    document = template("symbols")
    looks = {kind: TypeLook.from_dict(kind, document[kind.value]) for kind in EnergyType}
    if not black:
        return looks
    return {kind: replace(look, colour=INK, ink=INK, outlined=True) for kind, look in looks.items()}
