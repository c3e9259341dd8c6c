"""Which cards are to be printed, and how their faces look: options of proxies and stickers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardkit.cards import CardId
    from cardkit.printing import ProxyCard
    from cardkit.printing.layouts import Layout
    from cardkit.printing.photos import Photo

Choose = Annotated[
    list[str] | None,
    typer.Option("--choose", help="A card that is wanted, by id or name.", metavar="CARD"),
]
Kind = Annotated[
    list[str] | None,
    typer.Option("--type", help="A type that comes before others.", metavar="TYPE"),
]
Count = Annotated[
    list[str] | None,
    typer.Option("--count", help="How many in all; or DECK=N for one deck.", metavar="N"),
]
LayoutName = Annotated[
    str | None,
    typer.Option(
        "--layout",
        help="solo, full, text, photo, or one of your own.",
        metavar="NAME|FILE",
        show_default="solo",
    ),
]
PhotoFolder = Annotated[
    Path | None,
    typer.Option("--photos", help="Your own pictures, called like card ids.", metavar="FOLDER"),
]


def chosen_layout(folder: Path, wanted: str | None, photos: Path | None) -> Layout:
    """Return the layout that --layout names; pictures alone ask for ``photo``.

    Args:
        folder: of the pool; own layouts stand in its folder ``layouts``.
        wanted: the option.
        photos: the folder of pictures, if there is one.

    Raises:
        UsageError: there are pictures but the layout has no place for them.
    """
    from cardkit.printing.layouts import DEFAULT_LAYOUT, LAYOUT_FOLDER, layout_named

    name = wanted or ("photo" if photos is not None else DEFAULT_LAYOUT)
    layout = layout_named(name, folder / LAYOUT_FOLDER)
    if photos is not None and "picture" not in layout.parts:
        raise UsageError(
            f"--photos expects a layout with a place for pictures, such as photo, got {name!r}"
        )
    if photos is None and "picture" in layout.parts:
        raise UsageError(f"the layout {name!r} shows your own pictures; add --photos FOLDER")
    return layout


def chosen_photos(
    photos: Path | None, cards: Sequence[ProxyCard], layout: Layout
) -> dict[CardId, Photo] | None:
    """Return the pictures of the cards, ready to print; None where none are asked for.

    Raises:
        InputError: the folder or a picture cannot be used; every one of them is named.
    """
    from cardkit.printing.photos import find_photos, read_photos

    if photos is None:
        return None
    found = find_photos(photos, [proxy.card.card_id for proxy in cards])
    if cards and not found:
        raise InputError(
            "expects a picture of at least one card that is printed, got none",
            where=str(photos),
            remedy=f"call the files like the cards, e.g. {cards[0].card.card_id}.jpg",
        )
    return read_photos(found, layout)
