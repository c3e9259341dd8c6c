"""The single-player adventure, rules S11 to S46, as a state machine.

Between two decisions of the player everything happens by itself: check-ups, draws, the enemy's
turn, knock-outs, the end of an event. Each decision is an :class:`~cardkit.referee.actions.Action`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from cardkit.manifest import Manifest
from cardkit.referee import by_hand, catching, corrections, events, knockouts, turns
from cardkit.referee.actions import (
    Action,
    Attach,
    Catch,
    ChooseEvent,
    Decline,
    Evolve,
    Heal,
    Lead,
    LetGo,
    Pass,
    Release,
    Retreat,
    Revive,
    Run,
    SendOut,
    Stop,
    Swap,
    TakeBall,
    Throw,
    UseAttack,
)
from cardkit.referee.chance import Chance
from cardkit.referee.choices import legal_actions
from cardkit.referee.happenings import Happening
from cardkit.referee.legality import IllegalAction, Violation, explain
from cardkit.referee.outcome import Outcome
from cardkit.referee.play import Play
from cardkit.referee.position_reader import parse_position
from cardkit.referee.positions import position_digest, position_text
from cardkit.referee.said import AttackByHand, Correction
from cardkit.referee.soundness import faults_of
from cardkit.referee.state import Phase, State, Step
from cardkit.referee.table import Table

_STEPS: dict[Step, Callable[[Play], None]] = {
    Step.PLAYER_TURN: turns.player_turn,
    Step.PLAYER_DRAW: turns.player_draw,
    Step.ENEMY_TURN: turns.enemy_turn,
    Step.ENEMY_DRAW: turns.enemy_draw,
    Step.ENEMY_ATTACK: turns.enemy_attack,
    Step.KNOCK_OUTS: knockouts.knock_outs,
    Step.OWN_KNOCK_OUTS: knockouts.own_knock_outs,
    Step.NEW_ENEMY: events.new_enemy,
}

_DECISIONS: dict[type[Action], Callable[[Play, Any], None]] = {
    ChooseEvent: events.choose_event,
    Swap: events.swap,
    Lead: events.lead,
    Attach: turns.attach,
    TakeBall: turns.take_ball,
    Revive: turns.revive,
    Retreat: turns.retreat,
    Heal: turns.heal,
    Run: turns.run,
    UseAttack: turns.use_attack,
    Pass: turns.end_turn,
    Catch: catching.catch,
    Throw: catching.throw,
    Stop: catching.stop,
    Release: catching.release,
    LetGo: catching.let_go,
    SendOut: knockouts.send_out,
    Evolve: knockouts.evolve,
    Decline: knockouts.decline,
    AttackByHand: by_hand.attack_by_hand,
}


class Adventure:
    """A running adventure.

    It never changes rules halfway: they come with the manifest (Rule: S46). There is no game
    over (Rule: S17), so whoever plays without end sets a limit of their own.

    Attributes:
        opening: what happened before the first decision.
    """

    __slots__ = ("_play", "opening")

    def __init__(self, state: State, chance: Chance) -> None:
        """Go on from a position; :meth:`start` begins a new adventure."""
        self._play = Play(state, chance)
        self.opening: tuple[Happening, ...] = ()

    @classmethod
    def start(cls, manifest: Manifest, chance: Chance) -> Self:
        """Begin an adventure with three Pokemon of the Common deck (Rule: S11, S12).

        Raises:
            InputError: when the manifest cannot be played, naming every reason.
        """
        return cls.on(Table.lay(manifest), chance)

    @classmethod
    def on(cls, table: Table, chance: Chance) -> Self:
        """Begin an adventure on a table that is laid: cheaper for many games of one manifest."""
        adventure = cls(State(table), chance)
        events.start(adventure._play)
        adventure.opening = tuple(adventure._play.told)
        return adventure

    @classmethod
    def at(cls, position: str, table: Table | Manifest, chance: Chance) -> Self:
        """Go on from a position as one line of text, as :attr:`text` writes it.

        Args:
            position: the line; what it leaves out is filled in, see
                :mod:`cardkit.referee.positions`.
            table: the cards of the game.
            chance: where outcomes come from.

        Raises:
            InputError: when the line cannot be read, naming everything that is wrong with it, or
                when the position is one that the rules cannot reach.
        """
        laid = table if isinstance(table, Table) else Table.lay(table)
        return cls(parse_position(position, laid), chance)

    @property
    def state(self) -> State:
        """The position; reading is free, changing it is for tests and corrections."""
        return self._play.state

    @property
    def chance(self) -> Chance:
        """Where outcomes come from."""
        return self._play.chance

    @property
    def outcome(self) -> Outcome | None:
        """How the adventure ended; None while it runs."""
        return self._play.state.outcome

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, in a fixed order; empty only when the adventure is over."""
        return legal_actions(self._play.state)

    def explain(self, action: Action) -> tuple[Violation, ...]:
        """Return every rule that an action breaks; nothing when it is legal."""
        state = self._play.state
        if isinstance(action, AttackByHand):
            return by_hand.explain(state, action)
        if isinstance(action, Correction):
            return corrections.explain(state, action)
        return explain(state, action)

    def apply(self, action: Action) -> tuple[Happening, ...]:
        """Carry an action out, and everything that follows until the next decision.

        Raises:
            IllegalAction: naming every rule that it breaks; nothing has changed.
            ChanceError: a script of outcomes does not fit; the adventure is spoilt.
        """
        play = self._play
        state = play.state
        violations = self.explain(action)
        if violations:
            raise IllegalAction(action, violations)
        play.told = []
        if isinstance(action, Correction):
            corrections.correct(play, action)
            return tuple(play.told)
        state.phase = Phase.MOVING
        _DECISIONS[type(action)](play, action)
        agenda = state.agenda
        while state.phase is Phase.MOVING:
            _STEPS[agenda.pop()](play)
        return tuple(play.told)

    def status(self) -> tuple[Violation, ...]:
        """Return everything that is wrong with the position; nothing when it is sound."""
        return faults_of(self._play.state)

    @property
    def text(self) -> str:
        """The position as one line; see :func:`~cardkit.referee.positions.position_text`."""
        return position_text(self._play.state)

    @property
    def digest(self) -> str:
        """A short fingerprint of the position."""
        return position_digest(self._play.state)

    def copy(self, chance: Chance | None = None) -> Adventure:
        """Return an independent adventure in the same position.

        Args:
            chance: where its outcomes come from; without it, a copy of this one's source.
        """
        play = self._play
        return Adventure(play.state.copy(), play.chance.copy() if chance is None else chance)
