"""What a printing job says about itself: its plan, its pages, its warnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardkit.findings import Finding
from cardkit.printing.arrangement import Arrangement
from cardkit.printing.back_places import BackPlace
from cardkit.printing.drawing import Step
from cardkit.printing.imposition import Grid, Slot

PLAN_FORMAT = "cardkit-print-plan/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPiece:
    """One piece in its place.

    Attributes:
        slot: of its front.
        what: the card's id or the label's name.
        back: the place of its back, on the sheet's other side or, to be folded, beside the front.
        outline: what is cut out, from the corner of the upright piece; empty is the whole slot.
    """

    slot: Slot
    what: str
    name: str
    back: BackPlace | None = None
    outline: tuple[Step, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the document form, lengths in mm."""
        slot, back = self.slot, self.back
        document: dict[str, Any] = {
            "page": slot.page,
            "place": slot.place,
            "column": slot.column,
            "row": slot.row,
            "x_mm": round(slot.x_mm, 4),
            "y_mm": round(slot.y_mm, 4),
            "what": self.what,
            "name": self.name,
        }
        if slot.turned:
            document["turned"] = True
        if back is not None:
            document["back"] = {
                "x_mm": round(back.x_mm, 4),
                "y_mm": round(back.y_mm, 4),
                "turn": back.turn,
            }
        return document


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintPlan:
    """Where everything goes, before anything is drawn.

    Attributes:
        backs: where the backs go, in the words of the settings.
        flip: the edge over which sheets are turned, where there are backs behind the fronts.
        offset_mm: how far everything is moved right and down, for a printer that is out.
        corner_mm: radius of the corners of what is cut out.
    """

    product: str
    sheet: str
    title: str
    grid: Grid | Arrangement
    pieces: tuple[PlannedPiece, ...]
    backs: str = "none"
    flip: str = ""
    offset_mm: tuple[float, float] = (0.0, 0.0)
    corner_mm: float = 0.0

    @property
    def pages(self) -> int:
        """Sheets that are printed, however many sides of them."""
        return max((piece.slot.page for piece in self.pieces), default=0)

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The one grid of a sheet, or two where pieces lie both ways."""
        return self.grid.grids if isinstance(self.grid, Arrangement) else (self.grid,)

    def page(self, number: int) -> tuple[PlannedPiece, ...]:
        """Return the pieces on a page, which count from 1."""
        return tuple(piece for piece in self.pieces if piece.slot.page == number)

    def to_dict(self) -> dict[str, Any]:
        """Return the document form (``schemas/print-plan.schema.json``), lengths in mm."""
        paper, (first, *second) = self.grid.paper, map(_grid_document, self.grids)
        document: dict[str, Any] = {
            "format": PLAN_FORMAT,
            "product": self.product,
            "title": self.title,
            "sheet": self.sheet,
            "paper": {
                "name": paper.name,
                "width_mm": round(paper.width_mm, 4),
                "height_mm": round(paper.height_mm, 4),
            },
            "grid": first,
        }
        if second:
            document["second_grid"] = second[0]
        if self.backs != "none":
            document["backs"] = self.backs
        if self.flip:
            document["flip"] = self.flip
        if any(self.offset_mm):
            document["offset_mm"] = list(self.offset_mm)
        return document | {
            "pages": self.pages,
            "pieces": [piece.to_dict() for piece in self.pieces],
        }


def _grid_document(grid: Grid) -> dict[str, Any]:
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "left_mm": round(grid.left_mm, 4),
        "top_mm": round(grid.top_mm, 4),
        "width_mm": grid.width_mm,
        "height_mm": grid.height_mm,
        "pitch_x_mm": grid.pitch_x_mm,
        "pitch_y_mm": grid.pitch_y_mm,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintFile:
    """One of several files of a job; ``suffix`` tells it apart, e.g. ``backs`` or ``2``."""

    suffix: str
    content: bytes
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """A file to print, or several.

    Attributes:
        content: the PDF; of several the first.
        pages: how many, in all files.
        warnings: what a person should know before printing.
        plan: where everything lies.
        files: all files, where there are several.
    """

    content: bytes
    pages: int
    warnings: tuple[Finding, ...]
    plan: PrintPlan
    files: tuple[PrintFile, ...] = ()

    @property
    def every_file(self) -> tuple[PrintFile, ...]:
        """The files of the job, however many."""
        return self.files or (PrintFile(suffix="", content=self.content, pages=self.pages),)
