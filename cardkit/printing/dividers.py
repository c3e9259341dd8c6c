"""Dividers to cut out: a body as large as a card, and a tab that looks out of the box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from cardkit.errors import Fault, InputError
from cardkit.findings import Finding, Severity
from cardkit.plurals import counted
from cardkit.printing.composing import Piece, compose_sheets
from cardkit.printing.divider_groups import Divider
from cardkit.printing.drawing import (
    INK,
    QUARTER,
    Align,
    Element,
    Font,
    FormBook,
    Line,
    Path,
    Rectangle,
    Step,
)
from cardkit.printing.glyphs import lacking
from cardkit.printing.jobs import PrintJob
from cardkit.printing.labels import sleeve_colour
from cardkit.printing.options import SheetOptions
from cardkit.printing.symbols import type_looks
from cardkit.printing.text import TextBox, Typography, clean, fit, texts
from cardkit.resources import template

PRODUCT = "dividers"
MOST_TABS = 6
SLEEVED_CARD_MM = 91.0
"""Height of a card in a common sleeve."""
_ROUNDING_MM = 1e-6


class Side(StrEnum):
    """Where tabs stand."""

    SPREAD = "spread"
    """One after the other over the whole width."""
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    ALTERNATE = "alternate"
    """Left and right in turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DividerShape:
    """The size of dividers and the places of their tabs.

    Attributes:
        width_mm: of the body.
        height_mm: of the body, without the tab.
        tab_width_mm: of one tab.
        tab_height_mm: of one tab; 0 leaves the tabs out.
        tabs: how many places there are for them.
        side: which of these are used.
    """

    width_mm: float
    height_mm: float
    tab_width_mm: float
    tab_height_mm: float
    tabs: int = 3
    side: Side = Side.SPREAD

    @classmethod
    def of(
        cls,
        body: tuple[float, float],
        *,
        tabs: int = 3,
        side: Side = Side.SPREAD,
        tab: tuple[float, float] | None = None,
    ) -> DividerShape:
        """Return the shape for a body; without ``tab`` its tabs share the width.

        Raises:
            InputError: with everything that makes no sense.
        """
        look = template("dividers")
        places = 2 if side is Side.ALTERNATE else tabs
        width, height = tab or (min(look["widest_tab_mm"], body[0] / places), look["tab_mm"])
        shape = cls(
            width_mm=body[0],
            height_mm=body[1],
            tab_width_mm=width,
            tab_height_mm=height,
            tabs=places,
            side=side,
        )
        faults = shape._faults()
        if faults:
            raise InputError.of(faults)
        return shape

    def _faults(self) -> list[Fault]:
        faults = []
        if not 1 <= self.tabs <= MOST_TABS:
            faults.append(Fault(what=f"the tabs must be 1 to {MOST_TABS}, got {self.tabs!r}"))
        if not (20 <= self.width_mm <= 200 and 20 <= self.height_mm <= 250):
            faults.append(
                Fault(
                    what="the body must be 20 to 200 mm wide and 20 to 250 mm high, "
                    f"got {self.width_mm:g} x {self.height_mm:g}"
                )
            )
        if not 8 <= self.tab_width_mm <= self.width_mm + _ROUNDING_MM:
            faults.append(
                Fault(
                    what=f"a tab must be 8 to {self.width_mm:g} mm wide, as its body is, "
                    f"got {self.tab_width_mm:g}",
                    remedy="take fewer tabs",
                )
            )
        if not (self.tab_height_mm == 0 or 4 <= self.tab_height_mm <= 40):
            faults.append(
                Fault(
                    what=f"a tab must be 4 to 40 mm high, got {self.tab_height_mm:g}",
                    remedy="write 0 for dividers without tabs",
                )
            )
        return faults

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the piece that is cut out, with the tab."""
        return self.width_mm, self.height_mm + self.tab_height_mm

    def tab_left_mm(self, index: int) -> float:
        """Return where the tab of a divider begins; dividers are counted from 0.

        >>> shape = DividerShape.of((66, 91), tabs=3)
        >>> [shape.tab_left_mm(index) for index in range(4)]
        [0.0, 22.0, 44.0, 0.0]
        """
        room_mm = self.width_mm - self.tab_width_mm
        match self.side:
            case Side.LEFT:
                return 0.0
            case Side.MIDDLE:
                return room_mm / 2
            case Side.RIGHT:
                return room_mm
            case _ if self.tabs == 1:
                return room_mm / 2
            case _:
                return room_mm * (index % self.tabs) / (self.tabs - 1)

    def outline(self, index: int) -> tuple[Step, ...]:
        """Return the edge of a divider, from the corner of its piece."""
        right, bottom = self.size_mm
        top, left = self.tab_height_mm, self.tab_left_mm(index)
        end = left + self.tab_width_mm
        radius = min(template("dividers")["corner_mm"], top, self.tab_width_mm / 2)
        arc = radius * (1 - QUARTER)
        steps: list[Step] = [("M", (0.0, bottom))]
        if left > _ROUNDING_MM:
            steps += [("L", (0.0, top)), ("L", (left, top))]
        steps += [
            ("L", (left, radius)),
            ("C", (left, arc, left + arc, 0.0, left + radius, 0.0)),
            ("L", (end - radius, 0.0)),
            ("C", (end - arc, 0.0, end, arc, end, radius)),
        ]
        if end < right - _ROUNDING_MM:
            steps += [("L", (end, top)), ("L", (right, top))]
        return (*steps, ("L", (right, bottom)), ("Z", ()))


def dividers_pdf(
    dividers: Sequence[Divider], shape: DividerShape, *, options: SheetOptions, title: str
) -> PrintJob:
    """Return the sheets to print; without dividers there are no pages and no content.

    Args:
        dividers: see :func:`cardkit.printing.divider_groups.dividers_of`.
        shape: of all of them.
        options: how the sheets are laid out; the pieces are as large as the shape.
        title: of the pool.

    Raises:
        InputError: they do not fit on the paper; says what would.
    """
    from cardkit.printing.pdf import typefaces

    fonts = typefaces()
    drawer = _DividerDrawer(shape, title, fonts, outlined=options.guides.outline)
    # The outline follows the tabs, so the plain one stays away.
    plain = replace(options, guides=replace(options.guides, outline=False), noun=PRODUCT)
    pieces: list[Piece] = []
    warnings: list[Finding] = list(_too_short(shape))
    for index, divider in enumerate(dividers):
        elements, findings = drawer.draw(divider, index)
        what = counted(divider.count, "card")
        outline = shape.outline(index) if shape.tab_height_mm else ()
        pieces.append(Piece(what=what, name=divider.name, elements=elements, outline=outline))
        warnings += findings
    return compose_sheets(
        pieces,
        product=PRODUCT,
        title=title,
        options=plain,
        book=FormBook(),
        fonts=fonts,
        warnings=warnings,
    )


def _too_short(shape: DividerShape) -> list[Finding]:
    """Say when nothing of a divider would look out over the cards."""
    least_mm = SLEEVED_CARD_MM + template("dividers")["taller_by_mm"]
    height_mm = shape.size_mm[1]
    if height_mm >= least_mm or shape.height_mm < SLEEVED_CARD_MM - 10:
        return []
    return [
        Finding(
            code="divider-short",
            severity=Severity.NOTE,
            what=f"it is {height_mm:g} mm high, a card in its sleeve is {SLEEVED_CARD_MM:g} mm",
            where="dividers",
            remedy=f"for sleeved cards make body and tab {least_mm:g} mm high or more",
        )
    ]


class _DividerDrawer:
    """Draws dividers after ``templates/dividers.toml``."""

    def __init__(
        self, shape: DividerShape, title: str, fonts: Typography, *, outlined: bool
    ) -> None:
        self._shape, self._fonts, self._outlined = shape, fonts, outlined
        self._look: dict[str, Any] = template("dividers")
        self._title = clean(title, fonts.has_glyph).text

    def draw(self, divider: Divider, index: int) -> tuple[tuple[Element, ...], list[Finding]]:
        """Return what is drawn from the piece's corner, and the warnings."""
        cut: list[str] = []
        elements = [*self._tab(divider, index, cut), *self._body(divider, cut)]
        if self._outlined:
            elements.append(
                Path(
                    steps=self._shape.outline(index),
                    stroke=self._look["line_colour"],
                    stroke_mm=self._look["line_mm"],
                )
            )
        findings = [
            Finding(
                code="text-cut",
                severity=Severity.WARNING,
                what=f"{words!r} does not fit its {place}",
                where=f"divider {divider.name}",
                remedy="take fewer tabs, they are wider then" if place == "tab" else "",
            )
            for words, place in ((divider.name, place) for place in dict.fromkeys(cut))
        ]
        words = (divider.name, *(row for row, _ in divider.rows))
        for text in words:
            missing = clean(text, self._fonts.has_glyph).missing
            if missing:
                where = f"divider {divider.name}"
                findings.append(lacking(missing, repr(text), where=where))
        return tuple(elements), findings

    def _colour(self, divider: Divider) -> str | None:
        if divider.energy_type is not None:
            return type_looks()[divider.energy_type].colour
        return sleeve_colour(divider.sleeve)

    def _tab(self, divider: Divider, index: int, cut: list[str]) -> list[Element]:
        """The stripe, the symbol or mark, the name and the number of cards."""
        look, shape = self._look["tab"], self._shape
        if not shape.tab_height_mm:
            return []
        inset = look["inset_mm"]
        left, top = shape.tab_left_mm(index) + inset, inset
        end, height = left + shape.tab_width_mm - 2 * inset, shape.tab_height_mm - 2 * inset
        colour = self._colour(divider)
        elements: list[Element] = []
        if colour is not None:
            elements.append(self._stripe(colour, left, top, height))
            left += look["stripe_mm"] + 0.8
        count_mm, width = look["count_mm"], end - left
        signed = bool(divider.mark) or divider.energy_type is not None
        # Mark or symbol stands over the name, beside the number.
        sign_mm = height * (1 - look["name_share"]) if signed else 0.0
        elements += self._sign(divider, (left, top, width - count_mm, sign_mm), cut)
        name = (left, top + sign_mm, width if signed else width - count_mm, height - sign_mm)
        elements += self._set(divider.name, name, look["name_pt"], cut, "tab", bold=True, lines=3)
        count = (end - count_mm, top, count_mm, sign_mm or height)
        return elements + self._set(
            str(divider.count), count, look["count_pt"], cut, "tab", align=Align.RIGHT
        )

    def _stripe(self, colour: str, x_mm: float, y_mm: float, height_mm: float) -> Rectangle:
        width = self._look["tab"]["stripe_mm"]
        return Rectangle(
            x_mm=x_mm,
            y_mm=y_mm,
            width_mm=width,
            height_mm=height_mm,
            radius_mm=width / 2,
            fill=colour,
            stroke=INK,
            stroke_mm=0.1,
        )

    def _sign(
        self, divider: Divider, place: tuple[float, float, float, float], cut: list[str]
    ) -> Sequence[Element]:
        """Return the symbol of a type or the mark of a deck; place is x, y, width, height."""
        x, y, _, height = place
        if divider.energy_type is not None:
            radius = (height - 0.2) / 2
            return type_looks()[divider.energy_type].disc(x + radius, y + radius, radius)
        if not divider.mark:
            return ()
        size_pt = self._look["tab"]["mark_pt"]
        return self._set(divider.mark, place, size_pt, cut, "tab", bold=True)

    def _body(self, divider: Divider, cut: list[str]) -> list[Element]:
        look, shape = self._look["body"], self._shape
        inset, top = look["inset_mm"], shape.tab_height_mm + look["inset_mm"]
        width, bottom = shape.width_mm - 2 * inset, shape.size_mm[1] - inset
        heading = f"{divider.mark} {divider.name}".strip()
        cards = counted(divider.count, "card")
        name_mm = look["name_mm"]
        elements = self._set(
            heading, (inset, top, width, name_mm), look["name_pt"], cut, "body", bold=True, lines=3
        )
        y = top + name_mm + 1.0
        elements.append(self._rule(y, self._colour(divider) or INK, 0.6))
        row_mm = look["row_mm"]
        rows = [(cards, 0), *divider.rows[: look["most_rows"]]]
        for number, (words, count) in enumerate(rows):
            y += row_mm
            if y > bottom - 2 * row_mm:
                break
            place = (inset, y - row_mm + 0.6, width, row_mm)
            elements += self._set(words, place, look["row_pt"], cut, "body", bold=number == 0)
            if number:
                elements += self._set(
                    str(count), place, look["row_pt"], cut, "body", align=Align.RIGHT
                )
            elements.append(self._rule(y + 0.6, look["faint"], 0.12))
        footer = (inset, bottom - 3.0, width, 3.0)
        return elements + self._set(self._title, footer, look["footer_pt"], [], "body")

    def _rule(self, y_mm: float, colour: str, width_mm: float) -> Line:
        inset = self._look["body"]["inset_mm"]
        end = self._shape.width_mm - inset
        return Line(
            x1_mm=inset, y1_mm=y_mm, x2_mm=end, y2_mm=y_mm, width_mm=width_mm, colour=colour
        )

    def _set(
        self,
        words: str,
        place: tuple[float, float, float, float],
        size_pt: float,
        cut: list[str],
        where: str,
        *,
        bold: bool = False,
        lines: int = 1,
        align: Align = Align.LEFT,
    ) -> list[Element]:
        """Set words into a place (x, y, width, height), and note when they do not fit."""
        x_mm, y_mm, width_mm, height_mm = place
        box = TextBox(
            x_mm=x_mm,
            y_mm=y_mm,
            width_mm=width_mm,
            height_mm=height_mm,
            size_pt=size_pt,
            least_pt=self._look[where]["least_pt"] if where == "tab" else 4.4,
            lines=lines,
            font=Font.BOLD if bold else Font.REGULAR,
            align=align,
        )
        cleaned = clean(words, self._fonts.has_glyph)
        fitted = fit(cleaned.text, box, self._fonts)
        if fitted.cut:
            cut.append(where)
        return [*texts(fitted, box)]
