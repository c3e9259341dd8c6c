"""Adding the results of many games up: fights, cards, Energy (for the report)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cardkit.referee.actions import EventKind
from cardkit.referee.events import BADGES
from cardkit.referee.games import GameResult, Place
from cardkit.referee.shares import Share
from cardkit.referee.sightings import Sightings
from cardkit.referee.table import Table
from cardkit.referee.trial_parts import CardUse, EnergyUse, Fight, TextCount

PLACES: tuple[Place, ...] = (
    *(
        Place(event, badges)
        for badges in range(BADGES)
        for event in (EventKind.SKIRMISH, EventKind.GYM)
    ),
    Place(EventKind.CHAMPION, BADGES),
    Place(EventKind.SKIRMISH, BADGES),
)
"""The places of the adventure, in its order."""


def all_sightings(games: Iterable[GameResult]) -> Sightings:
    """Return what was met in all games together."""
    every = Sightings()
    for game in games:
        every.add(game.sightings)
    return every


def fights_of(games: Sequence[GameResult]) -> tuple[Fight, ...]:
    """Return how the events went at each place of the adventure."""
    return tuple(_fight(place, games) for place in PLACES)


def _fight(place: Place, games: Sequence[GameResult]) -> Fight:
    event, badges = place
    losers = Counter(
        game.number for game in games for loss in game.lost if (loss.event, loss.badges) == place
    )
    won = first_try = None
    if event is not EventKind.SKIRMISH:
        winners = {
            game.number
            for game in games
            if (game.won if event is EventKind.CHAMPION else game.badges > badges)
        }
        won = len(winners)
        first_try = Share.wilson(len(winners - losers.keys()), len(winners | losers.keys()))
    stopped = [game for game in games if game.stopped]
    return Fight(
        event=event,
        badges=badges,
        fought=sum(game.fought.get(place, 0) for game in games),
        won=won,
        lost=losers.total(),
        first_try=first_try,
        rounds=sum(game.spent.get(place, 0) for game in games) / max(1, len(games)),
        given_up=sum((game.event, game.badges) == place for game in stopped),
    )


def cards_of(
    table: Table, games: Sequence[GameResult], sightings: Sightings
) -> tuple[CardUse, ...]:
    """Return what became of each card."""
    copies = Counter(facts.key for facts in table.cards)
    lost = Counter(loss.enemy for game in games for loss in game.lost)
    attacks: Counter[str] = Counter()
    for (key, _), count in sightings.attacked.items():
        attacks[key] += count
    return tuple(
        CardUse(
            key=facts.key,
            name=facts.name,
            deck=facts.deck,
            types=facts.types,
            copies=copies[facts.key],
            playable=facts.playable,
            met=sightings.met[facts.key],
            beaten=sightings.beaten[facts.key],
            lost_events=lost[facts.key],
            owned=sightings.owned[facts.key],
            attacks=attacks[facts.key],
            damage=sightings.damage[facts.key],
        )
        for facts in dict.fromkeys(table.cards)
    )


def energies_of(table: Table, sightings: Sightings) -> tuple[EnergyUse, ...]:
    """Return what became of each type of Energy."""
    needs = {
        (facts.key, attack.name): {kind for kind, _ in attack.needs}
        for facts in table.cards
        if facts.playable
        for attack in facts.attacks
        if not attack.unread
    }
    return tuple(
        EnergyUse(
            kind=kind,
            cards=count,
            asked_by=len({key for (key, _), kinds in needs.items() if kind in kinds}),
            attached=sightings.attached[kind],
            spent=sightings.spent[kind],
            attacks=sum(
                used for attack, used in sightings.attacked.items() if kind in needs.get(attack, ())
            ),
        )
        for kind, count in Counter(table.energy).items()
    )


def texts_of(table: Table) -> TextCount:
    """Return how much of the player's cards is read (Rule: S43)."""
    attacks = [attack for facts in table.cards if facts.playable for attack in facts.attacks]
    cards = dict.fromkeys(facts for facts in table.cards if facts.playable)
    abilities = [power for facts in cards for power in facts.powers if power.unread]
    return TextCount(
        attacks=len(attacks),
        unread=sum(bool(attack.unread) for attack in attacks),
        abilities=len(abilities),
    )
