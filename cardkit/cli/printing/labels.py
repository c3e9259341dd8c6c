"""``print labels``: labels for the boxes of the decks, for sleeves, and for the whole box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cardkit.cli.output import Invocation
from cardkit.cli.printing.delivery import Target, deliver, plan_document, target_of
from cardkit.cli.printing.options import DryRun, Force, Json, Output, chosen_label_sheet
from cardkit.cli.printing.selection import OnlyDecks
from cardkit.cli.printing.sheet_options import SheetWishes, chosen_sheet, shift_of
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.cli.pool import OpenedPool
    from cardkit.printing import LabelSheet, PrintJob
    from cardkit.printing.printers import Printer

Sheet = Annotated[
    str | None,
    typer.Option(
        "--sheet",
        help="By its name, such as L7160 or 5160, or your own as a TOML file.",
        metavar="NAME|FILE",
        show_default="for your country's paper",
    ),
]
StartAt = Annotated[
    int, typer.Option("--start-at", help="First unused label of the sheet.", metavar="N")
]
Outline = Annotated[bool, typer.Option("--outline", help="Make a test page for plain paper.")]
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
Offset = Annotated[
    str | None,
    typer.Option(
        "--offset",
        help="Move everything right,down in mm.",
        metavar="X,Y",
        show_default="the printer's",
    ),
]
PrinterName = Annotated[
    str | None,
    typer.Option("--printer", help="A printer saved with `print profile`.", metavar="NAME"),
]
LabelCopies = Annotated[
    int,
    typer.Option("--copies", help="So many of each label.", min=1, max=99, metavar="N"),
]


def labels(
    context: typer.Context,
    output: Output = None,
    kind: For = "decks",
    sheet: Sheet = None,
    deck: OnlyDecks = None,
    owner: Owner = None,
    copies: LabelCopies = 1,
    start_at: StartAt = 1,
    outline: Outline = False,
    offset: Offset = None,
    printer: PrinterName = None,
    force: Force = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Print labels: for each deck's box, for the sleeve of each card, or for the whole box.

    Without -o the file is labels.pdf in the pool's folder. Print a test page first: --outline.
    """
    from cardkit.cli.pool import ProxyWishes, open_pool

    invocation: Invocation = context.obj
    opened = open_pool(invocation, ProxyWishes())
    chosen = chosen_label_sheet(opened.settings, sheet, kind)
    check_start(chosen, start_at)
    options = {
        "sheet": chosen,
        "start_at": start_at,
        "outline": outline,
        "printer": chosen_printer(opened, printer, offset),
        "title": opened.name,
    }
    whose = opened.settings.printing.owner if owner is None else owner
    job = _job(opened, kind, _decks(deck, kind), whose, copies, options)
    none = not job.plan.pieces
    target = target_of(invocation, output, "labels.pdf", json=json, dry_run=dry_run or none)
    target.refuse_existing(force=force)
    if none:
        if json:
            invocation.json(plan_document(job, Target()))
        invocation.say("The decks that you name hold no card, so there is nothing to print.")
        return
    deliver(invocation, job, target, force=force, json=json)


def _job(
    opened: OpenedPool,
    kind: str,
    decks: list[Any],
    owner: str,
    copies: int,
    options: dict[str, Any],
) -> PrintJob:
    """Return the labels of a kind."""
    from dataclasses import replace

    from cardkit.printing import deck_labels, labels_pdf
    from cardkit.printing.box_labels import box_labels_pdf
    from cardkit.printing.card_labels import card_labels, card_labels_pdf

    if kind == "cards":
        cards = card_labels(opened.complete.cards(), decks)
        counted = [replace(label, count=label.count * copies) for label in cards]
        return card_labels_pdf(counted, owner=owner, **options)
    heaps = deck_labels(opened.complete, opened.settings.requirements.sleeves)
    if kind == "boxes":
        return box_labels_pdf(heaps, owner=owner, copies=copies, **options)
    names = {deck.label for deck in decks}
    wanted = [heap for heap in heaps if not names or heap.name in names]
    return labels_pdf([heap for heap in wanted for _ in range(copies)], **options)


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


def check_start(sheet: LabelSheet, start_at: int) -> None:
    """Refuse a first label that the sheet does not have.

    Raises:
        UsageError: so it is.
    """
    if not 1 <= start_at <= sheet.grid.places:
        raise UsageError(
            f"--start-at expects 1 to {sheet.grid.places}, the labels of {sheet.name}, "
            f"got {start_at}; count row by row from the top left"
        )


def chosen_printer(opened: OpenedPool, name: str | None, offset: str | None) -> Printer:
    """Return the printer that an option or the settings name, with the offset of an option.

    Raises:
        UsageError: the offset is no pair of lengths.
        InputError: no such printer is known.
    """
    from dataclasses import replace

    shift = shift_of("--offset", offset)
    printer = chosen_sheet(opened.settings, SheetWishes(printer=name)).printer
    return printer if shift is None else replace(printer, front_offset_mm=shift)
