"""What a pool lacks, and what its owner should look at, as findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from cardkit.cards import Card, EnergyType, Mechanic, Supertype
from cardkit.decks.classify import unknown_rarity_reason
from cardkit.decks.energy import (
    OPTIONAL_ENERGY,
    assumed_energy,
    lacking_energy,
    spare_energy,
)
from cardkit.decks.model import Pool, PoolCard, RarityDeck
from cardkit.decks.names import supertype_from_name
from cardkit.decks.requirements import Requirements
from cardkit.findings import Finding, Severity
from cardkit.plurals import counted, out_of

_LISTED = 12
"""Cards named in one finding; ``sort`` names them all."""


def check_pool(pool: Pool, requirements: Requirements) -> tuple[Finding, ...]:
    """Return everything there is to say about a pool, errors first.

    Rule: S2, S3, S4, S5.
    """
    checks: tuple[Callable[[Pool, Requirements], Iterator[Finding]], ...] = (
        _decks,
        _energy_types,
        _energy_total,
        _energy_assumed,
        _energy_choice,
        _fairy,
        _undecided,
        _rarities,
        _numbers,
        _pieces,
        _guessed_trainers,
        _sleeves,
    )
    found = [finding for check in checks for finding in check(pool, requirements)]
    return tuple(sorted(found, key=lambda finding: list(Severity).index(finding.severity)))


def shortage(pool: Pool, requirements: Requirements) -> dict[RarityDeck, int]:
    """Return how many cards each short deck lacks, weakest deck first (Rule: S4)."""
    lacking = {deck: requirements.minimums[deck] - pool.size(deck) for deck in RarityDeck}
    return {deck: count for deck, count in lacking.items() if count > 0}


def _decks(pool: Pool, requirements: Requirements) -> Iterator[Finding]:
    for deck, lacking in shortage(pool, requirements).items():
        yield Finding(
            code="deck-short",
            severity=Severity.ERROR,
            where=f"{deck.value} deck",
            what=f"{out_of(pool.size(deck), requirements.minimums[deck], 'card')}, "
            f"{lacking:,} too few",
            remedy=f"add {counted(lacking, 'card')}, or print proxies: cardkit proxies",
            rule="S4",
        )


def _energy_types(pool: Pool, requirements: Requirements) -> Iterator[Finding]:
    least = requirements.energy_per_type
    lacking = lacking_energy(pool.energy, requirements)
    if lacking:
        there = ", ".join(f"{least - count} {kind.value}" for kind, count in lacking.items())
        missing = ", ".join(f"{count} {kind.value}" for kind, count in lacking.items())
        yield Finding(
            code="energy-type-short",
            severity=Severity.ERROR,
            where="Energy deck",
            what=f"takes {counted(least, 'card')} of each type, and "
            f"{counted(len(lacking), 'type is', 'types are')} short: "
            f"{there}",
            remedy=f"add basic Energy to the collection: {missing}; or, if it lies at home "
            "unlisted, set at_home = true under [decks.energy] in cardkit.toml",
            rule="S5",
        )


def _energy_assumed(pool: Pool, requirements: Requirements) -> Iterator[Finding]:
    assumed = assumed_energy(pool.energy_owned, requirements)
    if assumed:
        kinds = ", ".join(f"{count} {kind.value}" for kind, count in assumed.items())
        yield Finding(
            code="energy-assumed",
            severity=Severity.NOTE,
            where="Energy deck",
            what=f"{counted(sum(assumed.values()), 'card')} that no list names, taken to lie at "
            f"home: {kinds}",
            remedy="if they do not, set at_home = false under [decks.energy] in cardkit.toml",
            rule="S5",
        )


def _energy_total(pool: Pool, requirements: Requirements) -> Iterator[Finding]:
    least, most = requirements.energy_total
    total = sum(pool.energy.values())
    if total < least:
        filled = total + sum(lacking_energy(pool.energy, requirements).values())
        remedy = (
            "fill the types that are short"
            if filled >= least
            else f"add {least - filled} basic Energy to the collection"
            + (", besides what the types lack" if filled > total else "")
        )
        yield Finding(
            code="energy-total-short",
            severity=Severity.ERROR,
            where="Energy deck",
            what=f"{counted(total, 'card')}, {least - total} too few for {least} to {most}",
            remedy=remedy,
            rule="S5",
        )
    if total > most:
        yield Finding(
            code="energy-total-long",
            severity=Severity.ERROR,
            where="Energy deck",
            what=f"{counted(total, 'card')}, {total - most} too many for {least} to {most}",
            remedy=f"take {total - most} out",
            rule="S5",
        )


def _energy_choice(pool: Pool, _requirements: Requirements) -> Iterator[Finding]:
    spare = spare_energy(pool.energy_owned, pool.energy)
    if spare > 0:
        chosen = ", ".join(f"{count} {kind.value}" for kind, count in pool.energy.items())
        yield Finding(
            code="energy-chosen",
            severity=Severity.NOTE,
            where="Energy deck",
            what=f"takes {sum(pool.energy.values())} of {sum(pool.energy_owned.values()):,} basic "
            f"Energy: {chosen or 'none'}; {spare:,} to spare",
            rule="S5",
        )


def _fairy(pool: Pool, requirements: Requirements) -> Iterator[Finding]:
    fairies = [entry for entry in pool.cards() if EnergyType.FAIRY in entry.card.types]
    if pool.energy.get(OPTIONAL_ENERGY, 0) or not fairies:
        return
    lacking = requirements.energy_per_type - pool.energy_owned.get(OPTIONAL_ENERGY, 0)
    way = (
        f"add {lacking} basic Fairy Energy to the collection"
        if lacking > 0
        else "raise most under [decks.energy] in cardkit.toml"
    )
    yield Finding(
        code="fairy-without-energy",
        severity=Severity.WARNING,
        where="Energy deck",
        what=f"no Fairy Energy, but {_copies_in_words(fairies)} of type Fairy in the decks: "
        f"{_listed(fairies)}",
        remedy=f"{way}, or play on: they are legal without",
        rule="S5",
    )


def _undecided(pool: Pool, _requirements: Requirements) -> Iterator[Finding]:
    entries = [
        entry
        for entry in pool.cards()
        if entry.placement.undecided and not _of_unknown_rarity(entry)
    ]
    for (deck, reason), group in _grouped(entries, lambda entry: entry.placement.reason):
        yield Finding(
            code="undecided",
            severity=Severity.WARNING,
            where=f"{deck.value} deck",
            what=f"{_copies_in_words(group)} without a clear place, {reason}: {_listed(group)}",
            remedy="leave them there, or choose: cardkit assign CARD DECK",
            rule="S3",
        )


def _rarities(pool: Pool, _requirements: Requirements) -> Iterator[Finding]:
    entries = [entry for entry in pool.cards() if _of_unknown_rarity(entry)]
    for (deck, rarity), group in _grouped(entries, lambda entry: str(entry.card.rarity)):
        yield Finding(
            code="unknown-rarity",
            severity=Severity.WARNING,
            where=f"{deck.value} deck",
            what=f"{_copies_in_words(group)} of the unknown rarity {rarity!r}: {_listed(group)}",
            remedy="correct the word and import the file with --replace, or choose: cardkit "
            "assign CARD DECK"
            if any(entry.placement.undecided for entry in group)
            else "leave them there, or choose: cardkit assign CARD DECK",
            rule="S1",
        )


def _of_unknown_rarity(entry: PoolCard) -> bool:
    return entry.placement.reason == unknown_rarity_reason(entry.card)


def _numbers(pool: Pool, _requirements: Requirements) -> Iterator[Finding]:
    entries = [entry for entry in pool.cards() if entry.card.hp is None]
    if not entries:
        return
    hidden = [entry for entry in entries if _may_be_tera(entry.card)]
    tera = (
        f". Whether {_copies_in_words(hidden)} among them are Tera, which belong to the "
        f"{RarityDeck.VMAX.label} deck, cannot be told"
        if hidden
        else ""
    )
    yield Finding(
        code="numbers-unknown",
        severity=Severity.WARNING,
        what=f"{_copies_in_words(entries)} without known HP and types, fine for the table but not "
        f"for the referee: {_listed(entries)}{tera}",
        remedy="teach the catalogue their sets: cardkit catalogue update",
    )


def _may_be_tera(card: Card) -> bool:
    """Tera is not printed in the name; every Tera is an ex."""
    return Mechanic.EX_LOWER in card.mechanics and Mechanic.MEGA not in card.mechanics


def _pieces(pool: Pool, _requirements: Requirements) -> Iterator[Finding]:
    entries = [entry for entry in pool.left_out if entry.placement.rule == "S2"]
    if entries:
        yield Finding(
            code="multi-piece",
            severity=Severity.NOTE,
            what=f"{_copies_in_words(entries)} left out, being pieces of a bigger card: "
            f"{_listed(entries)}",
            remedy="to play them piece by piece, set multi_piece = true under [rules] in "
            "cardkit.toml",
            rule="S2",
        )


def _guessed_trainers(pool: Pool, _requirements: Requirements) -> Iterator[Finding]:
    entries = [
        entry
        for entry in pool.left_out
        if not entry.known
        and entry.card.supertype is Supertype.TRAINER
        and supertype_from_name(entry.card.name) is None
    ]
    if entries:
        yield Finding(
            code="taken-for-trainers",
            severity=Severity.NOTE,
            what=f"{_copies_in_words(entries)} matched to no card of the catalogue and without a "
            f"Pokemon's name, left out as Trainers: {_listed(entries)}",
            remedy="if one is a Pokemon: cardkit assign CARD DECK",
            rule="S1",
        )


def _sleeves(_pool: Pool, requirements: Requirements) -> Iterator[Finding]:
    sleeves = requirements.sleeves
    heaps = {f"{deck.value} deck": colour for deck, colour in sleeves.decks.items()}
    heaps |= {"Energy deck": sleeves.energy, "Pokeball cards": sleeves.pokeball}
    by_colour: dict[str, list[str]] = {}
    for heap, colour in heaps.items():
        by_colour.setdefault(colour.strip().casefold(), []).append(heap)
    for colour, same in by_colour.items():
        if len(same) > 1:
            yield Finding(
                code="sleeves-alike",
                severity=Severity.WARNING,
                where="sleeves",
                what=f"{' and '.join(same)} wear the same colour, {colour!r}",
                remedy="choose another colour under [decks.sleeves] in cardkit.toml",
                rule="S7",
            )


def _grouped(
    entries: Iterable[PoolCard], key: Callable[[PoolCard], str]
) -> Iterator[tuple[tuple[RarityDeck, str], list[PoolCard]]]:
    """Group cards by deck and by what the key says, weakest deck first."""

    def whole(entry: PoolCard) -> tuple[int, str]:
        return (entry.placement.deck.number if entry.placement.deck else 0, key(entry))

    for (number, text), group in groupby(sorted(entries, key=whole), key=whole):
        yield (list(RarityDeck)[number - 1], text), list(group)


def _listed(entries: Sequence[PoolCard]) -> str:
    times: Counter[str] = Counter()
    for entry in entries:
        printing = f" ({entry.printing})" if entry.printing else ""
        times[entry.card.name + printing] += entry.count
    names = [f"{count}× {name}" if count > 1 else name for name, count in times.items()]
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def _copies_in_words(entries: Iterable[PoolCard]) -> str:
    return counted(sum(entry.count for entry in entries), "card")
