"""Writing PDF files: the only module that speaks reportlab.

Everything here is repeatable: the same drawing gives the same bytes, on each run.
"""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path as FilePath
from typing import Any

from reportlab import rl_config
from reportlab.lib.rl_accel import escapePDF
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFPage
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardkit import __version__
from cardkit.errors import CardkitError
from cardkit.printing.arrangement import Arrangement
from cardkit.printing.drawing import (
    Align,
    Circle,
    Clip,
    Drawing,
    Element,
    Font,
    Group,
    Line,
    Path,
    Picture,
    Rectangle,
    Text,
    Use,
)
from cardkit.printing.imposition import Grid
from cardkit.printing.operators import bent, channels, fill_code, turned
from cardkit.units import POINTS_PER_MM

_FILES = {Font.REGULAR: "DejaVuSans.ttf", Font.BOLD: "DejaVuSans-Bold.ttf"}
_NAMES = {Font.REGULAR: "DejaVuSans", Font.BOLD: "DejaVuSans-Bold"}
_ROUND = 1
"""PDF's number for round line ends and corners."""


class Typefaces:
    """The embedded fonts, as :class:`cardkit.printing.text.Typography`."""

    def __init__(self) -> None:
        folder = _font_folder()
        self._faces: dict[Font, Any] = {}
        for font, name in _NAMES.items():
            loaded = TTFont(name, str(folder / _FILES[font]))
            pdfmetrics.registerFont(loaded)
            self._faces[font] = loaded.face
        self._widths: dict[Font, dict[str, float]] = {font: {} for font in Font}

    def measure(self, text: str, font: Font) -> float:
        """Return the width of a text set in size 1, in the same unit."""
        known = self._widths[font]
        try:
            return sum(map(known.__getitem__, text))
        except KeyError:
            face = self._faces[font]
            for letter in text:
                known[letter] = face.charWidths.get(ord(letter), face.defaultWidth) / 1000
            return self.measure(text, font)

    def has_glyph(self, letter: str) -> bool:
        """Whether both faces can draw a character."""
        return all(ord(letter) in face.charToGlyph for face in self._faces.values())


@cache
def typefaces() -> Typefaces:
    """Return the fonts, loaded once.

    Raises:
        CardkitError: the fonts are not where the installation must have put them.
    """
    return Typefaces()


def _font_folder() -> FilePath:
    """Find DejaVu in matplotlib's data without importing matplotlib, which is slow."""
    found = importlib.util.find_spec("matplotlib")
    for home in (found and found.submodule_search_locations) or ():
        folder = FilePath(home) / "mpl-data/fonts/ttf"
        if all((folder / name).is_file() for name in _FILES.values()):
            return folder
    raise CardkitError(
        "the DejaVu fonts that matplotlib carries are missing; "
        "install cardkit again with: pip install --force-reinstall matplotlib"
    )


def write_pdf(drawing: Drawing) -> bytes:
    """Return a drawing as a PDF file.

    The page is exactly the paper, viewers are asked not to scale it, only subsets of the fonts
    are embedded, and nothing depends on the time.
    """
    typefaces()
    rl_config.useA85 = 0  # ASCII would make the file a quarter larger
    target = io.BytesIO()
    canvas = _canvas(target, drawing)
    # Short names of our own: a name that holds a space would end too early.
    names = {name: f"f{index}" for index, name in enumerate(drawing.forms)}
    speller = _Speller(canvas)
    for name, form in drawing.forms.items():
        width, height = form.width_mm * POINTS_PER_MM, form.height_mm * POINTS_PER_MM
        # A form hangs from its top left corner, so that its height need not be known to use it.
        canvas.beginForm(names[name], 0, -height, width, 0)
        _Pen(canvas, names, speller, 0.0).draw(form.elements)
        canvas.endForm()
    grids = (drawing.grid, drawing.back_grid or drawing.grid)
    for index, page in enumerate(drawing.pages):
        _set_boxes(canvas, grids[index % 2], drawing.bleed_mm)
        _Pen(canvas, names, speller, drawing.grid.paper.height_mm).draw(page)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


class _SharingCanvas(Canvas):  # type: ignore[misc]
    """A canvas whose pages have one list of forms and pictures together, not one each."""

    _LIST = "cardkit-shared"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._listed: dict[str, None] = {}

    def _setXObjects(self, thing: Any) -> None:  # noqa: N802 - reportlab's name
        super()._setXObjects(thing)
        if isinstance(thing, PDFPage):
            self._listed |= dict.fromkeys(self._formsinuse)
            thing.XObjects = PDFObjectReference(self._LIST)

    def save(self) -> None:
        """Write the list and with it the file."""
        self._doc.Reference(self._doc.xobjDict(self._listed), self._LIST)
        super().save()


