"""Stickers: what an enemy needs, on labels for the sleeves of spare Energy cards (Rule: S9).

The Energy card behind the sleeve gives the proxy weight, a back and its type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardkit.cards import BASIC_ENERGY_TYPES, CardId, EnergyType
from cardkit.errors import InputError
from cardkit.findings import Finding, Severity
from cardkit.printing.drawing import Element, FormBook, Group, Line
from cardkit.printing.faces import CardFace, ProxyCard
from cardkit.printing.jobs import PrintJob
from cardkit.printing.label_pages import LabelPiece, LabelStock, label_pages
from cardkit.printing.label_sheets import LabelSheet, label_sheets
from cardkit.printing.layouts import Layout, layout_named, shipped_layouts
from cardkit.printing.text import Typography

SLEEVE_MM = 66.0
"""Width of a common sleeve; wider labels are to be trimmed."""
_OVER_MM = 1.0
"""What a label may be wider without being trimmed."""
_LEAST_SCALE = 0.85
"""Smaller labels would make the letters illegible."""
_MARK_MM = 2.0
_MARK_WIDTH_MM = 0.12


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergyToTake:
    """Energy cards of one type to put behind stickers.

    Attributes:
        energy: the type; None where any will do (Dragon and Colorless have no basic Energy).
        take: how many.
        spare: how many the Energy deck leaves over.
        cards: what they become: id and name, once for each copy.
    """

    energy: EnergyType | None
    take: int
    spare: int
    cards: tuple[tuple[CardId, str], ...]

    @property
    def label(self) -> str:
        """The name of the Energy card."""
        return f"{self.energy.value} Energy" if self.energy else "any Energy"

    @property
    def missing(self) -> int:
        """How many are not at hand."""
        return max(0, self.take - self.spare)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form (``schemas/print-plan.schema.json``)."""
        return {
            "energy": self.energy.value if self.energy else None,
            "take": self.take,
            "spare": self.spare,
            "missing": self.missing,
            "cards": [{"id": card_id, "name": name} for card_id, name in self.cards],
        }


def spare_energy(
    owned: Mapping[EnergyType, int], deck: Mapping[EnergyType, int]
) -> dict[EnergyType, int]:
    """Return the basic Energy that the Energy deck leaves over (Rule: S5)."""
    left = {kind: owned.get(kind, 0) - deck.get(kind, 0) for kind in BASIC_ENERGY_TYPES}
    return {kind: count for kind, count in left.items() if count > 0}


def choose_energy_cards(
    cards: Sequence[ProxyCard], spare: Mapping[EnergyType, int]
) -> tuple[tuple[ProxyCard, ...], tuple[EnergyToTake, ...]]:
    """Choose the Energy card behind each sticker: of its type, as far as there is one.

    Of two types that one is taken of which more cards are left. Dragon and Colorless go on any.

    Returns:
        The cards with their ``energy`` set, in the same order; and what to take, type by type,
        "any" last.
    """
    left = {kind: spare.get(kind, 0) for kind in BASIC_ENERGY_TYPES}
    chosen: dict[int, EnergyType | None] = {}
    # Cards of one type first: they have no choice.
    for index, proxy in sorted(enumerate(cards), key=lambda each: len(_kinds(each[1]))):
        kinds = _kinds(proxy)
        chosen[index] = max(kinds, key=lambda kind: left[kind]) if kinds else None
        for kind in filter(None, (chosen[index],)):
            left[kind] -= proxy.count
    placed = tuple(replace(proxy, energy=chosen[index]) for index, proxy in enumerate(cards))
    needs = []
    for energy in (*BASIC_ENERGY_TYPES, None):
        wanted = [proxy for proxy in placed if proxy.energy is energy]
        if wanted:
            at_hand = sum(max(0, count) for count in left.values())
            needs.append(
                EnergyToTake(
                    energy=energy,
                    take=sum(proxy.count for proxy in wanted),
                    spare=spare.get(energy, 0) if energy else at_hand,
                    cards=tuple(
                        (proxy.card.card_id, proxy.card.name)
                        for proxy in wanted
                        for _ in range(proxy.count)
                    ),
                )
            )
    return placed, tuple(needs)


def _kinds(proxy: ProxyCard) -> tuple[EnergyType, ...]:
    return tuple(kind for kind in proxy.card.types if kind in BASIC_ENERGY_TYPES)


