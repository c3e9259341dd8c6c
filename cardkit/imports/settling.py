"""What unresolved rows mean by now: a catalogue that has grown may know their cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardkit.catalogue import Catalogue
from cardkit.collection import RowCard
from cardkit.imports.matching import Matched, Matcher, Wanted
from cardkit.imports.names import ReadName, read_name
from cardkit.imports.rows import NO_NAME
from cardkit.imports.vocabulary import read_language


def settler(catalogue: Catalogue) -> Callable[[RowCard], RowCard]:
    """Return what looks an unresolved card up anew, by the same steps as an import.

    A card that is still unresolved keeps its candidates; why it is may have changed.
    """
    matcher = Matcher(catalogue, with_candidates=False)

    def settle(card: RowCard) -> RowCard:
        found = matcher.match(_wanted(card))
        if isinstance(found, Matched):
            return replace(card, card_id=found.card_id, step=found.step, reason="", candidates=())
        return replace(card, reason=found.reason)

    return settle


def _wanted(card: RowCard) -> Wanted:
    language = read_language(card.language)
    return Wanted(
        name=ReadName(name="", spellings=()) if card.name == NO_NAME else read_name(card.name),
        set_label=card.set_label,
        set_code=card.set_code,
        number=card.number,
        rarity=card.rarity,
        asian=language.name if language.asian else "",
    )
