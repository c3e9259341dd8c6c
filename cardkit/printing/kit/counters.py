"""Counters and markers: squares to cut out, with the faces of a die."""

from __future__ import annotations

from typing import Any

from cardkit.printing.areas import Area
from cardkit.printing.composing import Piece
from cardkit.printing.drawing import INK, WHITE, Align, Circle, Element, Font, Line, mixed
from cardkit.printing.kit.shapes import ball, condition_symbol
from cardkit.printing.text import TextBox, Typography, fit, texts
from cardkit.resources import template
from cardkit.rules import Condition

_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""Column and row of each pip, in a square of three by three."""
_DAMAGE = "#B3261E"


class CounterDrawer:
    """Draws the counters after ``[counters]`` of ``templates/kit.toml``."""

    def __init__(self, fonts: Typography) -> None:
        self._kit: dict[str, Any] = template("kit")
        self._look = self._kit["counters"]
        self._fonts = fonts
        self.side_mm: float = self._look["side_mm"]

    def damage(self) -> list[Piece]:
        """Return damage counters, value by value (Rule: S7)."""
        pieces = []
        for value, count in self._look["damage"].items():
            share = {"10": 0.16, "50": 0.78}.get(value, 1.0)
            ink = INK if share < 0.5 else WHITE
            colour = mixed(_DAMAGE, share)
            elements = [
                self._tile().filled(colour),
                *([self._edge(_DAMAGE)] if share < 0.5 else []),
                *self._words(value, 0.2, 0.6, 22.0, ink, bold=True),
                *self._words("damage", 0.74, 0.14, 5.5, ink),
            ]
            pieces += [Piece(what="S7", name=f"{value} damage", elements=tuple(elements))] * count
        return pieces

    def conditions(self) -> list[Piece]:
        """Return markers of the five conditions (Rule: S35, S36)."""
        pieces = []
        for condition in Condition:
            look = self._kit["conditions"][condition.value]
            middle = self.side_mm / 2
            elements = [
                self._tile().filled(WHITE),
                self._edge(look["colour"]),
                *condition_symbol(condition, middle, 0.32 * self.side_mm, 6.8, look["colour"]),
                *self._words(condition.value, 0.54, 0.15, 7.5, INK, bold=True),
                *self._words(look["says"], 0.68, 0.2, 4.6, INK, lines=2),
            ]
            piece = Piece(what="S36", name=condition.value, elements=tuple(elements))
            pieces += [piece] * self._look["conditions"]["each"]
        return pieces

    def states(self) -> list[Piece]:
        """Return markers for knocked-out Pokemon, and for ready and spent balls (Rule: S27, S6)."""
        middle, counts = self.side_mm / 2, self._look["states"]
        arm = 0.2 * self.side_mm
        cross = [
            Line(
                x1_mm=middle - arm,
                y1_mm=0.36 * self.side_mm - side * arm,
                x2_mm=middle + arm,
                y2_mm=0.36 * self.side_mm + side * arm,
                width_mm=1.6,
                colour=WHITE,
            )
            for side in (-1, 1)
        ]
        ready = ball(middle, 0.4 * self.side_mm, 0.27 * self.side_mm)
        spent = ball(middle, 0.4 * self.side_mm, 0.27 * self.side_mm, spent=True)
        drawn: dict[str, tuple[str, str, list[Element]]] = {
            "ko": ("S27", "knocked out", [self._tile().filled(INK), *cross]),
            "ready": ("S6", "ready", [self._edge(self._kit["ground"]), *ready]),
            "spent": ("S6", "spent", [self._edge(self._kit["spent"]), *spent]),
        }
        pieces = []
        for key, (rule, name, elements) in drawn.items():
            ink = WHITE if key == "ko" else INK
            words = self._words(name, 0.7, 0.18, 8.0, ink, bold=True)
            piece = Piece(what=rule, name=name, elements=(*elements, *words))
            pieces += [piece] * counts[key]
        return pieces

    def die(self) -> list[Piece]:
        """Return the six faces of a die; even is heads (Rule: S7)."""
        pieces = []
        step, start = 0.22 * self.side_mm, 0.28 * self.side_mm
        for value, pips in _PIPS.items():
            dots = [
                Circle(
                    x_mm=start + column * step,
                    y_mm=start - 0.04 * self.side_mm + row * step,
                    radius_mm=0.075 * self.side_mm,
                    fill=INK,
                )
                for column, row in pips
            ]
            side = "heads" if value % 2 == 0 else "tails"
            elements: tuple[Element, ...] = (
                self._edge(INK),
                *dots,
                *self._words(side, 0.8, 0.11, 4.8, INK),
            )
            pieces.append(Piece(what="S7", name=f"die {value}", elements=elements))
        return pieces

    def _tile(self) -> Area:
        inset = self._look["inset_mm"]
        side = self.side_mm - 2 * inset
        return Area(
            x_mm=inset,
            y_mm=inset,
            width_mm=side,
            height_mm=side,
            radius_mm=self._look["radius_mm"],
            stroke_mm=0.7,
        )

    def _edge(self, colour: str) -> Element:
        return self._tile().stroked(colour)

    def _words(
        self,
        words: str,
        top: float,
        height: float,
        size_pt: float,
        colour: str,
        *,
        bold: bool = False,
        lines: int = 1,
    ) -> list[Element]:
        """Set words in the middle; top and height are shares of the side."""
        inset = self._look["inset_mm"] + 1.1
        box = TextBox(
            x_mm=inset,
            y_mm=top * self.side_mm,
            width_mm=self.side_mm - 2 * inset,
            height_mm=height * self.side_mm,
            size_pt=size_pt,
            least_pt=3.2,
            lines=lines,
            font=Font.BOLD if bold else Font.REGULAR,
            align=Align.CENTRE,
            colour=colour,
        )
        return [*texts(fit(words, box, self._fonts), box)]
