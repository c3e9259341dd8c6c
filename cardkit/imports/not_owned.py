"""The rows of a file that are no owned card, as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from cardkit.imports.report import ImportReport
from cardkit.imports.spreadsheet import harmless

COLUMNS = (
    "file",
    "line",
    "what became of it",
    "why",
    "name",
    "set",
    "number",
    "copies",
    "nearest cards",
)


def not_owned_csv(*reports: ImportReport) -> str:
    """Return one line for each skipped and each unresolved row, in the order of the files.

    Cells that a spreadsheet would run as a formula get an apostrophe in front.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for report in reports:
        for line, *cells in sorted(_lines(report), key=lambda cells: cells[0]):
            writer.writerow([harmless(cell) for cell in (report.file, line, *cells)])
    return text.getvalue()


def _lines(report: ImportReport) -> Iterator[tuple[int, *tuple[str, ...]]]:
    for row in report.skipped:
        yield row.line, "skipped", row.reason.value, row.name, "", "", "", ""
    for unresolved in report.unresolved:
        card = unresolved.card
        yield (
            unresolved.line,
            "unresolved",
            card.reason,
            card.name,
            card.set_label or card.set_code,
            card.number,
            str(unresolved.count),
            " ".join(card.candidates),
        )
