"""Other inks: a drawing in greys only, or with little ink."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from cardkit.printing.drawing import (
    INK,
    WHITE,
    Circle,
    Clip,
    Drawing,
    Element,
    Form,
    Group,
    Line,
    Path,
    Picture,
    Rectangle,
    Text,
    mixed,
)
from cardkit.printing.options import Style

_TINT = 0.10
"""What low ink leaves of a filled area."""
_TINTED = 0.75
"""Shapes that are lighter than this are ornaments; darker ones say something."""
_QUALITY = 92
"""Of grey pictures, as JPEG counts it."""
_DOT_MM = 1.5
"""Circles up to this radius are dots, which say something and cost no ink."""
_FAINT = 0.5
"""What low ink leaves of light ornaments."""
_BROAD_MM = 0.4
"""Coloured lines of this width are ornaments, thinner ones say where to cut."""
_FAINT_LINE = "#8C9097"
"""Light lines of a dark ground, once the ground is white."""


def restyled(drawing: Drawing, style: Style) -> Drawing:
    """Return a drawing in another style; low ink leaves pictures as they are."""
    if style is Style.COLOUR:
        return drawing
    change = _grey if style is Style.GREY else _low_ink

    def all_of(elements: tuple[Element, ...]) -> tuple[Element, ...]:
        return tuple(_changed(element, change) for element in elements)

    return replace(
        drawing,
        forms={
            name: Form(
                width_mm=form.width_mm, height_mm=form.height_mm, elements=all_of(form.elements)
            )
            for name, form in drawing.forms.items()
        },
        pages=[all_of(page) for page in drawing.pages],
    )


def _changed(element: Element, change: Callable[[Element], Element]) -> Element:
    if isinstance(element, Group | Clip):
        inner = tuple(_changed(part, change) for part in element.elements)
        return replace(element, elements=inner)
    return change(element)


def _grey(element: Element) -> Element:
    match element:
        case Text() | Line():
            return replace(element, colour=grey(element.colour))
        case Rectangle() | Circle() | Path():
            return replace(
                element,
                fill=element.fill and grey(element.fill),
                stroke=element.stroke and grey(element.stroke),
            )
        case Picture():
            return replace(element, content=_grey_jpeg(element.content))
    return element


@lru_cache(maxsize=64)
def _grey_jpeg(content: bytes) -> bytes:
    from PIL import Image

    target = io.BytesIO()
    with Image.open(io.BytesIO(content)) as picture:
        picture.convert("L").save(target, "JPEG", quality=_QUALITY)
    return target.getvalue()


def _low_ink(element: Element) -> Element:
    match element:
        case Text() if element.colour == WHITE:
            return replace(element, colour=INK)
        case Line() if element.colour == WHITE:
            return replace(element, colour=_FAINT_LINE)
        case Line() if element.width_mm >= _BROAD_MM and element.colour != INK:
            return replace(element, colour=mixed(element.colour, _FAINT / 2))
        case Circle() if element.radius_mm <= _DOT_MM:
            return element
        case Rectangle() | Circle():
            return replace(element, fill=_thinned(element.fill), stroke=_shown(element.stroke))
        case Path():
            fill = INK if element.fill == WHITE else element.fill
            if fill is not None and lightness(fill) > _TINTED:
                fill = mixed(fill, _FAINT)
            stroke = INK if element.stroke == WHITE else element.stroke
            return replace(element, fill=fill, stroke=stroke)
    return element


def _thinned(fill: str | None) -> str | None:
    if fill is None or fill == WHITE:
        return fill
    return mixed(fill, _FAINT if lightness(fill) > _TINTED else _TINT)


def _shown(stroke: str | None) -> str | None:
    return _FAINT_LINE if stroke == WHITE else stroke


@lru_cache(maxsize=512)
def grey(colour: str) -> str:
    """Return the grey that a colour looks like.

    >>> grey("#FFFFFF"), grey("#FF0000")
    ('#FFFFFF', '#4C4C4C')
    """
    return f"#{round(255 * lightness(colour)):02X}" + f"{round(255 * lightness(colour)):02X}" * 2


@lru_cache(maxsize=512)
def lightness(colour: str) -> float:
    """Return how light a colour looks, from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
