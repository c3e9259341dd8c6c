"""From a row's columns to one printing, in steps that can be explained.

A wrong printing is worse than an unresolved row: each step needs a single card that agrees with
everything the row says, and where the row contradicts itself no step decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from string import ascii_uppercase

from cardkit.cards import Card, CardId
from cardkit.catalogue import Catalogue, Print
from cardkit.catalogue.sets import set_facts
from cardkit.collection import Step
from cardkit.decks.sketch import read_rarity
from cardkit.imports.basic_energy import basic_energy_printings
from cardkit.imports.candidates import MAX_CANDIDATES, Nearest
from cardkit.imports.dialects import words
from cardkit.imports.known_sets import KnownSets, RowSets, is_promo_set
from cardkit.imports.names import ReadName
from cardkit.imports.numbers import (
    is_promo_number,
    is_spreadsheet_error,
    mangled_numbers,
    read_number,
)
from cardkit.naming import CollectorNumber, fold_label, fold_name, number_key

_NO_SET = ("", "energy")
"""What names no set; programs write Energy in its place for basic Energy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a row says of the printing.

    Attributes:
        name: the name, taken apart; its spellings include those of a column with clean names.
        set_label: the set's name or code; empty when the row has none.
        set_code: a code, looked at only where the label is no set that is known.
        number: collector number; empty when the row has none.
        rarity: as the row spells it.
        asian: the language, when it is one whose cards have sets and numbers of their own.
        names_in: the language of the name, where the file's names are not English.
    """

    name: ReadName
    set_label: str = ""
    set_code: str = ""
    number: str = ""
    rarity: str = ""
    asian: str = ""
    names_in: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """One printing, and the step that decided it."""

    card_id: CardId
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmatched:
    """No printing: why, and which may be meant, the nearest first."""

    reason: str
    candidates: tuple[CardId, ...] = ()


class Matcher:
    """Matches rows against a catalogue and remembers what it has looked up.

    Args:
        catalogue: the cards that rows may mean.
        with_candidates: name the nearest cards where no printing fits; that takes most of the time.
    """

    def __init__(self, catalogue: Catalogue, *, with_candidates: bool = True) -> None:
        self._catalogue = catalogue
        self._known = KnownSets(catalogue)
        self._nearest = Nearest(catalogue) if with_candidates else None
        self._printings: dict[str, list[Card]] = {}

    def match(self, wanted: Wanted) -> Matched | Unmatched:
        """Return the printing that a row means, or why none and what is near."""
        mangled = () if wanted.asian else mangled_numbers(wanted.number)
        if mangled:
            return self._of_mangled(wanted, mangled)
        found = self._match(wanted)
        return found if isinstance(found, Matched) else self._any_energy(wanted) or found

    def _of_mangled(self, wanted: Wanted, mangled: tuple[str, ...]) -> Matched | Unmatched:
        """Try each number that a spreadsheet may have taken for a date."""
        tried = [self._match(replace(wanted, number=number)) for number in mangled]
        found = {each.card_id: each for each in tried if isinstance(each, Matched)}
        meant = " or ".join(mangled)
        if len(found) == 1 and next(iter(found.values())).step is Step.SET_NUMBER_NAME:
            return next(iter(found.values()))
        near = [
            card_id for each in tried if isinstance(each, Unmatched) for card_id in each.candidates
        ]
        return Unmatched(
            reason=f"a number that became a date: {meant}",
            candidates=tuple(dict.fromkeys([*found, *near]))[:MAX_CANDIDATES],
        )

    def _match(self, wanted: Wanted) -> Matched | Unmatched:
        number, contradiction = self._number(wanted)
        promo = number.code if number is not None else ""
        sets = self._known.meant(wanted.set_label, wanted.set_code, promo)
        if wanted.asian:
            reason = f"{wanted.asian}: numbers of its own"
            return self._unmatched(wanted, reason, sets, None)
        if contradiction:
            return self._unmatched(wanted, contradiction, sets, number)
        if number is not None and sets.ids:
            return self._by_set_and_number(wanted, sets, number)
        if number is not None and sets.any_set:
            return self._by_number_and_total(wanted, sets, number)
        if sets.ids and wanted.name.spellings:
            return self._by_set_and_rarity(wanted, sets)
        return self._unmatched(wanted, _what_is_missing(wanted, sets), sets, number)

    def _any_energy(self, wanted: Wanted) -> Matched | None:
        """Match a basic Energy of no set in particular; what else the row says must agree.

        Rule: S5.
        """
        if wanted.asian or fold_label(wanted.set_label or wanted.set_code) not in _NO_SET:
            return None
        number, contradiction = self._number(wanted)
        if contradiction:
            return None
        for spelling in wanted.name.spellings:
            for card in _of_rarity(self._energies(spelling), wanted.rarity):
                fits = number is None or number_key(card.number) == number.key
                if fits and (number is None or self._total_is(card, number)):
                    return Matched(card_id=card.card_id, step=Step.ANY_PRINTING)
        return None

    def _energies(self, spelling: str) -> list[Card]:
        found = self._printings.get(spelling)
        if found is None:
            found = list(basic_energy_printings(self._catalogue, spelling))
            self._printings[spelling] = found
        return found

    def names_card(self, name: ReadName) -> bool:
        """Whether some card has this name."""
        return any(self._catalogue.by_name(spelling) for spelling in name.spellings)

    def is_name(self, spelling: str) -> bool:
        """Whether some card has a name, given as it is folded."""
        return bool(self._catalogue.by_name(spelling))

    def _number(self, wanted: Wanted) -> tuple[CollectorNumber | None, str]:
        """Return the row's number, and what is wrong with it if something is."""
        if is_spreadsheet_error(wanted.number):
            return None, f"a spreadsheet has turned this number into an error: {wanted.number!r}"
        column, in_name = read_number(wanted.number), read_number(wanted.name.number)
        if column is None and wanted.number:
            return None, f"not a collector number: {wanted.number!r}"
        if column is None or in_name is None or column.key == in_name.key:
            return column or in_name, ""
        # The number belongs to the name in Blaine's Quiz #1; a name that is not known may be such.
        named = [
            spelling for spelling in wanted.name.spellings if self._catalogue.by_name(spelling)
        ]
        tail = f" {in_name.key.casefold()}"
        if any(spelling.endswith(tail) for spelling in named or wanted.name.spellings):
            return column, ""
        return None, f"the name says number {in_name.text}, the column {column.text}"

    def _by_set_and_number(
        self, wanted: Wanted, sets: RowSets, number: CollectorNumber
    ) -> Matched | Unmatched:
        numbered = self._known.numbered(sets.ids, number.key)
        named = [card for card in numbered if self._has_name(card, wanted.name)]
        if not named and number.key.isdigit():
            # Galleries and promos carry letters that lists leave out: 20 for SWSH020.
            lettered = self._known.numbered(sets.ids, number.key, lettered=True)
            named = [card for card in lettered if self._has_name(card, wanted.name)]
        step = Step.SET_NUMBER_NAME if wanted.name.spellings else Step.SET_NUMBER
        if not named and wanted.names_in and not self.names_card(wanted.name):
            # A name in another language cannot be compared; it is none of another card's.
            named, step = numbered, Step.SET_NUMBER
        fitting = [card for card in named if self._total_fits(card, number)]
        if len(fitting) == 1:
            return Matched(card_id=fitting[0].card_id, step=step)
        if fitting:
            reason = "several cards fit"
        elif named:
            total = self._known.total(named[0].set_id)
            reason = f"number says /{number.printed_total}, set /{total}"
        elif numbered:
            reason = f"{number.key} of the set is {numbered[0].name!r}"
        else:
            reason = self._elsewhere(wanted.name, sets) or self._not_in_catalogue(sets, "number")
        return self._unmatched(wanted, reason, sets, number)

    def _by_number_and_total(
        self, wanted: Wanted, sets: RowSets, number: CollectorNumber
    ) -> Matched | Unmatched:
        if number.printed_total is None and not is_promo_number(number):
            return self._by_promo_number(wanted, sets, number)
        fitting = {
            card.card_id: card
            for spelling in wanted.name.spellings
            for card in self._catalogue.by_name(spelling)
            if number_key(card.number) == number.key and self._total_is(card, number)
        }
        if len(fitting) == 1 and _print(wanted.name.spellings[-1], number) not in _twins():
            return Matched(card_id=next(iter(fitting)), step=Step.NAME_NUMBER_TOTAL)
        reason = "several sets fit" if fitting else "number not in the catalogue"
        return self._unmatched(wanted, reason, sets, number)

    def _by_promo_number(
        self, wanted: Wanted, sets: RowSets, number: CollectorNumber
    ) -> Matched | Unmatched:
        """Match a promo of no series in particular, whose number has neither letters nor total.

        Such groups hold cards of other sets as well, with a stamp, and lists leave letters out:
        whatever else has the name and number may be meant.
        """
        reason = "no set, no total"
        if sets.promos and self._known.knows_promos():
            fitting = {
                card.card_id: card
                for spelling in wanted.name.spellings
                for card in self._catalogue.by_name(spelling)
                if number_key(card.number).lstrip(ascii_uppercase) == number.key
            }
            found = next(iter(fitting.values()), None)
            if found is None:
                reason = "number not in the catalogue"
            elif len(fitting) > 1:
                reason = "several sets fit"
            elif is_promo_set(found.set_id) and number_key(found.number) == number.key:
                return Matched(card_id=found.card_id, step=Step.NAME_NUMBER_TOTAL)
        return self._unmatched(wanted, reason, sets, number)

    def _by_set_and_rarity(self, wanted: Wanted, sets: RowSets) -> Matched | Unmatched:
        named = [card for card in self._of_name(wanted.name) if card.set_id in sets.ids]
        fitting = _of_rarity(named, wanted.rarity)
        if not named:
            reason = self._elsewhere(wanted.name, sets) or self._not_in_catalogue(sets, "name")
        elif not fitting:
            reason = f"no {wanted.rarity!r} of this name in the set"
        elif len(fitting) > 1:
            reason = "no number, several cards fit"
        elif not self._known.is_complete(fitting[0].set_id):
            reason = "no number, set incomplete in the catalogue"
        else:
            return Matched(card_id=fitting[0].card_id, step=Step.NAME_SET_RARITY)
        return self._unmatched(wanted, reason, sets, None)

    def _has_name(self, card: Print, name: ReadName) -> bool:
        """Whether a card of the row's set and number has the row's name, in any language."""
        if fold_name(card.name) in name.spellings or _has_name(_spellings(card.name), name):
            return True
        local = self._catalogue.local_names(card.card_id).values()
        return any(_has_name(_spellings(each), name) for each in local)

    def _of_name(self, name: ReadName) -> Iterable[Card]:
        for spelling in name.spellings:
            found = self._catalogue.by_name(spelling)
            if found:
                return found
        return ()

    def _elsewhere(self, name: ReadName, sets: RowSets) -> str:
        """Say that cards of the name are known, but of other sets; empty when that is not so."""
        of_name = {card.set_id for card in self._of_name(name)}
        known = [set_id for set_id in sets.ids if self._known.is_known(set_id)]
        if not known or not of_name or not of_name.isdisjoint(sets.ids):
            return ""
        if all(map(self._known.is_complete, known)):
            return f"no {name.name} in {sets.label}"
        return f"no {name.name} of {sets.label} in the catalogue"

    def _not_in_catalogue(self, sets: RowSets, what: str) -> str:
        if any(map(self._known.is_known, sets.ids)):
            return f"{what} not in the catalogue"
        return "set not in the catalogue"

    def _total_fits(self, card: Print, number: CollectorNumber) -> bool:
        """Whether a total does not speak against a card; a part of a set counts on its own."""
        total = self._known.total(card.set_id)
        if number.printed_total in (None, total) or not total or not number.key.isdigit():
            return True
        facts = set_facts().get(card.set_id)
        return facts is not None and facts.part_of is not None

    def _total_is(self, card: Card, number: CollectorNumber) -> bool:
        if number.printed_total is None:
            return True
        return self._known.total(card.set_id) == number.printed_total

    def _unmatched(
        self, wanted: Wanted, reason: str, sets: RowSets, number: CollectorNumber | None
    ) -> Unmatched:
        if self._nearest is None:
            return Unmatched(reason=reason)
        candidates = self._nearest.to(
            wanted.name.spellings,
            sets=sets.ids,
            any_set=sets.any_set,
            number=number.key if number is not None else "",
            total=number.printed_total if number is not None else None,
            rarity=read_rarity(wanted.rarity),
        )
        return Unmatched(reason=reason, candidates=candidates)


