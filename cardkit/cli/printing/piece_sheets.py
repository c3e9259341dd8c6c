"""Sheets for pieces that are no cards: dividers and counters have a size of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardkit.cli.printing.sheet_options import SheetWishes, chosen_sheet
from cardkit.errors import UsageError

if TYPE_CHECKING:
    from cardkit.printing.options import SheetOptions
    from cardkit.settings import Settings

_ONLY_CARDS = {
    "card_size": "--card-size",
    "backs": "--backs",
    "bleed_mm": "--bleed",
    "corner_mm": "--corners",
    "print_shop": "--print-shop",
}
"""Options that mean something for cards alone, by their keys in the settings."""
_OF_CARDS: dict[str, Any] = {
    "columns": None,
    "rows": None,
    "skip": (),
    "corner_mm": 0.0,
    "bleed_mm": 0.0,
    "registration": {"marks": 0},
}
"""What the settings say of sheets of cards does not hold for other pieces."""


def refuse_card_options(wishes: SheetWishes, noun: str) -> None:
    """Refuse what can only be said of cards.

    Raises:
        UsageError: so it is; a backside ``none`` is fine.
    """
    for key, option in _ONLY_CARDS.items():
        if wishes.document.get(key) not in (None, False, "none", 0):
            raise UsageError(f"{option} is for cards, it cannot be used for {noun}")


def piece_sheet(
    settings: Settings,
    wishes: SheetWishes,
    size_mm: tuple[float, float],
    **more: Any,
) -> SheetOptions:
    """Return how sheets of pieces are laid out, as the options and settings say.

    Args:
        settings: of the pool.
        wishes: of the command line.
        size_mm: of one piece.
        more: what else holds for these pieces, in the form of ``$defs/sheet``.

    Raises:
        InputError: the choice makes no sense.
    """
    given = wishes.document
    own = {key: value for key, value in _OF_CARDS.items() if key not in given}
    fixed = {
        "card_size": f"{size_mm[0]:.4f}x{size_mm[1]:.4f}",
        "backs": "none",
        "print_shop": False,
    }
    return chosen_sheet(settings, replace(wishes, document={**own, **given, **more, **fixed}))
