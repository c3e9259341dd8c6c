"""What a cutting machine follows: the outlines of all places, as SVG or DXF, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardkit.errors import UsageError
from cardkit.printing.imposition import Paper, Slot
from cardkit.printing.jobs import PrintPlan
from cardkit.printing.options import SheetOptions

_SAME_MM = 1e-4


class Cut(NamedTuple):
    """A straight cut from one point to another, in mm from the sheet's top left corner."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float


def cut_file(plan: PrintPlan, options: SheetOptions, name: str) -> bytes:
    """Return the cut file of a plan: every place that any of its sheets uses.

    Pieces with square corners that touch are parted by one cut, not by two.

    Args:
        plan: what is printed.
        options: the same that the plan was made with.
        name: of the file; its ending, .svg or .dxf, says the form.

    Raises:
        UsageError: the ending is neither.
    """
    write = {"svg": _svg, "dxf": _dxf}.get(name.rpartition(".")[2].casefold())
    if write is None:
        raise UsageError(f"a cut file is called .svg or .dxf, got {name!r}")
    return write(plan.grid.paper, used_places(plan, options), options.corner_mm).encode()


def used_places(plan: PrintPlan, options: SheetOptions) -> tuple[Slot, ...]:
    """Return each place that is cut out of any sheet; of folded pieces the pairs."""
    used = {piece.slot.place for piece in plan.pieces}
    arrangement = options.arrangement()
    return tuple(slot for slot in arrangement.slots if slot.place in used)


def cuts_of(slots: Iterable[Slot]) -> tuple[Cut, ...]:
    """Return straight cuts along all edges; those on one line are joined.

    >>> from cardkit.printing.imposition import Margins, Paper, fit_grid
    >>> a4 = Paper(name="a4", label="A4", width_mm=210, height_mm=297)
    >>> grid = fit_grid(a4, Margins.even(5), width_mm=63, height_mm=88)
    >>> len(cuts_of(grid.impose(9)))
    8
    """
    across: dict[float, list[tuple[float, float]]] = {}
    down: dict[float, list[tuple[float, float]]] = {}
    for slot in slots:
        for y in (slot.y_mm, slot.bottom_mm):
            across.setdefault(round(y, 4), []).append((slot.x_mm, slot.right_mm))
        for x in (slot.x_mm, slot.right_mm):
            down.setdefault(round(x, 4), []).append((slot.y_mm, slot.bottom_mm))
    cuts = [Cut(start, y, end, y) for y in sorted(across) for start, end in _joined(across[y])]
    cuts += [Cut(x, start, x, end) for x in sorted(down) for start, end in _joined(down[x])]
    return tuple(cuts)


def _joined(stretches: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    first, *rest = sorted(stretches)
    start, end = first
    for low, high in rest:
        if low > end + _SAME_MM:
            yield start, end
            start = low
        end = max(end, high)
    yield start, end


def _svg(paper: Paper, slots: Sequence[Slot], corner_mm: float) -> str:
    width, height = _number(paper.width_mm), _number(paper.height_mm)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">',
        '<g id="cut" fill="none" stroke="#FF0000" stroke-width="0.1">',
    ]
    if corner_mm:
        lines += [
            f'<rect x="{_number(slot.x_mm)}" y="{_number(slot.y_mm)}" '
            f'width="{_number(slot.width_mm)}" height="{_number(slot.height_mm)}" '
            f'rx="{_number(corner_mm)}"/>'
            for slot in slots
        ]
    else:
        lines += [
            '<line x1="{}" y1="{}" x2="{}" y2="{}"/>'.format(*map(_number, cut))
            for cut in cuts_of(slots)
        ]
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _dxf(paper: Paper, slots: Sequence[Slot], corner_mm: float) -> str:
    """Write release 12, which every machine's program reads; its y axis runs upwards."""
    pairs: list[tuple[int, object]] = [
        (0, "SECTION"),
        (2, "HEADER"),
        (9, "$ACADVER"),
        (1, "AC1009"),
        (9, "$INSUNITS"),
        (70, 4),
        (9, "$EXTMIN"),
        (10, 0.0),
        (20, 0.0),
        (9, "$EXTMAX"),
        (10, paper.width_mm),
        (20, paper.height_mm),
        (0, "ENDSEC"),
        (0, "SECTION"),
        (2, "ENTITIES"),
    ]
    if corner_mm:
        for slot in slots:
            pairs += _rounded(slot, corner_mm, paper.height_mm)
    else:
        for cut in cuts_of(slots):
            pairs += [(0, "LINE"), (8, "cut")]
            pairs += [(10, cut.x1_mm), (20, paper.height_mm - cut.y1_mm)]
            pairs += [(11, cut.x2_mm), (21, paper.height_mm - cut.y2_mm)]
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(
        f"{code:>3}\n{_number(value) if isinstance(value, float) else value}\n"
        for code, value in pairs
    )


def _rounded(slot: Slot, corner_mm: float, height_mm: float) -> list[tuple[int, object]]:
    """Return a closed polyline, anticlockwise; a bulge makes a quarter of a circle."""
    left, right = slot.x_mm, slot.right_mm
    top, bottom = height_mm - slot.y_mm, height_mm - slot.bottom_mm
    bulge = math.tan(math.pi / 8)
    points = (
        (left + corner_mm, bottom, 0.0),
        (right - corner_mm, bottom, bulge),
        (right, bottom + corner_mm, 0.0),
        (right, top - corner_mm, bulge),
        (right - corner_mm, top, 0.0),
        (left + corner_mm, top, bulge),
        (left, top - corner_mm, 0.0),
        (left, bottom + corner_mm, bulge),
    )
    pairs: list[tuple[int, object]] = [(0, "POLYLINE"), (8, "cut"), (66, 1), (70, 1)]
    for x, y, bend in points:
        pairs += [(0, "VERTEX"), (8, "cut"), (10, x), (20, y), (42, bend)]
    return [*pairs, (0, "SEQEND"), (8, "cut")]


def _number(length: float) -> str:
    return f"{length:.6f}".rstrip("0").rstrip(".")
