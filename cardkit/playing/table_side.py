"""The companion's questions: what was drawn, rolled and flipped at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardkit.cards import BASIC_ENERGY_TYPES
from cardkit.errors import InputError
from cardkit.naming import fold_name
from cardkit.playing.commands import Command
from cardkit.playing.lookup import find
from cardkit.playing.wording import energy
from cardkit.referee.asking import AskedKind, Question
from cardkit.referee.chance import Purpose

_ENERGIES = {kind.value for kind in BASIC_ENERGY_TYPES}
_ASKED = {
    Purpose.START: "Draw three cards from the Common deck, one by one: which?",
    Purpose.NEW_ENEMY: "The next enemy: which Pokemon did you draw from the {deck} deck?",
    Purpose.ENERGY_OF_THE_TURN: "Which Energy did you draw?",
    Purpose.ENEMY_ENERGY: "Which Energy did the enemy draw?",
    Purpose.SLEEP: "{who} is Asleep: what was rolled? Even wakes it.",
    Purpose.BURN: "{who} is Burned: what was rolled? Even ends it.",
    Purpose.CONFUSION: "{who} is Confused: what was rolled? Odd, and it hurts itself.",
    Purpose.ENEMY_CONFUSION: "{who} is Confused: what was rolled? Odd, and it hurts itself.",
    Purpose.CATCH: "The catching roll for {who}: which number?",
    Purpose.CARD_TEXT: "The text of {who} asks for chance: what fell?",
}


class Answer(NamedTuple):
    """What an answer was taken for.

    Attributes:
        outcome: as the record holds it; None when the answer may be several.
        words: what it was taken for.
        choices: outcomes and words of what may be meant, when it is not clear.
    """

    outcome: bool | int | None
    words: str = ""
    choices: tuple[tuple[bool | int, str], ...] = ()


def question_words(question: Question, deck: str = "enemy") -> str:
    """Return a question as it is put to a person, with its rule; ``deck`` is the enemies'."""
    who = question.who or "the card"
    words = _ASKED[question.purpose].format(who=who, deck=deck)
    hint = {
        AskedKind.COIN: "a number, or even / odd",
        AskedKind.DIE: "1 to 6",
        AskedKind.DRAW: "its letter or name" if _is_energy(question) else "a few letters",
    }[question.kind]
    if question.kind is AskedKind.DIE and len(question.hits) < 6:
        hint = f"{hint}; {' or '.join(map(str, sorted(question.hits)))} catches"
    return f"{words[:1].upper()}{words[1:]} ({hint}; {question.rule})"


def forced(question: Question) -> int | None:
    """Return the only outcome of a draw from equal cards; None when there are several."""
    different = set(question.options)
    return 1 if question.kind is AskedKind.DRAW and len(different) == 1 else None


def understand_answer(question: Question, typed: str) -> Answer:
    """Return what an answer means.

    Raises:
        InputError: when it means none of the outcomes.
    """
    if question.kind is not AskedKind.DRAW:
        outcome = question.read(typed)
        return Answer(outcome, _fallen(outcome))
    if typed.isdecimal():
        raise InputError(
            f"expects the name of a card, got {typed!r}", remedy="a few letters of it are enough"
        )
    names = list(dict.fromkeys(question.options))
    if _is_energy(question):
        found = _energies_of(typed, names)
    else:
        found = [names[index] for index in find(typed, names)]
    if len(found) == 1:
        return Answer(question.options.index(found[0]) + 1, found[0])
    if found:
        choices = tuple((question.options.index(name) + 1, name) for name in found)
        return Answer(None, choices=choices)
    raise InputError(
        f"no card of the deck is called {typed!r}", remedy="type ? to see what lies in the deck"
    )


def is_no_answer(question: Question, command: Command, typed: str) -> bool:
    """Whether a command that is written out is no name of a card, however near it comes to one.

    A short form of a command, and whatever a card's name begins with, may be an answer.
    """
    words = fold_name(typed)
    named = any(fold_name(name).startswith(words) for name in question.options)
    return question.kind is AskedKind.DRAW and words.startswith(command.word) and not named


def waits_for(question: Question, command: Command, *, begun: bool) -> str:
    """Return why a command is not obeyed while a question waits; ``begun``: there is a game."""
    first = "was drawn" if question.kind is AskedKind.DRAW else "was rolled or flipped"
    words = f"'{command.word}' has to wait: say first what {first}."
    return f"{words} Or type back: then nothing of the action has happened." if begun else words


def lying(question: Question) -> Sequence[str]:
    """Return the different answers, for ``?`` and for completion."""
    return question.choices


def _energies_of(typed: str, names: list[str]) -> list[str]:
    """Return the Energy types of the deck that are meant; a letter alone is a type's letter."""
    if len(typed) > 1:
        found = [names[index] for index in find(typed.removesuffix(" energy"), names)]
        if found:
            return found
    kind = energy(typed).value
    if kind in names:
        return [kind]
    raise InputError(
        f"no {kind} Energy is left in the Energy deck",
        remedy="look again, or put the table right first: back, then set",
    )


def _is_energy(question: Question) -> bool:
    return question.kind is AskedKind.DRAW and set(question.options) <= _ENERGIES


def _fallen(outcome: bool | int) -> str:
    if isinstance(outcome, bool):
        return "even" if outcome else "odd"
    return str(outcome)
