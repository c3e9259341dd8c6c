"""All cards known on this machine."""

from cardkit.catalogue.info import (
    Added,
    CatalogueInfo,
    EraCount,
    Provenance,
    SourceCount,
    SourceState,
)
from cardkit.catalogue.merging import Conflict
from cardkit.catalogue.sets import SetFacts, SetVocabulary, is_cross_set_label, set_facts
from cardkit.catalogue.store import Catalogue, Print, default_path

__all__ = [
    "Added",
    "Catalogue",
    "CatalogueInfo",
    "Conflict",
    "EraCount",
    "Print",
    "Provenance",
    "SetFacts",
    "SetVocabulary",
    "SourceCount",
    "SourceState",
    "default_path",
    "is_cross_set_label",
    "set_facts",
]
