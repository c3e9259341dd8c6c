"""The vocabulary of sets: one table of facts, and which set a label or a code means.

``sets.csv`` holds the facts: the identifier of the public bulk data (that of TCGdex where it has
none), names and codes in several vocabularies, and the labels that apps use besides. A bar ``|``
separates several values.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType

from cardkit.cards import CardSet, SetId
from cardkit.naming import fold_label, label_spellings


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFacts:
    """What is known of a set without any card data.

    Attributes:
        codes: codes of decklists, the customary one first.
        released: date of release, ``2023-09-22``.
        part_of: the set that this one is a gallery or vault of; empty for most.
        number_prefix: letters that all its numbers carry and decklists omit, e.g. ``TG``.
        tcgdex: identifiers at TCGdex.
        tcgplayer_group: group number at TCGplayer; None where none is known.
        cardmarket: expansion number at Cardmarket; None where none is known.
        labels: further names that apps print.
    """

    set_id: SetId
    name: str
    series: str
    codes: tuple[str, ...]
    released: str
    part_of: SetId | None
    number_prefix: str
    tcgdex: tuple[str, ...]
    tcgplayer_name: str
    tcgplayer_code: str
    tcgplayer_group: int | None
    cardmarket: int | None
    labels: tuple[str, ...]

    def to_set(self) -> CardSet:
        """Return the set as far as the facts go: its totals are not among them."""
        return CardSet(
            set_id=self.set_id,
            name=self.name,
            series=self.series,
            ptcgo_code=self.codes[0] if self.codes else "",
            release_date=self.released,
        )


@cache
def set_facts() -> MappingProxyType[SetId, SetFacts]:
    """Return the shipped table, in order of release."""
    text = (files("cardkit.catalogue") / "sets.csv").read_text(encoding="utf-8")
    rows = (_read_row(row) for row in csv.DictReader(text.splitlines()))
    return MappingProxyType({facts.set_id: facts for facts in rows})


def _read_row(row: dict[str, str]) -> SetFacts:
    return SetFacts(
        set_id=SetId(row["id"]),
        name=row["name"],
        series=row["series"],
        codes=_values(row["codes"]),
        released=row["released"],
        part_of=SetId(row["part_of"]) if row["part_of"] else None,
        number_prefix=row["number_prefix"],
        tcgdex=_values(row["tcgdex"]),
        tcgplayer_name=row["tcgplayer_name"],
        tcgplayer_code=row["tcgplayer_code"],
        tcgplayer_group=int(row["tcgplayer_group"]) if row["tcgplayer_group"] else None,
        cardmarket=int(row["cardmarket"]) if row["cardmarket"] else None,
        labels=_values(row["labels"]),
    )


def _values(cell: str) -> tuple[str, ...]:
    return tuple(cell.split("|")) if cell else ()


_SERIES_WORDS = {
    "EX": ("EX",),
    "Diamond & Pearl": ("Diamond & Pearl", "DP"),
    "Platinum": ("Platinum", "PL"),
    "HeartGold & SoulSilver": ("HeartGold & SoulSilver", "HeartGold SoulSilver", "HGSS", "HS"),
    "Black & White": ("Black & White", "BW"),
    "XY": ("XY",),
    "Sun & Moon": ("Sun & Moon", "SM"),
    "Sword & Shield": ("Sword & Shield", "SWSH"),
    "Scarlet & Violet": ("Scarlet & Violet", "SV"),
    "Mega Evolution": ("Mega Evolution", "ME"),
}
"""Words that apps put before a set's name: "EX Emerald", "Scarlet & Violet 151"."""

_CROSS_SET_GROUPS = (
    "Miscellaneous Cards & Products",
    "Prize Pack Series Cards",
    "League & Championship Cards",
    "Deck Exclusives",
    "Blister Exclusives",
    "Jumbo Cards",
    "World Championship Decks",
    "Alternate Art Promos",
    "Professor Program Promos",
    "Battle Academy",
    "Trick or Trade",
    "First Partner Pack",
    "EX Battle Stadium",
    "Pikachu World Collection Promos",
    "Countdown Calendar Promos",
    "Burger King Promos",
    "Kids WB Promos",
)
"""Groups of a shop that mix cards of many sets; their cards carry the original numbers."""


def is_cross_set_label(label: str) -> bool:
    """Whether a label is no set but a group of cards from many sets.

    >>> is_cross_set_label("Battle Academy 2022"), is_cross_set_label("Battle Styles")
    (True, False)
    """
    spelling = re.sub(r" (?:19|20)\d\d$", "", fold_label(label))
    return spelling in {fold_label(group) for group in _CROSS_SET_GROUPS}


