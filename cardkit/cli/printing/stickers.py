"""``print stickers``: proxies on labels, for the sleeves of spare Energy cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.output import Invocation, table, wrap
from cardkit.cli.printing.delivery import Target, plan_document
from cardkit.cli.printing.files import FILES, FileWishes
from cardkit.cli.printing.grouped import takes
from cardkit.cli.printing.label_options import LABELS, LabelWishes
from cardkit.cli.printing.options import chosen_paper
from cardkit.cli.printing.selection import CARDS, Selection

if TYPE_CHECKING:
    from cardkit.cli.pool import OpenedPool
    from cardkit.printing.stickers import EnergyToTake

ListFile = Annotated[
    Path | None,
    typer.Option("--list", help="Write the list of Energy cards as a page too.", metavar="FILE"),
]


@takes(files=FILES, selection=CARDS, stock=LABELS)
def stickers(
    context: typer.Context,
    files: FileWishes,
    selection: Selection,
    stock: LabelWishes,
    list_file: ListFile = None,
) -> None:
    """Print stand-ins on labels, to stick on sleeves of Energy.

    Says which spare Energy cards to take: of the right type, and not from the Energy deck. Which
    stand-ins: as `cardkit proxies` shows with the same options. Without -o the file is
    stickers.pdf in the pool's folder.
    """
    from cardkit.printing.stickers import choose_energy_cards, spare_energy, stickers_pdf

    invocation: Invocation = context.obj
    opened = selection.open(invocation)
    on = stock.chosen(opened)
    wanted = selection.of(opened)
    target = files.target(invocation, "stickers.pdf", nothing=not wanted)
    listed = Target(list_file) if list_file and wanted and not files.dry_run else Target()
    listed.refuse_existing(force=files.force)
    pool = opened.pool
    cards, needs = choose_energy_cards(wanted, spare_energy(pool.energy_owned, pool.energy))
    job = stickers_pdf(cards, on)
    extra = {"energy_cards": [need.to_dict() for need in needs]}
    if not wanted:
        if files.json:
            invocation.json(plan_document(job, Target()) | extra)
        invocation.say("No deck lacks a card, so there is nothing to print.")
        invocation.say("Ask for stickers all the same with --choose, --count or --all.")
        return
    files.deliver(invocation, job, target, extra=extra)
    if listed.path is not None:
        _write_list(invocation, opened, needs, listed.path, force=files.force)
    if not files.json:
        _tell(invocation, needs, target)


def _tell(invocation: Invocation, needs: Sequence[EnergyToTake], target: Target) -> None:
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
