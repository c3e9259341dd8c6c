"""What the table needs besides patience, and what of it is there (Rule: S4, S5, S6, S7, S10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cardkit.decks.energy import NEEDED_ENERGY, OPTIONAL_ENERGY, assumed_energy, spare_energy
from cardkit.decks.model import Pool, RarityDeck
from cardkit.decks.requirements import Requirements

POKEBALLS = 5
"""Pokeball cards, one per backpack zone (Rule: S6)."""
BOARD_MM = (441, 440)
"""Width and height of the board: 7 columns and 5 rows of card-size zones (Rule: S10)."""


class MaterialKind(StrEnum):
    """The four heaps on the table."""

    CARDS = "cards"
    ENERGY = "energy"
    SLEEVES = "sleeves"
    PIECES = "pieces"


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """One thing that the table needs.

    Attributes:
        need: how many at least.
        have: how many are there; None for what no collection records, such as dice.
        note: what else a person should know.
    """

    kind: MaterialKind
    name: str
    need: int
    rule: str
    have: int | None = None
    note: str = ""

    @property
    def missing(self) -> int | None:
        """How many more are needed; None when it is not known what is there."""
        return None if self.have is None else max(0, self.need - self.have)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; ``have`` and ``missing`` may be null."""
        return {
            "kind": self.kind.value,
            "name": self.name,
            "need": self.need,
            "have": self.have,
            "missing": self.missing,
            "note": self.note,
            "rule": self.rule,
        }


def materials(pool: Pool, requirements: Requirements) -> tuple[Material, ...]:
    """Return everything that has to lie on the table, heap by heap.

    Rule: S4, S5, S6, S7, S10.
    """
    return (
        *_cards(pool, requirements),
        *_energy(pool, requirements),
        *_sleeves(pool, requirements),
        *_pieces(pool),
    )


def _cards(pool: Pool, requirements: Requirements) -> Iterator[Material]:
    for deck in RarityDeck:
        proxies = sum(entry.count for entry in pool.decks.get(deck, ()) if entry.proxy)
        yield Material(
            kind=MaterialKind.CARDS,
            name=f"{deck.mark} {deck.value} deck",
            need=requirements.minimums[deck],
            have=pool.size(deck),
            note=f"{proxies} of them proxies" if proxies else "",
            rule="S4",
        )


def _energy(pool: Pool, requirements: Requirements) -> Iterator[Material]:
    least, most = requirements.energy_total
    assumed = assumed_energy(pool.energy_owned, requirements)
    for kind in NEEDED_ENERGY:
        at_home = assumed.get(kind, 0)
        yield Material(
            kind=MaterialKind.ENERGY,
            name=f"{kind.value} Energy",
            need=requirements.energy_per_type,
            have=pool.energy.get(kind, 0),
            note=f"{at_home} of them taken to lie at home" if at_home else "",
            rule="S5",
        )
    yield Material(
        kind=MaterialKind.ENERGY,
        name=f"{OPTIONAL_ENERGY.value} Energy",
        need=0,
        have=pool.energy.get(OPTIONAL_ENERGY, 0),
        note=f"optional; {requirements.energy_per_type} or none",
        rule="S5",
    )
    yield Material(
        kind=MaterialKind.ENERGY,
        name="Energy deck",
        need=least,
        have=sum(pool.energy.values()),
        note=f"{most} at most",
        rule="S5",
    )


def _sleeves(pool: Pool, requirements: Requirements) -> Iterator[Material]:
    colours = requirements.sleeves
    heaps = [
        (deck.value, colours.decks[deck], max(pool.size(deck), requirements.minimums[deck]))
        for deck in RarityDeck
    ]
    energy_count = max(sum(pool.energy.values()), requirements.energy_total[0])
    heaps.append(("Energy", colours.energy, energy_count))
    heaps.append(("Pokeball", colours.pokeball, POKEBALLS))
    for heap, colour, count in heaps:
        yield Material(
            kind=MaterialKind.SLEEVES, name=f"{colour} sleeves ({heap})", need=count, rule="S7"
        )


def _pieces(pool: Pool) -> Iterator[Material]:
    spare = sum(entry.count for entry in pool.left_out)
    spare += spare_energy(pool.energy_owned, pool.energy)
    width_mm, height_mm = BOARD_MM
    pieces = (
        ("die", 1, "six sides; even is heads", "S7"),
        ("damage counter dice", 6, "", "S7"),
        (
            "condition markers",
            10,
            "two for each condition",
            "S7",
        ),
        ("badges", 3, "coins will do", "S7"),
        ("board", 1, f"{width_mm} x {height_mm} mm, 7 x 5 zones", "S10"),
    )
    yield Material(
        kind=MaterialKind.PIECES,
        name="Pokeball cards",
        need=POKEBALLS,
        have=min(POKEBALLS, max(spare, 0)),
        note="any spare card, back up",
        rule="S6",
    )
    for name, need, note, rule in pieces:
        yield Material(kind=MaterialKind.PIECES, name=name, need=need, note=note, rule=rule)
