"""``print proxies``: stand-ins for the cards that the decks lack."""

from __future__ import annotations

import typer

from cardkit.cli.output import Invocation
from cardkit.cli.printing.delivery import Target, plan_document
from cardkit.cli.printing.files import FILES, FileWishes
from cardkit.cli.printing.grouped import takes
from cardkit.cli.printing.selection import CARDS, Selection, SkipEnergy
from cardkit.cli.printing.sheet_options import SHEETS, SheetWishes, chosen_sheet
from cardkit.cli.printing.wishes import LayoutName, PhotoFolder, chosen_look
from cardkit.cli.proxy_options import say_proxies


@takes(files=FILES, selection=CARDS, sheet=SHEETS)
def proxies(
    context: typer.Context,
    files: FileWishes,
    *,
    layout: LayoutName = None,
    photos: PhotoFolder = None,
    selection: Selection,
    skip_basic_energy: SkipEnergy = False,
    sheet: SheetWishes,
) -> None:
    """Print stand-ins for the cards that the decks lack.

    As many on a sheet as fit, to cut out. Which cards: as `cardkit proxies` shows with the same
    options; what is to hold for every command stands under [proxies] in cardkit.toml. Without -o
    the file is proxies.pdf in the pool's folder.
    """
    from cardkit.printing import proxies_pdf

    invocation: Invocation = context.obj
    opened = selection.open(invocation)
    look = chosen_look(invocation.folder, opened.settings.proxies, layout, photos)
    cards = selection.of(opened)
    energy = {} if skip_basic_energy else selection.energy(opened)
    options = chosen_sheet(opened.settings, sheet)
    none = not cards and not energy
    target = files.target(invocation, "proxies.pdf", nothing=none)
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
        files.deliver(invocation, job, target)
        if not files.dry_run:  # whose plan has named them already
            printed = {card.card.card_id for card in cards}
            stand_ins = [each for each in opened.proxies if each.card.card_id in printed]
            say_proxies(invocation, stand_ins, selection.wishes(), opened.settings.proxies)
        return
    if files.json:
        invocation.json(plan_document(job, Target()))
    invocation.say("No deck lacks a card, so there is nothing to print.")
    invocation.say("Ask for proxies all the same with --choose, --count or --all.")
