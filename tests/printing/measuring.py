"""Rectangles and lines of a PDF in millimetres, each form read once however often it is used.

pdfplumber reads a form anew at each use, which takes seconds for a sheet of backs; what is found
here is compared with what it finds in ``test_measuring.py``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pikepdf
import pypdfium2

from cardkit.units import points_to_mm

_OPERATORS = "q Q cm re m l c h w S s f F f* B B* b b* n Do"
_PAINTED = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*"}
Matrix = tuple[float, float, float, float, float, float]
_SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """A painted rectangle, in mm from the page's top left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


class Stroke(NamedTuple):
    """A straight line, in mm from the page's top left corner."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float
    width_mm: float

    @property
    def length_mm(self) -> float:
        return max(abs(self.x2_mm - self.x1_mm), abs(self.y2_mm - self.y1_mm))


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is drawn on a page."""

    boxes: tuple[Box, ...]
    strokes: tuple[Stroke, ...]

    def outlines(
        self, width_mm: float, height_mm: float, tolerance_mm: float = 0.02
    ) -> list[tuple[float, float]]:
        """Return where rectangles of a size stand: left and top in mm, row by row."""
        found = {
            (round(box.x_mm, 3), round(box.y_mm, 3))
            for box in self.boxes
            if abs(box.width_mm - width_mm) <= tolerance_mm
            and abs(box.height_mm - height_mm) <= tolerance_mm
        }
        return sorted(found, key=lambda corner: (corner[1], corner[0]))

    def lines(self, width_mm: float) -> list[Stroke]:
        """Return the lines of a width."""
        return [line for line in self.strokes if abs(line.width_mm - width_mm) <= 0.001]


def measured(content: bytes, *numbers: int) -> list[Sheet]:
    """Return the pages of a PDF, or those of some numbers, which count from 0."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        reader = _Reader()
        pages = [pdf.pages[number] for number in numbers] if numbers else list(pdf.pages)
        return [reader.sheet(page) for page in pages]


def pages_of(content: bytes) -> int:
    """Return how many pages a PDF has."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return len(pdf.pages)


def said_on(content: bytes) -> list[str]:
    """Return the text of each page, without breaks of lines."""
    pdf = pypdfium2.PdfDocument(content)
    try:
        return [page.get_textpage().get_text_range().replace("\r\n", "") for page in pdf]
    finally:
        pdf.close()


class _Reader:
    def __init__(self) -> None:
        self._known: dict[tuple[int, int], list[tuple[Any, ...]]] = {}

    def sheet(self, page: pikepdf.Page) -> Sheet:
        height = float(page.mediabox[3])
        found = list(self._flat(page, page.resources, _SAME))
        boxes = [_box(matrix, numbers, height) for kind, matrix, numbers in found if kind == "re"]
        strokes = [
            _stroke(matrix, numbers, height) for kind, matrix, numbers in found if kind == "line"
        ]
        return Sheet(tuple(boxes), tuple(strokes))

    def _flat(self, part: Any, resources: Any, outer: Matrix) -> Iterator[tuple[Any, ...]]:
        for kind, matrix, value in self._drawn(part):
            joined = _joined(matrix, outer)
            if kind != "Do":
                yield kind, joined, value
                continue
            form = resources.XObject[value]
            if form.Subtype == "/Form":
                yield from self._flat(form, form.get("/Resources", resources), joined)

    def _drawn(self, part: Any) -> list[tuple[Any, ...]]:
        key = getattr(part, "obj", part).objgen
        if key not in self._known:
            self._known[key] = list(_read(part))
        return self._known[key]


def _read(part: Any) -> Iterator[tuple[Any, ...]]:
    """Yield what a page or a form paints itself, each with the matrix that holds for it."""
    matrix, width, stack = _SAME, 1.0, []
    path: list[tuple[str, Sequence[float]]] = []
    for instruction in pikepdf.parse_content_stream(part, _OPERATORS):
        name = str(instruction.operator)
        if name == "Do":
            yield "Do", matrix, str(instruction.operands[0])
            continue
        numbers = [float(number) for number in instruction.operands]
        if name == "q":
            stack.append((matrix, width))
        elif name == "Q":
            matrix, width = stack.pop()
        elif name == "cm":
            matrix = _joined((*numbers,), matrix)  # type: ignore[arg-type]
        elif name == "w":
            width = numbers[0]
        elif name in _PAINTED or name == "n":
            if name != "n":
                yield from ((kind, matrix, value) for kind, value in _shapes(path, width))
            path = []
        else:
            path.append((name, numbers))


def _shapes(
    path: list[tuple[str, Sequence[float]]], width: float
) -> Iterator[tuple[str, Sequence[float]]]:
    yield from (("re", numbers) for name, numbers in path if name == "re")
    if [name for name, _ in path] == ["m", "l"]:
        yield "line", (*path[0][1], *path[1][1], width)


def _joined(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def _at(matrix: Matrix, x: float, y: float, height: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return points_to_mm(a * x + c * y + e), points_to_mm(height - (b * x + d * y + f))


def _box(matrix: Matrix, numbers: Sequence[float], height: float) -> Box:
    x, y, width, tall = numbers
    corners = [_at(matrix, x + dx, y + dy, height) for dx in (0, width) for dy in (0, tall)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _stroke(matrix: Matrix, numbers: Sequence[float], height: float) -> Stroke:
    x1, y1, x2, y2, width = numbers
    start, end = _at(matrix, x1, y1, height), _at(matrix, x2, y2, height)
    first, last = sorted((start, end))
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    return Stroke(*first, *last, points_to_mm(width * scale))