class SetVocabulary:
    """Which sets a label or a code means.

    Args:
        known: sets of the catalogue; they add their names and codes to the shipped facts.
        names: what sets are called in other languages; the other names come before these.
    """

    def __init__(
        self, known: Iterable[CardSet] = (), names: Iterable[tuple[SetId, str]] = ()
    ) -> None:
        self._labels: dict[str, list[SetId]] = {}
        self._codes: dict[str, list[SetId]] = {}
        self._parts: dict[SetId, list[SetId]] = {}
        self._asked: dict[str, tuple[SetId, ...]] = {}
        known = tuple(known)
        self._ids = {fold_label(each.set_id): each.set_id for each in known}
        for facts in set_facts().values():
            self._add_facts(facts)
        for each in known:
            self._add(self._labels, _promo_spelling(fold_label(each.name)), each.set_id)
            if each.ptcgo_code:
                self._add(self._codes, fold_code(each.ptcgo_code), each.set_id)
        for set_id, name in names:
            self._add(self._labels, _promo_spelling(fold_label(name)), set_id)

    def by_label(self, label: str) -> tuple[SetId, ...]:
        """Return the sets that a name, code or identifier means, the likeliest first.

        The galleries and vaults of a set follow it. The sets may be absent from the catalogue.

        >>> vocabulary = SetVocabulary()
        >>> vocabulary.by_label("SV05: Temporal Forces"), vocabulary.by_label("MEW")
        (('sv5',), ('sv3pt5',))
        >>> vocabulary.by_label("Radiant Collection")
        ('bw11', 'g1')
        """
        for spelling in label_spellings(label):
            found = self._labels.get(_promo_spelling(spelling))
            if found:
                return self._with_parts(found)
        return self._with_parts(self.by_code(label))

    def by_code(self, code: str) -> tuple[SetId, ...]:
        """Return the sets that a decklist's or a shop's code means, the likeliest first.

        Identifiers count as codes; ``G1`` is Gym Heroes, while ``g1`` identifies Generations.

        >>> SetVocabulary().by_code("CEL"), SetVocabulary().by_code("CRZ-GG")
        (('cel25', 'cel25c'), ('swsh12pt5gg',))
        >>> SetVocabulary().by_code("G1"), SetVocabulary().by_code("g1")
        (('gym1', 'g1'), ('g1', 'gym1'))
        """
        known = self._asked.get(code)
        if known is None:
            known = self._asked[code] = self._sets_by_code(code)
        return known

    def _sets_by_code(self, code: str) -> tuple[SetId, ...]:
        found = list(self._codes.get(fold_code(code), ()))
        identified = self._ids.get(fold_label(code))
        if identified is not None and identified not in found:
            found.insert(0 if identified == code.strip() else len(found), identified)
        return tuple(found)

    def _add_facts(self, facts: SetFacts) -> None:
        self._ids.setdefault(fold_label(facts.set_id), facts.set_id)
        if facts.part_of:
            self._parts.setdefault(facts.part_of, []).append(facts.set_id)
        names = (facts.name, facts.tcgplayer_name, *facts.labels)
        first = "Base Set" if facts.name == facts.series else facts.name
        longer = (f"{words} {first}" for words in _SERIES_WORDS.get(facts.series, ()))
        for name in (*names, *longer):
            if name:
                self._add(self._labels, _promo_spelling(fold_label(name)), facts.set_id)
        for code in (*facts.codes, facts.tcgplayer_code):
            if code:
                self._add(self._codes, fold_code(code), facts.set_id)

    def _with_parts(self, found: Iterable[SetId]) -> tuple[SetId, ...]:
        every = list(found)
        for set_id in tuple(every):
            every += self._parts.get(set_id, ())
        return tuple(dict.fromkeys(every))

    @staticmethod
    def _add(index: dict[str, list[SetId]], key: str, set_id: SetId) -> None:
        found = index.setdefault(key, [])
        if set_id not in found:
            found.append(set_id)


@lru_cache(maxsize=2_048)
def fold_code(code: str) -> str:
    """Return a set's code in one spelling.

    >>> fold_code("SWSH12: TG"), fold_code("pr-sw")
    ('SWSH12-TG', 'PR-SW')
    """
    return re.sub(r"[\s:_-]+", "-", code.strip()).upper()


def _promo_spelling(spelling: str) -> str:
    """Give all ways to say promo one word: Black Star Promos, Promo Cards, Promo."""
    return re.sub(r"\b(?:black star )?promos?(?: cards?)?$", "promos", spelling)
