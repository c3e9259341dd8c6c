"""``coverage``: how much of the card text the referee reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.output import Invocation, table, width_columns, wrap
from cardkit.errors import InputError

if TYPE_CHECKING:
    from cardkit.cards import Card
    from cardkit.cardtext.coverage import Coverage, Tally
    from cardkit.decks import Requirements

_ERAS = "era"
_SETS = "set"
_DECKS = "deck"
_BLOCKERS_SHOWN = 10

_Card = tuple["Card", Mapping[str, str]]
"""A card and its groups: kind of group -> name."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("coverage")(coverage)


def coverage(
    context: typer.Context,
    set_id: Annotated[
        str, typer.Option("--set", help="Only this set of the catalogue.", metavar="ID")
    ] = "",
    pool: Annotated[
        Path | None,
        typer.Option(help="Only the cards of a manifest; - is the standard input."),
    ] = None,
    sets: Annotated[bool, typer.Option("--sets", help="A line for each set too.")] = False,
    blockers: Annotated[
        int, typer.Option(min=0, help="So many of the sentences that block most attacks.")
    ] = _BLOCKERS_SHOWN,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Show how much of the card text the referee reads.

    Attacks and abilities are read whole or not at all; "void" is read, and speaks only of what the
    adventure does not have. Reads the catalogue, or a manifest.
    """
    from cardkit.cardtext.coverage import measure, measure_abilities
    from cardkit.settings import load_settings

    invocation: Invocation = context.obj
    if pool is not None and set_id:
        raise InputError(
            "one of --set and --pool says which cards are meant, got both",
            remedy="leave one of them out",
        )
    requirements = load_settings(invocation.folder).requirements
    chosen = list(_of_catalogue(set_id, requirements) if pool is None else _of_manifest(pool))
    attacks = measure(
        (attack, card.name, groups) for card, groups in chosen for attack in card.attacks
    )
    abilities = measure_abilities(
        (ability, card.name, groups) for card, groups in chosen for ability in card.abilities
    )
    if as_json:
        parts = attacks.to_dict() | {"abilities": abilities.to_dict()}
        invocation.json({"format": "cardkit-coverage/1"} | parts)
        return
    shown = [measured for measured in (attacks, abilities) if measured.total.number]
    texts = [
        coverage_text(measured, sets=sets or bool(set_id), blockers=blockers)
        for measured in shown or [attacks]
    ]
    invocation.result("\n\n".join(texts))


def coverage_text(measured: Coverage, *, sets: bool, blockers: int) -> str:
    """Return the tables for people, of attacks or of abilities."""
    kinds = (_ERAS, _DECKS, _SETS) if sets else (_ERAS, _DECKS)
    what = measured.what
    parts = [_table(f"{what} of", [("all", measured.total)], what)]
    parts += [
        _table(kind, _in_order(kind, measured.groups[kind]), what)
        for kind in kinds
        if measured.groups.get(kind)
    ]
    worst = measured.blockers.most_common(blockers)
    if worst:
        lines = [f"{count:>5}  {text}" for text, count in worst]
        width = width_columns()
        shown = [line if len(line) <= width else f"{line[: width - 1]}…" for line in lines]
        heading = wrap(f"What is not read, and how many {what} it blocks:")
        parts.append("\n".join([heading, *shown]))
    return "\n\n".join(parts)


def _in_order(kind: str, tallies: dict[str, Tally]) -> list[tuple[str, Tally]]:
    """Return decks from the first to the fifth, cards of no deck last; all else as it came."""
    from cardkit.decks import RarityDeck

    if kind != _DECKS:
        return list(tallies.items())
    decks = [deck.value for deck in RarityDeck if deck.value in tallies]
    return [(name, tallies[name]) for name in [*decks, *(tallies.keys() - set(decks))]]


def _table(heading: str, tallies: list[tuple[str, Tally]], what: str) -> str:
    from cardkit.cardtext.coverage import Outcome

    rows = [
        (
            name,
            tally.number,
            tally.counts[Outcome.READ],
            tally.counts[Outcome.NO_TEXT],
            tally.counts[Outcome.VOID],
            tally.counts[Outcome.UNREAD],
            f"{tally.share:.1%}",
            f"{tally.text_share:.1%}" if tally.number > tally.counts[Outcome.NO_TEXT] else "-",
        )
        for name, tally in tallies
    ]
    headers = (heading, what, "read", "no text", "void", "unread", "good", "of texts")
    return table(headers, rows, " >>>>>>>")


def _of_catalogue(set_id: str, requirements: Requirements) -> Iterator[_Card]:
    from cardkit.catalogue import Catalogue
    from cardkit.decks import classify

    with Catalogue.open() as catalogue:
        known = catalogue.sets()
        chosen = [each for each in known if not set_id or each.set_id == set_id]
        if not chosen:
            raise InputError(
                f"the set must be one of the catalogue's, got {set_id!r}",
                remedy="see the sets: cardkit catalogue info; get more: cardkit catalogue update",
            )
        for card_set in sorted(chosen, key=lambda each: (each.release_date, each.set_id)):
            for card in catalogue.cards_of(card_set.set_id):
                placement = classify(card, requirements)
                groups = {_ERAS: card_set.series or "?", _SETS: card_set.set_id}
                groups[_DECKS] = placement.deck.value if placement.deck else "none"
                yield card, groups


def _of_manifest(path: Path) -> Iterator[_Card]:
    from cardkit.files import read_text
    from cardkit.manifest import read_manifest

    where = "standard input" if str(path) == "-" else str(path)
    manifest = read_manifest(read_text(path), where)
    for deck, entries in manifest.decks.items():
        for entry in entries:
            yield entry.card, {_DECKS: deck.value, _SETS: entry.card.set_id}
