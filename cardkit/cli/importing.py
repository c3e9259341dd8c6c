"""``import``, ``list``, ``assign`` and ``undo``: what is owned."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.adding import import_query
from cardkit.cli.output import Invocation, table, wrap
from cardkit.cli.repeating import again_option, refuse_both, replace_option
from cardkit.cli.usage import named_file
from cardkit.errors import InputError, UsageError
from cardkit.nearness import nearest_few
from cardkit.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardkit.catalogue import Catalogue
    from cardkit.collection import Repeat, RowCard
    from cardkit.collection.listing import ListedCard
    from cardkit.decks import RarityDeck

_MOST_CHOICES = 12
_MOST_NEAR = 3


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import")(import_collection)
    app.command("list")(list_collection)
    app.command("assign")(assign)
    app.command("undo")(undo)


def import_collection(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Exports of apps, tables, decklists or folders; - is the standard input.",
            metavar="FILE",
            parser=named_file,
            show_default=False,
        ),
    ] = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            "--as",
            help="Read it as this format.",
            metavar="NAME",
            show_default="by the header",
        ),
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            help="Say what a column means; may be repeated.",
            metavar="COLUMN=MEANING",
            show_default=False,
        ),
    ] = None,
    list_formats: Annotated[
        bool, typer.Option("--list-formats", help="List the formats and end.")
    ] = False,
    again: Annotated[
        bool, again_option("Count a file once more that was imported before.")
    ] = False,
    replace: Annotated[bool, replace_option("Put it in the place of its earlier import.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Report only; change nothing.")
    ] = False,
    query: Annotated[
        str | None,
        typer.Option(
            "--api",
            help="Instead of a file: all that the Pokemon TCG API finds.",
            metavar="QUERY",
        ),
    ] = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="Let the catalogue answer the query.")
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            help="Write one line for each row that is not owned.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file of --report.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Add a collection from a file; the format is detected and named.

    Every row is owned, skipped with a reason, or unresolved with the nearest cards.
    Several files and folders are added together, all or none.
    What somebody owns as a whole is a query: --api "set.id:sv3pt5 rarity:common".
    """
    from cardkit.cli.import_job import ImportJob, show_formats

    invocation: Invocation = context.obj
    if list_formats:
        show_formats(invocation)
        return
    if query is not None:
        if files or format_name is not None or mapping or report is not None:
            raise UsageError("--api takes the place of a file, its format, mapping and report")
        repeat = _repeat(again, replace)
        import_query(invocation, query, repeat, offline=offline, dry_run=dry_run, json=as_json)
        return
    if not files:
        raise UsageError("expects a file to import, or - for the standard input")
    job = ImportJob(
        invocation=invocation,
        files=tuple(files),
        format_name=format_name,
        mapping=tuple(mapping or ()),
        repeat=_repeat(again, replace),
        dry_run=dry_run,
    )
    job.run(report=report, force=force, as_json=as_json)


