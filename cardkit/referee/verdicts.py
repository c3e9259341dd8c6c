"""What the referee finds about a pool: by arithmetic, and from the games that were played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from cardkit.cards import BASIC_ENERGY_TYPES
from cardkit.decks.model import RarityDeck
from cardkit.findings import Finding, Severity
from cardkit.referee.actions import EventKind
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.games import GameResult
from cardkit.referee.shares import share_interval
from cardkit.referee.table import CardFacts, Table, unread_texts

MEETINGS = 20
"""A champion's card that was met so often and never beaten is worth a word."""
_NAMED = 5
_GYM_DECKS = (RarityDeck.UNCOMMON, RarityDeck.RARE, RarityDeck.EX, RarityDeck.VMAX)


def pool_findings(table: Table) -> tuple[Finding, ...]:
    """Return what arithmetic alone says about a pool, before any game.

    The player's cards are those that can become the player's: not proxies (Rule: S9).
    """
    pool = _Pool(table)
    return tuple(
        finding
        for check in (_unused_energy, _unpaid_costs, _idle_pokemon, _untouchable, _unread)
        for finding in check(pool)
    )


def trial_findings(table: Table, games: Sequence[GameResult], player: str) -> tuple[Finding, ...]:
    """Return what the games say about a pool. Games that an error cut off say nothing."""
    finished = [game for game in games if not game.crash]
    if not finished:
        return ()
    return (
        *_wins(finished, player),
        *_unbeaten(table, finished),
        *_dry_decks(finished),
        *_dry_energy(finished),
    )


class _Pool:
    """A table as the checks see it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.appraisal = Appraisal(table)
        self.energy = Counter(table.energy)
        self.copies = Counter(facts.key for facts in table.cards)
        self.cards = tuple({facts.key: facts for facts in table.cards}.values())
        self.players = tuple(facts for facts in self.cards if facts.playable)

    def deck(self, deck: RarityDeck) -> tuple[CardFacts, ...]:
        """Return the different cards of a deck."""
        return tuple(facts for facts in self.cards if facts.deck is deck)


def _unused_energy(pool: _Pool) -> Iterator[Finding]:
    """Find Energy that no attack of the player's cards asks for by its type."""
    asked = {
        kind
        for facts in pool.players
        for attack in facts.attacks
        if not attack.unread
        for kind, _ in attack.needs
    }
    for kind, count in pool.energy.items():
        if kind not in asked:
            yield Finding(
                code="energy-unused",
                severity=Severity.WARNING,
                where=f"{kind} Energy",
                what=f"no attack that the player can use asks for {kind}: {_cards(count)} of the "
                "Energy deck pay for Colorless and retreats only",
                remedy=f"add {kind} Pokemon, or take the type out of the Energy deck",
                rule="S5",
            )


def _unpaid_costs(pool: _Pool) -> Iterator[Finding]:
    """Find types of which attacks ask for more Energy than there is."""
    for kind in BASIC_ENERGY_TYPES:
        have = pool.energy[kind]
        unpaid = [
            facts
            for facts in pool.players
            if any(
                kind == need and count > have
                for attack in facts.attacks
                if not attack.unread
                for need, count in attack.needs
            )
        ]
        if unpaid:
            yield Finding(
                code="cost-unpaid",
                severity=Severity.WARNING,
                where=f"{kind} Energy",
                what=f"attacks of {_names(unpaid)} ask for more {kind} than the {have} in the "
                "Energy deck",
                remedy=f"add {kind} Energy, at least 5 (S5)",
                rule="S28",
            )


def _idle_pokemon(pool: _Pool) -> Iterator[Finding]:
    """Find the player's Pokemon without an attack that does damage and can be paid."""
    for deck in RarityDeck:
        cards = [facts for facts in pool.deck(deck) if facts.playable]
        idle = [facts for facts in cards if not pool.appraisal.plans(facts)]
        if not idle:
            continue
        helpless = deck is RarityDeck.COMMON and len(idle) == len(cards)
        copies = sum(pool.copies[facts.key] for facts in idle)
        total = sum(pool.copies[facts.key] for facts in cards)
        yield Finding(
            code="no-usable-attack",
            severity=Severity.ERROR if helpless else Severity.NOTE,
            where=f"{deck.value} deck",
            what=f"{copies} of {total} Pokemon have no attack that the referee can use: "
            f"{_names(idle)}",
            remedy="add Common Pokemon whose attacks are plain damage" if helpless else "",
            rule="S28",
        )


def _untouchable(pool: _Pool) -> Iterator[Finding]:
    """Find enemies of gyms and the champion whom no attack of the player's cards can hurt."""
    attackers = [facts for facts in pool.players if pool.appraisal.plans(facts)]
    for deck in _GYM_DECKS:
        enemies = pool.deck(deck)
        safe = [
            enemy
            for enemy in enemies
            if not any(max(pool.appraisal.hits(facts, enemy)) for facts in attackers)
        ]
        if safe:
            every = len(safe) == len(enemies)
            champion = deck is RarityDeck.VMAX
            yield Finding(
                code="champion-unbeatable" if champion else "gym-unbeatable",
                severity=Severity.ERROR if every else Severity.WARNING,
                where=f"{deck.value} deck",
                what=f"no attack that the player can use does damage to {_names(safe)}",
                remedy="add Pokemon of other types, or exchange the enemies",
                rule="S28",
            )


