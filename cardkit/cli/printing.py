"""``print proxies`` and ``print labels``: PDF files for the printer at home."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.output import Invocation, table, wrap
from cardkit.errors import InputError, UsageError

if TYPE_CHECKING:
    from cardkit.cli.pool import OpenedPool
    from cardkit.printing import LabelSheet, Paper, PrintJob, PrintPlan, ProxyCard
    from cardkit.settings import Settings


class PaperName(StrEnum):
    """The papers of ``templates/papers.toml``."""

    A4 = "a4"
    LETTER = "letter"


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
    PaperName | None,
    typer.Option(
        "--paper",
        help="The paper in the printer.",
        show_default="your country's",
        case_sensitive=False,
    ),
]
Choose = Annotated[
    list[str] | None,
    typer.Option("--choose", help="A card that is wanted, by id or name.", metavar="CARD"),
]
Kind = Annotated[
    list[str] | None,
    typer.Option("--type", help="A type that comes before others.", metavar="TYPE"),
]
Count = Annotated[
    list[str] | None,
    typer.Option("--count", help="How many in all; or DECK=N for one deck.", metavar="N"),
]
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

_ONE_OF = {"proxies": "proxy", "labels": "label"}


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        name="print",
        help="Make PDF files to print: proxies for missing cards, labels for the decks.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command("proxies")(proxies)
    group.command("labels")(labels)
    app.add_typer(group)


def proxies(
    context: typer.Context,
    output: Output = None,
    paper: PaperOption = None,
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
    cards = _proxy_cards(opened)
    target = _target(invocation, output, "proxies.pdf", json=json, dry_run=dry_run or not cards)
    target.refuse_existing(force=force)
    job = proxies_pdf(cards, paper=chosen_paper(opened.settings, paper), title=opened.name)
    if cards:
        _deliver(invocation, job, target, force=force, json=json)
        return
    if json:
        invocation.json(_document(job, target))
    invocation.say("No deck lacks a card, so there is nothing to print.")
    invocation.say("Ask for proxies all the same with --choose or --count.")


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
    target = _target(invocation, output, "labels.pdf", json=json, dry_run=dry_run)
    target.refuse_existing(force=force)
    job = labels_pdf(
        deck_labels(opened.complete, opened.settings.requirements.sleeves),
        sheet=chosen,
        start_at=start_at,
        outline=outline,
        title=opened.name,
    )
    _deliver(invocation, job, target, force=force, json=json)


def _proxy_cards(opened: OpenedPool) -> tuple[ProxyCard, ...]:
    from cardkit.catalogue import Catalogue
    from cardkit.printing import proxy_cards

    if not opened.proxies:
        return ()
    with Catalogue.open() as catalogue:
        return proxy_cards(opened.proxies, catalogue.card_set)


def chosen_paper(settings: Settings, wanted: str | None = None) -> Paper:
    """Return the paper that an option names, else the settings, else the country's."""
    from cardkit.printing import paper_named, paper_of_locale

    named = wanted or settings.printing.paper
    return paper_named(named) if named else paper_of_locale(_locales())


def chosen_label_sheet(settings: Settings, wanted: str | None = None) -> LabelSheet:
    """Return the label sheet that an option names, else the settings, else the paper's.

    Raises:
        UsageError: the option names none.
    """
    from cardkit.printing import label_sheet_for, label_sheet_named

    if wanted is not None:
        try:
            return label_sheet_named(wanted)
        except InputError as error:
            raise UsageError(f"--sheet: {error}") from error
    named = settings.printing.labels
    return label_sheet_named(named) if named else label_sheet_for(chosen_paper(settings))


def _locales() -> list[str]:
    """Names of the locale, the deciding one first."""
    if os.name == "nt":
        import locale

        return [locale.getlocale()[0] or ""]
    # Not locale.getlocale(): it takes the neutral C.UTF-8 for American.
    return [os.environ.get(name, "") for name in ("LC_ALL", "LC_PAPER", "LANG")]


@dataclass(frozen=True, slots=True)
class _Target:
    """Where the PDF goes: a file, the standard output, or nowhere (``--dry-run``)."""

    path: Path | None = None
    to_output: bool = False

    def refuse_existing(self, *, force: bool) -> None:
        """Refuse a file that exists before any work is done."""
        if self.path is not None and self.path.is_file() and not force:
            raise InputError(
                "the file exists already", where=str(self.path), remedy="add --force to replace it"
            )


def _target(
    invocation: Invocation, output: Path | None, name: str, *, json: bool, dry_run: bool
) -> _Target:
    if dry_run:
        return _Target()
    if output is None or str(output) != "-":
        return _Target(invocation.folder / name if output is None else output)
    if json:
        raise UsageError("--json and -o - cannot share the standard output")
    if sys.stdout.isatty():
        raise UsageError("a PDF is nothing for a terminal; name a file with -o")
    return _Target(to_output=True)


def _deliver(
    invocation: Invocation, job: PrintJob, target: _Target, *, force: bool, json: bool
) -> None:
    """Write the file and say what it is and how to print it; or show what it would be."""
    from cardkit.files import write_atomic

    if target.to_output:
        sys.stdout.buffer.write(job.content)
    elif target.path is not None:
        write_atomic(target.path, job.content, force=force)
    if json:
        invocation.json(_document(job, target))
    elif target == _Target():
        invocation.result(_plan_text(job.plan))
    for finding in job.warnings:
        remedy = f"; {finding.remedy}" if finding.remedy else ""
        invocation.say(wrap(f"{finding.severity}: {finding.where}: {finding.what}{remedy}"))
    if target != _Target():
        written = (
            "wrote the PDF" if target.path is None else f"wrote {shlex.quote(str(target.path))}"
        )
        remark = "Print at 100 % (actual size), never fitted to the page."
        invocation.say(wrap(f"{written}: {extent_text(job.plan)}. {remark}"))


def _document(job: PrintJob, target: _Target) -> dict[str, Any]:
    """Return the plan as ``schemas/print-plan.schema.json`` describes it."""
    return job.plan.to_dict() | {
        "file": None if target.path is None else str(target.path),
        "warnings": [finding.to_dict() for finding in job.warnings],
    }


def _plan_text(plan: PrintPlan) -> str:
    rows = [
        (
            piece.slot.page,
            (piece.slot.row - 1) * plan.grid.columns + piece.slot.column,
            f"{piece.slot.x_mm:.2f}",
            f"{piece.slot.y_mm:.2f}",
            piece.name,
            piece.what,
        )
        for piece in plan.pieces
    ]
    headers = ("page", "place", "x mm", "y mm", "name", "what")
    size = f"{plan.grid.width_mm:g} x {plan.grid.height_mm:g} mm"
    summary = f"{extent_text(plan)}; each {size}, x and y from the sheet's top left corner"
    return f"{table(headers, rows, right='>>>>')}\n\n{wrap(summary)}"


def extent_text(plan: PrintPlan) -> str:
    """Return e.g. ``14 proxies on 2 pages, A4 (210 x 297 mm)``."""
    noun = plan.product if len(plan.pieces) != 1 else _ONE_OF[plan.product]
    pages = f"{plan.pages} page{'' if plan.pages == 1 else 's'}"
    return f"{len(plan.pieces)} {noun} on {pages}, {plan.sheet}"
