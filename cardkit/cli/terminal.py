"""Lines between a person and a game: a terminal with completion, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cardkit.cli.output import width_columns
from cardkit.text_columns import fill

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class Terminal:
    """Carries lines over the standard streams.

    Attributes:
        on_screen: a person sits at a terminal, so the screen may be cleared and lines edited.
    """

    def __init__(self, *, plain: bool) -> None:
        """Open it; ``plain`` never moves the cursor."""
        self.on_screen = sys.stdin.isatty() and sys.stdout.isatty()
        self._clears = self.on_screen and not plain
        self._words: Sequence[str] = ()
        self._reader = _line_editor(self._complete) if self.on_screen else None

    def line(self, prompt: str, words: Sequence[str]) -> str | None:
        """Return what is typed, without its end; None at the end of the input."""
        sys.stdout.flush()
        if self.on_screen:
            self._words = words
            try:
                return input(self._begun(prompt))
            except EOFError:
                sys.stdout.write("\n")
                return None
            except KeyboardInterrupt:
                sys.stdout.write("\n")
                raise
        if prompt.strip(" >"):
            self.say(prompt.rstrip())
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            return "?"
        return line.rstrip("\n") if line else None

    def _begun(self, prompt: str) -> str:
        """Show all lines of a prompt but the last, which the answer is typed behind."""
        *before, last = fill(prompt, width_columns() - 1).split("\n")
        for line in before:
            self.say(line)
        return last + prompt[len(prompt.rstrip()) :]

    def say(self, text: str) -> None:
        """Show text."""
        sys.stdout.write(f"{text}\n")

    def clear(self) -> None:
        """Begin a new screen; through a pipe, an empty line is enough."""
        sys.stdout.write(_CLEAR if self._clears else "\n")

    def _complete(self, text: str, index: int) -> str | None:
        typed = text.casefold()
        found = [word for word in dict.fromkeys(self._words) if word.casefold().startswith(typed)]
        return found[index] if index < len(found) else None


def _line_editor(complete: object) -> object | None:
    """Let ``input`` edit, remember and complete lines where the system can."""
    try:
        import readline
    except ImportError:  # not on every system
        return None
    readline.set_completer(complete)  # type: ignore[arg-type]
    readline.set_completer_delims(" ,:;")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    return readline
