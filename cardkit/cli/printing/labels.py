"""``print labels``: labels for the boxes of the decks."""

from __future__ import annotations

from typing import Annotated

import typer

from cardkit.cli.output import Invocation
from cardkit.cli.printing.delivery import deliver, target_of
from cardkit.cli.printing.options import DryRun, Force, Json, Output, chosen_label_sheet
from cardkit.errors import UsageError

Sheet = Annotated[
    str | None,
    typer.Option(
        "--sheet",
        help="L7160 (A4) or 5160 (Letter).",
        metavar="NAME",
        show_default="for your country's paper",
    ),
]
StartAt = Annotated[
    int, typer.Option("--start-at", help="First unused label of the sheet.", metavar="N")
]
Outline = Annotated[bool, typer.Option("--outline", help="Make a test page for plain paper.")]


def labels(
    context: typer.Context,
    output: Output = None,
    sheet: Sheet = None,
    start_at: StartAt = 1,
    outline: Outline = False,
    force: Force = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Print a label for each deck: name, mark, number of cards, colour of the sleeves.

    Without -o the file is labels.pdf in the pool's folder. Print a test page first: --outline.
    """
    from cardkit.cli.pool import ProxyWishes, open_pool
    from cardkit.printing import deck_labels, labels_pdf

    invocation: Invocation = context.obj
    opened = open_pool(invocation, ProxyWishes())
    chosen = chosen_label_sheet(opened.settings, sheet)
    if not 1 <= start_at <= chosen.grid.places:
        raise UsageError(
            f"--start-at expects 1 to {chosen.grid.places}, the labels of {chosen.name}, "
            f"got {start_at}; count row by row from the top left"
        )
    target = target_of(invocation, output, "labels.pdf", json=json, dry_run=dry_run)
    target.refuse_existing(force=force)
    job = labels_pdf(
        deck_labels(opened.complete, opened.settings.requirements.sleeves),
        sheet=chosen,
        start_at=start_at,
        outline=outline,
        title=opened.name,
    )
    deliver(invocation, job, target, force=force, json=json)
