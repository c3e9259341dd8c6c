"""Labels for the sleeves of single cards: name, deck mark, owner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardkit.decks import PoolCard
from cardkit.decks.model import RarityDeck
from cardkit.findings import Finding, Severity
from cardkit.printing.drawing import Element
from cardkit.printing.glyphs import lacking, lacking_in_owner
from cardkit.printing.jobs import PrintJob
from cardkit.printing.label_faces import FaceBoxes
from cardkit.printing.label_pages import LabelPiece, LabelStock, label_pages
from cardkit.printing.label_sheets import LabelSheet
from cardkit.printing.text import Typography, clean, fit, texts
from cardkit.resources import template


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLabel:
    """What the label of one card says.

    Attributes:
        name: of the card.
        mark: of the rarity deck that it belongs to.
        printing: which printing it is.
        count: copies, and so labels.
    """

    name: str
    mark: str
    printing: str
    count: int = 1


def card_labels(
    cards: Iterable[PoolCard], decks: Sequence[RarityDeck] = ()
) -> tuple[CardLabel, ...]:
    """Return a label for each card of the pool, copies counted.

    Args:
        cards: of the five decks, in the order in which the labels are to lie.
        decks: only these; none means all.
    """
    return tuple(
        CardLabel(
            name=entry.card.name,
            mark=entry.placement.deck.mark,
            printing=entry.printing,
            count=entry.count,
        )
        for entry in cards
        if entry.placement.deck is not None and (not decks or entry.placement.deck in decks)
    )


def card_labels_pdf(labels: Sequence[CardLabel], stock: LabelStock, *, owner: str = "") -> PrintJob:
    """Return labels for sleeves.

    Args:
        labels: see :func:`card_labels`.
        stock: small labels.
        owner: whose cards they are; without one the pool's name stands there.

    Raises:
        InputError: the sheet has no place ``start_at``.
    """
    from cardkit.printing.pdf import typefaces

    fonts = typefaces()
    face = _CardLabelFace(stock.sheet, owner or stock.title, fonts)
    pieces: list[LabelPiece] = []
    warnings = list(lacking_in_owner(clean(owner, fonts.has_glyph).missing, owner))
    for label in labels:
        elements, findings = face.compose(label)
        pieces += [
            LabelPiece(what=label.printing, name=label.name, elements=elements)
        ] * label.count
        warnings += findings
    return label_pages(pieces, stock, warnings=warnings)


class _CardLabelFace:
    """Composes labels after ``[card]`` of ``templates/labels.toml``."""

    def __init__(self, sheet: LabelSheet, owner: str, fonts: Typography) -> None:
        boxes = FaceBoxes(template("labels")["card"], sheet.grid.width_mm, sheet.grid.height_mm)
        self._owner, self._fonts = owner, fonts
        self._boxes = {part: boxes.text(part) for part in ("name", "mark", "owner", "printing")}

    def compose(self, label: CardLabel) -> tuple[tuple[Element, ...], list[Finding]]:
        """Return what is drawn from the label's own corner, and the warnings."""
        words = {
            "name": label.name,
            "mark": label.mark,
            "owner": self._owner,
            "printing": label.printing,
        }
        elements: list[Element] = []
        findings = []
        where = f"label {label.name}"
        for part, text in words.items():
            box = self._boxes[part]
            cleaned = clean(text, self._fonts.has_glyph)
            fitted = fit(cleaned.text, box, self._fonts)
            elements += texts(fitted, box)
            # The owner's name stands on every label and is said once; cut it still says whose.
            if part == "owner":
                continue
            if cleaned.missing:
                findings.append(lacking(cleaned.missing, repr(text), where=where))
            if fitted.cut:
                findings.append(
                    Finding(
                        code="text-cut",
                        severity=Severity.WARNING,
                        what=f"{text!r} does not fit its place",
                        where=where,
                        remedy="take a sheet of larger labels with --sheet",
                    )
                )
        return tuple(elements), findings
