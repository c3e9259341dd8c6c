"""``print proxies``: stand-ins for the cards that the decks lack."""

from __future__ import annotations

import typer

from cardkit.cli.output import Invocation
from cardkit.cli.printing.delivery import deliver, plan_document, target_of
from cardkit.cli.printing.options import (
    DryRun,
    Force,
    Json,
    Output,
    PaperOption,
    chosen_paper,
)
from cardkit.cli.printing.wishes import (
    Choose,
    Count,
    Kind,
    LayoutName,
    PhotoFolder,
    chosen_layout,
    chosen_photos,
    wanted_cards,
)


def proxies(
    context: typer.Context,
    output: Output = None,
    paper: PaperOption = None,
    layout: LayoutName = None,
    photos: PhotoFolder = None,
    choose: Choose = None,
    kind: Kind = None,
    count: Count = None,
    force: Force = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Print stand-ins for the cards that the decks lack: nine on a sheet, to cut out.

    Which cards: as `cardkit proxies` shows with the same options. Without -o the file is
    proxies.pdf in the pool's folder.
    """
    from cardkit.cli.pool import ProxyWishes, open_pool
    from cardkit.printing import proxies_pdf

    invocation: Invocation = context.obj
    opened = open_pool(invocation, ProxyWishes.of(choose or (), kind or (), count or ()))
    face = chosen_layout(invocation.folder, layout, photos)
    cards = wanted_cards(opened)
    target = target_of(invocation, output, "proxies.pdf", json=json, dry_run=dry_run or not cards)
    target.refuse_existing(force=force)
    job = proxies_pdf(
        cards,
        paper=chosen_paper(opened.settings, paper),
        title=opened.name,
        layout=face,
        photos=chosen_photos(photos, cards, face),
    )
    if cards:
        deliver(invocation, job, target, force=force, json=json)
        return
    if json:
        invocation.json(plan_document(job, target))
    invocation.say("No deck lacks a card, so there is nothing to print.")
    invocation.say("Ask for proxies all the same with --choose or --count.")
