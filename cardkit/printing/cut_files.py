"""What a cutting machine follows: the outlines of all places, as SVG or DXF, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardkit.errors import UsageError
from cardkit.printing.arrangement import Arrangement
from cardkit.printing.drawing import Path, Step
from cardkit.printing.imposition import Paper, Slot
from cardkit.printing.jobs import PlannedPiece, PrintPlan

_SAME_MM = 1e-4
_PIECES = 12
"""Of a curve: on a divider's corner they are nowhere off by more than 0.01 mm."""


class Cut(NamedTuple):
    """A straight cut from one point to another, in mm from the sheet's top left corner."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cuts:
    """Everything that is cut on one sheet; each kind is what a machine follows most smoothly."""

    paper: Paper
    lines: tuple[Cut, ...] = ()
    rounded: tuple[Slot, ...] = ()
    corner_mm: float = 0.0
    shapes: tuple[Path, ...] = ()


def cut_files(plan: PrintPlan, name: str) -> dict[str, bytes]:
    """Return the cut files of a plan by the suffixes of their names.

    One file, without a suffix, serves every sheet: it has every place that any of them uses; places
    with square corners that touch are parted by one cut, not by two. Where pieces have outlines of
    their own, such as dividers with tabs, each page has a file.

    Args:
        plan: what is printed.
        name: of the file; its ending, .svg or .dxf, says the form.

    Raises:
        UsageError: the ending is neither.
    """
    write = {"svg": _svg, "dxf": _dxf}.get(name.rpartition(".")[2].casefold())
    if write is None:
        raise UsageError(f"a cut file is called .svg or .dxf, got {name!r}")
    paper, corner_mm = plan.grid.paper, plan.corner_mm
    if not any(piece.outline for piece in plan.pieces):
        places = used_places(plan)
        cuts = _Cuts(paper=paper, lines=cuts_of(places))
        if corner_mm:
            cuts = _Cuts(paper=paper, rounded=places, corner_mm=corner_mm)
        return {"": write(cuts).encode()}
    digits = len(str(plan.pages)) if plan.pages > 1 else 0
    return {
        f"{number:0{digits}}" if digits else "": write(
            _Cuts(paper=paper, shapes=tuple(map(_shape, plan.page(number))))
        ).encode()
        for number in range(1, plan.pages + 1)
    }


def used_places(plan: PrintPlan) -> tuple[Slot, ...]:
    """Return each place that is cut out of any sheet; of folded pieces the pairs."""
    used = {piece.slot.place for piece in plan.pieces}
    grid = plan.grid
    slots = grid.slots if isinstance(grid, Arrangement) else map(grid.slot, range(grid.places))
    return tuple(slot for slot in slots if slot.place in used)


def _shape(piece: PlannedPiece) -> Path:
    """Return the outline of a piece on its sheet; one on its side has its top to the right."""
    slot = piece.slot
    steps = piece.outline or _whole(slot)
    if slot.turned:
        return Path(steps=steps).placed(slot.right_mm, slot.y_mm, turn=90.0)
    return Path(steps=steps).placed(slot.x_mm, slot.y_mm)


def _whole(slot: Slot) -> tuple[Step, ...]:
    width, height = slot.width_mm, slot.height_mm
    if slot.turned:
        width, height = height, width
    corners = ((width, 0.0), (width, height), (0.0, height))
    return (("M", (0.0, 0.0)), *(("L", corner) for corner in corners), ("Z", ()))


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


def _svg(cuts: _Cuts) -> str:
    width, height = _number(cuts.paper.width_mm), _number(cuts.paper.height_mm)
    drawn = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">',
        '<g id="cut" fill="none" stroke="#FF0000" stroke-width="0.1">',
    ]
    drawn += [
        '<line x1="{}" y1="{}" x2="{}" y2="{}"/>'.format(*map(_number, line)) for line in cuts.lines
    ]
    drawn += [
        f'<rect x="{_number(slot.x_mm)}" y="{_number(slot.y_mm)}" '
        f'width="{_number(slot.width_mm)}" height="{_number(slot.height_mm)}" '
        f'rx="{_number(cuts.corner_mm)}"/>'
        for slot in cuts.rounded
    ]
    drawn += [f'<path d="{_notation(shape)}"/>' for shape in cuts.shapes]
    return "\n".join([*drawn, "</g>", "</svg>", ""])


def _notation(shape: Path) -> str:
    return " ".join(" ".join((step, *map(_number, numbers))) for step, numbers in shape.steps)


def _dxf(cuts: _Cuts) -> str:
    """Write release 12, which every machine's program reads; its y axis runs upwards."""
    height = cuts.paper.height_mm
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
        (10, cuts.paper.width_mm),
        (20, height),
        (0, "ENDSEC"),
        (0, "SECTION"),
        (2, "ENTITIES"),
    ]
    for cut in cuts.lines:
        pairs += [(0, "LINE"), (8, "cut"), (10, cut.x1_mm), (20, height - cut.y1_mm)]
        pairs += [(11, cut.x2_mm), (21, height - cut.y2_mm)]
    for slot in cuts.rounded:
        pairs += _polyline(_rounded(slot, cuts.corner_mm, height))
    for shape in cuts.shapes:
        pairs += _polyline((x, height - y, 0.0) for x, y in _corners(shape))
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(
        f"{code:>3}\n{_number(value) if isinstance(value, float) else value}\n"
        for code, value in pairs
    )


def _polyline(points: Iterable[tuple[float, float, float]]) -> list[tuple[int, object]]:
    """Return a closed line through points; a bulge makes an arc from one to the next."""
    pairs: list[tuple[int, object]] = [(0, "POLYLINE"), (8, "cut"), (66, 1), (70, 1)]
    for x, y, bulge in points:
        pairs += [(0, "VERTEX"), (8, "cut"), (10, x), (20, y), (42, bulge)]
    return [*pairs, (0, "SEQEND"), (8, "cut")]


def _rounded(
    slot: Slot, corner_mm: float, height_mm: float
) -> tuple[tuple[float, float, float], ...]:
    """Return the points of a place with round corners, anticlockwise, each with its bulge."""
    left, right = slot.x_mm, slot.right_mm
    top, bottom = height_mm - slot.y_mm, height_mm - slot.bottom_mm
    quarter = math.tan(math.pi / 8)
    return (
        (left + corner_mm, bottom, 0.0),
        (right - corner_mm, bottom, quarter),
        (right, bottom + corner_mm, 0.0),
        (right, top - corner_mm, quarter),
        (right - corner_mm, top, 0.0),
        (left + corner_mm, top, quarter),
        (left, top - corner_mm, 0.0),
        (left, bottom + corner_mm, quarter),
    )


def _corners(shape: Path) -> Iterator[tuple[float, float]]:
    """Yield the points of a closed polyline; curves in short straight pieces, as release 12 has."""
    at = (0.0, 0.0)
    for step, numbers in shape.steps:
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if step == "C":
            for index in range(1, _PIECES + 1):
                yield _on_curve(at, points, index / _PIECES)
        else:
            yield from points
        at = points[-1] if points else at


def _on_curve(
    start: tuple[float, float], points: Sequence[tuple[float, float]], share: float
) -> tuple[float, float]:
    rest = 1 - share
    weights = (rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3)
    x, y = (
        sum(weight * point[axis] for weight, point in zip(weights, (start, *points), strict=True))
        for axis in (0, 1)
    )
    return x, y


def _number(length: float) -> str:
    return f"{length:.6f}".rstrip("0").rstrip(".")