def _unread(pool: _Pool) -> Iterator[Finding]:
    """Say how much of the player's cards is not read (Rule: S43)."""
    attacks = sum(len(facts.attacks) * pool.copies[facts.key] for facts in pool.players)
    unread = sum(
        pool.copies[facts.key]
        for facts in pool.players
        for attack in facts.attacks
        if attack.unread
    )
    texts = unread_texts(pool.table.manifest)
    abilities = sum(text.kind != "attack" for text in texts)
    if unread or abilities:
        yield Finding(
            code="texts-unread",
            severity=Severity.NOTE,
            what=f"{unread} of {attacks} attacks of the player's cards ({unread / attacks:.0%}) "
            f"need card text that is not read yet and cannot be used; {abilities} abilities "
            "have no effect"
            if attacks
            else f"{abilities} abilities have no effect",
            remedy="`cardkit referee MANIFEST --texts` lists them",
            rule="S43",
        )


def _wins(games: Sequence[GameResult], player: str) -> Iterator[Finding]:
    """Say when the champion was never beaten, and where games were given up."""
    if not any(game.won for game in games):
        most = share_interval(0, len(games)).most
        lost = sum(any(loss.event is EventKind.CHAMPION for loss in game.lost) for game in games)
        met = lost or any(game.event is EventKind.CHAMPION for game in games)
        yield Finding(
            code="champion-never-beaten",
            severity=Severity.WARNING,
            where=f"{RarityDeck.VMAX.value} deck",
            what=f"the {player} player never {'beat' if met else 'reached'} the champion in "
            f"{len(games)} adventures{f' ({lost} lost to it)' if lost else ''}: with 95% "
            f"confidence it wins less than {most:.1%}",
            remedy="add stronger Rare cards, or weaker champions"
            if met
            else "add stronger Common and Uncommon cards",
            rule="S18",
        )
    given_up = [game for game in games if game.stopped]
    if given_up:
        places = Counter(f"{game.event.value} with {_badges(game.badges)}" for game in given_up)
        place, count = places.most_common(1)[0]
        yield Finding(
            code="given-up",
            severity=Severity.NOTE,
            what=f"{len(given_up)} of {len(games)} adventures were given up, "
            f"most often ({count}) in a {place}",
            rule="S17",
        )


def _unbeaten(table: Table, games: Sequence[GameResult]) -> Iterator[Finding]:
    """Find the champion's cards that nobody ever knocked out, although they were met often."""
    met: Counter[str] = Counter()
    beaten: Counter[str] = Counter()
    for game in games:
        met += game.sightings.met
        beaten += game.sightings.beaten
    facts = {one.key: one for one in table.cards if one.deck is RarityDeck.VMAX}
    unbeaten = [facts[key] for key in facts if met[key] >= MEETINGS and not beaten[key]]
    if unbeaten:
        least = min(met[one.key] for one in unbeaten)
        yield Finding(
            code="champion-card-never-beaten",
            severity=Severity.WARNING,
            where=f"{RarityDeck.VMAX.value} deck",
            what=f"{_names(unbeaten)} appeared at least {least} times and was never knocked out",
            remedy="exchange it, or add Pokemon of the type that it is weak to",
            rule="S18",
        )


def _dry_decks(games: Sequence[GameResult]) -> Iterator[Finding]:
    """Find rarity decks that had no enemy left (Rule: S44)."""
    dry: dict[RarityDeck, int] = defaultdict(int)
    empty: dict[RarityDeck, int] = defaultdict(int)
    for game in games:
        for deck in game.sightings.dry:
            dry[deck] += 1
        for deck in game.sightings.empty:
            empty[deck] += 1
    for deck in RarityDeck:
        if empty[deck]:
            yield Finding(
                code="deck-empty",
                severity=Severity.WARNING,
                where=f"{deck.value} deck",
                what=f"no enemy was left in {empty[deck]} of {len(games)} adventures, which ends "
                "a skirmish and wins a gym",
                remedy="add cards to the deck",
                rule="S44",
            )
        elif dry[deck]:
            yield Finding(
                code="deck-dry",
                severity=Severity.NOTE,
                where=f"{deck.value} deck",
                what=f"it ran dry in {dry[deck]} of {len(games)} adventures: defeated cards were "
                "shuffled back",
                remedy="add cards to the deck for more variety",
                rule="S44",
            )


def _dry_energy(games: Sequence[GameResult]) -> Iterator[Finding]:
    """Say when no Energy was left to draw (Rule: S45)."""
    dry = sum(bool(game.sightings.no_energy) for game in games)
    if dry:
        yield Finding(
            code="energy-dry",
            severity=Severity.NOTE,
            where="Energy deck",
            what=f"no Energy was left to draw in {dry} of {len(games)} adventures: all of it lay "
            "on Pokemon",
            remedy="add Energy cards, up to 45 (S5)",
            rule="S45",
        )


def _names(cards: Iterable[CardFacts]) -> str:
    names = list(dict.fromkeys(facts.name for facts in cards))
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _badges(count: int) -> str:
    return f"{count} badge" if count == 1 else f"{count} badges"
