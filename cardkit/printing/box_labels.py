"""The label of the box that everything is in: pool, owner, and what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardkit.errors import InputError
from cardkit.findings import Finding, Severity
from cardkit.plurals import counted
from cardkit.printing.areas import Area
from cardkit.printing.drawing import Align, Element, Font, Line
from cardkit.printing.glyphs import lacking, lacking_in_owner
from cardkit.printing.jobs import PrintJob
from cardkit.printing.label_faces import FaceBoxes
from cardkit.printing.label_pages import LabelPiece, LabelStock, label_pages
from cardkit.printing.label_sheets import LabelSheet, label_sheets
from cardkit.printing.labels import DeckLabel
from cardkit.printing.text import TextBox, Typography, clean, fit, texts
from cardkit.resources import template

_RULE = "#B4B8BE"


def box_labels_pdf(
    decks: Sequence[DeckLabel], stock: LabelStock, *, owner: str = "", copies: int = 1
) -> PrintJob:
    """Return labels for the box.

    Args:
        decks: what the box holds, see :func:`cardkit.printing.labels.deck_labels`.
        stock: large labels.
        owner: whose box it is; may be empty.
        copies: labels that say the same, for lid and side.

    Raises:
        InputError: the labels are too small, or the sheet has no place ``start_at``.
    """
    from cardkit.printing.pdf import typefaces

    _check_size(stock.sheet)
    face = _BoxLabelFace(stock.sheet, typefaces())
    elements, warnings = face.compose(decks, owner, stock.title)
    total = sum(deck.count for deck in decks)
    piece = LabelPiece(what=counted(total, "card"), name=stock.title, elements=elements)
    return label_pages([piece] * copies, stock, warnings=warnings)


def _check_size(sheet: LabelSheet) -> None:
    if _is_large(sheet):
        return
    grid = sheet.grid
    fitting = ", ".join(each.name for each in label_sheets().values() if _is_large(each))
    raise InputError(
        f"the labels of {sheet.name} are too small for what a box holds, got "
        f"{grid.width_mm:g} x {grid.height_mm:g} mm",
        remedy=f"take one of {fitting} with --sheet",
    )


def _is_large(sheet: LabelSheet) -> bool:
    face, grid = template("labels")["box"], sheet.grid
    wide: bool = grid.width_mm >= face["least_width_mm"]
    return wide and grid.height_mm >= float(face["least_height_mm"])


class _BoxLabelFace:
    """Composes labels after ``[box]`` of ``templates/labels.toml``."""

    def __init__(self, sheet: LabelSheet, fonts: Typography) -> None:
        face = template("labels")["box"]
        self._boxes = FaceBoxes(face, sheet.grid.width_mm, sheet.grid.height_mm)
        self._list = face["list"]
        self._fonts = fonts

    def compose(
        self, decks: Sequence[DeckLabel], owner: str, title: str
    ) -> tuple[tuple[Element, ...], list[Finding]]:
        """Return what is drawn from the label's own corner, and the warnings."""
        total = sum(deck.count for deck in decks)
        elements: list[Element] = []
        findings: list[Finding] = []
        lines = (
            ("pool", title),
            ("total", counted(total, "card")),
            ("owner", f"belongs to {owner}" if owner else "Pokémon single-player adventure"),
        )
        for part, words in lines:
            cleaned = clean(words, self._fonts.has_glyph)
            box = self._boxes.text(part)
            fitted = fit(cleaned.text, box, self._fonts)
            elements += texts(fitted, box)
            if part == "owner":
                findings += lacking_in_owner(cleaned.missing, owner)
            if fitted.cut:
                findings.append(
                    Finding(
                        code="text-cut",
                        severity=Severity.WARNING,
                        what=f"{words!r} does not fit its place",
                        where="label of the box",
                    )
                )
        for deck in decks:
            missing = clean(deck.name, self._fonts.has_glyph).missing
            if missing:
                findings.append(lacking(missing, repr(deck.name), where="label of the box"))
        place = self._boxes.area("list")
        elements.append(_rule(place.x_mm, place.y_mm, place.width_mm, self._list["line_mm"]))
        for index, deck in enumerate(decks):
            elements += self._row(place, index, deck)
        return tuple(elements), findings

    def _row(self, place: Area, index: int, deck: DeckLabel) -> list[Element]:
        """One deck: its mark, name and number of cards, column by column."""
        numbers, across = self._list, self._boxes.across
        columns, rows = numbers["columns"], numbers["rows"]
        column, row = divmod(index, rows)
        gap = numbers["gap"] * across
        width = (place.width_mm - (columns - 1) * gap) / columns
        cell = Area(
            x_mm=place.x_mm + column * (width + gap),
            y_mm=place.y_mm + row * place.height_mm / rows,
            width_mm=width,
            height_mm=place.height_mm / rows,
        )
        mark, count = numbers["mark"] * across, numbers["count"] * across
        box = TextBox(
            x_mm=cell.x_mm,
            y_mm=cell.y_mm,
            width_mm=mark,
            height_mm=cell.height_mm,
            size_pt=numbers["size_pt"] * self._boxes.letters,
            least_pt=numbers["least_pt"],
            font=Font.BOLD,
        )
        name = replace(
            box,
            x_mm=cell.x_mm + mark,
            width_mm=width - mark - count,
            font=Font.REGULAR,
            lines=2,
        )
        number = replace(box, x_mm=cell.x_mm + width - count, width_mm=count, align=Align.RIGHT)
        return [
            *self._set(deck.mark, box),
            *self._set(deck.name, name),
            *self._set(str(deck.count), number),
            _rule(cell.x_mm, cell.y_mm + cell.height_mm, width, numbers["line_mm"]),
        ]

    def _set(self, words: str, box: TextBox) -> list[Element]:
        cleaned = clean(words, self._fonts.has_glyph).text
        return [*texts(fit(cleaned, box, self._fonts), box)]


def _rule(x_mm: float, y_mm: float, width_mm: float, line_mm: float) -> Line:
    return Line(
        x1_mm=x_mm, y1_mm=y_mm, x2_mm=x_mm + width_mm, y2_mm=y_mm, width_mm=line_mm, colour=_RULE
    )
