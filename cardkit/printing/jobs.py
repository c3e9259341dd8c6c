"""What a printing job says about itself: its plan, its pages, its warnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardkit.findings import Finding, Severity
from cardkit.printing.imposition import Grid, Slot
from cardkit.printing.text import Typography, clean

PLAN_FORMAT = "cardkit-print-plan/1"


def drawn_title(title: str, fonts: Typography) -> tuple[str, tuple[Finding, ...]]:
    """Return a pool's name as the fonts can draw it, and a warning where they cannot."""
    cleaned = clean(title, fonts.has_glyph)
    if not cleaned.missing:
        return cleaned.text, ()
    return cleaned.text, (glyphs_missing(cleaned.missing, "the pool's name", title),)


def glyphs_missing(missing: tuple[str, ...], noun: str, where: str) -> Finding:
    """Return the warning that characters could not be drawn."""
    return Finding(
        code="glyph-missing",
        severity=Severity.WARNING,
        where=where,
        what=f"the fonts lack {''.join(missing[:12])!r} in {noun}",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPiece:
    """One piece in its place; ``what`` is the card's id or the label's name."""

    slot: Slot
    what: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintPlan:
    """Where everything goes, before anything is drawn."""

    product: str
    sheet: str
    title: str
    grid: Grid
    pieces: tuple[PlannedPiece, ...]

    @property
    def pages(self) -> int:
        """Pages of the file."""
        return max((piece.slot.page for piece in self.pieces), default=0)

    def page(self, number: int) -> tuple[PlannedPiece, ...]:
        """Return the pieces on a page, which count from 1."""
        return tuple(piece for piece in self.pieces if piece.slot.page == number)

    def to_dict(self) -> dict[str, Any]:
        """Return the document form (``schemas/print-plan.schema.json``), lengths in mm."""
        grid = self.grid
        return {
            "format": PLAN_FORMAT,
            "product": self.product,
            "title": self.title,
            "sheet": self.sheet,
            "paper": {
                "name": grid.paper.name,
                "width_mm": grid.paper.width_mm,
                "height_mm": grid.paper.height_mm,
            },
            "grid": {
                "columns": grid.columns,
                "rows": grid.rows,
                "left_mm": round(grid.left_mm, 4),
                "top_mm": round(grid.top_mm, 4),
                "width_mm": grid.width_mm,
                "height_mm": grid.height_mm,
                "pitch_x_mm": grid.pitch_x_mm,
                "pitch_y_mm": grid.pitch_y_mm,
            },
            "pages": self.pages,
            "pieces": [
                {
                    "page": piece.slot.page,
                    "column": piece.slot.column,
                    "row": piece.slot.row,
                    "x_mm": round(piece.slot.x_mm, 4),
                    "y_mm": round(piece.slot.y_mm, 4),
                    "what": piece.what,
                    "name": piece.name,
                }
                for piece in self.pieces
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """A file to print.

    Attributes:
        content: the PDF.
        pages: how many.
        warnings: what a person should know before printing.
        plan: where everything lies.
    """

    content: bytes
    pages: int
    warnings: tuple[Finding, ...]
    plan: PrintPlan
