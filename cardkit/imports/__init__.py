"""Imports: where a collection comes from, and how its rows find their cards."""

from cardkit.imports.dialects import Dialect, dialects
from cardkit.imports.importing import (
    Imported,
    Reading,
    formats,
    import_file,
    opened_source,
    read_collection,
)
from cardkit.imports.mapping import ColumnMap
from cardkit.imports.reading import Source, read_path, read_stream
from cardkit.imports.report import ImportReport, SkippedRow, SkipReason
from cardkit.imports.settling import settler
from cardkit.imports.several import Batch, UnreadFilesError, import_several, read_several

__all__ = [
    "Batch",
    "ColumnMap",
    "Dialect",
    "ImportReport",
    "Imported",
    "Reading",
    "SkipReason",
    "SkippedRow",
    "Source",
    "UnreadFilesError",
    "dialects",
    "formats",
    "import_file",
    "import_several",
    "opened_source",
    "read_collection",
    "read_path",
    "read_several",
    "read_stream",
    "settler",
]
