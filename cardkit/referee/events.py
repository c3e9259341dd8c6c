"""Events: the start of the adventure, how an event begins and ends, and which comes next."""

from __future__ import annotations

from bisect import insort
from enum import StrEnum

from cardkit.decks.model import RarityDeck
from cardkit.referee import conditions
from cardkit.referee.actions import ChooseEvent, EventKind, Lead, Swap
from cardkit.referee.chance import Purpose
from cardkit.referee.happenings import What
from cardkit.referee.outcome import Outcome, Reason
from cardkit.referee.play import Play
from cardkit.referee.spots import ACTIVE, bench
from cardkit.referee.state import BALLS, Phase, Pokemon, State, Step, present
from cardkit.referee.table import CardNames
from cardkit.referee.texts.laid import forget

BADGES = 3
"""Badges that open the way to the champion (Rule: S11, S15)."""
KNOCK_OUTS_TO_WIN = 3
"""Knock-outs that win a gym or the champion (Rule: S18)."""
START_CARDS = 3
"""Pokemon that the player starts with (Rule: S12)."""
_RARITY_DECKS = tuple(RarityDeck)


# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_PREPARE = Phase.PREPARE
_SKIRMISH = EventKind.SKIRMISH
_GYM = EventKind.GYM
_CHAMPION = EventKind.CHAMPION
_NEW_ENEMY = Purpose.NEW_ENEMY
_EVENT = Phase.EVENT
_FIRST_STEPS = (Step.PLAYER_TURN, Step.NEW_ENEMY)


class Ending(StrEnum):
    """How an event ends."""

    WON = "won"
    LOST = "lost"
    LEFT = "left"
    """A Run, or no enemy left in a skirmish (Rule: S16, S44)."""


_WON, _LOST, _LEFT = Ending.WON, Ending.LOST, Ending.LEFT


def start(play: Play) -> None:
    """Deal the first three Pokemon and prepare the first skirmish (Rule: S11, S12).

    They lie on the bench until the Active is chosen; where the house has a bench of two, the third
    lies in the Active's place (Rule: S8). Proxies are passed over (Rule: S9); a deck with fewer
    cards gives what it has.
    """
    state = play.state
    state.powered = False
    deck = state.decks[0]
    dealt: list[str] = []
    for place in range(START_CARDS):
        playable = [card for card in deck if state.table.cards[card].playable]
        if not playable:
            break
        names = CardNames(state.table, playable)
        card = playable[play.chance.draw(len(playable), Purpose.START, names) - 1]
        deck.remove(card)
        pokemon = Pokemon(card, state.table.cards[card])
        state.put(bench(place + 1) if place < len(state.bench) else ACTIVE, pokemon)
        dealt.append(pokemon.facts.name)
    play.tell(What.DEALT, names=", ".join(dealt))
    _prepare(play, _SKIRMISH)


def choose_event(play: Play, action: ChooseEvent) -> None:
    """Go to the chosen event (Rule: S16, S17)."""
    _prepare(play, action.event)


def swap(play: Play, action: Swap) -> None:
    """Exchange what lies at two places (Rule: S13)."""
    state = play.state
    team, stored = state.at(action.team), state.at(action.pc)
    state.put(action.team, stored)
    state.put(action.pc, team)
    if play.listening:
        play.tell(What.SWAPPED, team=action.team, pc=action.pc)
    state.phase = _PREPARE


def lead(play: Play, action: Lead) -> None:
    """Make a Pokemon the Active and begin: the player has the first turn (Rule: S13, S20)."""
    state = play.state
    leader = present(state.at(action.spot))
    state.put(action.spot, state.active)
    state.active = leader
    if play.listening:
        play.tell(What.LED, name=leader.facts.name, spot=action.spot)
    state.began = state.rounds + 1
    state.agenda += _FIRST_STEPS


def enemy_deck(state: State) -> int:
    """Return the index of the deck that enemies come from in this event (Rule: S14, S15)."""
    if state.event is _CHAMPION:
        return 4
    if state.event is _GYM:
        return state.badges + 1
    return min(state.badges, 2)


