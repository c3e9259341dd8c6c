"""Where a person sits: lines come in, the game goes on, and what happened is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from cardkit.decks.model import RarityDeck
from cardkit.errors import InputError
from cardkit.playing.board import board, rule
from cardkit.playing.commands import (
    Command,
    Word,
    completions,
    not_understood,
    parse_command,
    says_more,
    steps_back,
)
from cardkit.playing.game import Game, Step, by_hand_instead, may_be_done
from cardkit.playing.menu import Option, in_words, menu, options
from cardkit.playing.paint import Line, Style, paint_all
from cardkit.playing.replies import ANSWERED, all_violations_text, reply, violations_text
from cardkit.playing.saying import corrections, hand_result
from cardkit.playing.story import ended, happening_lines, latest
from cardkit.playing.table_side import (
    forced,
    is_no_answer,
    lying,
    question_words,
    understand_answer,
    waits_for,
)
from cardkit.playing.talk import Back, Left, Pace, Talk, Unsaved
from cardkit.playing.understanding import understand
from cardkit.referee.actions import Action
from cardkit.referee.asking import Question
from cardkit.referee.events import enemy_deck
from cardkit.referee.happenings import Happening, What
from cardkit.referee.said import AttackByHand, Said
from cardkit.referee.texts.borrowing import attack_of
from cardkit.text_columns import fill

_T = TypeVar("_T")
_MOST_CHOICES = 12
_SMALL_SCREEN = 24
_ROOM_TO_ANSWER = 16
_TOLD_BY_HAND = re.compile(r"by[\s-]hand\b[\s:,]*(?:\d+\s+)?[^\s:,]", re.I)
_LOOKED_UP = (Word.BOARD, Word.CARD, Word.LOG, Word.RULES, Word.TEXTS)
"""What may be looked up while a question waits."""
_LEAVING = ("quit", "q", "exit")
_CORRECTING = (Word.SET, Word.MOVE, Word.PUT, Word.TAKE)


class Seat:
    """Asks a person and carries the game on until it ends or the person leaves.

    Attributes:
        game: what is played; set by :meth:`run`.
    """

    def __init__(
        self,
        talk: Talk,
        style: Style,
        keep: Callable[[Game], None],
        *,
        place: str,
        companion: bool = False,
        pace: Pace = Pace.ALL,
    ) -> None:
        """Take a seat.

        Args:
            talk: carries the lines.
            style: how text is shown.
            keep: saves the game; called after every step.
            place: where the game is saved, in words.
            companion: the cards lie on the table.
            pace: how fast happenings are shown.
        """
        self.game: Game | None = None
        self._talk = talk
        self._style = style
        self._keep = keep
        self._place = place
        self._companion = companion
        self._pace = pace
        self._shown = 0
        self._news: list[Happening] = []
        self._note = ""
        self._ahead: list[str] = []

    def type_ahead(self, line: str) -> None:
        """Take a line that was typed before anything was asked; it answers the first question."""
        self._ahead.append(line)

    def run(self, game: Game) -> None:
        """Play until the adventure is over.

        Raises:
            Left: when the person leaves before.
            InputError: when the game cannot be saved.
        """
        try:
            self._run(game)
        except Unsaved as unsaved:
            raise unsaved.error from None

    def _run(self, game: Game) -> None:
        self.game = game
        self._save(game)
        self._news = list(game.steps[-1].happenings if game.steps else game.adventure.opening)
        while game.outcome is None:
            self._screen(game)
            self._turn(game)
        self._talk.say(paint_all(happening_lines(self._news, self._style), self._style))
        self._say(ended(game.state))

    def ask(self, question: Question) -> bool | int | str:
        """Ask for an outcome from the table, until the answer is one.

        Raises:
            Back: when the person takes the action back.
            Left: when the person leaves.
        """
        if self.game is not None:
            self._tell(self.game.adventure.told)
        asked = question_words(question, self._enemy_deck())
        only = forced(question)
        if only is not None:
            self._say(f"{asked} It can only be {question.options[0]}.")
            return only
        words = lying(question)
        while True:
            typed = self._ask_line(f"{asked} ", (*words, "back", "quit"))
            if typed in ("?", "help"):
                self._say(f"It may be {', '.join(words)}. Or back, board, card NAME, log, quit.")
            elif typed in ("back", "undo", "u"):
                raise Back
            elif typed in _LEAVING:
                raise Left
            elif typed:
                outcome = self._answer(question, typed)
                if outcome is not None:
                    return outcome

    def _answer(self, question: Question, typed: str) -> bool | int | None:
        """Return what an answer means; None when it is none yet."""
        command = parse_command(typed)
        if command is not None and is_no_answer(question, command, typed):
            self._meanwhile(question, command)
            return None
        try:
            answer = understand_answer(question, typed)
        except InputError as error:
            if command is None:
                self._refuse(error)
            else:
                self._meanwhile(question, command)
            return None
        if answer.choices:
            chosen = self._choose("Which one?", answer.choices, lambda choice: choice[1])
            return None if chosen is None else chosen[0]
        self._say(f"= {answer.words}")
        return answer.outcome

    def _meanwhile(self, question: Question, command: Command) -> None:
        """Obey a command that only shows something while a question waits; others wait too."""
        if self.game is None or command.word not in _LOOKED_UP:
            self._say(waits_for(question, command, begun=self.game is not None))
            return
        if command.word is Word.BOARD:
            self._talk.say(paint_all(board(self.game.state, self._style), self._style))
            return
        try:
            self._talk.say(reply(self.game, command.word, command.rest, self._style))
        except InputError as error:
            self._refuse(error)

    def _enemy_deck(self) -> str:
        """Return the name of the deck that the next enemy comes from (Rule: S14)."""
        index = 0 if self.game is None else enemy_deck(self.game.state)
        return list(RarityDeck)[index].label

    def _turn(self, game: Game) -> None:
        """Take lines until one of them changes the game."""
        before = len(game.steps)
        while game.outcome is None and len(game.steps) == before:
            found = options(game.adventure)
            line = self._line("> ", completions(game.state))
            command = parse_command(line)
            try:
                if command is not None:
                    if self._obey(game, command):
                        return
                else:
                    self._act(game, found, line)
            except Back:
                self._shown = 0
                self._note = "Taken back: nothing of it has happened."
                self._news = []
                return
            except InputError as error:
                self._refuse(error)

    def _obey(self, game: Game, command: Command) -> bool:
        """Carry a command out; return whether the screen must be shown anew."""
        if command.word in ANSWERED:
            self._talk.say(reply(game, command.word, command.rest, self._style))
        elif command.word is Word.BOARD:
            self._talk.say(paint_all(self._table(game), self._style))
        elif command.word in _CORRECTING:
            found = corrections(game.state, command.word, command.rest)
            self._one_of(game, found)
        elif command.word is Word.UNDO:
            return self._undo(game, command.rest)
        elif command.word is Word.SAVE:
            self._say(f"The game is saved after every step: {self._place}")
        else:
            raise Left
        return False

    def _act(self, game: Game, found: list[Option], line: str) -> None:
        meant_actions = understand(game.state, found, line)
        if meant_actions:
            self._one_of(game, meant_actions, told=_TOLD_BY_HAND.search(line) is not None)
            return
        raise not_understood(game.state, line, len(found))

    def _one_of(self, game: Game, actions: Sequence[Action], *, told: bool = True) -> None:
        """Play the action that is meant; ask when it may be several.

        ``told`` says that the result of an attack by hand is complete.
        """
        action: Action | None = actions[0]
        if len(actions) > 1:
            usable = [one for one in actions if may_be_done(game, one)]
            if not usable:
                self._talk.say(all_violations_text(game, actions, self._style))
                return
            action = usable[0]
            actions = usable
        if len(actions) > 1:
            action = self._choose(
                "Which one?", actions, lambda one: f"{in_words(game.state, one)} [{one}]"
            )
        if action is None:
            return
        by_hand = by_hand_instead(game, action)
        if by_hand is not None:
            action, told = by_hand, False
        violations = game.adventure.explain(action)
        if violations:
            self._talk.say(violations_text(game, action, self._style))
            return
        if isinstance(action, AttackByHand) and not told:
            self._one_of(game, [self._told_by_hand(game, action)])
            return
        if isinstance(action, Said):
            self._say(f"= {action}")
        self._play(game, action)

    def _told_by_hand(self, game: Game, action: AttackByHand) -> AttackByHand:
        active = game.state.active
        attack = "it" if active is None else attack_of(game.state, active, action.number).name
        prompt = f"What does {attack} do? (40 damage, enemy asleep, self 10, discard R; S43) "
        while True:
            typed = self._ask_line(prompt, ("nothing", "damage", "enemy", "self", "back"))
            if typed in ("back", "undo"):
                raise Back
            if not typed:
                continue
            try:
                return AttackByHand(number=action.number, result=hand_result(game.state, typed))
            except InputError as error:
                self._refuse(error)

    def _play(self, game: Game, action: Action) -> None:
        self._shown = 0
        step = game.play(action)
        self._save(game)
        self._news = self._show(step)

    def _show(self, step: Step) -> list[Happening]:
        """Show what happened line by line if that is wanted; return what the screen still shows."""
        if self._pace is Pace.LINE:
            for happening in step.happenings[self._shown :]:
                self._talk.say(paint_all(happening_lines([happening], self._style), self._style))
                self._talk.line("", ())
            return []
        return list(step.happenings[self._shown :] if self._style.plain else step.happenings)

    def _save(self, game: Game) -> None:
        """Save the game; what cannot be saved is not played on."""
        try:
            self._keep(game)
        except InputError as error:
            raise Unsaved(error) from error

    def _undo(self, game: Game, rest: str) -> bool:
        count = steps_back(rest, len(game.steps))
        if not count:
            self._say("This is the very start: nothing is left to take back.")
            return False
        taken = [game.take_back() for _ in range(count)]
        self._save(game)
        self._news = []
        more = f" and {len(taken) - 6} more" if len(taken) > 6 else ""
        self._note = f"Taken back: {', '.join(str(step.action) for step in taken[:6])}{more}."
        return True

    def _screen(self, game: Game) -> None:
        """Show the table, what happened, and what may be done."""
        if not self._style.plain:
            self._talk.clear()
        lines = self._plain_screen(game) if self._style.plain else self._drawn_screen(game)
        self._talk.say(paint_all(lines, self._style))
        self._say(self._note)
        self._note = ""

    def _drawn_screen(self, game: Game) -> list[Line]:
        table = self._table(game)
        lines = board(game.state, self._style)
        height = max(self._style.height, _SMALL_SCREEN)
        taken = len(table) + 2 + bool(self._note)  # a rule above, and the prompt
        room = height - taken
        middle: list[Line] = []
        if self._news and room > 0:
            middle = [rule(self._style), *latest(self._news, room, self._style)]
        return [*lines, *middle, *table[len(lines) :]]

    def _plain_screen(self, game: Game) -> list[Line]:
        lines = happening_lines(self._news, self._style)
        begins = any(one.kind in (What.EVENT_BEGINS, What.ENEMY_APPEARS) for one in self._news)
        if begins or not self._news:
            lines += board(game.state, self._style)
        return [*lines, *menu(options(game.adventure), self._style)]

    def _table(self, game: Game) -> list[Line]:
        lines = board(game.state, self._style)
        if not self._style.plain:
            lines.append(rule(self._style))
        return [*lines, *menu(options(game.adventure), self._style)]

    def _choose(self, prompt: str, choices: Sequence[_T], words: Callable[[_T], str]) -> _T | None:
        """Ask for one of several by number; None when the person wants none of them."""
        for number, choice in enumerate(choices[:_MOST_CHOICES], start=1):
            self._say(f"  {number}  {words(choice)}")
        if len(choices) > _MOST_CHOICES:
            self._say(f"  ... and {len(choices) - _MOST_CHOICES} more: say more of the name")
        typed = self._ask_line(f"{prompt} (its number; ENTER for none) ", ())
        if typed in _LEAVING:
            raise Left
        if typed.isdecimal() and 1 <= int(typed) <= min(len(choices), _MOST_CHOICES):
            return choices[int(typed) - 1]
        if typed and says_more(typed):
            self._ahead.append(typed)
        else:
            self._say("None of them, then.")
        return None

    def _tell(self, happenings: Sequence[Happening]) -> None:
        """Show what an action has told so far, before a question."""
        new = happenings[self._shown :]
        self._shown = len(happenings)
        if new:
            self._talk.say(paint_all(happening_lines(new, self._style), self._style))

    def _ask_line(self, prompt: str, words: Sequence[str]) -> str:
        """Ask on one line where it has room for an answer, else on two."""
        if len(prompt) <= self._style.width - _ROOM_TO_ANSWER:
            return self._line(prompt, words)
        self._say(prompt)
        return self._line("> ", words)

    def _line(self, prompt: str, words: Sequence[str]) -> str:
        """Take the next line; one that was typed ahead is shown and comes first."""
        if self._ahead:
            self._say(f"> {self._ahead[0]}")
            return self._ahead.pop(0)
        line = self._talk.line(prompt, words)
        if line is None:
            raise Left
        return line.strip()

    def _refuse(self, error: InputError) -> None:
        for fault in error.faults:
            rule_number = f" ({fault.rule})" if fault.rule else ""
            self._say(f"{fault.what}{rule_number}")
            if fault.remedy:
                self._say(f"-> {fault.remedy}")

    def _say(self, text: str) -> None:
        if text:
            self._talk.say(fill(text, self._style.width, "", "    "))
