"""PDF pages as pictures: PNG files, and a contact sheet. The only module that speaks pypdfium2."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cardkit.errors import InputError, UsageError
from cardkit.units import MM_PER_INCH, POINTS_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_DPI, MOST_DPI = 20, 1200
_MOST_PIXELS = 200_000_000
"""Beyond this a page would fill the memory."""
_HAIR = 1e-6
"""Page sizes are rounded in the file; without this a page may get one pixel too many."""
_GROUND = "#8C9097"
_GAP_PX = 16
MOST_PAGES = 60
"""A contact sheet shows no more."""


def page_pngs(pdf: bytes, *, resolution_dpi: int) -> Iterator[bytes]:
    """Yield each page of a PDF as a PNG file that knows its resolution.

    Raises:
        UsageError: the resolution makes no sense, or the extra is not installed.
        InputError: the pages are too large for it.
    """
    for page in _rendered(pdf, resolution_dpi):
        target = io.BytesIO()
        page.save(target, "PNG", dpi=(resolution_dpi, resolution_dpi))
        yield target.getvalue()


def contact_sheet(
    pdf: bytes, *, columns: int = 0, page_width_px: int = 420, where: str = ""
) -> bytes:
    """Return small pictures of the first pages side by side, as one PNG file.

    Args:
        pdf: the file.
        columns: how many side by side; 0 makes the sheet about as wide as it is high.
        page_width_px: width of one page.
        where: the file's name, for messages.

    Raises:
        UsageError: the extra is not installed.
        InputError: the file is no PDF.
    """
    from PIL import Image

    pages = list(_small_pages(pdf, page_width_px, where))
    columns = columns or max(1, math.ceil(math.sqrt(len(pages) * 1.4)))
    columns = min(columns, len(pages))
    rows = [pages[at : at + columns] for at in range(0, len(pages), columns)]
    heights = [max(page.height for page in row) for row in rows]
    width = _GAP_PX + columns * (page_width_px + _GAP_PX)
    sheet = Image.new("RGB", (width, _GAP_PX + sum(heights) + _GAP_PX * len(rows)), _GROUND)
    y = _GAP_PX
    for row, height in zip(rows, heights, strict=True):
        for index, page in enumerate(row):
            sheet.paste(page, (_GAP_PX + index * (page_width_px + _GAP_PX), y))
        y += height + _GAP_PX
    target = io.BytesIO()
    sheet.save(target, "PNG", optimize=True)
    return target.getvalue()


def count_pages(pdf: bytes, *, where: str = "") -> int:
    """Return how many pages a PDF has.

    Raises:
        UsageError: the extra is not installed.
        InputError: the file is no PDF.
    """
    document = _opened(_pdfium(), pdf, where)
    try:
        return len(document)
    finally:
        document.close()


def _small_pages(pdf: bytes, width_px: int, where: str) -> Iterator[Image]:
    pdfium = _pdfium()
    document = _opened(pdfium, pdf, where)
    try:
        for index in range(min(len(document), MOST_PAGES)):
            page = document[index]
            picture = page.render(scale=width_px / max(page.get_width(), 1.0)).to_pil()
            yield picture.convert("RGB").resize(
                (width_px, max(1, round(page.get_height() * width_px / page.get_width())))
            )
    finally:
        document.close()


def _rendered(pdf: bytes, resolution_dpi: int) -> Iterator[Image]:
    if not LEAST_DPI <= resolution_dpi <= MOST_DPI:
        raise UsageError(
            f"--png expects {LEAST_DPI} to {MOST_DPI} dots per inch, got {resolution_dpi}"
        )
    pdfium = _pdfium()
    document = _opened(pdfium, pdf, "")
    scale = resolution_dpi / POINTS_PER_INCH
    try:
        for index in range(len(document)):
            page = document[index]
            if page.get_width() * page.get_height() * scale * scale > _MOST_PIXELS:
                side_mm = page.get_width() / POINTS_PER_INCH * MM_PER_INCH
                raise InputError(
                    f"a page of {side_mm:.0f} mm is too large for {resolution_dpi} dpi",
                    remedy="choose fewer dots per inch",
                )
            yield page.render(scale=scale * (1 - _HAIR)).to_pil().convert("RGB")
    finally:
        document.close()


def _pdfium() -> Any:
    try:
        import pypdfium2
    except ImportError:
        raise UsageError(
            "pictures of pages need the extra cardkit[png]; "
            "install it with: pip install 'cardkit[png]'"
        ) from None
    return pypdfium2


def _opened(pdfium: Any, pdf: bytes, where: str) -> Any:
    try:
        document = pdfium.PdfDocument(pdf)
    except pdfium.PdfiumError as error:
        raise InputError(
            "expects a PDF file, got something else",
            where=where,
            remedy="make one: cardkit print proxies",
        ) from error
    if not len(document):
        document.close()
        raise InputError("the PDF file has no pages", where=where)
    return document
