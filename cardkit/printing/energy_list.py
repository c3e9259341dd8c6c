"""The page that says which Energy cards to take for a sheet of stickers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardkit import __version__
from cardkit.printing.drawing import (
    INK,
    Align,
    Drawing,
    Element,
    Font,
    FormBook,
    Line,
    Rectangle,
    Text,
)
from cardkit.printing.glyphs import lacking_in_name
from cardkit.printing.imposition import Grid, Paper
from cardkit.printing.jobs import PlannedPiece, PrintJob, PrintPlan
from cardkit.printing.stickers import EnergyToTake
from cardkit.printing.symbols import BADGE_MM, BADGE_SHAPE, type_looks
from cardkit.printing.text import CAP_HEIGHT, Typography, clean
from cardkit.units import points_to_mm

TITLE = "Energy cards to take for the stickers"
_MARGIN_MM = 18.0
_LINE_MM = 5.0
_BADGE_MM = 5.6
_BOX_MM = 4.2
_TEXT_PT = 9.0
_HEAD_PT = 13.0
_INDENT_MM = 26.0
_FAINT = "#B4B8BE"


def energy_list_pdf(needs: Sequence[EnergyToTake], *, paper: Paper, title: str) -> PrintJob:
    """Return a page for plain paper: per type how many to take and what they become.

    Args:
        needs: see :func:`cardkit.printing.stickers.choose_energy_cards`.
        paper: in the printer.
        title: of the pool.
    """
    from cardkit.printing.pdf import typefaces, write_pdf

    fonts, book = typefaces(), FormBook()
    cleaned = clean(title, fonts.has_glyph)
    name = cleaned.text
    writer = _Writer(paper, name, book, fonts)
    for need in needs:
        writer.write(need)
    pages = writer.finished()
    grid = writer.grid
    plan = PrintPlan(
        product="energy-list",
        sheet=paper.label,
        title=title,
        grid=grid,
        pieces=tuple(
            PlannedPiece(slot=slot, what="list", name=TITLE) for slot in grid.impose(len(pages))
        ),
    )
    drawing = Drawing(
        grid=grid, title=": ".join(filter(None, (name, TITLE))), forms=book.forms, pages=pages
    )
    content = write_pdf(drawing) if pages else b""
    warnings = lacking_in_name(cleaned.missing, title)
    return PrintJob(content=content, pages=len(pages), warnings=warnings, plan=plan)


class _Writer:
    """Writes the list down the page, and on the next when it is full."""

    def __init__(self, paper: Paper, title: str, book: FormBook, fonts: Typography) -> None:
        self.grid = Grid(
            paper=paper,
            columns=1,
            rows=1,
            left_mm=_MARGIN_MM,
            top_mm=_MARGIN_MM,
            width_mm=paper.width_mm - 2 * _MARGIN_MM,
            height_mm=paper.height_mm - 2 * _MARGIN_MM,
            pitch_x_mm=paper.width_mm - 2 * _MARGIN_MM,
            pitch_y_mm=paper.height_mm - 2 * _MARGIN_MM,
        )
        self._title = title
        self._book, self._fonts = book, fonts
        self._pages: list[list[Element]] = []
        self._y_mm = 0.0

    def write(self, need: EnergyToTake) -> None:
        """Write one type: a box to tick, its badge, the count, and the cards below."""
        lines = self._card_lines(need)
        self._make_room(_BADGE_MM + 2 * _LINE_MM)
        self._pages[-1] += self._head(need)
        self._y_mm += _BADGE_MM + 1.2
        for line in lines:
            self._make_room(_LINE_MM)
            y_mm = self._y_mm + points_to_mm(_TEXT_PT) * 0.9
            self._pages[-1].append(
                Text(x_mm=_MARGIN_MM + _INDENT_MM, y_mm=y_mm, text=line, size_pt=_TEXT_PT)
            )
            self._y_mm += _LINE_MM
        self._y_mm += 2.4
        self._rule(self._y_mm - 1.2)

    def _head(self, need: EnergyToTake) -> list[Element]:
        """The line of a type: box, badge, count and what is at hand."""
        middle = self._y_mm + _BADGE_MM / 2
        baseline = middle + points_to_mm(_HEAD_PT) * CAP_HEIGHT / 2
        box = Rectangle(
            x_mm=_MARGIN_MM,
            y_mm=middle - _BOX_MM / 2,
            width_mm=_BOX_MM,
            height_mm=_BOX_MM,
            radius_mm=0.6,
            stroke=INK,
            stroke_mm=0.25,
        )
        at_hand = Text(
            x_mm=self.grid.right_mm,
            y_mm=baseline,
            text=_at_hand(need),
            size_pt=_TEXT_PT,
            font=Font.BOLD if need.missing else Font.REGULAR,
            align=Align.RIGHT,
        )
        words = f"{need.take} × {need.label}"
        elements: list[Element] = [
            box,
            self._text(_MARGIN_MM + _INDENT_MM, baseline, words, _HEAD_PT),
            at_hand,
        ]
        if need.energy is None:
            return elements
        badge = self._book.use(
            f"badge-{need.energy}",
            (BADGE_MM * BADGE_SHAPE, BADGE_MM),
            type_looks()[need.energy].badge,
            x_mm=_MARGIN_MM + _BOX_MM + 3.0,
            y_mm=self._y_mm,
            scale=_BADGE_MM / BADGE_MM,
        )
        return [*elements, badge]

    def finished(self) -> list[tuple[Element, ...]]:
        """Return the pages, with their numbers."""
        count = len(self._pages)
        y_mm = self.grid.bottom_mm + 6.0
        for number, page in enumerate(self._pages, start=1):
            words = f"page {number} of {count} · cardkit {__version__}"
            page.append(
                Text(x_mm=self.grid.right_mm, y_mm=y_mm, text=words, size_pt=7.0, align=Align.RIGHT)
            )
        return list(map(tuple, self._pages))

    def _make_room(self, height_mm: float) -> None:
        if self._pages and self._y_mm + height_mm <= self.grid.bottom_mm:
            return
        self._pages.append([])
        top = _MARGIN_MM
        self._pages[-1].append(self._text(_MARGIN_MM, top + 4.5, TITLE, 16.0))
        under = "one for each sticker; stick it on the sleeve, the Energy card goes behind"
        words = f"{self._title} · {under}" if self._title else under
        self._pages[-1] += [
            Text(x_mm=_MARGIN_MM, y_mm=top + 4.5 + 5.4 * (index + 1), text=line, size_pt=_TEXT_PT)
            for index, line in enumerate(self._wrapped(words.split(" "), " ", 0.0)[:2])
        ]
        self._y_mm = top + 18.0
        self._rule(self._y_mm - 2.0)

    def _card_lines(self, need: EnergyToTake) -> list[str]:
        """What the cards become, copies counted, broken into lines."""
        counted = Counter(need.cards)
        items = []
        for (_, name), count in counted.items():
            cleaned = clean(name, self._fonts.has_glyph).text
            items.append(f"{count} × {cleaned}" if count > 1 else cleaned)
        return self._wrapped(items, ", ", _INDENT_MM)

    def _wrapped(self, items: Sequence[str], between: str, indent_mm: float) -> list[str]:
        room_mm = self.grid.width_mm - indent_mm
        lines: list[str] = []
        for item in items:
            longer = f"{lines[-1]}{between}{item}" if lines else item
            if lines and self._width_mm(longer) <= room_mm:
                lines[-1] = longer
                continue
            while self._width_mm(item) > room_mm:
                item = item[:-2].rstrip("… ") + "…"
            lines.append(item)
        return [
            line + between.rstrip() if index < len(lines) - 1 else line
            for index, line in enumerate(lines)
        ]

    def _width_mm(self, text: str) -> float:
        return points_to_mm(self._fonts.measure(text, Font.REGULAR) * _TEXT_PT)

    def _text(self, x_mm: float, y_mm: float, text: str, size_pt: float) -> Text:
        return Text(x_mm=x_mm, y_mm=y_mm, text=text, size_pt=size_pt, font=Font.BOLD)

    def _rule(self, y_mm: float) -> None:
        self._pages[-1].append(
            Line(
                x1_mm=_MARGIN_MM,
                y1_mm=y_mm,
                x2_mm=self.grid.right_mm,
                y2_mm=y_mm,
                width_mm=0.15,
                colour=_FAINT,
            )
        )


def _at_hand(need: EnergyToTake) -> str:
    if not need.missing:
        return f"{need.spare} spare"
    return f"{need.spare} spare, {need.missing} missing"
