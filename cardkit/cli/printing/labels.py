"""``print labels``: labels for the boxes of the decks, for sleeves, and for the whole box."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cardkit.cli.output import Invocation
from cardkit.cli.printing.delivery import Target, plan_document
from cardkit.cli.printing.files import FILES, FileWishes
from cardkit.cli.printing.grouped import takes
from cardkit.cli.printing.label_options import LABELS, LabelWishes
from cardkit.cli.printing.selection import OnlyDecks
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.cli.pool import OpenedPool
    from cardkit.printing import LabelStock, PrintJob

For = Annotated[
    Literal["decks", "cards", "boxes"],
    typer.Option(
        "--for", help="The boxes of the decks, the sleeves of the cards, or the whole box."
    ),
]
Owner = Annotated[
    str | None,
    typer.Option(
        "--owner", help="Whose cards they are.", metavar="NAME", show_default="as the settings say"
    ),
]
LabelCopies = Annotated[
    int,
    typer.Option("--copies", help="So many of each label.", min=1, max=99, metavar="N"),
]


@takes(files=FILES, stock=LABELS)
def labels(
    context: typer.Context,
    files: FileWishes,
    *,
    kind: For = "decks",
    deck: OnlyDecks = None,
    owner: Owner = None,
    copies: LabelCopies = 1,
    stock: LabelWishes,
) -> None:
    """Print labels for boxes or sleeves.

    For each deck's box, for the sleeve of each card, or for the whole box. Without -o the file is
    labels.pdf in the pool's folder. Print a test page first: --outline.
    """
    from cardkit.cli.pool import ProxyWishes, open_pool

    invocation: Invocation = context.obj
    opened = open_pool(invocation, ProxyWishes())
    whose = opened.settings.printing.owner if owner is None else owner
    job = _job(opened, kind, _decks(deck, kind), whose, copies, stock.chosen(opened, kind))
    none = not job.plan.pieces
    target = files.target(invocation, "labels.pdf", nothing=none)
    if not none:
        files.deliver(invocation, job, target)
        return
    if files.json:
        invocation.json(plan_document(job, Target()))
    invocation.say("The decks that you name hold no card, so there is nothing to print.")


def _job(
    opened: OpenedPool,
    kind: str,
    decks: list[Any],
    owner: str,
    copies: int,
    stock: LabelStock,
) -> PrintJob:
    """Return the labels of a kind."""
    from cardkit.printing import deck_labels, labels_pdf
    from cardkit.printing.box_labels import box_labels_pdf
    from cardkit.printing.card_labels import card_labels, card_labels_pdf

    if kind == "cards":
        cards = card_labels(opened.complete.cards(), decks)
        counted = [replace(label, count=label.count * copies) for label in cards]
        return card_labels_pdf(counted, stock, owner=owner)
    heaps = deck_labels(opened.complete, opened.settings.requirements.sleeves)
    if kind == "boxes":
        return box_labels_pdf(heaps, stock, owner=owner, copies=copies)
    names = {deck.label for deck in decks}
    wanted = [heap for heap in heaps if not names or heap.name in names]
    return labels_pdf([heap for heap in wanted for _ in range(copies)], stock)


def _decks(wanted: list[str] | None, kind: str) -> list[Any]:
    """Return the decks that --deck names.

    Raises:
        UsageError: one is none, or the label is that of the whole box.
    """
    from cardkit.decks import RarityDeck

    if wanted and kind == "boxes":
        raise UsageError("--deck cannot be used with --for boxes: the box holds all decks")
    for deck in wanted or ():
        if deck not in list(RarityDeck):
            raise UsageError(f"--deck expects one of {', '.join(RarityDeck)}, got {deck!r}")
    return [RarityDeck(deck) for deck in wanted or ()]
