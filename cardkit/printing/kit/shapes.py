"""Own drawings of the kit: the ball, badges, stars and the symbols of conditions."""

from __future__ import annotations

import math
from functools import cache

from cardkit.printing.drawing import (
    WHITE,
    Circle,
    Clip,
    Element,
    Path,
    Rectangle,
    Step,
    mixed,
    parse_steps,
)
from cardkit.resources import template
from cardkit.rules import Condition

_BOX_MM = 10.0
"""Side of the square in which the template draws symbols."""
_WAVE = 0.34
"""Height of the ball's wave as a share of its radius."""


def polygon(
    x_mm: float, y_mm: float, radius_mm: float, sides: int, *, inner: float | None = None
) -> tuple[Step, ...]:
    """Return a regular polygon with a corner at the top.

    Args:
        x_mm: of the middle.
        y_mm: of the middle.
        radius_mm: of the corners.
        sides: how many.
        inner: share of the radius at which a star's inner corners lie; None draws no star.
    """
    count = sides if inner is None else 2 * sides
    steps: list[Step] = []
    for index in range(count):
        reach = radius_mm * (inner if inner is not None and index % 2 else 1.0)
        angle = 2 * math.pi * index / count
        point = (x_mm + reach * math.sin(angle), y_mm - reach * math.cos(angle))
        steps.append(("L" if index else "M", point))
    return (*steps, ("Z", ()))


def star(x_mm: float, y_mm: float, radius_mm: float, colour: str) -> Path:
    """Return a star of five points."""
    return Path(steps=polygon(x_mm, y_mm, radius_mm, 5, inner=0.45), fill=colour)


def ball(x_mm: float, y_mm: float, radius_mm: float, *, spent: bool = False) -> list[Element]:
    """Return our own ball: two halves that meet in a wave, with a star; grey when it is spent."""
    look = template("kit")
    upper, lower, band = look["ground"], look["cream"], look["gold"]
    if spent:
        upper, band = look["spent"], mixed(look["spent"], 0.55)
    r, left, right = radius_mm, x_mm - radius_mm, x_mm + radius_mm
    rise = _WAVE * r
    wave: tuple[Step, ...] = (
        ("M", (left, y_mm)),
        ("C", (left + 0.6 * r, y_mm - 2 * rise, x_mm - 0.35 * r, y_mm - rise, x_mm, y_mm)),
        ("C", (x_mm + 0.35 * r, y_mm + rise, right - 0.6 * r, y_mm + 2 * rise, right, y_mm)),
    )
    below: tuple[Step, ...] = (
        *wave,
        ("L", (right, y_mm + r)),
        ("L", (left, y_mm + r)),
        ("Z", ()),
    )
    window = Rectangle(
        x_mm=left, y_mm=y_mm - r, width_mm=2 * r, height_mm=2 * r, radius_mm=r, fill=upper
    )
    inside: tuple[Element, ...] = (
        window,
        Path(steps=below, fill=lower),
        Path(steps=wave, stroke=band, stroke_mm=0.2 * r),
    )
    return [
        Clip(window=window, elements=inside),
        Circle(
            x_mm=x_mm,
            y_mm=y_mm,
            radius_mm=r,
            stroke=look["shade"],
            stroke_mm=max(0.2, 0.045 * r),
        ),
        Circle(
            x_mm=x_mm, y_mm=y_mm, radius_mm=0.34 * r, fill=WHITE, stroke=band, stroke_mm=0.07 * r
        ),
        star(x_mm, y_mm, 0.25 * r, upper),
    ]


def badge(x_mm: float, y_mm: float, radius_mm: float, sides: int, stars: int) -> list[Element]:
    """Return a medal with so many sides and stars."""
    look = template("kit")
    elements: list[Element] = [
        Path(steps=polygon(x_mm, y_mm, radius_mm, sides), fill=look["gold"]),
        Path(steps=polygon(x_mm, y_mm, 0.86 * radius_mm, sides), fill=look["ground"]),
        Path(
            steps=polygon(x_mm, y_mm, 0.76 * radius_mm, sides),
            stroke=look["gold"],
            stroke_mm=0.02 * radius_mm,
        ),
    ]
    step = 0.42 * radius_mm
    size = 0.5 * radius_mm if stars == 1 else 0.24 * radius_mm
    for index in range(stars):
        across = x_mm + (index - (stars - 1) / 2) * step
        elements.append(star(across, y_mm, size, look["gold"]))
    return elements


def condition_symbol(
    condition: Condition, x_mm: float, y_mm: float, size_mm: float, colour: str
) -> list[Element]:
    """Return the symbol of a condition with its middle at x, y."""
    fill, stroke, stroke_mm = _condition(condition)
    parts = []
    if fill:
        parts.append(Path(steps=fill, fill=colour))
    if stroke:
        parts.append(Path(steps=stroke, stroke=colour, stroke_mm=stroke_mm))
    half, scale = _BOX_MM / 2, size_mm / _BOX_MM
    return [part.placed(-half, -half).placed(x_mm, y_mm, scale=scale) for part in parts]


@cache
def _condition(condition: Condition) -> tuple[tuple[Step, ...], tuple[Step, ...], float]:
    look = template("kit")["conditions"][condition.value]
    return (
        parse_steps(look.get("fill", "")),
        parse_steps(look.get("stroke", "")),
        look.get("stroke_mm", 0.0),
    )
