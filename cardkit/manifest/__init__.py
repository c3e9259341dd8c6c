"""The manifest: a pool as a document that is complete in itself (``docs/manifest.md``)."""

from cardkit.manifest.document import (
    FORMAT,
    Manifest,
    ManifestCard,
    name_some,
    read_manifest,
    unplayable,
    write_manifest,
)

__all__ = [
    "FORMAT",
    "Manifest",
    "ManifestCard",
    "name_some",
    "read_manifest",
    "unplayable",
    "write_manifest",
]
