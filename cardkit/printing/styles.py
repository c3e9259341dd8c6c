"""Other inks: a drawing in greys only, or with little ink."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from cardkit.printing.drawing import (
    BLACK,
    INK,
    WHITE,
    Circle,
    Clip,
    Drawing,
    Element,
    Group,
    Line,
    Path,
    Picture,
    Rectangle,
    Text,
    Use,
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
"""Circles of ink up to this radius are dots, which say something and cost little."""
_SIGN_MM = 3.8
"""Shapes of ink up to this size are signs as letters are; of larger ones the outline is left."""
_FAINT, _PALEST = 0.5, 0.85
"""What low ink leaves of light ornaments; no channel of theirs is darker than the second."""
_LARGE_PT, _LARGE = 24.0, 0.2
"""Letters larger than this are drawings, and what low ink leaves of them."""
_BROAD_MM = 0.4
"""Coloured lines of this width are ornaments, thinner ones say where to cut."""
_OUTLINE_MM, _THICKEST_MM = 0.2, 0.9
"""Lines around what was filled, and the broadest that low ink leaves of a drawing's lines."""
_FAINT_LINE = "#8C9097"
"""Light lines of a dark ground, once the ground is white."""
_HAIR = 1e-9

Change = Callable[[Element, float], Element]
"""Restyles an element; the number says how large its form is drawn, 1 is as it is."""


def restyled(drawing: Drawing, style: Style) -> Drawing:
    """Return a drawing in another style; low ink leaves pictures as they are."""
    if style is Style.COLOUR:
        return drawing
    change = _grey if style is Style.GREY else _low_ink
    scales = _scales(drawing)
    return replace(
        drawing,
        forms={
            name: replace(form, elements=_all_changed(form.elements, change, scales[name]))
            for name, form in drawing.forms.items()
        },
        pages=[_all_changed(page, change, 1.0) for page in drawing.pages],
    )


def _scales(drawing: Drawing) -> dict[str, float]:
    """Return the largest scale at which each form is drawn."""
    scales = dict.fromkeys(drawing.forms, 0.0)

    def note(elements: Iterable[Element], scale: float) -> None:
        for element in elements:
            if isinstance(element, Use):
                scales[element.form] = max(scales[element.form], scale * element.scale)
            elif isinstance(element, Clip):
                note(element.elements, scale)
            elif isinstance(element, Group):
                note(element.elements, scale * max(element.scale_x, element.scale_y))

    for page in drawing.pages:
        note(page, 1.0)
    # A form stands after those that it uses, so its own scale is known when its turn comes.
    for name in reversed(list(drawing.forms)):
        note(drawing.forms[name].elements, scales[name])
    return {name: scale or 1.0 for name, scale in scales.items()}


def _all_changed(elements: Sequence[Element], change: Change, scale: float) -> tuple[Element, ...]:
    return tuple(_changed(element, change, scale) for element in elements)


def _changed(element: Element, change: Change, scale: float) -> Element:
    if isinstance(element, Clip):
        return replace(element, elements=_all_changed(element.elements, change, scale))
    if isinstance(element, Group):
        inner = scale * max(element.scale_x, element.scale_y)
        return replace(element, elements=_all_changed(element.elements, change, inner))
    return change(element, scale)


def _grey(element: Element, _scale: float) -> Element:
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


def _low_ink(element: Element, scale: float) -> Element:
    match element:
        case Text() if element.colour == WHITE:
            return replace(element, colour=INK)
        case Text() if element.size_pt * scale > _LARGE_PT:
            return replace(element, colour=mixed(element.colour, _LARGE))
        case Line() if element.colour == WHITE:
            thin_mm = min(element.width_mm, _THICKEST_MM / scale)
            return replace(element, colour=_FAINT_LINE, width_mm=thin_mm)
        case Line() if element.width_mm * scale >= _BROAD_MM and element.colour not in (INK, BLACK):
            return replace(element, colour=mixed(element.colour, _FAINT / 2))
        case Circle() if element.radius_mm * scale <= _DOT_MM and element.fill == INK:
            return element
        case Rectangle() | Circle():
            stroke = _FAINT_LINE if element.stroke == WHITE else element.stroke
            thin_mm = min(element.stroke_mm, _THICKEST_MM / scale)
            return replace(element, fill=_thinned(element.fill), stroke=stroke, stroke_mm=thin_mm)
        case Path():
            return _sparing(element, scale)
    return element


def _thinned(fill: str | None) -> str | None:
    if fill in (None, WHITE, BLACK):
        return fill
    if lightness(fill) <= _TINTED:
        return mixed(fill, _TINT)
    return mixed(fill, min(_FAINT, (1 - _PALEST) / (1 - min(_channels(fill)) + _HAIR)))


def _sparing(path: Path, scale: float) -> Path:
    """Return a path with little ink: small signs in black, of others the outline."""
    small = _size_mm(path) * scale <= _SIGN_MM
    stroke = INK if path.stroke == WHITE else path.stroke
    if small and path.fill in (WHITE, INK):
        return replace(path, fill=INK, stroke=stroke)
    line_mm = path.stroke_mm if small else min(path.stroke_mm, _THICKEST_MM / scale)
    fill = path.fill
    if fill in (None, BLACK) or (fill != WHITE and lightness(fill) > _TINTED):
        return replace(path, fill=_thinned(fill), stroke=stroke, stroke_mm=line_mm)
    if stroke is None:
        stroke, line_mm = INK if fill == WHITE else fill, _OUTLINE_MM / scale
    return replace(path, fill=_thinned(fill), stroke=stroke, stroke_mm=line_mm)


def _size_mm(path: Path) -> float:
    """Return the longer side of the box around a path's points."""
    numbers = [step for _, step in path.steps]
    xs = [value for step in numbers for value in step[::2]]
    ys = [value for step in numbers for value in step[1::2]]
    return max(max(xs) - min(xs), max(ys) - min(ys))


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
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
