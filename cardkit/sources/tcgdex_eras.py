"""Eras of the game as far as they decide how to read a card of TCGdex."""

from __future__ import annotations

from enum import StrEnum


class Era(StrEnum):
    """When a card was printed, by the mechanics of the time."""

    FIRST = "first"
    """1999-2003: Base to e-Card."""
    EX_SERIES = "ex-series"
    """2003-2007: Pokemon-ex, in small letters."""
    DIAMOND_PEARL = "diamond-pearl"
    """2007-2010, with Platinum: weaknesses of +10 to +40."""
    HEARTGOLD = "heartgold"
    """2010-2011: Prime and LEGEND."""
    BLACK_WHITE_XY = "black-white-xy"
    """2011-2017: Pokemon-EX, in capitals."""
    SUN_MOON = "sun-moon"
    """2017-2019: Pokemon-GX."""
    SWORD_SHIELD = "sword-shield"
    """2020-2023: Pokemon V."""
    SCARLET_VIOLET = "scarlet-violet"
    """Since 2023, with Mega Evolution: Pokemon ex again."""


_BY_SERIES = {
    "base": Era.FIRST,
    "gym": Era.FIRST,
    "neo": Era.FIRST,
    "lc": Era.FIRST,
    "ecard": Era.FIRST,
    "ex": Era.EX_SERIES,
    "dp": Era.DIAMOND_PEARL,
    "pl": Era.DIAMOND_PEARL,
    "hgss": Era.HEARTGOLD,
    "col": Era.HEARTGOLD,
    "bw": Era.BLACK_WHITE_XY,
    "xy": Era.BLACK_WHITE_XY,
    "sm": Era.SUN_MOON,
    "swsh": Era.SWORD_SHIELD,
    "sv": Era.SCARLET_VIOLET,
    "me": Era.SCARLET_VIOLET,
}
"""By the identifier of a series at TCGdex; the others (POP, trainer kits) go by their date."""

_STARTS = (
    ("2023-02-01", Era.SCARLET_VIOLET),
    ("2019-11-10", Era.SWORD_SHIELD),
    ("2017-02-01", Era.SUN_MOON),
    ("2011-03-01", Era.BLACK_WHITE_XY),
    ("2010-02-01", Era.HEARTGOLD),
    ("2007-05-01", Era.DIAMOND_PEARL),
    ("2003-06-01", Era.EX_SERIES),
    ("", Era.FIRST),
)


def era_of(series: str, released: str) -> Era:
    """Return the era of a set.

    Args:
        series: identifier of its series at TCGdex, e.g. ``swsh``.
        released: ``2020-02-07``; empty when nobody knows, which counts as today.

    >>> era_of("swsh", "").name, era_of("pop", "2004-09-01").name, era_of("new", "").name
    ('SWORD_SHIELD', 'EX_SERIES', 'SCARLET_VIOLET')
    """
    if series in _BY_SERIES:
        return _BY_SERIES[series]
    if not released:
        return Era.SCARLET_VIOLET
    return next(era for start, era in _STARTS if released >= start)
