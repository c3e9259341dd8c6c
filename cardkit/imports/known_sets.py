"""The sets that a row may mean, as far as a catalogue knows them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from cardkit.cards import SetId
from cardkit.catalogue import Catalogue, Print
from cardkit.catalogue.sets import is_cross_set_label, set_facts
from cardkit.imports.dialects import words
from cardkit.naming import fold_label, number_key


@dataclass(frozen=True, slots=True, kw_only=True)
class RowSets:
    """What a row's set means.

    Attributes:
        label: as the row writes it.
        ids: the sets; empty where none is known.
        any_set: it is none in particular, or a group of cards of many sets.
        promos: it is a group of promos of all times.
    """

    label: str
    ids: tuple[SetId, ...] = ()
    any_set: bool = False
    promos: bool = False


class KnownSets:
    """Looks sets up in a catalogue, and remembers what it has found."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._totals = {each.set_id: each.printed_total for each in catalogue.sets()}
        self._meant: dict[tuple[str, str, str], RowSets] = {}
        self._complete: dict[SetId, bool] = {}
        self._prints: dict[SetId, dict[str, list[Print]]] = {}
        self._newest_whole: str | None = None

    def meant(self, label: str, code: str, promo: str) -> RowSets:
        """Return what a label, a code and the code of a promo's number mean, the first first."""
        key = (label, code, promo)
        found = self._meant.get(key)
        if found is None:
            found = self._meant[key] = self._look_up(label, code, promo)
        return found

    def _look_up(self, label: str, code: str, promo: str) -> RowSets:
        if label and (group := _group(label)):
            of_their_own = {fold_label(each) for each in words()["groups"]["own_printings"]}
            any_set = fold_label(label) not in of_their_own
            return RowSets(label=label, any_set=any_set, promos=group in _any_promos())
        ids = self._catalogue.sets_by_label(label) if label else ()
        if not ids and code:
            ids = self._catalogue.sets_by_code(code) or self._catalogue.sets_by_label(code)
        if not ids and promo and not label:
            ids = self._catalogue.sets_by_code(promo)
        return RowSets(label=label or code, ids=ids, any_set=not ids and not label and not code)

    def total(self, set_id: SetId) -> int:
        """Return the total that is printed on a set's cards; 0 where it is not known."""
        return self._totals.get(set_id, 0)

    def is_known(self, set_id: SetId) -> bool:
        """Whether the catalogue has anything of a set."""
        return set_id in self._totals

    def numbered(self, ids: tuple[SetId, ...], key: str, *, lettered: bool = False) -> list[Print]:
        """Return the cards with a number; with the letters of the set's numbers before it."""
        found: list[Print] = []
        for set_id in ids:
            asked = key
            if lettered:
                facts = set_facts().get(set_id)
                if facts is None or not facts.number_prefix:
                    continue
                asked = number_key(facts.number_prefix + key)
            prints = self._prints.get(set_id)
            if prints is None:
                prints = self._prints[set_id] = self._catalogue.prints_of(set_id)
            found += prints.get(asked, ())
        return found

    def is_complete(self, set_id: SetId) -> bool:
        """Whether the catalogue has the whole set, so that a single card of a name is the one.

        Sets of Energy grow for years beyond the total that is printed first, and so do promos
        until those of the next series begin.
        """
        if set_id not in self._complete:
            self._complete[set_id] = self._has_all(set_id)
        return self._complete[set_id]

    def _has_all(self, set_id: SetId) -> bool:
        card_set = self._catalogue.card_set(set_id)
        if card_set is None or re.search("energ", card_set.name, re.IGNORECASE):
            return False
        known = self._catalogue.cards_of(set_id)
        if not 0 < card_set.printed_total <= len(known):
            return False
        if set_id not in _promo_sets():
            return True
        digits = {int(found[0]) for card in known if (found := re.search(r"\d+", card.number))}
        later = _promo_sets()[_promo_sets().index(set_id) + 1 :]
        return digits == set(range(1, len(digits) + 1)) and any(
            set_facts()[each].released < self._whole_up_to() for each in later
        )

    def knows_promos(self) -> bool:
        """Whether the catalogue has all promos whose numbers have no letters, up to its date.

        Such numbers begin at 1 in each series, so one that is missing might be meant.
        """
        return bool(self._whole_up_to()) and all(
            self._catalogue.has_whole_set(set_id)
            for set_id in _promo_sets()
            if not set_facts()[set_id].number_prefix
            and set_facts()[set_id].released < self._whole_up_to()
        )

    def _whole_up_to(self) -> str:
        """Return when the newest set came out that the catalogue has as a whole."""
        if self._newest_whole is None:
            newest_first = reversed(self._catalogue.sets())
            whole = (each for each in newest_first if self._catalogue.has_whole_set(each.set_id))
            newest = next(whole, None)
            self._newest_whole = newest.release_date if newest is not None else ""
        return self._newest_whole


def is_promo_set(set_id: SetId) -> bool:
    """Whether a set is one of the promos of a series."""
    return set_id in _promo_sets()


@cache
def _promo_sets() -> tuple[SetId, ...]:
    """Return the sets of promos, one a series, by date of release."""
    promos = [each for each in set_facts().values() if each.name.endswith("Black Star Promos")]
    return tuple(each.set_id for each in sorted(promos, key=lambda each: each.released))


@cache
def _any_promos() -> frozenset[str]:
    return frozenset(fold_label(each) for each in words()["groups"]["any_promos"])


def _group(label: str) -> str:
    """Return a label, folded, that is a group of cards of many sets; empty for any other.

    Some apps put the game before it.
    """
    bare = re.sub(r"^pok[eé]mon ", "", label, flags=re.IGNORECASE)
    beginnings = tuple(fold_label(each) for each in words()["groups"]["beginnings"])
    folded = fold_label(bare)
    is_group = is_cross_set_label(bare) or folded in _any_promos() or folded.startswith(beginnings)
    return folded if is_group else ""
