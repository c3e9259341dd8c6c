"""The two sides of a sheet: how pieces stand on the front, and what lies behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cardkit.printing.arrangement import Arrangement, Flip
from cardkit.printing.back_places import turns_sideways
from cardkit.printing.backs import Reach
from cardkit.printing.drawing import Clip, Element, Form, Group, Use
from cardkit.printing.imposition import Margins, Slot
from cardkit.printing.jobs import PlannedPiece, PrintPlan

_TOUCH_MM = 1e-6


def standing(slot: Slot, elements: tuple[Element, ...]) -> Group:
    """Return a front in its place; one that lies on its side has its top to the right."""
    if slot.turned:
        return Group(x_mm=slot.right_mm, y_mm=slot.y_mm, elements=elements, turn=90.0)
    return Group(x_mm=slot.x_mm, y_mm=slot.y_mm, elements=elements)


def behind_of(piece: PlannedPiece) -> Slot:
    """Return the slot of a piece's back."""
    back = piece.back
    if back is None:
        return piece.slot
    return replace(
        piece.slot,
        x_mm=back.x_mm,
        y_mm=back.y_mm,
        width_mm=back.width_mm,
        height_mm=back.height_mm,
    )


def reach_of(slot: Slot, others: Sequence[Slot], across_mm: float, down_mm: float) -> Reach:
    """Return how far a picture may go beyond a piece: half way to the next one at most."""
    left = right = across_mm
    top = bottom = down_mm
    for other in others:
        if other.y_mm < slot.bottom_mm - _TOUCH_MM and slot.y_mm < other.bottom_mm - _TOUCH_MM:
            if other.x_mm >= slot.right_mm - _TOUCH_MM:
                right = min(right, (other.x_mm - slot.right_mm) / 2)
            elif other.right_mm <= slot.x_mm + _TOUCH_MM:
                left = min(left, (slot.x_mm - other.right_mm) / 2)
        if other.x_mm < slot.right_mm - _TOUCH_MM and slot.x_mm < other.right_mm - _TOUCH_MM:
            if other.y_mm >= slot.bottom_mm - _TOUCH_MM:
                bottom = min(bottom, (other.y_mm - slot.bottom_mm) / 2)
            elif other.bottom_mm <= slot.y_mm + _TOUCH_MM:
                top = min(top, (slot.y_mm - other.bottom_mm) / 2)
    return Reach(*(max(0.0, round(length, 4)) for length in (left, top, right, bottom)))


def mirrored(plan: PrintPlan) -> Arrangement:
    """Return the arrangement as it lies on the sheet's other side."""
    assert isinstance(plan.grid, Arrangement)  # noqa: S101 - plan_sheets has made it
    paper = plan.grid.paper
    if not plan.flip:
        return plan.grid
    across = turns_sideways(paper, Flip(plan.flip))
    return replace(
        plan.grid,
        grids=tuple(
            replace(grid, left_mm=paper.width_mm - grid.right_mm)
            if across
            else replace(grid, top_mm=paper.height_mm - grid.bottom_mm)
            for grid in plan.grid.grids
        ),
    )


def mirrored_margins(margins: Margins, *, sideways: bool) -> Margins:
    """Return the margins of the sheet's other side."""
    if sideways:
        return replace(margins, left_mm=margins.right_mm, right_mm=margins.left_mm)
    return replace(margins, top_mm=margins.bottom_mm, bottom_mm=margins.top_mm)


def used_forms(forms: Mapping[str, Form], pages: Iterable[Iterable[Element]]) -> dict[str, Form]:
    """Return the forms that pages use, and those that these use, in their order."""
    wanted: set[str] = set()
    for page in pages:
        _collect(page, forms, wanted)
    return {name: form for name, form in forms.items() if name in wanted}


def _collect(elements: Iterable[Element], forms: Mapping[str, Form], wanted: set[str]) -> None:
    for element in elements:
        if isinstance(element, Use):
            if element.form not in wanted:
                wanted.add(element.form)
                _collect(forms[element.form].elements, forms, wanted)
        elif isinstance(element, Group | Clip):
            _collect(element.elements, forms, wanted)
