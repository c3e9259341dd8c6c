"""Imports: where a collection comes from, and how its rows find their cards."""

from cardkit.imports.dialects import Dialect, dialects
from cardkit.imports.importing import Imported, import_file, opened_source, read_collection
from cardkit.imports.reading import Source, read_path, read_stream
from cardkit.imports.report import ImportReport, SkippedRow, SkipReason
from cardkit.imports.settling import settler

__all__ = [
    "Dialect",
    "ImportReport",
    "Imported",
    "SkipReason",
    "SkippedRow",
    "Source",
    "dialects",
    "import_file",
    "opened_source",
    "read_collection",
    "read_path",
    "read_stream",
    "settler",
]
