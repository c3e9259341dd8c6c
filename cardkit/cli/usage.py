"""Usage errors of the option parser, in the program's own voice."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from typer.exceptions import TyperException

from cardkit.errors import UsageError

_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}
_NUMBERS = {
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "float_parsing": "a number",
}


def usage_text(error: TyperException) -> str:
    """Return what was expected on the command line, and what was given."""
    kind, message = type(error).__name__, error.format_message()
    if kind == "BadParameter":
        return f"{_name(error)}: {_bad_value(error)}"
    if kind == "MissingParameter":
        return f"{_name(error)}: expects a value, got none"
    if kind == "NoSuchOption":
        near = ", ".join(sorted(getattr(error, "possibilities", None) or ()))
        unknown = f"unknown option {getattr(error, 'option_name', '')!r}"
        return f"{unknown}; did you mean {near}?" if near else unknown
    if kind == "BadOptionUsage":
        takes = "expects no value" if "not take" in message else "expects a value, got none"
        return f"{getattr(error, 'option_name', '')}: {takes}"
    if unknown_command := re.fullmatch(r"No such command '(.*?)'\.( Did you mean .*)?", message):
        near = (unknown_command[2] or "").strip()
        return f"unknown command {unknown_command[1]!r}" + (
            f"; {near[:1].lower()}{near[1:]}" * bool(near)
        )
    if extra := re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", message):
        return f"expects no more arguments, got {extra[1]!r}"
    if message.startswith("Missing command"):
        return "expects a command, got none"
    return message[:1].lower() + message[1:].rstrip(".")


def named_folder(text: str | Path) -> Path:
    """Read the name of a folder, as the parser of an option; its default is a path already.

    Raises:
        UsageError: it is empty, as that of a variable is which is not set.
    """
    if not str(text).strip():
        raise UsageError(f"expects the name of a folder, got {text!r}; . means the current one")
    return Path(text)


def named_file(text: str | Path) -> Path:
    """Read the name of a file or folder to be read.

    Raises:
        UsageError: it is empty, as that of a variable is which is not set; it is not the folder
            in which the command was called.
    """
    if not str(text).strip():
        raise UsageError(f"expects the name of a file or folder, got {text!r}")
    return Path(text)


def _name(error: TyperException) -> str:
    """Name an option as it is typed, or an argument as help shows it."""
    parameter: Any = getattr(error, "param", None)
    if parameter is None:
        return "command line"
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name.upper())


def _bad_value(error: TyperException) -> str:
    message = getattr(error, "message", "")
    if choice := re.fullmatch(r"(?:Value error, )?(.*?) is not one of (.*?)\.?", message):
        return f"expects one of {choice[2].replace(chr(39), '')}, got {choice[1]}"
    errors: Any = getattr(error.__cause__, "errors", None)
    for found in errors() if callable(errors) else ():
        given = str(found["input"])
        if bound := _BOUNDS.get(found["type"]):
            return f"expects a number of {bound[0]} {found['ctx'][bound[1]]}, got {given}"
        if number := _NUMBERS.get(found["type"]):
            return f"expects {number}, got {given!r}"
    return message[:1].lower() + message[1:].rstrip(".")
