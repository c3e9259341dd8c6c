"""What the referee finds about a pool: by arithmetic, and from the games that were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from cardkit.cards import BASIC_ENERGY_TYPES
from cardkit.decks.model import RarityDeck
from cardkit.findings import Finding, Severity
from cardkit.plurals import agreeing, counted, out_of
from cardkit.referee.actions import EventKind
from cardkit.referee.appraisal import Appraisal
from cardkit.referee.games import GameResult
from cardkit.referee.shares import share_interval
from cardkit.referee.table import CardFacts, Table
from cardkit.referee.texts.supply import needs_of

MEETINGS = 20
"""A champion's card that was met so often and never beaten is worth a word."""
_NAMED = 5
_GYM_DECKS = (RarityDeck.UNCOMMON, RarityDeck.RARE, RarityDeck.EX, RarityDeck.VMAX)
_OTHERS = "add Pokemon of other types, or exchange the enemies"


class _Fact(NamedTuple):
    """What a check found: where, what, and what replaces its kind's severity and remedy."""

    where: str
    what: str
    severity: Severity | None = None
    remedy: str | None = None


class _Kind(NamedTuple):
    """What all findings of one code have in common."""

    code: str
    severity: Severity
    rule: str
    remedy: str


def pool_findings(table: Table) -> tuple[Finding, ...]:
    """Return what arithmetic alone says about a pool, before any game.

    The player's cards are those that can become the player's: not proxies (Rule: S9).
    """
    pool = _Pool(table)
    return tuple(_finding(kind, fact) for kind, check in _POOL_CHECKS for fact in check(pool))


def trial_findings(table: Table, games: Sequence[GameResult], player: str) -> tuple[Finding, ...]:
    """Return what the games say about a pool. Games that an error cut off say nothing."""
    finished = tuple(game for game in games if not game.crash)
    if not finished:
        return ()
    trials = _Trials(table, finished, player)
    return tuple(_finding(kind, fact) for kind, check in _TRIAL_CHECKS for fact in check(trials))


def _finding(kind: _Kind, fact: _Fact) -> Finding:
    return Finding(
        code=kind.code,
        severity=fact.severity or kind.severity,
        where=fact.where,
        what=fact.what,
        remedy=kind.remedy if fact.remedy is None else fact.remedy,
        rule=kind.rule,
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


class _Trials(NamedTuple):
    """Finished games as the checks see them."""

    table: Table
    games: Sequence[GameResult]
    player: str


def _unused_energy(pool: _Pool) -> Iterator[_Fact]:
    """Find Energy that no attack of the player's cards asks for by its type."""
    asked = {
        kind
        for facts in pool.players
        for attack in facts.attacks
        if not attack.unread
        for kind, _ in needs_of(facts, attack)
    }
    for kind, count in pool.energy.items():
        if kind not in asked:
            yield _Fact(
                f"{kind} Energy",
                f"no attack that the player can use asks for {kind}: {counted(count, 'card')} "
                f"of the Energy deck {agreeing(count, 'pays', 'pay')} for Colorless and retreats "
                "only",
                remedy=f"add {kind} Pokemon, or take the type out of the Energy deck",
            )


def _unpaid_costs(pool: _Pool) -> Iterator[_Fact]:
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
                for need, count in needs_of(facts, attack)
            )
        ]
        if unpaid:
            yield _Fact(
                f"{kind} Energy",
                f"attacks of {_names(unpaid)} ask for more {kind} than the {have} in the "
                "Energy deck",
                remedy=f"add {kind} Energy, at least 5 (S5)",
            )


def _idle_pokemon(pool: _Pool) -> Iterator[_Fact]:
    """Find the player's Pokemon without an attack that does damage and can be paid."""
    for deck in RarityDeck:
        cards = [facts for facts in pool.deck(deck) if facts.playable]
        idle = [facts for facts in cards if not pool.appraisal.plans(facts)]
        if not idle:
            continue
        helpless = deck is RarityDeck.COMMON and len(idle) == len(cards)
        copies = sum(pool.copies[facts.key] for facts in idle)
        total = sum(pool.copies[facts.key] for facts in cards)
        yield _Fact(
            f"{deck.value} deck",
            f"{copies:,} of {total:,} Pokemon {agreeing(copies, 'has', 'have')} no attack that "
            f"the referee can use: {_names(idle)}",
            severity=Severity.ERROR if helpless else None,
            remedy="add Common Pokemon with attacks that do damage" if helpless else None,
        )


