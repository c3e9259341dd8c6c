"""The table of commands. A command's module is loaded when the command is called.

So help and every single command start fast, however many commands there are.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException


class Entry(NamedTuple):
    """Where a command lives, and what help says of it: the first sentence of its own help."""

    module: str
    summary: str


COMMANDS: dict[str, Entry] = {
    "build": Entry("build", "From a collection file to a game, in one go."),
    "import": Entry("importing", "Add a collection from a file; the format is detected and named."),
    "add": Entry("adding", "Add cards to the collection by hand."),
    "review": Entry("reviewing", "Settle what unresolved rows mean, one after the other."),
    "export": Entry("reviewing", "Write the collection as a table, a decklist or a JSON document."),
    "list": Entry("importing", "List what is owned, copies of one card together."),
    "assign": Entry("importing", "Choose the rarity deck of a card yourself."),
    "undo": Entry("importing", "Take back the last change to the collection."),
    "sort": Entry("decks", "Show the five decks, and why each card is where it is."),
    "check": Entry("decks", "Say what the pool lacks."),
    "proxies": Entry("decks", "Propose real cards to print for the decks that are short."),
    "print": Entry("printing", "Make PDF files to print: cards, labels, dividers, the kit."),
    "manifest": Entry("documents", "Write the pool as a document, or check one."),
    "schema": Entry("documents", "Print a JSON schema of the documents, or list them."),
    "play": Entry("playing", "Play the adventure in the terminal, or with cards on the table."),
    "referee": Entry("referee", "Play quick games with a manifest and say what they tell."),
    "replay": Entry("replaying", "Verify a recorded game action by action."),
    "coverage": Entry("coverage", "Show how much of the card text the referee reads."),
    "catalogue": Entry("catalogue", "The cards known on this machine."),
    "search": Entry("cards", "Search the catalogue; names need not be spelt right."),
    "show": Entry("cards", "Show what is printed on a card, and which deck it goes to."),
}


class _OnDemand(MutableMapping[str, Any]):
    """Commands by name; the module behind one is imported when it is asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            group = typer.Typer(rich_markup_mode=None)
            # With a callback, one command alone stays a member of its group.
            group.callback()(lambda: None)
            import_module(f"cardkit.cli.{COMMANDS[name].module}").register(group)
            loaded = typer.main.get_command(group).commands  # type: ignore[attr-defined]
            for command in loaded.values():
                _speak_plainly(command)
            self._loaded |= loaded
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


def _speak_plainly(command: Any) -> None:
    """Let help call values what people call them: FILE and N, not <path> and <int range>."""
    for member in getattr(command, "commands", {}).values():
        _speak_plainly(member)
    for parameter in command.params:
        # Where typer keeps the type of a value is its own affair; without it, help is plainer.
        kind = getattr(parameter, "type_descriptor", None)
        if parameter.param_type_name == "argument":
            parameter.metavar = parameter.metavar or parameter.name.upper()
            parameter.display_type = _nothing  # the name says it
        elif kind is not None and parameter.metavar is None and not kind.is_choice:
            parameter.metavar = _CALLED.get(kind.annotation, "TEXT")


def _nothing(_context: object) -> str:
    return ""


_CALLED: dict[object, str] = {int: "N", float: "NUMBER", Path: "FILE"}
"""What help calls a value that has no name of its own."""


class Commands(TyperGroup):
    """The group of all commands."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _OnDemand()

    def resolve_command(self, context: Any, arguments: list[str]) -> Any:
        """Return the command that is called; one that stands in a group is named with it."""
        try:
            return super().resolve_command(context, arguments)
        except TyperException as error:
            word = arguments[0]
            for name, command in self.commands.items():
                if word in getattr(command, "commands", {}):
                    error.message = f"No such command {word!r}. Did you mean '{name} {word}'?"
            raise

    def format_commands(self, _context: Any, formatter: Any) -> None:
        """Write the table of commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])
