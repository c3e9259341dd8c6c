"""A sheet that measures how far a printer is out, held against the light.

Both sides carry the same cells. On the front a target stands in the middle of each; on the back
a cross stands beside the middle, a little further from cell to cell. Where cross and target lie
one on the other, the cell reads what the backs are to be moved by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardkit import __version__
from cardkit.errors import InputError
from cardkit.printing.arrangement import Flip
from cardkit.printing.back_places import back_place
from cardkit.printing.drawing import (
    INK,
    Align,
    Circle,
    Drawing,
    Duplex,
    Element,
    Font,
    Line,
    Rectangle,
    Text,
)
from cardkit.printing.imposition import Grid, Margins, Paper
from cardkit.printing.jobs import PlannedPiece, PrintJob, PrintPlan
from cardkit.printing.printers import Printer
from cardkit.printing.sheets import SheetEdges
from cardkit.printing.text import Typography
from cardkit.resources import template
from cardkit.units import mm_to_points, points_to_mm

STEP_MM = 0.5
"""From one cell to the next."""
_CELLS = 13
_LEAST_CELL_MM, _MOST_CELL_MM = 8.5, 13.0
_SIDE_MM = 19.0
"""Left and right of the cells: a ladder and the numbers of the rows."""
_HEAD_MM = 42.0
_FOOT_MM = 16.0
_LADDER_MM = 6.0
"""From the cells' edge, beyond the numbers, to the middle of a ladder's rungs."""
_NUMBERS_MM = 6.5
_LINE_MM = 0.15
_PALE = "#B4B8BE"
_TEXT_PT = 7.5
_NUMBER_PT = 6.0

FRONT_LINES = (
    "1  Print both pages on the two sides of one sheet, at 100 % (actual size).",
    "2  Hold it against the light, the back towards you.",
    "3  Find the cell where the cross lies exactly on its target; read right and down beside it.",
    "4  On the ladders left and right, find the rungs that lie exactly one on the other.",
    "5  Measure both rulers of 100 mm.",
    "6  Save it: cardkit print profile NAME --back-offset RIGHT,DOWN --ladders LEFT,RIGHT "
    "--rulers ACROSS,DOWN",
)
BACK_LINES = (
    "The numbers say how far backs are to be moved: first right, then down, in mm.",
    "Both 0.0 and both ladders 0.0: nothing is to be put right.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationSheet:
    """Where the cells and the ladders stand on one paper."""

    paper: Paper
    cells: int
    cell_mm: float

    @classmethod
    def on(cls, paper: Paper, margin_mm: float) -> CalibrationSheet:
        """Lay out as many cells as fit, an odd number each way.

        Raises:
            InputError: the paper is too small.
        """
        across = paper.width_mm - 2 * (margin_mm + _SIDE_MM)
        # The same room above and below keeps the cells in the middle, whichever way it is turned.
        down = paper.height_mm - 2 * (margin_mm + max(_HEAD_MM, _FOOT_MM))
        for cells in range(_CELLS, 2, -2):
            cell_mm = min(across / cells, down / cells, _MOST_CELL_MM)
            if cell_mm >= _LEAST_CELL_MM:
                return cls(paper=paper, cells=cells, cell_mm=cell_mm)
        raise InputError(
            f"the calibration sheet needs a larger paper, got {paper.label}",
            remedy="use A4 or Letter; the profile holds for all papers",
        )

    @property
    def grid(self) -> Grid:
        """The cells as a grid in the middle of the paper."""
        side = self.cells * self.cell_mm
        return Grid(
            paper=self.paper,
            columns=self.cells,
            rows=self.cells,
            left_mm=(self.paper.width_mm - side) / 2,
            top_mm=(self.paper.height_mm - side) / 2,
            width_mm=self.cell_mm,
            height_mm=self.cell_mm,
            pitch_x_mm=self.cell_mm,
            pitch_y_mm=self.cell_mm,
        )

    @property
    def ladders_mm(self) -> tuple[float, float]:
        """Where the middles of the two ladders stand, from the paper's left edge."""
        out = _NUMBERS_MM + _LADDER_MM
        return self.grid.left_mm - out, self.grid.right_mm + out

    @property
    def ladders_apart_mm(self) -> float:
        """From one ladder to the other."""
        left, right = self.ladders_mm
        return right - left

    @property
    def reach_mm(self) -> float:
        """How far a cross reaches from its middle, so that the furthest keeps inside its cell."""
        furthest = self.cells // 2 * STEP_MM
        return self.cell_mm / 2 - furthest - 0.2

    def steps(self) -> range:
        """The steps of the cells along one axis, e.g. -6 to 6."""
        half = self.cells // 2
        return range(-half, half + 1)

    def middle_mm(self, column: int, row: int) -> tuple[float, float]:
        """Return the middle of the cell so many steps from that in the sheet's middle."""
        return (
            self.paper.width_mm / 2 + column * self.cell_mm,
            self.paper.height_mm / 2 + row * self.cell_mm,
        )


