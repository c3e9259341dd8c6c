"""``print proxies``: stand-ins for the cards that the decks lack."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardkit.cli.output import Invocation
from cardkit.cli.printing.delivery import deliver, plan_document, target_of
from cardkit.cli.printing.options import DryRun, Force, Json, Output
from cardkit.cli.printing.selection import (
    Copies,
    OnlyCards,
    OnlyDecks,
    OnlyMissing,
    Selection,
    SkipEnergy,
)
from cardkit.cli.printing.sheet_options import SheetWishes, chosen_sheet, takes_sheet_options
from cardkit.cli.printing.wishes import (
    Choose,
    Count,
    Kind,
    LayoutName,
    PhotoFolder,
    chosen_look,
)

Png = Annotated[
    int | None,
    typer.Option("--png", help="Write each page as a picture, too.", metavar="DPI"),
]
CutFile = Annotated[
    Path | None,
    typer.Option(
        "--cut-file", help="Write what a machine cuts along: .svg or .dxf.", metavar="FILE"
    ),
]


@takes_sheet_options
def proxies(
    context: typer.Context,
    output: Output = None,
    layout: LayoutName = None,
    photos: PhotoFolder = None,
    choose: Choose = None,
    kind: Kind = None,
    count: Count = None,
    only_missing: OnlyMissing = True,
    card: OnlyCards = None,
    deck: OnlyDecks = None,
    copies: Copies = None,
    skip_basic_energy: SkipEnergy = False,
    png: Png = None,
    cut_file: CutFile = None,
    force: Force = False,
    dry_run: DryRun = False,
    json: Json = False,
    *,
    sheet: SheetWishes,
) -> None:
    """Print stand-ins for the cards that the decks lack: as many on a sheet as fit, to cut out.

    Which cards: as `cardkit proxies` shows with the same options. Without -o the file is
    proxies.pdf in the pool's folder.
    """
    from cardkit.cli.pool import ProxyWishes, open_pool
    from cardkit.cli.printing.beside import files_beside
    from cardkit.printing import proxies_pdf

    invocation: Invocation = context.obj
    opened = open_pool(invocation, ProxyWishes.of(choose or (), kind or (), count or ()))
    look = chosen_look(invocation.folder, opened.settings.proxies, layout, photos)
    selection = Selection(
        only_missing=only_missing,
        cards=card or (),
        decks=deck or (),
        copies=copies,
        skip_energy=skip_basic_energy,
    )
    cards, energy = selection.of(opened), selection.energy(opened)
    options = chosen_sheet(opened.settings, sheet)
    none = not cards and not energy
    target = target_of(invocation, output, "proxies.pdf", json=json, dry_run=dry_run or none)
    target.refuse_existing(force=force)
    with invocation.progress("proxies", sum(proxy.count for proxy in cards)) as bar:
        job = proxies_pdf(
            cards,
            paper=options.paper,
            title=opened.name,
            layout=look.layout,
            photos=look.pictures(cards),
            options=options,
            energy=energy,
            on_card=bar.advance,
        )
    if not none:
        beside = files_beside(invocation, job, options, target, resolution_dpi=png, cut=cut_file)
        deliver(invocation, job, target, force=force, json=json, beside=beside)
        return
    if json:
        invocation.json(plan_document(job, target))
    invocation.say("No deck lacks a card, so there is nothing to print.")
    invocation.say("Ask for proxies all the same with --choose, --count or --all.")