class _Speller:
    """Spells texts in the codes of one document's subset fonts, each text once."""

    def __init__(self, canvas: Any) -> None:
        self._document = canvas._doc
        self._spelt: dict[tuple[str, Font], tuple[tuple[str, str], ...]] = {}

    def spell(self, text: str, font: Font) -> tuple[tuple[str, str], ...]:
        """Return the text in parts: the name of a subset, and the string to show."""
        known = self._spelt.get((text, font))
        if known is None:
            face = pdfmetrics.getFont(_NAMES[font])
            known = tuple(
                (face.getSubsetInternalName(subset, self._document), escapePDF(codes))
                for subset, codes in face.splitString(text, self._document)
            )
            self._spelt[text, font] = known
        return known


def _canvas(target: io.BytesIO, drawing: Drawing) -> Any:
    """Return an empty document with its properties set."""
    paper = drawing.grid.paper
    canvas = _SharingCanvas(
        target,
        pagesize=(paper.width_mm * POINTS_PER_MM, paper.height_mm * POINTS_PER_MM),
        invariant=1,
        pageCompression=1,
        # Otherwise every page starts with Helvetica, which is never embedded.
        initialFontName=_NAMES[Font.REGULAR],
        lang="en",
        pdfVersion=(1, 7),  # the first that knows Duplex; PrintScaling came with 1.6
    )
    canvas.setTitle(drawing.title)
    canvas.setAuthor("cardkit")
    canvas.setCreator(f"cardkit {__version__}")
    canvas.setSubject("unofficial, fan-made; print at 100 % (actual size)")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", drawing.duplex.value)
    return canvas


def _set_boxes(canvas: Any, grid: Grid | Arrangement, bleed_mm: tuple[float, float]) -> None:
    """Say of a page what is cut out of it, and how far pictures reach beyond."""
    paper = grid.paper
    bottom_mm, top_mm = paper.height_mm - grid.bottom_mm, paper.height_mm - grid.top_mm
    trim_mm = (grid.left_mm, bottom_mm, grid.right_mm, top_mm)
    canvas.setTrimBox(tuple(edge * POINTS_PER_MM for edge in trim_mm))
    if any(bleed_mm):
        across, down = bleed_mm
        box_mm = (
            max(0.0, trim_mm[0] - across),
            max(0.0, trim_mm[1] - down),
            min(paper.width_mm, trim_mm[2] + across),
            min(paper.height_mm, trim_mm[3] + down),
        )
        canvas.setBleedBox(tuple(edge * POINTS_PER_MM for edge in box_mm))


