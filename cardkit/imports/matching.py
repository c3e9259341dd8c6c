"""From a row's columns to one printing, in steps that can be explained.

A wrong printing is worse than an unresolved row: each step needs a single card that agrees with
everything the row says, and where the row contradicts itself no step decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from cardkit.cards import Card, CardId, SetId
from cardkit.catalogue import Catalogue, Print
from cardkit.catalogue.sets import is_cross_set_label, set_facts
from cardkit.collection import Step
from cardkit.decks.sketch import read_rarity
from cardkit.imports.candidates import MAX_CANDIDATES, Nearest
from cardkit.imports.dialects import words
from cardkit.imports.names import ReadName
from cardkit.imports.table import header_key
from cardkit.naming import CollectorNumber, fold_label, fold_name, number_key


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sets:
    """What the row's set means: sets, or a group of many sets, or nothing that is known."""

    label: str
    ids: tuple[SetId, ...] = ()
    any_set: bool = False


class Matcher:
    """Matches rows against a catalogue and remembers what it has looked up.

    Args:
        catalogue: the cards that rows may mean.
        with_candidates: name the nearest cards where no printing fits; that takes most of the time.
    """

    def __init__(self, catalogue: Catalogue, *, with_candidates: bool = True) -> None:
        self._catalogue = catalogue
        self._totals = {each.set_id: each.printed_total for each in catalogue.sets()}
        self._nearest = Nearest(catalogue) if with_candidates else None
        self._sets: dict[tuple[str, str, str], _Sets] = {}
        self._complete: dict[SetId, bool] = {}
        self._prints: dict[SetId, dict[str, list[Print]]] = {}

    def match(self, wanted: Wanted) -> Matched | Unmatched:
        """Return the printing that a row means, or why none and what is near."""
        mangled = () if wanted.asian else mangled_numbers(wanted.number)
        return self._of_mangled(wanted, mangled) if mangled else self._match(wanted)

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
        sets = self._sets_of(wanted, number)
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

    def names_card(self, name: ReadName) -> bool:
        """Whether some card has this name."""
        return any(self._catalogue.by_name(spelling) for spelling in name.spellings)

    def is_name(self, spelling: str) -> bool:
        """Whether some card has a name, given as it is folded."""
        return bool(self._catalogue.by_name(spelling))

    def _number(self, wanted: Wanted) -> tuple[CollectorNumber | None, str]:
        """Return the row's number, and what is wrong with it if something is."""
        if re.fullmatch(r"#(?:REF|N/A|NAME|VALUE|DIV/0|NUM|NULL)[!?]?", wanted.number):
            return None, f"a spreadsheet has turned this number into an error: {wanted.number!r}"
        column, in_name = _parse(wanted.number), _parse(wanted.name.number)
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

    def _sets_of(self, wanted: Wanted, number: CollectorNumber | None) -> _Sets:
        promo = number.code if number is not None else ""
        key = (wanted.set_label, wanted.set_code, promo)
        if key not in self._sets:
            self._sets[key] = self._look_up_sets(*key)
        return self._sets[key]

    def _look_up_sets(self, label: str, code: str, promo: str) -> _Sets:
        if label and _is_group(label):
            of_their_own = {fold_label(each) for each in words()["groups"]["own_printings"]}
            return _Sets(label=label, any_set=fold_label(label) not in of_their_own)
        ids = self._catalogue.sets_by_label(label) if label else ()
        if not ids and code:
            ids = self._catalogue.sets_by_code(code) or self._catalogue.sets_by_label(code)
        if not ids and promo and not label:
            ids = self._catalogue.sets_by_code(promo)
        return _Sets(label=label or code, ids=ids, any_set=not ids and not label and not code)

    def _by_set_and_number(
        self, wanted: Wanted, sets: _Sets, number: CollectorNumber
    ) -> Matched | Unmatched:
        numbered = self._numbered(sets, number.key)
        named = [card for card in numbered if self._has_name(card, wanted.name)]
        if not named and number.key.isdigit():
            # Galleries and promos carry letters that lists leave out: 20 for SWSH020.
            lettered = self._numbered(sets, number.key, lettered=True)
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
            total = self._totals.get(named[0].set_id)
            reason = f"number says /{number.printed_total}, set /{total}"
        elif numbered:
            reason = f"{number.key} of the set is {numbered[0].name!r}"
        else:
            reason = self._elsewhere(wanted.name, sets) or self._not_in_catalogue(sets, "number")
        return self._unmatched(wanted, reason, sets, number)

    def _by_number_and_total(
        self, wanted: Wanted, sets: _Sets, number: CollectorNumber
    ) -> Matched | Unmatched:
        if number.printed_total is None and not _is_promo_number(number):
            reason = "no set, no total"
            return self._unmatched(wanted, reason, sets, number)
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

    def _by_set_and_rarity(self, wanted: Wanted, sets: _Sets) -> Matched | Unmatched:
        named = [card for card in self._of_name(wanted.name) if card.set_id in sets.ids]
        fitting = _of_rarity(named, wanted.rarity)
        if not named:
            reason = self._elsewhere(wanted.name, sets) or self._not_in_catalogue(sets, "name")
        elif not fitting:
            reason = f"no {wanted.rarity!r} of this name in the set"
        elif len(fitting) > 1:
            reason = "no number, several cards fit"
        elif not self._is_complete(fitting[0].set_id):
            reason = "no number, set incomplete in the catalogue"
        else:
            return Matched(card_id=fitting[0].card_id, step=Step.NAME_SET_RARITY)
        return self._unmatched(wanted, reason, sets, None)

    def _has_name(self, card: Print, name: ReadName) -> bool:
        """Whether a card of the row's set and number has the row's name, in any language."""
        if _has_name(_spellings(card.name), name):
            return True
        local = self._catalogue.local_names(card.card_id).values()
        return any(_has_name(_spellings(each), name) for each in local)

    def _numbered(self, sets: _Sets, key: str, *, lettered: bool = False) -> list[Print]:
        """Return the cards with a number; with the letters of the set's numbers before it."""
        found: list[Print] = []
        for set_id in sets.ids:
            facts = set_facts().get(set_id) if lettered else None
            prefix = facts.number_prefix if facts is not None else ""
            if prefix or not lettered:
                if set_id not in self._prints:
                    self._prints[set_id] = self._catalogue.prints_of(set_id)
                found += self._prints[set_id].get(number_key(prefix + key), ())
        return found

    def _of_name(self, name: ReadName) -> Iterable[Card]:
        for spelling in name.spellings:
            found = self._catalogue.by_name(spelling)
            if found:
                return found
        return ()

    def _elsewhere(self, name: ReadName, sets: _Sets) -> str:
        """Say that cards of the name are known, but of other sets; empty when that is not so."""
        of_name = {card.set_id for card in self._of_name(name)}
        known = [set_id for set_id in sets.ids if set_id in self._totals]
        if not known or not of_name or not of_name.isdisjoint(sets.ids):
            return ""
        if all(map(self._is_complete, known)):
            return f"no {name.name} in {sets.label}"
        return f"no {name.name} of {sets.label} in the catalogue"

    def _not_in_catalogue(self, sets: _Sets, what: str) -> str:
        if any(set_id in self._totals for set_id in sets.ids):
            return f"{what} not in the catalogue"
        return "set not in the catalogue"

    def _is_complete(self, set_id: SetId) -> bool:
        """Whether the catalogue has the whole set, so that a single card of a name is the one.

        Sets of promos and Energy grow for years beyond the total that is printed first.
        """
        if set_id not in self._complete:
            card_set = self._catalogue.card_set(set_id)
            known = len(self._catalogue.cards_of(set_id))
            self._complete[set_id] = (
                card_set is not None
                and 0 < card_set.printed_total <= known
                and not re.search("promo|energ", card_set.name, re.IGNORECASE)
            )
        return self._complete[set_id]

    def _total_fits(self, card: Print, number: CollectorNumber) -> bool:
        """Whether a total does not speak against a card; a part of a set counts on its own."""
        total = self._totals.get(card.set_id, 0)
        if number.printed_total in (None, total) or not total or not number.key.isdigit():
            return True
        facts = set_facts().get(card.set_id)
        return facts is not None and facts.part_of is not None

    def _total_is(self, card: Card, number: CollectorNumber) -> bool:
        if number.printed_total is None:
            return True
        return self._totals.get(card.set_id) == number.printed_total

    def _unmatched(
        self, wanted: Wanted, reason: str, sets: _Sets, number: CollectorNumber | None
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


@lru_cache(maxsize=16_384)
def _parse(text: str) -> CollectorNumber | None:
    if not text:
        return None
    try:
        return CollectorNumber.parse(re.sub(r"^(\d+)\.0+$", r"\1", text))  # a spreadsheet's 43.0
    except ValueError:
        return None


def _is_group(label: str) -> bool:
    """Whether a label is a group of cards of many sets; some apps put the game before it."""
    bare = re.sub(r"^pok[eé]mon ", "", label, flags=re.IGNORECASE)
    groups = words()["groups"]
    promos = {fold_label(each) for each in groups["any_promos"]}
    beginnings = tuple(fold_label(each) for each in groups["beginnings"])
    folded = fold_label(bare)
    return is_cross_set_label(bare) or folded in promos or folded.startswith(beginnings)


@lru_cache(maxsize=16_384)
def mangled_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers that a spreadsheet may have taken for a date; none for any other text.

    ``4/25`` becomes 25-Apr, ``12/62`` Dec-62, and a workbook holds 2026-04-25 or 1962-12-01.

    >>> mangled_numbers("25-Apr"), mangled_numbers("Dec-62"), mangled_numbers("TG05")
    (('4/25', '25/4'), ('12/62',), ())
    >>> mangled_numbers("4-Feb"), mangled_numbers("2026-04-25"), mangled_numbers("1964-04-01")
    (('2/4', '4/2'), ('4/25', '25/4'), ('4/1', '1/4', '4/64'))
    """
    found = re.fullmatch(r"(\d{1,2})[-. ]{1,2}([^\W\d_]{3,5})\.?", text)
    if found and (month := _months().get(header_key(found[2]))):
        return _either(month, int(found[1]))
    found = re.fullmatch(r"([^\W\d_]{3,5})\.?[-. ](\d{2})", text)
    if found and (month := _months().get(header_key(found[1]))):
        return (f"{month}/{int(found[2])}",)
    found = re.fullmatch(r"(?:19|20)(\d\d)-(\d\d)-(\d\d)", text)
    if found:
        year, month, day = map(int, found.groups())
        return (*_either(month, day), *((f"{month}/{year}",) if day == 1 else ()))
    return ()


def _either(month: int, day: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys((f"{month}/{day}", f"{day}/{month}")))


@cache
def _months() -> dict[str, int]:
    """Return how spreadsheets shorten the months -> the month's number."""
    listed = enumerate(words()["months"]["words"], start=1)
    return {word: number for number, names in listed for word in names}


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


def _is_promo_number(number: CollectorNumber) -> bool:
    """Whether a number is told apart from all others by its letters: ``SWSH123``, ``SM200``."""
    return re.fullmatch(r"[A-Z]{2,}\d+[A-Z]?", number.key) is not None


def _what_is_missing(wanted: Wanted, sets: _Sets) -> str:
    if not wanted.name.spellings:
        return "no name"
    if sets.label and not sets.any_set:
        return "set not known"
    return "neither set nor number"
