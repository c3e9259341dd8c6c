"""The position of an adventure: what lies where on the table, and what is waited for.

This is the one mutable thing. It is plain lists and numbers; :meth:`State.copy` is cheap. Decks
lie in a fixed order (see :mod:`cardkit.referee.chance`), so two positions with the same text
(:func:`cardkit.referee.positions.position_text`) go on alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from cardkit.cards import EnergyType
from cardkit.compiled import mypyc_attr
from cardkit.referee.actions import EventKind
from cardkit.referee.attack_facts import Memory
from cardkit.referee.burden import Burdened
from cardkit.referee.memory import NO_PAST, Attempt, Fall, Pending, Standing
from cardkit.referee.outcome import Outcome
from cardkit.referee.spots import ACTIVE, Spot, Zone, bench, pc
from cardkit.referee.table import CardFacts, Table

_T = TypeVar("_T")

BALLS = 5
"""Pokeball cards (Rule: S6)."""
POOL_SIZE = 3
"""Energy cards that an enemy's pool holds (Rule: S34)."""


class Phase(StrEnum):
    """What the player is asked for."""

    EVENT = "event"
    """Which event comes next (Rule: S16, S17)."""
    PREPARE = "prepare"
    """Swaps with the PC, then the Active (Rule: S13)."""
    ENERGY = "energy"
    """What becomes of the drawn Energy (Rule: S22)."""
    MAIN = "main"
    """Retreat, heal, run; then attack, catch or pass (Rule: S21)."""
    CATCHING = "catching"
    """Whether a ball is spent for another roll (Rule: S32)."""
    RELEASE = "release"
    """Which Pokemon makes room for the caught one (Rule: S33)."""
    REPLACE = "replace"
    """Which Pokemon follows the knocked-out Active (Rule: S27)."""
    CHOOSING = "choosing"
    """What card text leaves to the player in the middle of it (Rule: S43)."""
    EVOLVE = "evolve"
    """Whether the defeated enemy is put on an own Pokemon (Rule: S40)."""
    OVER = "over"
    MOVING = "moving"
    """Nothing: the machine is at work. Never seen from outside."""


class Step(StrEnum):
    """What the machine does next, without asking."""

    PLAYER_TURN = "player-turn"
    PLAYER_DRAW = "player-draw"
    EXTRA_TURN = "extra-turn"
    """The player's turn in place of the enemy's, by card text (Rule: S43)."""
    ENEMY_TURN = "enemy-turn"
    ENEMY_DRAW = "enemy-draw"
    KNOCK_OUTS = "knock-outs"
    OWN_KNOCK_OUTS = "own-knock-outs"
    PLAYER_MAIN = "player-main"
    """The player's turn goes on after a power."""
    PLAYER_CHECK_UP = "player-check-up"
    """The player's turn begins, after what powers did at the end of the enemy's."""
    ENEMY_CHECK_UP = "enemy-check-up"
    """The enemy's turn begins, after what powers did at the end of the player's."""
    POWERS = "powers"
    """Powers work whose moment has come."""
    NEW_ENEMY = "new-enemy"


# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_ACTIVE, _BENCH = Zone.ACTIVE, Zone.BENCH


