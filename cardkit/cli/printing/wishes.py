"""How the faces of proxies look: options of ``print proxies``."""

from __future__ import annotations

from dataclasses import dataclass
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
    from cardkit.settings import ProxySettings

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


@dataclass(frozen=True, slots=True)
class Look:
    """How the faces of proxies look: a layout, and where its pictures come from."""

    layout: Layout
    photos: Path | None

    def pictures(self, cards: Sequence[ProxyCard]) -> dict[CardId, Photo] | None:
        """Return the pictures of the cards, ready to print; None where none are asked for.

        Raises:
            InputError: the folder or a picture cannot be used; every one of them is named.
        """
        from cardkit.printing.photos import find_photos, read_photos

        if self.photos is None:
            return None
        found = find_photos(self.photos, [proxy.card.card_id for proxy in cards])
        if cards and not found:
            raise InputError(
                "expects a picture of at least one card that is printed, got none",
                where=str(self.photos),
                remedy=f"call the files like the cards, e.g. {cards[0].card.card_id}.jpg",
            )
        return read_photos(found, self.layout)


def chosen_look(
    folder: Path, settings: ProxySettings, layout: str | None, photos: Path | None
) -> Look:
    """Return the layout that --layout names, else the settings; --photos asks for ``photo``.

    Args:
        folder: of the pool; own layouts stand in its folder ``layouts``.
        settings: of the pool.
        layout: the option.
        photos: the option.

    Raises:
        InputError: there is no such layout, or it has faults.
        UsageError: there are pictures without a place for them, or a place without pictures.
    """
    from cardkit.printing.layouts import DEFAULT_LAYOUT, LAYOUT_FOLDER, layout_named

    set_name = "" if photos is not None else settings.layout
    name = layout or set_name or ("photo" if photos is not None else DEFAULT_LAYOUT)
    chosen = layout_named(name, folder / LAYOUT_FOLDER)
    if "picture" not in chosen.parts:
        if photos is not None:
            raise UsageError(
                f"--photos expects a layout with a place for pictures, such as photo, got {name!r}"
            )
        return Look(chosen, None)
    if photos is None and not settings.photos:
        raise UsageError(f"the layout {name!r} shows your own pictures; add --photos FOLDER")
    return Look(chosen, photos or folder / settings.photos)
