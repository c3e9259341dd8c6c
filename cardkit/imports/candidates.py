"""Printings that an unresolved row may mean, the nearest first."""

from __future__ import annotations

from difflib import get_close_matches

from cardkit.cards import Card, CardId, SetId
from cardkit.catalogue import Catalogue
from cardkit.naming import fold_name, number_key
from cardkit.rarities import Rarity

MAX_CANDIDATES = 5
_MAX_NAMES_SEARCHED = 20
"""Names that are searched among all names in one import: a search takes up to 0.3 s, and a file
of another game has a new name in every row."""
_NEAR_NAMES = 3
_NEAR = 0.7
"""How near a name must be spelt, 1 being the same, to be worth a look."""


class Nearest:
    """Finds candidates in a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._totals = {each.set_id: each.printed_total for each in catalogue.sets()}
        self._near: dict[str, tuple[str, ...]] = {}
        self._names: dict[SetId, tuple[str, ...]] = {}

    def to(
        self,
        spellings: tuple[str, ...],
        *,
        sets: tuple[SetId, ...],
        any_set: bool,
        number: str,
        total: int | None,
        rarity: Rarity | str | None,
    ) -> tuple[CardId, ...]:
        """Return the cards that agree with most of a row, at most :data:`MAX_CANDIDATES`.

        A card of the name is nearer than one that only has the set and number. Where there is
        neither, names spelt nearly so are looked for in the row's sets, or in all if it may be of
        any; not where its set is unknown, for then nothing agrees.
        """
        of_name = {
            card.card_id: card for name in spellings for card in self._catalogue.by_name(name)
        }
        at_place = {
            card.card_id: card
            for set_id in (sets if number else ())
            for card in self._catalogue.by_number(set_id, number)
        }
        if not of_name and not at_place and spellings:
            of_name = {
                card.card_id: card
                for name in self._near_names(spellings[-1], sets, any_set)
                for card in self._catalogue.by_name(name)
            }

        def nearness(card: Card) -> tuple[bool, ...]:
            return (
                card.set_id in sets and number_key(card.number) == number,
                card.set_id in sets,
                bool(number) and number_key(card.number) == number,
                total is not None and self._totals.get(card.set_id) == total,
                rarity is not None and card.rarity == rarity,
            )

        ranked = sorted((of_name | at_place).values(), key=nearness, reverse=True)
        return tuple(card.card_id for card in ranked[:MAX_CANDIDATES])

    def _near_names(self, name: str, sets: tuple[SetId, ...], any_set: bool) -> tuple[str, ...]:
        if sets:
            known = [known for each in sets for known in self._names_of(each)]
            return tuple(get_close_matches(name, known, _NEAR_NAMES, _NEAR))
        if name not in self._near:
            if not any_set or len(self._near) >= _MAX_NAMES_SEARCHED:
                return ()
            ranked = self._catalogue.names.rank(name, _NEAR_NAMES)
            self._near[name] = tuple(found for found, nearness in ranked if nearness >= _NEAR)
        return self._near[name]

    def _names_of(self, set_id: SetId) -> tuple[str, ...]:
        if set_id not in self._names:
            names = (fold_name(card.name) for card in self._catalogue.cards_of(set_id))
            self._names[set_id] = tuple(dict.fromkeys(names))
        return self._names[set_id]
