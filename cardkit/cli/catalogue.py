"""``catalogue``: the cards known on this machine, and where they come from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.fetching import (
    OfflineOption,
    SourceName,
    SourceOption,
    added_text,
    fetch,
    findings_text,
)
from cardkit.cli.output import Invocation, finding_text, table, wrap
from cardkit.errors import ExitCode, UsageError
from cardkit.plurals import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from cardkit.cards import SetId
    from cardkit.catalogue import Added, Catalogue, CatalogueInfo, Conflict
    from cardkit.findings import Finding
    from cardkit.sources.base import FetchRequest
    from cardkit.sources.updating import Updated

_MOST_CONFLICTS = 60
"""Lines of a table for people; the JSON document has all."""
_DAYS_OF_A_MONTH = 61
"""From here on an age is given in months."""

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

commands = typer.Typer(help="The cards known on this machine.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(commands, name="catalogue")


@commands.command("update")
def update(
    context: typer.Context,
    source: SourceOption = SourceName.SNAPSHOT,
    sets: Annotated[
        list[str] | None, typer.Option("--set", help="Only this set.", metavar="SET")
    ] = None,
    since: Annotated[
        str | None, typer.Option(help="Only sets released since then.", metavar="YYYY-MM-DD")
    ] = None,
    languages: Annotated[
        list[str] | None,
        typer.Option(
            "--language",
            help="Names in this language instead: fr, de, es, it, pt. From tcgdex.",
            metavar="XX",
        ),
    ] = None,
    address: Annotated[
        str | None, typer.Option(help="Take the snapshot from here.", metavar="URL")
    ] = None,
    offline: OfflineOption = False,
    json: Json = False,
) -> None:
    """Bring new cards and sets from a source; what is known stays.

    --set and --language may be given several times. Exit code 1 when a part
    did not arrive, 4 when the source does not answer; the catalogue is whole
    and usable in either case.
    """
    from cardkit.catalogue import Catalogue

    invocation: Invocation = context.obj
    with Catalogue.open() as catalogue:
        request = _request(catalogue, source, sets, since, languages)
        updated = fetch(invocation, catalogue, source, request, offline=offline, address=address)
        cards = catalogue.size
    if json:
        document = {
            "format": "cardkit-catalogue-update/1",
            "source": updated.source,
            "current": updated.is_current,
            **updated.added.to_dict(),
            "catalogue_cards": cards,
            "findings": [finding.to_dict() for finding in updated.findings],
        }
        invocation.json(document)
    else:
        _show_updated(invocation, updated, cards)
    if not updated.is_complete:
        raise typer.Exit(ExitCode.FINDING)


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
def info(
    context: typer.Context,
    conflicts: Annotated[
        bool, typer.Option("--conflicts", help="List the fields on which sources disagree.")
    ] = False,
    json: Json = False,
) -> None:
    """Show where the catalogue is, what it holds and how old that is."""
    from datetime import UTC, datetime

    from cardkit.catalogue import Catalogue

    invocation: Invocation = context.obj
    with Catalogue.open() as catalogue:
        found = catalogue.info()
        disagreements = catalogue.conflicts() if conflicts else ()
    if json:
        document = {"format": "cardkit-catalogue-info/1", **found.to_dict()}
        if conflicts:
            document["disagreements"] = [each.to_dict() for each in disagreements]
        invocation.json(document)
        return
    if conflicts:
        invocation.result(_conflicts_text(disagreements))
        return
    invocation.result(_info_text(found, datetime.now(UTC)))
    if not found.stored:
        invocation.say("\nTo keep cards, set CARDKIT_CATALOGUE to a path that you may write to.")
    elif found.cards == found.starter_cards:
        invocation.say("\nGet all other cards with: cardkit catalogue update")
    elif found.conflicts:
        invocation.say("\nSee where sources disagree with: cardkit catalogue info --conflicts")


@commands.command("verify")
def verify(context: typer.Context, json: Json = False) -> None:
    """Check the catalogue, and name cards that no rule can place.

    Exit code 1 when it is damaged.
    """
    from cardkit.catalogue import Catalogue
    from cardkit.findings import Severity

    invocation: Invocation = context.obj
    with Catalogue.open() as catalogue:
        findings = catalogue.verify()
        cards = catalogue.size
    sound = all(finding.severity is not Severity.ERROR for finding in findings)
    if json:
        document = {
            "format": "cardkit-catalogue-verify/1",
            "sound": sound,
            "cards": cards,
            "findings": [finding.to_dict() for finding in findings],
        }
        invocation.json(document)
    else:
        for finding in findings:
            invocation.result(finding_text(finding))
        if sound:
            invocation.result(f"The catalogue is sound: {counted(cards, 'card')}.")
    if not sound:
        raise typer.Exit(ExitCode.FINDING)


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
            batch.put_rows(file.rows)
            findings += file.findings
            progress.advance()
        return batch.finish(), findings


def _show_added(invocation: Invocation, added: Added, findings: Sequence[Finding]) -> None:
    _show_findings(invocation, findings)
    invocation.result(added_text(added))
    if added.changed:
        invocation.say("\nThe catalogue knows them now. Next: cardkit import FILE")
    else:
        invocation.say("\nThe catalogue knew all of this before; nothing was changed.")


def _request(
    catalogue: Catalogue,
    source: SourceName,
    sets: Sequence[str] | None,
    since: str | None,
    languages: Sequence[str] | None,
) -> FetchRequest:
    from cardkit.sources.base import FetchRequest

    if languages and source is not SourceName.TCGDEX:
        raise UsageError(
            f"names in other languages come from tcgdex, not from {source}: add --source tcgdex"
        )
    return FetchRequest(
        sets=_sets(catalogue, sets) if sets else None,
        since=_date(since) if since is not None else None,
        languages=tuple(languages or ("en",)),
    )


def _sets(catalogue: Catalogue, labels: Iterable[str]) -> tuple[SetId, ...]:
    """Return the sets that labels mean; one that nobody knows may be new."""
    from cardkit.cards import SetId

    found: list[SetId] = []
    for label in labels:
        known = catalogue.sets_by_label(label)
        if not known and not re.fullmatch(r"[A-Za-z0-9.]+", label):
            raise UsageError(
                f"--set expects the name, code or identifier of a set, got {label!r};"
                " a new one is known by its identifier only, such as sv3pt5"
            )
        found += known or (SetId(label),)
    return tuple(dict.fromkeys(found))


def _date(text: str) -> date:
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--since expects a day such as 2026-01-30, got {text!r}") from None


def _show_updated(invocation: Invocation, updated: Updated, cards: int) -> None:
    if updated.is_current:
        invocation.result(f"Nothing is new; the catalogue has {counted(cards, 'card')}.")
        return
    _show_findings(invocation, updated.findings)
    invocation.result(added_text(updated.added))
    if updated.added.changed:
        text = (
            f"The catalogue has {counted(cards, 'card')} now; rows of a collection that lacked "
            "theirs are settled. Next: cardkit check"
        )
        invocation.say(f"\n{wrap(text)}")
    else:
        invocation.say(f"\nThe catalogue knew all of this before; it has {counted(cards, 'card')}.")


def _show_findings(invocation: Invocation, findings: Sequence[Finding]) -> None:
    if findings:
        invocation.result(f"{findings_text(findings)}\n")


def _conflicts_text(disagreements: Sequence[Conflict]) -> str:
    if not disagreements:
        return "The sources agree on HP, types and rarity of every card."
    rows = [
        (each.card_id, each.name, each.field, "; ".join(map(": ".join, each.values)))
        for each in disagreements
    ]
    text = table(("card", "name", "field", "who says what"), rows[:_MOST_CONFLICTS])
    if len(rows) > _MOST_CONFLICTS:
        text += f"\n... and {len(rows) - _MOST_CONFLICTS:,} more; --json has them all"
    return f"{text}\nWhat stands first counts."


def _info_text(found: CatalogueInfo, now: datetime) -> str:
    size = f" ({found.size_bytes / 1e6:.1f} MB)" if found.stored else " (in memory only)"
    lines = [
        f"{found.path}{size}",
        f"{counted(found.cards, 'card')} in {counted(found.sets, 'set')}",
    ]
    if found.starter_cards:
        lines.append(
            f"{found.starter_cards:,} of them "
            f"{agreeing(found.starter_cards, 'comes', 'come')} with cardkit, without card texts"
        )
    if found.languages:
        counts = ", ".join(f"{language} {count:,}" for language, count in found.languages.items())
        lines.append(f"names in other languages: {counts}")
    if found.conflicts:
        lines.append(f"sources disagree on {found.conflicts:,} HP, types or rarities")
    sources = [
        (each.name, f"{each.cards:,}", _day(each.added_at), _age(each.added_at, now))
        for each in found.sources
    ]
    eras = [(era.name, f"{era.sets:,}", f"{era.cards:,}") for era in found.eras]
    return "\n".join(
        (
            *map(wrap, lines),
            "",
            table(("source", "cards", "as of", "age"), sources, right=" >"),
            "",
            table(("era", "sets", "cards"), eras, right=" >>"),
        )
    )


def _day(added_at: str) -> str:
    return added_at[:16].replace("T", " ")


def _age(added_at: str, now: datetime) -> str:
    """Return how old something is: today, 1 day, 40 days, 3 months."""
    from datetime import datetime

    if not added_at:
        return ""
    days = (now - datetime.fromisoformat(added_at)).days
    if days < 1:
        return "today"
    if days < _DAYS_OF_A_MONTH:
        return counted(days, "day")
    return counted(days // 30, "month")