def _untouchable(pool: _Pool, *, champion: bool) -> Iterator[_Fact]:
    """Find enemies of gyms or the champion whom no attack of the player's cards can hurt."""
    attackers = [facts for facts in pool.players if pool.appraisal.plans(facts)]
    for deck in _GYM_DECKS:
        enemies = pool.deck(deck)
        safe = [
            enemy
            for enemy in enemies
            if not any(max(pool.appraisal.hits(facts, enemy)) for facts in attackers)
        ]
        if safe and (deck is RarityDeck.VMAX) == champion:
            yield _Fact(
                f"{deck.value} deck",
                f"no attack that the player can use does damage to {_names(safe)}",
                severity=Severity.ERROR if len(safe) == len(enemies) else None,
            )


def _unread(pool: _Pool) -> Iterator[_Fact]:
    """Say how much of the player's cards is not read (Rule: S43)."""
    attacks = sum(len(facts.attacks) * pool.copies[facts.key] for facts in pool.players)
    unread = sum(
        pool.copies[facts.key]
        for facts in pool.players
        for attack in facts.attacks
        if attack.unread
    )
    abilities = sum(bool(power.unread) for facts in pool.players for power in facts.powers)
    parts = []
    if unread:
        parts.append(
            f"{out_of(unread, attacks, 'attack')} of the player's cards ({unread / attacks:.0%}) "
            f"{agreeing(unread, 'needs', 'need')} card text that is not read yet and cannot be used"
        )
    if abilities:
        parts.append(f"{counted(abilities, 'ability has', 'abilities have')} no effect")
    if parts:
        yield _Fact("", "; ".join(parts))


def _never_beaten(trials: _Trials) -> Iterator[_Fact]:
    """Say when the champion was never beaten."""
    games = trials.games
    if any(game.won for game in games):
        return
    most = share_interval(0, len(games)).most
    lost = sum(any(loss.event is EventKind.CHAMPION for loss in game.lost) for game in games)
    met = lost or any(game.event is EventKind.CHAMPION for game in games)
    yield _Fact(
        f"{RarityDeck.VMAX.value} deck",
        f"the {trials.player} player never {'beat' if met else 'reached'} the champion in "
        f"{counted(len(games), 'adventure')}{f' ({lost} lost to it)' if lost else ''}: with 95% "
        f"confidence it wins less than {most:.1%}",
        remedy=None if met else "add stronger Common and Uncommon cards",
    )


def _given_up(trials: _Trials) -> Iterator[_Fact]:
    """Say where games were given up."""
    given_up = [game for game in trials.games if game.stopped]
    if given_up:
        places = Counter(
            f"in a {game.event.value} with {counted(game.badges, 'badge')}" for game in given_up
        )
        place, count = places.most_common(1)[0]
        where = place if count == len(given_up) else f"most often ({count:,}) {place}"
        yield _Fact(
            "",
            f"{out_of(len(given_up), len(trials.games), 'adventure')} "
            f"{agreeing(len(given_up), 'was', 'were')} given up, "
            f"{where}",
        )


def _unbeaten(trials: _Trials) -> Iterator[_Fact]:
    """Find the champion's cards that nobody ever knocked out, although they were met often."""
    met: Counter[str] = Counter()
    beaten: Counter[str] = Counter()
    for game in trials.games:
        met += game.sightings.met
        beaten += game.sightings.beaten
    facts = {one.key: one for one in trials.table.cards if one.deck is RarityDeck.VMAX}
    unbeaten = [facts[key] for key in facts if met[key] >= MEETINGS and not beaten[key]]
    if unbeaten:
        least = min(met[one.key] for one in unbeaten)
        names = {one.name for one in unbeaten}
        yield _Fact(
            f"{RarityDeck.VMAX.value} deck",
            f"{_names(unbeaten)} appeared at least {counted(least, 'time')} and "
            f"{agreeing(len(names), 'was', 'were')} never knocked out",
        )


