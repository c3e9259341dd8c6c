"""Lines to cut along, fold lines and the marks of cutting machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardkit.printing.arrangement import Box
from cardkit.printing.drawing import BLACK, Element, Line, Path, Rectangle
from cardkit.printing.imposition import Slot
from cardkit.printing.options import Guides
from cardkit.resources import template

_TOUCH_MM = 1e-6
_LEAST_TICK_MM = 0.5
"""A shorter tick in a gap only spoils the cut."""
_FOLD_DASH_MM = 1.5


class Reach(NamedTuple):
    """How long ticks may be towards each edge of the paper."""

    left_mm: float
    right_mm: float
    top_mm: float
    bottom_mm: float


class _Tick(NamedTuple):
    """A tick along an axis: ``at`` is where it stands on the other one."""

    at: float
    start: float
    end: float


def outlines(slots: Iterable[Slot], guides: Guides, *, corner_mm: float = 0.0) -> list[Rectangle]:
    """Return the outline of each piece; the line's middle is the cut."""
    return [
        Rectangle(
            x_mm=slot.x_mm,
            y_mm=slot.y_mm,
            width_mm=slot.width_mm,
            height_mm=slot.height_mm,
            radius_mm=corner_mm,
            stroke=guides.outline_colour,
            stroke_mm=guides.outline_mm,
        )
        for slot in slots
    ]


def corner_ticks(
    slots: Sequence[Slot],
    guides: Guides,
    *,
    offset_mm: float,
    reach: Reach,
    clear_of: Iterable[Box] = (),
) -> list[Line]:
    """Return ticks in line with every edge to cut, outside all pieces.

    Args:
        slots: the pieces of one page.
        guides: width, colour and the longest a tick may be.
        offset_mm: between a piece (with its bleed) and its ticks.
        reach: how long ticks may be towards the paper's edges.
        clear_of: nothing is drawn there.
    """
    across = _ticks([_lying(slot) for slot in slots], offset_mm, reach.left_mm, reach.right_mm)
    down = _ticks([_standing(slot) for slot in slots], offset_mm, reach.top_mm, reach.bottom_mm)
    lines = [_line(guides, tick.at, tick.start, tick.at, tick.end) for tick in down]
    lines += [_line(guides, tick.start, tick.at, tick.end, tick.at) for tick in across]
    blocked = tuple(clear_of)
    return [line for line in lines if not any(_box(line).overlaps(box) for box in blocked)]


class _Span(NamedTuple):
    """A piece seen along one axis: it lies from ``start`` to ``end``, between the two edges."""

    start: float
    end: float
    edges: tuple[float, float]


def _lying(slot: Slot) -> _Span:
    return _Span(slot.x_mm, slot.right_mm, (slot.y_mm, slot.bottom_mm))


def _standing(slot: Slot) -> _Span:
    return _Span(slot.y_mm, slot.bottom_mm, (slot.x_mm, slot.right_mm))


def _ticks(
    spans: Sequence[_Span], offset_mm: float, back_mm: float, forth_mm: float
) -> list[_Tick]:
    """Return the ticks along one axis, each once, in a steady order."""
    found: dict[tuple[float, float], _Tick] = {}
    for span in spans:
        for at in span.edges:
            for start, way, most_mm in ((span.start, -1, back_mm), (span.end, 1, forth_mm)):
                free = _free_mm(spans, at, start, way)
                limit = min(most_mm, free / 2 - offset_mm)
                if limit < _LEAST_TICK_MM:
                    continue
                first = start + way * offset_mm
                tick = _Tick(at, first, first + way * limit)
                found.setdefault((round(at, 4), round(first, 4)), tick)
    return sorted(found.values())


def _free_mm(spans: Sequence[_Span], at: float, start: float, way: int) -> float:
    """Return how far the next piece is from a corner, along the axis."""
    nearest = float("inf")
    for span in spans:
        low, high = span.edges
        if not low - _TOUCH_MM < at < high + _TOUCH_MM:
            continue
        distance = span.start - start if way > 0 else start - span.end
        if distance > -_TOUCH_MM:
            nearest = min(nearest, max(distance, 0.0))
    return nearest


