"""What unresolved rows mean by now: a catalogue that has grown may know their cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardkit.cards import SetId
from cardkit.catalogue import Catalogue
from cardkit.collection import RowCard
from cardkit.collection.store import Settle
from cardkit.imports.dialects import Dialect
from cardkit.imports.importing import formats
from cardkit.imports.matching import Matched, Matcher, Wanted
from cardkit.imports.names import ReadName, read_name
from cardkit.imports.rows import NO_NAME
from cardkit.imports.vocabulary import read_language
from cardkit.naming import fold_label


def settler(catalogue: Catalogue) -> Settle:
    """Return what looks an unresolved card up anew, by the same steps as an import.

    A card that is still unresolved keeps its candidates; why it is may have changed.
    """
    matcher = Matcher(catalogue, with_candidates=False)

    known_formats = {dialect.name: dialect for dialect in formats()}

    def settle(card: RowCard, format_name: str, labels: Mapping[str, SetId]) -> RowCard:
        dialect = known_formats.get(format_name)
        if dialect is not None and _is_for_the_owner(card, dialect):
            return card
        found = matcher.match(_wanted(card, dialect, labels))
        if isinstance(found, Matched):
            return replace(card, card_id=found.card_id, step=found.step, reason="", candidates=())
        return replace(card, reason=found.reason)

    return settle


def _is_for_the_owner(card: RowCard, dialect: Dialect) -> bool:
    """Whether no step decides a row: a seller's title, or nothing but a product's number."""
    return dialect.titles or bool(dialect.id_only and card.name.startswith(f"{dialect.id_only} "))


def _wanted(card: RowCard, dialect: Dialect | None, labels: Mapping[str, SetId]) -> Wanted:
    language = read_language(card.language)
    of_format = dialect.labels if dialect is not None else {}
    label = fold_label(card.set_label or card.set_code)
    return Wanted(
        name=ReadName(name="", spellings=()) if card.name == NO_NAME else read_name(card.name),
        set_label=labels.get(label) or of_format.get(label, card.set_label),
        set_code=card.set_code,
        number=card.number,
        rarity=card.rarity,
        asian=language.name if language.asian else "",
        names_in=dialect.names_in if dialect is not None else "",
    )