@mypyc_attr(allow_interpreted_subclasses=True)
class Pokemon(Burdened):
    """A Pokemon card on the table, with what lies on it.

    Attributes:
        card: its number in the table.
        facts: what is printed on it.
        hp: its HP; card text may change what is printed.
        types: its types; powers may change what is printed.
        damage: a multiple of 10.
        energy: attached Energy cards; of an enemy they are the pool.
        down: knocked out, upside down on the bench (Rule: S27); :meth:`State.turn` turns it.
        past: what card text may ask about its last turns.
    """

    __slots__ = (
        "card",
        "damage",
        "down",
        "energy",
        "facts",
        "hp",
        "past",
        "types",
    )

    def __init__(self, card: int, facts: CardFacts, *, down: bool = False) -> None:
        self.burden = None
        self.card = card
        self.facts = facts
        self.hp = facts.hp
        self.types = facts.types
        self.damage = 0
        self.energy: list[EnergyType] = []
        self.down = down
        self.past = NO_PAST

    @property
    def remaining_hp(self) -> int:
        """HP left, at least 0."""
        return max(0, self.hp - self.damage)

    @property
    def alive(self) -> bool:
        """Whether it lives: one whose damage has reached its HP falls in this very moment."""
        return not self.down and self.damage < self.hp

    def copy(self) -> Pokemon:
        """Return an independent Pokemon in the same state."""
        twin = Pokemon.__new__(Pokemon)  # __init__ takes longer
        twin.card = self.card
        twin.facts = self.facts
        twin.hp = self.hp
        twin.types = self.types
        twin.damage = self.damage
        twin.energy = self.energy.copy()
        twin.down = self.down
        twin.burden = self.burden
        twin.past = self.past
        return twin


def absent() -> NoReturn:
    """Refuse a position that lacks something; :func:`present` without a call where all is there.

    Raises:
        LookupError: the position is not sound.
    """
    raise LookupError("the position is not sound: a place that must be taken is empty")


def present(thing: _T | None) -> _T:
    """Return what the rules say must be there, or raise LookupError: the position is not sound."""
    return absent() if thing is None else thing