def full_lines(
    slots: Sequence[Slot], guides: Guides, *, area: Box, clear_of: Iterable[Box] = ()
) -> list[Line]:
    """Return lines along every edge to cut, from one end of an area to the other.

    They stop where they would cross a piece that lies otherwise, and at what is to stay clear.
    """
    blocked = tuple(clear_of)
    xs = {round(x, 4): x for slot in slots for x in (slot.x_mm, slot.right_mm)}
    ys = {round(y, 4): y for slot in slots for y in (slot.y_mm, slot.bottom_mm)}
    lines = []
    boxes = (*map(Box.of, slots), *blocked)
    for x in (xs[key] for key in sorted(xs)):
        gaps = [
            (box.y_mm, box.y_mm + box.height_mm)
            for box in boxes
            if box.x_mm + _TOUCH_MM < x < box.x_mm + box.width_mm - _TOUCH_MM
        ]
        for start, end in _left_over(area.y_mm, area.y_mm + area.height_mm, gaps):
            lines.append(_line(guides, x, start, x, end))
    for y in (ys[key] for key in sorted(ys)):
        gaps = [
            (box.x_mm, box.x_mm + box.width_mm)
            for box in boxes
            if box.y_mm + _TOUCH_MM < y < box.y_mm + box.height_mm - _TOUCH_MM
        ]
        for start, end in _left_over(area.x_mm, area.x_mm + area.width_mm, gaps):
            lines.append(_line(guides, start, y, end, y))
    return lines


def _left_over(
    start: float, end: float, gaps: Iterable[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Return what of a stretch lies in none of the gaps."""
    found = []
    at = start
    for low, high in sorted(gaps):
        if low > at + _TOUCH_MM:
            found.append((at, min(low, end)))
        at = max(at, high)
    if end > at + _TOUCH_MM:
        found.append((at, end))
    return found


def fold_lines(pairs: Iterable[Slot], *, sideways: bool, guides: Guides) -> list[Line]:
    """Return the dashed line in the middle of each pair of front and back."""
    lines = []
    for pair in pairs:
        middle_x, middle_y = pair.x_mm + pair.width_mm / 2, pair.y_mm + pair.height_mm / 2
        stands = sideways != pair.turned
        x1, y1 = (middle_x, pair.y_mm) if stands else (pair.x_mm, middle_y)
        x2, y2 = (middle_x, pair.bottom_mm) if stands else (pair.right_mm, middle_y)
        lines.append(
            Line(
                x1_mm=x1,
                y1_mm=y1,
                x2_mm=x2,
                y2_mm=y2,
                width_mm=guides.width_mm,
                colour=guides.outline_colour,
                dash_mm=_FOLD_DASH_MM,
            )
        )
    return lines


def registration_marks(areas: Sequence[Box]) -> list[Element]:
    """Return the marks: of three the first is a square, all others are corners of the sheet."""
    look = template("papers")["registration"]
    marks: list[Element] = []
    for index, area in enumerate(areas):
        if index == 0 and len(areas) == 3:
            side = look["square_mm"]
            square = Rectangle(
                x_mm=area.x_mm, y_mm=area.y_mm, width_mm=side, height_mm=side, fill=BLACK
            )
            marks.append(square)
            continue
        right, bottom = index % 2 == 1, index >= 2
        marks.append(_corner(area, look["line_mm"], right=right, bottom=bottom))
    return marks


def _corner(area: Box, line_mm: float, *, right: bool, bottom: bool) -> Path:
    """An L whose outer edges are the area's, filled so that its corners are sharp."""
    x, across = (area.x_mm + area.width_mm, -1) if right else (area.x_mm, 1)
    y, down = (area.y_mm + area.height_mm, -1) if bottom else (area.y_mm, 1)
    width, height = across * area.width_mm, down * area.height_mm
    points = (
        (x, y),
        (x + width, y),
        (x + width, y + down * line_mm),
        (x + across * line_mm, y + down * line_mm),
        (x + across * line_mm, y + height),
        (x, y + height),
    )
    steps = [("M" if index == 0 else "L", point) for index, point in enumerate(points)]
    return Path(steps=(*steps, ("Z", ())), fill=BLACK)


def _line(guides: Guides, x1: float, y1: float, x2: float, y2: float) -> Line:
    return Line(
        x1_mm=x1,
        y1_mm=y1,
        x2_mm=x2,
        y2_mm=y2,
        width_mm=guides.width_mm,
        colour=guides.colour,
        dash_mm=guides.dash_mm,
    )


def _box(line: Line) -> Box:
    half = line.width_mm / 2
    x, y = min(line.x1_mm, line.x2_mm) - half, min(line.y1_mm, line.y2_mm) - half
    return Box(
        x,
        y,
        abs(line.x2_mm - line.x1_mm) + line.width_mm,
        abs(line.y2_mm - line.y1_mm) + line.width_mm,
    )
