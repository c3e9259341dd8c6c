"""Labels on bought label sheets: the pages, and the labels of deck boxes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cardkit import __version__
from cardkit.decks import Pool, RarityDeck, SleeveColours
from cardkit.decks.materials import POKEBALLS
from cardkit.findings import Finding, Severity
from cardkit.printing.drawing import (
    INK,
    Align,
    Drawing,
    Element,
    Group,
    Line,
    Rectangle,
    Text,
)
from cardkit.printing.jobs import PlannedPiece, PrintJob, PrintPlan
from cardkit.printing.label_faces import FaceBoxes
from cardkit.printing.label_sheets import LabelSheet
from cardkit.printing.printers import Printer
from cardkit.printing.sheets import SheetEdges
from cardkit.printing.text import CAP_HEIGHT, Typography, clean, fit, texts
from cardkit.resources import template
from cardkit.units import points_to_mm

ENERGY_MARK = "✦"
POKEBALL_MARK = "◉"
TEST_LINE = "hold this test page against the label sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLabel:
    """What one label says.

    Attributes:
        name: of the deck.
        count: cards in it.
        mark: the mark on its cards, e.g. ``★★``.
        sleeve: the colour of its sleeves, a word.
    """

    name: str
    count: int
    mark: str
    sleeve: str


def deck_labels(pool: Pool, sleeves: SleeveColours) -> tuple[DeckLabel, ...]:
    """Return a label for each rarity deck, the Energy deck and the Pokeball cards (Rule: S1, S6).

    Args:
        pool: with the proxies, so that the counts are those of the boxes.
        sleeves: the colour of each.
    """
    decks = (
        DeckLabel(
            name=deck.label, count=pool.size(deck), mark=deck.mark, sleeve=sleeves.decks[deck]
        )
        for deck in RarityDeck
    )
    energy = sum(pool.energy.values())
    return (
        *decks,
        DeckLabel(name="Energy", count=energy, mark=ENERGY_MARK, sleeve=sleeves.energy),
        DeckLabel(name="Pokeball", count=POKEBALLS, mark=POKEBALL_MARK, sleeve=sleeves.pokeball),
    )


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


def label_pages(
    pieces: Sequence[LabelPiece],
    *,
    sheet: LabelSheet,
    start_at: int = 1,
    outline: bool = False,
    printer: Printer | None = None,
    title: str = "",
    warnings: Sequence[Finding] = (),
) -> PrintJob:
    """Return label sheets of any kind; without labels there are no pages and no content.

    Args:
        pieces: in the order in which they are to lie.
        sheet: see :func:`cardkit.printing.label_sheets.label_sheet_named`.
        start_at: the first unused place of a part-used sheet; 1 is the top left one.
        outline: make a test page for plain paper: the edge of every label, numbers on the
            unused places, rulers.
        printer: what it gets wrong is put right; labels lie by their own edges, so offsets count.
        title: of the pool.
        warnings: what is to be said besides.

    Raises:
        InputError: the sheet has no place ``start_at``.
    """
    from cardkit.printing.pdf import typefaces, write_pdf

    fonts, printer = typefaces(), printer or Printer()
    plan = _plan(pieces, sheet, start_at, printer, title)
    name = clean(title, fonts.has_glyph).text
    pages: list[list[Element]] = [[] for _ in range(plan.pages)]
    for planned, piece in zip(plan.pieces, pieces, strict=True):
        slot = planned.slot
        group = Group(x_mm=slot.x_mm, y_mm=slot.y_mm, elements=piece.elements)
        pages[slot.page - 1].append(group)
    if outline:
        for number, page in enumerate(pages, start=1):
            page += outline_page(sheet, plan, number, name, fonts)
    paper = sheet.grid.paper
    drawing = Drawing(
        grid=sheet.grid,
        title=": ".join(filter(None, (name, "labels"))),
        forms={},
        pages=[printer.set_right(tuple(page), paper, back=False) for page in pages],
    )
    return PrintJob(
        content=write_pdf(drawing) if pages else b"",
        pages=plan.pages,
        warnings=tuple(warnings),
        plan=plan,
    )


def _plan(
    pieces: Sequence[LabelPiece], sheet: LabelSheet, start_at: int, printer: Printer, title: str
) -> PrintPlan:
    slots = sheet.grid.impose(len(pieces), start_at=start_at)
    return PrintPlan(
        product="labels",
        sheet=sheet.label,
        title=title,
        grid=sheet.grid,
        pieces=tuple(
            PlannedPiece(slot=slot, what=piece.what, name=piece.name)
            for slot, piece in zip(slots, pieces, strict=True)
        ),
        offset_mm=printer.front_offset_mm,
    )


def labels_pdf(
    labels: Sequence[DeckLabel],
    *,
    sheet: LabelSheet,
    start_at: int = 1,
    outline: bool = False,
    printer: Printer | None = None,
    title: str = "",
) -> PrintJob:
    """Return labels for the boxes of the decks; the arguments are those of :func:`label_pages`.

    Raises:
        InputError: the sheet has no place ``start_at``.
    """
    from cardkit.printing.pdf import typefaces

    face = _LabelFace(sheet, title=title, fonts=typefaces())
    pieces: list[LabelPiece] = []
    warnings: list[Finding] = []
    for label in labels:
        elements, findings = face.compose(label)
        what = f"{label.count} cards"
        pieces.append(LabelPiece(what=what, name=label.name, elements=elements))
        warnings += findings
    return label_pages(
        pieces,
        sheet=sheet,
        start_at=start_at,
        outline=outline,
        printer=printer,
        title=title,
        warnings=warnings,
    )


class _LabelFace:
    """Composes labels after ``[faces]`` of ``templates/labels.toml``."""

    def __init__(self, sheet: LabelSheet, *, title: str, fonts: Typography) -> None:
        layout = template("labels")["faces"][sheet.face]
        boxes = FaceBoxes(layout, sheet.grid.width_mm, sheet.grid.height_mm)
        self._fonts = fonts
        self._title = clean(title, fonts.has_glyph).text
        self._swatch = boxes.area("swatch")
        self._boxes = {
            part: boxes.text(part) for part in ("mark", "count", "name", "sleeves", "pool")
        }

    def compose(self, label: DeckLabel) -> tuple[tuple[Element, ...], tuple[Finding, ...]]:
        """Return what is drawn for one label, from its own corner, and the warnings."""
        words = {
            "mark": label.mark,
            "count": f"{label.count} card" if label.count == 1 else f"{label.count} cards",
            "name": label.name,
            "sleeves": f"{label.sleeve} sleeves",
            "pool": self._title,
        }
        elements: list[Element] = self._swatch_elements(label.sleeve)
        findings = []
        for part, text in words.items():
            cleaned = clean(text, self._fonts.has_glyph)
            fitted = fit(cleaned.text, self._boxes[part], self._fonts)
            if part == "sleeves" and fitted.cut:
                # On a narrow label the colour says enough.
                cleaned = clean(label.sleeve, self._fonts.has_glyph)
                fitted = fit(cleaned.text, self._boxes[part], self._fonts)
            elements += texts(fitted, self._boxes[part])
            # The pool's name is decoration; what the label is for must be whole.
            if part != "pool" and (fitted.cut or cleaned.missing):
                findings.append(_finding("text-cut", label, f"{text!r} does not fit its place"))
        if sleeve_colour(label.sleeve) is None:
            findings.append(
                _finding("colour-unknown", label, f"no swatch is known for {label.sleeve!r}")
            )
        return tuple(elements), tuple(findings)

    def _swatch_elements(self, sleeve: str) -> list[Element]:
        swatch, colour = self._swatch, sleeve_colour(sleeve)
        if colour is not None:
            return [swatch.filled(colour), swatch.stroked(INK)]
        # The stroke ends on the rounded corners.
        inset = swatch.radius_mm * (1 - 1 / math.sqrt(2))
        return [
            swatch.stroked(INK),
            Line(
                x1_mm=swatch.x_mm + inset,
                y1_mm=swatch.y_mm + swatch.height_mm - inset,
                x2_mm=swatch.x_mm + swatch.width_mm - inset,
                y2_mm=swatch.y_mm + inset,
                width_mm=swatch.stroke_mm,
            ),
        ]


def sleeve_colour(sleeve: str) -> str | None:
    """Return how a colour is drawn, by the last word: ``dark blue`` is drawn as blue."""
    words = sleeve.casefold().replace("-", " ").split()
    found: str | None = template("labels")["colours"].get(words[-1]) if words else None
    return found


def _finding(code: str, label: DeckLabel, what: str) -> Finding:
    return Finding(code=code, severity=Severity.WARNING, what=what, where=f"label {label.name}")


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