LYING = ("active", "bench", "caught", "enemy", "fallen", "pc")
"""Where Pokemon lie."""
_LISTS = ("agenda", "decks", "energy_deck", "energy_discard", "pile")
PARTS = (
    *LYING, *_LISTS, "attempt", "badges", "balls", "began", "champion_lost", "choices", "drawn",
    "event", "events", "fell", "knock_outs", "once_used", "outcome", "pending", "phase",
    "pile_count", "powered", "retreats", "rounds", "standing", "table", "throws", "used_powers",
)  # fmt: skip
"""What a position is made of."""
_NO_KINDS: frozenset[type] = frozenset()


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position.

    Attributes:
        table: the cards of the game; shared.
        phase: what the player is asked for.
        agenda: steps that follow, the next one last.
        event: the event that is prepared or played; the last one while the next is chosen.
        choices: the events that may come next; empty unless that is asked.
        badges: gyms won.
        champion_lost: the champion has won once (Rule: S15).
        active, bench, pc: the player's Pokemon; None is an empty place.
        enemy: the current enemy; its Energy is the pool.
        fallen: a defeated enemy while the player decides whether to evolve (Rule: S40).
        caught: a caught Pokemon while there is no room for it (Rule: S33).
        decks: the five rarity decks, card numbers ascending.
        pile: the enemy discard pile.
        energy_deck: in the usual order.
        energy_discard: in the order in which they came.
        drawn: the drawn Energy while its use is decided.
        balls: ready balls.
        knock_outs: enemies knocked out in this event (Rule: S18).
        pile_count: cards that went to the discard pile in this event, for balls (Rule: S19, S44).
        retreats: retreats in this turn (Rule: S23).
        throws: balls spent on this catch (Rule: S32).
        once_used: GX or VSTAR attacks used in this event (Rule: S29).
        powered: a Pokemon whose power acts may be the player's; where not, nobody looks for any.
        rounds: player turns begun in the adventure.
        events: events begun in the adventure.
        outcome: how the adventure ended; None before.
        attempt: the attack that waits for an answer; None elsewhere (Rule: S43).
        began: the first round of this event.
        fell: own Pokemon that were knocked out in the last rounds.
        standing: rules that hold to the end of the event, by card text.
        pending: powers whose moment has come, the next one first.
        used_powers: marks of the powers that were used in this turn.
    """

    __slots__ = (*PARTS, "_keepers", "_kept", "_seen", "_settled", "_vacant")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.phase = Phase.MOVING
        self.agenda: list[Step] = []
        self.event = EventKind.SKIRMISH
        self.choices: tuple[EventKind, ...] = ()
        self.badges = 0
        self.champion_lost = False
        self.active: Pokemon | None = None
        self.bench: list[Pokemon | None] = [None] * table.rules.bench_size
        self.pc: list[Pokemon | None] = [None] * table.rules.pc_size
        self.enemy: Pokemon | None = None
        self.fallen: Pokemon | None = None
        self.caught: Pokemon | None = None
        self.decks: list[list[int]] = [list(deck) for deck in table.decks]
        self.pile: list[int] = []
        self.energy_deck: list[EnergyType] = list(table.energy)
        self.energy_discard: list[EnergyType] = []
        self.drawn: EnergyType | None = None
        self.balls = 0
        self.knock_outs = 0
        self.pile_count = 0
        self.retreats = 0
        self.throws = 0
        self.once_used: frozenset[str] = frozenset()
        self.powered = table.has_bodies or table.has_uses
        self.rounds = 0
        self.events = 0
        self.outcome: Outcome | None = None
        self.attempt: Attempt | None = None
        self.began = 0
        self.fell: tuple[Fall, ...] = ()
        self.standing: tuple[Standing, ...] = ()
        self.pending: tuple[Pending, ...] = ()
        self.used_powers: frozenset[str] = frozenset()
        self._seen: list[Pokemon | None] = []
        self._vacant = 1
        self._keepers: list[Pokemon | None] = []
        self._settled: list[Pokemon | None] = []
        self._kept: frozenset[type] = _NO_KINDS

    @property
    def first_round(self) -> bool:
        """Whether this is the first round of the event."""
        return self.rounds == self.began

    def remember(self, pokemon: Pokemon, memory: Memory, **past: Any) -> None:
        """Note what card text may ask later, if any text of the game does."""
        if memory in self.table.memories:
            pokemon.past = pokemon.past._replace(**past)

    def copy(self) -> State:
        """Return an independent position; the table is shared."""
        twin = State.__new__(State)
        twin._share(self)
        twin._seen, twin.decks = [], [deck.copy() for deck in self.decks]
        twin.agenda, twin.pile = self.agenda.copy(), self.pile.copy()
        twin.energy_deck, twin.energy_discard = self.energy_deck.copy(), self.energy_discard.copy()
        twin.active = self.active and self.active.copy()
        twin.bench = [pokemon and pokemon.copy() for pokemon in self.bench]
        twin.pc = [pokemon and pokemon.copy() for pokemon in self.pc]
        twin.enemy = self.enemy and self.enemy.copy()
        twin.fallen = self.fallen and self.fallen.copy()
        twin.caught = self.caught and self.caught.copy()
        known = self._keepers == [self.active, *self.bench]
        twin._keepers = [twin.active, *twin.bench] if known else []
        twin._settled = twin._everybody() if self.is_settled() else []
        return twin

    def restore(self, other: State) -> None:
        """Become another position, which must not be used any more."""
        self._share(other)
        for name in (*LYING, *_LISTS, "_keepers", "_seen", "_settled"):
            setattr(self, name, getattr(other, name))

    def _share(self, other: State) -> None:
        """Take what is no list and no Pokemon; a loop over names takes seven times as long."""
        self.table, self.phase, self.event = other.table, other.phase, other.event
        self.choices, self.badges, self.events = other.choices, other.badges, other.events
        self.champion_lost, self.outcome = other.champion_lost, other.outcome
        self.drawn, self.balls, self.throws = other.drawn, other.balls, other.throws
        self.knock_outs, self.pile_count = other.knock_outs, other.pile_count
        self.retreats, self.rounds, self.began = other.retreats, other.rounds, other.began
        self.once_used, self.used_powers = other.once_used, other.used_powers
        self.attempt, self.fell, self.powered = other.attempt, other.fell, other.powered
        self.standing, self.pending = other.standing, other.pending
        self._kept, self._vacant = other._kept, other._vacant

    def exists(self, spot: Spot) -> bool:
        """Whether the table has this place (Rule: S8)."""
        if spot.zone is Zone.ACTIVE:
            return spot.number == 0
        return 1 <= spot.number <= len(self.bench if spot.zone is Zone.BENCH else self.pc)

    def at(self, spot: Spot) -> Pokemon | None:
        """Return the Pokemon at a place; None when it is empty or does not exist."""
        zone = spot.zone
        if zone is _ACTIVE:
            return None if spot.number else self.active
        try:
            return (self.bench if zone is _BENCH else self.pc)[spot.index]
        except IndexError:
            return None

    def put(self, spot: Spot, pokemon: Pokemon | None) -> None:
        """Lay a Pokemon at a place that exists, or empty it."""
        if pokemon is not None and pokemon.facts.acts:
            self.powered = True
        if spot.zone is _ACTIVE:
            self.active = pokemon
        else:
            (self.bench if spot.zone is _BENCH else self.pc)[spot.index] = pokemon

    def vacant(self) -> int:
        """Return at which places of the bench nobody stands: empty ones, and knocked-out Pokemon.

        It is a number, in binary a leading 1 and then a digit for each place, 1 where nobody
        stands. The row is looked through only when others lie in it than the last time, or
        somebody was turned since.
        """
        if self.bench != self._seen:
            marks = 1
            for pokemon in self.bench:
                marks += marks
                if pokemon is None or pokemon.down:
                    marks += 1
            self._seen, self._vacant = self.bench.copy(), marks
        return self._vacant

    def turn(self, pokemon: Pokemon, *, down: bool) -> None:
        """Turn a Pokemon upside down, or upright again: nobody else does, see :meth:`vacant`."""
        pokemon.down = down
        self._seen = self._keepers = self._settled = []

    def kept(self) -> frozenset[type]:
        """Return the kinds of the rules that powers of the player's Pokemon in play keep up.

        As in :meth:`vacant`, they are looked for only when others lie there than the last time.
        """
        side = [self.active, *self.bench]
        if side != self._keepers:
            kinds = _NO_KINDS
            for pokemon in side:
                if pokemon is not None and pokemon.facts.bodies and not pokemon.down:
                    kinds = kinds.union(pokemon.facts.kept)
            self._keepers, self._kept = side, kinds
        return self._kept

    def cover(self, pokemon: Pokemon, upper: Pokemon) -> None:
        """Put the card of another Pokemon on one, which is that card from now on (Rule: S41)."""
        pokemon.card = upper.card
        pokemon.facts = upper.facts
        pokemon.hp = upper.hp
        pokemon.types = upper.types
        self.powered = self.powered or upper.facts.acts
        self._keepers = self._settled = []

    def _everybody(self) -> list[Pokemon | None]:
        return [self.enemy, self.active, *self.bench, *self.pc]

    def is_settled(self) -> bool:
        """Whether :meth:`settled` was said of the same Pokemon for good, and nobody was turned."""
        return bool(self._settled) and self._settled == self._everybody()

    def settled(self, *, for_good: bool) -> None:
        """Say whether what powers change on Pokemon is so as long as the same ones lie there."""
        self._settled = self._everybody() if for_good else []

    @property
    def side(self) -> tuple[Pokemon | None, ...]:
        """What lies at each of the player's places in play, the Active's first."""
        return (self.active, *self.bench)

    def team(self) -> Iterator[tuple[Spot, Pokemon]]:
        """Yield the player's Pokemon in play, the Active first, knocked-out ones too."""
        if self.active is not None:
            yield ACTIVE, self.active
        for number, pokemon in enumerate(self.bench, start=1):
            if pokemon is not None:
                yield bench(number), pokemon

    def owned(self) -> Iterator[tuple[Spot, Pokemon]]:
        """Yield the player's Pokemon in play and in the PC."""
        yield from self.team()
        for number, pokemon in enumerate(self.pc, start=1):
            if pokemon is not None:
                yield pc(number), pokemon
