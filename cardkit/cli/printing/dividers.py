"""``print dividers``: cards with tabs that stand between the cards of a box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cardkit.cli.output import Invocation
from cardkit.cli.printing.files import FILES, FileWishes
from cardkit.cli.printing.grouped import takes
from cardkit.cli.printing.piece_sheets import piece_sheet, refuse_card_options
from cardkit.cli.printing.sheet_options import SHEETS, SheetWishes
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.printing.dividers import DividerShape

By = Annotated[
    Literal["deck", "type", "set", "letter"],
    typer.Option("--by", help="What stands behind one divider."),
]
Body = Annotated[
    str,
    typer.Option("--body", help="sleeved (66x91), unsleeved (63x88) or WxH in mm.", metavar="SIZE"),
]
Tab = Annotated[
    str | None,
    typer.Option(
        "--tab",
        help="Of one tab, WxH in mm; height 0: no tabs.",
        metavar="SIZE",
        show_default="the tabs share the width, 10 mm high",
    ),
]
Tabs = Annotated[
    int, typer.Option("--tabs", help="Places side by side for tabs.", min=1, max=6, metavar="N")
]
SideOption = Annotated[
    Literal["spread", "left", "middle", "right", "alternate"],
    typer.Option("--side", help="Which of these places are used."),
]


@takes(files=FILES, sheet=SHEETS)
def dividers(
    context: typer.Context,
    files: FileWishes,
    *,
    by: By = "deck",
    body: Body = "sleeved",
    tab: Tab = None,
    tabs: Tabs = 3,
    side: SideOption = "spread",
    sheet: SheetWishes,
) -> None:
    """Print dividers for the boxes, with counts.

    One for each deck, type, set or first letter. Without -o the file is dividers.pdf in the
    pool's folder. Print on card stock.
    """
    from cardkit.catalogue import Catalogue
    from cardkit.cli.pool import ProxyWishes, open_pool
    from cardkit.printing.divider_groups import Grouping, dividers_of
    from cardkit.printing.dividers import dividers_pdf

    invocation: Invocation = context.obj
    refuse_card_options(sheet, "dividers")
    shape = _shape(body, tab, tabs, side)
    opened = open_pool(invocation, ProxyWishes())
    sleeves = opened.settings.requirements.sleeves
    with Catalogue.open() as catalogue:
        wanted = dividers_of(opened.complete, Grouping(by), sleeves, catalogue.card_set)
    options = piece_sheet(opened.settings, sheet, shape.size_mm)
    target = files.target(invocation, "dividers.pdf")
    job = dividers_pdf(wanted, shape, options=options, title=opened.name)
    files.deliver(invocation, job, target)


def _shape(body: str, tab: str | None, tabs: int, side: str) -> DividerShape:
    """Return the shape that the options describe.

    Raises:
        UsageError: one is no size.
        InputError: the sizes do not go together.
    """
    from cardkit.printing.dividers import DividerShape, Side
    from cardkit.printing.papers import size_mm
    from cardkit.resources import template

    known = template("dividers")["bodies"]
    named = known.get(body.casefold())
    size = (named["width_mm"], named["height_mm"]) if named else size_mm(body)
    if size is None:
        raise UsageError(f"--body expects {', '.join(known)} or a size such as 66x91, got {body!r}")
    tab_size = None if tab is None else size_mm(tab)
    if tab is not None and tab_size is None:
        raise UsageError(f"--tab expects a size in mm such as 22x10, got {tab!r}")
    return DividerShape.of(size, tabs=tabs, side=Side(side), tab=tab_size)
