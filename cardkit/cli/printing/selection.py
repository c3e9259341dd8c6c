"""Which of the cards at hand are printed, and how often: options of proxies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.printing.grouped import OptionGroup, option
from cardkit.errors import Fault, InputError, UsageError

if TYPE_CHECKING:
    from cardkit.cards import EnergyType
    from cardkit.cli.output import Invocation
    from cardkit.cli.pool import OpenedPool, ProxyWishes
    from cardkit.decks import PoolCard
    from cardkit.printing import ProxyCard

OnlyDecks = Annotated[
    list[str] | None,
    typer.Option("--deck", help="Only this deck, e.g. rare.", metavar="DECK"),
]
SkipEnergy = Annotated[
    bool,
    typer.Option("--skip-basic-energy", help="With --all, leave out the Energy deck."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What the options say."""

    choose: Sequence[str] = ()
    types: Sequence[str] = ()
    counts: Sequence[str] = ()
    only_missing: bool = True
    cards: Sequence[str] = ()
    decks: Sequence[str] = ()
    copies: int | None = None

    def open(self, invocation: Invocation) -> OpenedPool:
        """Open the pool with the proxies that are wanted.

        Raises:
            UsageError: a type or count is none.
            InputError: the pool cannot be opened.
        """
        from cardkit.cli.pool import open_pool

        return open_pool(invocation, self.wishes())

    def wishes(self) -> ProxyWishes:
        """Return what the options say about proxies.

        Raises:
            UsageError: a type or count is none.
        """
        from cardkit.cli.pool import ProxyWishes

        return ProxyWishes.of(self.choose, self.types, self.counts)

    def energy(self, opened: OpenedPool) -> Mapping[EnergyType, int]:
        """Return the basic Energy cards to print: the Energy deck, when all is printed."""
        if self.only_missing or self.cards or self.decks:
            return {}
        return opened.pool.energy

    def of(self, opened: OpenedPool) -> tuple[ProxyCard, ...]:
        """Return what is to be printed, in deck order.

        Raises:
            InputError: a card that is asked for is not among the cards at hand.
            UsageError: a deck is none.
        """
        from cardkit.catalogue import Catalogue
        from cardkit.decks import RarityDeck
        from cardkit.printing import proxy_cards

        for deck in self.decks:
            if deck not in list(RarityDeck):
                raise UsageError(f"--deck expects one of {', '.join(RarityDeck)}, got {deck!r}")
        owned = () if self.only_missing else opened.pool.cards()
        wanted = self._named([*owned, *opened.proxies])
        entries = [
            entry for entry in wanted if not self.decks or entry.placement.deck in self.decks
        ]
        if self.copies is not None:
            entries = [replace(entry, count=self.copies) for entry in _once_each(entries)]
        if not entries:
            return ()
        with Catalogue.open() as catalogue:
            return proxy_cards(entries, catalogue.card_set)

    def _named(self, entries: Sequence[PoolCard]) -> Sequence[PoolCard]:
        """Keep the cards that are named, if any are."""
        from cardkit.naming import fold_name

        if not self.cards:
            return entries
        kept: list[PoolCard] = []
        faults = []
        for name in self.cards:
            folded = fold_name(name)
            found = [
                entry
                for entry in entries
                if entry.card.card_id == name or fold_name(entry.card.name) == folded
            ]
            kept += [entry for entry in found if entry not in kept]
            if not found:
                faults.append(
                    Fault(
                        what=f"--card expects one of the cards to be printed, got {name!r}",
                        remedy="ask for it with --choose, or take cards of the decks with --all",
                    )
                )
        if faults:
            raise InputError.of(faults)
        return kept


CARDS = OptionGroup(
    options={
        "choose": option(
            list[str] | None, "--choose", "A card that is wanted, by id or name.", metavar="CARD"
        ),
        "types": option(
            list[str] | None,
            "--type",
            "A type that comes before others; several take turns.",
            metavar="TYPE",
        ),
        "counts": option(
            list[str] | None, "--count", "How many in all; or DECK=N for one deck.", metavar="N"
        ),
        "only_missing": option(
            bool,
            "--only-missing/--all",
            "Only what the decks lack, or stand-ins for all that is played with.",
            True,
        ),
        "cards": option(
            list[str] | None, "--card", "Only this card, by id or name.", metavar="CARD"
        ),
        "decks": (OnlyDecks, None),
        "copies": option(
            int | None,
            "--copies",
            "So many of each card.",
            min=1,
            max=99,
            metavar="N",
            show_default="as many as the decks lack",
        ),
    },
    read=lambda given: _selection(**given),
)


def _selection(**given: Any) -> Selection:
    """Read the options; a list that is not given is empty."""
    lists = ("choose", "types", "counts", "cards", "decks")
    return Selection(**{**given, **{name: tuple(given[name] or ()) for name in lists}})


def _once_each(entries: Sequence[PoolCard]) -> Iterator[PoolCard]:
    seen = set()
    for entry in entries:
        key = (entry.card.card_id, entry.placement.deck)
        if key not in seen:
            seen.add(key)
            yield entry
