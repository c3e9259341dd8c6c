"""Paper: proxies to cut out and labels to stick on, exact to a hundredth of a millimetre.

Importing this package is cheap; reportlab is loaded when a PDF is made.
"""

from cardkit.printing.faces import ProxyCard
from cardkit.printing.imposition import Grid, Margins, Paper, Slot, fit_grid
from cardkit.printing.jobs import PlannedPiece, PrintJob, PrintPlan
from cardkit.printing.label_pages import LabelStock
from cardkit.printing.label_sheets import (
    LabelKind,
    LabelSheet,
    label_sheet_for,
    label_sheet_named,
    label_sheets,
)
from cardkit.printing.labels import DeckLabel, deck_labels, labels_pdf
from cardkit.printing.papers import paper_named, paper_of_locale, papers
from cardkit.printing.proxies import card_grid, plan_proxies, proxies_pdf, proxy_cards

__all__ = [
    "DeckLabel",
    "Grid",
    "LabelKind",
    "LabelSheet",
    "LabelStock",
    "Margins",
    "Paper",
    "PlannedPiece",
    "PrintJob",
    "PrintPlan",
    "ProxyCard",
    "Slot",
    "card_grid",
    "deck_labels",
    "fit_grid",
    "label_sheet_for",
    "label_sheet_named",
    "label_sheets",
    "labels_pdf",
    "paper_named",
    "paper_of_locale",
    "papers",
    "plan_proxies",
    "proxies_pdf",
    "proxy_cards",
]