def new_enemy(play: Play) -> None:
    """Win at the third knock-out, else draw the next enemy (Rule: S14, S18, S38, S44)."""
    state = play.state
    fight = state.event is not _SKIRMISH
    if fight and state.knock_outs >= KNOCK_OUTS_TO_WIN:
        finish(play, _WON)
        return
    index = enemy_deck(state)
    deck = state.decks[index]
    if not deck and state.pile:
        returned = len(state.pile)
        _return_pile(state)
        play.tell(What.DECK_RESHUFFLED, deck=_RARITY_DECKS[index].value, count=returned)
    if not deck:
        play.tell(What.DECK_EMPTY, deck=_RARITY_DECKS[index].value)
        finish(play, _WON if fight else _LEFT)
        return
    names = CardNames(state.table, deck)
    card = deck.pop(play.chance.draw(len(deck), _NEW_ENEMY, names) - 1)
    facts = state.table.cards[card]
    state.enemy = Pokemon(card, facts)
    if play.listening:
        play.tell(What.ENEMY_APPEARS, name=facts.name, card=facts.key, hp=facts.hp, deck=facts.deck)


def finish(play: Play, ending: Ending) -> None:
    """End the event (Rule: S17, S18, S19) and open what may follow (Rule: S15, S16, S17)."""
    state = play.state
    state.agenda.clear()
    if ending is _LOST:
        enemy = present(state.enemy)
        if play.listening:
            facts = enemy.facts
            play.tell(What.EVENT_LOST, event=state.event, enemy=facts.name, card=facts.key)
        state.champion_lost = state.champion_lost or state.event is _CHAMPION
    elif ending is _WON:
        if state.event is _CHAMPION:
            _win(play)
            return
        state.badges += 1
        play.tell(What.EVENT_WON, event=state.event, badges=state.badges)
    _clean_up(play, lost=ending is _LOST)
    state.choices = _next_events(state, ending)
    if len(state.choices) == 1:
        _prepare(play, state.choices[0])
    else:
        state.phase = _EVENT


def return_card(state: State, card: int) -> None:
    """Put a card back into the rarity deck that it belongs to."""
    insort(state.decks[state.table.cards[card].deck_number - 1], card)


def _prepare(play: Play, event: EventKind) -> None:
    state = play.state
    state.event = event
    state.choices = ()
    state.events += 1
    state.knock_outs = 0
    state.pile_count = 0
    state.once_used = frozenset()
    state.phase = _PREPARE
    if play.listening:
        play.tell(What.EVENT_BEGINS, event=event, number=state.events, badges=state.badges)


def _win(play: Play) -> None:
    state = play.state
    beaten = state.knock_outs >= KNOCK_OUTS_TO_WIN
    reason = Reason.CHAMPION_BEATEN if beaten else Reason.CHAMPION_OUT_OF_POKEMON
    play.tell(What.ADVENTURE_WON, reason=reason, why=reason.words)
    state.outcome = Outcome(reason=reason, rounds=state.rounds, events=state.events)
    state.phase = Phase.OVER


def _clean_up(play: Play, *, lost: bool) -> None:
    """Carry out the end of an event in its order (Rule: S19)."""
    state = play.state
    for pokemon in [state.active, *state.bench]:
        if pokemon is not None:
            pokemon.down = False
            pokemon.damage = 0
            pokemon.energy.clear()
            conditions.clear(pokemon)
            forget(pokemon)
    state.fell = ()
    state.standing = ()
    state.pending = ()
    state.used_powers = frozenset()
    state.energy_deck = list(state.table.energy)
    state.energy_discard = []
    state.balls = 0 if lost else min(BALLS, state.pile_count)
    _return_pile(state)
    if state.enemy is not None:
        return_card(state, state.enemy.card)
        state.enemy = None
    if play.listening:
        play.tell(What.EVENT_ENDS, balls=state.balls)


def _return_pile(state: State) -> None:
    for card in state.pile:
        return_card(state, card)
    state.pile.clear()


def _next_events(state: State, ending: Ending) -> tuple[EventKind, ...]:
    fight = _GYM if state.badges < BADGES else _CHAMPION
    if state.event is _SKIRMISH:
        return (fight, _SKIRMISH) if ending is _LEFT else (fight,)
    if state.event is _GYM:
        won_all = ending is _WON and fight is _CHAMPION
        return (fight,) if won_all else (_SKIRMISH,)
    return (_CHAMPION, _SKIRMISH)