class _Pen:
    """Draws elements on one page or form, whose y axis PDF turns upside down."""

    def __init__(
        self, canvas: Any, names: Mapping[str, str], speller: _Speller, height_mm: float
    ) -> None:
        self._canvas = canvas
        self._names = names
        self._speller = speller
        self._height_mm = height_mm

    def draw(self, elements: Sequence[Element]) -> None:
        """Draw elements in their order; texts that follow one another share one text object."""
        for is_text, run in groupby(elements, key=_is_text):
            if is_text:
                self._texts(run)
                continue
            for element in run:
                self._draw_one(element)

    def _draw_one(self, element: Element) -> None:
        match element:
            case Use():
                self._use(element)
            case Group():
                self._group(element)
            case Line():
                self._line(element)
            case Rectangle():
                self._rectangle(element)
            case Circle():
                fills = self._style(element)
                x, y = self._point(element.x_mm, element.y_mm)
                self._canvas.circle(x, y, element.radius_mm * POINTS_PER_MM, **fills)
            case Path():
                self._path(element)
            case Clip():
                self._clip(element)
            case Picture():
                x, y = self._point(element.x_mm, element.y_mm + element.height_mm)
                width, height = element.width_mm * POINTS_PER_MM, element.height_mm * POINTS_PER_MM
                source = ImageReader(io.BytesIO(element.content))
                self._canvas.drawImage(source, x, y, width, height)

    def _point(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        return x_mm * POINTS_PER_MM, (self._height_mm - y_mm) * POINTS_PER_MM

    def _edges(self, box: Rectangle) -> tuple[float, float, float, float]:
        x, y = self._point(box.x_mm, box.y_mm + box.height_mm)
        return x, y, box.width_mm * POINTS_PER_MM, box.height_mm * POINTS_PER_MM

    def _style(self, element: Rectangle | Circle | Path) -> dict[str, int]:
        if element.fill is not None:
            _fill(self._canvas, element.fill)
        if element.stroke is not None:
            _stroke(self._canvas, element.stroke)
            self._canvas.setLineWidth(element.stroke_mm * POINTS_PER_MM)
        return {"fill": element.fill is not None, "stroke": element.stroke is not None}

    def _rectangle(self, box: Rectangle) -> None:
        fills = self._style(box)
        x, y, width, height = self._edges(box)
        if box.radius_mm:
            self._canvas.roundRect(x, y, width, height, box.radius_mm * POINTS_PER_MM, **fills)
        else:
            self._canvas.rect(x, y, width, height, **fills)

    def _line(self, line: Line) -> None:
        _stroke(self._canvas, line.colour)
        self._canvas.setLineWidth(line.width_mm * POINTS_PER_MM)
        if line.dash_mm:
            self._canvas.setDash(line.dash_mm * POINTS_PER_MM, line.dash_mm * POINTS_PER_MM)
        start, end = self._point(line.x1_mm, line.y1_mm), self._point(line.x2_mm, line.y2_mm)
        self._canvas.line(*start, *end)
        if line.dash_mm:
            self._canvas.setDash([], 0)

    def _path(self, path: Path) -> None:
        fills = self._style(path)
        drawn = self._canvas.beginPath()
        for step, numbers in path.steps:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            points = [round(value, 2) for x, y in pairs for value in self._point(x, y)]
            match step:
                case "M":
                    drawn.moveTo(*points)
                case "L":
                    drawn.lineTo(*points)
                case "C":
                    drawn.curveTo(*points)
                case "Z":
                    drawn.close()
        self._canvas.saveState()
        self._canvas.setLineCap(_ROUND)
        self._canvas.setLineJoin(_ROUND)
        self._canvas.drawPath(drawn, **fills)
        self._canvas.restoreState()

    def _clip(self, clip: Clip) -> None:
        x, y, width, height = self._edges(clip.window)
        self._canvas.saveState()
        window = self._canvas.beginPath()
        window.roundRect(x, y, width, height, clip.window.radius_mm * POINTS_PER_MM)
        self._canvas.clipPath(window, stroke=0, fill=0)
        self.draw(clip.elements)
        self._canvas.restoreState()

    def _group(self, group: Group) -> None:
        x, y = self._point(group.x_mm, group.y_mm)
        self._canvas.addLiteral(f"q {bent(group)} {round(x, 3)} {round(y, 3)} cm")
        _Pen(self._canvas, self._names, self._speller, 0.0).draw(group.elements)
        self._canvas.addLiteral("Q")

    def _use(self, use: Use) -> None:
        x, y = self._point(use.x_mm, use.y_mm)
        if (x, y, use.scale) == (0.0, 0.0, 1.0):
            self._canvas.doForm(self._names[use.form])
            return
        scale = round(use.scale, 5)
        self._canvas.addLiteral(f"q {scale} 0 0 {scale} {round(x, 3)} {round(y, 3)} cm")
        self._canvas.doForm(self._names[use.form])
        self._canvas.addLiteral("Q")

    def _texts(self, run: Iterable[Any]) -> None:
        code = ["BT"]
        colour, font = None, None
        for text in run:
            if text.colour != colour:
                colour = text.colour
                code.append(fill_code(colour))
            code.append(self._place(text))
            for subset, shown in self._speller.spell(text.text, text.font):
                if (subset, text.size_pt) != font:
                    font = (subset, text.size_pt)
                    code.append(f"{subset} {round(text.size_pt, 3)} Tf")
                code.append(f"({shown}) Tj")
        code.append("ET")
        self._canvas.addLiteral(" ".join(code))

    def _place(self, text: Text) -> str:
        """Return the operator that begins a text where its alignment asks for."""
        x, y = self._point(text.x_mm, text.y_mm)
        shift = 0.0
        if text.align is not Align.LEFT:
            width = typefaces().measure(text.text, text.font) * text.size_pt
            shift = width if text.align is Align.RIGHT else width / 2
        if not text.turn:
            return f"1 0 0 1 {round(x - shift, 3)} {round(y, 3)} Tm"
        return " ".join(str(round(part, 5)) for part in turned(x, y, shift, text.turn)) + " Tm"


def _is_text(element: Element) -> bool:
    return isinstance(element, Text)


def _fill(target: Any, colour: str) -> None:
    """Set the colour of areas; greys as such, so that a printer mixes them from black alone."""
    red, green, blue = channels(colour)
    if red == green == blue:
        target.setFillGray(red)
    else:
        target.setFillColorRGB(red, green, blue)


def _stroke(target: Any, colour: str) -> None:
    red, green, blue = channels(colour)
    if red == green == blue:
        target.setStrokeGray(red)
    else:
        target.setStrokeColorRGB(red, green, blue)
