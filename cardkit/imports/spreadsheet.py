"""Cells that a spreadsheet may open: text that it would run as a formula is made harmless."""

from __future__ import annotations

from cardkit.imports.table import GUARDED

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def harmless(cell: object) -> str:
    r"""Return a cell's text with an apostrophe before what a spreadsheet would run.

    A table that is read takes it off again, so text that looks so guarded is guarded itself.

    >>> harmless("=1+1"), harmless("Farfetch'd"), harmless("'4")
    ("'=1+1", "Farfetch'd", '="\'4"')
    """
    text = str(cell)
    if text.startswith(_FORMULA_STARTS):
        return f"'{text}"
    if text[:1] == "'" and text[1:2] in GUARDED and '"' not in text:
        return f'="{text}"'
    return text
