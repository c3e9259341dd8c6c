"""All cards known on this machine."""

from cardkit.catalogue.info import Added, CatalogueInfo, EraCount, Provenance, SourceCount
from cardkit.catalogue.sets import SetFacts, SetVocabulary, is_cross_set_label, set_facts
from cardkit.catalogue.store import Catalogue, Print, default_path

__all__ = [
    "Added",
    "Catalogue",
    "CatalogueInfo",
    "EraCount",
    "Print",
    "Provenance",
    "SetFacts",
    "SetVocabulary",
    "SourceCount",
    "default_path",
    "is_cross_set_label",
    "set_facts",
]
