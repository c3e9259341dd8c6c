"""The zones of the board: 5 rows of 7, each as large as a card (Rule: S10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from cardkit.decks import RarityDeck
from cardkit.decks.materials import BOARD_MM, POKEBALLS
from cardkit.rules import HouseRules

COLUMNS, ROWS = 7, 5
ZONE_MM = (BOARD_MM[0] / COLUMNS, BOARD_MM[1] / ROWS)


class ZoneKind(StrEnum):
    """What lies in a zone; its colour follows from it."""

    BALL = "ball"
    DECK = "deck"
    BADGE = "badge"
    ENEMY = "enemy"
    ENERGY = "energy"
    PLAYER = "player"
    DIE = "die"
    SPARE = "spare"


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """One place of the board.

    Attributes:
        column: from 0 at the left.
        row: from 0 at the top.
        label: what lies there.
        note: a line below it.
        number: of the badge, ball or deck; 0 where there is none.
    """

    column: int
    row: int
    kind: ZoneKind
    label: str
    note: str = ""
    number: int = 0

    @property
    def x_mm(self) -> float:
        """From the board's left edge."""
        return self.column * ZONE_MM[0]

    @property
    def y_mm(self) -> float:
        """From the board's top edge."""
        return self.row * ZONE_MM[1]


def zones(rules: HouseRules) -> tuple[Zone, ...]:
    """Return all 35 zones; of bench and PC as many are named as the house rules have places."""
    return (
        *_sides(),
        *_middle(),
        *_own("Bench", 3, rules.bench_size),
        *_own("PC", 4, rules.pc_size),
    )


def _sides() -> Iterator[Zone]:
    for row in range(POKEBALLS):
        note = "ball side up: ready (S6)"
        yield Zone(
            column=0,
            row=row,
            kind=ZoneKind.BALL,
            label=f"Ball {row + 1}",
            note=note,
            number=row + 1,
        )
    for row, deck in enumerate(RarityDeck):
        yield Zone(
            column=COLUMNS - 1,
            row=row,
            kind=ZoneKind.DECK,
            label=deck.label,
            note=f"attack {deck.number * 10} x pool (S37)",
            number=deck.number,
        )


def _middle() -> Iterator[Zone]:
    for number in (1, 2, 3):
        yield Zone(
            column=number,
            row=0,
            kind=ZoneKind.BADGE,
            label=f"Badge {number}",
            note="one for each Gym won (S11)",
            number=number,
        )
    rest = (
        (4, 0, ZoneKind.ENEMY, "Enemy discard", "a ball for each card at the end (S19)"),
        (5, 0, ZoneKind.ENERGY, "Energy discard", "shuffle it when no Energy is left (S45)"),
        (1, 1, ZoneKind.ENERGY, "Energy deck", "each turn draws one (S21, S34)"),
        (2, 1, ZoneKind.ENEMY, "Pool 1", "the enemy's Energy (S34)"),
        (3, 1, ZoneKind.ENEMY, "Enemy", "the enemy in play (S13)"),
        (4, 1, ZoneKind.ENEMY, "Pool 2", "the enemy's Energy (S34)"),
        (5, 1, ZoneKind.ENEMY, "Pool 3", "full: discarded next turn (S34)"),
        (1, 2, ZoneKind.DIE, "Die", "even is heads (S7)"),
        (2, 2, ZoneKind.SPARE, "", ""),
        (3, 2, ZoneKind.PLAYER, "Active", "your Pokémon in front (S12)"),
        (4, 2, ZoneKind.SPARE, "", ""),
        (5, 2, ZoneKind.SPARE, "Spare", "counters and markers"),
    )
    for column, row, kind, label, note in rest:
        yield Zone(column=column, row=row, kind=kind, label=label, note=note)


def _own(name: str, row: int, places: int) -> Iterator[Zone]:
    for number in range(1, COLUMNS - 1):
        label, kind = f"{name} {number}", ZoneKind.PLAYER
        if number > places:
            label, kind = "", ZoneKind.SPARE
        yield Zone(column=number, row=row, kind=kind, label=label, note="S8" if label else "")
