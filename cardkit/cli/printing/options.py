"""The options that the ``print`` commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.errors import InputError, UsageError

if TYPE_CHECKING:
    from cardkit.printing import LabelSheet, Paper
    from cardkit.settings import Settings

Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="Write FILE; - is the standard output.", metavar="FILE"),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Write nothing; show what would lie where.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the plan as one JSON document.")]


PaperOption = Annotated[
    str | None,
    typer.Option(
        "--paper",
        help="a4, letter, legal, a3, tabloid, a2, a1 or WxH in mm.",
        metavar="PAPER",
        show_default="your country's",
    ),
]


def chosen_paper(settings: Settings, wanted: str | None = None) -> Paper:
    """Return the paper that an option names, else the settings, else the country's.

    Raises:
        UsageError: the option names none.
    """
    from cardkit.printing import paper_named, paper_of_locale

    if wanted is not None:
        try:
            return paper_named(wanted)
        except InputError as error:
            raise UsageError(f"--paper: {error}") from error
    named = settings.printing.paper
    return paper_named(named) if named else paper_of_locale(_locales())


def chosen_label_sheet(
    settings: Settings, wanted: str | None = None, kind: str = "decks"
) -> LabelSheet:
    """Return the label sheet that an option names, else the settings, else the paper's.

    Args:
        settings: hold the owner's own sheets.
        wanted: the option: a name, or a TOML file that describes a sheet.
        kind: what the labels are for, see :class:`cardkit.printing.LabelKind`.

    Raises:
        UsageError: the option names none.
        InputError: an own sheet makes no sense.
    """
    from cardkit.printing import LabelKind, label_sheet_for, label_sheet_named
    from cardkit.printing.label_sheets import own_label_sheets, read_label_sheet

    own = own_label_sheets(settings.printing.sheets, where="cardkit.toml")
    if wanted is not None:
        if wanted.casefold().endswith(".toml"):
            return read_label_sheet(Path(wanted))
        try:
            return label_sheet_named(wanted, own)
        except InputError as error:
            raise UsageError(f"--sheet: {error}") from error
    named = settings.printing.labels
    if named:
        return label_sheet_named(named, own)
    return label_sheet_for(chosen_paper(settings), LabelKind(kind))


def _locales() -> list[str]:
    """Names of the locale, the deciding one first."""
    if os.name == "nt":
        import locale

        return [locale.getlocale()[0] or ""]
    # Not locale.getlocale(): it takes the neutral C.UTF-8 for American.
    return [os.environ.get(name, "") for name in ("LC_ALL", "LC_PAPER", "LANG")]
