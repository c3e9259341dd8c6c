"""What happened: values for logs, reports and tests; their words are made when they are asked for.

A happening has a kind, the number of the rule that made it happen, one line of words for a
person, and data: plain values under the names that the words use.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple


class What(StrEnum):
    """Kinds of happenings."""

    DEALT = "dealt"
    EVENT_BEGINS = "event-begins"
    SWAPPED = "swapped"
    LED = "led"
    ENEMY_APPEARS = "enemy-appears"
    TURN_BEGINS = "turn-begins"
    ENEMY_TURN_BEGINS = "enemy-turn-begins"
    POISON_HURTS = "poison-hurts"
    BURN_HURTS = "burn-hurts"
    BURN_ENDS = "burn-ends"
    SLEEPS_ON = "sleeps-on"
    WAKES = "wakes"
    PARALYSIS_ENDS = "paralysis-ends"
    ENERGY_DRAWN = "energy-drawn"
    ENERGY_RESHUFFLED = "energy-reshuffled"
    NO_ENERGY = "no-energy"
    ATTACHED = "attached"
    BALL_TAKEN = "ball-taken"
    REVIVED = "revived"
    RETREATED = "retreated"
    HEALED = "healed"
    RAN = "ran"
    CONFUSION_FAILS = "confusion-fails"
    CONFUSION_HOLDS = "confusion-holds"
    ATTACKED = "attacked"
    ATTACKED_BY_HAND = "attacked-by-hand"
    PASSED = "passed"
    CATCH_TRIED = "catch-tried"
    CATCH_ROLLED = "catch-rolled"
    BALL_THROWN = "ball-thrown"
    CATCH_FAILED = "catch-failed"
    CAUGHT = "caught"
    RELEASED = "released"
    LET_GO = "let-go"
    POOL_DISCARDED = "pool-discarded"
    ENEMY_ATTACHES = "enemy-attaches"
    CONDITION_GIVEN = "condition-given"
    ENEMY_HELD = "enemy-held"
    ENEMY_CONFUSED = "enemy-confused"
    ENEMY_CLEAR = "enemy-clear"
    ENEMY_ATTACKS = "enemy-attacks"
    ENEMY_KNOCKED_OUT = "enemy-knocked-out"
    EVOLVED = "evolved"
    DECLINED = "declined"
    KNOCKED_OUT = "knocked-out"
    SENT_OUT = "sent-out"
    DECK_RESHUFFLED = "deck-reshuffled"
    DECK_EMPTY = "deck-empty"
    EVENT_WON = "event-won"
    EVENT_LOST = "event-lost"
    EVENT_ENDS = "event-ends"
    ADVENTURE_WON = "adventure-won"
    CORRECTED = "corrected"
    ANNOUNCED = "announced"
    VOID = "void"
    FLIPPED = "flipped"
    DOES_NOTHING = "does-nothing"
    HELD_BY_TEXT = "held-by-text"
    STRUCK = "struck"
    COUNTERS_PUT = "counters-put"
    DOOMED = "doomed"
    GIVEN = "given"
    RECOVERED = "recovered"
    TEXT_HEALED = "text-healed"
    EXCHANGED = "exchanged"
    LAID = "laid"
    STANDS = "stands"
    POWER_USED = "power-used"
    POWER_WORKS = "power-works"
    SPARED = "spared"
    ENERGY_DISCARDED = "energy-discarded"
    ENERGY_MOVED = "energy-moved"
    ENERGY_ATTACHED = "energy-attached"


_TOLD: dict[What, tuple[str, str]] = {
    What.DEALT: ("S12", "{names} are drawn from the Common deck"),
    What.EVENT_BEGINS: ("S11", "event {number} is a {event}; badges: {badges}"),
    What.SWAPPED: ("S13", "{team} and {pc} change places"),
    What.LED: ("S13", "{name} is the Active"),
    What.ENEMY_APPEARS: ("S14", "enemy {name} ({hp} HP) appears from the {deck} deck"),
    What.TURN_BEGINS: ("S21", "round {round}: the player's turn"),
    What.ENEMY_TURN_BEGINS: ("S34", "the enemy's turn"),
    What.POISON_HURTS: ("S36", "{name} is Poisoned: {damage} damage"),
    What.BURN_HURTS: ("S36", "{name} is Burned: {damage} damage"),
    What.BURN_ENDS: ("S36", "even: {name} is no longer Burned"),
    What.SLEEPS_ON: ("S36", "odd: {name} stays Asleep"),
    What.WAKES: ("S36", "even: {name} wakes"),
    What.PARALYSIS_ENDS: ("S36", "{name} is no longer Paralyzed"),
    What.ENERGY_DRAWN: ("S21", "the player draws {energy}"),
    What.ENERGY_RESHUFFLED: ("S45", "the Energy deck is empty: {count} discarded Energies go back"),
    What.NO_ENERGY: ("S45", "no Energy is left to draw"),
    What.ATTACHED: ("S22", "{energy} is attached to {name} ({spot})"),
    What.BALL_TAKEN: ("S22", "{energy} is discarded for a ball; {balls} are ready"),
    What.REVIVED: ("S25", "{energy} is discarded and five balls spent: {name} ({spot}) is back"),
    What.RETREATED: ("S23", "{name} retreats for {paid}, {new} ({spot}) comes"),
    What.HEALED: ("S24", "a ball takes {damage} damage off {name} ({spot}); {balls} are ready"),
    What.RAN: ("S26", "the player runs"),
    What.CONFUSION_FAILS: ("S28", "odd: {name} is Confused and does {damage} damage to itself"),
    What.CONFUSION_HOLDS: ("S28", "even: {name} attacks although it is Confused"),
    What.ATTACKED: ("S28", "{name} uses {attack}: {working}"),
    What.ATTACKED_BY_HAND: ("S43", "{name} uses {attack}; said by hand: {result}"),
    What.PASSED: ("S21", "the player passes"),
    What.CATCH_TRIED: ("S31", "{name} is caught by {numbers} in {rolls}{reasons}: {odds}"),
    What.CATCH_ROLLED: ("S31", "roll for {name}: {roll}, {result}"),
    What.BALL_THROWN: ("S32", "a ball is spent for one more roll; {balls} are ready"),
    What.CATCH_FAILED: ("S32", "{name} is not caught"),
    What.CAUGHT: ("S33", "{name} is caught and goes to {spot}"),
    What.RELEASED: ("S33", "{name} ({spot}) is released to its deck"),
    What.LET_GO: ("S33", "the caught {name} goes back to its deck"),
    What.POOL_DISCARDED: ("S34", "the enemy's pool of {count} is discarded"),
    What.ENEMY_ATTACHES: ("S34", "the enemy draws {energy}; its pool holds {pool}"),
    What.CONDITION_GIVEN: ("S35", "{energy} is the enemy's own type: {name} is now {condition}"),
    What.ENEMY_HELD: ("S37", "enemy {name} is {condition} and does not attack"),
    What.ENEMY_CONFUSED: (
        "S37",
        "odd: enemy {name} is Confused and does {damage} damage to itself",
    ),
    What.ENEMY_CLEAR: ("S37", "even: enemy {name} attacks although it is Confused"),
    What.ENEMY_ATTACKS: ("S37", "enemy {name} attacks {target}: {working}"),
    What.ENEMY_KNOCKED_OUT: ("S38", "enemy {name} is knocked out ({count} in this event)"),
    What.EVOLVED: ("S40", "{lower} ({spot}) evolves into the defeated {name}"),
    What.DECLINED: ("S40", "{name} goes to the discard pile"),
    What.KNOCKED_OUT: ("S27", "{name} ({spot}) is knocked out"),
    What.SENT_OUT: ("S27", "{name} ({spot}) becomes the Active"),
    What.DECK_RESHUFFLED: ("S44", "the {deck} deck is empty: {count} defeated cards go back"),
    What.DECK_EMPTY: ("S44", "the {deck} deck has no Pokemon left"),
    What.EVENT_WON: ("S18", "the {event} is won; badges: {badges}"),
    What.EVENT_LOST: ("S17", "the {event} is lost against {enemy}"),
    What.EVENT_ENDS: ("S19", "all is healed, Energies go back; balls ready: {balls}"),
    What.ADVENTURE_WON: ("S11", "the adventure is won: {why}"),
    What.CORRECTED: ("S46", "corrected at the table: {correction}"),
    What.ANNOUNCED: ("S28", "{name} uses {attack}"),
    What.VOID: ("S43", "{name}: what it says of {zones} has no effect in the adventure"),
    What.FLIPPED: ("S43", "{name}, coins: {faces}"),
    What.DOES_NOTHING: ("S43", "{name} does nothing: {why}"),
    What.HELD_BY_TEXT: ("S43", "{name} can't attack now, by an effect"),
    What.STRUCK: ("S28", "{name} strikes {target}: {working}"),
    What.COUNTERS_PUT: ("S43", "{name} puts damage counters on {target}: {damage} damage"),
    What.DOOMED: ("S43", "{name} knocks out {target}"),
    What.GIVEN: ("S43", "{name}: {target} is now {condition}"),
    What.RECOVERED: ("S43", "{target} is no longer {condition}"),
    What.TEXT_HEALED: ("S43", "{damage} damage is healed from {target}"),
    What.EXCHANGED: ("S43", "{name} goes to the bench, {new} is the Active"),
    What.LAID: ("S43", "{name} lays a rule on {target}: {rule}"),
    What.STANDS: ("S29", "{name} lays a rule for the rest of the event: {rule}"),
    What.POWER_USED: ("S43", "{name} uses its power {power}"),
    What.POWER_WORKS: ("S43", "{power} of {name} works"),
    What.SPARED: ("S43", "{name} can't be {condition}: {why}"),
    What.ENERGY_DISCARDED: ("S43", "{name} discards {energy}"),
    What.ENERGY_MOVED: ("S43", "{name} moves {energy}"),
    What.ENERGY_ATTACHED: ("S43", "{name} attaches {energy} from the Energy discard"),
}

_ZONES_SPOKEN = {
    "enemy bench": "the enemy's bench",
    "trainers": "Trainer cards",
    "tools": "Tools",
    "stadium": "Stadiums",
    "special energy": "special Energy",
    "other": "things beside the table",
}
"""Zones that the adventure does not have, where "the" and the zone's name are no good words."""


class Happening(NamedTuple):
    """One thing that happened.

    Attributes:
        kind: what it was.
        data: plain values; a ``working`` and a ``spot`` print themselves.
    """

    kind: What
    data: Mapping[str, Any]

    @property
    def rule(self) -> str:
        """Number of the rule that made it happen, e.g. ``S36``."""
        return _TOLD[self.kind][0]

    @property
    def words(self) -> str:
        """One line for a person, without the rule's number."""
        words = _TOLD[self.kind][1]
        if self.kind is What.VOID:
            zones = str(self.data["zones"]).split(", ")
            *others, last = [_ZONES_SPOKEN.get(zone, f"the {zone}") for zone in zones]
            listed = f"{', '.join(others)} and {last}" if others else last
            return words.format_map({**self.data, "zones": listed})
        return words.format_map(self.data)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; values that JSON does not know are written as text."""
        plain = {
            key: value if isinstance(value, bool | int | str) else str(value)
            for key, value in self.data.items()
        }
        return {"kind": self.kind.value, "rule": self.rule, "words": self.words, "data": plain}

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})"