def calibration_pdf(paper: Paper, *, printer: Printer, flip: Flip) -> PrintJob:
    """Return the sheet, front and back.

    Args:
        paper: upright.
        printer: a profile to check: with it everything should read 0.
        flip: the edge over which the sheet is turned.

    Raises:
        InputError: the paper is too small.
    """
    from cardkit.printing.pdf import typefaces, write_pdf

    margin = template("papers")["cards"]["margin_mm"]
    fonts, sheet = typefaces(), CalibrationSheet.on(paper, margin)
    edges = SheetEdges(_block(sheet), margin_mm=Margins.even(margin), fonts=fonts)
    name = f", printer {printer.name}" if printer.name else ""
    sides = (("front", FRONT_LINES, _fronts), ("back", BACK_LINES, _backs))
    pages = []
    for side, lines, draw in sides:
        elements = (
            *_frame(sheet, numbers=side == "back"),
            *draw(sheet),
            *_words(sheet, f"Calibration, {side}{name}", lines, fonts),
            *edges.rulers(),
            *edges.footer("", f"{paper.label} · {side} · {flip.value}", f"cardkit {__version__}"),
        )
        pages.append(printer.set_right(elements, paper, back=side == "back"))
    drawing = Drawing(
        grid=sheet.grid,
        title="calibration",
        forms={},
        pages=pages,
        duplex=Duplex.LONG_EDGE if flip is Flip.LONG else Duplex.SHORT_EDGE,
    )
    plan = PrintPlan(
        product="calibration",
        sheet=paper.label,
        title="",
        grid=sheet.grid,
        pieces=tuple(_planned(sheet, flip)),
        backs="interleaved",
        flip=flip.value,
    )
    return PrintJob(content=write_pdf(drawing), pages=2, warnings=(), plan=plan)


def _planned(sheet: CalibrationSheet, flip: Flip) -> Iterator[PlannedPiece]:
    for index, slot in enumerate(sheet.grid.impose(sheet.grid.places)):
        row, column = divmod(index, sheet.cells)
        steps = sheet.steps()
        name = f"{_reading(steps[column])} {_reading(steps[row])}"
        yield PlannedPiece(
            slot=slot, what="cell", name=name, back=back_place(slot, sheet.paper, flip)
        )


def _block(sheet: CalibrationSheet) -> Grid:
    """The whole sheet but for the edges where rulers and footer stand."""
    margin = template("papers")["cards"]["margin_mm"] + 4.0
    return Grid(
        paper=sheet.paper,
        columns=1,
        rows=1,
        left_mm=margin,
        top_mm=margin,
        width_mm=sheet.paper.width_mm - 2 * margin,
        height_mm=sheet.paper.height_mm - 2 * margin,
        pitch_x_mm=0.0,
        pitch_y_mm=0.0,
    )


