"""``add``: cards that the owner names, or whole sets; and what ``import --api`` brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.fetching import OfflineOption, SourceName, SourceOption, fetch, findings_text
from cardkit.cli.output import Invocation, table, wrap
from cardkit.errors import InputError, UsageError
from cardkit.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardkit.cards import Card, SetId
    from cardkit.catalogue import Catalogue
    from cardkit.collection import Change, Collection, Repeat
    from cardkit.imports.by_hand import Named
    from cardkit.sources.base import Batch
    from cardkit.sources.updating import Updated

_MOST_LINES = 60
"""Lines of a table for people; the JSON document has all."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("add")(add)


def add(
    context: typer.Context,
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            help='An id, "MEW 6" or a name; =N for N copies.',
            metavar="CARD[=N]",
            show_default=False,
        ),
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", help="Every card of this set, once.", metavar="SET"),
    ] = None,
    source: SourceOption = SourceName.SNAPSHOT,
    offline: OfflineOption = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Add cards to the collection by hand, and say what they were taken for.

    A set that the catalogue lacks is fetched from the source.
    """
    from datetime import UTC, datetime

    from cardkit.catalogue import Catalogue
    from cardkit.collection import Collection
    from cardkit.imports.by_hand import cards_named, rows_by_hand

    invocation: Invocation = context.obj
    if not cards and not sets:
        raise UsageError('expects cards such as sv3pt5-6 or "MEW 6"=2, or --set')
    with (
        Collection.open(invocation.folder, create=True) as collection,
        Catalogue.open() as catalogue,
    ):
        named = list(cards_named(catalogue, cards or ()))
        named += _whole_sets(invocation, catalogue, sets or (), source, offline=offline)
        change = collection.add_by_hand(
            rows_by_hand(catalogue, named), words=_words(named, sets or ()), at=datetime.now(UTC)
        )
        _show(invocation, catalogue, named, json=json)
    say_made_folder(invocation, collection)
    _say_what_changed(invocation, change)


def _whole_sets(
    invocation: Invocation,
    catalogue: Catalogue,
    labels: Sequence[str],
    source: SourceName,
    *,
    offline: bool,
) -> list[Named]:
    """Return every card of some sets; those that the catalogue lacks are fetched first."""
    from cardkit.imports.by_hand import Named
    from cardkit.sources.base import FetchRequest

    sets = {label: _set_meant(catalogue, label) for label in labels}
    lacking = [each for each in sets.values() if not catalogue.has_whole_set(each)]
    if lacking:
        request = FetchRequest(sets=tuple(dict.fromkeys(lacking)))
        updated = fetch(invocation, catalogue, source, request, offline=offline)
        _refuse_incomplete(invocation, updated, "what is asked for")
    return [
        Named(text=f"--set {label}", card=card, count=1)
        for label, set_id in sets.items()
        for card in catalogue.cards_of(set_id)
    ]


def _set_meant(catalogue: Catalogue, label: str) -> SetId:
    from cardkit.cards import SetId

    known = catalogue.sets_by_label(label)
    return known[0] if known else SetId(label)


def import_query(
    invocation: Invocation, query: str, repeat: Repeat, *, offline: bool, dry_run: bool, json: bool
) -> None:
    """Add what a query finds to the collection: ``import --api``.

    Offline, the catalogue answers.
    """
    from datetime import UTC, datetime

    from cardkit.catalogue import Catalogue
    from cardkit.collection import Collection
    from cardkit.imports.by_hand import Named, rows_of_query

    with (
        Collection.open(invocation.folder, create=True) as collection,
        Catalogue.open() as catalogue,
    ):
        if offline or invocation.offline:
            cards = _answer(catalogue, query)
        else:
            cards = _asked(invocation, catalogue, query)
        if not cards:
            raise InputError(f"no card fits the query, got {query!r}", remedy="ask for less")
        named = [Named(text=query, card=card, count=1) for card in cards]
        new = rows_of_query(catalogue, named, query)
        change = None
        if not dry_run:
            change = collection.add_import(new, at=datetime.now(UTC), repeat=repeat)
        _show(invocation, catalogue, named, json=json)
    if change is None:
        invocation.say("Nothing was changed: this was a dry run.")
    else:
        say_made_folder(invocation, collection)
        _say_what_changed(invocation, change)


def _asked(invocation: Invocation, catalogue: Catalogue, query: str) -> list[Card]:
    """Return what the API finds; the catalogue has it then, too."""
    from cardkit.errors import SourceUnavailable
    from cardkit.sources.base import FetchRequest

    batches: list[Batch] = []
    request = FetchRequest(query=query)
    try:
        updated = fetch(invocation, catalogue, SourceName.API, request, arrived=batches)
    except SourceUnavailable as error:
        raise SourceUnavailable(f"{error}; with --offline it answers the query itself") from error
    _refuse_incomplete(invocation, updated, "the answer")
    found = (catalogue.card(card.card_id) for batch in batches for card in batch.cards)
    return [card for card in found if card is not None]


def _answer(catalogue: Catalogue, query: str) -> list[Card]:
    """Return what the catalogue finds."""
    from cardkit.sources.queries import ANSWERED_FIELDS, fields_of, matches
    from cardkit.sources.query_text import parse_query

    part = parse_query(query)
    unknown = sorted(fields_of(part) - ANSWERED_FIELDS)
    if unknown:
        raise UsageError(
            f"the catalogue cannot answer a query for {', '.join(unknown)}; without --offline the"
            " Pokemon TCG API can"
        )
    return [
        card for card in catalogue.cards() if matches(part, card, catalogue.card_set(card.set_id))
    ]


def _refuse_incomplete(invocation: Invocation, updated: Updated, what: str) -> None:
    from cardkit.errors import SourceUnavailable

    if updated.findings:
        invocation.say(f"{findings_text(updated.findings)}\n")
    if not updated.is_complete:
        raise SourceUnavailable(
            f"{what} did not arrive as a whole, so nothing was added to the collection; the"
            " catalogue keeps what has arrived; try again later"
        )


def _words(named: Sequence[Named], sets: Sequence[str]) -> str:

    copies = counted(sum(each.count for each in named), "copy", "copies")
    whole = f", with the whole of {', '.join(sets)}" if sets else ""
    return f"{copies} of {counted(len({each.card.card_id for each in named}), 'card')}{whole}"


def _show(
    invocation: Invocation, catalogue: Catalogue, named: Sequence[Named], *, json: bool
) -> None:
    if json:
        documents = [_document(catalogue, each) for each in named]
        copies = sum(each.count for each in named)
        invocation.json({"format": "cardkit-add/1", "copies": copies, "cards": documents})
    else:
        invocation.result(_text(catalogue, named))


def say_made_folder(invocation: Invocation, collection: Collection) -> None:
    """Say which folder a change has made for a new pool."""
    if collection.made_folders:
        invocation.say(wrap(f"Made the folder {invocation.folder} for a new pool."))


def _say_what_changed(invocation: Invocation, change: Change) -> None:
    said = f"{change.words[:1].upper()}{change.words[1:]}"
    invocation.say(wrap(f"{said}. Next: cardkit check; take it back: cardkit undo"))


def _text(catalogue: Catalogue, named: Sequence[Named]) -> str:
    rows = [
        (
            each.text,
            each.card.card_id,
            each.card.name,
            _set_name(catalogue, each.card),
            each.card.number,
            each.count,
        )
        for each in named[:_MOST_LINES]
    ]
    text = table(("you said", "card", "name", "set", "no.", "n"), rows, right="     >")
    if len(named) > _MOST_LINES:
        text += f"\n... and {len(named) - _MOST_LINES:,} more; --json has them all"
    return text


def _document(catalogue: Catalogue, named: Named) -> dict[str, Any]:
    return {
        "asked": named.text,
        "card": named.card.card_id,
        "name": named.card.name,
        "set": named.card.set_id,
        "set_name": _set_name(catalogue, named.card),
        "number": named.card.number,
        "rarity": None if named.card.rarity is None else str(named.card.rarity),
        "count": named.count,
    }


def _set_name(catalogue: Catalogue, card: Card) -> str:
    card_set = catalogue.card_set(card.set_id)
    return card_set.name if card_set else card.set_id
