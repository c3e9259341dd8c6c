"""The kit: everything on the table besides the decks, in own drawings and own words."""

from cardkit.printing.kit.parts import (
    Kit,
    KitFile,
    KitPart,
    Stock,
    counter_side_mm,
    kit_file,
    log_size_mm,
)
from cardkit.printing.kit.tiles import POSTER, Tile, poster_paper

__all__ = [
    "POSTER",
    "Kit",
    "KitFile",
    "KitPart",
    "Stock",
    "Tile",
    "counter_side_mm",
    "kit_file",
    "log_size_mm",
    "poster_paper",
]
