"""Labels for the boxes of the decks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cardkit.decks import Pool, RarityDeck, SleeveColours
from cardkit.decks.materials import POKEBALLS
from cardkit.findings import Finding, Severity
from cardkit.plurals import counted
from cardkit.printing.drawing import (
    INK,
    Element,
    Line,
)
from cardkit.printing.glyphs import lacking
from cardkit.printing.jobs import PrintJob
from cardkit.printing.label_faces import FaceBoxes
from cardkit.printing.label_pages import LabelPiece, LabelStock, label_pages
from cardkit.printing.label_sheets import LabelSheet
from cardkit.printing.text import Typography, clean, fit, texts
from cardkit.resources import template

ENERGY_MARK = "✦"
POKEBALL_MARK = "◉"


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


def labels_pdf(labels: Sequence[DeckLabel], stock: LabelStock) -> PrintJob:
    """Return labels for the boxes of the decks.

    Raises:
        InputError: the sheet has no place ``start_at``.
    """
    from cardkit.printing.pdf import typefaces

    face = _LabelFace(stock.sheet, title=stock.title, fonts=typefaces())
    pieces: list[LabelPiece] = []
    warnings: list[Finding] = []
    for label in labels:
        elements, findings = face.compose(label)
        what = counted(label.count, "card")
        pieces.append(LabelPiece(what=what, name=label.name, elements=elements))
        warnings += findings
    return label_pages(pieces, stock, warnings=warnings)


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
            "count": counted(label.count, "card"),
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
            # The pool's name is said once for all labels; what the label is for must be whole.
            if part != "pool" and fitted.cut:
                findings.append(_finding("text-cut", label, f"{text!r} does not fit its place"))
            if part != "pool" and cleaned.missing:
                findings.append(lacking(cleaned.missing, repr(text), where=f"label {label.name}"))
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
