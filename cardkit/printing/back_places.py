"""Where the backs of pieces go on the sheet's other side: pure arithmetic in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

from cardkit.printing.arrangement import Flip
from cardkit.printing.imposition import Paper, Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class BackPlace:
    """Where the back of a piece goes on the sheet's other side.

    Attributes:
        turn: of the back, in degrees clockwise, so that it stands as its front does.
    """

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn: int


def turns_sideways(paper: Paper, flip: Flip) -> bool:
    """Whether the sheet is turned like a book's page, left for right; else top for bottom."""
    return (flip is Flip.LONG) == paper.is_upright


def back_place(slot: Slot, paper: Paper, flip: Flip) -> BackPlace:
    """Return the place on the sheet's other side that lies behind a slot.

    >>> from cardkit.printing.imposition import Margins, fit_grid
    >>> a4 = Paper(name="a4", label="A4", width_mm=210, height_mm=297)
    >>> slot = fit_grid(a4, Margins.even(5), width_mm=63, height_mm=88).slot(0)
    >>> back = back_place(slot, a4, Flip.LONG)
    >>> back.x_mm, back.y_mm, back.turn
    (136.5, 16.5, 0)
    """
    turn = 90 if slot.turned else 0
    x_mm, y_mm = slot.x_mm, slot.y_mm
    if turns_sideways(paper, flip):
        x_mm, turn = paper.width_mm - slot.right_mm, -turn
    else:
        y_mm, turn = paper.height_mm - slot.bottom_mm, 180 - turn
    return BackPlace(
        x_mm=x_mm, y_mm=y_mm, width_mm=slot.width_mm, height_mm=slot.height_mm, turn=turn
    )
