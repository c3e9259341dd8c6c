"""The ``print`` commands: PDF files for the printer at home, one module for each."""

from __future__ import annotations

import typer

from cardkit.cli.printing.calibration import calibration, profile
from cardkit.cli.printing.delivery import extent_text
from cardkit.cli.printing.dividers import dividers
from cardkit.cli.printing.kit import kit
from cardkit.cli.printing.labels import labels
from cardkit.cli.printing.options import (
    PaperOption,
    chosen_label_sheet,
    chosen_paper,
)
from cardkit.cli.printing.preview import preview
from cardkit.cli.printing.proxies import proxies
from cardkit.cli.printing.stickers import stickers

__all__ = [
    "PaperOption",
    "chosen_label_sheet",
    "chosen_paper",
    "extent_text",
    "register",
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        name="print",
        help="Make PDF files to print: cards, stickers, labels, dividers, the whole kit.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command("proxies")(proxies)
    group.command("stickers")(stickers)
    group.command("labels")(labels)
    group.command("dividers")(dividers)
    group.command("kit")(kit)
    group.command("preview")(preview)
    group.command("calibration")(calibration)
    group.command("profile")(profile)
    app.add_typer(group)