def list_collection(
    context: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(help="Only cards with these words.", show_default="all")
    ] = None,
    deck: Annotated[
        str | None, typer.Option(help="Only this rarity deck: common ... vmax, or 1 to 5.")
    ] = None,
    unresolved: Annotated[
        bool, typer.Option("--unresolved", help="Only rows without a printing, and why.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List what is owned, copies of one card together."""
    from cardkit.collection.listing import matching

    invocation: Invocation = context.obj
    wanted = _deck(deck) if deck is not None else None
    everything = _listed(invocation)
    shown = matching(everything, " ".join(words or ()))
    if wanted is not None:
        shown = tuple(each for each in shown if each.placement.deck is wanted)
    if unresolved:
        shown = tuple(each for each in shown if each.first.card_id is None)
    if as_json:
        cards = [each.to_dict() for each in shown]
        invocation.json({"format": "cardkit-collection/1", "cards": cards})
    elif unresolved and shown:
        _show_unresolved(invocation, shown)
    elif shown:
        _show_list(invocation, shown)
    if not shown:
        invocation.say(
            "No card of the collection fits."
            if everything
            else "Nothing here yet: cardkit import FILE"
        )


def assign(
    context: typer.Context,
    card: Annotated[str, typer.Argument(help="A card's id or name, or a row of cardkit list.")],
    deck: Annotated[str, typer.Argument(help="common, uncommon, rare, ex, vmax, or 1 to 5.")],
) -> None:
    """Choose the rarity deck of a card yourself; your choice wins over the rules."""
    from datetime import UTC, datetime

    from cardkit.collection import Collection

    invocation: Invocation = context.obj
    wanted = _deck(deck)
    chosen = _one(_listed(invocation), card)
    if chosen.known and not chosen.card.is_pokemon:
        raise InputError(
            f"only Pokemon go into rarity decks, and {chosen.name!r} is {chosen.card.supertype}",
            remedy="choose another card",
        )
    words = _called(chosen) + ("" if chosen.first.card_id else ",")
    with Collection.open(invocation.folder) as collection:
        change = collection.assign(chosen.first.subject, wanted, words=words, at=datetime.now(UTC))
    invocation.say(wrap(f"{capital(change.words)}. See: cardkit sort; take it back: cardkit undo"))


def undo(context: typer.Context) -> None:
    """Take back the last change to the collection: an import or an assignment."""
    from cardkit.collection import Collection

    invocation: Invocation = context.obj
    with Collection.open(invocation.folder) as collection:
        change = collection.undo()
        left = collection.changes()
    if change is None:
        invocation.say("There is nothing to undo.")
        return
    when = f"{change.at.astimezone():%Y-%m-%d %H:%M}"
    further = f"the change before it was the {left[-1].words}" if left else "no change is left"
    invocation.say(wrap(f"Undone: {change.words}, of {when}; {further}. See: cardkit list"))


def _repeat(again: bool, replace: bool) -> Repeat:
    from cardkit.collection import Repeat

    refuse_both(again=again, replace=replace)
    return Repeat.ADD if again else Repeat.REPLACE if replace else Repeat.REFUSE


def _listed(invocation: Invocation) -> tuple[ListedCard, ...]:
    from cardkit.catalogue import Catalogue
    from cardkit.collection import Collection
    from cardkit.collection.listing import list_cards
    from cardkit.imports import settler
    from cardkit.settings import load_settings

    settings = load_settings(invocation.folder)
    with (
        Catalogue.open() as catalogue,
        Collection.open(invocation.folder, settle=settler(catalogue)) as collection,
    ):
        return list_cards(collection, catalogue, settings.requirements)


def _show_list(invocation: Invocation, shown: Sequence[ListedCard]) -> None:
    rows = [
        (each.handle, each.count, each.name, each.set_name, each.number, _place(each))
        for each in shown
    ]
    invocation.result(table(("card", "n", "name", "set", "no.", "deck"), rows, right="<>"))
    copies = sum(each.count for each in shown)
    invocation.result(f"{counted(copies, 'copy', 'copies')} of {counted(len(shown), 'card')}")
    if any(each.placement.undecided for each in shown):
        invocation.say("? = no clear place; choose one: cardkit assign CARD DECK")


def _place(listed: ListedCard) -> str:
    from cardkit.decks import Place

    deck = listed.placement.deck
    if deck is None:
        in_energy_deck = listed.placement.place is Place.ENERGY_DECK
        return "Energy" if in_energy_deck else listed.placement.reason
    return deck.value + (
        " (yours)" if listed.override else " ?" if listed.placement.undecided else ""
    )


def _show_unresolved(invocation: Invocation, shown: Sequence[ListedCard]) -> None:
    from cardkit.catalogue import Catalogue

    with Catalogue.open() as catalogue:
        for each in shown:
            for stored in each.rows:
                card = stored.row.card
                copies = f"{stored.row.count} x {described(card)}"
                where = f"{stored.file}:{stored.row.line}"
                invocation.result(wrap(f"{stored.row_id}: {copies} ({where})"))
                invocation.result(
                    wrap(f"-> {card.reason}{_nearest(card, catalogue)}", indent="   ")
                )
    invocation.say("Settle the deck of a row: cardkit assign ROW DECK")


def described(card: RowCard) -> str:
    """Return what a row says of its card, in a few words."""
    return ", ".join(
        part for part in (card.name, card.set_label or card.set_code, card.number) if part
    )


def _nearest(card: RowCard, catalogue: Catalogue) -> str:
    found = [catalogue.card(card_id) for card_id in card.candidates]
    named = [f"{each.card_id} {each.name}" for each in found if each is not None]
    return f"; nearest: {', '.join(named)}" if named else ""


def _deck(text: str) -> RarityDeck:
    from cardkit.decks import RarityDeck

    for deck in RarityDeck:
        if text.strip().casefold() in (deck.value, str(deck.number)):
            return deck
    raise UsageError(f"expects a deck ({', '.join(RarityDeck)}, or 1 to 5), got {text!r}")


def _one(listed: Sequence[ListedCard], text: str) -> ListedCard:
    from cardkit.collection.listing import meant

    found = meant(listed, text)
    if len(found) == 1:
        return found[0]
    if not found:
        near = nearest_few(text, (each.name for each in listed), _MOST_NEAR)
        meant_names = f"did you mean {' or '.join(near)}? If not, " if near else ""
        raise InputError(
            f"no card of the collection is {text!r}",
            remedy=f"{meant_names}look it up: cardkit list WORDS",
        )
    names = "; ".join(_called(each) for each in found[:_MOST_CHOICES])
    more = f" and {len(found) - _MOST_CHOICES} more" if len(found) > _MOST_CHOICES else ""
    raise InputError(
        f"{text!r} may be {names}{more}", remedy="name one by its id or row, the word in front"
    )


def _called(listed: ListedCard) -> str:
    place = " ".join(part for part in (listed.set_name, listed.number) if part)
    handle = listed.handle if listed.first.card_id else f"row {listed.handle},"
    return f"{handle} {listed.name}" + (f" ({place})" if place else "")


def capital(text: str) -> str:
    """Return a sentence's beginning in a capital letter."""
    return text[:1].upper() + text[1:]
