"""What is drawn, as values: sheets are composed of these, :mod:`cardkit.printing.pdf` writes them.

All lengths are millimetres from the top left corner of the page (or of the form), y downwards;
font sizes are points, as everywhere. Colours are ``#RRGGBB``; None means not filled, not stroked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cardkit.printing.arrangement import Arrangement
from cardkit.printing.imposition import Grid

INK = "#1B1D22"
"""The colour of text and rules: nearly black, so that a grey printer shows it at full strength."""
WHITE = "#FFFFFF"
BLACK = "#000000"
"""What a machine is to find: no style makes it paler."""


class Font(StrEnum):
    """The two embedded faces."""

    REGULAR = "regular"
    BOLD = "bold"


class Align(StrEnum):
    """Which point of a text its x names."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One line of text; ``y_mm`` is its baseline. ``turn`` is in degrees, anticlockwise."""

    x_mm: float
    y_mm: float
    text: str
    size_pt: float
    font: Font = Font.REGULAR
    colour: str = INK
    align: Align = Align.LEFT
    turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A straight line with flat ends; ``dash_mm`` is the length of dashes and gaps."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float
    width_mm: float
    colour: str = INK
    dash_mm: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A rectangle; the stroke's middle lies on its edge."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    radius_mm: float = 0.0
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A circle by its centre."""

    x_mm: float
    y_mm: float
    radius_mm: float
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0


Step = tuple[str, tuple[float, ...]]
"""One step of a path: M (move), L (line), C (curve with two control points), Z (close)."""
QUARTER = 0.5523
"""How far the control points of a quarter of a circle lie from its ends, as a share."""
_STEP_LENGTHS = {"M": 2, "L": 2, "C": 6, "Z": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """Lines and curves; inner loops are holes (even-odd). Strokes have round ends and corners."""

    steps: tuple[Step, ...]
    fill: str | None = None
    stroke: str | None = None
    stroke_mm: float = 0.0

    def placed(self, x_mm: float, y_mm: float, *, scale: float = 1.0, turn: float = 0.0) -> Path:
        """Return the path scaled and turned (degrees, clockwise) about 0, 0 and then moved."""
        cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))

        def moved(numbers: tuple[float, ...]) -> tuple[float, ...]:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            return tuple(
                coordinate
                for x, y in pairs
                for coordinate in (
                    x_mm + scale * (x * cosine - y * sine),
                    y_mm + scale * (x * sine + y * cosine),
                )
            )

        return Path(
            steps=tuple((step, moved(numbers)) for step, numbers in self.steps),
            fill=self.fill,
            stroke=self.stroke,
            stroke_mm=self.stroke_mm * scale,
        )


def parse_steps(text: str) -> tuple[Step, ...]:
    """Read a path in the notation of SVG, with absolute M, L, C and Z only.

    Raises:
        ValueError: another letter, or a number too many or too few.

    >>> parse_steps("M 0 0 L 10 5 Z")
    (('M', (0.0, 0.0)), ('L', (10.0, 5.0)), ('Z', ()))
    """
    steps = []
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", text):
        numbers = tuple(float(number) for number in rest.replace(",", " ").split())
        if len(numbers) != _STEP_LENGTHS.get(letter, -1):
            raise ValueError(f"a path is made of M x y, L x y, C x y x y x y and Z, got {letter!r}")
        steps.append((letter, numbers))
    return tuple(steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """Elements of which only what lies inside a rounded rectangle shows."""

    window: Rectangle
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A form, drawn with its top left corner at x, y."""

    form: str
    x_mm: float
    y_mm: float
    scale: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Elements measured from their own corner, which lies at x, y.

    They are scaled and then turned about that corner (degrees, clockwise).
    """

    x_mm: float
    y_mm: float
    elements: tuple[Element, ...]
    turn: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A JPEG, stretched over a rectangle."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    content: bytes


Element = Text | Line | Rectangle | Circle | Path | Clip | Use | Group | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A drawing that repeats: written into the file once, used by name."""

    width_mm: float
    height_mm: float
    elements: tuple[Element, ...]


class Duplex(StrEnum):
    """PDF's words for printing on both sides."""

    NONE = "Simplex"
    LONG_EDGE = "DuplexFlipLongEdge"
    SHORT_EDGE = "DuplexFlipShortEdge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A document to write.

    Attributes:
        grid: the paper, and the part of it that is cut out of every page.
        title: for the file's properties.
        back_grid: the same for every second page, where it differs.
        bleed_mm: how far pictures may reach beyond that part, across and down.
        duplex: how the printer is asked to turn the sheets.
        forms: in an order in which a form comes after those that it uses.
    """

    grid: Grid | Arrangement
    title: str
    forms: Mapping[str, Form]
    pages: Sequence[tuple[Element, ...]]
    bleed_mm: tuple[float, float] = (0.0, 0.0)
    duplex: Duplex = Duplex.NONE
    back_grid: Grid | Arrangement | None = None


class FormBook:
    """Collects the forms of a drawing while it is composed; each is drawn when first used.

    Attributes:
        forms: by name, each after those that it uses itself.
    """

    def __init__(self) -> None:
        self.forms: dict[str, Form] = {}

    def use(
        self,
        name: str,
        size_mm: tuple[float, float],
        draw: Callable[[], Sequence[Element]],
        *,
        x_mm: float = 0.0,
        y_mm: float = 0.0,
        scale: float = 1.0,
    ) -> Use:
        """Return the use of a form, which is drawn if its name is new."""
        if name not in self.forms:
            elements = tuple(draw())
            self.forms[name] = Form(width_mm=size_mm[0], height_mm=size_mm[1], elements=elements)
        return Use(form=name, x_mm=x_mm, y_mm=y_mm, scale=scale)


def mixed(colour: str, share: float) -> str:
    """Return a colour thinned with white; ``share`` 1 is the colour itself, 0 is white.

    >>> mixed("#FF0000", 0.5)
    '#FF8080'
    """
    channels = (int(colour[index : index + 2], 16) for index in (1, 3, 5))
    return "#" + "".join(f"{round(255 - share * (255 - channel)):02X}" for channel in channels)
