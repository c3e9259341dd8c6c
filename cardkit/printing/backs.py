"""The backs of cards: an own design, drawn once and used behind every front."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from cardkit.printing.back_places import BackPlace
from cardkit.printing.drawing import (
    Align,
    Circle,
    Clip,
    Element,
    FormBook,
    Group,
    Line,
    Path,
    Rectangle,
    Step,
    Text,
)
from cardkit.printing.symbols import type_looks
from cardkit.resources import template


class Reach(NamedTuple):
    """How far a picture may go beyond the cut, on each side."""

    left_mm: float = 0.0
    top_mm: float = 0.0
    right_mm: float = 0.0
    bottom_mm: float = 0.0

    def seen(self, turn: int) -> Reach:
        """Return the reach as a piece sees it that is turned clockwise by so many degrees.

        >>> Reach(1, 2, 3, 4).seen(90)
        Reach(left_mm=2, top_mm=3, right_mm=4, bottom_mm=1)
        """
        steps = turn // 90 % 4
        return Reach(*self[steps:], *self[:steps])


class CardBack:
    """Draws backs after ``templates/back.toml``.

    Args:
        width_mm: of the card.
        height_mm: of the card.
        book: takes up the forms.
    """

    def __init__(self, width_mm: float, height_mm: float, book: FormBook) -> None:
        self._width_mm, self._height_mm = width_mm, height_mm
        self._book = book
        self._look: Mapping[str, Any] = template("back")

    def placed(self, place: BackPlace, reach: Reach) -> Element:
        """Return the back in its place, with the bleed that there is room for."""
        own = reach.seen(place.turn)
        name = "back-" + "-".join(f"{length:g}" for length in own)
        width_mm = own.left_mm + self._width_mm + own.right_mm
        height_mm = own.top_mm + self._height_mm + own.bottom_mm
        use = self._book.use(
            name,
            (width_mm, height_mm),
            lambda: [Group(x_mm=own.left_mm, y_mm=own.top_mm, elements=self._elements(own))],
            x_mm=-self._width_mm / 2 - own.left_mm,
            y_mm=-self._height_mm / 2 - own.top_mm,
        )
        return Group(
            x_mm=place.x_mm + place.width_mm / 2,
            y_mm=place.y_mm + place.height_mm / 2,
            turn=place.turn % 360,
            elements=(use,),
        )

    def _elements(self, reach: Reach) -> tuple[Element, ...]:
        look = self._look
        ground = Rectangle(
            x_mm=-reach.left_mm,
            y_mm=-reach.top_mm,
            width_mm=reach.left_mm + self._width_mm + reach.right_mm,
            height_mm=reach.top_mm + self._height_mm + reach.bottom_mm,
            fill=look["ground"],
        )
        return (
            Clip(window=ground, elements=(ground, *self._weave())),
            *self._borders(),
            *self._middle(),
            *self._words(),
        )

    def _weave(self) -> list[Line]:
        """Diagonal lines both ways, through the middle of the card, so that it can be turned."""
        look, step = self._look, self._look["weave_step_mm"]
        middle_x, middle_y = self._width_mm / 2, self._height_mm / 2
        far = self._width_mm + self._height_mm
        lines = []
        for index in range(-math.ceil(far / step), math.ceil(far / step) + 1):
            for slope in (1, -1):
                x = middle_x + (index + 0.5) * step
                lines.append(
                    Line(
                        x1_mm=x - slope * far,
                        y1_mm=middle_y - far,
                        x2_mm=x + slope * far,
                        y2_mm=middle_y + far,
                        width_mm=look["weave_mm"],
                        colour=look["weave"],
                    )
                )
        return lines

    def _borders(self) -> list[Element]:
        look = self._look
        outer = look["border_mm"]
        inner = outer + look["inner_mm"]
        return [
            self._border(outer, look["border_radius_mm"], look["border_line_mm"], look["gold"]),
            self._border(
                inner, look["border_radius_mm"] - 0.6, look["inner_line_mm"], look["line"]
            ),
        ]

    def _border(self, inset: float, radius: float, line_mm: float, colour: str) -> Rectangle:
        return Rectangle(
            x_mm=inset,
            y_mm=inset,
            width_mm=self._width_mm - 2 * inset,
            height_mm=self._height_mm - 2 * inset,
            radius_mm=radius,
            stroke=colour,
            stroke_mm=line_mm,
        )

    def _middle(self) -> list[Element]:
        """The disc with the star, and the ring of types around it."""
        look = self._look
        x, y = self._width_mm / 2, self._height_mm / 2
        kinds = [*type_looks().values()] * 2
        ring: list[Element] = []
        for index, kind in enumerate(kinds):
            turn = 360 * index / len(kinds)
            angle = math.radians(turn - 90)
            at_x = x + look["ring_mm"] * math.cos(angle)
            at_y = y + look["ring_mm"] * math.sin(angle)
            ring += kind.symbol(at_x, at_y, look["symbol_mm"], look["line"], turn=turn)
        outer = look["ring_mm"] + look["symbol_mm"] / 2 + 1.4
        return [
            Circle(
                x_mm=x,
                y_mm=y,
                radius_mm=outer,
                fill=look["shade"],
                stroke=look["gold"],
                stroke_mm=look["border_line_mm"],
            ),
            *ring,
            Circle(
                x_mm=x,
                y_mm=y,
                radius_mm=look["disc_mm"],
                fill=look["ground"],
                stroke=look["line"],
                stroke_mm=look["inner_line_mm"],
            ),
            *self._star(x, y),
        ]

    def _star(self, x: float, y: float) -> list[Element]:
        """A star of eight points, each half light and half dark as on a compass."""
        look = self._look
        elements: list[Element] = []
        for length, first in ((0.62, 45), (1.0, 0)):
            for turn in range(first, 360, 90):
                tip = look["star_mm"] * length
                waist = tip * 0.24
                for side, colour in ((1, look["gold"]), (-1, look["line"])):
                    steps: tuple[Step, ...] = (
                        ("M", (0.0, 0.0)),
                        ("L", (0.0, -tip)),
                        ("L", (side * waist, -waist)),
                        ("Z", ()),
                    )
                    elements.append(Path(steps=steps, fill=colour).placed(x, y, turn=turn))
        elements.append(
            Circle(
                x_mm=x,
                y_mm=y,
                radius_mm=look["star_mm"] * 0.11,
                fill=look["ground"],
                stroke=look["line"],
                stroke_mm=look["inner_line_mm"],
            )
        )
        return elements

    def _words(self) -> list[Text]:
        look = self._look
        x, y = self._width_mm / 2, look["words_mm"]
        return [
            Text(
                x_mm=x,
                y_mm=at,
                text=look["words"],
                size_pt=look["words_pt"],
                colour=look["line"],
                align=Align.CENTRE,
                turn=turn,
            )
            for at, turn in ((y, 0), (self._height_mm - y, 180))
        ]
