"""What a person may type besides an action: the commands."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from cardkit.errors import InputError
from cardkit.playing.lookup import nearest
from cardkit.playing.understanding import VERBS, attack_elsewhere
from cardkit.plurals import agreeing, counted
from cardkit.referee.state import State
from cardkit.referee.texts.borrowing import attacks_of

_MOST_DIGITS = 6


class Word(StrEnum):
    """The commands; each is typed as its value, or as one of its other names."""

    BOARD = "board"
    ACTIONS = "actions"
    WHY_NOT = "why not"
    WHY = "why"
    HOW_MUCH = "how much"
    ODDS = "odds"
    HINT = "hint"
    UNDO = "undo"
    LOG = "log"
    TEXTS = "texts"
    CARD = "card"
    RULES = "rules"
    SET = "set"
    MOVE = "move"
    PUT = "put"
    TAKE = "take"
    SAVE = "save"
    HELP = "help"
    QUIT = "quit"


class Command(NamedTuple):
    """A command and what follows it."""

    word: Word
    rest: str


_OTHER_NAMES: dict[str, Word] = {
    "": Word.BOARD,
    "b": Word.BOARD,
    "menu": Word.BOARD,
    "table": Word.BOARD,
    "a": Word.ACTIONS,
    "w": Word.WHY,
    "o": Word.ODDS,
    "h": Word.HINT,
    "u": Word.UNDO,
    "back": Word.UNDO,
    "l": Word.LOG,
    "history": Word.LOG,
    "show": Word.CARD,
    "correct": Word.SET,
    "?": Word.HELP,
    "q": Word.QUIT,
    "exit": Word.QUIT,
    "bye": Word.QUIT,
}


def parse_command(line: str) -> Command | None:
    """Return the command that a line is; None when it is none.

    >>> parse_command("why not attack 2")
    Command(word=<Word.WHY_NOT: 'why not'>, rest='attack 2')
    """
    text = " ".join(line.split())
    folded = text.casefold()
    for word in Word:
        if folded == word or folded.startswith(f"{word} "):
            return Command(word, text[len(word) :].strip())
    first, _, rest = text.partition(" ")
    other = _OTHER_NAMES.get(first.casefold())
    return None if other is None else Command(other, rest)


def meant(line: str) -> str:
    """Return the command or verb that was probably meant; empty when none is near."""
    first = line.split()[:1]
    return nearest(first[0].casefold(), [*Word, *VERBS]) if first else ""


def says_more(line: str) -> bool:
    """Whether a line that answers no question is a command, or begins like an action."""
    return parse_command(line) is not None or line.split()[0].casefold() in VERBS


def completions(state: State) -> tuple[str, ...]:
    """Return the words that may be meant: commands, verbs, places and names."""
    places = [str(spot) for spot, _ in state.owned()]
    names = [pokemon.facts.name for _, pokemon in state.owned()]
    attacks = [] if state.active is None else [one.name for one in attacks_of(state, state.active)]
    commands = [part for word in Word for part in word.split()]
    return (*dict.fromkeys([*commands, *VERBS, *places, *names, *attacks, "enemy"]),)


def steps_back(rest: str, made: int) -> int:
    """Return how many of the steps that were made are taken back: one if it is not said.

    Raises:
        InputError: when it is no number, or one that nobody means.
    """
    if rest and not (rest.isascii() and rest.isdecimal() and rest.strip("0")):
        raise InputError(f"expects how many steps, got {rest!r}", remedy="write it like undo 3")
    if made and len(rest) > _MOST_DIGITS:
        raise InputError(
            f"there {agreeing(made, 'is', 'are')} {counted(made, 'step')} to undo, got {rest!r}",
            remedy=f"undo {made} goes back to the very start",
        )
    return min(int(rest[:_MOST_DIGITS] or 1), made)


def not_understood(state: State, line: str, options: int) -> InputError:
    """Return what is wrong with a line that is neither an action, a command nor one of a menu."""
    if line.isdecimal():
        return InputError(
            f"expects a number from 1 to {options}, got {line!r}",
            remedy="ENTER shows the table and the numbers again",
        )
    if elsewhere := attack_elsewhere(state, line):
        return InputError(elsewhere, remedy="retreat, or swap before an event")
    near = meant(line)
    return InputError(
        f"neither an action nor a command: {line!r}",
        remedy=f"did you mean {near}?" if near else "help tells what may be typed",
    )
