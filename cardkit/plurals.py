"""Numbers with the words that agree with them: ``1 row``, ``2,000 copies``."""

from __future__ import annotations


def agreeing(number: int, singular: str, plural: str = "") -> str:
    """Return the word that fits a number.

    >>> agreeing(1, "is", "are"), agreeing(0, "card"), agreeing(2, "proxy", "proxies")
    ('is', 'cards', 'proxies')
    """
    return singular if abs(number) == 1 else plural or f"{singular}s"


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its word.

    >>> counted(1, "row"), counted(2_000, "copy", "copies")
    ('1 row', '2,000 copies')
    """
    return f"{number:,} {agreeing(number, singular, plural)}"


def out_of(part: int, whole: int, singular: str, plural: str = "") -> str:
    """Return a part of a number; the word agrees with the whole.

    >>> out_of(1, 1_200, "attack"), out_of(1, 1, "attack")
    ('1 of 1,200 attacks', '1 of 1 attack')
    """
    return f"{part:,} of {counted(whole, singular, plural)}"
