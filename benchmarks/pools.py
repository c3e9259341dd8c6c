"""The pools that benchmarks play with: the shipped example, and exactly the minimums."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from cardkit.cards import Ability, Attack, Card, Damage, DamageForm
from cardkit.catalogue.starter import starter_cards
from cardkit.decks import Pool, RarityDeck, Requirements, choose_proxies
from cardkit.decks.energy import NEEDED_ENERGY
from cardkit.manifest import Manifest, ManifestCard, read_manifest
from cardkit.resources import template
from cardkit.rules import HouseRules

POWERS = (
    "This Pokémon takes 20 less damage from attacks.",
    "Once during your turn, you may heal 20 damage from 1 of your Pokémon.",
    "Your Pokémon's attacks do 10 more damage to your opponent's Active Pokémon (before applying "
    "Weakness and Resistance).",
    "Each of your Pokémon gets +20 HP.",
    "Once during your turn, you may flip a coin. If heads, your opponent's Active Pokémon is now "
    "Poisoned.",
    "At any time between turns, heal 10 damage from this Pokémon.",
    "If this Pokémon has any Energy attached to it, it has no Retreat Cost.",
    "This Pokémon can't be affected by any Special Conditions.",
    "This Pokémon's attacks cost Colorless less.",
    "As often as you like during your turn, you may move an Energy from 1 of your Pokémon to "
    "another of your Pokémon.",
    "If this Pokémon is your Active Pokémon and is damaged by an opponent's attack, put 2 damage "
    "counters on the Attacking Pokémon.",
    "As long as this Pokémon is your Active Pokémon, your opponent's Active Pokémon's attacks do "
    "10 less damage.",
)
"""Invented powers of the kinds that cards have most often."""
EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "collection.csv"


def example_pool() -> Manifest:
    """Return the manifest that ``cardkit build examples/collection.csv`` makes."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cardkit", "-q", "build", str(EXAMPLE), "-o", folder]
        subprocess.run(
            [*command, "--games", "0", "--force"],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "CARDKIT_CATALOGUE": str(Path(folder) / "catalogue.db")},
        )
        return read_manifest((Path(folder) / "manifest.json").read_text(encoding="utf-8"))


def smallest_pool() -> Manifest:
    """Return 20, 18, 6, 6 and 6 owned cards of the starter catalogue, and 5 Energy of each type.

    Which cards is the proposal of ``print proxies`` for an empty collection: types in turn.
    """
    requirements = Requirements.default()
    empty = Pool(decks=dict.fromkeys(RarityDeck, ()), energy={})
    _, cards = starter_cards()
    chosen = choose_proxies(empty, cards, requirements)
    decks = {
        deck: tuple(
            ManifestCard(card=entry.card, count=entry.count)
            for entry in chosen
            if entry.placement.deck is deck
        )
        for deck in RarityDeck
    }
    return Manifest(
        name="exactly the minimums",
        rules=HouseRules.from_dict(template("rules")),
        minimums=requirements.minimums,
        energy_total=requirements.energy_total,
        energy_per_type=requirements.energy_per_type,
        decks=decks,
        energy=dict.fromkeys(NEEDED_ENERGY, requirements.energy_per_type),
    )


def gifted_pool(manifest: Manifest) -> Manifest:
    """Return a pool with a power on every card, each of :data:`POWERS` in turn."""
    number = count()

    def gift(card: Card) -> Card:
        turn = next(number) % len(POWERS)
        return replace(card, abilities=(Ability(name=f"Gift {turn}", text=POWERS[turn]),))

    return _with_cards(manifest, gift)


def powerless_pool(manifest: Manifest) -> Manifest:
    """Return a pool without its powers."""
    return _with_cards(manifest, lambda card: replace(card, abilities=()))


def plain_pool(manifest: Manifest) -> Manifest:
    """Return a pool without any card text: attacks do the damage that they print."""
    return _with_cards(
        manifest,
        lambda card: replace(card, abilities=(), attacks=tuple(map(_plain, card.attacks))),
    )


def _plain(attack: Attack) -> Attack:
    printed = attack.damage.amount
    damage = Damage(amount=printed, form=DamageForm.FIXED) if printed else Damage()
    return Attack(name=attack.name, cost=attack.cost, damage=damage)


def _with_cards(manifest: Manifest, change: Callable[[Card], Card]) -> Manifest:
    decks = {
        deck: tuple(replace(entry, card=change(entry.card)) for entry in entries)
        for deck, entries in manifest.decks.items()
    }
    return replace(manifest, decks=decks)
