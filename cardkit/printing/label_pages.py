"""Pages of bought label sheets, whatever stands on the labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardkit import __version__
from cardkit.findings import Finding
from cardkit.printing.drawing import Align, Drawing, Element, FormBook, Group, Rectangle, Text
from cardkit.printing.glyphs import lacking_in_name
from cardkit.printing.jobs import PlannedPiece, PrintJob, PrintPlan
from cardkit.printing.label_sheets import LabelSheet
from cardkit.printing.options import Style
from cardkit.printing.printers import Printer
from cardkit.printing.sheets import SheetEdges
from cardkit.printing.styles import restyled
from cardkit.printing.text import CAP_HEIGHT, Typography, clean
from cardkit.resources import template
from cardkit.units import points_to_mm

TEST_LINE = "hold this test page against the label sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelPiece:
    """What is printed on one label, from its own top left corner.

    Attributes:
        what: for the plan, e.g. how many cards it counts.
        name: for people.
        elements: empty in a plan.
    """

    what: str
    name: str
    elements: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelStock:
    """What labels are printed on, and how: the same for every kind of label.

    Attributes:
        sheet: see :func:`cardkit.printing.label_sheets.label_sheet_named`.
        start_at: the first unused place of a part-used sheet; 1 is the top left one.
        outline: make a test page for plain paper: the edge of every label, numbers on the
            unused places, rulers.
        printer: what it gets wrong is put right; labels lie by their own edges, so offsets count.
        style: how much ink is used, and of which colours.
        title: of the pool.
    """

    sheet: LabelSheet
    start_at: int = 1
    outline: bool = False
    printer: Printer = field(default_factory=Printer)
    style: Style = Style.COLOUR
    title: str = ""


def label_pages(
    pieces: Sequence[LabelPiece],
    stock: LabelStock,
    *,
    product: str = "labels",
    book: FormBook | None = None,
    warnings: Sequence[Finding] = (),
) -> PrintJob:
    """Return label sheets of any kind; without labels there are no pages and no content.

    Args:
        pieces: in the order in which they are to lie.
        stock: what they are printed on.
        product: a word for what is printed.
        book: holds the forms that the pieces use.
        warnings: what is to be said besides.

    Raises:
        InputError: the sheet has no place ``start_at``.
    """
    from cardkit.printing.pdf import typefaces, write_pdf

    fonts, sheet = typefaces(), stock.sheet
    plan = _plan(pieces, stock, product)
    name = clean(stock.title, fonts.has_glyph)
    pages: list[list[Element]] = [[] for _ in range(plan.pages)]
    for planned, piece in zip(plan.pieces, pieces, strict=True):
        slot = planned.slot
        group = Group(x_mm=slot.x_mm, y_mm=slot.y_mm, elements=piece.elements)
        pages[slot.page - 1].append(group)
    if stock.outline:
        for number, page in enumerate(pages, start=1):
            page += outline_page(sheet, plan, number, name.text, fonts)
    paper = sheet.grid.paper
    drawing = Drawing(
        grid=sheet.grid,
        title=": ".join(filter(None, (name.text, product))),
        forms={} if book is None else book.forms,
        pages=[stock.printer.set_right(tuple(page), paper, back=False) for page in pages],
    )
    return PrintJob(
        content=write_pdf(restyled(drawing, stock.style)) if pages else b"",
        pages=plan.pages,
        warnings=(*lacking_in_name(name.missing, stock.title), *warnings),
        plan=plan,
    )


def _plan(pieces: Sequence[LabelPiece], stock: LabelStock, product: str) -> PrintPlan:
    grid = stock.sheet.grid
    slots = grid.impose(len(pieces), start_at=stock.start_at)
    return PrintPlan(
        product=product,
        sheet=stock.sheet.label,
        title=stock.title,
        grid=grid,
        pieces=tuple(
            PlannedPiece(slot=slot, what=piece.what, name=piece.name)
            for slot, piece in zip(slots, pieces, strict=True)
        ),
        offset_mm=stock.printer.front_offset_mm,
    )


def outline_page(
    sheet: LabelSheet, plan: PrintPlan, page: int, title: str, fonts: Typography
) -> list[Element]:
    """Return every label's edge, numbers on the unused places, rulers and footer."""
    grid, look = sheet.grid, template("labels")["outline"]
    used = {(piece.slot.column, piece.slot.row) for piece in plan.page(page)}
    size_pt = look["number_pt"]
    elements: list[Element] = []
    for index in range(grid.places):
        slot = grid.slot(index)
        elements.append(
            Rectangle(
                x_mm=slot.x_mm,
                y_mm=slot.y_mm,
                width_mm=grid.width_mm,
                height_mm=grid.height_mm,
                stroke=look["colour"],
                stroke_mm=look["width_mm"],
            )
        )
        if (slot.column, slot.row) not in used:
            elements.append(
                Text(
                    x_mm=slot.x_mm + grid.width_mm / 2,
                    y_mm=slot.y_mm + grid.height_mm / 2 + points_to_mm(size_pt) * CAP_HEIGHT / 2,
                    text=str(index + 1),
                    size_pt=size_pt,
                    colour=look["colour"],
                    align=Align.CENTRE,
                )
            )
    edges = SheetEdges(grid, margin_mm=template("papers")["cards"]["margin_mm"], fonts=fonts)
    rest = f"{sheet.name} test page · page {page} of {plan.pages} · cardkit {__version__}"
    return [*elements, *edges.rulers(), *edges.header(TEST_LINE), *edges.footer(title, rest)]
