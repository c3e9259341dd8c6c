"""Which of the cards at hand are printed, and how often: options of proxies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.errors import Fault, InputError, UsageError

if TYPE_CHECKING:
    from cardkit.cards import EnergyType
    from cardkit.cli.pool import OpenedPool
    from cardkit.decks import PoolCard
    from cardkit.printing import ProxyCard

OnlyMissing = Annotated[
    bool,
    typer.Option(
        "--only-missing/--all",
        help="Only what the decks lack, or stand-ins for all that is played with.",
    ),
]
OnlyCards = Annotated[
    list[str] | None,
    typer.Option("--card", help="Only this card, by id or name.", metavar="CARD"),
]
OnlyDecks = Annotated[
    list[str] | None,
    typer.Option("--deck", help="Only this deck, e.g. rare.", metavar="DECK"),
]
SkipEnergy = Annotated[
    bool,
    typer.Option("--skip-basic-energy", help="With --all, leave out the Energy deck."),
]
Copies = Annotated[
    int | None,
    typer.Option(
        "--copies",
        help="So many of each card.",
        min=1,
        max=99,
        metavar="N",
        show_default="as many as the decks lack",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What the options say."""

    only_missing: bool = True
    cards: Sequence[str] = ()
    decks: Sequence[str] = ()
    copies: int | None = None
    skip_energy: bool = False

    def energy(self, opened: OpenedPool) -> Mapping[EnergyType, int]:
        """Return the basic Energy cards to print: the Energy deck, when all is printed."""
        if self.only_missing or self.skip_energy or self.cards or self.decks:
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


def _once_each(entries: Sequence[PoolCard]) -> Iterator[PoolCard]:
    seen = set()
    for entry in entries:
        key = (entry.card.card_id, entry.placement.deck)
        if key not in seen:
            seen.add(key)
            yield entry
