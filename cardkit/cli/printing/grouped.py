"""Groups of options that several ``print`` commands share, each read into one value.

A command has a parameter for the value; :func:`takes` puts the options of the group in its place.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any

import typer


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionGroup:
    """Options that belong together.

    Attributes:
        options: annotation and default of each, by the name of its parameter.
        read: makes one value of what they say.
    """

    options: Mapping[str, tuple[Any, Any]]
    read: Callable[[Mapping[str, Any]], Any]


def option(kind: Any, name: str, says: str, default: Any = None, **more: Any) -> tuple[Any, Any]:
    """Return annotation and default of one option."""
    return Annotated[kind, typer.Option(name, help=says, **more)], default


def takes(
    **groups: OptionGroup,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command the options of groups, by their parameters."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True)
        parameters = [
            part for each in own.parameters.values() for part in _parameters(each, groups)
        ]

        @wraps(command)
        def called(**given: Any) -> None:
            values = {
                name: group.read({key: given.pop(key) for key in group.options})
                for name, group in groups.items()
            }
            command(**given, **values)

        called.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {part.name: part.annotation for part in parameters}
        return called

    return decorate


def _parameters(
    parameter: inspect.Parameter, groups: Mapping[str, OptionGroup]
) -> Iterator[inspect.Parameter]:
    group = groups.get(parameter.name)
    if group is None:
        yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        return
    for name, (annotation, default) in group.options.items():
        yield inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
        )
