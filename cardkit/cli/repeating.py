"""``--again`` and ``--replace``: what becomes of a file that meets what a collection holds."""

from __future__ import annotations

from typing import Any

import typer

from cardkit.errors import UsageError


def again_option(what: str) -> Any:
    """Return the option that counts copies besides those that are there.

    Args:
        what: what it counts besides what, for the help.
    """
    return typer.Option("--again", help=what)


def replace_option(what: str) -> Any:
    """Return the option that puts a file in the place of what is there.

    Args:
        what: what it puts in the place of what, for the help.
    """
    return typer.Option("--replace", help=what)


def refuse_both(*, again: bool, replace: bool) -> None:
    """Make sure that not both are given.

    Raises:
        UsageError: they are.
    """
    if again and replace:
        raise UsageError("--again and --replace exclude each other")
