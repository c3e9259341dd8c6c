"""What powers do: Pokemon Powers, Poke-Powers, Poke-Bodies, Abilities, Ancient Traits.

A power is a sequence of parts (see ``docs/cardtext.md``): what is always on, what the player may
use, what happens by itself at a moment, and what limits all of them. The steps are those of
attacks; whoever "you" are in them, this Pokemon is :data:`~cardkit.cardtext.targets.SELF`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from cardkit.cardtext.conditions import Condition
from cardkit.cardtext.effects import OncePerEvent, Step, Wording
from cardkit.cardtext.lasting import LastingRule
from cardkit.cardtext.targets import NOWHERE, SELF, Filters, Target, Zones
from cardkit.cardtext.vocabulary import Zone
from cardkit.rules import Condition as SpecialCondition


class Times(StrEnum):
    """How often a power may be used."""

    ONCE = "once"
    """Once during each of your turns."""
    ANY = "any"
    """As often as you like during your turn."""


class Moment(StrEnum):
    """When a power works by itself (or may be used); it is the subject's moment."""

    PLAYED_FROM_HAND = "played-from-hand"
    EVOLVES_FROM_HAND = "evolves-from-hand"
    """It is played from the hand to evolve a Pokemon."""
    EVOLVES = "evolves"
    """It is put on a Pokemon to evolve it, from wherever."""
    COMES_IN = "comes-in"
    """It moves from the Bench to the Active place."""
    GOES_OUT = "goes-out"
    """It moves from the Active place to the Bench."""
    ENERGY_FROM_HAND = "energy-from-hand"
    """Energy is attached to it from the hand."""
    DAMAGED = "damaged"
    """An attack of the opponent's damages it, whether it falls or not."""
    SURVIVES = "survives"
    """An attack of the opponent's damages it, and it does not fall."""
    RETREATS = "retreats"
    KNOCKED_OUT = "knocked-out"
    """Damage of an attack of the opponent's knocks it out."""
    KNOCKS_OUT = "knocks-out"
    """Damage of its attack knocks the opponent's Active Pokemon out."""
    DAMAGES = "damages"
    """Its attack damages the opponent's Active Pokemon."""
    BETWEEN_TURNS = "between-turns"
    """At each check-up."""
    END_OF_YOUR_TURN = "end-of-your-turn"
    END_OF_OPPONENTS_TURN = "end-of-opponents-turn"
    END_OF_EACH_TURN = "end-of-each-turn"


FROM_HAND = frozenset({Moment.PLAYED_FROM_HAND, Moment.EVOLVES_FROM_HAND, Moment.ENERGY_FROM_HAND})


class AlwaysOn(Struct, frozen=True, kw_only=True):
    """A rule holds for its bearers as long as this Pokemon is in play and the condition holds.

    A void condition never holds (Rule: S43).
    """

    condition: Condition | None = None
    bearer: Target = SELF
    rule: LastingRule

    @property
    def zones(self) -> Zones:
        """The zones of the bearers and the rule; the condition is judged by itself."""
        return self.bearer.zones | self.rule.zones


class Activated(Struct, frozen=True, kw_only=True):
    """The player may use it during the own turn, before the attack.

    Attributes:
        steps: what is then done, in order. A :class:`~cardkit.cardtext.effects.Cost` among them
            comes first; if it cannot be paid (a void one never can) the power cannot be used.
        times: how often in a turn.
        condition: asked when it is used; a void one is false (Rule: S43).
    """

    condition: Condition | None = None
    times: Times = Times.ONCE
    steps: tuple[Step, ...] = ()
    zones: Zones = NOWHERE


class Triggered(Struct, frozen=True, kw_only=True):
    """Works at a moment, by itself.

    Attributes:
        subject: whose moment it is; with a ``number`` it is one of several, and
            ``Place.CHOSEN`` in the steps means it.
        steps: what is then done; what the player may leave out is a
            :class:`~cardkit.cardtext.effects.May`.
        condition: asked at that moment; a void one is false (Rule: S43).
        attackers: only if such a Pokemon of the opponent's struck.
        once: at most once in a turn.
        may: the player may leave all of it out.
    """

    moment: Moment
    subject: Target = SELF
    condition: Condition | None = None
    steps: tuple[Step, ...] = ()
    attackers: Filters = ()
    once: bool = False
    may: bool = False

    @property
    def zones(self) -> Zones:
        """The subject's zones; nothing comes from the hand in the adventure (Rule: S43)."""
        hand = {Zone.HAND} if self.moment in FROM_HAND else NOWHERE
        return self.subject.zones | hand


class StopsWhile(Struct, frozen=True, kw_only=True):
    """The whole power does not work while this Pokemon has one of these special conditions.

    ``conditions`` empty means any of them.
    """

    conditions: tuple[SpecialCondition, ...] = ()
    zones: Zones = NOWHERE


class StopsIf(Struct, frozen=True, kw_only=True):
    """The whole power does not work if this is so, nor with these conditions where told.

    It stands in what a text said only: reading puts it into the conditions of the parts.
    """

    condition: Condition
    conditions: tuple[SpecialCondition, ...] | None = None
    zones: Zones = NOWHERE


class OneEachTurn(Struct, frozen=True, kw_only=True):
    """Of all powers of this name only one may be used each turn.

    For always-on powers (``applies``): only one of them applies at a time.
    """

    name: str
    applies: bool = False
    zones: Zones = NOWHERE


Part: TypeAlias = AlwaysOn | Activated | Triggered | StopsWhile | OneEachTurn | OncePerEvent
"""``OncePerEvent`` (VSTAR powers) limits the use of the :class:`Activated` of the same power."""


class Several(Struct, frozen=True, kw_only=True):
    """Several rules of one sentence. It stands in what a text said only."""

    parts: tuple[AlwaysOn, ...]
    zones: Zones = NOWHERE


class Given(Struct, frozen=True, kw_only=True):
    """What one sentence says under a condition. It stands in what a text said only."""

    condition: Condition
    part: AlwaysOn | Several | Triggered
    zones: Zones = NOWHERE


Clause: TypeAlias = Part | Several | Given | StopsIf | Step
"""What one sentence says; steps that follow a use or a moment belong to it."""


class Powers(Struct, frozen=True, kw_only=True, eq=False):
    """What a power does, in the order of its text.

    Attributes:
        parts: what works, each on its own.
        said: the clauses as the sentences said them, references and all; for printing.
        wording: how each sentence was worded, so that it prints exactly.
    """

    parts: tuple[Part, ...] = ()
    said: tuple[Clause, ...] = ()
    wording: tuple[Wording, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether both mean the same, however they were worded."""
        return isinstance(other, Powers) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __repr__(self) -> str:
        return f"Powers(parts={self.parts!r})"
