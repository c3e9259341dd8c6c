"""``print stickers``: proxies on labels, for the sleeves of spare Energy cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.output import Invocation, table, wrap
from cardkit.cli.printing.delivery import Target, deliver, plan_document, target_of
from cardkit.cli.printing.labels import Outline, Sheet, StartAt
from cardkit.cli.printing.options import (
    DryRun,
    Force,
    Json,
    Output,
    chosen_label_sheet,
    chosen_paper,
)
from cardkit.cli.printing.selection import Copies, OnlyCards, OnlyDecks, OnlyMissing, Selection
from cardkit.cli.printing.wishes import Choose, Count, Kind
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.cli.pool import OpenedPool
    from cardkit.printing.stickers import EnergyToTake

ListFile = Annotated[
    Path | None,
    typer.Option("--list", help="Write the list of Energy cards as a page too.", metavar="FILE"),
]


def stickers(
    context: typer.Context,
    output: Output = None,
    sheet: Sheet = None,
    choose: Choose = None,
    kind: Kind = None,
    count: Count = None,
    only_missing: OnlyMissing = True,
    card: OnlyCards = None,
    deck: OnlyDecks = None,
    copies: Copies = None,
    start_at: StartAt = 1,
    outline: Outline = False,
    list_file: ListFile = None,
    force: Force = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Print stand-ins on labels, to stick on the sleeves of spare Energy cards.

    Says which Energy cards to take: of the right type, and not from the Energy deck. Which cards:
    as `cardkit proxies` shows with the same options. Without -o the file is stickers.pdf in the
    pool's folder.
    """
    from cardkit.cli.pool import ProxyWishes, open_pool
    from cardkit.printing.stickers import choose_energy_cards, spare_energy, stickers_pdf

    invocation: Invocation = context.obj
    opened = open_pool(invocation, ProxyWishes.of(choose or (), kind or (), count or ()))
    chosen = chosen_label_sheet(opened.settings, sheet)
    if not 1 <= start_at <= chosen.grid.places:
        raise UsageError(
            f"--start-at expects 1 to {chosen.grid.places}, the labels of {chosen.name}, "
            f"got {start_at}; count row by row from the top left"
        )
    selection = Selection(
        only_missing=only_missing, cards=card or (), decks=deck or (), copies=copies
    )
    wanted = selection.of(opened)
    none = not wanted
    target = target_of(invocation, output, "stickers.pdf", json=json, dry_run=dry_run or none)
    listed = Target() if dry_run or none or list_file is None else Target(list_file)
    for each in (target, listed):
        each.refuse_existing(force=force)
    pool = opened.pool
    cards, needs = choose_energy_cards(wanted, spare_energy(pool.energy_owned, pool.energy))
    job = stickers_pdf(cards, sheet=chosen, start_at=start_at, outline=outline, title=opened.name)
    if none:
        if json:
            invocation.json(plan_document(job, target) | {"energy_cards": []})
        invocation.say("No deck lacks a card, so there is nothing to print.")
        invocation.say("Ask for stickers all the same with --choose, --count or --all.")
        return
    if listed.path is not None:
        _write_list(invocation, opened, needs, listed.path, force=force)
    if json:
        extra = {"energy_cards": [need.to_dict() for need in needs]}
        deliver(invocation, job, target, force=force, json=True, extra=extra)
        return
    deliver(invocation, job, target, force=force, json=False)
    show = invocation.say if target.to_output else invocation.result
    show(_energy_text(needs))
    if any(need.missing for need in needs):
        invocation.say(wrap("Where Energy is missing, any spare card of the same size will do."))


def _write_list(
    invocation: Invocation,
    opened: OpenedPool,
    needs: Sequence[EnergyToTake],
    path: Path,
    *,
    force: bool,
) -> None:
    from cardkit.files import write_atomic
    from cardkit.printing.energy_list import energy_list_pdf

    page = energy_list_pdf(needs, paper=chosen_paper(opened.settings), title=opened.name)
    write_atomic(path, page.content, force=force)
    invocation.say(f"wrote {path}: the list of Energy cards, for plain paper")


def _energy_text(needs: Sequence[EnergyToTake]) -> str:
    rows = [
        (
            need.label,
            need.take,
            need.spare,
            need.missing or "",
            ", ".join(dict.fromkeys(name for _, name in need.cards)),
        )
        for need in needs
    ]
    return table(("Energy card", "take", "spare", "missing", "becomes"), rows, right=" >>>")
