"""Operators of PDF in its own notation: colours and matrices."""

from __future__ import annotations

import math
from functools import lru_cache

from cardkit.printing.drawing import Group


def turned(
    x: float, y: float, shift: float, turn: int
) -> tuple[float, float, float, float, float, float]:
    """Return the matrix of a text that is turned anticlockwise by degrees.

    Args:
        x: in points, where its alignment asks for.
        y: in points, of its baseline there.
        shift: how far the text begins before that place.
        turn: in degrees.
    """
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return cosine, sine, -sine, cosine, x - shift * cosine, y - shift * sine


def bent(group: Group) -> str:
    """Return the part of a group's matrix that scales and turns."""
    if (group.turn, group.scale_x, group.scale_y) == (0.0, 1.0, 1.0):
        return "1 0 0 1"
    cosine, sine = math.cos(math.radians(group.turn)), math.sin(math.radians(group.turn))
    across, down = group.scale_x, group.scale_y
    parts = (cosine * across, -sine * across, sine * down, cosine * down)
    return " ".join(f"{part:.8f}".rstrip("0").rstrip(".") for part in parts)


@lru_cache(maxsize=256)
def channels(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue from 0 to 1."""
    red, green, blue = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return red, green, blue


@lru_cache(maxsize=256)
def fill_code(colour: str) -> str:
    """Return the operator that sets the colour of areas and letters; greys as such."""
    red, green, blue = channels(colour)
    if red == green == blue:
        return f"{round(red, 4)} g"
    return f"{round(red, 4)} {round(green, 4)} {round(blue, 4)} rg"