def _has_name(own: set[str], name: ReadName) -> bool:
    """Whether a row has one of a card's spellings, or no name; spaces do not matter."""
    if not name.spellings or not own.isdisjoint(name.spellings):
        return True
    joined = {spelling.replace(" ", "") for spelling in name.spellings}
    return not joined.isdisjoint(spelling.replace(" ", "") for spelling in own)


def _spellings(name: str) -> set[str]:
    """A card's folded name, with and without what card data put in brackets behind it."""
    return {fold_name(name), fold_name(re.sub(r"\s*[(\[][^()\[\]]*[)\]]$", "", name))}


def _of_rarity(cards: list[Card], rarity: str) -> list[Card]:
    """Return the cards of a rarity; of those that it may also mean where none is called so."""
    printed = read_rarity(rarity)
    if printed is None:
        return cards
    exact = [card for card in cards if card.rarity == printed]
    means = words()["rarity_means"].get(str(printed), ())
    return exact or [card for card in cards if str(card.rarity) in means]


def _print(spelling: str, number: CollectorNumber) -> str:
    return f"{spelling} {number.key}/{number.printed_total}"


@cache
def _twins() -> frozenset[str]:
    """Prints that two sets share, whether the catalogue has both or not."""
    names = (each.rpartition(" ") for each in words()["twins"]["prints"])
    return frozenset(f"{fold_name(name)} {number}" for name, _, number in names)


def _what_is_missing(wanted: Wanted, sets: RowSets) -> str:
    if not wanted.name.spellings:
        return "no name"
    if sets.label and not sets.any_set:
        return "set not known"
    return "neither set nor number"