def _frame(sheet: CalibrationSheet, *, numbers: bool) -> Iterator[Element]:
    grid = sheet.grid
    for slot in grid.impose(grid.places):
        yield Rectangle(
            x_mm=slot.x_mm,
            y_mm=slot.y_mm,
            width_mm=slot.width_mm,
            height_mm=slot.height_mm,
            stroke=_PALE,
            stroke_mm=_LINE_MM,
        )
    if not numbers:
        return
    for step in sheet.steps():
        x, y = sheet.middle_mm(step, step)
        for at in (grid.top_mm - 1.6, grid.bottom_mm + 3.2):
            yield _number(step, x, at, Align.CENTRE)
        for at in (grid.left_mm - 3.2, grid.right_mm + 3.2):
            yield _number(step, at, y + points_to_mm(_NUMBER_PT) * 0.36, Align.CENTRE)


def _number(step: int, x_mm: float, y_mm: float, align: Align) -> Text:
    bold = Font.BOLD if step == 0 else Font.REGULAR
    return Text(
        x_mm=x_mm, y_mm=y_mm, text=_reading(step), size_pt=_NUMBER_PT, font=bold, align=align
    )


def _reading(step: int) -> str:
    return f"{step * STEP_MM:.1f}".replace("-", "−")


def _fronts(sheet: CalibrationSheet) -> Iterator[Element]:
    """A target in the middle of each cell, and the rungs of the ladders."""
    reach = sheet.reach_mm
    for column in sheet.steps():
        for row in sheet.steps():
            x, y = sheet.middle_mm(column, row)
            yield from _cross(x, y, reach)
            yield Circle(x_mm=x, y_mm=y, radius_mm=reach * 0.45, stroke=INK, stroke_mm=_LINE_MM)
    for x in sheet.ladders_mm:
        for row in sheet.steps():
            yield _rung(x, sheet.middle_mm(0, row)[1])


def _backs(sheet: CalibrationSheet) -> Iterator[Element]:
    """A cross beside the middle of each cell, so far as the cell reads."""
    reach = sheet.reach_mm
    for column in sheet.steps():
        for row in sheet.steps():
            x, y = sheet.middle_mm(column, row)
            yield from _cross(x + column * STEP_MM, y + row * STEP_MM, reach)
    for x in sheet.ladders_mm:
        for row in sheet.steps():
            yield _rung(x, sheet.middle_mm(0, row)[1] + row * STEP_MM)


def _cross(x: float, y: float, reach: float) -> Iterator[Line]:
    yield Line(x1_mm=x - reach, y1_mm=y, x2_mm=x + reach, y2_mm=y, width_mm=_LINE_MM)
    yield Line(x1_mm=x, y1_mm=y - reach, x2_mm=x, y2_mm=y + reach, width_mm=_LINE_MM)


def _rung(x: float, y: float) -> Line:
    return Line(x1_mm=x - 3.0, y1_mm=y, x2_mm=x + 3.0, y2_mm=y, width_mm=_LINE_MM)


def _words(
    sheet: CalibrationSheet, heading: str, lines: tuple[str, ...], fonts: Typography
) -> Iterator[Text]:
    """The heading and what is to be done, above the cells; small papers get small words."""
    left = template("papers")["cards"]["margin_mm"] + 6.0
    room_pt = mm_to_points(sheet.paper.width_mm - 2 * left)
    widest = max(fonts.measure(line, Font.REGULAR) for line in lines)
    size_pt = min(_TEXT_PT, room_pt / widest)
    y = left + 7.0
    yield Text(x_mm=left, y_mm=y, text=heading, size_pt=1.7 * size_pt, font=Font.BOLD)
    for number, line in enumerate(lines, start=1):
        step = number * points_to_mm(size_pt) * 1.45 + 1.0
        yield Text(x_mm=left, y_mm=y + step, text=line, size_pt=size_pt)
