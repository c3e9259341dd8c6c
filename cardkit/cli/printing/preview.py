"""``print preview``: the pages of a PDF side by side, as one picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardkit.cli.hints import quoted
from cardkit.cli.output import Invocation
from cardkit.cli.printing.delivery import Target
from cardkit.cli.printing.options import Force
from cardkit.errors import UsageError
from cardkit.plurals import counted

Source = Annotated[
    Path | None,
    typer.Argument(
        help="A PDF made by cardkit.", metavar="FILE", show_default="proxies.pdf of the pool"
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        help="Write the picture to FILE.",
        metavar="FILE",
        show_default="the PDF's name with .png",
    ),
]
Columns = Annotated[
    int, typer.Option("--columns", help="Pages side by side.", min=0, max=40, metavar="N")
]
Width = Annotated[
    int,
    typer.Option("--width", help="Of one page, in pixels.", min=50, max=4000, metavar="PIXELS"),
]
Open = Annotated[bool, typer.Option("--open", help="Show it in the system's viewer.")]


def preview(
    context: typer.Context,
    source: Source = None,
    output: Output = None,
    columns: Columns = 0,
    width: Width = 420,
    show: Open = False,
    force: Force = False,
) -> None:
    """Make a picture of the pages of a PDF, to look at first."""
    from cardkit.files import read_bytes, write_atomic
    from cardkit.printing.pictures import MOST_PAGES, contact_sheet, count_pages

    invocation: Invocation = context.obj
    path = invocation.folder / "proxies.pdf" if source is None else source
    target = path.with_suffix(".png") if output is None else output
    if target == path:
        raise UsageError(f"the picture would replace the PDF; name another file, got {target}")
    Target(target).refuse_existing(force=force)
    content = read_bytes(path)
    pages = count_pages(content, where=str(path))
    picture = contact_sheet(content, columns=columns, page_width_px=width, where=str(path))
    write_atomic(target, picture, force=force)
    shown = (
        f"the first {MOST_PAGES} of {counted(pages, 'page')}"
        if pages > MOST_PAGES
        else counted(pages, "page")
    )
    invocation.say(f"wrote {quoted(target)}: {shown if pages > 1 else 'the page'}")
    if show:
        typer.launch(str(target))
