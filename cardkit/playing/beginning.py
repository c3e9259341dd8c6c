"""Before the first screen: ENTER begins, and whatever else is typed is not lost."""

from __future__ import annotations

from cardkit.errors import InputError
from cardkit.playing.commands import Word, parse_command
from cardkit.playing.helping import help_text
from cardkit.playing.paint import Style
from cardkit.playing.talk import Left, Talk

_PROMPT = "ENTER begins; help tells what may be typed. "


def wait_for_enter(talk: Talk, style: Style) -> str:
    """Wait until the person begins; return what was typed besides ENTER, for the first question.

    Raises:
        Left: when the person leaves instead, or the input ends.
    """
    while True:
        line = talk.line(_PROMPT, (Word.HELP, Word.QUIT))
        if line is None:
            raise Left
        command = parse_command(line)
        if command is not None and command.word is Word.QUIT:
            raise Left
        if command is None or command.word is not Word.HELP:
            return line.strip()
        try:
            talk.say(help_text(command.rest, style))
        except InputError as error:
            talk.say(str(error))
