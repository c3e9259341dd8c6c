"""Moments at which powers of the player's Pokemon work by themselves (Rule: S43).

Whatever brings a moment about says so here (:func:`happen`); the powers that work at it are noted
in the position and worked one after the other (:mod:`cardkit.referee.powers`), before knock-outs
are looked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.cardtext.powers import FROM_HAND, Moment, Triggered
from cardkit.cardtext.vocabulary import Place
from cardkit.referee.memory import Pending, used_mark
from cardkit.referee.play import Play
from cardkit.referee.state import Pokemon, State, Step
from cardkit.referee.texts.finding import fits
from cardkit.referee.texts.in_force import bears, is_so, works

NEVER = FROM_HAND | {Moment.RETREATS}
"""Moments that never come: nothing is in a hand, and an enemy never retreats (Rule: S37, S43)."""
_NOT_OWN_TURN = frozenset(
    {
        Step.PLAYER_TURN,
        Step.PLAYER_DRAW,
        Step.PLAYER_CHECK_UP,
        Step.ENEMY_DRAW,
        Step.ENEMY_CHECK_UP,
    }
)
"""What is still to come in the enemy's turn and between turns, and never in the player's own."""


def happen(play: Play, moment: Moment, subject: Pokemon | None = None, amount: int = 0) -> bool:
    """Note which powers work at a moment that comes now; return whether any does.

    Args:
        play: the table.
        moment: which it is.
        subject: whose moment it is; None where it is everybody's.
        amount: the damage that was done, where the moment is one of damage.
    """
    state = play.state
    if moment not in state.table.moments:
        return False
    found = tuple(_working(state, moment, subject, amount))
    if found:
        state.pending = (*state.pending, *found)
        agenda = state.agenda
        if Step.POWERS not in agenda:
            known = agenda[-1:] == [Step.KNOCK_OUTS]
            agenda += [Step.POWERS] if known else [Step.KNOCK_OUTS, Step.POWERS]
    return bool(found)


def _working(
    state: State, moment: Moment, subject: Pokemon | None, amount: int
) -> Iterator[Pending]:
    for source in state.side:
        if source is None or source.down:
            continue
        for number, (power, part) in enumerate(source.facts.triggers, start=1):
            if (
                part.moment is moment
                and _is_meant(part, subject, source, state)
                and not (part.once and _was_used(source, number, state))
                and works(source, power, state)
                and is_so(state, source, power, part.condition)
            ):
                whose = -1 if subject is None else subject.card
                yield Pending(source.card, number, whose, amount)


def _was_used(source: Pokemon, number: int, state: State) -> bool:
    """Whether "once during your turn" is over: it worked, or the turn is not the player's.

    It is as printed for evolving, too, which follows a defeated enemy in any turn (Rule: S40).
    """
    if not _NOT_OWN_TURN.isdisjoint(state.agenda):
        return True
    return used_mark(source.card, -number) in state.used_powers


def _is_meant(part: Triggered, subject: Pokemon | None, source: Pokemon, state: State) -> bool:
    if subject is None:
        return True
    if part.attackers and not (state.enemy and fits(state.enemy, part.attackers)):
        return False
    if part.subject.place is Place.SELF:
        return subject is source
    return bears(subject, part.subject, state, source=source)


def struck(play: Play, attacker: Pokemon, defender: Pokemon, damage: int) -> None:
    """Say that an attack has done damage; whether it knocks out is seen at once."""
    moments = play.state.table.moments
    if not moments or not damage:
        return
    falls = defender.damage >= defender.hp
    if defender is play.state.enemy:
        happen(play, Moment.DAMAGES, attacker, damage)
        if falls:
            happen(play, Moment.KNOCKS_OUT, attacker, damage)
    elif attacker is play.state.enemy:
        happen(play, Moment.DAMAGED, defender, damage)
        happen(play, Moment.KNOCKED_OUT if falls else Moment.SURVIVES, defender, damage)
