"""What the rules of the game ask of a manifest beyond its form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardkit.cards import Card, Mechanic, Supertype
from cardkit.decks import RarityDeck
from cardkit.decks.energy import NEEDED_ENERGY, OPTIONAL_ENERGY
from cardkit.json_text import JsonPath, Trouble, json_path, shown
from cardkit.plurals import agreeing, counted

if TYPE_CHECKING:
    from cardkit.manifest.document import Manifest, ManifestCard

_STARTING_CARDS = 3
"""One Active and two on the bench (Rule: S8, S12)."""


def game_troubles(manifest: Manifest) -> list[Trouble]:
    """Return every way in which a manifest of the right form breaks a rule of the game.

    A card in another deck than its rarity says is none of them: the owner's choice wins (Rule: S3).
    """
    return [
        *_size_troubles(manifest),
        *_energy_troubles(manifest),
        *_repeated(manifest),
        *(
            trouble
            for path, entry in _entries(manifest)
            for trouble in _card_troubles(entry.card, path, multi_piece=manifest.multi_piece)
        ),
    ]


def is_multi_piece(card: Card) -> bool:
    """Whether a card is printed in two or four pieces (Rule: S2)."""
    return not card.mechanics.isdisjoint((Mechanic.LEGEND, Mechanic.V_UNION))


def _entries(manifest: Manifest) -> Iterator[tuple[JsonPath, ManifestCard]]:
    for deck in RarityDeck:
        for index, entry in enumerate(manifest.decks.get(deck, ())):
            yield ("decks", deck.value, index), entry


def _size_troubles(manifest: Manifest) -> Iterator[Trouble]:
    for deck, least in manifest.minimums.items():
        size = manifest.size(deck)
        if size < least:
            yield Trouble(
                ("decks", deck.value),
                f"expects at least {counted(least, 'card')} in the {deck.value} deck, got {size}",
                f"add {counted(least - size, 'card')} or "
                f"{agreeing(least - size, 'proxy', 'proxies')}",
                "S4",
            )
    ready = sum(
        entry.count
        for entry in manifest.decks.get(RarityDeck.COMMON, ())
        if not entry.proxy or (manifest.rules.proxies_playable and entry.card.attacks)
    )
    if ready < _STARTING_CARDS:
        yield Trouble(
            ("decks", RarityDeck.COMMON.value),
            f"expects {_STARTING_CARDS} cards that the player may start with, got {ready}",
            "add cards that are no proxies",
            "S12",
        )


def _energy_troubles(manifest: Manifest) -> Iterator[Trouble]:
    for kind in dict.fromkeys((*NEEDED_ENERGY, *manifest.energy)):
        count = manifest.energy.get(kind, 0)
        if count < manifest.energy_per_type:
            remove = ", or remove the type" if kind is OPTIONAL_ENERGY else ""
            yield Trouble(
                ("energy", kind.value),
                f"expects at least {manifest.energy_per_type} {kind.value} Energy, got {count}",
                f"add {manifest.energy_per_type - count}{remove}",
                "S5",
            )
    least, most = manifest.energy_total
    total = sum(manifest.energy.values())
    if least > most:
        yield Trouble(
            ("requirements", "energy_total"),
            f"expects least to be at most most, got {least} and {most}",
            "exchange the two",
            "S5",
        )
    elif not least <= total <= most:
        yield Trouble(
            ("energy",),
            f"expects {least} to {most} basic Energy cards in all, got {total}",
            f"add {least - total}" if total < least else f"remove {total - most}",
            "S5",
        )


def _repeated(manifest: Manifest) -> Iterator[Trouble]:
    first: dict[tuple[str, bool], JsonPath] = {}
    cards: dict[str, tuple[JsonPath, Card]] = {}
    for path, entry in _entries(manifest):
        card_id = entry.card.card_id
        earlier = first.setdefault((card_id, entry.proxy), path)
        place, card = cards.setdefault(card_id, (path, entry.card))
        if earlier != path:
            same_deck = earlier[:2] == path[:2]
            yield Trouble(
                path,
                f"expects each card once, got {shown(card_id)} also at {json_path(earlier)}",
                "raise one count and remove the other entry" if same_deck else "keep one of them",
                "S4" if same_deck else "S1",
            )
        elif card != entry.card:
            yield Trouble(
                (*path, "card"),
                f"expects one card for each id, got another {shown(card_id)} "
                f"than at {json_path(place)}",
                "give it an id of its own, or make the two alike",
            )


def _card_troubles(card: Card, path: JsonPath, *, multi_piece: bool) -> Iterator[Trouble]:
    named = f"{shown(card.name)} ({card.card_id})"
    if not card.is_pokemon:
        energy = card.supertype is Supertype.ENERGY
        yield Trouble(
            (*path, "card", "supertype"),
            f"expects a Pokémon in a rarity deck, got {shown(card.supertype.value)} for {named}",
            "count basic Energy under $.energy" if energy else "remove it",
            "S1",
        )
        return
    for key, known in (("hp", card.hp is not None), ("types", bool(card.types))):
        if not known:
            yield Trouble(
                (*path, "card"),
                f"expects the key {key!r} on a Pokémon, got none for {named}",
                "add it, or make the manifest again after `cardkit catalogue update`",
                "S9",
            )
    if is_multi_piece(card) and not multi_piece:
        yield Trouble(
            (*path, "card", "subtypes"),
            f"expects cards of one piece, got {shown(list(card.subtypes))} for {named}",
            "remove it, or set $.requirements.multi_piece to true",
            "S2",
        )
