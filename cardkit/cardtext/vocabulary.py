"""The closed words of card effects: zones, sides, places, relations, moments.

Each effect names the zones that it touches. What is void in the adventure is decided by zone and
never by a word of the text (Rule: S43).
"""

from __future__ import annotations

from enum import StrEnum


class Zone(StrEnum):
    """Where an effect reaches."""

    OWN = "own"
    """Your Pokemon in play, with the damage and conditions on them."""
    OWN_ENERGY = "own-energy"
    """Basic Energy attached to your Pokemon."""
    ENEMY = "enemy"
    """The opponent's Active Pokemon."""
    POOL = "pool"
    """Energy of the opponent's Active Pokemon: the enemy's pool in the adventure."""
    ENERGY_DISCARD = "energy-discard"
    """Basic Energy in your discard pile."""
    ENEMY_BENCH = "enemy-bench"
    HAND = "hand"
    DECK = "deck"
    DISCARD = "discard"
    """Cards other than basic Energy in a discard pile."""
    LOST_ZONE = "lost-zone"
    PRIZES = "prizes"
    TRAINERS = "trainers"
    """Trainer cards that are or were played, Supporters and Items among them."""
    TOOLS = "tools"
    STADIUM = "stadium"
    SPECIAL_ENERGY = "special-energy"
    OTHER = "other"
    """Things beside the table: tokens, VSTAR markers, a turn's order."""


VOID_IN_ADVENTURE = frozenset(Zone) - {
    Zone.OWN,
    Zone.OWN_ENERGY,
    Zone.ENEMY,
    Zone.POOL,
    Zone.ENERGY_DISCARD,
}
"""Zones that the adventure does not have (Rule: S43)."""


class Side(StrEnum):
    """Whose, seen from the player whose Pokemon attacks."""

    YOURS = "yours"
    OPPONENTS = "opponents"
    BOTH = "both"


class Place(StrEnum):
    """Where a Pokemon stands."""

    SELF = "self"
    """The Pokemon whose text it is."""
    ACTIVE = "active"
    BENCH = "bench"
    PLAY = "play"
    """Active or benched."""
    CHOSEN = "chosen"
    """What the last step of this text with a choice chose. While a text is read, also what it named
    last other than the Pokemon whose text it is."""
    NAMED = "named"
    """What this text named last ("it"); resolved when it is read."""
    NEW_ACTIVE = "new-active"
    """What became Active by the last :class:`~cardkit.cardtext.effects.Switch` of this text."""
    ATTACKER = "attacker"
    """In a lasting rule: the Pokemon whose attack strikes its bearer."""


class FilterKind(StrEnum):
    """What a Pokemon must be or have; the ``word`` of the filter says which."""

    TYPE = "type"
    """``word`` is an energy type."""
    BASIC = "basic"
    EVOLUTION = "evolution"
    """Prints an evolution stage."""
    EVOLVES_FROM = "evolves-from"
    """Prints that it evolves from ``word``."""
    EVOLVED = "evolved"
    """Has evolved on the table."""
    STAGE = "stage"
    """``word`` is ``Stage 1`` or ``Stage 2``."""
    MECHANIC = "mechanic"
    """``word`` is a :class:`~cardkit.cards.Mechanic`, or ``Ultra Beast`` and the like."""
    NAME = "name"
    """``word`` is the whole name."""
    NAME_PART = "name-part"
    """``word`` is in the name."""
    DAMAGED = "damaged"
    CONDITION = "condition"
    """``word`` is a condition; empty means any."""
    ENERGY = "energy"
    """At least ``number`` Energy attached, of type ``word`` when it is given."""
    SPECIAL_ENERGY = "special-energy"
    TOOL = "tool"
    ABILITY = "ability"
    """``word`` is ``Ability``, ``Poké-Power``, ``Poké-Body`` or empty for any."""
    ATTACK = "attack"
    """Has the attack ``word``."""
    HP_LEFT_AT_MOST = "hp-left-at-most"
    HP_LEFT_AT_LEAST = "hp-left-at-least"
    HP_AT_MOST = "hp-at-most"
    HP_AT_LEAST = "hp-at-least"
    DAMAGE_AT_LEAST = "damage-at-least"
    """``number`` is damage, ten times the counters."""
    DAMAGE_EXACTLY = "damage-exactly"
    RETREAT_AT_LEAST = "retreat-at-least"
    WEAKNESS = "weakness"
    """Has a Weakness to type ``word``; empty means any."""
    RESISTANCE = "resistance"
    TYPE_OF_CHOSEN = "type-of-chosen"


class Relation(StrEnum):
    """How two numbers compare."""

    MORE = "more"
    FEWER = "fewer"
    SAME = "same"
    AT_LEAST = "at-least"
    AT_MOST = "at-most"


class Face(StrEnum):
    """Sides of a coin."""

    HEADS = "heads"
    TAILS = "tails"


class Ignored(StrEnum):
    """What an attack's damage is not affected by."""

    WEAKNESS = "weakness"
    RESISTANCE = "resistance"
    EFFECTS = "effects"
    """Effects on the defender, its powers and bodies among them."""


class Protection(StrEnum):
    """What is prevented."""

    DAMAGE = "damage"
    EFFECTS = "effects"
    """Effects of attacks other than damage."""
    ALL = "all"
    """Damage and effects."""


class Until(StrEnum):
    """How long a lasting rule lasts, from this attack on."""

    OPPONENTS_NEXT_TURN = "opponents-next-turn"
    """To the end of the opponent's next turn: the coming enemy turn (Rule: S43)."""
    YOUR_NEXT_TURN = "your-next-turn"
    """During your next turn, not before; it ends with that turn."""
    THIS_TURN = "this-turn"
    WHILE_ACTIVE = "while-active"
    """Until the Pokemon that bears it leaves the Active place."""
    GAME = "game"
    """For the rest of the game; in the adventure, of the event."""
    IN_PLAY = "in-play"
    """As long as the Pokemon that bears it stays in play."""
