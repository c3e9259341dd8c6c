"""What a person should know about the columns of a file."""

from __future__ import annotations

from collections import Counter

from cardkit.imports.dialects import Dialect
from cardkit.imports.table import Header
from cardkit.plurals import agreeing

_NAMED = 8
"""Columns that a note names."""


def column_notes(dialect: Dialect, header: Header) -> tuple[str, ...]:
    """Return notes on columns that stand twice, and on those that no meaning was found for.

    An app's export has columns that say nothing about the cards, so those of a known app are not
    named.
    """
    places = [place for found in dialect.positions(header.keys).values() for place in found]
    read = {header.keys[place] for place in places}
    names = dict(zip(reversed(header.keys), reversed(header.names), strict=True))
    notes = [
        f"column {names[key]!r} stands {times} times: the first counts where it is not blank"
        for key, times in Counter(header.keys).items()
        if times > 1 and key in read
    ]
    unread = [name for key, name in reversed(names.items()) if name and key not in read]
    if unread and not dialect.signature:
        listed = ", ".join(map(repr, unread[:_NAMED]))
        more = f" and {len(unread) - _NAMED} more" if len(unread) > _NAMED else ""
        notes.append(
            f"{agreeing(len(unread), 'column')} {listed}{more} "
            f"{agreeing(len(unread), 'was', 'were')} not understood"
        )
    return tuple(notes)
