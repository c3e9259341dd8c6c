"""``catalogue``: the cards known on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.output import Invocation, table, wrap
from cardkit.errors import ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardkit.catalogue import Added, Catalogue, CatalogueInfo
    from cardkit.findings import Finding

_SHOWN_FINDINGS = 20

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

commands = typer.Typer(help="The cards known on this machine.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(commands, name="catalogue")


@commands.command("add")
def add(
    context: typer.Context,
    path: Annotated[
        Path, typer.Argument(help="A folder, zip or tar of card data.", metavar="FOLDER|ARCHIVE")
    ],
    json: Json = False,
) -> None:
    """Add cards from a copy of the public bulk data.

    The folder or archive holds cards/en/*.json and sets/en.json, anywhere
    inside. Exit code 1 when a card or file could not be read.
    """
    from cardkit.catalogue import Catalogue

    invocation: Invocation = context.obj
    with Catalogue.open() as catalogue:
        added, findings = _add(invocation, catalogue, path)
    if json:
        document = {
            "format": "cardkit-catalogue-add/1",
            **added.to_dict(),
            "findings": [finding.to_dict() for finding in findings],
        }
        invocation.json(document)
    else:
        _show_added(invocation, added, findings)
    if any(finding.severity == "error" for finding in findings):
        raise typer.Exit(ExitCode.FINDING)


@commands.command("info")
def info(context: typer.Context, json: Json = False) -> None:
    """Show where the catalogue is and what it holds."""
    from cardkit.catalogue import Catalogue

    invocation: Invocation = context.obj
    with Catalogue.open() as catalogue:
        found = catalogue.info()
    if json:
        invocation.json({"format": "cardkit-catalogue-info/1", **found.to_dict()})
        return
    invocation.result(_info_text(found))
    if not found.stored:
        invocation.say("\nTo keep cards, set CARDKIT_CATALOGUE to a path that you may write to.")
    elif found.cards == found.starter_cards:
        invocation.say("\nAdd more cards with: cardkit catalogue add FOLDER|ARCHIVE")


def _add(invocation: Invocation, catalogue: Catalogue, path: Path) -> tuple[Added, list[Finding]]:
    from datetime import UTC, datetime
    from itertools import chain

    from cardkit.sources.bulk import stream_bulk

    files = stream_bulk(path)
    first = next(files)
    findings: list[Finding] = []
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with (
        catalogue.adding(f"bulk data: {path.resolve().name}", added_at=now) as batch,
        invocation.progress("Reading card data", first.of) as progress,
    ):
        for file in chain([first], files):
            batch.put_sets(file.sets)
            batch.put_cards(file.cards)
            findings += file.findings
            progress.advance()
        return batch.finish(), findings


def _show_added(invocation: Invocation, added: Added, findings: Sequence[Finding]) -> None:
    from cardkit.findings import Severity

    # What is missing comes before what was only left out.
    worst_first = sorted(findings, key=lambda each: list(Severity).index(each.severity))
    invocation.findings(worst_first[:_SHOWN_FINDINGS])
    if len(findings) > _SHOWN_FINDINGS:
        more = len(findings) - _SHOWN_FINDINGS
        invocation.result(f"... and {more} more findings; --json lists them all")
    if findings:
        invocation.result("")
    rows = [
        ("cards", added.cards_added, added.cards_updated, added.cards_unchanged),
        ("sets", added.sets_added, added.sets_updated, added.sets_unchanged),
    ]
    cells = [(name, *(f"{count:,}" for count in counts)) for name, *counts in rows]
    invocation.result(table(("", "added", "updated", "unchanged"), cells, right=" >>>"))
    if added.changed:
        invocation.say("\nThe catalogue knows them now. Next: cardkit import FILE")
    else:
        invocation.say("\nThe catalogue knew all of this before; nothing was changed.")


def _info_text(found: CatalogueInfo) -> str:
    size = f" ({found.size_bytes / 1e6:.1f} MB)" if found.stored else " (in memory only)"
    lines = [f"{found.path}{size}", f"{found.cards:,} cards in {found.sets:,} sets"]
    if found.starter_cards:
        lines.append(f"{found.starter_cards:,} of them come with cardkit and carry no card texts")
    sources = [
        (source.name, f"{source.cards:,}", _date(source.added_at)) for source in found.sources
    ]
    eras = [(era.name, f"{era.sets:,}", f"{era.cards:,}") for era in found.eras]
    return "\n".join(
        (
            *map(wrap, lines),
            "",
            table(("source", "cards", "added"), sources, right=" >"),
            "",
            table(("era", "sets", "cards"), eras, right=" >>"),
        )
    )


def _date(added_at: str) -> str:
    return added_at[:16].replace("T", " ")
