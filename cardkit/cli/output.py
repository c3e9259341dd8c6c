"""What commands print: results on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardkit.cli.hints import with_folder
from cardkit.cli.streams import tell
from cardkit.text_columns import columns, fill, shorten

if TYPE_CHECKING:
    from cardkit.findings import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """What the options before the command say; every command finds it as ``context.obj``.

    Attributes:
        folder: the pool's folder (``-C``), which holds ``cardkit.toml`` and ``cardkit.db``.
        quiet: say nothing on stderr but errors.
        colour: whether escape codes may be written.
        offline: make no connection at all.
    """

    folder: Path
    quiet: bool = False
    colour: bool = False
    offline: bool = False

    def say(self, text: str) -> None:
        """Tell the person something that is not the result (stderr; not with ``-q``)."""
        if not self.quiet:
            tell(with_folder(text))

    def result(self, text: str) -> None:
        """Print a result (stdout)."""
        sys.stdout.write(f"{text}\n")

    def json(self, document: Any) -> None:
        """Print one JSON document (stdout)."""
        sys.stdout.write(f"{json.dumps(document, ensure_ascii=False, indent=2)}\n")

    def findings(self, findings: Iterable[Finding]) -> None:
        """Print findings for people, one paragraph each (stdout)."""
        for finding in findings:
            self.result(finding_text(finding, colour=self.colour))

    @contextmanager
    def progress(self, label: str, length: int | None = None) -> Iterator[Progress]:
        """Show a progress line on a terminal; nothing anywhere else."""
        shown = not self.quiet and sys.stderr.isatty()
        bar = Progress(label=label, length=length, shown=shown)
        try:
            yield bar
        finally:
            bar.close()


class Progress:
    """One line that is written over, at most once for each per cent."""

    def __init__(self, *, label: str, length: int | None, shown: bool) -> None:
        self._label, self._length, self._shown = label, length, shown
        self._done, self._last = 0, ""

    def advance(self, steps: int = 1) -> None:
        """Count steps as done."""
        self._done += steps
        if not self._shown:
            return
        share = f"{100 * self._done // self._length} %" if self._length else f"{self._done}"
        line = f"{self._label}: {share}"
        if line != self._last:
            self._last = line
            sys.stderr.write(f"\r{line}")
            sys.stderr.flush()

    def close(self) -> None:
        """Wipe the line."""
        if self._last:
            sys.stderr.write("\r" + " " * len(self._last) + "\r")
            sys.stderr.flush()


def width_columns() -> int:
    """Columns to fill: the terminal's, 80 where there is none, never more than 100."""
    return min(shutil.get_terminal_size((80, 24)).columns, 100)


def wrap(text: str, indent: str = "") -> str:
    """Break a paragraph at the terminal's width; later lines are indented.

    Commands that it names work on the invocation's pool.
    """
    return fill(with_folder(text), width_columns(), indent, indent or "  ")


def finding_text(finding: Finding, *, colour: bool = False) -> str:
    """Return a finding as a paragraph; its remedy stands on a line of its own."""
    rule = f" ({finding.rule})" if finding.rule else ""
    where = f"{finding.where}: " if finding.where else ""
    severity = finding.severity.value
    text = wrap(f"{severity}: {where}{finding.what}{rule}")
    # Coloured after the lines are broken: an escape code takes no place on the screen.
    lines = [_coloured(severity) + text.removeprefix(severity) if colour else text]
    if finding.remedy:
        lines.append(wrap(f"-> {finding.remedy}", indent="   "))
    return "\n".join(lines)


_COLOURS = {"error": 31, "warning": 33, "note": 36}
"""Escape codes: red, yellow, cyan."""


def _coloured(severity: str) -> str:
    return f"\x1b[{_COLOURS[severity]}m{severity}\x1b[0m"


def table(headers: Sequence[str], rows: Iterable[Sequence[object]], right: str = "") -> str:
    """Lay out a table that fits the terminal; the widest column gives way with an ellipsis.

    Where even narrow columns have no room, the cells of a row follow one another.

    Args:
        headers: one per column.
        rows: cells; numbers are shown with their thousands apart, the others with ``str``.
        right: one character per column, ``>`` to align it right; shorter means left.
    """
    cells = [[_cell(cell) for cell in row] for row in rows]
    widths = table_widths(headers, cells)
    if widths is None:
        return "\n".join(wrap("  ".join(filter(str.strip, row))) for row in (headers, *cells))
    lines = [list(headers), ["-" * width for width in widths], *cells]
    return "\n".join(_line(line, widths, right).rstrip() for line in lines)


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def table_widths(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int] | None:
    """Return how wide the columns of a table are; None where the terminal is too narrow for it."""
    widths = [max(map(columns, column)) for column in zip(headers, *rows, strict=True)]
    room = width_columns() - 2 * (len(widths) - 1)
    while sum(widths) > room and max(widths) > _NARROW_COLUMN:
        widths[widths.index(max(widths))] -= 1
    return widths if sum(widths) <= room else None


_NARROW_COLUMN = 8
"""Columns of the terminal below which a column of a table is not made narrower."""


def _line(cells: Sequence[str], widths: Sequence[int], right: str) -> str:
    parts = []
    for index, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        cell = shorten(cell, width)
        gap = " " * (width - columns(cell))
        parts.append(gap + cell if right[index : index + 1] == ">" else cell + gap)
    return "  ".join(parts)


def wants_colour(no_colour: bool) -> bool:
    """Whether colour may be used: a terminal, no ``--no-color``, no ``NO_COLOR``."""
    return not no_colour and not os.environ.get("NO_COLOR") and sys.stdout.isatty()
