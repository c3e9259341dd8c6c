"""The pools that benchmarks play with: the shipped example, and exactly the minimums."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cardkit.catalogue.starter import starter_cards
from cardkit.decks import Pool, RarityDeck, Requirements, choose_proxies
from cardkit.decks.energy import NEEDED_ENERGY
from cardkit.manifest import Manifest, ManifestCard, read_manifest
from cardkit.resources import template
from cardkit.rules import HouseRules

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
