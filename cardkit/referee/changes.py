"""Changes of a pool that may help, made from what the pool holds: candidates to be tried.

Only small changes that a person can make at the table: more copies of typical Pokemon of one type,
fewer of the enemies that win most, other Energy. None breaks the minimums or the Energy deck's
bounds (Rule: S4, S5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import fmean

from cardkit.cards import CardId, EnergyType
from cardkit.decks.model import RarityDeck
from cardkit.manifest import Manifest, ManifestCard
from cardkit.plurals import counted
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.table import CardFacts, Table
from cardkit.referee.trial_parts import CardUse
from cardkit.referee.trials_report import TrialsReport

MORE_CARDS = {RarityDeck.COMMON: 6, RarityDeck.UNCOMMON: 6, RarityDeck.RARE: 4}
"""Copies that are added to the decks that the player catches from (Rule: S14, S30)."""
FEWER_CARDS = 2
"""Enemies that are taken out."""
MORE_ENERGY = 3
"""Energy cards that are added or exchanged."""
TYPES_PER_DECK = 3
"""Types of each deck that are worth a try."""

_NOUNS = {
    RarityDeck.COMMON: ("Common", "Commons"),
    RarityDeck.UNCOMMON: ("Uncommon", "Uncommons"),
    RarityDeck.RARE: ("Rare", "Rares"),
    RarityDeck.EX: ("EX / GX / V", "EX / GX / V"),
    RarityDeck.VMAX: ("VMAX / VSTAR / MEGA", "VMAX / VSTAR / MEGA"),
}
_FOUGHT = (RarityDeck.UNCOMMON, RarityDeck.RARE, RarityDeck.EX, RarityDeck.VMAX)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of a pool.

    Attributes:
        what: words for a person.
        manifest: the changed pool.
    """

    what: str
    manifest: Manifest


def candidates(manifest: Manifest, report: TrialsReport) -> tuple[Change, ...]:
    """Return the changes that are worth a try, in a fixed order."""
    table = Table.lay(manifest)
    return (
        *_more_cards(manifest, table),
        *_fewer_enemies(manifest, report),
        *_other_energy(manifest, report),
    )


def _more_cards(manifest: Manifest, table: Table) -> Iterator[Change]:
    """Add copies of typical cards of the types that are best against the next gym's deck."""
    appraisal = Appraisal(table)
    for deck, count in MORE_CARDS.items():
        by_type: dict[EnergyType, list[CardFacts]] = {}
        for facts in dict.fromkeys(table.cards):
            if facts.deck is deck and facts.playable and appraisal.plans(facts):
                by_type.setdefault(facts.types[0], []).append(facts)
        fought = min(5, deck.number + 1)
        worths = {
            kind: fmean(appraisal.worth(facts, fought) for facts in cards)
            for kind, cards in by_type.items()
        }
        best = sorted(worths, key=lambda kind: (-worths[kind], kind.value))[:TYPES_PER_DECK]
        for kind in best:
            ordered = sorted(by_type[kind], key=lambda facts: appraisal.worth(facts, fought))
            typical = ordered[len(ordered) // 2]
            what = _counted(count, deck, "more ")
            yield Change(
                what=f"{what} of {kind} (copies of {typical.name})",
                manifest=_with_copies(manifest, deck, {typical.key: count}),
            )


def _fewer_enemies(manifest: Manifest, report: TrialsReport) -> Iterator[Change]:
    """Take out the enemies that win most; a deck at its minimum gets its weakest instead."""
    for deck in _FOUGHT:
        cards = [card for card in report.cards if card.deck is deck]
        ordered = sorted(cards, key=lambda card: (-_danger(card), card.key))
        worst = [card for card in ordered if card.lost_events][:FEWER_CARDS]
        weakest = [card for card in reversed(ordered) if card not in worst][: len(worst)]
        if not worst or len(weakest) < len(worst):
            continue
        names = " and ".join(card.name for card in worst)
        changed = {card.key: -1 for card in worst}
        spare = manifest.size(deck) - len(worst) >= manifest.minimums[deck]
        what = f"{_counted(len(worst), deck)} less ({names})"
        if not spare:
            others = " and ".join(card.name for card in weakest)
            what = f"{_counted(len(worst), deck, 'other ')}: {others} again for {names}"
            changed |= {card.key: 1 for card in weakest}
        yield Change(what=what, manifest=_with_copies(manifest, deck, changed))


def _counted(number: int, deck: RarityDeck, which: str = "") -> str:
    singular, plural = _NOUNS[deck]
    return counted(number, which + singular, which + plural)


def _danger(card: CardUse) -> float:
    return card.lost_events / card.met if card.met else 0.0


def _other_energy(manifest: Manifest, report: TrialsReport) -> Iterator[Change]:
    """Add Energy of the types that attacks ask for most, in place of the others if need be."""
    used = sorted(report.energies, key=lambda one: (-one.attacks, one.kind.value))
    spare = [
        kind
        for one in reversed(used)
        for kind in [one.kind] * (one.cards - manifest.energy_per_type)
    ]
    room = manifest.energy_total[1] - sum(manifest.energy.values())
    for one in used[:2]:
        given = [kind for kind in spare if kind is not one.kind]
        given = given[: max(0, MORE_ENERGY - room)]
        count = min(MORE_ENERGY, room + len(given))
        if count <= 0:
            continue
        energy = dict(manifest.energy)
        energy[one.kind] += count
        for kind in given:
            energy[kind] -= 1
        instead = f" for {len(given)} of others" if given else ""
        yield Change(
            what=f"{count} more {one.kind} Energy{instead}",
            manifest=replace(manifest, energy=energy),
        )


def _with_copies(manifest: Manifest, deck: RarityDeck, changed: Mapping[str, int]) -> Manifest:
    """Return the pool with more or fewer copies of some cards of a deck, by their keys."""
    entries = tuple(_recounted(manifest.decks[deck], changed))
    return replace(manifest, decks={**manifest.decks, deck: entries})


def _recounted(
    entries: Iterable[ManifestCard], changed: Mapping[str, int]
) -> Iterator[ManifestCard]:
    for entry in entries:
        key = CardId(f"{entry.card.card_id}*") if entry.proxy else entry.card.card_id
        count = entry.count + changed.get(key, 0)
        if count > 0:
            yield replace(entry, count=count)
