"""Bringing cards from a source: what ``catalogue update``, ``add`` and ``import --api`` share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.output import Invocation, finding_text, table
from cardkit.errors import ExitCode
from cardkit.plurals import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardkit.catalogue import Added, Catalogue
    from cardkit.cli.output import Progress
    from cardkit.findings import Finding
    from cardkit.sources.base import Batch, FetchRequest
    from cardkit.sources.updating import Updated

_SHOWN_FINDINGS = 20
_MEGABYTE = 1_000_000


class SourceName(StrEnum):
    """What ``--source`` can name, the one to begin with first."""

    SNAPSHOT = "snapshot"
    TCGDEX = "tcgdex"
    API = "ptcgapi"


SourceOption = Annotated[SourceName, typer.Option("--source", help="Where the cards come from.")]
OfflineOption = Annotated[
    bool, typer.Option("--offline", help="Make no connection; the same as cardkit --offline.")
]


def fetch(
    invocation: Invocation,
    catalogue: Catalogue,
    name: SourceName,
    request: FetchRequest,
    *,
    offline: bool = False,
    address: str | None = None,
    arrived: list[Batch] | None = None,
) -> Updated:
    """Add what a source has to the catalogue, and show how far it is.

    Args:
        invocation: names the folder of the settings.
        catalogue: what is added to.
        name: the source.
        request: what is wanted of it.
        offline: make no connection, whatever the invocation says.
        address: of the snapshot, for this command only.
        arrived: filled with what arrives.
    """
    from datetime import UTC, datetime

    from cardkit.settings import load_sources
    from cardkit.sources.choosing import http_of, source_named
    from cardkit.sources.updating import update_catalogue

    tables = load_sources(invocation.folder)
    batches = 0

    def note(batch: Batch) -> None:
        nonlocal batches
        batches += 1
        reading.advance()
        if arrived is not None:
            arrived.append(batch)

    with (
        _downloading(invocation) as download,
        invocation.progress("Card data, files or sets read") as reading,
        http_of(tables, offline=offline or invocation.offline) as http,
    ):
        source = source_named(name, tables, address=address, progress=download)
        try:
            return update_catalogue(
                catalogue, source, request, http, at=datetime.now(UTC), arrived=note
            )
        except KeyboardInterrupt:
            if source.in_one_piece or not batches:
                raise
            sys.stderr.write(
                "interrupted; what had arrived is kept, run the command again for the rest\n"
            )
            raise typer.Exit(ExitCode.INTERRUPTED) from None


@contextmanager
def _downloading(invocation: Invocation) -> Iterator[_Download]:
    with invocation.progress("Downloading, megabytes") as bar:
        yield _Download(bar)


class _Download:
    """Shows how many megabytes of a download have arrived."""

    def __init__(self, bar: Progress) -> None:
        self._bar, self._shown = bar, 0

    def __call__(self, done: int, _of: int | None) -> None:
        megabytes = done // _MEGABYTE
        self._bar.advance(megabytes - self._shown)
        self._shown = megabytes


def added_text(added: Added) -> str:
    """Return what an addition to the catalogue did, as a table."""
    rows = [
        ("cards", added.cards_added, added.cards_updated, added.cards_unchanged),
        ("sets", added.sets_added, added.sets_updated, added.sets_unchanged),
    ]
    cells = [(name, *(f"{count:,}" for count in counts)) for name, *counts in rows]
    text = table(("", "added", "updated", "unchanged"), cells, right=" >>>")
    if added.names:
        text += (
            f"\n{counted(added.names, 'name')} in other languages "
            f"{agreeing(added.names, 'is', 'are')} new or changed"
        )
    return text


def findings_text(findings: Sequence[Finding]) -> str:
    """Return the worst findings as paragraphs, and how many more there are."""
    from cardkit.findings import Severity

    # What is missing comes before what was only left out.
    worst_first = sorted(findings, key=lambda each: list(Severity).index(each.severity))
    paragraphs = [finding_text(finding) for finding in worst_first[:_SHOWN_FINDINGS]]
    if len(findings) > _SHOWN_FINDINGS:
        more = len(findings) - _SHOWN_FINDINGS
        paragraphs.append(f"... and {counted(more, 'more finding')}; --json has all of them")
    return "\n".join(paragraphs)
