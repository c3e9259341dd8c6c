"""The log of one adventure: a page to write on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.printing.areas import Area
from cardkit.printing.composing import Piece
from cardkit.printing.drawing import INK, Element, Font, Line, Text
from cardkit.printing.kit.cards import words_of
from cardkit.printing.text import CAP_HEIGHT, TextBox, Typography, fit, texts
from cardkit.resources import template
from cardkit.rules import HouseRules
from cardkit.units import points_to_mm

TITLE = "Adventure log"
_THIN_MM = 0.15
_THICK_MM = 0.4


class LogDrawer:
    """Draws the log after ``[log]`` of ``templates/kit.toml``.

    Args:
        size_mm: of the page without its margins.
        rules: the house rules in force.
        fonts: measure what is to fit.
    """

    def __init__(self, size_mm: tuple[float, float], rules: HouseRules, fonts: Typography) -> None:
        self._kit: dict[str, Any] = template("kit")
        self._look = self._kit["log"]
        self._width_mm, self._height_mm = size_mm
        self._rules, self._fonts = rules, fonts

    def page(self, title: str) -> Piece:
        """Return the page."""
        row = self._look["row_mm"]
        team_mm = (self._look["team_rows"] + 1) * row
        top = 27.0
        team_top = self._height_mm - team_mm - 4.0
        rows = int((team_top - 9.0 - top) // row) - 1
        elements = [
            *self._head(title),
            *self._table(self._look["events"], top, rows, numbered=True),
            *self._words("Team and PC", 0.0, team_top - 2.0, 10.0, bold=True),
            *self._table(self._look["team"], team_top, self._look["team_rows"], numbered=True),
            *self._words(self._kit["note"], 0.0, self._height_mm, 5.0),
        ]
        return Piece(what="S11", name=TITLE, elements=tuple(elements))

    def _head(self, title: str) -> list[Element]:
        """The title, fields to fill in, and the house rules."""
        words = words_of(self._rules)
        rules = (
            f"bench {words['bench']}, PC {words['pc']} (S8) · retreat {words['retreats']} (S23) · "
            f"extra rolls {words['extra_rolls']} (S32) · revived with {words['revive_hp']} (S25)"
        )
        elements = self._words(TITLE, 0.0, 6.5, self._look["title_pt"], bold=True)
        fields = (("pool", 0.0, 0.42), ("player", 0.45, 0.28), ("date", 0.76, 0.24))
        for name, start, share in fields:
            left, width = start * self._width_mm, share * self._width_mm
            label_mm = self._measure(name, self._look["text_pt"]) + 1.5
            elements += self._words(name, left, 15.0, self._look["text_pt"])
            if name == "pool" and title:
                elements += self._words(
                    title, left + label_mm, 15.0, 10.0, bold=True, width_mm=width - label_mm
                )
            elements.append(self._rule(left + label_mm, 16.2, left + width))
        order = "Skirmish, Gym, Skirmish, Gym, Skirmish, Gym, Champion (S11)"
        return [
            *elements,
            *self._words(rules, 0.0, 21.0, 6.4, width_mm=self._width_mm),
            *self._words(order, 0.0, 25.0, 6.4, width_mm=self._width_mm),
        ]

    def _table(
        self, columns: Sequence[Mapping[str, Any]], top_mm: float, rows: int, *, numbered: bool
    ) -> list[Element]:
        """Return a ruled table with its heads; its first column counts the rows."""
        row = self._look["row_mm"]
        whole = sum(column["share"] for column in columns)
        bottom = top_mm + (rows + 1) * row
        elements: list[Element] = []
        x = 0.0
        head = Area(x_mm=0, y_mm=top_mm, width_mm=self._width_mm, height_mm=row)
        elements.append(head.filled("#E9EBEE"))
        for column in columns:
            width = column["share"] / whole * self._width_mm
            box = TextBox(
                x_mm=x + 1.2,
                y_mm=top_mm,
                width_mm=width - 1.8,
                height_mm=row,
                size_pt=self._look["head_pt"],
                least_pt=4.6,
                lines=2,
                font=Font.BOLD,
            )
            elements += texts(fit(column["name"], box, self._fonts), box)
            if x:
                elements.append(self._line(x, top_mm, x, bottom, _THIN_MM))
            x += width
        for index in range(rows + 2):
            y = top_mm + index * row
            thick = index in (0, 1, rows + 1)
            elements.append(self._line(0.0, y, self._width_mm, y, _THICK_MM if thick else _THIN_MM))
        if numbered:
            for index in range(1, rows + 1):
                middle = top_mm + (index + 0.5) * row
                size = self._look["head_pt"]
                y = middle + points_to_mm(size) * CAP_HEIGHT / 2
                elements += self._words(str(index), 1.2, y, size)
        return elements

    def _words(
        self,
        words: str,
        x_mm: float,
        baseline_mm: float,
        size_pt: float,
        *,
        bold: bool = False,
        width_mm: float | None = None,
    ) -> list[Element]:
        """Set a line on its baseline; with a width it is made smaller to fit."""
        font = Font.BOLD if bold else Font.REGULAR
        if width_mm is not None:
            full_mm = self._measure(words, size_pt, font)
            size_pt *= min(1.0, width_mm / full_mm) if full_mm else 1.0
        return [Text(x_mm=x_mm, y_mm=baseline_mm, text=words, size_pt=size_pt, font=font)]

    def _measure(self, words: str, size_pt: float, font: Font = Font.REGULAR) -> float:
        return points_to_mm(self._fonts.measure(words, font) * size_pt)

    def _rule(self, x1_mm: float, y_mm: float, x2_mm: float) -> Line:
        return self._line(x1_mm, y_mm, x2_mm, y_mm, _THIN_MM)

    def _line(
        self, x1_mm: float, y1_mm: float, x2_mm: float, y2_mm: float, width_mm: float
    ) -> Line:
        return Line(
            x1_mm=x1_mm, y1_mm=y1_mm, x2_mm=x2_mm, y2_mm=y2_mm, width_mm=width_mm, colour=INK
        )