def _empty_decks(trials: _Trials) -> Iterator[_Fact]:
    """Find rarity decks that had nothing left at all (Rule: S44)."""
    for deck, count in _decks(game.sightings.empty for game in trials.games):
        yield _Fact(
            f"{deck.value} deck",
            f"no enemy was left in {out_of(count, len(trials.games), 'adventure')}, which ends "
            "a skirmish and wins a gym",
        )


def _dry_decks(trials: _Trials) -> Iterator[_Fact]:
    """Find rarity decks that were shuffled anew (Rule: S44)."""
    empty = dict(_decks(game.sightings.empty for game in trials.games))
    for deck, count in _decks(game.sightings.dry for game in trials.games):
        if deck not in empty:
            yield _Fact(
                f"{deck.value} deck",
                f"it ran dry in {out_of(count, len(trials.games), 'adventure')}: "
                "defeated cards were shuffled back",
            )


def _decks(met: Iterable[Iterable[RarityDeck]]) -> Iterator[tuple[RarityDeck, int]]:
    """Yield the decks to which something happened, and in how many games."""
    games = Counter(deck for decks in met for deck in set(decks))
    yield from ((deck, games[deck]) for deck in RarityDeck if games[deck])


def _dry_energy(trials: _Trials) -> Iterator[_Fact]:
    """Say when no Energy was left to draw (Rule: S45)."""
    dry = sum(bool(game.sightings.no_energy) for game in trials.games)
    if dry:
        yield _Fact(
            "Energy deck",
            f"no Energy was left to draw in {out_of(dry, len(trials.games), 'adventure')}: "
            "all of it lay on Pokemon",
        )


_WARNING, _NOTE = Severity.WARNING, Severity.NOTE
_LISTED = (
    "`cardkit referee MANIFEST --texts` lists them; with them the pool is stronger than the "
    "games say"
)
_POOL_CHECKS: tuple[tuple[_Kind, Callable[[_Pool], Iterator[_Fact]]], ...] = (
    (_Kind("energy-unused", _WARNING, "S5", ""), _unused_energy),
    (_Kind("cost-unpaid", _WARNING, "S28", ""), _unpaid_costs),
    (_Kind("no-usable-attack", _NOTE, "S28", ""), _idle_pokemon),
    (_Kind("gym-unbeatable", _WARNING, "S28", _OTHERS), partial(_untouchable, champion=False)),
    (_Kind("champion-unbeatable", _WARNING, "S28", _OTHERS), partial(_untouchable, champion=True)),
    (
        _Kind("texts-unread", _NOTE, "S43", _LISTED),
        _unread,
    ),
)
_TRIAL_CHECKS: tuple[tuple[_Kind, Callable[[_Trials], Iterator[_Fact]]], ...] = (
    (
        _Kind(
            "champion-never-beaten",
            _WARNING,
            "S18",
            "add stronger Rare cards, or weaker champions",
        ),
        _never_beaten,
    ),
    (_Kind("given-up", _NOTE, "S17", ""), _given_up),
    (
        _Kind(
            "champion-card-never-beaten",
            _WARNING,
            "S18",
            "exchange it, or add Pokemon of the type that it is weak to",
        ),
        _unbeaten,
    ),
    (_Kind("deck-empty", _WARNING, "S44", "add cards to the deck"), _empty_decks),
    (_Kind("deck-dry", _NOTE, "S44", "add cards to the deck for more variety"), _dry_decks),
    (_Kind("energy-dry", _NOTE, "S45", "add Energy cards, up to 45 (S5)"), _dry_energy),
)


def _names(cards: Iterable[CardFacts]) -> str:
    names = list(dict.fromkeys(facts.name for facts in cards))
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
