"""The single-player adventure, rules S11 to S46, as a state machine.

Between two decisions of the player everything happens by itself: check-ups, draws, the enemy's
turn, knock-outs, the end of an event. Each decision is an :class:`~cardkit.referee.actions.Action`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from cardkit.manifest import Manifest
from cardkit.referee import (
    by_hand,
    catching,
    corrections,
    enemy_turn,
    events,
    knockouts,
    powers,
    turns,
)
from cardkit.referee.actions import (
    Action,
    Attach,
    Catch,
    ChooseEvent,
    Decide,
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
    UsePower,
)
from cardkit.referee.chance import Chance
from cardkit.referee.choices import LegalActions
from cardkit.referee.happenings import Happening, What
from cardkit.referee.legality import IllegalAction, Violation, explain
from cardkit.referee.outcome import Outcome
from cardkit.referee.play import Play
from cardkit.referee.position_reader import parse_position
from cardkit.referee.positions import position_digest, position_text
from cardkit.referee.said import AttackByHand, Correction
from cardkit.referee.soundness import faults_of
from cardkit.referee.state import Phase, State, Step
from cardkit.referee.table import Table
from cardkit.referee.texts.settling import settle

_STEPS: dict[Step, Callable[[Play], None]] = {
    Step.PLAYER_TURN: turns.player_turn,
    Step.PLAYER_DRAW: turns.player_draw,
    Step.EXTRA_TURN: turns.extra_turn,
    Step.ENEMY_TURN: enemy_turn.enemy_turn,
    Step.ENEMY_DRAW: enemy_turn.enemy_draw,
    Step.KNOCK_OUTS: knockouts.knock_outs,
    Step.OWN_KNOCK_OUTS: knockouts.own_knock_outs,
    Step.NEW_ENEMY: events.new_enemy,
    Step.PLAYER_MAIN: powers.player_main,
    Step.PLAYER_CHECK_UP: turns.player_check_up,
    Step.ENEMY_CHECK_UP: enemy_turn.enemy_check_up,
    Step.POWERS: powers.work,
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
    Pass: enemy_turn.pass_turn,
    Catch: catching.catch,
    Throw: catching.throw,
    Stop: catching.stop,
    Release: catching.release,
    LetGo: catching.let_go,
    SendOut: knockouts.send_out,
    Evolve: knockouts.evolve,
    Decline: knockouts.decline,
    UsePower: powers.use_power,
    Decide: powers.answer,
    AttackByHand: by_hand.attack_by_hand,
}


# Looking up a member of an enum takes Python 3.11 longer than most of these rules.
_MOVING = Phase.MOVING
_NOTHING_HEARD: frozenset[What] = frozenset()


class _Pushed(NamedTuple):
    """An action that can be taken back: the position before it, and where chance was."""

    action: Action
    before: State
    mark: Any


class Adventure:
    """A running adventure.

    It never changes rules halfway: they come with the manifest (Rule: S46). There is no game
    over (Rule: S17), so whoever plays without end sets a limit of their own.

    Attributes:
        opening: what happened before the first decision.
    """

    __slots__ = ("_play", "_pushed", "opening")

    def __init__(
        self, state: State, chance: Chance, *, heard: frozenset[What] | None = None
    ) -> None:
        """Go on from a position; :meth:`start` begins a new adventure.

        Args:
            state: the position.
            chance: where outcomes come from.
            heard: see :attr:`heard`.
        """
        self._play = Play(state, chance, heard)
        self._pushed: list[_Pushed] = []
        self.opening: tuple[Happening, ...] = ()

    @classmethod
    def start(cls, manifest: Manifest, chance: Chance) -> Self:
        """Begin an adventure with three Pokemon of the Common deck (Rule: S11, S12).

        Raises:
            InputError: when the manifest cannot be played, naming every reason.
        """
        return cls.on(Table.lay(manifest), chance)

    @classmethod
    def on(cls, table: Table, chance: Chance, *, heard: frozenset[What] | None = None) -> Self:
        """Begin an adventure on a table that is laid: cheaper for many games of one manifest."""
        adventure = cls(State(table), chance, heard=heard)
        events.start(adventure._play)
        if table.settles:
            settle(adventure._play.state)
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
        """Where outcomes come from; it may be exchanged between two actions."""
        return self._play.chance

    @chance.setter
    def chance(self, chance: Chance) -> None:
        self._play.chance = chance

    @property
    def heard(self) -> frozenset[What] | None:
        """The kinds of happenings that actions tell; None is all of them.

        Whoever plays many games needs few: telling costs more than playing. Nothing else depends
        on it.
        """
        return self._play.heard

    @heard.setter
    def heard(self, heard: frozenset[What] | None) -> None:
        self._play.listen(heard)

    @property
    def outcome(self) -> Outcome | None:
        """How the adventure ended; None while it runs."""
        return self._play.state.outcome

    @property
    def legal_actions(self) -> LegalActions:
        """Every legal action, in a fixed order; empty only when the adventure is over.

        It can be iterated, counted and asked ``action in adventure.legal_actions``.
        """
        return LegalActions(self._play, self.explain)

    def explain(self, action: Action) -> tuple[Violation, ...]:
        """Return every rule that an action breaks; nothing when it is legal."""
        state = self._play.state
        if isinstance(action, AttackByHand):
            return by_hand.explain(state, action)
        if isinstance(action, Correction):
            return corrections.explain(state, action)
        return explain(state, action)

    def check(self, action: Action) -> None:
        """Refuse an action that is not legal.

        Raises:
            IllegalAction: naming every rule that it breaks.
        """
        violations = self.explain(action)
        if violations:
            raise IllegalAction(action, violations)

    def push(self, action: Action) -> tuple[Happening, ...]:
        """Carry an action out if it is legal, and everything that follows; :meth:`pop` undoes it.

        Whatever error comes out of the chance source, the position is what it was before.

        Raises:
            IllegalAction: naming every rule that it breaks; nothing has changed.
            ChanceError: given outcomes do not fit; nothing has changed.
        """
        self.check(action)
        play = self._play
        pushed = _Pushed(action, play.state.copy(), play.chance.mark())
        play.aside = pushed.before
        try:
            told = self.apply(action)
        except BaseException:
            self._go_back(pushed)
            raise
        self._pushed.append(pushed)
        return told

    def pop(self) -> Action:
        """Take the last pushed action back: position and chance are as before it.

        What was applied since goes as well. ``state`` stays the same object; the Pokemon in it
        are others.

        Returns:
            The action that was taken back.

        Raises:
            IndexError: when no pushed action is left.
        """
        if not self._pushed:
            raise IndexError("no action is left to take back")
        pushed = self._pushed.pop()
        self._go_back(pushed)
        return pushed.action

    @property
    def history(self) -> tuple[Action, ...]:
        """The pushed actions that :meth:`pop` can take back, the last one last."""
        return tuple(pushed.action for pushed in self._pushed)

    def _go_back(self, pushed: _Pushed) -> None:
        self._play.moves += 1
        self._play.aside = None
        self._play.state.restore(pushed.before)
        self._play.chance.rewind(pushed.mark)

    def apply(self, action: Action) -> tuple[Happening, ...]:
        """Carry a legal action out, and everything that follows until the next decision.

        Nothing is checked and nothing remembered: for actions that were just listed, and for many
        of them. What an action does that is not legal is not defined.

        Raises:
            ChanceError: given outcomes do not fit; the adventure is spoilt.
        """
        play = self._play
        state = play.state
        if play.told:
            play.told = []
        play.moves += 1
        try:
            decision = _DECISIONS[type(action)]
        except KeyError:
            self._correct(action)
            return tuple(play.told)
        state.phase = _MOVING
        decision(play, action)
        play.aside = None
        if play.follows_up:
            powers.follow_up(play)
        while state.phase is _MOVING:
            _STEPS[state.agenda.pop()](play)
        if play.follows_up and state.table.settles:
            settle(state)
        told = play.told
        return tuple(told) if told else ()

    def _correct(self, action: Action) -> None:
        """Put the table right; whatever is asked stays the same."""
        if not isinstance(action, Correction):
            raise TypeError(f"an action of the adventure is expected, got {action!r}")
        corrections.correct(self._play, action)

    @property
    def told(self) -> tuple[Happening, ...]:
        """What the last action has told; while one asks for an outcome, what it told so far."""
        return tuple(self._play.told)

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
        """Return an independent adventure in the same position, without a history.

        Args:
            chance: where its outcomes come from; without it, a copy of this one's source.
        """
        play = self._play
        source = play.chance.copy() if chance is None else chance
        return Adventure(play.state.copy(), source, heard=play.heard)

    def after(self, action: Action, chance: Chance) -> Adventure:
        """Return a copy after a legal action, and everything that follows; nobody is told.

        For futures that are only looked at: as in :meth:`apply`, nothing is checked.

        Args:
            action: what is done on the copy.
            chance: where its outcomes come from.
        """
        state = self._play.state
        future = Adventure(state.copy(), chance, heard=_NOTHING_HEARD)
        future._play.aside = state
        future.apply(action)
        return future
