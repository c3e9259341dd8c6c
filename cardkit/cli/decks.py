"""``sort``, ``check`` and ``proxies``: where the cards go, what is missing, what to print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.output import Invocation, table, wrap
from cardkit.cli.proxy_options import ChosenCards, ProxyCounts, WantedTypes, unsettled_texts
from cardkit.errors import ExitCode
from cardkit.plurals import counted

if TYPE_CHECKING:
    from cardkit.cards import EnergyType
    from cardkit.cli.pool import OpenedPool
    from cardkit.decks import Material, Pool, PoolCard, RarityDeck


class Heap(StrEnum):
    """What ``sort --deck`` can show: a rarity deck, the Energy, or what is left out."""

    COMMON = "common"
    UNCOMMON = "uncommon"
    RARE = "rare"
    EX = "ex"
    VMAX = "vmax"
    ENERGY = "energy"
    LEFT_OUT = "left-out"


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("sort")(sort)
    app.command("check")(check)
    app.command("proxies")(proxies)


def sort(
    context: typer.Context,
    deck: Annotated[
        Heap | None,
        typer.Option(
            "--deck", help="Show only this one.", show_default="all", case_sensitive=False
        ),
    ] = None,
    undecided: Annotated[
        bool, typer.Option("--undecided", help="Show only cards without a clear place.")
    ] = False,
    json: Json = False,
) -> None:
    """Show the five decks, and why each card is where it is."""
    from cardkit.cli.pool import open_pool

    invocation: Invocation = context.obj
    pool = open_pool(invocation).pool
    if json:
        invocation.json(_sorted_document(pool, deck, undecided_only=undecided))
        return
    shown = list(sorted_text(pool, deck, undecided_only=undecided))
    invocation.result("\n\n".join(shown) if shown else "Every card has a clear place.")
    invocation.say("\nMove a card with: cardkit assign CARD DECK")


def check(
    context: typer.Context,
    materials: Annotated[
        bool, typer.Option("--materials", help="List everything that the table needs.")
    ] = False,
    json: Json = False,
) -> None:
    """Say what the pool lacks; exit code 1 when it cannot be played yet."""
    from cardkit.cli.pool import open_pool
    from cardkit.decks import materials as list_materials

    invocation: Invocation = context.obj
    opened = open_pool(invocation)
    listed = list_materials(opened.pool, opened.settings.requirements) if materials else ()
    errors = sum(finding.severity == "error" for finding in opened.findings)
    if json:
        document = _checked_document(opened, playable=not errors)
        if materials:
            document["materials"] = [material.to_dict() for material in listed]
        invocation.json(document)
    else:
        invocation.result(materials_text(listed) if materials else sizes_text(opened))
        if opened.findings:
            invocation.result("")
        invocation.findings(opened.findings)
        _say_verdict(invocation, opened, errors)
    if errors:
        raise typer.Exit(ExitCode.FINDING)


def proxies(
    context: typer.Context,
    choose: ChosenCards = None,
    kind: WantedTypes = None,
    count: ProxyCounts = None,
    json: Json = False,
) -> None:
    """Propose real cards to print for the decks that are short.

    Each option may be given several times. What is to hold always stands under [proxies] in
    cardkit.toml.
    """
    from cardkit.cli.pool import ProxyWishes, open_pool
    from cardkit.decks import shortage

    invocation: Invocation = context.obj
    wishes = ProxyWishes.of(choose or (), kind or (), count or ())
    opened = open_pool(invocation, wishes)
    lacking = shortage(opened.complete, opened.settings.requirements)
    if json:
        invocation.json(_proxies_document(opened.proxies, lacking))
        return
    if opened.proxies:
        invocation.result(_proxies_text(opened.proxies))
    for deck, number in lacking.items():
        invocation.result(wrap(f"{deck.value} deck: still {number} too few"))
    counted_out = wishes.count is not None or opened.settings.proxies.count is not None
    _say_next(invocation, opened.proxies, lacking, counted_out=counted_out)
    for paragraph in unsettled_texts(invocation, wishes, opened.settings.proxies):
        invocation.say(paragraph)


def sorted_text(
    pool: Pool, heap: Heap | None = None, *, undecided_only: bool = False
) -> Iterator[str]:
    """Yield a paragraph for each deck, the Energy and what is left out, as asked."""
    from cardkit.decks import RarityDeck

    for deck in RarityDeck:
        entries = _chosen_entries(pool.decks[deck], undecided_only=undecided_only)
        if heap in (None, deck.value) and (entries or not undecided_only):
            yield _heap_text(f"{deck.mark} {deck.label}", entries)
    if not undecided_only and heap in (None, Heap.ENERGY):
        yield _energy_text(pool)
    if not undecided_only and heap is Heap.LEFT_OUT:
        yield _heap_text("Left out", pool.left_out)
    elif not undecided_only and heap is None and pool.left_out:
        yield _left_out_text(pool)


def _heap_text(title: str, entries: Iterable[PoolCard]) -> str:
    ordered = sorted(entries, key=lambda entry: (entry.card.name, entry.printing))
    rows = [
        (
            entry.count,
            entry.card.name,
            entry.printing,
            entry.placement.reason + ("; undecided" if entry.placement.undecided else ""),
        )
        for entry in ordered
    ]
    heading = f"{title}: {counted(sum(entry.count for entry in ordered), 'card')}"
    if not rows:
        return heading
    return f"{heading}\n{table(('', 'card', 'printing', 'why'), rows, right='>')}"


def _energy_text(pool: Pool) -> str:
    from cardkit.decks.energy import spare_energy

    deck, more = sum(pool.energy.values()), spare_energy(pool.energy_owned, pool.energy)
    spare = f"; {more:,} more to spare" if more else ""
    kinds = ", ".join(f"{count} {kind.value}" for kind, count in pool.energy.items())
    return wrap(f"Energy: {counted(deck, 'card')}" + (f" ({kinds})" if kinds else "") + spare)


def _left_out_text(pool: Pool) -> str:
    reasons: Counter[str] = Counter()
    for entry in pool.left_out:
        reasons[entry.placement.reason] += entry.count
    parts = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    total = counted(sum(reasons.values()), "card")
    return wrap(f"Left out: {total} ({parts}). List them with: cardkit sort --deck left-out")


def sizes_text(opened: OpenedPool) -> str:
    """Return a table of the sizes of the decks beside those that are needed."""
    from cardkit.decks import RarityDeck

    requirements = opened.settings.requirements
    least, most = requirements.energy_total
    rows: list[tuple[object, ...]] = [
        (f"{deck.mark} {deck.label}", opened.pool.size(deck), requirements.minimums[deck])
        for deck in RarityDeck
    ]
    rows.append(("Energy", sum(opened.pool.energy.values()), f"{least}-{most}"))
    return table(("deck", "cards", "needed"), rows, right="<>>")


def materials_text(listed: Iterable[Material]) -> str:
    """Return a table of what is needed and what is there."""
    rows = [
        (
            material.name,
            material.need,
            "?" if material.have is None else material.have,
            material.missing or "",
            material.note,
        )
        for material in listed
    ]
    return table(("what the table needs", "need", "have", "missing", ""), rows, right="<>>>")


def _proxies_text(proposed: Iterable[PoolCard]) -> str:
    rows = [
        (
            entry.placement.deck.mark if entry.placement.deck else "",
            entry.card.name,
            entry.card.card_id,
            "/".join(entry.card.types),
            entry.placement.reason.partition("; ")[2],
        )
        for entry in proposed
    ]
    return table(("", "card", "printing", "type", "why"), rows)


def _sorted_document(pool: Pool, heap: Heap | None, *, undecided_only: bool) -> dict[str, Any]:
    from cardkit.decks import RarityDeck

    document: dict[str, Any] = {"format": "cardkit-sort/1"}
    decks = {
        deck.value: _entries(_chosen_entries(pool.decks[deck], undecided_only=undecided_only))
        for deck in RarityDeck
        if heap in (None, deck.value)
    }
    if decks:
        document["decks"] = decks
    if not undecided_only and heap in (None, Heap.ENERGY):
        document["energy"] = {"deck": _per_type(pool.energy), "owned": _per_type(pool.energy_owned)}
    if not undecided_only and heap in (None, Heap.LEFT_OUT):
        document["left_out"] = _entries(pool.left_out)
    return document


def _entries(entries: Iterable[PoolCard]) -> list[dict[str, Any]]:
    return [
        {
            "id": entry.card.card_id,
            "name": entry.card.name,
            "count": entry.count,
            "reason": entry.placement.reason,
            "rule": entry.placement.rule,
            "undecided": entry.placement.undecided,
            "known": entry.known,
        }
        for entry in entries
    ]


def _per_type(energy: Mapping[EnergyType, int]) -> dict[str, int]:
    return {kind.value: count for kind, count in energy.items()}


def _checked_document(opened: OpenedPool, *, playable: bool) -> dict[str, Any]:
    from cardkit.decks import RarityDeck

    requirements = opened.settings.requirements
    least, most = requirements.energy_total
    return {
        "format": "cardkit-check/1",
        "name": opened.name,
        "playable": playable,
        "decks": {
            deck.value: {"cards": opened.pool.size(deck), "least": requirements.minimums[deck]}
            for deck in RarityDeck
        },
        "energy": {"cards": sum(opened.pool.energy.values()), "least": least, "most": most},
        "findings": [finding.to_dict() for finding in opened.findings],
    }


def _proxies_document(
    proposed: Iterable[PoolCard], lacking: Mapping[RarityDeck, int]
) -> dict[str, Any]:
    return {
        "format": "cardkit-proxies/1",
        "proxies": [
            {
                "id": entry.card.card_id,
                "name": entry.card.name,
                "deck": entry.placement.deck.value if entry.placement.deck else "",
                "types": [kind.value for kind in entry.card.types],
                "hp": entry.card.hp,
                "reason": entry.placement.reason,
            }
            for entry in proposed
        ],
        "still_short": {deck.value: count for deck, count in lacking.items()},
    }


def _say_verdict(invocation: Invocation, opened: OpenedPool, errors: int) -> None:
    if not errors:
        invocation.say("\nThe pool can be played. Write it down with: cardkit manifest -o FILE")
    elif any(finding.code == "deck-short" for finding in opened.findings):
        invocation.say("\nNot playable yet. See what would fill the decks: cardkit proxies")
    else:
        invocation.say("\nNot playable yet.")


def _say_next(
    invocation: Invocation,
    proposed: tuple[PoolCard, ...],
    lacking: Mapping[RarityDeck, int],
    *,
    counted_out: bool,
) -> None:
    if lacking and counted_out:
        invocation.say("Without a count every deck is filled as far as the catalogue can.")
    elif lacking:
        invocation.say("More cards to propose come with: cardkit catalogue update")
    if proposed:
        number = len(proposed)
        invocation.say(
            f"\n{counted(number, 'proxy', 'proxies')}. "
            "Print with the same options: cardkit print proxies"
        )
    elif not lacking:
        invocation.say("No deck is short. Ask for more with --choose or --count.")


def _chosen_entries(entries: Iterable[PoolCard], *, undecided_only: bool) -> list[PoolCard]:
    return [entry for entry in entries if entry.placement.undecided or not undecided_only]
