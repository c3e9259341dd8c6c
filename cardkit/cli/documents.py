"""``manifest`` and ``schema``: the documents that other programs read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.hints import quoted
from cardkit.cli.output import Invocation, finding_text, table, wrap
from cardkit.cli.proxy_options import ChosenCards, ProxyCounts, WantedTypes, say_proxies
from cardkit.cli.streams import tell
from cardkit.errors import ExitCode, UsageError
from cardkit.nearness import nearest
from cardkit.plurals import agreeing, counted

if TYPE_CHECKING:
    from cardkit.cli.pool import OpenedPool, ProxyWishes
    from cardkit.manifest import Manifest

_ENDING = ".schema.json"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("manifest")(manifest)
    app.command("schema")(schema)


def manifest(
    context: typer.Context,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Write FILE; - is the standard output.", metavar="FILE"
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(help="The name of the game.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    proxies: Annotated[
        bool, typer.Option("--proxies/--no-proxies", help="Fill short decks with proxies.")
    ] = True,
    choose: ChosenCards = None,
    kind: WantedTypes = None,
    count: ProxyCounts = None,
    validate: Annotated[
        Path | None,
        typer.Option(help="Check FILE instead; - is the standard input.", metavar="FILE"),
    ] = None,
) -> None:
    """Write the pool as a document that a game can be played with.

    The document is complete in itself: the referee needs nothing else. Which proxies: as
    `cardkit proxies` shows with the same options; what is to hold for every command stands under
    [proxies] in cardkit.toml. Exit code 1 when the pool cannot be played yet.
    """
    from cardkit.cli.pool import ProxyWishes

    invocation: Invocation = context.obj
    chosen = bool(choose or kind or count)
    if validate is not None:
        if output is not None or name is not None or force or not proxies or chosen:
            raise UsageError("--validate checks a file that exists and takes no other option")
        _validate(invocation, validate)
        return
    if chosen and not proxies:
        raise UsageError("--no-proxies takes none: leave out --choose, --type and --count")
    wishes = ProxyWishes.of(choose or (), kind or (), count or ()) if proxies else None
    _write(invocation, output, name=name, force=force, wishes=wishes)


def schema(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(help="Print this schema.", show_default="list them")
    ] = None,
) -> None:
    """Print a JSON schema of the documents, or list them."""
    from cardkit import resources

    invocation: Invocation = context.obj
    known = [file.removesuffix(_ENDING) for file in resources.names("schemas")]
    if name is None:
        rows = [(one, _gist(resources.schema(one).get("description", ""))) for one in known]
        invocation.result(table(("schema", "what it describes"), rows))
        invocation.say("Print one with: cardkit schema NAME")
        return
    if name not in known:
        near = nearest(name, known)
        meant = f"; did you mean {near}?" if near else ""
        raise UsageError(f"expects one of {', '.join(known)}, got {name!r}{meant}")
    text = resources.resource("schemas", name + _ENDING).read_text(encoding="utf-8")
    invocation.result(text.rstrip("\n"))


def _write(
    invocation: Invocation,
    output: Path | None,
    *,
    name: str | None,
    force: bool,
    wishes: ProxyWishes | None,
) -> None:
    from cardkit.cli.pool import open_pool
    from cardkit.files import write_atomic
    from cardkit.manifest import Manifest, name_some, unplayable, write_manifest

    opened = open_pool(invocation, wishes)
    _refuse_short(opened)
    made = Manifest.from_pool(
        opened.complete,
        name=opened.name if name is None else name,
        rules=opened.settings.house_rules,
        requirements=opened.settings.requirements,
    )
    text = write_manifest(made)
    if output is None or str(output) == "-":
        invocation.result(text.rstrip("\n"))
    else:
        write_atomic(output, text.encode(), force=force)
    left_out = unplayable(opened.complete)
    if left_out:
        names = name_some([entry.card for entry in left_out])
        invocation.say(
            wrap(
                f"left out, for their HP and types are not known: {names}. "
                "Bring them in: cardkit catalogue update"
            )
        )
    if output is not None and str(output) != "-":
        next_command = f"cardkit referee {quoted(output)}"
        invocation.say(wrap(f"wrote {output}: {_size(made)}. Next: {next_command}"))
    if wishes is not None:
        say_proxies(invocation, opened.proxies, wishes, opened.settings.proxies)


def _refuse_short(opened: OpenedPool) -> None:
    """Say what keeps a pool from being played, in the words of ``check``.

    Raises:
        Exit: something does.
    """
    errors = [finding for finding in opened.findings if finding.severity == "error"]
    if not errors:
        return
    for finding in errors:
        tell(finding_text(finding))
    tell(wrap("No manifest is written: the pool cannot be played yet."))
    raise typer.Exit(ExitCode.FINDING)


def _size(made: Manifest) -> str:
    entries = [entry for deck in made.decks.values() for entry in deck]
    cards = sum(entry.count for entry in entries)
    proxies = sum(entry.count for entry in entries if entry.proxy)
    return (
        f"{counted(cards, 'card')}, {proxies:,} of them {agreeing(proxies, 'a proxy', 'proxies')}, "
        f"and {sum(made.energy.values()):,} Energy"
    )


def _gist(description: str) -> str:
    return re.split(r"[.:](?:\s|$)", description, maxsplit=1)[0]


def _validate(invocation: Invocation, path: Path) -> None:
    from cardkit.cli.manifests import manifest_of

    found = manifest_of(path)
    where = "standard input" if str(path) == "-" else str(path)
    invocation.result(wrap(f"{where}: valid"))
    invocation.result(_summary(found))


def _summary(found: Manifest) -> str:
    from cardkit.decks import RarityDeck

    rows = [
        (
            f"{deck.mark} {deck.label}",
            found.size(deck),
            sum(entry.count for entry in found.decks[deck] if entry.proxy),
            found.minimums[deck],
        )
        for deck in RarityDeck
    ]
    energy = ", ".join(f"{kind.value} {count}" for kind, count in found.energy.items())
    return "\n".join(
        (
            wrap(f"{found.name}, digest {found.digest()[:12]}"),
            table(("deck", "cards", "proxies", "least"), rows, right="<>>>"),
            wrap(f"Energy: {sum(found.energy.values())} ({energy})"),
        )
    )
