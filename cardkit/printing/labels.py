"""Labels for deck boxes, on bought label sheets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cardkit import __version__
from cardkit.decks import Pool, RarityDeck, SleeveColours
from cardkit.decks.materials import POKEBALLS
from cardkit.findings import Finding, Severity
from cardkit.printing.areas import Area
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
from cardkit.printing.jobs import PlannedPiece, PrintJob, PrintPlan, drawn_title, glyphs_missing
from cardkit.printing.label_sheets import LabelSheet
from cardkit.printing.sheets import SheetEdges
from cardkit.printing.text import CAP_HEIGHT, TextBox, Typography, clean, fit, texts
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


def plan_labels(
    labels: Sequence[DeckLabel], *, sheet: LabelSheet, start_at: int = 1, title: str = ""
) -> PrintPlan:
    """Return where each label goes.

    Raises:
        InputError: the sheet has no place ``start_at``.
    """
    slots = sheet.grid.impose(len(labels), start_at=start_at)
    return PrintPlan(
        product="labels",
        sheet=sheet.label,
        title=title,
        grid=sheet.grid,
        pieces=tuple(
            PlannedPiece(slot=slot, what=f"{label.count} cards", name=label.name)
            for slot, label in zip(slots, labels, strict=True)
        ),
    )


def labels_pdf(
    labels: Sequence[DeckLabel],
    *,
    sheet: LabelSheet,
    start_at: int = 1,
    outline: bool = False,
    title: str = "",
) -> PrintJob:
    """Return the label sheets to print; without labels there are no pages and no content.

    Args:
        labels: in the order in which they are to lie.
        sheet: see :func:`cardkit.printing.label_sheets.label_sheet_named`.
        start_at: the first unused place of a part-used sheet; 1 is the top left one.
        outline: make a test page for plain paper: the edge of every label, numbers on the
            unused places, rulers.
        title: of the pool.

    Raises:
        InputError: the sheet has no place ``start_at``.
    """
    from cardkit.printing.pdf import typefaces, write_pdf

    fonts = typefaces()
    plan = plan_labels(labels, sheet=sheet, start_at=start_at, title=title)
    face = _LabelFace(sheet.face, title=title, fonts=fonts)
    pages: list[list[Element]] = [[] for _ in range(plan.pages)]
    warnings: list[Finding] = list(face.warnings) if pages else []
    for label, piece in zip(labels, plan.pieces, strict=True):
        elements, findings = face.compose(label)
        slot = piece.slot
        pages[slot.page - 1].append(Group(x_mm=slot.x_mm, y_mm=slot.y_mm, elements=elements))
        warnings += findings
    if outline:
        for number, page in enumerate(pages, start=1):
            page += _test_page(sheet, plan, number, face.title, fonts)
    drawing = Drawing(
        grid=sheet.grid,
        title=": ".join(filter(None, (face.title, "labels"))),
        forms={},
        pages=list(map(tuple, pages)),
    )
    return PrintJob(
        content=write_pdf(drawing) if pages else b"",
        pages=plan.pages,
        warnings=tuple(warnings),
        plan=plan,
    )


class _LabelFace:
    """Composes labels after ``[faces]`` of ``templates/labels.toml``."""

    def __init__(self, name: str, *, title: str, fonts: Typography) -> None:
        layout = template("labels")["faces"][name]
        self._fonts = fonts
        self.title, self.warnings = drawn_title(title, fonts)
        self._swatch = Area.from_dict(layout["swatch"])
        self._boxes = {
            part: TextBox.from_dict(layout[part])
            for part in ("mark", "count", "name", "sleeves", "pool")
        }

    def compose(self, label: DeckLabel) -> tuple[tuple[Element, ...], tuple[Finding, ...]]:
        """Return what is drawn for one label, from its own corner, and the warnings."""
        words = {
            "mark": label.mark,
            "count": f"{label.count} card" if label.count == 1 else f"{label.count} cards",
            "name": label.name,
            "sleeves": f"{label.sleeve} sleeves",
            "pool": self.title,
        }
        elements: list[Element] = self._swatch_elements(label.sleeve)
        findings = []
        for part, text in words.items():
            cleaned = clean(text, self._fonts.has_glyph)
            fitted = fit(cleaned.text, self._boxes[part], self._fonts)
            elements += texts(fitted, self._boxes[part])
            # The pool's name is decoration; what the label is for must be whole.
            if cleaned.missing:
                where = f"label {label.name}"
                findings.append(glyphs_missing(cleaned.missing, f"{text!r}", where))
            if part != "pool" and fitted.cut:
                findings.append(_finding("text-cut", label, f"{text!r} does not fit its place"))
        if _colour(label.sleeve) is None:
            findings.append(
                _finding("colour-unknown", label, f"no swatch is known for {label.sleeve!r}")
            )
        return tuple(elements), tuple(findings)

    def _swatch_elements(self, sleeve: str) -> list[Element]:
        swatch, colour = self._swatch, _colour(sleeve)
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


def _colour(sleeve: str) -> str | None:
    """Return how a colour is drawn, by the last word: ``dark blue`` is drawn as blue."""
    words = sleeve.casefold().replace("-", " ").split()
    found: str | None = template("labels")["colours"].get(words[-1]) if words else None
    return found


def _finding(code: str, label: DeckLabel, what: str) -> Finding:
    return Finding(code=code, severity=Severity.WARNING, what=what, where=f"label {label.name}")


def _test_page(
    sheet: LabelSheet, plan: PrintPlan, page: int, title: str, fonts: Typography
) -> list[Element]:
    """Every label's edge, numbers on the unused places, rulers and footer."""
    grid, look = plan.grid, template("labels")["outline"]
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