def sticker_layout(sheet: LabelSheet) -> Layout:
    """Return the shipped layout that shows the most on the labels of a sheet.

    Raises:
        InputError: the labels are too small for any; names sheets that are not.
    """
    best = max(_sticker_layouts(), key=lambda layout: _rank(layout, sheet))
    if _scale(best, sheet) < _LEAST_SCALE:
        grid = sheet.grid
        fitting = [
            each.name
            for each in label_sheets().values()
            if any(_scale(layout, each) >= _LEAST_SCALE for layout in _sticker_layouts())
        ]
        raise InputError(
            f"the labels of {sheet.name} are too small for stickers, got "
            f"{grid.width_mm:g} x {grid.height_mm:g} mm",
            remedy=f"take one of {', '.join(fitting)} with --sheet",
        )
    return best


def _sticker_layouts() -> list[Layout]:
    return [layout for layout in map(layout_named, shipped_layouts()) if layout.sticker]


def _scale(layout: Layout, sheet: LabelSheet) -> float:
    """How large a layout is drawn on a label: never larger than it is, and never sideways."""
    across = sheet.grid.width_mm / layout.card.width_mm
    down = sheet.grid.height_mm / layout.card.height_mm
    return min(1.0, across, down)


def _rank(layout: Layout, sheet: LabelSheet) -> tuple[bool, float]:
    """What fits comes first, and of that the one that covers most of the label."""
    scale = _scale(layout, sheet)
    area = scale * scale * layout.card.width_mm * layout.card.height_mm
    return scale >= _LEAST_SCALE, area


def stickers_pdf(
    cards: Sequence[ProxyCard], stock: LabelStock, *, layout: Layout | None = None
) -> PrintJob:
    """Return the label sheets to print; without cards there are no pages and no content.

    Args:
        cards: with the Energy card of each, see :func:`choose_energy_cards`.
        stock: labels about as wide as a card.
        layout: of the stickers; None takes the one that suits the sheet.

    Raises:
        InputError: the labels are too small, or the sheet has no place ``start_at``.
    """
    from cardkit.printing.pdf import typefaces

    sheet = stock.sheet
    layout = layout or sticker_layout(sheet)
    fonts, book = typefaces(), FormBook()
    warnings = [_to_trim(sheet)] if sheet.grid.width_mm > SLEEVE_MM + _OVER_MM else []
    return label_pages(
        _pieces(cards, sheet, layout, book, fonts, warnings),
        stock,
        product="stickers",
        book=book,
        warnings=warnings,
    )


def _pieces(
    cards: Sequence[ProxyCard],
    sheet: LabelSheet,
    layout: Layout,
    book: FormBook,
    fonts: Typography,
    warnings: list[Finding],
) -> list[LabelPiece]:
    """Compose a piece for each copy; each sticker stands in the middle of its label."""
    grid, scale = sheet.grid, _scale(layout, sheet)
    width_mm, height_mm = scale * layout.card.width_mm, scale * layout.card.height_mm
    x_mm, y_mm = (grid.width_mm - width_mm) / 2, (grid.height_mm - height_mm) / 2
    face = CardFace(layout, size_mm=(width_mm, height_mm), book=book, fonts=fonts)
    marks = _trim_marks(sheet)
    pieces: list[LabelPiece] = []
    for proxy in cards:
        drawn, findings = face.compose(proxy)
        warnings += findings
        elements: tuple[Element, ...] = (Group(x_mm=x_mm, y_mm=y_mm, elements=drawn), *marks)
        piece = LabelPiece(what=proxy.card.card_id, name=proxy.card.name, elements=elements)
        pieces += [piece] * proxy.count
    return pieces


def _to_trim(sheet: LabelSheet) -> Finding:
    return Finding(
        code="sticker-too-wide",
        severity=Severity.NOTE,
        what=f"its labels are {sheet.grid.width_mm:g} mm wide, a sleeve is {SLEEVE_MM:g} mm",
        where=sheet.name,
        remedy="cut along the marks before you stick them",
    )


def _trim_marks(sheet: LabelSheet) -> list[Line]:
    """Short lines at the upper and lower edge of a label that is wider than a sleeve."""
    grid = sheet.grid
    if grid.width_mm <= SLEEVE_MM + _OVER_MM:
        return []
    middle_mm = grid.width_mm / 2
    ends = ((0.0, _MARK_MM), (grid.height_mm, -_MARK_MM))
    return [
        Line(
            x1_mm=middle_mm + side * SLEEVE_MM / 2,
            y1_mm=y_mm,
            x2_mm=middle_mm + side * SLEEVE_MM / 2,
            y2_mm=y_mm + length_mm,
            width_mm=_MARK_WIDTH_MM,
        )
        for side in (-1, 1)
        for y_mm, length_mm in ends
    ]
