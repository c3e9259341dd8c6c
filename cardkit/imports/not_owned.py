"""The rows of a file that are no owned card, as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io

from cardkit.imports.report import ImportReport

COLUMNS = ("line", "what became of it", "why", "name", "set", "number", "copies", "nearest cards")

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def not_owned_csv(report: ImportReport) -> str:
    """Return one line for each skipped and each unresolved row, in the order of the file.

    Cells that a spreadsheet would run as a formula get an apostrophe in front.
    """
    lines: list[tuple[object, ...]] = [
        (row.line, "skipped", row.reason.value, row.name, "", "", "", "") for row in report.skipped
    ]
    lines += [
        (
            row.line,
            "unresolved",
            row.card.reason,
            row.card.name,
            row.card.set_label or row.card.set_code,
            row.card.number,
            row.count,
            " ".join(row.card.candidates),
        )
        for row in report.unresolved
    ]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in sorted(lines, key=lambda cells: str(cells[0]).zfill(9)):
        writer.writerow([_harmless(cell) for cell in line])
    return text.getvalue()


def _harmless(cell: object) -> str:
    text = str(cell)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
